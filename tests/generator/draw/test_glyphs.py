"""Letters' outlines as paths."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from generator.draw.fonts import sfnt
from generator.draw.fonts.glyphs import outline, segments
from generator.draw.geometry import geometry as geo


def test_a_contour_none_of_whose_points_lies_on_it_begins_between_two_of_them() -> None:
    ring = [(0.0, 0.0, False), (1000.0, 0.0, False), (1000.0, 1000.0, False), (0.0, 1000.0, False)]
    path = tuple(segments([ring], 1000))
    assert path[0] == ("M", 0, -0.5)
    assert [segment[0] for segment in path] == ["M", "C", "C", "C", "C", "Z"]
    assert path[-2][-2:] == (0, -0.5)
    assert geo.bounds(path) == (0, -1, 1, 1)


SCALED, UNSCALED = 0x800, 0x1000  # whether a part is moved in its own units


@pytest.mark.parametrize(("flag", "moved"), [(0, 1.0), (UNSCALED, 1.0), (SCALED, 0.5)])
def test_a_part_made_smaller_is_moved_as_its_flags_say(flag: int, moved: float, tmp_path: Path) -> None:
    square = TTGlyphPen(None)
    square.moveTo((0, 0))
    for corner in ((0, 400), (400, 400), (400, 0)):
        square.lineTo(corner)
    square.closePath()
    glyphs = {".notdef": TTGlyphPen(None).glyph(), "square": square.glyph()}
    small = TTGlyphPen(glyphs)
    small.addComponent("square", (0.5, 0, 0, 0.5, 200, 100))
    glyphs["small"] = small.glyph()
    glyphs["small"].components[0].flags |= flag
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([*glyphs])
    builder.setupCharacterMap({65: "square", 66: "small"})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (500, int(200 * moved) * (name == "small")) for name in glyphs})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2()
    builder.setupPost()
    builder.save(tmp_path / "a.ttf")
    (contour,) = outline(sfnt.read(tmp_path / "a.ttf"), 2)
    left, low = 200 * moved, 100 * moved
    assert {(x, y) for x, y, _ in contour} == {(x, y) for x in (left, left + 200) for y in (low, low + 200)}
