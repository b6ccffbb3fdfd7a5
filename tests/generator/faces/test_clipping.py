"""What elements are cut to by their `clip`: in the PDF, in the SVG, by a laser, with little ink; what is refused."""

from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from cases import cases, data
from PIL import Image

from generator.building.check import check
from generator.draw.colour.ink import InkMode
from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.geometry.areas import clip_area
from generator.draw.scene import Group, Page, Scene, Use
from generator.exports.cut_files import laser
from generator.faces.faces import Faces
from generator.formats import svg
from generator.formats.pdf import pages
from generator.plan.drawer import Fingerprints
from specs.base.errors import SpecError
from specs.load import load
from tests.generator.faces.rendering import SIDE, by_resvg, far

SPEC = data(__file__)["SPEC"]
EVERY = data(__file__)["EVERY"]


def write(folder: Path, elements: str, shape: str = "") -> Path:
    file, front = folder / "demo.yaml", elements.replace("\n ", " ").splitlines()
    Image.new("RGB", (300, 200), "tomato").save(folder / "photo.png")
    art = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="teal"/></svg>'
    (folder / "art.svg").write_text(art)
    file.write_text(SPEC.format(shape=shape) + "".join(f"      - {element}\n" for element in front))
    return file


def face(folder: Path, elements: str) -> Scene:
    document = load(write(folder, elements), fonts=fonts.bundled())
    return Faces(document).front(document.pieces["c"][0])


def cut(scene: Scene) -> geo.Rectangle:
    """The box of what the face's one element is cut to."""
    (group,) = scene.nodes
    while isinstance(group, Group) and not group.clip:
        (group,) = group.children
    assert isinstance(group, Group)
    box = geo.bounds(group.clip)
    assert box is not None
    return box


def on_page(scene: Scene) -> Page:
    box = (0.0, 0.0, 100.0, 100.0)
    return Page(100, 100, (Group((Use(scene),), clip=geo.rectangle(*box)),), box, box, ("c",))


def by_pdfium(page: Page, file: Path) -> np.ndarray:
    pages.write([page], pages.Meta("demo"), file)
    document = pypdfium2.PdfDocument(str(file))
    try:
        drawn = document[0].render(scale=SIDE / 100 / 72 * 25.4).to_pil().convert("RGB").resize((SIDE, SIDE))
    finally:
        document.close()
    return np.asarray(drawn, dtype=float)


@pytest.mark.parametrize("mode", ["normal", "low", "outline"])
def test_the_pdf_and_the_svg_cut_alike(mode: str, tmp_path: Path) -> None:
    page = on_page(InkMode(mode)(face(tmp_path, EVERY)))
    mean, edges = far(by_pdfium(page, tmp_path / "demo.pdf"), by_resvg(svg.page_svg(page)))
    assert mean < 3
    assert edges < 0.04


