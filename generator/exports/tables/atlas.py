"""Faces as files that a virtual table loads: many on one sheet, row by row from its upper left, or one alone.

Each file is called by a hash of what it holds: a table keeps what it loaded by its address, and never sees an old one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from generator.exports.faces import Face, Side
from generator.exports.pictures import INCH, Form, pictures

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PX = 4096  # a side of a picture, as Tabletop Simulator's knowledge base advises
ACROSS, DOWN = 10, 7  # the most that its card sheets have
MOST = ACROSS * DOWN - 1  # the last place of a sheet may be what others see of a hidden card
RIM = 4  # px
DPI = 200.0  # so that 70 poker cards fit on a sheet


class AtlasSheet(Struct, frozen=True):
    """So many faces across and down a picture, called by their files' names; `back` is one picture for all, or, where
    backs are `unique`, a sheet of the same grid; "" where there is none."""

    key: int
    across: int
    down: int
    front: str
    back: str
    unique: bool


class Place(Struct, frozen=True):
    """Where a face is: on which sheet, which one there from 0."""

    sheet: AtlasSheet
    index: int


def dpi(face: Face, most: float = DPI, px: int = MOST_PX) -> float:
    """How fine a face is drawn, so that no side has more pixels than a table takes."""
    return min(most, (px - 1) * INCH / max(face.width, face.height))


class Atlas:
    """Writes pictures into a folder, each distinct one once."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.sheets = folder, 0
        folder.mkdir(parents=True, exist_ok=True)

    def sheet(self, faces: Sequence[Face]) -> Iterator[tuple[Face, Place]]:
        """The faces of one component on as many sheets as it takes. Raises SpecError, OSError."""
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
        """A file for each side, by what the face calls it. Raises SpecError, OSError."""
        drawn = zip(sides, pictures(sides, form), strict=True)
        return {face.named(side): self.save(picture) for (face, side), picture in drawn}

    def save(self, picture: Image) -> str:
        """Write a picture; its name. One that is clear in places gets a clear rim, which a token is cut out by."""
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
