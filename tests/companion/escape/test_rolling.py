"""The dice: how far a creature goes, and what each of them does where it ends."""

from __future__ import annotations

from random import Random

import pytest

from companion.contract import entering
from companion.contract.rules import EVERYTHING
from companion.games.escape import rolling
from companion.games.escape.texts import CREATURES
from tests.companion.escape.drawing import GAME, drawn, items, play, refused

SOUND = """
C r . . . .
 . l . . . .
. . . . . .
"""
HOME = "B2:rb"  # so that nobody is out


@pytest.mark.parametrize(
    ("before", "ply", "after"),
    [
        # the sea monster devours swimmers and boats, empty or with their crew
        ("A4!m A5~rb", "roll monster 1 A4>A5", "A5!m"),
        ("A4!m A5=rb~r", "roll monster 1 A4>A5", "A5!m"),
        ("A4!m A5=", "roll monster 1 A4>A5", "A5!m"),
        # the shark devours swimmers; boats are safe
        ("A4!s A5~rb", "roll shark 1 A4>A5", "A5!s"),
        ("A4!s A5=rb~b", "roll shark 1 A4>A5", "A5=rb A5!s"),
        # the octopus sinks manned boats; it ignores swimmers and empty boats
        ("A4!o A5=rb", "roll octopus 1 A4>A5", "A5~rb A5!o"),
        ("A4!o A5=rb~b", "roll octopus 1 A4>A5", "A5~rbb A5!o"),
        ("A4!o A5=rb~b!s", "roll octopus 1 A4>A5", "A5~b A5!so"),
        ("A4!o A5=", "roll octopus 1 A4>A5", "A5= A5!o"),
        ("A4!o A5~r", "roll octopus 1 A4>A5", "A5~r A5!o"),
        # the dolphin does nothing
        ("A4!d A5=r~b", "roll dolphin 1 A4>A5", "A5=r~b A5!d"),
        # on the way nothing happens, and everything but land is passed
        ("A4!s A5~r A6~b", "roll shark 2 A4>A6", "A5~r A6!s"),
        ("A4!m A5=r!o", "roll monster 2 A4>A6", "A5=r A5!o A6!m"),
        # up to so many
        ("A4!s", "roll shark 3 A4>A5", "A5!s"),
        ("A4!ss", "roll shark 1 A4>A5", "A4!s A5!s"),
        # D: any vacant sea hex, and no attack
        ("A4!m C6=r", "roll monster D A4>C1", "C1!m C6=r"),
        # nobody need move
        ("A4!m A5~r", "roll monster 1 -", "A4!m A5~r"),
        ("A4!m", "roll shark 1 -", "A4!m"),
        ("A4!m", "roll dolphin D -", "A4!m"),
    ],
)
def test_creatures(before: str, ply: str, after: str) -> None:
    state = drawn(SOUND, f"{HOME} {before}", phase="roll")
    found = [item for item in items(play(state, ply)).split() if not item.startswith("B2")]
    assert " ".join(found) == " ".join(items(drawn(SOUND, after)).split())


@pytest.mark.parametrize(
    ("before", "ply", "after"),
    [
        ("A4!m A5~rb!d", "roll monster 1 A4>A5", "A5~rb!md"),
        ("A4!s A5~rb!d", "roll shark 1 A4>A5", "A5~rb!sd"),
        # a boat is not guarded; the crew that an octopus sinks is
        ("A4!m A5=rb~r!d", "roll monster 1 A4>A5", "A5~r!md"),
        ("A4!o A5=rb~b!sd", "roll octopus 1 A4>A5", "A5~rbb!sod"),
        # it guards its own hex, and only while it is there
        ("A4!m A5~rb A6!d", "roll monster 1 A4>A5", "A5!m A6!d"),
        ("A4~r!sd", "roll dolphin 1 A4>A5", "A4~r!s A5!d"),
    ],
)
def test_a_bodyguard_keeps_the_swimmers_on_its_hex(before: str, ply: str, after: str) -> None:
    state = drawn(SOUND, f"{HOME} {before}", phase="roll", rules="classic/classic/any/bodyguard/shore")
    found = [item for item in items(play(state, ply)).split() if not item.startswith("B2")]
    assert " ".join(found) == " ".join(items(drawn(SOUND, after)).split())


