"""A PDF put together from chunks of pages, each written as it comes: only the offsets of its objects are kept.

A chunk is pages drawn together, as objects with numbers of their own. It is a value: the same wherever it was drawn, in
this process or in another.

Objects that are not streams are packed together, and so is the cross-reference table. A large stream that occurs in
several chunks is written once.
"""

import re
import zlib
from array import array
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from struct import pack
from typing import IO

from msgspec import Struct

TOGETHER = 256  # pages of a chunk at most: a longer file has several, wherever it is drawn
DOCUMENT = -1  # as an element's number: the whole document; as a page's: none
BELOW = -1  # as a kid's page: it is an element
HEAD = b"%PDF-1.7\n%\x93\x8c\x8b\x9e\n"
PACKED = 500  # objects in an object stream
LARGE = 4096  # bytes from which equal streams are shared between chunks
_WIDTHS = (1, 5, 2)  # bytes of each field in the cross-reference table
_REFERENCE = re.compile(rb"(\d+) 0 R")
_PAGES, _WHOLE, _FIRST = 1, 2, 3  # object numbers that all chunks share, and the first free one
_METADATA = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
_FLIPS = {"long-edge": b"/Duplex/DuplexFlipLongEdge", "short-edge": b"/Duplex/DuplexFlipShortEdge"}
Moved = Callable[[re.Match[bytes]], bytes]
_MADE = b"D:20000101000000+00'00'"  # constant: the same pages give the same bytes


class StructElement(Struct, frozen=True, array_like=True, gc=False):
    """A structure element of the tag tree: its role, its parent, the page it begins on, its kids (`BELOW` and an
    element, or a page and the number of a mark there), and its other entries, in PDF syntax."""

    role: bytes
    parent: int
    page: int
    kids: list[tuple[int, int]]
    entries: bytes


class Chunk(Struct, frozen=True, array_like=True):
    """Pages, each a dictionary without its brackets and a compressed content; what they refer to: its number, its own
    references, and a stream's content; the structure elements marked on each page; all structure elements; bookmarks by
    page."""

    pages: list[tuple[bytes, bytes]]
    objects: list[tuple[int, bytes, bytes]]
    marked: list[list[int]]
    elements: list[StructElement]
    bookmarks: list[tuple[str, int]]


class Meta(Struct, frozen=True):
    """A document's metadata; `duplex` is a viewer's hint: long-edge, short-edge or empty; `language` that of its words,
    such as de or de_AT."""

    title: str
    author: str = ""
    subject: str = ""
    keywords: str = ""
    duplex: str = ""
    language: str = "en"


