"""The context one face is drawn in: expressions become numbers, colours and text with a piece's fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.geometry.geometry import Rectangle
from generator.draw.scene import IDENTITY, Group, Matrix, Node, Paint, Segments, Stop, Text
from generator.faces.elements.alt_text import AltPart
from generator.faces.elements.resources import BadValue, Resources
from generator.faces.pictures.artwork.tree import Undrawable
from generator.faces.pictures.fill import Fill, mean, normal
from generator.faces.preflight import NEAR, ClipWindow, Flaw, Preflight, narrowed
from specs.base.errors import Code, Fault, KeyPath, SpecError, Unfit
from specs.expand import expr
from specs.model import elements as el
from specs.model.colours import Colour
from specs.model.elements import MAX_STOPS, Gradient
from specs.model.values import Box, Point
from specs.translation.rendering import PICTURES, SAY, Twofold, Worded, in_second, rendered

MAX_DEPTH = 60  # nested templates
MAX_NODES = 50_000  # parts of one face: elements, cells, lines of text
MAX_WORK = 20_000_000  # parts of all faces of a spec
UNMADE, RISING = "a gradient that is none", f"2 to {MAX_STOPS} colours, whose places rise"  # the spec's check says why
LARGE = 18 * 25.4 / 72  # mm of em: 18 points
OVERHANG = 0.6  # mm: half a heavy line along the bleed's edge, cut away by the sheet's clip

Env = Mapping[str, object]


class DrawnElement(Struct, frozen=True):
    """An element as it was drawn: where it is written, where the templates around it are used (the outermost first),
    its fields, the box that it paints on, mm of the face, the matrix around it, and its drawing."""

    element: el.AnyElement
    path: KeyPath
    used: tuple[KeyPath, ...]
    env: Env
    box: Rectangle
    matrix: Matrix
    drawing: Group


class TooMuch(BadValue):
    """A face or a spec takes more work than the limit; drawing it ends here."""


class Exhausted(SpecError):
    """The fault of `TooMuch`: drawing ends with it."""


class DrawContext(Struct):
    """What an element is drawn with: the document's resources, a piece's fields, and what is around it.

    `box` is the face with its bleed, mm; `opacity` and `matrix` are those of the elements around. Drawing adds to
    `markers` (ids of fiducials), `alt_parts` (for the alt text), `flaws` (of artwork), `warnings` (by element and
    code), `drawn` and `work` (how many parts this face and all faces have), and to `trace`, if there is one.
    """

    resources: Resources
    piece: str
    env: Env
    box: Rectangle
    preflight: Preflight
    warnings: dict[KeyPath, dict[str, Fault]]
    opacity: float = 1.0
    markers: list[int] = field(default_factory=list)
    alt_parts: list[AltPart] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    drawn: list[int] = field(default_factory=lambda: [0])
    work: list[int] = field(default_factory=lambda: [0])
    depth: int = 0
    matrix: Matrix = IDENTITY
    window: ClipWindow | None = None  # the visible part of the face, if a clip surrounds this
    larger: float = 1.0  # how much larger text is wanted than in the spec
    used: tuple[KeyPath, ...] = ()  # where the surrounding templates are used, outermost first
    around: tuple[Node, ...] = ()  # what a text flows around
    trace: list[DrawnElement] | None = None

    def within(
        self,
        extra: Env,
        opacity: float,
        *,
        used: KeyPath = (),
        matrix: Matrix = IDENTITY,
        clip: Segments = (),
    ) -> DrawContext:
        """Return the context inside an element, with fields of its own. Raises BadValue for templates without end."""
        deeper = 1 if used else 0
        if self.depth + deeper > MAX_DEPTH:
            raise BadValue("endless", "template", f"templates more than {MAX_DEPTH} deep", "templates that end")
        env, depth = {**self.env, **extra}, self.depth + deeper
        uses = (*self.used, used) if used else self.used
        inner = self.matrix if matrix == IDENTITY else geo.multiply(self.matrix, matrix)
        window = narrowed(self.window, geo.transform(clip, inner)) if clip else self.window
        return replace(self, env=env, opacity=opacity, depth=depth, matrix=inner, window=window, used=uses)

    @property
    def scale(self) -> float:
        """Return how many mm of the face one unit of the drawing is."""
        return round(geo.scale_of(self.matrix), 9)  # rounded: the same when turned

    def em(self, size: float) -> float:
        """Return the size for text of a size: in large print `larger` times as large, up to `LARGE`."""
        return max(size, min(size * self.larger, LARGE / self.scale)) if self.larger > 1 else size

    def count(self, more: int, key: str) -> None:
        """Count what is about to be drawn. Raises TooMuch."""
        self.drawn[0] += more
        self.work[0] += more
        if self.drawn[0] > MAX_NODES:
            raise TooMuch("over-limit", key, f"more than {MAX_NODES:,} parts", "fewer of them")
        if self.work[0] > MAX_WORK:
            found = f"more than {MAX_WORK:,} parts on all pieces"
            raise TooMuch("over-limit", key, found, "fewer pieces, or plainer ones")

    # ---- values ------------------------------------------------------------------------------

    def number(self, value: object, key: str, minimum: float | None = None) -> float:
        if type(value) is str:
            try:
                value = expr.number(value, self.env)
            except expr.ExprError as error:
                raise BadValue(error.code, key, f"{key}: {error.found}", error.expected) from None
        number = float(value)  # type: ignore[arg-type]
        if not -expr.FARTHEST <= number <= expr.FARTHEST:
            raise BadValue("out-of-range", key, f"{key}: {number:g}", f"a number of at most {expr.FARTHEST:,.0f}")
        if minimum is not None and number < minimum:
            raise BadValue("out-of-range", key, f"{key}: {number:g}", f"at least {minimum:g}")
        return number

    def whole(self, value: object, key: str, minimum: int) -> int:
        number = self.number(value, key, minimum)
        if number != int(number):
            raise BadValue("wrong-type", key, f"{key}: {number:g}", "a whole number")
        return int(number)

    def point(self, values: Point, key: str) -> tuple[float, float]:
        x, y = values
        return self.number(x, key), self.number(y, key)

    def frame(self, box: Box) -> Rectangle:
        x, y, width, height = (self.number(value, "box") for value in box)
        if width <= 0 or height <= 0:
            raise BadValue("out-of-range", "box", f"a box of {width:g} × {height:g} mm", "a width and a height above 0")
        return x, y, width, height

    def text(self, template: str, key: str, render: Callable[[str, Env], str] = expr.render) -> str:
        """Return a text with its fields filled in. Raises BadValue."""
        try:
            return render(template, self.env)
        except expr.ExprError as error:
            raise BadValue(error.code, key, error.found, error.expected) from None

    def printed(self, template: str, key: str) -> str:
        """Return a text as printed, in the document's language."""
        return self.text(template, key, rendered)

    def both(self, template: str, key: str) -> tuple[str, str]:
        """Return a text as printed, and the same in a second language, "" if there is none."""
        first = self.printed(template, key)
        if not isinstance(template, Twofold):
            return first, ""
        other = replace(self, env=in_second(self.resources.document, self.env))
        return first, other.printed(template.second, key)

    def bound(self, value: object, path: KeyPath) -> object:
        """Return a value that a template is given, with how it is printed. Raises ExprError."""
        given, document = expr.evaluate(value, self.env), self.resources.document
        if not isinstance(value, str) or not isinstance(given, str):
            return given
        by: dict[str, str] = {}
        second = None if document.second is None else document.second.words
        for words in (each for each in (document.words, second) if each is not None):
            env = {**self.env, SAY: words.of}
            template = "{" in value
            by[words.tag] = rendered(words.at(value, path), env) if template else str(words.of(value, str(path[-1])))
        return Worded(given, by) if any(known != given for known in by.values()) else given

    def colour(self, name: str | Gradient | None, key: str) -> Colour | None:
        if isinstance(name, Gradient):  # a gradient of a style
            expected = f"{key}: one colour here; a gradient fills shapes, text and icons"
            raise BadValue("not-applicable", "style", f"{key}: a gradient", expected)
        return None if name is None else self.resources.colour(self.text(name, key), key)

    def paint(self, element: el.Painted, *, stroke: str | None = None) -> Fill:
        """Return how an element is painted; `stroke` is the default of its outline."""
        style = self.resources.style(element.style)
        width = element.stroke_width if element.stroke_width is not None else style.stroke_width
        mm = self.number(width, "stroke_width", 0)
        paint = Paint(
            # a line without width is not drawn at all, rather than as the printer's thinnest
            stroke=self.colour(element.stroke or style.stroke or stroke, "stroke") if mm > 0 else None,
            width=mm,
            dash=element.dash or style.dash,
            opacity=self.alpha(element),
        )
        return self.filled(element.fill or style.fill, "fill", paint)

    def filled(self, fill: str | Gradient | None, key: str, paint: Paint) -> Fill:
        """Return a paint with a fill, which is one colour or a gradient."""
        if not isinstance(fill, Gradient):
            return Fill(replace(paint, fill=self.colour(fill, key)))
        stops = self._stops(fill, key)
        angle = None if fill.kind == "radial" else self.number(fill.rotate or 0, key)
        return Fill(replace(paint, fill=mean(stops)), stops, angle)

    def _stops(self, fill: Gradient, key: str) -> tuple[Stop, ...]:
        """Return a gradient's stops from 0 to 1. Raises BadValue."""
        self.count(len(fill.stops), key)
        found: list[Stop] = []
        for stop in fill.stops:
            if stop.colour == "none" or stop.offset is None:
                raise BadValue("wrong-gradient", key, UNMADE, RISING)
            colour = self.colour(stop.colour, key)
            if colour is None:
                expected = "a colour; opacity: 0 for one not seen"
                raise BadValue("wrong-value", key, f"'{stop.colour}' in a gradient", expected)
            found.append(Stop(stop.offset, colour, stop.opacity))
        places = [stop.at for stop in found]
        if len(found) < 2 or places != sorted(places):
            raise BadValue("wrong-gradient", key, UNMADE, RISING)
        try:
            return normal(found)
        except Undrawable:
            raise BadValue("wrong-gradient", key, UNMADE, RISING) from None

    def alpha(self, element: el.Element) -> float:
        if element.opacity == 1:
            return self.opacity
        opacity = self.number(element.opacity, "opacity")
        if not 0 <= opacity <= 1:
            raise BadValue("out-of-range", "opacity", f"opacity: {opacity:g}", "0 to 1")
        return self.opacity * opacity

    def add_alt(
        self, element: el.Element, text: str, *, size: float = 0.0, picture: bool = False, markup: bool = False
    ) -> None:
        """Add words or a picture of an element to the alt text, with how they lie."""
        matrix = self.matrix
        if element.rotate != 0:
            matrix = geo.multiply(matrix, geo.rotation(self.number(element.rotate, "rotate")))
        upright = matrix[:4] == IDENTITY[:4]
        turn = (size,) if upright else (*[round(part, 3) for part in matrix[:4]], size)
        words = self.resources.document.words
        if picture and words is not None:
            text = str(words.of(text, PICTURES))
        self.alt_parts.append(AltPart(text, turn, picture, markup))

    def traced(
        self, element: el.AnyElement, nodes: Sequence[Node], path: KeyPath, drawn: Sequence[Node], inner: int
    ) -> Sequence[Node]:
        """Add an element to the trace, if there is one, with the box that its `nodes` paint on, or that of the elements
        in it, which are the last of the trace from number `inner`; return what is `drawn` of it, its shadow too, in a
        group of its own."""
        if self.trace is None:
            return drawn
        window = None if self.window is None else self.window.box
        boxes = [each.box for each in self.trace[inner:]]
        boxes = boxes or [box for _, box in geo.paint_box(nodes, self.matrix, window)]
        if not boxes:
            return drawn
        group, box = Group(tuple(drawn)), geo.union(boxes)
        self.trace.append(DrawnElement(element, path, self.used, self.env, box, self.matrix, group))
        return (group,)

    # ---- faults ------------------------------------------------------------------------------

    def fault(self, code: Code, path: KeyPath, found: str, expected: str, hint: str = "", name: str = "") -> SpecError:
        return SpecError([self._placed(code, path, found, expected, hint, name)])

    def unfit(self, path: KeyPath, error: Unfit) -> SpecError:
        return self.fault(error.code, path, error.found, error.expected, error.hint, error.name)

    def _placed(self, code: Code, path: KeyPath, found: str, expected: str, hint: str = "", name: str = "") -> Fault:
        fault = self.resources.document.fault(code, path, found, expected, hint, name, self.used)
        return replace(fault, pieces=(self.piece,))

    def proofread(self, nodes: Sequence[Node], path: KeyPath) -> None:
        """Check what was drawn of one element: text outside the safe area, and what prints badly, give warnings.

        Raises SpecError if something extends beyond the bleed, where it would lie on another piece.
        """
        preflight, known = self.preflight, self.warnings.get(path, {})
        window = None if self.window is None else self.window.box
        for node, box in geo.paint_box(nodes, self.matrix, window, self.passed):
            if not _inside(box, self.box, OVERHANG):
                within = "within the piece and its bleed"
                raise SpecError([self._beyond("beyond-bleed", "an element", box, within, self.box, path)])
            if preflight.cut_line is None and isinstance(node, Text) and not _inside(box, preflight.safe, NEAR):
                found = f"text '{node.text if len(node.text) < 30 else node.text[:27] + '...'}'"
                warning = self._beyond("text-near-cut", found, box, "text inside the safe area", preflight.safe, path)
                known.setdefault("text-near-cut", replace(warning, severity="warning"))
        for flaw in (*self.flaws, *preflight.flaws(nodes, self.matrix, self.window)):
            if flaw.code not in known:
                warning = self._placed(flaw.code, path, flaw.found, flaw.expected)
                known[flaw.code] = replace(warning, severity="warning")
        self.flaws.clear()
        if known:
            self.warnings[path] = known

    def passed(self, box: Rectangle) -> bool:
        """Return whether a box keeps within the bleed, and text in it within the safe area."""
        cut, safe = self.preflight.cut_line, self.preflight.safe
        return _inside(box, self.box, 0.0) and (cut is not None or _inside(box, safe, 0.0))

    def _beyond(self, code: Code, what: str, box: Rectangle, within: str, limits: Rectangle, path: KeyPath) -> Fault:
        x, y, width, height = limits
        left, top, right, bottom = box[0], box[1], box[0] + box[2], box[1] + box[3]
        found = f"{what} from {left:.1f}, {top:.1f} to {right:.1f}, {bottom:.1f} mm"
        expected = f"{within}, {x:g}, {y:g} to {x + width:g}, {y + height:g} mm"
        return self._placed(code, path, found, expected)


def _inside(box: Rectangle, limits: Rectangle, slack: float) -> bool:
    return (
        box[0] >= limits[0] - slack
        and box[1] >= limits[1] - slack
        and box[0] + box[2] <= limits[0] + limits[2] + slack
        and box[1] + box[3] <= limits[1] + limits[3] + slack
    )
