"""What positions are drawn from: a document's colours, and its pieces as they lie on the table. All mm, y downward."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from companion.contract.values import NOTHING
from companion.games.blocks import INK, PAPER, Box
from generator.draw.fonts.fonts import label
from generator.draw.geometry.geometry import ellipse, rectangle, rotation
from generator.draw.scene import Anchor, Colour, Group, Node, Paint, Path, Scene, Text, Use
from generator.faces.elements.resources import Resources
from generator.faces.faces import faces_of
from generator.faces.outline import trim
from specs.model.colours import colour, players_colour
from specs.model.component import Component, FoldedBox
from specs.model.document import Document, Piece
from specs.model.shapes.outlines import Hexagon, Rectangle

MOST_KEPT = 4000  # drawn pieces
SPARE = ("#b23a2e", "#2f6fa3", "#5d8a3a", "#e0b02a", "#7a4a94", "#d9772b")  # where the spec has no such colour
BLANK = (25.0, 36.0)  # mm, for a piece folded from paper, or gone from the spec


Outline = Literal["", "hexagon", "disc"]  # of a place: its box, or what fits in it


class Drawn(NamedTuple):
    """A drawn position: a scene whose box begins at (0, 0), the box of each place that a choice can name, and its
    outline if that is not the box. `least` is the smallest number of CSS px for a mm at which everything can be read.
    `figures` are printed pieces that stand where the scene has a sign for them; `shows` are those of the players' facts
    that it shows."""

    scene: Scene
    places: Mapping[str, Box]
    outlines: Mapping[str, Outline] = NOTHING
    least: float = 0.0
    figures: tuple[Node, ...] = ()
    shows: tuple[str, ...] = ()


def drawn(
    wide: float,
    high: float,
    ground: Colour,
    nodes: Iterable[Node],
    places: Mapping[str, Box],
    outline: Outline = "",
    least: float = 0.0,
) -> Drawn:
    """Return a drawing on a ground of one colour, whose places all have the same outline."""
    back = Path(rectangle(0, 0, wide, high), Paint(fill=ground))
    outlines = dict.fromkeys(places, outline) if outline else NOTHING
    return Drawn(Scene((0.0, 0.0, wide, high), (back, *nodes), reusable=False), places, outlines, least)


def hue(document: Document, named: str, seat: int) -> Colour:
    """Return a player's hue: from the spec's table of colours, its palette, or the colour itself."""
    try:
        return players_colour(document.spec, named)
    except (KeyError, ValueError):
        return colour({}, SPARE[seat % len(SPARE)])


@lru_cache(maxsize=4)
def tabletop(document: Document) -> "Tabletop":
    """Return a document's looks, the same object each time: a piece that stays in place is the same node."""
    return Tabletop(document)


