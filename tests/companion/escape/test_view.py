"""What a position shows: facts by the rulings' keys, a board that fits, and nothing nobody can know."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cli.terminal import render
from companion.contract import entering, position
from companion.contract.position import Position
from companion.games.escape import look, picture
from companion.page import shown
from companion.page.tapping import onward
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


def text(state: Position, width: int) -> str:
    return render(GAME.board(state, width), colour=False)


def test_a_screen_of_24_rows_has_room_for_whose_turn_it_is_and_the_prompt() -> None:
    assert len(text(SHOWN, 80).splitlines()) <= 22


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
    look = Look(GAME, ("Ann", "Bob"), 0, seen, 0)
    return shown.follow(look, onward(look, typed, entered=True, dealt=True))


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
    scene, places, *_ = picture.Drawing(SHOWN, document).drawn()
    assert set(places) == set(SHOWN.state.sea.board.names)
    _, _, width, height = scene.box
    assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in places.values())
    (ax, ay, w, h), (bx, by, _, _) = places["A1"], places["B1"]
    assert bx - ax == pytest.approx(w / 2)
    assert by - ay == pytest.approx(h * 3 / 4)
