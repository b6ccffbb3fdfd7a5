"""`companion stats --simulate`: statistics of many games between bots."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from companion.cli.arguments import within
from companion.cli.files import put_text
from companion.cli.new import assigned
from companion.cli.terminal import Failure
from companion.club.figures import in_columns
from companion.contract.faults import SyntaxFault
from companion.games import Game, of
from companion.lab.measures import figures
from companion.lab.paired import compare
from companion.lab.playtest import Plan, Row, planned
from companion.lab.report import NAME, answers, csv_of, differences, facts, lines, ruled
from companion.lab.runs import Broken, Kept, run
from companion.record.about import STRENGTHS
from specs.base import seeds
from specs.base.files import replace_text
from specs.base.languages import say, word
from specs.base.terminal import Progress, put, put_json, put_lines, width
from specs.base.workers.cluster import EXPECTED as A_CLUSTER, is_cluster

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
    """Play many games between bots and count each seat's wins with confidence intervals, the length of games, changes
    of the lead, and what is used. Everything that can be dealt is. Raises SyntaxFault, SpecError, Failure."""
    plans = _plans(asked)
    rows = _played(plans, asked)
    found, differ = [figures(each) for each in rows], [compare(rows[0], each) for each in rows[1:]]
    if html is not None:
        from companion.lab.leaf import leaf

        replace_text(html, leaf(plans, rows, found, differ))
    if json:
        put_json(facts(plans, found, differ))
    else:
        put_lines([*answers(plans, found, differ, min(width(), 80)), ""])
        for plan, each in zip(plans, found, strict=True):
            put_lines([*lines(plan, each), ""])
        for plan, apart in zip(plans[1:], differ, strict=True):
            put_lines([f"{ruled(plan)}:", *in_columns(differences(apart), NAME), ""])
    if as_csv:
        put_text(csv_of(plans, rows), as_csv)
    for file in () if json else filter(None, (as_csv.removeprefix("-"), html)):
        put(say("Written: {file}", file=file))


def _plans(asked: Asked) -> list[Plan]:
    """Return the plans to play: the given rules, and each variant compared with them. Raises SyntaxFault, also for a
    bad number or address; SpecError."""
    if asked.cluster and not is_cluster(asked.cluster):
        raise SyntaxFault(f"--cluster {asked.cluster}", word(A_CLUSTER))
    within("--games", asked.games, 1, MOST_GAMES)
    within("--jobs", 1 if asked.jobs is None else asked.jobs, 1, MOST_JOBS)
    within("--seed", asked.seed, 0, seeds.MOST)
    game = of(asked.game)
    strengths = _strengths(game, asked.seats, asked.players)
    choices = assigned("--rule", asked.rules)
    plans = [_plan(game, asked, strengths, choices)]
    for against in asked.against:
        plans.append(_plan(game, asked, strengths, choices | assigned("--against", against.split(","))))
        if plans[-1].key in [plan.key for plan in plans[:-1]]:
            raise SyntaxFault(say("--against: the same rules"), say("an option with another value"))
    return plans


def _plan(game: Game, asked: Asked, strengths: Sequence[str], choices: Mapping[str, str | int | bool]) -> Plan:
    """Return a plan with rule options, and setup options that are not dealt anyway."""
    there = {option.name for option in game.setup_options if "dealt" not in option.choices}
    options = {name: str(value) for name, value in choices.items() if name in there}
    rules = {name: value for name, value in choices.items() if name not in there}
    return planned(asked.game, strengths, asked.seed, rules, options)


def _strengths(game: Game, seats: str, players: int | None) -> list[str]:
    """Return a strength for each seat: one each, or one for all. Raises SyntaxFault."""
    given = [each.strip().lower() for each in seats.split(",") if each.strip()]
    for each in given:
        if each not in STRENGTHS:
            raise SyntaxFault(f"--seats {each}", say("one of {names}", names=", ".join(STRENGTHS)))
    given = given or ["greedy"]
    number = players if players is not None else max(len(given), 2)
    if len(given) == 1:
        given = given * max(0, min(number, 99))
    if len(given) != number:
        raise SyntaxFault(f"--players {number} --seats {seats}", say("one strength for all, or one a seat"))
    return given


def _played(plans: Sequence[Plan], asked: Asked) -> list[list[Row]]:
    """Play the games of each plan. Raises Failure."""
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
