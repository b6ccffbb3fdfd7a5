"""Several plies on a line: how they are told apart."""

from __future__ import annotations

from pathlib import Path

from records import each_record, whole

from companion.contract.reading import typed
from companion.games import Game


def test_a_purchase_is_part_of_its_turn() -> None:
    assert Game("atlantis").plies("buy F4; 2:HH / 1:O") == ("buy F4; 2:HH", "1:O")


@each_record
def test_every_turn_reads_the_same_without_the_signs_a_shell_takes_for_files(file: Path) -> None:
    game, steps = whole(file).game, whole(file).steps
    assert game.name != "escape" or any(">" in step.text for step in steps)
    for step in steps:
        assert not set(typed(step.text)) & set("<>&|$*?!`")
        assert game.parse(step.before, typed(step.text)) == step.move
