"""Games of a toy counted by hand: nothing of a playtest knows a game, and pebbles are taken one by one here."""

from __future__ import annotations

import msgspec
import pytest

from companion.lab import playtest
from companion.lab.measures import Use, figures
from companion.lab.players import Bots
from companion.lab.playtest import planned, played

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture(autouse=True)
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bots, "by_chance", lambda bots, state, chance: next(iter(bots.game.moves(state))))


def test_four_pebbles() -> None:
    """1:0, 1:1, 2:1, and the last costs two: 2:0. The first leads, is level once, and leads for good after turn 3."""
    row = played(planned("pebbles", ("random", "random"), 1, options={"pile": "4"}), 0)
    assert (row.ended, row.winners, row.scores, row.plies, row.turns) == (True, (0,), (2, 0), 4, 4)
    assert (row.leads, row.behind, row.deficit, row.decided) == (0, 0, 0, 3)
    assert row.gains == {"takes …": (4, 4), "the last pebble": (1, -2)}
    assert (row.words, row.last) == ({"": 4}, "")


def test_five_pebbles_turn_at_the_last() -> None:
    """1:0, 1:1, 2:1, 2:2, and the last costs the first two: 1:2. The winner was behind twice, by one."""
    plan = planned("pebbles", ("random", "random"), 1, options={"pile": "5"})
    row = played(plan, 0)
    assert (row.winners, row.scores, row.turns) == ((1,), (1, 2), 5)
    assert (row.leads, row.behind, row.deficit, row.decided) == (1, 2, 1, 5)
    found = figures([row, msgspec.structs.replace(row, number=1, deal=7, listed=(3,))])
    assert (found.games, found.different) == (2, 1)  # the same game twice
    found = figures([row])
    assert [seat.wins for seat in found.seats] == [0, 1]
    assert {each.key: each.mean for each in found.measures if each.key != "branching"} == {
        "turns": 5, "plies": 1, "leads": 1, "behind": 40, "deficit": 1, "decided": 100, "margin": 1,
    }  # fmt: skip
    assert found.gains["takes …"] == Use(1, 5, 5)


def test_legal_plies_are_counted_where_they_were_looked_at() -> None:
    """With one pebble left there is one legal ply, and it is the only one ever looked at."""
    plan = planned("pebbles", ("random", "random"), 1, options={"pile": "1"})
    assert {played(plan, number).listed for number in range(30)} == {(), (1,)}


def test_a_game_that_takes_too_long_has_no_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken off after three pebbles, 2:1, a turn each; in another game within the first turn, which is longer."""
    monkeypatch.setattr(playtest, "LONGEST", 3)
    row = played(planned("pebbles", ("random", "random"), 1, options={"pile": "9"}), 0)
    assert (row.ended, row.winners, row.scores, row.plies, row.turns) == (False, (), (2, 1), 3, 3)
    found = figures([row])
    assert (found.ended, found.endings, [seat.share for seat in found.seats]) == (0, {}, [0, 0])
    assert not {"turns", "leads", "decided", "margin"} & {each.key for each in found.measures}
    row = played(planned("gods", ("random", "random"), 1), 0)
    assert (row.ended, row.plies, row.turns) == (False, 3, 1)
