"""Help at the prompt: whatever a table is told it can type, help has a line on."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from companion import Game
from companion.cli.prompt.helping import help_lines
from companion.cli.prompt.session import INSIDE
from companion.games import names


@pytest.mark.parametrize("game", [name for name in names() if Game(name).folder.help])
def test_help_has_something_on_each_word_that_a_turn_begins_with(game: str) -> None:
    dealt = {option.name: "dealt" for option in Game(game).setup_options if "dealt" in option.choices}
    table = Game(game).new("Ann", "Bob", seed=5, **dealt)
    seen = set[str]()
    for number in range(40):
        look = table.look(table.turn)
        if (sort := look.asked().sort) not in seen:
            seen.add(sort)
            for word in {found for choice in look.offered("") for found in re.findall("^[a-z]{3,}", choice.text)}:
                assert not help_lines(table, word)[0].startswith("No help"), word
        first = list(islice(table.game.moves(table.state), 1 + number % 7))
        if not first:
            break
        table = table.move(table.game.format(table.state, first[-1]))


@pytest.mark.parametrize("word", INSIDE)
def test_help_has_something_on_each_command_of_the_prompt(word: str) -> None:
    table = Game("circles").new("Ann", "Bob")
    found = help_lines(table, word)
    assert not found[0].startswith("No help")
    assert len(found) <= 16


def test_help_on_a_command_is_its_own_lines_and_no_others() -> None:
    table = Game("gods").new("Ann", "Bob", seed=3)
    assert help_lines(table, "recruit") == ["recruit 2     two hand cards of the region's colour become followers"]
    assert [line.split()[0] for line in help_lines(table, "players")] == ["players"]
    assert help_lines(table, "hats")[0].startswith("No help on 'hats'; there is: draw, build")
