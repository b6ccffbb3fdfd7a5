"""What comes out of the printer, as pixels: backs lie behind fronts, and cutting along the marks gives the faces."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Colour, Page, Paint, Scene, Use
from generator.draw.scene import Path as Outline
from generator.formats.pdf import pages as pdf
from generator.sheets.cuts import FirstCut, first_cuts, regions
from generator.sheets.imposition.impose import impose
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Duplex, Item, Job, Printable, SheetOptions

Picture = np.ndarray[Any, Any]
RED, BLUE = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
TOLERANCE_MM = 0.1
SPOTS = ((4.0, 6.0), (17.0, 8.0), (9.0, 21.0))  # no turn or reflection of them is them again
SIZES = {"one": (40.0, 60.0), "two": (33.0, 33.0), "three": (25.0, 45.0)}


def render(page: Page, dpi: float, folder: Path) -> Picture:
    file = folder / "page.pdf"
    pdf.write([page], pdf.Meta("test"), file)
    with pypdfium2.PdfDocument(file) as document:
        return np.asarray(document[0].render(scale=dpi / 72).to_pil().convert("RGB")).astype(np.int16)


def dotted(width: float, height: float, colour: Colour, *, behind: bool) -> Scene:
    """A face with three dots at the same places of the paper, seen from the front or from behind."""
    dots = [geo.ellipse(width - x if behind else x, y, 1, 1) for x, y in SPOTS]
    return Scene((0, 0, width, height), tuple(Outline(dot, Paint(fill=colour)) for dot in dots))


def centres(picture: Picture, colour: Colour, dpi: float) -> list[tuple[float, float]]:
    """The middles of the dots of a colour, mm."""
    wanted = np.array([255 * part for part in colour], np.int16)
    mask = np.all(abs(picture - wanted) < 120, axis=2).astype(np.uint8)
    _, _, stats, found = cv2.connectedComponentsWithStats(mask)
    return [tuple(at / dpi * 25.4) for at, stat in zip(found[1:], stats[1:], strict=True) if stat[4] > 20]


def parts(*, backs: bool, bleed: float = 2.0) -> list[Printable]:
    found = []
    for name, (width, height) in SIZES.items():
        items = [
            Item(f"{name}-{n}", dotted(width, height, RED, behind=False), dotted(width, height, BLUE, behind=True))
            for n in range(5)
        ]
        cut = geo.rectangle(0, 0, width, height)
        found.append(Printable(name, name, width, height, bleed, cut, "square", 5, backs, items.__getitem__))
    return found


@pytest.mark.parametrize("paper", [(210.0, 297.0), (297.0, 210.0)], ids=["upright", "lying"])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "gutterfold"])
def test_backs_lie_behind_their_fronts_within_a_tenth_of_a_mm(
    duplex: Duplex, paper: tuple[float, float], tmp_path: Path
) -> None:
    dpi = 300.0
    options = SheetOptions(paper=paper, duplex=duplex, marks="none")
    pages = list(impose(pack(parts(backs=True), options)))
    sheets = (
        [(page, page) for page in pages] if duplex == "gutterfold" else list(zip(pages[::2], pages[1::2], strict=True))
    )
    seen = 0
    for front, back in sheets:
        picture = render(front, dpi, tmp_path)
        red = np.array(centres(picture, RED, dpi))
        blue = np.array(centres(picture if back is front else render(back, dpi, tmp_path), BLUE, dpi))
        seen += len(red)
        assert len(red) == len(blue)
        turned = paper[0] - blue[:, 0], paper[1] - blue[:, 1]
        ways = {"x": np.stack([turned[0], blue[:, 1]], 1), "y": np.stack([blue[:, 0], turned[1]], 1)}
        # the paper turns about its long or its short edge; a fold may go either way
        long_edge = "x" if paper[1] >= paper[0] else "y"
        short_edge = "y" if long_edge == "x" else "x"
        axes = {"long-edge": long_edge, "short-edge": short_edge, "gutterfold": "xy"}[duplex]
        off = [np.linalg.norm(red[:, None] - ways[axis][None], axis=2).min(1).max() for axis in axes]
        assert min(off) < TOLERANCE_MM
    assert seen == 3 * 5 * len(SIZES)


# ---- cutting ---------------------------------------------------------------------------------------


def numbered(width: float, height: float, bleed: float, number: int) -> Scene:
    """A face that shows its number in squares, within a thin frame, on a ground that fills the bleed."""
    box = (-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    nodes = [
        Outline(geo.rectangle(*box), Paint(fill=(0.8, 0.9, 0.8))),
        Outline(geo.rectangle(1, 1, width - 2, height - 2), Paint(stroke=(0.5, 0.0, 0.5), width=0.5)),
        Outline(geo.rectangle(3, 3, 4, 2), Paint(fill=RED)),
    ]
    nodes += [
        Outline(geo.rectangle(4 + 4.5 * (bit % 4), 8 + 5 * (bit // 4), 3.5, 4), Paint(fill=BLUE))
        for bit in range(8)
        if number >> bit & 1
    ]
    return Scene(box, tuple(nodes))


def ticks(marks: Picture, region: tuple[int, int, int, int], axis: int) -> list[float]:
    """Where a region's ticks stand: x of the upright ones for axis 0, y of the level ones for axis 1; pixels."""
    left, top, right, bottom = region
    mask = (marks[top:bottom, left:right].min(axis=2) < 200).astype(np.uint8)
    _, _, stats, found = cv2.connectedComponentsWithStats(mask)
    at = {
        round(centre[axis] + region[axis], 1)
        for centre, stat in zip(found[1:], stats[1:], strict=True)
        if stat[2 + axis] <= 3 and stat[3 - axis] >= 4
    }
    lines: list[float] = []
    for place in sorted(at):
        if not lines or place - lines[-1] > 3:
            lines.append(place)
    return lines


