"""The page on facets shows the toys as they are, the toy can be printed, and paths the architecture names exist."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TOY = Path(__file__).parent / "toy"
PAGE = (ROOT / "docs" / "facets.md").read_text(encoding="utf-8")
TOYS = ("pebbles", "climb")
BLOCKS = re.findall(r"```python\n# ([\w/]+\.py)\n(.*?)```", PAGE, re.S)


def test_the_page_shows_the_spec_as_it_is() -> None:
    first = re.search(r"```yaml\n(.*?)```", PAGE, re.S)
    assert first is not None
    assert first[1] == (TOY / "pebbles.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("file", "code"), BLOCKS)
def test_the_page_shows_the_toys_code_as_it_is(file: str, code: str) -> None:
    folder = "pebbles-tests/" if file.startswith("test_") else "" if "/" in file else "pebbles/"
    assert code.rstrip() in (TOY / f"{folder}{file}").read_text(encoding="utf-8")


def test_the_page_shows_the_toys_records_as_they_are() -> None:
    told = re.findall(r"```yaml\n(.*?)```", PAGE, re.S)[1:]
    assert told == [(TOY / f"pebbles-{what}.yaml").read_text(encoding="utf-8") for what in ("game", "end")]


def test_the_page_has_a_block_of_each_kind() -> None:
    assert {file for file, _ in BLOCKS} == {
        "rules.py", "notation.py", "setup.py", "view.py", "climb/view.py", "climb/rules.py", "test_perft.py",
    }  # fmt: skip


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole project with both toys added by the page alone: their specs, folders, records and tests."""
    folder = tmp_path_factory.mktemp("installed")
    for room in ("companion", "specs", "generator", "languages", "tests", "docs", "benchmarks"):
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("*.pyc.*", "shell"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    shell = Path("tests") / "companion" / "shell"
    (folder / shell).mkdir()
    for test in ("test_told.py", "test_widths.py"):
        shutil.copy(ROOT / shell / test, folder / shell)
    for game in TOYS:
        shutil.copy(TOY / f"{game}.yaml", folder / "specs")
        shutil.copytree(TOY / game, folder / "companion" / "games" / game)
        shutil.copytree(TOY / f"{game}-tests", folder / "tests" / "companion" / game)
        shutil.copy(TOY / f"{game}-game.yaml", folder / "tests" / "records" / f"{game}.yaml")
        shutil.copy(TOY / f"{game}-end.yaml", folder / "docs" / "examples")
    return folder


@pytest.mark.deep
def test_toys_added_by_the_page_alone_keep_the_whole_contract(installed: Path) -> None:
    """Every test that runs over the games found, and those of the architecture, in a project of its own: a game where
    all is seen, and one with hidden hands."""
    held = ["tests/companion", "tests/hostile/test_seeds.py", "tests/generator/faces", "tests/test_architecture.py"]
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *held]
    done = subprocess.run(
        [*command, "-k", "pebbles or climb or architecture", "-m", "not deep"],
        cwd=installed, env={"PYTHONPATH": str(installed)}, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]
    for game in TOYS:
        assert len(re.findall(rf"{game}.* PASSED", done.stdout)) > 60, game


def test_the_record_of_the_page_replays(project: Path, tmp_path: Path) -> None:
    shutil.copy(TOY / "pebbles-game.yaml", tmp_path / "game.yaml")
    script = "from companion.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "import", "--check", "game.yaml"],
        cwd=tmp_path, env={"PYTHONPATH": str(project)}, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "4 turns, all legal" in done.stdout


@pytest.mark.parametrize("game", TOYS)
def test_the_toys_print(game: str, tmp_path: Path) -> None:
    script = "import sys; from generator.cli.main import main; main()"
    for words in (["check"], ["build", "--out", str(tmp_path)]):
        command = [sys.executable, "-c", script, words[0], str(TOY / f"{game}.yaml"), *words[1:]]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stderr
    assert list(tmp_path.rglob("*.pdf"))


def test_paths_the_architecture_names_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:specs|generator|companion)/[\w./]+)`", page))
    assert len(named) > 10
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []
