"""The five games of the gallery with a table, each played from its setup to its end, and counted beside it."""

from __future__ import annotations

import pytest
from evenings import PLAYED, Play

from companion.table.turns import Untaken


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
    with pytest.raises(Untaken, match="expected a piece or player after wins"):
        play("wins")
    play("play wave-8")
    told = {choice.text: choice.whole for choice in play.table.look(0).offered("")}
    assert (told["wins "], told["again"]) == (False, True)
