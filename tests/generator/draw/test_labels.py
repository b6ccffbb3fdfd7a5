"""Labels and texts however they are typed: letters with their marks apart, what nobody sees, braces in a title; scripts
that the bundled fonts lack, which a spec's own fonts write, or what stands there instead is told."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from unicodedata import normalize

import pytest
from cases import data, put
from command import EXAMPLE
from copied import texts
from fontTools.ttLib import TTFont

from generator import build
from generator.building.check import check
from generator.draw.fonts import fonts
from generator.draw.scene import Font, Node, Text, Use
from generator.faces.faces import Faces
from specs.base.errors import SpecError
from specs.load import load

BUNDLED = fonts.bundled()
REGULAR = Font("AlegreyaSans-Regular", BUNDLED["AlegreyaSans-Regular"])
CARD = data(__file__)["CARD"]
PLAIN = {"title": "G", "cards": "Cards", "colour": "sea", "used": "sea", "text": "x"}
APART = normalize("NFD", "Größe")


def spec_of(folder: Path, rows: str = "name\na\n", **words: str) -> Path:
    file = folder / "g.yaml"
    (folder / "cards.csv").write_text(rows, encoding="utf-8")
    return put(file, CARD.format(**PLAIN | words))


def drawn_lines(nodes: tuple[Node, ...]) -> Iterator[fonts.Line]:
    """The glyphs of each text, out of pictures used."""
    for node in nodes:
        if isinstance(node, Text):
            yield fonts.line(node.font, node.text)
        elif isinstance(node, Use):
            yield from drawn_lines(node.scene.nodes)


def written(file: Path) -> list[str]:
    """What is written on a spec's only card."""
    document = load(file, fonts=BUNDLED)
    lines = [line.runs for line in drawn_lines(Faces(document).front(document.pieces["cards"][0]).nodes)]
    return ["".join(glyph.text for _, words in runs for word in words for glyph in word.glyphs) for runs in lines]


@pytest.mark.parametrize(("cell", "text"), [("a", APART), (APART, "{name}")])
def test_letters_with_their_marks_apart_are_drawn_as_one(cell: str, text: str, tmp_path: Path) -> None:
    file = spec_of(tmp_path, f"name\n{cell}\n", text=text)
    assert check(str(file)).faults == ()
    assert written(file) == ["Größe"]


@pytest.mark.parametrize(("one", "other"), [("Größe", APART), (APART, "Größe")])
def test_names_are_the_same_however_they_are_typed(one: str, other: str, tmp_path: Path) -> None:
    file = spec_of(tmp_path, f"{one}\nlarge\n", text="{" + other + "}", colour=one, used=other)
    assert check(str(file)).faults == ()
    assert written(file) == ["large"]


@pytest.mark.parametrize(("named", "there"), [("Größe", APART), (APART, "Größe"), (APART, APART)])
def test_a_file_is_found_however_its_name_is_typed(named: str, there: str, tmp_path: Path) -> None:
    file = spec_of(tmp_path)
    (tmp_path / "cards.csv").rename(tmp_path / f"{there}.csv")
    file.write_text(file.read_text(encoding="utf-8").replace("cards.csv", f"{named}.csv"), encoding="utf-8")
    assert check(str(file)).faults == ()


def test_a_letter_is_taken_apart_where_the_font_has_only_its_parts(tmp_path: Path) -> None:
    with TTFont(REGULAR.file) as font:
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap.pop(ord("ö"), None)
                table.cmap[0x308] = table.cmap[ord(".")]
        font.save(tmp_path / "own.ttf")
    own = Font("own", tmp_path / "own.ttf")
    assert fonts.missing(own, "schöner Bär") == ""
    ((used, (word,)),) = fonts.line(own, "ö").runs
    dots = fonts.opened(own).number(0x308)
    assert (used, [glyph.number for glyph in word.glyphs]) == (own, [fonts.opened(own).number(ord("o")), dots])
    assert "".join(glyph.text for glyph in word.glyphs) == "ö"


