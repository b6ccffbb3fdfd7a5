"""What can be typed next, and what one sees of a position: the names of fields everywhere."""

from __future__ import annotations

import random

import pytest
from drawing import GAME, after, f, position, row
from hypothesis import given, settings, strategies as st
from often import times
from test_oracle import BOARDS, CIRCLES, started

from companion import Game
from companion.cli.terminal import render
from companion.contract.position import Position
from companion.contract.values import Choice
from companion.games.circles import moves, picture
from companion.games.circles.moves import split
from companion.table.look import Look


def choices(here: Position, typed: str) -> list[Choice]:
    """How a line goes on, as a page and completion offer it."""
    look = Look(GAME, [player.name for player in here.players], None, here, 0)
    return list(look.offered(typed))


@settings(max_examples=times(10, 100))
@given(st.integers(0, 2**32), st.sampled_from(["jump", "cancel"]))
def test_every_turn_can_be_tapped_together_and_every_whole_line_is_legal(seed: int, crossing: str) -> None:
    chance = random.Random(seed)
    here, _ = started("triangle-4", 3, crossing, "last-player")
    for _ in range(8):
        if here.state.over:
            break
        line = ""
        while True:
            found = choices(here, line)
            assert len({choice.text for choice in found}) == len(found)
            assert all(choice.text.startswith(line) and (choice.whole or choice.place) for choice in found)
            onward = [choice for choice in found if choice.text != line]
            if not onward or (chance.random() < 0.3 and any(choice.text == line for choice in found)):
                break
            line = onward[int(chance.random() * len(onward))].text
        assert split(line) == [line]
        here = after(here, line)


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
        "3   .   r2  .",
        "2     #   .   B1",
        "1       .   .   .",
        "          a   b   c",
    ]


def test_a_picture_names_every_field_and_says_where_it_is() -> None:
    here = position("a2 . x\n. B1 .")
    scene, places = picture.Drawing(here, CIRCLES).drawn()
    words = {word for node in scene.nodes for word in said(node)}
    assert set(places) == set(here.state.board.names)
    assert set(places) <= words
    left, top, wide, high = scene.box
    for x, y, w, h in places.values():
        assert left <= x < x + w <= left + wide
        assert top <= y < y + h <= top + high


def said(node: object) -> list[str]:
    text = getattr(node, "text", None)
    if isinstance(text, str):
        return [text]
    return [word for child in getattr(node, "children", ()) for word in said(child)]


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
