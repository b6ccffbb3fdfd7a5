"""The structure tree of a PDF, by which it is read out: sections, headings, paragraphs and figures over its pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from generator.draw.scene import Way
from generator.formats.pdf.file import BELOW, DOCUMENT, StructElement, string

# roles that a PDF has by another name, or with more entries
_ROLES = {
    "L": ("L", "/A<</O/List/ListNumbering/Disc>>"),
    "OL": ("L", "/A<</O/List/ListNumbering/Decimal>>"),
    "TH": ("TH", "/A<</O/Table/Scope/Column>>"),
}


class Branch:
    """A growing structure element: its role, its texts, and its kids by their places: branches, or marks, each by its
    page's number and its own there. Most are figures with one mark only: there are very many. It knows its parent by
    number alone, so that a tree is freed at once."""

    __slots__ = ("alt", "kids", "mark", "number", "page", "parent", "role", "title")

    def __init__(self, role: str, alt: str = "", title: str = "") -> None:
        self.role, self.alt, self.title = role, alt, title
        self.page = self.mark = -1  # its only mark
        self.kids: list[tuple[int, Branch | tuple[int, int]]] | None = None
        self.number = self.parent = DOCUMENT

    def add(self, place: int, kid: Branch | tuple[int, int]) -> None:
        if self.kids is None:
            if self.mark < 0 and isinstance(kid, tuple):
                self.page, self.mark = kid
                return
            self.kids = [] if self.mark < 0 else [(0, (self.page, self.mark))]
        self.kids.append((place, kid))

    def within(self) -> Sequence[tuple[int, Branch | tuple[int, int]]]:
        """Its kids, in the order of their places."""
        if self.kids is None:
            return ((0, (self.page, self.mark)),) if self.mark >= 0 else ()
        return sorted(self.kids, key=itemgetter(0))


class Tree:
    """Grows as pages are drawn."""

    def __init__(self) -> None:
        self.root = Branch("Document")
        self.known: dict[Way, Branch] = {(): self.root}
        self.pages: list[list[Branch]] = []

    def page(self) -> int:
        """Begin a page; its number, from 0."""
        self.pages.append([])
        return len(self.pages) - 1

    def mark(self, way: Way, alt: str = "") -> str:
        """The operator that begins what stands on a way."""
        branch, page = self.branch(way, alt), self.pages[-1]
        page.append(branch)
        branch.add(0, (len(self.pages) - 1, len(page) - 1))
        return f"/{_ROLES.get(branch.role, (branch.role,))[0]} <</MCID {len(page) - 1}>> BDC"

    def branch(self, way: Way, alt: str) -> Branch:
        """What stands on a way; made where it is not there yet."""
        if (found := self.known.get(way)) is not None:
            return found
        parent = self.branch(way[:-1], "")
        role, place = way[-1]
        branch = Branch(role, alt, place if role == "Sect" and isinstance(place, str) else "")
        parent.add(place if isinstance(place, int) else 0, branch)
        if place != 0:
            self.known[way] = branch
        return branch

    def branches(self) -> Iterator[Branch]:
        """Every branch, numbered, the root first: a parent before its kids, those in the order of their places."""
        waiting = [self.root]
        number = DOCUMENT
        while waiting:
            branch = waiting.pop()
            branch.number, number = number, number + 1
            for kid in [kid for _, kid in reversed(branch.within()) if isinstance(kid, Branch)]:
                kid.parent = branch.number
                waiting.append(kid)
            yield branch


def struct_elements(tree: Tree) -> list[StructElement]:
    """The tree's elements below its root."""
    return [_element(branch) for branch in list(tree.branches())[1:]]


def _element(branch: Branch) -> StructElement:
    role, more = _ROLES.get(branch.role, (branch.role, ""))
    below = branch.within()
    here = next((kid[0] for _, kid in below if isinstance(kid, tuple)), DOCUMENT)  # most are on one page
    kids = [kid if isinstance(kid, tuple) else (BELOW, kid.number) for _, kid in below]
    texts = b"".join(b"/" + key + string(text) for key, text in ((b"Alt", branch.alt), (b"T", branch.title)) if text)
    return StructElement(role.encode(), branch.parent, here, kids, more.encode() + texts)