def first_of(page: Page, job: Job) -> tuple[FirstCut, ...]:
    """The sheet's numbered cuts, in their order."""
    trims = [(x, y, x + width, y + height) for x, y, width, height in (each.trim for each in page.placements)]
    bleeds = [(left - 2, top - 2, right + 2, bottom + 2) for left, top, right, bottom in trims]
    return first_cuts(trims, bleeds, job.free)


def cut_out(page: Page, job: Job, dpi: float, folder: Path) -> Iterator[Picture]:
    """Every rectangle between neighbouring cuts, after the numbered cuts have parted the sheet."""
    whole = render(page, dpi, folder)
    marks = render(replace(page, nodes=page.nodes[len(page.placements) :]), dpi, folder)
    cuts = first_of(page, job)
    for cut in cuts:  # the number in its disc is no tick
        x, y = (round(at * dpi / 25.4) for at in (cut.x1, cut.y1))
        marks[max(0, y - 24) : y + 25, max(0, x - 24) : x + 25] = 255
    for box in regions(job.free, cuts):
        left, top, right, bottom = (round(side * dpi / 25.4) for side in box)
        region = (left + 3, top + 3, right - 3, bottom - 3)  # without the dashes of the cuts around it
        xs, ys = ticks(marks, region, 0), ticks(marks, region, 1)
        for left, right in pairwise(xs):
            for top, bottom in pairwise(ys):
                yield whole[round(top) : round(bottom), round(left) : round(right)]


def difference(piece: Picture, face: Picture) -> float:
    """How far two pictures of about one size are apart, 0 to 255; infinite where the sizes differ."""
    if max(abs(np.array(piece.shape[:2]) - face.shape[:2])) > 2:
        return float("inf")
    height, width = (min(sides) for sides in zip(piece.shape[:2], face.shape[:2], strict=True))
    soft = [cv2.blur(each[:height, :width].astype(np.float32), (5, 5)) for each in (piece, face)]
    return float(abs(soft[0] - soft[1]).mean())


def found_pieces(pieces: Sequence[Picture], faces: dict[str, Picture]) -> list[str]:
    """What each piece is, by the face it equals as it lies or turned; what equals none is waste."""
    names = []
    for piece in pieces:
        ways = [(difference(way, face), name) for name, face in faces.items() for way in (piece, np.rot90(piece))]
        least, name = min(ways)
        if least < 6:
            names.append(name)
    return names


@pytest.mark.parametrize("sizes", [("one",), ("one", "two", "three")], ids=["own sheet", "shared sheet"])
def test_pieces_cut_along_the_printed_marks_are_their_faces(sizes: Sequence[str], tmp_path: Path) -> None:
    dpi, bleed = 200.0, 2.0
    printables, faces = [], {}
    for first, name in enumerate(sizes):
        width, height = SIZES[name]
        scenes = {f"{name}-{n}": numbered(width, height, bleed, 37 + 50 * first + 7 * n) for n in range(4)}
        for piece, scene in scenes.items():
            box = (0.0, 0.0, width, height)
            faces[piece] = render(Page(width, height, (Use(scene),), box, box, ("x",)), dpi, tmp_path)
        items = [Item(piece, scene, None) for piece, scene in scenes.items()]
        cut = geo.rectangle(0, 0, width, height)
        printables.append(
            Printable(name, name, width, height, bleed, cut, "square", len(items), False, items.__getitem__)
        )
    jobs = pack(printables, SheetOptions(duplex="none"))
    assert len(jobs) == 1
    (page,) = impose(jobs)
    pieces = list(cut_out(page, jobs[0], dpi, tmp_path))
    assert sorted(found_pieces(pieces, faces)) == sorted(faces)
    # a knife that slips by a millimetre is seen
    slipped = [np.roll(piece, 8, axis=1) for piece in pieces]
    assert found_pieces(slipped, faces) == []
