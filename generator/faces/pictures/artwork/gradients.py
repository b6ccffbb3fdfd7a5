"""Linear and radial gradients of an SVG file, by the standard, for the shapes they fill.

A gradient that repeats or is reflected is written out as far as its shape extends, so that backends only need stops.
"""

from collections.abc import Mapping
from math import ceil, floor, hypot, sqrt

from msgspec import Struct

from generator.draw.geometry.geometry import FARTHEST, Rectangle, apply, inverse, multiply, scale_of
from generator.draw.scene import BLACK, Gradient, Matrix, Stop
from generator.faces.pictures.artwork.cascade import Sheet, styled
from generator.faces.pictures.artwork.tree import Element, Plain, Tree, Undrawable, fraction, length, solid, transform
from generator.faces.pictures.fill import SHORTEST, normal

KINDS = {"linearGradient": ("x1", "y1", "x2", "y2"), "radialGradient": ("cx", "cy", "r", "fx", "fy", "fr")}
OTHERS = {"hatch", "meshgradient", "pattern", "solidcolor", "stop"}
COMMON = ("gradientUnits", "gradientTransform", "spreadMethod")
MAX_CHAIN = 32  # gradients that inherit from one another
MAX_STOPS = 256  # of one gradient in the file
MAX_ALL_STOPS = 100_000  # of all gradients that are written out for a shape
MOST_TURNS = 200  # repeats of a gradient across a shape: more would be finer than a printer shows
INSIDE = 0.9999  # how far from its centre a focus may be, relative to the radius: beyond it a gradient is a cone
NEAR = 1e-6  # tolerance, in repeats


class _Whole(Struct, frozen=True):
    """A gradient with everything it inherits from others."""

    kind: str
    attributes: Mapping[str, str]
    stops: tuple[Stop, ...]


class Gradients:
    """The gradients of one file by id, wherever they stand; `view` is the drawing's box."""

    def __init__(self, tree: Tree, sheet: Sheet, view: Rectangle) -> None:
        self.tree, self.sheet, self.view = tree, sheet, view
        self.whole: dict[str, _Whole] = {}
        self.written = 0

    def find(self, name: str) -> _Whole | None:
        """Return a gradient with everything it inherits; None if there is none of that id. Raises ValueError,
        Undrawable."""
        if name not in self.whole:
            first = self.tree.ids.get(name)
            if first is not None and first.name in OTHERS:
                raise Undrawable(f"a <{first.name}> as paint")
            if first is None or first.name not in KINDS:
                return None
            place = self.tree.place
            self.whole[name] = self._chained(name, first)
            self.tree.place = place
        return self.whole[name]

    def _chained(self, name: str, first: Element) -> _Whole:
        attributes: dict[str, str] = {}
        stops: list[Stop] = []
        chain, here = {name}, first
        while True:
            own = self._stops(here)
            stops = stops or own
            for key in (*COMMON, *(KINDS[first.name] if here.name == first.name else ())):
                if key in here.attributes:
                    attributes.setdefault(key, here.attributes[key])
            if not here.href:
                return _Whole(first.name, attributes, _normal(stops))
            onward = here.href.removeprefix("#")
            if onward in chain:
                raise ValueError(f"gradient '#{name[:30]}', which refers back to itself")
            if len(chain) >= MAX_CHAIN:
                raise ValueError(f"gradient '#{name[:30]}', one of more than {MAX_CHAIN} that refer to the next")
            other = self.tree.ids.get(onward) if here.href.startswith("#") else None
            if other is None or other.name not in KINDS:
                found = f"gradient '#{name[:30]}', which refers to '{here.href[:30]}', no gradient of this file"
                raise ValueError(found)
            chain.add(onward)
            here = other

    def _stops(self, gradient: Element) -> list[Stop]:
        """Return a gradient's own stops. Raises ValueError, Undrawable."""
        self.tree.place = gradient.place
        styled(gradient.name, gradient.attributes, self.sheet)
        current, found = self.sheet.inherited(gradient, "color", "black"), list[Stop]()
        for stop in gradient.children:
            if stop.name != "stop":
                continue
            self.tree.place = stop.place
            if len(found) >= MAX_STOPS:
                raise ValueError(f"a gradient of more than {MAX_STOPS} stops")
            style = styled("stop", stop.attributes, self.sheet).style
            colour, opaque = solid(style.get("stop-color", "black"), {"color": current} | style) or (BLACK, 0.0)
            opacity = fraction(style.get("stop-opacity", "1")) * opaque
            at = max(_offset(stop.attributes.get("offset", "0")), found[-1].at if found else 0.0)
            found.append(Stop(at, colour, opacity))
        return found

    def paint(self, whole: _Whole, matrix: Matrix, box: Rectangle, painted: Rectangle) -> Gradient | Plain | None:
        """Return a gradient for a shape: its colours, one colour if the standard says so, or None for no paint.

        `matrix` is the shape's, `box` what it encloses and `painted` what its paint covers, before that matrix. Raises
        ValueError, Undrawable.
        """
        if not whole.stops:
            return None
        inner, view = transform(whole.attributes.get("gradientTransform", "")), self.view
        if _of_box(whole):
            if not (box[2] > 0 and box[3] > 0):
                return None
            inner, view = multiply((box[2], 0, 0, box[3], box[0], box[1]), inner), (0, 0, 1, 1)
        ends = _ends(whole, view)
        last = whole.stops[-1].colour, whole.stops[-1].opacity
        back, whole_way = inverse(inner), multiply(matrix, inner)
        if back is None or inverse(whole_way) is None:
            raise Undrawable("a gradient without room")
        if len(whole.stops) == 1:
            return last
        # the gradient's own units become about those of the drawing: numbers are written with a few places
        scale = scale_of(whole_way)
        long = hypot(ends[2] - ends[0], ends[3] - ends[1]) if len(ends) == 4 else ends[5]
        if long * scale < SHORTEST:
            if len(ends) == 6 or whole.attributes.get("spreadMethod", "pad") != "pad":
                raise Undrawable("a gradient without length")
            return last
        ends, stops = _spread(ends, whole, _under(back, painted))
        self.written += len(stops) if stops is not whole.stops else 0
        if self.written > MAX_ALL_STOPS:
            raise Undrawable(f"gradients that repeat, of more than {MAX_ALL_STOPS:,} stops in all")
        ends = tuple(end * scale for end in ends)
        a, b, c, d, e, f = whole_way
        if not all(abs(number) <= FARTHEST for number in (*ends, e, f)):
            raise ValueError(f"a gradient beyond {FARTHEST:,.0f}")
        return Gradient(ends, stops, (a / scale, b / scale, c / scale, d / scale, e, f))


