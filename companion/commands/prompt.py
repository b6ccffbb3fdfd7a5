"""`companion play`: a prompt for a whole game. Each turn is on the disk before it is confirmed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import typer

from companion import report
from companion.commands.target import Db, Failure, Table, at_table, opened, print_lines, table
from companion.commands.turns import keep
from companion.commands.views import width
from companion.store import StoreError
from companion.terminal import render, say, tell, wants_colour
from companion.turns import Untaken

# Commands that can be typed at the prompt, beside turns; each does what it does on the command line.
INSIDE = ("undo", "redo", "show", "moves", "log", "score", "settle", "note", "amend", "export")
HELP = f"""\
A turn is typed as it is; Tab completes it, the up arrow brings back an earlier line.
  stood TURN    enter a turn that broke a rule, because the table let it stand
  also          {", ".join(INSIDE[:6])},
                {", ".join(INSIDE[6:])}: undo 3, amend 4 TURN, note Bob is late
  help, quit    everything is kept at once; quitting, Ctrl-C or a closed lid lose nothing"""
MOST_COMPLETIONS = 5_000

Ask = Callable[[Table], str]


def play(ctx: typer.Context, db: Db = None) -> None:
    """Play the current game at a prompt: whose turn, the position, and what can be typed."""
    with table(ctx, db) as here:
        path, number = here.store.path, here.stored.id
        ask = _asker(here)
        print_lines([f"Game {number}: {here.stored.game}, {', '.join(here.names)}. Type help for help.", ""])
        _show(here)
    while True:
        with opened(ctx, path) as store:
            here = at_table(store, number)
        try:
            text = ask(here).strip()
        except (EOFError, KeyboardInterrupt):
            text = "quit"
        if text.lower() in ("quit", "exit", "q") or (not text and here.stored.turn is None):
            say(f"Kept as game {number}. `companion play` goes on.")
            return
        if text:
            _do(ctx, text, path, here)


def _do(ctx: typer.Context, text: str, path: Any, here: Table) -> None:
    """One line of the prompt, typed at the table as it was `here`. What goes wrong is said, and the game goes on."""
    number = here.stored.id
    word, _, rest = text.partition(" ")
    if word.lower() in ("help", "?"):
        say(HELP)
    elif word.lower() in INSIDE:
        from companion.cli import run

        words = [rest] if word.lower() == "note" else rest.split()
        before = _position(ctx, path, number)
        run(["--db", str(path), "--game", str(number), word.lower(), *words])
        if _position(ctx, path, number) != before:
            with opened(ctx, path) as store:
                print_lines(_board(at_table(store, number)))
    else:
        try:
            with opened(ctx, path) as store:
                # not as the game may stand by now: a turn is meant for the position it was typed at
                step, after = keep(here._replace(store=store), text)
                print_lines(report.confirmation(here.game, step, after.stored.ply, here.names))
                say("")
                _show(after)
        except Untaken as refused:
            for line in report.refusal(refused):
                tell(line)
        except Failure as failure:
            for line in failure.lines:
                tell(line)
        except StoreError as error:
            tell(str(error))


def _position(ctx: typer.Context, path: Any, number: int) -> str:
    with opened(ctx, path) as store:
        return at_table(store, number).stored.position


def _board(here: Table) -> list[str]:
    return [render(here.game.view.board(here.state, width()), colour=wants_colour(sys.stdout))]


def _show(here: Table) -> None:
    print_lines(_board(here))
    print_lines(report.whose_turn(here.game, here.state, here.names))


def _label(here: Table) -> str:
    return "over> " if here.stored.turn is None else f"{here.names[here.stored.turn]}> "


def _asker(here: Table) -> Ask:
    """How to ask for a line: with history and completion at a terminal, plainly elsewhere."""
    if sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        return _at_terminal(here)

    def plainly(here: Table) -> str:
        return input(_label(here))

    return plainly


def _at_terminal(here: Table) -> Ask:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import InMemoryHistory

    history = InMemoryHistory([e.text for e in here.store.entries(here.stored) if e.kind in ("turn", "note")])

    class Turns(Completer):
        """Legal turns and commands that begin as what was typed does."""

        def __init__(self, here: Table) -> None:
            self.here, self.found = here, list[str]()

        def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
            typed = document.text_before_cursor
            if not self.found:
                self.found = [*_legal(self.here), *INSIDE, "stood ", "help", "quit"]
            for text in self.found:
                if text.lower().startswith(typed.lower()):
                    yield Completion(text, start_position=-len(typed))

    session: PromptSession[str] = PromptSession(history=history, complete_while_typing=False)

    def ask(here: Table) -> str:
        return session.prompt(_label(here), completer=Turns(here))

    return ask


def _legal(here: Table) -> Sequence[str]:
    moves = islice(here.game.rules.legal_moves(here.state), MOST_COMPLETIONS)
    return [here.game.notation.format(here.state, move) for move in moves] if here.stored.turn is not None else []
