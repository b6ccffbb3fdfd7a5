"""The companion as a table uses it: whole processes, in a project that has two more games than ours, toys."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import warm

import companion.games
import specs.load

ROOT = Path(__file__).parents[3]
TOY = Path(__file__).parent / "toy"
TOYS = ("pebbles", "climb")
collect_ignore = ["toy"]  # its tests run in a project that has it
UNSET = ("COMPANION_DB", "NO_COLOR", "COLUMNS", "PYTHONDONTWRITEBYTECODE")


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the toys added the documented way: one YAML file each, and one folder."""
    folder = tmp_path_factory.mktemp("project")
    for room in ("companion", "specs", "generator"):
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("*.pyc.*"))
    for game in TOYS:
        shutil.copy(TOY / f"{game}.yaml", folder / "specs")
        shutil.copytree(TOY / game, folder / "companion" / "games" / game)
    folder.chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The toys within this process, found as games and specs are found."""
    bundled = tmp_path_factory.mktemp("specs")
    for spec in [*specs.load.BUNDLED.glob("*.yaml"), *(TOY / f"{game}.yaml" for game in TOYS)]:
        shutil.copy(spec, bundled)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(companion.games, "__path__", [*companion.games.__path__, str(TOY)])
        patch.setattr(specs.load, "BUNDLED", bundled)
        yield


@dataclass(frozen=True)
class Said:
    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Companion:
    """Runs the program. Called with the words of a command line; `argv` and `env` for other ways to start it."""

    project: Path
    folder: Path
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def argv(self) -> list[str]:
        return [sys.executable, "-c", "from companion.cli.main import main; main()"]

    @property
    def env(self) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if k not in UNSET}
        return kept | {"PYTHONPATH": str(self.project), "COMPANION_DB": str(self.db)} | self.extra

    @property
    def db(self) -> Path:
        return self.folder / "games.db"

    def __call__(self, *words: str, stdin: str = "") -> Said:
        started = warm.of(self.project)
        assert started.would_start_alike(self.env), "start it cold"
        return self._said(started.run("companion", words, cwd=self.folder, env=self.env, stdin=stdin))

    def cold(self, *words: str, stdin: str = "", **more: Any) -> Said:
        """In an interpreter of its own."""
        command = [*self.argv, *words]
        return self._said(
            subprocess.run(
                command,
                cwd=self.folder,
                env=self.env,
                input=stdin,
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
                **more,
            )
        )

    def _said(self, done: subprocess.CompletedProcess[str]) -> Said:
        assert "Traceback" not in done.stderr, done.stderr
        return Said(done.returncode, done.stdout, done.stderr)


@pytest.fixture(name="companion")
def _companion(project: Path, tmp_path: Path) -> Companion:
    return Companion(project, tmp_path)


@pytest.fixture
def started(companion: Companion) -> Companion:
    """A game of pebbles: 12 of them, Ann to move."""
    assert companion("new", "pebbles", "Ann", "Bob:blue", "--pile", "12").status == 0
    return companion
