"""Output and questions at a terminal: control characters from others are escaped, and no line is wider than
the screen."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain
from typing import TextIO

from specs.base import measure
from specs.base.languages import say
from specs.base.streams import plain, plain_json

LOWEST = 24  # rows: a screen has no fewer
NARROWEST = 40  # columns: on narrower ones, lines are not wrapped between words
WIDEST = 70  # columns of a progress line


_said_as = ContextVar[Callable[[str], str]]("_said_as", default=plain)


class Rendered(str):
    """Text with our own colours and no other control characters."""

    __slots__ = ()


def width(stream: TextIO | None = None) -> int:
    """Return how many columns to fill: the terminal's, from 40 to 120; 80 in a pipe."""
    return max(NARROWEST, min(120, _columns(stream or sys.stdout) or 80))


def height() -> int:
    """Return how many rows the screen has: the terminal's, at least 24; 24 in a pipe."""
    try:
        return max(LOWEST, os.get_terminal_size(sys.stdout.fileno()).lines)
    except (OSError, ValueError):
        return LOWEST


def rows(lines: Sequence[str]) -> int:
    """Return how many rows these lines take on standard output."""
    return sum(1 + _fitted(plain(line), sys.stdout).count("\n") for line in lines)


def _columns(stream: TextIO) -> int:
    """Return a terminal's width; 0 if there is none."""
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return 0


@contextmanager
def said_as(change: Callable[[str], str]) -> Iterator[None]:
    """A block in which each line is changed before it is printed, such as for where its reader types."""
    before = _said_as.set(lambda text: plain(change(text)))
    try:
        yield
    finally:
        _said_as.reset(before)


def put(text: str, *, flush: bool = False) -> None:
    """Print a line on standard output, with control characters escaped: it may hold text from a file or a player."""
    print(text if isinstance(text, Rendered) else _fitted(_said_as.get()(text), sys.stdout), flush=flush)


def put_lines(lines: Sequence[str]) -> None:
    """Print lines on standard output."""
    for line in lines:
        put(line)


def tell(*lines: str) -> None:
    """Print lines on standard error: refusals, warnings and questions, so that output can be piped."""
    for line in lines:
        print(_fitted(_said_as.get()(line), sys.stderr), file=sys.stderr)


def put_json(facts: object) -> None:
    """Print facts as JSON on standard output, for programs."""
    import json

    print(plain_json(json.dumps(facts, ensure_ascii=False, indent=2)))


def put_result(facts: object, lines: Iterable[str], *, json: bool) -> None:
    """Print a command's result: JSON for programs, or lines for people."""
    if json:
        put_json(facts)
    else:
        put("\n".join(lines))


def agreed(question: str) -> bool | None:
    """Return whether the person at the terminal says yes; None without a terminal."""
    answer = answered(f"{question} [y/N]")
    return None if answer is None else affirmed(answer)


def affirmed(answer: str) -> bool:
    """Return whether an answer is yes, in English or the current language, or its first letter."""
    yes = {"yes", say("yes").lower()}
    return answer.strip().lower() in yes | {word[:1] for word in yes}


def answered(question: str) -> str | None:
    """Read one line from the person at the terminal; None without a terminal."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    sys.stderr.write(f"{_fitted(plain(question), sys.stderr)} ")
    sys.stderr.flush()
    return sys.stdin.readline().strip()


def _fitted(text: str, stream: TextIO) -> str:
    """Wrap a line between words if it is too long for a terminal; elsewhere return it unchanged."""
    if 2 * len(text) <= NARROWEST:
        return text
    columns = _columns(stream)
    if columns < NARROWEST or measure.width(text) <= columns:
        return text
    broken = (measure.wrap(line, columns, then=_under(line)) or [""] for line in text.split("\n"))
    return "\n".join(chain.from_iterable(broken))


def _under(line: str) -> str:
    """Return the indent under a line's second column: `  help WORD    more on` continues below `more`, if there is
    room."""
    column = re.match(r" *(?:\S+(?: \S+)* {2,})?", line)
    across = measure.width(column[0]) if column else 0
    return " " * (across if 0 < across <= NARROWEST // 2 else 2)


class Progress:
    """A progress line on a terminal's stderr that overwrites itself; silent if stderr is not a terminal."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()
        self.width = 0

    def __call__(self, text: str) -> None:
        if self.shown:
            shown = measure.cut(plain(text), WIDEST)
            sys.stderr.write("\r" + measure.left(shown, self.width))
            sys.stderr.flush()
            self.width = measure.width(shown)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Clear the line."""
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()
            self.width = 0

    def agreed(self, question: str) -> bool | None:
        """Ask as `agreed` does, on a cleared line."""
        self.clear()
        return agreed(question)
