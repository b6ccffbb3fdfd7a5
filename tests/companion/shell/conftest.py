"""The companion as a table uses it, with two more games than ours, toys: in this process, or as a program."""

from __future__ import annotations

import functools
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import companion.cli.main
import companion.games
import specs.load

ROOT = Path(__file__).parents[3]
RECORDS = ROOT / "tests" / "records"
TOY = Path(__file__).parent / "toy"
UNSET = ("COMPANION_DB", "NO_COLOR", "COLUMNS", "PYTHONDONTWRITEBYTECODE")
BEGUN = ("new", "pebbles", "Ann", "Bob:blue", "--pile", "12")
SETUP = """
import sys; from pathlib import Path; import companion.games, specs.load
companion.games.__path__.append(sys.argv[1]); specs.load.BUNDLED = Path(sys.argv[2])
sys.argv = ["companion", *sys.argv[3:]]
"""
MAIN = "from companion.cli.main import main; main()"


@pytest.fixture(scope="session")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The specs of our games, and the toys' beside them."""
    folder = tmp_path_factory.mktemp("specs")
    for entry in (*specs.load.BUNDLED.iterdir(), *TOY.glob("*.yaml")):
        (folder / entry.name).symlink_to(entry)
    return folder


@pytest.fixture(scope="module")
def toy(bundled: Path) -> Iterator[None]:
    """The toys within this process, found as games and specs are found; each of those specs is read once."""
    load = specs.load.load
    kept = functools.cache(load)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(companion.games, "__path__", [*companion.games.__path__, str(TOY)])
        patch.setattr(specs.load, "BUNDLED", bundled)
        patch.setattr(specs.load, "load", lambda spec, **more: (kept if str(spec).isalpha() else load)(spec, **more))
        patch.setattr(companion.cli.main, "program", functools.cache(companion.cli.main.program))
        yield


@dataclass(frozen=True)
class Said:
    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Companion:
    """The program with a store of its own, within this process. Called with the words of a command line."""

    folder: Path
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def db(self) -> Path:
        return self.folder / "games.db"

    @property
    def env(self) -> dict[str, str]:
        return {k: v for k, v in os.environ.items() if k not in UNSET} | {"COMPANION_DB": str(self.db)} | self.extra

    def __call__(self, *words: str, stdin: str = "") -> Said:
        given, out, err = (io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8") for text in (stdin, "", ""))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "environ", self.env)
            patch.chdir(self.folder)
            for name, stream in (("stdin", given), ("stdout", out), ("stderr", err)):
                patch.setattr(sys, name, stream)
            status = companion.cli.main.run(words)
        for stream in (out, err):
            stream.seek(0)
        return Said(status, out.read(), err.read())


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
