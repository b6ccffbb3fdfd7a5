"""The board of the rulings, and that the spec's map and ours are one."""

from __future__ import annotations

import pytest

from companion.contract import position
from companion.contract.faults import SyntaxFault
from companion.contract.values import Player, Setup
from companion.games.escape.board import LOWLAND, MOST_COLUMNS, MOUNTAIN, ROWS, board_of
from companion.games.escape.state import State
from companion.games.escape.texts import SYMBOLS
from specs.load import load
from specs.model.shapes.boards import cells, neighbours
from tests.companion.escape.drawing import GAME, ISLAND, drawn

PEOPLE = (Player("Ann", "red"), Player("Bob", "blue"), Player("Cy", "yellow"), Player("Di", "green"))


def new(players: int = 2, seed: int | None = None, **options: str) -> State:
    found: State = GAME.begin(load("escape"), PEOPLE[:players], Setup(seed, options)).state
    return found


def test_163_hexes_in_13_rows_of_13_and_12() -> None:
    names = new().sea.board.names
    assert len(names) == 163
    assert [sum(name[0] == row for name in names) for row in "ABCDEFGHIJKLM"] == [13, 12] * 6 + [13]


def test_the_spec_s_map_is_the_one_of_the_rulings() -> None:
    assert new().sea.ground == drawn(ISLAND).state.sea.ground
    assert new().sea.board.plan == drawn(ISLAND).state.sea.board.plan


def test_the_middle_of_the_island_is_g7_and_touches_six_mountains() -> None:
    state = new()
    around = state.sea.board.around[state.sea.board.number["G7"]]
    assert sorted(state.sea.board.names[h] for h in around) == ["F6", "F7", "G6", "G8", "H6", "H7"]
    assert {state.sea.ground[h] for h in around} == {MOUNTAIN}


def test_hexes_touch_as_the_spec_s_board_has_it() -> None:
    board, sea = new().sea.board, load("escape").spec.setup.boards["sea"]
    told = neighbours(sea)
    assert board.names == tuple(cell.name for cell in cells(sea))
    assert {name: tuple(board.names[h] for h in board.around[n]) for n, name in enumerate(board.names)} == dict(told)


@pytest.mark.parametrize(("coral", "landing"), [("A1", "B1"), ("A13", "B12"), ("M1", "L1"), ("M13", "L12")])
def test_landing_spaces(coral: str, landing: str) -> None:
    board = new().sea.board
    assert board.names[board.landing[board.number[coral]]] == landing


@pytest.mark.parametrize(("players", "boats"), [(2, "C5 K9"), (3, "C5 C9 K5 K9"), (4, "C5 C9 K5 K9")])
def test_starting_boats_count_among_the_twelve(players: int, boats: str) -> None:
    state = new(players)
    line = position.write(GAME.rules, position.Position(state, PEOPLE[:players]))
    assert line.split(" | ")[0].split(" ", 1)[1] == " ".join(f"{name}=" for name in boats.split())
    assert state.box == (6, 6, 6, 6, 12 - len(boats.split()))


def test_the_backs_of_the_rulings() -> None:
    supply = dict(zip(("lowland", "hill", "mountain"), new().supply, strict=True))
    order = ("shark", "octopus", "dolphin", "monster", "boat", "whirlpool")
    counts = {region: tuple(left[SYMBOLS.index(name)] for name in order) for region, left in supply.items()}
    assert counts == {"lowland": (3, 3, 3, 2, 6, 1), "hill": (2, 2, 2, 2, 2, 2), "mountain": (1, 1, 1, 2, 0, 2)}


def test_a_seed_deals_the_backs_of_every_piece_and_they_are_the_supply() -> None:
    state = new(seed=42, pieces="dealt")
    for region in range(LOWLAND, MOUNTAIN + 1):
        under = [state.sea.backs[h] - 1 for h, ground in enumerate(state.sea.ground) if ground == region]
        assert tuple(under.count(symbol) for symbol in range(6)) == state.supply[region - 1]
    assert state == new(seed=42, pieces="dealt")
    assert state.sea.backs != new(seed=43, pieces="dealt").sea.backs


def test_without_dealing_a_seed_stays_unused() -> None:
    assert new(seed=42) == new()


def test_a_map_has_as_many_rows_and_columns_as_there_are_names_for() -> None:
    tall, wide = ("." * 2,) * len(ROWS), ("." * MOST_COLUMNS,)
    assert board_of(tall).names[-1] == f"{ROWS[-1]}2"
    assert board_of(wide).names[-1] == f"A{MOST_COLUMNS}"
    for plan in ((), (*tall, ".."), (wide[0] + ".",), ("..", "")):
        with pytest.raises(SyntaxFault, match=f"a map of {len(plan)} rows; expected 1 to {len(ROWS)} rows"):
            board_of(plan)


def test_boards_are_one_where_their_plans_are() -> None:
    assert board_of(("..", "..")) == board_of(("..", ".."))
    for other in (("..",), ("..", ".C"), ("..", "..", "..")):
        assert board_of(("..", "..")) != board_of(other)
        assert board_of(other) != board_of(("..", ".."))
