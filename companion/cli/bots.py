"""Bots at the table: their turns, and hints for a player's turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.arguments import As, Db, Json, show_done, show_either, table_of
from companion.cli.terminal import Failure, kept
from companion.contract.reading import typed
from companion.table import PUBLIC, REFEREE, Table, Viewer
from specs.base import measure
from specs.base.languages import say
from specs.base.terminal import width

if TYPE_CHECKING:
    from companion.lab.hints import Hint
    from companion.lab.opponents import Made

Known = Annotated[list[str] | None, typer.Argument(metavar="[CARDS|DICE]", help="Its cards or dice, where it asks.")]


def play(table: Table, words: str, *, json: bool) -> None:
    """Let the bot to move play its turn; a person moves its pieces and draws its cards as it says."""
    from companion.lab.opponents import make
    from companion.record.bots import due

    if not due(table):
        person = say("It is {name}'s turn, not a bot's; companion move --leave NAME:steady seats one", name=table.whose)
        raise Failure(say("The game is over.") if table.turn is None else person)
    made = make(table, words)
    moves = [step.text for change in made.changes for step in change.steps]
    show_done(after(made, table), lines(made), json=json, turn=not made.asks, moves=moves, asks=made.asks or None)


def fill_seat(table: Table, player: str, strength: str, *, json: bool) -> None:
    """Let a bot take over a seat. The rules do not know who plays, so the game stays as it is."""
    from companion.record.about import STRENGTHS
    from companion.record.bots import fill

    if strength not in STRENGTHS:
        found, names = f"--leave {player}:{strength[:40]}", ", ".join(STRENGTHS)
        raise Failure(say("{found}; expected {expected}", found=found, expected=say("one of {names}", names=names)))
    seat = table.viewer(player)
    if not isinstance(seat, int):
        raise Failure(say("'{name}' is no player; expected one of {names}", name=player, names=", ".join(table.names)))
    table = fill(table, seat, strength)
    left = say("{name} leaves, and a bot plays on ({strength}).", name=table.names[seat], strength=strength)
    show_done(table, [left], json=json, keeps=say("who left is kept"))


def lines(made: Made, viewer: Viewer = PUBLIC) -> list[str]:
    """Return what bots did, ply by ply, and what they ask for before they continue."""
    found = [line for change in made.changes for line in change.confirmed(viewer)]
    how = f"  companion move --bot {made.knows or say('WHAT')}" if made.asks and not made.typed else ""
    return [*found, *filter(None, [made.asks, how])]


def after(made: Made, table: Table) -> Table:
    """Return the table after the bots' turns; the given one if there were none."""
    return made.changes[-1].table if made.changes else table


def hint(ctx: typer.Context, known: Known = None, who: As = "", json: Json = False, db: Db = None) -> None:
    """Show the best turns, about how often they win, and why."""
    from companion.lab.hints import hints

    with table_of(ctx, db) as table:
        found = hints(table, _seat(table, table.viewer(who), given=bool(known)), " ".join(known or []))
        with kept():
            facts = {"player": table.whose, "hints": [_facts(each) for each in found]}
            show_either(json, lambda: facts, lambda: rows(table, found))


def _seat(table: Table, viewer: Viewer, *, given: bool) -> int:
    """Return the seat a hint is for: the one to move, if the viewer may see its hand. Raises Failure."""
    from companion.lab.opponents import eyes_of

    turn = table.turn
    if turn is None:
        raise Failure(say("The game is over."))
    if isinstance(viewer, int) and viewer != turn:
        raise Failure(say("It is {name}'s turn.", name=table.whose))
    if viewer is PUBLIC and table.look().seen != table.look(turn).seen:
        raise Failure(say("This needs {name}'s hand: companion hint --as {name}", name=table.whose))
    asks = eyes_of(table, turn).asks()
    if asks and not given and viewer != REFEREE:
        raise Failure(asks, say("Type that behind the word: hint {what}", what=say("WHAT")))
    return turn


def _facts(found: Hint) -> dict[str, Any]:
    share, *between = found.worth
    return {"turn": found.text, "win": round(share, 3), "between": between, "why": list(found.why)}


def rows(table: Table, found: Sequence[Hint]) -> list[str]:
    """Return a heading, which says so if all hints are equally good, and a row for each hint, best first: an estimate
    of how often it wins, with its interval, the turn, and why."""
    across = min(width(), 80)
    said: list[str] = [say("Estimated chance of {name} to win (likely range):", name=table.whose)]
    if len(found) > 1 and len({round(100 * each.worth.share) for each in found}) == 1:
        said = [say("Equally good for {name}, as far as can be estimated:", name=table.whose)]
    for each in found:
        why = ", ".join(each.why)
        share, low, high = (round(100 * part) for part in each.worth)
        head = f"{share:>4} % ({low}–{high})  {typed(each.text)}"
        said += measure.wrap(f"{head}  {why}" if why else head, across, then=" " * 10)
    return said
