"""Pieces on a table as if photographed: small pictures of a board, a tile and a figure."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from generator.draw.geometry.geometry import rectangle
from generator.draw.scene import Group, Node, Use
from generator.exports.scenes import develop, photograph
from generator.exports.scenes.lying import Kinds
from generator.faces.faces import faces_of
from specs.base.errors import SpecError
from specs.load import load

ESCAPE = load("escape")


def laid(*pieces: tuple[str, float, float]) -> tuple[list[Node], Kinds]:
    """Pieces of Escape with their corners at places."""
    nodes, kinds = list[Node](), {}
    for name, x, y in pieces:
        component = ESCAPE.spec.components[name]
        face = faces_of(ESCAPE).front(ESCAPE.pieces[name][0])
        kinds[id(face)] = face, component
        nodes.append(Group((Use(face),), (1, 0, 0, 1, x, y), rectangle(0, 0, *component.size_mm)))
    return nodes, kinds


@pytest.fixture
def seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setattr(develop, "SIZE", (160, 100))
    monkeypatch.setattr(develop, "FINER", 1)
    monkeypatch.setattr(develop, "DOTS", 300)

    def picture(*pieces: tuple[str, float, float]) -> np.ndarray:
        photograph.photograph(*laid(*pieces), tmp_path / "scene.png")
        return np.asarray(Image.open(tmp_path / "scene.png").convert("L"), float)

    return picture


def test_a_tile_has_a_shadow_and_a_figure_hides_what_is_behind(seen) -> None:  # type: ignore[no-untyped-def]
    board, tile, figure = ("board", 0.0, 0.0), ("island", 223.0, 190.0), ("boats", 225.0, 220.0)
    bare, lain, stood = seen(board), seen(board, tile), seen(board, tile, figure)
    assert np.array_equal(bare, seen(board))
    assert (lain - bare).max() > 30, "the tile is lighter than the sea"
    assert (lain - bare).min() < -8, "and its shadow darker"
    changed = np.argwhere(np.abs(stood - lain) > 30)
    assert 4 < len(changed) < 600
    assert changed[:, 0].max() - changed[:, 0].min() > 6, "the figure is upright"


def test_figures_alone_stand_on_a_table_and_nothing_is_no_picture(seen, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert seen(("boats", 0.0, 0.0)).std() > 5
    with pytest.raises(SpecError, match="no printed piece"):
        photograph.photograph([], {}, tmp_path / "none.png")


def test_without_numpy_one_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photograph, "find_spec", lambda _: None)
    with pytest.raises(SpecError, match="scenes"):
        photograph.photograph([], {}, tmp_path / "scene.png")
