"""Correct an earlier turn: what follows is replayed, and what breaks is asked for before anything is kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from companion import report
from companion.amending import Corrected
from companion.commands.arguments import Db, Json, Seat, Yes, table_of
from companion.commands.turns import Stood
from companion.correcting import Correction, correct
from companion.table import Table, Viewer
from companion.terminal import Failure, kept
from companion.turns import Untaken
from specs.ground.terminal import answered, put_json, put_lines, tell, width

DROP = "drop"


def amend(
    ctx: typer.Context,
    ply: Annotated[int, typer.Argument(min=1, help="The number of the turn to correct.")],
    turn: Annotated[list[str], typer.Argument(help="What it should have been.")],
    stood: Stood = False,
    replace: Annotated[
        list[str] | None,
        typer.Option("--replace", metavar="'NUMBER TURN'", help="For a later turn that breaks: another, or -."),
    ] = None,
    drop: Annotated[bool, typer.Option("--drop-rest", help="Drop the first that breaks, and the rest.")] = False,
    yes: Yes = False,
    who: Seat = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Correct an earlier turn; later turns that break are listed first, and asked for."""
    with table_of(ctx, db) as table:
        viewer, line, lines = table.viewer(who), " ".join(turn), _lines(replace or ())
        correction = correct(table, ply, line, viewer, stood=stood, lines=lines, drop=drop)
        _say(correction, table)
        while correction.corrected.breaks and not yes:
            if json:  # a program is not asked: it says --yes or it does not
                put_json(_facts(ply, correction.corrected, kept=False))
            answer = None if json else answered(_question(ply, correction.corrected))
            if answer is None:
                raise Failure(
                    f"Turn {ply} is not corrected, for later ones break, and nothing was changed; add --yes to do it,"
                    " --replace 'NUMBER TURN' for one that breaks, or --drop-rest.",
                    status=1,
                )
            if answer.lower() in ("y", "yes"):
                break
            again = _again(correction, ply, line, viewer, stood, lines, answer)
            if again is not None:
                correction = again
                _say(correction, table)
        table, corrected = correction.keep()
        with kept("what was corrected is kept"):
            if json:
                put_json(_facts(ply, corrected, kept=True))
                return
            said = f"Corrected: {ply}. {corrected.now.text} (was {corrected.was.text})"
            put_lines([said, *table.whose_turn(viewer, width=width())])


def _lines(given: Sequence[str]) -> dict[int, str]:
    """Lines by the number of their turn, from `7 sink D5 shark`. Raises Failure."""
    found = {}
    for words in given:
        number, _, line = words.strip().partition(" ")
        if not (number.isascii() and number.isdecimal() and len(number) <= 9 and line.strip()):
            raise Failure(f"--replace '{words[:40]}'; expected a turn's number and another turn, such as '7 -'")
        found[int(number)] = line.strip()
    return found


def _say(correction: Correction, table: Table) -> None:
    """What breaks, and what is left out."""
    corrected = correction.corrected
    for each in corrected.breaks:
        tell(f"turn {each.entry.ply}, {each.entry.text}, {each.told}: {report.refusal(each.refused)[0]}")
    if corrected.left_out:
        which = ", ".join(table.journal.numbered(entry) for entry in corrected.left_out)
        tell(f"left out, and in the log as taken back: {which}")


def _question(ply: int, corrected: Corrected) -> str:
    count = "one turn" if len(corrected.breaks) == 1 else f"{len(corrected.breaks)} turns"
    first = corrected.breaks[0].entry.ply
    instead = "" if corrected.blind else f"another line for {first}, - for none, "
    return (
        f"Correct turn {ply}, though {count} after it break? y as told, {instead}{DROP} for {first} and the rest [y/N]"
    )


def _again(
    correction: Correction, ply: int, line: str, viewer: Viewer, stood: bool, lines: dict[int, str], answer: str
) -> Correction | None:
    """The correction with an answer for the first turn that breaks, None where it will not do. Raises Failure where
    nothing is to be changed."""
    first = correction.corrected.breaks[0].entry.ply
    if answer.lower() in ("", "n", "no"):
        raise Failure("Nothing was changed.", status=1)
    drop = answer.lower() == DROP
    try:
        given = lines if drop else {**lines, first: answer}
        found = correct(correction.table, ply, line, viewer, stood=stood, lines=given, drop=drop)
    except Untaken as refused:
        for told in report.refusal(refused):
            tell(told)
        return None
    lines.update(given)
    return found


def _facts(ply: int, corrected: Corrected, *, kept: bool) -> dict[str, Any]:
    return {
        "amended": ply,
        "move": corrected.now.text,
        "kept": kept,
        "broken": [report.refusal_facts("", broken.refused) | {"stands": broken.stands} for broken in corrected.breaks],
        "left_out": [entry.text for entry in corrected.left_out],
    }
