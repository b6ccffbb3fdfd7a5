"""Text however it is typed: letters with their marks apart, hyphens and joiners that nobody sees, braces in a title."""

from pathlib import Path
from unicodedata import normalize

import pytest
from cases import cases, data
from fontTools.ttLib import TTFont

from generator.building.check import check
from generator.draw.fonts import fonts
from generator.draw.scene import Font, Group, Node, Scene, Text, Use
from generator.faces.faces import Faces
from specs.load import load

BUNDLED = fonts.bundled()
REGULAR = Font("AlegreyaSans-Regular", BUNDLED["AlegreyaSans-Regular"])
SPEC = data(__file__)["SPEC"]
PLAIN = {"title": "G", "cards": "Cards", "colour": "sea", "used": "sea", "text": "x"}
APART = normalize("NFD", "Größe")


def spec(folder: Path, rows: str = "name\na\n", **words: str) -> Path:
    file = folder / "g.yaml"
    (folder / "cards.csv").write_text(rows, encoding="utf-8")
    file.write_text(SPEC.format(**PLAIN | words), encoding="utf-8")
    return file


def texts(nodes: tuple[Node, ...]) -> list[str]:
    found: list[str] = []
    for node in nodes:
        match node:
            case Text():
                words = [word for _, words in fonts.line(node.font, node.text).runs for word in words]
                found.append("".join(glyph.text for word in words for glyph in word.glyphs))
            case Group(children):
                found += texts(children)
            case Use(Scene(_, inner)):
                found += texts(inner)
            case _:
                pass
    return found


def written(file: Path) -> list[str]:
    """What is written on a spec's only card."""
    document = load(file, fonts=BUNDLED)
    return texts(Faces(document).front(document.pieces["cards"][0]).nodes)


class TestMarks:
    def test_letters_with_their_marks_apart_are_drawn_as_one(self, tmp_path: Path) -> None:
        file = spec(tmp_path, text=APART)
        assert check(str(file)).faults == ()
        assert written(file) == ["Größe"]

    def test_so_are_those_of_a_csv(self, tmp_path: Path) -> None:
        assert written(spec(tmp_path, f"name\n{APART}\n", text="{name}")) == ["Größe"]

    @pytest.mark.parametrize(("one", "other"), [("Größe", APART), (APART, "Größe")])
    def test_names_are_the_same_however_they_are_typed(self, one: str, other: str, tmp_path: Path) -> None:
        file = spec(tmp_path, f"{one}\nlarge\n", text="{" + other + "}", colour=one, used=other)
        assert check(str(file)).faults == ()
        assert written(file) == ["large"]

    def test_a_key_written_both_ways_is_there_twice(self, tmp_path: Path) -> None:
        file = spec(tmp_path)
        text = file.read_text(encoding="utf-8")
        file.write_text(
            text.replace('{"sea": "#102030"}', f'{{"sea": red, "Größe": red, "{APART}": red}}'), encoding="utf-8"
        )
        assert [fault.found for fault in check(str(file)).faults] == ["key 'Größe' a second time (first in line 5)"]

    @pytest.mark.parametrize(("named", "there"), [("Größe", APART), (APART, "Größe"), (APART, APART)])
    def test_a_file_is_found_however_its_name_is_typed(self, named: str, there: str, tmp_path: Path) -> None:
        file = spec(tmp_path)
        (tmp_path / "cards.csv").rename(tmp_path / f"{there}.csv")
        file.write_text(file.read_text(encoding="utf-8").replace("cards.csv", f"{named}.csv"), encoding="utf-8")
        assert check(str(file)).faults == ()

    def test_a_letter_is_taken_apart_where_the_font_has_only_its_parts(self, tmp_path: Path) -> None:
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
        file = spec(tmp_path, text=f"Dampf{char}schiff", title=f"Dampf{char}er", cards=f"Kar{char}ten")
        found = check(str(file))
        assert (found.faults, found.warnings) == ((), ())
        assert written(file) == ["Dampfschiff"]

    def test_it_takes_no_room(self) -> None:
        assert fonts.width(REGULAR, f"a{self.UNSEEN}b", 5) == fonts.width(REGULAR, "ab", 5)
        assert fonts.outlines(REGULAR, f"a{self.UNSEEN}b", 5, 0, 0) == fonts.outlines(REGULAR, "ab", 5, 0, 0)


class TestTitles:
    def test_a_title_is_a_template_as_a_text_is(self, tmp_path: Path) -> None:
        document = load(spec(tmp_path, title="'Die {game.id}'", cards="'{game.title}: {upper(game.id)}'"))
        assert (document.spec.title, document.spec.components["cards"].title) == ("Die g", "Die g: G")

    @cases
    def test_a_field_that_no_title_has_is_a_fault(self, title: str, found: str, tmp_path: Path) -> None:
        for words, place in (({"title": title}, "2:8"), ({"cards": title}, "8:12")):
            file = spec(tmp_path, **words)
            told = f"{file}:{place}: title '{title.strip(chr(39))}': {found}"
            assert [str(fault).startswith(told) for fault in check(str(file)).faults] == [True]
