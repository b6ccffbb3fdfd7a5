"""One place says which version this is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from specs.base.version import VERSION

ROOT = Path(__file__).parents[2]


# ---- names that other packages bear too --------------------------------------------------------------


def started(program: str, *before: Path) -> subprocess.CompletedProcess[str]:
    """The program as its installed script starts it, those folders searched before ours."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (*before, ROOT)))}
    script = f"import sys, tideline_press; sys.argv = [{program!r}, '--version']; tideline_press.{program}()"
    return subprocess.run(
        [sys.executable, "-P", "-c", script], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("program", ["generator", "companion"])
def test_a_program_starts_where_its_packages_are_ours(program: str) -> None:
    done = started(program)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{program} {VERSION}\n", "")


@pytest.mark.parametrize("taken", ["specs", "generator", "companion"])
def test_a_package_of_another_that_took_a_name_is_told_in_one_line(taken: str, tmp_path: Path) -> None:
    (tmp_path / taken).mkdir()
    (tmp_path / taken / "__init__.py").write_text("raise RuntimeError('never to be run')\n", encoding="utf-8")
    done = started("generator", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"the package '{taken}' is {tmp_path}/{taken}/__init__.py; expected {ROOT}/{taken}; "
        "another package has taken a name of tideline-press: install it apart, with pipx\n"
    )


def test_files_written_over_ours_are_told_too(tmp_path: Path) -> None:
    for room in ("specs", "generator", "companion"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "__init__.py").touch()
    (tmp_path / "tideline_press.py").write_bytes((ROOT / "tideline_press.py").read_bytes())
    done = started("generator", tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("No module named 'generator.cli'; expected Tideline's own packages in ")
    assert done.stderr.count("\n") == 1
