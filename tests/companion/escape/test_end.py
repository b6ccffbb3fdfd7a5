"""Turns, who is out, when it ends, who wins; what stood."""

from __future__ import annotations

import pytest

from companion.contract import position
from companion.contract.judges import Forbidden
from companion.contract.position import Position
from companion.games.escape import sums
from tests.companion.escape.drawing import GAME, drawn, items, play, plied, refused, stood

BAY = """
C r . . .
 . l h . .
. . m . .
"""


ALL = "classic/classic/any/rescue/all"


def ending(before: str, players: int = 2, turn: int = 1, rules: str = "classic/classic/any/rescue/shore") -> Position:
    return play(drawn(BAY, before, phase="roll", players=players, turn=turn, rules=rules), "roll shark 1 -")


def test_it_ends_when_somebody_has_all_survivors_ashore() -> None:
    state = ending("A1:rr B2:b")
    assert state.state.phase == "over"
    assert GAME.turn(state) is None
    result = GAME.result(state)
    assert result is not None
    assert result.winners == (0,)
    assert [standing.score for standing in result.standings] == [2, 0]
    assert result.standings[0].lines == ("2 ashore: 2 on A1", "0 not ashore, 10 lost")


def test_with_end_all_it_goes_on_until_everybodys_are_ashore_or_lost() -> None:
    state = ending("A1:rr B2:b", rules=ALL)
    assert (state.state.phase, state.state.turn) == ("move", 1)
    assert ending("A1:rrb", rules=ALL).state.phase == "over"
    assert ending("A1:rr", rules=ALL).state.phase == "over", "blue is lost"


def test_with_end_all_who_has_all_ashore_still_sinks_and_rolls_and_who_is_out_does_not() -> None:
    state = ending("A1:rr B2:b", turn=2, rules=ALL)
    assert (state.state.phase, state.state.turn) == ("move", 0)
    assert play(state, "move -", "sink B2 boat b>B3", "roll shark 1 -").state.turn == 1
    assert ending("B2:b C3:y", players=3, turn=3, rules=ALL).state.turn == 1


def test_it_does_not_end_before_the_turn_is_over() -> None:
    state = play(drawn(BAY, "B1=r B2:b"), "B1>A1", "-")
    assert state.state.phase == "sink"


def test_whoever_brought_it_about_the_most_ashore_wins() -> None:
    # blue's last one out there is devoured in red's turn: blue has all survivors ashore
    state = drawn(BAY, "A1:rrrb B2:r A4!s A5~b", phase="roll")
    after = play(state, "roll shark 1 A4>A5")
    assert after.state.phase == "over"
    result = GAME.result(after)
    assert result is not None
    assert result.winners == (0,)


def test_ties_share() -> None:
    result = GAME.settle(ending("A1:rb B2:b C3:y", players=3))
    assert result.winners == (0, 1)


def test_who_is_out_is_skipped() -> None:
    state = ending("B2:r C3:y", players=3)
    assert (state.state.phase, state.state.turn) == ("move", 2)
    assert play(state, "move -", "sink B2 boat r>B3", "roll shark 1 -").state.turn == 0


def test_if_all_are_out_all_share_with_nothing() -> None:
    state = drawn(BAY, "A4!s A5~rb", phase="roll")
    result = GAME.result(play(state, "roll shark 1 A4>A5"))
    assert result is not None
    assert result.winners == (0, 1)
    assert [standing.score for standing in result.standings] == [0, 0]


def test_nothing_goes_on_after_the_end() -> None:
    over = ending("A1:rr B2:b")
    for ply in ("move -", "sink B2 shark b>B3", "roll shark 1 -", "place B2", "-"):
        assert refused(over, ply) == ("game.over", "The game is over.")


def test_the_trail_tells_who_came_ashore_and_who_was_lost() -> None:
    assert trail(drawn(BAY, "B1=rr B2:b A4!s A5~bb"), "B1>A1 B1>A1") == [(0, 1, "1 ashore on A1")] * 2
    devoured = trail(drawn(BAY, "B2:r A4!s A5~bb", phase="roll"), "roll shark 1 A4>A5")
    assert devoured == [(1, 0, "2 lost to the shark on A5")]


def trail(here: Position, line: str) -> list[tuple[int, int, str]]:
    """Who gained and lost what by the plies of a line."""
    found = [entry for ply in plied(here, line)[1] for entry in sums.trail(ply.before, ply.move, ply.after)]
    return [(one.player, one.points, one.text) for one in found]


