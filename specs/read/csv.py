"""Rows of data from a CSV file beside a spec, as every spreadsheet writes it; and rows of any table from its cells.

The first row names the columns. Cells that look like numbers are numbers, but for `007`. Faults name the file (and the
tab), the row and the column, counted from 1.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import StringIO
from itertools import chain
from pathlib import Path

from specs.base import files
from specs.base.errors import Fault, Place, SpecError, bad
from specs.model.values import Row, Scalar, composed
from specs.read.typed import MOST_FAULTS, many

MAX_BYTES = 50_000_000
MAX_COLUMNS = 500
# the file, and its tab, as faults name them; the line, or the row of a sheet; its cells
Numbered = tuple[str, int, Row]
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
    before, head = 0, ""  # lines before the names of the columns, and their line
    divider = ""
    while not head and (read := text.readline()):
        said = _SEP.match(read) if not before else None
        divider = said[1] if said else divider
        if said or not read.strip(_BLANK):
            before += 1
        else:
            head = read
    divider = divider or max(",;\t", key=head.count)  # the first of them where none is there
    reader = csv.reader(chain([head], text), strict=True, delimiter=divider)

    def lines() -> Iterator[tuple[int, Sequence[str]]]:
        start = before + 1
        for cells in reader:
            yield start, cells
            start = before + reader.line_num + 1

    try:
        for line, row in mapped(lines(), name, decimal_comma=divider == ";"):
            yield name, line, row
    except csv.Error as error:
        line = before + reader.line_num
        raise bad("not-csv", Place(name, line, 1), f"not CSV: {error}", "cells with commas between") from None


def _decoded(data: bytes, name: str) -> str:
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))  # as spreadsheets save "Unicode text"
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        found = f"byte 0x{data[error.start]:02x}, not {'UTF-16' if wide else 'UTF-8'}"
        raise bad("wrong-encoding", Place(name, line, column), found, "a file saved as UTF-8") from None


def mapped(
    lines: Iterator[tuple[int, Sequence[str]]], name: str, *, decimal_comma: bool = False
) -> Iterator[tuple[int, Row]]:
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
