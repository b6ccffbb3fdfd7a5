"""`companion clock`: a clock beside the game, which refuses nothing; and how long everybody thought."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from companion.club.clock import Reading, add, clock, events, moved, thinking, told
from companion.club.figures import table as columns
from companion.commands.arguments import Db, Json, chosen, opened
from companion.commands.terminal import kept
from companion.table.table import Table, open_game
from specs.base.languages import mark, say, word
from specs.base.terminal import put_json, put_lines

NONE = mark("No clock. companion clock up counts up, 25+10 gives each 25 minutes and 10 seconds more a turn.")


def game_clock(
    ctx: typer.Context,
    what: Annotated[
        str, typer.Argument(metavar="[WHAT]", help="up; 25 or 25+10, down; pause; go; off. Nothing shows it.")
    ] = "",
    thought: Annotated[bool, typer.Option("--thinking", help="How long everybody thought, from turn to turn.")] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """A clock for every player, that may be ignored: 25+10 is 25 minutes each and 10 seconds more after each turn."""
    with opened(ctx, db) as store:
        table = open_game(store, chosen(ctx).game)
        if what:
            add(store, table.number, what.strip().lower())
        reading = clock(store, table)
        took = thinking(events(store, table.number), moved(store, table), table.stored.begun, len(table.names))
    with kept(say("the clock is set")):
        if json:
            put_json(facts(table, reading) | ({"thinking": _thinking(table, took)} if thought else {}))
            return
        if thought:
            put_lines(_lines(table, took))
        else:
            put_lines([line(table, reading) if reading is not None else word(NONE)])


def line(table: Table, reading: Reading) -> str:
    """The clock in a line: `clock: Ann 23:10, Bob 24:02 (runs)`."""
    shown = reading.left if reading.left is not None else reading.spent
    runs = [f" ({say('runs')})" if reading.running == seat else "" for seat in range(len(shown))]
    each = ", ".join(f"{name} {told(ms)}{run}" for name, ms, run in zip(table.names, shown, runs, strict=True))
    return say("clock: {each}; stopped", each=each) if reading.paused else say("clock: {each}", each=each)


def facts(table: Table, reading: Reading | None) -> dict[str, Any]:
    """For programs: seconds each player has spent, and has left where the clock counts down."""
    if reading is None:
        return {"clock": None}
    left = reading.left or [None] * len(reading.spent)
    players = [
        {"name": name, "spent": spent / 1000, "left": None if rest is None else rest / 1000}
        for name, spent, rest in zip(table.names, reading.spent, left, strict=True)
    ]
    running = None if reading.running is None else table.names[reading.running]
    return {"clock": {"players": players, "running": running, "paused": reading.paused}}


def _thinking(table: Table, took: tuple[list[int], ...]) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "entries": len(each),
            "total": sum(each) / 1000,
            "mean": sum(each) / 1000 / len(each) if each else None,
            "longest": max(each) / 1000 if each else None,
        }
        for name, each in zip(table.names, took, strict=True)
    ]


def _lines(table: Table, took: tuple[list[int], ...]) -> list[str]:
    if not any(took):
        return [say("No times are known: this game was entered elsewhere, or has no turns yet.")]
    rows = [
        (name, len(each), told(sum(each)), told(sum(each) // len(each)) if each else "", told(max(each, default=0)))
        for name, each in zip(table.names, took, strict=True)
    ]
    return columns((say("Thinking"), say("entries"), say("in all"), say("mean"), say("longest")), rows)
