"""Gradients of SVG artwork: our PDF and our SVG show what resvg shows of the file itself."""

from math import isfinite
from pathlib import Path

import pytest
from cases import cases, data
from hypothesis import given
from hypothesis import strategies as st

from generator.building.check import check
from generator.draw.colour.ink import InkMode
from generator.draw.geometry import geometry as geo
from generator.draw.scene import IDENTITY, Gradient, Group, Page, Paint, Scene, Shaded, Stop
from generator.draw.scene import Path as Outline
from generator.exports.cut_files import laser
from generator.faces.pictures.artwork.drawing import Recolour, Shape, draw
from generator.faces.pictures.artwork.reader import parse
from generator.faces.pictures.artwork.tree import Undrawable
from generator.formats import svg
from generator.formats.pdf import pages
from tests.generator.faces.rendering import SIDE, by_pdfium, by_resvg, far, page

HEAD = data(__file__)["HEAD"]
STOPS = '<stop stop-color="#c00"/><stop offset=".4" stop-color="gold"/><stop offset="1" stop-color="#037"/>'
FADE = '<stop stop-color="#c00"/><stop offset="100%" stop-color="#037" stop-opacity="0"/>'
RECT = '<rect x="10" y="20" width="80" height="60" fill="url(#g)"/>'


def artwork(body: str) -> bytes:
    return f"{HEAD}{body}</svg>".encode()


def linear(attributes: str = "", stops: str = STOPS, name: str = "g") -> str:
    return f'<linearGradient id="{name}" {attributes}>{stops}</linearGradient>'


def radial(attributes: str = "", stops: str = STOPS, name: str = "g") -> str:
    return f'<radialGradient id="{name}" {attributes}>{stops}</radialGradient>'


DRAWN = data(__file__)["DRAWN"]


@pytest.mark.parametrize("body", DRAWN.values(), ids=DRAWN.keys())
def test_our_pdf_and_our_svg_show_what_the_file_shows(body: str, tmp_path: Path) -> None:
    drawing = parse(artwork(body))
    wanted = by_resvg(artwork(body).decode())
    printed, shown = by_pdfium(drawing, tmp_path / "art.pdf"), by_resvg(svg.page_svg(page(drawing)))
    average, edges = far(shown, wanted)
    assert average < 1
    assert edges < 0.005
    average, edges = far(printed, wanted)
    # PDFium has 256 steps for all the stripes together: each is a little aside
    assert average < (16 if "spreadMethod" in body else 2.5)
    assert edges < (0.2 if "spreadMethod" in body else 0.02)


@pytest.mark.parametrize("fr", [0, 0.1])
def test_a_focus_is_drawn_up_to_the_rim_of_its_circle_and_left_to_pixels_on_it(fr: float) -> None:
    """On the very rim a gradient has no middle, and beyond it is a cone that not all draw alike."""
    room = 0.2 - fr
    drawing = parse(artwork(radial(f'r=".2" fx="{0.5 + room * 0.999}" fr="{fr}"') + RECT))
    assert isinstance(drawing.shapes[0], Shape)
    assert drawing.shapes[0].gradient is not None
    for away in (0.99999, 1, 1.01, 30):
        with pytest.raises(Undrawable, match="not inside another"):
            parse(artwork(radial(f'r=".2" fx="{0.5 + room * away}" fr="{fr}"') + RECT))


