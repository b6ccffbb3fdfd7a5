"""The move: three steps in any mix, each rule by a drawn position."""

from __future__ import annotations

import pytest

from tests.companion.escape.drawing import ISLAND, drawn, items, play, refused

BAY = """
C r . .
 . l h .
. . m .
"""


@pytest.mark.parametrize(
    ("before", "ply", "after"),
    [
        # walking
        ("B2:r", "move B2>B3", "B3:r"),
        ("B2:r", "B2>B3 B3>C3 C3>B2", "B2:r"),
        ("B2:rr B3:b", "B2>B3 B2>B3", "B3:rrb"),
        ("B2:rrb", "move -", "B2:rrb"),
        # boarding, hopping
        ("B2:r C2=", "B2>C2", "C2=r"),
        ("C2=r B1=bb", "C2>B1", "B1=rbb C2="),
        # diving, from the island and overboard
        ("B2:r", "B2>C2", "C2~r"),
        ("B2:r", "B2>C2~", "C2~r"),
        ("B2:r C2=", "B2>C2~", "C2= C2~r"),
        ("B2:r C2=bbb", "B2>C2~", "C2=bbb C2~r"),
        ("C2=r", "C2>C2~", "C2= C2~r"),
        # swimming, climbing in; the boat may go on
        ("C2~r", "C2~>C1", "C1~r"),
        ("C2~r", "C2>C1", "C1~r"),
        ("C2~r C1=", "C2~>C1", "C1= C1~r"),
        ("C2=~r", "C2~>C2 =C2>C1>B1", "B1=r"),
        ("C2=~r", "C2>C2", "C2=r"),
        ("C2~r C1=b", "C2~>C1 C1~>C1", "C1=rb"),
        ("B2:r C2=", "B2>C2~ C2~>C2 =C2>C1", "C1=r"),
        # of two swimmers the one who may still swim does
        ("B2:r C2~r", "B2>C2~ C2~>C1", "C1~r C2~r"),
        ("B2:r C2=~r", "B2>C2~ C2~>C2 C2~>C1", "C1~r C2=r"),
        # no tilde means aboard, where one is aboard and one swims
        ("C2=r~r B1=", "C2>B1", "B1=r C2= C2~r"),
        # boats
        ("C2=", "=C2>C1>B1", "B1="),
        ("C2=r", "=C2>B1", "B1=r"),
        ("C2=rb", "=C2>B1", "B1=rb"),
        ("C2=rrb C1!sd", "=C2>C1", "C1=rrb C1!sd"),
        ("C2=r C1~b", "=C2>C1", "C1=r C1~b"),
        # ashore
        ("B1=r", "B1>A1", "A1:r B1="),
        ("B1=rr A1:bbb", "B1>A1 B1>A1", "A1:rrbbb B1="),
        ("B1~r", "B1~>A1", "A1:r"),
        ("B1~r", "B1>A1", "A1:r"),
        ("C1~r", "C1~>B1 B1~>A1", "A1:r"),
        ("C2=r", "=C2>B1 B1>A1 =B1>C1", "A1:r C1="),
        ("B1~r B1!d", "B1~>A1", "A1:r B1!d"),
        # rescue
        ("C4~r C4!d", "C4~>A1", "A1:r B1!d"),
        ("C4~rr C4!dd", "C4>A1", "A1:r B1!d C4~r C4!d"),
        # the sea monster and the shark devour who enters their water; boats may be with a shark
        ("B2:r C2!s", "B2>C2", "C2!s"),
        ("B2:r C2!m", "B2>C2~", "C2!m"),
        ("C2=r!s", "C2>C2~", "C2= C2!s"),
        ("C1~r C2!s", "C1~>C2", "C2!s"),
        ("C1~r C2!o", "C1~>C2", "C2~r C2!o"),
        ("C2~r!s C1=", "C2~>C1", "C1= C1~r C2!s"),
    ],
)
def test_moves(before: str, ply: str, after: str) -> None:
    state = play(drawn(BAY, before), ply)
    assert items(state) == after
    assert state.state.turn == 0


