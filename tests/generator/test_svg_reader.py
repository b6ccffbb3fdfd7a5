"""SVG files come in as paths, or are refused in one line."""

from __future__ import annotations

import pytest

from generator import geometry as geo
from generator.svg_reader import draw, parse

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'


def svg(body: str) -> bytes:
    return f"{HEAD}{body}</svg>".encode()


@pytest.mark.parametrize(
    ("body", "box"),
    [
        ('<path d="M10 10h20v30H10z"/>', (10, 10, 20, 30)),
        ('<rect x="5" y="6" width="7" height="8" rx="2"/>', (5, 6, 7, 8)),
        ('<circle cx="50" cy="40" r="10"/>', (40, 30, 20, 20)),
        ('<ellipse cx="50" cy="40" rx="10" ry="5"/>', (40, 35, 20, 10)),
        ('<polygon points="0,0 10,0 5,8"/>', (0, 0, 10, 8)),
        ('<line x1="1" y1="2" x2="3" y2="5" stroke="red"/>', (1, 2, 2, 3)),
        ('<g transform="translate(10 20) scale(2)"><rect width="5" height="5"/></g>', (10, 20, 10, 10)),
        ('<rect width="10" height="4" transform="rotate(90)"/>', (-4, 0, 4, 10)),
        ('<path d="M0 0A10 10 0 0 1 20 0"/>', (0, -10, 20, 10)),
    ],
)
def test_shapes_lie_where_the_file_says(body: str, box: tuple[float, ...]) -> None:
    (shape,) = parse(svg(body)).shapes
    assert geo.bounds(shape.segments) == pytest.approx(box, abs=0.02)


def test_roles_are_recoloured_and_everything_else_is_not() -> None:
    body = (
        '<path class="main line" fill="#f00" stroke="#000" d="M0 0H9V9Z"/>'
        '<path class="accent" fill="#0f0" d="M0 0H9V9Z"/>'
        '<path fill="#00f" d="M0 0H9V9Z"/>'
    )
    paths = draw(parse(svg(body)), geo.IDENTITY, {"main": (0.1, 0.1, 0.1), "line": (0.2, 0.2, 0.2)})
    assert [path.paint.fill for path in paths] == [(0.1, 0.1, 0.1), (0, 1, 0), (0, 0, 1)]
    assert paths[0].paint.stroke == (0.2, 0.2, 0.2)


def test_styles_are_inherited_and_defs_do_not_paint() -> None:
    drawing = parse(
        svg(
            '<defs><path d="M0 0H9V9Z"/></defs>'
            '<g style="fill: red; stroke-width: 3"><path stroke="#000" d="M0 0H9V9Z"/></g>'
        )
    )
    (shape,) = drawing.shapes
    assert (shape.paint.fill, shape.paint.width) == ((1, 0, 0), 3)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"not svg", "not SVG"),
        (b"<svg></svg>", "no <svg> with a viewBox"),
        (svg("<text>hello</text>"), "<text>, which cannot be drawn"),
        (svg('<image href="http://x"/>'), "<image>, which cannot be drawn"),
        (svg('<path fill="url(#g)" d="M0 0H9V9Z"/>'), "plain colours only"),
        (svg('<path d="M0 0 L oops"/>'), "path data"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>', "a DOCTYPE"),
    ],
)
def test_what_cannot_be_drawn_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse(data)
