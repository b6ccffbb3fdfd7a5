"""The gallery of docs/gallery.md: small specs; each can be built, has no warnings, and looks as its picture shows.

To renew pictures after a wanted change, run this file with TIDELINE_RENEW=1, look at docs/examples/gallery/*.png and
docs/gallery.png, and commit them if they are right.
"""

import os
import re
from functools import cache
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from command import PROJECT, generator
from PIL import Image

from generator.building.build import build
from generator.building.check import check
from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Node, Page, Paint, Scene, Segment, Use
from generator.draw.scene import Path as Outline
from generator.faces.faces import Faces
from generator.faces.outline import trim
from generator.faces.pictures import icons
from generator.formats.png import render_page
from generator.plan.options import Format
from generator.plan.runs import Request
from generator.plan.settings import read
from specs.load import load
from specs.model import elements
from specs.model.component import ShapeName
from specs.model.document import Document

DOCS = Path(__file__).parents[2] / "docs"
HERE = DOCS / "examples" / "gallery"
NAMES = sorted(file.stem for file in HERE.glob("*.yaml"))
PAGE = (DOCS / "gallery.md").read_text(encoding="utf-8")
MEANT = re.findall(r"^`generator ((\w+) docs/examples/gallery/(\w+)\.yaml[^`]*)`$", PAGE, re.M)
STRIP = ("tarot", "hexes", "map", "standees", "punchboard", "photos", "beasts", "cameos", "money")
WIDTH, HEIGHT, GAP = 160.0, 70.0, 4.0  # mm of a picture
DPI = 80
MOST = 12
GROUND, SHADE, EDGE = (0.93, 0.915, 0.885), (0.78, 0.75, 0.7), (0.5, 0.48, 0.45)
Shown = tuple[Scene, float, float, tuple[Segment, ...]]


@cache
def loaded(name: str) -> Document:
    return load(HERE / f"{name}.yaml", icons=icons.bundled(), fonts=fonts.bundled())


def shown(document: Document) -> list[Shown]:
    """The distinct fronts of each component, and one of its backs; of a game that is a text its pages alone."""
    faces = Faces(document)
    found: list[Shown] = []
    for name, pieces in document.pieces.items():
        width, height = document.spec.components[name].size_mm
        sides = [*dict.fromkeys(map(faces.front, pieces)), faces.back(pieces[0])]
        if document.spec.components[name].pages is not None:
            if not found:
                return [(page, width, height, trim(document, name)) for page in faces.pages(pieces[0])]
            continue  # rules beside the pieces
        found += [(scene, width, height, trim(document, name)) for scene in sides if scene is not None]
    return found


