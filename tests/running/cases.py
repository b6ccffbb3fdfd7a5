"""Cases as data: `test_x.yaml` beside `test_x.py` holds what its tests are tried with, by the tests' names."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec import convert

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def data(test_file: str) -> dict[str, Any]:
    """What stands beside a file of tests, by its names."""
    found: dict[str, Any] = yaml.load(Path(test_file).with_suffix(".yaml").read_bytes(), LOADER)
    return found


def cases(test: Callable[..., Any]) -> Any:
    """Run a test once for each case under its name: its arguments by their names, of the types that the test says;
    cases have ids, or stand in a list."""
    found = data(test.__code__.co_filename)[test.__name__]
    named = found.items() if isinstance(found, dict) else ((None, case) for case in found)
    types = test.__annotations__
    every = [(id, {name: convert(value, types[name]) for name, value in case.items()}) for id, case in named]
    return pytest.mark.parametrize(list(every[0][1]), [pytest.param(*case.values(), id=id) for id, case in every])(test)
