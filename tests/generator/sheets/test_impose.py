"""Imposition: every piece once, backs behind fronts, cuts that cut nobody else, nothing in the margin."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil

import pytest
from cases import cases
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.line_styles import HAIR, RULE
from generator.draw.scene import Group, Page, Paint, Scene, Text, Use
from generator.draw.scene import Path as Outline
from generator.sheets import marks
from generator.sheets.imposition.impose import impose as imposed
from generator.sheets.layout.n_up import plan
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Duplex, Foot, Item, Printable, SheetOptions

A4, LETTER = (210.0, 297.0), (215.9, 279.4)


def scene(width: float, height: float, bleed: float) -> Scene:
    box = (-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    return Scene(box, (Outline(geo.rectangle(*box), Paint(fill=(1, 0, 0))),))


def printable(
    width: float = 60,
    height: float = 90,
    count: int = 20,
    bleed: float = 2,
    lattice: str = "square",
    backs: Sequence[bool] | bool = True,
) -> Printable:
    shape = {
        "circle": geo.ellipse(width / 2, height / 2, width / 2, height / 2),
        "hex-pointy": geo.polyline(geo.hexagon(width / 2, height / 2, width, pointy=True), closed=True),
        "hex-flat": geo.polyline(geo.hexagon(width / 2, height / 2, height, pointy=False), closed=True),
    }.get(lattice, geo.rectangle(0, 0, width, height))
    front, back = scene(width, height, bleed), scene(width, height, bleed)
    has = [backs] * count if isinstance(backs, bool) else list(backs)
    items = [Item(f"piece-{n}", front, back if has[n] else None) for n in range(count)]
    return Printable(
        "c",
        "Pieces",
        width,
        height,
        bleed,
        shape,
        lattice,
        count,
        any(has),
        items.__getitem__,
        footer=Foot("Game", "credit"),
    )


def impose(pieces: Printable, options: SheetOptions) -> Iterator[Page]:
    return imposed(pack([pieces], options))


def capacity(pieces: Printable, options: SheetOptions) -> int:
    return len(plan(pieces, options).slots)


def edges(box: geo.Rectangle) -> marks.Box:
    x, y, width, height = box
    return x, y, x + width, y + height


def overlap(a: marks.Box, b: marks.Box) -> bool:
    slack = 1e-6
    return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack


def clips(page: Page) -> list[marks.Box]:
    """Where each piece's picture reaches on the page, its bleed included."""
    found = []
    for node in page.nodes:
        if isinstance(node, Group) and node.clip and isinstance(node.children[0], Use):
            box = geo.bounds(node.clip)
            assert box is not None
            found.append(edges(box))
    return found