def _normal(stops: list[Stop]) -> tuple[Stop, ...]:
    """Return stops from 0 to 1. Raises Undrawable."""
    try:
        return normal(stops)
    except ValueError as error:
        raise Undrawable(str(error)) from None


def _of_box(whole: _Whole) -> bool:
    """Return whether a gradient is measured by the shape's box, not in user units. Raises ValueError."""
    units = whole.attributes.get("gradientUnits", "objectBoundingBox")
    if units not in ("objectBoundingBox", "userSpaceOnUse"):
        raise ValueError(f"gradientUnits '{units[:30]}'")
    return units == "objectBoundingBox"


def _offset(text: str) -> float:
    """Return a stop's offset. Raises ValueError, Undrawable."""
    try:
        return fraction(text)
    except ValueError:
        raise Undrawable(f"a stop at '{text[:30]}'") from None


def _ends(whole: _Whole, view: Rectangle) -> tuple[float, ...]:
    """Return a gradient's line (x1, y1, x2, y2), or its circles (fx, fy, fr, cx, cy, r). Raises ValueError,
    Undrawable."""
    wide, tall = view[2], view[3]
    diagonal = hypot(wide, tall) / sqrt(2)

    def at(key: str, default: str, of: float) -> float:
        return length(whole.attributes.get(key, default), of)

    if whole.kind == "linearGradient":
        return at("x1", "0", wide), at("y1", "0", tall), at("x2", "100%", wide), at("y2", "0", tall)
    cx, cy, r = at("cx", "50%", wide), at("cy", "50%", tall), at("r", "50%", diagonal)
    inner = at("fr", "0", diagonal)
    if r < 0 or inner < 0:
        raise ValueError("a gradient with a radius below 0")
    fx = at("fx", "0", wide) if "fx" in whole.attributes else cx
    fy = at("fy", "0", tall) if "fy" in whole.attributes else cy
    if r > 0 and hypot(fx - cx, fy - cy) + inner > r * INSIDE:
        raise Undrawable("a gradient from a circle that is not inside another")
    return fx, fy, inner, cx, cy, r


def _under(matrix: Matrix, box: Rectangle) -> list[tuple[float, float]]:
    return [apply(matrix, box[0] + i * box[2], box[1] + j * box[3]) for i in (0, 1) for j in (0, 1)]


def _spread(
    ends: tuple[float, ...], whole: _Whole, corners: list[tuple[float, float]]
) -> tuple[tuple[float, ...], tuple[Stop, ...]]:
    """Return ends and stops as far as a shape extends, its corners in the gradient's units. Raises ValueError,
    Undrawable."""
    method = whole.attributes.get("spreadMethod", "pad")
    if method == "pad":
        return ends, whole.stops
    if method not in ("reflect", "repeat"):
        raise ValueError(f"spreadMethod '{method[:30]}'")
    first, last = _turns(ends, corners)
    if last - first > MOST_TURNS:
        raise Undrawable(f"a gradient that repeats more than {MOST_TURNS} times")
    turns = last - first
    stops: list[Stop] = []
    for turn in range(first, last):
        mirrored = method == "reflect" and turn % 2 == 1
        for stop in reversed(whole.stops) if mirrored else whole.stops:
            at = (turn - first + (1 - stop.at if mirrored else stop.at)) / turns
            stops.append(Stop(min(1.0, at), stop.colour, stop.opacity))
    half = len(ends) // 2
    start, end = ends[:half], ends[half:]
    along = [tuple(a + turn * (b - a) for a, b in zip(start, end, strict=True)) for turn in (first, last)]
    return (*along[0], *along[1]), tuple(stops)


def _turns(ends: tuple[float, ...], corners: list[tuple[float, float]]) -> tuple[int, int]:
    """Return the whole repetitions of a gradient between which some corners lie; at least one. Raises Undrawable."""
    if len(ends) == 4:
        x, y, x2, y2 = ends
        dx, dy = x2 - x, y2 - y
        along = [((px - x) * dx + (py - y) * dy) / (dx * dx + dy * dy) for px, py in corners]
        if not all(abs(place) <= MOST_TURNS for place in along):
            raise Undrawable(f"a gradient that repeats more than {MOST_TURNS} times")
        first = floor(min(along) + NEAR)  # a barely started repeat would show as a line
        return first, max(first + 1, ceil(max(along) - NEAR))
    fx, fy, inner, cx, cy, r = ends
    if inner > 0:
        raise Undrawable("a gradient that repeats and begins at a circle")
    for turn in range(1, MOST_TURNS + 1):
        x, y = fx + turn * (cx - fx), fy + turn * (cy - fy)
        if all(hypot(px - x, py - y) <= turn * r for px, py in corners):
            return 0, turn
    raise Undrawable(f"a gradient that repeats more than {MOST_TURNS} times")
