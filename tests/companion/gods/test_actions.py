"""Each action by name: what it does, and where the rulebook has a word on it."""

from __future__ import annotations

import pytest

from companion.contract.position import Position
from companion.games.gods.state import LETTERS, letters

from .tables import BACK, GAME, Seat, do, facts, put, refused, table


def known(state: Position, player: int = 1) -> object:
    return facts(state, player)["known"]


class TestDraw:
    def test_a_face_up_card_is_taken_and_its_spot_refilled_at_once(self) -> None:
        state = do(table(Seat("R"), Seat(), phase="draw", left=3, deck="GGBBBYYYRR"), "draw R")
        assert known(state) == "RR"
        assert letters(state.state.area) == "BGGY"

    def test_the_decks_top_card_is_unknown_where_hands_are_hidden(self) -> None:
        before = table(Seat("R?"), Seat("??"), phase="draw", left=3)
        state = do(before, "draw deck")
        assert facts(state)["hand"] == 3
        assert known(state) == "R"
        assert len(state.state.deck) == len(before.state.deck) - 1

    def test_a_face_up_card_is_known_afterwards(self) -> None:
        state = do(table(Seat("??"), Seat("??"), phase="draw", left=3), "draw R>G")
        assert (facts(state)["hand"], known(state)) == (3, "R")
        assert letters(state.state.area) == "BGGY"

    def test_the_third_draw_is_followed_by_five_actions(self) -> None:
        state = do(table(Seat("?"), Seat("?"), phase="draw", left=3), "draw R>G; draw deck; draw deck")
        assert GAME.facts(state)["phase"] == "act"
        assert GAME.facts(state)["actions_left"] == 5

    def test_a_spot_that_cannot_be_refilled_stays_empty(self) -> None:
        held = (Seat("GGGGGGGGG", "BBBBBBBBBYYYYYYYYY"), Seat("RRRRRRRRR"))
        state = table(*held, deck="", phase="draw", left=3)
        state = do(state, "draw R>-")
        assert letters(state.state.area) == "BGY"
        state = do(state, "draw B; draw Y", "travel G")
        assert letters(state.state.area) == "G", "no card comes to the area any more, though one lies with the discards"

    def test_the_discards_are_shuffled_when_a_card_is_wanted(self) -> None:
        state = table(Seat("?"), Seat("?"), phase="draw", left=3)
        rest = len(state.state.deck)
        state = put(state, deck="", discards=(0, 9, 9, 9, rest - 27))
        after = do(state, "draw deck")
        assert len(after.state.deck) == rest - 1
        assert letters(after.state.discards) == ""
        assert after.state.shuffles == 1

    def test_the_new_deck_of_dealt_cards_follows_from_the_seed(self) -> None:
        from random import Random

        from specs.expand.deal import shuffle

        state = table(Seat("BB"), Seat("GG"), phase="draw", left=3)
        rest = state.state.deck
        state = put(state, deck="", discards=tuple(rest.count(letter) for letter in LETTERS))
        after = do(state, "draw deck")
        assert state.state.table.seed == 1
        expected = "".join(shuffle(sorted(rest, key=LETTERS.index), Random(1 * 1000 + 1)))
        assert after.state.deck == expected[1:]

    def test_what_nothing_can_supply_is_skipped(self) -> None:
        held = (Seat("GGGGGGGGGG", "BBBBBBBBBYYYYYYYYYY"), Seat("RRRRRRRRRR"))
        state = table(*held, area="B", deck="", phase="draw", left=3)
        state = do(state, "draw B>-")
        assert GAME.facts(state)["phase"] == "act", "two draws are left and no card anywhere"


class TestTravel:
    def test_a_hand_card_moves_the_marker_to_its_colour(self) -> None:
        state = do(table(Seat("RG"), Seat(), marker="R"), "travel G")
        facts_now = GAME.facts(state)
        assert facts_now["marker"] == "G"
        assert (known(state), facts_now["discards"], facts_now["actions_left"]) == ("R", "G", 4)

    def test_also_to_where_it_is(self) -> None:
        state = do(table(Seat("RG"), Seat(), marker="R"), "travel R")
        assert GAME.facts(state)["marker"] == "R"

    def test_a_known_card_leaves_the_hand_before_an_unseen_one(self) -> None:
        state = do(table(Seat("R??"), Seat("?")), "travel R")
        assert (known(state), facts(state)["hand"]) == ("", 2)
        state = do(state, "travel R")
        assert facts(state)["hand"] == 1, "an unseen card was a red one"


