"""The examples in the docstrings of the companion's library run, and what a module offers is explained."""

from __future__ import annotations

import doctest
import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import companion.games
from companion.games import names

LIBRARY = [
    import_module(name)
    for name in (
        "companion.contract.codecs",
        "companion.contract.sentences",
        "companion.contract.grammar",
        "companion.contract.reading",
        "companion.contract.judges",
        "companion.contract.rules",
        "companion.games.game",
        "companion.games",
        "companion.table.journal",
        "companion.contract.positions",
        "companion.record.record",
        "companion.record.replay",
        "companion.record.seating",
        "companion.record.starting",
        "companion.table.table",
        "companion.table.turns",
        "companion.record.options",
    )
]


@pytest.mark.parametrize("module", LIBRARY, ids=lambda module: module.__name__)
def test_the_examples_run(module: ModuleType) -> None:
    done = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert done.failed == 0
    assert done.attempted > 0, "no example"


@pytest.mark.parametrize("name", names())
def test_examples_in_a_games_modules_run(name: str) -> None:
    for file in sorted(Path(companion.games.__file__).with_name(name).glob("*.py")):
        if ">>>" in file.read_text(encoding="utf-8"):
            done = doctest.testmod(import_module(f"companion.games.{name}.{file.stem}"))
            assert (done.failed, done.attempted > 0) == (0, True), file.name


@pytest.mark.parametrize("module", LIBRARY, ids=lambda module: module.__name__)
def test_what_a_module_offers_is_explained(module: ModuleType) -> None:
    for name, value in vars(module).items():
        public = not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
        if public and (inspect.isfunction(value) or inspect.isclass(value)):
            assert inspect.getdoc(value), f"{name} without a docstring"
