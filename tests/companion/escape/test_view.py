"""What a position shows: facts by the rulings' keys, a board that fits, and nothing nobody can know."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cases import cases

from companion.cli.terminal import render
from companion.contract import entering, position
from companion.contract.position import Position
from companion.games.escape import look, picture
from companion.page import shown
from companion.table.look import Look
from specs.load import load
from tests.companion.escape.drawing import GAME, ISLAND, drawn, play, plied

SHOWN = drawn(
    ISLAND,
    "D5:r E6:rrb F6:by C5=rb C9= C4~rb C7!sd D9=~r A1:rrb G4:y",
    players=3,
    turn=2,
    supply="1.0.3.3.6.1/2.2.2.2.2.2/2.1.1.1.0.2",
)


def test_facts_by_the_keys_of_the_rulings() -> None:
    facts: dict[str, Any] = dict(look.facts(SHOWN))
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


def text(state: Position, width: int) -> str:
    return render(GAME.board(state, width), colour=False)


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
    crowded = drawn(ISLAND, "C5=rrb~rrbb!ssdd")
    lines = text(crowded, 80).splitlines()
    assert "C5<rr+" in lines[2]
    assert " C5: boat with rrb, swimmers rrbb, dolphin, dolphin, shark, shark" in lines


def test_a_full_boat_and_a_full_piece_fit_their_hexes() -> None:
    """A boat of three needs no sign behind it; of many ashore it is told how many."""
    lines = text(drawn(ISLAND, "C5=rrb C10=rb C12~rr G10:rrb M13:bbbbbb M1:rrrbb"), 80).splitlines()
    assert "C5<rrbC6" in lines[2]
    assert "C10<rbC11   C12~rrC13" in lines[2]
    assert "G10rrb" in lines[6]
    assert lines[12].startswith("M1r3b2M2####")
    assert "M13*b6" in lines[12]
    assert not any(":" in line and " with " in line for line in lines)


def test_colour_and_its_absence_say_the_same() -> None:
    assert "\x1b[" in render(GAME.board(SHOWN, 80), colour=True)
    assert "\x1b" not in text(SHOWN, 80)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_nobody_sees_backs_and_dice_to_come(seat: int | None) -> None:
    deals = [
        drawn(ISLAND, "D5:r", phase="sink", backs=backs * 37, dealt=f"dealt/dealt/{seed}")
        for backs, seed in (("s", 1), ("m", 2))
    ]
    seen = [GAME.seen(state, seat) for state in deals]
    assert seen[0] == seen[1]
    assert (seen[0].state.sea.backs, seen[0].seed) == (b"", None)
    assert position.read(GAME.rules, position.write(GAME.rules, seen[0])) == seen[0]
    # the same rules run on what a seat sees: the symbol is then the table's to tell, and so are the dice
    assert play(seen[0], "sink D5 boat r>E6").state.dice is None


def test_dice_on_the_table_are_seen() -> None:
    state = drawn(ISLAND, phase="roll", dice="shark/2", dealt="hidden/dealt/7")
    assert GAME.seen(state, 1).state.dice == ("shark", "2")


@cases
def test_the_prompt_says_what_can_be_typed(phase: str, more: dict[str, str], prompt: str) -> None:
    state = drawn(ISLAND, "E6:rrr E7:rrr E8:rrr", phase=phase, **more)  # type: ignore[arg-type]
    assert look.prompt(state).text == prompt


def test_the_prompt_suggests_what_can_be_done() -> None:
    state = drawn(ISLAND, "E5:r C9= C7!s")
    assert look.prompt(state).text == "Move 3 steps: such as E5-E6, or =C9-C10; - for none"
    one = play(state, "e5-e6")
    assert look.prompt(one).text.startswith("Sink a piece of lowland, or 2 more steps: HEX SYMBOL")
    rolls = "Roll: CREATURE NUMBER FROM-TO, such as shark 1 C7-B6, or shark 1 - for none"
    assert look.prompt(play(one, "d5 boat")).text == rolls


# ---- advice --------------------------------------------------------------------------------------


def test_what_was_seen_is_the_back_and_the_dealt_dice() -> None:
    here = drawn(ISLAND, "D5:r", phase="sink", backs="s" * 37, dealt="dealt/dealt/7")
    after, told = here, list[str]()
    for ply in (*plied(here, "sink D6")[1], *entering.dealt(GAME, plied(here, "sink D6")[1][-1].after)[1]):
        told += GAME.revealed(ply.before, ply.move, ply.after)
        after = ply.after
    assert told == ["the shark under D6", f"the dice: {' '.join(after.state.dice)}"]
    step = drawn(ISLAND, "D5:r")
    [walked] = plied(step, "D5>E6")[1]
    assert not GAME.revealed(walked.before, walked.move, walked.after)


# ---- choices -------------------------------------------------------------------------------------


def following(state: Position, typed: str) -> set[str]:
    """How a line of several plies can go on."""
    found = Look(GAME, ("Ann", "Bob", "Cy"), None, state, 0).offered(typed)
    return {one.text for one in found if one.text.startswith(typed[: typed.rindex(" ") + 1])}


def test_what_a_seed_dealt_is_not_offered_to_a_seat_that_cannot_see_it() -> None:
    dealt = drawn(ISLAND, "D5:r", phase="sink", backs="s" * 37, dealt="dealt/table/7")
    seen = GAME.seen(dealt, 0)
    assert all(one.whole for one in GAME.choices(seen, ""))
    assert "sink D5 put r>D6" in following(seen, "sink D5 ")
    assert not [text for text in following(seen, "sink D6 ") if "reveal" in text]
    assert play(dealt, "sink D5 r>D6").state.phase == "dice"
    assert "SYMBOL" not in look.prompt(seen).how


def followed(seen: Position, typed: str) -> dict[str, Any]:
    """What the page is told of a line typed so far, where the companion knows more than the seat."""
    return shown.follow(Look(GAME, ("Ann", "Bob"), 0, seen, 0), typed, entered=True, dealt=True)


def test_the_page_takes_a_piece_whose_symbol_only_the_referee_knows() -> None:
    """A seat taps the piece and it can be entered as it is; what came up is told afterwards, and to all."""
    dealt = drawn(ISLAND, "D5:r", phase="sink", backs="s" * 37, dealt="dealt/table/7")
    seen = GAME.seen(dealt, 0)
    for typed in ("sink D6", "sink D5 r>D6"):
        found = followed(seen, typed)
        assert (found["whole"], found["lines"]) == (True, [])
        assert "why" not in found
        assert play(dealt, typed).state.phase == "dice"
    sea = dealt.state.sea
    other = dealt._replace(state=dealt.state._replace(sea=sea._replace(backs=bytes(map(bool, sea.backs)))))
    assert followed(GAME.seen(other, 0), "sink D6") == followed(seen, "sink D6")


# ---- picture -------------------------------------------------------------------------------------


def test_every_hex_has_its_place_in_the_picture() -> None:
    document = load("escape")
    scene, places = picture.picture(SHOWN, document), picture.places(SHOWN, document)
    assert set(places) == set(SHOWN.state.sea.board.names)
    _, _, width, height = scene.box
    assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in places.values())
    (ax, ay, w, h), (bx, by, _, _) = places["A1"], places["B1"]
    assert bx - ax == pytest.approx(w / 2)
    assert by - ay == pytest.approx(h * 3 / 4)
