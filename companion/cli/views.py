"""Commands that show a game: the position, the legal turns, the log, the score."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.arguments import As, Db, Force, Json, show_done, show_either, table_of
from companion.cli.terminal import Failure, may_write, render, wants_colour
from companion.contract.reading import typed
from companion.contract.values import Choice
from companion.table import PUBLIC, Table, Viewer, report
from companion.table.look import packed
from companion.table.play import Row
from specs.base import measure
from specs.base.languages import mark, numeral, say, say_many, word
from specs.base.terminal import put_json, put_lines, tell, width


def show(
    ctx: typer.Context,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it into an SVG file.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it into a PNG file.")] = None,
    scene: Annotated[Path | None, typer.Option(metavar="FILE", help="As on a table, a JPEG or PNG file.")] = None,
    force: Force = False,
    chain: Annotated[bool, typer.Option("--chain", help="How the last turn unfolded, step by step.")] = False,
    clock: Annotated[bool, typer.Option("--clock", help="The clock.")] = False,
    who: As = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Show the board, and whose turn it is."""
    with table_of(ctx, db) as table:
        viewer = table.viewer(who)
        if chain:
            unfolded = list(table.at(viewer).chain())
            nothing = [say("The last turn did only what it says.")]
            show_either(json, lambda: {"chain": unfolded}, lambda: unfolded or nothing)
        elif clock:
            from companion.cli.clock import show as show_clock

            show_clock(table.kept_in, table, json=json)
        elif svg or png or scene:
            draw(table, viewer, svg, png, scene, force=force)
        else:
            show_done(table, board_lines(table, viewer), viewer, json=json, number=table.number)


def board_lines(table: Table, viewer: Viewer = PUBLIC) -> list[str]:
    """Return the position as text."""
    return [render(table.look(viewer).board(width()), colour=wants_colour(sys.stdout))]


def draw(table: Table, viewer: Viewer, svg: Path | None, png: Path | None, scene: Path | None, *, force: bool) -> None:
    """Draw the position with the generator's faces, or as it looks on a table; 150 dots per inch in a PNG."""
    look, document, files = table.look(viewer), table.game.document, [file for file in (svg, png, scene) if file]
    if not look.game.has_picture:
        raise Failure(say("{game} cannot be drawn; expected `companion show` without a file", game=table.game.called))
    for file in files:
        may_write(file, force=force)
    drawn = look.game.drawn(look.seen, document)
    if svg is not None:
        from generator.formats.svg import scene_svg
        from specs.base.files import replace_text

        replace_text(svg, scene_svg(drawn.scene))
    if png is not None:
        from generator.formats.png import render_scene

        render_scene(drawn.scene, 150, png)
    if scene is not None:
        from companion.games.tabletop import tabletop
        from generator.exports.scenes.photograph import photograph

        photograph((*drawn.scene.nodes, *drawn.figures), tabletop(document).kinds, scene)
    put_lines([say("Drawn: {file}", file=file) for file in files])


