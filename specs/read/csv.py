"""Rows of data from a CSV file beside a spec, as every spreadsheet writes it; and rows of any table from its cells.

The first row names the columns. Cells that look like numbers are numbers, but for `007`. Faults name the file (and the
tab), the row and the column, counted from 1.

Rows of data from a spreadsheet beside a spec, read in a process of its own: the library that reads it ends its
process where a sheet's cells lie so far apart that its area fills the memory, and two cells are enough for that.
"""

import csv
import re
import zipfile
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from io import StringIO
from itertools import chain
from pathlib import Path

from specs.base import files
from specs.base.errors import Fault, Place, SpecError, bad
from specs.base.workers.pool import Bounds, run_bounded
from specs.model.values import Row, Scalar, composed
from specs.read.typed import MOST_FAULTS, did_you_mean, many

MAX_BYTES = 50_000_000
MAX_LINES = 1_000_000  # blank ones too
MAX_LETTERS = 1_000_000  # of one line
MAX_CELLS = 3_000_000
MAX_COLUMNS = 500
# the file, and its tab, as faults name them; the line, or the row of a sheet; its cells
Numbered = tuple[str, int, Row]
_Line = tuple[int, Sequence[str]]
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?\Z")
_SEP = re.compile(r"\"?sep=([,;\t|])\"?\s*\Z")  # a first line that tells spreadsheet programs what divides cells
_BLANK = ',;\t \r\n"\xa0'
_COMMA = re.compile(r"-?(0|[1-9][0-9]*),[0-9]+\Z")


def csv_rows(file: Path, name: str) -> Iterator[Numbered]:
    """A CSV file's rows. Commas, semicolons or tabs divide cells, whichever the names of the columns have most of, or a
    first line such as `sep=;` says; with semicolons a number may have a decimal comma. Blank lines before the names are
    passed over. UTF-8, or UTF-16 as its first bytes say. Raises SpecError, after the rows that are whole; OSError.
    """
    with files.reading(name):
        text = StringIO(_decoded(files.read(file, MAX_BYTES), name), newline="")
    before, head, divider = _head(text)

    def over(line: int, found: str) -> SpecError:
        return bad("over-limit", Place(name, line, 1), f"more than {found}", "a smaller table")

    def short() -> Iterator[str]:
        for line, letters in enumerate(chain([head], text), before + 1):
            if len(letters) > MAX_LETTERS:
                raise over(line, f"{MAX_LETTERS:,} letters in a line")
            yield letters

    reader = csv.reader(short(), strict=True, delimiter=divider)

    def lines() -> Iterator[_Line]:
        start, count = before + 1, 0
        for cells in reader:
            count += len(cells)
            if start > MAX_LINES or count > MAX_CELLS:
                raise over(start, f"{MAX_LINES:,} lines" if start > MAX_LINES else f"{MAX_CELLS:,} cells")
            yield start, cells
            start = before + reader.line_num + 1

    try:
        for line, row in mapped(lines(), name, decimal_comma=divider == ";"):
            yield name, line, row
    except csv.Error as error:
        line = before + reader.line_num
        raise bad("not-csv", Place(name, line, 1), f"not CSV: {error}", "cells with commas between") from None


def _head(text: StringIO) -> tuple[int, str, str]:
    """How many lines stand before the names of the columns, their line, and what divides cells."""
    before, divider = 0, ""
    while before <= MAX_LINES and (read := text.readline()):
        directive = _SEP.match(read) if not before else None
        divider = directive[1] if directive else divider
        if not directive and read.strip(_BLANK):
            return before, read, divider or max(",;\t", key=read.count)  # the first of them where none is there
        before += 1
    return before, "", divider or ","


def _decoded(data: bytes, name: str) -> str:
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))  # as spreadsheets save "Unicode text"
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        found = f"byte 0x{data[error.start]:02x}, not {'UTF-16' if wide else 'UTF-8'}"
        raise bad("wrong-encoding", Place(name, line, column), found, "a file saved as UTF-8") from None


