"""Rows of data from a spreadsheet beside a spec, read in a process of its own: the library that reads it ends its
process where a sheet's cells lie so far apart that its area fills the memory, and two cells are enough for that."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from specs.base import files
from specs.base.errors import bad
from specs.base.workers.pool import run_bounded
from specs.read.csv import MAX_BYTES, Numbered, mapped
from specs.read.typed import did_you_mean

MEGABYTES, SECONDS = 1_000, 60.0
MAX_UNPACKED = 250_000_000  # a spreadsheet is a zip
Row = tuple[int, list[str]]
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
    with files.reading(name):
        files.regular(file, MAX_BYTES)
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


def _cells(file: Path, name: str, tab: str | None) -> tuple[list[str], str | None, Iterator[Row]]:
    """The names of a spreadsheet's tabs, the one that was read (the first where none is named, None where there is
    none of that name), and its rows with their numbers (from 1), each as far as its last cell that is not empty.
    Raises SpecError; OSError."""
    try:
        tabs, found, rows = run_bounded(partial(_read, file.absolute(), tab), seconds=SECONDS, megabytes=MEGABYTES)
    except TimeoutError:
        raise bad("over-limit", name, f"more than {SECONDS:.0f} s of reading", "a smaller spreadsheet") from None
    except MemoryError:
        expected = "cells that lie together, from A1 on"
        raise bad("unreadable-file", name, "cells too far apart, or too many", expected) from None
    except RuntimeError:
        raise bad("unreadable-file", name, "a torn spreadsheet", "a whole one") from None
    except ValueError as error:
        what = f"not read as a spreadsheet: {error}"[:150]
        raise bad("unreadable-file", name, what, "one that a spreadsheet program opens") from None
    return tabs, found, iter(rows)


def _filled(lines: Iterator[Row]) -> Iterator[tuple[int, Sequence[str]]]:
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


def _read(file: Path, named: str | None) -> tuple[list[str], str | None, list[Row]]:
    """As `_cells`. Raises ValueError for what is no spreadsheet."""
    from python_calamine import CalamineError, CalamineWorkbook  # only where there is a spreadsheet

    try:
        with CalamineWorkbook.from_path(file) as book:
            tabs = book.sheet_names
            tab = next(iter(tabs), "") if named is None else named
            rows = book.get_sheet_by_name(tab).to_python(skip_empty_area=False) if tab in tabs else []
    except CalamineError as error:
        raise ValueError(str(error)) from None
    return tabs, tab if tab in tabs else None, [(number, _texts(row)) for number, row in enumerate(rows, 1)]


def _texts(row: Sequence[object]) -> list[str]:
    filled = [text(cell) for cell in row]
    while filled and not filled[-1].strip():
        filled.pop()
    return filled
