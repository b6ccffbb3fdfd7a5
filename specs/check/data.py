"""Remarks about a spec's data files: what expressions call their columns, unused numbers of copies, when a sheet was
fetched."""

import re
from collections.abc import Iterator

from specs.base.errors import Fault
from specs.base.languages import say
from specs.expand import expr
from specs.model.component import Rows
from specs.model.document import Document
from specs.read.google import kept_on

NUMBER = re.compile(r"-?[0-9]+([.,][0-9]+)?")
COPIES = re.compile(
    r"(.*[\W_])?(copies|count|qty|quantity|anzahl|stück|stückzahl|copie|quantità|egzemplarze|ilość|sztuki)\W*", re.I
)


def column_remarks(document: Document) -> Iterator[str]:
    """Yield, once a file, the columns whose header differs from their name in expressions, and when a sheet was
    fetched."""
    by_file = {_file(document, name): headers for name, headers in document.headers.items()}
    for file, headers in by_file.items():
        if day := kept_on(document.folder / file):
            yield say("{file}: fetched on {day}; --fetch fetches it again", file=file, day=day)
        changed = {header: field for field, header in headers.items() if header not in ("", field)}
        if changed and file:
            columns = ", ".join(
                say("'{header}' is {field}", header=header, field=field) for header, field in changed.items()
            )
            yield say("{file}: in expressions, {columns}", file=file, columns=columns)


def copies_warnings(document: Document) -> Iterator[Fault]:
    """Warn about a column that looks like the number of copies and is not used as it."""
    for name, headers in document.headers.items():
        counted = {"count", *_counted(document.spec.components[name].rows)}
        pieces = document.pieces.get(name, ())
        for field, header in headers.items():
            if not COPIES.fullmatch(header) or field in counted:
                continue
            if all(piece.row.get(field) != 0 for piece in pieces):  # a column with a 0 counts something else
                found = f"column '{header}', which is not the number of copies"
                expected = f'count: "{{{field}}}" under rows:, or another name'
                yield document.warning("missing-key", ("components", name, "rows"), found, expected)


def header_warnings(document: Document) -> Iterator[Fault]:
    """Warn about a first row that looks like data: a number in it is above numbers, or two of its cells occur in their
    columns."""
    for name, headers in document.headers.items():
        rows = list({id(piece.row): piece.row for piece in document.pieces.get(name, ())}.values())
        columns = {
            header: [row[field] for row in rows if row.get(field, "") != ""] for field, header in headers.items()
        }
        numbers = [
            header
            for header, values in columns.items()
            if values and NUMBER.fullmatch(header) and all(isinstance(value, int | float) for value in values)
        ]
        again = [header for header, values in columns.items() if header in values]
        if odd := numbers or again[1:]:
            found = f"column '{odd[0]}', of a first row that looks like data"
            yield document.warning("wrong-value", ("components", name, "rows"), found, "names of columns there")


def encoding_warnings(document: Document) -> Iterator[Fault]:
    """Warn, once for each file, about a data file that is neither UTF-8 nor UTF-16: its letters are read as
    Windows-1252."""
    for file, path in document.windows_1252.items():
        found = f"letters of '{file}' that are not UTF-8, read as Windows-1252"
        yield document.warning("wrong-encoding", path, found, "a file saved as UTF-8")


def _counted(rows: Rows) -> set[str]:
    """Return the fields used for the number of copies, or for computing it."""
    try:
        return {used for text in (rows.count, *rows.fields.values()) for used in expr.names(str(text))}
    except expr.ExprError:
        return set()  # the check reports it where it stands


def _file(document: Document, name: str) -> str:
    return next((document.origin(piece)[0] for piece in document.pieces.get(name, ())), "")
