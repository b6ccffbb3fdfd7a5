"""A pile of pebbles, and who has taken how many."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class State:
    pile: int
    turn: int
    taken: tuple[int, ...]
    names: tuple[str, ...]
    colours: tuple[str, ...]
    most: int
    last_wins: bool


@dataclass(frozen=True, slots=True)
class Take:
    count: int


@dataclass(frozen=True, slots=True)
class Tell:
    """`reveal N`: somebody counted the pile and says what it is; no turn."""

    count: int


Move = Take | Tell
