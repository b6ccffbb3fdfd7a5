"""What every released version left on its users' disks is read by this one: stores, records, printers, specs, builds.

`released_by.py` wrote it, once for each version.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from tempfile import gettempdir

import pytest
import warm
from released_by import HERE, OWN, RECORDS, own_facts

from companion import Game, Table, read
from specs.base.version import VERSION

ROOT = HERE.parents[1]
RELEASED = sorted(folder for folder in HERE.iterdir() if (folder / "told.json").is_file())
VERSIONS = pytest.mark.parametrize("left", RELEASED, ids=lambda folder: folder.name)


@pytest.fixture
def disk(left: Path, tmp_path: Path) -> Path:
    """What a version left, in a folder of the test's own; its printers where this one looks for them."""
    shutil.copytree(left, tmp_path / "left")
    (tmp_path / "tideline").mkdir()
    shutil.copy(left / "printers.json", tmp_path / "tideline")
    return tmp_path / "left"


def run(disk: Path, program: str, *words: str) -> str:
    own = {"HOME": str(disk.parent), "XDG_CONFIG_HOME": str(disk.parent), "COMPANION_DB": str(disk / "store.db")}
    environment = os.environ | own | {"PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    done = warm.of(ROOT).run(program, [*words], cwd=disk, env=environment, timeout=100)
    assert done.returncode == 0, f"{program} {words}: {done.stderr}"
    return done.stdout


def told(disk: Path) -> dict[str, str]:
    positions: dict[str, str] = json.loads((disk / "told.json").read_text(encoding="utf-8"))["positions"]
    return positions


def test_this_version_has_left_its_files_or_is_the_next() -> None:
    numbers = [tuple(int(part) for part in folder.name.split(".")) for folder in RELEASED]
    assert max(numbers) <= tuple(int(part) for part in VERSION.split("."))
    assert len(RELEASED) > 1


@VERSIONS
def test_it_names_no_folder_of_who_made_it(left: Path) -> None:
    for file in (file for file in left.rglob("*") if file.is_file()):
        assert gettempdir().encode() not in file.read_bytes(), file


@VERSIONS
def test_its_store_has_its_games_where_they_stood_and_goes_on(left: Path, disk: Path) -> None:
    for number, name in enumerate(RECORDS, 1):
        facts = json.loads(run(disk, "companion", "--game", str(number), "show", "--as", "referee", "--json"))
        assert state(name, facts["position"]) == state(name, told(left)[name]), name
        assert "kept for later versions" in run(disk, "companion", "--game", str(number), "log")
    run(disk, "companion", "--game", "2", "undo")
    run(disk, "companion", "--game", "2", "redo")
    run(disk, "companion", "about", "--place", "Harbour")


def state(record: str, position: str) -> object:
    """What a position says, in whichever words a version writes it."""
    return Game(record.partition("-")[0]).notation.parse_state(position)


@VERSIONS
@pytest.mark.parametrize("name", RECORDS)
def test_its_records_replay_to_the_position_they_did(left: Path, name: str) -> None:
    table: Table = read((left / f"{name}.yaml").read_text(encoding="utf-8"))
    assert state(name, table.position) == state(name, told(left)[name])


@pytest.mark.parametrize("left", [folder for folder in RELEASED if (folder / f"{OWN}.yaml").is_file()])
def test_its_game_of_ones_own_stands_where_it_did_and_replays(left: Path, disk: Path) -> None:
    own = json.loads((left / "told.json").read_text(encoding="utf-8"))["own"]
    number = str(len(RECORDS) + 1)
    shown = json.loads(run(disk, "companion", "--game", number, "show", "--as", "referee", "--json"))
    assert own_facts(shown) == own
    run(disk, "companion", "--game", number, "move", "rest")
    assert f"{own[0]} turns, all legal" in run(disk, "companion", "check", f"{OWN}-record.yaml")


@VERSIONS
def test_its_printers_specs_and_builds_are_taken(left: Path, disk: Path) -> None:
    before = json.loads((left / "printed" / "manifest.json").read_text(encoding="utf-8"))
    words = ("build", "spec.yaml", "--printer", "kitchen", "--out", "new", "--format", "pdf", "--json")
    built = json.loads(run(disk, "generator", *words))
    manifest = json.loads((disk / built["folder"] / "manifest.json").read_text(encoding="utf-8"))
    assert {name: kind["count"] for name, kind in manifest["components"].items()} == {
        name: kind["count"] for name, kind in before["components"].items()
    }
    run(disk, "generator", "diff", "printed", "spec.yaml")
