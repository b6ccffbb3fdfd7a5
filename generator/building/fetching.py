"""Fetches the Google Sheets that a spec names, and keeps them beside it: the only part of the printer that reads from
the internet."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from specs.base.errors import bad
from specs.base.files import read, reading, replace_text
from specs.expand.fields import strings
from specs.load import find
from specs.model.schema import Spec
from specs.read.beside import inside
from specs.read.google import Sheet, downloaded, sheet_at
from specs.read.typed import convert
from specs.read.yaml_nodes import MAX_BYTES, read_text


def fetched(spec: str) -> Iterator[Path]:
    """Fetch each Google Sheet that a spec's rows are in; yield the files they are kept in, one after the other. Raises
    SpecError."""
    path = find(spec)
    sheets = _named(path)
    if not sheets:
        raise bad("not-applicable", "--fetch", "a spec without a Google Sheet", "rows: with the address of one")
    for sheet in sheets:
        text = downloaded(sheet, date.today().isoformat())
        try:
            yield replace_text(inside(path.parent, sheet.kept), text)
        except ValueError:
            raise bad("outside-folder", sheet.kept, "a link out of the spec's folder", "a file") from None
        except OSError as error:
            raise bad("unreadable-file", sheet.kept, str(error.strerror), "a file that can be written") from None


def _named(path: Path) -> dict[Sheet, None]:
    """Return the sheets that the rows of a spec name, each once. Raises SpecError."""
    with reading(str(path)):
        data = read(path, MAX_BYTES)
    spec, _ = convert(read_text(data, str(path)), Spec)
    rows = [component.rows for component in spec.components.values()] if spec else []
    found = (sheet_at(text) for each in rows for _, text in strings(each))
    return dict.fromkeys(sheet for sheet in found if sheet)
