"""Items and figures are told apart as small as they are printed: by shape, in grey, by all eyes. Each has one icon."""

import io
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import resvg_py
from colours import SIMULATIONS, simulated
from PIL import Image

from generator.faces.pictures import icons
from generator.faces.pictures.artwork.drawing import Shape, box_of
from generator.faces.pictures.artwork.reader import read
from specs.load import bundled, load
from specs.read.beside import own_files

ITEMS = [str(row["item"]) for row in load("atlantis").spec.data["items"]]
PEOPLE = [str(row["person"]) for row in load("atlantis").spec.data["colours"]]
PIXELS = 71  # 6 mm at 300 dpi


def drawn(svg: str, width: int = PIXELS, background: str = "white") -> np.ndarray:
    """A drawing so many pixels wide on a background, height × width × 3, 0 to 1."""
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, background=background)
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB"), dtype=float) / 255


def icon(name: str) -> str:
    """An item as the game paints it."""
    return (load("atlantis").folder / "atlantis" / f"{name}.svg").read_text()


def silhouette(name: str) -> np.ndarray:
    png = resvg_py.svg_to_bytes(svg_string=icon(name), width=PIXELS)
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGBA"))[..., 3] > 127


@pytest.mark.parametrize(("one", "other"), list(combinations(ITEMS, 2)))
def test_silhouettes_share_less_than_four_fifths(one: str, other: str) -> None:
    a, b = silhouette(one), silhouette(other)
    # shifted a little either way, the best overlap still leaves a fifth that only one of them covers
    best = max(
        (a & np.roll(b, (dy, dx), (0, 1))).sum() / (a | np.roll(b, (dy, dx), (0, 1))).sum()
        for dy in range(-6, 7, 3)
        for dx in range(-6, 7, 3)
    )
    assert best < 0.8


@pytest.mark.parametrize("kind", ["grey", *SIMULATIONS])
@pytest.mark.parametrize(("one", "other"), list(combinations(ITEMS, 2)))
def test_pictures_differ_in_grey_and_to_every_eye(one: str, other: str, kind: str) -> None:
    difference = np.abs(simulated(drawn(icon(one)), kind) - simulated(drawn(icon(other)), kind)).mean(axis=-1)
    assert (difference > 0.2).mean() > 0.12, "at least an eighth of the picture differs clearly"


@pytest.mark.parametrize("name", ITEMS)
def test_an_icon_stands_out_from_its_medallion_in_grey(name: str) -> None:
    row = next(row for row in load("atlantis").spec.data["items"] if row["item"] == name)
    wash = str(row["wash"])
    shown = simulated(drawn(icon(name), background=wash), "grey")[..., 0]
    ground = simulated(np.full((1, 1, 3), [int(wash[i : i + 2], 16) / 255 for i in (1, 3, 5)]), "grey")[0, 0, 0]
    assert (np.abs(shown - ground) > 0.4).mean() > 0.08, "a dark outline, whatever the fill"


@pytest.mark.parametrize(
    "folder", sorted({file.parent for file in icons.bundled().values()}), ids=lambda folder: folder.name
)
def test_the_icons_of_a_group_can_be_read_and_are_drawn_by_one_hand(folder: Path) -> None:
    for file in sorted(folder.glob("*.svg")):
        drawing = read(file)
        assert drawing.box == (0, 0, 100, 100), file.name
        boxes = [box for shape in drawing.shapes if isinstance(shape, Shape) and (box := box_of(shape))]
        left, top = (min(box[i] for box in boxes) for i in (0, 1))
        right, bottom = (max(box[i] + box[i + 2] for box in boxes) for i in (0, 1))
        assert min(left, top) >= 0, file.name
        assert max(right, bottom) <= 100, file.name
        assert max(right - left, bottom - top) >= 80, f"{file.name} fills its box"
        assert any(shape.fill_role or shape.stroke_role for shape in drawing.shapes if isinstance(shape, Shape))


def test_every_icon_is_found_by_its_words() -> None:
    known = {icon.name: icon for icon in icons.library()}
    assert {name: file.parent.name for name, file in icons.bundled().items()} == {
        name: icon.group for name, icon in known.items()
    }
    assert [name for name, icon in known.items() if len(icon.words) < 3] == []
    assert len(known) >= 150
    assert "fox" in [icon.name for icon in icons.search("Forest", "animal")]
    assert icons.search("forest", "spoon") == []


@pytest.mark.parametrize("game", bundled())
def test_a_game_copies_no_drawing_that_comes_along(game: str) -> None:
    document, along = load(game), {file.read_bytes() for file in icons.bundled().values()}
    assert [
        file.name for file in own_files(document.folder, document.spec.icons or game) if file.read_bytes() in along
    ] == []


def person(name: str) -> np.ndarray:
    """A figure as it stands on its piece, 20 mm high, all in one colour: told apart by shape, not by hue."""
    return drawn((load("atlantis").folder / "atlantis" / f"{name}.svg").read_text(), 236)


@pytest.mark.parametrize(("one", "other"), list(combinations(PEOPLE, 2)))
def test_figures_are_told_apart_in_grey_and_in_one_colour(one: str, other: str) -> None:
    difference = np.abs(simulated(person(one), "grey") - simulated(person(other), "grey")).mean(axis=-1)
    assert (difference > 0.2).mean() > 0.12
