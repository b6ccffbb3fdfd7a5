"""The clock beside a game, which never refuses a turn; and each player's thinking time."""

from typing import Any

from companion.cli.arguments import show_either
from companion.cli.terminal import kept
from companion.club.clock import Reading, add, clock, events, moved, thinking, time_text
from companion.club.figures import Columns, in_columns
from companion.table import Store, Table
from specs.base.languages import say
from specs.base.terminal import put_json, put_lines


def wind(store: Store, table: Table, what: str, *, json: bool) -> None:
    """Set the clock, stop it or start it again. Raises SyntaxFault for a bad setting."""
    add(store, table.number, what.strip().lower())
    with kept(say("the clock is set")):
        show(store, table, json=json)


def show(store: Store, table: Table, *, json: bool) -> None:
    """Show the clock."""
    reading = clock(store, table)
    none = say("No clock. At the prompt, clock 25+10 gives each 25 minutes, and 10 seconds more a turn.")
    show_either(json, lambda: _facts(table, reading), lambda: [none if reading is None else line(table, reading)])


def line(table: Table, reading: Reading) -> str:
    """Return the clock in a line: `clock: Ann 23:10, Bob 24:02 (runs)`."""
    shown = reading.left if reading.left is not None else reading.spent
    runs = [f" ({say('runs')})" if reading.running == seat else "" for seat in range(len(shown))]
    each = ", ".join(f"{name} {time_text(ms)}{run}" for name, ms, run in zip(table.names, shown, runs, strict=True))
    return say("clock: {each}; stopped", each=each) if reading.paused else say("clock: {each}", each=each)


def _facts(table: Table, reading: Reading | None) -> dict[str, Any]:
    """Return, for programs, the seconds each player has spent and, if the clock counts down, has left."""
    if reading is None:
        return {"clock": None}
    left = reading.left or [None] * len(reading.spent)
    players = [
        {"name": name, "spent": spent / 1000, "left": None if rest is None else rest / 1000}
        for name, spent, rest in zip(table.names, reading.spent, left, strict=True)
    ]
    running = None if reading.running is None else table.names[reading.running]
    return {"clock": {"players": players, "running": running, "paused": reading.paused}}


def show_thinking(store: Store, table: Table, *, json: bool) -> None:
    """Show how long each player thought about each turn."""
    took = thinking(events(store, table.number), moved(store, table), table.stored.begun, len(table.names))
    rows = [(name, len(each), sum(each), max(each, default=0)) for name, each in zip(table.names, took, strict=True)]
    if json:
        facts = [
            {"name": name, "entries": n, "total": whole / 1000, "mean": whole / 1000 / n if n else None,
             "longest": longest / 1000 if n else None}
            for name, n, whole, longest in rows
        ]  # fmt: skip
        put_json({"thinking": facts})
    elif not any(took):
        put_lines([say("No times are known: this game was entered elsewhere, or has no turns yet.")])
    else:
        heads = (say("Thinking"), say("entries"), say("in all"), say("mean"), say("longest"))
        cells = [
            (name, n, time_text(whole), time_text(whole // n) if n else "", time_text(longest))
            for name, n, whole, longest in rows
        ]
        put_lines(in_columns(Columns("thinking", heads, cells)))
