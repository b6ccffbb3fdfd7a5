"""Correct an earlier turn: what follows is replayed, and what breaks is shown before anything is kept."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from companion import report
from companion.commands.arguments import Db, Json, Seat, Yes, table_of
from companion.commands.turns import Stood
from companion.correcting import correct
from companion.terminal import kept, sure
from companion.turns import Corrected
from specs.ground.terminal import say_json, say_lines, tell, width


def amend(
    ctx: typer.Context,
    ply: Annotated[int, typer.Argument(min=1, help="The number of the turn to correct.")],
    turn: Annotated[list[str], typer.Argument(help="What it should have been.")],
    stood: Stood = False,
    yes: Yes = False,
    who: Seat = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Correct an earlier turn; later turns that break are listed first, and stand if you agree."""
    with table_of(ctx, db) as table:
        viewer = table.viewer(who)
        correction = correct(table, ply, " ".join(turn), viewer, stood=stood)
        corrected = correction.corrected
        for broken in corrected.breaks:
            what = "would stand" if broken.stands else "cannot stand"
            tell(f"turn {broken.refused.ply}, {broken.refused.text}, {what}: {report.refusal(broken.refused)[0]}")
        if corrected.left_out:
            which = ", ".join(f"{entry.ply}. {entry.text}" for entry in corrected.left_out)
            tell(f"left out, and in the log as taken back: {which}")
        if json and corrected.breaks and not yes:
            say_json(_facts(ply, corrected, kept=False))  # a program is not asked: it says --yes or it does not
        if corrected.breaks:
            count = "one turn" if len(corrected.breaks) == 1 else f"{len(corrected.breaks)} turns"
            sure(f"Correct turn {ply}, though {count} after it break?", yes=yes, ask=not json)
        table, corrected = correction.keep()
        with kept("what was corrected is kept"):
            if json:
                say_json(_facts(ply, corrected, kept=True))
                return
            said = f"Corrected: {ply}. {corrected.now.text} (was {corrected.was.text})"
            say_lines([said, *table.whose_turn(viewer, width=width())])


def _facts(ply: int, corrected: Corrected, *, kept: bool) -> dict[str, Any]:
    return {
        "amended": ply,
        "move": corrected.now.text,
        "kept": kept,
        "broken": [report.refusal_facts("", broken.refused) | {"stands": broken.stands} for broken in corrected.breaks],
        "left_out": [entry.text for entry in corrected.left_out],
    }
