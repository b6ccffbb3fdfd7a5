"""The five games of the gallery with a table, each played from its setup to its end, and counted beside it."""

from __future__ import annotations

from typing import Any

import pytest
from evenings import GALLERY, PLAYED

from companion.starting import new
from companion.table import Table
from companion.turns import Untaken
from companion.unstored import Unstored


class Play:
    """A game in play; a line is entered by whoever is to move."""

    def __init__(self, game: str, *players: str) -> None:
        self.table: Table = new(Unstored(), str(GALLERY / f"{game}.yaml"), players, seed=7, options={"cards": "dealt"})

    def __call__(self, *lines: str) -> None:
        for line in lines:
            assert self.table.turn is not None
            self.table = self.table.enter(line, self.table.turn).table

    @property
    def turn(self) -> int | None:
        return self.table.turn

    @property
    def facts(self) -> Any:
        look = self.table.look("referee")
        return look.game.view.facts(look.seen)

    @property
    def mine(self) -> Any:
        return self.facts["players"][self.table.turn or 0]


@pytest.mark.parametrize("game", PLAYED)
def test_a_game_of_the_gallery_is_played_to_its_end_and_counts_what_was_counted_beside_it(game: str) -> None:
    evening, names = PLAYED[game]
    play = Play(game, *names)
    points = evening(play)
    assert play.table.turn is None
    result = play.table.look().result()
    assert result is not None
    assert [standing.score for standing in result.standings] == points
    assert list(result.winners) == [n for n, each in enumerate(points) if each == max(points)]


def test_a_button_asks_what_it_is_about_where_its_line_says_it() -> None:
    play = Play("bells", "Ann", "Bob", "Cy", "Dee")
    with pytest.raises(Untaken, match="expected what it is about"):
        play("wins")
    told = {choice.text: choice.whole for choice in play.table.look(0).offered("").choices}
    assert (told["wins "], told["again"]) == (False, True)
