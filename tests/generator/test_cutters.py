"""`build --cutter`: marks on the sheets that a machine cuts, and what it cuts as files, each for the pages it fits."""

import os
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from math import dist, pi
from pathlib import Path

import pytest
from cases import cases, data
from command import PROJECT, tree
from drawn_r12 import Drawing, area, read
from msgspec.structs import asdict

from generator import build, load
from generator.draw.geometry import geometry as geo
from generator.draw.line_styles import HAIR
from generator.draw.scene import Group, Page, Text
from generator.draw.scene import Path as Shape
from generator.plan.manifest import PageCounts
from generator.sheets.cutting_machines import machine as cutter
from generator.sheets.printable import Stock
from specs.base.errors import SpecError
from specs.model.document import Document

GAME = data(__file__)["GAME"]
BOARD = data(__file__)["BOARD"]


@pytest.fixture
def game(tmp_path: Path) -> Document:
    (tmp_path / "cut.yaml").write_text(GAME, encoding="utf-8")
    return load(str(tmp_path / "cut.yaml"))


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[Page]:
    """The pages of every build, as they go by."""
    seen: list[Page] = []
    counted = PageCounts.page

    def page(pages: PageCounts, given: Page, stock: Stock) -> None:
        seen.append(given)
        counted(pages, given, stock)

    monkeypatch.setattr(PageCounts, "page", page)
    return seen


def cut(game: Document, out: Path, **options: object) -> Path:
    """The folder of the cut files of a build."""
    return build(game, str(out), **{"formats": "pdf", "cutter": "silhouette-cameo", **options}).folder / "cut"


def drawings(folder: Path) -> dict[str, Drawing]:
    return {file.stem.removeprefix("cut-"): read(file.read_text()) for file in sorted(folder.glob("cut-*.dxf"))}


def inside(nodes: Iterable[object]) -> Iterator[object]:
    for node in nodes:
        yield from inside(node.children) if isinstance(node, Group) else (node,)


def marked(page: Page) -> bool:
    """Whether a page has a square of 5 mm, all black, whose corner is at 10, 10."""
    shapes = (node for node in inside(page.nodes) if isinstance(node, Shape))
    return geo.rectangle(10, 10, 5, 5) in [shape.segments for shape in shapes if shape.paint.fill == (0, 0, 0)]


