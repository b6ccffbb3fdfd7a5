"""Reads rows from files beside a spec: a CSV file, a tab of a spreadsheet, a kept Google Sheet, a folder of
pictures."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePath

from specs.base.errors import Unfit
from specs.model.values import composed
from specs.read.beside import PICTURES, file_beside
from specs.read.csv import SPREADSHEETS, Heard, Numbered, csv_rows, spreadsheet_rows
from specs.read.google import sheet_at

MAX_PICTURES = 10_000
SHEET = "https://docs.google.com/spreadsheets/d/..."


def opened(folder: Path, name: str, heard: Heard | None = None) -> Iterator[Numbered]:
    """Open a source of rows: `cards.csv`, `cards.ods#Tab`, a Google Sheet's address, or a folder of pictures, `art/`.
    Raises Unfit if there is none; SpecError and OSError while its rows are read."""
    if name.startswith(("https://", "http://")):
        return csv_rows(*_kept(folder, name), heard)
    if name.endswith("/"):
        return _pictures(folder, file_beside(folder, name, "a folder of pictures beside the spec", "folder"))
    file, _, tab = name.partition("#")
    if file.lower().endswith(SPREADSHEETS):
        return spreadsheet_rows(file_beside(folder, file, "a spreadsheet beside the spec"), file, tab or None, heard)
    return csv_rows(file_beside(folder, name, "a CSV file beside the spec"), name, heard)


def _kept(folder: Path, address: str) -> tuple[Path, str]:
    """Return the file in which a Google Sheet is kept, and its name. Raises Unfit."""
    sheet = sheet_at(address)
    if sheet is None:
        raise Unfit("wrong-file", "an address on the web", f"a file beside the spec, or a Google Sheet: {SHEET}")
    try:
        return file_beside(folder, sheet.kept, ""), sheet.kept
    except Unfit:
        found = f"a Google Sheet that was not fetched yet (no file '{sheet.kept}')"
        raise Unfit("missing-file", found, "`generator check --fetch`, once") from None


def _pictures(folder: Path, pictures: Path) -> Iterator[Numbered]:
    """Yield a row for each picture in a folder, sorted by name: `name` without the extension, and `file`."""
    found = list(islice(pictures.iterdir(), MAX_PICTURES + 1))
    if len(found) > MAX_PICTURES:
        raise Unfit("over-limit", f"a folder of more than {MAX_PICTURES:,} files", "fewer")
    for number, each in enumerate(sorted(file for file in found if file.suffix.lower() in PICTURES), 1):
        name = composed(each.relative_to(folder.resolve()).as_posix())
        yield PurePath(name).parent.as_posix(), number, {"name": composed(each.stem), "file": name}
