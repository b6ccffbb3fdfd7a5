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
        whole = fold("\n".join((game, *players, *about)))
        return (
            (not self.game or fold(self.game) == fold(game))
            and (not self.player or names.key(self.player) in map(names.key, players))
            and (fold(self.place) in fold(about.place) and fold(self.event) in fold(about.event))
            and (not self.since or _day(about.date, "-12-31") >= _day(self.since, "-01-01"))
            and (not self.until or "" < _day(about.date, "-01-01") <= _day(self.until, "-12-31"))
            and all(fold(word) in whole for word in self.words)
        )


ANYTHING = Sought()


def _day(date: str, rest: str) -> str:
    """Return a date with its missing month or day from `rest`, such as -12-31; an unknown date stays empty."""
    return date + rest[len(date) - 4 :] if date else date
