"""Pages to read share a sheet, back to back; what is cut, folded or many keeps its back to itself."""

import pytest
from cases import cases

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Page, Paint, Scene
from generator.draw.scene import Path as Outline
from generator.sheets.imposition.impose import impose
from generator.sheets.imposition.sections import back_to_back
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Item, Printable, SheetOptions

A4, WIDE = (210.0, 297.0), (297.0, 210.0)


def reading(name: str, count: int = 1, *, backs: bool = False) -> Printable:
    scenes = [Scene((0, 0, 180, 150), (Outline(geo.rectangle(0, 0, 90, 30), Paint(fill=(1, 0, 0))),)) for _ in "ab"]
    items = [Item(f"{name}-{n}", scenes[0], scenes[1] if backs else None) for n in range(count)]
    trim = geo.rectangle(0, 0, 180, 150)
    return Printable(name, name.title(), 180, 150, 0, trim, "square", count, backs, items.__getitem__, sheet=True)


def cards(name: str = "cards") -> Printable:
    scene = Scene((0, 0, 60, 90), ())
    trim = geo.rectangle(0, 0, 60, 90)
    items = [Item(f"c{n}", scene, scene) for n in "abc"]
    return Printable(name, name.title(), 60, 90, 0, trim, "square", 3, True, items.__getitem__)


def printed(options: SheetOptions, *parts: Printable) -> list[Page]:
    return list(back_to_back(impose(pack(parts, options)), options))


def seen(pages: list[Page]) -> list[tuple[str, str]]:
    return [(page.side, page.placements[0].piece if page.placements else "") for page in pages]


def test_two_pages_to_read_lie_back_to_back_and_the_odd_one_comes_last() -> None:
    pages = printed(SheetOptions(), reading("rules"), cards(), reading("score"), reading("map"))
    assert seen(pages) == [
        ("front", "ca"), ("back", "ca"), ("front", "rules-0"), ("back", "score-0"), ("front", "map-0"), ("back", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "parts",
    [(reading("pad", 4),), (reading("rules", backs=True), reading("score")), (cards(),)],
    ids=["a pad", "a page with a back", "what is cut"],
)
def test_what_is_many_or_has_a_back_or_is_cut_stays_as_it_is(parts: tuple[Printable, ...]) -> None:
    assert seen(printed(SheetOptions(), *parts)) == seen(list(impose(pack(parts, SheetOptions()))))


@pytest.mark.parametrize(
    "options", [SheetOptions(duplex="none"), SheetOptions(duplex="gutterfold"), SheetOptions(pack=False)]
)
def test_where_there_are_no_backs_or_nothing_shares_each_has_its_sheet(options: SheetOptions) -> None:
    fronts = [page for page in printed(options, reading("rules"), reading("score")) if page.side == "front"]
    assert len(fronts) == 2


@cases
def test_the_leaf_reads_upright_when_it_is_turned_like_one_of_a_book(
    duplex: str, paper: tuple[float, float], turn: int
) -> None:
    """Turned about the upright middle the back is upright as it is; about the level one it must stand on its head."""
    options = SheetOptions(duplex=duplex, paper=paper)  # type: ignore[arg-type]
    _, back = printed(options, reading("rules"), reading("score"))
    plain = next(page for page in impose(pack([reading("score")], options)) if page.placements)
    (found,), (before,) = back.placements, plain.placements
    assert found.matrix == pytest.approx(geo.multiply(geo.rotation(turn, paper[0] / 2, paper[1] / 2), before.matrix))
    x, y, width, height = before.trim
    expected = (x, y, width, height) if turn == 0 else (paper[0] - x - width, paper[1] - y - height, width, height)
    assert found.trim == pytest.approx(expected)


def test_a_printers_offset_moves_the_page_behind() -> None:
    _, back = printed(SheetOptions(offset=(1.5, -2.0)), reading("rules"), reading("score"))
    (node,) = back.nodes
    assert node.matrix == (1, 0, 0, 1, 1.5, -2.0)  # type: ignore[union-attr]
