"""Every legal turn, for a hand that is known or partly unseen; and one by chance, fast.

An unseen card stands for any item of which one may still be unseen, so what is listed is what the hand could hold.
Cards a purchase brings unseen can be paid with, and are not played: they have no name before they are drawn. Each turn
has the cheapest payment. Tests that try every turn there could be hold this listing to `play`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from companion.contract.judges import STRICT, Forbidden
from companion.contract.rules import EVERYTHING, KIND, Given, Rules
from companion.games.atlantis.port.cards import bought, pool, possible
from companion.games.atlantis.port.moves import Move, Stuck, Walk
from companion.games.atlantis.port.payment import Purse, cheapest
from companion.games.atlantis.port.state import (
    ATLANTIS,
    ITEM_OF,
    ITEMS,
    LETTERS,
    MAINLAND,
    NO_CARDS,
    UNKNOWN,
    Cards,
    State,
    behind,
    cards_text,
    gaps,
    set_of,
    worth,
)
from companion.games.atlantis.port.texts import Paid
from companion.games.atlantis.port.walking import walk

_OF_WALKS = Walk._field_defaults.keys() - Stuck._field_defaults.keys()
UNPRICED = 1000  # of a gap whose price an unseen tile decides: more than any debt that can be paid
TOLD = ("paid", "reveal", "to", "take", "draw")  # fields that only what is typed can give another value
TRIES, AT_A_TIME = 6, 200
_UNSEEN_ITEM = UNKNOWN >> 3
_new = tuple.__new__

Ways = list[tuple[int, int, list[tuple[str, int, int]]]]  # of each figure: its number, its space, and its walks:
# the cards, where they lead, and what that costs


def moves(rules: Rules[State, Move], state: State, given: Given) -> Iterator[Move]:
    """Every legal turn: without a purchase first, then by the tiles given up; by figure, by cards in the order
    F O H A R S C, without the bridge first, then by its space. `stuck` where nothing else is, or where all else lays a
    bridge that need not be laid, with the hand, or one it could be."""
    told = {name: given[name] for name in TOLD if given.get(name) is not None}
    listed = iter(()) if state.over else _listed(state, given)
    if told:
        listed = (move._replace(**told) for move in listed if isinstance(move, Walk))
        return (move for move in listed if _legal(rules, state, move))
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
        toll = told = 0
        for _, end, price, _ in crossed:
            self.tolls += [toll] * (end - told)
            told, toll = end, toll + (price or UNPRICED)
        self.tolls += [toll] * (MAINLAND + 1 - told)
        self.known: dict[tuple[Cards, Cards], Ways] = {}
        self.last: tuple[tuple[int, ...], tuple[Cards, tuple[int, ...], int, Ways]] | None = None

    def after(self, buys: tuple[int, ...], given: Given) -> Iterator[list[Walk]]:
        """The walks after a purchase, each bare, then with the bridge on each gap, where that can be paid; some at a
        time, for that is faster than one by one."""
        hand, tiles, extra, ways = self._bought(buys)
        cards = sum(hand) + extra
        wealth, purse, found = cards + worth(tiles), Purse(tiles), list[Walk]()
        paid: dict[int, Paid | None] = {0: None}  # by the debt, and the cards that are played
        only, begun, space = given.get("figure"), given.get("cards"), given.get("bridge")
        bridging = [gap for gap in self.bridging if space is None or gap[0] <= space < gap[1]]
        for figure, start, walks in ways:
            if only is not None and figure != only:
                continue
            for played, to, due in walks:
                if begun and not played.startswith(begun):
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
        hand, tiles, extra, ways = self._bought(buys)
        return self._payable(ways, sum(hand) + extra + worth(tiles))

    def stuck(self, buys: tuple[int, ...]) -> bool:
        """Whether nothing can go after a purchase, also with the cards that it may bring unseen."""
        found = bought(self.state, buys)
        assert found is not None
        hand, tiles, _, discards, _ = found
        unseen = hand[0] > self.state.hands[self.state.turn][0]
        return not self.able(buys) and not (
            unseen and self._payable(self.ways(hand, discards), sum(hand) + worth(tiles))
        )

    def _payable(self, ways: Ways, wealth: int) -> bool:
        """Whether any of the walks can be paid, with the bridge where that is left."""
        for _, start, walks in ways:
            for played, to, due in walks:
                left = wealth - len(played)
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

    def _bought(self, buys: tuple[int, ...]) -> tuple[Cards, tuple[int, ...], int, Ways]:
        """What is held after a purchase, the tiles, how many more unseen cards can only pay, and the walks."""
        if self.last is not None and self.last[0] == buys:
            return self.last[1]
        state, found = self.state, bought(self.state, buys)
        assert found is not None
        hand, tiles, _, discards, _ = found
        held = state.hands[state.turn]
        unseen = hand[0] - held[0]
        if unseen:  # what is held was drawn before a reshuffle that the purchase may bring
            has = held, tiles, unseen, self.ways(held, state.discards)
        else:
            has = hand, tiles, 0, self.ways(hand, discards)
        self.last = buys, has
        return has

    def ways(self, hand: Cards, discards: Cards) -> Ways:
        """The walks of a hand that end on a free tile or the mainland and are not out of all reach."""
        left = pool(discards, self.state.hands) if hand[0] else NO_CARDS
        found = self.known.get((hand, left))
        if found is None:
            blank = hand[0]
            held = [
                (LETTERS[item], item, [hand[item], min(blank, left[item])])
                for item in range(1, 8)
                if hand[item] or (blank and left[item])
            ]
            found = self.known[hand, left] = []
            start, walks, leads = MAINLAND, list[tuple[str, int, int]](), dict[int, list[_Lead]]()
            for figure, space in enumerate(self.figures, start=1):
                if space == MAINLAND:
                    continue
                if space != start:  # figures that stand together, on Atlantis, have the same walks
                    start, walks = space, []
                    self._follow(space, held, sum(hand), blank, -self.tolls[space], "", walks, leads)
                found.append((figure, start, walks))
        return found

    def _follow(
        self, at: int, held: list[_Held], left: int, blank: int, spent: int, played: str,
        walks: list[tuple[str, int, int]], leads: dict[int, list[_Lead]],
    ) -> None:  # fmt: skip
        """Every way to go on from a space, with one of the cards `left`, and where it leads onto a figure with more."""
        reach = self.reach - len(played) - 1
        for letter, copies, to, toll, stands in leads.get(at) or self._leads(at, held, leads):
            sure, maybe = copies
            if not sure and not (maybe and blank):
                continue
            due = spent + toll
            if due > reach:
                continue
            if not stands:
                walks.append((played + letter, to, due))
            elif left > 1:
                if sure:
                    copies[0] = sure - 1
                    self._follow(to, held, left - 1, blank, spent, played + letter, walks, leads)
                else:
                    copies[1] = maybe - 1
                    self._follow(to, held, left - 1, blank - 1, spent, played + letter, walks, leads)
                copies[:] = sure, maybe

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


_Held = tuple[str, int, list[int]]  # an item: its letter, its number, how many are surely held and may be held
_Lead = tuple[
    str, list[int], int, int, bool
]  # its letter, its copies, the space, the toll there, whether one stands there


def _cheapest(purse: Purse, due: int, cards: int) -> Paid | None:
    found = purse.cheapest(due, cards)
    return Paid(*found) if found else None


# ---- where an unseen tile may decide -------------------------------------------------------------


def _legal(rules: Rules[State, Move], state: State, move: Move) -> bool:
    try:
        rules.play(state, state.turn, move, STRICT)
    except Forbidden:
        return False
    return True


def _certain(rules: Rules[State, Move], state: State, move: Move) -> Iterator[Move]:
    """The move if all it depends on is seen; where the tile it brings to light prices the end, one move for each tile
    that may be there."""
    if _legal(rules, state, move):
        yield move
    elif isinstance(move, Walk):
        tops, unders, _, figures = state.path
        index = state.turn * 3 + move.figure - 1
        to = walk(state, figures[index], move.cards, STRICT)
        taken = behind(tops, (*figures[:index], to, *figures[index + 1 :]), to)
        if taken and unders[taken] == UNKNOWN:
            for code in sorted(set(state.unseen[set_of(taken)])):
                if _legal(rules, state, told := move._replace(reveal=code)):
                    yield told


# ---- one turn by chance --------------------------------------------------------------------------


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
                if turn is not None and not (uncertain and not _legal(rules, state, turn)):
                    return turn
    listed = list(moves(rules, state, EVERYTHING))
    return listed[int(chance() * len(listed))]


def _try(state: State, figure: int, start: int, items: bytes, chance: Callable[[], float]) -> Walk | None:
    owned, figures, tops, bridges = state.tiles[state.turn], state.path.figures, state.path.tops, state.path.bridges
    at = int(chance() * (len(owned) + 1))
    buys = (owned[at],) if at < len(owned) else ()
    after = bought(state, buys)
    assert after is not None
    hand, tiles, _, discards, _ = after
    held, extra = hand, hand[0] - state.hands[state.turn][0]
    if extra:  # what a purchase brings unseen can only pay
        held, discards = state.hands[state.turn], state.discards
    letters, played, position = cards_text(held), "", start
    left = list(pool(discards, state.hands)) if held[0] else []
    while letters:
        at = int(chance() * len(letters))
        letter = letters[at]
        if letter == "?":
            item = 1 + int(chance() * 7)
            if left[item] < 1:
                return None
            left[item] -= 1
            letter = LETTERS[item]
        played += letter
        position = items.find(ITEMS[letter], position + 1)
        letters = letters[:at] + letters[at + 1 :]
        if position < 0:
            position = MAINLAND
            break
        if position not in figures:
            break
    else:
        return None
    crossed = [gap for gap in gaps(tops, bridges, start, position) if not gap[3]]
    bridge = 0
    if crossed and state.unlaid[state.turn] and chance() < 0.5:
        gap = crossed.pop(int(chance() * len(crossed)))
        bridge = gap[0] + int(chance() * (gap[1] - gap[0]))
    due = sum([gap[2] for gap in crossed])
    payment = cheapest(tiles, len(letters) + extra, due) if due else None
    if due and payment is None:
        return None
    return Walk(buys, figure, played, bridge, Paid(*payment) if payment else None)
