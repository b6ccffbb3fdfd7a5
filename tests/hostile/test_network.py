"""Neither program opens a connection, but for `companion serve`: every event of a socket ends the process here."""

import os
import subprocess
import sys
from pathlib import Path

from cases import cases, data

ROOT = Path(__file__).parents[2]
HEARD = data(__file__)["HEARD"]


def run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "COMPANION_DB": str(folder / "games.db"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", HEARD, *line.split()]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=120)


@cases
def test_the_printer_opens_no_connection(line: str, tmp_path: Path) -> None:
    done = run("generator.cli.main " + line.format(deck=ROOT / "docs/examples/deck/deck.yaml"), tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_referee_opens_no_connection(tmp_path: Path) -> None:
    out = "export --as referee out.yaml"
    for line in ("new atlantis Ann Bob --seed 7", "show", "moves", "note tea", "log --json", out):
        done = run(f"companion.cli.main {line}", tmp_path)
        assert done.returncode == 0, done.stderr


def test_what_serves_the_page_does(tmp_path: Path) -> None:
    assert run("companion.cli.main new atlantis Ann Bob --seed 7", tmp_path).returncode == 0
    done = run("companion.cli.main serve --port 0", tmp_path)
    assert done.returncode == 77
    assert "socket." in done.stderr
