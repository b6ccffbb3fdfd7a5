"""What the program says and asks at a terminal. Nothing of a spec's words is obeyed by it."""

from __future__ import annotations

import sys
from typing import TextIO

from specs import measure
from specs.ground.streams import plain, plain_json

WIDEST = 70  # cells of a line of progress


def say(text: str, *, file: TextIO | None = None, flush: bool = False) -> None:
    """A line whose words may be a spec's: what a terminal would obey is spelled out."""
    print(plain(text), file=file, flush=flush)


def say_json(value: object) -> None:
    """Facts on standard output, for programs."""
    import json

    print(plain_json(json.dumps(value, indent=2, ensure_ascii=False)))


class Progress:
    """One line on a terminal's stderr, written over itself; nothing where stderr is no terminal."""

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
        """Leave an empty line."""
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()
            self.width = 0

    def agreed(self, question: str) -> bool | None:
        """Whether the person at the terminal says yes; None where there is nobody to be asked."""
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            return None
        self.clear()
        sys.stderr.write(f"{plain(question)} [y/N] ")
        sys.stderr.flush()
        return sys.stdin.readline().strip().lower() in ("y", "yes")
