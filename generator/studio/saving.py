"""The files of a spec as the page writes them: whole or not at all, and never those that come with the program."""

import re
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from specs.base.errors import KeyPath
from specs.base.files import TooLarge, read, replace_text, replacing
from specs.base.languages import say
from specs.edit.splice import Unwritable
from specs.load import BUNDLED
from specs.model.document import Document
from specs.read.yaml_nodes import MAX_BYTES


def text_of(file: Path) -> str:
    """A file's text with its line ends, and its byte order mark. Raises OSError and SpecError."""
    try:
        return read(file, MAX_BYTES).decode()
    except UnicodeDecodeError:
        raise Unwritable(say("{file} is not saved as UTF-8.", file=file.name)) from None
    except TooLarge:
        raise Unwritable(say("{file} is too large to be shown and changed here.", file=file.name)) from None


def write(file: Path, text: str) -> None:
    """Replace a file's text, unless nobody may write to it. Raises Unwritable and OSError."""
    mode = file.stat().st_mode
    if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise Unwritable(say("{file} is read-only.", file=file.name))
    replace_text(file, text).chmod(stat.S_IMODE(mode))


def added(file: Path, data: bytes) -> Mapping[Path, bytes]:
    """A file that comes with a change; none where it lies there already."""
    return {} if file.exists() else {file: data}


def lay(new: Mapping[Path, bytes]) -> None:
    """Put files that are not there; another one of the name stays. Raises OSError."""
    for file, data in new.items():
        if not file.exists():
            with replacing(file) as beside:
                beside.write_bytes(data)


def remove(new: Mapping[Path, bytes]) -> None:
    """Take files away that are as they were put."""
    for file, data in new.items():
        with suppress(OSError):
            if file.read_bytes() == data:
                file.unlink()


def writable(document: Document, path: KeyPath) -> Path:
    """The file that has the value at a path. Raises Unwritable where it comes with the program."""
    if path[:1] == ("templates",) and path[1] in document.bundled:
        raise Unwritable(say("Template '{name}' comes with the program: copy it into your file first.", name=path[1]))
    file = Path(document.place(path).file)
    if file.resolve().is_relative_to(BUNDLED):
        raise Unwritable(say("This game comes with the program: “generator new” makes a copy that you can change."))
    return file


def free_name(folder: Path, name: str, data: bytes, kinds: Sequence[str]) -> str:
    """What a file that was dropped is called beside the spec: its own name, or one that no other file has. Raises
    Unwritable for what is of none of these kinds."""
    plain = re.sub(r"[^\w.-]+", "-", Path(name).name).lstrip(".")
    if Path(plain).suffix.lower() not in kinds or not data:
        raise Unwritable(say("{name} cannot be used here; expected {kinds}.", name=name[:80], kinds=", ".join(kinds)))
    number, stem = 1, Path(plain).stem
    while (target := folder / plain).exists() and target.read_bytes() != data:
        number += 1
        plain = f"{stem}-{number}{Path(plain).suffix}"
    return plain
