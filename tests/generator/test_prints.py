"""Prints that are known to be right, down to the bytes: `test_prints.yaml` has what each writes, file by file, and
which of its pages a person has looked at, by their bookmark and how many pages behind it they are.

To renew it after a wanted change, run this file with TIDELINE_RENEW=1, look at what the files that changed show now,
and commit it if they are right. Pictures of the gallery are drawn anew by docs/making/site_gallery.py.
"""

import hashlib
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
import site_components
import site_elements
import yaml
from cases import data
from command import PROJECT
from drawn import document_of, faces_of
from golden import DPI, looks_as_it_did, page_of, pages
from often import tiers
from PIL import Image
from site_gallery import HERE, NAMES, drawn

from generator.cli.main import run
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Page, Use
from generator.formats.png import render_page
from generator.sheets.handouts.layouts import layout_pages
from generator.sheets.handouts.setup import setup_pages
from generator.sheets.printable import Foot, SheetOptions
from specs.expand.deal import deal
from specs.load import load

PRINTS = data(__file__)
TYPED = {name: known["words"] for name, known in PRINTS.items() if "words" in known}
SLOW = ("atlantis plain", "gods", "gods large", "gods looked at")
WRITTEN = (".pdf", ".svg", ".dxf", ".json", ".csv", ".txt")  # pictures may differ by a renderer

ABOUT = ("manifest.json", "0-README.txt")  # what the other files are


def letters(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:10]


def written(file: Path) -> bytes:
    """What a file says, whoever compressed it."""
    if file.suffix != ".pdf":
        return file.read_bytes()
    with tempfile.NamedTemporaryFile() as plain, pikepdf.open(file) as pdf:
        pdf.save(plain.name, static_id=True, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.all)
        return Path(plain.name).read_bytes()


