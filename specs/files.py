"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A name beside a file to write to, renamed onto the file at the end; gone without a trace where that fails.

    Raises OSError.
    """
    beside = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        yield beside
        os.replace(beside, file)
    finally:
        beside.unlink(missing_ok=True)


def replace_text(file: Path, text: str) -> None:
    """Write a file of UTF-8 text, its line ends as they are. Raises OSError."""
    with replacing(file) as beside:
        beside.write_text(text, encoding="utf-8", newline="\n")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep every other process that asks for the same folder waiting until we are done in it. Raises OSError."""
    try:
        import fcntl
    except ImportError:  # Windows, which locks files, not folders
        yield from _alone_by_file(folder)
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network drives lock nothing; there only one at a time is safe
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _alone_by_file(folder: Path) -> Iterator[None]:
    import msvcrt

    name = sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    with Path(tempfile.gettempdir(), f"tideline-{name}.lock").open("a+b") as handle:
        handle.seek(0)
        msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]
        try:
            yield
        finally:
            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined,unused-ignore]
