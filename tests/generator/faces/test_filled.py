"""Gradients that a spec writes: on what they may lie, how they are printed, what is refused of them."""

from math import hypot
from pathlib import Path

import numpy as np
import pytest
from cases import cases, data
from hypothesis import given, strategies as st

from generator.building.check import check
from generator.draw.colour.ink import InkMode
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Paint, Path as Outline, Shaded, Stop, Text, Use
from generator.exports.cut_files import laser
from generator.faces.pictures.fill import Fill
from generator.formats import svg
from specs.base.errors import SpecError
from tests.generator.faces.rendering import SIDE, by_pdfium, by_resvg, far, page
from tests.generator.faces.written import front, fronts, written

RECT = "{draw: rect, box: [9, 9, 9, 9], fill: {colours: [sea, red]}, stroke: red}"


def test_the_pdf_and_the_svg_show_the_same_gradients_on_shapes_and_letters(tmp_path: Path) -> None:
    scene = front(tmp_path, data(__file__)["EVERY"], size="100, 100", rows="[{hue: tomato}]")
    assert sum(isinstance(node, Shaded) for node, _ in geo.paint_box(scene.nodes)) == 16
    seen = by_pdfium(page(scene), tmp_path / "demo.pdf")
    mean, edges = far(seen, by_resvg(svg.page_svg(page(scene))))
    assert mean < 4
    assert edges < 0.02  # where lines begin and end
    top, bottom = seen[2, SIDE // 2], seen[-2, 2]
    assert np.abs(top - (135, 206, 235)).max() < 12, "sky blue at the top"
    assert np.abs(bottom - (0xF3, 0xE3, 0xB8)).max() < 12, "and sand at the bottom"
    scene = front(tmp_path, data(__file__)["LETTERED"], size="100, 100")
    mean, edges = far(by_pdfium(page(scene), tmp_path / "demo.pdf"), by_resvg(svg.page_svg(page(scene))))
    assert mean < 3
    assert edges < 0.03
    kept = svg.page_svg(page(scene), text=True)
    letters = [element for element in kept.split("<") if element.startswith("text")]
    assert len(letters) == 5
    assert all('fill="url(#shade' in element for element in letters)


def test_an_icons_gradient_goes_over_its_square(tmp_path: Path) -> None:
    (icon,) = front(tmp_path, "{draw: icon, icon: sun, at: [30, 20], size: 20, fill: {colours: [red, blue]}}").nodes
    assert isinstance(icon, Use)
    (shade, *_) = [node.gradient for node, _ in geo.paint_box(icon.scene.nodes) if isinstance(node, Shaded)]
    x, _, width, _ = icon.scene.box
    assert (shade.ends[0], shade.ends[2]) == pytest.approx((x, x + width))


def test_outlines_hatch_a_gradient_on_white_and_its_letters_are_dark_and_little_ink_is_pale(tmp_path: Path) -> None:
    scene = front(tmp_path, f"{RECT}\n{{draw: text, text: a, box: [10, 10, 40, 28], style: sky}}")
    pale = InkMode("low")(scene).nodes[0]
    assert isinstance(pale, Shaded)
    assert all(min(stop.colour) > 0.5 for stop in pale.gradient.stops)
    area, *_, letters = InkMode("outline")(scene).nodes
    assert isinstance(area, Group)
    line, hatching = area.children
    assert isinstance(line, Outline)
    assert isinstance(hatching, Group)
    assert line.paint.fill == (1, 1, 1)
    assert hatching.clip == line.segments
    assert isinstance(letters, Text)
    assert (letters.gradient, max(letters.fill or (1,)) < 0.3) == (None, True)


def test_a_gradient_is_not_engraved_but_the_line_around_it_is(tmp_path: Path) -> None:
    piece = laser.LaserPiece(front(tmp_path, RECT), (1, 0, 0, 1, 0, 0), geo.rectangle(0, 0, 100, 100))
    sheet = laser.sheet(100, 100, [piece])
    assert sheet.count(f'stroke="{laser.ENGRAVE}"') == 1
    assert "linearGradient" not in sheet


@cases
def test_a_gradient_that_is_none_is_told_once_at_its_place(fill: str, place: str, found: str, tmp_path: Path) -> None:
    rect, icon = f"{{draw: rect, fill: {fill}}}", f"{{draw: icon, icon: sun, at: [9, 9], size: 9, fill: {fill}}}"
    for element in (rect, icon):
        file = written(tmp_path, element, rows="[{hue: none}]")
        *more, fault = check(file).faults
        assert not more or "huge" in fill, "a field that is not there is told of the piece too"
        assert found in fault.found
        line = file.read_text().splitlines()[fault.place.line - 1]
        assert line[fault.place.column - 1 :].startswith(place)
    with pytest.raises(SpecError):
        fronts(file)


def test_a_gradient_of_a_style_is_told_at_the_style(tmp_path: Path) -> None:
    text = "{draw: text, text: a, box: [9, 9, 9, 9], style: sky}"
    (fault,) = check(written(tmp_path, text, styles="{sky: {fill: {colours: [sea, none]}}}")).faults
    assert fault.place.line == 5


@cases
def test_codes_and_lines_are_of_one_colour(element: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        front(tmp_path, element, rows="[{hue: tomato}]")
    (fault,) = caught.value.faults
    assert "one colour" in fault.expected or "text" in fault.expected


@given(st.floats(-1e7, 1e7), st.sampled_from([0.0, 1e-9, 0.5, 30.0, 1e5]), st.sampled_from([0.0, 1e-4, 2.0, 1e5]))
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
