"""No home, a home that is not there, devices and disks that are full: one sentence, and what it says is so."""

from contextlib import suppress
from pathlib import Path

import pytest
from cases import cases
from programs import imported, run

FULL = "No space left on device"


# ---- no place --------------------------------------------------------------------------------------


@cases
def test_without_a_home_nothing_is_written_where_one_happens_to_be(home: str | None, line: str, tmp_path: Path) -> None:
    said = run(line, tmp_path, first="forget", homeless=True, **({} if home is None else {"HOME": home}))
    variable, more = ("DATA", ", or another place with --db") if "companion" in line else ("CONFIG", "")
    expected = f"no folder of yours is known here; expected HOME or XDG_{variable}_HOME as a full path{more}\n"
    assert (said.returncode, said.stdout, said.stderr) == (2, "", expected)
    assert not list(tmp_path.iterdir())


@cases
def test_without_a_home_a_place_can_be_named(line: str, variable: str, there: list[str], tmp_path: Path) -> None:
    place = {variable: str(tmp_path / variable)} if variable else {}
    said = run(line.format(here=tmp_path), tmp_path, first="forget", homeless=True, **place)
    assert (said.returncode, [file.name for file in tmp_path.iterdir()]) == (0, there)


@cases
def test_a_home_that_cannot_be_written_is_said_in_a_line(line: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = run(line, tmp_path, homeless=True, HOME=str(tmp_path / "file" / "home"))
    assert (said.returncode, len(said.stderr.splitlines())) == (2, 1)
    assert str(tmp_path / "file") in said.stderr
    assert "Not a directory" in said.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


# ---- nobody to be told -----------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder with a game of one turn, and its record."""
    return imported(tmp_path, "game: atlantis\nplayers: [Ann, Bob]\nsetup: {seed: 1}\nmoves: [1:H]\n")


def log(folder: Path) -> str:
    return run("companion log", folder).stdout + run("companion list", folder).stdout


@cases
def test_what_is_done_though_nobody_can_be_told_is_said_to_be_done(line: str, kept: str, table: Path) -> None:
    if "--redo" in line:
        run("companion undo", table)
    before = log(table)
    said = run(f"companion {line} >/dev/full", table)
    assert (said.returncode, said.stderr) == (2, f"standard output: {FULL}; {kept}\n")
    if line.startswith("export"):
        assert (table / "b.yaml").exists()
    elif not line.startswith("list --use"):
        assert log(table) != before


# ---- no room ---------------------------------------------------------------------------------------


@pytest.fixture
def full_disk(small_disk: Path) -> Path:
    """A disk with a game of one turn on it, and not a byte more room."""
    run("companion new atlantis Ann Bob --seed 1", small_disk)
    run("companion move 1:H", small_disk)
    with (small_disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while filler.write(bytes(4096)):
            pass
    return small_disk


def test_a_full_disk_changes_nothing_and_says_one_sentence(full_disk: Path) -> None:
    before, files = log(full_disk), {file.name for file in full_disk.iterdir()}
    assert " 1 turn " in before
    for line in ("move 1:O", "undo", "note tea", "new circles Cy Di", "list --delete 1 --yes"):
        said = run(f"companion {line}", full_disk)
        assert (said.returncode, said.stdout, len(said.stderr.splitlines())) == (2, "", 1), line
        assert "the disk is full or failing" in said.stderr
        assert "nothing was changed" in said.stderr
        assert log(full_disk) == before
        assert {file.name for file in full_disk.iterdir()} == files
    for line in ("--db other.db new circles Cy Di", "export --as referee b.yaml"):
        said = run(f"companion {line}", full_disk)
        assert (said.returncode, len(said.stderr.splitlines())) == (2, 1)
    assert not (full_disk / "b.yaml").exists()
    (full_disk / "filler").unlink()
    assert log(full_disk) == before
    assert run("companion undo", full_disk).returncode == 0
