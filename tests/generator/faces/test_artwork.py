"""SVG artwork is drawn as the standard has it, left to pixels with a word, or refused in one line."""

from pathlib import Path

import numpy as np
import pytest
from cases import cases, data, put
from hypothesis import given, strategies as st

from generator.building.check import check
from generator.draw.colour.ink import InkMode
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Gradient, Group, Paint, Scene, Shaded, Stop
from generator.faces.pictures.artwork.cascade import ALL, INHERITED, LETTERS, Sheet, styled
from generator.faces.pictures.artwork.drawing import Drawing, Recolour, Shape, Viewport, draw, viewport
from generator.faces.pictures.artwork.pixels import Harmless
from generator.faces.pictures.artwork.reader import parse
from generator.faces.pictures.artwork.tree import Element, Tree, Undrawable
from generator.formats import svg
from tests.generator.faces.described import described
from tests.generator.faces.rendering import SIDE, artwork, by_pdfium, by_resvg, far, on_page, page, read

BOX = '<rect x="20" y="20" width="50" height="40"/>'
FADED = '<linearGradient id="g"><stop stop-color="#c00"/><stop offset="1" stop-color="#037"/></linearGradient>'
FILLED = '<rect x="10" y="20" width="80" height="60" fill="url(#g)"/>'
# how far our SVG and our PDF may be from the file: on average, and the part of pixels that differ by so much
NEAR = {
    "artwork": (0.5, 0.002, 1.5, 0.025, 32),
    "gradients": (1, 0.005, 2.5, 0.02, 32),
    "stripes": (1, 0.005, 16, 0.2, 32),  # PDFium has 256 steps for all of them together: each is a little aside
    "lettering": (2.5, 0.01, 2.5, 0.01, 128),  # the renderers smooth letters differently
}


def shown_alike(kind: str, data: str, folder: Path) -> None:
    drawing = parse(data.encode())
    assert not drawing.flaws
    sheet, (average, edges, printed, printed_edges, much) = page(drawing), NEAR[kind]
    height = round(SIDE * sheet.height / 100)
    wanted = by_resvg(data, height=height)
    assert np.abs(wanted - 255).max() > 50 or kind == "gradients", "there is something to see"
    apart = far(by_resvg(svg.page_svg(sheet), height=height), wanted, much)
    assert apart[0] <= average
    assert apart[1] <= edges
    apart = far(by_pdfium(sheet, folder / "art.pdf"), wanted, much)
    assert apart[0] <= printed
    assert apart[1] <= printed_edges


@cases
def test_our_pdf_and_our_svg_show_what_the_file_shows(kind: str, body: str, tmp_path: Path) -> None:
    shown_alike("stripes" if "spreadMethod" in body else kind, artwork(body), tmp_path)


@cases
def test_a_picture_is_as_large_as_its_width_and_height_whatever_its_view_box(root: str, tmp_path: Path) -> None:
    body = '<circle cx="45%" cy="40%" r="30%" fill="teal"/><path d="M0 0H.03V.05Z"/><rect width="30" height="20"/>'
    shown_alike("artwork", artwork(body, root), tmp_path)


@cases
def test_a_file_is_read_as_the_standard_has_it(body: str, root: str, drawn: str) -> None:
    assert "\n".join(described(draw(read(body, root), {}))) == drawn


@cases
def test_what_is_hidden_or_empty_is_not_painted(body: str) -> None:
    (shape,) = read(f'{body}<rect x="50" width="5" height="5"/>').shapes
    assert geo.bounds(shape.segments) == (50, 0, 5, 5)


@cases
def test_what_cannot_be_drawn_is_refused(body: str, message: str) -> None:
    whole = body.startswith(("<svg>", "<?xml", "<!DOCTYPE", "not svg"))
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the reason is compared below
        parse((body if whole else artwork(body)).encode())
    assert message in str(refused.value)


@cases
def test_what_shapes_cannot_show_is_left_to_pixels_and_its_place_is_told(body: str) -> None:
    with pytest.raises(Undrawable) as told:
        read("\n" + body)
    if not body.startswith("<g opacity"):  # which is looked at as a whole
        assert str(told.value).startswith("2:")


def test_numbers_that_are_none_are_refused_with_their_line_and_column() -> None:
    for wrong in ('<rect width="wide" height="5"/>', '<path d="M0 0 L 5 oops"/>', '<path fill="qwe" d="M0 0H9V9Z"/>'):
        with pytest.raises(ValueError, match=r"\A3:3: ") as refused:
            read(f"\n<g>\n  {wrong}</g>")
        assert not isinstance(refused.value, Undrawable)


@cases
def test_colours_as_they_are_written_of_late_reach_the_renderer_in_older_words(new: str, old: str) -> None:
    ground = '<rect width="100" height="60" fill="#fc0"/>'
    one, other = (artwork(f'{ground}{BOX[:-2]} fill="{value}"/>') for value in (new, old))
    assert parse(one.encode()) == parse(other.encode())
    view = Viewport((0, 0, 100, 100), (0, 0, 100, 100))
    sent = Harmless(Tree(one.replace("</svg>", f'<g style="stroke:{new}"/></svg>').encode()).root, view, str)
    assert np.array_equal(by_resvg(sent.text), by_resvg(other))


