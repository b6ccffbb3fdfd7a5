"""Plies and positions as text: forgiving at the prompt, exact in records, never a traceback."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
from cases import cases
from hypothesis import strategies as st

from companion.contract import entering, position
from companion.contract.faults import SyntaxFault
from companion.contract.judges import Forbidden
from companion.contract.position import Position
from tests.companion.escape.drawing import GAME, ISLAND, NOTHING_LEFT, drawn, play

MOVING = drawn(ISLAND, "E5:r D5:rb C5= C4~r L1=r B6~r!d")
SINKING = drawn(ISLAND, "D5:rb C5=", phase="sink")
ROLLING = drawn(ISLAND, "E5:rb B6!so", phase="roll")
OPEN = play(MOVING, "e5-e4")
PLACING = drawn(ISLAND, "E6:r", phase="place")
POSITIONS = {"moving": MOVING, "sinking": SINKING, "rolling": ROLLING, "placing": PLACING, "open": OPEN}


def canonical(here: Position, text: str) -> str:
    """The plies of a text as they are written, made one after the other though the rules may forbid them."""
    found = list[str]()
    for each in GAME.rules.split(here.state, text):
        move = parsed(here, each)
        found.append(entering.written(GAME, here, move))
        with suppress(Forbidden):
            here = entering.ply(GAME, here, move, here.state.turn, stood=True).after
    return " / ".join(found)


def parsed(here: Position, text: str) -> Any:
    return entering.parsed(GAME, here, text, entering.mover(GAME.rules.turn(here.state)))


@cases
def test_what_is_typed_means(at: str, typed: str, means: str) -> None:
    assert canonical(POSITIONS[at], typed) == means


def test_a_line_holds_a_whole_turn() -> None:
    line = "move E5>E4 =C5>C6 / sink D5 shark r>F5 / roll octopus 2 C7>C9"
    assert GAME.plies(line) == ("move E5>E4 =C5>C6", "sink D5 shark r>F5", "roll octopus 2 C7>C9")
    assert GAME.plies("place F5") == ("place F5",)
    assert GAME.plies("e5e4;d5s; o2c7c9") == ("e5e4", "d5s", "o2c7c9")
    done = entering.enter(GAME, MOVING, "e5e6 =C5-C6-C7 / d6s / octopus 2 -")
    assert [ply.text for ply in done.plies] == [
        "move E5>E6", "move =C5>C6", "move =C6>C7", "sink D6", "reveal shark", "roll octopus 2", "roll -",
    ]  # fmt: skip


@cases
def test_what_cannot_be_read_says_where(at: str, typed: str, column: int, found: str, expected: str) -> None:
    with pytest.raises(SyntaxFault) as fault:
        canonical(POSITIONS[at], typed)
    assert (fault.value.column, fault.value.found, fault.value.expected) == (column, found, expected)


TYPED = "E5>E4 D5>C5~ C4~>C3 =C5>C6 r>F5 b>C5~ move sink place roll - / > ~ = D5 shark octopus D 2 Z9 ²>³ \0"
WORDS = st.sampled_from(re.findall(r"\S+", TYPED))


def test_a_position_in_one_line() -> None:
    state = drawn(ISLAND, "D5:r C5=rb C9= C4~r C7!sd A1:bb")
    assert position.write(GAME.rules, state) == (
        "Cr9rC/12/r11r/4llll4/4lhhhl4/3lhmmhl3/3lhmmmhl3/3lhmmhl3/4lhhhl4/4llll4/r11r/12/Cr9rC "
        "A1:bb C4~r C5=rb C7!sd C9= D5:r | players=Ann:red,Bob:blue chances=0 seed=- box=6,5,6,5,10 "
        "supply=2.3.3.3.6.1,2.2.2.2.2.2,2.1.1.1.0.2 seats=2 turn=0 number=0 phase=move steps=0 dice=- away=- "
        "table=classic/classic/any/rescue/classic/shore/hidden/table"
    )
    assert position.read(GAME.rules, position.write(GAME.rules, state)) == state


LINE = position.write(GAME.rules, MOVING)


@cases
def test_a_position_that_cannot_be(old: str, new: str, found: str) -> None:
    assert old in LINE
    with pytest.raises(SyntaxFault) as fault:
        position.read(GAME.rules, LINE.replace(old, new, 1))
    assert fault.value.found == found


def test_a_position_with_nothing_left_but_the_sea() -> None:
    state = drawn(NOTHING_LEFT, "C5=r D5~b", phase="roll")
    assert position.read(GAME.rules, position.write(GAME.rules, state)) == state


@pytest.mark.parametrize("text", ["E5*e", "C4*x", "C4*", "Z9*e", "C4*e C4*s"])
def test_tired_swimmers_that_cannot_be(text: str) -> None:
    with pytest.raises(SyntaxFault):
        position.read(GAME.rules, LINE.replace(" | ", f" {text} | "))


def test_of_a_line_of_too_many_steps_none_is_entered_though_what_lies_under_the_pieces_is_hidden() -> None:
    dealt = drawn(ISLAND, "C5=r", backs="s" * 37, dealt="dealt/dealt/7")
    with pytest.raises(entering.Stopped, match=r"step\.limit"):
        entering.enter(GAME, dealt, "=c5-c4-c3-b2-b1", 0)
