"""The fuzzer in the slow tests, for a minute of all; what it found, every time. `make fuzz` tries a million."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path

import fuzzing
import pytest

PARTS, EACH = 6, 8.0  # seconds


@pytest.mark.parametrize("file", sorted(fuzzing.CORPUS.iterdir()), ids=lambda file: str(file.name))
def test_what_was_found_once_holds(file: Path, tmp_path: Path) -> None:
    with fuzzing.little_memory():
        fuzzing.tried(file.name.partition("-")[0], file.read_bytes(), tmp_path)


@pytest.mark.parametrize("kind", fuzzing.KINDS)
def test_an_input_is_the_same_each_time(kind: str) -> None:
    assert fuzzing.made(kind, 5) == fuzzing.made(kind, 5)
    assert fuzzing.made(kind, 5) != fuzzing.made(kind, 6)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_is_broken_is_taken_or_refused_soon(part: int, tmp_path: Path) -> None:
    order, seen = fuzzing.turns_of_kinds(), dict.fromkeys(fuzzing.KINDS, 0)
    fuzzing.positions()
    ends = time.monotonic() + EACH
    with fuzzing.little_memory():
        for number in count(part, PARTS):
            kind = order[number // PARTS % len(order)]
            try:
                fuzzing.tried(kind, fuzzing.made(kind, number), tmp_path)
            except Exception as error:
                error.add_note(f"python tests/hostile/fuzzing.py --kind {kind} --first {number} --count 1")
                raise
            seen[kind] += 1
            if time.monotonic() > ends and min(seen.values()):
                break
    assert min(seen.values())