@pytest.mark.parametrize("unit", [1.0, 0.01])
def test_a_ring_is_full_up_to_its_inner_circle_in_units_of_any_size(unit: float) -> None:
    """A gradient may be drawn in any units, its matrix makes mm of them."""
    gradient = Gradient(
        (0, 0, 20 * unit, 0, 0, 40 * unit),
        (Stop(0, (1, 0, 0)), Stop(1, (0, 0, 1))),
        (1 / unit, 0, 0, 1 / unit, 50, 50),
    )
    box = (0.0, 0.0, 100.0, 100.0)
    ring = Shaded(geo.ellipse(50, 50, 40, 40), Paint(fill=(1, 0, 0)), gradient)
    shown = by_resvg(svg.page_svg(Page(100, 100, (ring,), box, box, ())))
    inner, outer = (shown[SIDE // 2, SIDE * (50 + away) // 100] for away in (18, 38))
    assert tuple(inner) == (255, 0, 0)
    assert outer[2] > 200 > outer[0]


TWO = '<stop stop-color="red"/><stop stop-color="lime"/><stop stop-color="blue"/>'


@pytest.mark.parametrize(
    "body",
    [
        linear('gradientTransform="scale(1 0)"') + RECT,
        linear() + f'<g transform="scale(0 1)">{RECT}</g>',
        linear("", TWO) + RECT,
        linear("", TWO.replace("<stop", '<stop offset="1"')) + RECT,
        linear("", '<stop offset="5mm"/><stop offset="1" stop-color="red"/>') + RECT,
        linear('x1=".5" x2=".5" spreadMethod="repeat"') + RECT,
        radial('r="0"') + RECT,
        radial('fr=".7"') + RECT,
        radial('fx="1" fy="1"') + RECT,
        linear('transform-origin="center" gradientTransform="rotate(9)"') + RECT,
    ],
)
def test_what_renderers_see_differently_is_left_to_pixels(body: str) -> None:
    with pytest.raises(Undrawable, match=r"\A\d+:\d+: "):
        parse(artwork(body))


def test_a_gradient_takes_over_its_transform_too() -> None:
    turned = linear('gradientTransform="rotate(90 .5 .5)"', STOPS, "a") + '<linearGradient id="g" href="#a"/>'
    assert parse(artwork(turned + RECT)) == parse(artwork(linear('gradientTransform="rotate(90 .5 .5)"') + RECT))


@cases
def test_a_gradient_without_room_paints_nothing(body: str) -> None:
    assert all(shape.paint.fill == (0, 0, 0) and shape.gradient is None for shape in parse(artwork(body)).shapes)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<linearGradient id="g" href="#g"/>' + RECT, "refers back to itself"),
        ('<linearGradient id="g" href="#b"/><linearGradient id="b" href="#g"/>' + RECT, "refers back to itself"),
        ('<linearGradient id="g" href="other.svg#b"/>' + RECT, "refers to 'other.svg#b', no gradient of this file"),
        (
            "".join(f'<linearGradient id="g{n}" href="#g{n + 1}"/>' for n in range(40)) + RECT.replace("#g", "#g0"),
            "one of more than 32 that refer to the next",
        ),
        (linear("", "<stop/>" * 257) + RECT, "more than 256 stops"),
        (linear('spreadMethod="mirror"') + RECT, "spreadMethod 'mirror'"),
        (linear('gradientUnits="none"') + RECT, "gradientUnits 'none'"),
        (linear('x1="1e99"') + RECT, "too large"),
        (linear('gradientTransform="spin(3)"') + RECT, "transform 'spin"),
        (radial('r="-1"') + RECT, "a radius below 0"),
        (linear("", '<stop stop-color="url(#x)"/>') + RECT, "paint 'url"),
        (RECT, "fill of '#g', no gradient of this file"),
    ],
)
def test_a_gradient_that_is_none_is_refused(body: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse(artwork(body))


def test_a_gradient_of_stripes_too_fine_is_left_to_pixels() -> None:
    with pytest.raises(Undrawable, match="repeats more than 200 times"):
        parse(artwork(linear('x2=".001" spreadMethod="repeat"') + RECT))
    with pytest.raises(Undrawable, match="<pattern> as paint"):
        parse(artwork('<pattern id="g"/>' + RECT))


def test_roles_recolour_a_gradient_as_they_do_a_colour() -> None:
    drawing = parse(artwork(linear() + RECT.replace("x=", 'class="main" x=', 1)))
    (plain,) = draw(drawing, {"main": Recolour((0, 1, 0))})
    assert isinstance(plain, Outline)
    assert plain.paint.fill == (0, 1, 0)


def test_ink_modes_change_a_gradient() -> None:
    (whole,) = draw(parse(artwork(linear() + RECT)), {})
    (fading,) = draw(parse(artwork(linear("", FADE) + RECT)), {})
    scene = Scene((0, 0, 100, 100), (whole, fading))
    low, _ = InkMode("low")(scene).nodes
    assert isinstance(whole, Shaded)
    assert isinstance(low, Shaded)
    pairs = list(zip(low.gradient.stops, whole.gradient.stops, strict=True))
    assert all(sum(paler.colour) > sum(own.colour) for paler, own in pairs)
    line, gone = InkMode("outline")(scene).nodes
    assert isinstance(line, Outline)
    assert line.paint.fill == (1, 1, 1)
    assert line.paint.stroke is not None
    assert gone == Group(()), "what fades away has no edge"


def test_the_same_artwork_gives_the_same_bytes(tmp_path: Path) -> None:
    body = artwork("".join(DRAWN["as fill and stroke"] + DRAWN["fading"].replace("#g", "#f").replace('"g"', '"f"')))
    for name in ("one.pdf", "two.pdf"):
        pages.write([page(parse(body))], pages.Meta("art"), tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    assert svg.page_svg(page(parse(body))) == svg.page_svg(page(parse(body)))


odd = st.sampled_from(["0", "1", "-1", "50%", "1e-9", "9e6", "1e-300", ".5", "nan", "-0"])


@given(
    st.sampled_from(["linearGradient", "radialGradient"]),
    st.dictionaries(st.sampled_from(["x1", "y1", "x2", "y2", "cx", "cy", "r", "fx", "fy", "fr"]), odd),
    st.sampled_from(["pad", "reflect", "repeat"]),
    st.sampled_from(["objectBoundingBox", "userSpaceOnUse"]),
    st.lists(st.tuples(odd, odd), max_size=4),
    st.sampled_from(["", "scale(1e-7)", "scale(9e6)", "rotate(30)", "skewX(89.99)", "matrix(1 2 2 4 0 0)"]),
    st.sampled_from([RECT, '<path d="M0 0H1" stroke="url(#g)"/>', '<circle r="1e-6" fill="url(#g)"/>']),
)
def test_any_gradient_has_finite_numbers_or_is_refused(
    kind: str, ends: dict[str, str], spread: str, units: str, stops: list[tuple[str, str]], turn: str, shape: str
) -> None:
    inside = "".join(f'<stop offset="{at}" stop-opacity="{opacity}"/>' for at, opacity in stops)
    where = " ".join(f'{key}="{value}"' for key, value in ends.items())
    how = f'spreadMethod="{spread}" gradientUnits="{units}" gradientTransform="{turn}"'
    body = f'<{kind} id="g" {where} {how}>{inside}</{kind}>'
    try:
        drawing = parse(artwork(body + shape))
    except ValueError as error:
        assert "\n" not in str(error)
        return
    for found in drawing.shapes:
        assert isinstance(found, Shape)
        if found.gradient is not None:
            numbers = (*found.gradient.ends, *found.gradient.matrix)
            assert all(isfinite(number) and abs(number) <= 1e7 for number in numbers)
            places = [stop.at for stop in found.gradient.stops]
            assert places == sorted(places)
            assert (places[0], places[-1]) == (0, 1)
            assert all(0 <= stop.opacity <= 1 for stop in found.gradient.stops)
    assert "nan" not in svg.page_svg(page(drawing))


def test_a_gradients_line_is_engraved_and_its_area_is_the_materials_own() -> None:
    nodes = draw(parse(artwork(linear() + RECT + '<path d="M0 0H9V9" fill="none" stroke="url(#g)"/>')), {})
    face = Scene((0, 0, 100, 100), nodes)
    sheet = laser.sheet(100, 100, [laser.LaserPiece(face, IDENTITY, geo.rectangle(0, 0, 100, 100))])
    assert sheet.count(f'stroke="{laser.ENGRAVE}"') == 1
    assert "linearGradient" not in sheet


def test_pieces_that_differ_by_their_gradients_colours_alone_are_compared_by_them(tmp_path: Path) -> None:
    for name, colour in (("one", "#b03030"), ("two", "#6b6b14"), ("three", "#fff6d0")):
        (tmp_path / f"{name}.svg").write_bytes(artwork(linear("", STOPS.replace("#c00", colour)) + RECT))
    (tmp_path / "demo.yaml").write_text(
        "game: demo\ntitle: Demo\ncredits: {designer: Ann}\ncomponents:\n  c: {title: C, size: [60, 40], "
        "rows: {list: [{a: one}, {a: two}, {a: three}]}, "
        "front: [{draw: image, image: '{a}.svg', box: [5, 5, 50, 25]}]}\n"
    )
    (warning,) = check(tmp_path / "demo.yaml").warnings
    assert "fronts of c-01 and c-02, which differ by colours that" in warning.found
    assert "more" not in warning.found, "the light one is not mistaken for either"
