"""A page drawn so that it can be read out: each part of it under what it is, in the order in which it is drawn.

A face is a figure that says what it says, wherever it lies. What is no text, figure or tagged is no content: marks,
lines, grounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Protocol

from generator.draw.fonts.bidi import turned
from generator.draw.fonts.fonts import width
from generator.draw.scene import IDENTITY, UNREAD, Group, Matrix, Node, Scene, Segment, Tag, Text, Use, Way
from generator.formats.pdf.tags import Tree

GAP = 0.02  # ems between two texts that are apart


class Drawing(Protocol):
    """What draws nodes, and knows which scenes it has drawn as forms."""

    forms: dict[int, tuple[str, str]]

    def put(self, code: str) -> None: ...

    def nodes(self, nodes: Iterable[Node]) -> None: ...

    def text(self, node: Text, *, spaced: bool = False) -> None: ...

    def enter(self, matrix: Matrix, clip: tuple[Segment, ...] = ()) -> None: ...

    def leave(self) -> None: ...


class Reading:
    """Draws a page's nodes. Where it has `words`, all its text is read, else what is tagged; `section` is what untagged
    parts belong to."""

    def __init__(self, drawing: Drawing, tree: Tree, section: str, *, words: bool) -> None:
        self.drawing, self.tree, self.words = drawing, tree, words
        self.section: Way = (("Sect", section),)
        self.open = False  # whether what is being drawn is no content

    def nodes(self, nodes: Iterable[Node]) -> None:
        for node in nodes:
            match node:
                case Group(tag=Tag() as tag):
                    self.marked(node, tag)
                case Text() if self.words:
                    self.marked(node, Tag((("P", 0),)))
                case Use(Scene(alt=alt)) if alt and self.words:
                    self.marked(node, Tag((("Figure", 0),), alt))
                case Group(children, matrix, clip) if self.read(children):
                    self.within(children, matrix, clip)
                case Use(scene, matrix) if id(scene) not in self.drawing.forms and self.read(scene.nodes):
                    self.within(scene.nodes, matrix)
                case _:
                    self.marked(node, UNREAD)

    def read(self, nodes: Iterable[Node]) -> bool:
        """Whether anything among nodes is read out, or marked as not read."""
        return any(
            node.tag is not None or self.read(node.children)
            if isinstance(node, Group)
            else (bool(node.scene.alt) and self.words)
            or (id(node.scene) not in self.drawing.forms and self.read(node.scene.nodes))
            if isinstance(node, Use)
            else isinstance(node, Text) and self.words
            for node in nodes
        )

    def within(self, nodes: Iterable[Node], matrix: Matrix, clip: tuple[Segment, ...] = ()) -> None:
        """Nodes under a transform: what is marked inside begins and ends there."""
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
        """Texts of one paragraph. Between words that are apart is a space: who has it read out does not see the gap."""
        for text, after in zip_longest(texts, texts[1:]):
            self.drawing.text(text, spaced=not turned(text.text) and (after is None or _apart(text, after)))

    def close(self) -> None:
        """What is no content ends here."""
        if self.open:
            self.open = False
            self.drawing.put("EMC")


def _apart(text: Text, after: Text) -> bool:
    """Whether a text ends where another word begins: not where one word goes on in another font, or behind a hyphen."""
    if text.text[-1:].isspace() or after.text[:1].isspace():
        return False
    if text.y != after.y:
        return not text.text.endswith("-")
    return text.anchor != "start" or after.x > text.x + width(text.font, text.text, text.size) + GAP * text.size
