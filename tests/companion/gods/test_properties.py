"""The invariants of the ruling, along random games with known and with unseen cards."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings, strategies as st
from often import times

from companion.contract.position import Position
from companion.games.gods.state import COLOURS, NEUTRAL, PLACES, stock, targets
from tests.companion.contract.held import held

from .tables import BACK, FRONT, GAME, as_told, dealt, hidden, playout, put, random_move

SIDES = (FRONT, BACK, "B2 G1 R1 Y2", "B1 G2 R2 Y1")


def check(state: Position) -> None:
    table_of = state.state.table
    lying = [state.state.row, state.state.discards, *state.state.hands, *state.state.followers]
    assert sum(map(sum, lying)) + len(state.state.deck) == 4 * table_of.copies, "every card is somewhere"
    for colour in COLOURS:
        assert sum(cards[colour] for cards in lying) <= table_of.copies
    for number, sites in enumerate(state.state.sites):
        tiles = [tile for temple in sites for tile in temple]
        for level in (1, 2, 3):
            assert tiles.count(level) <= (2 if table_of.cards[number] else 0)
            assert stock(sites)[level] == 2 - tiles.count(level)
    for place in PLACES[NEUTRAL:]:
        assert sum(1 for sites in state.state.sites if sites[place]) <= 1, "a neutral site holds one colour"
    for shown, hand in zip(state.state.shown, state.state.hands, strict=True):
        assert all(one <= other for one, other in zip(shown[1:], hand[1:], strict=True))
    assert all(min(cards) >= 0 for cards in lying)
    if state.state.phase == "draw":
        assert 1 <= state.state.left <= 3
    if state.state.phase == "act":
        assert 1 <= state.state.left <= 5
    if state.state.phase == "discard":
        assert sum(state.state.hands[state.state.turn]) > 5
    assert (state.state.winner is not None) == (state.state.phase == "over") == (GAME.turn(state) is None)
    if state.state.phase == "over" and not table_of.solo:
        assert state.state.sites[state.state.winner] == targets(table_of, state.state.winner)


@pytest.mark.parametrize("kind", [dealt, hidden])
def test_random_games_keep_the_invariants_and_the_contract(kind: Callable[..., Position]) -> None:
    def start(seed: int) -> Position:
        return playout(kind(1 + seed % 4, seed, SIDES[seed % 4]), random.Random(seed), 30 * seed)

    held(GAME, start, times(8, 60), sound=check)


@given(st.integers(1, 4), st.integers(0, 999), st.sampled_from(SIDES), st.integers(0, 10**6), st.integers(0, 120))
def test_what_a_seat_sees_hides_the_rest(players: int, seed: int, sides: str, chance: int, plies: int) -> None:
    state = playout(dealt(players, seed, sides), random.Random(chance), plies)
    other = put(state, table=state.state.table._replace(seed=seed + 1), deck=state.state.deck[::-1])
    for seat in (None, *range(players)):
        view = GAME.seen(state, seat)
        assert view == GAME.seen(other, seat), "the deck and the seed are nobody's to see"
        assert set(view.state.deck) <= {"?"}
        check(view)
        for player, hand in enumerate(view.state.hands):
            assert sum(hand) == sum(state.state.hands[player])
            assert hand == (state.state.hands[player] if player == seat else (hand[0], *state.state.shown[player][1:]))
        text = GAME.text(view)
        assert GAME.read(text) == view


@settings(max_examples=15)
@given(st.integers(1, 4), st.integers(0, 999), st.sampled_from(SIDES), st.integers(0, 10**6))
def test_what_is_dealt_is_legal_with_hidden_hands_too(players: int, seed: int, sides: str, chance: int) -> None:
    """The same game, told to a referee who sees no hands: the same facts but for what nobody saw."""
    random_chance = random.Random(chance)
    known, unseen = dealt(players, seed, sides), hidden(players, seed, sides)
    for _ in range(100):
        if known.state.phase == "over":
            break
        text = as_told(known, random_move(known, random_chance))
        known = GAME.apply(known, GAME.parse(known, text))
        unseen = GAME.apply(unseen, GAME.parse(unseen, text))
        assert (unseen.state.phase, unseen.state.left, unseen.state.turn, unseen.state.row) == (
            known.state.phase,
            known.state.left,
            known.state.turn,
            known.state.row,
        )
        assert (unseen.state.followers, unseen.state.discards, unseen.state.sites) == (
            known.state.followers,
            known.state.discards,
            known.state.sites,
        )
        assert unseen.state.shown == known.state.shown
        assert unseen.state.hands == GAME.seen(known, None).state.hands
