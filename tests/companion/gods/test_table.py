"""What the table is told: facts, the board, the prompt, choices, help, advice; and how one types."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from cases import cases

from companion.contract.faults import IllegalMove, SyntaxFault

from .tables import BACK, DOCUMENT, GAME, Seat, dealt, do, facts, hidden, playout, random_move, table


def test_random_play_does_everything_that_can_be_done() -> None:
    """Where everything can be done, more than one action of a hundred is of each kind."""
    ann, bob = Seat("RRRGG", "RRRBG", {"R": "I", "G": "I", "B": "II"}), Seat("BB", "BGY")
    state, chance = table(ann, bob), random.Random(1)
    done = Counter(type(random_move(state, chance)) for _ in range(1000))
    wanted = {"Build", "Travel", "Recruit", "Migrate", "Demolish", "Convert"}
    assert {kind.__name__ for kind, times in done.items() if times >= 15} >= wanted
    assert any(kind.__name__.startswith("Feast") and times >= 15 for kind, times in done.items())


class TestChoices:
    @pytest.mark.parametrize("kind", [dealt, hidden])
    @pytest.mark.parametrize("players", [1, 2, 4])
    def test_every_way_leads_to_every_legal_action_and_no_other(self, kind: object, players: int) -> None:
        import random

        for seed in range(4):
            start = dealt(players, seed, BACK) if kind is dealt else hidden(players, seed, BACK)
            state = playout(start, random.Random(seed), 20 + seed * 13)
            found, open_ways = set(), [""]
            while open_ways:
                typed = open_ways.pop()
                for choice in GAME.choices(state, typed):
                    if choice.text == typed:
                        continue
                    open_ways.append(choice.text)
                    if choice.whole:
                        found.add(GAME.parse(state, choice.text))
            assert found == set(GAME.moves(state))

    @pytest.mark.parametrize(("typed", "whole"), [("con3 ", "convert 3 "), ("demolish     ", "demolish ")])
    def test_a_word_goes_on_as_it_does_when_it_is_typed_whole_and_with_one_space(self, typed: str, whole: str) -> None:
        state = table(Seat("RRR", "RRR", {"R": "I"}), Seat("", "Y"), Seat("", "YR"), sides=BACK)
        offered = [choice.label for choice in GAME.choices(state, whole)]
        assert [choice.label for choice in GAME.choices(state, typed)] == offered != []


class TestAdvice:
    def test_a_hand_that_is_told(self) -> None:
        state = GAME.assume(table(Seat("R??"), Seat("?")), "rgg")
        assert facts(state)["known"] == "GGR"
        assert state.state.shown[0] == (0, 0, 0, 1, 0), "nobody else knows more"

    @cases
    def test_a_hand_that_cannot_be(self, hand: str, rule: str, sentence: str) -> None:
        state = table(Seat("R??"), Seat("?", "BBBBBBBB"))
        with pytest.raises(IllegalMove) as refusal:
            GAME.assume(state, hand)
        assert (refusal.value.rule, refusal.value.message) == (rule, sentence)

    def test_a_hand_that_is_none(self) -> None:
        with pytest.raises(SyntaxFault):
            GAME.assume(table(Seat("R??"), Seat("?")), "xyz")


def test_the_picture_is_of_the_position() -> None:
    state = table(Seat("RR"), Seat(), sides=BACK)
    built = do(state, "build n I")
    assert GAME.picture(state, DOCUMENT) != GAME.picture(built, DOCUMENT)


def test_temples_stand_where_the_boards_have_their_sites() -> None:
    from companion.games.gods.picture import SITE_Y, SITES
    from specs.model.elements import Repeat, Use

    for name, neutral in (("sites-4", False), ("sites-5", True)):
        row = DOCUMENT.spec.templates[name][0]
        assert isinstance(row, Repeat)
        first, step = SITES[neutral]
        site = row.items[0]
        assert isinstance(site, Use)
        assert (tuple(site.at), row.step[0]) == ((first, SITE_Y), step)
    grey = DOCUMENT.spec.templates["sites-5"][1]
    assert isinstance(grey, Use)
    assert tuple(grey.at) == pytest.approx((SITES[True][0] + 4 * SITES[True][1], SITE_Y))
