"""Writes faces as files that a virtual table loads: many on one sheet, row by row from its upper left, or one alone.

Each file is named by a hash of its content: a table keeps what it loaded by address, so it never shows an old file.

Blocks and boxes are solids: a Wavefront OBJ whose sides show a component's net, its front up, its middle at 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from generator.exports.pictures import INCH, Face, Form, Side, pictures
from specs.model.component import Component, FoldedBox

if TYPE_CHECKING:
    from PIL.Image import Image


Point = tuple[int, int, int]
Box = tuple[float, float, float, float]
FOLD = 0.3  # mm, more than half of a fold's line
# A side's corners as seen from outside, clockwise from its upper left, in halves of the block: x to the right, y up, z
# towards the viewer of its front.
CORNERS: dict[str, tuple[Point, Point, Point, Point]] = {
    "front": ((-1, 1, -1), (1, 1, -1), (1, 1, 1), (-1, 1, 1)),
    "right": ((1, 1, -1), (1, -1, -1), (1, -1, 1), (1, 1, 1)),
    "back": ((1, -1, -1), (-1, -1, -1), (-1, -1, 1), (1, -1, 1)),
    "left": ((-1, -1, -1), (-1, 1, -1), (-1, 1, 1), (-1, -1, 1)),
    "top": ((-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1)),
    "bottom": ((-1, 1, 1), (1, 1, 1), (1, -1, 1), (-1, -1, 1)),
}
# Rotation of a die, in degrees about x, y and z, by the number of pips on top. Unity mirrors x of such a file.
UP = (
    (1, (0.0, 0.0, 0.0)),
    (2, (0.0, 0.0, 270.0)),
    (3, (90.0, 0.0, 0.0)),
    (4, (270.0, 0.0, 0.0)),
    (5, (0.0, 0.0, 90.0)),
    (6, (0.0, 0.0, 180.0)),
)


def is_die(component: Component) -> bool:
    """Return whether a component is a block with the shape of a cube."""
    return isinstance(component, FoldedBox) and not component.is_tuckbox and len(set(_size(component))) == 1


def obj(component: FoldedBox, scale: float) -> str:
    """Return the solid as OBJ, `scale` units for each mm."""
    net = component.net
    size = _size(component)
    lines = [f"# {' x '.join(f'{side:g}' for side in size)} mm"]
    faces: list[str] = []
    for side in net.sides:
        x, y, width, height = _within(side.box)
        looks = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        looks = looks[2:] + looks[:2] if side.turned else looks
        corners = CORNERS[side.name]
        for corner in corners:
            lines.append("v " + " ".join(f"{half * mm / 2 * scale:.5f}" for half, mm in zip(corner, size, strict=True)))
        lines += [f"vt {u / net.width:.6f} {1 - v / net.height:.6f}" for u, v in looks]
        lines.append("vn " + " ".join(str(sum(corner[axis] for corner in corners) // 4) for axis in range(3)))
        at, normal = 4 * len(faces) // 2, len(faces) // 2 + 1
        for one, other in ((3, 2), (2, 1)):  # two triangles, counter-clockwise from outside
            faces.append("f " + " ".join(f"{at + n + 1}/{at + n + 1}/{normal}" for n in (0, one, other)))
    return "\n".join((*lines, *faces)) + "\n"


def _size(component: FoldedBox) -> tuple[float, float, float]:
    """Return width, height and depth, as it lies with its front up."""
    boxes = {side.name: side.box for side in component.net.sides}
    return boxes["front"][2], boxes["right"][2], boxes["front"][3]


def block_sides(component: FoldedBox) -> Iterator[tuple[int, Box, bool]]:
    """Yield each side's pips, its box on the net and whether it is upside down there."""
    for side in component.net.sides:
        yield side.pips, _within(side.box), side.turned


def _within(box: Box) -> Box:
    """Return a side's picture without the fold lines around it."""
    return box[0] + FOLD, box[1] + FOLD, box[2] - 2 * FOLD, box[3] - 2 * FOLD


