"""`companion play`: a prompt for a whole game. Each turn is on the disk before it is confirmed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import typer

from companion.commands.arguments import Db, table_of
from companion.commands.turns import confirmations
from companion.commands.views import board, width
from companion.store import Store
from companion.table import Table, open_game
from companion.terminal import render, say, say_lines, wants_colour

# Commands that can be typed at the prompt, beside turns; each does what it does on the command line.
INSIDE = ("undo", "redo", "show", "moves", "log", "score", "settle", "note", "amend", "export")
HELP = f"""\
A turn is typed as it is; Tab completes it, the up arrow brings back an earlier line.
  stood TURN    enter a turn that broke a rule, because the table let it stand
  also          {", ".join(INSIDE[:6])},
                {", ".join(INSIDE[6:])}: undo 3, amend 4 TURN, note Bob is late
  help, quit    everything is kept at once; quitting, Ctrl-C or a closed lid lose nothing"""

Ask = Callable[[Table], str]


def play(ctx: typer.Context, db: Db = None) -> None:
    """Play the current game at a prompt: whose turn, the position, and what can be typed."""
    with table_of(ctx, db) as table:
        path, number = table.store.path, table.number
        ask = _asker(table)
        say_lines([f"Game {number}: {table.game.name}, {', '.join(table.names)}. Type help for help.", ""])
        say_lines(board(table))
    while True:
        table = _now(path, number)
        try:
            text = ask(table).strip()
        except (EOFError, KeyboardInterrupt):
            text = "quit"
        if text.lower() in ("quit", "exit", "q") or (not text and table.turn is None):
            say(f"Kept as game {number}. `companion play` goes on.")
            return
        if text:
            _do(text, path, table)


def _do(text: str, path: Path, table: Table) -> None:
    """One line of the prompt, typed at the table as it was. What goes wrong is said, and the game goes on."""
    word, _, rest = text.partition(" ")
    if word.lower() in ("help", "?"):
        say_lines(_help(table, rest.strip().lower()))
    elif word.lower() in INSIDE:
        from companion.cli import run

        words = [rest] if word.lower() == "note" else rest.split()
        before = _now(path, table.number).stored.position
        run(["--db", str(path), "--game", str(table.number), word.lower(), *words])
        after = _now(path, table.number)
        if after.stored.position != before:
            say(render(after.board(width()), colour=wants_colour(sys.stdout)))
    else:
        from companion.cli import guarded

        guarded(lambda: _enter(text, path, table))


def _enter(text: str, path: Path, table: Table) -> None:
    with Store(path) as store:
        # not as the game may stand by now: a turn is meant for the position it was typed at
        change = table.at(store).enter(text)
        say_lines([*confirmations(change), "", *board(change.table)])


def _help(table: Table, topic: str) -> list[str]:
    """The prompt's help, and how a turn of this game is typed where the game says so."""
    choices = table.game.choices
    if choices is None:
        return [HELP]
    said = choices.help(topic)
    if topic:
        return [*said] if said else [f"No help on '{topic}'; there is: {', '.join(choices.TOPICS)}"]
    return [HELP, *said, f"  help WORD     more on one of: {', '.join(choices.TOPICS)}"]


def _now(path: Path, number: int) -> Table:
    with Store(path) as store:
        return open_game(store, number)


def _label(table: Table) -> str:
    return "over> " if table.whose is None else f"{table.whose}> "


def _asker(table: Table) -> Ask:
    """How to ask for a line: with history and completion at a terminal, plainly elsewtable."""
    if sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        return _at_terminal(table)

    def plainly(table: Table) -> str:
        return input(_label(table))

    return plainly


def _at_terminal(table: Table) -> Ask:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import InMemoryHistory

    history = InMemoryHistory([entry.text for entry in table.journal.entries if entry.kind in ("turn", "note")])

    class Lines(Completer):
        """How the line can go on: the game's turns, and commands."""

        def __init__(self, table: Table) -> None:
            self.table = table

        def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
            typed = document.text_before_cursor
            for choice in self.table.choices(typed):
                note = f"{choice.label}: {choice.note}" if choice.note else choice.label
                yield Completion(choice.text, start_position=-len(typed), display_meta=note)
            for text in [*INSIDE, "stood ", "help", "quit"]:
                if text.lower().startswith(typed.lower()):
                    yield Completion(text, start_position=-len(typed))

    session: PromptSession[str] = PromptSession(history=history, complete_while_typing=False)

    def ask(table: Table) -> str:
        return session.prompt(_label(table), completer=Lines(table))

    return ask
