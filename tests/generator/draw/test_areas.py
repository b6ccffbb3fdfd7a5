"""Outlines moved outward: by the same distance everywhere, whatever their shape."""

from itertools import pairwise
from math import hypot, pi, sin
from pathlib import Path

import pytest
from cases import data
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.geometry import geometry as geo
from generator.draw.geometry.areas import offset
from generator.exports.cut_files.laser import Stock, sheets
from generator.faces.outline import trim
from specs.load import load

SPEC = data(__file__)["SPEC"]


def area(points: list[tuple[float, float]]) -> float:
    ring = [*points, points[0]]
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring))) / 2


def test_a_square_keeps_its_corners() -> None:
    path = offset(geo.rectangle(0, 0, 10, 20), 3)
    assert geo.bounds(path) == pytest.approx((-3, -3, 16, 26))
    assert area(next(geo.flatten(path))) == pytest.approx(16 * 26)


@given(st.floats(3, 60), st.floats(0.05, 4))
def test_a_circle_grows_to_a_circle(radius: float, by: float) -> None:
    (points,) = geo.flatten(offset(geo.ellipse(0, 0, radius, radius), by))
    assert all(hypot(x, y) == pytest.approx(radius + by, abs=0.02 + 0.002 * radius) for x, y in points)
    assert area(points) == pytest.approx(pi * (radius + by) ** 2, rel=0.005)


def test_a_notch_becomes_narrower_and_a_hole_smaller() -> None:
    notched = geo.parse_path("M0 0 H10 V10 H6 V4 H4 V10 H0 Z")
    (points,) = geo.flatten(offset(notched, 0.5))
    # the shape and half a millimetre all around, but for the notch, which is left 1 mm wide and loses nothing below
    assert area(points) == pytest.approx(11 * 11 - 1 * 6, abs=0.01)


def lengths(folder: Path, component: str, kerf: float) -> tuple[float, float]:
    """Width and height of the first cut line on a sheet."""
    import re

    file = folder / "shapes.yaml"
    file.write_text(SPEC, encoding="utf-8")
    text = next(sheets(load(file), component, frozenset(), Stock(100, 100, kerf=kerf)))
    cut = text[text.index('id="cut"') :]
    found = geo.bounds(geo.parse_path(re.findall(r' d="([^"]+)"', cut)[0]))
    assert found is not None
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
