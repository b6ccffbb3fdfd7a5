"""Files of words there and back: as YAML, as PO, and a text's chapters beside those it is made from."""

import shutil
from pathlib import Path

import pytest
from cases import data
from foreign import run
from hypothesis import given, strategies as st

from generator.building.check import check
from generator.building.loading import load
from generator.building.translating import write, write_po
from specs.base.errors import SpecError
from specs.model.document import Document
from specs.model.values import composed
from specs.translation.overlay import Entry, Words, read_words
from specs.translation.po import read_po, written
from specs.translation.texts import Reading
from specs.translation.writing import changed, filled

SPEC = data(__file__)["SPEC"]
RULES = "# The game\n\nLay a card.\n\n## The end\n\nMost cards win.\n"
# what a YAML file of a spec may hold, line ends and odd spaces included
LETTERS = st.characters(exclude_categories=["Cs", "Cc", "Cn", "Zl", "Zp"]) | st.sampled_from('\n\t"\\{}#:*&')
TEXTS = st.text(LETTERS, min_size=1, max_size=40).map(composed).filter(str.strip) | st.integers(700, 1200).map(
    "W ".__mul__
)
ENTRIES = st.builds(
    lambda words, places, was: Entry(words=words, in_=places if words else {}, was=was if words else None),
    st.just("") | TEXTS,
    st.dictionaries(st.from_regex(r"[a-z]{1,5}(\.[a-z0-9]{1,5})?", fullmatch=True), TEXTS, max_size=2),
    st.none() | TEXTS,
)


@pytest.fixture(scope="module", name="document")
def _document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    folder = tmp_path_factory.mktemp("game")
    (folder / "g.yaml").write_text(SPEC, encoding="utf-8")
    (folder / "rules.md").write_text(RULES, encoding="utf-8")
    return load(folder / "g.yaml")


def kept(text: str, entries: dict[str, Entry]) -> tuple[str, Words]:
    """A file of words with some entries put into it."""
    words, faults = read_words("de", Path("de.yaml"), text.encode())
    assert not faults
    made, _ = changed(words, text, entries)
    again, faults = read_words("de", Path("de.yaml"), made.encode())
    assert not faults
    return made, again


@given(entries=st.dictionaries(TEXTS, ENTRIES, min_size=1, max_size=6))
def test_whatever_words_there_are_they_are_the_same_there_and_back(
    document: Document, entries: dict[str, Entry]
) -> None:
    readings = {text: Reading(text, ("title",)) for text in entries}
    empty = filled(readings, None, "", title="Game").text
    text, words = kept(empty, entries)
    said = {text: entry for text, entry in entries.items() if entry.words}
    assert words.entries == said
    assert filled(readings, words, text, title="Game").text == text
    file = document.folder / "de.po"
    file.write_text(written(document, readings, words), encoding="utf-8", newline="\n")
    assert read_po(file) == said
    assert kept(empty, read_po(file))[1].entries == said


class TestPO:
    def test_gettexts_own_checker_takes_it(self, document: Document, tmp_path: Path) -> None:
        for game in ("escape", "gods"):
            shutil.copytree(load(game).folder, tmp_path, dirs_exist_ok=True)
            spec = load(tmp_path / f"{game}.yaml")
            write(spec, "de")
            write_po(spec, "de", tmp_path / "de.po")
            run("msgfmt", "--check", "--output-file", tmp_path / "de.mo", tmp_path / "de.po")

    @pytest.mark.parametrize("data", [b"", b"\xff", b"msgid", b"\x00" * 50, b"no po at all", b"../de.po"])
    def test_what_is_none_is_one_fault(self, data: bytes, tmp_path: Path) -> None:
        file = tmp_path / "de.po"
        file.write_bytes(data)
        with pytest.raises(SpecError) as error:
            read_po(file)
        assert len(error.value.faults) == 1
        assert "\n" not in str(error.value)


class TestTexts:
    def told(self, document: Document) -> list[str]:
        home = f"{document.folder}/words/"
        found = [str(each) for each in check(document.file).warnings if "words" in each.place.file]
        return [line.replace(home, "").replace(" warning:", "") for line in found]

    def test_a_text_is_begun_and_stale_where_a_chapter_has_changed(self, document: Document) -> None:
        home = document.folder / "words"
        assert write(document, "de").texts == (home / "de" / "rules.md",)
        (home / "de.yaml").write_text("words: {Game: Spiel, Rules: Regeln}", encoding="utf-8")
        missing = "2 of 2 chapters without words: 'The game' (line 1), 'The end' (line 5); expected words for each"
        assert self.told(document) == [f"de/rules.md:1:1: {missing}"]
        begun = (home / "de" / "rules.md").read_text("utf-8")
        german = begun.partition("\n")[0] + "\n# Das Spiel\n\nLegt eine Karte.\n\n## Das Ende\n\nDie meisten Karten.\n"
        (home / "de" / "rules.md").write_text(german, encoding="utf-8")
        assert self.told(document) == []
        (document.folder / "rules.md").write_text(RULES.replace("Most", "Fewest"), encoding="utf-8")
        stale = "stale words: 'The end' in line 5 of 'rules.md' has changed"
        assert [each.partition("; ")[0] for each in self.told(document)] == [f"de/rules.md:6:1: {stale}"]
        (home / "de" / "rules.md").write_text(german.partition("\n")[2], encoding="utf-8")
        write(document, "de")
        assert self.told(document) == []
