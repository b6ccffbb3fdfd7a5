"""How hard a test of chance tries: `make deep` harder than `make test`, `make thorough` hardest of all."""

import os

TIER = os.environ.get("TIDELINE_TESTS", "quick")  # or deep, or thorough
EXAMPLES = 25 if TIER == "quick" else 500  # of each property
THOROUGH = TIER == "thorough"


def times(every_run: int, thorough: int) -> int:
    return thorough if THOROUGH else every_run
