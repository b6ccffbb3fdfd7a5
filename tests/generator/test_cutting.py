"""Laser sheets: shared lines once, layers by name, pieces true after the beam has taken its width."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from math import hypot

import pytest

from generator.draw.geometry import geometry as geo
from generator.draw.geometry.areas import clip_lines
from generator.exports.cut_files.laser import Stock, sheets
from specs.base.errors import SpecError
from specs.load import load

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
MODE = "{http://www.inkscape.org/namespaces/inkscape}groupmode"
CIRCLES = load("circles")


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
    text = next(sheets(load("gods"), "order", frozenset(), Stock(100, 100, kerf=0.2)))
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", str(layers(text)["cut"][0].get("d")))]
    assert max(numbers[::2]) - min(numbers[::2]) == pytest.approx(20.2, abs=0.002)


def test_what_does_not_fit_is_said() -> None:
    with pytest.raises(SpecError, match=r"a piece of 60 × 69.282 mm; expected a stock larger than 50 × 50 mm"):
        list(sheets(CIRCLES, "islands", frozenset(), Stock(50, 50)))


def test_nothing_is_engraved_beyond_the_piece_it_belongs_to() -> None:
    """Pictures reach over their cut for the bleed, and island pieces share their cut lines."""
    (text,) = sheets(load("escape"), "island", frozenset(), Stock(600, 400))
    engraved, cut = layers(text)["engrave"], layers(text)["cut"]

    def ends(paths: list[ET.Element]) -> list[tuple[float, float]]:
        lines = [geo.flatten(geo.parse_path(str(path.get("d")))) for path in paths if path.get("stroke")]
        return [point for each in lines for line in each for point in line]

    left, right = min(x for x, _ in ends(cut)), max(x for x, _ in ends(cut))
    top, bottom = min(y for _, y in ends(cut)), max(y for _, y in ends(cut))
    assert len(ends(engraved)) > 10_000
    for x, y in ends(engraved):
        assert left - 0.01 <= x <= right + 0.01
        assert top - 0.01 <= y <= bottom + 0.01


def test_a_line_is_cut_off_at_its_window() -> None:
    window = geo.polyline([(0, 0), (10, 0), (10, 10), (0, 10)], closed=True)
    across = geo.polyline([(-5, 5), (15, 5)], closed=False)
    (_, x0, y0), (_, x1, y1) = clip_lines(across, [window])
    assert sorted([(x0, y0), (x1, y1)]) == [(0, 5), (10, 5)]
    curve = geo.ellipse(5, 5, 3, 3)
    assert clip_lines(curve, [window]) is curve, "what keeps inside stays a curve"
    assert clip_lines(geo.polyline([(20, 20), (30, 20)], closed=False), [window]) == ()
