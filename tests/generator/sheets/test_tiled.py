"""Boards larger than the paper: their sheets, how these meet, and the plan of how they go together."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheets.test_impose import impose, printable

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Page
from generator.draw.scene import Path as Outline
from generator.sheets.imposition.boards import assembly
from generator.sheets.printable import SheetOptions


def on_board(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a point of a tiled board's page lies on the board: its matrix turns and moves, no more."""
    a, b, c, d, e, f = page.placements[0].matrix
    return a * (x - e) + b * (y - f), c * (x - e) + d * (y - f)


def tiles(width: float, height: float, options: SheetOptions) -> list[tuple[Page, tuple[float, float, float, float]]]:
    """A tiled board's sheets, each with the window it shows its part in."""
    pages = impose(printable(width, height, 1, bleed=0, backs=False), options)
    found = []
    for page in pages:
        window, *_ = [geo.bounds(node.clip) for node in page.nodes if isinstance(node, Group) and node.clip]
        assert window is not None
        found.append((page, window))
    return found


def test_a_board_larger_than_the_paper_is_tiled_with_overlaps() -> None:
    covered = Counter[tuple[int, int]]()
    for page, window in tiles(500, 300, SheetOptions(duplex="none")):
        (placement,) = page.placements
        for x in range(2, 500, 5):
            for y in range(2, 300, 5):
                px, py = geo.apply(placement.matrix, x, y)
                if window[0] <= px <= window[0] + window[2] and window[1] <= py <= window[1] + window[3]:
                    covered[x, y] += 1
    assert len(covered) == 100 * 60, "every part is on some sheet"
    assert max(covered.values()) > 1, "sheets overlap"


@given(st.floats(220, 900), st.floats(300, 900))
def test_every_sheet_of_a_board_shows_as_much_and_meets_the_next_at_its_tab(width: float, height: float) -> None:
    sheets = tiles(width, height, SheetOptions(duplex="none"))
    area = SheetOptions().area
    assert len({(round(window[2], 6), round(window[3], 6)) for _, window in sheets}) == 1
    places = set()
    for page, (x, y, across, down) in sheets:
        assert x >= area.x - 1e-6
        assert y >= area.y - 1e-6
        assert x + across <= area.x + area.width + 1e-6
        assert y + down <= area.y + area.height + 1e-6
        places.add(tuple(round(part, 4) for part in (*on_board(page, x, y), *on_board(page, x + across, y + down))))
    corners = [min(p[0], p[2]) for p in places], [max(p[0], p[2]) for p in places]
    assert min(corners[0]) == pytest.approx(0, abs=1e-3)
    assert max(corners[1]) == pytest.approx(width, abs=1e-3)
    lefts, rights = sorted(set(corners[0])), sorted(set(corners[1]))
    for left, right in zip(lefts[1:], rights, strict=False):
        assert right - left == pytest.approx(8, abs=1e-3), "a tab of 8 mm"


def test_half_diamonds_stand_at_the_same_place_on_both_sheets_of_a_seam() -> None:
    """A diamond's long side lies on the seam: both halves have its middle at the same point of the board."""
    found = Counter[tuple[float, float]]()
    for page, _ in tiles(500, 300, SheetOptions(duplex="none")):
        for node in page.nodes:
            if isinstance(node, Outline) and len(node.segments) == 4 and node.paint.fill == (1, 1, 1):
                (_, ax, ay), _, (_, bx, by), _ = node.segments
                x, y = on_board(page, (float(ax) + float(bx)) / 2, (float(ay) + float(by)) / 2)
                found[round(x, 3), round(y, 3)] += 1
    assert len(found) >= 4
    assert set(found.values()) == {2}


@pytest.mark.parametrize(
    ("options", "marked"),
    [
        (SheetOptions(marks="none"), {"front": 0, "back": 0}),
        (SheetOptions(marks="none", marks_side="both"), {"front": 0, "back": 0}),
        (SheetOptions(), {"front": 1, "back": 0}),
        (SheetOptions(marks_side="both"), {"front": 1, "back": 1}),
    ],
)
def test_a_tiled_board_has_its_contour_where_marks_are_wanted(options: SheetOptions, marked: dict[str, int]) -> None:
    for page in (page for page in impose(printable(500, 300, 1), options) if page.placements):
        (board,) = (node for node in page.nodes if isinstance(node, Group) and node.clip)
        contours = [node for node in board.children if isinstance(node, Outline)]
        assert bool(contours) == bool(marked[page.side]), page.side


@pytest.mark.parametrize("paper", [(210.0, 297.0), (297.0, 210.0)], ids=["upright", "lying"])
@pytest.mark.parametrize("size", [(500.0, 300.0), (250.0, 700.0)], ids=["wide", "tall"])
def test_a_boards_plan_lies_in_the_middle_of_its_page(size: tuple[float, float], paper: tuple[float, float]) -> None:
    options = SheetOptions(paper=paper)
    page = assembly(printable(*size, 1, backs=False), options)
    boxes = [box for node, box in geo.paint_box(page.nodes) if getattr(getattr(node, "paint", None), "width", 0) == 0.3]
    left, right = min(box[0] for box in boxes), max(box[0] + box[2] for box in boxes)
    assert left + right == pytest.approx(paper[0])
    assert options.area.x - 0.2 <= left
    assert max(box[1] + box[3] for box in boxes) <= paper[1] - options.area.y
