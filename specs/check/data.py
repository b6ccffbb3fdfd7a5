"""What is to be said of a spec's files of rows: what expressions call their columns, numbers of copies unused, the day
of a sheet."""

import re
from collections.abc import Iterator
from contextlib import suppress

from specs.base import files
from specs.base.errors import Fault
from specs.base.languages import say
from specs.expand import expr
from specs.model.component import Rows
from specs.model.document import Document
from specs.read.csv import MAX_BYTES, encoding_of
from specs.read.google import kept_on

COPIES = re.compile(
    r"(.*[\W_])?(copies|count|qty|quantity|anzahl|stück|stückzahl|copie|quantità|egzemplarze|ilość|sztuki)\W*", re.I
)


def column_remarks(document: Document) -> Iterator[str]:
    """The columns of each file whose header is not what expressions call them, and when a sheet was fetched; once a
    file."""
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
    """A column that looks like the number of copies and is not used so."""
    for name, headers in document.headers.items():
        rows = document.spec.components[name].rows
        for field, header in headers.items():
            if COPIES.fullmatch(header) and field != "count" and field not in _counted(rows):
                found = f"column '{header}', which is not the number of copies"
                expected = f'count: "{{{field}}}" under rows:, or another name'
                yield document.warning("missing-key", ("components", name, "rows"), found, expected)


def encoding_warnings(document: Document) -> Iterator[Fault]:
    """A file of rows that is neither UTF-8 nor UTF-16: its letters are read as Windows has them."""
    for name in document.headers:
        if (file := _file(document, name)).lower().endswith((".csv", ".tsv", ".txt")):
            with suppress(OSError):
                if encoding_of(files.read(document.folder / file, MAX_BYTES)) == "cp1252":
                    path = ("components", name, "rows")
                    found = f"letters of '{file}' that are not UTF-8, read as Windows-1252"
                    yield document.warning("wrong-encoding", path, found, "a file saved as UTF-8")


def _counted(rows: Rows) -> set[str]:
    """The fields that the number of copies uses, or that others are made of."""
    try:
        return {used for text in (rows.count, *rows.fields.values()) for used in expr.names(str(text))}
    except expr.ExprError:
        return set()  # the check reports it where it stands


def _file(document: Document, name: str) -> str:
    return next((document.origin(piece)[0] for piece in document.pieces.get(name, ())), "")
