"""Whole random games, dealt and hidden, held to every invariant after every move."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

import pytest
from often import tiers, times

from companion import games
from companion.contract.faults import IllegalMove
from companion.contract.position import Position
from companion.contract.values import Player, Setup
from companion.games.atlantis.cards import NOTHING_PAID
from companion.games.atlantis.moves import Move, Reveal, Stuck, Walk
from companion.games.atlantis.state import COPIES, set_of
from companion.games.atlantis.texts import ATLANTIS, LETTERS, MAINLAND, NOTHING, UNKNOWN
from specs.load import load

from .tables import put

GAME = games.Game("atlantis")
SPEC = load("atlantis")
PLAYED = tiers(
    [(2, 2, "dealt", True), (3, 3, "hidden", True), (4, 4, "hidden", False), (3, 7, "dealt", False)],
    [(2 + seed % 3, seed, ("dealt", "hidden")[seed % 2], seed % 4 < 2) for seed in range(8, 24)],
)
NAMES = ('Ann "the shark" | O\'Brien', "Ödön; \\ = @", "Cy", "Di\u2028di")


def players(number: int) -> list[Player]:
    return [Player(NAMES[p], load("atlantis").spec.players.colours[p]) for p in range(number)]


def hide_unders(state: Position) -> Position:
    """The same table with nobody having looked under the tops."""
    rows = [
        [code for space, code in enumerate(state.state.path.unders) if code and set_of(space) == own] for own in (0, 1)
    ]
    return put(
        state,
        unders=bytes(UNKNOWN if code else NOTHING for code in state.state.path.unders),
        unseen=(tuple(sorted(rows[0])), tuple(sorted(rows[1]))),
    )


def rules_of(seed: int) -> dict[str, str | int | bool]:
    """Every reading of the rule options comes up in some game."""
    return {
        "buys_per_turn": seed % 3,
        "settle_from_atlantis": seed % 4 < 3,
        "stuck_with_bridge": ("must", "may")[seed % 2],
    }


def begin(number: int, seed: int, cards: str, *, look_under: bool = True) -> Position:
    state: Position = GAME.begin(SPEC, players(number), Setup(seed, {"cards": cards}, rules_of(seed)))
    return state if look_under else hide_unders(state)


def holds_together(state: Position) -> None:
    """The invariants of the rules page."""
    on_path = [code for row in (state.state.path.tops, state.state.path.unders) for code in row[1:MAINLAND] if code]
    assert len(on_path) + sum(map(len, state.state.tiles)) + state.state.gone == 84
    assert len(state.state.deck) + sum(state.state.discards) + sum(map(sum, state.state.hands)) == 105
    for item in range(1, 8):
        seen = (
            state.state.discards[item]
            + sum(hand[item] for hand in state.state.hands)
            + state.state.deck.count(LETTERS[item])
        )
        assert seen <= COPIES
        assert not state.state.table.dealt or seen == COPIES
    assert min(min(cards) for cards in (*state.state.hands, state.state.discards)) >= 0
    on_tiles = [space for space in state.state.path.figures if space not in (ATLANTIS, MAINLAND)]
    assert len(set(on_tiles)) == len(on_tiles), "no two figures on a tile"
    assert all(state.state.path.tops[space] for space in on_tiles)
    laid = bin(state.state.path.bridges).count("1")
    assert laid + sum(state.state.unlaid) <= len(state.players), "a bridge is in hand, on water, or gone"
    assert all(
        state.state.path.tops[space] == NOTHING for space in range(1, MAINLAND) if state.state.path.bridges >> space & 1
    )
    for own in (0, 1):
        hidden = sum(
            1
            for row in (state.state.path.tops, state.state.path.unders)
            for s, c in enumerate(row)
            if c == UNKNOWN and set_of(s) == own
        )
        assert hidden == len(state.state.unseen[own])


def mutations(state: Position, move: Move, chance: random.Random) -> Iterator[Move]:
    """Turns near a legal one, legal or not."""
    if isinstance(move, Walk):
        letters = "FOHARSC"
        yield move._replace(cards=move.cards + letters[int(chance.random() * 7)])
        yield move._replace(cards=letters[int(chance.random() * 7)] + move.cards[1:])
        yield move._replace(figure=move.figure % 3 + 1)
        yield move._replace(bridge=int(chance.random() * 53) + 1)
        paid = move.paid or NOTHING_PAID
        yield move._replace(paid=paid._replace(tiles=paid.tiles[1:]))
        yield move._replace(paid=paid._replace(coins=max(0, paid.coins - 1)))
        yield move._replace(buys=tuple(sorted((*move.buys, 9 + int(chance.random() * 7)))))
        yield Stuck(move.buys, "F" * sum(state.state.hands[state.state.turn]))


def without_payment(move: Move) -> Move:
    return move._replace(paid=None, reveal=0) if isinstance(move, Walk) else move


def listed_is_what_is_accepted(state: Position, chance: random.Random) -> None:
    """`apply` accepts every listed move, and of turns near them only listed ones (up to the payment)."""
    moves = list(GAME.moves(state))
    assert len(set(moves)) == len(moves)
    known = {without_payment(move) for move in moves}
    for move in sorted(moves, key=lambda _: chance.random())[:8]:
        GAME.apply(state, move)
        for other in mutations(state, move, chance):
            if isinstance(other, Stuck) and state.state.hands[state.state.turn][0]:
                continue
            try:
                GAME.apply(state, other)
            except IllegalMove:
                if isinstance(other, Walk) and other._replace(paid=move.paid) == move:
                    continue
                if without_payment(other) in known:
                    assert isinstance(other, Walk)
                    cheapest = next(m for m in moves if without_payment(m) == without_payment(other))
                    GAME.apply(state, cheapest)
            else:  # cards that a purchase brings unseen may be played, and are not listed
                unseen = not state.state.table.dealt and isinstance(other, Walk) and bool(other.buys)
                assert unseen or without_payment(other) in known, GAME.format(state, other)


def told(state: Position, chance: random.Random) -> Position:
    """Every unseen top is named, as the table can see them."""
    for space in range(1, MAINLAND):
        if state.state.path.tops[space] == UNKNOWN:
            unseen = state.state.unseen[set_of(space)]
            state = GAME.apply(state, Reveal(space, unseen[int(chance.random() * len(unseen))]))
            holds_together(state)
    return state


@pytest.mark.parametrize(("number", "seed", "cards", "look_under"), PLAYED)
def test_random_games_hold_together_to_their_end_and_accept_what_is_listed(
    number: int, seed: int, cards: str, look_under: bool
) -> None:
    """What comes to light is told now or later; where it is asked for, before anything else."""
    chance = random.Random(seed)
    state = begin(number, seed, cards, look_under=look_under)
    points = {entry.player: entry.points for entry in GAME.opening(state)}
    for ply in count():
        if GAME.turn(state) is None:
            break
        if chance.random() < 0.5 or not list(GAME.moves(state)):
            state = told(state, chance)
        if ply % 4 == 0:
            listed_is_what_is_accepted(state, chance)
        moves = list(GAME.moves(state))
        move = moves[int(chance.random() * len(moves))]
        after = GAME.apply(state, move)
        holds_together(after)
        assert GAME.read(GAME.text(after)) == after
        figures = zip(state.state.path.figures, after.state.path.figures, strict=True)
        assert all(was <= now for was, now in figures), "figures never go back"
        for entry in GAME.trail(state, move, after):
            points[entry.player] += entry.points
        state = after
    result = GAME.result(state)
    assert result is not None
    assert [points[p] for p in range(number)] == [standing.score for standing in result.standings], "trails add up"


@pytest.mark.parametrize("cards", ["dealt", "hidden"])
def test_a_bridge_that_may_be_kept_adds_being_stuck_where_no_turn_does_without_it_and_nothing_else(cards: str) -> None:
    added = 0
    for seed in range(0, times(6, 12), 2):
        chance = random.Random(seed)
        state = begin(2 + seed % 3, seed, cards)
        while not state.state.over:
            must = list(GAME.moves(state))
            me = state.state.turn
            added += _added(put(state, tiles=(*state.state.tiles[:me], (), *state.state.tiles[me + 1 :])))
            state = GAME.apply(state, must[int(chance.random() * len(must))])
    assert added or cards == "hidden", "an unseen hand could nearly always do without"


def _added(state: Position) -> int:
    """How many ways to be stuck there are more where the bridge may be kept; every one of them is right."""
    may = put(state, table=state.state.table._replace(stuck_with_bridge="may"))
    state = put(state, table=state.state.table._replace(stuck_with_bridge="must"))
    must, more = list(GAME.moves(state)), list(GAME.moves(may))
    stuck = [move for move in more if move not in must]
    assert [move for move in more if move not in stuck] == must
    bare = {move.buys for move in must if isinstance(move, Walk) and not move.bridge}
    helped = {move.buys for move in must if isinstance(move, Walk) and move.bridge}
    assert {move.buys for move in stuck if isinstance(move, Stuck)} == helped - bare
    for move in stuck:
        assert GAME.apply(may, move).state.turn != state.state.turn
        if not any(
            hand[0] for hand in state.state.hands
        ):  # the hand it could be is not always one that the bridge helps
            with pytest.raises(IllegalMove, match=r"stuck\.can-move"):
                GAME.apply(state, move)
    return len(stuck)


def test_cards_held_before_a_reshuffle_are_none_of_those_it_brings_back() -> None:
    """All fifteen statues lie in the discards: nobody who has not drawn since can play one, whatever is bought."""
    state = begin(2, 4, "hidden")
    discards = (0, 0, 0, 0, 0, 0, 15, 0)
    tiles = ((next(code for code in range(8, 64) if code & 7 == 4),), *state.state.tiles[1:])
    state = put(state, deck="", discards=discards, tiles=tiles)
    found = list(GAME.moves(state))
    assert any(move.buys for move in found)
    assert not [move for move in found if "S" in move.cards]


def test_a_reshuffle_of_dealt_cards_follows_from_the_seed() -> None:
    state = put(begin(2, 5, "dealt"), deck="", discards=(0, *[13] * 7))
    state = put(state, hands=((0, *[1] * 7), (0, *[1] * 7)))
    moves = list(GAME.moves(state))
    one, other = (
        GAME.apply(state, moves[0]),
        GAME.apply(GAME.read(GAME.text(state)), moves[0]),
    )
    assert one == other
    assert one.state.shuffles == 1
    assert one.state.deck != "".join(sorted(one.state.deck, key=LETTERS.index))
