"""What elements are cut to by their `clip`: in the PDF, in the SVG, by a laser, with little ink; what is refused."""

from pathlib import Path

import pytest
from cases import cases, data

from generator.building.check import check
from generator.draw.colour.ink import InkMode
from generator.draw.geometry import geometry as geo
from generator.exports.cut_files import laser
from generator.formats import svg
from generator.plan.drawer import Fingerprints
from specs.base.errors import SpecError
from tests.generator.faces.rendering import SIDE, by_pdfium, by_resvg, far, page
from tests.generator.faces.written import front, written

SQUARE = "100, 100"
PHOTO = "{draw: image, image: photo.png, box: [20, 20, 60, 60], fit: cover, clip: circle}"


@pytest.mark.parametrize("mode", ["normal", "low", "outline"])
def test_the_pdf_and_the_svg_cut_alike(mode: str, tmp_path: Path) -> None:
    sheet = page(InkMode(mode)(front(tmp_path, data(__file__)["EVERY"], size=SQUARE, rows="[{r: 4}]")))
    mean, edges = far(by_pdfium(sheet, tmp_path / "demo.pdf"), by_resvg(svg.page_svg(sheet)))
    finer = 2 if mode == "outline" else 1  # PDFium draws the thin lines of hatching wider
    assert mean < 3 * finer
    assert edges < 0.04 * finer


def test_what_lies_outside_is_not_seen(tmp_path: Path) -> None:
    scene = front(tmp_path, f"{{draw: rect, fill: white}}\n{PHOTO}", size=SQUARE)
    seen = by_pdfium(page(scene), tmp_path / "demo.pdf")
    inside, corner = seen[SIDE // 2, SIDE // 2], seen[int(SIDE * 0.23), int(SIDE * 0.23)]
    assert tuple(inside) == (255, 99, 71)
    assert tuple(corner) == (255, 255, 255)


def test_what_is_cut_away_may_reach_beyond_the_piece(tmp_path: Path) -> None:
    wide = "{draw: circle, at: [50, 50], radius: 90, fill: red"
    group = f"{{draw: group, items: [{wide}}}], clip: {{draw: rect, box: [0, 0, 50, 50]}}}}"
    for fine in (group, f"{wide}, clip: {{draw: rect}}}}"):
        assert check(written(tmp_path, fine, size=SQUARE)).faults == ()
    (fault,) = check(written(tmp_path, f"{wide}}}", size=SQUARE)).faults
    assert "an element from -40.0, -40.0" in fault.found


def test_a_round_picture_on_a_round_token_keeps_from_its_cut(tmp_path: Path) -> None:
    file = written(tmp_path, PHOTO.replace("[20, 20, 60, 60]", "[15, 15, 66, 66]"), shape="shape: circle")
    file.write_text(file.read_text().replace("size: [60, 40]", "size: 96"))
    assert [warning.found for warning in check(file).warnings if "picture" in warning.found] == []
    file.write_text(file.read_text().replace(", clip: circle", ""))
    assert any("mm from the cut at" in warning.found for warning in check(file).warnings)


def test_a_laser_engraves_what_lies_inside(tmp_path: Path) -> None:
    elements = (
        "{draw: line, points: [[0, 50], [100, 50]], clip: {draw: rect, box: [20, 40, 30, 20]}}\n"
        "{draw: text, text: HHH, box: [5, 5, 60, 20], size: 20, clip: {draw: rect, box: [5, 9, 60, 3]}}"
    )
    scene = front(tmp_path, elements, size=SQUARE)
    sheet = laser.sheet(100, 100, [laser.LaserPiece(scene, (1, 0, 0, 1, 0, 0), geo.rectangle(0, 0, 100, 100))])
    assert 'd="M20 50L50 50"' in sheet or 'd="M50 50L20 50"' in sheet
    (areas,) = [line for line in sheet.split("<") if f'fill="{laser.FILL}"' in line]
    box = geo.bounds(geo.parse_path(areas.split('d="')[1].split('"')[0]))
    assert box is not None
    assert (box[1], box[3]) == pytest.approx((9, 3), abs=0.01)


def test_an_outline_goes_along_the_cut_where_something_is_filled(tmp_path: Path) -> None:
    filled = "{draw: rect, fill: white}\n{draw: rect, box: [20, 20, 60, 60], fill: gold, clip: circle}"
    outlined = InkMode("outline")(front(tmp_path, filled, size=SQUARE))
    seen = by_pdfium(page(outlined), tmp_path / "demo.pdf")
    assert seen[SIDE // 2, int(SIDE * 0.17) : int(SIDE * 0.23)].min() < 160, "a dark line at the circle's left"
    lines = "{draw: rect, fill: white}\n{draw: line, points: [[20, 20], [80, 20], [80, 80]], clip: circle}"
    scene = front(tmp_path, lines, size=SQUARE)
    assert InkMode("low")(scene).nodes == scene.nodes
    bare = by_pdfium(page(InkMode("outline")(scene)), tmp_path / "demo.pdf")
    assert bare[int(SIDE * 0.3), int(SIDE * 0.27)].min() == 255


def test_another_clip_is_another_face(tmp_path: Path) -> None:
    element = "{draw: icon, icon: sun, at: [30, 20], size: 20"
    clips = ("", ", clip: circle", ", clip: radius 1", ", clip: radius 2")
    assert len({Fingerprints().of([front(tmp_path, element + clip + "}")], b"") for clip in clips}) == len(clips)


@cases
def test_a_clip_that_cannot_be_is_told_once_at_its_place(element: str, place: str, told: str, tmp_path: Path) -> None:
    file = written(tmp_path, element, rows="[{r: 4}]")
    (fault,) = check(file).faults
    assert told in str(fault)
    line = file.read_text().splitlines()[fault.place.line - 1]
    assert line[fault.place.column - 1 :].startswith(place)
    if place == "radius":
        assert fault.hint == "write clip: radius 3"


def test_a_number_of_points_of_a_clip_is_bounded(tmp_path: Path) -> None:
    star = "{draw: rect, fill: red, clip: {draw: star, at: [5, 5], radius: [5, 2], points: 90000}}"
    with pytest.raises(SpecError, match="more than 50,000 parts"):
        front(tmp_path, star)
