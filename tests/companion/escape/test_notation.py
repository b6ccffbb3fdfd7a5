"""Plies and positions as text: forgiving at the prompt, exact in records, never a traceback."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.contract import IllegalMove, SyntaxFault
from companion.games.escape import notation, rules
from tests.companion.escape.drawing import ISLAND, NOTHING_LEFT, play, position

MOVING = position(ISLAND, "E5:r D5:rb C5= C4~r L1=r B6~r!d")
SINKING = position(ISLAND, "D5:rb C5=", phase="sink")
ROLLING = position(ISLAND, "E5:rb B6!so", phase="roll")
OPEN = play(MOVING, "e5-e4")
PLACING = position(ISLAND, "E6:r", phase="place")


def canonical(state: object, text: str) -> str:
    return notation.format(state, notation.parse(state, text))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("E5>E4", "move E5>E4~"),
        ("e5>e6", "move E5>E6"),
        ("move e5-e6", "move E5>E6"),
        ("MOVE E5>E6 e6>e7", "move E5>E6 E6>E7"),
        ("-", "move -"),
        ("move -", "move -"),
        ("d5>c5", "move D5>C5"),
        ("d5>c5~", "move D5>C5~"),
        ("=c5>c6>c7", "move =C5>C6>C7"),
        ("=c5-c6-c7", "move =C5>C6>C7"),
        ("=C5>C6 =C6>C7", "move =C5>C6>C7"),
        ("c4>c3", "move C4~>C3"),
        ("c4~>c3", "move C4~>C3"),
        ("l1>m1", "move L1>M1"),
        ("b6>a13", "move B6~>A13"),
        ("d5>c5 =c5>b5", "move D5>C5 =C5>B5"),
        ("c5>c6>c7", "move =C5>C6>C7"),
        ("d5>c5>c6", "move D5>C5 C5>C6"),
        ("e5>e6>e7", "move E5>E6 E6>E7"),
        ("e5-e6-e7 =c5-c6", "move E5>E6 E6>E7 =C5>C6"),
        ("e5e6e7 =c5c6", "move E5>E6 E6>E7 =C5>C6"),
        ("d5>c5~>c5", "move D5>C5~ C5~>C5"),
        ("d5c5~c5", "move D5>C5~ C5~>C5"),
    ],
)
def test_moves(typed: str, means: str) -> None:
    assert canonical(MOVING, typed) == means


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("D6 shark", "sink D6 shark"),
        ("d6 s", "sink D6 shark"),
        ("sink D5 oct b>F6 r>F5", "sink D5 octopus r>F5 b>F6"),
        ("d5 w red>f5 blue-f5", "sink D5 whirlpool r>F5 b>F5"),
        ("D5 shark r>C5~ b>F5", "sink D5 shark r>C5~ b>F5"),
        ("D5 r>F5 b>F5", "sink D5 r>F5 b>F5"),
        ("D6", "sink D6"),
        ("d6s", "sink D6 shark"),
        ("d6shark", "sink D6 shark"),
        ("d5w rf5 bf5", "sink D5 whirlpool r>F5 b>F5"),
    ],
)
def test_sinkings(typed: str, means: str) -> None:
    assert canonical(SINKING, typed) == means


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("shark 2 B6>B8", "roll shark 2 B6>B8"),
        ("s d b6-k7", "roll shark D B6>K7"),
        ("d d -", "roll dolphin D -"),
        ("roll o 1 -", "roll octopus 1 -"),
        ("kraken 9 -", "roll kraken 9 -"),
        ("s2b6b8", "roll shark 2 B6>B8"),
        ("shark 2 b6b8", "roll shark 2 B6>B8"),
        ("s2 b6-b8", "roll shark 2 B6>B8"),
        ("sdb6k7", "roll shark D B6>K7"),
        ("dolphind-", "roll dolphin D -"),
        ("dd-", "roll dolphin D -"),
        ("s2b8", "roll shark 2 B6>B8"),
        ("octopus 2 b8", "roll octopus 2 B6>B8"),
    ],
)
def test_rolls(typed: str, means: str) -> None:
    assert canonical(ROLLING, typed) == means


def test_placing() -> None:
    assert canonical(PLACING, "f5") == canonical(PLACING, "PLACE F5") == "place F5"


def test_a_line_holds_a_whole_turn() -> None:
    line = "move E5>E4 =C5>C6 / sink D5 shark r>F5 / roll octopus 2 C7>C9"
    assert notation.plies(line) == ("move E5>E4 =C5>C6", "sink D5 shark r>F5", "roll octopus 2 C7>C9")
    assert notation.plies("place F5") == ("place F5",)
    assert notation.plies("e5e4;d5s; o2c7c9") == ("e5e4", "d5s", "o2c7c9")


@pytest.mark.parametrize(
    ("state", "typed", "column", "found", "expected"),
    [
        (MOVING, "", 1, "nothing", "steps such as E5-E4, C5~-C6 or =C5-C6-C7, or - for none"),
        (MOVING, "move", 5, "'move' alone", "steps such as E5-E4, C5~-C6 or =C5-C6-C7, or - for none"),
        (MOVING, "move E5>Z9", 9, "'z9'", "a hex of the board, A1 to M13"),
        (MOVING, "move E5>E4 B13>B12", 12, "'b13'", "a hex of the board, A1 to M13"),
        (MOVING, "=C5>C6>N1", 8, "'n1'", "a hex of the board, A1 to M13"),
        (MOVING, "E5>E4>Z9", 7, "'z9'", "a hex of the board, A1 to M13"),
        (MOVING, "E5>E4>", 1, "'e5>e4>'", "steps such as E5-E4, C5~-C6 or =C5-C6-C7, or - for none"),
        (MOVING, "E5>E4 -", 7, "'-'", "steps such as E5-E4, C5~-C6 or =C5-C6-C7, or - for none"),
        (PLACING, "place F5 F6", 10, "'f6'", "one hex: one Atlantean a turn"),
        (SINKING, "sink D5 kraken", 9, "'kraken'", "one of monster, shark, octopus, dolphin, boat, whirlpool"),
        (SINKING, "sink D5kraken", 8, "'kraken'", "one of monster, shark, octopus, dolphin, boat, whirlpool"),
        (SINKING, "sink D5 shark f5", 15, "'f5'", "a colour, r b y or g, before the hex"),
        (SINKING, "sink D5 shark >F5", 15, "'>f5'", "a colour, r b y or g, before the hex"),
        (SINKING, "sink D5 shark x>F5", 15, "'x>f5'", "a colour, r b y or g, before the hex"),
        (SINKING, "sink D5 shark r>>F5", 15, "'r>>f5'", "a put such as r-F5, or r-C5~ into the water"),
        (
            ROLLING,
            "shark -",
            7,
            "'shark -'",
            "both dice and a creature's way, such as octopus 2 C7-C9, or octopus 2 - for none",
        ),
        (ROLLING, "-", 1, "'-'", "both dice and a creature's way, such as octopus 2 C7-C9, or octopus 2 - for none"),
        (ROLLING, "dolphin 2 c7", 11, "'c7'", "FROM-TO, such as C7-C9, or - for none"),
    ],
)
def test_what_cannot_be_read_says_where(state: object, typed: str, column: int, found: str, expected: str) -> None:
    with pytest.raises(SyntaxFault) as fault:
        notation.parse(state, typed)  # type: ignore[arg-type]
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
    for ply in notation.plies(text):
        try:
            move = notation.parse(state, ply)
        except SyntaxFault as fault:
            assert fault.expected
            continue
        assert notation.parse(state, notation.format(state, move)) == move
        try:
            rules.apply(state, move)
        except IllegalMove as why:
            assert why.rule
            assert "\0" not in why.message


def test_a_position_in_one_line() -> None:
    state = position(ISLAND, "D5:r C5=rb C9= C4~r C7!sd A1:bb")
    assert notation.text(state) == (
        "Cr9rC/12/r11r/4llll4/4lhhhl4/3lhmmhl3/3lhmmmhl3/3lhmmhl3/4lhhhl4/4llll4/r11r/12/Cr9rC | "
        "A1:bb C4~r C5=rb C7!sd C9= D5:r | players=Ann:red,Bob:blue turn=1 phase=move box=6.5.6.5.10 "
        "supply=2.3.3.3.6.1/2.2.2.2.2.2/2.1.1.1.0.2 backs=- rolls=0 dice=- "
        "rules=classic/classic/any/rescue/shore setup=hidden/table seed=-"
    )
    assert notation.parse_state(notation.text(state)) == state


LINE = notation.text(MOVING)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("Cr9rC/", "Cr9xC/", "'Cr9xC' as row 1 of the map"),
        ("Cr9rC/", "Cr99rC/", "a map of 13 rows"),
        ("/12/", "/012/", "'012' as row 2 of the map"),
        ("E5:r", "E5:x", "'E5:x'"),
        ("E5:r", "E5~r", "'E5~r'"),
        ("E5:r", "A2:r", "'A2:r'"),
        ("E5:r", "E5:", "'E5:'"),
        ("E5:r", "E99:r", "'E99:r'"),
        ("E5:r", "E5:r E5:b", "'E5:b' a second time"),
        ("E5:r", "E5:g", "1 Atlanteans of green"),
        ("E5:r", "E5:" + "r" * 9, "13 Atlanteans of red"),
        ("B6!d", "B6!" + "d" * 7, "7 of dolphin on the board and 5 in the box"),
        ("turn=1", "turn=3", "turn=3"),
        ("phase=move", "phase=lunch", "phase=lunch"),
        ("rules=classic", "rules=1997", "rules=1997/classic/any/rescue/shore"),
        ("/rescue", "/friend", "rules=classic/classic/any/friend/shore"),
        ("dice=-", "dice=shark/4", "dice=shark/4"),
        ("backs=-", "backs=ss", "backs=ss"),
        ("rolls=0", "rolls=x", "rolls=x"),
        ("setup=hidden", "setup=seen", "setup=seen/table"),
        ("Bob:blue", "Bob:red", "players=Ann:red,Bob:red"),
    ],
)
def test_a_position_that_cannot_be(old: str, new: str, found: str) -> None:
    assert old in LINE
    with pytest.raises(SyntaxFault) as fault:
        notation.parse_state(LINE.replace(old, new, 1))
    assert fault.value.found == found


@given(st.integers(0, len(LINE) - 1), st.integers(0, 5), st.text("Cr9lhm:=~!sd/|. -0", max_size=4))
def test_a_position_with_some_of_it_changed_is_read_or_a_fault(at: int, gone: int, put: str) -> None:
    line = LINE[:at] + put + LINE[at + gone :]
    try:
        state = notation.parse_state(line)
    except SyntaxFault as fault:
        assert fault.expected
        return
    assert notation.parse_state(notation.text(state)) == state
    for _, move in zip(range(30), rules.legal_moves(state), strict=False):
        rules.apply(state, move)


def test_a_ply_has_two_hundred_words_at_most() -> None:
    back_and_forth = " ".join(["E5>E6", "E6>E5"] * 100)
    notation.parse(MOVING, back_and_forth)
    with pytest.raises(SyntaxFault, match="201 words; expected at most 200"):
        notation.parse(MOVING, f"move {back_and_forth}")


def test_a_position_with_nothing_left_but_the_sea() -> None:
    state = position(NOTHING_LEFT, "C5=r D5~b", phase="roll")
    assert notation.parse_state(notation.text(state)) == state
