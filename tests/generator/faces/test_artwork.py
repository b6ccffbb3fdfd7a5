"""SVG files come in as paths, or are refused in one line."""

import math

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Path
from generator.faces.pictures.artwork.drawing import Recolour, draw, viewport
from generator.faces.pictures.artwork.reader import parse
from generator.faces.pictures.artwork.tree import Element

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'


RECT = '<rect width="5" height="5"/>'
CLIPPED = f'<g clip-path="url(#c)">{RECT}</g>'


def svg(body: str) -> bytes:
    return f"{HEAD}{body}</svg>".encode()


@cases
def test_shapes_lie_where_the_file_says(body: str, box: tuple[float, ...]) -> None:
    (shape,) = parse(svg(body)).shapes
    assert geo.bounds(shape.segments) == pytest.approx(box, abs=0.02)


def test_roles_are_recoloured_and_everything_else_is_not() -> None:
    body = (
        '<path class="main line" fill="#f00" stroke="#000" d="M0 0H9V9Z"/>'
        '<path class="accent" fill="#0f0" d="M0 0H9V9Z"/>'
        '<path fill="#00f" d="M0 0H9V9Z"/>'
    )
    paths = draw(parse(svg(body)), {"main": Recolour((0.1, 0.1, 0.1)), "line": Recolour((0.2, 0.2, 0.2))})
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
        (svg("<text>hello<textPath/></text>"), "<textPath> in text"),
        (svg('<image href="http://x"/>'), "<image>, which cannot be drawn"),
        (svg('<path fill="url(#g)" d="M0 0H9V9Z"/>'), "no gradient of this file"),
        (svg('<path d="M0 0 L oops"/>'), "path data"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>', "a DOCTYPE"),
        (b'<?xml version="1.0" encoding="bogus"?><svg viewBox="0 0 1 1"/>', "unknown encoding"),
        (svg('<svg x="5"><rect width="5" height="5"/></svg>'), "an <svg> inside another"),
        (svg('<rect mask="url(#m)" width="5" height="5"/>'), "mask on <rect>"),
        (svg('<g clip-path="inset(5)"><rect width="5" height="5"/></g>'), "clip-path on <g>"),
        (svg('<g clip-path="url(#c)"><rect width="5" height="5"/></g>'), "clip-path of '#c', no clip path"),
        (svg(f'<clipPath id="c">{RECT}{RECT}</clipPath>{CLIPPED}'), "a clip path with 2 shapes"),
        (svg(f'<clipPath id="c"/>{CLIPPED}'), "a clip path with 0 shapes"),
        (svg(f'<clipPath id="c"><text>A</text></clipPath>{CLIPPED}'), "a clip path with <text>"),
        (svg(f'<clipPath id="c" clipPathUnits="objectBoundingBox">{RECT}</clipPath>{CLIPPED}'), "with clipPathUnits"),
        (svg(f'<clipPath id="c"><g>{RECT}</g></clipPath>{CLIPPED}'), "a clip path with <g>"),
        (svg('<g clip-path="url(#c)">' * 20 + "</g>" * 20), "clip-path on <g>"),
        (svg('<path vector-effect="non-scaling-stroke" d="M0 0H9"/>'), "vector-effect on <path>"),
        (svg('<g style="filter:url(#f)"><rect width="5" height="5"/></g>'), "filter on <g>"),
        (svg('<g transform="frob(3)"/>'), "transform 'frob"),
        (svg('<g transform="rotate(3 4)"/>'), "transform 'rotate"),
        (svg('<g transform="rotate 3"/>'), "transform 'rotate 3'"),
        (svg("<style>g > .a{fill:red}</style>"), "style rule 'g > .a'"),
        (svg("<style>@media print{.a{fill:red}}</style>"), "style"),
        (svg('<rect width="3em" height="5"/>'), "length '3em'"),
        (svg('<rect width="1e99" height="5"/>'), "too large"),
        (svg('<path d="M0 0H1e999"/>'), "beyond"),
    ],
)
def test_what_cannot_be_drawn_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse(data)


def test_style_sheets_of_plain_selectors_are_read() -> None:
    sheet = "<defs><style>/* exported */ .a, .b { fill: #f00; } rect{stroke:#00f} #c{fill:#0f0}</style></defs>"
    plain, ruled, named = parse(
        svg(
            "<style>.a, .b { fill: #f00; } rect{stroke:#00f} #c{fill:#0f0}</style>"
            '<path class="x" d="M0 0H9V9Z"/><rect class="b" width="9" height="9"/>'
            '<path id="c" class="a" d="M0 0H9V9Z"/>'
        )
    ).shapes
    assert (plain.paint.fill, plain.paint.stroke) == ((0, 0, 0), None)
    assert (ruled.paint.fill, ruled.paint.stroke) == ((1, 0, 0), (0, 0, 1))
    assert named.paint.fill == (0, 1, 0), "an id wins over a class"
    (inside_defs,) = parse(svg(sheet + '<path class="a" d="M0 0H9V9Z"/>')).shapes
    assert inside_defs.paint.fill == (1, 0, 0), "where drawing programs put their style sheets"


