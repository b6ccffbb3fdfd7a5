"""The structure tree of a PDF, by which it is read out: sections, headings, paragraphs and figures over its pages.

Each part of a page is drawn under its element of the tree, and read out in the order in which it is drawn.

A face is a figure with its own alt text, wherever it lies. What is not text, a figure or tagged is not read out: marks,
lines, grounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from operator import itemgetter
from typing import Protocol

from generator.draw.fonts.bidi import turned
from generator.draw.fonts.fonts import width
from generator.draw.scene import IDENTITY, UNREAD, Group, Matrix, Node, Scene, Segments, Tag, Text, Use, Way
from generator.formats.pdf.file import BELOW, DOCUMENT, StructElement, string

# roles with another name in a PDF, or with more entries
_ROLES = {
    "L": ("L", "/A<</O/List/ListNumbering/Disc>>"),
    "OL": ("L", "/A<</O/List/ListNumbering/Decimal>>"),
    "TH": ("TH", "/A<</O/Table/Scope/Column>>"),
}


class Branch:
    """A growing structure element: its role, its texts, and its kids by their places: branches, or marks, each by its
    page's number and its own there. Most are figures with one mark: there are very many. It knows its parent by number
    alone, so that a tree is freed at once."""

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
        """Return its kids, sorted by place."""
        if self.kids is None:
            return ((0, (self.page, self.mark)),) if self.mark >= 0 else ()
        return sorted(self.kids, key=itemgetter(0))


class Tree:
    """The tag tree, which grows as pages are drawn."""

    def __init__(self) -> None:
        self.root = Branch("Document")
        self.known: dict[Way, Branch] = {(): self.root}
        self.pages: list[list[Branch]] = []

    def page(self) -> int:
        """Begin a page; return its number, from 0."""
        self.pages.append([])
        return len(self.pages) - 1

    def mark(self, way: Way, alt: str = "") -> str:
        """Return the operator that begins content on a way."""
        branch, page = self.branch(way, alt), self.pages[-1]
        page.append(branch)
        branch.add(0, (len(self.pages) - 1, len(page) - 1))
        return f"/{_ROLES.get(branch.role, (branch.role,))[0]} <</MCID {len(page) - 1}>> BDC"

    def branch(self, way: Way, alt: str) -> Branch:
        """Return the element on a way, making it if necessary."""
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
        """Yield every branch, numbered, the root first: a parent before its kids, those sorted by place."""
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
    """Return the tree's elements below its root."""
    return [_element(branch) for branch in list(tree.branches())[1:]]


def _element(branch: Branch) -> StructElement:
    role, more = _ROLES.get(branch.role, (branch.role, ""))
    below = branch.within()
    here = next((kid[0] for _, kid in below if isinstance(kid, tuple)), DOCUMENT)  # most are on one page
    kids = [kid if isinstance(kid, tuple) else (BELOW, kid.number) for _, kid in below]
    texts = b"".join(b"/" + key + string(text) for key, text in ((b"Alt", branch.alt), (b"T", branch.title)) if text)
    return StructElement(role.encode(), branch.parent, here, kids, more.encode() + texts)


# ---- in which order a page is read ---------------------------------------------------------------


GAP = 0.02  # ems between two separate texts


class Drawing(Protocol):
    """Draws nodes, and knows which scenes are drawn as forms."""

    forms: dict[int, tuple[str, str]]

    def put(self, code: str) -> None: ...

    def nodes(self, nodes: Iterable[Node]) -> None: ...

    def text(self, node: Text, *, spaced: bool = False) -> None: ...

    def enter(self, matrix: Matrix, clip: Segments = ()) -> None: ...

    def leave(self) -> None: ...


class Reading:
    """Draws a page's nodes. With `words`, all its text is read out, else only tagged text; `section` is what untagged
    parts belong to."""

    def __init__(self, drawing: Drawing, tree: Tree, section: str, *, words: bool) -> None:
        self.drawing, self.tree, self.words = drawing, tree, words
        self.section: Way = (("Sect", section),)
        self.open = False  # whether unread content is being drawn

    def nodes(self, nodes: Iterable[Node]) -> None:
        for node in nodes:
            match node:
                case Group(tag=Tag() as tag):
                    self.marked(node, tag)
                case Text() if self.words:
                    self.marked(node, Tag((("P", 0),)))
                case Use(Scene(alt=alt)) if alt and self.words:
                    self.marked(node, Tag((("Figure", 0),), alt))
                case Group(children, matrix, clip, blend="") if self.read(children):
                    self.within(children, matrix, clip)
                case Use(scene, matrix) if id(scene) not in self.drawing.forms and self.read(scene.nodes):
                    self.within(scene.nodes, matrix)
                case _:
                    self.marked(node, UNREAD)

    def read(self, nodes: Iterable[Node]) -> bool:
        """Return whether any of the nodes is read out, or marked as not read."""
        return any(
            node.tag is not None or self.read(node.children)
            if isinstance(node, Group)
            else (bool(node.scene.alt) and self.words)
            or (id(node.scene) not in self.drawing.forms and self.read(node.scene.nodes))
            if isinstance(node, Use)
            else isinstance(node, Text) and self.words
            for node in nodes
        )

    def within(self, nodes: Iterable[Node], matrix: Matrix, clip: Segments = ()) -> None:
        """Draw nodes under a transform: marks inside it begin and end there."""
        self.close()
        plain = matrix == IDENTITY and not clip
        if not plain:
            self.drawing.enter(matrix, clip)
        self.nodes(nodes)
        self.close()
        if not plain:
            self.drawing.leave()

    def marked(self, node: Node, tag: Tag) -> None:
        drawing = self.drawing
        if tag.way:
            self.close()
            way = tag.way if tag.way[0][0] == "Sect" else self.section + tag.way
            drawing.put(self.tree.mark(way, tag.alt))
            texts = [child for child in node.children if isinstance(child, Text)] if isinstance(node, Group) else []
            if texts and isinstance(node, Group) and len(texts) == len(node.children):
                self.lines(texts)
            else:
                drawing.nodes((node,))
            drawing.put("EMC")
            return
        if not self.open:
            self.open = True
            drawing.put("/Artifact BMC")
        drawing.nodes((node,))

    def lines(self, texts: Sequence[Text]) -> None:
        """Draw texts of one paragraph. Between separate words is a space, since listeners do not see the gap."""
        for text, after in zip_longest(texts, texts[1:]):
            self.drawing.text(text, spaced=not turned(text.text) and (after is None or _apart(text, after)))

    def close(self) -> None:
        """End unread content here."""
        if self.open:
            self.open = False
            self.drawing.put("EMC")


def _apart(text: Text, after: Text) -> bool:
    """Return whether a text ends where another word begins: not where one word continues in another font, or after a
    hyphen."""
    if text.text[-1:].isspace() or after.text[:1].isspace():
        return False
    if text.y != after.y:
        return not text.text.endswith("-")
    return text.anchor != "start" or after.x > text.x + width(text.font, text.text, text.size) + GAP * text.size