class File:
    """Writes chunks to an open file, in order. Raises OSError."""

    def __init__(self, file: IO[bytes], meta: Meta) -> None:
        self.file, self.meta = file, meta
        self.at, self.hashed = 0, blake2b(digest_size=16)
        self.write(HEAD)
        # for each object: its kind; its offset, or its stream; its index there
        self.kinds, self.places, self.indices = array("B", [0]), array("Q", [0]), array("H", [65535])
        self.numbers(_FIRST - 1)
        self.small: list[tuple[int, bytes]] = []
        self.known: dict[bytes, int] = {}  # large streams
        self.pages = 0
        self.nodes: list[int] = []  # of the page tree
        self.tops: list[int] = []  # top structure elements
        self.marked: list[int] = []  # leaves of the parent tree: the marks of each chunk's pages
        self.bookmarks: list[tuple[str, int]] = []

    def add(self, chunk: Chunk) -> None:
        """Add the pages of a chunk after those before."""
        moved = self._shared(chunk)
        first, node = self.numbers(2 * len(chunk.pages)), self.numbers(1)
        tops = self.numbers(len(chunk.elements))
        pages = range(first, first + 2 * len(chunk.pages), 2)
        for number, (page, (head, content)) in enumerate(zip(pages, chunk.pages, strict=True), self.pages):
            self.stream(page + 1, b"/Filter/FlateDecode", content)
            entries = b"<</Type/Page/Parent %d 0 R/Contents %d 0 R/StructParents %d/Tabs/S" % (node, page + 1, number)
            self.object(page, entries + _REFERENCE.sub(moved, head) + b">>")
        self.object(node, _node(pages, _PAGES))
        for number, element in enumerate(chunk.elements, tops):
            self.object(number, _element(element, tops, pages))
        marked = b"".join(
            b"%d[%s]" % (number, _references([tops + element for element in elements]))
            for number, elements in enumerate(chunk.marked, self.pages)
        )
        limits = self.pages, self.pages + len(pages) - 1
        self.marked.append(self.new(b"<</Limits[%d %d]/Nums[%s]>>" % (*limits, marked)))
        self.nodes.append(node)
        self.tops += [number for number, each in enumerate(chunk.elements, tops) if each.parent == DOCUMENT]
        self.bookmarks += [(title, pages[page]) for title, page in chunk.bookmarks]
        self.pages += len(pages)

    def _shared(self, chunk: Chunk) -> Moved:
        """Return a function that gives a chunk's references new numbers; it writes each object they refer to once."""
        objects = {number: (head, content) for number, head, content in chunk.objects}
        numbers: dict[int, int] = {}

        def moved(reference: re.Match[bytes]) -> bytes:
            number = int(reference[1])
            if number not in numbers:
                head, content = objects[number]
                head = _REFERENCE.sub(moved, head)
                numbers[number] = self._once(head, content) if content else self.new(head)
            return b"%d 0 R" % numbers[number]

        return moved

    def _once(self, head: bytes, content: bytes) -> int:
        """Return the number of a stream, writing it unless it is in the file."""
        if len(content) < LARGE:
            number = self.numbers(1)
        else:
            key = blake2b(head + content, digest_size=16).digest()
            if (known := self.known.get(key)) is not None:
                return known
            number = self.known[key] = self.numbers(1)
        self._placed(number, head + content)
        return number

    def end(self) -> None:
        """Write everything that belongs around the pages."""
        meta = self.meta
        outlines = self._outlines()
        root = self.numbers(1)
        parents = b"/ParentTree<</Kids[%s]>>/ParentTreeNextKey %d" % (_references(self.marked), self.pages)
        self.object(root, b"<</Type/StructTreeRoot/K %d 0 R%s>>" % (_WHOLE, parents))
        self.object(_WHOLE, b"<</S/Document/P %d 0 R/K[%s]>>" % (root, _references(self.tops)))
        self.object(_PAGES, b"<</Type/Pages/Count %d/Kids[%s]>>" % (self.pages, _references(self.nodes)))
        escaped = meta.title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        metadata = self.numbers(1)
        self.stream(metadata, b"/Type/Metadata/Subtype/XML", _METADATA.format(title=escaped).encode())
        texts = {"Title": meta.title, "Author": meta.author, "Subject": meta.subject, "Keywords": meta.keywords}
        made = b"/Creator(Tideline)/Producer(Tideline)/CreationDate(%s)/ModDate(%s)/Trapped/False" % (_MADE, _MADE)
        named = b"".join(b"/%s%s" % (key.encode(), string(text)) for key, text in texts.items())
        about = self.new(b"<<" + named + made + b">>")
        shown = b"/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true%s>>" % _FLIPS.get(meta.duplex, b"")
        language = string(meta.language.replace("_", "-"))
        tagged = b"/MarkInfo<</Marked true>>/StructTreeRoot %d 0 R/Metadata %d 0 R" % (root, metadata)
        catalog = self.new(b"<</Type/Catalog/Pages %d 0 R%s%s%s/Lang%s>>" % (_PAGES, outlines, shown, tagged, language))
        self._pack()
        table, start = self.numbers(1), self.at
        self.kinds[table], self.places[table] = 1, start
        rows = bytearray()
        for kind, place, index in zip(self.kinds, self.places, self.indices, strict=True):
            rows += pack(">BBLH", kind, place >> 32, place & 0xFFFFFFFF, index)
        widths = b" ".join(b"%d" % width for width in _WIDTHS)
        mark = self.hashed.hexdigest().encode()
        head = b"/Type/XRef/Size %d/W[%s]/Root %d 0 R/Info %d 0 R/ID[<%s><%s>]" % (
            len(self.kinds), widths, catalog, about, mark, mark,
        )  # fmt: skip
        self.stream(table, head + b"/Filter/FlateDecode", zlib.compress(rows, 9))
        self.write(b"startxref\n%d\n%%%%EOF\n" % start)

    def _outlines(self) -> bytes:
        """Write the bookmarks, and return the catalogue's entry for them; empty without bookmarks."""
        if not self.bookmarks:
            return b""
        root, first = self.numbers(1), self.numbers(len(self.bookmarks))
        last = first + len(self.bookmarks) - 1
        for number, (title, page) in enumerate(self.bookmarks, first):
            beside = b"/Prev %d 0 R" % (number - 1) if number > first else b""
            beside += b"/Next %d 0 R" % (number + 1) if number < last else b""
            entries = string(title), root, page, beside
            self.object(number, b"<</Title%s/Parent %d 0 R/Dest[%d 0 R/Fit]%s>>" % entries)
        self.object(root, b"<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>" % (first, last, last - first + 1))
        return b"/Outlines %d 0 R/PageMode/UseOutlines" % root

    # ---- objects -----------------------------------------------------------------------------

    def numbers(self, count: int) -> int:
        """Reserve `count` object numbers and return the first."""
        first = len(self.kinds)
        self.kinds.extend([0] * count)
        self.places.extend([0] * count)
        self.indices.extend([0] * count)
        return first

    def new(self, data: bytes) -> int:
        self.object(number := self.numbers(1), data)
        return number

    def object(self, number: int, data: bytes) -> None:
        self.small.append((number, data))
        if len(self.small) >= PACKED:
            self._pack()

    def _pack(self) -> None:
        """Write small objects as an object stream."""
        if not self.small:
            return
        number = self.numbers(1)
        starts, at = [], 0
        for index, (one, data) in enumerate(self.small):
            starts.append(b"%d %d" % (one, at))
            at += len(data) + 1
            self.kinds[one], self.places[one], self.indices[one] = 2, number, index
        head = b" ".join(starts) + b"\n"
        content = zlib.compress(head + b"\n".join([data for _, data in self.small]), 9)
        entries = b"/Type/ObjStm/N %d/First %d/Filter/FlateDecode" % (len(self.small), len(head))
        self.stream(number, entries, content)
        self.small = []

    def stream(self, number: int, head: bytes, content: bytes) -> None:
        self._placed(number, b"<<%s/Length %d>>stream\n%s\nendstream" % (head, len(content), content))

    def _placed(self, number: int, data: bytes) -> None:
        self.kinds[number], self.places[number] = 1, self.at
        self.write(b"%d 0 obj\n%s\nendobj\n" % (number, data))

    def write(self, data: bytes) -> None:
        self.hashed.update(data)
        self.at += self.file.write(data)


