"""Where pieces lie: in rows and nests, several kinds on shared sheets, on labels and die cuts, smaller where they may
be; in mm, read from the operators of a PDF, where no picture is fine enough."""

from collections import Counter
from itertools import combinations, pairwise
from math import dist, hypot, sqrt
from pathlib import Path

import pikepdf
import pytest
from cases import cases, put
from hypothesis import given, strategies as st
from pieces import A4, LETTER, LYING, pages_of, printable, trims, within

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Page, Path as Outline
from generator.formats.pdf import pages as pdf
from generator.sheets.area import Area
from generator.sheets.imposition.impose import impose
from generator.sheets.layout import fixed
from generator.sheets.layout.arrange import Footprint, arrange
from generator.sheets.layout.n_up import plan
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Printable, SheetOptions
from specs.base.errors import SpecError

Point = tuple[float, float]
PLAIN = SheetOptions()


# ---- one kind --------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", [A4, LETTER, LYING])
def test_nine_poker_cards_without_bleed_fill_a_sheet(paper: tuple[float, float]) -> None:
    """63.5 × 88.9: three by three; on letter paper only because the footer moves to the side."""
    assert len(plan(printable(63.5, 88.9, bleed=0), SheetOptions(paper=paper, marks="lines")).slots) == 9


def test_pieces_are_turned_and_hexagons_nest_where_more_fit() -> None:
    assert len(plan(printable(90, 20, bleed=0), SheetOptions(marks="none")).slots) == max(2 * 13, 10 * 3)
    wide = 30 * 2 / 3**0.5
    comb = plan(printable(30, wide, bleed=0, lattice="hex-pointy"), SheetOptions(marks="none"))
    assert len(comb.slots) > int(200 / 30) * int(279 / wide)


@given(st.integers(1, 40), st.integers(1, 40), st.sampled_from([0.0, 1.5, 3.0]), st.sampled_from([0.0, 2.0]))
def test_what_fills_an_area_to_the_last_bit_fits(across: int, down: int, bleed: float, gutter: float) -> None:
    between = 2 * bleed + (gutter if bleed else 0)
    room = (200.0 - 2 * bleed, across), (287.0 - 2 * bleed, down)
    width, height = ((free + between) / n - between for free, n in room)
    if min(width, height) >= 1:
        slots = arrange(Footprint(width, height, bleed), Area(5, 5, 200, 287), gutter, outer=False)
        assert len(slots) >= across * down


@pytest.mark.parametrize(("more", "fewer"), [(0, 0), (0.01, 1)])
def test_every_number_of_columns_fills_the_width_and_no_hundredth_more(more: float, fewer: int) -> None:
    for n in range(1, 50):
        assert len(arrange(Footprint(200 / n + more, 280, 0), Area(5, 5, 200, 287), 0, outer=False)) == n - fewer


def test_turned_pieces_fill_what_is_left() -> None:
    tiny = arrange(Footprint(1, 1.5, 0), Area(5, 5, 40, 61), 0, outer=False, mixed=True)
    assert len(tiny) == 40 * 40 + 26  # 40 rows of 1.5 mm, and one of turned ones below


@given(
    st.sampled_from(["circle", "hex-pointy", "hex-flat"]), st.floats(12, 90), st.sampled_from([0.0, 2.0]),
    st.floats(100, 300), st.floats(100, 300),
)  # fmt: skip
def test_stays_inside_and_keeps_apart(lattice: str, size: float, bleed: float, wide: float, tall: float) -> None:
    long = size if lattice == "circle" else size * 2 / sqrt(3)
    width, height = (size, long) if lattice != "hex-flat" else (long, size)
    slots = arrange(Footprint(width, height, bleed, lattice), Area(5, 7, wide, tall), 0, outer=False)
    for slot in slots:
        across, down = (width, height) if slot.turn == 0 else (height, width)
        right, low = across / 2 + bleed, down / 2 + bleed
        box = slot.x - right, slot.y - low, slot.x + right, slot.y + low
        assert within(box, (5, 7, 5 + wide, 7 + tall), 1e-6)
    for one, other in combinations(slots, 2):
        assert dist((one.x, one.y), (other.x, other.y)) >= size + 2 * bleed - 1e-6


def test_has_as_many_discs_as_a_hand_counts() -> None:
    """Rows of 5 and 4 discs of 20 mm in 100 mm: 3 rows take 20 + 2 * 17.33 mm."""
    slots = arrange(Footprint(20, 20, 0, "circle"), Area(0, 0, 100, 55), 0, outer=False)
    rows = sorted({round(slot.y, 3) for slot in slots})
    assert rows == pytest.approx([10.18, 27.5, 44.82], abs=0.01)
    assert [sum(round(slot.y, 3) == row for slot in slots) for row in rows] == [5, 4, 5]
    assert sorted(slot.x for slot in slots if round(slot.y, 3) == rows[1]) == pytest.approx([20, 40, 60, 80])


