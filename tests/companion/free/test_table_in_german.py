"""What a spec's table says, in the language of whoever plays: its score, its refusals, its printed score sheet."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.api import Game
from companion.table.turns import Untaken
from specs.base.languages import Tongue, speaking
from specs.load import load, worded
from specs.translation.overlay import load_words
from specs.translation.words_check import WordsCheck

GALLERY = Path(__file__).parents[3] / "docs" / "examples" / "gallery"
WORDS = """
words:
  "tricks": "Stiche"
  "bells": "Glocken"
  "{at(trick.suit, 0)} was led, and {name} still holds one": "{name} hat {at(trick.suit, 0)} noch auf der Hand"
"""
GERMAN = Tongue("de", ("companion",))


@pytest.fixture
def bells(tmp_path: Path) -> Path:
    for name in ("bells.yaml", "bells.md", "signs"):
        there = GALLERY / name
        (shutil.copytree if there.is_dir() else shutil.copy)(there, tmp_path / name)
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "de.yaml").write_text(WORDS, encoding="utf-8")
    return tmp_path / "bells.yaml"


def test_a_refusal_and_the_score_are_told_in_german_and_in_the_specs_own_words(bells: Path) -> None:
    table = Game(str(bells)).new("Ann", "Bob", "Cy", "Dee", seed=7, cards="dealt")
    hands = [pieces for site, pieces in table.state.state.lying if site.zone == "hand"]
    led = hands[0][0].word
    suit = led.partition("-")[0]
    other = next(piece.word for piece in hands[1] if not piece.word.startswith(suit))
    (bells.parent / "words").rename(bells.parent / "away")  # the same game without words, earlier in this process
    with speaking(GERMAN), pytest.raises(Untaken, match=f"{suit} was led"):
        Game(str(bells)).new("Ann", "Bob", "Cy", "Dee", seed=7, cards="dealt").move(f"play {led}").move(f"play {other}")
    table = table.move(f"play {led}")
    with speaking(GERMAN), pytest.raises(Untaken, match=f"Bob hat {suit} noch auf der Hand"):
        table.move(f"play {other}")
    with pytest.raises(Untaken, match=f"{suit} was led, and Bob still holds one"):
        table.move(f"play {other}")


def test_rows_of_the_score_are_named_in_german(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).parent / "market.yaml", tmp_path)
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "de.yaml").write_text('words: {"goods": "Waren"}\n', encoding="utf-8")
    table = Game(str(tmp_path / "market.yaml")).new("Ann", "Bob", seed=7, cards="dealt").move("buy blue-1")
    (tmp_path / "words" / "de.yaml").unlink()  # what a game in play says does not hang on it
    with speaking(GERMAN):
        assert "Waren: 1" in table.settle().standings[0].lines
    assert "goods: 1" in table.settle().standings[0].lines


def test_translators_are_given_them_and_told_of_a_field_that_is_not_there(bells: Path) -> None:
    document = load(bells)
    words, faults = load_words(document.spec, document.folder, "de")
    assert faults == []
    assert WordsCheck(document, words).faults == []
    with speaking(GERMAN):
        assert [row.text for row in worded(document).spec.play.score] == ["Stiche", "Glocken"]
    file = bells.parent / "words" / "de.yaml"
    file.write_text(WORDS.replace("{name} hat", "{nane} hat"), encoding="utf-8")
    words, _ = load_words(document.spec, document.folder, "de")
    [fault] = WordsCheck(document, words).faults
    assert "no field 'nane'" in str(fault)
