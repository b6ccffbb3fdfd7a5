"""A full sheet's pieces laid into its slots: each with its matrix, its cut and how far its picture reaches. mm."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from generator.draw.geometry import geometry as geo
from generator.draw.geometry.grown import grown
from generator.draw.scene import Matrix, Scene, Segment, Tag
from generator.sheets.layout.arrange import Slot
from generator.sheets.layout.job import Job
from generator.sheets.marks import Box
from generator.sheets.mirror import placed, slot_behind
from generator.sheets.printable import Item, Printable


class Laid(Struct, frozen=True):
    """One side of a piece on its page: `matrix` puts it there, `clip` is where its picture ends, `outline` its cut
    where that is no rectangle, which has corners that can be marked if `hexagon`; `tag` is what it says."""

    piece: str
    scene: Scene
    matrix: Matrix
    trim: Box
    bleed: Box
    clip: tuple[Segment, ...]
    outline: tuple[Segment, ...] = ()
    hexagon: bool = False
    tag: Tag | None = None


def fronts(job: Job, batch: Sequence[Item]) -> list[Laid]:
    """The fronts of as many pieces as the sheet has slots, or fewer."""
    return [
        _laid(job.parts[slot.part], item.piece, item.front, slot, slot.turn + _way(job.parts[slot.part], number))
        for number, (item, slot) in enumerate(zip(batch, job.slots, strict=False))
    ]


def backs(job: Job, batch: Sequence[Item], *, behind: bool = True) -> list[Laid]:
    """The backs there are, each behind its front; or, on a page of their own, where the fronts were."""
    laid = []
    for number, (item, slot) in enumerate(zip(batch, job.slots, strict=False)):
        if item.back is not None:
            there, turn = slot_behind(slot, job) if behind else (slot, slot.turn)
            part = job.parts[slot.part]
            # seen from behind, a piece is turned the other way round
            laid.append(_laid(part, item.piece, item.back, there, turn - _way(part, number)))
    return laid


def _way(printable: Printable, number: int) -> int:
    """How far, in degrees, the piece in a sheet's slot of this number is turned besides."""
    return number % 6 * 60 if printable.turns else 0


def _laid(printable: Printable, piece: str, scene: Scene, slot: Slot, turn: int) -> Laid:
    matrix = placed(slot, turn, printable.width, printable.height)
    across, down = (printable.width, printable.height) if slot.turn == 0 else (printable.height, printable.width)
    x, y = slot.x - across / 2, slot.y - down / 2
    left, top, right, bottom = slot.bleeds
    bleed = (x - left, y - top, x + across + right, y + down + bottom)
    outline: tuple[Segment, ...] = ()
    if printable.lattice == "square":
        clip = geo.rectangle(bleed[0], bleed[1], bleed[2] - bleed[0], bleed[3] - bleed[1])
    else:
        outline, clip = geo.transform(printable.trim, matrix), geo.transform(_bled(printable, left), matrix)
    hexagon = printable.lattice.startswith("hex")
    # a page of text has its own tags
    tag = Tag((("Sect", printable.title), ("Figure", 0)), scene.alt) if scene.alt else None
    return Laid(piece, scene, matrix, (x, y, x + across, y + down), bleed, clip, outline, hexagon, tag)


def _bled(printable: Printable, bleed: float) -> tuple[Segment, ...]:
    """The cut path grown by the bleed: scaled about the middle, exact for circles and hexagons, or moved out."""
    if bleed == 0:
        return printable.trim
    if printable.lattice == "outline":
        return grown(printable.trim, bleed)
    across = min(printable.width, printable.height)
    scale = (across + 2 * bleed) / across
    x, y = printable.width / 2, printable.height / 2
    return geo.transform(printable.trim, (scale, 0, 0, scale, x - scale * x, y - scale * y))
