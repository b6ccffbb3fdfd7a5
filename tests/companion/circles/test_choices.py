"""What can be typed next, and what one sees of a position: the names of fields everywhere."""

from __future__ import annotations

import pytest
from drawing import GAME, f, position, row
from test_oracle import BOARDS, started

from companion import Game
from companion.cli.terminal import render
from companion.contract.position import Position
from companion.contract.values import Choice
from companion.games.circles import moves
from companion.table.look import Look


def choices(here: Position, typed: str) -> list[Choice]:
    """How a line goes on, as a page and completion offer it."""
    look = Look(GAME, [player.name for player in here.players], None, here, 0)
    return list(look.offered(typed))


def test_choices_are_all_the_moves_of_one_field() -> None:
    here = row(". a3 . . b1 A0 .")
    legal = {GAME.format(here, single) for single in moves.singles(here.state)}
    assert {choice.text for choice in choices(here, f"{f(1)}-")} == legal


# ---- views ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 52, 80, 120])
@pytest.mark.parametrize(("layout", "players"), BOARDS)
def test_letters_numbers_and_players_are_on_every_view(layout: str, players: int, width: int) -> None:
    here, _ = started(layout, players, "jump", "last-player")
    lines = render(GAME.board(here, width), colour=False).splitlines()
    assert all(len(line) <= width for line in lines)
    shown = "\n".join(lines)
    assert all(f"{player.name} (" in shown for player in here.players)
    named = {each for each, value in zip(here.state.board.names, here.state.fields, strict=True) if value}
    words = shown.split()
    if named <= set(words):
        return  # the list of fields, by their names
    letters = {field.rstrip("0123456789") for field in here.state.board.names}
    numbers = {field.lstrip("abcdefghijklmnopqrstuvwxyz") for field in here.state.board.names}
    assert letters <= set(words)
    assert numbers <= {line.split()[0] for line in lines if line.split()}


def test_a_slanting_column_begins_and_ends_with_its_letter() -> None:
    here = position(". a2 .\nx . B1\n. . .")
    assert render(GAME.board(here, 80), colour=False).splitlines()[:5] == [
        "  a   b   c",
        "3   .   2r  .         3",
        "2     #   .   1B      2",
        "1       .   .   .     1",
        "          a   b   c",
    ]


def test_everybody_sees_everything() -> None:
    here = row("a1 . . b1 . .")
    assert all(GAME.seen(here, seat) == here for seat in (None, 0, 1))


def test_a_list_of_moves_shows_the_next_move_of_each_stack() -> None:
    """What goes on from a first move is asked for with it."""
    table = Game("circles").new("Ann", "Bob")
    for line in ("e11-f11", "i9-h9", "f11-g11", "h9-g9"):
        legal = [turn for turn in table.legal_moves() if turn.count("-") == 1]
        table = table.move(line if line in legal else legal[0])
    look = table.look(table.turn)
    listed = list(look.listed())
    assert {turn for turn in listed if "-" in turn[1:]} == {
        turn for turn in look.legal() if "-" in turn[1:] and not turn.endswith("+")
    }
    first = next(turn.removesuffix(" +") for turn in look.legal() if turn.endswith("+"))
    assert set(look.listed(first)) == {first, f"{first} +"}
    source = next(turn for turn in look.legal() if turn.endswith("+") and turn[0] != first[0]).partition("-")[0]
    assert all(turn.startswith(f"{first} {source}-") for turn in look.listed(f"{first} {source}-"))
