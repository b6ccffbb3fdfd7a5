"""What a knife or a beam follows: outlines moved outward, lines that pieces share cut once and joined, layers of a
laser's sheet, a drawing read back, and a sheet that says how far a knife is off."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from math import dist, hypot, pi, sin
from pathlib import Path

import pytest
from cases import data, put
from command import generator
from drawn import document_of
from drawn_r12 import QUARTER, area, read
from hypothesis import given, strategies as st

from generator.draw.geometry import geometry as geo
from generator.draw.geometry.areas import NEAR, clip_lines, joined, offset
from generator.draw.geometry.finite import NotFinite
from generator.draw.scene import Group, Node, Page, Path as Shape, Segment, Text
from generator.exports.cut_files.laser import Stock, sheets
from generator.faces.outline import trim
from generator.formats import dxf
from generator.sheets.cutting_machines import machine as cutter
from generator.sheets.handouts import calibration
from generator.sheets.printable import SheetOptions
from specs.load import load
from specs.model.shapes.sizes import PAPERS

SPEC = data(__file__)["SPEC"]


def ring_area(points: list[tuple[float, float]]) -> float:
    ring = [*points, points[0]]
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring))) / 2


def test_a_square_keeps_its_corners() -> None:
    path = offset(geo.rectangle(0, 0, 10, 20), 3)
    assert geo.bounds(path) == pytest.approx((-3, -3, 16, 26))
    assert ring_area(next(geo.flatten(path))) == pytest.approx(16 * 26)


@given(st.floats(3, 60), st.floats(0.05, 4))
def test_a_circle_grows_to_a_circle(radius: float, by: float) -> None:
    (points,) = geo.flatten(offset(geo.ellipse(0, 0, radius, radius), by))
    assert all(hypot(x, y) == pytest.approx(radius + by, abs=0.02 + 0.002 * radius) for x, y in points)
    assert ring_area(points) == pytest.approx(pi * (radius + by) ** 2, rel=0.005)


def test_a_notch_becomes_narrower_and_a_hole_smaller() -> None:
    notched = geo.parse_path("M0 0 H10 V10 H6 V4 H4 V10 H0 Z")
    (points,) = geo.flatten(offset(notched, 0.5))
    # the shape and half a millimetre all around, but for the notch, which is left 1 mm wide and loses nothing below
    assert ring_area(points) == pytest.approx(11 * 11 - 1 * 6, abs=0.01)


def lengths(folder: Path, component: str, kerf: float) -> tuple[float, float]:
    """Width and height of the first cut line on a sheet."""
    file = put(folder / "shapes.yaml", SPEC)
    text = next(sheets(load(file), component, frozenset(), Stock(100, 100, kerf=kerf)))
    cut = text[text.index('id="cut"') :]
    found = geo.bounds(geo.parse_path(re.findall(r' d="([^"]+)"', cut)[0]))
    return found[2], found[3]


def test_a_kerf_is_made_good_on_an_outline_of_any_shape(tmp_path: Path) -> None:
    assert lengths(tmp_path, "arrow", 0) == pytest.approx((30, 20), abs=0.01)
    wide, tall = lengths(tmp_path, "arrow", 0.2)
    # the shaft's end moves by half a kerf; the tip by that over the sine of half the angle its two edges make
    tip = 0.1 / sin(pi / 2 - 0.8761)
    assert wide == pytest.approx(30 + 0.1 + tip, abs=0.01)
    assert tall > 20.2


def test_rounded_corners_keep_their_distance(tmp_path: Path) -> None:
    assert lengths(tmp_path, "card", 0.4) == pytest.approx((40.4, 60.4), abs=0.01)
    file = tmp_path / "shapes.yaml"
    (points,) = geo.flatten(offset(trim(load(file), "card"), 0.2))
    near = [hypot(x - 5, y - 5) for x, y in points if x < 5 and y < 5]
    assert near
    assert near == pytest.approx([5.2] * len(near), abs=0.01)


# ---- lines that pieces share are cut once ----------------------------------------------------------

whole = st.integers(0, 5).map(float)
boxes = st.tuples(whole, whole, st.integers(1, 4), st.integers(1, 4))


def steps(path: tuple[Segment, ...]) -> list[tuple[float, float]]:
    """The grid points that an upright and level path goes through, one unit after another; halves between them."""
    (points,) = geo.flatten(path)
    found = []
    for (ax, ay), (bx, by) in pairwise(points):
        many = round(hypot(bx - ax, by - ay))
        found += [(ax + (bx - ax) * (n + 0.5) / many, ay + (by - ay) * (n + 0.5) / many) for n in range(many)]
    return found


@given(st.lists(boxes, max_size=8))
def test_of_any_rectangles_each_part_of_a_line_is_cut_once(given_boxes: list[tuple[float, float, int, int]]) -> None:
    paths = [geo.rectangle(*box) for box in given_boxes]
    cut = [step for line in joined(paths) for step in steps(line)]
    assert len(cut) == len(set(cut)), "no part of a line twice"
    assert set(cut) == {step for path in paths for step in steps(path)}


def test_round_corners_stay_curves_and_the_straight_part_between_them_is_shared() -> None:
    (one,) = joined([geo.rectangle(0, 0, 63, 88, 3)])
    assert [segment[0] for segment in one].count("C") == 4
    assert one[-1] == ("Z",)
    both = joined([geo.rectangle(0, 0, 63, 88, 3), geo.rectangle(63, 0, 63, 88, 3)])
    kinds = [segment[0] for line in both for segment in line]
    assert (kinds.count("C"), kinds.count("L") + kinds.count("Z")) == (8, 7)


def test_an_arc_and_the_line_between_its_ends_are_two() -> None:
    lens: tuple[Segment, ...] = (("M", 0, 0), ("C", 3, -4, 7, -4, 10, 0), ("C", 7, 4, 3, 4, 0, 0), ("Z",))
    lines = joined([lens, (("M", 0, 0), ("L", 10, 0)), lens])
    assert sorted(segment[0] for line in lines for segment in line if segment[0] in "LC") == ["C", "C", "L"]


@pytest.mark.parametrize("across", [-0.7, 0, 0.7])
@pytest.mark.parametrize("down", [-0.7, 0, 0.7])
def test_corners_that_all_but_meet_are_one_wherever_they_lie(across: float, down: float) -> None:
    corner, other = (40 * NEAR, 30 * NEAR), ((40 + across) * NEAR, (30 + down) * NEAR)
    (line,) = joined([geo.polyline(((0, 0), corner), closed=False), geo.polyline((other, (9, 0)), closed=False)])
    assert [segment[1:] for segment in line] in ([(0, 0), corner, (9, 0)], [(9, 0), corner, (0, 0)])


def test_lines_that_all_but_lie_on_each_other_far_away_are_not_bent() -> None:
    flat, rising = (("M", 0.0, 0.0), ("L", 300.0, 0.0)), (("M", 0.0, 0.0), ("L", 290.0, 0.1))
    ends = sorted(segment[1:] for line in joined([flat, rising]) for segment in line)
    assert ends == [(0, 0), (290, 0.1), (300, 0)]


def test_a_block_of_cards_is_cut_straight_through_and_around_it_last() -> None:
    lines = joined([geo.rectangle(63 * x, 88 * y, 63, 88) for x in range(3) for y in range(2)])
    corners = [{segment[1:] for segment in line if len(segment) > 1} for line in lines]
    ends = [(line[0][1:], line[-1][1:]) for line in lines]
    assert sorted(ends[:3]) == [((0, 88), (189, 88)), ((63, 0), (63, 176)), ((126, 0), (126, 176))]
    assert len(lines) == 4
    assert lines[3][-1] == ("Z",)
    assert corners[3] >= {(0, 0), (189, 0), (189, 176), (0, 176)}


def test_a_line_goes_round_the_corners_of_hexagons() -> None:
    middles = [(30 * x + 15 * (y % 2), 26 * y) for x in range(3) for y in range(3)]
    comb = [geo.polyline(geo.hexagon(x, y, 30, pointy=True), closed=True) for x, y in middles]
    assert len(joined(comb)) < 15


def test_a_curve_that_goes_nowhere_is_none() -> None:
    assert joined([(("M", 1.0, 1.0), ("C", 1.0, 1.0, 1.0, 1.0, 1.0, 1.0))]) == []


# ---- dXF R12 ---------------------------------------------------------------------------------------

CARD = geo.rectangle(10, 20, 63, 88, 3)


def dxf_of(*paths: tuple[Segment, ...], height: float = 297.0) -> str:
    return dxf.drawing({"CUT": paths, "FOLD": ()}, height)


def test_a_poker_card_is_one_closed_line_of_its_size_with_quarter_circles_at_its_corners() -> None:
    found = read(dxf_of(CARD))
    (card,) = found.lines
    assert (found.version, found.layers) == ("AC1009", ("0", "CUT"))
    assert card.closed
    assert sorted(abs(bulge) for *_, bulge in card.vertices) == pytest.approx([0] * 4 + [QUARTER] * 4, abs=1e-3)
    assert abs(area(card)) == pytest.approx(63 * 88 - (4 - pi) * 9, abs=0.02)
    assert found.extents() == pytest.approx((10, 297 - 108, 73, 297 - 20), abs=1e-4)


def test_y_is_up_and_an_arc_bulges_outward_whichever_way_round_a_path_goes() -> None:
    backwards: tuple[Segment, ...] = (
        ("M", 0.0, 0.0), ("C", 0.0, geo.KAPPA * 10, 10 - geo.KAPPA * 10, 10.0, 10.0, 10.0), ("L", 10.0, 0.0), ("Z",),
    )  # fmt: skip
    (line,) = read(dxf_of(backwards, height=100)).lines
    # a quarter of a circle about the upper right corner, cut out of a square: it lies below its chord
    assert abs(area(line)) == pytest.approx(pi * 100 / 4, abs=0.05)
    (disc,) = read(dxf_of(geo.ellipse(50, 50, 10, 10), height=100)).lines
    assert all(dist(point, (50, 50)) == pytest.approx(10, abs=0.005) for point in disc.points(0.3))


curve = st.tuples(*[st.floats(0, 80).map(lambda n: round(n, 3))] * 8)


@given(curve)
def test_a_curve_that_is_no_arc_is_left_by_no_more_than_a_twentieth_of_a_millimetre(numbers: tuple[float, ...]) -> None:
    path: tuple[Segment, ...] = (("M", *numbers[:2]), ("C", *numbers[2:]))
    found = read(dxf_of(path, height=0)).lines
    points = [point for line in found for point in line.points(0.05)] or [(numbers[0], -numbers[1])] * 2
    (exact,) = geo.flatten(path, 60)
    for x, y in exact:
        assert min(_off((x, -y), a, b) for a, b in pairwise(points)) < 0.06


def _off(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    long = dist(a, b) ** 2
    t = 0.0 if not long else ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / long
    t = min(1.0, max(0.0, t))
    return dist(point, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))


def test_what_is_folded_is_on_a_layer_of_its_own_and_an_open_line_stays_open() -> None:
    fold: tuple[Segment, ...] = (("M", 10.0, 50.0), ("L", 73.0, 50.0))
    found = read(dxf.drawing({"CUT": (CARD,), "FOLD": (fold,)}, 297, ("cut 1 · für Käthe\n0",)))
    (line,) = found.on("FOLD")
    assert (line.closed, line.vertices) == (False, ((10, 247, 0), (73, 247, 0)))
    assert found.comments == ("cut 1 ? f?r K?the?0",)


def test_no_number_that_is_not_finite_is_written() -> None:
    with pytest.raises(NotFinite):
        dxf_of((("M", 0.0, 0.0), ("L", float("nan"), 1.0)))


# ---- laser sheets ----------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
MODE = "{http://www.inkscape.org/namespaces/inkscape}groupmode"
CIRCLES = document_of("circles")


def layers(text: str) -> dict[str, list[ET.Element]]:
    root = ET.fromstring(text)
    return {str(group.get(LABEL)): list(group) for group in root.iter(f"{SVG}g") if group.get(MODE) == "layer"}


def edges(paths: list[ET.Element]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    found = []
    for path in paths:
        data = str(path.get("d"))
        points = [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", data)]
        found += list(pairwise([*points, points[0]] if data.endswith("Z") else points))
    return found


@pytest.mark.parametrize("kerf", [0.0, 0.15, 0.4])
def test_islands_share_their_cut_lines_and_come_out_true(kerf: float) -> None:
    (text,) = sheets(CIRCLES, "islands", frozenset(), Stock(600, 400, kerf=kerf))
    cuts = edges(layers(text)["cut"])
    once = {frozenset(edge) for edge in cuts}
    assert len(once) == len(cuts), "no line is cut twice"
    assert len(cuts) < 21 * 6, "neighbours share lines"
    # every side is one of a hexagon of 60 mm and a kerf across the flats
    for (ax, ay), (bx, by) in cuts:
        assert hypot(ax - bx, ay - by) == pytest.approx((60 + kerf) / 3**0.5, abs=0.003)
    ends = {point for edge in cuts for point in edge}
    near = [hypot(a[0] - b[0], a[1] - b[1]) for a in ends for b in ends if a < b]
    assert min(near) > 30, "corners that meet are one point"


def test_layers_colours_and_the_stock() -> None:
    (text,) = sheets(CIRCLES, "islands", frozenset({"coordinates"}), Stock(600, 400))
    found = layers(text)
    assert list(found) == ["engrave", "cut"], "engraved before it is cut loose"
    assert {path.get("stroke") for path in found["cut"]} == {"#ff0000"}
    lines = [path for path in found["engrave"] if path.get("stroke")]
    assert {path.get("stroke") for path in lines} == {"#0000ff"}
    assert len(lines) == 21 * 7, "seven circles an island and no painted wood"
    assert len([path for path in found["engrave"] if path.get("fill") == "#000000"]) == 21 * 7, "a name each"
    root = ET.fromstring(text)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("600mm", "400mm", "0 0 600 400")


def test_more_pieces_than_a_sheet_holds_go_on_several() -> None:
    found = list(sheets(CIRCLES, "islands", frozenset(), Stock(200, 200)))
    assert sum(text.count("#0000ff") for text in found) == 21 * 7
    assert len(found) > 2


def test_round_pieces_are_kept_apart_and_grow_by_the_kerf() -> None:
    text = next(sheets(document_of("gods"), "order", frozenset(), Stock(100, 100, kerf=0.2)))
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", str(layers(text)["cut"][0].get("d")))]
    assert max(numbers[::2]) - min(numbers[::2]) == pytest.approx(20.2, abs=0.002)


def test_nothing_is_engraved_beyond_the_piece_it_belongs_to() -> None:
    """Pictures reach over their cut for the bleed, and island pieces share their cut lines."""
    (text,) = sheets(document_of("escape"), "island", frozenset(), Stock(600, 400))
    lines = {name: [geo.flatten(geo.parse_path(str(path.get("d")))) for path in paths if path.get("stroke")]
             for name, paths in layers(text).items()}  # fmt: skip
    engraved, cut = ([point for each in lines[name] for line in each for point in line] for name in ("engrave", "cut"))
    assert len(engraved) > 10_000
    for axis in (0, 1):
        inner, outer = [point[axis] for point in engraved], [point[axis] for point in cut]
        assert min(outer) - 0.01 <= min(inner)
        assert max(inner) <= max(outer) + 0.01


def test_a_line_is_cut_off_at_its_window() -> None:
    window = geo.polyline([(0, 0), (10, 0), (10, 10), (0, 10)], closed=True)
    across = geo.polyline([(-5, 5), (15, 5)], closed=False)
    (_, x0, y0), (_, x1, y1) = clip_lines(across, [window])
    assert sorted([(x0, y0), (x1, y1)]) == [(0, 5), (10, 5)]
    curve = geo.ellipse(5, 5, 3, 3)
    assert clip_lines(curve, [window]) is curve, "what keeps inside stays a curve"
    assert clip_lines(geo.polyline([(20, 20), (30, 20)], closed=False), [window]) == ()


# ---- the print-then-cut knife_sheet ----------------------------------------------------------------


def knife_sheet(name: str, paper: tuple[float, float] = PAPERS["a4"]) -> Page:
    machine = cutter.load(name)
    return calibration.knife_page(SheetOptions(paper=paper, cutter=machine), machine)


def text_boxes(nodes: tuple[Node, ...], kind: type[Node]) -> list[geo.Rectangle]:
    return [box for node, box in geo.paint_box(nodes) if isinstance(node, kind)]


def apart(one: geo.Rectangle, two: geo.Rectangle) -> bool:
    return geo.common(one, two) is None


@pytest.mark.parametrize("name", cutter.bundled())
@pytest.mark.parametrize("paper", [PAPERS["a4"], PAPERS["letter"], calibration.KNIFE_SMALLEST])
def test_circles_marks_and_words_keep_apart_on_every_machines_sheet(name: str, paper: tuple[float, float]) -> None:
    page, machine = knife_sheet(name, paper), cutter.load(name)
    around = calibration.RADIUS + calibration.BESIDE + 0.5
    middles = calibration.circles(paper, machine)
    discs = [(x - around, y - around, 2 * around, 2 * around) for x, y in middles]
    marks = [box for shape in page.cut.marks if (box := geo.bounds(shape)) is not None]
    words = [box for box in text_boxes(page.nodes, Text) if box[2] > 5]
    assert all(apart(*pair) for pair in combinations([*discs, *marks], 2) if not all(each in marks for each in pair))
    assert all(apart(word, other) for word in words for other in (*discs, *marks))
    assert all(machine.inset < x < paper[0] - machine.inset for x, _ in middles)


def test_the_knife_follows_the_thick_rings() -> None:
    page = knife_sheet("silhouette-cameo")
    shapes = [node for node in page.nodes if isinstance(node, Shape) and node.paint.stroke is not None]
    thick = [node.segments for node in shapes if node.paint.width == 0.3]
    assert list(page.cut.lines) == thick
    assert len(thick) == 5
    rings = sum(node.paint.stroke == calibration.RINGS for node in shapes)
    assert rings == 5 * 12, "half a mm apart, 3 mm to either side"
    assert sum(isinstance(node, Group) for node in page.nodes) >= 5 * 4, "a scale each way"


def test_the_command_writes_the_sheet_and_what_is_cut_of_it(tmp_path: Path) -> None:
    done = generator("cut-test", "--cutter", "silhouette-cameo", "--cut-offset", "0.4,-0.3", "--out", "t", cwd=tmp_path)
    assert done.status == 0, done.err
    found = read((tmp_path / "t" / "cut-test.dxf").read_text())
    assert len(found.lines) == 5
    assert all(line.closed and abs(area(line)) == pytest.approx(314.16, abs=0.1) for line in found.lines)
    xs = [x for x, _ in found.lines[0].points(0.1)]
    middles = calibration.circles(PAPERS["a4"], cutter.load("silhouette-cameo"))
    assert (min(xs) + max(xs)) / 2 == pytest.approx(middles[0][0] - 0.4, abs=0.01), "a knife too far right goes left"
