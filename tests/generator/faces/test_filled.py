"""Gradients that a spec writes: where their colours lie, on what they may lie, what is refused of them."""

from math import hypot
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from cases import cases, data
from hypothesis import given
from hypothesis import strategies as st

from generator.building.check import check
from generator.draw.colour.ink import InkMode
from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Page, Paint, Scene, Shaded, Stop, Text, Use
from generator.draw.scene import Path as Outline
from generator.exports.cut_files import laser
from generator.faces.faces import Faces
from generator.faces.pictures.fill import Fill
from generator.formats import svg
from generator.formats.pdf import pages
from specs.base.errors import SpecError
from specs.load import load
from tests.generator.faces.rendering import SIDE, by_resvg, far

SPEC = data(__file__)["SPEC"]
EVERY = data(__file__)["EVERY"]
SKY = "{sky: {fill: {linear: [skyblue, sand], angle: 90}}}"


def face(folder: Path, elements: str, styles: str = SKY, rows: str = "[{hue: tomato}]") -> tuple[Scene, ...]:
    """The fronts of all pieces."""
    file = folder / "demo.yaml"
    file.write_text(SPEC.format(styles=styles, rows=rows) + "".join(f"      - {e}\n" for e in elements.splitlines()))
    document = load(file, fonts=fonts.bundled())
    faces = Faces(document)
    return tuple(faces.front(piece) for piece in document.pieces["c"])


def shaded(scene: Scene) -> list[Shaded]:
    return [node for node, _ in geo.paint_box(scene.nodes) if isinstance(node, Shaded)]


def on_page(scene: Scene) -> Page:
    box = (0.0, 0.0, 100.0, 100.0)
    return Page(100, 100, (Group((Use(scene),), clip=geo.rectangle(*box)),), box, box, ("c",))


