"""Files of words as nobody should write them: one line a fault, at its place, and never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.building.check import check

SPEC = """game: g
title: Game
language: en
credits: {designer: D}
players: {min: 2, max: 2}
styles: {filled: {align: justify}}
components:
  cards:
    title: Cards
    size: [80, 60]
    rows: {list: [{name: Shark}]}
    front:
      - {draw: text, text: "{name}", box: [4, 14, 70, 8], size: 5}
      - {draw: text, text: "Lay {n} down", box: [4, 24, 70, 16], size: 5, style: filled, wrap: true}
"""
FAULTS = [
    (
        "words:\n  Shark: Hai\n  Shark: Fisch\n",
        "3:3: key 'Shark' a second time (first in line 2); expected each key once",
    ),
    (
        "words:\n  Shark: [Hai]\n",
        "2:10: Shark: a list of 1; expected text or an entry with keys such as words, in, was",
    ),
    ("words:\n  Shark: {wort: Hai}\n", "2:11: unknown key 'wort'; expected a key of an entry (did you mean 'words'?)"),
    ("- a\n", "1:1: a list of 1; expected a file of words with keys such as name, hyphenation, fonts"),
    ("words: Hai\n", "1:8: words: 'Hai'; expected a mapping"),
    (
        'words: {"Lay {n} down": "Leg {n ab"}',
        "1:9: words for 'Lay {n} down': '{' without '}'; expected '{{' for a brace",
    ),
    ("words: {Shark: !!str Hai}", "1:16: tag !!str; expected plain values without tags"),
    ("\xff", "1:1: byte 0xff, which is not UTF-8; expected a file saved as UTF-8"),
]


def game(folder: Path, words: bytes, name: str = "de.yaml") -> Path:
    (folder / "words").mkdir()
    (folder / "words" / name).write_bytes(words)
    (folder / "g.yaml").write_text(SPEC, encoding="utf-8")
    return folder / "g.yaml"


@pytest.mark.parametrize(("words", "told"), FAULTS)
def test_a_file_of_words_that_is_none_is_told_at_its_place(words: str, told: str, tmp_path: Path) -> None:
    file = game(tmp_path, words.encode("latin-1"))
    assert [str(fault) for fault in check(file).faults] == [f"{tmp_path}/words/de.yaml:{told}"]


def test_an_alias_in_itself_ends(tmp_path: Path) -> None:
    assert check(game(tmp_path, b"words: &a {Shark: *a}")).faults


@pytest.mark.parametrize("language", ["zh-Hant", "ja", "de-LI", "sr-Latn", "eo"])
def test_a_language_without_hyphens_of_its_own_is_set_without(language: str, tmp_path: Path) -> None:
    file = game(tmp_path, b'words: {"Lay {n} down": "Lege {n} Blatt irgendwohin ab"}', f"{language}.yaml")
    assert check(file).faults == ()


@pytest.mark.parametrize("name", ["deutsch.yaml", "d.yaml", "de-.yaml", "..yaml"])
def test_a_file_of_no_language_is_told(name: str, tmp_path: Path) -> None:
    told = [
        warning for warning in check(game(tmp_path, b"words: {}", name)).warnings if "of no language" in warning.found
    ]
    assert len(told) == 1


def test_words_that_a_terminal_would_obey_are_told_and_spelled_out(tmp_path: Path) -> None:
    (fault,) = check(game(tmp_path, b'words: {Shark: "\\e[31mHai"}')).faults
    assert "\x1b" not in str(fault)
    assert fault.hint == "in language de"


def test_a_link_that_leads_out_of_the_folder_is_no_file_of_words(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.yaml").write_text("words: {Shark: Hai}", encoding="utf-8")
    (tmp_path / "game").mkdir()
    file = game(tmp_path / "game", b"", "it.yaml")
    (file.parent / "words" / "de.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    told = [warning.found for warning in check(file).warnings]
    assert "'de.yaml', of no language" in told


def test_thousands_of_words_are_read_and_judged_soon(tmp_path: Path) -> None:
    words = "".join(f'  "text {n}": "Wort {n}"\n' for n in range(3_000))
    assert len(check(game(tmp_path, f"words:\n{words}".encode())).warnings) == 201  # the last says that there are more