@pytest.mark.parametrize(
    ("before", "ply", "rule", "sentence"),
    [
        (
            "",
            "roll kraken 1 -",
            "roll.die",
            "No face of the first die shows 'kraken': monster, shark, octopus, dolphin.",
        ),
        ("", "roll boat 1 -", "roll.die", "No face of the first die shows 'boat': monster, shark, octopus, dolphin."),
        ("", "roll shark 4 -", "roll.die", "No face of the second die shows '4': 1, 2, 3 or D."),
        ("A4!m", "roll shark 1 A4>A5", "roll.none", "No shark is on A4, nor anywhere."),
        ("A4!m A6!s", "roll shark 1 A4>A5", "roll.none", "No shark is on A4; on A6 there is."),
        ("A4!s", "roll shark 1 A4>A6", "roll.far", "From A4 to A6 it is more than 1 sea hex."),
        ("A4!s", "roll shark 2 A4>C1", "roll.far", "From A4 to C1 it is more than 2 sea hexes."),
        ("A4!s", "roll shark 3 A4>B2", "roll.far", "B2 is no sea."),
        ("A4!s", "roll shark 3 A4>A2", "roll.far", "A2 is no sea."),
        ("A4!s", "roll shark D A4>A1", "roll.far", "A1 is no sea."),
        ("A4!s", "roll shark 1 A4>A4", "roll.far", "The shark on A4 would stay where it is: roll … - for that."),
        ("A4!s", "roll shark D A4>A4", "roll.far", "The shark on A4 would stay where it is: roll … - for that."),
        ("A4!s C6=", "roll shark D A4>C6", "roll.vacant", "C6 is not vacant: a boat."),
        ("A4!s C6~r", "roll shark D A4>C6", "roll.vacant", "C6 is not vacant: swimmers."),
        ("A4!s C6!d", "roll shark D A4>C6", "roll.vacant", "C6 is not vacant: dolphin."),
    ],
)
def test_refusals(before: str, ply: str, rule: str, sentence: str) -> None:
    assert refused(drawn(SOUND, f"{HOME} {before}", phase="roll"), ply) == (rule, sentence)


def test_around_land_it_is_longer() -> None:
    """From B1 to B3 the island piece on B2 is in the way: three hexes round it."""
    state = drawn(SOUND, f"{HOME} B1!s", phase="roll")
    assert refused(state, "roll shark 2 B1>B3")[0] == "roll.far"
    assert "B3!s" in items(play(state, "roll shark 3 B1>B3"))


def test_dealt_dice_may_be_left_out_and_are_held_to() -> None:
    state = drawn(SOUND, f"{HOME} A4!s", phase="roll", dice="shark/2", dealt="hidden/dealt/7")
    assert "A6!s" in items(play(state, "A4>A6"))
    assert play(state, "-") == play(state, "roll shark 2 -")
    assert refused(state, "roll shark 3 -") == ("roll.die", "The dice show shark 2, not shark 3.")


def test_dealt_dice_are_rolled_when_the_phase_begins() -> None:
    """The seed and the count of what chance did before give the dice."""
    state = drawn(SOUND, f"{HOME} C1!o C2!s C3!m C4!d", phase="sink", dealt="hidden/dealt/7")
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
    state = drawn(SOUND, f"{HOME} B1!s B4!s", phase="roll")
    rolled = play(state, "roll shark 1")
    rolls = [entering.written(GAME, rolled, move) for move in GAME.rules.moves(rolled.state, EVERYTHING)]
    assert rolls == [
        "roll -", "roll B1>C1", "roll B1>C2", "roll B4>A4", "roll B4>A5", "roll B4>B3", "roll B4>B5", "roll B4>C4",
        "roll B4>C5",
    ]  # fmt: skip