def test_the_pdf_and_the_svg_show_the_same_gradients(tmp_path: Path) -> None:
    (scene,) = face(tmp_path, EVERY)
    assert len(shaded(scene)) == 9
    page = on_page(scene)
    pages.write([page], pages.Meta("demo"), tmp_path / "demo.pdf")
    document = pypdfium2.PdfDocument(str(tmp_path / "demo.pdf"))
    try:
        drawn = document[0].render(scale=SIDE / 100 / 72 * 25.4).to_pil().convert("RGB").resize((SIDE, SIDE))
    finally:
        document.close()
    seen = np.asarray(drawn, dtype=float)
    mean, edges = far(seen, by_resvg(svg.page_svg(page)))
    assert mean < 4
    assert edges < 0.02  # where lines begin and end
    top, bottom = seen[2, SIDE // 2], seen[-2, 2]
    assert np.abs(top - (135, 206, 235)).max() < 12, "sky blue at the top"
    assert np.abs(bottom - (0xF3, 0xE3, 0xB8)).max() < 12, "and sand at the bottom"


@cases
def test_an_angle_is_clockwise_from_the_right(angle: int, ends: tuple[float, ...], tmp_path: Path) -> None:
    fill = f"{{linear: [sea, sand], angle: {angle}}}"
    (scene,) = face(tmp_path, f"{{draw: rect, box: [10, 20, 40, 20], fill: {fill}}}")
    assert shaded(scene)[0].gradient.ends == pytest.approx(ends)


def test_a_radial_gradient_ends_at_the_farthest_point(tmp_path: Path) -> None:
    elements = (
        "{draw: rect, box: [10, 10, 6, 8], fill: {radial: [sea, sand]}}\n"
        "{draw: circle, at: [50, 50], r: 7, fill: {radial: [sea, sand]}}"
    )
    rect, circle = shaded(face(tmp_path, elements)[0])
    assert rect.gradient.ends == pytest.approx((13, 14, 0, 13, 14, 5))
    assert circle.gradient.ends == pytest.approx((50, 50, 0, 50, 50, 7), abs=0.01)


def test_stops_without_a_place_lie_as_far_apart_as_their_neighbours_let_them(tmp_path: Path) -> None:
    stops = "[red, lime, {colour: blue, at: 0.8}, white, black]"
    (node,) = shaded(face(tmp_path, f"{{draw: rect, fill: {{linear: {stops}}}}}")[0])
    assert [stop.at for stop in node.gradient.stops] == pytest.approx([0, 0.4, 0.8, 0.9, 1])


def test_the_first_and_the_last_colour_go_on_to_the_ends(tmp_path: Path) -> None:
    stops = "[{colour: red, at: 0.3}, {colour: blue, at: 0.3, opacity: 0.5}]"
    (node,) = shaded(face(tmp_path, f"{{draw: rect, fill: {{linear: {stops}}}}}")[0])
    red, blue = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    assert node.gradient.stops == (Stop(0, red), Stop(0.3, red), Stop(0.3, blue, 0.5), Stop(1, blue, 0.5))


def test_a_line_around_a_gradient_has_its_own_colour(tmp_path: Path) -> None:
    (scene,) = face(tmp_path, "{draw: rect, box: [9, 9, 9, 9], fill: {linear: [sea, sand]}, stroke: red}")
    _, filled, line = scene.nodes
    assert isinstance(filled, Shaded)
    assert isinstance(line, Outline)
    assert (filled.paint.stroke, line.paint.fill, line.paint.stroke) == (None, None, (1, 0, 0))


def test_pieces_whose_gradients_name_other_fields_have_other_faces(tmp_path: Path) -> None:
    rows = "[{hue: tomato, turn: 0}, {hue: navy, turn: 0}, {hue: navy, turn: 45}]"
    styles = "{sky: {fill: {linear: [white, '{hue}'], angle: '{turn}'}}}"
    assert len({id(scene) for scene in face(tmp_path, "{draw: rect, style: sky}", styles, rows)}) == 3


def test_an_outline_leaves_a_gradient_white_and_little_ink_pale(tmp_path: Path) -> None:
    (scene,) = face(tmp_path, "{draw: rect, box: [9, 9, 9, 9], fill: {linear: [sea, red]}}")
    pale = InkMode("low")(scene).nodes[1]
    assert isinstance(pale, Shaded)
    assert all(min(stop.colour) > 0.5 for stop in pale.gradient.stops)
    line = InkMode("outline")(scene).nodes[1]
    assert isinstance(line, Outline)
    assert line.paint.fill == (1, 1, 1)


def test_a_gradient_is_not_engraved_but_the_line_around_it_is(tmp_path: Path) -> None:
    (scene,) = face(tmp_path, "{draw: rect, box: [9, 9, 9, 9], fill: {linear: [sea, sand]}, stroke: red}")
    sheet = laser.sheet(100, 100, [laser.LaserPiece(scene, (1, 0, 0, 1, 0, 0), geo.rectangle(0, 0, 100, 100))])
    assert sheet.count(f'stroke="{laser.ENGRAVE}"') == 1
    assert "linearGradient" not in sheet


@cases
def test_a_gradient_that_is_none_is_told_at_its_place(fill: str, place: str, found: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        face(tmp_path, f"{{draw: rect, fill: {fill}}}", rows="[{hue: none}]")
    (fault,) = caught.value.faults
    assert found in fault.found
    line = (tmp_path / "demo.yaml").read_text().splitlines()[fault.place.line - 1]
    assert line[fault.place.column - 1 :].startswith(place)


@cases
def test_a_gradient_that_is_none_is_not_drawn_either(stops: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError):
        face(tmp_path, f"{{draw: rect, fill: {{linear: {stops}}}}}")
    report = check(tmp_path / "demo.yaml")
    (fault,) = report.faults
    assert fault.place.line == 14
    unchecked = load(tmp_path / "demo.yaml")
    with pytest.raises(SpecError):
        Faces(unchecked).front(unchecked.pieces["c"][0])


@cases
def test_codes_and_lines_are_of_one_colour(element: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        face(tmp_path, element)
    (fault,) = caught.value.faults
    assert "one colour" in fault.expected or "text" in fault.expected


@pytest.mark.parametrize("fill", ["{linear: [sea]}", "{linear: [sea, none]}", "{radial: [sea, snad, sea]}"])
def test_a_gradient_that_is_none_is_told_once_whatever_it_fills(fill: str, tmp_path: Path) -> None:
    elements = f"{{draw: icon, icon: sun, at: [9, 9], size: 9, fill: {fill}}}"
    with pytest.raises(SpecError):
        face(tmp_path, elements)
    assert len(check(tmp_path / "demo.yaml").faults) == 1
    with pytest.raises(SpecError):
        face(tmp_path, "{draw: text, text: a, box: [9, 9, 9, 9], style: sky}", f"{{sky: {{fill: {fill}}}}}")
    (fault,) = check(tmp_path / "demo.yaml").faults
    assert fault.place.line == 5, "the style's"


LETTERED = data(__file__)["LETTERED"]


def test_letters_and_icons_show_the_same_gradients_in_both_and_copy_out(tmp_path: Path) -> None:
    (scene,) = face(tmp_path, LETTERED)
    page = on_page(scene)
    pages.write([page], pages.Meta("demo"), tmp_path / "demo.pdf")
    document = pypdfium2.PdfDocument(str(tmp_path / "demo.pdf"))
    try:
        drawn = document[0].render(scale=SIDE / 100 / 72 * 25.4).to_pil().convert("RGB").resize((SIDE, SIDE))
        words = " ".join(document[0].get_textpage().get_text_range().split())
    finally:
        document.close()
    mean, edges = far(np.asarray(drawn, dtype=float), by_resvg(svg.page_svg(page)))
    assert mean < 3
    assert edges < 0.03
    for text in ("Gradient office", "of text", "Fading", "A part"):
        assert text in words
    kept = svg.page_svg(page, text=True)
    letters = [element for element in kept.split("<") if element.startswith("text")]
    assert len(letters) == 5
    assert all('fill="url(#shade' in element for element in letters)


def test_a_texts_gradient_goes_over_all_of_its_lines_and_an_icons_over_its_square(tmp_path: Path) -> None:
    elements = (
        '{draw: text, text: "a\\nb", box: [10, 10, 80, 30], size: 10, fill: {linear: [red, blue], angle: 90}}\n'
        "{draw: icon, icon: sun, at: [50, 70], size: 20, fill: {linear: [red, blue]}}"
    )
    (scene,) = face(tmp_path, elements)
    _, one, other, icon = scene.nodes
    assert isinstance(one, Text)
    assert isinstance(other, Text)
    assert one.gradient is not None
    assert one.gradient == other.gradient
    assert one.gradient.ends[1] == pytest.approx(10)
    assert one.gradient.ends[3] > other.y
    assert isinstance(icon, Use)
    (shade, *_) = [node.gradient for node, _ in geo.paint_box(icon.scene.nodes) if isinstance(node, Shaded)]
    x, _, width, _ = icon.scene.box
    assert (shade.ends[0], shade.ends[2]) == pytest.approx((x, x + width))


def test_outlines_leave_letters_of_a_gradient_dark(tmp_path: Path) -> None:
    (scene,) = face(tmp_path, "{draw: text, text: a, box: [10, 10, 80, 30], style: sky}")
    letters = InkMode("outline")(scene).nodes[1]
    assert isinstance(letters, Text)
    assert (letters.gradient, max(letters.fill or (1,)) < 0.3) == (None, True)


def test_pieces_that_differ_by_a_colour_of_a_gradient_alone_are_compared_by_it(tmp_path: Path) -> None:
    rows = "[{hue: '#b03030'}, {hue: '#6b6b14'}]"
    face(tmp_path, "{draw: rect, fill: {linear: [sea, '{hue}']}}", rows=rows)
    (warning,) = check(tmp_path / "demo.yaml").warnings
    assert "which differ by colours" in warning.found


@given(
    st.floats(-1e7, 1e7),
    st.sampled_from([0.0, 1e-9, 0.5, 30.0, 1e5]),
    st.sampled_from([0.0, 1e-4, 2.0, 1e5]),
)
def test_a_linear_gradient_reaches_from_corner_to_corner_at_any_angle(angle: float, wide: float, tall: float) -> None:
    stops = Stop(0.0, (0.0, 0.0, 0.0)), Stop(1.0, (1.0, 1.0, 1.0))
    (node,) = Fill(Paint(fill=(0.5, 0.5, 0.5)), stops, angle).nodes(geo.rectangle(0, 0, wide, tall))
    if isinstance(node, Outline):
        assert min(wide, tall) < 1e-3, "an area that nobody sees has one colour"
        return
    assert isinstance(node, Shaded)
    x, y, right, bottom = node.gradient.ends
    long = hypot(right - x, bottom - y)
    along = [((cx - x) * (right - x) + (cy - y) * (bottom - y)) / long**2 for cx in (0, wide) for cy in (0, tall)]
    assert (min(along), max(along)) == pytest.approx((0, 1), abs=1e-6)
