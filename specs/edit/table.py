"""Edits a cell or a row of a CSV text in place; every other byte stays."""

from collections.abc import Sequence
from io import StringIO
from typing import Literal, NamedTuple

from msgspec import Struct

from specs.base.languages import say
from specs.edit.splice import Conflict, Unwritable
from specs.read.csv import head_of


class Cell(NamedTuple):
    """A cell: its start and end with quotes, and its value."""

    start: int
    end: int
    text: str


class Record(NamedTuple):
    """A row: its first line, from 1, its cells, and its start and end with the line end."""

    line: int
    cells: Sequence[Cell]
    start: int
    end: int


class CellChange(Struct, frozen=True):
    """One edit of the row that begins at a `line`: `set` the cell of a `column`, from 0, to `value`, where it `was`
    another; `copy` the row to after itself; `remove` it."""

    component: str
    line: int
    kind: Literal["set", "copy", "remove"] = "set"
    column: int = 0
    value: str = ""
    was: str = ""


def records(text: str) -> list[Record]:
    """Return a table's rows, blank lines included, from the header on."""
    before, _, divider = head_of(StringIO(text, newline=""))
    found, at, line = list[Record](), 0, before + 1
    for _ in range(before):
        at = text.index("\n", at) + 1
    while at < len(text):
        start, cells = at, list[Cell]()
        while True:
            cell = _cell(text, at, divider)
            cells.append(cell)
            at = cell.end
            if text[at : at + 1] != divider:
                break
            at += 1
        end = text.find("\n", at)
        at = len(text) if end < 0 else end + 1
        found.append(Record(line, cells, start, at))
        line += max(1, text.count("\n", start, at))
    return found


def _cell(text: str, at: int, divider: str) -> Cell:
    start = at
    if text[at : at + 1] == '"':
        at += 1
        while (at := text.find('"', at)) >= 0 and text[at + 1 : at + 2] == '"':
            at += 2
        at = len(text) if at < 0 else at + 1
        return Cell(start, at, text[start + 1 : at - 1].replace('""', '"'))
    while at < len(text) and text[at] not in (divider, "\n", "\r"):
        at += 1
    return Cell(start, at, text[start:at])


def with_change(text: str, change: CellChange, *, over: bool = False) -> str:
    """Return the text with one edit. With `over`, a cell that others have changed is overwritten. Raises Unwritable;
    without `over` Conflict."""
    rows = records(text)
    row = next((each for each in rows if each.line == change.line), None)
    if row is None:
        raise Unwritable(say("There is no such row any more: look again."))
    if change.kind == "remove":
        return text[: row.start] + text[row.end :]
    if change.kind == "copy":
        copied = text[row.start : row.end]
        ended = copied.endswith("\n")
        return text[: row.end] + (copied if ended else "\n" + copied) + text[row.end :]
    if change.column >= len(row.cells):
        raise Unwritable(say("There is no such row any more: look again."))
    cell = row.cells[change.column]
    if not over and cell.text != change.was:
        raise Conflict(say("Line {line} is not what it was.", line=change.line), change.value, cell.text)
    _, _, divider = head_of(StringIO(text, newline=""))
    quoted = text[cell.start : cell.start + 1] == '"' or any(sign in change.value for sign in ('"', "\n", divider))
    said = '"' + change.value.replace('"', '""') + '"' if quoted else change.value
    made = text[: cell.start] + said + text[cell.end :]
    wanted = [[said_by.text for said_by in each.cells] for each in rows]
    wanted[rows.index(row)][change.column] = change.value
    if [[said_by.text for said_by in each.cells] for each in records(made)] != wanted:
        raise Unwritable(say("This would change something else too: edit it in the file."))
    return made
