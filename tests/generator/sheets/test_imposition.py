"""Imposition: every piece once, backs behind fronts, marks that cut no other piece, boards in parts."""

from collections import Counter
from itertools import pairwise
from math import atan2, ceil, degrees

import pytest
from cases import cases
from hypothesis import assume, example, given, strategies as st
from msgspec.structs import replace
from pieces import A4, LETTER, LYING, edges, gap, pages_of, printable, scene, trims, within

from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.line_styles import HAIR, RULE
from generator.draw.scene import Group, Page, Path as Outline, Scene, Text, Use
from generator.sheets import marks
from generator.sheets.area import Box
from generator.sheets.cuts import labour
from generator.sheets.imposition.boards import assembly
from generator.sheets.imposition.impose import impose
from generator.sheets.layout.n_up import plan
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Duplex, Item, SheetOptions


def clips(page: Page) -> list[Box]:
    """Where each piece's picture reaches on the page, its bleed included."""
    clipped = (node for node in page.nodes if isinstance(node, Group) and node.clip)
    return [edges(geo.bounds(node.clip) or (0, 0, 0, 0)) for node in clipped if isinstance(node.children[0], Use)]


def lines(page: Page) -> list[Box]:
    """Every hairline of a page: crop marks, or full-length lines. x1, y1, x2, y2."""
    found: list[Box] = []
    for node in page.nodes:
        if isinstance(node, Outline) and node.paint.width == HAIR and node.paint.fill is None:
            numbers = [segment[1:] for segment in node.segments]
            found += [(*a, *b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]  # type: ignore[misc]
    return found


def rulers(page: Page) -> list[Box]:
    """The ruler, a line with many ticks: a cut that comes first is one line of that width, and a disc."""
    found = geo.paint_box(node for node in page.nodes if not (isinstance(node, Group) and node.clip))
    drawn = [(node, box) for node, box in found if isinstance(node, Outline) and node.paint.width == RULE]
    return [edges(box) for node, box in drawn if node.paint.fill is None and len(node.segments) > 2]


def crosses(line: Box, trim: Box) -> bool:
    """Whether an upright or level line of any length would cut a piece."""
    x1, y1, x2, y2 = line
    left, top, right, bottom = trim
    return (y1 == y2 and top + 1e-3 < y1 < bottom - 1e-3) or (x1 == x2 and left + 1e-3 < x1 < right - 1e-3)


sizes = st.floats(12, 100).map(lambda number: round(number, 2))
papers = st.sampled_from([A4, LYING, LETTER, (215.9, 355.6), (297.0, 420.0), (210.0, 210.0)])
duplexes = st.sampled_from(["long-edge", "short-edge", "gutterfold", "none"])


@given(sizes, sizes, st.integers(1, 30), st.floats(0, 4), papers, duplexes, st.booleans(),
       st.sampled_from(["crop", "lines", "none"]))  # fmt: skip
@example(16.0, 57.0, 29, 4.0, A4, "long-edge", False, "crop")  # pieces lie bleed to bleed, up to the margin
@example(100.0, 78.51, 2, 0.08167627357824615, A4, "long-edge", False, "none")  # a block's place is rounded
def test_whatever_the_piece_and_paper_each_is_printed_once_and_no_mark_lies_on_one(
    width: float, height: float, count: int, bleed: float, paper: tuple[float, float], duplex: Duplex, outer: bool,
    mark: str,
) -> None:  # fmt: skip
    backs = [n % 3 != 1 for n in range(count)]
    options = SheetOptions(paper=paper, duplex=duplex, outer=outer, marks=mark)  # type: ignore[arg-type]
    job = printable(width, height, count, bleed, backs=backs)
    planned = plan(job, options)
    room, close = len(planned.slots), planned.options.close
    assume(room > 0)
    pages = pages_of(job, options)
    fronts = [placement.piece for page in pages if page.side != "back" for placement in page.placements]
    if duplex == "gutterfold" and any(backs):
        assert Counter(fronts) == {f"piece-{n}": 2 if backs[n] else 1 for n in range(count)}
        assert len(pages) == ceil(count / room)
    else:
        assert fronts == [f"piece-{n}" for n in range(count)], "each piece once, in order"
        assert len(pages) == ceil(count / room) * (1 if duplex == "none" else 2)
    area = (options.margin, options.margin, paper[0] - options.margin, paper[1] - options.margin)
    for page in pages:
        reach = clips(page)
        for index, box in enumerate(reach):
            assert within(box, area)
            assert all(gap(box, ruler) >= -1e-6 for ruler in rulers(page)), "the footer is clear of the pieces"
            assert all(gap(box, other) >= -1e-4 for other in reach[index + 1 :]), "no bleed on a neighbour"
        for line in lines(page):
            x1, y1, x2, y2 = line
            assert min(x1, x2) >= area[0] - 1e-5
            assert max(y1, y2) <= area[3] + 1e-5
            if mark == "crop":
                kept = trims(page) if close else reach
                assert all(gap(line, box) >= -2e-5 for box in kept), "marks stay outside bleeds, or pieces"
            else:
                assert not any(crosses(line, trim) for trim in trims(page)), "a cut line never runs through a piece"


kinds = st.tuples(st.integers(12, 90), st.integers(12, 120), st.integers(1, 40), st.booleans())


@given(st.lists(kinds, min_size=1, max_size=3), papers, st.sampled_from(["long-edge", "short-edge"]))
def test_backs_lie_behind_fronts(
    kinds: list[tuple[int, int, int, bool]], paper: tuple[float, float], duplex: Duplex
) -> None:
    parts = [printable(w, h, n, 1.5, backs=[backs and m % 4 != 2 for m in range(n)], id=f"c{each}")
             for each, (w, h, n, backs) in enumerate(kinds)]  # fmt: skip
    backed = {item.piece for part in parts for item in map(part.item, range(part.count)) if item.back is not None}
    pages = pages_of(parts, SheetOptions(paper=paper, duplex=duplex))
    upright = paper[1] >= paper[0]
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert (front.side, back.side) == ("front", "back")
        behind = {placement.piece: placement.matrix for placement in back.placements}
        expected = {placement.piece: placement.matrix for placement in front.placements if placement.piece in backed}
        assert set(behind) == set(expected)
        for piece, matrix in expected.items():
            width = kinds[int(piece[1 : piece.index("-")])][0]
            for x, y in ((0.0, 0.0), (width, 0.0), (7.0, 3.0)):
                fx, fy = geo.apply(matrix, x, y)
                # turning the sheet over its long edge mirrors x on an upright sheet, y on a lying one
                seen = (paper[0] - fx, fy) if (duplex == "long-edge") == upright else (fx, paper[1] - fy)
                # seen from behind, a face's left is its front's right
                assert geo.apply(behind[piece], width - x, y) == pytest.approx(seen, abs=0.01)


@pytest.mark.parametrize("paper", [A4, LYING], ids=["upright", "lying"])
def test_on_a_sheet_folded_in_the_middle_a_back_lies_behind_its_front(paper: tuple[float, float]) -> None:
    for page in pages_of(printable(25, 45, 40), SheetOptions(paper=paper, duplex="gutterfold")):
        ((_, ax, ay), (_, bx, _)) = next(n.segments for n in page.nodes if isinstance(n, Outline) and n.paint.dash)
        for piece in {placement.piece for placement in page.placements}:
            one, other = (placement.matrix for placement in page.placements if placement.piece == piece)
            for x, y in ((0.0, 0.0), (25.0, 0.0), (7.0, 3.0)):
                ahead = geo.apply(one, x, y)
                seen = (2 * ax - ahead[0], ahead[1]) if ax == bx else (ahead[0], 2 * ay - ahead[1])
                assert geo.apply(other, 25 - x, y) == pytest.approx(seen, abs=0.01)


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "gutterfold"])
@cases
def test_no_back_is_lost_whatever_the_size_and_flip(width: float, height: float, sheet: bool, duplex: Duplex) -> None:
    job = printable(width, height, 3, backs=[True, False, True], sheet=sheet)
    shown = [placement for page in pages_of(job, SheetOptions(duplex=duplex)) for placement in page.placements]
    front = shown[0].scene
    tiles = sum(placement.scene is front for placement in shown) // 3
    backs = Counter(placement.piece for placement in shown if placement.scene is not front)
    assert backs == {"piece-0": tiles, "piece-2": tiles}