class Tabletop:
    """A document's looks. Raises SpecError as faces do."""

    def __init__(self, document: Document) -> None:
        self.document, self.faces, self.resources = document, faces_of(document), Resources(document)
        self._kept: dict[tuple[str | int | float, ...], Node] = {}
        self._marks: dict[str, Scene] = {}
        self.kinds: dict[int, tuple[Scene, Component]] = {}  # for the id of each drawn face, the face and its component
        keep = lru_cache(maxsize=MOST_KEPT)  # what is drawn again is the same node, which a page writes only once
        self.colour, self.text, self.disc = keep(self._colour), keep(self._text), keep(self._disc)

    def _colour(self, name: str) -> Colour:
        found = self.resources.colour(name)
        assert found is not None
        return found

    def _text(
        self, x: float, y: float, said: str, em: float, ink: str = "ink", anchor: Anchor = "start", font: str = "plain"
    ) -> Text:
        return Text(x, y, said, self.resources.font(font), em, self.colour(ink), anchor)

    def _disc(self, x: float, y: float, radius: float, fill: str, rim: str = "ink", width: float = 0.4) -> Path:
        paint = Paint(fill=self.colour(fill), stroke=self.colour(rim), width=width)
        return Path(ellipse(x, y, radius, radius), paint)

    def mark(self, name: str, x: float, y: float, box: Box, draw: Callable[[], Iterable[Node]]) -> Use:
        """Draw a mark, moved to (x, y), as a face: each is drawn once by its name, in its box, and pages keep it."""
        if name not in self._marks:
            self._marks[name] = Scene(box, tuple(draw()))
        return Use(self._marks[name], (1, 0, 0, 1, x, y))

    def piece(self, piece: Piece, x: float, y: float, scale: float, *, back: bool = False) -> Node:
        """Draw a face cut to its trim box, its top left corner at (x, y)."""
        key = (piece.component, piece.id, piece.n, x, y, scale, back)
        if (node := self._kept.get(key)) is None:
            face = self.faces.back(piece) if back else self.faces.front(piece)
            assert face is not None
            component = self.document.spec.components[piece.component]
            _, _, width, height = face.box
            clip = rectangle(0, 0, width - 2 * component.print.bleed, height - 2 * component.print.bleed, 1.5)
            if not isinstance(component.outline(), Rectangle):
                clip = trim(self.document, piece.component)
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self.kinds[id(face)] = face, component
            node = self._kept[key] = Group((Use(face),), (scale, 0, 0, scale, x, y), clip)
        return node

    def about(self, piece: Piece, x: float, y: float, width: float) -> Node:
        """Draw a front cut to its trim box, `width` mm wide, its middle at (x, y)."""
        bleed = self.document.spec.components[piece.component].print.bleed
        _, _, across, down = self.faces.front(piece).box
        scale = width / (across - 2 * bleed)
        return self.piece(piece, x - width / 2, y - (down - 2 * bleed) * scale / 2, scale)

    # ---- pieces of any spec --------------------------------------------------------------------------

    def flat(self, component: str) -> Component | None:
        """Return a component that lies flat; None for what is folded from paper, or gone from the spec."""
        found = self.document.spec.components.get(component)
        return None if isinstance(found, FoldedBox) else found

    def scaled(self, component: str, most: float) -> tuple[float, float]:
        """Return width and height in mm of a component's pieces as drawn, the longer side at most `most`."""
        flat = self.flat(component)
        if flat is None:
            return BLANK
        wide, high = flat.size_mm
        scale = min(1.0, most / max(wide, high))
        return wide * scale, high * scale

    def lying(
        self, printed: Piece | None, component: str, word: str, most: float, x: float, y: float,
        *, back: bool = False, turn: int = 0,
    ) -> Node:  # fmt: skip
        """Draw a piece as it lies, turned by `turn` steps, its top left corner at (x, y): its face, its back, or a
        blank with its word."""
        flat, (wide, high) = self.flat(component), self.scaled(component, most)
        if back and flat is not None:
            printed = next(iter(self.document.pieces[component]), None)
        if printed is None or flat is None or (back and flat.back is None):
            return self.blank(component, "" if back else word, wide, high, x, y)
        node = self.piece(printed, x, y, wide / flat.size_mm[0], back=back)
        steps = 6 if isinstance(flat.outline(), Hexagon) else 4
        return Group((node,), rotation(360 / steps * turn, x + wide / 2, y + high / 2)) if turn else node

    def blank(self, component: str, word: str, wide: float, high: float, x: float, y: float) -> Node:
        """Draw a piece of which only the word is known, in its component's outline."""
        flat, paint = self.flat(component), Paint(fill=PAPER, stroke=INK, width=0.3)
        ground: Node = Path(rectangle(x, y, wide, high, 1.5), paint)
        if flat is not None:
            scale = wide / flat.size_mm[0]
            ground = Group((Path(trim(self.document, component), paint),), (scale, 0, 0, scale, x, y))
        size = min(4.0, wide / max(1, 0.55 * len(word)))
        said = Text(x + wide / 2, y + high / 2, word, label("AlegreyaSans-Regular"), size, INK, "middle")
        return Group((ground, said))
