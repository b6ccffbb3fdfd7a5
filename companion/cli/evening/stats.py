"""`companion stats`: who won how often and what games were like, of those you played or of many between bots."""

import shlex
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from companion.cli.arguments import Db, Force, Html, Json, Rules, Yes, offering, opened, option, show_either, within
from companion.cli.evening.listing import Event, Of, Place, Since, Until, seeking
from companion.cli.files import put_text
from companion.cli.new import assigned
from companion.cli.terminal import Failure, kept, may_write, sure, warned
from companion.club import figures
from companion.club.figures import in_columns
from companion.club.names import Names, call, called, known_as
from companion.club.outcomes import outcomes
from companion.club.stats import club
from companion.contract.faults import SyntaxFault
from companion.games import Game
from companion.lab.measures import figures as measured
from companion.lab.paired import compare
from companion.lab.playtest import Plan, Row, planned
from companion.lab.report import NAME, csv_of, differences, facts, lines
from companion.lab.runs import Broken, Kept, run
from companion.record.about import STRENGTHS
from companion.record.seating import seat
from companion.table import Store
from specs.base import seeds
from specs.base.files import csv_text, replace_text
from specs.base.languages import say, word
from specs.base.terminal import Progress, put, put_json, put_lines, tell
from specs.base.workers.cluster import EXPECTED as A_CLUSTER, is_cluster
from specs.model.schema import Players

Simulate = Annotated[str, offering("games", "Play many games between bots, and count those.", "GAME")]
Which = tuple[str, str, str, str, str]  # the games of this kind, place and event, from and to these days


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
    _may_write(html, as_csv, force=force)
    if simulate:
        asked = Asked(simulate, games, players, seats, rule, against or (), seed, jobs, cluster, resume)
        simulated(asked, as_csv, html, json=json)
        return
    with opened(ctx, db) as store:
        if rename:
            _rename(store, *rename, yes=yes)
        else:
            _count(store, (of, place, event, since, until), player, as_csv, html, json=json)


def _may_write(html: Path | None, as_csv: str, *, force: bool) -> None:
    """Raises Failure where one of the files is there already."""
    for file in [*([html] if html else []), *([Path(as_csv)] if as_csv.strip("-") else [])]:
        may_write(file, force=force)


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
    """Two spellings of one player become one in lists and figures; no game is changed."""
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


MOST_GAMES, MOST_JOBS = 1_000_000, 64


class Asked(NamedTuple):
    """What to simulate, as typed: rules and setup options as NAME=VALUE."""

    game: str
    games: int
    players: int | None
    seats: str
    rules: Sequence[str] | None
    against: Sequence[str]
    seed: int
    jobs: int | None
    cluster: str
    resume: Path | None


def simulated(asked: Asked, as_csv: str, html: Path | None, *, json: bool) -> None:
    """Play many games between bots and count: each seat's wins with confidence intervals, how long games are, how the
    lead changes, what is used. Whatever can be dealt is. Raises SyntaxFault, SpecError, Failure."""
    plans = _plans(asked)
    rows = _played(plans, asked)
    found, differ = [measured(each) for each in rows], compare(*rows) if asked.against else []
    if html is not None:
        from companion.lab.leaf import leaf

        replace_text(html, leaf(plans, rows, found, differ))
    if json:
        put_json(facts(plans, found, differ))
    else:
        for plan, each in zip(plans, found, strict=True):
            put_lines([*lines(plan, each), ""])
        put_lines(in_columns(differences(differ), NAME) if differ else [])
    if as_csv:
        put_text(csv_of(plans, rows), as_csv)
    for file in () if json else filter(None, (as_csv.removeprefix("-"), html)):
        put(say("Written: {file}", file=file))


def _plans(asked: Asked) -> list[Plan]:
    """What is played: once, or by two sets of rules. Raises SyntaxFault, also for a number or an address that cannot
    be; SpecError."""
    if asked.cluster and not is_cluster(asked.cluster):
        raise SyntaxFault(f"--cluster {asked.cluster}", word(A_CLUSTER))
    within("--games", asked.games, 1, MOST_GAMES)
    within("--jobs", 1 if asked.jobs is None else asked.jobs, 1, MOST_JOBS)
    within("--seed", asked.seed, 0, seeds.MOST)
    game = Game(asked.game.lower())
    strengths = _strengths(game, asked.seats, asked.players)
    choices = assigned("--rule", asked.rules)
    plans = [_plan(game, strengths, asked.seed, choices)]
    if asked.against:
        plans.append(_plan(game, strengths, asked.seed, choices | assigned("--against", asked.against)))
        if plans[1].key == plans[0].key:
            raise SyntaxFault(say("--against: the same rules"), say("an option with another value"))
    return plans


def _plan(game: Game, strengths: Sequence[str], seed: int, choices: Mapping[str, str | int | bool]) -> Plan:
    """A plan of rule options, and options of the setup that are not dealt anyway."""
    there = {option.name for option in game.setup_options if "dealt" not in option.choices}
    options = {name: str(value) for name, value in choices.items() if name in there}
    return planned(game.name, strengths, seed, {n: value for n, value in choices.items() if n not in there}, options)


def _strengths(game: Game, seats: str, players: int | None) -> list[str]:
    """By seat: one each, or one for all. Raises SyntaxFault."""
    given = [each.strip().lower() for each in seats.split(",") if each.strip()]
    for each in given:
        if each not in STRENGTHS:
            raise SyntaxFault(f"--seats {each}", say("one of {names}", names=", ".join(STRENGTHS)))
    given = given or ["greedy" if game.bots is not None else STRENGTHS[0]]
    number = players if players is not None else max(len(given), 2)
    if len(given) == 1:
        given = given * max(0, min(number, 99))
    if len(given) != number:
        raise SyntaxFault(f"--players {number} --seats {seats}", say("one strength for all, or one a seat"))
    return given


def _played(plans: Sequence[Plan], asked: Asked) -> list[list[Row]]:
    """The games of each plan. Raises Failure."""
    found, jobs = list[list[Row]](), asked.jobs or (0 if asked.cluster else 1)
    try:
        with ExitStack() as stack:
            progress = stack.enter_context(Progress())
            kept = stack.enter_context(Kept(asked.resume)) if asked.resume is not None else None

            def show(done: int) -> None:
                every, of = len(found) * asked.games + done, asked.games * len(plans)
                progress(f"[{'#' * (30 * every // of):<30}] {say('{done} of {n} games', done=every, n=of)}")

            for plan in plans:
                found.append(run(plan, asked.games, jobs, kept, show, asked.cluster))
    except Broken as broken:
        raise Failure(str(broken)) from None
    return found
