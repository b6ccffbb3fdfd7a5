"""Corrects an earlier turn: later turns are replayed, and those that break are asked about before anything is saved."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from companion.cli.arguments import Db, Json, Seat, Yes, offering, option, show_done, show_either, table_of, to_move
from companion.cli.terminal import Failure, kept
from companion.cli.turns import Stood
from companion.record.seating import named
from companion.table import Table, Untaken, Viewer, report
from companion.table.correcting import Asked, Corrected, Correction, correct
from specs.base.languages import mark, say, say_many, word
from specs.base.terminal import affirmed, answered, put_json, tell

DROP = "drop"


def amend(
    ctx: typer.Context,
    ply: Annotated[int | None, typer.Argument(min=1, help="The number of the turn to correct.")] = None,
    turn: Annotated[list[str] | None, typer.Argument(help="What it should have been.")] = None,
    stood: Stood = False,
    replace: Annotated[
        list[str] | None, option("For a later turn that breaks: another, or -.", "'NUMBER TURN'")
    ] = None,
    drop: Annotated[bool, typer.Option("--drop-rest", help="Drop the first that breaks, and the rest.")] = False,
    players: Annotated[
        str, option("Who plays, in turn order, as it should have been: names, colours, seats.", "'NAME[:COLOUR] ...'")
    ] = "",
    rename: Annotated[tuple[str, str] | None, offering("players", "Correct a player's name.", "OLD NEW")] = None,
    yes: Yes = False,
    who: Seat = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Correct an earlier turn, or who plays.

    Later turns that break are listed, and asked for, before anything is kept.
    """
    if players or rename:
        with table_of(ctx, db) as table:
            _mend(table, players, rename, json=json)
    elif ply is None or not turn:
        raise Failure(say("nothing to correct; expected a turn's number and another turn, such as 4 2:HH"))
    else:
        with table_of(ctx, db) as table:
            asked = Asked(ply, " ".join(turn), stood, _lines(replace or ()))
            _amend(table, asked, table.viewer(who), drop=drop, yes=yes, json=json)


def _amend(table: Table, asked: Asked, viewer: Viewer, *, drop: bool, yes: bool, json: bool) -> None:
    correction = _with_warnings(correct(table, asked, viewer, drop=drop))
    while (breaks := correction.corrected.breaks) and not yes:
        if json:  # with --json no question is asked: --yes decides
            put_json(_facts(correction.corrected, kept=False))
        answer = None if json else answered(_question(correction.corrected))
        if answer is None:
            sentence = say(
                "Turn {ply} was not corrected, because later turns would break. Add --yes to correct it anyway,"
                " --replace 'NUMBER TURN' for a turn that breaks, or --drop-rest.",
                ply=asked.ply,
            )
            raise Failure(sentence, status=1)
        if affirmed(answer):
            break
        correction = _answered(correction, breaks[0].entry.ply, answer, viewer)
    table, corrected = correction.keep()
    said = say("Corrected: {ply}. {now} (was {was})", ply=asked.ply, now=corrected.now.text, was=corrected.was.text)
    with kept(say("what was corrected is kept")):
        show_either(json, lambda: _facts(corrected, kept=True), lambda: [said, *to_move(table, viewer)])


def _mend(table: Table, players: str, rename: tuple[str, str] | None, *, json: bool) -> None:
    from companion.record.mending import mend, rename as renamed

    table = mend(table, named(players)) if players else table
    table = renamed(table, *rename) if rename else table
    text = table.journal.entries[-1].text
    keeps = say("what was corrected is kept")
    show_done(table, [say("Corrected: {text}", text=text)], json=json, keeps=keeps, mended=text)


def _lines(given: Sequence[str]) -> dict[int, str]:
    """Return lines by the number of their turn, from `7 sink D5 shark`. Raises Failure."""
    found = {}
    for words in given:
        number, _, line = words.strip().partition(" ")
        if not (number.isascii() and number.isdecimal() and len(number) <= 9 and line.strip()):
            raise Failure(
                say("--replace '{words}'; expected a turn's number and another turn, such as '7 -'", words=words[:40])
            )
        found[int(number)] = line.strip()
    return found


def _with_warnings(correction: Correction) -> Correction:
    """Return a correction after saying what breaks and what is left out."""
    corrected, numbered = correction.corrected, correction.table.journal.numbered
    for each in corrected.breaks:
        why = report.refusal(each.refused)[0]
        ply, turn = each.entry.ply, each.entry.text
        tell(say("turn {ply}, {turn}, {how}: {why}", ply=ply, turn=turn, how=each.what_becomes, why=why))
    if corrected.left_out:
        which = ", ".join(map(numbered, corrected.left_out))
        tell(say("left out (the log shows them as taken back): {which}", which=which))
    return correction


def _question(corrected: Corrected) -> str:
    first, ply, count = corrected.breaks[0].entry.ply, corrected.was.ply, len(corrected.breaks)
    asked = say_many(
        "Correct turn {ply}, though one turn after it breaks?",
        "Correct turn {ply}, though {n} turns after it break?",
        count,
        ply=ply,
    )
    how = mark(
        "y: as it is; another line: instead of {first}; -: without {first}; {drop}: without {first} and the rest"
    )
    if corrected.blind:
        how = mark("y: as it is; {drop}: without {first} and the rest")
    return f"{asked} {word(how, drop=DROP, first=first)} [y/N]"


def _answered(correction: Correction, ply: int, answer: str, viewer: Viewer) -> Correction:
    """Return the correction with an answer for the first turn that breaks; unchanged if that answer is refused. Raises
    Failure if nothing is to be changed."""
    if answer.lower() in ("", "n", "no"):
        raise Failure(say("Nothing was changed."), status=1)
    asked, drop = correction.asked, answer.lower() == DROP
    try:
        given = asked.lines if drop else {**asked.lines, ply: answer}
        return _with_warnings(correct(correction.table, asked._replace(lines=given), viewer, drop=drop))
    except Untaken as refused:
        tell(*report.refusal(refused))
        return correction


def _facts(corrected: Corrected, *, kept: bool) -> dict[str, Any]:
    return {
        "amended": corrected.was.ply,
        "move": corrected.now.text,
        "kept": kept,
        "broken": [report.refusal_facts("", broken.refused) | {"stands": broken.stands} for broken in corrected.breaks],
        "left_out": [entry.text for entry in corrected.left_out],
    }
