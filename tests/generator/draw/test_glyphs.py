"""Letters' outlines as paths."""

from __future__ import annotations

from generator.draw import geometry as geo
from generator.draw.glyphs import segments


def test_a_contour_none_of_whose_points_lies_on_it_begins_between_two_of_them() -> None:
    ring = [(0.0, 0.0, False), (1000.0, 0.0, False), (1000.0, 1000.0, False), (0.0, 1000.0, False)]
    path = tuple(segments([ring], 1000))
    assert path[0] == ("M", 0, -0.5)
    assert [segment[0] for segment in path] == ["M", "C", "C", "C", "C", "Z"]
    assert path[-2][-2:] == (0, -0.5)
    assert geo.bounds(path) == (0, -1, 1, 1)
