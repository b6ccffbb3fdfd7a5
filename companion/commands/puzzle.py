"""`companion puzzle`: puzzles made of played games, asked at the prompt, their answers checked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from companion.commands.arguments import As, Db, Force
from companion.commands.files import data_of
from companion.commands.review import Budget, Jobs, Seed, sought, table_at, whose
from companion.commands.terminal import may_write, render, wants_colour
from companion.commands.typing_in import asker
from companion.lab.puzzles import Puzzle, is_puzzle, judged, puzzles, read, write
from companion.plies import typed
from companion.table import report
from companion.table.report import refusal
from companion.table.turns import Untaken
from specs.base import measure
from specs.base.files import replace_text
from specs.base.languages import say, say_many
from specs.base.terminal import put, put_lines, tell, width

INSIDE = ("solve", "quit")


def puzzle(
    ctx: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(help="A puzzle, or a record to make some of (YAML); else the current game.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write them here in place of asking.")] = None,
    count: Annotated[int, typer.Option(help="How many at most.", min=1, max=100)] = 3,
    budget: Budget = None,
    seed: Seed = 1,
    jobs: Jobs = 1,
    force: Force = False,
    who: As = "",
    db: Db = None,
) -> None:
    """Find the best turn: of a puzzle's file, or of positions of a game in which one turn is clearly best.

    An answer is played on beside the best turn; what is as good is right.
    """
    if file is not None and is_puzzle(data := data_of(file)):
        _ask([read(data, str(file))])
        return
    with table_at(ctx, file, db) as table:
        seats = whose(table, table.viewer(who), whole=file is not None)
        found = sought(table, puzzles, budget or 0, seed, seats=seats, jobs=jobs, count=count)
    if not found:
        put(say("In no position was one turn clearly better than every other."))
    elif out is None:
        _ask(found)
    else:
        _write(found, out, force=force)


def _write(found: Sequence[Puzzle], folder: Path, *, force: bool) -> None:
    """Raises Failure where a file is there already."""
    files = [folder / f"{each.eyes.game.name}-{number}.yaml" for number, each in enumerate(found, start=1)]
    for file in files:
        may_write(file, force=force)
    folder.mkdir(parents=True, exist_ok=True)
    for each, file in zip(found, files, strict=True):
        replace_text(file, write(each))
        put(say("Written: {file}", file=file))


def _ask(found: Sequence[Puzzle]) -> None:
    """One after the other, until they are solved or left."""
    ask, right = asker(None, INSIDE), 0
    for number, each in enumerate(found, start=1):
        look, across = each.look, min(width(), report.WIDTH)
        put_lines(["", *([say("Puzzle {n} of {all}.", n=number, all=len(found))] if len(found) > 1 else []), each.of])
        put(render(look.board(width()), colour=wants_colour(sys.stdout)))
        put_lines([*filter(None, [look.status()]), *look.whose_turn(across)])
        who = look.names[each.eyes.player]
        told = say("You are {who}, and one turn is clearly best. Type it; solve tells it; quit leaves.", who=who)
        put_lines(measure.wrap(told, across))
        while True:
            try:
                line = ask(look).strip()
            except (EOFError, KeyboardInterrupt):
                line = "quit"
            if line.lower() == "quit":
                return
            if line and (solved := _answered(each, line, across)) is not None:
                right += solved
                break
    if len(found) > 1:
        put(say_many("{right} of {n} puzzle solved.", "{right} of {n} puzzles solved.", len(found), right=right))


def _answered(one: Puzzle, line: str, across: int) -> bool | None:
    """Whether the puzzle is solved; None where it is asked again."""
    solve = line.lower() == "solve"
    try:
        found, why = judged(one, one.best if solve else line)
    except Untaken as refused:
        for told in refusal(refused):
            tell(told)
        return None
    values = {"turn": typed(line), "worth": f"{100 * found.worth:.0f} %", "most": f"{100 * found.most:.0f} %"}
    if not found.right:
        said = say("{turn} wins {worth}, and the best turn {most}. Try again.", **values)
        put_lines(measure.wrap(said, across))
        return None
    if not solve:
        put(say("Right: {turn} wins {worth}.", **values))
    if solve or typed(line) != typed(one.best):
        put(say("The best turn that was found: {best}, {most}.", **values | {"best": typed(one.best)}))
    put_lines(measure.wrap(", ".join(why), across, "  ", "  ") if why else [])
    return not solve
