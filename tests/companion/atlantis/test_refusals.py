"""Every refusal id, with its sentence about the table."""

from __future__ import annotations

import pytest
from standing import stand

from companion import games
from companion.contract.faults import IllegalMove, SyntaxFault
from companion.games.atlantis.text import TEXT

from .tables import Seat, play, table

GAME = games.Game("atlantis")

PATH = {1: "F3", 2: "H2@w1", 3: "O4", 4: "H6", 5: "R1@r1", 7: "F5", 8: "C4", 9: "H3"}
START = table(PATH, Seat("Pete", "????", "O5 F1"), Seat("Larry", "HH??", bridge=False))
LARRY = table(PATH, Seat("Pete"), Seat("Larry", "HH", bridge=False), turn=1)
SEEN = table(PATH, Seat("Pete"), Seat("Larry"), discards="H" * 15)
POOR = table(
    {1: "O5@r1", 3: "S4", 4: "F7", 6: "H3"}, Seat("Pete", "????"), Seat("Larry", "HH", bridge=False),
)  # fmt: skip
POORER = table(
    {1: "O5@r1", 3: "S4", 4: "F7", 6: "H3", 8: "C1"}, Seat("Pete", "????"), Seat("Larry", "HH", bridge=False)
)
UNDER = table({1: "F3", 2: "?", 3: "O4", 5: "H6"}, Seat("Pete"), Seat("Larry"), unseen="S5,C2/-")
OVER = play(table(PATH, Seat("Pete", home="23"), Seat("Larry")), "1:A pay 3c")
SHORE = table({5: "F3", 7: "H2", 9: "O4"}, Seat("Pete"), Seat("Larry"))

