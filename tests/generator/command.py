"""The generator as a user calls it: a process of its own, its settings in a folder of the test's."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import warm

PROJECT = Path(__file__).parents[2]
EXAMPLE = PROJECT / "docs" / "examples" / "deck"


@dataclass(frozen=True, slots=True)
class Done:
    status: int
    out: str
    err: str


def environment(folder: Path, **more: str) -> dict[str, str]:
    own = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config"), "COLUMNS": "100", "NO_COLOR": "1"}
    return os.environ | own | more


def generator(*words: object, cwd: Path, cold: bool = False, **more: str) -> Done:
    """Run the generator in a folder (`cold`: in a new interpreter); whatever happens it may not show a traceback."""
    texts, env = [*map(str, words)], environment(cwd, PYTHONPATH=str(PROJECT), **more)
    if cold or not (started := warm.of(PROJECT)).would_start_alike(env):
        command = [sys.executable, "-m", "generator.cli.main", *texts]
        done = subprocess.run(
            command, cwd=cwd, env=env, capture_output=True, encoding="utf-8", timeout=300, check=False
        )
    else:
        done = started.run("generator", texts, cwd=cwd, env=env, timeout=300)
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    assert "internal fault" not in done.stderr, done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


def example(folder: Path) -> Path:
    """A copy of the documentation's deck; its spec."""
    shutil.copytree(EXAMPLE, folder / "deck", dirs_exist_ok=True)
    return folder / "deck" / "deck.yaml"


def tree(folder: Path) -> dict[str, bytes]:
    """Every file under a folder, by its path there."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def small(folder: Path) -> Path:
    """A game of two components, four tiles with backs and five tokens without; its spec."""
    return Path(shutil.copy(Path(__file__).with_name("small.yaml"), folder))
