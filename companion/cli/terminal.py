"""Spans as text for a terminal: coloured where wanted, plain everywhere else."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from companion.contract.values import Span
from specs.base.languages import say
from specs.base.streams import plain
from specs.base.terminal import Rendered, agreed

# Select Graphic Rendition codes; colours beyond the terminal's eight come from the 256-colour cube.
_COLOURS = {
    "black": "0", "red": "1", "green": "2", "yellow": "3", "blue": "4", "magenta": "5", "cyan": "6", "white": "7",
    "grey": "8;5;245", "brown": "8;5;137", "olive": "8;5;142", "orange": "8;5;208", "sand": "8;5;223", "sea": "8;5;31",
    "purple": "8;5;97", "teal": "8;5;30",
}  # fmt: skip
_MANNERS = {"bold": "1", "dim": "2", "italic": "3", "underline": "4", "reverse": "7"}
_GROUNDS = {f"on_{name}": f"4{code}" for name, code in _COLOURS.items()}
STYLES = _MANNERS | {name: f"3{code}" for name, code in _COLOURS.items()} | _GROUNDS


def wants_colour(stream: TextIO) -> bool:
    """Return whether to use colour: for people at a terminal who have not declined it (https://no-color.org)."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def render(lines: Sequence[Sequence[Span]], *, colour: bool) -> Rendered:
    """Render lines as one text; an unknown style has no effect."""
    return Rendered("\n".join("".join(_span(span, colour) for span in line).rstrip() for line in lines))


def _span(span: Span, colour: bool) -> str:
    codes, text = [STYLES[word] for word in span.style.split() if word in STYLES], plain(span.text)
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if colour and codes and text else text


def lowered(lines: Sequence[Sequence[Span]], room: int) -> Sequence[Sequence[Span]]:
    """Shorten a board to `room` rows: first without its empty lines, then without the dim ones at its end, which only
    explain marks, then without all dim ones, such as rows with nothing on them; empty if that is still too many."""
    full = [line for line in lines if any(span.text.strip() for span in line)]
    says = [any(span.text.strip() and span.style != "dim" for span in line) for line in full]
    bare = [line for line, kept in zip(full, says, strict=True) if kept]
    short = full[: max((at for at, kept in enumerate(says, 1) if kept), default=0)]
    return next((found for found in (lines, full, short, bare) if len(found) <= room), ())


@contextmanager
def kept(what: str = "") -> Iterator[None]:
    """A block around messages about a saved change. Raises Failure if they cannot be written, saying what became of the
    change: `what`, or that it is saved."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # keep the interpreter from writing the rest at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        become = what or say("what was entered is kept")
        raise Failure(f"{say('standard output')}: {error.strerror}; {become}") from None


class Failure(Exception):
    """A command that cannot do what it was asked: the lines to print, and the exit status."""

    def __init__(self, *lines: str, status: int = 2) -> None:
        super().__init__("\n".join(lines))
        self.lines, self.status = lines, status


def sure(question: str, *, yes: bool, ask: bool = True) -> None:
    """Ask for confirmation, unless `ask` is false. Raises Failure if the answer is no, or the input is not a
    terminal."""
    answer = yes or (agreed(question) if ask else None)
    if answer is None:
        raise Failure(f"{question} {say('Nothing was changed; add --yes to do it.')}", status=1)
    if not answer:
        raise Failure(say("Nothing was changed."), status=1)


def warned(sentence: str) -> str:
    """Return a warning as standard error shows it."""
    return say("warning: {sentence}", sentence=sentence)


def may_write(file: Path, *, force: bool) -> None:
    """Raise Failure for a file that exists, unless overwriting is allowed."""
    if file.exists() and not force:
        raise Failure(say("{file}: exists already; choose a new name, or --force to overwrite it", file=file))
