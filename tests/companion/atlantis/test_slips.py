"""What tables get wrong with their hands, told behind a turn that stood; and hands that are counted again."""

from __future__ import annotations

import pytest
from standing import stand

from companion import games
from companion.contract.faults import IllegalMove, SyntaxFault
from companion.contract.position import Position
from companion.games.atlantis.texts import MAINLAND
from companion.record.record import Line
from companion.record.replay import lines_of
from companion.record.replay import play as replay
from companion.table.play import Play
from companion.table.report import confirmation

from .tables import Seat, play, put, table

GAME = games.Game("atlantis")
# 6 is water: a gap of 1. O takes Pete's figures 2 and 3 from Atlantis to space 3, and then he takes F3.
PATH = {1: "F3", 2: "H2@w1", 3: "O4", 4: "H6", 5: "R1@r1", 7: "F5", 8: "C4", 9: "H3"}
START = table(PATH, Seat("Pete", "????", "O5 F1"), Seat("Larry", "HH??"))


def stood(state: Position, turn: str) -> tuple[Position, str, str, int]:
    after, (why,), points = stand(GAME, state, GAME.parse(state, turn))
    return after, why.rule, why.message, points


@pytest.mark.parametrize(
    ("turn", "rule", "message", "points"),
    [
        ("2:O draw 0", "slip.draw", "Pete draws 1 card this turn, not none", -1),
        ("2:O draw 3", "slip.draw", "Pete draws 1 card this turn, not 3", 2),
        ("2:O take none", "slip.take", "the tile Pete takes is F3 on space 1, not none", -3),
        ("2:O take 8", "slip.take", "the tile Pete takes is F3 on space 1, not C4 on space 8", 1),
        # R1 on 5 would cost nothing; H6 on 4 lies behind it and nobody stands there
        ("2:O to 7", "slip.to", "O leads Pete's figure 2 elsewhere: space 3 (O4), not space 7 (F5)", 6 - 1 - 3),
        ("1:F pay 0c", "gap.unpaid", "the gap after R1 costs 1; Pete pays 0", 1),
    ],
)
def test_a_slip_has_its_sentence_and_its_worth(turn: str, rule: str, message: str, points: int) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(START, GAME.parse(START, turn))
    assert (refused.value.rule, refused.value.message) == (rule, message)
    assert stood(START, turn)[1:] == (rule, message, points)


def test_what_was_done_is_what_lies_there_then() -> None:
    after, *_ = stood(START, "2:O draw 3")
    assert sum(after.state.hands[0]) == 4 - 1 + 3
    assert len(after.state.deck) == len(START.state.deck) - 3
    after, *_ = stood(START, "2:O take 8")
    assert not after.state.path.tops[8]
    assert after.state.path.tops[1] == START.state.path.tops[1]
    after, *_ = stood(START, "1:H to mainland")
    assert after.state.path.figures[0] == MAINLAND


def test_several_slips_of_one_turn_add_up() -> None:
    _, broken, points = stand(GAME, START, GAME.parse(START, "2:O take none draw 0"))
    assert [(refusal.rule, refusal.message) for refusal in broken] == [
        ("slip.take", "the tile Pete takes is F3 on space 1, not none"),
        ("slip.draw", "Pete draws 1 card this turn, not none"),
    ]
    assert points == -4
    made, (*_, step) = Play.begin(GAME, START).enter("stood 2:O take none draw 0")
    assert [line.text for line in lines_of(made.journal.entries)] == [
        "stood 2:O take none draw 0 [slip.take, slip.draw -4]"
    ]
    assert (
        replay(GAME, START, [Line("turn", "stood 2:O take none draw 0 [slip.take, slip.draw -4]")]).state == step.after
    )
    assert confirmation(GAME, step, 1, ["Pete", "Larry"])[-1] == (
        "   stood though slip.take: the tile Pete takes is F3 on space 1, not none; and slip.draw: Pete draws 1 card"
        " this turn, not none (worth −4)"
    )