# ---- what stood ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "before", "ply", "rule", "points", "after"),
    [
        ("move", "B1=rrrr", "B1>A1 B1>A1 B1>A1 B1>A1", "step.limit", 1, "A1:rrrr B1="),
        ("move", "C4=r", "C4>A1", "step.coral", 1, "A1:r C4="),
        ("move", "B2:r", "B2>C3", "", 0, "C3:r"),
        ("move", "B2:r", "B2>A4~", "step.far", 0, "A4~r"),
        ("move", "B2:r B3:bbb", "B2>B3", "step.full", 0, "B3:rbbb"),
        ("move", "C2=r", "C2>B2", "step.land", 0, "B2:r C2="),
        ("move", "C2~r", "C2~>C1 C1~>B1 B1~>A1", "swim.once", 0, "A1:r"),
        ("move", "B2:r", "B2>C2 C2~>C1", "swim.entered", 0, "C1~r"),
        ("move", "C2=b", "=C2>C1", "boat.control", 0, "C1=b"),
        ("move", "C2= C1!o", "=C2>C1", "boat.blocked", 0, "C1= C1!o"),
        ("move", "C4~r", "C4~>A1", "rescue.dolphin", 1, "A1:r"),
        ("move", "C4~r!d B2:r", "C4~>A1 B2>B3", "rescue.steps", 0, "A1:r B1!d B3:r"),
        ("sink", "B2:r", "sink B3 boat", "sink.region", 0, "B2:r B3="),
        ("sink", "B2:r", "sink B2 shark r>C2~", "sink.put", 0, "B2!s C2~r"),
        ("roll", "B2:rb A3!s", "roll shark 1 A3>A5", "roll.far", 0, "A5!s B2:rb"),
        ("roll", "B2:rb A3!s A5~r", "roll shark D A3>A5", "roll.vacant", 0, "A5~r A5!s B2:rb"),
        ("sink", "B2:r", "sink none", "sink.forgotten", 0, "B2:r"),
        ("roll", "B2:rb A3!s", "roll none", "roll.forgotten", 0, "A3!s B2:rb"),
        ("place", "B2:r", "place B2", "place.lowland", 0, "B2:rr"),
        ("place", "B3:rrb", "place B3", "place.full", 0, "B3:rrrb"),
    ],
)
def test_stood(phase: str, before: str, ply: str, rule: str, points: int, after: str) -> None:
    state = drawn(BAY, before, phase=phase)
    found, broken, worth = stood(state, ply)
    assert items(found) == after
    assert ("".join(broken), worth) == (rule, points)
    assert position.read(GAME.rules, position.write(GAME.rules, found)) == found


@pytest.mark.parametrize(
    ("phase", "then", "sentence"),
    [
        ("sink", "dice", "sinks a piece of lowland this turn; none was."),
        ("roll", "move", "rolls the dice this turn; they were not rolled."),
    ],
)
def test_a_forgotten_phase_is_refused_unless_it_stood(phase: str, then: str, sentence: str) -> None:
    state = drawn(BAY, "B2:rb", phase=phase)
    assert refused(state, f"{phase} none")[1].endswith(sentence)
    assert stood(state, f"{phase} none")[0].state.phase == then


@pytest.mark.parametrize(
    ("phase", "before", "ply", "rule"),
    [
        ("move", "B2:b", "B2>B3", "step.none"),
        ("move", "B2:r", "=C2>C1", "boat.none"),
        ("move", "C2= C1=", "=C2>C1", "boat.blocked"),
        ("move", "C2=", "=C2>B2", "boat.blocked"),
        ("move", "B2:r", "B2>A2", "step.reef"),
        ("move", "C2~r", "C2~>C2", "boat.none"),
        ("move", "B2:r", "sink B2 boat", "phase"),
        ("sink", "", "sink A4 boat", "sink.none"),
        ("reveal", "B2^", "roll shark 1 -", "sink.untold"),
        ("sink", "B2:r", "sink B2 boat", "sink.put"),
        ("roll", "B2:r", "roll shark 1 A3>A4", "roll.none"),
        ("roll", "B2:r A3!s", "roll shark 1 A3>B2", "roll.far"),
        ("roll", "B2:r", "roll kraken 1 -", "roll.die"),
        ("roll", "B2:r A3!s", "roll shark 4 A3>A4", "roll.die"),
        ("place", "", "place A4", "place.sea"),
        ("over", "", "move -", "game.over"),
    ],
)
def test_what_cannot_have_happened_does_not_stand(phase: str, before: str, ply: str, rule: str) -> None:
    with pytest.raises(Forbidden) as refusal:
        stood(drawn(BAY, before, phase=phase), ply)
    assert refusal.value.rule == rule
