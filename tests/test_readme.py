"""Every command in the README and the docs is run as a reader would type it, and prints what the page shows."""

import fnmatch
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from command import environment

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# These set the project up, or would run this test inside itself; `tests/test_fresh.py` and CI run them for real.
SET_UP = ("make ", "cd ", "git clone ", ". .venv", "source .venv")
BLOCK = re.compile(r"^( *)```console\n(.*?)^\1```", re.M | re.S)
SAVED = re.compile(r"^Save this [^`\n]*as `([\w.-]+)`[^\n]*\n\n```\w+\n(.*?)^```", re.M | re.S)
STATUS = re.compile(r"\n?\[exit status (\d)\]\s*$")


def blocks(page: Path) -> list[tuple[str, str]]:
    """(command, shown output) in the order of the page: lines `$ ...` are commands, `...` stands for anything.

    A command that fails on purpose is followed by its output and a last line such as `[exit status 2]`.
    """
    found = []
    for _, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", dedent(block), flags=re.M)[1:]:
            command, _, shown = part.partition("\n")
            found.append((command, shown))
    return found


@pytest.mark.deep
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_the_page_does_what_it_shows(page: Path, tmp_path: Path) -> None:
    for shared in ("docs", "specs", "tests/records"):
        shutil.copytree(ROOT / shared, tmp_path / shared, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in SAVED.findall(page.read_text(encoding="utf-8")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    own = environment(tmp_path, XDG_DATA_HOME=str(tmp_path / "data"), COLUMNS="80", PATH=path)
    own.pop("COMPANION_DB", None)
    if page.name == "README.md":
        assert len(blocks(page)) > 5
    for command, shown in blocks(page):
        if command.startswith(SET_UP):
            continue
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=own, capture_output=True, text=True, timeout=300, check=False
        )
        said = done.stdout + done.stderr
        assert "Traceback" not in said, f"$ {command}\n{said}"
        expected = STATUS.search(shown)
        shown = STATUS.sub("", shown)
        assert done.returncode == (int(expected[1]) if expected else 0), f"$ {command}\n{said}"
        if shown.strip():
            pattern = "\n".join(line.rstrip() for line in shown.rstrip().splitlines())
            pattern = re.sub(r"([\[?])", r"[\1]", pattern).replace("...", "*")
            actual = "\n".join(line.rstrip() for line in said.rstrip().splitlines())
            assert fnmatch.fnmatchcase(actual, pattern.replace("***", "*")), f"$ {command}\n{said}"


def test_make_targets_the_readme_names_exist() -> None:
    named = set(re.findall(r"`make (\w+)`", (ROOT / "README.md").read_text(encoding="utf-8")))
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.M))
    assert named
    assert named <= targets
