"""The rulebook's three examples, the worked cases, and each ruling by name."""

from __future__ import annotations

import pytest

from companion import games
from companion.contract.faults import IllegalMove
from companion.games.atlantis.state import MAINLAND, gaps

from .tables import Seat, play, table, tiles

GAME = games.Game("atlantis")


class TestExample1:
    """Pete, Robert and Larry early on; the stacks on 2 and 7 have two tiles, so that no gap opens."""

    start = table(
        {
            1: "R4", 2: "F6/S1", 3: "H2@r1", 4: "A5@b2", 5: "O3", 6: "R7@r2", 7: "O5/C2", 8: "F1",
            9: "S4", 10: "R2", 11: "H3",
        },
        Seat("Pete", "F???"), Seat("Robert", "O????"), Seat("Larry", "HHHHHH"),
    )  # fmt: skip

    def test_a_flag_card_leads_to_the_next_flag_and_takes_the_olive_behind(self) -> None:
        after = play(self.start, "2:F")
        assert after.state.path.figures[1] == 8
        assert tiles(after, 0) == ["O5"]
        assert GAME.text(after).split()[6] == "C2", "of two tiles only the top is taken"

    def test_occupied_tiles_behind_are_passed_over(self) -> None:
        after = play(self.start, "2:F", "1:O")
        assert after.state.path.figures[3] == 5
        assert tiles(after, 1) == ["F6"]

    def test_a_card_onto_an_occupied_tile_must_be_followed_and_still_one_card_is_drawn(self) -> None:
        after = play(self.start, "2:F", "1:O", "1:HH")
        assert after.state.path.figures[6] == 11
        assert tiles(after, 2) == ["R2"]
        assert sum(after.state.hands[2]) == 6 - 2 + 1


class TestExample2:
    """Larry crosses gaps of 1, 4 and 3 and a bridged one."""

    start = table(
        {
            1: "H5@r1", 3: "A1", 4: "F4", 6: "O6", 8: "S3", 9: "=", 10: "C5@w1", 11: "R3", 12: "F2",
        },
        Seat("Larry", "R???", "O5 F3", bridge=False), Seat("Pete", "????"),
    )  # fmt: skip

    def test_the_crossing_costs_8_and_the_bridged_gap_nothing(self) -> None:
        move = GAME.parse(self.start, "1:R")
        assert GAME.format(self.start, move) == "1:R pay F3 O5"

    def test_the_statue_is_taken_and_the_merged_gap_is_free(self) -> None:
        after = play(self.start, "1:R")
        assert tiles(after, 0) == ["S3"]
        assert [(gap.start, gap.end, gap.bridged) for gap in gaps(after.state.path.tops, after.state.path.bridges)][
            2:
        ] == [(7, 10, True)]

    def test_without_the_bridge_the_merged_gap_would_cost_5(self) -> None:
        after = play(self.start, "1:R")
        assert gaps(after.state.path.tops, 0)[2].price == 5


class TestExample3:
    """Pete lands his third figure; Robert has two figures on the path, Larry one."""

    start = table(
        {1: "A5@w1", 3: "F1", 4: "H6", 6: "C4", 7: "O2@w2", 8: "R6@b1", 10: "S1", 11: "R3@r3"},
        Seat("Pete", "H???", home="12"), Seat("Robert", "???", "F7 C2", home="3"),
        Seat("Larry", "????", "O4", home="23"),
    )  # fmt: skip

    def test_pete_takes_the_ring_draws_4_and_the_game_ends_at_once(self) -> None:
        after = play(self.start, "3:H")
        assert tiles(after, 0) == ["R3"]
        assert sum(after.state.hands[0]) == 4 - 1 + 4
        assert GAME.turn(after) is None

    def test_a_single_7_pays_for_both_of_roberts_figures(self) -> None:
        result = GAME.result(play(self.start, "3:H"))
        assert result is not None
        robert = result.standings[1]
        assert [figure["due"] for figure in robert.facts["gaps"]] == [6, 1]
        assert robert.facts["pays"] == {"tiles": ["F7"], "cards": 0}
        assert (robert.due, robert.paid, robert.score) == (7, 7, 2 + 3)

    def test_larry_pays_one_card(self) -> None:
        result = GAME.result(play(self.start, "3:H"))
        assert result is not None
        assert result.standings[2].facts["pays"] == {"tiles": [], "cards": 1}
        assert result.standings[2].score == 4 + 3
        assert result.winners == (0,)


