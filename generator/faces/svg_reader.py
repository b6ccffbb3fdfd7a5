"""SVG files as scene nodes: the named icons and a user's pictures.

Read are path, rect, circle, ellipse, line, polyline, polygon, g, transform, viewBox, and the presentation
attributes of fill, stroke and opacity, also from `style` attributes and from style sheets of plain
selectors. What would paint and cannot be read (text, images, gradients, clips, masks, filters) is refused
rather than left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import hypot, radians, sqrt, tan
from pathlib import Path as FilePath
from xml.parsers import expat

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry import (
    FARTHEST,
    Rectangle,
    ellipse,
    multiply,
    parse_path,
    polyline,
    rectangle,
    rotation,
    scale_of,
    scaling,
    transform,
    translate,
)
from generator.draw.scene import IDENTITY, Matrix, Paint, Path, Segment
from specs.names import Colour, colour

# Roles a class can give a path; an element's own colours replace the file's.
ROLES = ("main", "accent", "line")
_SVG = "http://www.w3.org/2000/svg"
_GROUPS = {"svg", "g", "a"}
_UNPAINTED = {"defs", "desc", "metadata", "script", "style", "symbol", "title"}
_UNPAINTED |= {"clipPath", "filter", "linearGradient", "marker", "mask", "pattern", "radialGradient"}
_INHERITED = {
    "class", "color", "fill", "fill-opacity", "fill-rule", "stroke", "stroke-dasharray", "stroke-linecap",
    "stroke-linejoin", "stroke-opacity", "stroke-width", "visibility",
}  # fmt: skip
_REFUSED = ("clip-path", "filter", "marker-end", "marker-mid", "marker-start", "mask", "mix-blend-mode")
_UNITS = {"": 1, "px": 1, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "pt": 96 / 72, "pc": 16}
_LENGTH = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(%|[a-z]*)\Z")
_SELECTOR = re.compile(r"([A-Za-z]+|[.#][\w-]+)\Z")
MAX_BYTES = 8_000_000
MAX_SHAPES = 50_000
NARROWEST = 1e-3  # of a view box, whose inverse is a scale
_TRANSFORM = re.compile(r"[\s,]*([A-Za-z]{1,9})\s*\(([^()]*)\)[\s,]*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class Shape(Struct, frozen=True):
    """One painted path of a drawing; `fill_role` and `stroke_role` name what may recolour it."""

    segments: tuple[Segment, ...]
    paint: Paint
    fill_role: str = ""
    stroke_role: str = ""


class Drawing(Struct, frozen=True):
    """An SVG file: its viewBox (x, y, width, height) and what is painted, in its own units."""

    box: Rectangle
    shapes: tuple[Shape, ...]


def draw(
    drawing: Drawing, matrix: Matrix, colours: Mapping[str, Colour | None], opacity: float = 1
) -> tuple[Path, ...]:
    """The drawing's paths under a matrix, its roles recoloured where `colours` names them."""
    scale = scale_of(matrix)
    paths = []
    for shape in drawing.shapes:
        paint = shape.paint
        paint = Paint(
            fill=colours.get(shape.fill_role, paint.fill),
            stroke=colours.get(shape.stroke_role, paint.stroke),
            width=paint.width * scale,
            cap=paint.cap,
            join=paint.join,
            dash=tuple(length * scale for length in paint.dash),
            even_odd=paint.even_odd,
            opacity=paint.opacity * opacity,
        )
        paths.append(Path(transform(shape.segments, matrix), paint))
    return tuple(paths)


def read(file: FilePath) -> Drawing:
    """Read an SVG file. Raises ValueError, one line, for what cannot be drawn; OSError."""
    if file.stat().st_size > MAX_BYTES:
        raise ValueError(f"{file.stat().st_size:,} bytes, more than {MAX_BYTES:,}")
    return parse(file.read_bytes())


def parse(data: bytes) -> Drawing:
    """Read SVG text. Raises ValueError."""
    builder = _Builder()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.StartDoctypeDeclHandler = _doctype
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError) as error:  # LookupError: an encoding nobody knows
        raise ValueError(f"not SVG: {error}") from None
    if builder.box is None:
        raise ValueError("no <svg> with a viewBox or a width and height")
    return Drawing(builder.box, tuple(builder.shapes))


