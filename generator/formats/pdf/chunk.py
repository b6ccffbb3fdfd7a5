"""Pages drawn together, as objects of a PDF with numbers of their own: what a file is put together from.

A chunk is a value: it is the same wherever it was drawn, in this process or in another.
"""

from __future__ import annotations

from msgspec import Struct

TOGETHER = 256  # pages of a chunk at most: a longer file has several, wherever it is drawn
DOCUMENT = -1  # in place of an element's number: the whole; in place of a page's: none
BELOW = -1  # in place of a kid's page: it is an element


class StructElement(Struct, frozen=True, array_like=True, gc=False):
    """A structure element, as PDF calls a part of what is read out: its role, its parent, the page it begins on, its
    kids (`BELOW` and an element, or a page and the number of a mark there), and its other entries, as PDF has them."""

    role: bytes
    parent: int
    page: int
    kids: list[tuple[int, int]]
    entries: bytes


class Chunk(Struct, frozen=True, array_like=True):
    """Pages, each a dictionary without its brackets and a compressed content; what they refer to: its number, what
    refers on, and a stream's content; the structure elements marked
    on each page; all structure elements; bookmarks by their page."""

    pages: list[tuple[bytes, bytes]]
    objects: list[tuple[int, bytes, bytes]]
    marked: list[list[int]]
    elements: list[StructElement]
    bookmarks: list[tuple[str, int]]


def string(text: str) -> bytes:
    """A text as a PDF's string."""
    data = text.encode() if text.isascii() else b"\xfe\xff" + text.encode("utf-16-be", "replace")
    return b"(" + data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)").replace(b"\r", b"\\r") + b")"
