"""No home, a home that is not there, devices and disks that are full: one sentence, and what it says is so."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import warm
from cases import cases
from command import PROJECT

HOMELESS = "import pwd; pwd.getpwuid = {}.__getitem__; from tideline_press import %s as main; main()"
FULL = "No space left on device"


def run(room: str, line: str, folder: Path, *, nobody: bool = False, **env: str) -> subprocess.CompletedProcess[str]:
    """A program run in a folder, as a shell would; by `nobody`, a user the system does not know."""
    code = (HOMELESS if nobody else "from tideline_press import %s as main; main()") % room
    kept = {key: value for key, value in os.environ.items() if key not in ("HOME", "COMPANION_DB")}
    kept = {key: value for key, value in kept.items() if not key.startswith("XDG_")}
    return subprocess.run(
        ["bash", "-c", f"{sys.executable} -c '{code}' {line}"], cwd=folder, env={**kept, **env}, text=True,
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip


# ---- no place --------------------------------------------------------------------------------------


@cases
def test_without_a_home_nothing_is_written_where_one_happens_to_be(
    home: str | None, room: str, line: str, tmp_path: Path
) -> None:
    said = run(room, line, tmp_path, nobody=True, **({} if home is None else {"HOME": home}))
    variable, more = ("DATA", ", or another place with --db") if room == "companion" else ("CONFIG", "")
    expected = f"no folder of yours is known here; expected HOME or XDG_{variable}_HOME as a full path{more}\n"
    assert (said.returncode, said.stdout, said.stderr) == (2, "", expected)
    assert not list(tmp_path.iterdir())


def test_without_a_home_a_place_can_be_named(tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    assert run("companion", f"--db {store} new circles A B", tmp_path, nobody=True).returncode == 0
    assert run("companion", "show", tmp_path, nobody=True, COMPANION_DB=str(store)).returncode == 0
    data = {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    assert run("companion", "new circles A B", tmp_path, nobody=True, **data).returncode == 0
    assert run("generator", "calibrate --set kitchen 1,1", tmp_path, nobody=True, **data).returncode == 0
    assert {file.name for file in tmp_path.iterdir()} == {"games.db", "data", "config"}
    assert run("generator", "list", tmp_path, nobody=True).returncode == 0


@pytest.mark.parametrize(("room", "line"), [("companion", "new circles A B"), ("generator", "calibrate --set p 1,1")])
def test_a_home_that_cannot_be_written_is_said_in_a_line(room: str, line: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = run(room, line, tmp_path, HOME=str(tmp_path / "file" / "home"))
    assert (said.returncode, len(said.stderr.splitlines())) == (2, 1)
    assert str(tmp_path / "file") in said.stderr
    assert "Not a directory" in said.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


# ---- nobody to be told -----------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder with a game of one turn, and its record."""
    record = "game: atlantis\nplayers: [Ann, Bob]\nsetup: {seed: 1}\nmoves: [1:H]\n"
    (tmp_path / "a.yaml").write_text(record)
    assert companion(tmp_path, "import", "a.yaml").returncode == 0
    return tmp_path


def at(folder: Path) -> dict[str, str]:
    return {"COMPANION_DB": str(folder / "games.db")}


def companion(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """With somebody who can be told."""
    return warm.of(PROJECT).run("companion", words, cwd=folder, env={**os.environ, **at(folder)})


def log(folder: Path) -> str:
    return companion(folder, "log").stdout + companion(folder, "list").stdout


@cases
def test_what_is_done_though_nobody_can_be_told_is_said_to_be_done(line: str, kept: str, table: Path) -> None:
    before = log(table)
    said = run("companion", f"{line} >/dev/full", table, **at(table))
    assert (said.returncode, said.stderr) == (2, f"standard output: {FULL}; {kept}\n")
    if line.startswith("export"):
        assert (table / "b.yaml").exists()
    elif not line.startswith("list --use"):
        assert log(table) != before


def test_what_is_put_back_or_corrected_though_nobody_can_be_told_is_said_to_be(table: Path) -> None:
    companion(table, "undo")
    said = run("companion", "undo --redo >/dev/full", table, **at(table))
    assert said.stderr == f"standard output: {FULL}; what was put back stays so\n"
    assert " 1 turn " in log(table)
    said = run("companion", "amend 1 1:O >/dev/full", table, **at(table))
    assert said.stderr == f"standard output: {FULL}; what was corrected is kept\n"


# ---- no room ---------------------------------------------------------------------------------------


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with a game of one turn on it, and not a byte more room."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    if subprocess.run(mounting, check=False, capture_output=True).returncode:
        pytest.skip("a small disk needs root, and a system that lets root mount one")
    try:
        run("companion", "new atlantis Ann Bob --seed 1", disk, **at(disk))
        run("companion", "move 1:H", disk, **at(disk))
        with (disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
            while filler.write(bytes(4096)):
                pass
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk_changes_nothing_and_says_one_sentence(full_disk: Path) -> None:
    before, files = log(full_disk), {file.name for file in full_disk.iterdir()}
    assert " 1 turn " in before
    for line in ("move 1:O", "undo", "note tea", "new circles Cy Di", "list --delete 1 --yes"):
        said = run("companion", line, full_disk, **at(full_disk))
        assert (said.returncode, said.stdout) == (2, ""), line
        assert len(said.stderr.splitlines()) == 1
        assert "the disk is full or failing" in said.stderr
        assert "nothing was changed" in said.stderr
        assert log(full_disk) == before
        assert {file.name for file in full_disk.iterdir()} == files
    said = run("companion", "--db other.db new circles Cy Di", full_disk)
    assert (said.returncode, len(said.stderr.splitlines())) == (2, 1)
    said = run("companion", "export --as referee b.yaml", full_disk, **at(full_disk))
    assert (said.returncode, len(said.stderr.splitlines())) == (2, 1)
    assert not (full_disk / "b.yaml").exists()
    (full_disk / "filler").unlink()
    assert log(full_disk) == before
    assert run("companion", "undo", full_disk, **at(full_disk)).returncode == 0