def _doctype(name: str, system: str | None, public: str | None, internal: int) -> None:
    # entities could read files or grow without end; the plain DOCTYPE old programs write names only the standard
    if internal:
        raise ValueError("a DOCTYPE with entities, which is not read")


class _State(Struct, frozen=True):
    """What an element hands down to those inside it."""

    style: dict[str, str] = {}
    matrix: Matrix = IDENTITY
    opacity: float = 1.0


class _Builder:
    """Collects shapes as the parser meets them."""

    def __init__(self) -> None:
        self.box: Rectangle | None = None
        self.shapes: list[Shape] = []
        self.stack = [_State()]
        self.hidden = 0  # how deep inside something that does not paint
        self.rules: dict[str, list[tuple[int, dict[str, str]]]] = {}  # by selector, numbered as they come
        self.ruled_so_far = 0
        self.css: list[str] | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        if name == "style" and space in ("", _SVG):
            self.css = []  # in <defs> too, where drawing programs put it
        if self.hidden or name in _UNPAINTED or space not in ("", _SVG):
            self.hidden += 1
            return
        own = {**attributes, **self.ruled(name, attributes), **_declarations(attributes.get("style", ""))}
        if own.get("display") == "none":
            self.hidden = 1
            return
        for key in _REFUSED:
            if own.get(key, "none") not in ("none", "normal"):
                raise ValueError(f"{key} on <{name}>, which cannot be drawn (convert it to paths)")
        state = self.stack[-1]
        matrix = multiply(state.matrix, _matrix(own["transform"])) if "transform" in own else state.matrix
        if not all(abs(number) <= FARTHEST for number in matrix):
            raise ValueError(f"transforms that reach beyond {FARTHEST:,.0f}")
        opacity = state.opacity * _fraction(own.get("opacity", "1"))
        kept = {key: value for key, value in own.items() if key in _INHERITED and value != "inherit"}
        state = _State({**state.style, **kept}, matrix, opacity)
        self.stack.append(state)
        if name == "svg":
            if len(self.stack) > 2:
                raise ValueError("an <svg> inside another, which cannot be drawn")
            self.box = _box(own)
        elif name not in _GROUPS:
            segments = _segments(name, own, self.box or (0, 0, 100, 100))
            if segments and state.style.get("visibility", "visible") == "visible":
                if len(self.shapes) >= MAX_SHAPES:
                    raise ValueError(f"more than {MAX_SHAPES:,} shapes")
                self.shapes += _shapes(_sane(transform(segments, matrix)), state)

    def end(self, tag: str) -> None:
        if self.css is not None:
            for selector, declarations in _sheet("".join(self.css)):
                self.ruled_so_far += 1
                self.rules.setdefault(selector, []).append((self.ruled_so_far, declarations))
            self.css = None
        if self.hidden:
            self.hidden -= 1
        else:
            self.stack.pop()

    def characters(self, text: str) -> None:
        if self.css is not None:
            self.css.append(text)

    def ruled(self, name: str, attributes: Mapping[str, str]) -> dict[str, str]:
        """What the style sheet says of an element: rules for its tag, then for its classes, then for its id."""
        if not self.rules:
            return {}
        found: dict[str, str] = {}
        classes = [f".{name}" for name in attributes.get("class", "").split()]
        for own in ([name], classes, [f"#{attributes.get('id', '')}"]):
            ruled = [rule for selector in dict.fromkeys(own) for rule in self.rules.get(selector, ())]
            for _, declarations in sorted(ruled, key=lambda rule: rule[0]):
                found |= declarations
        return found


# ---- styles --------------------------------------------------------------------------------------


