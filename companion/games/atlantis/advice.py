"""What helps at the table beside the rules: the nearest legal turn, warnings, what was seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from companion.contract import IllegalMove
from companion.games.atlantis import hands
from companion.games.atlantis.moves import legal_moves, purchases
from companion.games.atlantis.notation import default_payment
from companion.games.atlantis.offer import Offer
from companion.games.atlantis.outlook import Outlook
from companion.games.atlantis.resolve import apply, buy
from companion.games.atlantis.ruling import STRICT
from companion.games.atlantis.state import (
    LETTERS,
    Counted,
    Move,
    Reveal,
    State,
    Stuck,
    Turn,
    tile_text,
    tiles_text,
    worth,
)
from specs.base.languages import listed, say, say_many

MOST_TRIED, MOST_PURCHASES, MOST_COMPARED = 200, 60, 2_000

UNFOLDS = False


def nearest(state: State, move: Move) -> Move | None:
    """The legal turn most like a refused one, of cards the player surely has or named; None where there is none."""
    if state.over or isinstance(move, Reveal | Counted):
        return None
    if isinstance(move, Stuck):
        return _instead_of_stuck(state, move)
    ranked = sorted(_likely(state, move), key=lambda other: _distance(move, other))
    return next((other for other in ranked[:MOST_TRIED] if _legal(state, other)), None)


def _likely(state: State, move: Turn) -> Iterator[Turn]:
    """Turns of the cards the player surely has and those the refused turn named; other unseen cards only pay."""
    held, outlook = state.hands[state.turn], Outlook(state)
    left, named, unseen = hands.pool(state.discards, state.hands), list(held), held[0]
    for item in range(1, 8):
        told = min(max(0, move.cards.count(LETTERS[item]) - held[item]), unseen, left[item])
        named[item], unseen = named[item] + told, unseen - told
    for buys in islice(purchases(state), MOST_PURCHASES):
        hand, tiles, _, discards, _ = buy(state, buys, STRICT)
        playable = (0, *(named[item] + hand[item] - held[item] for item in range(1, 8)))
        yield from Offer.after(outlook, buys, playable, tiles, discards, sum(hand) - sum(playable))


def _legal(state: State, move: Turn) -> bool:
    try:
        apply(state, move)
    except IllegalMove:
        return False
    return True


def _distance(move: Turn, other: Turn) -> int:
    """How unlike two turns are: cards count most, then the figure, the purchase, the bridge."""
    common = 0
    for a, b in zip(move.cards, other.cards, strict=False):
        if a != b:
            break
        common += 1
    cards = 3 * (len(move.cards) - common) + 3 * (len(other.cards) - common)
    bridge = 0 if other.bridge == move.bridge else 2 + abs(other.bridge - move.bridge) if move.bridge else 5
    return cards + 7 * (other.figure != move.figure) + 6 * (other.buys != move.buys) + bridge


def _instead_of_stuck(state: State, move: Stuck) -> Move | None:
    try:
        known = hands.assume(state, move.hand) if not move.buys else state
    except IllegalMove:
        known = state
    if known.hands[known.turn][0]:
        return None
    found = [m for m in islice(legal_moves(known), MOST_COMPARED) if not isinstance(m, Reveal | Counted)]
    return min(found, key=lambda m: (m.buys != move.buys, isinstance(m, Turn) and m.bridge > 0), default=None)


def warnings(state: State, move: Move) -> Sequence[str]:
    """Legal but likely unintended."""
    if isinstance(move, Reveal | Counted):
        return ()
    found = []
    ones = [code for code in move.buys if code & 7 == 1]
    if ones:
        told = tiles_text(tuple(ones))
        found.append(say("{tiles} buys nothing: half of 1, rounded down, is 0 cards", tiles=told))
    if isinstance(move, Turn):
        paid = worth(move.tiles) + move.coins
        tiles, coins = default_payment(state, move)
        least = worth(tiles) + coins
        if paid > least:
            cheaper = listed([*map(tile_text, tiles), *([hands.cards(coins)] if coins else [])]) or say("nothing")
            message = say_many(
                "{n} point is paid where {least} would do ({cheaper}); no change is given",
                "{n} points are paid where {least} would do ({cheaper}); no change is given",
                paid, least=least, cheaper=cheaper,
            )  # fmt: skip
            found.append(message)
    return tuple(found)


def revealed(before: State, move: Move, after: State) -> Sequence[str]:
    """What the table saw by this move."""
    if isinstance(move, Counted):
        return ()
    if isinstance(move, Reveal):
        return (say("the tile {tile} on space {space}", tile=tile_text(move.tile), space=move.space),)
    me, found = before.turn, []
    name = before.table.names[me]
    for space, (was, now) in enumerate(zip(before.tops, after.tops, strict=True)):
        if was != now and now:
            if tile_text(now) == "?":
                found.append(say("what lay under the tile taken on space {space}", space=space))
            else:
                found.append(say("the tile {tile} on space {space}", tile=tile_text(now), space=space))
    drawn = sum(after.hands[me]) - sum(before.hands[me])
    if isinstance(move, Stuck):
        found.append(say("the hand {who} showed, {hand}", who=name, hand=move.hand or hands.cards(0)))
    else:
        drawn += len(move.cards) + move.coins
    if drawn > 0:
        found.append(say("{cards} {who} drew", cards=hands.cards(drawn), who=name))
    return tuple(found)


def chain(before: State, move: Move) -> Sequence[str]:
    """Nothing: a turn does no more than it says."""
    return ()
