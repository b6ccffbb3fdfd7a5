"""How hard a test of chance tries: `make deep` harder than `make test`, `make thorough` hardest of all."""

import os
from collections.abc import Iterable
from typing import Any

import pytest

TIER = os.environ.get("TIDELINE_TESTS", "quick")  # or deep, or thorough
EXAMPLES = 25 if TIER == "quick" else 500  # of each property
THOROUGH = TIER == "thorough"


def tiers(quick: Iterable[Any], deep: Iterable[Any]) -> list[Any]:
    """Cases of a test, some of which only `make deep` tries."""
    cases = (each if isinstance(each, tuple) else (each,) for each in deep)
    return [*quick, *(pytest.param(*case, marks=pytest.mark.deep) for case in cases)]


def times(every_run: int, thorough: int) -> int:
    return thorough if THOROUGH else every_run
