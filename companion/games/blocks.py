"""Blocks of a picture, side by side: what they draw, and the boxes of the places in them. All mm, y downward."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from companion.contract.values import NOTHING
from generator.draw.fonts.fonts import label
from generator.draw.geometry.geometry import ellipse, rectangle
from generator.draw.scene import Anchor, Colour, Node, Paint, Path, Text

INK: Colour = (0.17, 0.14, 0.13)
LINE: Colour = (0.62, 0.58, 0.52)
PAPER: Colour = (1.0, 1.0, 1.0)
TITLE = 7.5  # height of a name above a block
CHIP = 11.0  # side of a chip
WIDE = 230.0  # width of a line
Box = tuple[float, float, float, float]  # left, top, width, height
Make = Callable[[float, float], Node]
Part = tuple[float, float, Make]  # what is drawn, and its point


class Block(NamedTuple):
    """A rectangle of a picture: what is drawn, each part from its point, and the boxes of the places in it."""

    wide: float
    high: float
    parts: Sequence[Part] = ()
    places: Mapping[str, Box] = NOTHING

    def at(self, x: float, y: float) -> "Block":
        """Return the block moved by (x, y)."""
        parts = [(x + dx, y + dy, make) for dx, dy, make in self.parts]
        places = {name: (x + left, y + top, wide, high) for name, (left, top, wide, high) in self.places.items()}
        return Block(self.wide, self.high, parts, places)


def together(wide: float, high: float, blocks: Sequence[Block]) -> Block:
    """Return blocks that lie where they are, over one another, as one block of that size."""
    places = {name: box for block in blocks for name, box in block.places.items()}
    return Block(wide, high, [part for block in blocks for part in block.parts], places)


def side_by_side(blocks: Sequence[Block], apart: float, wide: float = WIDE) -> Block:
    """Return blocks as one: side by side as far as they fit in a line, then in the next."""
    found, x, top, line, far = list[Block](), 0.0, 0.0, 0.0, 0.0
    for block in blocks:
        if x and x + block.wide > wide:
            x, top, line = 0.0, top + line + apart, 0.0
        found.append(block.at(x, top))
        far, line, x = max(far, x + block.wide), max(line, block.high), x + block.wide + apart
    return together(far, top + line, found)


def shape(wide: float, high: float, paint: Paint, corner: float = 0.0) -> Make:
    return lambda x, y: Path(rectangle(x, y, wide, high, corner), paint)


def disc(radius: float, paint: Paint) -> Make:
    return lambda x, y: Path(ellipse(x, y, radius, radius), paint)


def words(text: str, size: float, ink: Colour = INK, *, bold: bool = False, anchor: Anchor = "start") -> Make:
    return lambda x, y: Text(x, y, text, label(f"AlegreyaSans-{'Bold' if bold else 'Regular'}"), size, ink, anchor)


def number(n: int, x: float, y: float) -> Sequence[Part]:
    """Draw a number on a disc at (x, y)."""
    shown = words(str(n), 4.6 if n < 100 else 3.4, bold=True, anchor="middle")
    return (x, y, disc(4.2, Paint(fill=PAPER, stroke=INK, width=0.3))), (x, y + 1.8, shown)


def titled(name: str, key: str, inner: Block) -> Block:
    """Put a block's name above it, with the place that it is, if any."""
    title = name.replace("_", " ")
    wide, high = max(inner.wide, 0.5 * 5.4 * len(title)), inner.high + TITLE
    places = {key: (0.0, TITLE, inner.wide, inner.high)} if key else {}
    head = Block(wide, TITLE, [(0.0, 5.2, words(title, 5.6))], places)
    return together(wide, high, [head, inner.at(0.0, TITLE)])


def chip(text: str, corner: float | None = None, key: str = "") -> Block:
    """Draw a word on a ground with corners of that radius, with the place it is, if any."""
    parts: list[Part] = [(CHIP / 2, CHIP * 0.69, words(text, CHIP * 0.55, bold=True, anchor="middle"))]
    if corner is not None:
        parts.insert(0, (0.0, 0.0, shape(CHIP, CHIP, Paint(fill=PAPER, stroke=LINE, width=0.4), corner)))
    return Block(CHIP, CHIP, parts, {key: (0.0, 0.0, CHIP, CHIP)} if key else {})
