"""`companion settle`: the score of a position, and what each turn gained or cost."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.arguments import As, Db, Json, table_of
from companion.cli.files import data_of
from companion.cli.terminal import Failure
from companion.club.curve import went
from companion.games import Game
from companion.record.replay import final
from companion.table import Table, Viewer, report
from specs.base import measure
from specs.base.languages import say
from specs.base.terminal import put, put_json, put_lines, width


def settle(
    ctx: typer.Context,
    file: Annotated[Path | None, typer.Argument(help="A final position (YAML); default: the current game.")] = None,
    score: Annotated[bool, typer.Option("--score", help="What each turn gained or cost each player.")] = False,
    who: As = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Settle the game as if it ended now, or a final position."""
    if file is not None:
        if score:
            raise Failure(say("--score: a position has no turns; expected the current game"))
        game, state = final(data_of(file), str(file))
        _settle(game, state, None, (), json=json)
        return
    with table_of(ctx, db) as table:
        viewer = table.viewer(who)
        if score:
            _score(table, viewer, json=json)
        else:
            _settle(table.game, table.look(viewer).seen, table.ply, table.stood(), json=json)


def _settle(game: Game, state: Any, plies: int | None, stood: Sequence[str], *, json: bool) -> None:
    """Print the score of a position after `plies` plies (None: the number is not known)."""
    result = game.settle(state)
    over = game.turn(state) is None
    facts = report.facts(game, state, plies or 0)
    names = [player["name"] for player in facts["players"]]
    if not json:
        put_lines([*report.standings(result, names, width(), over=over), *stood])
        return
    facts["players"] = report.with_standings(facts["players"], result)
    facts["winners"] = [names[winner] for winner in result.winners] if over else []
    if plies is None:
        del facts["plies"]
    put_json(facts)


def _score(table: Table, viewer: Viewer, *, json: bool) -> None:
    """Print what each turn gained or cost each player and, once the game is over, the winner and the score."""
    look = table.look(viewer)
    facts = look.facts()
    names = [player["name"] for player in facts["players"]]  # includes a solo game's opponent
    trails = _trails(table, viewer, len(names))
    if json:
        for player, changes in zip(facts["players"], trails, strict=True):
            player["trail"] = changes
        put_json(facts)
        return
    for name, changes in zip(names, trails, strict=True):
        put(name)
        for turn in by_turn(changes):
            put_lines(turn)
        if not changes:
            put(f"  {say('nothing gained or lost yet')}")
    put_lines(went(table, viewer, width()))
    result = look.result()
    put_lines([*(report.standings(result, names, width()) if result is not None else []), *table.stood()])


def _trails(table: Table, viewer: Viewer, players: int) -> list[list[dict[str, Any]]]:
    """Return each player's gains and losses in order."""
    trails: list[list[dict[str, Any]]] = [[] for _ in range(players)]
    for entry, change in table.trail(viewer):
        trail = trails[change.player]
        total = (trail[-1]["total"] if trail else 0) + change.points
        ply, move = (entry.ply, entry.text) if entry else (0, "")
        trail.append({"ply": ply, "move": move, "points": change.points, "total": total, "text": change.text})
    return trails


def by_turn(changes: Sequence[dict[str, Any]]) -> Iterator[list[str]]:
    """Yield a player's changes with one line for each turn: `4.   +4 =  12  plays AC −2, takes S7 +7, ...`."""
    for ply, group in groupby(changes, key=lambda change: change["ply"]):
        turn = list(group)
        points, total = sum(change["points"] for change in turn), turn[-1]["total"]
        number = f"{ply:>3}." if ply else "    "
        what = ", ".join(f"{change['text']} {report.signed(change['points'])}" for change in turn)
        line = f"  {number} {report.signed(points):>4} = {report.number(total):>4}  {what}"
        across = min(width(), report.WIDTH)
        yield measure.wrap(line, across, then=" " * (20 if across > 60 else 8))
