"""The examples in the docstrings of the companion's library run, and what a module offers is named and explained."""

from __future__ import annotations

import doctest
import inspect
from importlib import import_module
from types import ModuleType

import pytest

LIBRARY = [
    import_module(name)
    for name in (
        "companion.contract",
        "companion.games",
        "companion.journal",
        "companion.record",
        "companion.replay",
        "companion.seating",
        "companion.starting",
        "companion.table",
        "companion.turns",
        "specs.options",
    )
]


@pytest.mark.parametrize("module", LIBRARY, ids=lambda module: module.__name__)
def test_the_examples_run(module: ModuleType) -> None:
    done = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert done.failed == 0
    assert done.attempted > 0, "no example"


@pytest.mark.parametrize("module", LIBRARY, ids=lambda module: module.__name__)
def test_what_a_module_offers_is_named_and_explained(module: ModuleType) -> None:
    own = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__ and callable(value)
    }
    assert own - set(module.__all__) == set(), "public, but not in __all__"
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isfunction(value) or (inspect.isclass(value) and value.__module__ == module.__name__):
            assert inspect.getdoc(value), f"{name} without a docstring"
