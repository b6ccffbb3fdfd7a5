"""What a position shows: facts by the rulings' keys, a board that fits, and nothing nobody can know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games import Game
from companion.games.escape import advice, choices, notation, picture, rules, view
from companion.games.escape.state import State
from companion.look import Look
from companion.page import shown
from companion.terminal import render
from specs.load import load
from tests.companion.escape.drawing import ISLAND, play, position

SHOWN = position(
    ISLAND,
    "D5:r E6:rrb F6:by C5=rb C9= C4~rb C7!sd D9=~r A1:rrb G4:y",
    players=3,
    turn=2,
    supply="1.0.3.3.6.1/2.2.2.2.2.2/2.1.1.1.0.2",
)


def test_facts_by_the_keys_of_the_rulings() -> None:
    facts: dict[str, Any] = dict(view.facts(SHOWN))
    assert facts["players"] == [
        {"name": "Ann", "colour": "red", "island": 3, "boats": 1, "swimming": 2, "ashore": 2, "lost": 4},
        {"name": "Bob", "colour": "blue", "island": 2, "boats": 1, "swimming": 1, "ashore": 1, "lost": 7},
        {"name": "Cy", "colour": "yellow", "island": 2, "boats": 0, "swimming": 0, "ashore": 0, "lost": 10},
    ]
    assert facts["phase"] == "move"
    assert len(facts["pieces"]) == 37
    assert (facts["pieces"]["D5"], facts["pieces"]["E6"], facts["pieces"]["G7"]) == ("l", "h", "m")
    assert facts["atlanteans"] == {"D5": "r", "E6": "rrb", "F6": "by", "G4": "y"}
    assert facts["swimmers"] == {"C4": "rb", "D9": "r"}
    assert facts["boats"] == {"C5": "rb", "C9": "", "D9": ""}
    assert facts["coral"] == {"A1": "rrb"}
    assert facts["creatures"] == {"C7": ["dolphin", "shark"]}
    assert set(facts) == {
        "players", "phase", "pieces", "atlanteans", "swimmers", "boats", "coral", "creatures",
    }  # fmt: skip
    assert json.loads(json.dumps(facts)) == facts


def text(state: State, width: int) -> str:
    return render(view.board(state, width), colour=False)


def test_the_board_in_80_columns() -> None:
    lines = text(SHOWN, 80).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "A1*rrbA2####A3    A4    A5    A6    A7    A8    A9    A10   A11   A12###A13***"
    assert lines[2] == "C1####C2    C3    C4~rb C5<rb>C6    C7 SD C8    C9<>  C10   C11   C12   C13###"
    assert lines[3] == "   D1    D2    D3    D4    D5.r..D6....D7....D8....D9<>~rD10   D11   D12"
    assert lines[4] == "E1    E2    E3    E4    E5....E6:rrbE7::::E8::::E9....E10   E11   E12   E13"
    assert len(lines) <= 22, "a screen of 24 rows has room for whose turn it is and the prompt"
    assert ">  b  Bob: 2 on land, 1 in boats, 1 swimming, 1 ashore, 7 lost" in lines
    assert "Under lowland: 1 monster, 3 octopus, 3 dolphin, 6 boat, 1 whirlpool." in lines


def test_the_board_in_40_columns() -> None:
    lines = text(SHOWN, 40).splitlines()
    assert max(map(len, lines)) <= 40
    assert lines[0] == " 1  2  3  4  5  6  7  8  9  10 11 12 13"
    assert lines[1] == "Arrb### ·  ·  ·  ·  ·  ·  ·  ·  · ###***"
    assert lines[5] == "C### ·  ·    rb> ·     · <>  ·  ·  · ###"
    assert lines[6] == " ###      ~rb      SD                ###"


def test_what_does_not_fit_is_told_in_words() -> None:
    crowded = position(ISLAND, "C5=rrb~rrbb!ssdd")
    lines = text(crowded, 80).splitlines()
    assert "C5<rr+" in lines[2]
    assert " C5: boat with rrb, swimmers rrbb, dolphin, dolphin, shark, shark" in lines


def test_a_full_boat_and_a_full_piece_fit_their_hexes() -> None:
    """A boat of three needs no sign behind it; of many ashore it is told how many."""
    lines = text(position(ISLAND, "C5=rrb C10=rb C12~rr G10:rrb M13:bbbbbb M1:rrrbb"), 80).splitlines()
    assert "C5<rrbC6" in lines[2]
    assert "C10<rbC11   C12~rrC13" in lines[2]
    assert "G10rrb" in lines[6]
    assert lines[12].startswith("M1r3b2M2####")
    assert "M13*b6" in lines[12]
    assert not any(":" in line and " with " in line for line in lines)


def test_colour_and_its_absence_say_the_same() -> None:
    assert "\x1b[" in render(view.board(SHOWN, 80), colour=True)
    assert "\x1b" not in text(SHOWN, 80)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_nobody_sees_backs_and_dice_to_come(seat: int | None) -> None:
    deals = [
        position(ISLAND, "D5:r", phase="sink", backs=backs * 37, dealt=f"dealt/dealt/{seed}")
        for backs, seed in (("s", 1), ("m", 2))
    ]
    seen = [view.seen_by(state, seat) for state in deals]
    assert seen[0] == seen[1]
    assert seen[0].backs == b""
    assert seen[0].table.seed is None
    assert notation.parse_state(notation.text(seen[0])) == seen[0]
    # the same rules run on what a seat sees: the symbol is then the table's to tell, and so are the dice
    assert play(seen[0], "sink D5 boat r>E6").dice == ()


def test_dice_on_the_table_are_seen() -> None:
    assert view.seen_by(position(ISLAND, phase="roll", dice="shark/2", dealt="hidden/dealt/7"), 1).dice == (
        "shark",
        "2",
    )


@pytest.mark.parametrize(
    ("phase", "more", "prompt"),
    [
        ("place", {}, "Place an Atlantean (3 left): G9, for example"),
        ("move", {}, "Move 3 steps: such as E6-F6; - for none"),
        ("sink", {}, "Sink a piece of lowland: HEX SYMBOL, and r-HEX for who stands on it"),
        ("roll", {}, "Roll: -, for no creature is on the board"),
        ("roll", {"dice": "shark/2", "dealt": "hidden/dealt/7"}, "The dice show shark 2: FROM-TO, or -"),
        ("over", {}, "The game is over"),
    ],
)
def test_the_prompt_says_what_can_be_typed(phase: str, more: dict[str, str], prompt: str) -> None:
    state = position(ISLAND, "E6:rrr E7:rrr E8:rrr", phase=phase, **more)  # type: ignore[arg-type]
    assert view.prompt(state).text == prompt


def test_the_prompt_suggests_what_can_be_done() -> None:
    state = position(ISLAND, "E5:r C9= C7!s")
    assert view.prompt(state).text == "Move 3 steps: such as E5-E6, or =C9-C10; - for none"
    one = play(state, "e5-e6")
    assert view.prompt(one).text.startswith("Sink a piece of lowland, or 2 more steps: HEX SYMBOL")
    rolls = "Roll: CREATURE NUMBER FROM-TO, such as shark 1 C7-B6, or shark 1 - for none"
    assert view.prompt(play(one, "d5 boat")).text == rolls


# ---- advice --------------------------------------------------------------------------------------


def warned(state: State, ply: str) -> list[str]:
    return list(advice.warnings(state, notation.parse(state, ply)))


def test_warnings() -> None:
    state = position(ISLAND, "L1=r C5= B6~r B7!s D5:r")
    assert warned(state, "move -") == ["3 steps are left, and L1>M1 would bring one ashore."]
    assert warned(state, "=C5>B5>A5") == ["1 step is left, and L1>M1 would bring one ashore."]
    assert warned(state, "L1>M1") == []
    assert warned(state, "L1>M1 B6~>B7") == ["B6~>B7 goes to the shark on B7, which devours."]
    assert warned(position(ISLAND, "D5:r"), "move -") == []


@pytest.mark.parametrize(
    ("before", "phase", "typed", "nearest"),
    [
        ("E6:rrr", "place", "place E6", "place D5"),
        ("D5:r", "move", "D5>F5", "move D5>E5"),
        ("D5:r", "move", "D5>E5 E5>E6 E6>E7 E7>E8", "move D5>E5 E5>E6 E6>E7"),
        ("C5=b D5:r", "move", "D5>E6 =C5>C6", "move D5>E6"),
        ("C5=r", "move", "=C5>C9", "move =C5>C6"),
        ("", "sink", "sink G7 shark", "sink D5 shark"),
        ("D5:rb", "sink", "sink D5 shark r>E6", "sink D5 shark r>E6 b>D6"),
        ("D5:r C7!s", "roll", "roll shark 1 C7>C9", "roll shark 1 C7>C8"),
        ("D5:r C7!s", "roll", "roll octopus 1 C7>C8", "roll octopus 1 -"),
        ("D5:r C7!s", "roll", "roll shark 7 C7>C8", "roll shark 1 C7>C8"),
        ("D5:r", "move", "sink D5 shark", "move -"),
    ],
)
def test_the_nearest_ply(before: str, phase: str, typed: str, nearest: str) -> None:
    state = position(ISLAND, before, phase=phase)
    found = advice.nearest(state, notation.parse(state, typed))
    assert found is not None
    assert notation.format(state, found) == nearest
    rules.apply(state, found)


def test_what_was_seen_is_the_back_and_the_dealt_dice() -> None:
    state = position(ISLAND, "D5:r", phase="sink", backs="s" * 37, dealt="dealt/dealt/7")
    move = notation.parse(state, "sink D6")
    after = rules.apply(state, move)
    assert list(advice.revealed(state, move, after)) == ["the shark under D6", f"the dice: {' '.join(after.dice)}"]
    step = position(ISLAND, "D5:r")
    assert list(advice.revealed(step, notation.parse(step, "D5>E6"), play(step, "D5>E6"))) == []


@pytest.mark.parametrize(
    ("before", "phase", "ply", "told"),
    [
        ("D5:r C5!s", "move", "D5>C5", ["D5>C5~: devoured by the shark on C5"]),
        ("C5~r!d", "move", "C5>A13", ["the dolphin on C5 goes to B12, beside A13"]),
        ("", "sink", "sink D5 octopus", ["D5 sinks: an octopus of the box is put there"]),
        (
            "C5=rb C6~b D4!mo",
            "sink",
            "sink D5 whirlpool",
            [
                "D5 sinks: whirlpool",
                "the whirlpool takes monster, octopus on D4",
                "the whirlpool takes the boat with rb on C5",
                "the whirlpool takes swimmers b on C6",
            ],
        ),
        ("C7!o C8=rb", "roll", "roll octopus 1 C7>C8", ["the octopus sinks the boat of rb on C8", "rb swim on C8"]),
        (
            "C7!o C8=rb!s",
            "roll",
            "roll octopus 1 C7>C8",
            ["the octopus sinks the boat of rb on C8", "rb are devoured on C8"],
        ),
        (
            "C7!m C8=~rb",
            "roll",
            "roll monster 1 C7>C8",
            ["the monster devours the empty boat on C8", "the monster devours swimmers rb on C8"],
        ),
        ("C7!s C8~rb", "roll", "roll shark 1 C7>C8", ["the shark devours swimmers rb on C8"]),
    ],
)
def test_how_a_ply_unfolds(before: str, phase: str, ply: str, told: list[str]) -> None:
    state = position(ISLAND, before, phase=phase)
    assert list(advice.chain(state, notation.parse(state, ply))) == told


# ---- choices -------------------------------------------------------------------------------------


def offered(state: State, typed: str) -> list[str]:
    return [one.text for one in choices.choices(state, typed)]


def test_choices_go_from_hex_to_hex() -> None:
    state = position(ISLAND, "D5:r C5=b K9=", turn=1)
    assert offered(state, "") == ["move -", "move D5>", "move =K9>"]
    assert offered(state, "d5") == offered(state, "move D5>") == [
        "move D5>D6", "move D5>E6", "move D5>E5", "move D5>D4~", "move D5>C5", "move D5>C5~", "move D5>C6~",
    ]  # fmt: skip
    labels = [one.label for one in choices.choices(state, "D5>")]
    assert labels[:5] == [
        "walk from D5 to D6", "walk from D5 to E6", "walk from D5 to E5", "dive from D5 to D4",
        "from D5 into the boat on C5",
    ]  # fmt: skip
    assert offered(state, "D5>C5 ") == ["move D5>C5 C5>", "move D5>C5 =C5>", "move D5>C5 =K9>"]
    assert offered(state, "D5>E6 E6>E7 E7>E8") == []


def test_choices_of_a_sinking_are_piece_symbol_puts() -> None:
    state = position(ISLAND, "D5:rb", phase="sink", supply="1.1.0.0.0.0/2.2.2.2.2.2/2.1.1.1.0.2")
    assert offered(state, "")[:3] == ["sink D5", "sink D6", "sink D7"]
    assert len(offered(state, "")) == 18
    assert offered(state, "D5") == ["sink D5 monster", "sink D5 shark"]
    assert offered(state, "D5 s ")[0] == "sink D5 shark r>D6"
    assert offered(state, "D5 s r>D6 ")[0] == "sink D5 shark r>D6 b>D6"
    assert not any(one.whole for one in choices.choices(state, "D5 s "))
    assert all(one.whole for one in choices.choices(state, "D5 s r>D6 "))


def test_choices_of_a_roll_go_on_from_what_was_typed_be_it_what_was_rolled_or_not() -> None:
    state = position(ISLAND, "E5:r B6!so", phase="roll", dice="shark/2", dealt="hidden/dealt/7")
    assert {text[:12] for text in offered(state, "")} == {"roll shark 2"}
    assert offered(state, "roll octopus ") == [f"roll octopus {face} " for face in "123D"]


def test_what_a_seed_dealt_is_not_offered_to_a_seat_that_cannot_see_it() -> None:
    dealt = position(ISLAND, "D5:r", phase="sink", backs="s" * 37, dealt="dealt/table/7")
    seen = view.seen_by(dealt, 0)
    assert [one.text for one in choices.choices(seen, "") if one.whole][:2] == ["sink D6", "sink D7"]
    found = choices.choices(seen, "D5 ")
    assert found[0].text == "sink D5 r>D6"
    assert play(dealt, found[0].text).phase == "roll"
    assert "SYMBOL" not in view.prompt(seen).how


def followed(seen: State, typed: str) -> dict[str, Any]:
    """What the page is told of a line typed so far, where the companion knows more than the seat."""
    return shown.follow(Look(Game("escape"), ("Ann", "Bob"), 0, seen, 0), typed, None, dealt=True)


def test_the_page_takes_a_piece_whose_symbol_only_the_referee_knows() -> None:
    """A seat taps the piece and it can be entered as it is; what came up is told afterwards, and to all."""
    dealt = position(ISLAND, "D5:r", phase="sink", backs="s" * 37, dealt="dealt/table/7")
    seen = view.seen_by(dealt, 0)
    for typed in ("sink D6", "sink D5 r>D6"):
        found = followed(seen, typed)
        assert (found["whole"], found["lines"]) == (True, [])
        assert "why" not in found
        assert play(dealt, typed).phase == "roll"
    other = dealt._replace(backs=bytes(1 if back else 0 for back in dealt.backs))
    assert followed(view.seen_by(other, 0), "sink D6") == followed(seen, "sink D6")
    assert "why" in followed(seen, "sink D5"), "who stands there must be told"


def test_choices_of_a_roll_are_dice_creature_hex() -> None:
    state = position(ISLAND, "D5:r C7!s C8~b", phase="roll")
    kinds = ("monster", "shark", "octopus", "dolphin")
    assert offered(state, "") == [f"roll {name} {number} " for name in kinds for number in "123D"]
    assert offered(state, "s ") == ["roll shark 1 ", "roll shark 2 ", "roll shark 3 ", "roll shark D "]
    assert offered(state, "s 1") == ["roll shark 1 -", "roll shark 1 C7>"]
    assert {one.label for one in choices.choices(state, "s 1 c7>")} >= {"from C7 to C8: swimmers", "from C7 to C6"}
    dealt = position(ISLAND, "D5:r C7!s", phase="roll", dice="shark/1", dealt="hidden/dealt/7")
    assert offered(dealt, "") == ["roll shark 1 -", "roll shark 1 C7>"]


# ---- picture -------------------------------------------------------------------------------------


def test_every_hex_has_its_place_in_the_picture() -> None:
    document = load("escape")
    scene, places = picture.picture(SHOWN, document), picture.places(SHOWN, document)
    assert set(places) == set(SHOWN.board.names)
    _, _, width, height = scene.box
    assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in places.values())
    (ax, ay, w, h), (bx, by, _, _) = places["A1"], places["B1"]
    assert bx - ax == pytest.approx(w / 2)
    assert by - ay == pytest.approx(h * 3 / 4)