def _references(numbers: Iterable[int]) -> bytes:
    return b" ".join([b"%d 0 R" % number for number in numbers])


def _node(pages: Sequence[int], parent: int) -> bytes:
    return b"<</Type/Pages/Parent %d 0 R/Count %d/Kids[%s]>>" % (parent, len(pages), _references(pages))


def _element(element: StructElement, first: int, pages: Sequence[int]) -> bytes:
    """Return a structure element as an object; those of its chunk have numbers from `first` on."""
    parent = _WHOLE if element.parent == DOCUMENT else first + element.parent
    page = b"/Pg %d 0 R" % pages[element.page] if element.page != DOCUMENT else b""
    kids = [
        b"%d 0 R" % (first + kid)
        if place == BELOW
        else b"%d" % kid
        if place == element.page
        else b"<</Type/MCR/Pg %d 0 R/MCID %d>>" % (pages[place], kid)
        for place, kid in element.kids
    ]
    return b"<</S/%s/P %d 0 R%s/K[%s]%s>>" % (element.role, parent, page, b" ".join(kids), element.entries)


def string(text: str) -> bytes:
    """Write a text as a PDF string."""
    data = text.encode() if text.isascii() else b"\xfe\xff" + text.encode("utf-16-be", "replace")
    return b"(" + data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)").replace(b"\r", b"\\r") + b")"