def test_what_may_be_printed_smaller_is_not_where_it_fits() -> None:
    """Where it does not, its cut marks of 3 mm fit beside it."""
    fits, large = (plan(printable(size, size, 2, 0, fit=True), SheetOptions(duplex="none")) for size in (150, 400))
    assert fits.printable.scale == 1
    assert (len(large.slots), large.printable.scale) == (1, pytest.approx(194 / 400, abs=1e-6))


# ---- in mm -----------------------------------------------------------------------------------------

SIDE, BLEED = 30.0, 3.0
LONG = SIDE * 2 / sqrt(3)
SIZES = {"square": (SIDE, 50), "outline": (SIDE, SIDE), "hex-pointy": (SIDE, LONG), "hex-flat": (LONG, SIDE)}
FOLD, FOOT, MARGIN = 6.0, 8.0, 5.0  # either side of a fold, for ruler and footer, and at the paper's edges


def windows(page: Page, folder: Path) -> list[list[Point]]:
    """The corners of every path that a page's PDF clips to, mm from the upper left; of a curve, where it begins."""
    pdf.write([page], pdf.Meta("test"), folder / "page.pdf")
    found, path = list[list[Point]](), list[Point]()
    with pikepdf.open(folder / "page.pdf") as document:
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


def from_line(at: Point, one: Point, other: Point) -> float:
    """How far a point is from the line through two others."""
    (x, y), (ax, ay), (bx, by) = at, one, other
    return abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / dist(one, other)


@pytest.mark.parametrize(("asked", "bleed"), [(None, BLEED), (1.25, 1.25), (9.0, BLEED)])
class TestThePictureReachesAsFarAsItsBleed:
    def test_round(self, asked: float | None, bleed: float, tmp_path: Path) -> None:
        (page,) = pages_of(printable(SIDE, SIDE, 2, BLEED, "circle"), SheetOptions(bleed=asked, duplex="none"))
        for points, placement in zip(windows(page, tmp_path), page.placements, strict=True):
            x, y = geo.apply(placement.matrix, SIDE / 2, SIDE / 2)
            assert [hypot(px - x, py - y) for px, py in points] == pytest.approx([SIDE / 2 + bleed] * 5, abs=0.002)

    @pytest.mark.parametrize("lattice", SIZES)
    def test_along_every_side(self, lattice: str, asked: float | None, bleed: float, tmp_path: Path) -> None:
        """Each side is moved out by the bleed, and corners stay corners."""
        piece = printable(*SIZES[lattice], 2, BLEED, lattice)
        (page,) = pages_of(piece, SheetOptions(bleed=asked, duplex="none"))
        for points, placement in zip(windows(page, tmp_path), page.placements, strict=True):
            ends = [segment[1:] for segment in piece.trim if len(segment) > 1]
            corners = list(dict.fromkeys(geo.apply(placement.matrix, *end) for end in ends))  # type: ignore[arg-type]
            moved = {(round(x, 3), round(y, 3)) for x, y in points}
            assert len(moved) == len(corners)
            for one, other in pairwise([*corners, corners[0]]):
                away = sorted(from_line(point, one, other) for point in moved)
                assert away[:2] == pytest.approx([bleed, bleed], abs=0.01)


class TestAFoldedSheet:
    HALF = (A4[0] - 2 * MARGIN, A4[1] / 2 - FOLD - FOOT - MARGIN)

    def folds(self, page: Page) -> list[Outline]:
        return [node for node in page.nodes if isinstance(node, Outline) and node.paint.dash]

    def test_a_piece_of_half_a_page_less_fold_and_foot_is_folded(self) -> None:
        pages = pages_of(printable(*self.HALF, 2, 0), SheetOptions(duplex="gutterfold", marks="none"))
        assert [len(page.placements) for page in pages] == [2, 2], "front and back on one side of the paper"
        for page in pages:
            (fold,) = self.folds(page)
            (_, _, at), _ = fold.segments
            assert at == 148.5
            gaps = [at - low if high < float(at) else high - at for _, high, _, low in trims(page)]
            assert gaps == pytest.approx([FOLD, FOLD])

    def test_one_that_is_a_little_larger_has_its_back_on_a_page_of_its_own(self) -> None:
        width, height = self.HALF
        pages = pages_of(printable(width, height + 0.01, 2, 0), SheetOptions(duplex="gutterfold", marks="none"))
        assert not any(self.folds(page) for page in pages)
        assert [page.side for page in pages] == ["front", "back"]

    @pytest.mark.parametrize("size", [(60, 90), (40, 40), (25, 130)])
    def test_no_bleed_comes_nearer_to_the_fold(self, size: tuple[float, float], tmp_path: Path) -> None:
        (page,) = pages_of(printable(*size, 2, BLEED), SheetOptions(duplex="gutterfold"))
        (fold,) = self.folds(page)
        (_, x1, y1), (_, x2, _) = fold.segments
        axis, at = (0, float(x1)) if x1 == x2 else (1, float(y1))
        found = windows(page, tmp_path)
        assert len(found) == 4
        for points in found:
            sides = [point[axis] for point in points]
            assert min(sides) >= at + FOLD - 0.002 or max(sides) <= at - FOLD + 0.002