def lines(page: Page, width: float = HAIR) -> list[marks.Box]:
    """Every hairline of a page: crop marks, or full-length lines. x1, y1, x2, y2."""
    found = []
    for node in page.nodes:
        if isinstance(node, Outline) and node.paint.width == width and node.paint.fill is None:
            numbers = [tuple(segment[1:]) for segment in node.segments]
            found += [(*a, *b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
    return found  # type: ignore[return-value]


def rulers(page: Page) -> list[marks.Box]:
    """The ruler, a line with many ticks: a cut that comes first is one line of that width, and a disc."""
    found = geo.paint_box(node for node in page.nodes if not (isinstance(node, Group) and node.clip))
    drawn = [(node, box) for node, box in found if isinstance(node, Outline) and node.paint.width == RULE]
    return [edges(box) for node, box in drawn if node.paint.fill is None and len(node.segments) > 2]


@pytest.mark.parametrize(("paper", "expected"), [(A4, 9), (LETTER, 9), ((297.0, 210.0), 9)])
def test_poker_cards_without_bleed_fill_a_sheet(paper: tuple[float, float], expected: int) -> None:
    # 63.5 x 88.9: three by three; on letter paper only because the footer moves to the side
    assert capacity(printable(63.5, 88.9, bleed=0), SheetOptions(paper=paper, marks="lines")) == expected


def test_pieces_are_turned_where_more_fit() -> None:
    assert capacity(printable(90, 20, bleed=0), SheetOptions(marks="none")) == max(2 * 13, 10 * 3)


def test_hexes_nest_where_more_fit() -> None:
    wide = 30 * 2 / 3**0.5
    grid = int(200 / 30) * int(279 / wide)
    assert capacity(printable(30, wide, bleed=0, lattice="hex-pointy"), SheetOptions(marks="none")) > grid


sizes = st.floats(12, 100).map(lambda number: round(number, 2))
papers = st.sampled_from([A4, (297.0, 210.0), LETTER, (215.9, 355.6), (297.0, 420.0)])
duplexes = st.sampled_from(["long-edge", "short-edge", "gutterfold", "none"])


@given(
    sizes,
    sizes,
    st.integers(1, 30),
    st.floats(0, 4),
    papers,
    duplexes,
    st.booleans(),
    st.sampled_from(["crop", "lines", "none"]),
)
def test_whatever_the_piece_and_paper(
    width: float,
    height: float,
    count: int,
    bleed: float,
    paper: tuple[float, float],
    duplex: Duplex,
    outer: bool,
    mark: str,
) -> None:
    backs = [n % 3 != 1 for n in range(count)]
    options = SheetOptions(paper=paper, duplex=duplex, outer=outer, marks=mark)  # type: ignore[arg-type]
    job = printable(width, height, count, bleed, backs=backs)
    room = capacity(job, options)
    assume(room > 0)
    pages = list(impose(job, options))
    fronts = [placement for page in pages if page.side != "back" for placement in page.placements]
    if duplex == "gutterfold" and any(backs):
        assert Counter(p.piece for p in fronts) == {f"piece-{n}": 2 if backs[n] else 1 for n in range(count)}
        assert len(pages) == ceil(count / room)
    else:
        assert [p.piece for p in fronts] == [f"piece-{n}" for n in range(count)], "each piece once, in order"
        assert len(pages) == ceil(count / room) * (1 if duplex == "none" else 2)
    area = (options.margin, options.margin, paper[0] - options.margin, paper[1] - options.margin)
    for page in pages:
        reach = clips(page)
        for index, box in enumerate(reach):
            assert box[0] >= area[0] - 1e-5
            assert box[1] >= area[1] - 1e-5
            assert box[2] <= area[2] + 1e-5
            assert box[3] <= area[3] + 1e-5
            assert not any(overlap(box, ruler) for ruler in rulers(page)), "the footer is clear of the pieces"
            assert not any(overlap(box, other) for other in reach[index + 1 :]), "no bleed on a neighbour"
        for x1, y1, x2, y2 in lines(page):
            assert min(x1, x2) >= area[0] - 1e-5
            assert max(y1, y2) <= area[3] + 1e-5
            if mark == "crop":
                line = (x1 - 1e-9, y1 - 1e-9, x2 + 1e-9, y2 + 1e-9)
                assert not any(overlap(line, (b[0] + 1e-5, b[1] + 1e-5, b[2] - 1e-5, b[3] - 1e-5)) for b in reach), (
                    "marks stay outside bleeds"
                )
            else:
                trims = [edges(p.trim) for p in page.placements]
                inner = [
                    t
                    for t in trims
                    if (y1 == y2 and t[1] + 1e-3 < y1 < t[3] - 1e-3) or (x1 == x2 and t[0] + 1e-3 < x1 < t[2] - 1e-3)
                ]
                assert not inner, "a cut line never runs through a piece"


@given(sizes, sizes, st.integers(1, 30), papers, st.sampled_from(["long-edge", "short-edge"]))
def test_every_back_lies_behind_its_front(
    width: float, height: float, count: int, paper: tuple[float, float], duplex: Duplex
) -> None:
    options = SheetOptions(paper=paper, duplex=duplex)
    job = printable(width, height, count, backs=[n % 4 != 2 for n in range(count)])
    assume(capacity(job, options) > 0)
    pages = list(impose(job, options))
    upright = paper[1] >= paper[0]
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert (front.side, back.side) == ("front", "back")
        places = {placement.piece: placement for placement in front.placements}
        assert {p.piece for p in back.placements} == {p for p in places if int(p.removeprefix("piece-")) % 4 != 2}
        for placement in back.placements:
            ahead = places[placement.piece]
            for x, y in ((0.0, 0.0), (width, 0.0), (width, height), (7.0, 3.0)):
                fx, fy = geo.apply(ahead.matrix, x, y)
                # turning the sheet over its long edge mirrors x on an upright sheet, y on a lying one
                behind = (paper[0] - fx, fy) if (duplex == "long-edge") == upright else (fx, paper[1] - fy)
                # seen from behind, a face's left is its front's right
                assert geo.apply(placement.matrix, width - x, y) == pytest.approx(behind, abs=0.01)


@pytest.mark.parametrize(("width", "height", "paper"), [(60, 90, A4), (60, 90, (297.0, 210.0)), (60, 90, (150, 260))])
def test_a_gutterfolds_backs_meet_their_fronts_when_folded(
    width: float, height: float, paper: tuple[float, float]
) -> None:
    (page,) = impose(printable(width, height, 2), SheetOptions(paper=paper, duplex="gutterfold"))
    fold = next(n for n in page.nodes if isinstance(n, Outline) and n.paint.dash)
    (_, x1, y1), (_, x2, y2) = fold.segments
    assert x1 == x2 or y1 == y2
    fronts, backs = page.placements[:2], page.placements[2:]
    for front, back in zip(fronts, backs, strict=True):
        for x, y in ((0.0, 0.0), (60.0, 90.0)):
            fx, fy = geo.apply(front.matrix, x, y)
            bx, by = geo.apply(back.matrix, 60 - x, y)
            assert (
                (fx + bx == pytest.approx(2 * float(x1)) and fy == pytest.approx(by))
                if x1 == x2
                else (fy + by == pytest.approx(2 * float(y1)) and fx == pytest.approx(bx))
            )


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "gutterfold"])
@cases
def test_no_back_is_lost_whatever_the_size_and_the_flip(
    width: float, height: float, sheet: bool, duplex: Duplex
) -> None:
    job = replace(printable(width, height, 3, backs=[True, False, True]), sheet=sheet)
    shown = [placement for page in impose(job, SheetOptions(duplex=duplex)) for placement in page.placements]
    front = shown[0].scene
    tiles = sum(placement.scene is front for placement in shown) // 3
    backs = Counter(placement.piece for placement in shown if placement.scene is not front)
    assert backs == {"piece-0": tiles, "piece-2": tiles}


