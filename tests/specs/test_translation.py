"""A spec in another language: what is printed changes, and nothing else does."""

from pathlib import Path

import pytest
from cases import cases, data, put
from said import Said, said

from generator.building.check import check
from generator.building.loading import load
from generator.building.translating import write
from generator.faces.faces import Faces
from generator.plan.languages import in_languages
from specs.base.errors import SpecError
from specs.model.document import Document
from specs.translation.overlay import in_language, load_words, pruned
from specs.translation.texts import readings

SPEC = data(__file__)["SPEC"]
WORDS = data(__file__)["WORDS"]
RULES = "  rules: {title: Rules, size: a6, front: [], pages: {from: r.md}}\nsetup:"  # with a text beside the spec


def spec(folder: Path, words: str = WORDS, language: str = "de", text: str = SPEC) -> Path:
    (folder / "words").mkdir()
    (folder / "words" / f"{language}.yaml").write_text(words, encoding="utf-8")
    return put(folder / "g.yaml", text)


def printed(document: Document, piece: int = 0, side: str = "front") -> list[str]:
    faces, each = Faces(document), document.pieces["cards"][piece]
    scene = faces.front(each) if side == "front" else faces.back(each)
    assert scene is not None
    return [text.text for text in said(scene.nodes)]


@pytest.fixture(name="german")
def _german(tmp_path: Path) -> Document:
    return in_language(load(spec(tmp_path)), "de")


class TestWhatIsPrinted:
    @cases
    def test_a_text_its_fields_and_their_values_are_said_in_the_language(
        self, german: Document, piece: int, side: str, says: list[str]
    ) -> None:
        assert printed(german, piece, side) == says

    def test_titles_change_and_ids_and_rows_do_not(self, german: Document) -> None:
        assert german.spec.title == "Spiel"
        assert [piece.id for piece in german.pieces["cards"]] == ["shark", "crab"]
        assert german.pieces["cards"][0].row["name"] == "Shark"
        assert german.spec.language == "de"

    def test_in_its_own_language_a_spec_is_itself_and_without_words_a_fault(self, german: Document) -> None:
        own = load(german.file)
        assert in_language(own, "en") is own
        with pytest.raises(SpecError, match=r"no words in 'pl'; expected one of en \(the spec's own\), de"):
            in_language(own, "pl")

    @pytest.mark.parametrize("tag", ["pt-BR", "zh-Hant", "he"])
    def test_any_language_has_its_file(self, tag: str, tmp_path: Path) -> None:
        document = in_language(load(spec(tmp_path, language=tag)), tag.replace("-", "_"))
        assert document.spec.title == "Spiel"


class TestChecked:
    def test_missing_unused_and_stale_words_are_told_at_their_place(self, tmp_path: Path) -> None:
        file = spec(tmp_path, WORDS + "  Whale: Wal\n")
        told = [str(each).removeprefix(f"{tmp_path}/words/").replace(" warning:", "") for each in check(file).warnings]
        assert told == [
            (
                "de.yaml:2:1: 5 of 12 texts without words: 'For personal use.' (line 4), 'Cards' (line 15), "
                "'the deck' (line 28) and 2 more; expected words for each"
            ),
            "de.yaml:10:3: stale words, made for 'Lobster'; expected words for the text as it is, without 'was'",
            "de.yaml:13:3: unused words for 'Whale'; expected a text of the spec",
        ]

    def test_a_field_that_the_text_has_not_is_a_fault_and_one_left_out_a_warning(self, tmp_path: Path) -> None:
        found = check(spec(tmp_path, 'words: {"{name}: {legs} legs": "{nam} hat Beine"}'))
        assert [fault.found for fault in found.faults] == ["words for '{name}: {legs} legs': no field 'nam'"]
        assert any("without '{legs}'" in warning.found for warning in found.warnings)

    def test_words_that_fit_no_longer_are_told_with_their_language(self, tmp_path: Path) -> None:
        found = check(spec(tmp_path, f"words: {{Board: {'Brett' * 9}}}"))
        places = [(fault.place.line, fault.hint) for fault in found.faults]
        assert places == [(24, "in language de"), (26, "in language de")]

    def test_a_picture_without_words_in_a_text_is_seen_although_a_piece_shows_it_too(self, tmp_path: Path) -> None:
        (tmp_path / "words/de").mkdir(parents=True)
        (tmp_path / "r.md").write_text("![](template:dot)\n")
        (tmp_path / "words/de/r.md").write_text("![](template:dot)\n")
        (tmp_path / "words/de.yaml").write_text("words: {Cards: Karten}\n")
        dot = "  dot: [{draw: circle, at: [10, 10], radius: 5, fill: red}]\ncomponents:\n"
        show = "    front:\n      - {draw: use, template: dot}\n"
        shown = SPEC.replace("components:\n", dot, 1).replace("setup:", RULES).replace("    front:\n", show, 1)
        assert check(put(tmp_path / "g.yaml", shown)).faults == ()


