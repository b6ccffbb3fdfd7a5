"""Correct an earlier turn: what follows is replayed, and what breaks is shown before anything is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from companion import journal, report
from companion.commands.target import Db, Failure, Json, Table, Yes, parsed, print_json, print_lines, sure, table
from companion.commands.turns import Stood, add
from companion.contract import IllegalMove
from companion.journal import Logged
from companion.replay import logged
from companion.terminal import tell
from companion.turns import Untaken, take


@dataclass(frozen=True, slots=True)
class Broken:
    """A later turn that the rules forbid now; `stands` is false where it cannot even stand at the table."""

    refused: Untaken
    stands: bool


@dataclass(frozen=True, slots=True)
class Amended:
    """The entries after a correction, the position they lead to, what broke, and the turns left out at the end."""

    made: tuple[Logged, ...]
    state: Any
    broken: tuple[Broken, ...]
    left_out: tuple[Logged, ...]


def amend(
    ctx: typer.Context,
    ply: Annotated[int, typer.Argument(min=1, help="The number of the turn to correct.")],
    turn: Annotated[list[str], typer.Argument(help="What it should have been.")],
    stood: Stood = False,
    yes: Yes = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Correct an earlier turn; later turns that break are listed first, and stand if you agree."""
    with table(ctx, db) as here:
        entries = here.store.entries(here.stored)
        line = journal.line(entries, here.stored.head)
        index = next((i for i, e in enumerate(line) if e.kind == "turn" and e.ply == ply), None)
        if index is None:
            raise Failure(f"turn {ply}; expected one that was made, 1 to {here.stored.ply}")
        at, replaced = line[index].parent, line[index:]
        amended = correct(here, entries, at, " ".join(turn), line[index + 1 :], stood=stood)
        if json:
            print_json(_facts(ply, amended, kept=yes or not amended.broken))
        for broken in amended.broken:
            what = "would stand" if broken.stands else "cannot stand"
            tell(f"turn {broken.refused.ply}, {broken.refused.text}, {what}: {report.refusal(broken.refused)[0]}")
        if amended.left_out:
            first, last = amended.left_out[0].ply, amended.left_out[-1].ply
            which = f"turns {first} to {last}" if last > first else f"turn {first}"
            tell(f"{which} would be left out, and stay in the log as taken back")
        if amended.broken:
            sure(f"Correct turn {ply}, though {_count(amended.broken)} after it break?", yes=yes)
        back = Logged(here.stored.last + 1, at, entries[at - 1].ply if at else 0, "undo", str(len(replaced)))
        add(here, [back, *amended.made], amended.made[-1].n, amended.state)
        if not json:
            print_lines([f"Corrected: {ply}. {amended.made[0].text} (was {replaced[0].text})"])
            print_lines(report.whose_turn(here.game, amended.state, here.names))


def correct(
    here: Table, entries: Sequence[Logged], at: int, turn: str, rest: Sequence[Logged], *, stood: bool
) -> Amended:
    """A turn after entry `at`, and what followed the old one replayed after it. Raises Untaken for the turn."""
    state = parsed(here.store, here.game, entries[at - 1].position if at else here.stored.start)
    ply, parent, n = (entries[at - 1].ply if at else 0), at, here.stored.last + 2
    step = take(here.game, state, turn, ply + 1, stood=stood)
    made, broken = [logged(here.game, step, n, parent, ply)], list[Broken]()
    state, ply = step.after, made[0].ply
    for i, entry in enumerate(rest):
        n, parent = n + 1, n
        if entry.kind == "note":
            made.append(Logged(n, parent, ply, "note", entry.text, here.game.notation.text(state)))
            continue
        try:
            step = take(here.game, state, entry.text, ply + 1, stood=bool(entry.rule))
        except Untaken as refused:
            try:
                step = take(here.game, state, entry.text, ply + 1, stood=True)
            except Untaken as impossible:
                broken.append(Broken(impossible, stands=False))
                return Amended(tuple(made), state, tuple(broken), tuple(rest[i:]))
            broken.append(Broken(refused, stands=isinstance(refused.refusal, IllegalMove)))
        made.append(logged(here.game, step, n, parent, ply))
        state, ply = step.after, made[-1].ply
    return Amended(tuple(made), state, tuple(broken), ())


def _count(broken: Sequence[Broken]) -> str:
    return "one turn" if len(broken) == 1 else f"{len(broken)} turns"


def _facts(ply: int, amended: Amended, *, kept: bool) -> dict[str, Any]:
    return {
        "amended": ply,
        "move": amended.made[0].text,
        "kept": kept,
        "broken": [report.refusal_facts("", broken.refused) | {"stands": broken.stands} for broken in amended.broken],
        "left_out": [entry.text for entry in amended.left_out],
    }
