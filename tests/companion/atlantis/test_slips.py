"""What tables get wrong with their hands, told behind a turn that stood; and hands that are counted again."""

from __future__ import annotations

import pytest
from standing import stand

from companion import games
from companion.contract.faults import IllegalMove, SyntaxFault
from companion.contract.rules import corrects
from companion.record.record import Line
from companion.record.replay import lines_of, play as replay
from companion.table.play import Play
from companion.table.report import confirmation

from .tables import Seat, put, table

GAME = games.Game("atlantis")
# 6 is water: a gap of 1. O takes Pete's figures 2 and 3 from Atlantis to space 3, and then he takes F3.
PATH = {1: "F3", 2: "H2@w1", 3: "O4", 4: "H6", 5: "R1@r1", 7: "F5", 8: "C4", 9: "H3"}
START = table(PATH, Seat("Pete", "????", "O5 F1"), Seat("Larry", "HH??"))


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
    assert corrects(move)
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


def test_a_card_alone_goes_where_one_figure_can_take_it() -> None:
    home = table(PATH, Seat("Pete", "????", home="23"), Seat("Larry"))
    assert GAME.parse(home, "flag") == GAME.parse(home, "1:F")
    with pytest.raises(SyntaxFault) as asked:
        GAME.parse(START, "flag")
    assert (asked.value.found, asked.value.expected) == ("'F' without a figure", "1:F, 2:F or 3:F")
    # figures 2 and 3 would be led onto Larry's: figure 1 alone can go
    assert GAME.parse(START, "helmet") == GAME.parse(START, "1:H")