class TestFilledIn:
    def test_a_file_made_for_a_translator_has_every_text_and_changes_nothing(self, tmp_path: Path) -> None:
        file = spec(tmp_path)
        written = write(load(file), "it")
        assert written.new == sum(reading.wanted for reading in readings(load(file)).values())
        assert printed(in_language(load(file), "it")) == printed(load(file))
        assert not write(load(file), "it").changed

    def test_comments_and_order_stay_and_a_changed_text_keeps_its_words_as_stale(self, tmp_path: Path) -> None:
        file = spec(tmp_path, WORDS, text=SPEC.replace("{name}: {legs} legs", "{name}, with {legs} legs"))
        written = write(load(file), "de")
        lines = (tmp_path / "words" / "de.yaml").read_text("utf-8").splitlines()
        assert written.stale == 1
        at = lines.index('  "{name}, with {legs} legs":')
        assert lines[at + 1 : at + 3] == ['    was: "{name}: {legs} legs"', '    words: "{legs} Beine hat: {name}"']
        assert lines.index("  # the next is stale") == lines.index('  "Crab":') - 1
        assert printed(in_language(load(file), "de"))[1] == "Hai, with 0 legs"


class TestSeveral:
    def test_a_piece_is_there_once_more_where_another_language_changes_it(self, tmp_path: Path) -> None:
        file = spec(tmp_path, "words: {Shark: Hai, Cards: Karten}")
        both = in_languages(load(file), ["en", "de"])
        assert {name: [piece.id for piece in each] for name, each in both.pieces.items()} == {
            "cards": ["shark", "crab"],
            "cards-de": ["shark-de"],
        }
        faces = Faces(both)
        (german,) = both.pieces["cards-de"]
        for piece, says in ((german, ["Hai: 0 legs", "HAI"]), (both.pieces["cards"][0], ["Shark: 0 legs", "SHARK"])):
            assert [text.text for text in said(faces.front(piece).nodes)][1:3] == says
        assert both.spec.components["cards-de"].title == "Karten"

    def test_the_first_language_is_printed_whole_whichever_it_is(self, tmp_path: Path) -> None:
        file = spec(tmp_path, "words: {Shark: Hai}")
        both = in_languages(load(file), ["de", "en"])
        assert {name: len(each) for name, each in both.pieces.items()} == {"cards": 2, "cards-en": 1}


class TestTwoOnOnePiece:
    def drawn(self, document: Document) -> list[Said]:
        return list(said(Faces(document).front(document.pieces["cards"][0]).nodes))

    def test_both_stand_in_the_box_the_second_smaller_and_below(self, tmp_path: Path) -> None:
        file = spec(tmp_path, text=SPEC.replace("[4, 14, 70, 8]", "[4, 13, 40, 10]"))
        drawn = self.drawn(in_languages(load(file), ["en+de"]))
        lines = [(text.text, text.size) for text in drawn]
        said = ["Beast 1 · 1. Tier", "Shark: 0 legs", "0 Beine hat: Hai", "SHARK · HAI"]
        assert [text for text, _ in lines[:4]] == said
        (first, second) = lines[1:3]
        assert second[1] == pytest.approx(first[1] * 0.82)
        assert drawn[1].y < drawn[2].y

    def test_what_is_the_same_in_both_is_there_once(self, tmp_path: Path) -> None:
        file = spec(tmp_path, "words: {Shark: Hai}")
        texts = [text.text for text in self.drawn(in_languages(load(file), ["de+en"]))]
        assert texts[0] == "Beast 1"
        assert texts[-1] == "Board"

    @pytest.mark.parametrize("asked", ["en+de+de", "en+de,de", "+", "de+"])
    def test_more_than_two_are_too_many(self, asked: str, tmp_path: Path) -> None:
        file = spec(tmp_path)
        with pytest.raises(SpecError, match=r"--language"):
            in_languages(load(file), asked.split(","))


class TestOnTrial:
    def test_only_what_a_language_changes_is_drawn_again(self, tmp_path: Path) -> None:
        own = load(spec(tmp_path, "words: {Shark: Hai}"))
        words, _ = load_words(own.spec, own.folder, "de")
        there, names = pruned(own, words, readings(own))
        assert names == ("cards",)
        assert printed(there) == ["Hai: 0 legs", "HAI"]
        assert printed(there, 0, "back") == []

    def test_a_text_without_words_keeps_its_language(self, tmp_path: Path) -> None:
        (tmp_path / "r.md").write_text("# A\n\nText.\n", encoding="utf-8")
        file = spec(tmp_path, text=SPEC.replace("setup:", RULES))
        for text, language in (("r.md", "en"), ("words/de/r.md", None)):
            pages = in_language(load(file), "de").spec.components["rules"].pages
            assert pages is not None
            assert (pages.from_, pages.language) == (text, language)
            (tmp_path / "words" / "de").mkdir(exist_ok=True)
            (tmp_path / "words" / "de" / "r.md").write_text("# B\n\nWorte.\n", encoding="utf-8")

    def test_a_picture_of_a_text_is_drawn_whole_whatever_its_language_changes(self, tmp_path: Path) -> None:
        seal = "  seal:\n    - {draw: circle, at: [5, 5], radius: 5, fill: red}\ncomponents:"
        (tmp_path / "r.md").write_text("# A\n\n![](template:seal)\n", encoding="utf-8")
        file = spec(tmp_path, text=SPEC.replace("setup:", RULES).replace("components:", seal))
        (tmp_path / "words" / "de").mkdir()
        (tmp_path / "words" / "de" / "r.md").write_text("# B\n\n![](template:seal)\n", encoding="utf-8")
        assert check(file).faults == ()
        assert list(in_languages(load(file), ["en", "de"]).parts) == ["cards-de", "rules-de"]
        assert list(in_languages(load(file), ["en+de"]).parts) == ["rules-de"]
