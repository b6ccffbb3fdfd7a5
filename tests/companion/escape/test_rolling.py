"""The dice: what they show, and what they let creatures do."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.escape import rolling
from companion.games.escape.texts import CREATURES
from tests.companion.escape.drawing import MAPS, drawn, play, texts

SOUND = MAPS["SOUND"]


def test_dealt_dice_are_rolled_when_the_phase_begins() -> None:
    """The seed and the count of what chance did before give the dice."""
    state = drawn(SOUND, "B2:rb C1!o C2!s C3!m C4!d", phase="sink", dealt="hidden/dealt/7")
    after = play(state, "sink B2 boat r>B1~ b>B1~")
    assert after.state.phase == "roll"
    assert after.state.dice == rolling.rolled("classic", Random(f"7/{after.chances - 1}"))
    assert play(after, "-").state.dice is None


@pytest.mark.parametrize(("die", "dolphins"), [("classic", 1), ("1996", 3)])
def test_the_creature_die(die: str, dolphins: int) -> None:
    faces = rolling.CREATURE_DICE[die]
    assert len(faces) == 6
    assert faces.count("dolphin") == dolphins
    assert set(faces) == set(CREATURES)
    rolled = {rolling.rolled(die, Random(f"1/{n}")) for n in range(400)}
    assert len(rolled) == 16, "every pair comes up"


def test_what_every_roll_can_do_is_listed_once() -> None:
    state = drawn(SOUND, "B2:rb B1!s B4!s", phase="roll")
    rolled = play(state, "roll shark 1")
    assert texts(rolled) == [
        "roll -", "roll B1>C1", "roll B1>C2", "roll B4>A4", "roll B4>A5", "roll B4>B3", "roll B4>B5", "roll B4>C4",
        "roll B4>C5",
    ]  # fmt: skip
