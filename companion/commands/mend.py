"""Commands about who plays: another name, and players as they should have been entered."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from companion.commands.arguments import Db, Json, Seat, Yes, chosen, offers, opened, table_of
from companion.commands.terminal import Failure, kept, sure
from companion.table.table import Table, open_game
from specs.base.languages import say
from specs.base.terminal import put_json, put_lines, width


def rename(
    ctx: typer.Context,
    old: Annotated[str, typer.Argument(help="The player's name.", autocompletion=offers("players"))],
    new: Annotated[list[str], typer.Argument(help="The name it should be.")],
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="In all games, as far as lists and figures go: what they say stays.")
    ] = False,
    yes: Yes = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Call a player of the current game something else; or say who is who in the club, with --everywhere."""
    from companion.record.mending import rename as named

    if everywhere:
        _everywhere(ctx, db, old, " ".join(new), yes=yes)
        return
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
    from companion.record.mending import mend as mended

    _mended(ctx, db, lambda table: mended(table, players), json=json)


def _everywhere(ctx: typer.Context, db: Path | None, old: str, new: str, *, yes: bool) -> None:
    """Two spellings of one player become one in the club; no game is changed."""
    from companion.club.kept import call, known_as
    from companion.club.names import Names, called
    from companion.record.seating import seat
    from specs.model.schema import Players

    (player,) = seat([new], Players(min=1, max=1))
    with opened(ctx, db) as store:
        names = Names(known_as(store))
        games = [(game.id, [each.name for each in game.players]) for game in store.latest(-1)]
        said = called(names, old, player.name, games)
        count = {names.key(name): 0 for name in (old, player.name)}
        for _, players in games:
            for key in count.keys() & {names.key(name) for name in players}:
                count[key] += 1
        if len(count) == 2 and all(count.values()):
            first, second = count.values()
            question = say(
                "{one} (games: {first}) and {other} (games: {second}) become one player?",
                one=old,
                first=first,
                other=player.name,
                second=second,
            )
            sure(question, yes=yes)
        call(store, said)
    with kept(say("who is who is kept")):
        told = say("{old} is {new} in lists and figures; no game is changed.", old=old, new=player.name)
        back = f"companion rename {shlex.quote(old)} {shlex.quote(old)} --everywhere"
        put_lines([told if len(count) == 1 else f"{told} {say('Back: {command}', command=back)}"])


def _mended(ctx: typer.Context, db: Db, change: Callable[[Table], Table], *, json: bool) -> None:
    with table_of(ctx, db) as table:
        table = change(table)
        with kept(say("what was mended is kept")):
            if json:
                put_json(table.look().facts() | {"mended": table.journal.entries[-1].text})
                return
            said = say("Mended: {text}", text=table.journal.entries[-1].text)
            put_lines([said, *table.whose_turn(width=width())])


def leave(
    ctx: typer.Context,
    player: Annotated[list[str], typer.Argument(help="Who gets up and goes home.", autocompletion=offers("players"))],
    bot: Annotated[
        str, typer.Option(metavar="STRENGTH", help="A machine goes on in that seat: random, greedy or steady.")
    ] = "",
    who: Seat = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Somebody leaves; the others go on, as the rules or the table have it. `undo` takes it back."""
    if bot:
        _filled(ctx, db, " ".join(player), bot.lower(), json=json)
        return
    with table_of(ctx, db) as table:
        viewer = table.viewer(who)
        table = table.leave(" ".join(player), viewer).table
        with kept(say("who left is kept")):
            if json:
                put_json(table.look(viewer).facts())
                return
            put_lines(
                [say("{name} leaves.", name=table.journal.entries[-1].text), *table.whose_turn(viewer, width=width())]
            )


def _filled(ctx: typer.Context, db: Path | None, player: str, strength: str, *, json: bool) -> None:
    """A machine goes on where somebody sat: no rule knows who plays, so nothing else changes."""
    from companion.commands.bot import waits
    from companion.record.about import STRENGTHS
    from companion.record.bots import fill

    if strength not in STRENGTHS:
        raise Failure(say("--bot {found}; expected one of {names}", found=strength[:40], names=", ".join(STRENGTHS)))
    with opened(ctx, db) as store:
        table = open_game(store, chosen(ctx).game)
        seat = table.viewer(player)
        if not isinstance(seat, int):
            raise Failure(
                say("'{name}' is no player; expected one of {names}", name=player, names=", ".join(table.names))
            )
        table = fill(store, table, seat, strength)
        with kept(say("who left is kept")):
            if json:
                put_json(table.look().facts())
                return
            told = say("{name} leaves, and a machine goes on ({strength}).", name=table.names[seat], strength=strength)
            put_lines([told, *table.whose_turn(width=width()), *waits(table)])
