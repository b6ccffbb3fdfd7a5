"""`companion stats`: wins and other figures of your games, or of many between bots."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.arguments import Db, Force, Html, Json, Rules, Yes, offering, opened, option, show_either
from companion.cli.evening.listing import Event, Of, Place, Since, Until, seeking
from companion.cli.files import put_text
from companion.cli.terminal import kept, may_write, sure, warned
from companion.club import figures
from companion.club.names import Names, call, called, known_as
from companion.club.outcomes import outcomes
from companion.club.stats import club
from companion.record.seating import seat
from companion.table import Store
from specs.base.files import csv_text, replace_text
from specs.base.languages import say
from specs.base.terminal import Progress, put, put_lines, tell
from specs.model.schema import Players

Simulate = Annotated[str, offering("games", "Play many games between bots, and count those.", "GAME")]
Which = tuple[str, str, str, str, str]  # game, place, event, first day, last day


def stats(
    ctx: typer.Context,
    player: Annotated[str, typer.Argument(help="One player alone.")] = "",
    of: Of = "",
    place: Place = "",
    event: Event = "",
    since: Since = "",
    until: Until = "",
    rename: Annotated[tuple[str, str] | None, option("Count one player as another, in all games.", "OLD NEW")] = None,
    as_csv: Annotated[str, option("A spreadsheet; - is standard output.", "FILE", "--csv")] = "",
    html: Html = None,
    force: Force = False,
    simulate: Simulate = "",
    games: Annotated[int, option("Simulate: how many games.")] = 100,
    players: Annotated[int | None, option("Simulate: how many play. [default: as --seats, or 2]")] = None,
    seats: Annotated[str, option("Simulate: random, greedy or steady, one for all or each.", "STRENGTH,...")] = "",
    rule: Rules = None,
    against: Annotated[list[str] | None, offering("rules", "Simulate: the same deals by this rule too.")] = None,
    seed: Annotated[int, option("Simulate: random seed.")] = 1,
    jobs: Annotated[int | None, option("Simulate: processes; any number counts the same.")] = None,
    cluster: Annotated[str, option("Simulate: play on the workers of a Dask scheduler.", "ADDRESS|local")] = "",
    resume: Annotated[Path | None, option("Simulate: keep each game here, and go on from those.", "FILE")] = None,
    yes: Yes = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Count who won how often, in your games or between bots.

    Averages, streaks, seats. Of one player: stats Ann. Between bots: stats --simulate atlantis --games 1000
    """
    for file in filter(None, (html, Path(as_csv) if as_csv.strip("-") else None)):
        may_write(file, force=force)
    if simulate:
        from companion.cli.evening.simulate import Asked, simulated  # loads what plays games, so only when needed

        asked = Asked(simulate, games, players, seats, rule, against or (), seed, jobs, cluster, resume)
        simulated(asked, as_csv, html, json=json)
        return
    with opened(ctx, db) as store:
        if rename:
            _rename(store, *rename, yes=yes)
        else:
            _count(store, (of, place, event, since, until), player, as_csv, html, json=json)


def _count(store: Store, which: Which, player: str, as_csv: str, html: Path | None, *, json: bool) -> None:
    sought, names = seeking((), "", *which), Names(known_as(store))
    with Progress() as progress:
        games, left_out = outcomes(store, progress)
    games = [one for one in games if sought.fits(one.game, one.players, one.about, names)]
    tell(*map(warned, left_out))
    found = club(games, names)
    one = figures.who(found, player, names) if player else None
    if html is not None:
        from companion.club.leaf import leaf

        replace_text(html, leaf(store, found, games, one))
        with kept(say("the page is in {file}", file=html)):
            put(say("Written: {file}", file=html))
    if as_csv:
        put_text(csv_text(figures.rows(found) if one is None else figures.rows_of(one)), as_csv)
    if json or (html is None and not as_csv):
        show_either(
            json,
            lambda: figures.facts(found) if one is None else figures.facts_of(one),
            lambda: figures.lines(found) if one is None else figures.lines_of(one),
        )


def _rename(store: Store, old: str, new: str, *, yes: bool) -> None:
    """Merge two spellings of a player's name in lists and figures; no game is changed."""
    (player,) = seat([new], Players(min=1, max=1))
    names = Names(known_as(store))
    games = [(game.id, [each.name for each in game.players]) for game in store.latest(-1)]
    said = called(names, old, player.name, games)
    keys = [names.key(name) for name in (old, player.name)]
    played = [{names.key(name) for name in players} for _, players in games]
    first, second = (sum(key in each for each in played) for key in keys)
    one, other = keys
    if one != other and first and second:
        question = say(
            "{one} (games: {first}) and {other} (games: {second}) become one player?",
            one=old, first=first, other=player.name, second=second,
        )  # fmt: skip
        sure(question, yes=yes)
    call(store, said)
    with kept(say("who is who is kept")):
        done = say("{old} is {new} in lists and figures; no game is changed.", old=old, new=player.name)
        back = f"companion stats --rename {shlex.quote(old)} {shlex.quote(old)}"
        put_lines([done if one == other else f"{done} {say('Back: {command}', command=back)}"])
