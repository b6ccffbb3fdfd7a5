"""A pile of cards, a deck, and a hand a player; `?` is a card this position does not know."""

from __future__ import annotations

from dataclasses import dataclass

CARDS = "ABCDEFGHIJKL"


@dataclass(frozen=True, slots=True)
class State:
    pile: str
    deck: str
    hands: tuple[str, ...]  # letters in order, then `?`
    turn: int
    passes: int  # one after another, until now
    names: tuple[str, ...]
    colours: tuple[str, ...]

    @property
    def hand(self) -> str:
        return self.hands[self.turn]


@dataclass(frozen=True, slots=True)
class Play:
    card: str


@dataclass(frozen=True, slots=True)
class Draw:
    pass


@dataclass(frozen=True, slots=True)
class Pass:
    pass


Move = Play | Draw | Pass


def in_order(hand: str) -> str:
    return "".join(sorted(hand, key=(CARDS + "?").index))
