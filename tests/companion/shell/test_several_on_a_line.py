"""Several plies on a line: how they are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.contract.plies import typed
from companion.games import Game
from companion.record.record import read
from companion.record.replay import begin, play

from .conftest import RECORDS


@pytest.mark.parametrize(("name", "line"), [("escape", "D5; D6;"), ("gods", "draw deck; draw deck;")])
def test_what_stood_between_them_before_is_still_read(name: str, line: str) -> None:
    assert len(Game(name).plies(line)) == 2


def test_a_purchase_is_part_of_its_turn() -> None:
    assert Game("atlantis").plies("buy F4; 2:HH / 1:O") == ("buy F4; 2:HH", "1:O")


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.yaml")), ids=lambda file: file.stem)
def test_every_turn_reads_the_same_without_the_signs_a_shell_takes_for_files(file: Path) -> None:
    record, source = read(file.read_bytes(), str(file))
    whole, start = begin(record, source)
    game = Game(whole.game)
    told = [step for _, step in play(game, start, whole.lines).steps()]
    assert whole.game != "escape" or any(">" in step.text for step in told)
    for step in told:
        assert not set(typed(step.text)) & set("<>&|$*?!`")
        assert game.parse(step.before, typed(step.text)) == step.move
