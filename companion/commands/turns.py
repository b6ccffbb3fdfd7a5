"""Commands that add to the journal: a turn, what came to light, a note, taking back and putting back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from companion import journal, report
from companion.commands.target import (
    Db,
    Failure,
    Json,
    Table,
    at_table,
    nothing_kept,
    parsed,
    print_json,
    print_lines,
    table,
)
from companion.journal import Logged
from companion.store import Conflict
from companion.terminal import tell
from companion.turns import Step, Untaken, take

Words = Annotated[list[str], typer.Argument(help="The turn in the game's notation; quotes can be left out.")]
Stood = Annotated[bool, typer.Option("--stood", help="Enter it though a rule forbids it: the table let it stand.")]

MANY = 6  # warnings of one command: more are counted


def move(ctx: typer.Context, turn: Words, stood: Stood = False, json: Json = False, db: Db = None) -> None:
    """Enter a turn, such as: companion move 2:HH pay O5"""
    enter(ctx, db, " ".join(turn), stood=stood, json=json)


def stuck(
    ctx: typer.Context,
    hand: Annotated[list[str] | None, typer.Argument(help="The hand shown, where it is hidden.")] = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Enter that the player to move has no legal move."""
    enter(ctx, db, " ".join(["stuck", *(hand or [])]), json=json)


def reveal(ctx: typer.Context, what: Words, json: Json = False, db: Db = None) -> None:
    """Tell what came to light on the table. This is no turn."""
    enter(ctx, db, " ".join(["reveal", *what]), json=json)


def enter(ctx: typer.Context, db: Any, text: str, *, stood: bool = False, json: bool = False) -> None:
    """Take a turn at the current game, keep it, and say what it did."""
    with table(ctx, db) as here:
        try:
            step, after = keep(here, text, stood=stood)
        except Untaken as refused:
            if json:
                print_json(report.refusal_facts(here.stored.game, refused))
            raise
        if json:
            print_json(report.facts(here.game, step.after, after.stored.ply))
        else:
            print_lines(report.confirmation(here.game, step, after.stored.ply, here.names))
            print_lines(report.whose_turn(here.game, step.after, here.names))


def keep(here: Table, text: str, *, stood: bool = False) -> tuple[Step, Table]:
    """Take a turn and store it; once this returns it is on the disk. Raises Untaken, Failure, StoreError."""
    step = take(here.game, here.state, text, here.stored.ply + 1, stood=stood)
    n, ply = here.stored.last + 1, here.stored.ply + step.ply
    rule, points = (step.stood.rule, step.points) if step.stood else ("", 0)
    made = Logged(n, here.stored.head, ply, "turn", step.text, here.game.notation.text(step.after), rule, points)
    return step, add(here, [made], n, step.after)


def add(here: Table, made: Sequence[Logged], head: int, state: Any) -> Table:
    """Store entries made at the table; the table afterwards. Raises Failure where somebody else was faster."""
    try:
        stored = here.store.append(here.stored, made, head, here.game.rules.turn(state))
    except Conflict as conflict:
        meanwhile = ", ".join(f"{entry.kind} {entry.text}" for entry in conflict.made)
        now = at_table(here.store, here.stored.id)
        raise Failure(
            f"Nothing was changed: somebody else entered this meanwhile: {meanwhile}.",
            *report.whose_turn(now.game, now.state, now.names),
            status=1,
        ) from None
    return Table(here.store, stored, here.game, state)


def note(ctx: typer.Context, text: Annotated[list[str], typer.Argument()], db: Db = None) -> None:
    """Write a note into the log."""
    with table(ctx, db) as here:
        stored, words = here.stored, " ".join(text).strip()
        if not words:
            raise Failure("a note without text; expected some words")
        n = stored.last + 1
        add(here, [Logged(n, stored.head, stored.ply, "note", words, stored.position)], n, here.state)
        print_lines([f"Noted: {words}"])


def undo(
    ctx: typer.Context,
    ply: Annotated[int | None, typer.Argument(min=0, help="Go back to just after this turn; 0 is the start.")] = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Take back the last turn, or every turn after PLY. It stays in the log; `redo` puts it back."""
    with table(ctx, db) as here:
        entries = here.store.entries(here.stored)
        line = journal.line(entries, here.stored.head)
        turns = [entry for entry in line if entry.kind == "turn"]
        if not turns:
            nothing_kept("There is no turn to take back.")
        if ply is not None and ply >= here.stored.ply:
            raise Failure(f"turn {ply}; expected one before the last, which is {here.stored.ply}")
        target = turns[-1].parent if ply is None else journal.after_ply(entries, here.stored.head, ply)
        back = [entry for entry in line if entry.n > target]
        to = entries[target - 1].position if target else here.stored.start
        state = parsed(here.store, here.game, to)
        seen = list(_seen(here, back, to))
        at = entries[target - 1].ply if target else 0
        add(here, [Logged(here.stored.last + 1, target, at, "undo", str(len(back)))], target, state)
        if json:
            taken = [entry.text for entry in reversed(back)]
            print_json(report.facts(here.game, state, at) | {"taken_back": taken, "seen_since": seen})
            return
        print_lines([f"Taken back: {_named(entry)}" for entry in reversed(back)])
        for phrase in seen[:MANY]:
            tell(f"look out: the table has seen {phrase} since")
        if len(seen) > MANY:
            tell(f"look out: and {len(seen) - MANY} more things, which --json lists")
        print_lines(report.whose_turn(here.game, state, here.names))


def redo(
    ctx: typer.Context,
    ply: Annotated[int | None, typer.Argument(min=1, help="Go on to just after this turn.")] = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Put back the turn that was taken back, or every turn up to PLY."""
    with table(ctx, db) as here:
        entries = here.store.entries(here.stored)
        head, again = here.stored.head, list[Logged]()
        while (following := journal.following(entries, head)) is not None:
            entry = entries[following - 1]
            done = any(before.kind == "turn" for before in again) if ply is None else entry.ply > ply
            if done:
                break
            head = following
            again.append(entry)
        if not again:
            nothing_kept("There is no turn to put back.")
        if ply is not None and again[-1].ply < ply:
            raise Failure(f"turn {ply}; expected one that was taken back, at most {again[-1].ply}")
        state = parsed(here.store, here.game, again[-1].position)
        add(here, [Logged(here.stored.last + 1, head, again[-1].ply, "redo", str(len(again)))], head, state)
        if json:
            put = [entry.text for entry in again]
            print_json(report.facts(here.game, state, again[-1].ply) | {"put_back": put})
            return
        print_lines([f"Put back: {_named(entry)}" for entry in again])
        print_lines(report.whose_turn(here.game, state, here.names))


def _named(entry: Logged) -> str:
    return f"{entry.ply}. {entry.text}" if entry.kind == "turn" else f"note: {entry.text}"


def _seen(here: Table, back: Sequence[Logged], position: str) -> Any:
    """What the turns that are taken back showed."""
    from companion.replay import steps

    for _, step in steps(here.game, parsed(here.store, here.game, position), back):
        yield from here.game.advice.revealed(step.before, step.move, step.after)
