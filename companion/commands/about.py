"""`companion about`: when and where a game was played, on what occasion, and words about it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from companion.club import photo as photos
from companion.commands.arguments import Db, Force, Json, chosen, opened
from companion.commands.terminal import Failure, kept, may_write
from companion.faults import ValueFault
from companion.record.about import FIELDS, About, about_of, another_copy, checked, packed, unpacked
from companion.table.table import open_game
from specs.base import measure
from specs.base.errors import SpecError
from specs.base.files import read, replacing, unread
from specs.base.languages import say, word
from specs.base.terminal import put_json, put_lines, width

Date = Annotated[str | None, typer.Option(metavar="DATE", help="When it was played: 2026-11-22, or less of it.")]
Start = Annotated[str | None, typer.Option(metavar="TIME", help="When it began: 19:30.")]
End = Annotated[str | None, typer.Option(metavar="TIME", help="When it ended.")]
Place = Annotated[str | None, typer.Option(metavar="TEXT", help="Where.")]
Event = Annotated[str | None, typer.Option(metavar="TEXT", help="On what occasion.")]
Edition = Annotated[str | None, typer.Option(metavar="TEXT", help="The edition of the printed copy on the table.")]
Words = Annotated[str | None, typer.Option("--note", metavar="TEXT", help="Words about the evening.")]


def about(
    ctx: typer.Context,
    date: Date = None,
    start: Start = None,
    end: End = None,
    place: Place = None,
    event: Event = None,
    edition: Edition = None,
    note: Words = None,
    bots: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Which seats a machine plays, such as '2 steady, 3 greedy'.")
    ] = None,
    photo: Annotated[
        str | None, typer.Option(metavar="FILE", help="A photo of the table, kept without when and where it was taken.")
    ] = None,
    save_photo: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the photo, a JPEG, there.")] = None,
    force: Force = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Tell, or show, when and where the game was played. An empty text takes back what was told: --place ''"""
    picture = _taken(photo) if photo else b""
    given = {"date": date, "start": start, "end": end, "place": place, "event": event, "edition": edition}
    given |= {"note": note, "bots": bots}
    told = {name: text for name, text in given.items() if text is not None}
    with opened(ctx, db) as store:
        table = open_game(store, chosen(ctx).game)
        if told:
            store.describe(table.number, packed(merged(unpacked(table.stored.about), told)))
        if picture:
            photos.keep(store, table.stored, picture)
        elif photo is not None:
            photos.forget(store, table.stored)
        table = open_game(store, table.number)
        found, lies = about_of(table), photos.photo(store, table.stored)
        if save_photo is not None:
            _save(lies, save_photo, force=force)
        with kept():
            if json:
                put_json(facts(found) | {"number": table.number, "photo": None if lies is None else str(lies)})
            else:
                shown = [] if lies is None else measure.wrap(str(lies), width(), f"{say('photo')}  ", " " * 7)
                put_lines(
                    [*lines(found), *another_copy(table), *shown]
                    or [say("Nothing is told of this game. companion about --help says what can be.")]
                )


def _taken(file: str) -> bytes:
    """The picture in a file, as it is kept. Raises SpecError for a file that cannot be read, SyntaxFault."""
    try:
        return photos.taken(read(Path(file), photos.MOST_BYTES))
    except OSError as error:
        raise SpecError([unread(file, error)]) from None


def _save(lies: Path | None, file: Path, *, force: bool) -> None:
    if lies is None:
        raise Failure(say("this game has no photo; companion about --photo FILE keeps one"))
    may_write(file, force=force)
    picture = lies.read_bytes()
    with replacing(file) as beside:
        beside.write_bytes(picture)


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
    across = max(measure.width(word(name, "about")) for name in FIELDS) + 2
    found = []
    for name, value in about.told().items():
        found += measure.wrap(value, width(), measure.left(word(name, "about"), across), " " * across)
    return found