class TestBuild:
    def test_a_level_one_costs_one_card_to_the_followers(self) -> None:
        state = do(table(Seat("RR"), Seat()), "build I")
        assert facts(state)["temples"] == {"R": ["I"]}
        assert (known(state), facts(state)["followers"]) == ("R", "R")
        assert facts(state)["stock"] == ["I", "II", "II", "III", "III"]

    def test_the_rulebooks_way_to_ii_and_i_costs_one_then_two_then_three(self) -> None:
        state = table(Seat("RRRRRR"), Seat())
        for text, hand, shape in (("build I", 5, ["I"]), ("build 1:II", 3, ["II"]), ("build I", 0, ["II", "I"])):
            state = do(state, text)
            assert facts(state)["hand"] == hand
            assert facts(state)["temples"] == {"R": shape}

    def test_the_level_built_is_paid_not_the_tile(self) -> None:
        state = do(table(Seat("RRR", temples={"R": "II"}), Seat()), "build I")
        assert facts(state)["hand"] == 0

    def test_replacing_a_tile_or_the_whole_temple(self) -> None:
        two = table(Seat("RRRRRR", temples={"R": "I+I"}), Seat())
        assert facts(do(two, "build 1:II"))["temples"] == {"R": ["II", "I"]}
        assert facts(do(two, "build 2:II"))["temples"] == {"R": ["I", "II"]}
        whole = do(two, "build all:III")
        assert facts(whole)["temples"] == {"R": ["III"]}
        assert facts(whole)["stock"] == ["I", "I", "II", "II", "III"], "the tiles replaced are back"

    def test_on_the_neutral_site(self) -> None:
        state = do(table(Seat("R"), Seat(), sides=BACK), "build n I")
        assert facts(state)["temples"] == {"Rn": ["I"]}

    def test_the_assistant_pays_one_card_and_goes_home(self) -> None:
        state = do(table(Seat("", assistant=True), Seat()), "build I a")
        assert facts(state)["temples"] == {"R": ["I"]}
        assert facts(state)["assistant"] is False
        state = do(table(Seat("RR", assistant=True, temples={"R": "II"}), Seat()), "build I a")
        assert (facts(state)["hand"], facts(state)["followers"]) == (0, "RR")

    def test_unseen_cards_may_be_the_colour(self) -> None:
        state = do(table(Seat("R??", temples={"R": "II"}), Seat("?")), "build I")
        assert (facts(state)["hand"], facts(state)["followers"]) == (0, "RRR")


class TestOtherActions:
    def test_demolition_closes_the_stack_up(self) -> None:
        state = do(table(Seat(temples={"G": "I+II+I"}), Seat()), "demolish G2")
        assert facts(state)["temples"] == {"G": ["I", "I"]}
        assert facts(state)["stock"] == ["II", "II", "III", "III"]

    def test_demolition_on_a_neutral_site(self) -> None:
        state = do(table(Seat(temples={"Gn": "I"}), Seat(), sides=BACK), "demolish Gn1")
        assert facts(state)["temples"] == {}

    def test_a_demolition_takes_the_completion_away(self) -> None:
        state = table(Seat(temples={"R": "I"}), Seat())
        assert facts(state)["complete"] == ["R"]
        assert facts(do(state, "demolish R1"))["complete"] == []

    def test_conversion_takes_a_follower_not_a_hand_card(self) -> None:
        state = do(table(Seat(), Seat(followers="RG")), "convert 2 R")
        assert (facts(state)["followers"], facts(state, 2)["followers"]) == ("R", "G")
        assert facts(state)["hand"] == 0

    def test_conversion_by_name(self) -> None:
        assert facts(do(table(Seat(), Seat(followers="RG")), "convert bob g"))["followers"] == "G"

    def test_conversion_is_free_again_in_the_next_turn(self) -> None:
        state = do(table(Seat("GG"), Seat("G", followers="RG")), "convert 2 R", "travel G; travel G; migrate; migrate")
        state = do(state, "draw deck; draw deck; draw deck", "convert 1 R")
        assert facts(state, 2)["followers"] == "GR"

    def test_recruitment_of_any_number(self) -> None:
        state = do(table(Seat("RRRG"), Seat()), "recruit 3")
        assert (known(state), facts(state)["followers"]) == ("G", "RRR")

    def test_migration_draws_the_top_card(self) -> None:
        before = table(Seat("R"), Seat())
        assert known(do(before, "migrate")) == "".join(sorted("R" + before.state.deck[0], key=LETTERS.index))

    def test_passing_when_nothing_can_be_done_uses_an_action(self) -> None:
        state = table(Seat(), Seat("".join(letter * 10 for letter in "BGRY")), area="", deck="")
        state = do(state, "pass")
        assert GAME.facts(state)["actions_left"] == 4