@pytest.mark.parametrize(("duplex", "sides"), [("long-edge", ["front", "back"]), ("none", ["front", "front"])])
def test_the_other_side_of_a_page_is_not_lost_without_duplex(duplex: Duplex, sides: list[str]) -> None:
    pages = pages_of(printable(186, 255, 1, bleed=0.0, sheet=True), SheetOptions(duplex=duplex))
    assert [page.side for page in pages] == sides
    assert all(page.placements for page in pages)


def test_a_printers_offset_and_skew_move_the_backs_and_only_them() -> None:
    still = pages_of(printable(), SheetOptions())
    moved = pages_of(printable(), SheetOptions(offset=(1.5, -2.0), skew=0.5))
    assert still[0] == moved[0]
    group = moved[1].nodes[0]
    assert geo.apply(group.matrix, 105, 148.5) == pytest.approx((106.5, 146.5))
    ax, ay = geo.apply(group.matrix, 205, 148.5)
    assert (ax - 106.5, ay - 146.5) == pytest.approx((100 * 0.99996192, 100 * 0.00872654), abs=1e-4)


def test_a_page_lies_upright_in_the_middle_of_what_the_margin_and_the_footer_leave() -> None:
    page = pages_of(printable(180, 250, 1, bleed=0.0, sheet=True), SheetOptions())[0]
    ((left, top, right, bottom),), free = trims(page), SheetOptions().area
    assert page.placements[0].matrix[:4] == (1, 0, 0, 1)
    assert (left + right, top + bottom) == pytest.approx((A4[0], 2 * free.y + free.height - marks.BAND))


