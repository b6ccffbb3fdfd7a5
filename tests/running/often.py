"""How often a test of chance tries: a smaller number in every run, and the large one with `make deep`."""

from __future__ import annotations

import os

DEEP = bool(os.environ.get("TIDELINE_DEEP"))


def times(every_run: int, deep: int) -> int:
    return deep if DEEP else every_run
