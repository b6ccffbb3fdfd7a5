"""By elimination: whoever guesses from a seat, as often as they like, learns no more than the log tells all."""

from __future__ import annotations

from math import log2
from pathlib import Path
from random import Random

import pytest
from often import tiers, times

from .lines import guesses
from .surfaces import Answer, Pages, typed, view
from .worlds import KINDS, lawful, started, state_of, stored, swapped, truth

WORLDS = 6
FRESH = 100  # guesses at one set of worlds: what was tried and taken back makes a log long
# where a turn begins, after it was drawn or moved, before what the companion turns up, before it rolls
QUICK = [
    ("atlantis dealt", "Ann", 4),
    ("escape dealt", "Ann", 26),
    ("gods dealt", "Bob", 3),
    ("escape dice", "Bob", 28),
]
DEEP = [
    ("atlantis dealt", "Bob", 4), ("atlantis hidden", "Ann", 2), ("escape dealt", "Ann", 25), ("escape pieces", "", 25),
    ("gods dealt", "Ann", 0), ("gods dealt", "Ann", 8), ("gods alone", "Ann", 0),
]  # fmt: skip


class Guesser:
    """A seat, and worlds that look alike to it; the first is the true one."""

    def __init__(self, folder: Path, pages: Pages, kind: str, who: str, position: str, seed: int) -> None:
        self.game, _, self.players = KINDS[kind]
        self.who, self.seat = who, self.players.index(who) if who else None
        chance = Random(seed)
        lines = [position, *(swapped(position, self.seat, chance, near=True) for _ in range(WORLDS - 1))]
        folder.mkdir()
        self.stores = [stored(folder / f"{n}.db", kind, line, seed + n) for n, line in enumerate(lines)]
        self.served = [pages.serve(store, tuple(self.players)) for store in self.stores]
        self.left = list(range(WORLDS))  # those that nothing that was said has ruled out
        self.by_log = list(range(WORLDS))  # those that the log, and what the seat may see, have not

    def entropy(self) -> tuple[float, float]:
        return log2(len(self.left)), log2(len(self.by_log))

    def ask(self, number: int, guess: str) -> None:
        """One guess, put one way or another, to every world; those that answer otherwise than the true one are out."""
        lasts = [len(truth(store).log) for store in self.stores] if number % 2 == 0 else []
        answers = list[Answer]()
        for n, served in enumerate(self.served):
            match number % 24:
                case 1:
                    answers.append(served.ask(self.who, view((guess,))))
                case 3:
                    answers.append(typed(self.stores[n], "move", guess))
                    served.ask(self.who, "/api/note", {"last": -1})
                case odd if odd % 2:
                    answers.append(served.ask(self.who, "/api/choices", {"typed": guess}))
                case _:
                    answers.append(served.ask(self.who, "/api/enter", {"last": lasts[n], "text": guess}))
        truths = [truth(store) for store in self.stores]
        seen = [(each.log, lawful(each.position, self.seat)) for each in truths]
        self.by_log = [n for n in self.by_log if seen[n] == seen[0]]
        # an answer that shows what lies open by now is no secret: it counts among worlds that look alike still
        self.left = [n for n in self.left if answers[n] == answers[0] and n in self.by_log]
        if len(self.left) != len(self.by_log):
            out = next(n for n in self.by_log if n not in self.left)
            raise AssertionError(f"{guess}: {answers[0]}\n{answers[out]}")
        for n, each in enumerate(truths):
            if each.position != self.first(n):
                typed(self.stores[n], "undo", "0")
                self.served[n].ask("table", "/api/undo", {"last": -1})

    def first(self, n: int) -> str:
        self.starts = getattr(self, "starts", None) or [truth(store).position for store in self.stores]
        return self.starts[n]


def guessed(folder: Path, pages: Pages, kind: str, who: str, plies: int, number: int) -> int:
    """So many guesses; how many of them were answered by a log that tells the worlds apart."""
    told, position, every = 0, started(kind, 3, plies), guesses(KINDS[kind].game)
    assert state_of(kind, position) is not None
    guesser = None
    for n in range(number):
        if guesser is None or n % FRESH == 0 or len(guesser.by_log) == 1:
            guesser = Guesser(folder / str(n), pages, kind, who, position, n)
        before = len(guesser.by_log)
        guesser.ask(n, next(every))
        told += len(guesser.by_log) < before
        entropy, by_log = guesser.entropy()
        assert entropy == by_log
    return told


@pytest.mark.parametrize(("kind", "who", "plies"), tiers(QUICK, DEEP))
def test_guesses_tell_no_more_than_the_log(kind: str, who: str, plies: int, tmp_path: Path, pages: Pages) -> None:
    guessed(tmp_path, pages, kind, who, plies, times(24, 1_000))
