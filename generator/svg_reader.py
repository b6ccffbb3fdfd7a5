"""SVG files as scene nodes: the named icons and a user's pictures.

Read are path, rect, circle, ellipse, line, polyline, polygon, g, transform, fill, stroke, stroke-width,
stroke-linecap, stroke-linejoin, fill-rule, opacity and viewBox; text, images, gradients and other
elements that would paint are refused rather than left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import radians, tan
from pathlib import Path as FilePath
from xml.parsers import expat

from msgspec import Struct

from generator.geometry import (
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
from generator.scene import IDENTITY, Matrix, Paint, Path, Segment
from specs.names import Colour, colour

# Roles a class can give a path; an element's own colours replace the file's.
ROLES = ("main", "accent", "line")
_SILENT = {"svg", "g", "title", "desc", "metadata", "defs", "style", "namedview"}
_INHERITED = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "fill-rule", "class")
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)")
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
            even_odd=paint.even_odd,
            opacity=paint.opacity * opacity,
        )
        paths.append(Path(transform(shape.segments, matrix), paint))
    return tuple(paths)


def read(file: FilePath) -> Drawing:
    """Read an SVG file. Raises ValueError, one line, for what cannot be drawn; OSError."""
    return parse(file.read_bytes())


def parse(data: bytes) -> Drawing:
    """Read SVG text. Raises ValueError."""
    builder = _Builder()
    parser = expat.ParserCreate()
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.StartDoctypeDeclHandler = _doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ValueError(f"not SVG: {error}") from None
    if builder.box is None:
        raise ValueError("no <svg> with a viewBox or a width and height")
    return Drawing(builder.box, tuple(builder.shapes))


def _doctype(name: str, system: str | None, public: str | None, internal: int) -> None:
    # entities could read files or grow without end
    raise ValueError("a DOCTYPE, which is not read")


class _Builder:
    def __init__(self) -> None:
        self.box: Rectangle | None = None
        self.shapes: list[Shape] = []
        self.stack: list[tuple[dict[str, str], Matrix, float]] = [({}, IDENTITY, 1.0)]
        self.hidden = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if self.hidden or name == "defs":
            self.hidden += 1
            return
        for pair in attributes.pop("style", "").split(";"):
            key, colon, value = pair.partition(":")
            if colon:
                attributes[key.strip()] = value.strip()
        inherited, matrix, opacity = self.stack[-1]
        style = {**inherited, **{key: attributes[key] for key in _INHERITED if key in attributes}}
        if "transform" in attributes:
            matrix = multiply(matrix, _matrix(attributes["transform"]))
        opacity *= _number(attributes.get("opacity", "1"))
        self.stack.append((style, matrix, opacity))
        if name == "svg" and self.box is None:
            self.box = _box(attributes)
        elif name not in _SILENT:
            segments = _segments(name, attributes)
            if segments:
                self.shapes.append(_shape(transform(segments, matrix), style, opacity, scale_of(matrix), attributes))

    def end(self, tag: str) -> None:
        if self.hidden:
            self.hidden -= 1
        else:
            self.stack.pop()


def _number(text: str) -> float:
    match = _NUMBER.match(text.strip())
    if match is None:
        raise ValueError(f"'{text}', which is no number")
    return float(match[0])


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]


def _box(attributes: dict[str, str]) -> Rectangle | None:
    numbers = _numbers(attributes.get("viewBox", ""))
    if len(numbers) == 4 and numbers[2] > 0 and numbers[3] > 0:
        return numbers[0], numbers[1], numbers[2], numbers[3]
    if "width" in attributes and "height" in attributes:
        return 0, 0, _number(attributes["width"]), _number(attributes["height"])
    return None


def _matrix(text: str) -> Matrix:
    matrix = IDENTITY
    for name, arguments in _TRANSFORM.findall(text):
        numbers = _numbers(arguments)
        step: Matrix
        match name, numbers:
            case "matrix", [a, b, c, d, e, f]:
                step = (a, b, c, d, e, f)
            case "translate", [x, *rest]:
                step = translate(x, rest[0] if rest else 0)
            case "scale", [x, *rest]:
                step = scaling(x, rest[0] if rest else x)
            case "rotate", [angle, *centre]:
                step = rotation(angle, *centre[:2])
            case "skewX", [angle]:
                step = (1, 0, tan(radians(angle)), 1, 0, 0)
            case "skewY", [angle]:
                step = (1, tan(radians(angle)), 0, 1, 0, 0)
            case _:
                raise ValueError(f"transform '{name}({arguments})'")
        matrix = multiply(matrix, step)
    return matrix


def _segments(name: str, attributes: dict[str, str]) -> tuple[Segment, ...]:
    def at(key: str, default: str = "0") -> float:
        return _number(attributes.get(key, default))

    match name:
        case "path":
            return parse_path(attributes.get("d", ""))
        case "rect":
            return rectangle(at("x"), at("y"), at("width"), at("height"), at("rx", attributes.get("ry", "0")))
        case "circle":
            return ellipse(at("cx"), at("cy"), at("r"), at("r"))
        case "ellipse":
            return ellipse(at("cx"), at("cy"), at("rx"), at("ry"))
        case "line":
            return polyline(((at("x1"), at("y1")), (at("x2"), at("y2"))), closed=False)
        case "polyline" | "polygon":
            numbers = _numbers(attributes.get("points", ""))
            points = list(zip(numbers[::2], numbers[1::2], strict=False))
            return polyline(points, closed=name == "polygon") if points else ()
        case _:
            raise ValueError(f"<{name}>, which cannot be drawn (convert it to paths)")


def _paint(text: str) -> Colour | None:
    if text in ("none", "transparent"):
        return None
    rgb = re.match(r"rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$", text)
    if rgb:
        red, green, blue = (int(channel) / 255 for channel in rgb.groups())
        return red, green, blue
    try:
        return colour({}, text)
    except KeyError:
        raise ValueError(f"paint '{text}' (plain colours only)") from None


def _shape(
    segments: tuple[Segment, ...], style: Mapping[str, str], opacity: float, scale: float, attributes: Mapping[str, str]
) -> Shape:
    fill, stroke = _paint(style.get("fill", "black")), _paint(style.get("stroke", "none"))
    roles = [role for role in style.get("class", "").split() if role in ROLES]
    fill_role = next((role for role in roles if role != "line"), "")
    if not fill_role and "line" in roles and stroke is None:
        fill_role = "line"
    cap, join = style.get("stroke-linecap", "butt"), style.get("stroke-linejoin", "miter")
    paint = Paint(
        fill=fill,
        stroke=stroke,
        width=_number(style.get("stroke-width", "1")) * scale,
        cap=cap if cap in ("round", "square") else "butt",  # type: ignore[arg-type]
        join=join if join in ("round", "bevel") else "miter",  # type: ignore[arg-type]
        even_odd=style.get("fill-rule") == "evenodd",
        opacity=opacity * _number(attributes.get("fill-opacity", "1")),
    )
    return Shape(
        segments,
        paint,
        fill_role if fill is not None else "",
        "line" if stroke is not None and "line" in roles else "",
    )