# ---- the walk ------------------------------------------------------------------------------------

PATH = {1: "F3", 2: "H2@w1", 3: "O4", 4: "H6", 5: "R1@r1", 6: "F5"}
TWO = (Seat("Ann"), Seat("Bob"))


def test_the_next_tile_is_strictly_beyond_the_figure() -> None:
    assert play(table({1: "F3@r1", 2: "F5", 3: "F1"}, *TWO), "1:F").state.path.figures[0] == 2


def test_with_no_such_tile_ahead_the_figure_reaches_the_mainland() -> None:
    after = play(table(PATH, *TWO), "1:C")
    assert after.state.path.figures[0] == MAINLAND
    assert tiles(after, 0) == ["F5"], "the nearest stack to the mainland without a figure"


def test_the_mainland_holds_any_number_of_figures() -> None:
    after = play(table(PATH, Seat("Ann"), Seat("Bob", home="2")), "1:C")
    assert after.state.path.figures.count(MAINLAND) == 2


def test_the_tile_the_figure_came_from_counts_as_free() -> None:
    assert tiles(play(table({4: "H6@r1", 5: "F5", 6: "R2"}, *TWO), "1:F"), 0) == ["H6"]


def test_where_nothing_lies_behind_nothing_is_taken() -> None:
    after = play(table({4: "H6", 5: "F5"}, *TWO), "1:H")
    assert tiles(after, 0) == []


def test_a_tile_beyond_water_is_taken_too() -> None:
    after = play(table({1: "A2", 3: "H6@w1", 5: "F1"}, *TWO), "1:F bridge 4")
    assert tiles(after, 0) == ["A2"]


# ---- gaps and bridges ----------------------------------------------------------------------------


def test_the_price_is_taken_before_a_tile_is_taken() -> None:
    state = table({1: "C7", 2: "A1@r1", 4: "F5", 5: "H7"}, Seat("Ann", "H???"), Seat("Bob"))
    assert GAME.format(state, GAME.parse(state, "1:H")) == "1:H pay 1c"


def test_water_at_either_end_costs_nothing() -> None:
    state = table({4: "F5", 5: "H7"}, *TWO)
    after = play(state, "1:F", "1:C")
    assert (sum(after.state.hands[0]), sum(after.state.hands[1])) == (4, 4 - 1 + 2)
    assert gaps(after.state.path.tops, 0) == []


def test_a_bridge_at_an_end_that_closes_up_is_gone() -> None:
    state = table({1: "A1@r1", 2: "=", 3: "F5", 4: "H7"}, *TWO)
    assert state.state.path.bridges
    after = play(state, "1:F")
    assert tiles(after, 0) == ["A1"]
    assert after.state.path.bridges == 0


def test_with_no_tile_left_atlantis_touches_the_mainland() -> None:
    after = play(table({5: "F3@r1"}, *TWO), "1:C")
    assert tiles(after, 0) == ["F3"]
    assert set(after.state.path.tops[1:54]) == {0}
    assert GAME.settle(after).standings[0].due == 0


def test_a_bridge_is_free_for_everyone_and_can_lie_where_nobody_crosses() -> None:
    state = table({1: "A5", 3: "F5@r1", 5: "H3", 6: "H7"}, *TWO)
    after = play(
        state,
        "1:H bridge 2 pay 3c",
    )
    assert not after.state.unlaid[0]
    assert after.state.path.bridges == 1 << 2


def test_a_bridge_laid_on_the_way_is_free_at_once() -> None:
    state = table({1: "A5@r1", 3: "F5", 5: "H6"}, Seat("Ann", "H???????????"), Seat("Bob"))
    assert GAME.format(state, GAME.parse(state, "1:H")) == "1:H pay 10c"
    assert GAME.format(state, GAME.parse(state, "1:H bridge 4")) == "1:H bridge 4 pay 5c"


