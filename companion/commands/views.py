"""Commands that look: the position, the moves there are, the log, the score."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from companion import report
from companion.commands.target import Db, Failure, Json, Table, parsed, print_json, print_lines, table
from companion.contract import Entry
from companion.terminal import render, say, tell, wants_colour


def width() -> int:
    """How many columns to fill: the terminal's, at most 80 more than enough for any game, 80 in a pipe."""
    try:
        return max(40, min(120, os.get_terminal_size(sys.stdout.fileno()).columns))
    except (OSError, ValueError):
        return report.WIDTH


def show(
    ctx: typer.Context,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it into an SVG file.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it into a PNG file.")] = None,
    chain: Annotated[bool, typer.Option("--chain", help="How the last turn unfolded, step by step.")] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Show the position of the current game, and whose turn it is."""
    with table(ctx, db) as here:
        if chain:
            unfolded = last_chain(here)
            if json:
                print_json({"chain": unfolded})
            else:
                print_lines(unfolded or ["The last turn did no more than it says."])
        elif svg is not None or png is not None:
            draw(here, svg, png)
        elif json:
            print_json(report.facts(here.game, here.state, here.stored.ply) | {"number": here.stored.id})
        else:
            board(here)


def last_chain(here: Table) -> list[str]:
    """How the last turn unfolded by itself."""
    from companion.journal import line

    entries = here.store.entries(here.stored)
    turns = [entry for entry in line(entries, here.stored.head) if entry.kind == "turn"]
    if not turns:
        return []
    parent = turns[-1].parent
    before = parsed(here.store, here.game, entries[parent - 1].position if parent else here.stored.start)
    return list(here.game.advice.chain(before, here.game.notation.parse(before, turns[-1].text)))


def board(here: Table) -> None:
    """The position as text, and what comes next."""
    say(render(here.game.view.board(here.state, width()), colour=wants_colour(sys.stdout)))
    print_lines(report.whose_turn(here.game, here.state, here.names))


def draw(here: Table, svg: Path | None, png: Path | None) -> None:
    """The position drawn with the generator's faces; 150 dots per inch in a PNG."""
    from specs.load import load

    if here.game.picture is None:
        raise Failure(f"{here.stored.game} cannot be drawn; expected `companion show` without a file")
    scene = here.game.picture.picture(here.state, load(here.stored.game))
    if svg is not None:
        from generator.formats.svg import scene_svg
        from specs.files import replace_text

        replace_text(svg, scene_svg(scene))
        print_lines([f"Drawn: {svg}"])
    if png is not None:
        from generator.draw.scene import Page, Use
        from generator.formats.png import render_page

        x, y, across, down = scene.box
        whole = (0.0, 0.0, across, down)
        moved = Use(scene, (1.0, 0.0, 0.0, 1.0, -x, -y))
        render_page(Page(across, down, (moved,), whole, whole, "position"), 150, png)
        print_lines([f"Drawn: {png}"])


def moves(
    ctx: typer.Context,
    hand: Annotated[str, typer.Option(help="What only the player to move can see, such as a hand: FFOH.")] = "",
    limit: Annotated[int, typer.Option(min=1, help="List at most so many.")] = 10_000,
    json: Json = False,
    db: Db = None,
) -> None:
    """List every legal turn."""
    from itertools import islice

    with table(ctx, db) as here:
        state = here.game.advice.assume(here.state, hand) if hand else here.state
        legal = islice(here.game.rules.legal_moves(state), limit + 1)
        listed = [here.game.notation.format(state, move) for move in legal]
        found, more = listed[:limit], len(listed) > limit
        if json:
            print_json({"turn": _turn(here), "moves": found, "more": more})
            return
        at_terminal = found and sys.stdout.isatty()
        print_lines(report.columns(found, width()) if at_terminal else found or ["There is no legal turn."])
        if more:
            tell(f"... and more than these {limit:,}: --limit lists more")


def _turn(here: Table) -> str | None:
    turn = here.game.rules.turn(here.state)
    return None if turn is None else here.names[turn]


def log(ctx: typer.Context, json: Json = False, db: Db = None) -> None:
    """Show everything that was ever entered, also what was taken back."""
    from companion.journal import line

    with table(ctx, db) as here:
        entries = here.store.entries(here.stored)
        standing = {entry.n for entry in line(entries, here.stored.head)}
        rows = []
        for entry in entries:
            kept = entry.kind in ("undo", "redo") or entry.n in standing
            before = entries[entry.parent - 1].position if entry.parent else here.stored.start
            turn = here.game.rules.turn(parsed(here.store, here.game, before)) if entry.kind == "turn" else None
            rows.append(
                {
                    "kind": entry.kind,
                    "ply": entry.ply,
                    "player": None if turn is None else here.names[turn],
                    "text": entry.text,
                    "kept": kept,
                    **({"rule": entry.rule, "points": entry.points} if entry.rule else {}),
                }
            )
        if json:
            print_json({"game": here.stored.game, "number": here.stored.id, "entries": rows})
            return
        across = max(map(len, here.names))
        print_lines([_log_line(row, across) for row in rows] or ["Nothing was entered yet."])


def _log_line(row: dict[str, Any], across: int) -> str:
    match row["kind"]:
        case "turn":
            text = f"{row['ply']:>4}  {row['player'] or '':<{across}}  {row['text']}"
        case "note":
            text = f"{'':>4}  {'note':<{across}}  {row['text']}"
        case kind:
            where = f"after turn {row['ply']}" if row["ply"] else "at the start"
            text = f"{'':>4}  {kind:<{across}}  {'back' if kind == 'undo' else 'on'}; stands {where}"
    stood = f"  (stood: {row['rule']}, worth {row['points']})" if "rule" in row else ""
    return f"{text}{stood}{'' if row['kept'] else '  (taken back)'}"


def score(ctx: typer.Context, json: Json = False, db: Db = None) -> None:
    """Show what each turn gained or cost each player, and, once over, who won by what."""
    from companion.journal import line
    from companion.replay import steps
    from companion.turns import trail

    with table(ctx, db) as here:
        stored = here.stored
        start = parsed(here.store, here.game, stored.start)
        trails: list[list[dict[str, Any]]] = [[] for _ in stored.players]

        def add(change: Entry, ply: int, move: str) -> None:
            before = trails[change.player][-1]["total"] if trails[change.player] else 0
            total = before + change.points
            line = {"ply": ply, "move": move, "points": change.points, "total": total, "text": change.text}
            trails[change.player].append(line)

        for change in here.game.score.opening(start):
            add(change, 0, "")
        for entry, step in steps(here.game, start, line(here.store.entries(stored), stored.head)):
            for change in trail(here.game, step):
                add(change, entry.ply, entry.text)
        result = here.game.score.result(here.state)
        if json:
            found = report.facts(here.game, here.state, stored.ply)
            for player, changes in zip(found["players"], trails, strict=True):
                player["trail"] = changes
            print_json(found)
            return
        for name, changes in zip(here.names, trails, strict=True):
            say(name)
            for turn in by_turn(changes):
                print_lines(turn)
            if not changes:
                say("  nothing gained or lost yet")
        print_lines(report.standings(result, here.names) if result is not None else [])


def by_turn(changes: Sequence[dict[str, Any]]) -> Iterator[list[str]]:
    """A player's changes, those of one turn in one line: `4.   +4 =  12  plays AC −2, takes S7 +7, ...`."""
    from itertools import groupby
    from textwrap import wrap

    for ply, group in groupby(changes, key=lambda change: change["ply"]):
        turn = list(group)
        points, total = sum(change["points"] for change in turn), turn[-1]["total"]
        number = f"{ply:>3}." if ply else "    "
        what = ", ".join(f"{change['text']} {report.signed(change['points'])}" for change in turn)
        line = f"  {number} {report.signed(points):>4} = {report.number(total):>4}  {what}"
        yield wrap(line, report.WIDTH, subsequent_indent=" " * 20)
