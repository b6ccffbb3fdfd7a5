"""The rows that a face's piece comes from, as a grid; a deck of cards made from a dropped table."""

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from generator.studio.saving import text_of, writable
from specs.base.errors import KeyPath
from specs.base.files import read
from specs.base.languages import say
from specs.edit.splice import Change, Unwritable, found
from specs.edit.table import records
from specs.expand.pieces import row_path
from specs.expand.sources import opened
from specs.model.document import Document, Piece
from specs.read.csv import SPREADSHEETS
from specs.read.yaml_nodes import MAX_BYTES, read_text

MOST_ROWS = 2000  # of a table that is shown
TABLES = (".csv", *SPREADSHEETS)
CARD, MARGIN = (63.5, 88.9), 5.0  # mm of a card of the new deck: poker size
MOST_BOXES = 9  # columns that are printed on it


def table_of(document: Document, component: str) -> Path:
    """Return the CSV file that a component's rows come from. Raises Unwritable if they come from elsewhere."""
    pieces = document.pieces.get(component, ())
    name = document.origin(pieces[0])[0] if pieces else ""
    if not name.lower().endswith(".csv"):
        said = say("The rows stand in {file}: change them there, and save.", file=name.partition("#")[0])
        raise Unwritable(said if name else say("This component has no rows."))
    writable(document, ())
    return document.folder / name


def rows(document: Document, piece: Piece) -> dict[str, object]:
    """Return the table of a piece's rows, line by line, the columns first, and the line of its own. For rows in the
    spec, `path` leads to their list; `message` says why they cannot be edited here. Raises Unwritable, SpecError and
    OSError."""
    name, line = document.origin(piece)
    path = row_path(document.spec, piece.component, piece.source)
    if not name and isinstance(path[-1], int):
        return _listed(document, path[:-1], path[-1])
    rows_of = document.spec.components[piece.component].rows
    if rows_of.file and not name.lower().endswith(".csv"):
        return _shown(document, rows_of.file, line)
    file = table_of(document, piece.component)
    lines = records(text_of(file).removeprefix("\ufeff"))
    return _table(file.name, [(each.line, [cell.text for cell in each.cells]) for each in lines], line)


def _table(file: str, table: Sequence[tuple[int, Sequence[object]]], line: int, **more: object) -> dict[str, object]:
    lines = [{"line": line, "cells": cells} for line, cells in table[:MOST_ROWS]]
    return {"file": file, "line": line, "rows": lines, "more": len(table) > MOST_ROWS, **more}


def _listed(document: Document, path: KeyPath, index: int) -> dict[str, object]:
    """Return rows of the spec as a table: a column for each key that any of them has."""
    file = Path(document.place(path).file)
    rows = found(read_text(read(file, MAX_BYTES), str(file)).value, path) or []
    names = list(dict.fromkeys(str(key) for row in rows for key in row))
    table = [(n, [_cell(row.get(name)) for name in names]) for n, row in enumerate(rows)]
    return _table(file.name, [(-1, names), *table], index, path=path)


def _cell(value: object) -> object:
    """Return a value as a cell shows it: for a list or a mapping, its text, which is edited in the file."""
    return value if value is None or isinstance(value, str | int | float) else msgspec.json.encode(value).decode()


def _shown(document: Document, name: str, line: int) -> dict[str, object]:
    """Return the rows of a spreadsheet or another file, read-only."""
    table = [(line, row) for _, line, row in islice(opened(document.folder, name), MOST_ROWS + 1)]
    names = list(dict.fromkeys(key for _, row in table for key in row))
    said = say("The rows stand in {file}: change them there, and save.", file=name.partition("#")[0])
    cells = [(line, [_cell(row.get(key)) for key in names]) for line, row in table]
    return _table(name, [(-1, names), *cells], line, message=said)


# ---- a deck of a table -----------------------------------------------------------------------------


def deck_of(document: Document, name: str) -> Change:
    """Return the edit that makes a deck of a table beside the spec: a component with a card for each row, each column a
    text box of a first layout. Raises Unwritable, SpecError and OSError."""
    first: Mapping[str, Any] = next((row for _, _, row in opened(document.folder, name)), {})
    fields = [key for key in first if key not in ("id", "count")][:MOST_BOXES]
    if not fields:
        raise Unwritable(say("{file} has no rows with columns.", file=name))
    stem = re.sub(r"\W+", "-", Path(name).stem.lower()).strip("-_") or "deck"
    stem = stem if stem[0].isalpha() else f"deck-{stem}"
    free = next(each for n in range(1, 1000) if (each := stem if n == 1 else f"{stem}-{n}") not in document.pieces)
    title = free.replace("-", " ").capitalize()
    value = {"title": title, "size": "poker", "rows": name, "front": [_box(n, each) for n, each in enumerate(fields)]}
    return Change("set", ("components", free), value)


def _box(number: int, field: str) -> dict[str, object]:
    """Return a column's text box on a first card: the first one large, the others below one another."""
    width, high = CARD[0] - 2 * MARGIN, 8.0 if number else 10.0
    box = [MARGIN, MARGIN if not number else 16.0 + (number - 1) * (high + 0.5), width, high]
    looks = {"size": 3.2} if number else {"size": 6, "align": "center", "valign": "middle"}
    return {"draw": "text", "text": f"{{{field}}}", "box": box, **looks, "wrap": True, "shrink": True}