class TestEndOfTurn:
    def test_five_actions_and_the_next_player_draws(self) -> None:
        state = do(table(Seat("RR"), Seat()), "migrate; migrate; migrate; travel R; travel R")
        found = GAME.facts(state)
        assert (GAME.turn(state), found["phase"], found["actions_left"]) == (1, "draw", 5)

    def test_excess_followers_go_by_themselves(self) -> None:
        state = do(table(Seat("", followers="RRRRRRRGG"), Seat(), left=1), "migrate")
        assert facts(state)["followers"] == "GGRRRRR"
        assert GAME.facts(state)["discards"] == "RR"

    def test_more_than_five_cards_are_discarded_by_choice(self) -> None:
        state = do(table(Seat("RRRGGGB"), Seat(), left=1), "travel B")
        assert (state.state.phase, GAME.turn(state)) == ("discard", 0)
        assert GAME.facts(state)["actions_left"] == 0
        state = do(state, "discard R")
        assert known(state) == "GGGRR"
        assert GAME.turn(state) == 1

    def test_followers_go_before_the_choice(self) -> None:
        state = do(table(Seat("BBBBBB", followers="RRRRRR"), Seat(), left=1), "migrate")
        assert state.state.phase == "discard"
        assert facts(state)["followers"] == "RRRRR"


class TestEnd:
    def test_the_example_card_ends_the_game_at_once(self) -> None:
        seat = Seat("YYY", temples={"R": "III", "G": "II+II", "B": "I"}, card="III,II+II,I,I")
        state = do(table(seat, Seat(), marker="Y", order="R G B Y"), "build I")
        assert (state.state.phase, state.state.winner) == ("over", 0)
        found = GAME.facts(state)
        assert (found["phase"], found["actions_left"]) == ("over", 0)
        assert facts(state)["complete"] == ["R", "G", "B", "Y"]
        assert GAME.turn(state) is None
        assert GAME.result(state).winners == (0,)

    @pytest.mark.parametrize(
        ("temples", "order", "why"),
        [
            ({"R": "III", "G": "II+I", "B": "III", "Rn": "II"}, "R G B Y", "a tile on a neutral site"),
            ({"R": "III", "G": "II+I", "B": "III+II"}, "R G B Y", "a tile too many in a region"),
            ({"R": "III", "G": "II+I", "Bn": "III"}, "R G B Y", "a right shape on a neutral site"),
            ({"R": "III", "G": "II+I", "B": "III"}, "G R B Y", "right shapes in the wrong regions"),
            ({"R": "III", "G": "I+II", "B": "III"}, "R G B Y", "the right level in a wrong shape"),
        ],
    )
    def test_the_end_is_prevented_by(self, temples: dict[str, str], order: str, why: str) -> None:
        seat = Seat("Y", temples=temples, card="III,II+I,III,I")
        state = table(seat, Seat(), marker="Y", order=order, sides=BACK)
        assert do(state, "build I").state.phase != "over", why

    def test_and_comes_without_the_fault(self) -> None:
        seat = Seat("Y", temples={"R": "III", "G": "II+I", "B": "III"}, card="III,II+I,III,I")
        assert do(table(seat, Seat(), marker="Y", sides=BACK), "build I").state.winner == 0

    def test_a_feast_that_moves_a_tile_ends_the_game(self) -> None:
        seat = Seat("", "RRR", temples={"R": "I", "G": "II+II", "Bn": "I", "Y": "III"})
        state = table(seat, Seat(), marker="R", sides="B2 G2 R1 Y2")
        assert do(state, "feast Bn1>B1").state.winner == 0

    @pytest.mark.parametrize("region", ["R", "Rn"])
    def test_a_demolition_that_leaves_the_card_met_ends_the_game(self, region: str) -> None:
        temples = {"R": "I", "G": "II", "B": "I", "Y": "III"}
        temples[region] = "I+II" if region == "R" else "II"
        state = table(Seat("", temples=temples, card="I,II,I,III"), Seat(), sides=BACK)
        after = do(state, "demolish R2" if region == "R" else "demolish Rn1")
        assert (after.state.phase, after.state.winner) == ("over", 0)

    @pytest.mark.parametrize("action", ["travel B", "recruit 1", "migrate", "convert 2 Y", "feast"])
    def test_so_does_any_other_action(self, action: str) -> None:
        """Nobody gets that far, but a position may be told."""
        temples = {"R": "I", "G": "II", "B": "I", "Y": "III"}
        mine = Seat("BY", "YYY", temples, card="I,II,I,III")
        state = table(mine, Seat("", "Y"), marker="Y")
        assert do(state, action).state.winner == 0

    def test_a_draw_and_a_discard_are_no_actions(self) -> None:
        temples = {"R": "I", "G": "II", "B": "I", "Y": "III"}
        mine = Seat("BBBBBB", "", temples, card="I,II,I,III")
        assert do(table(mine, Seat(), phase="discard", left=0), "discard B").state.phase != "over"
        assert do(table(mine, Seat(), phase="draw", left=3), "draw deck").state.phase != "over"

    def test_with_tile_laid_a_demolition_that_leaves_the_card_met_does_not(self) -> None:
        seat = Seat("", temples={"R": "I+II", "G": "II", "B": "I", "Y": "III"}, card="I,II,I,III")
        state = do(table(seat, Seat(), end="tile-laid"), "demolish R2")
        assert facts(state)["complete"] == ["R", "G", "B", "Y"]
        assert state.state.phase != "over"

    def test_only_the_player_to_move_can_win(self) -> None:
        seat = Seat("", temples={"R": "I", "G": "II", "B": "I", "Y": "III"}, card="I,II,I,III")
        state = do(table(Seat("R"), seat), "build I")
        assert state.state.phase != "over"

    def test_a_temple_changed_later_loses_its_token(self) -> None:
        state = table(Seat("RR", temples={"R": "I"}), Seat())
        after = do(state, "build I")
        assert facts(after)["complete"] == []
        entries = GAME.trail(state, GAME.parse(state, "build I"), after)
        assert [(entry.player, entry.points) for entry in entries] == [(0, -1)]