# ---- several kinds on shared sheets ------------------------------------------------------------------

ATLANTIS = [("tiles", 40, 40, 84), ("water", 40, 40, 24), ("ends", 180, 120, 2), ("cards", 44, 68, 105),
            ("figures", 20, 88, 12), ("bridges", 44, 24, 4), ("aids", 70, 120, 4)]  # fmt: skip


def component(id: str, width: float, height: float, count: int) -> Printable:
    return printable(width, height, count, 1.5, id=id)


def test_what_is_left_over_of_seven_components_lies_on_shared_sheets() -> None:
    parts = [component(*each) for each in ATLANTIS]
    packed, apart = pack(parts, PLAIN), pack(parts, SheetOptions(pack=False))
    assert sum(job.sheets for job in packed) == 14
    assert sum(job.sheets for job in apart) == 4 + 1 + 1 + 7 + 1 + 1 + 1


def test_a_sheet_with_room_beside_its_pieces_is_given_up_where_that_saves_one() -> None:
    """Four aids are as many as a sheet can hold, and yet fill 71 % of it; all else fits around them and on one more."""
    aids, strips = component("aids", 70, 120, 4), component("strips", 50, 80, 6)
    assert [len(job.components) for job in pack([aids], PLAIN)] == [1]
    jobs = pack([aids, strips, component("small", 20, 20, 20)], PLAIN)
    assert (sum(job.sheets for job in jobs), sum(len(job.slots) for job in jobs)) == (2, 4 + 6 + 20)


def test_a_full_sheet_stays_tidy_where_nothing_is_saved() -> None:
    first, *_ = pack([component("aids", 70, 120, 4), component("strips", 50, 80, 20)], PLAIN)
    assert ([part.id for part in first.components], len(first.slots)) == (["aids"], 4)


kinds = st.tuples(st.integers(12, 120), st.integers(12, 120), st.integers(1, 40), st.booleans())


@given(st.lists(kinds, min_size=1, max_size=4), st.sampled_from(["long-edge", "short-edge", "none"]))
def test_every_piece_is_printed_once_and_none_on_another(kinds: list[tuple[int, int, int, bool]], duplex: str) -> None:
    parts = [printable(w, h, n, 1.5, backs=backs, id=f"c{each}") for each, (w, h, n, backs) in enumerate(kinds)]
    jobs = pack(parts, SheetOptions(duplex=duplex))  # type: ignore[arg-type]
    fronts: Counter[str] = Counter()
    for page in impose(jobs):
        if page.side == "front":
            fronts.update(placement.piece for placement in page.placements)
        lying = trims(page)
        for number, one in enumerate(lying):
            assert within(one, (5, 5, 205, 292), 0)
            left, top, right, bottom = one[0] - 3 + 1e-6, one[1] - 3 + 1e-6, one[2] + 3 - 1e-6, one[3] + 3 - 1e-6
            # bleeds keep apart, so trims do by both bleeds
            assert not [b for b in lying[:number] if b[0] < right and left < b[2] and b[1] < bottom and top < b[3]]
    assert fronts == Counter(item.piece for part in parts for item in map(part.item, range(part.count)))
    apart = pack(parts, SheetOptions(duplex=duplex, pack=False))  # type: ignore[arg-type]
    assert sum(job.sheets for job in jobs) <= sum(job.sheets for job in apart)


@pytest.mark.parametrize("how", [{"marks": "lines"}, {"outer": True}, {"duplex": "gutterfold"}], ids=str)
def test_where_all_cuts_go_from_edge_to_edge_components_keep_to_their_own_sheets(how: dict[str, object]) -> None:
    parts = [component("cards", 44, 68, 5), component("tiles", 40, 40, 5)]
    assert [len(job.components) for job in pack(parts, SheetOptions(**how))] == [1, 1]  # type: ignore[arg-type]


