"""One place says which version this is; a spec may say which it needs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from specs.base.errors import SpecError
from specs.base.version import VERSION, ahead
from specs.load import load

ROOT = Path(__file__).parents[2]
SPEC = """\
game: later
tideline: {version}
title: Later
credits: {{designer: Ann}}
tides: {{high: 3}}
components: {{}}
"""


def faults(version: str, folder: Path) -> list[str]:
    file = folder / "later.yaml"
    file.write_text(SPEC.format(version=version), encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        load(file)
    return [str(fault).removeprefix(f"{folder}/") for fault in caught.value.faults]


@pytest.mark.parametrize("version", ["0.999", "999.0", "'999.1.2'"])
def test_a_spec_for_a_later_version_says_so_and_nothing_else(version: str, tmp_path: Path) -> None:
    asked = version.strip("'")
    told = f"a spec for Tideline {asked}, read by {VERSION}; expected a newer Tideline, or an older spec"
    assert faults(version, tmp_path) == [f"later.yaml:2:11: {told}"]


@pytest.mark.parametrize("version", ["0.1", VERSION, VERSION.rpartition(".")[0]])
def test_of_a_spec_for_this_version_or_an_older_one_the_rest_is_told(version: str, tmp_path: Path) -> None:
    assert any("tides" in fault for fault in faults(version, tmp_path))
    assert not any("Tideline" in fault for fault in faults(version, tmp_path))


@pytest.mark.parametrize("version", ["soon", "[1, 2]", "{a: 1}", "''", "1.x", "0.0.0.0", "9" * 5000])
def test_what_is_no_version_is_a_fault_at_its_place(version: str, tmp_path: Path) -> None:
    assert any(fault.startswith("later.yaml:2:") for fault in faults(version, tmp_path))


def test_versions_are_compared_by_their_numbers() -> None:
    major, minor, _ = (int(part) for part in VERSION.split("."))
    assert ahead(f"{major}.{minor + 10}")
    assert ahead(f"{VERSION}1")
    assert not ahead(f"{major}.{minor}")
    assert not ahead("0.1.99")


def test_the_changelog_begins_with_this_version() -> None:
    entries = re.findall(r"^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert entries[0] == VERSION
    assert entries == sorted(entries, key=lambda entry: [int(part) for part in entry.split(".")], reverse=True)


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
