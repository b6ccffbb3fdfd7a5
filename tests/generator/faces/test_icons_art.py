"""Items and figures are told apart as small as they are printed: by shape, in grey, by all eyes. Each has one icon."""

import io
from itertools import combinations

import numpy as np
import pytest
import resvg_py
from colours import SIMULATIONS, simulated
from PIL import Image

from generator.faces.pictures import icons
from generator.faces.pictures.artwork.reader import read
from generator.faces.pictures.icons import FOLDER
from specs.load import bundled, load
from specs.read.beside import own_files

ITEMS = [str(row["item"]) for row in load("atlantis").spec.tables["items"]]
PEOPLE = [str(row["person"]) for row in load("atlantis").spec.tables["colours"]]
PIXELS = 71  # 6 mm at 300 dpi


def drawn(svg: str, width: int = PIXELS, background: str = "white") -> np.ndarray:
    """A drawing so many pixels wide on a background, height × width × 3, 0 to 1."""
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, background=background)
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB"), dtype=float) / 255


def icon(name: str) -> str:
    return (FOLDER / f"{name}.svg").read_text()


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
    row = next(row for row in load("atlantis").spec.tables["items"] if row["item"] == name)
    wash = str(row["wash"])
    shown = simulated(drawn(icon(name), background=wash), "grey")[..., 0]
    ground = simulated(np.full((1, 1, 3), [int(wash[i : i + 2], 16) / 255 for i in (1, 3, 5)]), "grey")[0, 0, 0]
    assert (np.abs(shown - ground) > 0.4).mean() > 0.08, "a dark outline, whatever the fill"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.svg")), ids=lambda file: file.stem)
def test_every_icon_can_be_read_and_keeps_to_its_view_box(file: object) -> None:
    drawing = read(file)  # type: ignore[arg-type]
    assert drawing.box == (0, 0, 100, 100)
    assert drawing.shapes


@pytest.mark.parametrize("game", bundled())
def test_a_game_draws_nothing_of_its_own_that_comes_along(game: str) -> None:
    document = load(game)
    own = {file.stem for file in own_files(document.folder, document.spec.icons or game)}
    assert own.isdisjoint(icons.bundled()), "one dolphin in all games"


def person(name: str) -> np.ndarray:
    """A figure as it stands on its piece, 20 mm high, all in one colour: told apart by shape, not by hue."""
    return drawn((load("atlantis").folder / "atlantis" / f"{name}.svg").read_text(), 236)


@pytest.mark.parametrize(("one", "other"), list(combinations(PEOPLE, 2)))
def test_figures_are_told_apart_in_grey_and_in_one_colour(one: str, other: str) -> None:
    difference = np.abs(simulated(person(one), "grey") - simulated(person(other), "grey")).mean(axis=-1)
    assert (difference > 0.2).mean() > 0.12
