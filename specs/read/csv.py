"""Rows of data from a CSV file or a spreadsheet beside a spec.

The first row names the columns; `field_name` makes of them the names that expressions use. Cells that look like numbers
are numbers, except such as `007`. Faults name the file (and the tab), the row and the column, counted from 1.

A spreadsheet is read in a process of its own: the library that reads it ends its process if two cells of a sheet lie so
far apart that the area between them fills the memory.
"""

import csv
import re
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from io import StringIO
from itertools import chain
from pathlib import Path

from msgspec.structs import replace

from specs.base import files
from specs.base.errors import Fault, Place, SpecError, bad
from specs.base.workers.pool import Bounds, run_bounded
from specs.model.values import Row, Scalar, composed, field_name
from specs.read.google import KEPT
from specs.read.typed import MOST_FAULTS, did_you_mean, many

MAX_BYTES = 50_000_000
MAX_LINES = 1_000_000  # including blank ones
MAX_LETTERS = 1_000_000  # of one line
MAX_CELLS = 3_000_000
MAX_COLUMNS = 500
# the file and tab, as faults name them; the line, or the row of a sheet; its cells
Numbered = tuple[str, int, Row]
Heard = Callable[[Mapping[str, str], str], object]  # receives the headers of a table, by field, and its encoding
_Line = tuple[int, Sequence[str]]
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?\Z")
_SEP = re.compile(r"\"?sep=([,;\t|])\"?\s*\Z")  # a first line that names the delimiter for spreadsheet programs
_BLANK = ',;\t \r\n"\xa0'
_LIST = re.compile(r"-?[0-9]+(, ?-?[0-9]+){2,}\Z")
_COMMA = re.compile(r"-?(0|[1-9][0-9]*),[0-9]+\Z")


def csv_rows(file: Path, name: str, heard: Heard | None = None) -> Iterator[Numbered]:
    """Yield a CSV file's rows. Cells are divided by commas, semicolons or tabs, whichever the header has most of, or as
    a first line such as `sep=;` says; with semicolons, or in UTF-16, a number may have a decimal comma, except in
    columns with lists such as 1,2,2. Blank lines before the header are skipped. The text is UTF-8, UTF-16 by its first
    bytes, or else Windows-1252. Raises SpecError, after the rows that are whole; OSError."""
    with files.reading(name):
        data = files.read(file, MAX_BYTES)
    encoding = encoding_of(data)
    wide, text = encoding == "utf-16", StringIO(_decoded(data, name, encoding), newline="")
    before, head, divider = head_of(text)

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

    start = text.tell()
    listing = _listing(csv.reader(short(), delimiter=divider)) if wide or divider == ";" else None
    text.seek(start)
    try:
        for line, row in mapped(lines(), name, heard, listing, encoding):
            yield name, line, row
    except csv.Error as error:
        line = before + reader.line_num
        raise bad("not-csv", Place(name, line, 1), f"not CSV: {error}", "cells with commas between") from None


def _listing(rows: Iterator[list[str]]) -> frozenset[int]:
    """Return the columns that hold lists of numbers with commas between them."""
    found: set[int] = set()
    with suppress(csv.Error):  # reported when the rows are read
        for row in rows:
            found.update(column for column, cell in enumerate(row) if cell.count(",") > 1 and _LIST.match(cell.strip()))
    return frozenset(found)


def head_of(text: StringIO) -> tuple[int, str, str]:
    """Return how many lines precede the header, the header's line, and the delimiter."""
    before, divider = 0, ""
    while before <= MAX_LINES and (read := text.readline()):
        directive = _SEP.match(read) if not before else None
        divider = directive[1] if directive else divider
        settings = directive or (not before and KEPT.match(read))
        if not settings and read.strip(_BLANK):
            return before, read, divider or max(",;\t", key=read.count)  # the first of them if there is none
        before += 1
    return before, "", divider or ","


def encoding_of(data: bytes) -> str:
    """Detect a file's encoding: utf-16 as spreadsheets save "Unicode text", utf-8-sig, or else cp1252 as older ones on
    Windows save CSV."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8-sig"


def _decoded(data: bytes, name: str, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        found = f"byte 0x{data[error.start]:02x}, not {'UTF-16' if encoding == 'utf-16' else 'UTF-8'}"
        raise bad("wrong-encoding", Place(name, line, column), found, "a file saved as UTF-8") from None


def mapped(
    lines: Iterator[_Line], name: str, heard: Heard | None, listing: Collection[int] | None = None, encoding: str = ""
) -> Iterator[tuple[int, Row]]:
    """Yield rows as mappings by the names in the first filled row, with their lines; cells right of all names are
    dropped. If `listing` is given, numbers have decimal commas in all other columns. Raises SpecError at the end with
    all rows that are too short or too long."""

    class Cells:
        """A row's cells as attributes: the mappings of all rows then share the names, which halves their memory."""

    first, names = next(((line, cells) for line, cells in lines if any(cell.strip() for cell in cells)), (1, ()))
    fields = _fields(names, Place(name, first, 1))
    if heard:
        heard(fields, encoding)
    faults: list[Fault] = []
    for line, row in lines:
        if not any(cell.strip() for cell in row):
            continue
        beyond = len(row) > len(names) and any(cell.strip() for cell in row[len(fields) :])
        if len(row) >= len(fields) and not beyond:
            cells = Cells().__dict__
            for column, (key, text) in enumerate(zip(fields, row, strict=False)):
                cells[key] = _cell(text, decimal_comma=listing is not None and column not in listing)
            yield line, cells
        elif len(faults) <= MOST_FAULTS:
            faults.append(_miscounted(len(row), list(fields.values()), Place(name, line)))
    if faults:
        raise SpecError(faults)


