"""What `make fast` compiles. That it still can is for whoever runs it: a compiler is nothing that every test needs."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "companion" / "games"


def compiled() -> list[str]:
    found = re.search(r"^FAST = ((?:.*\\\n)*.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.M)
    assert found
    return found[1].replace("\\\n", " ").split()


def test_each_module_that_is_compiled_is_one_of_some_game() -> None:
    assert [module for module in compiled() if not list(GAMES.glob(f"*/{module}.py"))] == []


def test_of_every_game_the_rules_and_the_positions_are_compiled() -> None:
    assert {"rules", "state", "score"} <= set(compiled())


def test_nothing_is_divided_by_a_sum_that_may_be_a_whole_number() -> None:
    """A sum of floats that does not begin with one may be the whole number 0, and mypyc takes it for that."""
    for module in compiled():
        for file in GAMES.glob(f"*/{module}.py"):
            for line in file.read_text(encoding="utf-8").splitlines():
                assert not re.search(r"/ sum\((?!.*, 0\.0\)$)", line), f"{file}: {line}"


def test_no_native_class_is_copied_or_made_past_its_init() -> None:
    """Compiled classes can be neither, nor can `in` ask a compiled generator; only the first two can be read here."""
    for module in compiled():
        for file in GAMES.glob(f"*/{module}.py"):
            text = file.read_text(encoding="utf-8")
            assert not re.search(r"^from copy import|^import copy|\b[A-Z]\w+\.__new__\(", text, flags=re.M), file
