"""Boards of hexagons as text maps: cells, names, neighbours, deals, and what a map must not be."""

from collections import Counter
from math import hypot, sqrt
from pathlib import Path

import pytest
from cases import cases, data, put
from hypothesis import given, strategies as st

from specs.base.errors import SpecError
from specs.base.seeds import MOST
from specs.expand.deal import deal
from specs.load import load
from specs.model.shapes import boards

ESCAPE = load("escape")
SEA = ESCAPE.spec.setup.boards["sea"]

# the ruling's rows; those below the middle mirror those above
HALF = data(__file__)["HALF"]
ROWS = HALF | dict(zip("HIJKLM", (HALF[row] for row in "FEDCBA"), strict=True))


def test_the_map_is_the_rulings() -> None:
    rows = {row: "".join(cell.symbol for cell in boards.cells(SEA) if cell.row == row) for row in ROWS}
    assert rows == ROWS
    assert len(boards.cells(SEA)) == 163


def test_the_middle_of_the_island_and_where_boats_start() -> None:
    beside, four = boards.neighbours(SEA), ("C5", "C9", "K5", "K9")
    assert beside["G7"] == ("G8", "H7", "H6", "G6", "F6", "F7")
    assert all(boards.by_name(SEA)[name].symbol == "m" for name in ("G7", *beside["G7"]))
    assert SEA.start["boats"] == {"2": ("C5", "K9"), "3": four, "4": four}


def test_touching_cells_lie_a_width_apart_in_mm() -> None:
    cells = boards.by_name(SEA)
    for name, beside in boards.neighbours(SEA).items():
        x, y = boards.middle(cells[name], 35)
        for other in beside:
            ox, oy = boards.middle(cells[other], 35)
            assert hypot(ox - x, oy - y) == pytest.approx(35)
            assert name in boards.neighbours(SEA)[other]
    assert boards.extent(SEA, 35) == pytest.approx((13 * 35, 12 * 35 * sqrt(3) / 2 + 70 / sqrt(3)))


@given(st.integers(0, MOST), st.integers(2, 4))
def test_every_island_cell_is_dealt_a_piece_of_its_region(seed: int, players: int) -> None:
    dealt = deal(ESCAPE, players, seed)
    cells = boards.by_name(SEA)
    on_board = dealt.cells["sea"]
    assert {name: stack[0].row["region"] for name, stack in on_board.items()} == {
        name: SEA.legend[cell.symbol].title for name, cell in cells.items() if cell.symbol in "lhm"
    }
    assert sorted(piece.id for (piece,) in on_board.values()) == sorted(p.id for p in ESCAPE.pieces["island"])
    assert not any(dealt.piles.values())


def test_backs_by_region_are_the_rulings() -> None:
    backs = Counter((piece.row["region"], piece.row["symbol"]) for piece in ESCAPE.pieces["island"])
    for region, counts in (("lowland", (3, 3, 3, 2, 6, 1)), ("hill", (2,) * 6), ("mountain", (1, 1, 1, 2, 0, 2))):
        kinds = ("shark", "octopus", "dolphin", "monster", "boat", "whirlpool")
        assert tuple(backs[region, kind] for kind in kinds) == counts


LAKE = data(__file__)["LAKE"]


def lake(folder: Path, old: str = "", new: str = "") -> Path:
    assert old in LAKE
    return put(folder / "lake.yaml", LAKE.replace(old, new, 1))


def test_names_count_from_the_left_of_each_row(tmp_path: Path) -> None:
    board = load(lake(tmp_path)).spec.setup.boards["lake"]
    assert [cell.name for cell in boards.cells(board)] == ["A1", "A2", "A3", "B1", "B2", "B3", "B4", "C1", "C2", "C3"]
    assert boards.neighbours(board)["A1"] == ("A2", "B1")


@cases
def test_faults_of_a_board_say_what_is_wrong(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(SpecError, match=message.replace("(", r"\(").replace(".", r"\.")):
        load(lake(tmp_path, old, new), icons=())


def test_a_pile_too_small_for_the_board(tmp_path: Path) -> None:
    document = load(lake(tmp_path, "count: 2", "count: 1"))
    with pytest.raises(SpecError, match="1 piece from pile 'land', which has 0 left"):
        deal(document, 2, 1)
