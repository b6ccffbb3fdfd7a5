"""What stands where on a sheet, in mm, read from the operators of its PDF: what no picture of it is fine enough for."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import dist, hypot, sqrt
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Page, Paint, Scene
from generator.draw.scene import Path as Outline
from generator.formats.pdf import pages as pdf
from generator.sheets.area import Area
from generator.sheets.imposition.impose import impose
from generator.sheets.layout.arrange import Footprint, arrange
from generator.sheets.layout.n_up import plan
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Item, Printable, SheetOptions

Point = tuple[float, float]
SIDE, BLEED = 30.0, 3.0
HEX = {"hex-pointy": (SIDE, SIDE * 2 / sqrt(3)), "hex-flat": (SIDE * 2 / sqrt(3), SIDE)}
FOLD, FOOT, MARGIN = 6.0, 8.0, 5.0  # either side of a fold, for ruler and footer, and at the paper's edges


def printable(width: float, height: float, bleed: float, lattice: str = "square", *, backs: bool = False) -> Printable:
    trim = {
        "circle": geo.ellipse(width / 2, height / 2, width / 2, height / 2),
        "hex-pointy": geo.polyline(geo.hexagon(width / 2, height / 2, width, pointy=True), closed=True),
        "hex-flat": geo.polyline(geo.hexagon(width / 2, height / 2, height, pointy=False), closed=True),
        "outline": geo.polyline([(0, 0), (width, 0), (width / 2, height)], closed=True),
    }.get(lattice, geo.rectangle(0, 0, width, height))
    box = (-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    front, back = (Scene(box, (Outline(geo.rectangle(*box), Paint(fill=fill)),)) for fill in ((1, 0, 0), (0, 0, 1)))
    items = [Item(f"c-{n}", front, back if backs else None) for n in range(2)]
    return Printable("c", "C", width, height, bleed, trim, lattice, 2, backs, items.__getitem__)


def pages_of(pieces: Printable, options: SheetOptions) -> list[Page]:
    return list(impose(pack([pieces], options)))


def windows(page: Page, folder: Path) -> list[list[Point]]:
    """The corners of every path that a page's PDF clips to, mm from the upper left; of a curve, where it begins."""
    file = folder / "page.pdf"
    pdf.write([page], pdf.Meta("test"), file)
    found: list[list[Point]] = []
    path: list[Point] = []
    with pikepdf.open(file) as document:
        for given_, operator in pikepdf.parse_content_stream(document.pages[0]):
            numbers = [float(each) for each in given_] if str(operator) in ("m", "l", "c") else []
            match str(operator):
                case "m":
                    path = [(numbers[0], numbers[1])]
                case "l" | "c":
                    path.append((numbers[-2], numbers[-1]))
                case "W":
                    found.append(path)
    return found


