"""Commands that add to a game: a turn, a player leaving, undo and redo."""

from typing import Annotated, Any

import typer

from companion.cli import bots
from companion.cli.arguments import Db, Json, Seat, offering, show_done, table_of
from companion.cli.terminal import Failure
from companion.table import Change, Table, Untaken, Viewer, report
from specs.base.languages import say
from specs.base.terminal import put_json, tell

Stood = Annotated[bool, typer.Option("--stood", help="Enter it though a rule forbids it: the table let it stand.")]

MANY = 6  # warnings and turns printed; of more, only the number


def move(
    ctx: typer.Context,
    turn: Annotated[list[str] | None, typer.Argument(help="The turn as the game writes it, without quotes.")] = None,
    stood: Stood = False,
    bot: Annotated[bool, typer.Option("--bot", help="Let the bot play its turn. TURN: its cards or dice.")] = False,
    leave: Annotated[str, offering("players", "A player leaves, or a bot plays on.", "NAME[:STRENGTH]")] = "",
    who: Seat = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Enter a turn: companion move 2:HH pay O5"""
    words = turn or []
    unknown = next((word for word in words if word[:1] == "-" and word[1:] and not word[1:].isdecimal()), None)
    if unknown is not None:  # a negative argument may be part of a turn: coins -3
        raise Failure(say("no such option: {option}", option=unknown))
    with table_of(ctx, db) as table:
        name, _, strength = leave.partition(":")
        if bot:
            bots.play(table, " ".join(words), json=json)
        elif strength:
            bots.fill_seat(table, name, strength.strip().lower(), json=json)
        elif leave:
            _leave(table, name, table.viewer(who), json=json)
        elif words:
            enter(table, " ".join(words), table.viewer(who), stood=stood, json=json)
        else:
            raise Failure(say("no turn; companion moves lists them"))


def enter(table: Table, line: str, viewer: Viewer, *, stood: bool = False, json: bool = False) -> None:
    """Enter a line, save it, and say what it did."""
    try:
        change = table.enter(line, viewer, stood=stood)
    except Untaken as refused:
        if json:
            put_json(report.refusal_facts(table.game.name, refused))
        raise
    table, said, asks = change.table, change.confirmed(viewer), ""
    if table.stored.machines:
        from companion.lab.opponents import make  # only needed if bots play

        made = make(table)
        table, said, asks = bots.after(made, table), [*said, *bots.lines(made, viewer)], made.asks
    show_done(table, said, viewer, json=json, turn=not asks)


def _leave(table: Table, player: str, viewer: Viewer, *, json: bool) -> None:
    table = table.leave(player, viewer).table
    said = say("{name} leaves.", name=table.journal.entries[-1].text)
    show_done(table, [said], viewer, json=json, keeps=say("who left is kept"))


def undo(
    ctx: typer.Context,
    ply: Annotated[int | None, typer.Argument(min=0, help="Stop just after this turn; 0 is the start.")] = None,
    turn: Annotated[bool, typer.Option("--turn", help="A player's whole turn, where that is several lines.")] = False,
    redo: Annotated[bool, typer.Option("--redo", help="Put back what was taken back.")] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Take back the last turn, or every turn after PLY."""
    with table_of(ctx, db) as table:
        change = table.redo(ply, whole=turn) if redo else table.undo(ply, whole=turn)
        texts = [entry.text for entry in change.entries]
        facts: dict[str, Any] = {"put_back": texts} if redo else {"taken_back": texts, "seen_since": list(change.seen)}
        show_done(change.table, change.moved(MANY), json=json, keeps=stays(redo=redo), **facts)
        tell(*(() if json else seen_since(change)))


def stays(*, redo: bool) -> str:
    """Say what became of it if it cannot be printed."""
    return say("what was put back stays so") if redo else say("what was taken back stays so")


def seen_since(change: Change) -> list[str]:
    """Return what everyone has seen by turns that were taken back."""
    found, more = change.seen_since(), len(change.seen) - MANY
    rest = [say("Everyone has seen {n} more things, which --json lists.", n=more)] if more > 0 else []
    return [*found[:MANY], *rest]
