"""Cutting a sheet: what comes first, held against a knife that goes from edge to edge; and as pixels, backs behind
fronts and faces that are cut out along the printed marks."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace
from pieces import printable, trims, within

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Page, Paint, Path as Outline, Scene, Use
from generator.formats.pdf import pages as pdf
from generator.sheets.area import Area, Box
from generator.sheets.cuts import FirstCut, first_cuts, regions
from generator.sheets.imposition.impose import impose
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Item, Job, SheetOptions

SHEET = Area(-5, -5, 150, 150)
HAIR = 1e-6


def goes_through(pieces: list[Box], axis: int, at: float) -> bool:
    """Whether a knife along `at` hurts no piece: within a hair of an edge is along the edge."""
    return not any(piece[axis] + HAIR < at < piece[axis + 2] - HAIR for piece in pieces)


def straight(pieces: list[Box]) -> bool:
    return all(goes_through(pieces, axis, piece[axis + end]) for piece, axis, end in product(pieces, (0, 1), (0, 2)))


def can_be_parted(pieces: list[Box]) -> bool:
    """Whether any straight cut has pieces on both sides: tried at every edge."""
    return any(
        goes_through(pieces, axis, edge) and 0 < sum(piece[axis + 2] <= edge + HAIR for piece in pieces) < len(pieces)
        for axis in (0, 1)
        for edge in [piece[axis + 2] for piece in pieces]
    )


def held(trims: list[Box], bleeds: list[Box], free: Area) -> list[list[Box]]:
    """The pieces of each part of a sheet after its first cuts, each of which parts it in two and hurts none."""
    cuts = first_cuts(trims, bleeds, free)
    assert [cut.number for cut in cuts] == list(range(1, len(cuts) + 1))
    parts = regions(free, cuts)
    assert len(parts) == len(cuts) + 1
    pairs = list(zip(trims, bleeds, strict=True))
    found = [[trim for trim, bleed in pairs if within(bleed, part, HAIR)] for part in parts]
    assert sorted(trim for part in found for trim in part) == sorted(trims), "a cut goes through a piece or its bleed"
    assert all(found), "a cut parts nothing from something"
    return found


@st.composite
def layouts(draw: st.DrawFn) -> tuple[list[Box], list[Box]]:
    """Pieces that nowhere overlap, with their bleed: some edges off their neighbours' line by less than a hair."""
    taken: set[tuple[int, int]] = set()
    trims = list[Box]()
    for _ in range(draw(st.integers(1, 7))):
        left, top = draw(st.integers(0, 9)), draw(st.integers(0, 9))
        right, bottom = left + draw(st.integers(1, 4)), top + draw(st.integers(1, 4))
        cells = set(product(range(left, right), range(top, bottom)))
        if not cells & taken:
            taken |= cells
            hair = draw(st.sampled_from((0.0, 2e-7, -2e-7)))
            trims.append((10 * left + 1 + hair, 10 * top + 1 + hair, 10 * right - 1 + hair, 10 * bottom - 1 + hair))
    bleed = draw(st.sampled_from((0.0, 0.5, 1.0)))
    return trims, [(left - bleed, top - bleed, right + bleed, bottom + bleed) for left, top, right, bottom in trims]


@given(layouts())
def test_after_the_first_cuts_every_part_is_cut_straight_or_by_no_straight_cut(
    drawn: tuple[list[Box], list[Box]],
) -> None:
    parts = held(*drawn, SHEET)
    assert all(straight(part) or not can_be_parted(part) for part in parts)
    assert len(parts) == 1 or not straight(drawn[0])


kinds = st.tuples(st.integers(12, 120), st.integers(12, 120), st.integers(1, 40))


@given(st.lists(kinds, min_size=2, max_size=6))
def test_so_is_every_part_of_a_shared_sheet(kinds: list[tuple[int, int, int]]) -> None:
    jobs = pack([printable(*each, 1.5, id=f"c{n}") for n, each in enumerate(kinds)], SheetOptions(duplex="none"))
    for job in (job for job in jobs if job.sheets == 1):
        (page,) = impose([job])
        assert all(straight(part) or not can_be_parted(part) for part in held(trims(page), trims(page), job.free))


def test_one_cut_that_leaves_all_straight_comes_before_one_that_does_not() -> None:
    """Two tall cards beside three rows: cut between them and the rows, and all that is left goes straight."""
    rows: list[Box] = [(x, y, x + 9.0, y + 9.0) for x in (21, 31, 41) for y in (0, 10, 20)]
    tall: list[Box] = [(0, 0, 9, 50), (10, 0, 19, 50), *rows]
    (cut,) = first_cuts(tall, tall, SHEET)
    assert (cut.x1, cut.y1, cut.x2, cut.y2) == (20, -5, 20, 145)