@pytest.mark.parametrize(
    ("before", "ply", "after"),
    [
        ("B2:r C2!sd", "B2>C2", "C2~r!sd"),
        ("C2=r!sd", "C2>C2~", "C2=~r!sd"),
        ("C1~r C2!smd", "C1~>C2", "C2~r!smd"),
        ("C1~r C2!s B1!d", "C1~>C2", "B1!d C2!s"),
        ("C4~r!sd", "C4~>A1", "A1:r B1!d C4!s"),  # the rescue stays
    ],
)
def test_nobody_is_devoured_in_the_water_of_a_bodyguards_hex(before: str, ply: str, after: str) -> None:
    rules = "classic/classic/any/bodyguard/shore"
    assert items(play(drawn(BAY, before, rules=rules), ply)) == items(drawn(BAY, after))


@pytest.mark.parametrize(
    ("before", "ply", "rule", "sentence"),
    [
        ("B2:r C2=", "=C2>C1>B1>C1>C2", "step.limit", "=C1>C2 would be step 4; a move has 3."),
        ("B2:r", "B2>B3 B3>B2 B2>B3 B3>A1", "step.limit", "B3>A1 would be step 4; a move has 3."),
        ("C2=r", "C2>A1", "step.coral", "A1 is reached from B1 by boat or swimming, not from C2 (sea)."),
        ("B2:r", "B2>A1", "step.coral", "A1 is reached from B1 by boat or swimming, not from B2 (lowland)."),
        ("B2:b", "C4>A1", "step.coral", "A1 is reached from B1 by boat or swimming, not from C4 (sea)."),
        ("B2:r", "B2>C4", "step.far", "C4 does not touch B2."),
        ("B2:r", "B2>B2", "step.far", "B2 does not touch B2."),
        ("C2=", "=C2>B3", "step.far", "B3 does not touch C2."),
        ("C2~r", "C2~>C4", "step.far", "C4 does not touch C2."),
        ("C2=r", "C2>C1", "step.far", "From the boat on C2 one goes into the water of C2 only."),
        ("C2=r C1=", "C2>C1~", "step.far", "From the boat on C2 one goes into the water of C2 only."),
        ("C2=r", "C2>C2", "step.far", "C2 does not touch C2."),
        ("B2:b", "B2>B3", "step.none", "No red Atlantean is on B2."),
        ("B2:r", "B3>B2", "step.none", "No red Atlantean is on B3."),
        ("C2=r", "C2~>C1", "step.none", "No red swimmer is on C2."),
        ("C2~b", "C2~>C1", "step.none", "No red swimmer is on C2."),
        ("A1:r", "A1>B1", "step.none", "Who is ashore on A1 stays there."),
        ("B2:r", "C4~>A1", "step.none", "No red swimmer is on C4."),
        ("B2:r B3:bbb", "B2>B3", "step.full", "B3 is full: bbb stand there."),
        ("B2:r C2=bbb", "B2>C2", "step.full", "The boat on C2 is full: bbb."),
        ("C1=r C2=bbb", "C1>C2", "step.full", "The boat on C2 is full: bbb."),
        ("C2=bbb~r", "C2~>C2", "step.full", "The boat on C2 is full: bbb."),
        ("C2=r", "C2>B2", "step.land", "Who is in a boat never goes back onto Atlantis, and B2 is part of it."),
        ("C2~r", "C2~>B2", "step.land", "A swimmer never goes back onto Atlantis, and B2 is part of it."),
        ("B2:r", "B2>A2", "step.reef", "A2 is a reef, closed to all."),
        ("B1=r", "B1>A2", "step.reef", "A2 is a reef, closed to all."),
        ("B1~r", "B1~>A2", "step.reef", "A2 is a reef, closed to all."),
        ("B1=r", "=B1>A2", "step.reef", "A2 is a reef, closed to all."),
        ("C2~r", "C2~>C1 C1~>B1", "swim.once", "The swimmer on C1 has swum this turn."),
        (
            "B2:r",
            "B2>C2 C2~>C1",
            "swim.entered",
            "The swimmer on C2 entered the water this turn and swims from the next on.",
        ),
        (
            "C2=r",
            "C2>C2~ C2~>C1",
            "swim.entered",
            "The swimmer on C2 entered the water this turn and swims from the next on.",
        ),
        ("B2:r", "=C2>C1", "boat.none", "There is no boat on C2."),
        ("C2~r", "C2~>C2", "boat.none", "There is no boat on C2 to climb into."),
        ("C2=b", "=C2>C1", "boat.control", "The boat on C2 (b) is blue's to move, not red's."),
        ("C2=rbb", "=C2>C1", "boat.control", "The boat on C2 (rbb) is blue's to move, not red's."),
        ("C2= C1=", "=C2>C1", "boat.blocked", "The boat on C2 cannot go to C1: another boat is there."),
        ("C2= C1!o", "=C2>C1", "boat.blocked", "The boat on C2 cannot go to C1: an octopus is there."),
        ("C2= C1!m", "=C2>C1>B1", "boat.blocked", "The boat on C2 cannot go to C1: a sea monster is there."),
        ("C2=r", "=C2>B2", "boat.blocked", "The boat on C2 cannot go to B2: land is there."),
        ("B1=r", "=B1>A1", "boat.blocked", "The boat on B1 cannot go to A1: land is there."),
        ("C4~r C3:b", "C4~>A1", "rescue.dolphin", "No dolphin is on C4 to carry the swimmer to A1."),
        (
            "C4~r!d B2:r",
            "C4~>A1 B2>B3",
            "rescue.steps",
            "A rescue takes all 3 steps, from the turn's start; it goes with no other step.",
        ),
        (
            "C3:r C4!d",
            "C3>C4 C4~>A1",
            "rescue.steps",
            "A rescue takes all 3 steps, from the turn's start; it goes with no other step.",
        ),
    ],
)
def test_refusals(before: str, ply: str, rule: str, sentence: str) -> None:
    assert refused(drawn(BAY, before), f"move {ply}") == (rule, sentence)


