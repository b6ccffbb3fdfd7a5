"""Files of words as nobody should write them: one line a fault, at its place, and never a traceback."""

from pathlib import Path

import pytest
from cases import data, put

from generator.building.check import check

SPEC = data(__file__)["SPEC"]
FAULTS = data(__file__)["FAULTS"]


def game(folder: Path, words: bytes, name: str = "de.yaml") -> Path:
    (folder / "words").mkdir()
    (folder / "words" / name).write_bytes(words)
    return put(folder / "g.yaml", SPEC)


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