def as_it_was(name: str, found: Mapping[str, str]) -> None:
    if os.environ.get("TIDELINE_RENEW"):
        known: dict[str, Any] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_bytes())
        known[name]["files"] = dict(found)
        text = yaml.safe_dump(known, sort_keys=False, width=118, allow_unicode=True)
        Path(__file__).with_suffix(".yaml").write_text(text)
    else:
        assert {**found} == PRINTS[name]["files"], "if that was wanted, renew: see the top of this file"


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.deep] if n in SLOW else []) for n in TYPED])
def test_a_print_is_the_one_that_was_looked_at(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(PROJECT)
    assert run([*TYPED[name].split(), "--out", str(tmp_path)]) == 0
    assert not (name.startswith("gallery") and "warning" in capsys.readouterr().err)
    files = [file for file in sorted(tmp_path.rglob("*")) if file.suffix in WRITTEN and file.name not in ABOUT]
    assert files
    for look, (title, after) in PRINTS[name].get("looks", {}).items():
        looks_as_it_did(page_of(next(file for file in files if file.suffix == ".pdf"), title, after), look)
    as_it_was(name, {file.relative_to(tmp_path).as_posix(): letters(written(file)) for file in files})


def test_every_element_and_every_key_looks_as_it_did(tmp_path: Path) -> None:
    as_it_was("elements", {name: letters(svg.encode()) for name, svg in site_elements.drawn(tmp_path)})


def test_every_key_of_a_component_prints_as_it_did(tmp_path: Path) -> None:
    shown = site_components.drawn(site_components.examples(), tmp_path)
    as_it_was("components", {name: letters(svg.encode()) for name, svg in shown})


# ---- what is no whole print, as pictures that a person has looked at -------------------------------------


def looks(page: Page, name: str, folder: Path, dpi: float = DPI) -> None:
    render_page(page, dpi, folder / "seen.png")
    with Image.open(folder / "seen.png") as seen:
        looks_as_it_did(seen, name)


def test_calibration_looks_as_it_did(tmp_path: Path) -> None:
    assert run(["calibrate", "--out", str(tmp_path)]) == 0
    for side, picture in zip(("front", "back"), pages(tmp_path / "calibration.pdf", 72), strict=True):
        looks_as_it_did(picture, f"calibration-{side}")


def test_boards_to_lay_out_look_as_they_did(tmp_path: Path) -> None:
    circles, plain, foot = document_of("circles"), SheetOptions(), Foot("Game", "credit")
    for players in (3, 6):
        looks(next(layout_pages(circles, plain, foot, players)), f"layouts-{players}", tmp_path)
    (page,) = layout_pages(circles, plain, foot, None, next(iter(circles.spec.setup.layouts)))
    looks(page, "layout", tmp_path)


def test_a_deal_looks_as_it_did_open_and_sealed(tmp_path: Path) -> None:
    escape = document_of("escape")
    found = setup_pages(escape, deal(escape, 3, 42), faces_of("escape"), SheetOptions(), Foot("Game", "credit"))
    for page, name in zip(found, ("cells-open", "cells-sealed"), strict=True):
        looks(page, name, tmp_path)


def test_a_board_on_several_sheets_looks_as_it_did(tmp_path: Path) -> None:
    assert run(["build", "escape", "--only", "board", "--format", "pdf", "--out", str(tmp_path)]) == 0
    (file,) = (file for file in tmp_path.rglob("*.pdf") if file.parent.name != "posters")
    first, *_, plan = [page for page in pages(file) if page.getextrema() != ((255, 255),) * 3]
    looks_as_it_did(first, "board-sheet")
    looks_as_it_did(plan, "board-plan")


@pytest.mark.parametrize("name", ["island", "creatures", "atlanteans", "dice"])
def test_pieces_of_escape_look_as_they_did(name: str, tmp_path: Path) -> None:
    faces, pieces = faces_of("escape"), document_of("escape").pieces[name]
    scenes = list(dict.fromkeys(scene for p in pieces for scene in (faces.front(p), faces.back(p)) if scene))
    wide, tall = (max(scene.box[side] for scene in scenes) for side in (2, 3))
    nodes = []
    for number, scene in enumerate(scenes):
        x, y = (number % 5) * wide - scene.box[0], number // 5 * tall - scene.box[1]
        nodes.append(Group((Use(scene),), geo.translate(x, y), geo.rectangle(*scene.box)))
    width, height = wide * min(5, len(scenes)), tall * -(-len(scenes) // 5)
    box = (0.0, 0.0, width, height)
    looks(Page(width, height, tuple(nodes), box, box, (name,)), f"escape-{name}", tmp_path, 60)


# ---- the gallery -------------------------------------------------------------------------------------

PAGE = (PROJECT / "docs" / "gallery.md").read_text(encoding="utf-8")
MEANT = re.findall(r"^`generator (\w+ docs/examples/gallery/\w+\.yaml[^`]*)`$", PAGE, re.M)


def apart(seen: Image.Image, file: Path) -> np.ndarray:
    """How much the pixels of a picture are other than a file's, which has fewer colours."""
    with Image.open(file) as golden:
        expected = np.asarray(golden.convert("RGB"), dtype=float)
    assert np.asarray(seen).shape == expected.shape
    return np.abs(np.asarray(seen, dtype=float) - expected).max(axis=-1)


@pytest.mark.parametrize("name", tiers(NAMES[::8], [name for name in NAMES if name not in NAMES[::8]]))
def test_a_spec_of_the_gallery_looks_as_its_picture_shows(name: str) -> None:
    difference = apart(drawn(name), HERE / f"{name}.png")
    assert (difference > 60).mean() < 0.005, "a moved or missing part shows"
    assert difference.mean() < 8


def test_every_spec_of_the_gallery_is_printed_here_and_as_its_page_says_to() -> None:
    printed = TYPED.values()
    assert [name for name in NAMES if not any(f"/{name}.yaml" in words for words in printed)] == []
    assert [meant for meant in MEANT if not any(words.startswith(meant) for words in printed)] == []


def test_the_page_shows_every_spec_once_and_says_what_it_is() -> None:
    assert len(NAMES) == 40
    for name in NAMES:
        spec = load(HERE / f"{name}.yaml").spec
        assert spec.game == name
        assert PAGE.count(f"(examples/gallery/{name}.yaml)") == PAGE.count(f"examples/gallery/{name}.png") == 1
        assert f"\n## {spec.title}\n\n{spec.note}: [" in PAGE