@pytest.mark.parametrize("turn", ["2:O to 3 take 1 draw 1", "2:O draw 1"])
def test_telling_what_is_right_breaks_nothing(turn: str) -> None:
    move = GAME.parse(START, turn)
    assert GAME.apply(START, move) == play(START, "2:O")
    assert GAME.parse(START, GAME.format(START, move)) == move


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        ("2:O to 6", "space 6 is water; a figure stands on a tile"),
        ("2:O to 60", "there is no space 60; the path has 1 to 53"),
        ("2:O take 6", "there is no tile on space 6 to take"),
        ("2:O take 5", "a figure stands on space 5; its tile stays"),
        ("2:O draw 99", "96 cards can be drawn; 99 were entered"),
    ],
)
def test_what_cannot_be_does_not_stand(turn: str, message: str) -> None:
    deck = put(START, deck="?" * 95, discards=(0,) * 8)
    with pytest.raises(IllegalMove) as refused:
        stand(GAME, deck, GAME.parse(deck, turn))
    assert refused.value.message == message


def test_slips_go_through_a_record_and_back() -> None:
    made = Play.begin(GAME, START)
    # H leads Larry from 2 to 4; Pete stands on 3, so H2 on 2 would be his
    for line in ("stood 2:O draw 0", "stood 1:H take none", "hand red 3"):
        made, _ = made.enter(line)
    lines = list(lines_of(made.journal.entries))
    assert [line.text for line in lines] == [
        "stood 2:O draw 0 [slip.draw -1]", "stood 1:H take none [slip.take -2]", "hand red 3",
    ]  # fmt: skip
    played = replay(GAME, START, [Line("turn", line.text) for line in lines])
    assert (played.state, played.journal) == (made.state, made.journal)
    assert played.journal.undo(3).position == GAME.text(START)


def test_a_hand_counted_again_is_no_turn_and_counts_in_the_trail() -> None:
    move = GAME.parse(START, "hand Larry 6")
    assert not GAME.is_turn(move)
    after = GAME.apply(START, move)
    assert (sum(after.state.hands[1]), after.state.turn, len(after.state.deck)) == (
        6,
        START.state.turn,
        len(START.state.deck) - 2,
    )
    assert after.state.hands[1] == (4, *START.state.hands[1][1:])
    [entry] = GAME.trail(START, move, after)
    assert entry == (1, 2, "hand counted: 6 cards")
    fewer = GAME.apply(START, GAME.parse(START, "hand white 1"))
    assert fewer.state.hands[1] == (1, 0, 0, 0, 0, 0, 0, 0)


def test_a_dealt_hand_needs_no_counting() -> None:
    dealt = put(START, table=START.state.table._replace(dealt=True, seed=1))
    with pytest.raises(IllegalMove, match="Larry holds 4 cards by the seed; 6 counted"):
        GAME.apply(dealt, GAME.parse(dealt, "hand Larry 6"))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1 flag", "1:F"),
        ("1 Flags helmet", "1:FH"),
        ("figure 1 flag pay 1 card", "1:F pay 1c"),
        ("1 f pay olive 5 and 2 cards", "1:F pay O5 2c"),
        ("1f pay olive5, 2c", "1:F pay O5 2c"),
        ("1 f pay nothing", "1:F pay 0c"),
        ("buy olive 5; 1 flag", "buy O5; 1:F"),
        ("stuck flag flag olive", "stuck FFO"),
        ("1 flag draw none", "1:F draw 0"),
        ("reveal 3 crown 2", "reveal 3 C2"),
    ],
)
def test_typing_is_forgiven(typed: str, meant: str) -> None:
    assert GAME.parse(START, typed) == GAME.parse(START, meant)


def test_a_card_alone_goes_where_one_figure_can_take_it() -> None:
    home = table(PATH, Seat("Pete", "????", home="23"), Seat("Larry"))
    assert GAME.parse(home, "flag") == GAME.parse(home, "1:F")
    with pytest.raises(SyntaxFault) as asked:
        GAME.parse(START, "flag")
    assert (asked.value.found, asked.value.expected) == ("'F' without a figure", "1:F, 2:F or 3:F")
    # figures 2 and 3 would be led onto Larry's: figure 1 alone can go
    assert GAME.parse(START, "helmet") == GAME.parse(START, "1:H")
