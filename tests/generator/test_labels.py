"""Labels in scripts the bundled fonts lack: the spec's own fonts write them, or what stands there instead is told."""

import re
import shutil
from pathlib import Path

import pytest
from cases import data
from command import EXAMPLE, generator
from pypdfium2 import PdfDocument

from generator.building.check import check
from generator.draw.fonts import fonts
from generator.draw.scene import Font, Page, Scene, Text
from generator.formats import svg
from generator.formats.pdf import pages
from generator.plan.selection import printable_titles
from specs.load import load

FOREIGN = EXAMPLE.parent / "gallery" / "fonts"
SPEC = data(__file__)["SPEC"]
PLAIN = {"title": "Sea", "designer": "D", "cards": "Cards", "fonts": "", "setup": ""}
NONE = "which no font for labels has"
EXPECTED = "letters of AlegreyaSans, or a font under `fonts:` that has them"


def spec(folder: Path, **words: str) -> Path:
    file = folder / "s.yaml"
    file.write_text(SPEC.format(**PLAIN | words), encoding="utf-8")
    shutil.copytree(FOREIGN, folder / "fonts", dirs_exist_ok=True)
    return file


def words(file: Path) -> str:
    with PdfDocument(file) as document:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def test_a_name_that_cannot_be_written_is_told_with_its_place_and_the_games_name_stands_for_it(tmp_path: Path) -> None:
    file = spec(tmp_path, title="ზღვა", designer="海", cards="Καρτες 海")
    expected = [
        f"{file}:2:8: warning: title with 'ავზღ', {NONE}; the sheets say 'sea' instead; expected {EXPECTED}",
        f"{file}:3:21: warning: designer with '海', {NONE}; the sheets leave it out; expected {EXPECTED}",
        f"{file}:7:12: warning: title with '海', {NONE}; the sheets say 'cards' instead; expected {EXPECTED}",
    ]
    assert [str(warning) for warning in check(str(file)).warnings] == expected
    done = generator("build", str(file), "--out", str(tmp_path / "out"), "--format", "pdf,svg", cwd=tmp_path)
    assert done.status == 0
    assert done.err.splitlines() == expected
    said = words(tmp_path / "out" / "sea" / "sea.pdf")
    assert "sea · cards · one-sided 1 of 1" in said
    assert "for personal use" in said
    assert "designed by" not in said
    manifest = (tmp_path / "out" / "sea" / "manifest.json").read_text(encoding="utf-8")
    assert '"title": "ზღვა"' in manifest, "the game's name is what it is"
    strict = generator("build", str(file), "--out", str(tmp_path / "strict"), "--strict", cwd=tmp_path)
    assert (strict.status, strict.err.splitlines()) == (2, [line.replace(" warning:", "") for line in expected])
    assert not (tmp_path / "strict" / "sea").exists()


def test_a_font_beside_the_spec_writes_what_it_has(tmp_path: Path) -> None:
    file = spec(tmp_path, title="ზღვა και Море", cards="ბარათები", fonts="fonts: {script: fonts/letters.ttf}\n")
    assert check(str(file)).warnings == ()
    done = generator("build", str(file), "--out", str(tmp_path / "out"), "--format", "pdf,svg,png", cwd=tmp_path)
    assert (done.status, done.err) == (0, "")
    said = words(tmp_path / "out" / "sea" / "sea.pdf").replace(" ", "")  # a reader may take a change of font for none
    assert "ზღვა και Море · ბარათები · one-sided 1 of 1".replace(" ", "") in said


def test_words_of_a_setup_are_told_where_they_stand(tmp_path: Path) -> None:
    setup = "setup:\n  piles: {deck: {component: cards}}\n"
    setup += "  open: {row: {pile: deck, text: 'ზღვა'}}\n  notes: ['plain', '海']\n"
    file = spec(tmp_path, setup=setup)
    lines = file.read_text(encoding="utf-8").splitlines()
    places = [(n, line.index(word)) for n, line in enumerate(lines, 1) for word in ("ზღვა", "海") if word in line]
    found = check(str(file)).warnings
    assert [(fault.place.line, fault.place.column) for fault in found] == places
    assert [fault.found.partition(",")[0] for fault in found] == ["text with 'ავზღ'", "notes with '海'"]
    assert all("the sheets show '?' for them" in fault.found for fault in found)


def test_bundled_letters_are_no_matter(tmp_path: Path) -> None:
    file = spec(tmp_path, title="Ñandú & Žižkov — “Ægir”", cards="Größe")
    document = load(str(file), fonts=fonts.bundled())
    assert printable_titles(document).document is document
    assert check(str(file)).warnings == ()


# ---- a label's fonts -------------------------------------------------------------------------------

SCRIPT = Font("letters", FOREIGN / "letters.ttf")
LABEL = fonts.label("AlegreyaSans-Regular", (SCRIPT,))


def test_a_text_falls_into_parts_of_one_font_each() -> None:
    parts = fonts.runs(LABEL, "To the ზღვა 海!")
    assert [text for _, text in parts] == ["To the ", "ზღვა", " ?!"]
    assert [font.name for font, _ in parts] == ["AlegreyaSans-Regular", "letters", "AlegreyaSans-Regular"]
    assert fonts.missing(LABEL, "To the ზღვა 海!") == "海"
    expected = sum(fonts.width(font, text, 4) for font, text in parts)
    assert fonts.width(LABEL, "To the ზღვა 海!", 4) == pytest.approx(expected)


def test_every_format_writes_the_parts(tmp_path: Path) -> None:
    box = (0.0, 0.0, 60.0, 10.0)
    text = Text(58, 6, "a ზღვა 海", LABEL, 4, (0, 0, 0), "end")
    pages.write([Page(60, 10, (text,), box, box, ("c",))], pages.Meta("x"), tmp_path / "x.pdf")
    assert "a ზღვა ?" in words(tmp_path / "x.pdf")
    both = svg.scene_svg(Scene(box, (text,)))
    pieces = [fonts.outlines(font, part, 4, 0, 0) for font, part in fonts.runs(LABEL, text.text)]
    (data,) = re.findall(r' d="([^"]+)"', both)
    assert data.lower().count("m") == sum(segment[0] == "M" for piece in pieces for segment in piece)