def _fields(names: Sequence[str], place: Place) -> dict[str, str]:
    """Return the headers by field name, up to the last that is filled. Raises SpecError."""
    heads = [composed(" ".join(cell.split())) for cell in names]
    while heads and not heads[-1]:
        heads.pop()
    if not heads:
        raise bad("empty", place, "an empty table", "a first row with the columns' names")
    if len(heads) > MAX_COLUMNS:
        beyond = replace(place, column=MAX_COLUMNS + 1)
        raise bad("over-limit", beyond, f"{len(heads):,} columns", f"at most {MAX_COLUMNS}")
    fields: dict[str, str] = {}
    for column, head in enumerate(heads, 1):
        field = field_name(head) or f"column_{column}"
        if field in fields:
            found = f"columns '{fields[field]}' and '{head}', both '{field}' in expressions"
            if head == fields[field]:
                found = f"column name '{head}' twice"
            raise bad("duplicate", replace(place, column=column), found, "a name for each column, each once")
        fields[field] = head
    return fields


def _miscounted(cells: int, heads: list[str], place: Place) -> Fault:
    """Make the fault of a row whose number of cells differs from the header's."""
    found = f"a row of {many(cells, 'cell')}"
    if cells < len(heads):
        found += f" without '{heads[cells]}'"
    expected = f"{len(heads)}: {', '.join(heads)}"
    return Fault("wrong-count", replace(place, column=min(cells, len(heads)) + 1), found, expected)


@lru_cache(maxsize=1024)  # repeated names and colours become the same objects
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


def spreadsheet_rows(file: Path, name: str, tab: str | None, heard: Heard | None = None) -> Iterator[Numbered]:
    """Yield the rows of a spreadsheet (XLSX, XLS, ODS): of a tab by name, or of the first. Raises SpecError,
    OSError."""
    expected = f"a spreadsheet ({', '.join(SPREADSHEETS)})"
    if file.suffix.lower() not in SPREADSHEETS:
        raise bad("wrong-file", name, f"a file '{file.suffix}'", expected)
    _bounded(file, name)
    tabs, chosen, lines = _cells(file, name, tab)
    if chosen is None:
        hint = did_you_mean(tab or "", tabs)
        raise bad("unknown-name", name, f"no tab '{tab or ''}'", f"one of {', '.join(tabs)}", hint)
    label = f"{name}, tab {chosen}"
    for line, row in mapped(lines, label, heard):
        yield label, line, row


def _bounded(file: Path, name: str) -> None:
    """Check a spreadsheet's size, also unpacked, before another process reads it by its name. Raises SpecError."""
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
        raise bad("unreadable-file", name, "a damaged spreadsheet", "one that a spreadsheet program opens") from None


def _cells(file: Path, name: str, tab: str | None) -> tuple[list[str], str | None, Iterator[Numbers]]:
    """Return the names of a spreadsheet's tabs, the one that was read (the first if none is named, None if there is
    none of that name), and its rows with their numbers (from 1), all of one length. Raises SpecError, OSError."""
    try:
        tabs, found, rows = run_bounded(partial(_read, file.absolute(), tab), BOUNDS)
    except TimeoutError:
        raise bad("over-limit", name, f"more than {BOUNDS.seconds:.0f} s of reading", "a smaller spreadsheet") from None
    except MemoryError:
        expected = "cells that lie together, from A1 on"
        raise bad("unreadable-file", name, "cells too far apart, or too many", expected) from None
    except RuntimeError:
        raise bad("unreadable-file", name, "a damaged spreadsheet", "one that a spreadsheet program opens") from None
    except ValueError as error:
        what = f"not read as a spreadsheet: {error}"[:150]
        raise bad("unreadable-file", name, what, "one that a spreadsheet program opens") from None
    return tabs, found, iter(rows)


def text(cell: object) -> str:
    """Write a cell as a person reads it."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return str(int(cell)) if cell == int(cell) and abs(cell) < 1e15 else repr(cell)
    return str(cell)


def _read(file: Path, named: str | None) -> tuple[list[str], str | None, list[Numbers]]:
    """Read as `_cells` does. Raises ValueError for a file that is not a spreadsheet."""
    from python_calamine import CalamineError, CalamineWorkbook  # only needed for a spreadsheet

    try:
        with CalamineWorkbook.from_path(file) as book:
            tabs = book.sheet_names
            tab = next(iter(tabs), "") if named is None else named
            rows = book.get_sheet_by_name(tab).to_python(skip_empty_area=False) if tab in tabs else []
    except CalamineError as error:
        raise ValueError(str(error)) from None
    return tabs, tab if tab in tabs else None, [(number, list(map(text, row))) for number, row in enumerate(rows, 1)]
