"""Records: check, import and export."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from msgspec import to_builtins

from companion.cli.arguments import As, Db, Force, Json, opened, show_done, table_of
from companion.cli.terminal import Failure, kept, may_write, warned
from companion.contract.faults import SyntaxFault
from companion.record import transcript, written
from companion.record.about import UNNOTED, another_copy
from companion.record.record import Record, write
from companion.record.replay import RecordStops, begin, play
from companion.record.starting import keep
from companion.table import Play, Table, Viewer, report
from specs.base import files
from specs.base.errors import Fault, Place, SpecError
from specs.base.files import replace_text
from specs.base.languages import say
from specs.base.terminal import put, put_json, put_lines, tell, width
from specs.read.yaml_nodes import MAX_BYTES


def export(
    ctx: typer.Context,
    file: Annotated[Path | None, typer.Argument(help="The file to write; default: standard output.")] = None,
    force: Force = False,
    as_transcript: Annotated[bool, typer.Option("--transcript", help="In the game's public format, if any.")] = False,
    html: Annotated[bool, typer.Option("--html", help="A page: every position, the log, the scores.")] = False,
    bgstats: Annotated[bool, typer.Option("--bgstats", help="A link for the app BG Stats, after the end.")] = False,
    bare: Annotated[bool, typer.Option("--bare", help="Without when and where you played.")] = False,
    readable: Annotated[bool, typer.Option("--readable", help="Of a damaged game, what can still be read.")] = False,
    who: As = "",
    db: Db = None,
) -> None:
    """Write the current game as a record."""
    with table_of(ctx, db, readable=readable) as table:
        viewer = table.viewer(who)
        if html:
            from companion.page.keepsake import keepsake
            from companion.page.live import Live

            text = keepsake(Live(table), viewer)
        elif bgstats:
            from companion.club.bgstats import link

            text = link(table)
        else:
            text = _text(table, viewer, as_transcript=as_transcript, bare=bare)
    if file is None or str(file) == "-":
        put_text(text, "-")
        return
    may_write(file, force=force)
    written_to = put_text(text, str(file))
    with kept(say("game {n} is in {file}", n=table.number, file=written_to)):
        put_lines([say("Exported game {n} to {file}.", n=table.number, file=written_to)])


def _text(table: Table, viewer: Viewer, *, as_transcript: bool, bare: bool) -> str:
    """Return the game as a record, or in its public format."""
    if not as_transcript:
        whole = written.record(table, viewer)
        return write(replace(whole, about=UNNOTED) if bare else whole)
    text, left_out = written.transcript(table, viewer)
    tell(*map(warned, left_out))
    return text


def import_record(
    ctx: typer.Context,
    record: Annotated[Path, typer.Argument(help="A record (YAML); - reads standard input.")],
    check: Annotated[bool, typer.Option("--check", help="Check every turn; keep nothing.")] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Check a record and make it the current game."""
    if check:
        _check(record, json=json)
        return
    whole, played = replayed(record, json=json)
    with opened(ctx, db, create=True) as store:
        table = keep(store, whole, played)
    said = [report.which(table.number, table.game.called, table.names), *another_copy(table)]
    show_done(table, said, json=json, keeps=say("game {n} is kept", n=table.number), number=table.number)


def _check(record: Path, *, json: bool) -> None:
    """Check whether every turn of a record is legal, and say how it ended."""
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
        tell(say("{turn} stood though {rule} (worth {points})", turn=turn, rule=entry.rule, points=worth))
    put_lines(report.whose_turn(game, played.state, names, width()))


def replayed(file: Path, *, json: bool = False, data: bytes | None = None) -> tuple[Record, Play]:
    """Replay a record's file to its end; `data` are its bytes, if already read.

    Raises SpecError if it cannot be read, Untaken for the first turn that is refused.
    """
    record, source = transcript.read(data_of(file) if data is None else data, str(file))
    whole, start = begin(record, source)
    try:
        return whole, play(whole.referee, start, whole.lines)
    except RecordStops as broken:
        if json:
            put_json(report.refusal_facts(whole.game, broken.refused))
        found, every = list[str](), [(broken.index, broken.refused), *broken.more]
        for index, refused in every:
            line, column = source.mark(("moves", index))
            if isinstance(fault := refused.refusal, SyntaxFault) and index == broken.index:
                turn = say("turn {ply}, {found}", ply=refused.ply, found=fault.found)
                at = Fault("wrong-value", Place(str(file), line, column), turn, fault.expected)
                raise Failure(str(at)) from None
            why, *rest = report.refusal(refused)
            said = say("turn {ply}, {turn}: {why}", ply=refused.ply, turn=refused.text, why=why)
            found += [f"{file}:{line}:{column}: {said}", *rest]
        if broken.more:
            found.append(say("{n} turns are refused, each judged as if the earlier ones had stood", n=len(every)))
        raise Failure(*found, status=1) from None


def data_of(file: Path) -> bytes:
    """Return the bytes of a file, or of standard input. Raises SpecError."""
    with files.reading(str(file)):
        if str(file) == "-":
            return files.bounded(sys.stdin.buffer.read(MAX_BYTES + 1), MAX_BYTES)
        return files.read(file, MAX_BYTES)


def put_text(text: str, file: str) -> Path:
    """Write a text to a file, or to standard output for `-`; return the file that was written."""
    if file != "-":
        return replace_text(Path(file), text)
    put(text.rstrip("\n"))
    return Path(file)
