"""What `make compat` installs: the lowest version of each requirement, and that it looks whether it got them."""

from pathlib import Path

import compat
import pytest
from cases import data

ROOT = Path(__file__).parent.parent
PROJECT = """[project]
dependencies = ["Pretty_Printer>=3.0.43,<4", "plain>=1.3.0.post4,<2", "other>=2.5"]
"""
PINNED = data(__file__)["PINNED"]


def test_the_lowest_of_each_requirement_and_the_pins_of_all_else() -> None:
    lowest = compat.lowest(PROJECT, PINNED).splitlines()
    assert sorted(lowest) == ["other==2.5", "plain==1.3.0.post4", "plainer==7", "pretty-printer==3.0.43"]


def test_a_requirement_without_a_lowest_version_is_refused() -> None:
    with pytest.raises(ValueError, match="plain<2: no lower bound"):
        compat.lower_bounds('[project]\ndependencies = ["plain<2"]')


def test_every_requirement_of_the_project_has_its_lowest_version() -> None:
    project, pinned = (ROOT / "pyproject.toml").read_text(), (ROOT / "constraints.txt").read_text()
    names = [line.partition("==")[0] for line in compat.lowest(project, pinned).splitlines()]
    assert len({compat.canonical(name) for name in names}) == len(names)
    assert set(compat.lower_bounds(project)) <= {compat.canonical(name) for name in names}


def test_what_was_installed_otherwise_is_told() -> None:
    frozen = "plain==1.3.0\nPretty.Printer==3.0.50\n-e git+x\nunasked==9\n"
    asked = "plain==1.3\npretty_printer==3.0.43\n"
    assert compat.not_as_asked(frozen, asked) == ["Pretty.Printer==3.0.50, not 3.0.43"]


def test_a_file_that_differs_or_is_missing_is_named() -> None:
    builds = {"3.11": {"a": "1", "b": "2", "c": "3"}, "3.12": {"a": "1", "b": "9"}}
    assert compat.unlike(builds) == ["b", "c"]
    assert compat.unlike({"3.11": {"a": "1"}, "3.12": {"a": "1"}}) == []
