"""What the generator tells and prints beside the pieces, in German: no English is left in it."""

import re
from pathlib import Path

import pytest
from cases import cases, data
from command import generator, small
from pypdf import PdfReader
from said import said

from generator.building.loading import asked, load
from generator.plan.drawer import drawer_of
from generator.sheets.handouts import calibration
from generator.sheets.printable import SheetOptions
from specs.base.chosen_language import chosen
from specs.base.languages import languages, speaking
from specs.load import bundled

RICH = Path(__file__).parent / "rich.yaml"
SETUP = data(__file__)["SETUP"]
ENGLISH = re.compile(
    r"(?<![-/`])\b(the|of|and|or|is|are|with|without|from|for|each|both|their|your|you|its|sheets?|pages?|"
    r"print|printed|cut|fold|glue|paper|cards?|players?|spaces?|pieces?|sides?|backs?|fronts?|left|right|above|below|"
    r"written|files?|usage|error|options|commands|required|default|missing)\b(?!\.pdf|[-=:/`])"
)
# what is typed, defaults, and names of files
OWN = r"<[^>]*>|\[sonst: [^]]*\]|--\S+|`[^`]*`|\[[A-Z]\S*|\S*\.(?:pdf|png|json|yaml|txt)\b|output\S*"


def english(text: str) -> list[str]:
    return ENGLISH.findall(re.sub(OWN, "", " ".join(text.split())))


def german(folder: Path) -> Path:
    """Cards, tokens, figures and a board of several sheets, in German."""
    text = RICH.read_text(encoding="utf-8")
    text = text[: text.index("setup:")] + SETUP
    spec = folder / "rich.yaml"
    spec.write_text(f"language: de\n{text}", encoding="utf-8")
    return spec


def test_a_build_in_german_tells_and_prints_no_english(tmp_path: Path) -> None:
    spec = german(tmp_path)
    options = ["--seed", 3, "--players", 2, "--format", "pdf"]
    done = generator("build", spec.name, *options, cwd=tmp_path, LANG="de_DE.UTF-8", LC_ALL="de_DE.UTF-8")
    assert done.status == 0, done.err
    assert not english(done.out), done.out
    (file,) = (tmp_path / "output").rglob("*.pdf")
    for page in PdfReader(file).pages:
        text = page.extract_text()
        assert not english(text), text


@cases
def test_what_commands_tell_in_german_is_no_english(words: str, status: int, tmp_path: Path) -> None:
    done = generator(*words.split(), cwd=tmp_path, LANG="de_DE.UTF-8", LC_ALL="de_DE.UTF-8")
    assert done.status == status, done.err
    assert not english(done.out + done.err), done.out + done.err


@pytest.mark.parametrize("language", [each for each in languages("generator") if each != "en"])
def test_the_calibration_page_is_no_english(language: str) -> None:
    with speaking(chosen(language, ("generator", "specs"))):
        texts = [text.text for page in calibration.pages(210, 297) for text in said(page.nodes)]
    assert len(texts) > 5
    assert not english(" ".join(texts)), texts


def test_a_setup_in_two_languages_is_told_in_each(tmp_path: Path) -> None:
    done = generator("setup", "gods", "--seed", 3, "--players", 2, "--language", "en,de", cwd=tmp_path)
    first, second = done.out.split("\nAtlantis: ")
    assert first.startswith("Atlantis: Island of Gods, 2 players, seed 3\n")
    assert second.startswith("Götterinsel, 2 Personen, Seed 3\n")
    assert not english(second), second


@pytest.mark.parametrize("languages", ["en,de", "en+de"])
def test_the_setup_sheets_of_two_languages_are_there_in_each(languages: str, tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    spec = small(tmp_path)
    spec.write_text(f"language: en\n{spec.read_text('utf-8')}", "utf-8")
    (tmp_path / "words" / "de.yaml").write_text('words: {"Small game": "Kleines Spiel", "north": "Nord"}', "utf-8")
    words = {"language": tuple(languages.split(",")), "seed": 3, "players": 2}
    document, settings = asked(load(spec), words)
    pages, _ = drawer_of(document, settings).setup(SheetOptions())
    bookmarks = [text for page in pages for text in page.bookmarks]
    assert [text for text in bookmarks if text.endswith("row")] == ["Setup: row", "Aufbau: row"]


def test_the_bundled_games_are_listed_in_a_language(tmp_path: Path) -> None:
    done = generator("list", "--language", "it", cwd=tmp_path)
    assert len(done.out.splitlines()) == len(list(bundled()))
    assert "Sette Cerchi: 2–6 giocatori" in done.out
