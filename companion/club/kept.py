"""What the store keeps for the club beside its games: how names are meant, how games ended."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from companion.table.store import Damaged, Store
from companion.table.stored import StoreError

MOST = 10**12  # of a number that is kept


class Ended(NamedTuple):
    """A game's end as it was worked out when the game had `last` entries: `scores` of the players,
    `winners` and who `left` by their numbers, players' turns, and when it ended ("21:40", or nothing)."""

    last: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    left: tuple[int, ...]
    turns: int
    end: str = ""


def kept_ends(store: Store) -> dict[int, Ended]:
    """The ends that were worked out, by their games' numbers. What cannot be read is worked out again.
    Raises StoreError."""
    try:
        with store.plainly():
            rows = store.rows("outcomes")
    except Damaged:
        return {}
    found = dict[int, Ended]()
    for game, last, text in rows:
        with suppress(ValueError, TypeError, KeyError, RecursionError):
            parts = json.loads(text)
            scores, winners, left = (tuple(parts[name]) for name in ("scores", "winners", "left"))
            turns, end = parts["turns"], parts["end"]
            numbers = (*scores, *winners, *left, turns)
            if all(isinstance(n, int) and abs(n) < MOST for n in numbers) and isinstance(end, str):
                found[game] = Ended(last, scores, winners, left, turns, end[:5])
    return found


def keep_ends(store: Store, ends: Mapping[int, Ended]) -> None:
    """Keep ends, where the store can be written: they are a help, and nothing is lost without them."""
    rows = [
        (game, end.last, json.dumps({k: v for k, v in end._asdict().items() if k != "last"}))
        for game, end in ends.items()
    ]
    with suppress(StoreError), store.change() as db:
        db.executemany("INSERT OR REPLACE INTO outcomes(game, last, scores) VALUES(?, ?, ?)", rows)


def known_as(store: Store) -> dict[str, str]:
    """Whose name each other spelling, folded, stands for. Raises StoreError."""
    with store.plainly():
        rows = store.rows("known_as")
        if not all(isinstance(text, str) for row in rows for text in row):
            raise TypeError("not text")
        return {str(spelling): str(name) for spelling, name in rows}


def call(store: Store, spellings: dict[str, str | None]) -> None:
    """Say whose name spellings, folded, stand for; None: their own. Raises StoreError."""
    with store.change() as db:
        for spelling, name in spellings.items():
            if name is None:
                db.execute("DELETE FROM known_as WHERE spelling = ?", (spelling,))
            else:
                db.execute("INSERT OR REPLACE INTO known_as(spelling, name) VALUES(?, ?)", (spelling, name))
