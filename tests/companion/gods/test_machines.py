"""Machines at Island of Gods get on: every best build brings the card as much nearer as it costs, and games end."""

from __future__ import annotations

from random import Random

import pytest

from companion import Game
from companion.contract.position import Position
from companion.games.gods import bots
from companion.games.gods.moves import Convert
from companion.games.gods.setup import deity_cards
from companion.games.gods.state import COLOURS
from companion.games.gods.temples import one_higher, way
from companion.lab.eyes import Eyes
from companion.lab.players import decide
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
        lacks, aims = bots._outlook(here, card, 0)
        assert (lacks == 0) == (here == card)
        found = [
            there
            for at, price in aims
            for _, _, after in one_higher(here[at], bots.ALL_TILES)
            if sum(after) == price
            and bots._outlook(there := (*here[:at], after, *here[at + 1 :]), card, 0)[0]
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
                assert bots._outlook(here, card, 0)[0] <= lacks


def test_a_player_who_is_ready_builds_although_what_is_left_then_is_far() -> None:
    """Ann has all she needs for yellow; blue, which is left, lacks cards."""
    state = position(
        "players=1:white,2:black chances=0 seed=1062463201 hands=BBGYYYYY,RRRRY shown=BBGY,- "
        "followers=GGGRY,BBBBGRYYY sites=B:II.R:II,B:III.R:I.Y:II assistants=no,no marker=Y area=GRRR deck=B "
        "discards=BBBGGGGR shuffles=5 turn=white turns=0 phase=act left=5 converted=no solo_turns=0 winner=- away=- "
        "table=yes/1062463201/10/-,draw-deck,swap-follower,move-tile,assistant/no,no,no,no,no/Y,G,B,R/6,2/I.II.III+I.II,II+II.I.III.I/no/yes"
    )
    assert greedy(state) == "build I"


def test_the_marker_is_not_kept_from_where_another_needs_it() -> None:
    """Bob needs it at yellow, and so does Ann, for the last temple: she goes there and wins."""
    state = position(
        "players=1:white,2:black chances=0 seed=1 hands=RYYYY,RRYYY shown=-,- followers=BBBBGGGGR,BBGR "
        "sites=B:III+I.G:II.R:II,B:III.R:I.Y:II assistants=no,no marker=G area=BRRR deck=BYGGGGG discards=BBRRYY "
        "shuffles=5 turn=white turns=0 phase=act left=5 converted=no solo_turns=0 winner=- away=- "
        "table=yes/1/10/-,draw-deck,swap-follower,move-tile,assistant/no,no,no,no,no/Y,G,B,R/6,2/I.II.III+I.II,II+II.I.III.I/no/yes"
    )
    assert greedy(state) == "travel Y"


def test_a_colour_that_followers_keep_is_worth_a_follower_to_feast_with() -> None:
    """No draw brings the yellow card Ann lacks: three followers of her own would bring two back."""
    state = position(
        "players=Ann:white,Bob:black chances=0 seed=1946633210 hands=BGGRYYY,RRRYY shown=-,- "
        "followers=BBBGR,BBBGRYYYYY sites=B:I.G:II+I.Y:II,B:II.G:I.Y:I+II assistants=no,no marker=G area=GRRR deck=- "
        "discards=BBBGGGGGR shuffles=9 turn=white turns=0 phase=act left=5 converted=no solo_turns=0 winner=- away=- "
        "table=yes/1946633210/10/-,draw-deck,swap-follower,move-tile,assistant/no,no,no,no,no/G,R,Y,B/2,5/II+II.I.III.I,II.I.I+III.II/no/yes"
    )
    worth = {card: bots.value(GAME.apply(state, Convert(COLOURS[card], 1)).state, 0) for card in range(4)}
    assert max(worth, key=lambda card: worth[card]) == 3


def position(text: str) -> Position:
    state: Position = GAME.read(text)
    return state


def greedy(state: Position) -> str:
    return GAME.format(state, decide(Eyes(GAME, state, 0), "greedy", Random(1)))
