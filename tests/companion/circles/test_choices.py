"""What can be typed next, and what one sees of a position: the names of fields everywhere."""

from __future__ import annotations

import random

import pytest
from drawing import GAME, after, at, f, position, row
from hypothesis import given, settings
from hypothesis import strategies as st
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


def texts(here: Position, typed: str) -> list[str]:
    return [choice.text for choice in choices(here, typed)]


# ---- choices -------------------------------------------------------------------------------------


def test_first_the_fields_to_move_from_no_move_and_what_ends_the_game() -> None:
    here = row("a1 . a3 . b1 .", islands="1 1 1 2 2 2")
    assert sorted(texts(here, "")) == sorted(["-", f"{f(0)}-", f"{f(2)}-", "agree", "resign"])
    [source] = [choice for choice in choices(here, "") if choice.place == f(2)]
    assert (source.label, source.place, source.whole) == (f"from {f(2)}: 3 pieces, 1 to 3 fields", f(2), False)
    assert texts(here, "ag") == ["agree"]


def test_then_where_to_with_what_it_does() -> None:
    here = row("a2 . b3 . . .")
    found = {choice.text: choice for choice in choices(here, f"{f(0)}-")}
    onto = found[f"{f(0)}-{f(2)}"]
    assert (onto.label, onto.place, onto.whole) == (f"2 pieces right to {f(2)}", f(2), True)
    assert onto.note == "onto 3 of P2's"
    assert found[f"{f(0)}-{f(1)}"].label == f"1 piece right to {f(1)}"
    here = position("a1 a1 . .\n. . . .\n. . . b1")
    (join,) = [c for c in choices(here, f"{at(0, 1, 3)}-") if c.place == at(0, 0, 3)]
    assert join.note == "joins 1, 1 explosion", "two pieces in a corner"


def test_then_another_move_from_another_island() -> None:
    """A move with + behind it is a ply of its own; in one line the next may stand right behind it."""
    here = row("a1 a1 . a1 . b1", islands="1 1 1 2 2 2")
    first = f"{f(0)}-{at(1, 0, 5)}"
    assert texts(here, first) == [first, f"{first} +"]
    more = choices(here, first)[1]
    assert (more.label, more.whole) == ("and another move", True)
    opened = after(here, f"{first} +")
    assert sorted(texts(opened, "")) == ["-", f"{f(3)}-"]
    assert [choice.label for choice in choices(opened, "") if choice.text == "-"] == ["no other move"]
    onward = texts(here, f"{first} {f(3)}-")
    assert onward
    assert all(text.startswith(f"{first} {f(3)}-") for text in onward)
    assert texts(here, f"{first} {f(1)}-") == [], "the island has had its move"


@pytest.mark.parametrize("typed", ["zz", "q9-", "?", "- -", "agree resign", "a1-b1-"])
def test_nothing_goes_on_from_what_is_no_turn(typed: str) -> None:
    assert texts(row("a1 . . b1 . ."), typed) == []


def test_nothing_follows_once_the_game_is_over() -> None:
    assert texts(after(position("a1 . x b1\n. x x b1"), "-"), "") == []


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
    assert set(texts(here, f"{f(1)}-")) == legal


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
    scene = picture.picture(here, CIRCLES)
    words = {word for node in scene.nodes for word in said(node)}
    places = picture.places(here, CIRCLES)
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
