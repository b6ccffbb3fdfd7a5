"""A toy game with hidden hands: play a card higher than the last, or draw one; whoever has no card left has won."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Annotated, Any, NamedTuple

from companion.contract.codecs import Codec, SeatName
from companion.contract.faults import SyntaxFault
from companion.contract.judges import STRICT, Forbidden
from companion.contract.rules import Given, Judge, Lies, Row, Score, Turn, no_chance, says
from companion.contract.values import SetupOption

CARDS = "ABCDEFGHIJKL"
OPTIONS = (SetupOption("cards", "who deals the cards", ("hidden", "dealt")),)


def _read(text: str, *_: Any) -> str:
    if set(text) - set(CARDS + "?-"):
        raise ValueError(text)
    return text.replace("-", "")


Held = Annotated[str, Codec(r"[^\s,]*", _read, lambda text, here: text, "cards from A to L, or ? for each")]
Card = Annotated[str, Codec("[A-L](?![A-Za-z])", lambda text, here: text.upper(), lambda card, here: card, "a card")]


class State(NamedTuple):
    pile: Held
    deck: Held
    hands: tuple[Held, ...]  # letters in order, then `?`
    turn: SeatName = 0
    passes: int = 0  # one after another, until now
    plies: int = 0


class Options(NamedTuple):
    cards: str = "hidden"


@says("{card}")
class Play(NamedTuple):
    card: Card


@says("draw")
class Draw(NamedTuple):
    pass


@says("pass")
class Pass(NamedTuple):
    pass


def in_order(hand: str) -> str:
    return "".join(sorted(hand, key=(CARDS + "?").index))


class Climb:
    STATE, OPTIONS, MOVES = State, Options, (Play, Draw, Pass)
    EXAMPLE = "a card from A to L, draw or pass"
    deal = no_chance

    def start(self, seats: int, options: Options, seed: int | None) -> State:
        deck = "?" * len(CARDS)
        if options.cards == "dealt":
            chance = Random(seed)
            deck = "".join(sorted(CARDS, key=lambda _: chance.random()))
        return State("", deck[3 * seats :], tuple(in_order(deck[3 * n : 3 * n + 3]) for n in range(seats)))

    def turn(self, s: State) -> Turn | None:
        return None if "" in s.hands or s.passes == len(s.hands) else Turn((s.turn,), s.plies)

    def moves(self, s: State, given: Given) -> Iterator[Any]:
        for move in [*map(Play, CARDS), Draw(), Pass()]:
            try:
                self.play(s, s.turn, move, STRICT)
            except Forbidden:
                continue
            yield move

    def play(self, s: State, seat: int | None, move: Any, judge: Judge) -> State:
        hand, deck, pile = s.hands[s.turn], s.deck, s.pile
        match move:
            case Play(card):
                if card not in hand:
                    self._missing(s, card, judge)
                if pile and card < pile[-1]:
                    judge.refuse("card.low", 1, card=card, top=pile[-1])
                hand, pile = hand.replace(card if card in hand else "?", "", 1), pile + card
            case Draw():
                if not deck:
                    judge.cannot("deck.empty")
                hand, deck = in_order(hand + deck[0]), deck[1:]
            case Pass():
                if deck:
                    judge.cannot("pass.deck", number=len(deck))
                for card in hand:
                    if card != "?" and not (pile and card < pile[-1]):
                        judge.cannot("pass.card", who=s.turn, card=card)
        hands = tuple(hand if n == s.turn else other for n, other in enumerate(s.hands))
        passes = s.passes + 1 if isinstance(move, Pass) else 0
        return State(pile, deck, hands, (s.turn + 1) % len(hands), passes, s.plies + 1)

    def _missing(self, s: State, card: str, judge: Judge) -> None:
        """A card that the hand does not show: it cannot be there, or that is hidden and it may be."""
        if "?" not in s.hands[s.turn] or card in s.pile + s.deck + "".join(s.hands):
            judge.cannot("card.hand", who=s.turn, card=card)

    def holding(self, s: State, seat: int, text: str, judge: Judge) -> State:
        given = text.strip().upper()
        if set(given) - set(CARDS):
            raise SyntaxFault(f"'{given[:20]}'", "cards from A to L")
        others = s.pile + s.deck + "".join(h for n, h in enumerate(s.hands) if n != seat)
        held, kept = s.hands[seat], set(s.hands[seat]) - {"?"}
        if len(given) != len(held) or len(set(given)) < len(given) or set(given) & set(others) or kept - set(given):
            judge.cannot("hand.cards", number=len(held), hand=given)
        return s._replace(hands=tuple(in_order(given) if n == seat else other for n, other in enumerate(s.hands)))

    def seen(self, s: State, seat: int | None) -> State:
        hands = tuple(hand if n == seat else "?" * len(hand) for n, hand in enumerate(s.hands))
        return s._replace(hands=hands, deck="?" * len(s.deck))

    def score(self, s: State) -> Score:
        left = [len(hand) for hand in s.hands]
        rows = tuple(Row(n, "cards left", -count) for n, count in enumerate(left))
        return Score(rows, tuple(n for n, count in enumerate(left) if count == min(left)))

    def lies(self, s: State) -> Iterator[Lies]:
        yield Lies("pile", tuple(s.pile))
        yield Lies("deck", ("?",) * len(s.deck))
        for seat, hand in enumerate(s.hands):
            yield Lies("hand", tuple(hand), seat)

    def sound(self, s: State, seats: int) -> str:
        every = s.pile + s.deck + "".join(s.hands)
        once = len(every) == len(CARDS) and all(every.count(card) <= 1 for card in CARDS)
        return "" if once and len(s.hands) == seats else f"{len(CARDS)} cards, each once"


def rules(document: Callable[[], Any] | None = None) -> Climb:
    return Climb()
