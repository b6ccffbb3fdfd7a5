"""Machines at Island of Gods get on: every best build brings the card as much nearer as it costs, and games end."""

from __future__ import annotations

from random import Random

import pytest

from companion.games import Game
from companion.games.gods import bots
from companion.games.gods.setup import deity_cards
from companion.games.gods.state import COLOURS, Convert, State
from companion.games.gods.temples import one_higher, way
from companion.lab.eyes import Eyes
from companion.lab.match import play
from companion.lab.players import decide
from specs.load import load

GAME = Game("gods")
CARDS = list(deity_cards(load("gods")).values())
NOTHING_BUILT = ((), (), (), ())


def start(seed: int) -> State:
    found: State = GAME.new("Ann", "Bob", seed=seed, cards="dealt").start
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
            for after in one_higher(here[at], bots.ALL_TILES)
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
                lacks = bots.ACTION * len(alone.prices) + bots.CARD * alone.cards
                assert bots._outlook(here, card, 0)[0] <= lacks


def test_greedy_games_end() -> None:
    for seed in range(4):
        match = play(GAME, start(seed), ("greedy", "greedy"), seed, 1_000)
        assert match.ended, seed


def test_a_player_who_is_ready_builds_although_what_is_left_then_is_far() -> None:
    """Ann has all she needs for yellow; blue, which is left, lacks cards."""
    state = position(
        "Y:assistant G:swap-follower B:draw-deck R:move-tile | players=1:white,2:black deities=6,2 "
        "targets=I.II.III+I.II,II+II.I.III.I hands=BBGYYYYY,RRRRY shown=BBGY,- followers=GGGRY,BBBBGRYYY assistants=.. "
        "temples=B:II.R:II,B:III.R:I.Y:II marker=Y copies=10 end=any-action area=GRRR deck=B discards=BBBGGGGR "
        "shuffles=5 turn=1 phase=act left=5 converted=no solo=- winner=- setup=dealt seed=1062463201"
    )
    assert greedy(state) == "build I"


def test_the_marker_is_not_kept_from_where_another_needs_it() -> None:
    """Bob needs it at yellow, and so does Ann, for the last temple: she goes there and wins."""
    state = position(
        "Y:assistant G:swap-follower B:draw-deck R:move-tile | players=1:white,2:black deities=6,2 "
        "targets=I.II.III+I.II,II+II.I.III.I hands=RYYYY,RRYYY shown=-,- followers=BBBBGGGGR,BBGR assistants=.. "
        "temples=B:III+I.G:II.R:II,B:III.R:I.Y:II marker=G copies=10 end=any-action area=BRRR deck=BYGGGGG "
        "discards=BBRRYY shuffles=5 turn=1 phase=act left=5 converted=no solo=- winner=- setup=dealt seed=1"
    )
    assert greedy(state) == "travel Y"


def test_a_colour_that_followers_keep_is_worth_a_follower_to_feast_with() -> None:
    """No draw brings the yellow card Ann lacks: three followers of her own would bring two back."""
    state = position(
        "G:swap-follower R:move-tile Y:assistant B:draw-deck | players=Ann:white,Bob:black deities=2,5 "
        "targets=II+II.I.III.I,II.I.I+III.II hands=BGGRYYY,RRRYY shown=-,- followers=BBBGR,BBBGRYYYYY assistants=.. "
        "temples=B:I.G:II+I.Y:II,B:II.G:I.Y:I+II marker=G copies=10 end=any-action area=GRRR deck=- discards=BBBGGGGGR "
        "shuffles=9 turn=1 phase=act left=5 converted=no solo=- winner=- setup=dealt seed=1946633210"
    )
    worth = {card: bots.value(GAME.rules.apply(state, Convert(1, COLOURS[card])), 0) for card in range(4)}
    assert max(worth, key=lambda card: worth[card]) == 3


def position(text: str) -> State:
    state: State = GAME.notation.parse_state(text)
    return state


def greedy(state: State) -> str:
    return GAME.notation.format(state, decide(Eyes(GAME, state, 0), "greedy", Random(1)))
