"""The small game that most questions are put on, in a folder of its own; and a studio of it in a process."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import environment
from studied import CARDS, SPEC


@pytest.fixture
def port(tmp_path: Path) -> Path:
    (tmp_path / "port.yaml").write_text(SPEC, encoding="utf-8")
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    return tmp_path / "port.yaml"


@pytest.fixture
def served(port: Path) -> Iterator[str]:
    """The address of a studio of the spec, in a process of its own."""
    command = [sys.executable, "-m", "generator.cli.main", "studio", "port.yaml", "--port", "0", "--json", "--no-open"]
    env = environment(port.parent, PYTHONPATH=str(Path(__file__).parents[3]))
    with subprocess.Popen(
        [*command, "--editor", "zed"], cwd=port.parent, env=env, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        yield json.loads(run.stdout.readline())["url"]
        run.terminate()
        assert run.wait(20) == 0