def _sheet(css: str) -> list[tuple[str, dict[str, str]]]:
    """A style sheet's rules, read once from front to back."""
    parts = css.split("/*")
    css = parts[0] + "".join(part.partition("*/")[2] for part in parts[1:])
    *blocks, rest = css.split("}")
    rules: list[tuple[str, dict[str, str]]] = []
    for block in blocks:
        selectors, brace, body = block.partition("{")
        if not brace or "{" in body:
            raise ValueError(f"style sheet text '{block.strip()[:30]}', which cannot be read")
        declarations = _declarations(body)
        for selector in selectors.split(","):
            if not _SELECTOR.match(selector.strip()):
                raise ValueError(f"style rule '{selector.strip()[:30]}' (plain names, .classes and #ids only)")
            rules.append((selector.strip(), declarations))
    if rest.strip():
        raise ValueError(f"style sheet text '{rest.strip()[:30]}', which cannot be read")
    return rules


def _declarations(text: str) -> dict[str, str]:
    pairs = (pair.partition(":") for pair in text.split(";"))
    return {key.strip(): value.replace("!important", "").strip() for key, colon, value in pairs if colon}


def _paint(text: str, style: Mapping[str, str]) -> Colour | None:
    if text == "currentColor":
        text = style.get("color", "black")
    if text in ("none", "transparent"):
        return None
    rgb = re.match(r"rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$", text)
    if rgb:
        red, green, blue = (min(255, int(channel)) / 255 for channel in rgb.groups())
        return red, green, blue
    try:
        return colour({}, text)
    except KeyError:
        raise ValueError(f"paint '{text}' (plain colours only)") from None


def _shapes(segments: tuple[Segment, ...], state: _State) -> list[Shape]:
    """A painted path; two where its fill and its stroke are not equally opaque."""
    style, scale = state.style, scale_of(state.matrix)
    fill, stroke = _paint(style.get("fill", "black"), style), _paint(style.get("stroke", "none"), style)
    roles = [role for role in style.get("class", "").split() if role in ROLES]
    fill_role = next((role for role in roles if role != "line"), "")
    if not fill_role and "line" in roles and stroke is None:
        fill_role = "line"
    cap, join = style.get("stroke-linecap", "butt"), style.get("stroke-linejoin", "miter")
    dash = style.get("stroke-dasharray", "none")
    lengths = () if dash == "none" else tuple(_length(part) * scale for part in re.split(r"[\s,]+", dash.strip()))
    paint = Paint(
        fill=fill,
        stroke=stroke,
        width=_length(style.get("stroke-width", "1")) * scale,
        dash=(lengths if len(lengths) % 2 == 0 else 2 * lengths) if sum(lengths) > 0 else (),
        cap=cap if cap in ("round", "square") else "butt",  # type: ignore[arg-type]
        join=join if join in ("round", "bevel") else "miter",  # type: ignore[arg-type]
        even_odd=style.get("fill-rule") == "evenodd",
    )
    if paint.width <= 0:
        paint, stroke = replace(paint, stroke=None), None
    filled = state.opacity * _fraction(style.get("fill-opacity", "1"))
    stroked = state.opacity * _fraction(style.get("stroke-opacity", "1"))
    inside = Shape(segments, replace(paint, opacity=filled), fill_role if fill is not None else "")
    line_role = "line" if "line" in roles else ""
    if stroke is None:
        return [inside] if fill is not None else []
    if fill is None or filled == stroked:
        return [replace(inside, paint=replace(paint, opacity=stroked), stroke_role=line_role)]
    return [
        replace(inside, paint=replace(inside.paint, stroke=None)),
        Shape(segments, replace(paint, fill=None, opacity=stroked), "", line_role),
    ]


# ---- numbers and shapes --------------------------------------------------------------------------


def _length(text: str, whole: float | None = None) -> float:
    """A length in user units; `whole` is what 100 % stands for."""
    match = _LENGTH.match(text.strip())
    if match is None or (match[2] == "%" and whole is None) or match[2] not in ("%", *_UNITS):
        raise ValueError(f"length '{text[:30]}'")
    number = float(match[1])
    if not abs(number) <= FARTHEST:
        raise ValueError(f"length '{text[:30]}', which is too large")
    return number * (whole or 0) / 100 if match[2] == "%" else number * _UNITS[match[2]]


def _fraction(text: str) -> float:
    return min(1.0, max(0.0, _length(text, 1)))


def _numbers(text: str) -> list[float]:
    numbers = [float(number) for number in _NUMBER.findall(text)]
    if not all(abs(number) <= FARTHEST for number in numbers):
        raise ValueError(f"numbers '{text[:30]}', which are too large")
    return numbers


