"""Shared sheets: nothing lost, nothing on top of anything, backs behind fronts, and cuts in an order that works."""

from collections import Counter
from itertools import combinations
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Paint, Scene
from generator.draw.scene import Path as Outline
from generator.sheets import marks
from generator.sheets.area import Area
from generator.sheets.cuts import first_cuts
from generator.sheets.imposition.impose import impose
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Foot, Item, Printable, SheetOptions


def component(
    name: str, width: float, height: float, count: int, *, backs: bool = True, bleed: float = 1.5
) -> Printable:
    box = (-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    front, back = (Scene(box, (Outline(geo.rectangle(*box), Paint(fill=(1, 0, 0))),)) for _ in range(2))
    items = [Item(f"{name}-{n}", front, back if backs else None) for n in range(count)]
    trim = geo.rectangle(0, 0, width, height)
    return Printable(
        name,
        name.title(),
        width,
        height,
        bleed,
        trim,
        "square",
        count,
        backs,
        items.__getitem__,
        footer=Foot("Game", "credit"),
    )


ATLANTIS = [("tiles", 40, 40, 84), ("water", 40, 40, 24), ("ends", 180, 120, 2), ("cards", 44, 68, 105),
            ("figures", 20, 88, 12), ("bridges", 44, 24, 4), ("aids", 70, 120, 4)]  # fmt: skip


def boxes(trims: list[geo.Rectangle]) -> list[marks.Box]:
    return [(x, y, x + width, y + height) for x, y, width, height in trims]


def test_what_is_left_over_of_seven_components_lies_on_shared_sheets() -> None:
    parts = [component(*each) for each in ATLANTIS]
    packed, apart = pack(parts, SheetOptions()), pack(parts, SheetOptions(pack=False))
    assert sum(job.sheets for job in packed) == 15
    assert sum(job.sheets for job in apart) == 4 + 1 + 1 + 9 + 1 + 1 + 1


def test_a_sheet_with_room_beside_its_pieces_is_given_up_where_that_saves_one() -> None:
    """Four aids are as many as a sheet can hold, and yet fill 71 % of it; all else fits around them and on one more."""
    aids, strips = component("aids", 70, 120, 4), component("strips", 50, 80, 6)
    assert [len(job.components) for job in pack([aids], SheetOptions())] == [1]
    jobs = pack([aids, strips, component("small", 20, 20, 20)], SheetOptions())
    assert sum(job.sheets for job in jobs) == 2
    assert sum(len(job.slots) for job in jobs) == 4 + 6 + 20


def test_a_full_sheet_stays_tidy_where_nothing_is_saved() -> None:
    aids = component("aids", 70, 120, 4)
    jobs = pack([aids, component("strips", 50, 80, 20)], SheetOptions())
    assert [part.id for part in jobs[0].components] == ["aids"]
    assert len(jobs[0].slots) == 4


sizes = st.tuples(st.integers(12, 120), st.integers(12, 120), st.integers(1, 40), st.booleans())


@given(st.lists(sizes, min_size=1, max_size=6), st.sampled_from(["long-edge", "short-edge", "none"]))
def test_every_piece_is_printed_once_and_none_lies_on_another(
    kinds: list[tuple[int, int, int, bool]], duplex: str
) -> None:
    parts = [component(f"c{n}", w, h, count, backs=backs) for n, (w, h, count, backs) in enumerate(kinds)]
    options = SheetOptions(duplex=duplex)  # type: ignore[arg-type]
    jobs = pack(parts, options)
    fronts: Counter[str] = Counter()
    pages = list(impose(jobs))
    for page in pages:
        if page.side == "front":
            fronts.update(placement.piece for placement in page.placements)
        for a, b in combinations(boxes([placement.trim for placement in page.placements]), 2):
            # bleeds keep apart, so trims do by both bleeds
            apart = max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])
            assert apart >= 3 - 1e-6
        for left, top, right, bottom in boxes([placement.trim for placement in page.placements]):
            assert min(left, top) >= 5
            assert right <= 205
            assert bottom <= 292
    assert fronts == Counter(item.piece for part in parts for item in map(part.item, range(part.count)))
    assert sum(job.sheets for job in jobs) <= sum(
        job.sheets for job in pack(parts, SheetOptions(duplex=duplex, pack=False))
    )  # type: ignore[arg-type]


@given(st.lists(sizes, min_size=2, max_size=5), st.sampled_from(["long-edge", "short-edge"]), st.booleans())
def test_every_back_lies_behind_its_front(
    kinds: list[tuple[int, int, int, bool]], duplex: str, landscape: bool
) -> None:
    paper = (297.0, 210.0) if landscape else (210.0, 297.0)
    parts = [component(f"c{n}", w, h, count, backs=backs) for n, (w, h, count, backs) in enumerate(kinds)]
    pages = list(impose(pack(parts, SheetOptions(duplex=duplex, paper=paper))))  # type: ignore[arg-type]
    across = (duplex == "long-edge") != landscape  # turned about the upright middle, left becomes right
    backs = {part.id for part in parts if part.backs}
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert (front.side, back.side) == ("front", "back")
        behind = {placement.piece: placement.trim for placement in back.placements}
        expected = [placement for placement in front.placements if placement.piece.partition("-")[0] in backs]
        assert set(behind) == {placement.piece for placement in expected}
        for placement in expected:
            x, y, width, height = placement.trim
            mirrored = (paper[0] - x - width, y) if across else (x, paper[1] - y - height)
            assert behind[placement.piece] == pytest.approx((*mirrored, width, height))


