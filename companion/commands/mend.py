"""Commands about who plays: another name, and players as they should have been entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from companion.commands.arguments import Db, Json, Seat, offers, table_of
from companion.table import Table
from companion.terminal import kept
from specs.ground.terminal import say_json, say_lines, width


def rename(
    ctx: typer.Context,
    old: Annotated[str, typer.Argument(help="The player's name.", autocompletion=offers("players"))],
    new: Annotated[list[str], typer.Argument(help="The name it should be.")],
    json: Json = False,
    db: Db = None,
) -> None:
    """Call a player of the current game something else."""
    from companion.mending import rename as named

    _mended(ctx, db, lambda table: named(table, old, " ".join(new)), json=json)


def mend(
    ctx: typer.Context,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER[:COLOUR]...", help="Who plays, in turn order.", autocompletion=offers("players")
        ),
    ],
    json: Json = False,
    db: Db = None,
) -> None:
    """Say who plays as it should have been: all of them in turn order, with other names, colours or seats.

    What was entered stays, each line for the same seat, such as: companion mend Bob Ann:blue
    """
    from companion.mending import mend as mended

    _mended(ctx, db, lambda table: mended(table, players), json=json)


def _mended(ctx: typer.Context, db: Db, change: Callable[[Table], Table], *, json: bool) -> None:
    with table_of(ctx, db) as table:
        table = change(table)
        with kept("what was mended is kept"):
            if json:
                say_json(table.look().facts() | {"mended": table.journal.entries[-1].text})
                return
            said = f"Mended: {table.journal.entries[-1].text}"
            say_lines([said, *table.whose_turn(width=width())])


def leave(
    ctx: typer.Context,
    player: Annotated[list[str], typer.Argument(help="Who gets up and goes home.", autocompletion=offers("players"))],
    who: Seat = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Somebody leaves; the others go on, as the rules or the table have it. `undo` takes it back."""
    with table_of(ctx, db) as table:
        viewer = table.viewer(who)
        table = table.leave(" ".join(player), viewer).table
        with kept("who left is kept"):
            if json:
                say_json(table.look(viewer).facts())
                return
            say_lines([f"{table.journal.entries[-1].text} leaves.", *table.whose_turn(viewer, width=width())])
