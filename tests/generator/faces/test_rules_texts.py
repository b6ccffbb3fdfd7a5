"""The rules of Seven Circles and Escape, as set from their Markdown files; other goldens have the others'."""

from pathlib import Path

import pytest
from golden import looks_as_it_did
from PIL import Image

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Page, Use
from generator.faces.faces import Faces
from generator.formats.png import render_page
from specs.load import load


@pytest.mark.parametrize("game", ["circles", "escape"])
def test_a_rules_text_looks_as_it_did(game: str, tmp_path: Path) -> None:
    document = load(game)
    pages = Faces(document).pages(document.pieces["rules"][0])
    _, _, wide, tall = pages[0].box
    nodes = tuple(Group((Use(page),), geo.translate(n * wide, 0.0)) for n, page in enumerate(pages))
    box = (0.0, 0.0, wide * len(pages), tall)
    render_page(Page(*box[2:], nodes, box, box, ("rules",), "front"), 60, tmp_path / "now.png")
    with Image.open(tmp_path / "now.png") as now:
        looks_as_it_did(now, f"{game}-rules")