def test_roles_recolour_a_colour_a_gradient_and_a_text_and_nothing_else() -> None:
    body = (
        '<path class="main line" fill="#f00" stroke="#000" d="M0 0H9V9Z"/>'
        f'<path class="accent" fill="#0f0" d="M0 0H9Z"/>{FADED}<path class="main" fill="url(#g)" d="M0 0H9V9Z"/>'
        '<text class="main" y="20">A</text>'
    )
    nodes = draw(read(body), {"main": Recolour((0, 0, 1)), "line": Recolour((0, 1, 1))}, 0.5)
    assert list(described(nodes)) == [
        "MLLLZ in 0 0 9 9 fill #0000ff line #00ffff 1 opacity 0.5",
        "MLLZ in 0 0 9 0 fill #00ff00 opacity 0.5",
        "MLLLZ in 0 0 9 9 fill #0000ff opacity 0.5",
        "'A' AlegreyaSans-Regular 16 0 20 #0000ff opacity 0.5",
    ]


def test_a_letter_is_16_pixels_high_where_a_drawing_is_measured_in_letters() -> None:
    found = viewport(Element("svg", {"width": "6em", "height": "1in"}, "", None))
    assert found.view[2] == pytest.approx(found.view[3])


def test_the_plain_doctype_of_old_programs_is_no_fault() -> None:
    doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert len(parse((doctype + artwork('<path d="M0 0H9V9Z"/>')).encode()).shapes) == 1


@given(
    st.sampled_from([*ALL, "fills", "r", "-webkit-filter", "translate", "scale", "offset-path"]),
    st.sampled_from(["url(#a)", "multiply", "1.5", "bold", "evenodd", "inherit", "none", "initial", "3em", "!", "red"]),
    st.booleans(),
)
def test_what_is_not_known_to_be_drawn_is_never_passed_over(key: str, value: str, css: bool) -> None:
    attributes = {"style": f"{key}:{value}"} if css else {key: value}
    try:
        found = styled("path", attributes, Sheet()).style
    except ValueError:
        return
    assert found == {key.strip(): value} or (key == "marker" and not css)
    assert key.strip() in ALL


def test_what_is_inherited_is_one_list() -> None:
    assert ALL.keys() > INHERITED
    assert ALL.keys() > LETTERS
    assert not {"opacity", "clip-path", "display", "mask", "filter"} & INHERITED


# ---- gradients -------------------------------------------------------------------------------------


@pytest.mark.parametrize("fr", [0, 0.1])
def test_a_focus_is_drawn_up_to_the_rim_of_its_circle_and_left_to_pixels_on_it(fr: float) -> None:
    """On the very rim a gradient has no middle, and beyond it is a cone that not all draw alike."""

    def focused(away: float) -> Drawing:
        ends = f'r=".2" fx="{0.5 + (0.2 - fr) * away}" fr="{fr}"'
        return read(FADED.replace("linear", "radial").replace('id="g"', f'id="g" {ends}') + FILLED)

    (shape,) = focused(0.999).shapes
    assert isinstance(shape, Shape)
    assert shape.gradient is not None
    for away in (0.99999, 1, 1.01, 30):
        with pytest.raises(Undrawable, match="not inside another"):
            focused(away)


@pytest.mark.parametrize("unit", [1.0, 0.01])
def test_a_ring_is_full_up_to_its_inner_circle_in_units_of_any_size(unit: float) -> None:
    """A gradient may be drawn in any units, its matrix makes mm of them."""
    stops = Stop(0, (1, 0, 0)), Stop(1, (0, 0, 1))
    gradient = Gradient((0, 0, 20 * unit, 0, 0, 40 * unit), stops, (1 / unit, 0, 0, 1 / unit, 50, 50))
    ring = Shaded(geo.ellipse(50, 50, 40, 40), Paint(fill=(1, 0, 0)), gradient)
    shown = by_resvg(svg.page_svg(on_page(ring)))
    inner, outer = (shown[SIDE // 2, SIDE * (50 + away) // 100] for away in (18, 38))
    assert tuple(inner) == (255, 0, 0)
    assert outer[2] > 200 > outer[0]


def test_a_gradient_takes_over_its_transform_too() -> None:
    turned = FADED.replace('id="g"', 'id="g" gradientTransform="rotate(90 .5 .5)"')
    taken = turned.replace('id="g"', 'id="a"') + '<linearGradient id="g" href="#a"/>'
    assert read(taken + FILLED) == read(turned + FILLED)


def test_a_gradient_that_fades_away_has_no_edge_in_outlines() -> None:
    faded = draw(read(FADED.replace("/></", ' stop-opacity="0"/></') + FILLED), {})
    assert InkMode("outline")(Scene((0, 0, 100, 100), faded)).nodes == (Group(()),)


def test_pieces_that_differ_by_their_gradients_colours_alone_are_compared_by_them(tmp_path: Path) -> None:
    for name, first in (("one", "#b03030"), ("two", "#6b6b14"), ("three", "#fff6d0")):
        (tmp_path / f"{name}.svg").write_text(artwork(FADED.replace("#c00", first) + FILLED))
    (warning,) = check(put(tmp_path / "demo.yaml", data(__file__)["SPEC"])).warnings
    assert "fronts of c-01 and c-02, which differ by colours that" in warning.found
    assert "more" not in warning.found, "the light one is not mistaken for either"
