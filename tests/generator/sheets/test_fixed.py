"""Fixed sheets, and pieces that are larger than their sheet or lie on it as they say."""

from pathlib import Path

import pikepdf
import pytest
from cases import cases, data
from command import generator, small
from sheets.test_impose import printable

from generator.sheets.layout import fixed
from generator.sheets.layout.n_up import plan
from generator.sheets.layout.pack import pack
from generator.sheets.printable import SheetOptions
from specs.base.errors import SpecError

GRID = "title: Test\npaper: a4\nsize: [60, 90]\ncolumns: 2\nrows: 2\nat: [20, 30]\npitch: [66, 100]\n"


def sheet(folder: Path, text: str = GRID) -> fixed.Fixed:
    file = folder / "sheet.yaml"
    file.write_text(text, encoding="utf-8")
    return fixed.load(str(file))


class TestFiles:
    @pytest.mark.parametrize("name", fixed.bundled())
    def test_bundled_sheets_lie_on_their_paper_and_say_how_many(self, name: str) -> None:
        found = fixed.load(name)
        assert name.split("-")[1] == str(len(found.places)) == found.title.split()[0]
        # what is left of the paper is the same at both ends, as far as the makers' figures are rounded
        assert abs(found.places[0].x - (found.paper[0] - found.places[-1].right)) < 0.9
        assert abs(found.places[0].y - (found.paper[1] - found.places[-1].bottom)) < 2.5

    @cases
    def test_makers_sheets_are_as_their_tables_say(
        self, name: str, size: tuple[float, float], first: tuple[float, float], last: tuple[float, float]
    ) -> None:
        """Margins, sizes and pitches of the sources that each file names, added up here by hand."""
        places = fixed.load(name).places
        assert all((place.width, place.height) == pytest.approx(size) for place in places)
        for place, corner in ((places[0], first), (places[-1], last)):
            assert (place.x, place.y) == pytest.approx(corner, abs=1e-6)

    def test_a_grid(self, tmp_path: Path) -> None:
        places = sheet(tmp_path).places
        assert [(place.x, place.y) for place in places] == [(20, 30), (86, 30), (20, 130), (86, 130)]
        assert {(place.width, place.height) for place in places} == {(60, 90)}

    def test_slots_one_by_one_with_sizes_and_corners_of_their_own(self, tmp_path: Path) -> None:
        text = "title: T\npaper: [100, 100]\nsize: 20\ncorner: 1\nslots:\n  - {at: [0, 0]}\n"
        text += "  - {at: [50, 5], size: [40, 30], corner: 4}\n"
        assert sheet(tmp_path, text).places == (fixed.Place(0, 0, 20, 20, 1), fixed.Place(50, 5, 40, 30, 4))

    @cases
    def test_faults_have_their_place(self, old: str, new: str, said: str, tmp_path: Path) -> None:
        assert old in GRID
        with pytest.raises(SpecError) as error:
            sheet(tmp_path, GRID.replace(old, new))
        assert said in str(error.value)


class TestPieces:
    def test_pieces_lie_in_the_middle_of_the_places_turned_where_they_fit_only_so(self, tmp_path: Path) -> None:
        own = sheet(tmp_path)
        job = plan(printable(60, 80, count=9), SheetOptions(paper=own.paper, fixed=own))
        assert [(slot.x, slot.y, slot.turn) for slot in job.slots][:2] == [(50, 75, 0), (116, 75, 0)]
        assert job.sheets == 3
        assert {slot.turn for slot in plan(printable(88, 58), SheetOptions(paper=own.paper, fixed=own)).slots} == {90}

    def test_a_bleed_goes_half_of_the_way_to_the_next_place(self, tmp_path: Path) -> None:
        own = sheet(tmp_path)
        slots = plan(printable(60, 90, bleed=4), SheetOptions(paper=own.paper, fixed=own)).slots
        assert slots[0].bleeds == (4, 4, 3, 4)  # 6 mm between the columns, 10 between the rows
        assert slots[3].bleeds == (3, 4, 4, 4)

    def test_what_fits_no_place_is_told(self, tmp_path: Path) -> None:
        own = sheet(tmp_path)
        with pytest.raises(SpecError, match="--sheets: Pieces of 61 × 91 mm; expected pieces of at most 60 × 90 mm"):
            pack([printable(61, 91)], SheetOptions(paper=own.paper, fixed=own))

    def test_from_the_command_line(self, tmp_path: Path) -> None:
        done = generator("build", small(tmp_path), "--sheets", "rounds-24-a4", "--format", "pdf", cwd=tmp_path)
        assert "Load 2 sheets of A4." in done.out
        with pikepdf.open(tmp_path / "output" / "small" / "small.pdf") as pdf:
            assert len(pdf.pages) == 4
        done = generator("build", small(tmp_path), "--sheets", "rounds-24", cwd=tmp_path)
        assert done.status == 2
        assert "(did you mean 'rounds-24-a4'?)" in done.err
        listed = generator("sheets", cwd=tmp_path).out.splitlines()
        assert "labels-21-a4        21 labels of 63.5 × 38.1 mm on A4" in listed
        assert len(listed) == len(fixed.bundled())


BOARD = data(__file__)["BOARD"]


class TestLargerThanTheSheet:
    def build(self, folder: Path, more: str = "", *words: str) -> tuple[str, list[list[float]]]:
        (folder / "board.yaml").write_text(BOARD + more, encoding="utf-8")
        done = generator("build", "board.yaml", "--format", "pdf", *words, cwd=folder)
        assert done.status == 0, done.err
        with pikepdf.open(folder / "output" / "board" / "board.pdf") as pdf:
            return done.out, [[round(float(side)) for side in page.mediabox[2:]] for page in pdf.pages]

    def test_a_board_that_is_cut_says_so_with_the_remedy(self, tmp_path: Path) -> None:
        said, pages = self.build(tmp_path)
        assert len(pages) == 3  # how it goes together, and two sheets
        remark = "Board: 297 × 210 mm, cut into 2 sheets to glue together; one sheet holds 282.9 × 200 mm."
        remedy = "`fit: true` in the spec prints it at 95 %, on one; `--paper a3` holds it whole."
        assert f"{remark} {remedy}" in said
        checked = generator("check", "board.yaml", "--strict", cwd=tmp_path)
        assert (checked.status, checked.err) == (0, ""), "no flaw: many a board is meant to be large"
        assert f"On A4: {remark} {remedy}" in checked.out

    def test_fit_prints_it_smaller_on_one_sheet(self, tmp_path: Path) -> None:
        said, pages = self.build(tmp_path, "    fit: true\n")
        assert pages == [[595, 842]]
        assert "Board: printed at 95 % of its size, to fit on one sheet." in said

    def test_orientation_lays_the_sheet_as_it_says(self, tmp_path: Path) -> None:
        assert self.build(tmp_path, "    fit: true\n    orientation: landscape\n")[1] == [[842, 595]]
        turned = self.build(tmp_path, "    fit: true\n    orientation: portrait\n", "--landscape")[1]
        assert turned == [[595, 842]]

    def test_a_board_that_fits_is_printed_as_it_is_without_a_word(self, tmp_path: Path) -> None:
        said, pages = self.build(tmp_path, "    fit: true\n", "--paper", "a3")
        assert len(pages) == 1
        assert "printed at" not in said
