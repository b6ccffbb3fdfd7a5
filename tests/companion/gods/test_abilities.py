"""The eight abilities by name, legal and refused."""

from __future__ import annotations

import pytest

from companion.contract.position import Position
from companion.games.gods.state import count, letters

from .tables import GAME, Seat, do, facts, refused, table


def test_a_feast_needs_three_followers_and_discards_two() -> None:
    state = table(Seat("", "BBBG"), Seat(), marker="B")
    after = do(state, "feast")
    assert facts(after)["followers"] == "BG"
    assert GAME.facts(after)["discards"] == "BB"
    two = table(Seat("", "BBG"), Seat(), marker="B")
    assert refused(two, "feast") == ("feast.followers", "a feast needs 3 blue followers; Ann has 2")


class TestDrawTwoFromTheDeck:
    def test_two_cards(self) -> None:
        state = table(Seat("", "BBB"), Seat(), marker="B")
        assert facts(do(state, "feast"))["known"] == state.state.deck[:2]

    def test_of_an_empty_deck_the_followers_come_back_out_of_the_discards(self) -> None:
        state = table(Seat("", "BBB"), Seat(), marker="B", deck="")
        after = do(state, "feast")
        assert (facts(after)["known"], after.state.deck, letters(after.state.discards)) == ("BB", "", "")

    def test_it_needs_nothing_said(self) -> None:
        state = table(Seat("", "BBB"), Seat(), marker="B")
        does = "the blue region draws two cards from the deck (feast)"
        assert refused(state, "feast R") == ("feast.ability", f"{does}; this says R")
        assert refused(state, "feast R>G B>Y") == ("feast.ability", f"{does}; this takes two cards of the area")


class TestTakeTwoFromTheArea:
    SIDES = "B2 G1 R1 Y1"

    def state(self, area: str = "BGRY") -> Position:
        return table(Seat("?", "BBB"), Seat("?"), marker="B", sides=self.SIDES, area=area)

    def test_each_is_replaced_at_once(self) -> None:
        after = do(self.state(), "feast R>G Y>Y")
        assert facts(after)["known"] == "RY"
        assert letters(after.state.area) == "BGGY"

    def test_the_second_may_be_the_firsts_refill(self) -> None:
        after = do(self.state("BBGG"), "feast B>R R>Y")
        assert facts(after)["known"] == "BR"
        assert letters(after.state.area) == "BGGY"

    def test_dealt_cards_are_turned_up_by_themselves(self) -> None:
        state = table(Seat("", "BBB"), Seat(), marker="B", sides=self.SIDES)
        assert GAME.format(state, GAME.parse(state, "feast R Y")) == "feast R Y"
        assert letters(do(state, "feast R Y").state.area) == letters(count("BG" + state.state.deck[:2]))

    def test_what_does_not_lie_there(self) -> None:
        assert refused(self.state("BBGG"), "feast R>G Y>Y") == (
            "feast.ability",
            "no red card lies in the area; BBGG does",
        )


class TestSwapAFollowerWithAHandCard:
    def test_the_follower_is_known_in_the_hand(self) -> None:
        after = do(table(Seat("??", "GGGR"), Seat("?"), marker="G"), "feast R<>Y")
        assert (facts(after)["hand"], facts(after)["known"], facts(after)["followers"]) == (2, "R", "GY")

    def test_a_swap_that_changes_nothing_is_allowed(self) -> None:
        after = do(table(Seat("R", "GGGR"), Seat(), marker="G"), "feast R<>R")
        assert (facts(after)["known"], facts(after)["followers"]) == ("R", "GR")

    def test_the_card_must_be_in_the_hand(self) -> None:
        state = table(Seat("R", "GGGR"), Seat(), marker="G")
        assert refused(state, "feast R<>Y") == ("card.unavailable", "Ann holds R; this needs 1 yellow card")

    def test_the_follower_must_be_left_after_two_are_discarded(self) -> None:
        state = table(Seat("R", "GGG"), Seat(), marker="G")
        assert refused(state, "feast B<>R") == ("feast.ability", "Ann has no blue follower left; G are there")
        assert facts(do(state, "feast G<>R"))["followers"] == "R"


class TestTakeAFollowerToTheHand:
    SIDES = "B1 G2 R1 Y1"

    def test_any_that_is_left(self) -> None:
        after = do(table(Seat("?", "GGGR"), Seat("?"), marker="G", sides=self.SIDES), "feast R")
        assert (facts(after)["known"], facts(after)["followers"]) == ("R", "G")
        after = do(table(Seat("?", "GGGR"), Seat("?"), marker="G", sides=self.SIDES), "feast G")
        assert (facts(after)["known"], facts(after)["followers"]) == ("G", "R")

    def test_one_that_is_not_there(self) -> None:
        state = table(Seat("?", "GGGR"), Seat("?"), marker="G", sides=self.SIDES)
        assert refused(state, "feast Y") == ("feast.ability", "Ann has no yellow follower left; GR are there")