def arranged(faces: list[Shown]) -> tuple[float, list[list[Shown]]]:
    """In one line or two, at the scale at which most of them is seen."""
    best = (0.0, 0.0, [faces])
    for rows in (1, 2):
        for count in range(min(len(faces), 4), min(len(faces), MOST) + 1):
            some = [faces[i * len(faces) // count] for i in range(count)]
            across = -(-count // rows)
            lines = [some[i : i + across] for i in range(0, count, across)]
            if len(lines) == rows:
                apart = 0.06 * max(h for _, _, h, _ in lines[0])
                wide = max(sum(w for _, w, _, _ in line) + apart * len(line) for line in lines)
                tall = sum(max(h for _, _, h, _ in line) for line in lines) * 1.06
                scale = min((WIDTH - 2 * GAP) / wide, (HEIGHT - 2 * GAP) / tall)
                area = scale * scale * sum(w * h for _, w, h, _ in some)
                best = max(best, (area, scale, lines), key=lambda found: found[0])
    return best[1:]


def picture(document: Document) -> Page:
    """Some faces of a game on a table."""
    scale, lines = arranged(shown(document))
    heights = [max(h for _, _, h, _ in line) * scale for line in lines]
    gap = 0.06 * heights[0]
    nodes: list[Node] = [Outline(geo.rectangle(0, 0, WIDTH, HEIGHT), Paint(fill=GROUND))]
    y = (HEIGHT - sum(heights) - gap * (len(lines) - 1)) / 2
    for line, height in zip(lines, heights, strict=True):
        x = (WIDTH - sum(w for _, w, _, _ in line) * scale - gap * (len(line) - 1)) / 2
        for scene, w, h, cut in line:
            top = y + (height - h * scale) / 2
            shade = Group((Outline(cut, Paint(fill=SHADE)),), (scale, 0, 0, scale, x + 0.8, top + 0.9))
            paper = Outline(cut, Paint(fill=(1, 1, 1)))
            matrix = (scale, 0.0, 0.0, scale, x, top)
            edge = Group((Outline(cut, Paint(stroke=EDGE, width=0.15 / scale)),), matrix)
            nodes += [shade, Group((paper, Use(scene)), matrix, cut), edge]
            x += w * scale + gap
        y += height + gap
    box = (0.0, 0.0, WIDTH, HEIGHT)
    return Page(WIDTH, HEIGHT, tuple(nodes), box, box, "gallery")


@pytest.mark.parametrize("name", NAMES)
def test_a_spec_of_the_gallery_is_built_without_a_warning(name: str, tmp_path: Path) -> None:
    found = check(HERE / f"{name}.yaml")
    assert (found.faults, found.warnings) == ((), ())
    assert found.document is not None
    built = build(found.document, read({"formats": "pdf"}, found.document), Request(out=tmp_path, strict=True))
    assert f"{name}.pdf" in built.files


@pytest.mark.parametrize(("words", "name"), [(words, name) for words, _, name in MEANT])
def test_a_spec_of_the_gallery_is_made_as_the_page_says(words: str, name: str, tmp_path: Path) -> None:
    done = generator(*words.split(), "--out", tmp_path, cwd=PROJECT)
    assert (done.status, "warning" in done.err, name in NAMES) == (0, False, True), done.err
    assert {file.suffix for file in tmp_path.rglob("*")} & {".pdf", ".svg", ".png", ".pcio"}


@pytest.mark.parametrize("name", NAMES)
def test_a_spec_of_the_gallery_looks_as_its_picture_shows(name: str, tmp_path: Path) -> None:
    render_page(picture(loaded(name)), DPI, tmp_path / "seen.png")
    file = HERE / f"{name}.png"
    with Image.open(tmp_path / "seen.png") as drawn:
        seen = drawn.convert("RGB")
    if os.environ.get("TIDELINE_RENEW"):
        few = seen if name in ("artwork", "hours") else seen.quantize(96)  # gradients need all their colours
        few.save(file, optimize=True)
    with Image.open(file) as golden:
        expected = np.asarray(golden.convert("RGB"), dtype=float)
    actual = np.asarray(seen, dtype=float)
    assert actual.shape == expected.shape
    difference = np.abs(actual - expected).max(axis=-1)
    # most pictures have 96 colours; a moved or missing part shows
    assert (difference > 60).mean() < 0.005
    assert difference.mean() < 8


def test_the_strip_shows_pictures_of_the_gallery() -> None:
    pictures = []
    for name in STRIP:
        with Image.open(HERE / f"{name}.png") as found:
            pictures.append(found.convert("RGB"))
    width, height = pictures[0].size
    strip = Image.new("RGB", (3 * width, 3 * height))
    for index, each in enumerate(pictures):
        strip.paste(each, (index % 3 * width, index // 3 * height))
    strip = strip.resize((1200, round(1200 * strip.height / strip.width)), Image.Resampling.LANCZOS)
    file = DOCS / "gallery.png"
    if os.environ.get("TIDELINE_RENEW"):
        strip.quantize(128).save(file, optimize=True)
    with Image.open(file) as golden:
        expected = np.asarray(golden.convert("RGB"), dtype=float)
    assert expected.shape == np.asarray(strip).shape
    assert np.abs(np.asarray(strip, dtype=float) - expected).mean() < 8
    assert file.stat().st_size < 250_000


def test_the_page_shows_every_spec_once_and_says_what_it_is() -> None:
    assert len(NAMES) == 40
    for name in NAMES:
        document = loaded(name)
        assert document.spec.game == name
        assert PAGE.count(f"(examples/gallery/{name}.yaml)") == 1
        assert PAGE.count(f"examples/gallery/{name}.png") == 1
        assert f"\n## {document.spec.title}\n\n{document.spec.text}: [" in PAGE


def test_every_element_shape_and_form_is_shown() -> None:
    drawn = {kind for name in NAMES for kind in re.findall(r"draw: (\w+)", (HERE / f"{name}.yaml").read_text("utf-8"))}
    assert {str(kind.__struct_config__.tag) for kind in get_args(elements.AnyElement)} <= drawn
    shapes = {component.shape for name in NAMES for component in loaded(name).spec.components.values()}
    assert shapes == set(get_args(ShapeName))
    forms = {
        form for words, _, _ in MEANT for given in re.findall(r"--format (\S+)", words) for form in given.split(",")
    }
    assert forms | {"pdf"} == set(get_args(Format))
    given = {option for words, _, _ in MEANT for option in re.findall(r"--(\w+)", words)}
    assert given >= {"cutter", "duplex", "faces", "language", "players", "seed", "sheets", "shop"}
    assert {command for _, command, _ in MEANT} == {"build", "laser"}