def mapped(lines: Iterator[_Line], name: str, *, decimal_comma: bool = False) -> Iterator[tuple[int, Row]]:
    """Rows as mappings by the first filled row's names, with their lines. Raises SpecError with all that are too short
    or too long, at the end."""

    class Cells:
        """Whose attributes a row's cells are: of all such mappings the names are kept once, half of their memory."""

    first, names = next(((line, cells) for line, cells in lines if any(cell.strip() for cell in cells)), (1, ()))
    head = [composed(cell.strip()) for cell in names]
    if not head:
        raise bad("empty", Place(name, first, 1), "an empty table", "a first row with the columns' names")
    if len(head) > MAX_COLUMNS:
        raise bad("over-limit", Place(name, first, MAX_COLUMNS + 1), f"{len(head):,} columns", f"at most {MAX_COLUMNS}")
    for column, cell in enumerate(head, 1):
        if not cell or head.index(cell) != column - 1:
            found = f"column name '{cell}' twice" if cell else f"column {column} without a name"
            raise bad("duplicate", Place(name, first, column), found, "a name for each column, each once")
    faults: list[Fault] = []
    for line, row in lines:
        if not any(cell.strip() for cell in row):
            continue
        if len(row) == len(head):
            cells = Cells().__dict__
            for key, text in zip(head, row, strict=True):
                cells[key] = _cell(text, decimal_comma=decimal_comma)
            yield line, cells
        elif len(faults) <= MOST_FAULTS:
            found = f"a row of {many(len(row), 'cell')}"
            if len(row) < len(head):
                found += f" without '{head[len(row)]}'"
            expected = f"{len(head)}: {', '.join(head)}"
            faults.append(Fault("wrong-count", Place(name, line, min(len(row), len(head)) + 1), found, expected))
    if faults:
        raise SpecError(faults)


@lru_cache(maxsize=1024)  # and the same names and colours again are the same objects
def _cell(text: str, *, decimal_comma: bool) -> Scalar:
    text = composed(text).strip()
    if decimal_comma and _COMMA.match(text):
        text = text.replace(",", ".")
    if text in ("true", "false"):
        return text == "true"
    if not _NUMBER.match(text) or len(text) > 15:
        return text
    return float(text) if "." in text else int(text)


# ---- spreadsheets --------------------------------------------------------------------------------


BOUNDS = Bounds(seconds=5.0, megabytes=512)
MAX_UNPACKED = 250_000_000  # a spreadsheet is a zip
Numbers = tuple[int, list[str]]
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


def _cells(file: Path, name: str, tab: str | None) -> tuple[list[str], str | None, Iterator[Numbers]]:
    """The names of a spreadsheet's tabs, the one that was read (the first where none is named, None where there is
    none of that name), and its rows with their numbers (from 1), each as far as its last cell that is not empty.
    Raises SpecError; OSError."""
    try:
        tabs, found, rows = run_bounded(partial(_read, file.absolute(), tab), BOUNDS)
    except TimeoutError:
        raise bad("over-limit", name, f"more than {BOUNDS.seconds:.0f} s of reading", "a smaller spreadsheet") from None
    except MemoryError:
        expected = "cells that lie together, from A1 on"
        raise bad("unreadable-file", name, "cells too far apart, or too many", expected) from None
    except RuntimeError:
        raise bad("unreadable-file", name, "a torn spreadsheet", "a whole one") from None
    except ValueError as error:
        what = f"not read as a spreadsheet: {error}"[:150]
        raise bad("unreadable-file", name, what, "one that a spreadsheet program opens") from None
    return tabs, found, iter(rows)


def _filled(lines: Iterator[Numbers]) -> Iterator[_Line]:
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


def _read(file: Path, named: str | None) -> tuple[list[str], str | None, list[Numbers]]:
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
