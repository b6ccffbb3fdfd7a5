"""Textures: the same seed gives the same marks, rows go where they are told, and a mosaic leaves its joints."""

from typing import get_args

import pytest

from generator.draw.geometry.geometry import bounds, ellipse, rectangle
from generator.draw.scene import Path, Segments
from generator.draw.textures.drawing import textured
from generator.draw.textures.texture import Kind, Texture
from generator.draw.walk import walk

DISC, SQUARE = ellipse(20, 20, 8, 8), rectangle(0, 0, 40, 40)
TONES = ((0.0, 0.4, 0.6), (0.8, 0.7, 0.4))


def paths(texture: Texture, outline: Segments) -> list[Path]:
    return [leaf.node for leaf in walk(textured(texture, outline)) if isinstance(leaf.node, Path)]


@pytest.mark.parametrize("kind", get_args(Kind))
def test_each_kind_depends_on_its_seed_alone_and_is_cut_to_the_outline(kind: Kind) -> None:
    one, again, other = (Texture(kind, TONES, 0.8, 0.1, seed=seed) for seed in (1, 1, 2))
    assert textured(one, DISC) == textured(again, DISC) != textured(other, DISC)
    assert [clips for _, _, ((clips, _),) in walk(textured(one, DISC))] == [DISC] * len(paths(one, DISC))


def test_rows_go_inward_from_the_outline_and_outward_from_what_they_go_along() -> None:
    for along, reach in (((), 8 - 0.5), (DISC, 8 + 2.5)):
        (path, *_) = paths(Texture("mosaic", TONES, 1, 0.1, rows=3, along=along), SQUARE if along else DISC)
        x, _, width, _ = bounds(path.segments) or (0, 0, 0, 0)
        assert (x, width / 2) == pytest.approx((20 - reach, reach), abs=0.1)


def test_tones_of_a_mosaic_share_out_its_stones() -> None:
    lit, shaded, *tones = (path.paint for path in paths(Texture("mosaic", TONES, 1, 0.1), DISC))
    assert {paint.stroke for paint in tones} == {*TONES}
    assert {paint.width for paint in (lit, shaded, *tones)} == {0.9}
    assert sum(sum(paint.dash[::2]) for paint in tones) == pytest.approx(sum(lit.dash[::2]), abs=0.1)


def test_an_area_too_small_for_a_row_has_none() -> None:
    assert textured(Texture("mosaic", TONES, 3, 0.1), ellipse(0, 0, 1, 1)) == ()
