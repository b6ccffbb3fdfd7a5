"""What setup and layout sheets share: a page with a headline, fonts, the free area and the footer. mm."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from generator.draw.fonts.fonts import label, width
from generator.draw.paragraphs.quotes import curled
from generator.draw.scene import UNREAD, Colour, Group, Node, Page, Tag, Text
from generator.sheets import marks
from generator.sheets.layout.arrange import Area
from generator.sheets.printable import Foot, SheetOptions

INK: Colour = (0.17, 0.14, 0.13)
HEAD = 17.0  # the headline's strip


class Handout:
    """A page for the table to read. `area` is what it may draw on, the headline's strip included; `kept` mm above the
    footer are for something else."""

    def __init__(self, sheet: SheetOptions, footer: Foot, kept: float = 0.0) -> None:
        area, band = sheet.area, marks.BAND
        self.paper, self.footer = sheet.paper, footer
        self.area = Area(area.x, area.y, area.width, area.height - band - kept)
        self.strip = Area(area.x, area.y + area.height - band, area.width, band)
        names = ("Cinzel-Bold", "AlegreyaSans-Regular", "AlegreyaSans-Bold")
        self.display, self.plain, self.bold = (label(name, footer.others) for name in names)

    def head(self, title: str, text: str, right: str = "") -> list[Node]:
        """The headline, a sentence below it, and a word at the right edge; what is long is made to fit."""
        x, y = self.area.x, self.area.y
        size = min(3.8, 3.8 * self.area.width / max(width(self.plain, text, 3.8), 1e-6))
        room = self.area.width - (width(self.display, right, 8.5) + 6.0 if right else 0.0)
        tall = min(8.5, 8.5 * room / width(self.display, title, 8.5))
        nodes: list[Node] = [
            heading(1, Text(x, y + 8, title, self.display, tall, INK)),
            Text(x, y + 13.6, text, self.plain, size, INK),
        ]
        if right:
            nodes.append(Text(x + self.area.width, y + 8, right, self.display, 8.5, INK, "end"))
        return nodes

    def page(self, nodes: Sequence[Node], component: str, name: str, bookmark: str, *, spare_back: bool = True) -> Page:
        """The page, with its footer; `bookmark` leads to it. What is folded shut has no `spare_back`."""
        foot = marks.footer(self.strip, (f"{self.footer.game} · {name}", self.footer.credit), self.footer.others)
        box = (0.0, 0.0, *self.paper)
        words = (_curled(node) for node in nodes)
        unread = Group(tuple(foot), tag=UNREAD)
        return Page(*self.paper, (*words, unread), box, box, (component,), "front", (bookmark,), (), spare_back, True)


def heading(level: int, text: Text) -> Group:
    """A line as a heading, of the first level or below it."""
    return Group((text,), tag=Tag(((f"H{level}", 0),)))


def paragraph(*texts: Text) -> Group:
    """Texts that are read out as one."""
    return Group(texts, tag=Tag((("P", 0),)))


def _curled(node: Node) -> Node:
    match node:
        case Text(text=text, font=font):
            return replace(node, text=curled(text, font))
        case Group(tag=Tag(alt="")):
            return replace(node, children=tuple(map(_curled, node.children)))
        case _:
            return node
