"""`companion review`: each turn of a game compared with the best one, and puzzles made from it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, NamedTuple, TypeVar

import typer

from companion.cli.arguments import As, Db, Force, Html, Json, show_either, table_of, within
from companion.cli.files import data_of, replayed
from companion.cli.prompt.puzzle import ask, solve
from companion.cli.terminal import Failure, may_write
from companion.club import chart
from companion.club.curve import curve
from companion.club.figures import percent
from companion.contract.reading import typed
from companion.lab.puzzles import is_puzzle, puzzles as find_puzzles, read as read_puzzle
from companion.lab.review import Review, Reviewed, made_by, reasons, review
from companion.record.starting import keep
from companion.table import PUBLIC, REFEREE, Table, Viewer
from specs.base import measure, seeds
from specs.base.files import replace_text
from specs.base.languages import say, say_many
from specs.base.terminal import Progress, put, tell, width
from specs.base.workers.cluster import Lost

Found = TypeVar("Found")
MOST = 10_000_000  # most playouts
TURN = 24  # columns for a turn in a list


def review_game(
    ctx: typer.Context,
    record: Annotated[Path | None, typer.Argument(help="A record or puzzle (YAML); default: the current game.")] = None,
    puzzles: Annotated[bool, typer.Option("--puzzles", help="Find turns that are clearly best, and ask.")] = False,
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write the puzzles here, do not ask.")] = None,
    count: Annotated[int, typer.Option(help="Puzzles at most.", min=1, max=100)] = 3,
    budget: Annotated[int | None, typer.Option(help="Games to play on. [default: the game's]", min=1)] = None,
    seed: Annotated[int, typer.Option(help="Random seed.")] = 1,
    jobs: Annotated[int, typer.Option(help="Processes; any number finds the same.", min=1, max=64)] = 1,
    html: Html = None,
    force: Force = False,
    who: As = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Compare each turn with the best one, or solve puzzles.

    Each turn is judged by what its player could know. The same on each run; a game of Atlantis takes half a minute.
    """
    if html is not None:
        may_write(html, force=force)
    data = data_of(record) if record is not None else b""
    if is_puzzle(data):
        ask([read_puzzle(data, str(record))])
        return
    with table_at(ctx, record, db, data) as table:
        seats = whose(table, table.viewer(who), whole=record is not None)
        if puzzles:
            there = sought(table, find_puzzles, budget or 0, seed, seats=seats, jobs=jobs, count=count)
            solve(there, out, force=force)
            return
        found = sought(table, review, budget or 0, seed, seats=seats, jobs=jobs)
        _say(table, found, seed, html, json=json)


def _say(table: Table, found: Review, seed: int, html: Path | None, *, json: bool) -> None:
    turning = [Point(each, *map(", ".join, reasons(table, each))) for each in found.turning]
    if html is not None:
        replace_text(html, _page(table, found, turning))
    show_either(
        json,
        lambda: _facts(table, found, turning, seed),
        lambda: [*rows(table, found), "", *_curve(table, found), "", *_points(table, turning)],
    )
    if html is not None and not json:
        put(say("Written: {file}", file=html))


@contextmanager
def table_at(ctx: typer.Context, record: Path | None, db: Path | None, data: bytes) -> Iterator[Table]:
    """Open a record's game, or the current one. Raises as `replayed` and `table_of` do."""
    if record is not None:
        yield keep(None, *replayed(record, data=data))
        return
    with table_of(ctx, db) as table:
        yield table


def whose(table: Table, viewer: Viewer, *, whole: bool) -> list[int]:
    """Return whose turns are reviewed: while a game is played, never those that show what others hold. Raises
    Failure."""
    if isinstance(viewer, int):
        return [viewer]
    open_to_all = table.sight.of(table.stored.start, PUBLIC) == table.start
    if viewer != REFEREE and table.turn is not None and not whole and not open_to_all:
        raise Failure(say("The game is not over, and a review shows all hands: companion review --as NAME"))
    return []


def sought(
    table: Table, find: Callable[..., Found], budget: int, seed: int, *, seats: Sequence[int], **how: Any
) -> Found:
    """Analyse a game by playing it on, with a progress line on a terminal and the time it took. Raises Failure,
    SyntaxFault."""
    within("--budget", budget, 0, MOST)
    within("--seed", seed, 0, seeds.MOST)
    if not made_by(table, seats, seed):
        raise Failure(say("No legal turn has been played yet."))
    begun = monotonic()
    with Progress() as progress:

        def show(done: int, of: int) -> None:
            progress(f"[{'#' * (30 * done // of):<30}] {say('{done} of {n} turns', done=done, n=of)}")

        try:
            found = find(table, seats, playouts=budget, seed=seed, progress=show, **how)
        except Lost as lost:
            raise Failure(str(lost)) from None
    tell(say("Played on from these turns for {seconds} seconds.", seconds=f"{monotonic() - begun:.0f}"))
    return found


# ---- for people ----------------------------------------------------------------------------------


