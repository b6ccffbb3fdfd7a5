"""Plies and positions as text: forgiving at the prompt, exact in records, never a traceback."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.contract import entering, position
from companion.contract.faults import SyntaxFault
from companion.contract.judges import STRICT, Forbidden
from companion.contract.position import Position
from companion.contract.rules import EVERYTHING
from tests.companion.escape.drawing import GAME, ISLAND, NOTHING_LEFT, drawn, play

MOVING = drawn(ISLAND, "E5:r D5:rb C5= C4~r L1=r B6~r!d")
SINKING = drawn(ISLAND, "D5:rb C5=", phase="sink")
ROLLING = drawn(ISLAND, "E5:rb B6!so", phase="roll")
OPEN = play(MOVING, "e5-e4")
PLACING = drawn(ISLAND, "E6:r", phase="place")


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


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("E5>E4", "move E5>E4~"),
        ("e5>e6", "move E5>E6"),
        ("move e5-e6", "move E5>E6"),
        ("MOVE E5>E6 e6>e7", "move E5>E6 / move E6>E7"),
        ("-", "move -"),
        ("move -", "move -"),
        ("d5>c5", "move D5>C5"),
        ("d5>c5~", "move D5>C5~"),
        ("=c5>c6>c7", "move =C5>C6 / move =C6>C7"),
        ("=c5-c6-c7", "move =C5>C6 / move =C6>C7"),
        ("=C5>C6 =C6>C7", "move =C5>C6 / move =C6>C7"),
        ("c4>c3", "move C4~>C3"),
        ("c4~>c3", "move C4~>C3"),
        ("l1>m1", "move L1>M1"),
        ("b6>a13", "move B6~>A13"),
        ("d5>c5 =c5>b5", "move D5>C5 / move =C5>B5"),
        ("c5>c6>c7", "move =C5>C6 / move =C6>C7"),
        ("d5>c5>c6", "move D5>C5 / move C5>C6"),
        ("e5>e6>e7", "move E5>E6 / move E6>E7"),
        ("e5-e6-e7 =c5-c6", "move E5>E6 / move E6>E7 / move =C5>C6"),
        ("e5e6e7 =c5c6", "move E5>E6 / move E6>E7 / move =C5>C6"),
        ("d5>c5~>c5", "move D5>C5~ / move C5~>C5"),
        ("d5c5~c5", "move D5>C5~ / move C5~>C5"),
    ],
)
def test_moves(typed: str, means: str) -> None:
    assert canonical(MOVING, typed) == means


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("D6 shark", "sink D6 / reveal shark"),
        ("d6 s", "sink D6 / reveal shark"),
        ("sink D5 oct b>F6 r>F5", "sink D5 / put b>F6 / put r>F5 / reveal octopus"),
        ("d5 w red>f5 blue-f5", "sink D5 / put r>F5 / put b>F5 / reveal whirlpool"),
        ("D5 shark r>C5~ b>F5", "sink D5 / put r>C5~ / put b>F5 / reveal shark"),
        ("D5 r>F5 b>F5", "sink D5 / put r>F5 / put b>F5"),
        ("D6", "sink D6"),
        ("d6s", "sink D6 / reveal shark"),
        ("d6shark", "sink D6 / reveal shark"),
        ("d5w rf5 bf5", "sink D5 / put r>F5 / put b>F5 / reveal whirlpool"),
    ],
)
def test_sinkings(typed: str, means: str) -> None:
    assert canonical(SINKING, typed) == means


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("shark 2 B6>B8", "roll shark 2 / roll B6>B8"),
        ("s d b6-k7", "roll shark D / roll B6>K7"),
        ("d d -", "roll dolphin D / roll -"),
        ("roll o 1 -", "roll octopus 1 / roll -"),
        ("s2b6b8", "roll shark 2 / roll B6>B8"),
        ("shark 2 b6b8", "roll shark 2 / roll B6>B8"),
        ("s2 b6-b8", "roll shark 2 / roll B6>B8"),
        ("sdb6k7", "roll shark D / roll B6>K7"),
        ("dolphind-", "roll dolphin D / roll -"),
        ("dd-", "roll dolphin D / roll -"),
        ("s2b8", "roll shark 2 / roll B6>B8"),
        ("octopus 2 b8", "roll octopus 2 / roll B6>B8"),
    ],
)
def test_rolls(typed: str, means: str) -> None:
    assert canonical(ROLLING, typed) == means


def test_placing() -> None:
    assert canonical(PLACING, "f5") == canonical(PLACING, "PLACE F5") == "place F5"


def test_a_line_holds_a_whole_turn() -> None:
    line = "move E5>E4 =C5>C6 / sink D5 shark r>F5 / roll octopus 2 C7>C9"
    assert GAME.plies(line) == ("move E5>E4 =C5>C6", "sink D5 shark r>F5", "roll octopus 2 C7>C9")
    assert GAME.plies("place F5") == ("place F5",)
    assert GAME.plies("e5e4;d5s; o2c7c9") == ("e5e4", "d5s", "o2c7c9")
    done = entering.enter(GAME, MOVING, "e5e6 =C5-C6-C7 / d6s / octopus 2 -")
    assert [ply.text for ply in done.plies] == [
        "move E5>E6", "move =C5>C6", "move =C6>C7", "sink D6", "reveal shark", "roll octopus 2", "roll -",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "typed", "column", "found", "expected"),
    [
        (MOVING, "", 1, "nothing", "move"),
        (MOVING, "move", 5, "nothing", "steps such as E5-E4, C5~-C6 or =C5-C6-C7, or - for none"),
        (MOVING, "move E5>Z9", 6, "'Z9'", "a hex of the board, A1 to M13"),
        (MOVING, "move E5>E4 B13>B12", 6, "'B13'", "a hex of the board, A1 to M13"),
        (MOVING, "=C5>C6>N1", 6, "'N1'", "a hex of the board, A1 to M13"),
        (MOVING, "E5>E4>Z9", 6, "'Z9'", "a hex of the board, A1 to M13"),
        (MOVING, "E5>E4>", 6, "'>'", "the end of the turn"),
        (MOVING, "E5>E4 -", 7, "'-'", "the end of the turn"),
        (PLACING, "place F5 F6", 10, "'F6'", "the end of the turn"),
        (SINKING, "sink D5 kraken", 8, "'kraken'", "monster, shark, octopus, dolphin, boat, whirlpool"),
        (SINKING, "sink D5kraken", 8, "'kraken'", "monster, shark, octopus, dolphin, boat, whirlpool"),
        (SINKING, "sink D5 shark f5", 5, "'F5'", "a colour, r b y or g, before the hex"),
        (SINKING, "sink D5 shark >F5", 5, "'F5'", "a colour, r b y or g, before the hex"),
        (SINKING, "sink D5 shark x>F5", 5, "'x>F5'", "a colour, r b y or g, before the hex"),
        (SINKING, "sink D5 shark r>>F5", 5, "'r'", "a put such as r-F5, or r-C5~ into the water"),
        (ROLLING, "shark -", 7, "'-'", "both dice, such as shark 2"),
        (ROLLING, "-", 1, "'-'", "both dice, such as shark 2"),
        (ROLLING, "dolphin 2 c7", 6, "'C7'", "FROM-TO, such as C7-C9, or - for none"),
    ],
)
def test_what_cannot_be_read_says_where(state: Position, typed: str, column: int, found: str, expected: str) -> None:
    with pytest.raises(SyntaxFault) as fault:
        canonical(state, typed)
    assert (fault.value.column, fault.value.found, fault.value.expected) == (column, found, expected)


STEPS = ("E5>E4", "D5>C5~", "C4~>C3", "=C5>C6", "r>F5", "b>C5~")
WORDS = st.sampled_from(
    (
        *STEPS,
        "move",
        "sink",
        "place",
        "roll",
        "-",
        "/",
        ">",
        "~",
        "=",
        "D5",
        "shark",
        "octopus",
        "D",
        "2",
        "Z9",
        "²>³",
        "\0",
    )
)


@given(
    st.lists(WORDS, max_size=6).map(" ".join) | st.lists(WORDS, max_size=4).map("".join) | st.text(max_size=30),
    st.integers(0, 4),
)
def test_any_text_is_a_ply_a_refusal_or_a_fault(text: str, at: int) -> None:
    state = (MOVING, SINKING, ROLLING, PLACING, OPEN)[at]
    for ply in (each for one in GAME.plies(text) for each in GAME.rules.split(state.state, one)):
        try:
            move = parsed(state, ply)
        except SyntaxFault as fault:
            assert fault.expected
            continue
        assert parsed(state, entering.written(GAME, state, move)) == move
        try:
            GAME.rules.play(state.state, state.state.turn, move, STRICT)
        except Forbidden as why:
            assert why.rule


def test_a_position_in_one_line() -> None:
    state = drawn(ISLAND, "D5:r C5=rb C9= C4~r C7!sd A1:bb")
    assert position.write(GAME.rules, state) == (
        "Cr9rC/12/r11r/4llll4/4lhhhl4/3lhmmhl3/3lhmmmhl3/3lhmmhl3/4lhhhl4/4llll4/r11r/12/Cr9rC "
        "A1:bb C4~r C5=rb C7!sd C9= D5:r | players=Ann:red,Bob:blue chances=0 seed=- box=6,5,6,5,10 "
        "supply=2.3.3.3.6.1,2.2.2.2.2.2,2.1.1.1.0.2 seats=2 turn=0 number=0 phase=move steps=0 dice=- away=- "
        "table=classic/classic/any/rescue/shore/hidden/table"
    )
    assert position.read(GAME.rules, position.write(GAME.rules, state)) == state


LINE = position.write(GAME.rules, MOVING)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("Cr9rC/", "Cr9xC/", "'Cr9xC' as row 1 of the map"),
        ("Cr9rC/", "Cr99rC/", "'Cr99rC' as row 1 of the map"),
        ("/12/", "/012/", "'012' as row 2 of the map"),
        ("E5:r", "E5:x", "'E5:x'"),
        ("E5:r", "E5~r", "'E5~r'"),
        ("E5:r", "A2:r", "'A2:r'"),
        ("E5:r", "E5:", "'E5:'"),
        ("E5:r", "E99:r", "'E99:r'"),
        ("E5:r", "E5:r E5:b", "'E5:b'"),
        ("E5:r", "E5:g", "'E5:g'"),
        ("E5:r", "E5:" + "r" * 9, "a position that cannot be"),
        ("B6!d", "B6!" + "d" * 7, "a position that cannot be"),
        ("turn=0", "turn=3", "a position that cannot be"),
        ("phase=move", "phase=lunch", "phase=lunch"),
        ("phase=move", "phase=put", "a position that cannot be"),
        ("table=classic", "table=1997", "table=1997/classic/any/rescue/shore/hidden/table"),
        ("/rescue", "/friend", "table=classic/classic/any/friend/shore/hidden/table"),
        ("dice=-", "dice=shark/4", "dice=shark/4"),
        ("dice=-", "dice=shark/1", "a position that cannot be"),
        ("chances=0", "chances=x", "chances=x"),
        ("/hidden", "/seen", "table=classic/classic/any/rescue/shore/seen/table"),
        ("Bob:blue", "Bob:red", "'D5:rb'"),
    ],
)
def test_a_position_that_cannot_be(old: str, new: str, found: str) -> None:
    assert old in LINE
    with pytest.raises(SyntaxFault) as fault:
        position.read(GAME.rules, LINE.replace(old, new, 1))
    assert fault.value.found == found


@given(st.integers(0, len(LINE) - 1), st.integers(0, 5), st.text("Cr9lhm:=~!sd/|. -0", max_size=4))
def test_a_position_with_some_of_it_changed_is_read_or_a_fault(at: int, gone: int, put: str) -> None:
    line = LINE[:at] + put + LINE[at + gone :]
    try:
        state = position.read(GAME.rules, line)
    except SyntaxFault as fault:
        assert fault.expected
        return
    assert position.read(GAME.rules, position.write(GAME.rules, state)) == state
    for _, move in zip(range(30), GAME.rules.moves(state.state, EVERYTHING), strict=False):
        GAME.rules.play(state.state, state.state.turn, move, STRICT)


def test_a_position_with_nothing_left_but_the_sea() -> None:
    state = drawn(NOTHING_LEFT, "C5=r D5~b", phase="roll")
    assert position.read(GAME.rules, position.write(GAME.rules, state)) == state
