"""Perft: how many lines of legal turns there are to a depth, and in which order turns are listed.

A count changes when any rule of the walk, the gaps, the bridge, the tile taken or the purchase does. Depth 1
is counted by hand below. Depth 2 was counted a second way, by `naive`, which knows nothing of `legal_moves` but tries
every figure, row of cards, bridge and purchase on `apply`: the same 324, 405 and 603. Depth 3 holds what follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

import pytest
from cases import data
from often import times

from companion import games
from companion.contract.faults import IllegalMove
from companion.contract.position import Position
from companion.contract.values import Player, Setup
from companion.games.atlantis.moves import Move, Stuck, Walk, default_payment
from companion.games.atlantis.state import ordered
from companion.games.atlantis.texts import cards_text
from specs.load import load

from .tables import Seat, table

GAME = games.Game("atlantis")


def start(players: int, seed: int) -> Position:
    spec = load("atlantis")
    seats = [Player(f"P{n}", load("atlantis").spec.players.colours[n]) for n in range(players)]
    state: Position = GAME.begin(spec, seats, Setup(seed, {"cards": "dealt"}))
    return state


def perft(state: Position, depth: int) -> int:
    if depth == 1:
        return sum(1 for _ in GAME.moves(state))
    return sum(perft(GAME.apply(state, move), depth - 1) for move in GAME.moves(state))


def naive(state: Position) -> Iterator[Move]:
    """Every turn there could be, tried one by one."""
    tiles = state.state.tiles[state.state.turn]
    for buys in [(), *sorted(set(combinations(tiles, 1)))]:
        found = bare = False
        bought = (
            cards_text(state.state.hands[state.state.turn]) + state.state.deck[: sum((code & 7) >> 1 for code in buys)]
        )
        rows = sorted({"".join(row) for n in range(1, len(bought) + 1) for row in permutations(bought, n)})
        for figure in (1, 2, 3):
            for row in rows:
                for bridge in range(54):
                    move = Walk(buys, figure, row, bridge)
                    move = move._replace(paid=default_payment(state.state, move))
                    try:
                        GAME.apply(state, move)
                    except IllegalMove:
                        continue
                    found, bare = True, bare or not bridge
                    yield move
        if not (
            found if state.state.table.stuck_with_bridge == "must" or not state.state.unlaid[state.state.turn] else bare
        ):
            yield Stuck(buys, ordered(bought))


@pytest.mark.parametrize(
    ("players", "seed", "counts"),
    [
        # Ann has 4 cards, Bob 5. In the first turn every card finds a free tile or, with none, the mainland,
        # so depth 1 is: 3 figures × different items in hand × (no bridge, or bridge 27).
        (2, 42, (18, 324, 11574)),
        (3, 7, (18, 405, 13365)),
        (4, 2009, (18, 603, 41499)),
    ],
)
def test_perft(players: int, seed: int, counts: tuple[int, ...]) -> None:
    state = start(players, seed)
    items = len(set(cards_text(state.state.hands[0])))
    assert counts[0] == 3 * items * 2
    assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts


def test_perft_by_hand() -> None:
    """A path of five tiles, where each turn can be counted on the fingers.

    Ann (HH, F4) has figure 1 on space 1 and two in Atlantis; Bob stands on the helmet on 3, across the gap on 2,
    which costs 2. A helmet leads there, so a second one must follow: none is ahead, so to the mainland, with no card
    left, and F4 is all she has to pay with, unless she lays the bridge.
    From Atlantis the first helmet ahead is the same one on 3.
    - figures 1, 2 and 3, with HH: each without the bridge (pays F4) and with it on 2: 6 turns
    - after buying two cards with F4 (the deck gives O and F): O leads to space 4, F to the mainland; each from
      figures 1, 2 and 3, across the gap.
      A single O leaves 3 cards, enough for the 2 owed: with and without the bridge, 6 turns; F alike, 6.
      HO, HF and HH go by way of space 3: they leave 2 cards, enough: with and without, 3 × 3 × 2 = 18 turns.
    """
    state = table(
        {1: "A2@r1", 3: "H5@w1", 4: "O6"},
        Seat("Ann", "HH", "F4"), Seat("Bob", "RR"),
        deck="OF" + "F" * 12 + "O" * 14 + "H" * 13 + "A" * 15 + "R" * 13 + "S" * 15 + "C" * 15, cards="dealt", seed="1",
    )  # fmt: skip
    turns = [GAME.format(state, move) for move in GAME.moves(state)]
    assert turns[:6] == [
        "1:HH pay F4", "1:HH bridge 2", "2:HH pay F4", "2:HH bridge 2", "3:HH pay F4", "3:HH bridge 2",
    ]  # fmt: skip
    assert len(turns) == 6 + 6 + 6 + 18
    assert set(GAME.moves(state)) == set(naive(state))


@pytest.mark.deep
@pytest.mark.parametrize(("players", "seed", "plies"), [(2, 1, 5), (3, 2, 9), (4, 3, 13)])
def test_what_is_listed_is_what_trying_everything_finds(players: int, seed: int, plies: int) -> None:
    state, compared = start(players, seed), 0
    for ply in range(plies):
        moves = list(GAME.moves(state))
        most = sum(state.state.hands[state.state.turn]) + max(
            [(code & 7) >> 1 for code in state.state.tiles[state.state.turn]], default=0
        )
        if most < times(5, 6):
            assert set(moves) == set(naive(state)), GAME.text(state)
            compared += 1
        few = [move for move in moves if not move.buys] or moves
        state = GAME.apply(state, few[(7 * ply) % len(few)])
    assert compared >= 2


def test_turns_are_listed_by_purchase_figure_cards_and_bridge() -> None:
    """The gap on 3 costs 5: F2 and F3 just pay it; F2 sold, F3 and two cards do; F3 sold, only the bridge helps."""
    state = table(
        {1: "A2", 2: "H5@w1", 4: "O6", 5: "R3"},
        Seat("Ann", "OH", "F2 F3", home="3"), Seat("Bob", "RR", home="2"), deck="CF", cards="dealt", seed="1",
    )  # fmt: skip
    expected = data(__file__)["listed by purchase, figure, cards and bridge"]
    assert [GAME.format(state, move) for move in GAME.moves(state)] == expected


def test_where_the_bridge_may_be_kept_stuck_comes_after_the_turns_of_its_purchase() -> None:
    """As above: F3 sold, only the bridge helps."""
    state = table(
        {1: "A2", 2: "H5@w1", 4: "O6", 5: "R3"},
        Seat("Ann", "OH", "F2 F3", home="3"), Seat("Bob", "RR", home="2"), deck="CF", cards="dealt", seed="1",
        stuck="may",
    )  # fmt: skip
    turns = [GAME.format(state, move) for move in GAME.moves(state)]
    assert (len(turns), turns[-1]) == (29, "buy F3; stuck OHC")
    assert set(GAME.moves(state)) == set(naive(state))
