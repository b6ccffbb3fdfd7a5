"""The small game that most questions are put on, in a folder of its own; and a studio of it in a process."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from subprocess import PIPE

import pytest
from command import environment
from studied import CARDS, SPEC


@pytest.fixture
def port(tmp_path: Path) -> Path:
    (tmp_path / "port.yaml").write_text(SPEC, encoding="utf-8")
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    return tmp_path / "port.yaml"


@pytest.fixture
def studio_of() -> Iterator[Callable[[Path], str]]:
    """The address of a studio of a spec, in a process of its own."""
    with ExitStack() as running:

        def address(spec: Path) -> str:
            command = [sys.executable, "-m", "generator.cli.main", "studio", spec.name, "--port", "0", "--json"]
            env = environment(spec.parent, PYTHONPATH=str(Path(__file__).parents[3]))
            command += ["--no-open", "--editor", "zed"]
            run = running.enter_context(subprocess.Popen(command, cwd=spec.parent, env=env, stdout=PIPE, text=True))
            running.callback(lambda: ended(run))
            assert run.stdout is not None
            return str(json.loads(run.stdout.readline())["url"])

        yield address


def ended(run: subprocess.Popen[str]) -> None:
    run.terminate()
    assert run.wait(20) == 0


@pytest.fixture
def served(port: Path, studio_of: Callable[[Path], str]) -> str:
    return studio_of(port)
