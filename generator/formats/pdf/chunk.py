"""Pages drawn together, as objects of a PDF with numbers of their own: what a file is put together from.

A chunk is a value: it is the same wherever it was drawn, in this process or in another.
"""

from __future__ import annotations

from msgspec import Struct

TOGETHER = 256  # pages of a chunk at most: a longer file has several, wherever it is drawn
DOCUMENT = -1  # in place of a part's number: the whole; in place of a page's: none
BELOW = -1  # in place of a kid's page: it is a part


class Told(Struct, frozen=True, array_like=True, gc=False):
    """A part of what is read out: its role, the part that it belongs to, the page that it begins on, and its kids:
    `BELOW` and a part, or a page and what is marked there. `said` is what else there is to say of it, as PDF has it."""

    role: bytes
    parent: int
    page: int
    kids: list[tuple[int, int]]
    said: bytes


class Chunk(Struct, frozen=True, array_like=True):
    """Pages, each a dictionary without its brackets and a compressed content; what they refer to: its number, what
    refers on, and a stream's content; what is marked on each, and of what parts these are; bookmarks by their page."""

    pages: list[tuple[bytes, bytes]]
    objects: list[tuple[int, bytes, bytes]]
    marked: list[list[int]]
    parts: list[Told]
    bookmarks: list[tuple[str, int]]


def string(text: str) -> bytes:
    """A text as a PDF's string."""
    data = text.encode() if text.isascii() else b"\xfe\xff" + text.encode("utf-16-be", "replace")
    return b"(" + data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)").replace(b"\r", b"\\r") + b")"