def test_what_lies_outside_is_not_seen(tmp_path: Path) -> None:
    elements = (
        "{draw: rect, fill: white}\n{draw: image, image: photo.png, box: [20, 20, 60, 60], fit: cover, clip: circle}"
    )
    seen = by_pdfium(on_page(face(tmp_path, elements)), tmp_path / "demo.pdf")
    inside, corner = seen[SIDE // 2, SIDE // 2], seen[int(SIDE * 0.23), int(SIDE * 0.23)]
    assert tuple(inside) == (255, 99, 71)
    assert tuple(corner) == (255, 255, 255)


@cases
def test_words_are_about_the_elements_own_box_and_a_shape_has_its_coordinates(
    element: str, box: geo.Rectangle, tmp_path: Path
) -> None:
    assert cut(face(tmp_path, element)) == pytest.approx(box)


def test_what_is_cut_away_may_reach_beyond_the_piece(tmp_path: Path) -> None:
    wide = "{draw: circle, at: [50, 50], r: 90, fill: red"
    group = f"{{draw: group, items: [{wide}}}], clip: {{draw: rect, box: [0, 0, 50, 50]}}}}"
    assert check(write(tmp_path, group)).faults == ()
    assert check(write(tmp_path, f"{wide}, clip: {{draw: rect}}}}")).faults == ()
    (fault,) = check(write(tmp_path, f"{wide}}}")).faults
    assert "an element from -40.0, -40.0" in fault.found


def test_a_picture_without_a_box_of_its_own_bleeds_as_before(tmp_path: Path) -> None:
    scene = face(tmp_path, "{draw: image, image: photo.png, box: [-3, -3, 106, 106], fit: cover, clip: rounded 2}")
    assert cut(scene) == scene.box


def test_a_round_picture_on_a_round_token_keeps_from_its_cut(tmp_path: Path) -> None:
    file = write(tmp_path, "{draw: image, image: photo.png, box: [15, 15, 66, 66], fit: cover, clip: circle}")
    round_ = file.read_text().replace("size: [100, 100]", "size: 96\n    shape: circle")
    file.write_text(round_)
    assert [warning.found for warning in check(file).warnings if "picture" in warning.found] == []
    file.write_text(round_.replace(", clip: circle", ""))
    assert any("mm from the cut at" in warning.found for warning in check(file).warnings)


def test_a_laser_engraves_what_lies_inside(tmp_path: Path) -> None:
    elements = (
        "{draw: line, points: [[0, 50], [100, 50]], clip: {draw: rect, box: [20, 40, 30, 20]}}\n"
        "{draw: text, text: HHH, box: [5, 5, 60, 20], size: 20, clip: {draw: rect, box: [5, 9, 60, 3]}}"
    )
    scene = face(tmp_path, elements)
    sheet = laser.sheet(100, 100, [laser.LaserPiece(scene, (1, 0, 0, 1, 0, 0), geo.rectangle(0, 0, 100, 100))])
    assert 'd="M20 50L50 50"' in sheet or 'd="M50 50L20 50"' in sheet
    (areas,) = [line for line in sheet.split("<") if f'fill="{laser.FILL}"' in line]
    box = geo.bounds(geo.parse_path(areas.split('d="')[1].split('"')[0]))
    assert box is not None
    assert (box[1], box[3]) == pytest.approx((9, 3), abs=0.01)


def test_what_keeps_inside_is_engraved_as_it_is() -> None:
    letter = geo.ellipse(5, 5, 2, 2)
    assert clip_area(letter, [geo.rectangle(0, 0, 10, 10)]) is letter
    assert clip_area(letter, [geo.rectangle(20, 20, 1, 1)]) == ()
    assert clip_area(letter, [geo.ellipse(5, 5, 0, 0)]) == ()


def test_an_outline_goes_along_the_cut_where_something_is_filled(tmp_path: Path) -> None:
    filled = "{draw: rect, fill: white}\n{draw: rect, box: [20, 20, 60, 60], fill: gold, clip: circle}"
    outlined = InkMode("outline")(face(tmp_path, filled))
    seen = by_pdfium(on_page(outlined), tmp_path / "demo.pdf")
    assert seen[SIDE // 2, int(SIDE * 0.17) : int(SIDE * 0.23)].min() < 160, "a dark line at the circle's left"
    lines = "{draw: rect, fill: white}\n{draw: grid, box: [20, 20, 60, 60], columns: 2, rows: 2, clip: circle}"
    bare = InkMode("outline")(face(tmp_path, lines))
    assert InkMode("low")(face(tmp_path, lines)).nodes == face(tmp_path, lines).nodes
    assert by_pdfium(on_page(bare), tmp_path / "demo.pdf")[int(SIDE * 0.3), int(SIDE * 0.27)].min() == 255


def test_another_clip_is_another_face(tmp_path: Path) -> None:
    element = "{draw: icon, icon: sun, at: [50, 50], size: 20"
    clips = ("", ", clip: circle", ", clip: rounded 1", ", clip: rounded 2")
    marks = {Fingerprints().of([face(tmp_path, element + clip + "}")], b"") for clip in clips}
    assert len(marks) == len(clips)


@cases
def test_a_clip_that_cannot_be_is_told_once_at_its_place(element: str, place: str, told: str, tmp_path: Path) -> None:
    file = write(tmp_path, element)
    (fault,) = check(file).faults
    assert told in str(fault)
    line = file.read_text().splitlines()[fault.place.line - 1]
    assert line[fault.place.column - 1 :].startswith(place)
    if "radius" in place:
        assert fault.hint == "clip: rounded 3"


def test_a_number_of_points_of_a_clip_is_bounded(tmp_path: Path) -> None:
    star = "{draw: rect, fill: red, clip: {draw: star, at: [5, 5], r: 5, inner: 2, points: 90000}}"
    with pytest.raises(SpecError, match="more than 50,000 parts"):
        face(tmp_path, star)