def test_a_printers_offset_and_skew_move_the_backs_and_only_them() -> None:
    still = list(impose(printable(), SheetOptions()))
    moved = list(impose(printable(), SheetOptions(offset=(1.5, -2.0), skew=0.5)))
    assert still[0] == moved[0]
    group = moved[1].nodes[0]
    assert isinstance(group, Group)
    assert geo.apply(group.matrix, 105, 148.5) == pytest.approx((106.5, 146.5))
    ax, ay = geo.apply(group.matrix, 205, 148.5)
    assert (ax - 106.5, ay - 146.5) == pytest.approx((100 * 0.99996192, 100 * 0.00872654), abs=1e-4)


@pytest.mark.parametrize("lattice", ["circle", "hex-flat", "hex-pointy"])
def test_a_pieces_bleed_goes_round_it_alike(lattice: str) -> None:
    page = next(impose(printable(30, 30, 1, bleed=2, lattice=lattice), SheetOptions()))
    (cut,), (bleed,) = [edges(placement.trim) for placement in page.placements], clips(page)
    assert (bleed[0] + bleed[2], bleed[1] + bleed[3]) == pytest.approx((cut[0] + cut[2], cut[1] + cut[3]))


def test_a_page_lies_upright_in_the_middle_of_what_the_margin_and_the_footer_leave() -> None:
    page = next(impose(replace(printable(180, 250, 1, bleed=0.0), sheet=True), SheetOptions()))
    (placement,) = page.placements
    left, top, right, bottom = edges(placement.trim)
    free = SheetOptions().area
    assert placement.matrix[:4] == (1, 0, 0, 1)
    assert left + right == pytest.approx(A4[0])
    assert top + bottom == pytest.approx(2 * free.y + free.height - marks.BAND)


def test_outer_bleed_makes_pieces_touch_and_bleed_only_outward() -> None:
    options = SheetOptions(outer=True, marks="lines")
    page = next(impose(printable(60, 90, 4), options))
    first, second = (edges(placement.trim) for placement in page.placements[:2])
    assert first[2] == pytest.approx(second[0])
    left = clips(page)[0]
    assert left[0] == pytest.approx(first[0] - 2)
    assert left[2] == pytest.approx(first[2])


def test_crop_marks_stand_between_pieces_too() -> None:
    page = next(impose(printable(60, 90, 4), SheetOptions()))
    trims = [edges(placement.trim) for placement in page.placements]
    between = [line for line in lines(page) if trims[0][2] < line[0] < trims[1][0] and line[1] == line[3]]
    assert between, "horizontal ticks in the gutter between the first two"


def test_marks_are_on_one_side_unless_asked() -> None:
    front, back = impose(printable(count=1), SheetOptions())
    assert lines(front)
    assert not lines(back)
    _, back = impose(printable(count=1), SheetOptions(marks_side="both"))
    assert lines(back)


