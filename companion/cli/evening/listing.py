"""`companion list`: list games, search them, switch to another, delete one."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from companion.cli.arguments import Db, Json, Yes, offering, opened, show_done
from companion.cli.note import facts as noted, held
from companion.cli.terminal import Failure, kept, sure
from companion.club import photo as photos
from companion.club.finding import ANYTHING, Sought
from companion.club.names import Names, known_as
from companion.record.about import About, unpacked
from companion.table import Store, Stored, open_game, stored_table
from companion.table.report import which
from specs.base import measure
from specs.base.languages import say, say_as, say_many
from specs.base.terminal import put_json, put_lines

SHOWN = 20

Player = Annotated[str, typer.Option(metavar="NAME", help="Only games of this player.")]
Of = Annotated[str, typer.Option(metavar="GAME", help="Only games of this kind.")]
Place = Annotated[str, typer.Option(metavar="TEXT", help="Only games played there.")]
Event = Annotated[str, typer.Option(metavar="TEXT", help="Only games of this event.")]
Since = Annotated[str, typer.Option("--from", metavar="DATE", help="Only games from this day, month or year.")]
Until = Annotated[str, typer.Option("--to", metavar="DATE", help="Only games up to this day, month or year.")]


def list_games(
    ctx: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(help="Only games with these words in their notes.")] = None,
    player: Player = "",
    of: Of = "",
    place: Place = "",
    event: Event = "",
    since: Since = "",
    until: Until = "",
    every: Annotated[bool, typer.Option("--all", help=f"All of them, not only the latest {SHOWN}.")] = False,
    use: Annotated[int | None, offering("numbers", "Go on with this game.", "NUMBER")] = None,
    delete: Annotated[int | None, offering("numbers", "Delete this game with its log, for good.", "NUMBER")] = None,
    yes: Yes = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """List the games, find some, go on with one, delete one."""
    sought = seeking(words or (), player, of, place, event, since, until)
    with opened(ctx, db) as store:
        if use is not None:
            _use(store, use, json=json)
        elif delete is not None:
            _delete(store, delete, yes=yes)
        else:
            _list(store, sought, every=every, json=json)


def _use(store: Store, number: int, *, json: bool) -> None:
    """Make another game the current one."""
    table = open_game(store, number)
    store.use(number)
    keeps = say("game {n} is the current one", n=number)
    show_done(table, [which(number, table.game.called, table.names)], json=json, keeps=keeps, number=number)


def _delete(store: Store, number: int, *, yes: bool) -> None:
    stored = store.get(number)
    if stored is None:
        raise Failure(say("no game {n}", n=number))
    who = ", ".join(stored.names)
    turns = say_many("{n} turn", "{n} turns", stored_table(store, stored).turns)
    sure(say("Delete game {n} ({what})?", n=number, what=f"{stored.called}, {who}, {turns}"), yes=yes)
    photos.keep(store, stored, b"")
    store.delete(number)
    with kept(say("game {n} is deleted", n=number)):
        put_lines([say("Deleted game {n}.", n=number)])


def _list(store: Store, sought: Sought, *, every: bool, json: bool) -> None:
    whole = every or sought != ANYTHING
    games = [(game, unpacked(game.about)) for game in store.latest(-1 if whole else SHOWN + 1)]
    current = games[0][0].id if games else 0
    if sought != ANYTHING:
        names = Names(known_as(store))
        games = [one for one in games if sought.fits(one[0].called, [p.name for p in one[0].players], one[1], names)]
    shown = games if every else games[:SHOWN]
    found = [_facts(store, game, about) for game, about in shown]
    if json:
        put_json({"games": found, "more": len(games) > len(shown)})
        return
    dated = any(about.date for _, about in shown)
    for facts, (game, about) in zip(found, shown, strict=True):
        put_lines([_line(facts, about, current=game.id == current, dated=dated)])
    if len(games) > len(shown):
        put_lines([f"  {say('... and earlier ones: companion list --all')}"])
    if not games:
        put_lines([say("No games yet.") if sought == ANYTHING else say("No such games.")])


def seeking(words: Sequence[str], player: str, of: str, place: str, event: str, since: str, until: str) -> Sought:
    """Return the search as it was typed. Raises Failure."""
    days = (held("from", "date", since), held("to", "date", until))
    return Sought(tuple(words), player, of, place, event, *days)


def _line(facts: dict[str, Any], about: About, *, current: bool, dated: bool) -> str:
    state = measure.left(say("{name} to move", name=facts["turn"]) if facts["turn"] else say_as("a game", "over"), 20)
    turns = measure.right(say_many("{n} turn", "{n} turns", facts["turns"]), 9)
    day = f"{about.date:<10}  " if dated else ""
    notes = "".join(f" · {text}" for text in (about.event, about.place, about.note) if text)
    return (
        f"{'*' if current else ' '} {facts['number']:>4}  {day}{facts['game']:<10} {turns}  {state} "
        f"{', '.join(facts['players'])}{notes}"
    )


def _facts(store: Store, game: Stored, about: About) -> dict[str, Any]:
    players = game.names
    return {
        "number": game.id,
        "game": game.called,
        "plies": game.ply,
        "turns": stored_table(store, game).turns,
        "turn": None if game.turn is None else players[game.turn],
        "players": players,
        "about": noted(about),
        "photo": bool(game.photo),
    }
