"""A page for the table to read: fonts, headline, footer, paragraphs, small pictures, a cover pattern. mm."""

from collections.abc import Sequence
from functools import cache
from random import Random

from msgspec.structs import replace

from generator.draw.fonts.fonts import label, width
from generator.draw.geometry import geometry as geo
from generator.draw.paragraphs.hyphens import curled
from generator.draw.scene import UNREAD, WHITE, Colour, Group, Node, Page, Paint, Path, Scene, Tag, Text, Use
from generator.faces.faces import Faces
from generator.faces.outline import outlined, trim
from generator.sheets import marks
from generator.sheets.area import Area
from generator.sheets.lettering import INK, fitted
from generator.sheets.printable import Foot, SheetOptions
from specs.base.unfit import KeyPath
from specs.model.document import Document, Piece
from specs.translation.rendering import rendered, saying

HEAD = 17.0  # the headline's strip


class Handout:
    """A page for the table to read. `area` is what it may draw on, the headline's strip included; `kept` mm above the
    footer are reserved."""

    def __init__(self, sheet: SheetOptions, footer: Foot, kept: float = 0.0) -> None:
        area, band = sheet.area, marks.BAND
        self.paper, self.footer = sheet.paper, footer
        self.area = Area(area.x, area.y, area.width, area.height - band - kept)
        self.strip = Area(area.x, area.y + area.height - band, area.width, band)
        names = ("Cinzel-Bold", "AlegreyaSans-Regular", "AlegreyaSans-Bold")
        self.display, self.plain, self.bold = (label(name, footer.others) for name in names)

    def head(self, title: str, text: str, right: str = "") -> list[Node]:
        """Write the headline, a sentence below it, and a word at the right edge; long texts are made to fit."""
        x, y = self.area.x, self.area.y
        room = self.area.width - (width(self.display, right, 8.5) + 6.0 if right else 0.0)
        nodes: list[Node] = [
            heading(1, fitted(x, y + 8, title, self.display, 8.5, room)),
            fitted(x, y + 13.6, text, self.plain, 3.8, self.area.width),
        ]
        if right:
            nodes.append(Text(x + self.area.width, y + 8, right, self.display, 8.5, INK, "end"))
        return nodes

    def page(
        self, nodes: Sequence[Node], component: str, name: str, bookmark: str = "", *, spare_back: bool = True
    ) -> Page:
        """Return the page with its footer, and a `bookmark`: its name by default. A page that is folded shut has no
        `spare_back`."""
        foot = marks.footer(self.strip, (f"{self.footer.game} · {name}", self.footer.credit), self.footer.others)
        drawn = (*map(_curled, nodes), Group(tuple(foot), tag=UNREAD))
        bookmarks = (bookmark or name,)
        return Page.whole(self.paper, drawn, (component,), "front", bookmarks, spare_back=spare_back, words=True)


def heading(level: int, text: Text) -> Group:
    """Write a line as a heading, of the first level or below it."""
    return Group((text,), tag=Tag(((f"H{level}", 0),)))


def paragraph(*texts: Text) -> Group:
    """Group texts that are read out as one paragraph."""
    return Group(texts, tag=Tag((("P", 0),)))


def _curled(node: Node) -> Node:
    match node:
        case Text(text=text, font=font):
            return replace(node, text=curled(text, font))
        case Group(tag=Tag(alt="")):
            return replace(node, children=tuple(map(_curled, node.children)))
        case _:
            return node


def notation(document: Document, piece: Piece, *, said: bool = False) -> str:
    """Return a piece as a position line writes it; if `said`, in the words of the document's language. Raises
    SpecError."""
    template = document.spec.components[piece.component].notation
    if template is None:
        return piece.id
    with document.placed(("components", piece.component, "notation")):
        words = saying(document) if said else {}
        return rendered(template, {**piece.row, "id": piece.id, "n": piece.n, **words})


class Thumbnails:
    """Small pictures of pieces."""

    def __init__(self, document: Document, faces: Faces) -> None:
        self.document, self.faces = document, faces

    def scale(self, piece: Piece, wide: float, tall: float) -> float:
        """Return the scale at which a piece fits a box."""
        w, h = self.document.spec.components[piece.component].size_mm
        return min(wide / w, tall / h)

    def draw(self, piece: Piece, x: float, y: float, wide: float, tall: float) -> Node:
        """Draw a piece's front, scaled into a box from its top left corner and clipped to its cut line."""
        scale, shape = self.scale(piece, wide, tall), trim(self.document, piece.component)
        return outlined(self.faces.front(piece), shape, (scale, 0.0, 0.0, scale, x, y), INK)

    def centred(self, piece: Piece, x: float, y: float, size: float, *, back: bool) -> Node:
        """Draw a piece about a point, its shorter side `size` mm, clipped to its cut line; its back, if it has one."""
        w, h = self.document.spec.components[piece.component].size_mm
        scale, shape = size / min(w, h), trim(self.document, piece.component)
        face = self.faces.back(piece) if back else None
        scene = self.faces.front(piece) if face is None else face
        return Group((Use(scene),), (scale, 0.0, 0.0, scale, x - scale * w / 2, y - scale * h / 2), shape)

    def icon(self, name: str, x: float, y: float, size: float, path: KeyPath) -> Node:
        """Draw an icon about a point, its longer side `size` mm. Raises SpecError for an unknown one at `path`."""
        with self.document.placed(path):
            scene = self.faces.icon(name)
        left, top, w, h = scene.box
        scale = size / max(w, h)
        return Group((Use(scene),), (scale, 0.0, 0.0, scale, x - scale * (left + w / 2), y - scale * (top + h / 2)))


PATTERN: Colour = (0.24, 0.31, 0.37)
RADIUS = 4.0  # of a wave
RINGS = (3, 4, 5)  # rings in a wave: if all were alike, letters would show through the pattern


def waves(area: Area, seed: int) -> Node:
    """Draw the pattern over an area; the same for the same seed."""
    random = Random(seed)
    columns, rows = round(area.width / (2 * RADIUS)), round(area.height / RADIUS)
    across, down = area.width / columns, area.height / rows
    scale = across / (2 * RADIUS)
    placed = [
        Use(_wave(RINGS[int(random.random() * len(RINGS))]), (scale, 0, 0, scale, x, area.y + row * down))
        for row in range(rows + 2)
        for x in (area.x + (column + row % 2 / 2) * across for column in range(columns + 1))
    ]
    return Group(tuple(placed), clip=geo.rectangle(area.x, area.y, area.width, area.height))


@cache
def _wave(rings: int) -> Scene:
    """Draw nested rings on white, about the scene's origin: they hide parts of the wave behind."""
    step = RADIUS / rings
    disc = Path(geo.ellipse(0, 0, RADIUS, RADIUS), Paint(fill=WHITE))
    line = Paint(stroke=PATTERN, width=step * 0.5)
    lines = [Path(geo.ellipse(0, 0, r, r), line) for r in (RADIUS - step * (n + 0.25) for n in range(rings))]
    return Scene((-RADIUS, -RADIUS, 2 * RADIUS, 2 * RADIUS), (disc, *lines))
