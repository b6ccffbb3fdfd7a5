"""Pages of a text share sheets: each lies once, and cut or folded they are in their order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.scene import Group, Scene, Use
from generator.sheets.imposition.sections import leaves, spread
from specs.model.component import Impose

SIZE = (100.0, 150.0)


def scenes(count: int) -> list[Scene]:
    return [Scene((0.0, 0.0, *SIZE), (), reusable=bool(n)) for n in range(count)]


def grid(side: Scene | None, pages: list[Scene]) -> dict[tuple[float, float], int]:
    """The pages on a side of a sheet, from 1, by their place."""
    found = {}
    for node in () if side is None else side.nodes:
        if isinstance(node, Group):
            (use,) = node.children
            assert isinstance(use, Use)
            number = next(n for n, page in enumerate(pages, 1) if page is use.scene)
            found[node.matrix[4] / SIZE[0], node.matrix[5] / SIZE[1]] = number
    return found


@given(st.integers(1, 40), st.sampled_from(["2-up", "4-up", "booklet", "leaflet"]))
def test_every_page_lies_once(count: int, impose: Impose) -> None:
    pages = scenes(count)
    sheets = leaves(pages, SIZE, impose)
    found = [n for front, back in sheets for side in (front, back) for n in grid(side, pages).values()]
    assert sorted(found) == list(range(1, count + 1))
    assert all(front.box[2:] == spread(SIZE, impose) for front, _ in sheets)


@given(st.integers(1, 40), st.sampled_from(["2-up", "4-up"]))
def test_behind_each_page_that_is_cut_apart_lies_the_next_one(count: int, impose: Impose) -> None:
    pages = scenes(count)
    columns = 2
    for front, back in leaves(pages, SIZE, impose):
        behind = grid(back, pages)
        for (x, y), number in grid(front, pages).items():
            assert behind.get((columns - 1 - x, y), count + 1) == min(number + 1, count + 1)


@given(st.integers(1, 40))
def test_a_folded_booklet_is_read_in_order(count: int) -> None:
    """Sheets in each other: the right halves' fronts and the left halves of their backs, then the other way out."""
    pages = scenes(count)
    sheets = [(grid(front, pages), grid(back, pages)) for front, back in leaves(pages, SIZE, "booklet")]
    read: list[int] = []
    for front, back in sheets:
        read += [front.get((1, 0), 0), back.get((0, 0), 0)]
    for front, back in reversed(sheets):
        read += [back.get((1, 0), 0), front.get((0, 0), 0)]
    assert [n for n in read if n] == list(range(1, count + 1))
    assert len(sheets) == -(-count // 4)


def test_a_leaflet_has_its_cover_right_and_opens_to_two_three_four() -> None:
    pages = scenes(6)
    ((front, back),) = leaves(pages, SIZE, "leaflet")
    assert grid(front, pages) == {(0, 0): 5, (1, 0): 6, (2, 0): 1}
    assert grid(back, pages) == {(0, 0): 2, (1, 0): 3, (2, 0): 4}


@pytest.mark.parametrize(("count", "sheets"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_pages_by_themselves_lie_back_to_back(count: int, sheets: int) -> None:
    found = leaves(scenes(count), SIZE, "none")
    assert len(found) == sheets
    assert sum(back is not None for _, back in found) == count // 2