def test_a_component_without_backs_keeps_the_stack_in_step() -> None:
    pages = list(impose(printable(backs=False), SheetOptions(duplex="long-edge")))
    assert [page.side for page in pages] == ["front", "back"] * (len(pages) // 2)
    assert all(not page.nodes for page in pages[1::2])


def test_standees_fold_at_the_top_with_flaps() -> None:
    standees = replace(printable(20, 34, 3, bleed=1.5, backs=False), folds=True, base=10.0)
    page = next(impose(standees, SheetOptions()))
    assert sorted(page.placements[0].trim[2:]) == pytest.approx([20, 88])
    drawn = page.placements[0].scene
    upper, lower = (node for node in drawn.nodes if isinstance(node, Group) and node.clip)
    assert geo.apply(lower.matrix, 0, 0) == (0, 44)
    assert geo.apply(upper.matrix, 20, 34) == pytest.approx((0, 10)), "upside down above the fold"
    folds = [node for node in drawn.nodes if isinstance(node, Outline) and node.paint.dash]
    assert [fold.segments[0][2] for fold in folds] == [10, 44, 78]


def test_a_standee_without_a_base_is_folded_all_the_same() -> None:
    page = next(impose(replace(printable(20, 34, 1, bleed=0, backs=True), folds=True, base=0.0), SheetOptions()))
    assert sorted(page.placements[0].trim[2:]) == pytest.approx([20, 68])
    assert page.side == "front"


def test_pages_come_one_at_a_time() -> None:
    front, taken = scene(60, 90, 2), list[int]()

    def drawn(number: int) -> Item:
        taken.append(number)
        return Item("x", front, None)

    pages = impose(replace(printable(), item=drawn, count=100_000), SheetOptions())
    assert not taken
    assert next(pages).side == "front"
    assert taken == list(range(len(taken)))
    assert len(taken) < 20


def test_the_same_pieces_are_printed_again_where_they_are_asked_for_again() -> None:
    part = printable(count=3)
    once, again = (list(impose(part, SheetOptions(duplex="none"))) for _ in "ab")
    assert once == again
    assert sum(len(page.placements) for page in again) == 3


def test_parts_that_are_called_the_same_are_each_printed_whole() -> None:
    jobs = pack([printable(count=3), printable(count=2)], SheetOptions(pack=False, duplex="none"))
    assert sum(len(page.placements) for page in imposed(jobs)) == 5


def test_the_ruler_is_100_mm() -> None:
    page = next(impose(printable(count=1), SheetOptions()))
    rulers = [box for node, box in geo.paint_box(page.nodes) if isinstance(node, Outline) and node.paint.width == RULE]
    assert any(abs(box[2] - RULE - 100) < 1e-6 for box in rulers)


def test_the_other_side_of_a_page_is_not_lost_without_duplex() -> None:
    rules = replace(printable(186, 255, 1, bleed=0.0), sheet=True)
    for duplex, sides in (("long-edge", ["front", "back"]), ("none", ["front", "front"])):
        pages = list(impose(rules, SheetOptions(duplex=duplex)))
        assert [page.side for page in pages] == sides
        assert all(page.placements for page in pages)


def test_a_standee_says_what_its_flaps_are_for() -> None:
    standees = replace(printable(20, 34, 1, bleed=1.5, backs=False), folds=True, base=10.0)
    drawn = next(impose(standees, SheetOptions())).placements[0].scene
    flaps = [drawn.nodes, *(node.children for node in drawn.nodes if isinstance(node, Group) and not node.clip)]
    assert [[part.text for part in flap if isinstance(part, Text)] for flap in flaps] == [["fold out", "glue down"]] * 2


@pytest.mark.parametrize("base", [3.0, 5.0, 12.0])
def test_a_flaps_words_stay_on_it_however_low_it_is(base: float) -> None:
    standees = replace(printable(40, 34, 1, bleed=1.5, backs=False), folds=True, base=base)
    drawn = next(impose(standees, SheetOptions())).placements[0].scene
    words = [(node, edges(box)) for node, box in geo.paint_box(drawn.nodes) if isinstance(node, Text)]
    assert len(words) == 4
    for word, (left, top, right, bottom) in words:
        below = fonts.metrics(word.font).descent * word.size  # or above, of what stands on its head
        middle = base / 2 if top < base else base * 3 / 2 + 2 * 34
        assert 0 <= left < right <= 40
        assert middle - base / 2 <= top - below < bottom + below <= middle + base / 2
