"""Pages to read: two share a sheet, each page of a text lies once, and cut or folded they are in order."""

from collections.abc import Sequence

import pytest
from cases import cases
from hypothesis import given, strategies as st
from pieces import pages_of, printable

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Page, Scene
from generator.sheets.imposition.sections import back_to_back, leaves, spread
from generator.sheets.printable import Printable, SheetOptions
from specs.model.component import Impose

# ---- pages to read: two share a sheet; what is cut, folded or many keeps its back to itself ----------------


def reading(id: str, count: int = 1, *, backs: bool = False) -> Printable:
    return printable(180, 150, count, 0, backs=backs, id=id, sheet=True)


CARDS = printable(60, 90, 3, 0, id="cards")


def printed(options: SheetOptions, *parts: Printable) -> list[Page]:
    return list(back_to_back(iter(pages_of(parts, options)), options))


def seen(pages: Sequence[Page]) -> list[str]:
    return [f"{page.side} {page.placements[0].piece if page.placements else '–'}" for page in pages]


def test_two_pages_to_read_lie_back_to_back_and_the_odd_one_comes_last() -> None:
    pages = printed(SheetOptions(), reading("rules"), CARDS, reading("score"), reading("map"))
    assert seen(pages) == ["front cards-0", "back cards-0", "front rules-0", "back score-0", "front map-0", "back –"]


@pytest.mark.parametrize(
    "parts", [(reading("pad", 4),), (reading("rules", backs=True), reading("score")), (CARDS,)],
    ids=["a pad", "a page with a back", "what is cut"],
)  # fmt: skip
def test_what_is_many_or_has_a_back_or_is_cut_stays_as_it_is(parts: tuple[Printable, ...]) -> None:
    assert seen(printed(SheetOptions(), *parts)) == seen(pages_of(parts, SheetOptions()))


@pytest.mark.parametrize("how", [{"duplex": "none"}, {"duplex": "gutterfold"}, {"pack": False}], ids=str)
def test_where_there_are_no_backs_or_nothing_shares_each_has_its_sheet(how: dict[str, object]) -> None:
    pages = printed(SheetOptions(**how), reading("rules"), reading("score"))  # type: ignore[arg-type]
    assert sum(page.side == "front" for page in pages) == 2


@cases
def test_the_leaf_reads_upright_when_turned_like_a_books(duplex: str, paper: tuple[float, float], turn: int) -> None:
    """Turned about the upright middle the back is upright as it is; about the level one it must stand on its head."""
    options = SheetOptions(duplex=duplex, paper=paper)  # type: ignore[arg-type]
    _, back = printed(options, reading("rules"), reading("score"))
    plain = next(page for page in pages_of(reading("score"), options) if page.placements)
    (found,), (before,) = back.placements, plain.placements
    assert found.matrix == pytest.approx(geo.multiply(geo.rotation(turn, paper[0] / 2, paper[1] / 2), before.matrix))
    x, y, width, height = before.trim
    expected = (x, y, width, height) if turn == 0 else (paper[0] - x - width, paper[1] - y - height, width, height)
    assert found.trim == pytest.approx(expected)


def test_a_printers_offset_moves_the_page_behind() -> None:
    _, back = printed(SheetOptions(offset=(1.5, -2.0)), reading("rules"), reading("score"))
    assert [node.matrix for node in back.nodes if isinstance(node, Group)] == [(1, 0, 0, 1, 1.5, -2.0)]


# ---- pages of a text: each lies once, and cut or folded they are in their order --------------------------

SIZE = (100.0, 150.0)


def numbered(count: int) -> list[Scene]:
    return [Scene((0.0, 0.0, *SIZE), (), reusable=bool(n)) for n in range(count)]


def grid(side: Scene | None, pages: list[Scene]) -> dict[tuple[float, float], int]:
    """The pages on a side of a sheet, from 1, by their place."""
    found = {}
    for node in () if side is None else side.nodes:
        if isinstance(node, Group):
            (use,) = node.children
            number = next(n for n, page in enumerate(pages, 1) if page is use.scene)
            found[node.matrix[4] / SIZE[0], node.matrix[5] / SIZE[1]] = number
    return found


@given(st.integers(1, 40), st.sampled_from(["2-up", "4-up", "booklet", "leaflet"]))
def test_every_page_lies_once_and_behind_each_that_is_cut_apart_lies_the_next_one(count: int, impose: Impose) -> None:
    pages = numbered(count)
    sheets = [(front, grid(front, pages), grid(back, pages)) for front, back in leaves(pages, SIZE, impose)]
    assert sorted(n for _, *sides in sheets for side in sides for n in side.values()) == list(range(1, count + 1))
    assert all(front.box[2:] == spread(SIZE, impose) for front, *_ in sheets)
    for _, front, behind in sheets if impose.endswith("up") else ():
        for (x, y), number in front.items():
            assert behind.get((1 - x, y), count + 1) == min(number + 1, count + 1)


@given(st.integers(1, 40))
def test_a_folded_booklet_is_read_in_order(count: int) -> None:
    """Sheets in each other: the right halves' fronts and the left halves of their backs, then the other way out."""
    pages = numbered(count)
    sheets = [(grid(front, pages), grid(back, pages)) for front, back in leaves(pages, SIZE, "booklet")]
    read = [n for front, back in sheets for n in (front.get((1, 0), 0), back.get((0, 0), 0))]
    read += [n for front, back in reversed(sheets) for n in (back.get((1, 0), 0), front.get((0, 0), 0))]
    assert [n for n in read if n] == list(range(1, count + 1))
    assert len(sheets) == -(-count // 4)


def test_a_leaflet_has_its_cover_right_and_opens_to_two_three_four() -> None:
    pages = numbered(6)
    ((front, back),) = leaves(pages, SIZE, "leaflet")
    assert grid(front, pages) == {(0, 0): 5, (1, 0): 6, (2, 0): 1}
    assert grid(back, pages) == {(0, 0): 2, (1, 0): 3, (2, 0): 4}


@pytest.mark.parametrize(("count", "sheets"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_pages_by_themselves_lie_back_to_back(count: int, sheets: int) -> None:
    found = leaves(numbered(count), SIZE, "none")
    assert (len(found), sum(back is not None for _, back in found)) == (sheets, count // 2)
