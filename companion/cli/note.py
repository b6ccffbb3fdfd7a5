"""`companion note`: remarks in the log, when and where a game was played, its photo, its clock."""

from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.arguments import Db, Force, Json, option, show_either, table_of
from companion.cli.clock import wind
from companion.cli.terminal import Failure, kept, may_write
from companion.club import photo as photos
from companion.contract.faults import ValueFault
from companion.record.about import FIELDS, About, about_of, another_copy, checked, packed, unpacked
from companion.table import Table, open_game
from specs.base import measure
from specs.base.files import read, reading, replacing
from specs.base.languages import say, word
from specs.base.terminal import width

Text = str | None
Date = Annotated[Text, option("The day: 2026-11-22, 2026-11 or 2026.", "DATE")]
Start = Annotated[Text, option("When it began: 19:30.", "TIME")]
End = Annotated[Text, option("When it ended.", "TIME")]
Place = Annotated[Text, option("Where you played.", "TEXT")]
Event = Annotated[Text, option("The occasion.", "TEXT")]
Edition = Annotated[Text, option("The edition of your printed copy.", "TEXT")]
Comment = Annotated[Text, option("A comment on the evening.", "TEXT", "--comment")]
Bots = Annotated[Text, option("The seats bots play, such as '2 steady, 3 greedy'.", "TEXT")]
Photo = Annotated[Text, option("Keep a photo of the table, without place and time.", "FILE")]
Clock = Annotated[Text, option("Start a clock: up, 25 or 25+10 (minutes, seconds a turn); pause, go, off.", "CLOCK")]


def note(
    ctx: typer.Context,
    text: Annotated[list[str] | None, typer.Argument(help="A line for the log.")] = None,
    date: Date = None,
    start: Start = None,
    end: End = None,
    place: Place = None,
    event: Event = None,
    edition: Edition = None,
    comment: Comment = None,
    bots: Bots = None,
    photo: Photo = None,
    save_photo: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the photo, a JPEG.")] = None,
    clock: Clock = None,
    force: Force = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Write a line into the log, or when and where you played.

    Alone it shows what is noted. An empty text removes a note: --place ''
    """
    picture = _photo_in(photo) if photo else b""
    new = given(date=date, start=start, end=end, place=place, event=event, edition=edition, note=comment, bots=bots)
    with table_of(ctx, db) as table:
        if text:
            table = table.note(" ".join(text)).table
        if new:
            table.kept_in.describe(table.number, packed(merged(unpacked(table.stored.about), new)))
        if photo is not None:
            photos.keep(table.kept_in, table.stored, picture)
        if clock is not None:
            wind(table.kept_in, table, clock, json=json)
        _save(table, save_photo, force=force)
        quiet = (text or clock is not None) and not new and photo is None and save_photo is None
        with kept():
            if text:
                noted = table.journal.entries[-1].text
                show_either(json, lambda: {"noted": noted}, lambda: [say("Noted: {text}", text=noted)])
            if not quiet:
                _show(open_game(table.kept_in, table.number), json=json)


def given(**options: str | None) -> dict[str, str]:
    """Return the options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def _show(table: Table, *, json: bool) -> None:
    found, lies = about_of(table), photos.photo(table.kept_in, table.stored)
    shown = [] if lies is None else measure.wrap(str(lies), width(), f"{say('photo')}  ", " " * 7)
    show_either(
        json,
        lambda: facts(found) | {"number": table.number, "photo": None if lies is None else str(lies)},
        lambda: [*_lines(found), *another_copy(table), *shown] or [say("There are no notes on this evening.")],
    )


def _photo_in(file: str) -> bytes:
    """Read a picture from a file, in the form it is kept. Raises SpecError for a file that cannot be read,
    SyntaxFault."""
    with reading(file):
        return photos.taken(read(Path(file), photos.MOST_BYTES))


def _save(table: Table, file: Path | None, *, force: bool) -> None:
    """Save the photo to a file, if one is named."""
    if file is None:
        return
    if (lies := photos.photo(table.kept_in, table.stored)) is None:
        raise Failure(say("this game has no photo; companion note --photo FILE keeps one"))
    may_write(file, force=force)
    picture = lies.read_bytes()
    with replacing(file) as beside:
        beside.write_bytes(picture)


def merged(about: About, new: dict[str, str]) -> About:
    """Return the notes with the new ones added. Raises Failure."""
    try:
        return checked(about.noted() | new)
    except ValueFault as fault:
        raise Failure(f"--{'comment' if fault.path[0] == 'note' else fault.path[0]} {fault.said}") from None


def held(option: str, field: str, text: str) -> str:
    """Return an option's value, checked against its field. Raises Failure."""
    try:
        return str(getattr(checked({field: text}), field))
    except ValueFault as fault:
        raise Failure(f"--{option} {fault.said}") from None


def facts(about: About) -> dict[str, Any]:
    """Return the notes for programs; None for missing ones."""
    return {name: value or None for name, value in about._asdict().items()}


def _lines(about: About) -> list[str]:
    """Return a line for each note."""
    across = max(measure.width(word(name, "about")) for name in FIELDS) + 2
    found = []
    for name, value in about.noted().items():
        found += measure.wrap(value, width(), measure.left(word(name, "about"), across), " " * across)
    return found
