"""A turn of several plies: how it is typed, left open, broken off; and what Seven Circles keeps of the contract."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from cases import cases
from drawing import GAME, RULES, USUAL, after, at, f, row

from companion.contract import entering, position
from companion.contract.faults import SyntaxFault
from companion.contract.position import Position
from companion.contract.values import Options, Player
from companion.games.circles.state import Table, owner
from tests.companion.contract.held import held, random_ply

CONTRACT = GAME
TABLES = [USUAL, Table("cancel", "later", "areas-only"), USUAL._replace(crossing="cancel"), USUAL._replace(tie="later")]
NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay")


def start(seed: int) -> Position:
    """A first position: players, board and rule options by the seed."""
    people = tuple(Player(name, "") for name in NAMES[: 2 + seed % 5])
    options = Options(document=GAME.document, layout="", position="", **TABLES[seed % len(TABLES)]._asdict())
    return entering.start(CONTRACT, people, options, None)


def wrong(here: Position, chance: Random) -> str:
    """A ply that is mostly against the rules, and sometimes none at all."""

    def one(options: Any) -> Any:
        return options[int(chance.random() * len(options))]

    board, fields = here.state.board, here.state.fields
    own = [at for at, value in enumerate(fields) if owner(value) == here.state.turn] or [0]
    if chance.random() < 0.25:
        return str(one(("-", "agree", "resign", "- explode none", "- grow none", "zz", "a1-", "q99-a1")))
    source = one(own) if chance.random() < 0.85 else int(chance.random() * len(fields))
    rays = [ray for ray in board.rays[source] if ray]
    near = one(rays)[:4] if rays and chance.random() < 0.9 else range(len(fields))
    count = f"={1 + int(chance.random() * 4)}" * (chance.random() < 0.15)
    behind = one(("", "", "", " +", " explode none", " grow none"))
    return f"{board.names[source]}-{board.names[one(near)]}{count}{behind}"


@pytest.mark.parametrize("seed", range(5))
def test_the_contract_is_kept(seed: int) -> None:
    here, chance = start(seed), Random(seed)
    for _ in range(12 * seed):
        here = random_ply(CONTRACT, here, chance).after if not here.state.over else start(seed)
    held(CONTRACT, lambda _: here, 1, lambda chance, seats: wrong(here, chance))


def test_what_is_wrong_with_a_later_move_refuses_the_line() -> None:
    here = row("a1 a1 . . b1 .")
    first = f"{f(0)}-{at(1, 0, 5)}"
    with pytest.raises(entering.Stopped) as stopped:
        entering.enter(CONTRACT, here, f"{first} {f(1)}-{f(2)}")
    assert stopped.value.part == (2, 2)


def test_who_leaves_in_the_middle_of_a_turn() -> None:
    """What was moved stays; the turn of whoever is there goes on."""
    here = row("a1 a1 . a1 . b1 . c1", islands="1 1 1 2 2 3 3 3", players=3)
    opened = after(here, f"{f(0)}-{at(1, 0, 5)} +")
    stays = entering.ended(CONTRACT, opened, 1, "leave").state
    assert (stays.turn, stays.moved, stays.fields) == (0, opened.state.moved, opened.state.fields)
    gone = entering.ended(CONTRACT, opened, 0, "leave").state
    assert (gone.turn, gone.moved, gone.late) == (1, (), ())


@cases
def test_what_is_no_position_is_refused(was: str, now: str) -> None:
    line = (
        "B2 a1:1.1 c3:2.2 | players=Ann:red,Bob:blue chances=0 seed=- turn=0 number=0 moved=- late=- passed=no,no"
        " away=no,no over=no table=jump/pieces/last-player"
    )
    assert position.write(RULES, position.read(RULES, line)) == line
    with pytest.raises(SyntaxFault):
        position.read(RULES, line.replace(was, now))
