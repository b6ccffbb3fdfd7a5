"""Commands about files: check a record, settle a final position, export and import."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from msgspec import to_builtins

from companion.commands.arguments import As, Db, Force, Json, opened, table_of
from companion.commands.terminal import Failure, kept, may_write, warned
from companion.faults import SyntaxFault
from companion.record import transcript, written
from companion.record.about import UNTOLD, another_copy
from companion.record.record import Record, read, write
from companion.record.replay import RecordStops, begin, final, play
from companion.record.starting import keep
from companion.table import report
from companion.table.play import Play
from specs.base import files
from specs.base.errors import Fault, Place, SpecError
from specs.base.files import replace_text
from specs.base.languages import say
from specs.base.terminal import put, put_json, put_lines, tell, width
from specs.read.yaml_nodes import MAX_BYTES


def check(
    record: Annotated[Path, typer.Argument(help="A record (YAML); - reads standard input.")], json: Json = False
) -> None:
    """Replay a record (or a transcript): is every turn legal, and how did it end?"""
    try:
        whole, played = replayed(record, json=json)
    except SpecError as error:
        if json:
            put_json({"legal": None, "faults": to_builtins(error.faults)})
        raise
    game = whole.referee
    if json:
        put_json(report.facts(game, played.state, played.journal.ply))
        return
    names = [player.name for player in whole.players]
    stood = played.stood()
    count = report.tally(played.journal.ply, [(entry.points, player) for entry, player in stood], names)
    long = report.length(len(played.begun()), played.journal.ply)
    how = say("{long}, all legal", long=long) if not stood else f"{long}: {count}"
    put_lines([f"{record}: {game.called}, {', '.join(names)}: {how}."])
    for entry, _ in stood:
        turn, worth = played.journal.numbered(entry), report.number(entry.points)
        tell(say("{turn} stood though {told} (worth {points})", turn=turn, told=entry.rule, points=worth))
    put_lines(report.whose_turn(game, played.state, names, width()))


def replayed(file: Path, *, json: bool = False) -> tuple[Record, Play]:
    """A record's file played to its end.

    Raises SpecError where it cannot be read, Untaken for the first turn that is refused.
    """
    data = data_of(file)
    record, source = transcript.read(data, str(file)) if transcript.is_transcript(data) else read(data, str(file))
    whole, start = begin(record, source)
    try:
        return whole, play(whole.referee, start, whole.lines)
    except RecordStops as broken:
        if json:
            put_json(report.refusal_facts(whole.game, broken.refused))
        line, column = source.mark(("moves", broken.index))
        if isinstance(broken.refused.refusal, SyntaxFault):
            fault = broken.refused.refusal
            turn = say("turn {ply}, {found}", ply=broken.refused.ply, found=fault.found)
            at = Fault("wrong-value", Place(str(file), line, column), turn, fault.expected)
            raise Failure(str(at)) from None
        found = []
        for index, refused in ((broken.index, broken.refused), *broken.more):
            line, column = source.mark(("moves", index))
            lines = report.refusal(refused)
            told = say("turn {ply}, {turn}: {why}", ply=refused.ply, turn=refused.text, why=lines[0])
            found += [f"{file}:{line}:{column}: {told}", *lines[1:]]
        if broken.more:
            found.append(say("{n} turns are refused, each as if those before it had stood", n=len(broken.more) + 1))
        raise Failure(*found, status=1) from None


def data_of(file: Path) -> bytes:
    """A file's bytes, or standard input's. Raises SpecError."""
    try:
        if str(file) == "-":
            return files.bounded(sys.stdin.buffer.read(MAX_BYTES + 1), MAX_BYTES)
        return files.read(file, MAX_BYTES)
    except OSError as error:
        raise SpecError([files.unread(str(file), error)]) from None


def settle(
    ctx: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(help="A final position (YAML): game, players and what the game asks for.")
    ] = None,
    who: As = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Settle a final position from a file, or the current game as if it ended now."""
    if file is not None:
        game, state = final(data_of(file), str(file))
        plies, stood = None, list[str]()
    else:
        with table_of(ctx, db) as table:
            look = table.look(table.viewer(who))
            game, state, plies, stood = table.game, look.seen, table.ply, table.stood()
    result = game.settle(state)
    if game.turn(state) is not None:
        sentence = say("by the rules the game is not over here; this is what it would come to if it ended now")
        tell(warned(sentence))
    facts = report.facts(game, state, plies or 0)
    names = [player["name"] for player in facts["players"]]
    if json:
        facts["players"] = report.with_standings(facts["players"], result)
        facts["winners"] = [names[winner] for winner in result.winners]
        if plies is None:
            del facts["plies"]
        put_json(facts)
        return
    put_lines([*report.standings(result, names, width()), *stood])


def export(
    ctx: typer.Context,
    file: Annotated[Path | None, typer.Argument(help="The file to write; without one, standard output.")] = None,
    force: Force = False,
    as_transcript: Annotated[
        bool, typer.Option("--transcript", help="In the public format of the game, where it has one.")
    ] = False,
    html: Annotated[
        bool, typer.Option("--html", help="As a page that needs no server: every position, the log, the scores.")
    ] = False,
    bgstats: Annotated[
        bool, typer.Option("--bgstats", help="As a link that the app BG Stats takes, once the game is over.")
    ] = False,
    bare: Annotated[bool, typer.Option("--bare", help="Without when and where it was played.")] = False,
    who: As = "",
    db: Db = None,
) -> None:
    """Write the current game as a record."""
    with table_of(ctx, db) as table:
        viewer = table.viewer(who)
        if html:
            from companion.page.keepsake import keepsake
            from companion.page.live import Live

            text = keepsake(Live(table), viewer)
        elif bgstats:
            from companion.club.bgstats import link

            text = link(table)
        elif as_transcript:
            text, left_out = written.transcript(table, viewer)
            for sentence in left_out:
                tell(warned(sentence))
        else:
            whole = written.record(table, viewer)
            text = write(replace(whole, about=UNTOLD) if bare else whole)
    if file is None or str(file) == "-":
        put(text.rstrip("\n"))
        return
    may_write(file, force=force)
    replace_text(file, text)
    with kept(say("game {n} is in {file}", n=table.number, file=file)):
        put_lines([say("Exported game {n} to {file}.", n=table.number, file=file)])


def import_record(
    ctx: typer.Context,
    record: Annotated[Path, typer.Argument(help="A record (YAML); - reads standard input.")],
    json: Json = False,
    db: Db = None,
) -> None:
    """Check a record and make it the current game."""
    whole, played = replayed(record, json=json)
    with opened(ctx, db, create=True) as store:
        table = keep(store, whole, played)
    with kept(say("game {n} is kept", n=table.number)):
        if json:
            put_json(table.look().facts() | {"number": table.number})
            return
        which = report.which(table.number, table.game.called, table.names)
        put_lines([which, *another_copy(table), *table.whose_turn(width=width())])
