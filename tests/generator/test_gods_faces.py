"""Island of Gods: what its faces show, what prints with which option, how fronts meet backs, prints in grey."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from cases import data
from colours import SIMULATIONS, simulated
from command import generator
from drawn import document_of, faces_of
from golden import looks_as_it_did, page_of
from PIL import Image
from said import words

from generator.draw.scene import Group, Page, Scene
from generator.formats import png
from generator.plan.settings import by_default

GODS, FACES = document_of("gods"), faces_of("gods")
DPI = 50
# bookmark of the page's component, and how many pages after it
PAGES = data(__file__)["PAGES"]


def drawn(scene: Scene, file: Path, dpi: float) -> np.ndarray:
    """A face within its bleed, 0 to 1."""
    x, y, width, height = scene.box
    box = (0.0, 0.0, width, height)
    moved = Group(scene.nodes, (1, 0, 0, 1, -x, -y))
    png.render_page(Page(width, height, (moved,), box, box, "face"), dpi, file)
    with Image.open(file) as picture:
        return np.asarray(picture.convert("RGB"), dtype=float) / 255


# ---- what is printed -------------------------------------------------------------------------------


def test_temples_are_tiles_or_by_option_blocks() -> None:
    kinds = {"flat": by_default(GODS.spec, ()), "blocks": by_default(GODS.spec, ("blocks",))}
    assert {name for name in kinds["flat"] if name.startswith("blocks")} == set()
    assert {name for name in kinds["blocks"] if name.startswith("tiles")} == set()
    assert {*kinds["flat"]} ^ {*kinds["blocks"]} == {f"{kind}-{n}" for kind in ("tiles", "blocks") for n in (1, 2, 3)}
    assert sum(len(GODS.pieces[f"blocks-{n}"]) for n in (1, 2, 3)) == 24


@pytest.mark.parametrize(("players", "each"), [(1, 6), (2, 10), (3, 14), (4, 18)])
def test_the_mark_on_a_card_says_from_how_many_players_on_it_plays(players: int, each: int) -> None:
    marked = Counter()  # type: Counter[object]
    for piece in GODS.pieces["dwellers"]:
        trade, *said = words(FACES.front(piece).nodes)
        assert trade.isalpha() or " " in trade
        said = [text.removesuffix("+") for text in said]
        assert len(said) <= 1
        marked[piece.row["letter"]] += int((said or [1])[0]) <= players
    assert marked == dict.fromkeys("BGRY", each)


# ---- colours ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> dict[str, np.ndarray]:
    """A dweller of each people at 150 dpi."""
    folder = tmp_path_factory.mktemp("cards")
    first = {str(piece.row["letter"]): piece for piece in GODS.pieces["dwellers"] if piece.row["number"] == 1}
    return {letter: drawn(FACES.front(piece), folder / f"{letter}.png", 150) for letter, piece in first.items()}


@pytest.mark.parametrize("eyes", ["grey", *SIMULATIONS])
def test_peoples_rims_differ_also_in_grey_and_to_colour_blind_eyes(eyes: str, cards: dict[str, np.ndarray]) -> None:
    rims = {letter: simulated(card, eyes)[40:-40, 2:16].mean(axis=(0, 1)) for letter, card in cards.items()}
    for one, other in combinations(rims, 2):
        assert np.abs(rims[one] - rims[other]).max() > 0.05, (one, other)


def test_peoples_patterns_differ_in_black_and_white(cards: dict[str, np.ndarray]) -> None:
    per_mm = 150 / 25.4
    top, bottom, left, right = (round((mm + 1.5) * per_mm) for mm in (54.2, 60, 15, 29))
    bands = {}
    for letter, card in cards.items():
        grey = simulated(card[top:bottom, left:right], "grey")[..., 0]
        bands[letter] = (grey - grey.mean()) / grey.std()
    for one, other in combinations(bands, 2):
        assert abs((bands[one] * bands[other]).mean()) < 0.5, (one, other)


# ---- pages -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Image.Image]:
    out = tmp_path_factory.mktemp("gods")
    done = generator("build", "gods", "--out", out, "--format", "pdf", "--seed", "7", "--players", "3", cwd=out)
    assert done.status == 0, done.err
    file = out / "gods" / "gods.pdf"
    return {name: page_of(file, title, after) for name, (title, after) in PAGES.items()}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_looks_as_it_did(name: str, pictures: dict[str, Image.Image]) -> None:
    looks_as_it_did(pictures[name], name)
