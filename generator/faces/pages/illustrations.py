"""Pictures on pages of text: files, the spec's templates, faces of its pieces, and setups as a seed deals them. mm."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from urllib.parse import parse_qsl, unquote

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Node, Paint, Path, Scene, Segments, Use
from generator.faces.elements import elements
from generator.faces.elements.alt_text import alt_text, named
from generator.faces.elements.context import DrawContext
from generator.faces.elements.resources import BadValue
from generator.faces.elements.shapes import box_of, picture, picture_file
from generator.faces.pages.markdown import Drawn, Source
from specs.base.errors import SpecError
from specs.expand.deal import Deal, deal
from specs.model import elements as el
from specs.model.document import Document, Piece
from specs.model.schema import Board
from specs.model.shapes import boards
from specs.read.typed import did_you_mean

FAR = (-5000.0, -5000.0, 10000.0, 10000.0)  # a drawing that is placed later may be anywhere
_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?(mm|%)")
_DPI = 150.0
LONGEST_SETUP = 24  # letters of a seed and a number
LARGEST, LEAST = 16.0, 10.0  # largest and smallest width of a place in a setup's row
APART = 3.0  # between rows of different kinds
FILLED = 0.92  # width of a piece relative to its place
BELOW = 0.07  # offset of a piece under another, relative to its place
LINE = Paint(stroke=(0.45, 0.5, 0.53), width=0.2)

Cut = tuple[Scene, Segments]  # a side of a piece, and its cut path
FaceOf = Callable[[str, str], Cut | None]  # by a piece's id, and face or back
Faced = Callable[[Piece], Cut | None]  # the upper side of a piece


class Illustration(Struct, frozen=True):
    """A drawing, the box it fills, and its alt text."""

    nodes: tuple[Node, ...]
    box: geo.Rectangle
    alt: str = ""
    scale: float = 1.0

    @property
    def width(self) -> float:
        return self.box[2] * self.scale

    @property
    def height(self) -> float:
        return self.box[3] * self.scale

    def at(self, x: float, y: float) -> list[Node]:
        """Return the drawing with its upper left corner at (x, y)."""
        scale = self.scale
        return [Group(self.nodes, (scale, 0, 0, scale, x - self.box[0] * scale, y - self.box[1] * scale))]


class Illustrator:
    """Draws what pictures name. Raises SpecError with the place in the Markdown file."""

    def __init__(self, ctx: DrawContext, source: Source, face_of: FaceOf) -> None:
        self.source, self.face_of = source, face_of
        self.ctx = replace(ctx, box=FAR, preflight=replace(ctx.preflight, safe=FAR, cut_line=None))

    def picture(self, drawn: Drawn, room: float, line: int) -> Illustration:
        """Draw a picture at its own width, or as its title says; never wider than the room."""
        kind, _, name = drawn.source.partition(":")
        try:
            match kind:
                case "template" if name:
                    found = self.template(name)
                case "setup" if name:
                    found = self.setup(unquote(name), room)
                case "face" | "back" if name:
                    found = self.face(unquote(name), kind)
                case _:
                    found = self.file(unquote(drawn.source), room)
            wide = self.width(drawn.title, room)
        except BadValue as error:
            said = error.found, error.expected, error.hint
            raise self.source.fault(error.code, line, *said, at=drawn.source) from None
        if wide is None:
            wide = min(room, found.width)
        return replace(found, scale=min(wide, room) / found.box[2])

    def width(self, title: str, room: float) -> float | None:
        size = _SIZE.fullmatch(title.strip())
        if size is None:
            if title:
                expected = 'its width, such as "40 mm" or "60%"'
                raise BadValue("wrong-value", "pages", f"a picture's title '{title}'", expected)
            return None
        found = float(size[1]) * (room / 100 if size[2] == "%" else 1)
        if found <= 0:
            raise BadValue("out-of-range", "pages", f"a picture of width {title}", "more than 0")
        return found

    def template(self, name: str) -> Illustration:
        """Draw a template of the spec with fields, `mini-tile?item=ring&value=4`, in the box that it paints."""
        name, _, query = name.partition("?")
        name = unquote(name)
        if name not in self.ctx.resources.spec.templates:
            hint = did_you_mean(name, self.ctx.resources.spec.templates)
            raise BadValue("unknown-template", "pages", f"unknown template '{name}'", "a template of this spec", hint)
        element = el.Use(template=name, with_=_fields(query))
        ctx = replace(self.ctx, alt_parts=[])
        nodes = tuple(elements.element(ctx, element, ("templates", name)))
        boxes = [box for _, box in geo.paint_box(nodes)]
        if not boxes:
            raise BadValue("empty", "pages", f"template '{name}', which paints nothing", "something to be seen")
        return Illustration(nodes, geo.union(boxes), alt_text(ctx.alt_parts) or named(name))

    def face(self, piece: str, side: str) -> Illustration:
        """Draw a side of one of the spec's pieces by its id, at its size, with a hairline along its cut."""
        found = self.face_of(piece, side)
        if found is None:
            expected = "a piece's id, as manifest.json has it"
            raise BadValue("unknown-piece", "pages", f"no {side} of a piece '{piece}'", expected)
        scene, cut = found
        edge = Path(cut, Paint(stroke=(0.4, 0.4, 0.4), width=0.15))
        box = geo.bounds(cut) or scene.box
        return Illustration((Group((Use(scene),), clip=cut), edge), box, scene.alt)

    def setup(self, name: str, room: float) -> Illustration:
        """Draw what a seed deals to a number of players, `7/3`, as everybody may see it."""
        seed, _, players = name.partition("/")
        if not (seed.isdecimal() and players.isdecimal() and len(name) <= LONGEST_SETUP):
            expected = "a seed and a number of players, such as setup:7/3"
            raise BadValue("wrong-value", "pages", f"setup '{name}'", expected)
        document = self.ctx.resources.document
        try:
            found = deal(document, int(players), int(seed))
        except SpecError as error:
            first = error.faults[0]
            raise BadValue(first.code, "pages", f"setup '{name}': {first.found}", first.expected) from None
        nodes, high = deal_nodes(document, found, lambda piece: self.face_of(piece.id, "face"), room)
        if not nodes:
            what = f"setup '{name}', which deals nothing that all may see"
            raise BadValue("empty", "pages", what, "a game with a setup")
        return Illustration(tuple(nodes), (0.0, 0.0, room, high), f"{document.spec.title}, seed {seed}")

    def file(self, name: str, room: float) -> Illustration:
        """Draw a picture file beside the spec, as wide as the room, or as its pixels are at 150 dpi."""
        expected = "a picture file, template:, face: or setup:"
        file = picture_file(self.ctx, name, "pages", expected)
        _, _, across, down = box_of(self.ctx, file, "pages")
        wide = room if file.suffix.lower() == ".svg" else min(room, across / _DPI * 25.4)
        box = (0.0, 0.0, wide, wide * down / across)
        return Illustration((picture(self.ctx, file, box, min, 1.0, "pages"),), box, named(file.stem))