def test_a_stream_of_pieces_is_not_read_before_it_is_printed() -> None:
    from msgspec.structs import replace

    taken = []

    source = component("cards", 63, 88, 1).item(0)

    def drawn(number: int) -> Item:
        taken.append(number)
        return Item(f"cards-{number}", source.front, source.back)

    cards = replace(component("cards", 63, 88, 1), item=drawn, count=100_000)
    pages = impose(pack([cards, component("tokens", 25, 25, 10)], SheetOptions()))
    next(pages)
    assert len(taken) < 20


@pytest.mark.parametrize(
    "options", [SheetOptions(marks="lines"), SheetOptions(outer=True), SheetOptions(duplex="gutterfold")]
)
def test_where_all_cuts_go_from_edge_to_edge_components_keep_to_their_own_sheets(options: SheetOptions) -> None:
    parts = [component("cards", 44, 68, 5), component("tiles", 40, 40, 5)]
    assert [len(job.components) for job in pack(parts, options)] == [1, 1]


def test_a_card_sheet_holds_turned_cards_beside_upright_ones() -> None:
    (job,) = pack([component("cards", 44, 68, 105)], SheetOptions())
    assert (len(job.slots), job.sheets) == (14, ceil(105 / 14))
    assert {slot.turn for slot in job.slots} == {0, 90}


# ---- the order of cutting ------------------------------------------------------------------------

A4 = Area(0, 0, 200, 280)


def grid(x: float, y: float, width: float, height: float, columns: int, rows: int) -> list[marks.Box]:
    return [
        (x + c * (width + 5), y + r * (height + 5), x + c * (width + 5) + width, y + r * (height + 5) + height)
        for r in range(rows)
        for c in range(columns)
    ]


def test_a_plain_grid_needs_no_order() -> None:
    trims = grid(10, 10, 40, 40, 4, 5)
    assert first_cuts(trims, trims, A4) == ()


def test_two_grids_are_parted_first() -> None:
    trims = grid(10, 10, 40, 60, 4, 2) + grid(10, 145, 60, 40, 2, 1)
    (cut,) = first_cuts(trims, trims, A4)
    assert (cut.number, cut.x1, cut.y1, cut.x2, cut.y2) == (1, 0, pytest.approx(140 + 0), 200, pytest.approx(140))


def test_what_no_straight_cut_parts_gets_no_number() -> None:
    wheel = [(0, 0, 60, 30), (65, 0, 95, 60), (35, 65, 95, 95), (0, 35, 30, 95), (35, 35, 60, 60)]
    trims = [(float(a), float(b), float(c), float(d)) for a, b, c, d in wheel]
    assert first_cuts(trims, trims, A4) == ()


@given(st.lists(sizes, min_size=2, max_size=6))
def test_cut_in_their_order_no_cut_goes_through_a_piece_and_the_parts_are_straight(
    kinds: list[tuple[int, int, int, bool]],
) -> None:
    parts = [component(f"c{n}", w, h, count, backs=backs) for n, (w, h, count, backs) in enumerate(kinds)]
    for job in pack(parts, SheetOptions(duplex="none")):
        for page in impose([job]) if job.sheets == 1 else ():
            trims = boxes([placement.trim for placement in page.placements])
            regions = [(job.free.x, job.free.y, job.free.x + job.free.width, job.free.y + job.free.height)]
            for cut in first_cuts(trims, trims, job.free):
                # each cut runs across exactly one of the parts there are by then
                (region,) = [
                    r for r in regions
                    if (cut.y1 == cut.y2 and (cut.x1, cut.x2) == (r[0], r[2]) and r[1] < cut.y1 < r[3])
                    or (cut.x1 == cut.x2 and (cut.y1, cut.y2) == (r[1], r[3]) and r[0] < cut.x1 < r[2])
                ]  # fmt: skip
                regions.remove(region)
                left, top, right, bottom = region
                if cut.y1 == cut.y2:
                    regions += [(left, top, right, cut.y1), (left, cut.y1, right, bottom)]
                else:
                    regions += [(left, top, cut.x1, bottom), (cut.x1, top, right, bottom)]
            for trim in trims:
                inside = [
                    r for r in regions if r[0] <= trim[0] and r[1] <= trim[1] and r[2] >= trim[2] and r[3] >= trim[3]
                ]
                assert len(inside) == 1
            for region in regions:
                here = [t for t in trims if region[0] <= t[0] < region[2] and region[1] <= t[1] < region[3]]
                assert first_cuts(here, here, job.free) == ()
