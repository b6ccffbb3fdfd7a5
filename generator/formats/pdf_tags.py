"""What a PDF says to who has it read out: a tree of sections, headings, paragraphs and figures over its pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFStream, PDFString

from generator.draw.scene import Way

Bytes = tuple[int, bytes]  # an object by its number
# roles that a PDF has by another name, or with more said of them
_ROLES = {
    "L": ("L", "/A<</O/List/ListNumbering/Disc>>"),
    "OL": ("L", "/A<</O/List/ListNumbering/Decimal>>"),
    "TH": ("TH", "/A<</O/Table/Scope/Column>>"),
}
_METADATA = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


class Part:
    """A part of the tree: what it is, what it says, and its kids by their places: parts, or what is marked on a page,
    by the page's number and its own there. Most are figures with nothing but the one mark: there are very many."""

    __slots__ = ("alt", "kids", "mark", "number", "page", "parent", "role", "title")

    def __init__(self, role: str, parent: Part | None, alt: str = "", title: str = "") -> None:
        self.role, self.parent, self.alt, self.title = role, parent, alt, title
        self.page = self.mark = -1  # its only mark
        self.kids: list[tuple[int, Part | tuple[int, int]]] | None = None
        self.number = 0  # of its object

    def add(self, place: int, kid: Part | tuple[int, int]) -> None:
        if self.kids is None:
            if self.mark < 0 and isinstance(kid, tuple):
                self.page, self.mark = kid
                return
            self.kids = [] if self.mark < 0 else [(0, (self.page, self.mark))]
        self.kids.append((place, kid))

    def within(self) -> Sequence[tuple[int, Part | tuple[int, int]]]:
        """Its kids, in the order of their places."""
        if self.kids is None:
            return ((0, (self.page, self.mark)),) if self.mark >= 0 else ()
        return sorted(self.kids, key=itemgetter(0))


class Tree:
    """Grows as pages are drawn."""

    def __init__(self) -> None:
        self.root = Part("Document", None)
        self.known: dict[Way, Part] = {(): self.root}
        self.pages: list[list[Part]] = []

    def page(self) -> int:
        """Begin a page; its number, from 0."""
        self.pages.append([])
        return len(self.pages) - 1

    def mark(self, way: Way, alt: str = "") -> str:
        """The operator that begins what stands on a way."""
        part, page = self.part(way, alt), self.pages[-1]
        page.append(part)
        part.add(0, (len(self.pages) - 1, len(page) - 1))
        return f"/{_ROLES.get(part.role, (part.role,))[0]} <</MCID {len(page) - 1}>> BDC"

    def part(self, way: Way, alt: str) -> Part:
        """What stands on a way; made where it is not there yet."""
        if (found := self.known.get(way)) is not None:
            return found
        parent = self.part(way[:-1], "")
        role, place = way[-1]
        part = Part(role, parent, alt, place if role == "Sect" and isinstance(place, str) else "")
        parent.add(place if isinstance(place, int) else 0, part)
        if place != 0:
            self.known[way] = part
        return part

    def parts(self) -> Iterator[Part]:
        """Every part, a parent before its kids, those in the order of their places."""
        waiting = [self.root]
        while waiting:
            part = waiting.pop()
            yield part
            waiting += [kid for _, kid in reversed(part.within()) if isinstance(kid, Part)]


def tagged(document: Any, number: int) -> None:
    """Tell the page just written which of the tree's pages it is. `document` is reportlab's."""
    page = document.idToObject[f"Page{number + 1}"]
    page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
    page.StructParents, page.Tabs = number, "/S"


def described(document: Any, title: str, language: str) -> None:
    """What a document is called, and in which language it is."""
    escaped = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    metadata = PDFStream(content=_METADATA.format(title=escaped).encode())
    metadata.dictionary.dict.update(Type="/Metadata", Subtype="/XML")
    catalog = document.Catalog
    catalog.Metadata, catalog.Lang = metadata, PDFString(language.replace("_", "-"))
    catalog.MarkInfo = PDFDictionary({"Marked": "true"})


def numbered(document: Any, tree: Tree) -> Iterator[Bytes]:
    """The tree's objects, made as they are asked for, with numbers that the document keeps for them; its root is in the
    catalogue."""
    first = document.objectcounter + 1
    parts = list(tree.parts())
    document.objectcounter += len(parts) + 1
    for number, part in enumerate(parts, first + 1):
        part.number = number
    document.Catalog.StructTreeRoot = f"{first} 0 R"
    pages = [document.idToObjectNumberAndVersion[f"Page{n + 1}"][0] for n in range(len(tree.pages))]
    parents = "".join(
        f"{number}[{' '.join([f'{part.number} 0 R' for part in marked])}]" for number, marked in enumerate(tree.pages)
    )
    root = (
        f"<</Type/StructTreeRoot/K {tree.root.number} 0 R/ParentTree<</Nums[{parents}]>>"
        f"/ParentTreeNextKey {len(pages)}>>"
    )
    return chain([(first, root.encode())], ((part.number, _part(part, first, pages)) for part in parts))


def _part(part: Part, root: int, pages: Sequence[int]) -> bytes:
    """A part as an object."""
    role, more = _ROLES.get(part.role, (part.role, ""))
    parent = root if part.parent is None else part.parent.number
    below = part.within()
    here = next((kid[0] for _, kid in below if isinstance(kid, tuple)), None)  # most are on one page
    kids = " ".join([_kid(kid, here, pages) for _, kid in below])
    page = "" if here is None else f"/Pg {pages[here]} 0 R"
    head = f"<</S/{role}/P {parent} 0 R{page}/K[{kids}]{more}"
    said = b"".join(b"/" + key + _text(text) for key, text in ((b"Alt", part.alt), (b"T", part.title)) if text)
    return head.encode() + said + b">>"


def _kid(kid: Part | tuple[int, int], here: int | None, pages: Sequence[int]) -> str:
    if isinstance(kid, Part):
        return f"{kid.number} 0 R"
    page, number = kid
    return f"{number}" if page == here else f"<</Type/MCR/Pg {pages[page]} 0 R/MCID {number}>>"


def _text(text: str) -> bytes:
    """A text as a PDF's string."""
    data = text.encode() if text.isascii() else b"\xfe\xff" + text.encode("utf-16-be", "replace")
    return b"(" + data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)").replace(b"\r", b"\\r") + b")"
