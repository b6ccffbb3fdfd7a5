"""What a PDF says to who has it read out: a tree of sections, headings, paragraphs and figures over its pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from generator.draw.scene import Way
from generator.formats.pdf.chunk import BELOW, DOCUMENT, Told, string

# roles that a PDF has by another name, or with more said of them
_ROLES = {
    "L": ("L", "/A<</O/List/ListNumbering/Disc>>"),
    "OL": ("L", "/A<</O/List/ListNumbering/Decimal>>"),
    "TH": ("TH", "/A<</O/Table/Scope/Column>>"),
}


class Part:
    """A part of the tree: what it is, what it says, and its kids by their places: parts, or what is marked on a page,
    by the page's number and its own there. Most are figures with nothing but the one mark: there are very many. It
    knows its parent by number alone, so that a tree is let go of at once."""

    __slots__ = ("alt", "kids", "mark", "number", "page", "parent", "role", "title")

    def __init__(self, role: str, alt: str = "", title: str = "") -> None:
        self.role, self.alt, self.title = role, alt, title
        self.page = self.mark = -1  # its only mark
        self.kids: list[tuple[int, Part | tuple[int, int]]] | None = None
        self.number = self.parent = DOCUMENT

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
        self.root = Part("Document")
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
        part = Part(role, alt, place if role == "Sect" and isinstance(place, str) else "")
        parent.add(place if isinstance(place, int) else 0, part)
        if place != 0:
            self.known[way] = part
        return part

    def parts(self) -> Iterator[Part]:
        """Every part, numbered, the root first: a parent before its kids, those in the order of their places."""
        waiting = [self.root]
        number = DOCUMENT
        while waiting:
            part = waiting.pop()
            part.number, number = number, number + 1
            for kid in [kid for _, kid in reversed(part.within()) if isinstance(kid, Part)]:
                kid.parent = part.number
                waiting.append(kid)
            yield part


def told(tree: Tree) -> list[Told]:
    """The tree's parts below its root, and what belongs to that."""
    return [_told(part) for part in list(tree.parts())[1:]]


def _told(part: Part) -> Told:
    role, more = _ROLES.get(part.role, (part.role, ""))
    below = part.within()
    here = next((kid[0] for _, kid in below if isinstance(kid, tuple)), DOCUMENT)  # most are on one page
    kids = [kid if isinstance(kid, tuple) else (BELOW, kid.number) for _, kid in below]
    said = b"".join(b"/" + key + string(text) for key, text in ((b"Alt", part.alt), (b"T", part.title)) if text)
    return Told(role.encode(), part.parent, here, kids, more.encode() + said)