# ---- sheets of faces -----------------------------------------------------------------------------


MOST_PX = 4096  # pixels of a picture's side, by Tabletop Simulator's knowledge base
ACROSS, DOWN = 10, 7  # the largest grid of its card sheets
MOST = ACROSS * DOWN - 1  # the last place of a sheet may be what others see of a hidden card
RIM = 4  # px
DPI = 200.0  # so that 70 poker cards fit on a sheet


class AtlasSheet(Struct, frozen=True):
    """A picture with faces `across` and `down`; `front` is its file's name, `back` that of one back for all or, if
    backs are `unique`, of a sheet of the same grid; "" if there is none."""

    key: int
    across: int
    down: int
    front: str
    back: str
    unique: bool


class Place(Struct, frozen=True):
    """The place of a face: its sheet, and its index there from 0."""

    sheet: AtlasSheet
    index: int


def dpi(face: Face, most: float = DPI, px: int = MOST_PX) -> float:
    """Return the resolution at which no side of a face has more pixels than a table accepts."""
    return min(most, (px - 1) * INCH / max(face.width, face.height))


class Atlas:
    """Writes pictures into a folder, each distinct one once."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.sheets = folder, 0
        folder.mkdir(parents=True, exist_ok=True)

    def sheet(self, faces: Sequence[Face]) -> Iterator[tuple[Face, Place]]:
        """Write the faces of one component on as many sheets as needed; yield each face with its place. Raises
        SpecError, OSError."""
        form = Form(dpi(faces[0]), "square")
        width, height = form.px(faces[0])
        columns, rows = min(ACROSS, MOST_PX // width), min(DOWN, MOST_PX // height)
        most = min(MOST, columns * rows)
        for chunk in (faces[begin : begin + most] for begin in range(0, len(faces), most)):
            across = min(columns, len(chunk))
            grid = across, -(-len(chunk) // across)
            fronts = self.save(_pasted(pictures([(face, "front") for face in chunk], form), grid, (width, height)))
            unique = len({face.back_name for face in chunk}) > 1
            backs: list[tuple[Face, Side]] = [(face, "back" if face.back_name else "front") for face in chunk]
            back = ""
            if unique:
                back = self.save(_pasted(pictures(backs, form), grid, (width, height)))
            elif chunk[0].back_name:
                back = self.save(*pictures(backs[:1], form))
            self.sheets += 1
            sheet = AtlasSheet(self.sheets, *grid, fronts, back, unique)
            yield from ((face, Place(sheet, index)) for index, face in enumerate(chunk))

    def alone(self, sides: Sequence[tuple[Face, Side]], form: Form) -> Mapping[str, str]:
        """Write a file for each side; return the files by the faces' names for the sides. Raises SpecError, OSError."""
        drawn = zip(sides, pictures(sides, form), strict=True)
        return {face.named(side): self.save(picture) for (face, side), picture in drawn}

    def save(self, picture: Image) -> str:
        """Write a picture; return its name. A picture with transparency gets a clear rim, along which a token is cut
        out."""
        from PIL import ImageOps

        data = BytesIO()
        picture = ImageOps.expand(picture, RIM, (0, 0, 0, 0)) if picture.mode == "RGBA" else picture
        picture.save(data, format="PNG")
        return self.put(data.getvalue(), "png")

    def put(self, data: bytes, ending: str) -> str:
        name = f"{sha256(data).hexdigest()[:20]}.{ending}"
        (self.folder / name).write_bytes(data)
        return name


def _pasted(cells: Iterator[Image], grid: tuple[int, int], size: tuple[int, int]) -> Image:
    from PIL import Image

    sheet = Image.new("RGB", (grid[0] * size[0], grid[1] * size[1]), (255, 255, 255))
    for index, cell in enumerate(cells):
        sheet.paste(cell, (index % grid[0] * size[0], index // grid[0] * size[1]))
    return sheet