class TestUnseen:
    UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0f\u200e"

    @pytest.mark.parametrize("char", UNSEEN, ids=lambda char: f"{ord(char):x}")
    def test_what_is_never_shown_is_neither_printed_nor_told(self, char: str, tmp_path: Path) -> None:
        file = spec_of(tmp_path, text=f"Dampf{char}schiff", title=f"Dampf{char}er", cards=f"Kar{char}ten")
        found = check(str(file))
        assert (found.faults, found.warnings) == ((), ())
        assert written(file) == ["Dampfschiff"]

    def test_it_takes_no_room(self) -> None:
        assert fonts.width(REGULAR, f"a{self.UNSEEN}b", 5) == fonts.width(REGULAR, "ab", 5)
        assert fonts.outlines(REGULAR, f"a{self.UNSEEN}b", 5, 0, 0) == fonts.outlines(REGULAR, "ab", 5, 0, 0)


def test_a_title_is_a_template_as_a_text_is(tmp_path: Path) -> None:
    document = load(spec_of(tmp_path, title="'Die {game.id}'", cards="'{game.title}: {upper(game.id)}'"))
    assert (document.spec.title, document.spec.components["cards"].title) == ("Die g", "Die g: G")


# ---- labels in scripts the bundled fonts lack ------------------------------------------------------

FOREIGN = EXAMPLE.parent / "gallery" / "fonts"
LABELLED = data(__file__)["LABELLED"]
SEA = {"title": "Sea", "designer": "D", "cards": "Cards", "fonts": "", "setup": ""}
NONE = "which no font for labels has"
EXPECTED = "letters of AlegreyaSans, or a font under `fonts:` that has them"


def label_spec(folder: Path, **words: str) -> Path:
    file = put(folder / "s.yaml", LABELLED.format(**SEA | words))
    shutil.copytree(FOREIGN, folder / "fonts", dirs_exist_ok=True)
    return file


def test_a_name_that_cannot_be_written_is_told_with_its_place_and_the_games_name_stands_for_it(tmp_path: Path) -> None:
    file = label_spec(tmp_path, title="ზღვა", designer="海", cards="Καρτες 海")
    expected = [
        f"{file}:2:8: warning: title with 'ავზღ', {NONE}; the sheets say 'sea' instead; expected {EXPECTED}",
        f"{file}:3:21: warning: designer with '海', {NONE}; the sheets leave it out; expected {EXPECTED}",
        f"{file}:7:12: warning: title with '海', {NONE}; the sheets say 'cards' instead; expected {EXPECTED}",
    ]
    assert [str(warning) for warning in check(str(file)).warnings] == expected
    done = build(file, tmp_path / "out", formats="pdf,svg")
    assert [str(warning) for warning in done.warnings] == expected
    said = "\n".join(texts(done.folder / "sea.pdf"))
    assert "sea · cards · one-sided 1 of 1" in said
    assert "for personal use" in said
    assert "designed by" not in said
    manifest = (done.folder / "manifest.json").read_text(encoding="utf-8")
    assert '"title": "ზღვა"' in manifest, "the game's name is what it is"
    with pytest.raises(SpecError) as error:
        build(file, tmp_path / "strict", strict=True)
    assert str(error.value).splitlines() == [line.replace(" warning:", "") for line in expected]
    assert not (tmp_path / "strict" / "sea").exists()


@pytest.mark.parametrize(("many", "shown"), [(12, "丁丂七丄丅丆万丈三上下丌'"), (13, "丁丂七丄丅丆万丈三上下丌…'")])
def test_of_letters_that_cannot_be_written_twelve_are_told(many: int, shown: str, tmp_path: Path) -> None:
    (warning,) = check(label_spec(tmp_path, title="丁丂七丄丅丆万丈三上下丌不"[:many])).warnings
    assert f"title with '{shown}, {NONE}" in str(warning)


def test_a_font_beside_the_spec_writes_what_it_has(tmp_path: Path) -> None:
    file = label_spec(tmp_path, title="ზღვა και Море", cards="ბარათები", fonts="fonts: {script: fonts/letters.ttf}\n")
    assert check(str(file)).warnings == ()
    done = build(file, tmp_path / "out", formats="pdf,svg,png")
    assert not done.warnings
    said = texts(done.folder / "sea.pdf")[0].replace(" ", "")  # a reader may take a change of font for none
    assert "ზღვა και Море · ბარათები · one-sided 1 of 1".replace(" ", "") in said


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
