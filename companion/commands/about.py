"""`companion about`: when and where a game was played, on what occasion, and words about it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from companion.club.about import FIELDS, About, about_of, checked, packed, unpacked
from companion.commands.arguments import Db, Json, chosen, opened
from companion.contract import ValueFault
from companion.table import open_game
from companion.terminal import Failure, kept
from specs.ground import measure
from specs.ground.terminal import say_json, say_lines, width

Date = Annotated[str | None, typer.Option(metavar="DATE", help="When it was played: 2026-11-22, or less of it.")]
Start = Annotated[str | None, typer.Option(metavar="TIME", help="When it began: 19:30.")]
End = Annotated[str | None, typer.Option(metavar="TIME", help="When it ended.")]
Place = Annotated[str | None, typer.Option(metavar="TEXT", help="Where.")]
Event = Annotated[str | None, typer.Option(metavar="TEXT", help="On what occasion.")]
Words = Annotated[str | None, typer.Option("--note", metavar="TEXT", help="Words about the evening.")]


def about(
    ctx: typer.Context,
    date: Date = None,
    start: Start = None,
    end: End = None,
    place: Place = None,
    event: Event = None,
    note: Words = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Tell, or show, when and where the game was played. An empty text takes back what was told: --place ''"""
    given = {"date": date, "start": start, "end": end, "place": place, "event": event, "note": note}
    told = {name: text for name, text in given.items() if text is not None}
    with opened(ctx, db) as store:
        table = open_game(store, chosen(ctx).game)
        if told:
            store.describe(table.number, packed(merged(unpacked(table.stored.about), told)))
            table = open_game(store, table.number)
        found = about_of(table)
        with kept():
            if json:
                say_json(facts(found) | {"number": table.number})
            else:
                say_lines(lines(found) or ["Nothing is told of this game. companion about --help says what can be."])


def merged(about: About, told: dict[str, str]) -> About:
    """What was told, and what is told now. Raises Failure."""
    try:
        return checked(about.told() | told)
    except ValueFault as fault:
        raise Failure(f"--{fault.path[0]} {fault.said}") from None


def held(option: str, field: str, text: str) -> str:
    """An option's value, held to what a field can be. Raises Failure."""
    try:
        return str(getattr(checked({field: text}), field))
    except ValueFault as fault:
        raise Failure(f"--{option} {fault.said}") from None


def facts(about: About) -> dict[str, Any]:
    """For programs: what was told, None for what was not."""
    return {name: value or None for name, value in about._asdict().items()}


def lines(about: About) -> list[str]:
    """One line each of what was told."""
    across = max(map(len, FIELDS)) + 2
    found = []
    for name, value in about.told().items():
        found += measure.wrap(value, width(), f"{name:<{across}}", " " * across)
    return found
