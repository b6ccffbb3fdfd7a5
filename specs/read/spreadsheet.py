"""A spreadsheet's cells as text, read in a process of its own: the library that reads it ends its process where a
sheet's cells lie so far apart that its area fills the memory, and two cells are enough for that.

Run as a program with `[file, tab or null]` as JSON on its standard input, it prints JSON lines: first the names of all
tabs and the one that is read, or what is wrong; then each row with its number (from 1), as far as its last cell that
is not empty.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import TimeoutExpired

from specs.base.unfit import Unfit
from specs.base.workers import sandbox

MEGABYTES, SECONDS = 1_000, 60.0


def cells(file: Path, tab: str | None) -> tuple[list[str], str | None, Iterator[tuple[int, list[str]]]]:
    """The names of a spreadsheet's tabs, the one that was read (the first where none is named, None where there is
    none of that name), and its rows with their numbers. Raises Unfit; OSError."""
    try:
        run = sandbox.run(__name__, json.dumps([str(file.absolute()), tab]).encode(), SECONDS)
    except TimeoutExpired:
        raise Unfit("over-limit", f"more than {SECONDS:.0f} s of reading", "a smaller spreadsheet") from None
    if run.returncode:
        far = run.returncode < 0 or b"MemoryError" in run.stderr
        what = "cells too far apart, or too many" if far else "a torn spreadsheet"
        raise Unfit("unreadable-file", what, "cells that lie together, from A1 on" if far else "a whole one")
    lines = run.stdout.splitlines()
    head = json.loads(lines[0])
    if "wrong" in head:
        found = f"not read as a spreadsheet: {head['wrong']}"[:150]
        raise Unfit("unreadable-file", found, "one that a spreadsheet program opens")
    return head["tabs"], head["tab"], (tuple(json.loads(line)) for line in lines[1:])


def text(cell: object) -> str:
    """A cell as a person reads it."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return str(int(cell)) if cell == int(cell) and abs(cell) < 1e15 else repr(cell)
    return str(cell)


def main() -> None:
    from python_calamine import CalamineError, CalamineWorkbook

    sandbox.bound(MEGABYTES)
    file, named = json.load(sys.stdin.buffer)
    try:
        with CalamineWorkbook.from_path(file) as book:
            tabs = book.sheet_names
            tab = next(iter(tabs), "") if named is None else named
            rows = book.get_sheet_by_name(tab).to_python(skip_empty_area=False) if tab in tabs else []
    except (CalamineError, ValueError) as error:
        print(json.dumps({"wrong": str(error)}))
        return
    print(json.dumps({"tabs": tabs, "tab": tab if tab in tabs else None}))
    for number, row in enumerate(rows, 1):
        filled = [text(cell) for cell in row]
        while filled and not filled[-1].strip():
            filled.pop()
        print(json.dumps((number, filled)))


if __name__ == "__main__":
    main()