def _fields(query: str) -> dict[str, str | float]:
    found: dict[str, str | float] = {}
    for key, value in parse_qsl(query, keep_blank_values=True):
        try:
            found[key] = int(value) if value.lstrip("-").isdecimal() else float(value)
        except ValueError:
            found[key] = value
    return found


# ---- setups ------------------------------------------------------------------------------------------


def deal_nodes(document: Document, deal: Deal, faced: Faced, room: float) -> tuple[list[Node], float]:
    """Draw what everybody may see of a deal, as wide as the room; return its height too."""
    nodes: list[Node] = []
    y = 0.0
    rows = [*deal.tracks.values(), *(tuple((piece,) for piece in row) for row in deal.open.values())]
    for row in rows:
        drawn, high = _row(row, faced, room)
        nodes.append(Group(tuple(drawn), geo.translate(0.0, y)))
        y += high + APART
    for name, cells in deal.cells.items():
        board = document.spec.setup.boards[name]
        wide, tall = boards.extent(board, 1.0)
        size = room / wide
        nodes.append(Group(tuple(_board(board, cells, size, faced)), geo.translate(0.0, y)))
        y += tall * size + APART
    return nodes, max(0.0, y - APART)


def _row(stacks: Sequence[Sequence[Piece]], faced: Faced, room: float) -> tuple[list[Node], float]:
    """Draw stacks side by side, in as many lines as needed, and return their height too; an empty stack is an empty
    place."""
    place = min(LARGEST, room / max(1, len(stacks)))
    if place < LEAST:
        place = room / int(room / (LEAST + 2))
    each = max(1, int(room / place + 1e-6))
    nodes: list[Node] = []
    for n, stack in enumerate(stacks):
        nodes += _stack(stack, faced, (n % each + 0.5) * place, (n // each + 0.5) * place, place)
    return nodes, place * -(-len(stacks) // each)


def _board(board: Board, stacks: Mapping[str, Sequence[Piece]], size: float, faced: Faced) -> Iterator[Node]:
    """Draw a board's hexes, and what lies on them."""
    for cell in boards.cells(board):
        x, y = boards.middle(cell, size)
        yield Path(geo.polyline(geo.hexagon(x, y, size, pointy=True), closed=True), LINE)
        yield from _stack(stacks.get(cell.name, ()), faced, x, y, size)


def _stack(stack: Sequence[Piece], faced: Faced, x: float, y: float, place: float) -> Iterator[Node]:
    """Draw the upper two pieces of a stack in the middle of its place."""
    for depth in range(min(2, len(stack)) - 1, -1, -1):
        found = faced(stack[-1 - depth])
        if found is not None:
            shift = depth * BELOW * place
            yield _placed(found, x + shift, y - shift, place)


def _placed(found: Cut, x: float, y: float, place: float) -> Node:
    scene, cut = found
    left, top, wide, tall = geo.bounds(cut) or scene.box
    scale = FILLED * place / max(wide, tall)
    matrix = (scale, 0.0, 0.0, scale, x - (left + wide / 2) * scale, y - (top + tall / 2) * scale)
    edge = Path(cut, Paint(stroke=(0.3, 0.3, 0.3), width=0.15 / scale))
    return Group((Group((Use(scene),), clip=cut), edge), matrix)
