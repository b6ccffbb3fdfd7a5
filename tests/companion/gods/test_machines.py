"""Machines at Island of Gods get on: every best build brings the card as much nearer as it costs, and games end."""

from __future__ import annotations

from random import Random

import pytest
from cases import cases, data

from companion import Game
from companion.contract.position import Position
from companion.games.gods import bots
from companion.games.gods.moves import Convert
from companion.games.gods.setup import deity_cards
from companion.games.gods.state import COLOURS
from companion.games.gods.temples import one_higher, way
from companion.lab.players import Eyes, decide
from specs.load import load

GAME = Game("gods")
CARDS = list(deity_cards(load("gods")).values())
NOTHING_BUILT = ((), (), (), ())


def start(seed: int) -> Position:
    found: Position = GAME.new("Ann", "Bob", seed=seed, cards="dealt").start
    return found


@pytest.mark.parametrize("card", CARDS, ids=map(str, range(1, 7)))
def test_the_best_ways_lead_to_the_card_without_going_back(card: bots.Temples) -> None:
    """From nothing, whatever best build is taken: one blocks no other, and each is worth what it costs."""
    edge, seen = [NOTHING_BUILT], set[bots.Temples]()
    while edge:
        here = edge.pop()
        lacks, aims = bots.outlook(here, card, 0)
        assert (lacks == 0) == (here == card)
        found = [
            there
            for at, price in aims
            for _, _, after in one_higher(here[at], bots.ALL_TILES)
            if sum(after) == price
            and bots.outlook(there := (*here[:at], after, *here[at + 1 :]), card, 0)[0]
            == lacks - bots.ACTION - bots.CARD * price
        ]
        assert found or here == card or not aims
        edge += [there for there in found if there not in seen]
        seen |= set(found)
    assert card in seen


def test_what_one_temple_lacks_is_its_cheapest_way() -> None:
    """Where the other three are done and tiles are no matter, it is what the hints tell of it."""
    for card in CARDS:
        for at in range(4):
            here = (*card[:at], (), *card[at + 1 :])
            tiles = [level for temple in here for level in temple]
            alone = way((), card[at], (0, *[2 - tiles.count(level) for level in (1, 2, 3)]))
            if alone is not None:
                lacks = bots.ACTION * len(alone.prices) + bots.CARD * sum(alone.prices)
                assert bots.outlook(here, card, 0)[0] <= lacks


@cases
def test_greedy_does(at: str, does: str) -> None:
    state: Position = GAME.read(at)
    assert GAME.format(state, decide(Eyes(GAME, state, 0), "greedy", Random(1))) == does


def test_a_colour_that_followers_keep_is_worth_a_follower_to_feast_with() -> None:
    """No draw brings the yellow card Ann lacks: three followers of her own would bring two back."""
    state: Position = GAME.read(data(__file__)["no yellow card to draw"])
    worth = {card: bots.value(GAME.apply(state, Convert(COLOURS[card], 1)).state, 0) for card in range(4)}
    assert max(worth, key=lambda card: worth[card]) == 3
