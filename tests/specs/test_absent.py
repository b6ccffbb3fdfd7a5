"""A file that is not where a spec names it: what is there instead, and names that only look alike."""

from pathlib import Path

from cases import cases

from specs.read.beside import absent


@cases
def test_a_name_that_is_not_there_is_told_by_what_differs(named: str, there: str, hint: str, tmp_path: Path) -> None:
    (tmp_path / there).touch()
    assert absent(tmp_path / named, named, "file") == (f"no file '{named}'", hint)


def test_what_is_there_and_is_no_file_is_said_to_be_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "f.csv").mkdir()
    (tmp_path / "icons").touch()
    assert absent(tmp_path / "f.csv", "f.csv", "file") == ("'f.csv', which is a folder, not a file", "")
    assert absent(tmp_path / "icons", "icons", "folder") == ("'icons', which is a file, not a folder", "")
    assert absent(tmp_path / "no" / "f.csv", "no/f.csv", "file") == ("no file 'no/f.csv'", "")
