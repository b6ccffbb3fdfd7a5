"""The companion as a table uses it, with one more game than ours, a toy: in this process, or as a program."""

from __future__ import annotations

import functools
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from at_table import Companion, Said

import companion.cli.main
import companion.games
import specs.load

ROOT = Path(__file__).parents[3]
RECORDS = ROOT / "tests" / "records"
TOY = Path(__file__).parent / "toy"
BEGUN = ("new", "pebbles", "Ann", "Bob:blue", "--pile", "12")
SETUP = """
import sys; from pathlib import Path; import companion.games, specs.load
companion.games.__path__.append(sys.argv[1]); specs.load.BUNDLED = Path(sys.argv[2])
sys.argv = ["companion", *sys.argv[3:]]
"""
MAIN = "from companion.cli.main import main; main()"


@pytest.fixture(scope="session")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The specs of our games, and the toy's beside them."""
    folder = tmp_path_factory.mktemp("specs")
    for entry in (*specs.load.BUNDLED.iterdir(), *TOY.glob("*.yaml")):
        (folder / entry.name).symlink_to(entry)
    return folder


@pytest.fixture(scope="module")
def toy(bundled: Path) -> Iterator[None]:
    """The toy within this process, found as games and specs are found; each bundled spec is read once."""
    load = specs.load.load
    kept = functools.cache(load)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(companion.games, "__path__", [*companion.games.__path__, str(TOY)])
        patch.setattr(specs.load, "BUNDLED", bundled)
        patch.setattr(specs.load, "load", lambda spec, **more: (kept if str(spec).isalpha() else load)(spec, **more))
        patch.setattr(companion.cli.main, "program", functools.cache(companion.cli.main.program))
        yield


@dataclass(frozen=True)
class Program(Companion):
    """And as a process, in an interpreter of its own, or other code in its place."""

    specs: Path = ROOT

    @property
    def env(self) -> dict[str, str]:
        return super().env | {"PYTHONPATH": str(ROOT)}

    def argv(self, *words: str, code: str = MAIN) -> list[str]:
        return [sys.executable, "-c", SETUP + code, str(TOY), str(self.specs), *words]

    def start(self, *words: str, code: str = MAIN, **more: Any) -> subprocess.Popen[str]:
        given = {"cwd": self.folder, "env": self.env, "text": True} | dict.fromkeys(("stdin", "stdout", "stderr"), -1)
        return subprocess.Popen(self.argv(*words, code=code), **given | more)

    def cold(self, *words: str, **more: Any) -> Said:
        process = self.start(*words, **more)
        out, err = process.communicate(timeout=60)
        assert "Traceback" not in err, err
        return Said(process.returncode, out, err)


@pytest.fixture(name="companion")
def _companion(toy: None, tmp_path: Path) -> Companion:
    return Companion(tmp_path)


@pytest.fixture
def program(toy: None, bundled: Path, tmp_path: Path) -> Program:
    """A game of pebbles, 12 of them, Ann to move, in the store of a program."""
    found = Program(tmp_path, specs=bundled)
    assert found(*BEGUN).status == 0
    return found


@pytest.fixture
def started(companion: Companion) -> Companion:
    """A game of pebbles: 12 of them, Ann to move."""
    assert companion(*BEGUN).status == 0
    return companion