def test_one_payment_covers_all_gaps_and_too_much_is_lost() -> None:
    state = table({1: "A5@r1", 3: "F2", 5: "H3"}, Seat("Ann", "H????", "S7"), Seat("Bob"))
    after = play(state, "1:H pay S7")
    assert tiles(after, 0) == ["F2"]
    warnings = GAME.warnings(state, GAME.parse(state, "1:H pay S7"))
    assert warnings == ["7 points are paid where 4 would do (4 cards); no change is given"]


# ---- buying, drawing, stuck ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "cards"), [("F1", 0), ("F2", 1), ("F3", 1), ("F4", 2), ("F5", 2), ("F6", 3), ("F7", 3)]
)
def test_a_tile_buys_half_its_value_in_cards_rounded_down(tile: str, cards: int) -> None:
    state = table(PATH, Seat("Ann", tiles=tile), Seat("Bob"))
    after = play(state, f"buy {tile}; 1:F")
    assert sum(after.state.hands[0]) == 4 + cards - 1 + 1
    assert after.state.gone == state.state.gone + 1


def test_buying_with_a_1_is_legal_with_a_warning() -> None:
    state = table(PATH, Seat("Ann", tiles="F1"), Seat("Bob"))
    warnings = GAME.warnings(state, GAME.parse(state, "buy F1; 1:F"))
    assert warnings == ["F1 buys nothing: half of 1, rounded down, is 0 cards"]


def test_a_rule_option_lifts_the_limit_on_buying() -> None:
    state = table(PATH, Seat("Ann", tiles="F4 F4 O2"), Seat("Bob"), buys=0)
    assert sum(play(state, "buy F4 O2; buy F4; 1:F").state.hands[0]) == 4 + 5


@pytest.mark.parametrize(("home", "drawn"), [("", 1), ("3", 2), ("23", 3)])
def test_one_card_more_is_drawn_for_each_figure_on_the_mainland(home: str, drawn: int) -> None:
    state = table({1: "F3", 2: "H2", 3: "O4"}, Seat("Ann", home=home), Seat("Bob"))
    assert sum(play(state, "1:F").state.hands[0]) == 4 - 1 + drawn


def test_the_turn_that_lands_a_figure_draws_for_it() -> None:
    assert sum(play(table(PATH, Seat("Ann", home="2"), Seat("Bob")), "1:C").state.hands[0]) == 4 - 1 + 3


def test_the_discards_become_a_new_deck_when_a_card_is_wanted_and_none_is_left() -> None:
    state = table(PATH, *TWO, deck="-", discards="FFO")
    after = play(state, "1:F")
    assert (len(after.state.deck), sum(after.state.discards), sum(after.state.hands[0])) == (3, 0, 4)


def test_with_deck_and_discards_empty_no_more_is_drawn() -> None:
    state = table(PATH, Seat("Ann", home="23"), Seat("Bob"), deck="-")
    after = play(state, "1:F")
    assert sum(after.state.hands[0]) == 4 - 1 + 1, "the card just played is all there is to draw"


def test_stuck_shows_the_hand_draws_2_and_takes_no_tile() -> None:
    state = table(
        {1: "F3@r1", 2: "R2@w1", 4: "F5", 5: "S7@w2", 7: "C7"}, Seat("Ann", "R", home="23", bridge=False), Seat("Bob")
    )
    after = play(state, "stuck R")
    assert GAME.format(state, GAME.parse(state, "stuck")) == "stuck R"
    assert after.state.hands[0][0] == 2
    assert tiles(after, 0) == []
    move = GAME.parse(state, "stuck R")
    assert [tuple(entry) for entry in GAME.trail(state, move, after)] == [(0, 2, "draws 2 cards")]
    assert GAME.turn(after) == 1


BRIDGED = {1: "F3@r1", 3: "R2@w1", 5: "C1"}  # the gaps cost 2 and 1


