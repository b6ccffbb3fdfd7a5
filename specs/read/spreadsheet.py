"""Rows of data from a spreadsheet beside a spec, read in a process of its own: the library that reads it ends its
process where a sheet's cells lie so far apart that its area fills the memory, and two cells are enough for that.

Run as a program with `[file, tab or null]` as JSON on its standard input, it prints JSON lines: first the names of all
tabs and the one that is read, or what is wrong; then each row with its number (from 1), as far as its last cell that
is not empty.
"""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from subprocess import TimeoutExpired

from specs.base import files
from specs.base.errors import SpecError, bad
from specs.base.workers import sandbox
from specs.read.csv import MAX_BYTES, Numbered, mapped
from specs.read.typed import did_you_mean

MEGABYTES, SECONDS = 1_000, 60.0
MAX_UNPACKED = 250_000_000  # a spreadsheet is a zip
SPREADSHEETS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")


def spreadsheet_rows(file: Path, name: str, tab: str | None) -> Iterator[Numbered]:
    """A spreadsheet's rows (XLSX, XLS, ODS): of a tab by its name, or of the first. Raises SpecError, OSError."""
    expected = f"a spreadsheet ({', '.join(SPREADSHEETS)})"
    if file.suffix.lower() not in SPREADSHEETS:
        raise bad("wrong-file", name, f"a file '{file.suffix}'", expected)
    _bounded(file, name)
    tabs, chosen, lines = _cells(file, name, tab)
    if chosen is None:
        hint = did_you_mean(tab or "", tabs)
        raise bad("unknown-name", name, f"no tab '{tab or ''}'", f"one of {', '.join(tabs)}", hint)
    label = f"{name}, tab {chosen}"
    for line, row in mapped(_filled(lines), label):
        yield label, line, row


def _bounded(file: Path, name: str) -> None:
    """A spreadsheet is read in a process of its own, by its name. Raises SpecError."""
    try:
        files.regular(file, MAX_BYTES)
    except OSError as error:
        raise SpecError([files.unread(name, error)]) from None
    if file.suffix.lower() == ".xls":
        return
    try:
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as packed:
                size = sum(part.file_size for part in packed.infolist())
                if size > MAX_UNPACKED:
                    raise bad("over-limit", name, f"{size:,} bytes", f"at most {MAX_UNPACKED:,}")
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        raise bad("unreadable-file", name, "a torn spreadsheet", "a whole one") from None


def _cells(file: Path, name: str, tab: str | None) -> tuple[list[str], str | None, Iterator[tuple[int, list[str]]]]:
    """The names of a spreadsheet's tabs, the one that was read (the first where none is named, None where there is
    none of that name), and its rows with their numbers. Raises SpecError; OSError."""
    try:
        run = sandbox.run(__name__, json.dumps([str(file.absolute()), tab]).encode(), SECONDS)
    except TimeoutExpired:
        raise bad("over-limit", name, f"more than {SECONDS:.0f} s of reading", "a smaller spreadsheet") from None
    if run.returncode:
        far = run.returncode < 0 or b"MemoryError" in run.stderr
        what = "cells too far apart, or too many" if far else "a torn spreadsheet"
        raise bad("unreadable-file", name, what, "cells that lie together, from A1 on" if far else "a whole one")
    lines = run.stdout.splitlines()
    head = json.loads(lines[0])
    if "wrong" in head:
        found = f"not read as a spreadsheet: {head['wrong']}"[:150]
        raise bad("unreadable-file", name, found, "one that a spreadsheet program opens")
    return head["tabs"], head["tab"], (tuple(json.loads(line)) for line in lines[1:])


def _filled(lines: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, Sequence[str]]]:
    """Rows at least as wide as the names of the columns: a spreadsheet's rows end with their last cell in use."""
    width = 0
    for number, cells in lines:
        width = width or len(cells)
        yield number, cells + [""] * (width - len(cells))


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