def test_clip_paths_of_one_shape_cut_what_they_clip_and_nothing_else() -> None:
    body = (
        f'{RECT}<g clip-path="url(#c)" transform="translate(10 0)">{RECT}<circle r="9" clip-path="url(#d)"/></g>{RECT}'
        '<defs><clipPath id="c"><circle cx="3" cy="3" r="2"/></clipPath>'
        '<rect id="r" x="1" width="1" height="1" fill="none"/>'
        '<clipPath id="d" transform="scale(2)"><title>t</title><use href="#r"/></clipPath></defs>'
    )
    before, outer, inner, after = draw(parse(svg(body)), {})
    assert isinstance(before, Path)
    assert isinstance(after, Path)
    assert isinstance(outer, Group)
    assert geo.bounds(outer.clip) == pytest.approx((11, 1, 4, 4))
    assert isinstance(inner, Group)
    (cut,) = inner.children
    assert isinstance(cut, Group)
    assert geo.bounds(cut.clip) == pytest.approx((12, 0, 2, 2))


@cases
def test_what_is_hidden_or_empty_is_not_painted(body: str) -> None:
    (shape,) = parse(svg(f'{body}<rect x="50" width="5" height="5"/>')).shapes
    assert geo.bounds(shape.segments) == (50, 0, 5, 5)


@cases
def test_lengths_have_units(body: str, box: tuple[float, ...]) -> None:
    data = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">{body}</svg>'.encode()
    (shape,) = parse(data).shapes
    assert geo.bounds(shape.segments) == pytest.approx(box)


def test_a_letter_is_16_pixels_high_where_a_drawing_is_measured_in_letters() -> None:
    found = viewport(Element("svg", {"width": "6em", "height": "1in"}, "", None))
    assert found.view[2] == pytest.approx(found.view[3])


def test_fill_and_stroke_may_be_differently_opaque() -> None:
    inside, line = parse(
        svg('<g fill-opacity=".4"><path class="main line" stroke-opacity=".2" stroke="red" d="M0 0H9V9Z"/></g>')
    ).shapes
    assert (inside.paint.stroke, inside.paint.opacity, inside.fill_role) == (None, 0.4, "main")
    assert (line.paint.fill, line.paint.opacity, line.stroke_role) == (None, 0.2, "line")


def test_dashes_grow_with_the_drawing() -> None:
    (path,) = draw(
        parse(svg('<g transform="scale(2)"><path stroke="red" stroke-dasharray="1, 2 3" d="M0 0H9"/></g>')),
        {},
    )
    assert path.paint.dash == pytest.approx((2, 4, 6) * 2), "an odd list is said twice, as the standard has it"
    assert path.paint.width == pytest.approx(2)


def test_current_colour_is_the_elements_own() -> None:
    named, plain = parse(
        svg('<g color="#f00"><path fill="currentColor" d="M0 0H9V9Z"/></g><path fill="currentColor" d="M0 0H9V9Z"/>')
    ).shapes
    assert (named.paint.fill, plain.paint.fill) == ((1, 0, 0), (0, 0, 0))


def test_the_plain_doctype_of_old_programs_is_no_fault() -> None:
    doctype = b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert len(parse(doctype + svg('<path d="M0 0H9V9Z"/>')).shapes) == 1


attributes = st.sampled_from(
    ["d", "x", "width", "height", "r", "points", "transform", "fill", "stroke", "stroke-dasharray", "opacity",
     "stroke-width", "style", "class", "viewBox", "rx", "fill-opacity"]
)  # fmt: skip
values = st.one_of(
    st.text(alphabet="MLHVCSQTAZmlhvcsqtaz0123456789.,-+ e%()", max_size=20),
    st.sampled_from(
        ["10", "50%", "3mm", "none", "red", "#123", "url(#a)", "rotate(30)", "scale(2,3)", "fill:red", "1 2 3"]
    ),
)
shapes = st.sampled_from(["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "g"])


@given(st.lists(st.tuples(shapes, st.dictionaries(attributes, values, max_size=5)), max_size=4))
def test_any_file_is_drawn_with_finite_numbers_or_refused_in_one_line(
    elements: list[tuple[str, dict[str, str]]],
) -> None:
    body = "".join(
        f"<{name} " + " ".join(f'{key}="{value}"' for key, value in own.items()) + "/>" for name, own in elements
    )
    try:
        paths = draw(parse(svg(body)), {})
    except ValueError as error:
        assert "\n" not in str(error)
        return
    for path in paths:
        assert all(math.isfinite(number) for segment in path.segments for number in segment[1:])  # type: ignore[arg-type]
        assert math.isfinite(path.paint.width)
        assert 0 <= path.paint.opacity <= 1