def test_outer_bleed_makes_pieces_touch_and_bleed_only_outward() -> None:
    page = pages_of(printable(60, 90, 4), SheetOptions(outer=True, marks="lines"))[0]
    (first, second), left = trims(page)[:2], clips(page)[0]
    assert first[2] == pytest.approx(second[0])
    assert (left[0], left[2]) == pytest.approx((first[0] - 2, first[2]))


@given(st.lists(st.tuples(st.integers(12, 120), st.integers(12, 120), st.integers(1, 20)), min_size=1, max_size=2))
def test_every_edge_of_a_piece_has_a_crop_mark_and_no_mark_is_of_another(kinds: list[tuple[int, int, int]]) -> None:
    parts = [printable(*kind, backs=False, id=f"c{n}") for n, kind in enumerate(kinds)]
    for page in pages_of(parts, SheetOptions(duplex="none")):
        for axis in (0, 1):
            marks_ = {round(line[axis], 2) for line in lines(page) if line[axis] == line[axis + 2]}
            assert marks_ == {round(edge, 2) for trim in trims(page) for edge in trim[axis::2]}


def test_crop_marks_stand_between_pieces_too() -> None:
    page = pages_of(printable(60, 90, 4), SheetOptions())[0]
    first, second = trims(page)[:2]
    assert [line for line in lines(page) if first[2] < line[0] < second[0] and line[1] == line[3]]


def test_marks_are_on_one_side_unless_asked() -> None:
    front, back = pages_of(printable(count=1), SheetOptions())
    assert (bool(lines(front)), bool(lines(back))) == (True, False)
    assert lines(pages_of(printable(count=1), SheetOptions(marks_side="both"))[1])