REFUSED = [
    (table(PATH, Seat("Pete", home="2"), Seat("Larry")), "2:F", "figure.home",
     "Pete's figure 2 is on the mainland already"),
    (START, "2:FFFFF", "card.unavailable", "Pete holds 4 cards; FFFFF are 5"),
    (LARRY, "1:F", "card.unavailable", "Larry's hand is HH; F needs 1 flag card"),
    (SEEN, "2:H", "card.unavailable", "15 of the 15 helmet cards have been seen; Pete cannot have 1 more"),
    (START, "2:H", "walk.occupied", "H leads to space 2 (H2), where Larry's figure 1 stands; play another card"),
    (START, "2:FO", "walk.ended", "the walk ends at space 1 (F3), which is free; O cannot follow"),
    (START, "2:SF", "walk.ended", "the walk ends at the mainland, which is free; F cannot follow"),
    (POOR, "1:S", "gap.unpaid", "the gap after O5 costs 4; Pete has 3"),
    (POOR, "1:H", "gap.unpaid", "the gaps after O5 and F7 cost 4 + 3 = 7; Pete has 3"),
    (POORER, "1:C", "gap.unpaid", "the gaps after O5, F7 and H3 cost 4 + 3 + 1 = 8; Pete has 3"),
    (POOR, "1:S pay 2c", "gap.unpaid", "the gap after O5 costs 4; Pete has 3"),
    (START, "1:F pay 0c", "gap.unpaid", "the gap after R1 costs 1; Pete pays 0"),
    (START, "1:F pay S3", "pay.tile", "Pete cannot pay S3; Pete has F1 O5"),
    (START, "1:F pay R1", "pay.tile", "Pete gets R1 this turn and cannot pay with it yet"),
    (START, "buy O5; 1:F pay O5", "pay.tile", "Pete cannot pay O5; Pete has F1"),
    (POOR, "1:S pay F1", "pay.tile", "Pete cannot pay F1; Pete has no tiles"),
    (START, "1:F pay 4c", "pay.cards", "Pete cannot pay 4 cards; 3 cards left after F"),
    (LARRY, "2:H pay C", "walk.occupied", "H leads to space 2 (H2), where Larry's figure 1 stands; play another card"),
    (LARRY, "1:H pay C", "pay.cards", "Larry's hand is HH; HC needs 1 crown card"),
    (LARRY, "2:HH bridge 6", "bridge.spent", "Larry has laid the bridge already"),
    (START, "2:F bridge 54", "bridge.place", "there is no space 54; the path has 1 to 53"),
    (START, "2:F bridge 3", "bridge.place", "space 3 (O4) is no water; a bridge goes over a gap"),
    (START, "2:F bridge 12", "bridge.place", "the water on space 12 is at an end of the path and no gap"),
    (SHORE, "1:F bridge 2", "bridge.place", "the water on space 2 is at an end of the path and no gap"),
    (table({1: "F3", 2: "=", 3: "~", 4: "H2"}, Seat("Pete"), Seat("Larry")), "1:F bridge 3", "bridge.place",
     "the gap after F3 has a bridge already"),
    (START, "buy S3; 2:F", "buy.tile", "Pete cannot give up S3; Pete has F1 O5"),
    (START, "buy O5 F1; 2:F", "buy.limit", "1 tile a turn may buy cards; Pete gives up 2"),
    (LARRY, "stuck HH", "stuck.can-move", "Larry is not stuck: figure 1 can go with H"),
    (START, "stuck FFFFF", "stuck.hand", "Pete holds 4 cards; 5 shown"),
    (LARRY, "stuck FF", "card.unavailable", "2 helmet cards must be in the hand; FF shows none"),
    (UNDER, "1:H", "reveal.needed",
     "the tile on space 2 may or may not show H (helmet); enter 'reveal 2 TILE' first"),
    (table({1: "F3", 3: "?@r1", 5: "H6"}, Seat("Pete"), Seat("Larry"), unseen="S5/-"), "1:H", "reveal.needed",
     "the price of the gap after ? depends on the tile on space 3; enter 'reveal 3 TILE' first"),
    (table({1: "?", 2: "O4@w1", 3: "H6"}, Seat("Pete"), Seat("Larry"), unseen="S5/-", turn=1), "2:H",
     "reveal.needed", "the tile on space 1 may or may not show H (helmet); enter 'reveal 1 TILE' first"),
    (UNDER, "reveal 2 F3", "reveal.impossible", "space 2 cannot show F3: no F3 of set A is left unseen"),
    (UNDER, "reveal 3 F3", "reveal.impossible", "space 3 shows O4; F3 cannot be"),
    (UNDER, "reveal 4 F3", "reveal.impossible", "space 4 is water; F3 cannot be"),
    (UNDER, "reveal 99 F3", "reveal.impossible", "there is no space 99; the path has 1 to 53"),
    (START, "2:F reveal F4", "reveal.impossible", "no tile came to light; F4 cannot be"),
    (START, "1:F draw 0", "slip.draw", "Pete draws 1 card this turn, not none"),
    (START, "2:O take none", "slip.take", "the tile Pete takes is F3 on space 1, not none"),
    (START, "2:O to 7", "slip.to", "O leads Pete's figure 2 elsewhere: space 3 (O4), not space 7 (F5)"),
    (START, "hand Pete 99", "hand.count", "Pete holds 4 cards and there are 50 cards in the deck; 99 counted"),
    (OVER, "1:F", "game.over", "the game is over; no turn follows the third figure's landing"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "turn", "rule", "message"),
    REFUSED,
    ids=[f"{row[2]}-{row[1]}" for row in REFUSED],
)
def test_refused(state, turn, rule, message) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, GAME.parse(state, turn))
    assert (caught.value.rule, caught.value.message) == (rule, message)
    assert caught.value.source == TEXT[rule].source


def test_every_id_is_provoked() -> None:
    assert {row[2] for row in REFUSED} == set(TEXT) - {"buy.nothing", "leave.gone"}


def test_a_tile_nobody_named_cannot_be_taken() -> None:
    state = table({3: "?@r1", 4: "R1@w1", 5: "C6"}, Seat("Pete"), Seat("Larry"), unseen="S5/-")
    with pytest.raises(IllegalMove, match=r"takes the tile on space 3, which nobody has named; enter 'reveal 3 TILE'"):
        play(state, "1:C")


