"""Cutting a sheet: what comes first, held against a knife that goes from edge to edge."""

from itertools import product

import pytest
from hypothesis import given, strategies as st
from pieces import printable, trims, within

from generator.sheets.area import Area, Box
from generator.sheets.cuts import first_cuts, regions
from generator.sheets.imposition.impose import impose
from generator.sheets.layout.pack import pack
from generator.sheets.printable import SheetOptions

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
