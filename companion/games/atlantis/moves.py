"""Every legal turn, for a hand that is known or partly unseen.

An unseen card stands for any item of which one may still be unseen, so what is listed is what the hand
could hold; `advice.assume` narrows it to a hand that is told. Cards a purchase brings unseen can be paid with, and are
not played: nobody can name them before they are drawn. Each turn has the cheapest payment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.contract import IllegalMove
from companion.games.atlantis import hands
from companion.games.atlantis.outlook import Outlook
from companion.games.atlantis.resolve import STRICT, apply, buy, walk
from companion.games.atlantis.state import UNKNOWN, Move, State, Stuck, Turn, behind, occupied, set_of


def legal_moves(state: State) -> Iterator[Move]:
    """Every legal turn: without a purchase first, then by the tiles given up; by figure, by cards in the order
    F O H A R S C, without the bridge first, then by its space. `stuck` where nothing else is,
    with the hand, or one it could be."""
    if state.over:
        return
    unsure = UNKNOWN in state.tops or UNKNOWN in state.unders
    outlook, held = Outlook(state), state.hands[state.turn]
    for buys in purchases(state):
        hand, tiles, _, discards, _ = buy(state, buys, STRICT)
        unseen = hand[0] - held[0]
        found: Sequence[Move] = outlook.turns(buys, held if unseen else hand, tiles, discards, unseen)
        if not found and not (unseen and outlook.turns(buys, hand, tiles, discards)):
            found = [Stuck(buys, hands.possible(hand, hands.pool(discards, state.hands)))]
        if unsure:
            for move in found:
                yield from _certain(state, move)
        else:
            yield from found


def purchases(state: State) -> Iterator[tuple[int, ...]]:
    """Which tiles may be given up for cards: none, then one, then more if the rules in use allow it."""
    yield ()
    tiles, limit = state.tiles[state.turn], state.table.buys_per_turn
    for number in range(1, min(limit or len(tiles), len(tiles)) + 1):
        yield from _distinct(tiles, number)


def _distinct(tiles: tuple[int, ...], number: int) -> Iterator[tuple[int, ...]]:
    """Distinct choices of sorted tiles, one by one: there may be millions."""
    for i, code in enumerate(tiles):
        if i and tiles[i - 1] == code:
            continue
        if number == 1:
            yield (code,)
        else:
            for rest in _distinct(tiles[i + 1 :], number - 1):
                yield (code, *rest)


def _certain(state: State, move: Move) -> Iterator[Move]:
    """The move if all it depends on is seen; where the tile it brings to light prices the end, one move for each
    tile that may be there."""
    try:
        apply(state, move)
    except IllegalMove:
        if isinstance(move, Turn):
            yield from _told(state, move)
    else:
        yield move


def _told(state: State, move: Turn) -> Iterator[Move]:
    index = state.turn * 3 + move.figure - 1
    to = walk(state, state.figures[index], move.cards, occupied(state.figures), STRICT)
    taken = behind(state.tops, (*state.figures[:index], to, *state.figures[index + 1 :]), to)
    if taken and state.unders[taken] == UNKNOWN:
        for code in sorted(set(state.unseen[set_of(taken)])):
            told = move._replace(reveal=code)
            try:
                apply(state, told)
            except IllegalMove:
                continue
            yield told
