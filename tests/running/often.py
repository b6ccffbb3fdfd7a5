"""How often a test of chance tries: in every run at least as often as it takes to see the faults it was tried with, and
with `make deep` as often as it takes to look for new ones."""

from __future__ import annotations

import os

DEEP = bool(os.environ.get("TIDELINE_DEEP"))


def times(every_run: int, deep: int) -> int:
    return deep if DEEP else every_run
