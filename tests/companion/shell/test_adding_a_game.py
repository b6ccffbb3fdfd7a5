"""The page on adding a game shows the toy as it is, the toy can be printed, and paths the architecture names exist."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TOY = Path(__file__).parent / "toy"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n# (\w+\.py)\n(.*?)```", PAGE, re.S)


def test_the_page_shows_the_spec_as_it_is() -> None:
    first = re.search(r"```yaml\n(.*?)```", PAGE, re.S)
    assert first is not None
    assert first[1] == (TOY / "pebbles.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("file", "code"), BLOCKS)
def test_the_page_shows_the_toys_code_as_it_is(file: str, code: str) -> None:
    folder = TOY / ("tests" if file.startswith("test_") else "pebbles")
    assert code.rstrip() in (folder / file).read_text(encoding="utf-8")


def test_the_page_has_a_block_of_each_kind() -> None:
    assert {file for file, _ in BLOCKS} == {"rules.py", "notation.py", "setup.py", "view.py", "test_perft.py"}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole project with the toy added by the page alone: its spec, its folder, its records and its tests."""
    folder = tmp_path_factory.mktemp("installed")
    for room in ("companion", "specs", "generator", "tests", "docs"):
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__", "shell"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    shutil.copy(TOY / "pebbles.yaml", folder / "specs")
    shutil.copytree(TOY / "pebbles", folder / "companion" / "games" / "pebbles")
    shutil.copytree(TOY / "tests", folder / "tests" / "companion" / "pebbles")
    _, record, end = re.findall(r"```yaml\n(.*?)```", PAGE, re.S)
    (folder / "tests" / "records" / "pebbles.yaml").write_text(record, encoding="utf-8")
    (folder / "docs" / "examples" / "pebbles-end.yaml").write_text(end, encoding="utf-8")
    return folder


@pytest.mark.slow
def test_the_toy_added_by_the_page_alone_keeps_the_whole_contract(installed: Path) -> None:
    """Every test that runs over the games found, and those of the architecture, in a project of its own."""
    held = ["tests/companion", "tests/hostile/test_seeds.py", "tests/generator/faces", "tests/test_architecture.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "pebbles or architecture", *held]
    done = subprocess.run(
        [*command, "-m", "not slow"],
        cwd=installed, env={"PYTHONPATH": str(installed)}, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) > 100


def test_the_record_of_the_page_replays(project: Path, tmp_path: Path) -> None:
    record = re.findall(r"```yaml\n(.*?)```", PAGE, re.S)[1]
    (tmp_path / "game.yaml").write_text(record)
    script = "from companion.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "check", "game.yaml"],
        cwd=tmp_path, env={"PYTHONPATH": str(project)}, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "4 turns, all legal" in done.stdout


def test_the_toy_prints(tmp_path: Path) -> None:
    script = "import sys; from generator.cli import main; main()"
    for words in (["check"], ["build", "--out", str(tmp_path)]):
        command = [sys.executable, "-c", script, words[0], str(TOY / "pebbles.yaml"), *words[1:]]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stderr
    assert list(tmp_path.rglob("*.pdf"))


def test_paths_the_architecture_names_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:specs|generator|companion)/[\w./]+)`", page))
    assert len(named) > 10
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []
