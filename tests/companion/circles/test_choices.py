"""What can be typed next, and what one sees of a position: the names of fields everywhere."""

from __future__ import annotations

import random

import pytest
from drawing import at, position
from hypothesis import given
from hypothesis import strategies as st
from test_oracle import BOARDS, CIRCLES, started
from test_rules import GAME, after, f, row

from companion.games import Game
from companion.games.circles import choices as facet
from companion.games.circles import notation, picture, rules, view
from companion.games.circles.state import State, Turn
from companion.terminal import render
from specs.model.shapes.hexes import name


def texts(state: State, typed: str) -> list[str]:
    return [choice.text for choice in facet.choices(state, typed)]


# ---- choices -------------------------------------------------------------------------------------


def test_first_no_move_and_the_fields_to_move_from_and_last_what_ends_the_game() -> None:
    state = row("a1 . a3 . b1 .", islands="1 1 1 2 2 2")
    assert texts(state, "") == ["-", f"{f(0)}-", f"{f(2)}-", "agree", "resign"]
    source = facet.choices(state, "")[2]
    assert (source.label, source.place, source.whole) == (f"from {f(2)}: 3 pieces, 1 to 3 fields", f(2), False)
    assert texts(state, "ag") == ["agree"]


def test_then_where_to_with_what_it_does() -> None:
    state = row("a2 . b3 . . .")
    found = {choice.text: choice for choice in facet.choices(state, f"{f(0)}-")}
    onto = found[f"{f(0)}-{f(2)}"]
    assert (onto.label, onto.place, onto.whole) == (f"2 pieces right to {f(2)}", f(2), True)
    assert onto.note == "onto 3 of P2's"
    assert found[f"{f(0)}-{f(1)}"].label == f"1 piece right to {f(1)}"
    state = position("a1 a1 . .\n. . . .\n. . . b1")
    (join,) = [c for c in facet.choices(state, f"{at(0, 1, 3)}-") if c.place == at(0, 0, 3)]
    assert join.note == "joins 1, 1 explosion", "two pieces in a corner"


def test_then_another_move_from_another_island() -> None:
    state = row("a1 a1 . a1 . b1", islands="1 1 1 2 2 2")
    first = f"{f(0)}-{at(1, 0, 5)}"
    assert texts(state, first) == [first, f"{first} {f(3)}-"]
    assert texts(state, first + " ") == [f"{first} {f(3)}-"]
    assert all(text.startswith(f"{first} {f(3)}-") for text in texts(state, f"{first} {f(3)}-"))
    assert texts(state, f"{first} {f(1)}-") == [], "the island has had its move"


@pytest.mark.parametrize("typed", ["zz", "q9-", "?", "- -", "agree resign", "a1-b1-"])
def test_nothing_goes_on_from_what_is_no_turn(typed: str) -> None:
    assert texts(row("a1 . . b1 . ."), typed) == []


def test_nothing_follows_once_the_game_is_over() -> None:
    assert texts(after(position("a1 . x b1\n. x x b1"), "-"), "") == []


@given(st.integers(0, 2**32), st.sampled_from(["jump", "cancel"]))
def test_every_turn_can_be_tapped_together_and_every_whole_line_is_legal(seed: int, crossing: str) -> None:
    chance = random.Random(seed)
    state, _ = started("triangle-4", 3, crossing, "last-player")
    for _ in range(4):
        line = ""
        while True:
            found = list(facet.choices(state, line))
            assert len({choice.text for choice in found}) == len(found)
            assert all(choice.text.startswith(line) and (choice.whole or choice.place) for choice in found)
            onward = [choice for choice in found if choice.text != line]
            if not onward or (line and chance.random() < 0.3 and found[0].whole):
                break
            line = onward[int(chance.random() * len(onward))].text
            line += " " * (line in (choice.text for choice in found if choice.whole) and chance.random() < 0.5)
            if line.strip() in ("-", "agree", "resign"):
                break
        whole = [choice for choice in facet.choices(state, line.strip()) if choice.whole]
        assert whole
        turn = notation.parse(state, whole[0].text)
        state = rules.apply(state, turn)
        if state.over:
            break


def test_choices_are_all_the_moves_of_one_field() -> None:
    state = row(". a3 . . b1 A0 .")
    here = f(1)
    legal = {notation.format(state, Turn((single,))) for single in rules.single_moves(state)}
    assert set(texts(state, f"{here}-")) == legal


# ---- views ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 52, 80, 120])
@pytest.mark.parametrize(("layout", "players"), BOARDS)
def test_letters_numbers_and_players_are_on_every_view(layout: str, players: int, width: int) -> None:
    state, _ = started(layout, players, "jump", "last-player")
    lines = render(view.board(state, width), colour=False).splitlines()
    assert all(len(line) <= width for line in lines)
    shown = "\n".join(lines)
    assert all(f"{player.name} (" in shown for player in state.players)
    named = {name(cell) for cell, value in zip(state.board.cells, state.fields, strict=True) if value}
    words = shown.split()
    if named <= set(words):
        return  # the list of fields, by their names
    letters = {field.rstrip("0123456789") for field in map(name, state.board.cells)}
    numbers = {field.lstrip("abcdefghijklmnopqrstuvwxyz") for field in map(name, state.board.cells)}
    assert letters <= set(words)
    assert numbers <= {line.split()[0] for line in lines if line.split()}


def test_a_slanting_column_begins_and_ends_with_its_letter() -> None:
    state = position(". a2 .\nx . B1\n. . .")
    assert render(view.board(state, 80), colour=False).splitlines()[:5] == [
        "  a   b   c",
        "3   .   r2  .",
        "2     #   .   B1",
        "1       .   .   .",
        "          a   b   c",
    ]


def test_a_picture_names_every_field_and_says_where_it_is() -> None:
    state = position("a2 . x\n. B1 .")
    scene = picture.picture(state, CIRCLES)
    words = {word for node in scene.nodes for word in said(node)}
    places = picture.places(state, CIRCLES)
    assert set(places) == {name(cell) for cell in state.board.cells}
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
    state = row("a1 . . b1 . .")
    assert all(GAME.view.seen_by(state, seat) == state for seat in (None, 0, 1))


def test_a_list_of_moves_shows_the_next_move_of_each_stack_and_not_every_turn_of_several() -> None:
    """Turns of a move from each of several islands are many; what goes on from a first move is asked for with it."""
    table = Game("circles").new("Ann", "Bob")
    for line in ("e11-f11", "i9-h9", "f11-g11", "h9-g9"):
        legal = [turn for turn in table.legal_moves() if turn.count("-") == 1]
        table = table.move(line if line in legal else legal[0])
    look = table.look(table.turn)
    listed = list(look.listed())
    assert {turn for turn in listed if "-" in turn[1:]} == {t for t in look.legal() if t.count("-") == 1 and len(t) > 1}
    assert all(" " not in turn for turn in listed)
    assert all(turn.startswith(f"{listed[9]} ") for turn in look.listed(f"{listed[9]} "))
