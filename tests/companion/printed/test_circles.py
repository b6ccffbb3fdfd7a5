"""The chain that stood on the sheet for long, its corner a tower, is found out; what the referee makes of it is not."""

from __future__ import annotations

from math import sqrt

import pytest

from companion.games import Game
from companion.games.circles.board import field_cell
from companion.journal import Journal
from companion.turns import enter

from . import circles
from .drawn import Drawn
from .worked import Case, faults

GAME = Game("circles")
POSITION = (
    "[a1,b1,c1,b2,c2,c3] | a1:1.2 b2:1.3 | players=Ann:red,Bob:blue turn=1 plies=0 passed=.. resigned=.. "
    "tallies=5/0/0,0/0/0 rules=jump/pieces/areas-only over=no"
)
OLD = {"a1": "red-tower 0", "b1": "red-tower 0", "c1": "red-stone 1", "b2": "red-tower 0", "c2": "red-stone 2"}
STEP, MIDDLES = 9.0, (20.0, 80.0)  # of the fields; where b2 lies before the turn and after it
SHOWS = {"frames": [{"turns": n, "exploded": n > 0, "field": "b2", "x": x, "y": 50.0, "step": STEP}
                    for n, x in enumerate(MIDDLES)]}  # fmt: skip


def drawn(fields: dict[str, str], middle: float) -> list[Drawn]:
    """Six fields of a corner as a sheet draws them, with what lies on them."""
    found = []
    for field in ("a1", "b1", "c1", "b2", "c2", "c3"):
        q, r = field_cell(field) or (0, 0)
        x, y = middle + STEP * (q - 1 + (r + 1) / 2), 50 + STEP * (r + 1) * sqrt(3) / 2
        for thing in ("field", fields.get(field, "")):
            name, _, number = thing.partition(" ")
            found += [Drawn("use", name, x, y, 1.0, {"v": number}, ())] if name else []
    return found


@pytest.mark.parametrize(
    ("change", "good"),
    [({}, True), ({"a1": "red-tower 0"}, False), ({"c2": "red-stone 3"}, False), ({"b1": "red-tower 0"}, False)],
)
def test_a_chain_that_runs_into_a_corner_burns_it(change: dict[str, str], good: bool) -> None:
    start = GAME.notation.parse_state(POSITION)
    ((_, step),) = enter(GAME, Journal(GAME.notation.text(start)), start, "-")
    case = Case((), SHOWS, (start, step.after), (step.move,))
    (_, after) = circles.shown(case.states, case.moves, SHOWS)  # type: ignore[misc]
    right = {field: thing.replace(" ", "-", 1).replace(" of", "") for field, thing in after if thing != "field"}
    before = drawn({"a1": "red-stone 2", "b2": "red-stone 3"}, MIDDLES[0])
    assert right["a1"] == "burned"
    assert (list(faults(circles, [case], before + drawn(right | change, MIDDLES[1]))) == []) is good
    assert list(faults(circles, [case], before + drawn(OLD, MIDDLES[1])))
