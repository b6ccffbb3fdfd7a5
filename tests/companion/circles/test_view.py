"""The board in a terminal: whose turn it is, seen at a glance."""

from __future__ import annotations

from companion import Game
from companion.cli.terminal import render
from companion.table.table import Table

GAME = Game("circles")


def pointed_at(table: Table) -> list[str]:
    lines = render(GAME.board(table.look().seen, 80), colour=False).splitlines()
    return [line.split()[1] for line in lines if line.startswith(">")]


def test_the_board_points_at_the_player_to_move_and_once_it_is_over_at_nobody() -> None:
    table = GAME.new("Ann", "Bob", layout="triangle-4")
    for name, turn in (("Ann", "f12-e11"), ("Bob", "k7-l8"), ("Ann", "e10-e11"), ("Bob", "resign")):
        assert pointed_at(table) == [name]
        table = table.enter(turn).table
    assert table.turn is None
    assert pointed_at(table) == []


def test_towers_stand_out_in_their_colour_and_stacks_do_not() -> None:
    table = GAME.new("Ann:red", "Bob:blue", layout="triangle-4")
    for turn in ("f12-e11", "k7-l8", "e10-e11", "l9-l8"):
        table = table.enter(turn).table
    spans = [span for line in GAME.board(table.look().seen, 80) for span in line]
    styles = {span.text: span.style.split() for span in spans if span.text in ("3R", "3r", "1B", "1b")}
    assert "reverse" in styles["1B"], "l8 is Bob's growth tower"
    assert all("reverse" not in styles[text] for text in styles if text.islower())
    assert any(text.islower() for text in styles)
