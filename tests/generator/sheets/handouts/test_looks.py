"""What is no piece, as pictures that a person has looked at: calibration, boards to lay out, deals, how a board goes
together."""

from pathlib import Path

import pytest
from command import generator
from drawn import document_of, faces_of
from golden import DPI, looks_as_it_did, pages
from PIL import Image

from generator.draw.scene import Page
from generator.formats.png import render_page
from generator.sheets.handouts.layouts import layout_pages
from generator.sheets.handouts.setup import setup_pages
from generator.sheets.printable import Foot, SheetOptions
from specs.expand.deal import deal
from specs.load import load

PLAIN, FOOT = SheetOptions(), Foot("Game", "credit")


def looks(page: Page, name: str, folder: Path) -> None:
    render_page(page, DPI, folder / "seen.png")
    with Image.open(folder / "seen.png") as seen:
        looks_as_it_did(seen, name)


def test_calibration(tmp_path: Path) -> None:
    generator("calibrate", cwd=tmp_path)
    for side, picture in zip(("front", "back"), pages(tmp_path / "output" / "calibration.pdf", 72), strict=True):
        looks_as_it_did(picture, f"calibration-{side}")


@pytest.mark.parametrize("players", [3, 6])
def test_layouts(players: int, tmp_path: Path) -> None:
    looks(next(layout_pages(load("circles"), PLAIN, FOOT, players)), f"layouts-{players}", tmp_path)


def test_a_layout_with_its_names(tmp_path: Path) -> None:
    circles = load("circles")
    (page,) = layout_pages(circles, PLAIN, FOOT, None, next(iter(circles.spec.setup.layouts)))
    looks(page, "layout", tmp_path)


def test_a_deal_open_and_sealed(tmp_path: Path) -> None:
    escape = document_of("escape")
    found = setup_pages(escape, deal(escape, 3, 42), faces_of("escape"), PLAIN, FOOT)
    for page, name in zip(found, ("cells-open", "cells-sealed"), strict=True):
        looks(page, name, tmp_path)


def test_a_board_on_several_sheets(tmp_path: Path) -> None:
    done = generator("build", "escape", "--only", "board", "--format", "pdf", "--out", tmp_path, cwd=tmp_path)
    assert done.status == 0, done.err
    (file,) = (file for file in tmp_path.rglob("*.pdf") if file.parent.name != "posters")
    first, *_, plan = [page for page in pages(file) if page.getextrema() != ((255, 255),) * 3]
    looks_as_it_did(first, "board-sheet")
    looks_as_it_did(plan, "board-plan")
