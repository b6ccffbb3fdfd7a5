"""Commands about files: check a record, settle a final position, export and import."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from companion import journal, report, transcript
from companion.commands.games import packed, unpacked
from companion.commands.target import Db, Failure, Json, opened, parsed, print_json, print_lines, table
from companion.contract import SyntaxFault
from companion.games import find
from companion.record import Record, read, write
from companion.replay import Broken, Played, begin, final, lines_of, play, steps
from companion.terminal import say, tell
from specs.errors import Fault, SpecError
from specs.files import replace_text


def check(
    record: Annotated[Path, typer.Argument(help="A record (YAML); - reads standard input.")], json: Json = False
) -> None:
    """Replay a record (or a transcript): is every turn legal, and how did it end?"""
    try:
        whole, _, played = replayed(record, json=json)
    except SpecError as error:
        if json:
            print_json({"legal": None, "faults": [_fault(fault) for fault in error.faults]})
        raise
    game = find(whole.game)
    if json:
        print_json(report.facts(game, played.state, played.ply))
        return
    names = [player.name for player in whole.players]
    print_lines([f"{record}: {whole.game}, {', '.join(names)}: {played.ply} turns, all legal."])
    for entry in played.entries:
        if entry.rule:
            tell(f"turn {entry.ply}, {entry.text}, stood though {entry.rule} (worth {entry.points})")
    print_lines(report.whose_turn(game, played.state, names))


def replayed(file: Path, *, json: bool = False) -> tuple[Record, Any, Played]:
    """A record's file played to its end: the record, its first position, the replay.

    Raises SpecError where it cannot be read, Untaken for the first turn that is refused.
    """
    data = data_of(file)
    record, source = transcript.read(data, str(file)) if transcript.is_transcript(data) else read(data, str(file))
    whole, start = begin(record, source)
    try:
        return whole, start, play(find(whole.game), start, whole.lines)
    except Broken as broken:
        if json:
            print_json(report.refusal_facts(whole.game, broken.refused))
        line, column = source.mark(("moves", broken.index))
        if isinstance(broken.refused.refusal, SyntaxFault):
            fault = broken.refused.refusal
            at = Fault(str(file), line, column, f"turn {broken.refused.ply}, {fault.found}", fault.expected)
            raise Failure(str(at)) from None
        lines = report.refusal(broken.refused)
        where = f"{file}:{line}:{column}: turn {broken.refused.ply}, {broken.refused.text}: "
        raise Failure(f"{where}{lines[0]}", *lines[1:], status=1) from None


def data_of(file: Path) -> bytes:
    """A file's bytes, or standard input's. Raises SpecError."""
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except (OSError, ValueError) as error:
        what = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        raise SpecError([Fault(str(file), 0, 0, what, "a file that can be read")]) from None


def _fault(fault: Fault) -> dict[str, Any]:
    names = ("file", "line", "column", "found", "expected", "hint")
    return {name: value for name in names if (value := getattr(fault, name))}


def settle(
    ctx: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(help="A final position (YAML): game, players and what the game asks for.")
    ] = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Settle a final position from a file, or the current game as if it ended now."""
    if file is not None:
        game, state = final(data_of(file), str(file))
        plies = None
    else:
        with table(ctx, db) as here:
            game, state, plies = here.game, here.state, here.stored.ply
    result = game.score.settle(state)
    facts = report.facts(game, state, plies or 0)
    names = [player["name"] for player in facts["players"]]
    if json:
        facts["players"] = report.with_standings(facts["players"], result)
        facts["winners"] = [names[winner] for winner in result.winners]
        if plies is None:
            del facts["plies"]
        print_json(facts)
        return
    print_lines(report.standings(result, names))


def export(
    ctx: typer.Context,
    file: Annotated[Path | None, typer.Argument(help="The file to write; without one, standard output.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    as_transcript: Annotated[
        bool, typer.Option("--transcript", help="In the public format of the game, where it has one.")
    ] = False,
    db: Db = None,
) -> None:
    """Write the current game as a record."""
    with table(ctx, db) as here:
        stored, entries = here.stored, here.store.entries(here.stored)
        if as_transcript:
            if here.game.transcript is None:
                raise Failure(f"{stored.game} has no transcript format; expected an export without --transcript")
            start = parsed(here.store, here.game, stored.start)
            taken = steps(here.game, start, journal.line(entries, stored.head))
            moves = [step.move for _, step in taken if step.ply]
            text = here.game.transcript.write(start, moves)
            for sentence in here.game.transcript.left_out(start, moves):
                tell(f"warning: {sentence}")
        else:
            lines = tuple(lines_of(entries))
            text = write(Record(stored.game, stored.rules_version, stored.players, unpacked(stored.setup), lines))
    if file is None or str(file) == "-":
        say(text.rstrip("\n"))
        return
    if file.exists() and not force:
        raise Failure(f"{file}: a file is there; expected a new name, or --force to write over it")
    replace_text(file, text)
    print_lines([f"Exported game {stored.id} to {file}."])


def import_record(
    ctx: typer.Context,
    record: Annotated[Path, typer.Argument(help="A record (YAML); - reads standard input.")],
    json: Json = False,
    db: Db = None,
) -> None:
    """Check a record and make it the current game."""
    whole, start, played = replayed(record, json=json)
    game = find(whole.game)
    with opened(ctx, db, create=True) as store:
        stored = store.add(
            whole.game,
            whole.rules_version,
            whole.players,
            packed(whole.setup),
            game.notation.text(start),
            game.rules.turn(played.state),
            played.entries,
            played.head,
        )
    if json:
        print_json(report.facts(game, played.state, played.ply) | {"number": stored.id})
        return
    print_lines([f"Game {stored.id}: {whole.game}, {', '.join(player.name for player in whole.players)}"])
    print_lines(report.whose_turn(game, played.state, [player.name for player in whole.players]))
