"""Players' turns: counted alike in every game, and taken back and put back whole. What is numbered are plies."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest
from records import each_record, recorded, shortest, whole

from companion import Game
from companion.games import names
from companion.table.journal import Journal
from companion.table.look import REFEREE
from companion.table.table import Table


def played(table: Table) -> list[str]:
    return [entry.text for entry in table.journal.line() if table.journal.counts(entry)]


def begun(name: str, made: list[str]) -> int:
    """How many turns these plies are, by what begins or ends one in each game."""
    verbs = [text.split()[0] for text in made]
    match name:
        case "escape":  # its steps, its sinking and its roll
            return verbs.count("place") + [verb for verb, _ in groupby(verbs)].count("move")
        case "gods":  # it begins with its draws, or with the opponent's card
            first = "opponent" if "opponent" in verbs else "draw"
            return [draws for draws, _ in groupby(verb == first for verb in verbs)].count(True)
        case "circles":  # the last of its moves has no plus
            return sum(not text.endswith("+") for text in made)
    return len(made)


@each_record
def test_turns_are_counted_by_what_begins_one_in_the_game(file: Path) -> None:
    table = whole(file).table
    assert 0 < table.turns == begun(table.game.name, played(table)) <= table.ply


@pytest.mark.parametrize("name", names())
def test_whole_turns_go_back_to_the_start_and_on_to_the_end(name: str) -> None:
    table = shortest(name)
    position, numbers = table.position, [entry.ply for entry in table.play.begun()]
    last = min(4, len(numbers) - 2)
    table = table.undo(numbers[last] - 1).table
    for number in reversed(numbers[:last]):
        table = table.undo(whole=True).table
        assert table.ply == number - 1
    assert table.ply == 0
    for number in numbers[1 : last + 1]:
        table = table.redo(whole=True).table
        assert table.ply == number - 1
    table = table.redo(numbers[-1] - 1).table.redo(whole=True).table
    assert table.position == position


def test_a_turn_in_the_middle_goes_back_as_far_as_it_has_come() -> None:
    table = Game("gods").new("Ann", "Bob", seed=3, cards="dealt")
    for line in ("draw deck; draw deck; draw deck", "migrate; migrate; migrate"):
        table = table.enter(line, REFEREE).table
    assert (table.turns, table.ply) == (1, 6)
    back = table.undo(whole=True)
    assert (back.table.ply, len(back.entries)) == (0, 6)
    once = back.table.redo().table
    assert once.ply == 1
    assert once.redo(whole=True).table.ply == 6


def test_steps_that_come_one_by_one_are_one_turn() -> None:
    table = recorded("escape-2-dealt")
    moves = [entry for entry in table.journal.line() if entry.text.startswith("move ")][:3]
    here = table.undo(moves[0].ply - 1).table
    turns, ply = here.turns, here.ply
    for step in moves:
        here = here.move(step.text)
    assert (here.turns, here.ply) == (turns + 1, ply + 3)
    assert here.undo(whole=True).table.ply == ply


def test_what_only_tells_something_has_no_number_and_cannot_be_amended() -> None:
    journal = Journal("start").enter("reveal 5 O5", "told", counts=False).enter("a", "after a")
    assert [journal.numbered(entry) for entry in journal.note("tea").line()] == ["· reveal 5 O5", "1. a", "note: tea"]
    assert journal.amend(1)[1].text == "a"
    with pytest.raises(Exception, match="amend: 0"):
        journal.amend(0)
