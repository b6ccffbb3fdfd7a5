"""`companion stats`: who won how often, and what games were like."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from companion.club import figures
from companion.club.kept import known_as
from companion.club.names import Names
from companion.club.outcomes import outcomes
from companion.club.stats import club
from companion.commands.arguments import Db, Force, Json, opened
from companion.commands.listing import Event, Of, Place, Since, Until, seeking
from companion.commands.terminal import kept, may_write, warned
from specs.base.files import replace_text
from specs.base.languages import say
from specs.base.terminal import Progress, put, put_json, put_lines, tell


def stats(
    ctx: typer.Context,
    player: Annotated[str, typer.Argument(help="One player alone.")] = "",
    of: Of = "",
    place: Place = "",
    event: Event = "",
    since: Since = "",
    until: Until = "",
    as_csv: Annotated[bool, typer.Option("--csv", help="A figure a row, for a spreadsheet.")] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="As a page that needs no server, with score curves.")
    ] = None,
    force: Force = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Who won how often, averages by game, streaks, seats; or all of one player: companion stats Ann"""
    sought = seeking(of=of, place=place, event=event, since=since, until=until)
    if html is not None:
        may_write(html, force=force)
    with opened(ctx, db) as store:
        names = Names(known_as(store))
        with Progress() as progress:
            games, left_out = outcomes(store, progress)
        games = [one for one in games if sought.fits(one.game, one.players, one.about, names)]
        for sentence in left_out:
            tell(warned(sentence))
        found = club(games, names)
        one = figures.who(found, player, names) if player else None
        if html is not None:
            from companion.club.leaf import leaf

            text = leaf(store, found, games, one)
    if html is not None:
        replace_text(html, text)
        with kept(say("the page is in {file}", file=html)):
            put(say("Drawn: {file}", file=html))
    elif as_csv:
        put(_csv(figures.rows(found) if one is None else figures.rows_of(one)))
    elif json:
        put_json(figures.facts(found) if one is None else figures.facts_of(one))
    else:
        put_lines(figures.lines(found) if one is None else figures.lines_of(one))


def _csv(rows: Iterable[figures.Row]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().rstrip("\n")
