"""Writes the files of a spec: whole or not at all, and never the bundled ones."""

import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from specs.base.errors import KeyPath, SpecError
from specs.base.files import TooLarge, read, replace_text, replacing
from specs.base.languages import say
from specs.edit.splice import Unwritable
from specs.load import BUNDLED
from specs.model.document import Document
from specs.read.yaml_nodes import MAX_BYTES


def text_of(file: Path) -> str:
    """Return a file's text with its line ends, and its byte order mark. Raises Unwritable and OSError."""
    try:
        return read(file, MAX_BYTES).decode()
    except UnicodeDecodeError:
        raise Unwritable(say("{file} is not saved as UTF-8.", file=file.name)) from None
    except TooLarge:
        raise Unwritable(say("{file} is too large to be shown and changed here.", file=file.name)) from None
    except OSError as error:
        error.filename = error.filename or str(file)  # a folder in its place has none
        raise


def write(file: Path, text: str) -> None:
    """Replace a file's text, unless it is read-only. Raises Unwritable and OSError."""
    mode = file.stat().st_mode
    if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise Unwritable(say("{file} is read-only.", file=file.name))
    replace_text(file, text).chmod(stat.S_IMODE(mode))


def added(file: Path, data: bytes) -> Mapping[Path, bytes]:
    """Return a file that comes with an edit; empty if it exists already."""
    return {} if file.exists() else {file: data}


@contextmanager
def laid(new: Mapping[Path, bytes]) -> Iterator[None]:
    """Write the files that do not exist yet for a block, and remove them if it fails. Raises OSError."""
    for file, data in new.items():
        if not file.exists():
            with replacing(file) as beside:
                beside.write_bytes(data)
    try:
        yield
    except (Unwritable, SpecError, OSError):
        remove(new)
        raise


def remove(new: Mapping[Path, bytes]) -> None:
    """Remove files that are still as they were written."""
    for file, data in new.items():
        with suppress(OSError):
            if file.read_bytes() == data:
                file.unlink()


def writable(document: Document, path: KeyPath) -> Path:
    """Return the file that has the value at a path. Raises Unwritable if it is a bundled one."""
    if path[:1] == ("templates",) and path[1] in document.bundled:
        raise Unwritable(say("Template '{name}' comes with the program: copy it into your file first.", name=path[1]))
    file = Path(document.place(path).file)
    if file.resolve().is_relative_to(BUNDLED):
        raise Unwritable(say("This game comes with the program: “generator new” makes a copy that you can change."))
    return file


def free_name(folder: Path, name: str, data: bytes, kinds: Sequence[str]) -> str:
    """Return the name of a dropped file beside the spec: its own, or one that is free. Raises Unwritable for a file of
    another kind."""
    plain = re.sub(r"[^\w.-]+", "-", Path(name).name).lstrip(".")
    if Path(plain).suffix.lower() not in kinds or not data:
        raise Unwritable(say("{name} cannot be used here; expected {kinds}.", name=name[:80], kinds=", ".join(kinds)))
    number, stem = 1, Path(plain).stem
    while (target := folder / plain).exists() and target.read_bytes() != data:
        number += 1
        plain = f"{stem}-{number}{Path(plain).suffix}"
    return plain
