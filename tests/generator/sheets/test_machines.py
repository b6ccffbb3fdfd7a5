"""Sheets for a cutting machine: where its marks are and what keeps away from them, and what it cuts as files, each for
the pages it fits."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import dist, pi
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import site_tables
from cases import cases, data, put
from command import PROJECT, tree
from drawn_r12 import Drawing, area, read
from hypothesis import given, strategies as st
from msgspec.structs import fields, replace
from pieces import A4, LETTER, LYING, edges, gap, printable

from generator import build
from generator.draw.geometry import geometry as geo
from generator.draw.line_styles import HAIR
from generator.draw.scene import Group, Page, Path as Shape, Text
from generator.plan.manifest import PageCounts
from generator.sheets.area import Area, Box, rooms
from generator.sheets.cuts import Labour, labour
from generator.sheets.cutting_machines import machine as cutter
from generator.sheets.cutting_machines.machine import Machine, Marks
from generator.sheets.layout.n_up import plan
from generator.sheets.layout.pack import pack
from generator.sheets.marks import shapes
from generator.sheets.printable import Job, Printable, SheetOptions, Stock
from specs.base.errors import SpecError

CAMEO = cutter.load("silhouette-cameo")
FOUR = Marks(top_left="inward", top_right="inward", bottom_left="inward", bottom_right="inward")


def boxes(machine: Machine, paper: tuple[float, float]) -> list[Box]:
    found = [edges(box) for shape in shapes(machine, paper) if (box := geo.bounds(shape)) is not None]
    return [tuple(round(edge, 6) for edge in box) for box in found]  # type: ignore[misc]


def lying(job: Job) -> Iterator[Box]:
    """Each piece's place with its bleed."""
    for slot in job.slots:
        part = job.component(slot)
        across, down = (part.width, part.height) if slot.turn % 180 == 0 else (part.height, part.width)
        left, top, right, bottom = slot.bleeds
        x, y = slot.x - across / 2, slot.y - down / 2
        yield x - left, y - top, x + across + right, y + down + bottom


# ---- a machine's file --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", cutter.bundled())
def test_each_bundled_machine_names_its_source_the_day_it_was_read_and_what_nobody_checked(name: str) -> None:
    machine = cutter.load(name)
    assert (machine.name, bool(machine.title), bool(machine.source)) == (name, True, True)
    assert machine.checked.count("-") == 2
    assert set(machine.unverified) <= {field.name for field in fields(Machine)}