def _box(attributes: Mapping[str, str]) -> Rectangle | None:
    numbers = _numbers(attributes.get("viewBox", ""))
    if len(numbers) == 4 and min(numbers[2:]) > 0:
        if min(numbers[2:]) < NARROWEST:
            raise ValueError(f"a viewBox of {numbers[2]:g} × {numbers[3]:g}, narrower than {NARROWEST:g}")
        return numbers[0], numbers[1], numbers[2], numbers[3]
    if "width" in attributes and "height" in attributes:
        width, height = _length(attributes["width"]), _length(attributes["height"])
        return (0, 0, width, height) if min(width, height) >= NARROWEST else None
    return None


def _matrix(text: str) -> Matrix:
    matrix, at, text = IDENTITY, 0, text.strip()
    while at < len(text):
        found = _TRANSFORM.match(text, at)
        if found is None:
            raise ValueError(f"transform '{text[at : at + 30]}'")
        (name, arguments), at = found.groups(), found.end()
        numbers = _numbers(arguments)
        step: Matrix
        match name, numbers:
            case "matrix", [a, b, c, d, e, f]:
                step = (a, b, c, d, e, f)
            case "translate", [x] | [x, _]:
                step = translate(x, numbers[1] if len(numbers) > 1 else 0)
            case "scale", [x] | [x, _]:
                step = scaling(x, numbers[-1])
            case "rotate", [angle] | [angle, _, _]:
                step = rotation(angle, *numbers[1:])
            case "skewX", [angle]:
                step = (1, 0, tan(radians(angle)), 1, 0, 0)
            case "skewY", [angle]:
                step = (1, tan(radians(angle)), 0, 1, 0, 0)
            case _:
                raise ValueError(f"transform '{name}({arguments[:30]})'")
        matrix = multiply(matrix, step)
        if not all(abs(number) <= FARTHEST for number in matrix):
            raise ValueError(f"transform '{text[:30]}' beyond {FARTHEST:,.0f}")
    return matrix


def _sane(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """The same path. Raises ValueError where a number is not finite, or farther out than any drawing goes."""
    if not all(abs(number) <= FARTHEST for segment in segments for number in segment[1:]):  # type: ignore[arg-type]
        raise ValueError(f"a shape beyond {FARTHEST:,.0f}")
    return segments


def _segments(name: str, attributes: Mapping[str, str], box: Rectangle) -> tuple[Segment, ...]:
    """A shape element's path; empty where it has no size, as the standard has it. Raises ValueError."""
    wholes = {"x": box[2], "cx": box[2], "rx": box[2], "x1": box[2], "x2": box[2], "width": box[2]}
    diagonal = hypot(box[2], box[3]) / sqrt(2)

    def at(key: str, default: str = "0") -> float:
        return _length(attributes.get(key, default), diagonal if key == "r" else wholes.get(key, box[3]))

    match name:
        case "path":
            return parse_path(attributes.get("d", ""))
        case "rect":
            width, height = at("width"), at("height")
            radii = [at(key) for key in ("rx", "ry") if attributes.get(key, "auto") != "auto"]
            if radii and radii[0] != radii[-1]:
                raise ValueError(
                    f"<rect> with rx {radii[0]:g} and ry {radii[-1]:g}, which cannot be drawn (one of both)"
                )
            return rectangle(at("x"), at("y"), width, height, sum(radii[:1])) if width > 0 and height > 0 else ()
        case "circle":
            return ellipse(at("cx"), at("cy"), at("r"), at("r")) if at("r") > 0 else ()
        case "ellipse":
            return ellipse(at("cx"), at("cy"), at("rx"), at("ry")) if at("rx") > 0 and at("ry") > 0 else ()
        case "line":
            return polyline(((at("x1"), at("y1")), (at("x2"), at("y2"))), closed=False)
        case "polyline" | "polygon":
            numbers = _numbers(attributes.get("points", ""))
            points = list(zip(numbers[::2], numbers[1::2], strict=False))
            return polyline(points, closed=name == "polygon") if points else ()
        case _:
            raise ValueError(f"<{name}>, which cannot be drawn (convert it to paths)")
