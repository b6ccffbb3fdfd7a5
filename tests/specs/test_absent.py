"""A file that is not where a spec names it: what is there instead, and names that only look alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from specs.read.missing_files import absent


@pytest.mark.parametrize(
    ("named", "there", "hint"),
    [
        ("f.csv", "F.CSV", "did you mean 'F.CSV'?"),
        ("fish.csv", "fishes.csv", "did you mean 'fishes.csv'?"),
        ("caf\u00e9.csv", "cafe\u0301.csv", "the name there has U+0065 U+0301 where this one has U+00E9"),
        ("f\u200b.csv", "f.csv", "the name there has nothing where this one has U+200B"),
        ("f.csv", "\ufefff.csv", "the name there has U+FEFF where this one has nothing"),
        ("f.csv", "f.csv ", "the name there has U+0020 where this one has nothing"),
        ("f.csv", "picture.png", ""),
    ],
)
def test_a_name_that_is_not_there_is_told_by_what_differs(named: str, there: str, hint: str, tmp_path: Path) -> None:
    (tmp_path / there).touch()
    assert absent(tmp_path / named, named, "file") == (f"no file '{named}'", hint)


def test_what_is_there_and_is_no_file_is_said_to_be_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "f.csv").mkdir()
    (tmp_path / "icons").touch()
    assert absent(tmp_path / "f.csv", "f.csv", "file") == ("'f.csv', which is a folder, not a file", "")
    assert absent(tmp_path / "icons", "icons", "folder") == ("'icons', which is a file, not a folder", "")
    assert absent(tmp_path / "no" / "f.csv", "no/f.csv", "file") == ("no file 'no/f.csv'", "")