def test_where_nothing_is_straight_after_one_cut_the_parts_are_about_as_large() -> None:
    """Four bands, each of a tall piece and a short one: halves first."""
    bands: list[Box] = [
        box
        for y, middle in ((0, 25), (10, 40), (20, 25), (30, 40))
        for box in ((0, y, middle, y + 9), (middle, y, 60, y + 4))
    ]
    assert first_cuts(bands, bands, SHEET)[0].y1 == 19.5


@pytest.mark.parametrize("hair", [5e-7, -5e-7])
def test_cards_off_their_column_by_less_than_a_hair_are_cut_straight(hair: float) -> None:
    cards: list[Box] = [(0, 0, 60, 90), (hair, 91, 60 + hair, 140), (61, 0, 120, 90 + hair), (61, 91 + hair, 120, 140)]
    assert first_cuts(cards, cards, SHEET) == ()


@pytest.mark.parametrize("turned", [False, True])
def test_pieces_round_a_corner_are_cut_out_by_their_own_marks(turned: bool) -> None:
    """Four pieces like the sails of a windmill: no straight cut parts them."""
    sails: list[Box] = [(0, 0, 60, 30), (60, 0, 90, 60), (30, 60, 90, 90), (0, 30, 30, 90)]
    if turned:
        sails = [(y1, x1, y2, x2) for x1, y1, x2, y2 in sails]
    assert first_cuts(sails, sails, SHEET) == ()


# ---- as pixels ---------------------------------------------------------------------------------------

Picture = np.ndarray[Any, Any]
RED, BLUE = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
SIZES = {"one": (40.0, 60.0), "two": (33.0, 33.0), "three": (25.0, 45.0)}


def render(page: Page, dpi: float, folder: Path) -> Picture:
    pdf.write([page], pdf.Meta("test"), folder / "page.pdf")
    with pypdfium2.PdfDocument(folder / "page.pdf") as document:
        return np.asarray(document[0].render(scale=dpi / 72).to_pil().convert("RGB")).astype(np.int16)


def numbered(width: float, height: float, bleed: float, number: int) -> Scene:
    """A face that shows its number in squares, within a thin frame, on a ground that fills the bleed."""
    box = (-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    frame = Paint(stroke=(0.5, 0.0, 0.5), width=0.5)
    nodes = [
        Outline(geo.rectangle(*box), Paint(fill=(0.8, 0.9, 0.8))),
        Outline(geo.rectangle(1, 1, width - 2, height - 2), frame),
        Outline(geo.rectangle(3, 3, 4, 2), Paint(fill=RED)),
    ]
    squares = [geo.rectangle(4 + 4.5 * (bit % 4), 8 + 5 * (bit // 4), 3.5, 4) for bit in range(8) if number >> bit & 1]
    return Scene(box, (*nodes, *(Outline(square, Paint(fill=BLUE)) for square in squares)))


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
    bleeds = [(left - 2, top - 2, right + 2, bottom + 2) for left, top, right, bottom in trims(page)]
    return first_cuts(trims(page), bleeds, job.free)


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
        for (left_, right_), (top_, bottom_) in product(pairwise(xs), pairwise(ys)):
            yield whole[round(top_) : round(bottom_), round(left_) : round(right_)]


def difference(piece: Picture, face: Picture) -> float:
    """How far two pictures of about one size are apart, 0 to 255; infinite where the sizes differ."""
    if max(abs(np.array(piece.shape[:2]) - face.shape[:2])) > 2:
        return float("inf")
    height, width = (min(sides) for sides in zip(piece.shape[:2], face.shape[:2], strict=True))
    soft = [cv2.blur(each[:height, :width].astype(np.float32), (5, 5)) for each in (piece, face)]
    return float(abs(soft[0] - soft[1]).mean())


def found_pieces(pieces: Sequence[Picture], faces: dict[str, Picture]) -> list[str]:
    """What each piece is, by the face it equals as it lies or turned; what equals none is waste."""
    best = [
        min((difference(way, face), name) for name, face in faces.items() for way in (piece, np.rot90(piece)))
        for piece in pieces
    ]
    return sorted(name for least, name in best if least < 6)


def test_pieces_cut_along_the_printed_marks_are_their_faces(tmp_path: Path) -> None:
    dpi, bleed = 200.0, 2.0
    printables, faces = [], {}
    for first, (name, (width, height)) in enumerate(SIZES.items()):
        items = [Item(f"{name}-{n}", numbered(width, height, bleed, 37 + 50 * first + 7 * n), None) for n in range(4)]
        for item in items:
            box = (0.0, 0.0, width, height)
            faces[item.piece] = render(Page(width, height, (Use(item.front),), box, box, ("x",)), dpi, tmp_path)
        printables.append(printable(width, height, 4, bleed, backs=False, item=items.__getitem__, id=name))
    (job,) = pack(printables, SheetOptions(duplex="none"))
    (page,) = impose([job])
    pieces = list(cut_out(page, job, dpi, tmp_path))
    assert found_pieces(pieces, faces) == sorted(faces)
    # a knife that slips by a millimetre is seen
    assert found_pieces([np.roll(piece, 8, axis=1) for piece in pieces], faces) == []
