"""Lines that pieces share are cut once, and joined."""

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.geometry import geometry as geo
from generator.draw.geometry.areas import NEAR, joined
from generator.draw.scene import Segment

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
def test_whatever_rectangles_lie_on_each_other_each_part_of_a_line_is_cut_once(
    given_boxes: list[tuple[float, float, int, int]],
) -> None:
    paths = [geo.rectangle(*box) for box in given_boxes]
    cut = [step for line in joined(paths) for step in steps(line)]
    assert len(cut) == len(set(cut)), "no part of a line twice"
    assert set(cut) == {step for path in paths for step in steps(path)}


def test_two_cards_edge_to_edge_have_seven_sides_between_them() -> None:
    lines = joined([geo.rectangle(0, 0, 63, 88), geo.rectangle(63, 0, 63, 88)])
    assert sum(len(steps(line)) for line in lines) == 4 * 63 + 3 * 88


def test_a_small_piece_beside_a_large_one_shares_a_part_of_its_side() -> None:
    lines = joined([geo.rectangle(0, 0, 80, 80), geo.rectangle(80, 20, 40, 40)])
    assert sum(len(steps(line)) for line in lines) == 4 * 80 + 3 * 40


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
