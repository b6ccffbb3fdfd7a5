"""The print-then-cut sheet: what is cut lies on the rings that are printed, and nothing lies on anything else."""

from itertools import combinations
from pathlib import Path

import pytest
from command import generator
from drawn_r12 import area, read

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Node, Page, Text
from generator.draw.scene import Path as Shape
from generator.sheets.cutting_machines import machine as cutter
from generator.sheets.handouts import calibration
from generator.sheets.printable import SheetOptions
from specs.model.shapes.sizes import PAPERS


def sheet(name: str, paper: tuple[float, float] = PAPERS["a4"]) -> Page:
    machine = cutter.load(name)
    return calibration.knife_page(SheetOptions(paper=paper, cutter=machine), machine)


def boxes(nodes: tuple[Node, ...], kind: type[Node]) -> list[geo.Rectangle]:
    return [box for node, box in geo.paint_box(nodes) if isinstance(node, kind)]


def apart(one: geo.Rectangle, two: geo.Rectangle) -> bool:
    return geo.common(one, two) is None


@pytest.mark.parametrize("name", cutter.bundled())
@pytest.mark.parametrize("paper", [PAPERS["a4"], PAPERS["letter"], calibration.KNIFE_SMALLEST])
def test_circles_marks_and_words_keep_apart_on_every_machines_sheet(name: str, paper: tuple[float, float]) -> None:
    page, machine = sheet(name, paper), cutter.load(name)
    around = calibration.RADIUS + calibration.BESIDE + 0.5
    middles = calibration.circles(paper, machine)
    discs = [(x - around, y - around, 2 * around, 2 * around) for x, y in middles]
    assert page.cut is not None
    marks = [box for shape in page.cut.marks if (box := geo.bounds(shape)) is not None]
    words = [box for box in boxes(page.nodes, Text) if box[2] > 5]
    assert all(apart(*pair) for pair in combinations([*discs, *marks], 2) if not all(each in marks for each in pair))
    assert all(apart(word, other) for word in words for other in (*discs, *marks))
    assert all(machine.inset < x < paper[0] - machine.inset for x, _ in middles)


def test_the_knife_follows_the_thick_rings() -> None:
    page = sheet("silhouette-cameo")
    thick = [
        node.segments
        for node in page.nodes
        if isinstance(node, Shape) and node.paint.stroke is not None and node.paint.width == 0.3
    ]
    assert page.cut is not None
    assert list(page.cut.lines) == thick
    assert len(thick) == 5
    rings = [node for node in page.nodes if isinstance(node, Shape) and node.paint.stroke == calibration.RINGS]
    assert len(rings) == 5 * 12, "half a mm apart, 3 mm to either side"
    assert sum(isinstance(node, Group) for node in page.nodes) >= 5 * 4, "a scale each way"


def test_the_command_writes_the_sheet_and_what_is_cut_of_it(tmp_path: Path) -> None:
    done = generator("cut-test", "--cutter", "silhouette-cameo", "--cut-offset", "0.4,-0.3", "--out", "t", cwd=tmp_path)
    assert done.status == 0, done.err
    found = read((tmp_path / "t" / "cut-test.dxf").read_text())
    assert len(found.lines) == 5
    assert all(line.closed and abs(area(line)) == pytest.approx(314.16, abs=0.1) for line in found.lines)
    xs = [x for x, _ in found.lines[0].points(0.1)]
    middles = calibration.circles(PAPERS["a4"], cutter.load("silhouette-cameo"))
    assert (min(xs) + max(xs)) / 2 == pytest.approx(middles[0][0] - 0.4, abs=0.01), "a knife too far right goes left"
    wrong = generator("cut-test", cwd=tmp_path)
    assert (wrong.status, wrong.err.splitlines()[0][:29]) == (2, "--cutter: no machine; expecte")
    small = generator("cut-test", "--cutter", "generic", "--paper", "150x200", cwd=tmp_path)
    assert (small.status, len(small.err.splitlines())) == (2, 1)
