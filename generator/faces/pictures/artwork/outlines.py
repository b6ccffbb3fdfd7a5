"""Shape elements of an SVG file as paths, in the element's own units."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot, sqrt

from generator.draw.geometry.geometry import FARTHEST, Rectangle, ellipse, parse_path, polyline, rectangle, transform
from generator.draw.scene import Segment
from generator.faces.pictures.artwork.tree import Undrawable
from generator.faces.pictures.artwork.values import length, numbers

SHAPES = {"circle", "ellipse", "line", "path", "polygon", "polyline", "rect"}


def sane(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """The same path. Raises ValueError where a number is not finite, or farther out than any drawing goes."""
    if not all(abs(number) <= FARTHEST for segment in segments for number in segment[1:]):  # type: ignore[arg-type]
        raise ValueError(f"a shape beyond {FARTHEST:,.0f}")
    return segments


def outline(name: str, attributes: Mapping[str, str], box: Rectangle) -> tuple[Segment, ...]:
    """A shape element's path; empty where it has no size, as the standard has it.

    Raises ValueError; Undrawable for what is no shape.
    """
    wholes = {"x": box[2], "cx": box[2], "rx": box[2], "x1": box[2], "x2": box[2], "width": box[2]}
    diagonal = hypot(box[2], box[3]) / sqrt(2)

    def at(key: str, default: str = "0") -> float:
        return length(attributes.get(key, default), diagonal if key == "r" else wholes.get(key, box[3]))

    match name:
        case "path":
            return parse_path(attributes.get("d", ""))
        case "rect":
            width, height = at("width"), at("height")
            radii = [at(key) for key in ("rx", "ry") if attributes.get(key, "auto") != "auto"] or [0.0]
            _positive(name, width, height, *radii)
            return _rectangle(at("x"), at("y"), width, height, radii[0], radii[-1]) if min(width, height) > 0 else ()
        case "circle":
            _positive(name, at("r"))
            return ellipse(at("cx"), at("cy"), at("r"), at("r")) if at("r") > 0 else ()
        case "ellipse":
            radii = [at(key) for key in ("rx", "ry") if attributes.get(key, "auto") != "auto"] or [0.0]
            _positive(name, *radii)
            return ellipse(at("cx"), at("cy"), radii[0], radii[-1]) if min(radii) > 0 else ()
        case "line":
            return polyline(((at("x1"), at("y1")), (at("x2"), at("y2"))), closed=False)
        case "polyline" | "polygon":
            found = numbers(attributes.get("points", ""))
            if len(found) % 2:
                raise Undrawable(f"<{name}> of an odd count of numbers")
            points = list(zip(found[::2], found[1::2], strict=True))
            return polyline(points, closed=name == "polygon") if points else ()
        case _:
            raise Undrawable(f"<{name[:30]}>")


def _positive(name: str, *sizes: float) -> None:
    if min(sizes) < 0:
        raise Undrawable(f"<{name}> of a size below 0")


def _rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> tuple[Segment, ...]:
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx == ry or min(rx, ry) <= 0:
        return rectangle(x, y, width, height, min(rx, ry))
    return transform(rectangle(0, 0, width / rx, height / ry, 1), (rx, 0, 0, ry, x, y))
