"""Puzzles from played games, asked and checked at the prompt."""

import sys
from collections.abc import Sequence
from pathlib import Path

from companion.cli.prompt.typing_in import asker, line_of
from companion.cli.terminal import may_write, render, wants_colour
from companion.contract.reading import typed
from companion.lab.puzzles import Puzzle, judged, write
from companion.table import Untaken, report
from companion.table.report import refusal
from specs.base import measure
from specs.base.files import replace_text
from specs.base.languages import say, say_many
from specs.base.terminal import put, put_lines, tell, width

INSIDE = ("solve", "undo", "new", "help", "quit")


def solve(found: Sequence[Puzzle], out: Path | None, *, force: bool) -> None:
    """Ask the puzzles that were found, or write them into a folder. Raises Failure if a file already exists."""
    if not found:
        put(say("In no position was one turn clearly better than every other."))
    elif out is None:
        ask(found)
    else:
        _write(found, out, force=force)


def _write(found: Sequence[Puzzle], folder: Path, *, force: bool) -> None:
    """Write the puzzles. Raises Failure if a file already exists."""
    files = [folder / f"{each.eyes.game.name}-{number}.yaml" for number, each in enumerate(found, start=1)]
    for file in files:
        may_write(file, force=force)
    folder.mkdir(parents=True, exist_ok=True)
    for each, file in zip(found, files, strict=True):
        replace_text(file, write(each))
        put(say("Written: {file}", file=file))


def ask(found: Sequence[Puzzle]) -> None:
    """Ask one puzzle after the other, until they are solved or left."""
    read, solved, at = asker(None, INSIDE), dict[int, bool](), 0
    while at < len(found):
        each, look, across = found[at], found[at].look, min(width(), report.WIDTH)
        put_lines(["", *([say("Puzzle {n} of {all}.", n=at + 1, all=len(found))] if len(found) > 1 else []), each.of])
        put(render(look.board(width()), colour=wants_colour(sys.stdout)))
        put_lines([*filter(None, [look.status()]), *look.whose_turn(across)])
        who = look.names[each.eyes.player]
        task = say("You are {who}, and one turn is clearly best. Type it; solve shows it; quit leaves.", who=who)
        put_lines(measure.wrap(task, across))
        more = say("new: the next puzzle; undo: the one before; solve: its answer; quit.")
        while (line := line_of(read, look)) is not None:
            if line.lower() in ("new", "undo") or (not line and at in solved):
                at = max(0, at + (-1 if line.lower() == "undo" else 1))
                break
            if line.lower() in ("?", "help"):
                put_lines([*next(iter(look.game.folder.help.values()), ()), more])
            elif line and (found_it := _answered(each, line, across)) is not None:
                solved.setdefault(at, found_it)
                put(say("Enter goes on."))
        else:
            break
    if len(found) > 1:
        right = sum(solved.values())
        put(say_many("{right} of {n} puzzle solved.", "{right} of {n} puzzles solved.", len(found), right=right))


def _answered(one: Puzzle, line: str, across: int) -> bool | None:
    """Return whether the puzzle is solved; None if it is asked again."""
    solve = line.lower() == "solve"
    try:
        found, why = judged(one, one.best if solve else line)
    except Untaken as refused:
        tell(*refusal(refused))
        return None
    values = {"turn": typed(line), "worth": f"{100 * found.worth:.0f} %", "most": f"{100 * found.most:.0f} %"}
    if not found.right:
        again = say("{turn} wins {worth}, and the best turn {most}. Try again.", **values)
        put_lines(measure.wrap(again, across))
        return None
    if not solve:
        put(say("Right: {turn} wins {worth}.", **values))
    if solve or typed(line) != typed(one.best):
        put(say("The best turn that was found: {best}, {most}.", **values | {"best": typed(one.best)}))
    put_lines(measure.wrap(", ".join(why), across, "  ", "  ") if why else [])
    return not solve