def test_a_card_sheet_holds_turned_cards_beside_upright_ones() -> None:
    (job,) = pack([component("cards", 44, 68, 14)], PLAIN)
    assert (len(job.slots), job.sheets, {slot.turn for slot in job.slots}) == (14, 1, {0, 90})


def test_nine_poker_cards_fit_on_a4_where_that_saves_a_sheet() -> None:
    (six,), (nine,) = (pack([printable(63.5, 88.9, count, 3)], PLAIN) for count in (6, 9))
    assert [(len(job.slots), job.options.close) for job in (six, nine)] == [(6, False), (9, True)]
    assert {slot.bleeds for slot in nine.slots} == {(1.5,) * 4}
    asked = pack([printable(63.5, 88.9, 9, 3)], SheetOptions(bleed=3.0))
    assert [(len(job.slots), job.sheets) for job in asked] == [(6, 2)], "more bleed is kept where it is asked for"


def test_a_score_sheet_fills_its_page_with_copies() -> None:
    pads = [printable(186, high, 1, 0, sheet=True, pad=True, backs=False) for high in (120, 152)]
    jobs = pack(pads, PLAIN)
    assert [(len(job.slots), job.sheets) for job in jobs] == [(2, 1), (1, 1)]
    assert [placement.piece for page in pages_of(pads[0], PLAIN) for placement in page.placements] == ["piece-0"] * 2


# ---- labels and die cuts -----------------------------------------------------------------------------

GRID = "title: Test\npaper: a4\nsize: [60, 90]\ncolumns: 2\nrows: 2\nat: [20, 30]\npitch: [66, 100]\n"


def sheet(folder: Path, text: str = GRID) -> fixed.Fixed:
    file = put(folder / "sheet.yaml", text)
    return fixed.load(str(file))


@pytest.mark.parametrize("name", fixed.bundled())
def test_bundled_sheets_lie_on_their_paper_and_say_how_many(name: str) -> None:
    found = fixed.load(name)
    assert name.split("-")[1] == str(len(found.places)) == found.title.split()[0]
    # what is left of the paper is the same at both ends, as far as the makers' figures are rounded
    assert abs(found.places[0].x - (found.paper[0] - found.places[-1].right)) < 0.9
    assert abs(found.places[0].y - (found.paper[1] - found.places[-1].bottom)) < 2.5


@cases
def test_makers_sheets_are_as_their_tables_say(name: str, size: Point, first: Point, last: Point) -> None:
    """Margins, sizes and pitches of the sources that each file names, added up here by hand."""
    places = fixed.load(name).places
    assert all((place.width, place.height) == pytest.approx(size) for place in places)
    for place, corner in ((places[0], first), (places[-1], last)):
        assert (place.x, place.y) == pytest.approx(corner, abs=1e-6)


def test_a_grid(tmp_path: Path) -> None:
    places = sheet(tmp_path).places
    assert [(place.x, place.y) for place in places] == [(20, 30), (86, 30), (20, 130), (86, 130)]
    assert {(place.width, place.height) for place in places} == {(60, 90)}


def test_slots_one_by_one_with_sizes_and_corners_of_their_own(tmp_path: Path) -> None:
    slots = "slots:\n  - {at: [0, 0]}\n  - {at: [50, 5], size: [40, 30], corner: 4}\n"
    found = sheet(tmp_path, f"title: T\npaper: [100, 100]\nsize: 20\ncorner: 1\n{slots}").places
    assert found == (fixed.Place(0, 0, 20, 20, 1), fixed.Place(50, 5, 40, 30, 4))


@cases
def test_faults_have_their_place(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert old in GRID
    with pytest.raises(SpecError) as error:
        sheet(tmp_path, GRID.replace(old, new))
    assert said in str(error.value)


def test_pieces_lie_in_the_middle_of_the_places_turned_where_they_fit_only_so(tmp_path: Path) -> None:
    own = sheet(tmp_path)
    options = SheetOptions(paper=own.paper, fixed=own)
    job = plan(printable(60, 80, count=9), options)
    assert [(slot.x, slot.y, slot.turn) for slot in job.slots][:2] == [(50, 75, 0), (116, 75, 0)]
    assert job.sheets == 3
    assert {slot.turn for slot in plan(printable(88, 58), options).slots} == {90}
    slots = plan(printable(60, 90, bleed=4), options).slots
    assert slots[0].bleeds == (4, 4, 3, 4)  # half of the 6 mm between the columns, and of the 10 between the rows
    assert slots[3].bleeds == (3, 4, 4, 4)
    with pytest.raises(SpecError, match="--sheets: Piece of 61 × 91 mm; expected pieces of at most 60 × 90 mm"):
        pack([printable(61, 91)], options)