class TestSheets:
    def test_each_piece_is_cut_along_its_trim_and_nothing_else_is_cut(
        self, game: Document, pages: list[Page], tmp_path: Path
    ) -> None:
        found = drawings(cut(game, tmp_path))
        assert {page.cut.name for page in pages if page.cut} == set(found)
        for page in pages:
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

    def test_every_card_of_a_sheet_is_a_closed_line_as_large_as_a_card(self, game: Document, tmp_path: Path) -> None:
        full = max(drawings(cut(game, tmp_path, only="cards")).values(), key=lambda found: len(found.lines))
        assert len(full.lines) == 6
        for line in full.lines:
            assert line.closed
            assert abs(area(line)) == pytest.approx(63 * 88 - (4 - pi) * 9, abs=0.02)

    def test_cards_edge_to_edge_share_their_lines(self, tmp_path: Path) -> None:
        (tmp_path / "square.yaml").write_text(GAME.replace("    corner: 3\n", ""), encoding="utf-8")
        folder = cut(load(str(tmp_path / "square.yaml")), tmp_path, bleed=0, only="cards", count=6)
        (found,) = drawings(folder).values()
        long = sum(dist(a, b) for line in found.lines for a, b, _ in line.sides())
        assert long < 6 * 2 * (63 + 88) - 4 * 63

    def test_figures_are_folded_where_their_layer_says(self, game: Document, tmp_path: Path) -> None:
        (found,) = drawings(cut(game, tmp_path, only="figures")).values()
        assert len(found.on("CUT")) == 3
        assert [dist(*(vertex[:2] for vertex in line.vertices)) for line in found.on("FOLD")] == [25] * 9
        ends = [vertex[:2] for line in found.on("FOLD") for vertex in line.vertices]
        sides = [side for line in found.on("CUT") for side in line.sides()]
        assert all(any(dist(a, end) + dist(end, b) == pytest.approx(dist(a, b)) for a, b, _ in sides) for end in ends)

    def test_only_what_is_cut_has_marks_and_backs_have_none_unless_asked(
        self, game: Document, pages: list[Page], tmp_path: Path
    ) -> None:
        cut(game, tmp_path)
        wanted = [page.side == "front" and "rules" not in page.components for page in pages]
        assert [marked(page) for page in pages] == wanted
        assert [page.cut is not None for page in pages] == wanted
        pages.clear()
        cut(game, tmp_path, marks_side="both", only="cards")
        assert {page.side for page in pages} == {"front", "back"}
        assert all(marked(page) and page.cut for page in pages)

    @pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
    def test_a_back_with_marks_is_cut_as_the_front_seen_from_behind(
        self, duplex: str, game: Document, pages: list[Page], tmp_path: Path
    ) -> None:
        found = drawings(cut(game, tmp_path, pieces="card*", count=5, marks_side="both", duplex=duplex))
        front, back = (
            [vertex for line in found[page.cut.name].lines for vertex in line.vertices] for page in pages if page.cut
        )
        turned = [(210 - x, y) if duplex == "long-edge" else (x, 297 - y) for x, y, _ in front]
        assert {(round(x, 3), round(y, 3)) for x, y in turned} == {(round(x, 3), round(y, 3)) for x, y, _ in back}

    def test_each_sheets_foot_names_its_cut_and_the_values_of_its_marks(
        self, game: Document, pages: list[Page], tmp_path: Path
    ) -> None:
        told = (cut(game, tmp_path) / "cuts.txt").read_text(encoding="utf-8")
        machine = cutter.load("silhouette-cameo")
        for number, page in enumerate(pages, 1):
            said = [node.text for node in inside(page.nodes) if isinstance(node, Text)]
            foot = [text for text in said if "silhouette-cameo" in text]
            if page.cut is None:
                assert not foot
                continue
            marks = f"silhouette-cameo {machine.version}: marks 10 mm in, arms 20, lines 0.3, squares 5"
            assert foot == [f"cut {page.cut.name} · {marks}"]
            (line,) = re.findall(rf"cut-{page.cut.name}: cut\.pdf, pages? ([\d, –]+)\.", told)
            runs = [tuple(map(int, run.split("–"))) for run in line.split(", ")]
            assert any(run[0] <= number <= run[-1] for run in runs)

    def test_no_crop_marks_unless_asked_for(self, game: Document, pages: list[Page], tmp_path: Path) -> None:
        def ticks() -> int:
            return sum(isinstance(node, Shape) and node.paint.width == HAIR for node in inside(pages[0].nodes))

        cut(game, tmp_path, only="cards")
        assert not ticks()
        pages.clear()
        cut(game, tmp_path, only="cards", marks="crop")
        assert ticks()