@cases
def test_faults_have_their_place(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(SpecError) as error:
        cutter.load(str(tmp_path / "mine.yaml"))
    assert said in str(error.value)


def test_whatever_a_file_is_called_its_machines_name_can_be_set_in_every_font(tmp_path: Path) -> None:
    file = put(tmp_path / "meine Säge$刀.yaml", "title: M\n")
    assert cutter.load(str(file)).name == "meine_S_ge_"


def test_the_machine_that_the_documentation_shows_can_be_read(tmp_path: Path) -> None:
    text = (PROJECT / "docs" / "cutting.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```yaml\n(title: My plotter\n.*?)```", text, re.S)
    assert cutter.load(str(put(tmp_path / "mine.yaml", shown))).offset == (0.3, -0.2)


def test_the_documentations_table_of_machines_is_their_files() -> None:
    assert site_tables.machines() == site_tables.shown("machines")


# ---- its marks ---------------------------------------------------------------------------------------


def test_a_cameo_looks_for_a_square_and_two_arms_at_10_mm() -> None:
    square, *arms = boxes(CAMEO, A4)
    assert square == (10, 10, 15, 15)
    lower = [(9.85, 267, 10.15, 287.15), (9.85, 286.85, 30, 287.15)]
    assert sorted(arms) == [*lower, (180, 9.85, 200.15, 10.15), (199.85, 9.85, 200.15, 30)]


def test_arms_may_lie_outward_and_crosses_go_both_ways() -> None:
    out = Machine(title="M", marks=Marks(bottom_right="outward"), inset=12, arm=8, line=1)
    assert boxes(out, A4) == [(197.5, 284.5, 206, 285.5), (197.5, 284.5, 198.5, 293)]
    assert boxes(replace(out, marks=Marks(top_left="cross")), A4) == [(4, 11.5, 20, 12.5), (11.5, 4, 12.5, 20)]


def test_other_marks_are_another_version_and_other_room_around_them_is_not() -> None:
    others = [replace(CAMEO, line=0.5), replace(CAMEO, inset=11), replace(CAMEO, arm=10), replace(CAMEO, marks=FOUR)]
    assert len({CAMEO.version, *(other.version for other in others)}) == 5
    assert replace(CAMEO, free=30, title="Other").version == CAMEO.version


def with_marks(kinds: Iterable[Any], inset: int, arm: int, free: int) -> Machine:
    marks = Marks(**dict(zip(("top_left", "top_right", "bottom_left", "bottom_right"), kinds, strict=True)))
    return Machine(title="M", marks=marks, inset=inset, arm=arm, free=arm + free)


corners = st.tuples(*[st.sampled_from([None, "inward", "square"])] * 4)
pieces = st.builds(
    printable,
    st.integers(12, 120),
    st.integers(12, 120),
    bleed=st.integers(0, 3),
    count=st.integers(1, 40),
    backs=st.booleans(),
    lattice=st.sampled_from(["square", "square", "circle", "outline"]),
)
ways = st.builds(
    lambda **given: SheetOptions(**given),  # noqa: PLW0108 - hypothesis would look for types that are not loaded
    paper=st.sampled_from([A4, LETTER, LYING]),
    cutter=st.builds(with_marks, corners, st.integers(3, 20), st.integers(5, 30), st.integers(0, 5)),
    marks=st.sampled_from(["none", "none", "crop"]),
    marks_side=st.sampled_from(["front", "both"]),
    duplex=st.sampled_from(["long-edge", "short-edge", "none"]),
    outer=st.booleans(),
    pack=st.booleans(),
)


@given(st.lists(pieces, min_size=1, max_size=3), ways)
def test_no_piece_that_a_machine_cuts_touches_a_mark_or_what_it_keeps_free_on_either_side(
    parts: list[Printable], options: SheetOptions
) -> None:
    machine = options.cutter
    for job in pack([replace(part, id=str(n)) for n, part in enumerate(parts)], options):
        if job.options.cutter is None:
            continue
        width, height = job.options.paper
        marked = boxes(machine, job.options.paper)
        for piece in lying(job):
            behind = (width - piece[2], piece[1], width - piece[0], piece[3])
            if (options.duplex != "short-edge") != (height >= width):
                behind = (piece[0], height - piece[3], piece[2], height - piece[1])
            for side in (piece, behind) if options.marks_side == "both" else (piece,):
                assert all(gap(side, mark) >= min(machine.free - machine.arm, 0.5) - 1e-6 for mark in marked)
            if marked:
                assert min(piece[0], piece[1], width - piece[2], height - piece[3]) >= machine.inset - 1e-6
        if job.strip is not None:
            foot = edges((job.strip.x, job.strip.y, job.strip.width, job.strip.height))
            assert all(gap(foot, mark) >= -1e-6 for mark in marked)


@pytest.mark.parametrize(("name", "slots"), [("silhouette-cameo", 7), ("cricut", 8)])
def test_slots_that_would_touch_a_mark_stay_free_and_the_others_are_used(name: str, slots: int) -> None:
    """Of nine cards; for a Cricut 14 mm on all sides and the foot leave 182 × 261 mm: two by four, lying."""
    options = SheetOptions(marks="none", cutter=cutter.load(name))
    assert len(plan(printable(63, 88, bleed=0), options).slots) == slots


@pytest.mark.parametrize("paper", [A4, LETTER, (148.0, 210.0), (210.0, 148.0), (304.0, 304.0)])
@pytest.mark.parametrize("name", cutter.bundled())
def test_a_foot_is_long_enough_to_be_read_on_every_machines_sheet(name: str, paper: tuple[float, float]) -> None:
    job = plan(printable(20, 30), SheetOptions(paper=paper, cutter=cutter.load(name), marks="none"))
    assert max(job.strip.width, job.strip.height) >= 100


def test_what_has_no_room_between_the_marks_is_cut_by_hand_with_crop_marks() -> None:
    options = SheetOptions(marks="none", cutter=replace(cutter.load("generic"), marks=FOUR, free=60.0))
    job = plan(printable(190, 270, bleed=0), options)
    assert (len(job.slots), job.options.cutter, job.options.marks) == (1, None, "crop")


@given(st.lists(st.tuples(*[st.integers(0, 6)] * 2, *[st.integers(1, 5)] * 2), max_size=3))
def test_panels_are_the_largest_rectangles_beside_some_boxes(given_boxes: list[tuple[int, int, int, int]]) -> None:
    """Against every rectangle of whole numbers there is."""
    taken = [edges(box) for box in given_boxes]
    free = {
        (a, b, c, d)
        for a, b, c, d in product(range(7), repeat=4)
        if a < c and b < d and all(gap((a, b, c, d), box) >= 0 for box in taken)
    }
    largest = {
        (a, b, c, d)
        for a, b, c, d in free
        if not free & {(a - 1, b, c, d), (a, b - 1, c, d), (a, b, c + 1, d), (a, b, c, d + 1)}
    }
    found = {edges((room.x, room.y, room.width, room.height)) for room in rooms(Area(0, 0, 6, 6), taken)}
    assert found == largest


def test_what_a_machine_cuts_is_no_labour_but_the_sheets_in_the_hand() -> None:
    job = plan(printable(63, 88, count=20), SheetOptions(marks="none", cutter=cutter.load("generic")))
    assert labour([job]) == Labour(sheets=job.sheets)


# ---- what `build --cutter` writes ----------------------------------------------------------------------

GAME = data(__file__)["GAME"]


class Cut(NamedTuple):
    """The folder of a build's cut files, what it remarks, and its pages as they went by."""

    folder: Path
    remarks: tuple[str, ...]
    pages: list[Page]

    @property
    def drawings(self) -> dict[str, Drawing]:
        files = sorted(self.folder.glob("cut-*.dxf"))
        return {file.stem.removeprefix("cut-"): read(file.read_text()) for file in files}


Cutting = Callable[..., Cut]


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Cutting:
    """Builds the game, or another, with options; the same only once."""
    made: dict[str, Cut] = {}
    counted = PageCounts.page

    def cut(text: str = GAME, **options: object) -> Cut:
        if (name := f"{text}{options}") not in made:
            folder, pages = tmp_path_factory.mktemp("cut"), list[Page]()

            def page(counts: PageCounts, given: Page, stock: Stock) -> None:
                pages.append(given)
                counted(counts, given, stock)

            (folder / "cut.yaml").write_text(text, encoding="utf-8")
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(PageCounts, "page", page)
                asked = {"formats": "pdf", "cutter": "silhouette-cameo", **options}
                done = build(folder / "cut.yaml", folder, **asked)
            made[name] = Cut(done.folder / "cut", done.remarks, pages)
        return made[name]

    return cut


def inside(nodes: Iterable[object]) -> Iterator[object]:
    for node in nodes:
        yield from inside(node.children) if isinstance(node, Group) else (node,)


def marked(page: Page) -> bool:
    """Whether a page has a square of 5 mm, all black, whose corner is at 10, 10."""
    drawn = (node for node in inside(page.nodes) if isinstance(node, Shape))
    return geo.rectangle(10, 10, 5, 5) in [shape.segments for shape in drawn if shape.paint.fill == (0, 0, 0)]


def test_each_piece_is_cut_along_its_trim_and_nothing_else_is_cut(cut: Cutting) -> None:
    found = cut().drawings
    assert {page.cut.name for page in cut().pages if page.cut} == set(found)
    for page in cut().pages:
        if page.cut is None:
            continue
        vertices = [vertex for line in found[page.cut.name].on("CUT") for vertex in line.vertices]
        corners = {(round(x, 2), round(y, 2)) for x, y, _ in vertices}
        for placed in page.placements:
            whole = geo.rectangle(*placed.trim, 3 if placed.piece.startswith("card") else 0)
            ends = [segment[-2:] for segment in whole if len(segment) > 1]
            own = {(round(float(x), 2), round(297 - float(y), 2)) for x, y in ends}
            assert own <= corners
            corners -= own
        assert not corners


def test_every_card_of_a_sheet_is_a_closed_line_as_large_as_a_card(cut: Cutting) -> None:
    full = max(cut(only="cards").drawings.values(), key=lambda found: len(found.lines))
    assert [line.closed for line in full.lines] == [True] * 6
    assert [abs(area(line)) for line in full.lines] == pytest.approx([63 * 88 - (4 - pi) * 9] * 6, abs=0.02)


def test_cards_edge_to_edge_share_their_lines(cut: Cutting) -> None:
    square = cut(GAME.replace("    radius: 3\n", ""), bleed=0, only="cards", count=6)
    (found,) = square.drawings.values()
    long = sum(dist(a, b) for line in found.lines for a, b, _ in line.sides())
    assert long < 6 * 2 * (63 + 88) - 4 * 63


def test_figures_are_folded_where_their_layer_says(cut: Cutting) -> None:
    (found,) = cut(only="figures").drawings.values()
    assert len(found.on("CUT")) == 3
    assert [dist(*(vertex[:2] for vertex in line.vertices)) for line in found.on("FOLD")] == [25] * 9
    ends = [vertex[:2] for line in found.on("FOLD") for vertex in line.vertices]
    sides = [side for line in found.on("CUT") for side in line.sides()]
    assert all(any(dist(a, end) + dist(end, b) == pytest.approx(dist(a, b)) for a, b, _ in sides) for end in ends)


def test_only_what_is_cut_has_marks_and_backs_have_none_unless_asked(cut: Cutting) -> None:
    wanted = [page.side == "front" and "rules" not in page.components for page in cut().pages]
    assert [marked(page) for page in cut().pages] == wanted
    assert [page.cut is not None for page in cut().pages] == wanted
    both = cut(marks_side="both", only="cards").pages
    assert {page.side for page in both} == {"front", "back"}
    assert all(marked(page) and page.cut for page in both)


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_a_back_with_marks_is_cut_as_the_front_seen_from_behind(duplex: str, cut: Cutting) -> None:
    made = cut(pieces="card*", count=5, marks_side="both", duplex=duplex)
    names = [page.cut.name for page in made.pages if page.cut]
    front, back = ([vertex for line in made.drawings[name].lines for vertex in line.vertices] for name in names)
    turned = [(210 - x, y) if duplex == "long-edge" else (x, 297 - y) for x, y, _ in front]
    assert {(round(x, 3), round(y, 3)) for x, y in turned} == {(round(x, 3), round(y, 3)) for x, y, _ in back}


def test_each_sheets_foot_names_its_cut_and_the_values_of_its_marks(cut: Cutting) -> None:
    told = (cut().folder / "cuts.txt").read_text(encoding="utf-8")
    marks = f"silhouette-cameo {CAMEO.version}: marks 10 mm in, arms 20, lines 0.3, squares 5"
    for number, page in enumerate(cut().pages, 1):
        said = [node.text for node in inside(page.nodes) if isinstance(node, Text)]
        foot = [text for text in said if "silhouette-cameo" in text]
        assert foot == ([] if page.cut is None else [f"cut {page.cut.name} · {marks}"])
        if page.cut is not None:
            (line,) = re.findall(rf"cut-{page.cut.name}: cut\.pdf, pages? ([\d, –]+)\.", told)
            runs = [tuple(map(int, run.split("–"))) for run in line.split(", ")]
            assert any(run[0] <= number <= run[-1] for run in runs)


@pytest.mark.parametrize(("options", "ticks"), [({}, False), ({"marks": "crop"}, True)])
def test_no_crop_marks_unless_asked_for(options: dict[str, str], ticks: bool, cut: Cutting) -> None:
    page = cut(only="cards", **options).pages[0]
    assert any(isinstance(node, Shape) and node.paint.width == HAIR for node in inside(page.nodes)) == ticks


def test_other_marks_make_other_names_and_a_knife_that_misses_moves_lines_alone(cut: Cutting, tmp_path: Path) -> None:
    first, moved = cut(only="cards").drawings, cut(only="cards", cut_offset="0.3,-0.2").drawings
    assert set(moved) == set(first)
    for name, found in first.items():
        left, bottom, right, top = found.extents()
        expected = left - 0.3, bottom - 0.2, right - 0.3, top - 0.2  # y is up
        assert moved[name].extents() == pytest.approx(expected, abs=1e-3)
    file = put(
        tmp_path / "mine.yaml", cutter.bundled()["silhouette-cameo"].read_text().replace("line: 0.3", "line: 0.5")
    )
    assert not set(cut(only="cards", cutter=str(file)).drawings) & set(first)


def test_an_svg_is_the_sheets_size_with_a_layer_each_for_marks_folds_and_cuts(cut: Cutting) -> None:
    (file,) = cut(only="figures").folder.glob("cut-*.svg")
    root = ET.fromstring(file.read_text())
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    layers = {group.get("id"): list(group) for group in root.iter("{http://www.w3.org/2000/svg}g")}
    assert {name: len(paths) for name, paths in layers.items()} == {"marks": 5, "fold": 9, "cut": 3}
    assert {path.get("stroke") for path in layers["cut"]} == {"#ff0000"}
    assert {path.get("stroke") for path in layers["marks"]} == {None}, "what has no line is not cut"


def test_a_machine_gets_the_formats_it_takes_what_nobody_checked_and_only_marks_it_reads(cut: Cutting) -> None:
    made = cut(cutter="cricut", only="cards")
    assert {file.suffix for file in made.folder.iterdir()} == {".svg", ".txt"}
    assert "Not verified: margins and formats." in (made.folder / "cuts.txt").read_text(encoding="utf-8")
    assert 'id="marks"' not in next(made.folder.glob("cut-*.svg")).read_text()
    left, top, wide, tall = made.pages[0].bleed
    assert min(left, top, 210 - left - wide, 297 - top - tall) >= 14 - 1e-6


def test_a_square_of_100_mm_says_whether_a_program_takes_a_unit_for_a_millimetre(cut: Cutting) -> None:
    square = cut(only="figures", cut_offset="1,1").folder / "square-100mm.dxf"
    assert read(square.read_text()).extents() == (0, 0, 100, 100)


def test_the_same_build_writes_the_same_bytes(cut: Cutting) -> None:
    one, two = (tree(cut(jobs=jobs).folder) for jobs in (1, 2))
    assert one == two


def test_what_is_larger_than_the_room_between_the_marks_is_said_to_be_cut_by_hand(cut: Cutting) -> None:
    remarks = cut(GAME + data(__file__)["BOARD"], cutter="generic").remarks
    assert "Cut these by hand, as they do not fit between the marks: Great board." in remarks


@cases
def test_what_cannot_go_with_a_machine_is_refused(options: dict[str, object], said: str, cut: Cutting) -> None:
    with pytest.raises(SpecError) as error:
        cut(**options)
    assert said in str(error.value)
