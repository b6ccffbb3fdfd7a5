"""DXF R12: read back by a reader of the tests' own, pieces have their shape, their size and their place."""

from itertools import pairwise
from math import dist, pi

import pytest
from drawn_r12 import QUARTER, area, read
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.geometry import geometry as geo
from generator.draw.geometry.finite import NotFinite
from generator.draw.scene import Segment
from generator.formats import dxf

CARD = geo.rectangle(10, 20, 63, 88, 3)


def drawn(*paths: tuple[Segment, ...], height: float = 297.0) -> str:
    return dxf.drawing({"CUT": paths, "FOLD": ()}, height)


def test_a_poker_card_is_one_closed_line_of_its_size_with_quarter_circles_at_its_corners() -> None:
    found = read(drawn(CARD))
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
    (line,) = read(drawn(backwards, height=100)).lines
    # a quarter of a circle about the upper right corner, cut out of a square: it lies below its chord
    assert abs(area(line)) == pytest.approx(pi * 100 / 4, abs=0.05)
    (disc,) = read(drawn(geo.ellipse(50, 50, 10, 10), height=100)).lines
    assert all(dist(point, (50, 50)) == pytest.approx(10, abs=0.005) for point in disc.points(0.3))


curve = st.tuples(*[st.floats(0, 80).map(lambda n: round(n, 3))] * 8)


@given(curve)
def test_a_curve_that_is_no_arc_is_left_by_no_more_than_a_twentieth_of_a_millimetre(numbers: tuple[float, ...]) -> None:
    path: tuple[Segment, ...] = (("M", *numbers[:2]), ("C", *numbers[2:]))
    found = read(drawn(path, height=0)).lines
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
        drawn((("M", 0.0, 0.0), ("L", float("nan"), 1.0)))