class TestSolo:
    def test_each_turn_begins_with_the_opponents_card_and_a_token(self) -> None:
        state = table(Seat("R??"), phase="opponent", left=0)
        found = GAME.facts(state)
        assert (found["phase"], found["actions_left"], found["solo_turns"]) == ("opponent", 5, 0)
        state = do(state, "opponent G")
        assert facts(state, 2)["followers"] == "G"
        assert (GAME.facts(state)["solo_turns"], GAME.facts(state)["phase"]) == (1, "draw")

    def test_the_old_card_is_discarded_before_the_new_one_comes(self) -> None:
        state = table(Seat("R??"), phase="opponent", left=0, solo_turns=3)
        state = put(state, followers=(state.state.followers[0], (0, 1, 0, 0, 0)), deck=state.state.deck[1:])
        state = do(state, "opponent G")
        assert GAME.facts(state)["discards"] == "B"
        assert facts(state, 2)["followers"] == "G"

    def test_with_an_empty_deck_the_old_card_may_come_again(self) -> None:
        state = table(Seat("R??"), phase="opponent", left=0, solo_turns=3)
        gone = len(state.state.deck) - 1
        state = put(state, followers=((gone - 8, 4, 4, 0, 0), (0, 1, 0, 0, 0)), deck="")
        state = do(state, "opponent B")
        assert facts(state, 2)["followers"] == "B"

    def test_the_follower_can_be_won(self) -> None:
        state = do(
            table(Seat("R??"), phase="opponent", left=0), "opponent G", "draw deck; draw deck; draw deck", "convert G"
        )
        assert facts(state)["followers"] == "G"
        assert facts(state, 2)["followers"] == ""

    def test_the_turn_with_the_tenth_token_is_the_last(self) -> None:
        state = table(Seat("RRRR"), left=1, solo_turns=10)
        state = do(state, "travel R")
        assert (state.state.phase, state.state.winner) == ("over", 1)
        assert [player["name"] for player in GAME.facts(state)["players"]] == ["Ann", "opponent"]

    def test_its_discards_come_before_the_loss(self) -> None:
        state = do(table(Seat("RRRRBB"), left=1, solo_turns=10), "migrate")
        assert state.state.phase == "discard"
        assert do(state, "discard RR").state.winner == 1

    def test_in_the_tenth_turn_the_game_can_still_be_won(self) -> None:
        seat = Seat("YYY", temples={"R": "III", "G": "II+II", "B": "I"}, card="III,II+II,I,I")
        assert do(table(seat, marker="Y", solo_turns=10, left=1), "build I").state.winner == 0

    def test_nothing_can_become_the_follower_and_the_token_counts(self) -> None:
        state = table(Seat("RRRRR", "BBBBBGGGGGYYYYY"), left=1, solo_turns=3, deck="")
        state = do(state, "recruit 1")
        assert (GAME.facts(state)["solo_turns"], GAME.facts(state)["phase"]) == (4, "draw")


def test_two_player_turns_cannot_pass_while_they_can_act() -> None:
    assert refused(table(Seat("R"), Seat()), "pass") == ("pass.can-act", "Ann can act; only who cannot passes")