@pytest.mark.parametrize("stuck", ["must", "may"])
def test_who_need_not_lay_the_bridge_is_stuck_without_it(stuck: str) -> None:
    state = table(BRIDGED, Seat("Ann", "CC", home="23"), Seat("Bob"), stuck=stuck)
    assert GAME.turn(play(state, "1:C bridge 2 pay 1c")) == 1
    if stuck == "may":
        assert tiles(play(state, "stuck CC"), 0) == []
    else:
        with pytest.raises(IllegalMove, match="Ann is not stuck: figure 1 can go with C and the bridge"):
            play(state, "stuck CC")


def test_nobody_is_stuck_who_can_do_without_the_bridge() -> None:
    state = table(BRIDGED, Seat("Ann", "C", "F5", home="23"), Seat("Bob"), stuck="may")
    with pytest.raises(IllegalMove, match=r"stuck\.can-move"):
        play(state, "stuck C")


# ---- the end -------------------------------------------------------------------------------------


def test_the_third_figure_home_ends_the_game_though_others_had_a_turn_less() -> None:
    after = play(table(PATH, Seat("Ann", home="23"), Seat("Bob")), "1:C")
    assert GAME.turn(after) is None
    with pytest.raises(IllegalMove, match=r"game\.over"):
        play(after, "1:F")


@pytest.mark.parametrize(("settle", "due"), [(True, 2), (False, 0)])
def test_a_figure_still_in_atlantis_owes_by_the_option(settle: bool, due: int) -> None:
    state = table({1: "H2", 3: "O4", 5: "F5@r1"}, Seat("Ann", home="23"), Seat("Bob", home="23"), settle=settle)
    after = play(state, "1:C")
    result = GAME.result(after)
    assert result is not None
    assert result.standings[1].due == due


# ---- what lies under a top -----------------------------------------------------------------------

UNDER = {1: "F3/?", 2: "H2", 3: "O4", 4: "H6"}


def test_what_comes_to_light_can_be_told_with_the_turn() -> None:
    state = table(UNDER, *TWO, unseen="S5,C2/-")
    after = play(state, "1:H reveal S5")
    assert GAME.text(after).split()[0] == "S5"
    assert after.state.unseen == (tuple(after.state.unseen[0]), ())
    assert len(after.state.unseen[0]) == 1


def test_or_later_without_a_turn() -> None:
    state = table(UNDER, *TWO, unseen="S5,C2/-")
    after = play(state, "1:H", "reveal 1 c2")
    assert GAME.text(after).split()[0] == "C2"
    assert GAME.turn(after) == 1
    assert not GAME.is_turn(GAME.parse(state, "reveal 1 C2"))


def test_a_price_beside_a_1_needs_no_other_tile() -> None:
    state = table({1: "?", 3: "A1", 4: "F3@w1", 6: "H5"}, *TWO, unseen="S5,C2/-")
    assert gaps(state.state.path.tops, 0)[0].price == 1


def test_the_last_turn_asks_for_a_tile_that_prices_what_others_owe() -> None:
    seats = (Seat("Ann", home="23"), Seat("Bob"))
    state = table({1: "F3@w1", 3: "O4/?", 4: "R5@r1@w2"}, *seats, unseen="S5,C2/-")
    with pytest.raises(IllegalMove, match=r"the gap beside space 3 must be priced; add 'reveal TILE' to the turn"):
        play(state, "1:C")
    result = GAME.result(play(state, "1:C reveal C2"))
    assert result is not None
    assert result.standings[1].due == 2 + 2, "figure 1 and figure 3, still in Atlantis"


def test_listed_turns_tell_the_tile_where_the_end_depends_on_it() -> None:
    seats = (Seat("Ann", "C", home="23"), Seat("Bob"))
    state = table({1: "F3@w1", 3: "O4/?", 4: "R5@r1@w2"}, *seats, unseen="S5,C2/-")
    listed = [GAME.format(state, move) for move in GAME.moves(state)]
    assert listed == ["1:C reveal S5", "1:C reveal C2", "1:C bridge 2"]