def middle(points: Sequence[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def from_line(at: Point, one: Point, other: Point) -> float:
    """How far a point is from the line through two others."""
    (x, y), (ax, ay), (bx, by) = at, one, other
    return abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / dist(one, other)


@pytest.mark.parametrize(("asked", "bleed"), [(None, BLEED), (1.25, 1.25), (9.0, BLEED)])
class TestThePictureReachesAsFarAsItsBleed:
    def test_round(self, asked: float | None, bleed: float, tmp_path: Path) -> None:
        (page,) = pages_of(printable(SIDE, SIDE, BLEED, "circle"), SheetOptions(bleed=asked, duplex="none"))
        found = windows(page, tmp_path)
        assert len(found) == 2
        for points in found:
            x, y = middle(points)
            assert [hypot(px - x, py - y) for px, py in points] == pytest.approx([SIDE / 2 + bleed] * 5, abs=0.002)

    @pytest.mark.parametrize("lattice", HEX)
    def test_hexagonal(self, lattice: str, asked: float | None, bleed: float, tmp_path: Path) -> None:
        (page,) = pages_of(printable(*HEX[lattice], BLEED, lattice), SheetOptions(bleed=asked, duplex="none"))
        found = windows(page, tmp_path)
        assert len(found) == 2
        for points in found:
            sides = list(pairwise([*points, points[0]]))[:6]
            away = [from_line(middle(points), *side) for side in sides]
            assert away == pytest.approx([SIDE / 2 + bleed] * 6, abs=0.002)

    def test_square(self, asked: float | None, bleed: float, tmp_path: Path) -> None:
        (page,) = pages_of(printable(SIDE, 50, BLEED), SheetOptions(bleed=asked, duplex="none"))
        found = windows(page, tmp_path)
        assert len(found) == 2
        for points, placement in zip(found, page.placements, strict=True):
            x, y, width, height = placement.trim
            xs, ys = zip(*points, strict=True)
            reach = (min(xs), min(ys), max(xs), max(ys))
            assert reach == pytest.approx((x - bleed, y - bleed, x + width + bleed, y + height + bleed), abs=0.002)

    def test_of_any_outline(self, asked: float | None, bleed: float, tmp_path: Path) -> None:
        """A triangle's level side is moved out by the bleed, and its corners stay corners."""
        (page,) = pages_of(printable(SIDE, SIDE, BLEED, "outline"), SheetOptions(bleed=asked, duplex="none"))
        for points, placement in zip(windows(page, tmp_path), page.placements, strict=True):
            corners = [geo.apply(placement.matrix, x, y) for x, y in ((0, 0), (SIDE, 0), (SIDE / 2, SIDE))]
            for one, other in pairwise([*corners, corners[0]]):
                away = [from_line(point, one, other) for point in points]
                assert sorted(away)[:2] == pytest.approx([bleed, bleed], abs=0.01)


class TestAFoldedSheet:
    HALF = (SheetOptions().paper[0] - 2 * MARGIN, SheetOptions().paper[1] / 2 - FOLD - FOOT - MARGIN)

    def folds(self, page: Page) -> list[Outline]:
        return [node for node in page.nodes if isinstance(node, Outline) and node.paint.dash]

    def test_a_piece_of_half_a_page_less_fold_and_foot_is_folded(self, tmp_path: Path) -> None:
        options = SheetOptions(duplex="gutterfold", marks="none")
        pages = pages_of(printable(*self.HALF, 0, backs=True), options)
        assert [len(page.placements) for page in pages] == [2, 2], "front and back on one side of the paper"
        for page in pages:
            (fold,) = self.folds(page)
            (_, _, at), _ = fold.segments
            assert at == 148.5
            gaps = [at - (trim[1] + trim[3]) if trim[1] < float(at) else trim[1] - at for trim in boxes(page)]
            assert gaps == pytest.approx([FOLD, FOLD])

    def test_one_that_is_a_little_larger_has_its_back_on_a_page_of_its_own(self) -> None:
        width, height = self.HALF
        pages = pages_of(
            printable(width, height + 0.01, 0, backs=True), SheetOptions(duplex="gutterfold", marks="none")
        )
        assert all(not self.folds(page) for page in pages)
        assert [page.side for page in pages] == ["front", "back"]

    @pytest.mark.parametrize("size", [(60, 90), (40, 40), (25, 130)])
    def test_no_bleed_comes_nearer_to_the_fold(self, size: tuple[float, float], tmp_path: Path) -> None:
        (page,) = pages_of(printable(*size, BLEED, backs=True), SheetOptions(duplex="gutterfold"))
        (fold,) = self.folds(page)
        (_, x1, y1), (_, x2, _) = fold.segments
        upright = x1 == x2
        at = float(x1 if upright else y1)
        found = windows(page, tmp_path)
        assert len(found) == 4
        for points in found:
            sides = [point[0] if upright else point[1] for point in points]
            assert min(sides) >= at + FOLD - 0.002 or max(sides) <= at - FOLD + 0.002


def boxes(page: Page) -> list[geo.Rectangle]:
    return [placement.trim for placement in page.placements]


@pytest.mark.parametrize(("duplex", "mirrored"), [("long-edge", "x"), ("short-edge", "y")])
def test_a_square_sheet_turns_like_an_upright_one(duplex: str, mirrored: str) -> None:
    """A printer takes a square sheet for an upright one: about its long edge left and right change places."""
    options = SheetOptions(paper=(200.0, 200.0), duplex=duplex, pack=False)  # type: ignore[arg-type]
    front, back = pages_of(printable(60, 90, 2, backs=True), options)
    ahead = {placement.piece: placement.trim for placement in front.placements}
    assert len(back.placements) == 2
    for placement in back.placements:
        x, y, width, height = ahead[placement.piece]
        behind = (200 - x - width, y) if mirrored == "x" else (x, 200 - y - height)
        assert placement.trim[:2] == pytest.approx(behind)


class TestAnExactFit:
    @given(st.integers(1, 40), st.integers(1, 40), st.sampled_from([0.0, 1.5, 3.0]), st.sampled_from([0.0, 2.0]))
    def test_what_fills_an_area_to_the_last_bit_fits(self, across: int, down: int, bleed: float, gutter: float) -> None:
        gap = 2 * bleed + (gutter if bleed else 0)
        width, height = ((room + gap) / n - gap for room, n in ((200.0 - 2 * bleed, across), (287.0 - 2 * bleed, down)))
        if min(width, height) < 1:
            return
        slots = arrange(Footprint(width, height, bleed), Area(5, 5, 200, 287), gutter, outer=False)
        assert len(slots) >= across * down

    def test_every_number_of_columns_fills_the_width(self) -> None:
        for n in range(1, 200):
            assert len(arrange(Footprint(200 / n, 280, 0), Area(5, 5, 200, 287), 0, outer=False)) == n

    def test_turned_pieces_fill_what_is_left(self) -> None:
        tiny = arrange(Footprint(1, 1.5, 0), Area(5, 5, 40, 61), 0, outer=False, mixed=True)
        assert len(tiny) == 40 * 40 + 26  # 40 rows of 1.5 mm, and one of turned ones below

    def test_what_is_a_hundredth_of_a_millimetre_too_wide_does_not(self) -> None:
        for n in range(1, 50):
            wide = Footprint(200 / n + 0.01, 280, 0)
            assert len(arrange(wide, Area(5, 5, 200, 287), 0, outer=False)) < n


class TestANest:
    """Discs lie in each other's hollows and hexagons edge to edge: within the area, their bleeds apart."""

    @given(
        st.sampled_from(["circle", "hex-pointy", "hex-flat"]), st.floats(12, 90), st.sampled_from([0.0, 2.0]),
        st.floats(100, 300), st.floats(100, 300),
    )  # fmt: skip
    def test_stays_in_its_area_and_keeps_apart(
        self, lattice: str, size: float, bleed: float, wide: float, tall: float
    ) -> None:
        long = size if lattice == "circle" else size * 2 / sqrt(3)
        width, height = (size, long) if lattice != "hex-flat" else (long, size)
        slots = arrange(Footprint(width, height, bleed, lattice), Area(5, 7, wide, tall), 0, outer=False)
        assert len({(round(slot.x, 6), round(slot.y, 6)) for slot in slots}) == len(slots)
        for slot in slots:
            across, down = (width, height) if slot.turn == 0 else (height, width)
            assert slot.x - across / 2 - bleed >= 5 - 1e-6
            assert slot.x + across / 2 + bleed <= 5 + wide + 1e-6
            assert slot.y - down / 2 - bleed >= 7 - 1e-6
            assert slot.y + down / 2 + bleed <= 7 + tall + 1e-6
        for one, other in combinations(slots, 2):
            assert dist((one.x, one.y), (other.x, other.y)) >= size + 2 * bleed - 1e-6

    def test_has_as_many_discs_as_a_hand_counts(self) -> None:
        """Rows of 5 and 4 discs of 20 mm in 100 mm: 3 rows take 20 + 2 * 17.33 mm."""
        slots = arrange(Footprint(20, 20, 0, "circle"), Area(0, 0, 100, 55), 0, outer=False)
        assert len(slots) == 5 + 4 + 5
        rows = sorted({round(slot.y, 3) for slot in slots})
        assert rows == pytest.approx([10.18, 27.5, 44.82], abs=0.01)
        assert sorted(slot.x for slot in slots if round(slot.y, 3) == rows[1]) == pytest.approx([20, 40, 60, 80])


def test_what_may_be_printed_smaller_is_not_where_it_fits() -> None:
    fits, large = (replace(printable(size, size, 0), fit=True) for size in (150, 400))
    assert plan(fits, SheetOptions(duplex="none")).printable.scale == 1
    job = plan(large, SheetOptions(duplex="none"))
    assert len(job.slots) == 1
    assert job.printable.scale == pytest.approx(200 / 400, abs=1e-6)
