"""Every legal turn, for a hand that is known or partly unseen; and one by chance, fast.

An unseen card stands for any item of which one may still be unseen, so what is listed is what the hand could hold.
Cards a purchase brings unseen can be paid with, and are not played: they have no name before they are drawn. Each turn
has the cheapest payment. Tests that try every turn there could be hold this listing to `play`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from companion.contract.judges import STRICT, legal
from companion.contract.rules import EVERYTHING, KIND, Given, Rules
from companion.games.atlantis.cards import Purse, bought, cheapest, pool, possible
from companion.games.atlantis.moves import Move, Stuck, Walk, walk
from companion.games.atlantis.state import ITEM_OF, NO_CARDS, State, behind, gaps, set_of, without, worth
from companion.games.atlantis.texts import ATLANTIS, ITEMS, LETTERS, MAINLAND, UNKNOWN, Cards, Paid, cards_text

_OF_WALKS = Walk._field_defaults.keys() - Stuck._field_defaults.keys()
UNPRICED = 1000  # of a gap whose price an unseen tile decides: more than any debt that can be paid
TYPED = ("paid", "reveal", "to", "take", "draw")  # fields that only what is typed can give another value
AT_A_TIME = 200
_UNSEEN_ITEM = UNKNOWN >> 3
_new = tuple.__new__

_UNSEEN = -1  # a copy of an item among the unseen cards
_Walked = tuple[str, int, int, int]  # the cards, where they lead, what that costs, and how many must be drawn first
Ways = list[tuple[int, int, list[_Walked]]]  # of each figure: its number, its space, and its walks


class _Had(NamedTuple):
    """What there is after a purchase: cards, tiles, how many of the cards drawn can be played, and the walks."""

    cards: int
    tiles: tuple[int, ...]
    drawn: int
    ways: Ways


def moves(rules: Rules[State, Move], state: State, given: Given) -> Iterator[Move]:
    """Every legal turn: without a purchase first, then by the tiles given up; by figure, by cards in the order
    F O H A R S C, without the bridge first, then by its space. `stuck` where nothing else is, or where all else lays a
    bridge that need not be laid, with the hand, or one it could be."""
    typed = {name: given[name] for name in TYPED if given.get(name) is not None}
    listed = iter(()) if state.over else _listed(state, given)
    if typed:
        listed = (move._replace(**typed) for move in listed if isinstance(move, Walk))
        return (move for move in listed if legal(rules, state, state.turn, move))
    if UNKNOWN in state.path.tops or UNKNOWN in state.path.unders:
        return (move for found in listed for move in _certain(rules, state, found))
    return listed


def _listed(state: State, given: Given) -> Iterator[Move]:
    """The turns of each purchase, as far as no unseen tile decides."""
    outlook = Outlook(state)
    free = Outlook(without_bridge(state)) if state.table.stuck_with_bridge == "may" and outlook.bridging else None
    kind = given.get(KIND, Walk | Stuck)
    walks, stuck = kind is not Stuck and "hand" not in given, kind is not Walk and not _OF_WALKS & given.keys()
    for buys in purchases(state):
        if "buys" in given and buys != given["buys"]:
            continue
        able = outlook.able(buys)
        if able and walks:
            for found in outlook.after(buys, given):
                yield from found
        if stuck and (free is not None and free.stuck(buys) if able else outlook.stuck(buys)):
            yield Stuck(buys, outlook.shown(buys))


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


def without_bridge(state: State) -> State:
    """The position as it would be had the player to move laid the bridge long ago."""
    me = state.turn
    return state._replace(unlaid=(*state.unlaid[:me], False, *state.unlaid[me + 1 :]))


class Outlook:
    """The gaps, where each card leads, and every walk of a hand, whatever was bought."""

    def __init__(self, state: State) -> None:
        me, tops = state.turn, state.path.tops
        self.state, self.figures = state, state.path.figures[me * 3 : me * 3 + 3]
        self.standing = frozenset(state.path.figures)
        rear = ATLANTIS if state.unlaid[me] else min(self.figures)
        crossed = [gap for gap in gaps(tops, state.path.bridges, rear) if not gap[3]]
        self.bridging = crossed if state.unlaid[me] else []  # where the bridge can be laid
        self.items, self.barred = tops.translate(ITEM_OF), UNKNOWN in tops
        self.reach = sum(state.hands[me]) + worth(state.tiles[me])  # no walk can take more
        self.reach += max([gap[2] or UNPRICED for gap in self.bridging], default=0)
        self.tolls: list[int] = []  # at each space, what a walk from the rearmost figure has crossed
        toll = known = 0
        for _, end, price, _ in crossed:
            self.tolls += [toll] * (end - known)
            known, toll = end, toll + (price or UNPRICED)
        self.tolls += [toll] * (MAINLAND + 1 - known)
        self.usual: Ways | None = None
        self.known: dict[tuple[Cards, Cards, str], Ways] = {}
        self.last: tuple[tuple[int, ...], _Had] | None = None

    def after(self, buys: tuple[int, ...], given: Given) -> Iterator[list[Walk]]:
        """The walks after a purchase, each bare, then with the bridge on each gap, where that can be paid; some at a
        time, for that is faster than one by one."""
        cards, tiles, drawn, ways = self._bought(buys)
        wealth, purse, found = cards + worth(tiles), Purse(tiles), list[Walk]()
        paid: dict[int, Paid | None] = {0: None}  # by the debt, and the cards that are played
        only, begun, space = given.get("figure"), given.get("cards"), given.get("bridge")
        bridging = [gap for gap in self.bridging if space is None or gap[0] <= space < gap[1]]
        for figure, start, walks in ways:
            if only is not None and figure != only:
                continue
            for played, to, due, need in walks:
                if need > drawn or (begun and not played.startswith(begun)):
                    continue
                if len(found) > AT_A_TIME:
                    yield found
                    found = []
                used = len(played)
                left = wealth - used
                if due <= left and not space:
                    key = due and due << 8 | used
                    if key not in paid:
                        paid[key] = _cheapest(purse, due, cards - used)
                    found.append(_new(Walk, (buys, figure, played, 0, paid[key], 0, None, None, None)))
                for first, end, price, _ in bridging:
                    owed = due - (price or UNPRICED) if start < first and end <= to else due
                    if owed <= left:
                        key = owed and owed << 8 | used
                        if key not in paid:
                            paid[key] = _cheapest(purse, owed, cards - used)
                        payment = paid[key]
                        for bridge in range(first, end) if space is None else (space,):
                            found.append(_new(Walk, (buys, figure, played, bridge, payment, 0, None, None, None)))
        yield found

    def able(self, buys: tuple[int, ...]) -> bool:
        """Whether any walk can be paid after a purchase."""
        cards, tiles, drawn, ways = self._bought(buys)
        return self._payable(ways, cards + worth(tiles), drawn)

    def stuck(self, buys: tuple[int, ...]) -> bool:
        """Whether nothing can go after a purchase, also with the cards that it may bring unseen."""
        found = bought(self.state, buys)
        assert found is not None
        hand, tiles, _, discards, _ = found
        unseen = hand[0] > self.state.hands[self.state.turn][0]
        return not self.able(buys) and not (
            unseen and self._payable(self.ways(hand, discards), sum(hand) + worth(tiles), 0)
        )

    def _payable(self, ways: Ways, wealth: int, drawn: int) -> bool:
        """Whether any of the walks can be paid, with the bridge where that is left."""
        for _, start, walks in ways:
            for played, to, due, need in walks:
                left = wealth - len(played)
                if need > drawn:
                    continue
                if due <= left:
                    return True
                spared = [gap[2] or UNPRICED for gap in self.bridging if start < gap[0] and gap[1] <= to]
                if due - max(spared, default=0) <= left:
                    return True
        return False

    def shown(self, buys: tuple[int, ...]) -> str:
        """The hand after a purchase, or one it could be."""
        found = bought(self.state, buys)
        assert found is not None
        return possible(found[0], pool(found[3], self.state.hands))

    def _bought(self, buys: tuple[int, ...]) -> _Had:
        """What there is after a purchase."""
        if self.last is not None and self.last[0] == buys:
            return self.last[1]
        state, me = self.state, self.state.turn
        held, number = state.hands[me], (buys[0] & 7) >> 1 if buys else 0
        if len(buys) < 2 and number <= len(state.deck):
            if self.usual is None:
                most = max([code & 7 for code in state.tiles[me]], default=0) >> 1
                self.usual = self.ways(held, state.discards, state.deck[:most].strip("?"))
            had = _Had(sum(held) + number, without(state.tiles[me], buys) or (), number, self.usual)
        else:
            found = bought(state, buys)
            assert found is not None
            hand, tiles, _, discards, _ = found
            if hand[0] > held[0]:  # what is held was drawn before a reshuffle that the purchase may bring
                hand, discards = held, state.discards
            had = _Had(sum(found[0]), tiles, 0, self.ways(hand, discards))
        self.last = buys, had
        return had

    def ways(self, hand: Cards, discards: Cards, drawn: str = "") -> Ways:
        """The walks of a hand, and of the cards drawn to it, that end on a free tile or the mainland and are not out of
        all reach."""
        left = pool(discards, self.state.hands) if hand[0] else NO_CARDS
        found = self.known.get((hand, left, drawn))
        if found is None:
            blank = hand[0]
            copies = [[_UNSEEN] * min(blank, left[item]) + [0] * hand[item] for item in range(8)]
            for number, letter in enumerate(drawn, start=1):
                copies[ITEMS[letter]].insert(0, number)
            held = [(LETTERS[item], item, copies[item]) for item in range(1, 8) if copies[item]]
            found = self.known[hand, left, drawn] = []
            start, walks, leads = MAINLAND, list[_Walked](), dict[int, list[_Lead]]()
            for figure, space in enumerate(self.figures, start=1):
                if space == MAINLAND:
                    continue
                if space != start:  # figures that stand together, on Atlantis, have the same walks
                    start, walks = space, []
                    self._follow(space, held, (sum(hand) + len(drawn), blank, 0), -self.tolls[space], "", walks, leads)
                found.append((figure, start, walks))
        return found

    def _follow(
        self, at: int, held: list[_Held], cards: tuple[int, int, int], spent: int, played: str,
        walks: list[_Walked], leads: dict[int, list[_Lead]],
    ) -> None:  # fmt: skip
        """Every way to go on from a space, with one of the cards that are left (how many, how many of them unseen, how
        many must be drawn first), and where it leads onto a figure with more."""
        reach, (left, blank, need) = self.reach - len(played) - 1, cards
        for letter, copies, to, toll, stands in leads.get(at) or self._leads(at, held, leads):
            due = spent + toll
            if not copies or due > reach:
                continue
            copy = copies[-1]
            if copy < 0 and not blank:
                continue
            needs = copy if copy > need else need
            if not stands:
                walks.append((played + letter, to, due, needs))
            elif left > 1:
                copies.pop()
                rest = (left - 1, blank - (copy < 0), needs)
                self._follow(to, held, rest, spent, played + letter, walks, leads)
                copies.append(copy)

    def _leads(self, at: int, held: list[_Held], leads: dict[int, list[_Lead]]) -> list[_Lead]:
        """Where a card of each item leads; none whose way an unseen tile decides."""
        find, tolls, start = self.items.find, self.tolls, at + 1
        barrier = find(_UNSEEN_ITEM, start) if self.barred else -1
        found = leads[at] = []
        for letter, item, copies in held:
            to = find(item, start)
            if to < 0:
                to = MAINLAND
            if to < barrier or barrier < 0:
                found.append((letter, copies, to, tolls[to], to in self.standing and to < MAINLAND))
        return found


_Held = tuple[str, int, list[int]]  # an item: its letter, its number, for each card how many must be drawn first
_Lead = tuple[str, list[int], int, int, bool]  # its letter, copies, the space, the toll, whether one stands there


def _cheapest(purse: Purse, due: int, cards: int) -> Paid | None:
    found = purse.cheapest(due, cards)
    return Paid(*found) if found else None


# ---- where an unseen tile may decide -------------------------------------------------------------


def _certain(rules: Rules[State, Move], state: State, move: Move) -> Iterator[Move]:
    """The move if all it depends on is seen; where the tile it brings to light prices the end, one move for each tile
    that may be there."""
    if legal(rules, state, state.turn, move):
        yield move
    elif isinstance(move, Walk):
        tops, unders, _, figures = state.path
        index = state.turn * 3 + move.figure - 1
        to = walk(state, figures[index], move.cards, STRICT)
        taken = behind(tops, (*figures[:index], to, *figures[index + 1 :]), to)
        if taken and unders[taken] == UNKNOWN:
            for code in sorted(set(state.unseen[set_of(taken)])):
                if legal(rules, state, state.turn, turn := move._replace(reveal=code)):
                    yield turn


# ---- by chance -----------------------------------------------------------------------------------


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
                if turn is not None and not (uncertain and not legal(rules, state, state.turn, turn)):
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