class TestFiles:
    def test_other_marks_make_other_names_and_a_knife_that_misses_moves_the_lines_alone(
        self, game: Document, tmp_path: Path
    ) -> None:
        first = drawings(cut(game, tmp_path, only="cards"))
        moved = drawings(cut(game, tmp_path, only="cards", cut_offset="0.3,-0.2"))
        assert set(moved) == set(first)
        for name, found in first.items():
            left, bottom, right, top = found.extents()
            expected = left - 0.3, bottom - 0.2, right - 0.3, top - 0.2  # y is up
            assert moved[name].extents() == pytest.approx(expected, abs=1e-3)
        file = tmp_path / "mine.yaml"
        file.write_text(cutter.bundled()["silhouette-cameo"].read_text().replace("line: 0.3", "line: 0.5"))
        assert not set(drawings(cut(game, tmp_path, only="cards", cutter=str(file)))) & set(first)

    def test_an_svg_is_the_sheets_size_with_a_layer_each_for_marks_folds_and_cuts(
        self, game: Document, tmp_path: Path
    ) -> None:
        (file,) = cut(game, tmp_path, only="figures").glob("cut-*.svg")
        root = ET.fromstring(file.read_text())
        assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
        layers = {group.get("id"): list(group) for group in root.iter("{http://www.w3.org/2000/svg}g")}
        assert {name: len(paths) for name, paths in layers.items()} == {"marks": 5, "fold": 9, "cut": 3}
        assert {path.get("stroke") for path in layers["cut"]} == {"#ff0000"}
        assert {path.get("stroke") for path in layers["marks"]} == {None}, "what has no line is not cut"

    def test_what_nobody_has_checked_of_a_machine_is_told_with_its_files(self, game: Document, tmp_path: Path) -> None:
        folder = cut(game, tmp_path, cutter="cricut", only="figures")
        assert "Not verified: margins and formats." in (folder / "cuts.txt").read_text(encoding="utf-8")

    def test_a_square_of_100_mm_says_whether_a_program_takes_a_unit_for_a_millimetre(
        self, game: Document, tmp_path: Path
    ) -> None:
        folder = cut(game, tmp_path, only="figures", cut_offset="1,1")
        assert read((folder / "square-100mm.dxf").read_text()).extents() == (0, 0, 100, 100)

    def test_a_machine_gets_the_formats_it_takes_and_one_with_marks_of_its_own_gets_none(
        self, game: Document, pages: list[Page], tmp_path: Path
    ) -> None:
        folder = cut(game, tmp_path, cutter="cricut", only="cards")
        assert {file.suffix for file in folder.iterdir()} == {".svg", ".txt"}
        assert 'id="marks"' not in next(folder.glob("cut-*.svg")).read_text()
        left, top, wide, tall = pages[0].bleed
        assert min(left, top, 210 - left - wide, 297 - top - tall) >= 14 - 1e-6

    def test_the_same_build_writes_the_same_bytes(self, game: Document, tmp_path: Path) -> None:
        one, two = (tree(cut(game, tmp_path / name)) for name in ("one", "two"))
        assert one == two

    def test_what_is_larger_than_the_room_between_the_marks_is_said_to_be_cut_by_hand(self, tmp_path: Path) -> None:
        (tmp_path / "board.yaml").write_text(GAME + BOARD, encoding="utf-8")
        built = build(str(tmp_path / "board.yaml"), str(tmp_path), formats="pdf", cutter="generic")
        assert "Cut by hand, for want of room between the marks: Great board." in built.remarks


@cases
def test_what_cannot_go_with_a_machine_is_refused(
    options: dict[str, object], said: str, game: Document, tmp_path: Path
) -> None:
    with pytest.raises(SpecError) as error:
        cut(game, tmp_path, **options)
    assert said in str(error.value)


def row(machine: cutter.Machine) -> str:
    """A machine as the documentation lists it."""
    kinds = [f"{name.replace('_', ' ')} {kind}" for name, kind in asdict(machine.marks).items() if kind]
    kept = max(machine.margins)
    cells = [
        f"`{machine.name}`",
        machine.title,
        ", ".join(kinds) or "none",
        f"{machine.inset:g}" if kinds else "",
        f"{kept:g} mm all round" if kept else "",
        ", ".join(machine.formats),
        machine.source,
        machine.checked,
        ", ".join(machine.unverified),
    ]
    return f"| {' | '.join(cells)} |\n"


def test_the_documentations_table_of_machines_is_their_files() -> None:
    page = PROJECT / "docs" / "printing.md"
    text = page.read_text(encoding="utf-8")
    between = re.compile(r"(?<=\|---\|\n)(\| `[^\n]+\n)*(?=\n<!-- /machines -->)")
    table = "".join(row(cutter.load(name)) for name in cutter.bundled())
    if os.environ.get("TIDELINE_RENEW"):
        page.write_text(between.sub(lambda _: table, text), encoding="utf-8")
        return
    found = between.search(text)
    assert found
    assert found[0] == table
