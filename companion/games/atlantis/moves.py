"""Every legal turn, for a hand that is known or partly unseen.

An unseen card stands for any item of which one may still be unseen, so what is listed is what the hand
could hold; `hands.assume` narrows it to a hand that is told. Cards a purchase brings unseen can be paid with, and are
not played: nobody can name them before they are drawn. Each turn has the cheapest payment.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.contract import IllegalMove
from companion.games.atlantis import hands
from companion.games.atlantis.offer import Offer
from companion.games.atlantis.outlook import Outlook
from companion.games.atlantis.resolve import apply, buy, walk, without_bridge
from companion.games.atlantis.ruling import STRICT
from companion.games.atlantis.state import NO_CARDS, UNKNOWN, Move, State, Stuck, Turn, behind, set_of, worth


def legal_moves(state: State) -> Iterator[Move]:
    """Every legal turn: without a purchase first, then by the tiles given up; by figure, by cards in the order
    F O H A R S C, without the bridge first, then by its space. `stuck` where nothing else is,
    or where all else lays a bridge that need not be laid, with the hand, or one it could be."""
    return iter(Listing(state))


class Listing:
    """The legal turns of a position, as `legal_moves` has them, counted without being made.

    >>> from companion.games.atlantis.position import parse_state
    >>> path = "A2@r1 ~ H5@w1 O6" + " ~" * 49
    >>> line = " | players=Ann:red,Bob:white hands=HH,RR tiles=F4,- bridges=xx home=-,- turn=1 over=no deck=OF "
    >>> rest = "discards=- shuffles=0 gone=0 unseen=-/- setup=dealt seed=1 rules=1/yes/must"
    >>> turns = Listing(parse_state(path + line + rest))
    >>> len(turns)
    36
    >>> turns[1].cards, turns[1].bridge
    ('HH', 2)
    """

    __slots__ = ("_counted", "_length", "_made", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._counted: list[tuple[int, Offer | Stuck]] = []
        self._length = -1
        self._made: list[Move] = []  # where an unseen tile may decide: there each turn has to be tried

    def __iter__(self) -> Iterator[Move]:
        state = self._state
        tried = UNKNOWN in state.tops or UNKNOWN in state.unders
        for _, found in _offers(state):
            turns = (found,) if isinstance(found, Stuck) else found
            if tried:
                for move in turns:
                    yield from _certain(state, move)
            else:
                yield from turns

    def __len__(self) -> int:
        if self._length < 0:
            if UNKNOWN in self._state.tops or UNKNOWN in self._state.unders:
                self._made = list(iter(self))
                self._length = len(self._made)
            else:
                self._counted = list(_offers(self._state))
                self._length = sum([number for number, _ in self._counted])
        return self._length

    def __getitem__(self, at: int) -> Move:
        """The turn of that place, from 0; negative from the end."""
        length = len(self)
        if at < 0:
            at += length
        if not 0 <= at < length:
            raise IndexError(f"turn {at} of {length}")
        if self._made:
            return self._made[at]
        for number, found in self._counted:
            if at < number:
                return found if isinstance(found, Stuck) else found.nth(at)
            at -= number
        raise AssertionError("fewer turns than were counted")


def _offers(state: State) -> Iterator[tuple[int, Offer | Stuck]]:
    """What each purchase leads to, and how many turns that is: its turns, or `stuck`; both where a bridge would help
    that need not be laid."""
    unbound = state.table.stuck_with_bridge == "may" and state.unlaid[state.turn]
    free = {buys: found for buys, _, found in _purchased(without_bridge(state))} if unbound else {}
    for buys, number, found in _purchased(state):
        yield number, found
        stuck = free.get(buys)
        if isinstance(stuck, Stuck) and stuck != found:
            yield 1, stuck


def _purchased(state: State) -> Iterator[tuple[tuple[int, ...], int, Offer | Stuck]]:
    """What each purchase leads to, and how many turns that is; nothing for one whose cards must be seen to tell."""
    if state.over:
        return
    me = state.turn
    held, tiles, deck = state.hands[me], state.tiles[me], state.deck
    outlook, pool, size = Outlook(state), hands.pool(state.discards, state.hands) if held[0] else NO_CARDS, sum(held)
    most = min(max([code & 7 for code in tiles], default=0) >> 1, len(deck))
    known = deck[:most].strip("?")
    walks, wealth = outlook.walks(held, pool, known), size + worth(tiles)
    for buys in purchases(state):
        number = (buys[0] & 7) >> 1 if buys else 0
        if number <= most and len(buys) < 2:
            left, given = tiles, 0
            if buys:
                at = tiles.index(buys[0])
                left, given = tiles[:at] + tiles[at + 1 :], buys[0] & 7
            offer = Offer(outlook, buys, walks, number, left, size + number, wealth + number - given)
            turns = offer.count()
            if turns:
                yield buys, turns, offer
                continue
        hand, left, _, discards, _ = buy(state, buys, STRICT)
        unseen = hand[0] - held[0]
        if unseen:  # what is held was drawn before a reshuffle that the purchase may bring
            offer = Offer.after(outlook, buys, held, left, state.discards, unseen)
        else:
            offer = Offer.after(outlook, buys, hand, left, discards)
        turns = offer.count()
        if turns:
            yield buys, turns, offer
        elif not (unseen and Offer.after(outlook, buys, hand, left, discards).count()):
            yield buys, 1, Stuck(buys, hands.possible(hand, hands.pool(discards, state.hands)))


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
    to = walk(state, state.figures[index], move.cards, STRICT)
    taken = behind(state.tops, (*state.figures[:index], to, *state.figures[index + 1 :]), to)
    if taken and state.unders[taken] == UNKNOWN:
        for code in sorted(set(state.unseen[set_of(taken)])):
            told = move._replace(reveal=code)
            try:
                apply(state, told)
            except IllegalMove:
                continue
            yield told
