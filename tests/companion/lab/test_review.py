"""A game looked through: slips are found, chance is not called one, and each turn is judged by what its seat saw."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from records import recorded

from companion import Game
from companion.cli.main import run
from companion.lab.players import Bots, Eyes
from companion.lab.review import Ply, judged, review


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert run(["review", *words]) == 0
    return capsys.readouterr().out


def test_a_win_that_was_not_taken_gave_something_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that the machine thinks of; every one is looked at again here, however others are rated."""
    monkeypatch.setattr("companion.lab.review.CLOSER", 1)
    opened = recorded("circles-2-players", 36).move("c5-c3 +")
    before, table = opened.state, opened.move("-")
    win, thought = table.game.parse(before, "f11-f12"), Bots.candidates

    def candidates(bots: Bots, state: Any, *how: Any, careful: bool = False) -> Sequence[Any]:
        return [win] * (state == before) + [*thought(bots, state, *how)][: how[1]]

    monkeypatch.setattr(Bots, "candidates", candidates)
    slip = next(each for each in review(table, [1], playouts=900).plies if each.ply == 38)
    assert (slip.player, slip.turn, slip.best) == (1, "-", "f11-f12")
    assert slip.gave
    assert slip.worth < 0.95 < slip.most


def test_a_turn_that_wins_gave_nothing_away() -> None:
    start = recorded("circles-2-players", 36)
    won = start.move("c5-c3 f11-f12")
    assert won.turn is None
    found = review(won, [1], playouts=60).plies[-1]
    assert (found.turn, found.worth > 0.9, found.best, found.gave) == ("f11-f12", True, "f11-f12", 0)


def test_a_turn_is_judged_by_what_its_seat_could_know() -> None:
    game = Game("atlantis")
    table = game.new("Ann", "Bob", seed=42, cards="dealt")
    other = Eyes(game, table.state, 0).sample(Random(8))
    assert other != table.state
    positions = [game.text(state) for state in (table.state, other)]
    one, two = (judged(Ply("atlantis", position, 0, 1, "1:R", 40, 1)) for position in positions)
    assert one == two
    assert one is not None
    assert one.best


def test_the_same_is_found_by_any_number_of_processes() -> None:
    table = Game("circles").new("Ann", "Bob")
    for turn in ("e11-f11", "k7-k8", "f11-g11"):
        table = table.move(turn)
    assert review(table, playouts=60) == review(table, playouts=60, jobs=2) != review(table, playouts=60, seed=2)


def test_a_turn_that_only_stood_is_not_weighed() -> None:
    table = Game("atlantis").new("Ann", "Bob", seed=42, cards="dealt").move("1:R").move("1:C").move("stood 3:R")
    assert [each.ply for each in review(table, playouts=60).plies] == [1, 2]


def test_a_page_of_a_review_is_the_same_on_each_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = tmp_path / "game.yaml"
    record.write_text("game: circles\nplayers: [<b>Ann, Bob]\nmoves: ['-', '-']\n", encoding="utf-8")
    pages = [tmp_path / name for name in ("one.html", "two.html")]
    for page in pages:
        assert "Written: " in told(capsys, str(record), "--budget", "60", "--html", str(page))
    one, two = (page.read_bytes() for page in pages)
    assert one == two
    assert b"&lt;b&gt;Ann" in one
    assert b"<b>Ann" not in one
    assert run(["review", str(record), "--html", str(pages[0])]) == 2
