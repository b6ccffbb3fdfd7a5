"""A PDF's objects to its file: those that are no streams are packed together, and so is the table of where they are.

reportlab writes each object by itself. Of a tree of what is read out there are as many as there are pieces, small and
much alike: packed, they take a tenth.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from itertools import chain, islice
from struct import pack
from typing import IO, Any

from reportlab.pdfbase.pdfdoc import format as formatted

HEAD = b"%PDF-1.7\n%\x93\x8c\x8b\x9e\n"
PACKED = 500  # objects in a stream of them
_WIDTHS = (1, 4, 2)  # bytes of each figure in the table


def write_file(file: IO[bytes], canvas: Any, parts: Iterable[tuple[int, bytes]]) -> None:
    """Write a document of reportlab's, and `parts` of it: objects whose numbers it keeps. Raises OSError."""
    document = canvas._doc
    document.info.invariant = document.invariant
    document.info.digest(document.signature)
    catalog, info = document.Reference(document.Catalog), document.Reference(document.info)
    document.Outlines.prepare(document, canvas)
    if document.Outlines.ready < 0:
        document.Catalog.Outlines = None
    places: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}
    file.write(HEAD)
    at = len(HEAD)
    small: list[tuple[int, bytes]] = []
    number = 0
    while number < document.objectcounter:  # grows, for what is formatted finds what it needs
        number += 1
        if (name := document.numberToId.get(number)) is not None:
            data = formatted(document.idToObject[name], document, toplevel=1).strip(b"\n")
            if data.endswith(b"endstream"):
                places[number] = (1, at, 0)
                at += file.write(b"%d 0 obj\n%s\nendobj\n" % (number, data))
            else:
                small.append((number, data))
    every = chain(small, parts)
    while some := list(islice(every, PACKED)):
        number += 1
        places |= {one: (2, number, index) for index, (one, _) in enumerate(some)}
        places[number] = (1, at, 0)
        at += file.write(_stream(number, *_packed(some)))
    number += 1
    places[number] = (1, at, 0)
    table = b"".join(pack(">BLH", *places.get(one, (0, 0, 0))) for one in range(number + 1))
    root, about = (reference.format(document) for reference in (catalog, info))
    widths = b" ".join(b"%d" % width for width in _WIDTHS)
    head = b"/Type/XRef/Size %d/W[%s]/Root %s/Info %s/ID%s" % (number + 1, widths, root, about, document.ID())
    file.write(_stream(number, head, table) + b"startxref\n%d\n%%%%EOF\n" % at)


def _packed(objects: Sequence[tuple[int, bytes]]) -> tuple[bytes, bytes]:
    """A stream of objects: what it is, and its content."""
    starts, at = [], 0
    for number, data in objects:
        starts.append(b"%d %d" % (number, at))
        at += len(data) + 1
    head = b" ".join(starts) + b"\n"
    content = head + b"\n".join([data for _, data in objects])
    return b"/Type/ObjStm/N %d/First %d" % (len(objects), len(head)), content


def _stream(number: int, head: bytes, content: bytes) -> bytes:
    data = zlib.compress(content, 9)
    return b"%d 0 obj\n<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream\nendobj\n" % (
        number, head, len(data), data,
    )  # fmt: skip