def test_a_boat_that_two_share_is_moved_by_each_and_by_no_third() -> None:
    shared = drawn(BAY, "C2=rb", players=3)
    assert items(play(shared, "=C2>C1")) == "C1=rb"
    assert items(play(drawn(BAY, "C2=rb", players=3, turn=2), "=C2>C1")) == "C1=rb"
    assert refused(drawn(BAY, "C2=rb", players=3, turn=3), "=C2>C1") == (
        "boat.control",
        "The boat on C2 (rb) is red or blue's to move, not yellow's.",
    )


def test_control_changes_within_a_move() -> None:
    assert refused(drawn(BAY, "C2=b B2:r C1="), "=C2>B1")[0] == "boat.control"
    assert items(play(drawn(BAY, "C2=b B2:r"), "B2>C2 =C2>C1")) == "C1=rb"


def test_the_first_fault_counts() -> None:
    state = drawn(BAY, "B2:r C2=b")
    assert refused(state, "B2>B3 =C2>C1 B3>A1")[0] == "boat.control"
    assert refused(state, "B2>B3 B3>A1 =C2>C1")[0] == "step.coral"


def test_on_the_great_board_a_full_boat_comes_ashore_in_one_turn() -> None:
    state = play(drawn(ISLAND, "L1=rrr C5="), "L1>M1 L1>M1 L1>M1")
    assert items(state) == "C5= L1= M1:rrr"


def test_an_island_with_nothing_left_to_sink_goes_on_to_the_dice() -> None:
    assert play(drawn("C .=r . .\n . . . .~b"), "=A2>B1", "-").state.phase == "dice"
