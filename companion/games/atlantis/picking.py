"""One legal turn by chance, fast."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.contract.rules import EVERYTHING, Rules
from companion.games.atlantis.cards import bought, cheapest, pool
from companion.games.atlantis.listing import legal, moves
from companion.games.atlantis.moves import Move, Walk
from companion.games.atlantis.state import ITEM_OF, State, cards_text, gaps
from companion.games.atlantis.texts import ITEMS, LETTERS, MAINLAND, UNKNOWN, Cards, Paid

TRIES = 6


def pick(rules: Rules[State, Move], state: State, random: Random) -> Move:
    """A legal turn: now and then a purchase, a figure that is not home, cards from the hand until it stands free. Where
    that leads nowhere a few times, one of all that are listed. Turns are not equally likely."""
    chance, path = random.random, state.path
    if UNKNOWN not in path.tops:
        items, uncertain = path.tops.translate(ITEM_OF), UNKNOWN in path.unders
        for _ in range(TRIES):
            figure = int(chance() * 3)
            start = path.figures[state.turn * 3 + figure]
            if start != MAINLAND:
                turn = _try(state, figure + 1, start, items, chance)
                if turn is not None and not (uncertain and not legal(rules, state, turn)):
                    return turn
    listed = list(moves(rules, state, EVERYTHING))
    return listed[int(chance() * len(listed))]


def _try(state: State, figure: int, start: int, items: bytes, chance: Callable[[], float]) -> Walk | None:
    owned, tops, bridges = state.tiles[state.turn], state.path.tops, state.path.bridges
    at = int(chance() * (len(owned) + 1))
    buys = (owned[at],) if at < len(owned) else ()
    after = bought(state, buys)
    assert after is not None
    hand, tiles, _, discards, _ = after
    held, extra = hand, hand[0] - state.hands[state.turn][0]
    if extra:  # what a purchase brings unseen can only pay
        held, discards = state.hands[state.turn], state.discards
    played, position = _way(state, start, items, held, discards, chance)
    if not position:
        return None
    crossed = [gap for gap in gaps(tops, bridges, start, position) if not gap[3]]
    bridge = 0
    if crossed and state.unlaid[state.turn] and chance() < 0.5:
        gap = crossed.pop(int(chance() * len(crossed)))
        bridge = gap[0] + int(chance() * (gap[1] - gap[0]))
    due = sum([gap[2] for gap in crossed])
    payment = cheapest(tiles, sum(held) - len(played) + extra, due) if due else None
    if due and payment is None:
        return None
    return Walk(buys, figure, played, bridge, Paid(*payment) if payment else None)


def _way(
    state: State, start: int, items: bytes, held: Cards, discards: Cards, chance: Callable[[], float]
) -> tuple[str, int]:
    """Cards of a hand until a figure stands free, and the space; 0 where it nowhere does."""
    letters, played, position = cards_text(held), "", start
    left = list(pool(discards, state.hands)) if held[0] else []
    while letters:
        at = int(chance() * len(letters))
        letter = letters[at]
        if letter == "?":
            item = 1 + int(chance() * 7)
            if left[item] < 1:
                return "", 0
            left[item] -= 1
            letter = LETTERS[item]
        played += letter
        position = items.find(ITEMS[letter], position + 1)
        letters = letters[:at] + letters[at + 1 :]
        if position < 0:
            return played, MAINLAND
        if position not in state.path.figures:
            return played, position
    return "", 0
