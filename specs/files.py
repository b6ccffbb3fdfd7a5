"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
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
