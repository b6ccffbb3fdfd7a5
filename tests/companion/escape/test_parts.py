"""A move may be told in parts: until a piece sinks or the dice are rolled, steps are added to it, three at most."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.contract import SyntaxFault
from companion.games.escape import notation, rules
from companion.games.escape.moving import Waters
from companion.games.escape.state import State, Steps
from companion.record import read
from companion.replay import begin
from tests.companion.escape.drawing import ISLAND, NOTHING_LEFT, items, play, position, refused

RECORDS = Path(__file__).parents[2] / "records"
AT_SEA = position(ISLAND, "E5:rr C5=r C4~r L1=b")
SEA_ONLY = position(NOTHING_LEFT, "C5=rr D5~b")
DICE_DEALT = position(NOTHING_LEFT, "C5=rr D5~b", dealt="hidden/dealt/5")


def phrase(state: State) -> str:
    return notation.text(state).split(" phase=")[1].split(" ")[0]


def test_a_move_goes_on_until_three_steps_are_made() -> None:
    one = play(AT_SEA, "e5-e6")
    two = play(one, "e6-e7")
    three = play(two, "=c5-c6")
    assert [phrase(state) for state in (one, two, three)] == ["sink+1", "sink+2", "sink"]
    assert three == play(AT_SEA, "e5-e6-e7 =c5-c6")
    assert refused(three, "e7-e6") == ("phase", "Ann is to sink, not to move.")


def test_a_fourth_step_is_refused_wherever_it_stands() -> None:
    assert refused(play(AT_SEA, "e5-e6-e7"), "e7-e6 e6-e5")[0] == "step.limit"


def test_the_word_of_the_phase_may_stand_before_each_part() -> None:
    assert play(AT_SEA, "move e5-e6", "move e6-e7") == play(AT_SEA, "e5-e6", "e6-e7") == play(AT_SEA, "e5-e6-e7")


def test_sinking_ends_the_move() -> None:
    assert phrase(play(AT_SEA, "e5-e6", "d8 shark")) == "roll"
    assert refused(play(AT_SEA, "e5-e6", "d8 shark"), "move e6-e7") == ("phase", "Ann is to roll, not to move.")


def test_who_says_none_makes_no_more_steps() -> None:
    done = play(AT_SEA, "e5-e6", "move -")
    assert done == play(AT_SEA, "e5-e6")._replace(steps=0)
    assert refused(done, "e6-e7") == refused(play(AT_SEA, "-"), "e5-e6") == ("phase", "Ann is to sink, not to move.")


def test_none_alone_is_of_what_is_due_whether_or_not_steps_may_follow() -> None:
    for state in (play(AT_SEA, "e5-e6"), play(AT_SEA, "e5-e6", "move -")):
        assert refused(state, "-") == refused(state, "sink none") != ("", "it is legal")
        assert rules.stand(state, notation.parse(state, "-"))[0].phase == "roll"


def test_who_swam_or_entered_the_water_is_as_tired_in_the_next_part() -> None:
    swum = play(AT_SEA, "c4-c3")
    assert phrase(swum) == "sink+1,C3.0.1"
    assert refused(swum, "c3-c2")[0] == "swim.once"
    dived = play(AT_SEA, "e5-e4")
    assert phrase(dived) == "sink+1,E4.1.0"
    assert refused(dived, "e4-e3")[0] == "swim.entered"
    assert phrase(play(dived, "c4-c3")) == "sink+2,C3.0.1,E4.1.0"


def test_a_rescue_is_the_whole_move() -> None:
    dolphin = position(ISLAND, "E5:r B6~r!d")
    assert phrase(play(dolphin, "b6-a13")) == "sink"
    assert refused(play(dolphin, "e5-e6"), "b6-a13")[0] == "rescue.steps"


def test_where_nothing_is_left_to_sink_steps_come_before_the_dice() -> None:
    one = play(SEA_ONLY, "=c5-c6")
    assert phrase(one) == "roll+1"
    assert items(play(one, "=c6-c7", "-")) == "C7=rr D5~b", "the dice move nothing where no creature is"
    assert play(one, "=c6-c7", "roll -") == play(SEA_ONLY, "=c5-c6-c7", "roll -")


def test_dice_are_dice_also_where_they_could_be_hexes() -> None:
    state = play(position(NOTHING_LEFT, "C5=rr E5!m"), "=c5-c6")
    assert notation.format(state, notation.parse(state, "m2e5e7")) == "roll monster 2 E5>E7"
    assert notation.format(state, notation.parse(state, "m2e7")) == "roll monster 2 E5>E7"
    assert notation.format(state, notation.parse(state, "c6c7")) == "move C6>C7"


def test_dice_that_a_seed_rolls_are_not_shown_to_who_still_moves() -> None:
    one = play(DICE_DEALT, "=c5-c6")
    assert phrase(one) == "roll"
    assert one.dice
    assert refused(one, "move =c6-c7")[0] == "phase"


def test_what_stood_counts_as_steps_made() -> None:
    after, broken, _ = rules.stand(AT_SEA, notation.parse(AT_SEA, "e5-e9"))
    assert [why.rule for why in broken] == ["step.far"]
    assert phrase(after) == "sink+1"


@pytest.mark.parametrize(
    "text",
    ["sink+3", "sink+0", "move+1", "over+1", "place+1", "sink+1,", "sink+1,Z9.1.0", "sink+1,C3.0.0", "sink+1,C3.1.1",
     "sink+2,C3.1.0,C3.1.0", "sink,C3.1.0", "sink+2,E4.1.0,C3.1.0"],
)  # fmt: skip
def test_a_phase_that_cannot_be(text: str) -> None:
    with pytest.raises(SyntaxFault):
        notation.parse_state(notation.text(AT_SEA).replace("phase=move", f"phase={text}"))


@pytest.mark.parametrize("seed", range(12))
def test_a_move_in_parts_is_the_move_on_a_line(seed: int) -> None:
    chance = random.Random(seed)
    record, start = begin(*read((RECORDS / "escape-4-options.yaml").read_bytes(), "record"))
    plies = [ply for line in record.lines if line.kind == "turn" for ply in notation.plies(line.text)]
    state = start
    for ply in plies[: 60 + 12 * seed]:
        state = rules.apply(state, notation.parse(state, ply)) if "stood" not in ply else state
        if state.phase != "move":
            continue
        steps, waters = [], Waters(state)
        for _ in range(chance.randint(1, 3)):
            found = [step for step in waters.steps() if not waters.rescues(step)]
            steps.append(chance.choice(found))
            waters.make(steps[-1])
        whole = rules.apply(state, Steps(tuple(steps)))
        for step in steps:
            assert notation.parse_state(notation.text(state)) == state
            state = rules.apply(state, Steps((step,)))
        assert state == whole
        break
