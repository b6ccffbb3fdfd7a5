"""The evening on the page: its notes, its photo, and the clock. No rule concerns them, so they are never refused
because something was entered meanwhile."""

from pathlib import Path

from companion.club import photo as photos
from companion.club.clock import add, clock
from companion.contract import JSON, ValueFault
from companion.page.answer import Answer, Posted
from companion.page.live import Live
from companion.record.about import about_of, checked, packed, unpacked
from companion.table import Store, Stored
from specs.base.languages import say


def evening(live: Live, place: int | None) -> dict[str, JSON]:
    """Return the evening's notes, for those at the table; and the clock, for everybody: each player's ms."""
    store, stored = _now(live)
    reading = clock(store, live.table)
    found: dict[str, JSON] = {"clock": None, "about": None, "photo": False}
    if reading is not None:
        found["clock"] = {
            "names": list(live.table.names),
            "shown": list(reading.left if reading.left is not None else reading.spent),
            "down": reading.left is not None,
            "running": reading.running,
            "paused": reading.paused,
        }
    if place is not None:
        live.table.stored = live.table.stored._replace(about=stored.about, photo=stored.photo)
        found |= {"about": about_of(live.table)._asdict(), "photo": bool(stored.photo)}
    return found


def about(live: Live, place: int, given: Posted) -> list[str]:
    """Note something about the evening. Raises Answer."""
    store, stored = _now(live)
    if given.about is None:
        raise Answer(400, "no 'about'; expected a mapping of texts")
    try:
        kept = checked(unpacked(stored.about).noted() | given.about)
    except ValueFault as fault:
        raise Answer(422, f"{fault.path[0]}: {fault.said}") from None
    store.describe(stored.id, packed(kept))
    return [say("Written down.")]


def set_clock(live: Live, place: int, given: Posted) -> list[str]:
    """Set, stop, start or remove the clock. Raises Answer, SyntaxFault."""
    store, stored = _now(live)
    text = given.line.lower()
    add(store, stored.id, text)
    return [say("The clock is set.") if text not in ("pause", "go", "off") else say("Clock: {word}.", word=text)]


def photo(live: Live, place: int | None) -> Path:
    """Return the photo's path, for those at the table. Raises Answer."""
    store, stored = _now(live)
    found = photos.photo(store, stored) if place is not None else None
    if found is None or not found.is_file():
        raise Answer(404, say("There is no photo."))
    return found


def keep_photo(live: Live, data: bytes) -> list[str]:
    """Keep a photo that somebody at the table took. Raises Answer, SyntaxFault."""
    store, stored = _now(live)
    photos.keep(store, stored, photos.taken(data))
    return [say("The photo is kept.")]


def _now(live: Live) -> tuple[Store, Stored]:
    """Return the store, and the game as it is there. Raises Answer."""
    store = live.table.store
    stored = store.get(live.table.number) if store is not None else None
    if store is None or stored is None:
        raise Answer(404, say("This game is in no store."))
    return store, stored
