"""Reads a line at the prompt: with history and completion at a terminal, plainly elsewhere."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.table import Look
from specs.base.files import read
from specs.base.languages import say_as

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import History

Ask = Callable[[Look, str], str]  # reads a line for a look, after a label
QUIT = ("quit", "exit", "q")
WHOLE = ("note", "leave", "players", "clock")  # the rest of the line is one word, blanks included
LATEST = "15"  # entries that `log` shows by default
KEPT, MAX_BYTES = 1000, 20_000_000  # lines of history, and the largest history file


def asker(store: Path | None, commands: Sequence[str]) -> Ask:
    """Return a function that asks for a line. The history is kept beside the store, so that a killed prompt loses none
    of it; without a store it is not kept."""
    if _interactive():
        return _at_terminal(store and store.with_suffix(".history"), commands)
    return lambda look, label: input(label)


def line_of(ask: Ask, look: Look, label: str = "") -> str | None:
    """Read the next line, after a label (default: whose turn it is); None for `quit` or the end of the input. Ctrl-C at
    a terminal clears a line."""
    whose = say_as("a game", "over") if look.turn is None else look.names[look.turn]
    while True:
        try:
            text = ask(look, label or f"{whose}> ").strip()
        except EOFError:
            return None
        except KeyboardInterrupt:
            if not sys.stdin.isatty():
                return None
        else:
            return None if text.lower() in QUIT else text


def answer(question: str, offers: Sequence[str]) -> str:
    """Read an answer of one line; Tab completes from a list. Raises EOFError, KeyboardInterrupt."""
    if not _interactive():
        return input(question)
    from prompt_toolkit.completion import WordCompleter

    last = re.compile(r":\s*\w*$|[^\s,:][^,]*$")  # a name, or what follows its colon
    return _session(None).prompt(question, completer=WordCompleter(offers, pattern=last))


def _interactive() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _at_terminal(kept: Path | None, commands: Sequence[str]) -> Ask:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Lines(Completer):
        """Completion of a line: the game's turns, and commands."""

        def __init__(self, look: Look) -> None:
            self.look = look

        def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
            typed = document.text_before_cursor
            for choice in self.look.offered(typed):
                note = f"{choice.label}: {choice.note}" if choice.note else choice.label
                yield Completion(choice.text, start_position=-len(typed), display_meta=note)
            for text in commands:
                if text.lower().startswith(typed.lower()):
                    yield Completion(text, start_position=-len(typed))

    session = _session(kept)
    return lambda look, label: session.prompt(label, completer=Lines(look), enable_suspend=True)


def _session(kept: Path | None) -> PromptSession[str]:
    """Return what reads lines, without the library's signs of a mouse: they fail on pasted ones, such as ESC[31m."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.keys import Keys

    keys = KeyBindings()
    keys.add(Keys.Vt100MouseEvent)(lambda event: None)
    return PromptSession(history=_history(kept), complete_while_typing=False, key_bindings=keys)


def _history(kept: Path | None) -> History:
    """Return the latest lines typed; only in memory if the file cannot be written."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    class Kept(FileHistory):
        """A history that goes on in memory when its file cannot be written, as on a full disk."""

        def store_string(self, string: str) -> None:
            with suppress(OSError):
                super().store_string(string)

    with suppress(OSError):
        if kept is not None:
            lines = read(kept, MAX_BYTES).decode(errors="replace").split("\n\n") if kept.exists() else []
            if len(lines) > KEPT:
                kept.write_text("\n\n".join(["", *lines[-KEPT:]]), encoding="utf-8")
            kept.touch(mode=0o600)
            return Kept(str(kept))
    return InMemoryHistory()


def words(command: str, rest: str) -> list[str]:
    """Split what follows a command as a shell would; names of files may be quoted."""
    if command in WHOLE and not rest.startswith("--"):
        return [rest] if rest else []
    try:
        words = shlex.split(rest)
    except ValueError:
        words = rest.split()
    if command == "log":
        return [word for word in words or [LATEST] if word != "all"]
    # a new name may contain blanks
    return [words[0], " ".join(words[1:])] if command == "rename" and len(words) > 2 else words