@pytest.mark.parametrize(
    ("turn", "fault"),
    [
        ("", "column 1: nothing; expected a turn such as 2:HH, 'stuck FFOHH' or 'reveal 12 F3'"),
        ("hello", "column 1: 'hello'; expected a turn such as 2:HH, 'stuck FFOHH' or 'reveal 12 F3'"),
        ("4:F", "column 1: '4'; expected a turn such as 2:HH, 'stuck FFOHH' or 'reveal 12 F3'"),
        ("2:", "column 3: nothing; expected the cards played, letters of F O H A R S C"),
        ("2:X", "column 3: 'X'; expected the cards played, letters of F O H A R S C"),
        ("2:H bridge", "column 11: nothing; expected the space the bridge goes over"),
        ("2:H bridge 0", "column 12: space 0; expected a space, 1 to 53"),
        ("2:H pay", "column 8: nothing; expected what is paid: tiles such as O5, cards such as 2c"),
        ("2:H pay O8", "column 9: 'O8'; expected what is paid: tiles such as O5, cards such as 2c"),
        ("2:H pay 1c H", "column 9: '1c H'; expected cards paid either as a number (2c) or by letters (HF)"),
        ("2:H reveal", "column 11: nothing; expected a tile such as F3"),
        ("buy; 2:H", "column 4: ';'; expected the tile given up, such as F4"),
        ("buy F4 2:H", "column 8: '2'; expected ';'"),
        (
            "buy F4;",
            "column 8: nothing; expected a figure, 1 to 3, the cards played, letters of F O H A R S C or 'stuck'",
        ),
        ("stuck", "column 6: nothing; expected the hand shown, such as stuck FFOHH"),
        (
            "stuck 5",
            "column 7: '5'; expected the hand shown, letters of F O H A R S C, draw DRAW or the end of the turn",
        ),
        ("reveal F3", "column 8: 'F3'; expected a space, 1 to 53"),
        ("reveal 3", "column 9: nothing; expected a tile such as F3"),
    ],
)
def test_syntax(turn: str, fault: str) -> None:
    with pytest.raises(SyntaxFault) as caught:
        GAME.parse(START, turn)
    assert str(caught.value) == fault


# ---- what the table let stand, and what would have been legal ------------------------------------


@pytest.mark.parametrize(
    ("state", "turn", "rule", "points"),
    [
        (POOR, "1:S pay 1c", "gap.unpaid", 3),
        (START, "2:H", "walk.occupied", 0),
        (START, "2:FO", "walk.ended", 0),
        (START, "1:F pay R1", "pay.tile", 1),
        (START, "buy O5 F1; 2:F", "buy.limit", 2),
        (LARRY, "stuck HH", "stuck.can-move", 2),
        (table({1: "F3", 2: "=", 3: "~", 4: "H2"}, Seat("Pete"), Seat("Larry")), "1:F bridge 3", "bridge.place", 0),
    ],
)
def test_what_stood_is_worth_points(state, turn, rule, points) -> None:  # type: ignore[no-untyped-def]
    after, (refusal,), worth = stand(GAME, state, GAME.parse(state, turn))
    assert (refusal.rule, worth) == (rule, points)
    assert GAME.read(GAME.text(after)) == after


def test_after_two_figures_stood_on_one_tile_neither_loses_it() -> None:
    after, _, _ = stand(GAME, START, GAME.parse(START, "2:H"))
    assert GAME.text(after).split()[1] == "H2@r2@w1"
    later = play(after, "1:H pay 1c")
    assert "H2@r2" in GAME.text(later).split()


@pytest.mark.parametrize("turn", ["2:FFFFF", "1:F pay S3", "1:F pay 4c", "2:F bridge 3", "buy S3; 2:F", "stuck FFFFF"])
def test_what_physically_cannot_be_cannot_stand(turn: str) -> None:
    with pytest.raises(IllegalMove):
        stand(GAME, START, GAME.parse(START, turn))


@pytest.mark.parametrize(
    ("state", "turn", "nearest"),
    [
        (START, "1:F pay 0c", "1:F pay F1"),
        (START, "2:FO", "2:F"),
        (LARRY, "2:H", "2:HH"),
        (POOR, "1:S", "1:S bridge 2"),
        (START, "buy O5 F1; 2:F", "buy F1; 2:F"),
        (LARRY, "stuck HH", "1:H"),
        (START, "reveal 3 F3", None),
        (OVER, "1:F", None),
    ],
)
def test_the_nearest_legal_turn(state, turn, nearest) -> None:  # type: ignore[no-untyped-def]
    found = GAME.nearest(state, GAME.parse(state, turn))
    assert (None if found is None else GAME.format(state, found)) == nearest
    if found is not None:
        GAME.apply(state, found)
