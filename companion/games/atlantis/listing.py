"""Lists every legal turn, for a hand that is known or partly unseen; and picks a random one fast.

An unseen card stands for any item of which one may still be unseen, so the list covers what the hand could hold. Cards
that a purchase draws unseen can pay, but cannot be played: they have no name before they are drawn. Each turn has the
cheapest payment. Tests that try every possible turn check this list against `play`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, islice
from typing import TYPE_CHECKING, Any

from companion.contract.judges import STRICT, legal
from companion.contract.listing import ALL, Joined
from companion.contract.rules import EVERYTHING, KIND, Given, Rules
from companion.games.atlantis.cards import Purse, bought, pool, possible
from companion.games.atlantis.moves import Move, Stuck, Walk, walk
from companion.games.atlantis.state import ITEM_OF, NO_CARDS, Gap, State, behind, gaps, set_of, without, worth
from companion.games.atlantis.texts import ATLANTIS, ITEMS, LETTERS, MAINLAND, UNKNOWN, Cards, cards_text

if TYPE_CHECKING:
    from random import Random

_OF_WALKS = Walk._field_defaults.keys() - Stuck._field_defaults.keys()
UNPRICED = 1000  # of a gap whose price depends on an unseen tile: more than any payable debt
TYPED = ("paid", "reveal", "to", "take", "draw")  # fields that only typed text can set
_UNSEEN_ITEM = UNKNOWN >> 3
_new = tuple.__new__

_UNSEEN = -1  # marks a copy among the unseen cards
_NO_BRIDGE, _NO_TOLLS = range(1), [0] * (MAINLAND + 1)

Walked = tuple[int, str, int, int]  # cost (cards and gaps), cards, goal, cards to draw first
Group = tuple[int, int, list[Walked]]  # figure, its space, its walks; figures that stand together share them
Bridging = tuple[int, int, int, range]  # a gap: its ends, its price, spaces for the bridge
_Held = tuple[str, int, list[int]]  # an item: its letter, its number, for each card the number to draw first
_Lead = tuple[str, list[int], int, int, bool]  # letter, copies, goal, toll, whether a figure stands there


def moves(rules: Rules[State, Move], state: State, given: Given) -> Iterator[Move]:
    """Yield every legal turn: without a purchase first, then by the tiles given up; by figure, by cards in the order F
    O H A R S C, without the bridge first, then by its space. `stuck` if there is nothing else, or if everything else
    lays a bridge that need not be laid, with the hand, or a possible one."""
    typed = {name: given[name] for name in TYPED if given.get(name) is not None}
    listed: Iterator[Move] = chain.from_iterable(_offers(state, given))
    if typed:
        listed = (move._replace(**typed) for move in listed if isinstance(move, Walk))
        return (move for move in listed if legal(rules, state, state.turn, move))
    if UNKNOWN in state.path.tops or UNKNOWN in state.path.unders:
        return (move for found in listed for move in _certain(rules, state, found))
    return listed


def counted(rules: Rules[State, Move], state: State, most: int) -> Sequence[Move]:
    """Return the turns of `moves`, or at least `most`, counted without being made; made if an unseen tile may
    decide."""
    if UNKNOWN in state.path.tops or UNKNOWN in state.path.unders:
        return list(islice(moves(rules, state, EVERYTHING), most))
    return Joined(_offers(state, EVERYTHING), most)


def _offers(state: State, given: Given) -> Iterator[Sequence[Move]]:
    """Yield the turns of each purchase, as far as no unseen tile decides."""
    if state.over:
        return
    outlook = Outlook(state)
    free = Outlook(without_bridge(state)) if state.table.stuck_with_bridge == "may" and outlook.bridging else None
    walks = stuck = True
    if given:
        kind = given.get(KIND, Walk | Stuck)
        walks, stuck = kind is not Stuck and "hand" not in given, kind is not Walk and not _OF_WALKS & given.keys()
    for buys in purchases(state):
        if given.get("buys", buys) != buys:
            continue
        able = False
        if walks:
            offer = outlook.after(buys, given)
            able = offer.number > 0
            yield offer
        if stuck and (free is not None and free.stuck(buys) if able or outlook.able(buys) else outlook.stuck(buys)):
            yield (Stuck(buys, outlook.shown(buys)),)


def purchases(state: State) -> Iterator[tuple[int, ...]]:
    """Yield the tiles that may be given up for cards: none, then one, then more if the rules in use allow it."""
    yield ()
    tiles, limit = state.tiles[state.turn], state.table.buys_per_turn
    for number in range(1, min(limit or len(tiles), len(tiles)) + 1):
        yield from _distinct(tiles, number)


def _distinct(tiles: tuple[int, ...], number: int) -> Iterator[tuple[int, ...]]:
    """Yield distinct choices of sorted tiles, one by one: there may be millions."""
    for i, code in enumerate(tiles):
        if i and tiles[i - 1] == code:
            continue
        if number == 1:
            yield (code,)
        else:
            for rest in _distinct(tiles[i + 1 :], number - 1):
                yield (code, *rest)


def without_bridge(state: State) -> State:
    """Return the position as if the player to move had laid the bridge long ago."""
    me = state.turn
    return state._replace(unlaid=(*state.unlaid[:me], False, *state.unlaid[me + 1 :]))


class Walks:
    """The walks of a hand: `dearest` is what the dearest takes, `numbers` how many need no drawn card, one or more."""

    __slots__ = ("dearest", "groups", "numbers")

    def __init__(self, groups: list[Group], drawn: int) -> None:
        self.groups, self.dearest = groups, max([max(own)[0] for _, _, own in groups if own], default=0)
        if drawn:
            needs = [walk[3] for _, _, own in groups for walk in own]
            self.numbers = [*accumulate([needs.count(number) for number in range(drawn + 1)])]
        else:
            self.numbers = [sum([len(own) for _, _, own in groups])]


class Offer(Sequence[Walk]):
    """The walks after a purchase that can all be paid: counted, and made with their payment. Each comes bare, then with
    the bridge on each gap; `bare`: without those that lay none."""

    __slots__ = ("bare", "bridging", "buys", "drawn", "each", "groups", "number", "tiles", "wealth")

    def __init__(
        self, buys: tuple[int, ...], walks: Walks, tiles: tuple[int, ...], wealth: int, drawn: int,
        bridging: Sequence[Bridging] = (), bare: bool = True,
    ) -> None:  # fmt: skip
        self.buys, self.groups, self.tiles, self.wealth, self.drawn = buys, walks.groups, tiles, wealth, drawn
        self.bridging, self.bare, self.each = bridging, bare, int(bare)
        for gap in bridging:
            self.each += len(gap[3])
        if wealth >= walks.dearest:
            self.number = walks.numbers[drawn] * self.each
        else:
            self.number = self._counted()

    def _counted(self) -> int:
        found, wealth, drawn = 0, self.wealth, self.drawn
        for _, start, own in self.groups:
            able = [(takes, to) for takes, _, to, need in own if need <= drawn]
            dear = [one for one in able if one[0] > wealth]
            found += self.each * (len(able) - len(dear))
            if self.bridging:
                found += sum([len(spaces) for takes, to in dear for spaces, _ in self._ways(start, to, takes)])
        return found

    def __len__(self) -> int:
        return self.number

    def __getitem__(self, at: Any) -> Any:
        wealth, drawn, each = self.wealth, self.drawn, self.each
        for figure, start, own in self.groups:
            for takes, played, to, need in own:
                if need > drawn:
                    continue
                if takes <= wealth and at >= each:
                    at -= each
                    continue
                for spaces, left in self._ways(start, to, takes):
                    if at < len(spaces):
                        tiles, used = self._left(), len(played)
                        paid = Purse(tiles)[left - used, wealth - worth(tiles) - used] if left > used else None
                        return Walk(self.buys, figure, played, spaces[at], paid)
                    at -= len(spaces)
        raise IndexError(at)

    def __iter__(self) -> Iterator[Walk]:
        buys, drawn, tiles = self.buys, self.drawn, self._left()
        purse, cards = Purse(tiles), self.wealth - worth(tiles)
        for figure, start, own in self.groups:
            for takes, played, to, need in own:
                if need <= drawn:
                    for spaces, left in self._ways(start, to, takes):
                        used = len(played)
                        paid = purse[left - used, cards - used] if left > used else None
                        for bridge in spaces:
                            yield _new(Walk, (buys, figure, played, bridge, paid, 0, None, None, None))

    def _ways(self, start: int, to: int, takes: int) -> list[tuple[range, int]]:
        """Return a walk as far as it can be paid, bare and with the bridge on each gap: spaces for it, and its cost."""
        found = [(_NO_BRIDGE, takes)] if self.bare and takes <= self.wealth else []
        for first, end, price, spaces in self.bridging:
            left = takes - (price or UNPRICED) if start < first and end <= to else takes
            if left <= self.wealth:
                found.append((spaces, left))
        return found

    def _left(self) -> tuple[int, ...]:
        """Return the tiles that are left to pay with."""
        return (without(self.tiles, self.buys) or ()) if self.buys else self.tiles


class Outlook:
    """The gaps, where each card leads, and every walk of a hand, whatever was bought."""

    def __init__(self, state: State) -> None:
        me, (tops, _, bridges, figures) = state.turn, state.path
        self.state, self.figures, self.standing = state, figures[me * 3 : me * 3 + 3], {*figures}
        self.tiles, self.drawn, bridged = state.tiles[me], 0, not state.unlaid[me]
        crossed = [gap for gap in gaps(tops, bridges, min(self.figures) if bridged else ATLANTIS) if not gap[3]]
        self.bridging = [] if bridged else [(first, end, price, range(first, end)) for first, end, price, _ in crossed]
        self.items, self.barred = tops.translate(ITEM_OF), UNKNOWN in tops
        self.wealth = self.reach = sum(state.hands[me]) + worth(self.tiles)
        self.tolls = _NO_TOLLS
        if crossed:
            self._crossed(crossed)
        self.usual: Walks | None = None
        self.known: dict[tuple[Cards, Cards], Walks] = {}

    def _crossed(self, crossed: Sequence[Gap]) -> None:
        """Set the tolls: for each space, what a walk from the rearmost figure has crossed. A bridge extends what is in
        reach by the dearest gap."""
        if self.bridging:
            self.reach += max([gap[2] or UNPRICED for gap in crossed])
        self.tolls, toll, known = [], 0, 0
        for _, end, price, _ in crossed:
            self.tolls += [toll] * (end - known)
            known, toll = end, toll + (price or UNPRICED)
        self.tolls += [toll] * (MAINLAND + 1 - known)

    def after(self, buys: tuple[int, ...], given: Given) -> Offer:
        """Return the walks after a purchase, each bare, then with the bridge on each gap, if that can be paid."""
        state, number = self.state, (buys[0] & 7) >> 1 if buys else 0
        if len(buys) < 2 and number <= len(state.deck):
            walks, tiles, drawn = self.usual or self._usual(), self.tiles, min(number, self.drawn)
            wealth = self.wealth - (buys[0] & 7) + number if buys else self.wealth
        else:
            held, found = state.hands[state.turn], bought(state, buys)
            assert found is not None
            hand, left, _, discards, _ = found
            if hand[0] > held[0]:  # the hand precedes a reshuffle that the purchase may cause
                hand, discards = held, state.discards
            walks = self.walks(hand, discards)
            tiles, wealth, drawn = self.tiles, sum(found[0]) + worth(left), 0
        if not given:
            return Offer(buys, walks, tiles, wealth, drawn, self.bridging)
        return self._of_given(buys, walks, wealth, drawn, given)

    def _usual(self) -> Walks:
        """Return the walks of the hand, and of the cards that the dearest tile would bring."""
        state = self.state
        letters = state.deck[: max([code & 7 for code in self.tiles], default=0) >> 1].strip("?")
        self.drawn = len(letters)
        self.usual = self.walks(state.hands[state.turn], state.discards, letters)
        return self.usual

    def _of_given(self, buys: tuple[int, ...], walks: Walks, wealth: int, drawn: int, given: Given) -> Offer:
        """Return the walks that agree with what is given."""
        only, begun, space = given.get("figure"), given.get("cards") or "", given.get("bridge")
        own = [
            (figure, start, [walk for walk in own if walk[1].startswith(begun)])
            for figure, start, own in walks.groups
            if figure == (only or figure)
        ]
        bridging = [gap if space is None else (*gap[:3], range(space, space + 1))
                    for gap in self.bridging if space is None or space in gap[3]]  # fmt: skip
        return Offer(buys, Walks(own, len(walks.numbers) - 1), self.tiles, wealth, drawn, bridging, not space)

    def able(self, buys: tuple[int, ...]) -> bool:
        """Return whether any walk can be paid after a purchase."""
        return self.after(buys, EVERYTHING).number > 0

    def stuck(self, buys: tuple[int, ...]) -> bool:
        """Return whether no figure can move after a purchase, whatever cards it brings."""
        if self.able(buys):
            return False
        found = bought(self.state, buys)
        assert found is not None
        hand, tiles, _, discards, _ = found
        if hand[0] <= self.state.hands[self.state.turn][0]:
            return True
        walks, wealth = self.walks(hand, discards), sum(hand) + worth(tiles)
        return not Offer(buys, walks, self.tiles, wealth, 0, self.bridging).number

    def shown(self, buys: tuple[int, ...]) -> str:
        """Return the hand after a purchase, or a possible one."""
        found = bought(self.state, buys)
        assert found is not None
        return possible(found[0], pool(found[3], self.state.hands))

    def walks(self, hand: Cards, discards: Cards, drawn: str = "") -> Walks:
        """Return the walks of a hand, and of the cards drawn to it, that end on a free tile or the mainland and could
        be paid; by figure, without the bridge."""
        blank, left = hand[0], pool(discards, self.state.hands) if hand[0] else NO_CARDS
        if not drawn and (hand, left) in self.known:
            return self.known[hand, left]
        copies = [[0] * number for number in hand]
        if blank:
            copies = [[_UNSEEN] * min(blank, left[item]) + copies[item] for item in range(8)]
        for number, letter in enumerate(drawn, start=1):
            copies[ITEMS[letter]].insert(0, number)
        held = [(LETTERS[item], item, copies[item]) for item in range(1, 8) if copies[item]]
        cards, leads, stood, own = sum(hand) + len(drawn), dict[int, list[_Lead]](), MAINLAND, list[Walked]()
        groups = list[Group]()
        for figure, space in enumerate(self.figures, start=1):
            if space != MAINLAND:
                if space != stood:  # figures that stand together, on Atlantis, have the same walks
                    stood, own = space, []
                    self._follow(space, held, (cards, blank, 0), 1 - self.tolls[space], "", own, leads)
                groups.append((figure, space, own))
        found = Walks(groups, len(drawn))
        if not drawn:
            self.known[hand, left] = found
        return found

    def _follow(
        self, at: int, held: list[_Held], cards: tuple[int, int, int], spent: int, played: str,
        walks: list[Walked], leads: dict[int, list[_Lead]],
    ) -> None:  # fmt: skip
        """Add to `walks` every way to continue from a space with one of the remaining cards (how many, how many of them
        unseen, how many must be drawn first) and, if it leads onto a figure, with more."""
        reach, (left, blank, need) = self.reach, cards
        for letter, copies, to, toll, stands in leads.get(at) or self._leads(at, held, leads):
            takes = spent + toll
            if not copies or takes > reach:
                continue
            copy = copies[-1]
            if copy < 0 and not blank:
                continue
            needs = copy if copy > need else need
            if not stands:
                walks.append((takes, played + letter, to, needs))
            elif left > 1:
                copies.pop()
                rest = (left - 1, blank - (copy < 0), needs)
                self._follow(to, held, rest, spent + 1, played + letter, walks, leads)
                copies.append(copy)

    def _leads(self, at: int, held: list[_Held], leads: dict[int, list[_Lead]]) -> list[_Lead]:
        """Return where a card of each item leads; none if an unseen tile on its way decides."""
        find, tolls, standing, start = self.items.find, self.tolls, self.standing, at + 1
        barrier = find(_UNSEEN_ITEM, start) if self.barred else -1
        found = leads[at] = []
        for letter, item, copies in held:
            to = find(item, start)
            if to < 0:
                to = MAINLAND
            if to < barrier or barrier < 0:
                found.append((letter, copies, to, tolls[to], to in standing and to < MAINLAND))
        return found


# ---- where an unseen tile may decide -------------------------------------------------------------


def _certain(rules: Rules[State, Move], state: State, move: Move) -> Iterator[Move]:
    """Yield the move if everything it depends on is seen; if the tile it reveals prices the end, one move for each
    possible tile."""
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
    """Return a random legal turn: sometimes a purchase, a figure that is not home, cards from the hand until it stands
    on a free space. If that fails a few times, one of the full list. Turns are not equally likely."""
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
    listed = counted(rules, state, ALL)
    return listed[int(chance() * len(listed))]


def _try(state: State, figure: int, start: int, items: bytes, chance: Callable[[], float]) -> Walk | None:
    tiles, tops, bridges = state.tiles[state.turn], state.path.tops, state.path.bridges
    held, discards, extra = state.hands[state.turn], state.discards, 0
    at, buys = int(chance() * (len(tiles) + 1)), tuple[int, ...]()
    if at < len(tiles):
        after = bought(state, buys := (tiles[at],))
        assert after is not None
        extra, tiles = after[0][0] - held[0], after[1]
        if not extra:  # cards bought unseen can only pay
            held, discards = after[0], after[3]
    played, position = _way(state, start, items, held, discards, chance)
    if not position:
        return None
    crossed = [gap for gap in gaps(tops, bridges, start, position) if not gap[3]]
    bridge = 0
    if crossed and state.unlaid[state.turn] and chance() < 0.5:
        gap = crossed.pop(int(chance() * len(crossed)))
        bridge = gap[0] + int(chance() * (gap[1] - gap[0]))
    due = sum([gap[2] for gap in crossed])
    payment = Purse(tiles)[due, sum(held) - len(played) + extra] if due else None
    if due and payment is None:
        return None
    return _new(Walk, (buys, figure, played, bridge, payment, 0, None, None, None))


def _way(
    state: State, start: int, items: bytes, held: Cards, discards: Cards, chance: Callable[[], float]
) -> tuple[str, int]:
    """Return random cards of a hand, played until a figure stands on a free space, and the space; 0 if there is
    none."""
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
