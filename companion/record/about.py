"""What is noted of an evening: when, where, on what occasion. Nothing of it is needed, and no rule knows it.

>>> about = checked({"date": "2026-11-22", "start": "19:30", "place": "  Ann's   kitchen "})
>>> about.place, about.end, unpacked(packed(about)) == about
("Ann's kitchen", '', True)
>>> checked({"date": "2026-02-30"})
Traceback (most recent call last):
...
companion.contract.faults.ValueFault: date: '2026-02-30'; expected a date such as 2026-11-22, 2026-11 or 2026
"""

import re
from collections.abc import Mapping
from typing import NamedTuple
from unicodedata import normalize

from companion.contract.faults import ValueFault
from companion.table import StoreError, Table
from specs.base.languages import mark, say, word

STRENGTHS = ("random", "greedy", "steady")  # strengths of a bot
A_BOT = rf"[1-9][0-9]? (?:{'|'.join(STRENGTHS)})"
LONGEST = {"place": 200, "event": 200, "edition": 16, "note": 4_000}
A_TIME = r"([01]\d|2[0-3]):[0-5]\d", mark("a time such as 19:30")
FORMS = {
    "date": (r"\d{4}(-\d\d(-\d\d)?)?", mark("a date such as 2026-11-22, 2026-11 or 2026")),
    "start": A_TIME,
    "end": A_TIME,
    "bots": (f"{A_BOT}(?:, {A_BOT})*", mark("seats and strengths, such as 2 steady, 3 greedy")),
}


class About(NamedTuple):
    """When a game was played (`2026-11-22`, or less of it; `19:30`), where, at what event, with which edition of the
    printed copy, remarks, and the bots' seats (`2 steady, 4 greedy`); empty if unknown. An end before the start is past
    midnight."""

    date: str = ""
    start: str = ""
    end: str = ""
    place: str = ""
    event: str = ""
    edition: str = ""
    note: str = ""
    bots: str = ""

    def noted(self) -> dict[str, str]:
        """Return the notes that are filled in."""
        return {name: value for name, value in self._asdict().items() if value}


UNNOTED = About()

FIELDS = (  # the fields of About, in order
    mark("date", "about"), mark("start", "about"), mark("end", "about"), mark("place", "about"),
    mark("event", "about"), mark("edition", "about"), mark("note", "about"), mark("bots", "about"),
)  # fmt: skip


def checked(given: Mapping[str, str]) -> About:
    """Return the notes once they are checked. Raises ValueFault by the field's name."""
    # accents are composed, as when files are read
    found = {
        name: " ".join((text if text.isascii() else normalize("NFC", text)).split()) for name, text in given.items()
    }
    for name, text in found.items():
        if name not in FIELDS:
            raise ValueFault((name,), f"'{name[:40]}'", say("one of {names}", names=", ".join(FIELDS)))
        if not text:
            continue
        pattern, expected = FORMS.get(name, (".*", ""))
        if not re.fullmatch(pattern, text, re.ASCII) or (name == "date" and not _is_day(text)):
            raise ValueFault((name,), f"'{text[:40]}'", word(expected))
        if name in LONGEST and len(text) > LONGEST[name]:
            raise ValueFault(
                (name,), say("{n} letters", n=f"{len(text):,}"), say("at most {most}", most=f"{LONGEST[name]:,}")
            )
        if not text.isprintable():
            raise ValueFault((name,), say("characters that are not text"), say("words in one line"))
    return About(**found)


def _is_day(text: str) -> bool:
    from datetime import date

    try:
        date(*map(int, (text + "-01-01")[:10].split("-")))
    except ValueError:
        return False
    return True


def about_of(table: Table) -> About:
    """Return the notes of a table's evening. If a start was noted and no end, the last turn of a finished game ends it.
    Raises StoreError."""
    noted = unpacked(table.stored.about)
    if not noted.start or noted.end or table.turn is not None:
        return noted
    made = None if table.store is None else table.store.ended(table.stored)
    return noted if made is None else noted._replace(end=_clock(made / 1000))


def begun(seconds: float) -> About:
    """Return date and start of a game that starts at a time in seconds since 1970, in local time."""
    import time

    return About(date=time.strftime("%Y-%m-%d", time.localtime(seconds)), start=_clock(seconds))


def another_copy(table: Table) -> list[str]:
    """Return a remark if the copy on the table is of another edition than the pieces known here; else nothing."""
    from specs.base.errors import SpecError

    noted = unpacked(table.stored.about).edition
    try:
        here = table.game.document.spec.edition if noted else None
    except SpecError:
        return []  # the game continues without its spec's file
    if not noted or not here or noted == here:
        return []
    return [
        say(
            "The copy on the table is of edition {there}; the pieces known here are of edition {here}, and may say"
            " something else.",
            there=noted,
            here=here,
        )
    ]


def _clock(seconds: float) -> str:
    import time

    return time.strftime("%H:%M", time.localtime(seconds))


def minutes(about: About) -> int | None:
    """Return how many minutes it took by its start and end; None if one of them is missing."""
    if not (about.start and about.end):
        return None
    begun, ended = (60 * int(text[:2]) + int(text[3:]) for text in (about.start, about.end))
    return (ended - begun) % (24 * 60)


def packed(about: About) -> str:
    """Encode the notes for the store."""
    import json  # a move at the table does not need it

    return json.dumps(about.noted(), ensure_ascii=False, sort_keys=True)


def unpacked(text: str) -> About:
    """Decode the notes from the store. Raises StoreError for what we never wrote."""
    import json

    if text == "{}":
        return UNNOTED
    try:
        found = json.loads(text)
        if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
            raise ValueError("no mapping of texts")
        return checked(found)
    except (ValueError, RecursionError, ValueFault):
        raise StoreError(say("the notes of a game cannot be read: {text}", text=repr(text[:60]))) from None