def moves(
    ctx: typer.Context,
    begun: Annotated[
        list[str] | None, typer.Argument(metavar="[BEGINNING]", help="Only turns that begin like this, one a line.")
    ] = None,
    hand: Annotated[str, typer.Option(help="A hand, such as FFOH.")] = "",
    limit: Annotated[int, typer.Option(min=1, help="List at most so many.")] = 10_000,
    every: Annotated[bool, typer.Option("--all", help="Every turn, one a line.")] = False,
    who: As = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """List the legal turns.

    By what they begin with, as far as the viewer can know; `|` stands between ways to go on.
    """
    from itertools import islice

    with table_of(ctx, db) as table:
        look, beginning = table.look(table.viewer(who)), " ".join(begun or [])
        known = look.assuming(hand) if hand else look
        whole = (turn for turn in known.legal() if packed(turn).startswith(packed(beginning)))
        every_turn = whole if (json or every) and look.in_parts else known.listed(beginning)
        listed = list(islice(every_turn, limit + 1))
        found, more = listed[:limit], len(listed) > limit
        plain = [typed(turn) for turn in found]
        if json:
            put_json({"turn": table.whose, "moves": found, "more": more})
            return
        heads = [way for way in look.offered("") if not way.whole]
        if every or begun or not (found and heads):
            lines = report.columns(plain, width()) if sys.stdout.isatty() else plain
            put_lines(
                lines or [say("There is no legal turn.") if not begun else say("No legal turn begins like this.")]
            )
        else:
            put_lines(list(_grouped(plain, [head._replace(text=typed(head.text)) for head in heads])))
        if more:
            tell(say("... and more than these {n}: --limit lists more", n=numeral(limit)))


def _grouped(turns: Sequence[str], heads: Sequence[Choice]) -> Iterator[str]:
    """Yield the lines of turns grouped by a common beginning: turns of something on the board are listed, others
    (purchases) counted, unless they are few or the only ones."""
    groups: dict[int, list[str]] = {}
    for turn in turns:
        fitting = [n for n, head in enumerate(heads) if packed(turn).startswith(packed(head.text))]
        groups.setdefault(max(fitting, key=lambda n: len(heads[n].text), default=-1), []).append(turn)
    for n, group in sorted(groups.items()):
        begins, label = (heads[n].text.strip(), heads[n].label) if n >= 0 and len(groups) > 1 else ("", "")
        lines = _lines(group, width() - 2) if not begins or heads[n].place or len(group) <= FEW else []
        if begins:
            count = say_many("{count} turn", "{count} turns", len(group), count=numeral(len(group)))
            head = begins if label == begins else f"{begins}  {label}"
            yield head if 0 < len(lines) <= SHOWN else f"{head}: {count}"
        yield from (f"  {line}" if begins else line for line in lines[:SHOWN])
        if not 0 < len(lines) <= SHOWN:
            if begins:
                yield f"  {say('all of them: moves {begins}', begins=begins)}"
            else:
                yield say("... and more: moves --all lists all {n}", n=numeral(len(group)))


def _lines(turns: Sequence[str], across: int) -> list[str]:
    """Return turns in columns, or a line for each first word if many share it."""
    from companion.cli.folding import folded

    lines = folded(turns)
    if len(lines) > len(turns) / 2:
        lines = list(turns)
    if all(measure.width(line) <= across for line in lines):
        return report.columns(lines, across)
    return [part for line in lines for part in measure.wrap(line, across, then="    ")]


FEW, SHOWN = 8, 60  # a group of so few turns is always listed; most lines of a group


def log(
    ctx: typer.Context,
    last: Annotated[int | None, typer.Argument(min=1, metavar="[NUMBER]", help="Only the latest.")] = None,
    thinking: Annotated[bool, typer.Option("--thinking", help="How long everybody thought.")] = False,
    who: As = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Show the full log, also what was taken back.

    With --as it shows what each turn did to your own hand.
    """
    with table_of(ctx, db) as table:
        if thinking:
            from companion.cli.clock import show_thinking

            show_thinking(table.kept_in, table, json=json)
            return
        viewer = table.viewer(who)
        entries, first = table.log(viewer), ""
        if isinstance(viewer, int):  # a seat knows its own hand better than others do
            first = table.sight.hand(table.stored.start, viewer, viewer) or ""
        earlier = 0 if last is None else max(0, len(entries) - last)
        rows = [log_row(row, table.names) for row in entries[earlier:]]
        if json:
            started = {"hand": first} if first else {}
            put_json({"game": table.game.name, "number": table.number, **started, "entries": rows})
            return
        across = max(map(measure.width, table.names))
        at_first = say("{hand} at the start", hand=first)
        hand = [f"{'':>4}  {measure.left(say('hand'), across)}  {at_first}"] if first and not earlier else []
        before = [f"  {say('... and {n} before', n=earlier)}"] if earlier else []
        put_lines([*hand, *before, *(log_lines(rows, table.names) or [say("Nothing was entered yet.")])])


# entries that are not turns, and the position after them
KINDS = {
    "note": mark("note"), "players": mark("players"), "leave": mark("leave"), "undo": mark("undo"),
    "redo": mark("redo"),
}  # fmt: skip
STANDS = {
    ("undo", False): mark("undone; now at the start"), ("undo", True): mark("undone; now after turn {ply}"),
    ("redo", False): mark("redone; now at the start"), ("redo", True): mark("redone; now after turn {ply}"),
}  # fmt: skip


def log_lines(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> list[str]:
    """Return the rows of the log, a line each."""
    return [_log_line(row, max(map(measure.width, names))) for row in rows]


def log_row(row: Row, names: Sequence[str]) -> dict[str, Any]:
    """Return an entry of the log for programs."""
    entry = row.entry
    rules = entry.rule.split(", ")
    return {
        "kind": entry.kind,
        "ply": entry.ply,
        "player": None if row.player is None else names[row.player],
        "text": entry.text,
        "kept": row.kept,
        **({} if row.counts else {"counts": False}),
        **({"hand": row.hand._asdict() | {"player": names[row.hand.player]}} if row.hand else {}),
        **({"rule": rules[0], "rules": rules, "points": entry.points} if entry.rule else {}),
    }


def _log_line(row: dict[str, Any], across: int) -> str:
    kind, text, who, number = row["kind"], row["text"], row["player"] or "", ""
    if kind == "attempt":
        text = say("tried {turn}; hidden cards make it impossible", turn=text)
    elif kind != "turn":
        stands = STANDS.get((kind, row["ply"] > 0))
        who, text = word(KINDS[kind]), word(stands, ply=row["ply"]) if stands else text
    elif row.get("counts", True):
        number = row["ply"]
    else:
        who, number = "", "·"
    stood = ""
    if "rule" in row:
        worth = report.number(row["points"])
        stood = f"  ({say('stood: {rules}, worth {points}', rules=', '.join(row['rules']), points=worth)})"
    hand = row.get("hand")
    changed = (
        filter(None, [f"−{hand['gave']}" * bool(hand["gave"]), f"+{hand['got']}" * bool(hand["got"])]) if hand else ()
    )
    cards = f"  [{' '.join(changed)}: {hand['now'] or say('no cards')}]" if hand else ""
    back = "" if row["kept"] else f"  ({say('taken back')})"
    return f"{number:>4}  {measure.left(who, across)}  {text}{stood}{cards}{back}"