def test_the_ruler_is_100_mm() -> None:
    page = pages_of(printable(count=1), SheetOptions())[0]
    assert [right - left - RULE for left, _, right, _ in rulers(page)] == [pytest.approx(100)]


def test_a_component_without_backs_keeps_the_stack_in_step() -> None:
    pages = pages_of(printable(backs=False), SheetOptions(duplex="long-edge"))
    assert [page.side for page in pages] == ["front", "back"] * (len(pages) // 2)
    assert not any(page.nodes for page in pages[1::2])


def test_pieces_are_drawn_when_their_page_is_and_not_before() -> None:
    front, taken = scene(60, 90, 2), list[int]()

    def drawn(number: int) -> Item:
        taken.append(number)
        return Item("x", front, None)

    pages = impose(pack([printable(item=drawn, count=100), printable(25, 25, 10, id="tokens")], SheetOptions()))
    assert not taken
    assert next(pages).side == "front"
    assert taken == list(range(len(taken)))
    assert len(taken) < 20


def test_parts_that_are_called_the_same_are_each_printed_whole_as_often_as_asked() -> None:
    jobs = pack([printable(count=3), printable(count=2)], SheetOptions(pack=False, duplex="none"))
    once, again = (list(impose(jobs)) for _ in "ab")
    assert once == again
    assert sum(len(page.placements) for page in again) == 5


# ---- standees ----------------------------------------------------------------------------------------


def standee(width: float, base: float) -> Scene:
    figure = printable(width, 34, 3, bleed=1.5, backs=False, folds=True, base=base)
    placement = pages_of(figure, SheetOptions())[0].placements[0]
    assert sorted(placement.trim[2:]) == pytest.approx(sorted((width, 2 * (34 + base))))
    return placement.scene


def test_standees_fold_at_the_top_with_flaps_that_say_what_they_are_for() -> None:
    drawn = standee(20, 10)
    upper, lower = (node for node in drawn.nodes if isinstance(node, Group) and node.clip)
    assert geo.apply(lower.matrix, 0, 0) == (0, 44)
    assert geo.apply(upper.matrix, 20, 34) == pytest.approx((0, 10)), "upside down above the fold"
    folds = [node for node in drawn.nodes if isinstance(node, Outline) and node.paint.dash]
    assert [fold.segments[0][2] for fold in folds] == [10, 44, 78]
    flaps = [drawn.nodes, *(node.children for node in drawn.nodes if isinstance(node, Group) and not node.clip)]
    assert [[part.text for part in flap if isinstance(part, Text)] for flap in flaps] == [["fold out", "glue down"]] * 2


def test_a_row_of_figures_with_slots_is_folded_once_and_each_is_cut_out() -> None:
    figure = printable(20, 34, 5, bleed=1.5, backs=False, folds=True, base=10, slotted=True)
    job = plan(figure, SheetOptions(pack=False))  # on their sides, in two columns
    folded, work = job.printable, labour([job])
    assert folded.creases == (("M", 0.0, 44.0), ("L", 20, 44.0)), "its head alone"
    assert folded.within == (("M", 0.0, 78.0), ("L", 20, 78.0), ("M", 10.0, 73.0), ("L", 10.0, 83.0)), "foot and slot"
    assert (work.folds, work.glued, work.around) == (2, 2, 5)


def test_a_standee_without_a_base_is_folded_all_the_same() -> None:
    assert standee(20, 0)


@pytest.mark.parametrize("base", [3.0, 5.0, 12.0])
def test_a_flaps_words_stay_on_it_however_low_it_is(base: float) -> None:
    words = [(node, edges(box)) for node, box in geo.paint_box(standee(40, base).nodes) if isinstance(node, Text)]
    assert len(words) == 4
    for word, (left, top, right, bottom) in words:
        below = fonts.metrics(word.font).descent * word.size  # or above, of what stands on its head
        middle = base / 2 if top < base else base * 3 / 2 + 2 * 34
        assert within((left, top - below, right, bottom + below), (0, middle - base / 2, 40, middle + base / 2), 0)


# ---- hexagons with `turns` ---------------------------------------------------------------------------

ISLAND = printable(34, 39.26, 20, 1, "hex-pointy", turns=True)


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_they_lie_in_all_six_turns_and_a_mark_pricked_through_a_front_comes_out_at_its_back(duplex: Duplex) -> None:
    front, back = pages_of(ISLAND, SheetOptions(duplex=duplex))
    ways = [round(degrees(atan2(each.matrix[1], each.matrix[0]))) % 360 for each in front.placements]
    assert (len({way % 60 for way in ways}), len(set(ways))) == (1, 6)
    assert all(one != other for one, other in pairwise(ways))
    for one, behind in zip(front.placements, back.placements, strict=True):
        for x, y in geo.hexagon(17, 19.63, 30, pointy=True):
            ahead = geo.apply(one.matrix, x, y)
            seen = (210 - ahead[0], ahead[1]) if duplex == "long-edge" else (ahead[0], 297 - ahead[1])
            # a face and its back have the same head, so left and right change places
            assert geo.apply(behind.matrix, 34 - x, y) == pytest.approx(seen, abs=1e-6)


# ---- boards larger than the paper --------------------------------------------------------------------


def on_board(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a point of a tiled board's page lies on the board: its matrix turns and moves, no more."""
    a, b, c, d, e, f = page.placements[0].matrix
    return a * (x - e) + b * (y - f), c * (x - e) + d * (y - f)


def tiles(width: float, height: float, grid: tuple[int, int] = (1, 1), bleed: float = 0) -> list[tuple[Page, Box]]:
    """A tiled board's sheets, each with the window it shows its part in."""
    board = replace(printable(width, height, 1, bleed=bleed, backs=False), grid=grid)
    pages = pages_of(board, SheetOptions(duplex="none"))
    return [(page, clips(page)[0]) for page in pages]


@given(st.floats(220, 900), st.floats(300, 900))
def test_every_sheet_of_a_board_shows_as_much_and_meets_the_next_at_its_tab(width: float, height: float) -> None:
    sheets, area = tiles(width, height), SheetOptions().area
    assert len({(round(right - left, 6), round(bottom - top, 6)) for _, (left, top, right, bottom) in sheets}) == 1
    assert all(within(window, edges((area.x, area.y, area.width, area.height)), 1e-6) for _, window in sheets)
    shown = [(on_board(page, *window[:2]), on_board(page, *window[2:])) for page, window in sheets]
    for axis, size in ((0, width), (1, height)):
        begins = sorted({round(min(a[axis], b[axis]), 4) for a, b in shown})
        ends = sorted({round(max(a[axis], b[axis]), 4) for a, b in shown})
        assert (begins[0], ends[-1]) == pytest.approx((0, size), abs=1e-3)
        assert [end - begin for begin, end in zip(begins[1:], ends, strict=False)] == pytest.approx(
            [8] * (len(begins) - 1), abs=1e-3
        ), "a tab of 8 mm"


@given(st.floats(330, 900), st.floats(410, 900), st.integers(2, 4), st.integers(1, 3))
def test_a_board_that_folds_has_a_seam_at_every_fold_and_panels_in_equal_parts(
    width: float, height: float, across: int, down: int
) -> None:
    sheets, area = tiles(width, height, (across, down), bleed=3), SheetOptions().area
    assert all(within(window, edges((area.x, area.y, area.width, area.height)), 1e-6) for _, window in sheets)
    shown = [(on_board(page, *window[:2]), on_board(page, *window[2:])) for page, window in sheets]
    for axis, size, panels in ((0, width, across), (1, height, down)):
        begins = sorted({round(min(a[axis], b[axis]), 3) for a, b in shown})
        parts, rest = divmod(len(begins), panels)
        if panels > 1:
            assert rest == 0
            wanted = [size * number / panels / parts for number in range(1, panels * parts)]
            turned = [min(abs(begin - each) for each in wanted) for begin in begins[1:]]
            tabbed = [min(abs(begin + 8 - each) for each in wanted) for begin in begins[1:]]
            assert max(turned) < 0.01 or max(tabbed) < 0.01, "turned, a tab is at the other side"


@pytest.mark.parametrize(("width", "height"), [(400, 300), (194, 150)])
@pytest.mark.parametrize("grid", [(2, 1), (1, 3), (3, 2)])
def test_a_board_on_one_sheet_has_a_dash_outside_it_at_both_ends_of_each_fold(
    width: float, height: float, grid: tuple[int, int]
) -> None:
    """Without room beside the bleed the dashes lie on it, which is cut off too."""
    board = replace(printable(width, height, 1, bleed=3, backs=False, fit=True), grid=grid)
    (page,) = pages_of(board, SheetOptions(duplex="none"))
    (dashes,) = (node.segments for node in page.nodes if isinstance(node, Outline) and node.paint.dash)
    (placed,), (left, top, right, bottom) = page.placements, trims(page)[0]
    scale, back = max(right - left, bottom - top) / max(width, height), geo.inverse(placed.matrix)
    assert back is not None
    found = Counter[tuple[float, float]]()
    for _, x, y in dashes[::2]:
        at = [side / scale for side in geo.apply(back, x, y)]
        for n, side, panels in ((0, width, grid[0]), (1, height, grid[1])):
            fold, other = at[n] / side * panels, at[1 - n]
            if abs(fold - round(fold)) < 1e-3 and not 0 < other < (height, width)[n]:
                found[n, round(fold)] += 1
    wanted = [(n, fold) for n, panels in enumerate(grid) for fold in range(1, panels)]
    assert found == dict.fromkeys(wanted, 2)


def test_half_diamonds_stand_at_the_same_place_on_both_sheets_of_a_seam() -> None:
    """A diamond's long side lies on the seam: both halves have its middle at the same point of the board."""
    found = Counter[tuple[float, float]]()
    for page, _ in tiles(500, 300):
        for node in page.nodes:
            if isinstance(node, Outline) and len(node.segments) == 4 and node.paint.fill == (1, 1, 1):
                (_, ax, ay), _, (_, bx, by), _ = node.segments
                x, y = on_board(page, (float(ax) + float(bx)) / 2, (float(ay) + float(by)) / 2)
                found[round(x, 3), round(y, 3)] += 1
    assert len(found) >= 4
    assert set(found.values()) == {2}


@pytest.mark.parametrize(
    ("marks_", "side", "marked"),
    [("none", "front", ""), ("none", "both", ""), ("crop", "front", "front"), ("crop", "both", "front back")],
)
def test_a_tiled_board_has_its_contour_where_marks_are_wanted(marks_: str, side: str, marked: str) -> None:
    options = SheetOptions(marks=marks_, marks_side=side)  # type: ignore[arg-type]
    for page in (page for page in pages_of(printable(500, 300, 1), options) if page.placements):
        (board,) = (node for node in page.nodes if isinstance(node, Group) and node.clip)
        assert any(isinstance(node, Outline) for node in board.children) == (page.side in marked.split())


@pytest.mark.parametrize("paper", [A4, LYING], ids=["upright", "lying"])
@pytest.mark.parametrize("size", [(500.0, 300.0), (250.0, 700.0)], ids=["wide", "tall"])
def test_a_boards_plan_lies_in_the_middle_of_its_page(size: tuple[float, float], paper: tuple[float, float]) -> None:
    options = SheetOptions(paper=paper)
    page = assembly(printable(*size, 1, backs=False), options)
    boxes = [box for node, box in geo.paint_box(page.nodes) if getattr(getattr(node, "paint", None), "width", 0) == 0.3]
    left, right = min(box[0] for box in boxes), max(box[0] + box[2] for box in boxes)
    assert left + right == pytest.approx(paper[0])
    assert options.area.x - 0.2 <= left
    assert max(box[1] + box[3] for box in boxes) <= paper[1] - options.area.y
