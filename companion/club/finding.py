"""Finds games: by words, players, place, event, or between two days."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.club.names import Names, fold
from companion.record.about import About


class Sought(NamedTuple):
    """What a game must have; empty fields are not checked. `words` may be anywhere; `place` and `event` are parts of
    the game's; `since` and `until` are days, months or years. A game with only a month or a year fits if it may have
    been played then.

    >>> about = About(date="2026-11", place="Ann's kitchen")
    >>> autumn = Sought(since="2026-09-01", until="2026-11-30")
    >>> autumn.fits("atlantis", ["Ann", "Bob"], about)
    True
    >>> Sought(words=("kitchen", "bob")).fits("atlantis", ["Ann"], about)
    False
    """

    words: tuple[str, ...] = ()
    player: str = ""
    game: str = ""
    place: str = ""
    event: str = ""
    since: str = ""
    until: str = ""

    def fits(self, game: str, players: Sequence[str], about: About, names: Names | None = None) -> bool:
        names = names or Names()
        if self.game and fold(self.game) != fold(game):
            return False
        if self.player and names.key(self.player) not in map(names.key, players):
            return False
        if not (fold(self.place) in fold(about.place) and fold(self.event) in fold(about.event)):
            return False
        if (self.since or self.until) and not about.date:
            return False
        if self.since and _last(about.date) < _first(self.since):
            return False
        if self.until and _first(about.date) > _last(self.until):
            return False
        whole = fold("\n".join((game, *players, *about)))
        return all(fold(word) in whole for word in self.words)


ANYTHING = Sought()


def _first(date: str) -> str:
    return date + "-01-01"[len(date) - 4 :] if date else date


def _last(date: str) -> str:
    return date + "-12-31"[len(date) - 4 :] if date else date
