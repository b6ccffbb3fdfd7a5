"""Commands that add to the journal: a turn, a note, taking back and putting back."""

from __future__ import annotations

from typing import Annotated

import typer

from companion.commands.arguments import Db, Json, Seat, table_of
from companion.commands.confirming import confirmations
from companion.commands.terminal import Failure, kept
from companion.table import report
from companion.table.table import Change, Table, Viewer
from companion.table.turns import Untaken
from specs.base.languages import mark, say, word
from specs.base.terminal import put_json, put_lines, tell, width

Turn = Annotated[list[str], typer.Argument(help="The turn in the game's notation; quotes can be left out.")]
Stood = Annotated[bool, typer.Option("--stood", help="Enter it though a rule forbids it: the table let it stand.")]

MANY = 6  # warnings of one command, turns it took back: more are counted
TAKEN, PUT = mark("Taken back: {turn}"), mark("Put back: {turn}")


def move(
    ctx: typer.Context, turn: Turn, stood: Stood = False, who: Seat = "", json: Json = False, db: Db = None
) -> None:
    """Enter a turn, such as: companion move 2:HH pay O5"""
    unknown = next((word for word in turn if word[:1] == "-" and word[1:] and not word[1:].isdecimal()), None)
    if unknown is not None:  # a turn may take something away: coins -3
        raise Failure(say("no such option: {option}", option=unknown))
    with table_of(ctx, db) as table:
        enter(table, " ".join(turn), table.viewer(who), stood=stood, json=json)


def enter(table: Table, line: str, viewer: Viewer, *, stood: bool = False, json: bool = False) -> None:
    """Take a line, keep it, and say what it did."""
    try:
        change = table.enter(line, viewer, stood=stood)
    except Untaken as refused:
        if json:
            put_json(report.refusal_facts(table.game.name, refused))
        raise
    with kept():
        table, told, asks = change.table, confirmations(change, viewer), ""
        if table.stored.machines:
            from companion.commands.bot import after, follow, lines

            made = follow(table)
            table, told, asks = after(made, table), [*told, *lines(made, viewer)], made.asks
        if json:
            put_json(table.look(viewer).facts())
        else:
            put_lines([*told, *([] if asks else table.whose_turn(viewer, width=width()))])


def note(ctx: typer.Context, text: Annotated[list[str], typer.Argument()], db: Db = None) -> None:
    """Write a note into the log."""
    with table_of(ctx, db) as table:
        change = table.note(" ".join(text))
        with kept():
            put_lines([say("Noted: {text}", text=change.table.journal.entries[-1].text)])


def undo(
    ctx: typer.Context,
    ply: Annotated[int | None, typer.Argument(min=0, help="Go back to just after this turn; 0 is the start.")] = None,
    turn: Annotated[bool, typer.Option("--turn", help="A player's whole turn, where that is several lines.")] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Take back the last turn, or every turn after PLY. It stays in the log; `redo` puts it back."""
    with table_of(ctx, db) as table:
        change = table.undo(ply, whole=turn)
        with kept(say("what was taken back stays so")):
            if json:
                taken = [entry.text for entry in change.entries]
                put_json(change.table.look().facts() | {"taken_back": taken, "seen_since": list(change.seen)})
                return
            put_lines(moved(change, TAKEN))
            for line in seen_since(change):
                tell(line)
            put_lines(change.table.whose_turn(width=width()))


def redo(
    ctx: typer.Context,
    ply: Annotated[int | None, typer.Argument(min=1, help="Go on to just after this turn.")] = None,
    turn: Annotated[bool, typer.Option("--turn", help="A player's whole turn, where that is several lines.")] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Put back the turn that was taken back, or every turn up to PLY."""
    with table_of(ctx, db) as table:
        change = table.redo(ply, whole=turn)
        with kept(say("what was put back stays so")):
            if json:
                put_json(change.table.look().facts() | {"put_back": [entry.text for entry in change.entries]})
                return
            put_lines([*moved(change, PUT), *change.table.whose_turn(width=width())])


def moved(change: Change, done: str) -> list[str]:
    """What was `done` to which turns, nearest first: `Taken back: 3. 2:H`."""
    named = [word(done, turn=change.table.journal.numbered(entry)) for entry in change.entries]
    if len(named) <= MANY + 1:
        return list(named)
    return [*named[:MANY], say("... and {n} more: the log has them", n=len(named) - MANY)]


def seen_since(change: Change) -> list[str]:
    """What the table has seen by turns that were taken back."""
    found: list[str] = [say("look out: the table has seen {what} since", what=phrase) for phrase in change.seen[:MANY]]
    more = len(change.seen) - MANY
    return [*found, *([say("look out: and {n} more things, which --json lists", n=more)] if more > 0 else [])]
