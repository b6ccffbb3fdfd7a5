"""`companion simulate`: many games between machines, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from companion.commands.arguments import Force, Json, offers
from companion.commands.games import assigned, split
from companion.commands.terminal import Failure, may_write
from companion.faults import SyntaxFault
from companion.games import Game, names
from companion.lab.measures import figures
from companion.lab.paired import compare
from companion.lab.playtest import Plan, Row, planned
from companion.lab.runs import Broken, Kept, run
from companion.lab.told import columns, csv_of, differences, facts, lines
from companion.record.about import STRENGTHS
from specs.base.files import replace_text
from specs.base.languages import either, say, word
from specs.base.seeds import EXPECTED, is_seed
from specs.base.terminal import Progress, put, put_json, put_lines
from specs.base.workers.cluster import EXPECTED as A_CLUSTER
from specs.base.workers.cluster import is_cluster

GAMES, MOST_GAMES, MOST_JOBS = 100, 1_000_000, 64


def simulate(
    words: Annotated[
        list[str],
        typer.Argument(metavar="GAME", help="The game; its setup options too.", autocompletion=offers("beginning")),
    ],
    players: Annotated[int | None, typer.Option(help="How many play; as many as --seats, else two.")] = None,
    games: Annotated[int, typer.Option(help="How many games.")] = GAMES,
    seats: Annotated[
        str, typer.Option(metavar="STRENGTH,...", help="Who plays: random, greedy or steady, one for all or each.")
    ] = "",
    rule: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Choose a rule option.", autocompletion=offers("rules")),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="The same deals under this rule option too.", autocompletion=offers("rules")
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="What all chance comes from.")] = 1,
    jobs: Annotated[
        int | None, typer.Option(help="Processes, one unless told; the figures are the same with any number.")
    ] = None,
    cluster: Annotated[
        str, typer.Option(metavar="ADDRESS|local", help="Play on the workers of a Dask scheduler, or on Dask's here.")
    ] = "",
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep each game here, and play none again that is.")
    ] = None,
    as_csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Each game as a row.")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="All figures as a page with charts.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Play many games between machines and count: companion simulate atlantis --games 1000 --jobs 2

    Each seat's wins with what is sure of them, how long games are, how the lead changes, what is used. Setup options
    are told as companion new takes them; whatever can be dealt is.
    """
    plain, options = split(words)
    if len(plain) != 1:
        raise SyntaxFault(" ".join(plain[1:]) or say("no game"), say("one of {names}", names=", ".join(names())))
    if cluster and not is_cluster(cluster):
        raise SyntaxFault(f"--cluster {cluster}", word(A_CLUSTER))
    for name, value, most in (("--games", games, MOST_GAMES), ("--jobs", 1 if jobs is None else jobs, MOST_JOBS)):
        if not 1 <= value <= most:
            raise SyntaxFault(f"{name} {value}", say("a whole number from {least} to {most}", least=1, most=most))
    if not is_seed(seed):
        raise SyntaxFault(f"--seed {seed}", EXPECTED)
    for file in filter(None, (as_csv, html)):
        may_write(file, force=force)
    game, rules = Game(plain[0].lower()), assigned("--rule", rule)
    there = [option.name for option in game.setup_options if "dealt" not in option.choices]  # what can be, is
    for name in options:
        if name not in there:
            raise SyntaxFault(f"--{name}", either([f"--{each}" for each in there]) if there else say("none at all"))
    strengths = _strengths(game, seats, players)
    plans = [planned(game.name, strengths, seed, rules, options)]
    if against:
        plans.append(planned(game.name, strengths, seed, rules | assigned("--against", against), options))
        if plans[1].key == plans[0].key:
            raise SyntaxFault("--against: the same rules", say("an option with another value"))
    rows = _played(plans, games, resume, jobs or (0 if cluster else 1), cluster)
    found, differ = [figures(each) for each in rows], compare(*rows) if against else []
    if as_csv is not None:
        replace_text(as_csv, csv_of(plans, rows))
    if html is not None:
        from companion.lab.leaf import leaf

        replace_text(html, leaf(plans, rows, found, differ))
    if json:
        put_json(facts(plans, found, differ))
        return
    for plan, each in zip(plans, found, strict=True):
        put_lines([*lines(plan, each), ""])
    put_lines(columns(differences(differ)) if differ else [])
    for file in filter(None, (as_csv, html)):
        put(say("Written: {file}", file=file))


def _strengths(game: Game, seats: str, players: int | None) -> list[str]:
    """By seat: as many as were told, or of one strength for all. Raises SyntaxFault."""
    told = [each.strip().lower() for each in seats.split(",") if each.strip()]
    for each in told:
        if each not in STRENGTHS:
            raise SyntaxFault(f"--seats {each}", say("one of {names}", names=", ".join(STRENGTHS)))
    told = told or ["greedy" if game.bots is not None else STRENGTHS[0]]
    number = players if players is not None else max(len(told), 2)
    if len(told) == 1:
        told = told * max(0, min(number, 99))
    if len(told) != number:
        raise SyntaxFault(f"--players {number} --seats {seats}", say("one strength for all, or one a seat"))
    return told


def _played(plans: Sequence[Plan], games: int, resume: Path | None, jobs: int, cluster: str) -> list[list[Row]]:
    """The games of each plan. Raises Failure."""
    found = list[list[Row]]()
    try:
        with ExitStack() as stack:
            progress = stack.enter_context(Progress())
            kept = stack.enter_context(Kept(resume)) if resume is not None else None

            def told(done: int) -> None:
                progress(_progress(len(found) * games + done, games * len(plans)))

            for plan in plans:
                found.append(run(plan, games, jobs, kept, told, cluster))
    except Broken as broken:
        raise Failure(str(broken)) from None
    return found


def _progress(done: int, of: int) -> str:
    bar = "#" * (30 * done // of)
    return f"[{bar:<30}] {say('{done} of {n} games', done=done, n=of)}"