class TestMoveATile:
    def state(
        self, temples: dict[str, str], sides: str = "B2 G2 R1 Y2", other: dict[str, str] | None = None
    ) -> Position:
        return table(Seat("", "RRR", temples), Seat(temples=other), marker="R", sides=sides)

    @pytest.mark.parametrize(
        ("text", "temples"),
        [
            ("feast R2>G1", {"G": ["III", "II"], "R": ["I"]}),
            ("feast R2>G2", {"G": ["II", "III"], "R": ["I"]}),
            ("feast R1>G2", {"G": ["II", "I"], "R": ["III"]}),
            ("feast R1>B1", {"B": ["I"], "G": ["II"], "R": ["III"]}),
            ("feast G1>Gn1", {"R": ["I", "III"], "Gn": ["II"]}),
            ("feast R2>Yn1", {"G": ["II"], "R": ["I"], "Yn": ["III"]}),
        ],
    )
    def test_at_any_height_of_any_other_temple(self, text: str, temples: dict[str, list[str]]) -> None:
        assert facts(do(self.state({"R": "I+III", "G": "II"}), text))["temples"] == temples

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("feast R3>G1", "Ann has I+III on the site in red; there is no R3"),
            ("feast R2>G3", "the site in green has room for tile 1 to 2; there is no G3"),
            ("feast R2>B2", "an empty site takes tile 1; there is no B2"),
            ("feast R2>R1", "R is where the tile lies; it goes to another site"),
            ("feast R2>Rn1", "the red region has no neutral site on this side"),
            ("feast R2>Yn1", "tiles of Bob lie on the neutral site in yellow"),
            ("feast R2>G1 G1>R1", "the red region moves one of your tiles (feast R2>G1); this swaps two tiles"),
            ("feast", "the red region moves one of your tiles (feast R2>G1); this says nothing"),
        ],
    )
    def test_refused(self, text: str, sentence: str) -> None:
        state = self.state({"R": "I+III", "G": "II"}, other={"Yn": "I"})
        assert refused(state, text) == ("feast.ability", sentence)


class TestSwapTwoTiles:
    def state(self) -> Position:
        return table(Seat("", "RRR", {"R": "I+III", "G": "II", "Bn": "I"}), Seat(), marker="R", sides="B2 G1 R2 Y1")

    @pytest.mark.parametrize(
        ("text", "temples"),
        [
            ("feast R2>G1 G1>R1", {"Bn": ["I"], "G": ["III"], "R": ["II", "I"]}),
            ("feast R2>G1 G1>R2", {"Bn": ["I"], "G": ["III"], "R": ["I", "II"]}),
            ("feast G1>R2 R1>G1", {"Bn": ["I"], "G": ["I"], "R": ["III", "II"]}),
            ("feast Bn1>R1 R1>Bn1", {"Bn": ["I"], "G": ["II"], "R": ["I", "III"]}),
        ],
    )
    def test_places_are_numbered_when_both_are_out(self, text: str, temples: dict[str, list[str]]) -> None:
        assert facts(do(self.state(), text))["temples"] == temples

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("feast R1>G1 Bn1>R1", "a swap takes two tiles on different sites, each to the other's site"),
            ("feast R1>R2 R2>R1", "R is where the tile lies; it goes to another site"),
            ("feast R3>G1 G1>R1", "Ann has I+III on the site in red; there is no R3"),
            ("feast R2>G2 G1>R1", "an empty site takes tile 1; there is no G2"),
            ("feast R2>G1", "the red region swaps two of your tiles (feast R2>G1 G2>R1); this moves a tile"),
        ],
    )
    def test_refused(self, text: str, sentence: str) -> None:
        assert refused(self.state(), text) == ("feast.ability", sentence)


class TestAssistant:
    def test_a_token_if_one_has_none(self) -> None:
        after = do(table(Seat("", "YYY"), Seat(), marker="Y"), "feast")
        assert facts(after)["assistant"] is True

    def test_nobody_has_two(self) -> None:
        state = table(Seat("", "YYY", assistant=True), Seat(), marker="Y")
        assert refused(state, "feast") == ("feast.ability", "Ann has an assistant token already; nobody has two")


class TestMoveTheMarker:
    SIDES = "B1 G1 R1 Y2"

    def test_to_any_other_region(self) -> None:
        after = do(table(Seat("", "YYY"), Seat(), marker="Y", sides=self.SIDES), "feast G")
        assert GAME.facts(after)["marker"] == "G"

    def test_not_to_where_it_stands(self) -> None:
        state = table(Seat("", "YYY"), Seat(), marker="Y", sides=self.SIDES)
        assert refused(state, "feast Y") == ("feast.ability", "the marker is in the yellow region already")
