"""The chain that stood on the sheet for long, its corner a tower, is found out; one that is right is not."""

from __future__ import annotations

import pytest

from companion.games import Game
from companion.games.circles.state import State
from companion.journal import Journal
from companion.turns import enter
from specs.hexes import name

from . import circles
from .drawn import Drawn
from .worked import Case, faults

GAME = Game("circles")
RIGHT = {"a1": "burnt", "b1": "tower 0", "c1": "stack 1", "b2": "tower 0", "c2": "stack 2", "c3": "stack 1"}
BEFORE = {"a1": "stack 2", "b1": "empty", "c1": "empty", "b2": "stack 3", "c2": "empty", "c3": "empty"}


def corner() -> State:
    """A corner of a large board: 2 in it, 3 beside it."""
    cells = ",".join(name((q, r)) for r in range(0, -7, -1) for q in range(-r, 7))
    state: State = GAME.notation.parse_state(
        f"[{cells}] | a1:1.2 b2:1.3 | players=Ann:red,Bob:blue turn=1 plies=0 passed=.. resigned=.. "
        "tallies=5/0/0,0/0/0 rules=jump/pieces/last-player over=no"
    )
    return state


def drawn(fields: dict[str, str], template: str) -> list[Drawn]:
    """Fields as a sheet draws them, rows 9.526 mm apart and each half a field further right than the one below."""
    found = []
    for field, what in fields.items():
        row, kind, number = int(field[1:]) - 1, *f"{what} 0".split()[:2]
        values = {"c": "red", "v": int(number)}
        x = 100 + 11 * (ord(field[0]) - ord("a")) - 5.5 * row
        found.append(Drawn("use", kind, x, 176 - 9.526 * row, 1.0, values, (template,)))
    return found


@pytest.mark.parametrize(
    ("after", "good"),
    [
        (RIGHT, True),
        (RIGHT | {"a1": "tower 0"}, False),
        (RIGHT | {"c2": "stack 3"}, False),
        ({field: what for field, what in RIGHT.items() if field != "c3"}, False),
    ],
)
def test_a_chain_that_runs_into_a_corner_burns_it(after: dict[str, str], good: bool) -> None:
    start = corner()
    ((_, step),) = enter(GAME, Journal(GAME.notation.text(start)), start, "- grow none", stood=True)
    shows = {"fields": "a1 b1 c1 b2 c2 c3"}
    case = Case((), shows, (start, step.after), (step.move,))
    parts = drawn(BEFORE, "chain-before") + drawn(after, "chain-after")
    assert (list(faults(circles, [case], parts)) == []) is good
    without = Case((), {"fields": "a1 b1 c1 b2 c2"}, case.states, case.moves)
    assert "c3 must be there too" in "".join(faults(circles, [without], parts))
