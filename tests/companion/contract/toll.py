"""A toy with hidden hands, a die and a payment: play a card; what it is above the die is paid in coins."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Annotated, Any, ClassVar, NamedTuple

from companion.contract.codecs import Codec, Here, Unclear
from companion.contract.rules import KIND, Given, Judge, Lies, Row, Score, Turn, says
from companion.contract.sentences import Why
from companion.contract.values import Options

COPIES, HIGHEST = 3, 6
CARD = Codec(
    "[1-6?]", lambda text, here: 0 if text == "?" else int(text), lambda card, here: str(card or "?"), "a card, 1 to 6"
)
Card = Annotated[int, CARD]


def _one_roll(text: str, here: Here) -> int:
    if not 1 <= int(text) <= HIGHEST:
        raise ValueError(text)
    return int(text)


class State(NamedTuple):
    hands: tuple[tuple[Card, ...], ...]
    coins: tuple[int, ...]
    played: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    die: int = 0
    plies: int = 0


@says("play {card} [pay {paid}]")
class Play(NamedTuple):
    card: Card
    paid: int | None = None

    def filled(self, s: State, seat: int | None, rules: Any) -> Play:
        """What is due is paid."""
        if s.die == 0:
            raise Unclear("card", "'play'", "the die first")
        return self if self.paid is not None else self._replace(paid=max(0, self.card - s.die))


@says("pass")
class Pass(NamedTuple):
    pass


@says("roll {pips}")
class Roll(NamedTuple):
    pips: Annotated[int, Codec("[0-9]+", _one_roll, lambda pips, here: str(pips), "1 to 6")]


class Toll:
    STATE, MOVES = State, (Play, Pass, Roll)
    TEXT: ClassVar = {
        "card.held": Why("Cards", "{who} does not hold a {card}"),
        "card.some": Why("Cards", "{who} can play {card}"),
        "toll.due": Why("Tolls", "the toll is {due}; {who} pays {paid}"),
        "toll.coins": Why("Tolls", "{who} has {coins} coins"),
        "die": Why("The die", "the die is rolled first"),
    }

    def start(self, seats: int, options: Options, seed: int | None) -> State:
        deck = [card for card in range(1, HIGHEST + 1) for _ in range(COPIES)]
        Random(seed).shuffle(deck)
        known = deck if seed is not None else [0] * len(deck)
        hands = tuple(tuple(sorted(known[2 * n : 2 * n + 2])) for n in range(seats))
        return State(hands, (options.coins,) * seats, ((),) * seats, tuple(known[2 * seats :]))

    def turn(self, s: State) -> Turn | None:
        if not s.deck or s.plies >= 20:
            return None
        return Turn((s.plies % len(s.hands),) if s.die else (), s.plies, "card" if s.die else "die")

    def moves(self, s: State, given: Given) -> Iterator[Any]:
        if self.turn(s) is None:
            return
        if not s.die:
            yield from map(Roll, range(1, HIGHEST + 1))
            return
        me = s.plies % len(s.hands)
        found = False
        for card in sorted(set(s.hands[me]) - {0} | (_unseen(s) if 0 in s.hands[me] else set())):
            due = max(0, card - s.die)
            if due <= s.coins[me] and given.get("card", card) == card:
                found = True
                for paid in range(due, s.coins[me] + 1) if given.get("paid") is not None else (due,):
                    if given.get("paid", paid) in (None, paid) and paid == due:
                        yield Play(card, paid)
        if not found and not given.keys() - {KIND}:
            yield Pass()

    def play(self, s: State, seat: int | None, move: Any, judge: Judge) -> State:
        if isinstance(move, Roll):
            if s.die:
                judge.cannot("die")
            return s._replace(die=move.pips)
        if not s.die:
            judge.cannot("die")
        me = s.plies % len(s.hands)
        if isinstance(move, Pass):
            for card in s.hands[me]:
                if card and card - s.die <= s.coins[me]:
                    judge.refuse("card.some", 1, who=me, card=card)
                if not card and any(each - s.die <= s.coins[me] for each in _unseen(s)):
                    judge.needs("card.some", who=me, card="a card that is not known")
            return s._replace(die=0, plies=s.plies + 1)
        if move.card not in s.hands[me] and not (0 in s.hands[me] and move.card in _unseen(s)):
            judge.cannot("card.held", who=me, card=move.card)
        due, paid = max(0, move.card - s.die), move.paid or 0
        if paid > s.coins[me]:
            judge.cannot("toll.coins", who=me, coins=s.coins[me])
        if paid != due:
            judge.refuse("toll.due", due - paid, who=me, due=due, paid=paid)
        hand = list(s.hands[me])
        hand.remove(move.card if move.card in hand else 0)
        return State(
            hands=_put(s.hands, me, tuple(sorted([*hand, s.deck[0]]))),
            coins=_put(s.coins, me, s.coins[me] - paid),
            played=_put(s.played, me, (*s.played[me], move.card)),
            deck=s.deck[1:],
            plies=s.plies + 1,
        )

    def seen(self, s: State, seat: int | None) -> State:
        hands = tuple(hand if n == seat else (0,) * len(hand) for n, hand in enumerate(s.hands))
        return s._replace(hands=hands, deck=(0,) * len(s.deck))

    def score(self, s: State) -> Score:
        rows = [Row(n, "cards", sum(cards)) for n, cards in enumerate(s.played)]
        rows += [Row(n, "coins", coins) for n, coins in enumerate(s.coins)]
        points = [sum(cards) + coins for cards, coins in zip(s.played, s.coins, strict=True)]
        return Score(tuple(rows), tuple(n for n, each in enumerate(points) if each == max(points)))

    def lies(self, s: State) -> Iterator[Lies]:
        for n, hand in enumerate(s.hands):
            yield Lies("hand", tuple(str(card or "?") for card in hand), n)
            yield Lies("coins", ("coin",) * s.coins[n], n)
            yield Lies("played", tuple(map(str, s.played[n])), n)
        yield Lies("deck", ("?",) * len(s.deck))

    def deal(self, s: State, chance: Random | None) -> Roll | None:
        return None if chance is None else Roll(1 + int(chance.random() * HIGHEST))

    def resample(self, s: State, chance: Random) -> State:
        """Hands and deck as they could be."""
        cards = [card for card in range(1, HIGHEST + 1) for _ in range(_left(s, card))]
        chance.shuffle(cards)
        hands = tuple(tuple(sorted(card or cards.pop() for card in hand)) for hand in s.hands)
        return s._replace(hands=hands, deck=tuple(cards[: len(s.deck)]))


def _left(s: State, card: int) -> int:
    return COPIES - sum(cards.count(card) for cards in (*s.hands, *s.played, s.deck))


def _unseen(s: State) -> set[int]:
    return {card for card in range(1, HIGHEST + 1) if _left(s, card) > 0}


def _put(row: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*row[:at], value, *row[at + 1 :])
