"""Island of Gods as printed: pieces, deity cards and deals as the rulings have them."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specs.base.seeds import MOST
from specs.expand.deal import deal
from specs.load import load

GODS = load("gods")
COLOURS = "BGRY"
EACH = {1: 6, 2: 10, 3: 14, 4: 18}  # dwellers of a colour by the number of players


def test_deity_cards_are_of_two_kinds_that_are_even_and_no_two_are_alike_in_two_regions() -> None:
    cards = [[str(row[f"r{n}"]) for n in (1, 2, 3, 4)] for row in GODS.spec.tables["deities"]]
    kinds = Counter(tuple(sorted(card)) for card in cards)
    assert kinds == {("I", "I", "II+II", "III"): 3, ("I", "II", "III", "III+I"): 3}, "docs/playtest.md: how even"
    for one, other in combinations(cards, 2):
        assert sum(a == b for a, b in zip(one, other, strict=True)) <= 1


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@settings(max_examples=15)
@given(seed=st.integers(0, MOST))
def test_a_deal_obeys_the_setup(players: int, seed: int) -> None:
    dealt = deal(GODS, players, seed)
    assert Counter(piece.row["letter"] for piece in dealt.open["regions"]) == dict.fromkeys(COLOURS, 1)
    assert Counter(piece.row["letter"] for piece in dealt.open["area"]) == dict.fromkeys(COLOURS, 1)
    assert [len(hand) for hand in dealt.hands] == [3, 4, 5, 6][:players]
    assert [len(cards) for cards in dealt.areas["followers"]] == [1] * players
    deities = [card.id for cards in dealt.areas["deities"] for card in cards]
    assert len(set(deities)) == len(deities) == players
    dwellers = [*dealt.open["area"], *dealt.piles["deck"], *sum(dealt.hands, ()), *sum(dealt.areas["followers"], ())]
    assert len({piece.id for piece in dwellers}) == len(dwellers)
    assert Counter(piece.row["letter"] for piece in dwellers) == dict.fromkeys(COLOURS, EACH[players])


def test_seeds_deal_different_orders_and_markers() -> None:
    deals = [deal(GODS, 2, seed) for seed in range(40)]
    assert len({tuple(piece.id for piece in dealt.open["regions"]) for dealt in deals}) > 12
    assert {dealt.open["area"][0].row["letter"] for dealt in deals} == set(COLOURS)