def rows(table: Table, found: Review) -> list[str]:
    """Return a row for each turn: its worth, and the best turn if that is better; `?` if the difference may
    be chance."""
    names, across = table.names, max(map(measure.width, table.names))
    turn = min(TURN, max((measure.width(each.turn) for each in found.plies), default=0))
    said = []
    for each in found.plies:
        unsure = "" if each.gave or each.spent else "?"
        best = f"  {unsure}{percent(each.most):>5}  {typed(each.best)}" if _better(each) else ""
        who, what = measure.left(names[each.player], across), measure.left(measure.short(typed(each.turn), turn), turn)
        said.append(measure.short(f"{each.ply:>4}  {who}  {what}  {percent(each.worth):>5}{best}".rstrip(), width()))
    blind = sum(not each.best for each in found.plies) + found.made - len(found.plies)
    if blind:
        alone = say_many("{n} turn is not compared", "{n} turns are not compared", blind)
        said += measure.wrap(say("{turns}: the hand is not known.", turns=alone), min(width(), 80))
    return said


def _better(one: Reviewed) -> bool:
    """Return whether the best turn is enough better to be named."""
    more = one.spent > 0 or round(100 * one.most) > round(100 * one.worth)
    return one.best not in ("", one.turn) and more


def _curve(table: Table, found: Review) -> list[str]:
    trail = [(ply, tuple(round(100 * share) for share in shares)) for ply, shares in found.trail]
    return [
        say("Estimated chance to win after each turn, in percent, as each player saw it:"),
        *curve(table.names, trail, width(), 100),
    ]


class Point(NamedTuple):
    """A turning point: the turn, its effect, and that of the best turn."""

    one: Reviewed
    why: str
    instead: str

    @property
    def reasons(self) -> list[str]:
        both = ((self.one.turn, self.why), (self.one.best, self.instead))
        return [f"{typed(turn)}: {reason}" for turn, reason in both if reason]


def _points(table: Table, turning: Sequence[Point]) -> list[str]:
    across, lines = min(width(), 80), list[str]()
    for point in turning:
        lines += measure.wrap(_sentence(table, point.one), across, then="  ")
        lines += [line for reason in point.reasons for line in measure.wrap(reason, across, "  ", "    ")]
    return lines or [say("No turn was clearly worse than the best one.")]


def _sentence(table: Table, one: Reviewed) -> str:
    values = {"ply": one.ply, "who": table.names[one.player], "turn": typed(one.turn), "best": typed(one.best)}
    if one.spent:
        return say_many(
            "Turn {ply}: {who} played '{turn}'; '{best}' does the same and costs {n} point less.",
            "Turn {ply}: {who} played '{turn}'; '{best}' does the same and costs {n} points less.",
            one.spent, **values,
        )  # fmt: skip
    shares = {"most": percent(one.most), "worth": percent(one.worth)}
    return say("Turn {ply}: {who} played '{turn}'; '{best}' was better, {most} to {worth}.", **values, **shares)


def _page(table: Table, found: Review, turning: Sequence[Point]) -> str:
    """Return a self-contained page."""
    from companion.club.html import document, figure, folded, section
    from specs.load import load

    title = f"{load(table.game.name).spec.title}: {', '.join(table.names)}"
    drawn = []
    for seat, name in enumerate(table.names):
        own = {0, found.trail[-1][0], *(each.ply for each in found.plies if each.player == seat)}
        drawn.append(chart.Line(name, [(ply, 100 * shares[seat]) for ply, shares in found.trail if ply in own], seat))
    caption = say("Estimated chance to win after each turn, in percent, as each player saw it")
    picture = figure(chart.lines(drawn, say("start"), say("turn {ply}", ply=found.trail[-1][0])), caption)
    said = [
        (_sentence(table, each.one), "".join(f"<li>{escape(why)}</li>" for why in each.reasons)) for each in turning
    ]
    points = "".join(f"<li>{escape(sentence)}<ul>{whys}</ul></li>" for sentence, whys in said)
    none = f"<p>{escape(say('No turn was clearly worse than the best one.'))}</p>"
    cells = [
        (each.ply, table.names[each.player], each.turn, percent(each.worth),
         *((each.best, percent(each.most), "" if each.gave or each.spent else "?") if _better(each) else ("", "", "")))
        for each in found.plies
    ]  # fmt: skip
    heads = (say("Turn"), say("player"), say("played"), say("win"), say("best"), say("win"), "")
    head, turned = f"<header><h1>{escape(title)}</h1></header>", f"<ul>{points}</ul>" if points else none
    parts = (f"<section>{picture}</section>", section(say("Where the game turned"), turned), folded(heads, cells))
    return document(say("{game}: reviewed", game=title), (head, *parts))


# ---- for programs --------------------------------------------------------------------------------


def _facts(table: Table, found: Review, turning: Sequence[Point], seed: int) -> dict[str, Any]:
    whys = {one.ply: {"why": why, "instead": instead} for one, why, instead in turning}
    return {
        "game": table.game.name, "players": table.names, "seed": seed, "playouts": found.playouts, "made": found.made,
        "turns": [
            {
                "ply": each.ply, "player": table.names[each.player], "turn": each.turn, "win": round(each.worth, 4),
                "best": each.best or None, "best_win": round(each.most, 4), "error": round(each.error, 4),
                "gave": round(each.gave, 4), "spent": each.spent, "closer": each.closer, **whys.get(each.ply, {}),
            }
            for each in found.plies
        ],
        "trail": [[ply, *(round(share, 4) for share in shares)] for ply, shares in found.trail],
    }  # fmt: skip
