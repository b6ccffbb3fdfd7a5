"""A move may be told in parts: until a piece sinks or the dice are rolled, steps are added to it, three at most."""

from __future__ import annotations

import pytest

from companion.contract import entering, position
from companion.contract.faults import SyntaxFault
from companion.contract.position import Position
from tests.companion.escape.drawing import GAME, ISLAND, NOTHING_LEFT, drawn, items, play, refused, stood

AT_SEA = drawn(ISLAND, "E5:rr C5=r C4~r L1=b")
SEA_ONLY = drawn(NOTHING_LEFT, "C5=rr D5~b")
DICE_DEALT = drawn(NOTHING_LEFT, "C5=rr D5~b", dealt="hidden/dealt/5")


def phase(here: Position) -> tuple[str, int]:
    return here.state.phase, here.state.steps


def tired(here: Position) -> set[str]:
    """Who is tired, as a position line writes it."""
    line = position.write(GAME.rules, here)
    return {item for item in line.split(" | ")[0].split() if "*" in item}


def test_a_move_goes_on_until_three_steps_are_made() -> None:
    one = play(AT_SEA, "e5-e6")
    two = play(one, "e6-e7")
    three = play(two, "=c5-c6")
    assert [phase(state) for state in (one, two, three)] == [("move", 1), ("move", 2), ("sink", 3)]
    assert three == play(AT_SEA, "e5-e6-e7 =c5-c6")
    assert refused(three, "e7-e6") == ("step.limit", "E7>E6 would be step 4; a move has 3.")


def test_a_fourth_step_is_refused_wherever_it_stands() -> None:
    assert refused(play(AT_SEA, "e5-e6-e7"), "e7-e6 e6-e5")[0] == "step.limit"


def test_the_word_of_the_phase_may_stand_before_each_part() -> None:
    assert play(AT_SEA, "move e5-e6", "move e6-e7") == play(AT_SEA, "e5-e6", "e6-e7") == play(AT_SEA, "e5-e6-e7")


def test_sinking_ends_the_move() -> None:
    assert phase(play(AT_SEA, "e5-e6", "d8 shark")) == ("dice", 0)
    assert refused(play(AT_SEA, "e5-e6", "d8 shark"), "move e6-e7") == ("phase", "Ann is to roll, not to move.")


def test_who_says_none_makes_no_more_steps() -> None:
    done = play(AT_SEA, "e5-e6", "move -")
    assert phase(done) == ("sink", 0)
    assert refused(done, "e6-e7") == refused(play(AT_SEA, "-"), "e5-e6") == ("phase", "Ann is to sink, not to move.")


def test_what_is_due_may_be_forgotten_whether_or_not_steps_may_follow() -> None:
    for state in (play(AT_SEA, "e5-e6"), play(AT_SEA, "e5-e6", "move -")):
        assert refused(state, "sink none")[0] == "sink.forgotten"
        assert stood(state, "sink none")[0].state.phase == "dice"


def test_who_swam_or_entered_the_water_is_as_tired_in_the_next_part() -> None:
    swum = play(AT_SEA, "c4-c3")
    assert (phase(swum), tired(swum)) == (("move", 1), {"C3*s"})
    assert refused(swum, "c3-c2")[0] == "swim.once"
    dived = play(AT_SEA, "e5-e4")
    assert (phase(dived), tired(dived)) == (("move", 1), {"E4*e"})
    assert refused(dived, "e4-e3")[0] == "swim.entered"
    assert tired(play(dived, "c4-c3")) == {"C3*s", "E4*e"}
    assert tired(play(dived, "c4-c3", "-")) == set()


def test_a_rescue_is_the_whole_move() -> None:
    dolphin = drawn(ISLAND, "E5:r B6~r!d")
    assert play(dolphin, "b6-a13").state.phase == "sink"
    assert refused(play(dolphin, "e5-e6"), "b6-a13")[0] == "rescue.steps"


def test_where_nothing_is_left_to_sink_steps_come_before_the_dice() -> None:
    one = play(SEA_ONLY, "=c5-c6")
    assert phase(one) == ("move", 1)
    assert items(play(one, "=c6-c7", "-", "-")) == "C7=rr D5~b", "the dice move nothing where no creature is"
    assert play(one, "=c6-c7", "-", "roll -").state == play(SEA_ONLY, "=c5-c6-c7", "-", "roll -").state


def test_dice_are_dice_also_where_they_could_be_hexes() -> None:
    state = play(drawn(NOTHING_LEFT, "C5=rr E5!m"), "=c5-c6", "-")
    assert items(play(state, "m2e5e7")) == items(play(state, "m2e7")) == "C6=rr E7!m"


def test_dice_that_a_seed_rolls_are_not_shown_to_who_still_moves() -> None:
    one = play(DICE_DEALT, "=c5-c6")
    assert (one.state.phase, one.state.dice) == ("move", None)
    rolled = play(one, "-")
    assert rolled.state.dice is not None
    assert refused(rolled, "move =c6-c7")[0] == "phase"


def test_what_stood_counts_as_steps_made() -> None:
    after, broken, _ = stood(AT_SEA, "e5-e9")
    assert broken == ["step.far"]
    assert phase(after) == ("move", 1)


@pytest.mark.parametrize("text", ["E5*e", "C4*x", "C4*", "Z9*e", "C4*e C4*s"])
def test_tired_swimmers_that_cannot_be(text: str) -> None:
    with pytest.raises(SyntaxFault):
        position.read(GAME.rules, position.write(GAME.rules, AT_SEA).replace(" | ", f" {text} | "))


def test_of_a_line_of_too_many_steps_none_is_entered_though_what_lies_under_the_pieces_is_hidden() -> None:
    dealt = drawn(ISLAND, "C5=r", backs="s" * 37, dealt="dealt/dealt/7")
    with pytest.raises(entering.Stopped, match=r"step\.limit"):
        entering.enter(GAME, dealt, "=c5-c4-c3-b2-b1", 0)


def test_a_line_of_steps_is_as_many_plies() -> None:
    done = entering.enter(GAME, AT_SEA, "e5-e6-e7 =c5-c6")
    assert [ply.text for ply in done.plies] == ["move E5>E6", "move E6>E7", "move =C5>C6"]
    assert done.plies[-1].after == play(AT_SEA, "e5-e6", "e6-e7", "=c5-c6")
