"""Where things are, in sentences: what somebody who cannot see the board hears of it."""

from __future__ import annotations

from drawing import GAME
from drawing import after as played

from companion.contract.position import Position


def after(*turns: str) -> Position:
    """The first island of the triangle is e11 with d10, d11, e10, e12, f11, f12 around it; Ann begins there."""
    return played(GAME.new("Ann", "Bob", layout="triangle-4").state, *turns)


def said(state: Position, sought: str) -> list[str]:
    return [found.sentence for found in GAME.where(state, sought) if found.sentence]


def test_a_field_tells_what_lies_there_what_is_around_it_and_when_it_explodes() -> None:
    state = after("f12-e11", "k7-l8", "e10-e11")
    assert said(state, "e11") == [
        "e11: Ann's stack of 3. 6 fields beside it are alive: 3 pieces more and it explodes.",
        (
            "Around e11: right f11, Ann's stack of 1; down right e10, empty; down left d10, Ann's stack of 1;"
            " left d11, Ann's stack of 1; up left e12, Ann's stack of 1; up right f12, empty."
        ),
        "Its island: e11, f11, e10, d10, d11, e12, f12.",
    ]
    assert said(state, "f12")[0] == "f12: empty."


def test_a_player_is_told_with_stacks_towers_and_what_one_piece_more_does() -> None:
    state = after("f12-e11", "k7-l8", "e10-e11")
    assert said(state, "ann")[:2] == [
        "Ann: stacks e11 of 3, f11 of 1, d10 of 1, d11 of 1, e12 of 1.",
        "Ann: growth towers none.",
    ]
    assert said(state, "bob")[2] == "Bob: one piece more explodes l8.", "a corner has three neighbours, and 2 lie there"
    assert said(state, "red") == said(state, "ann")
    state = after("f12-e11", "k7-l8", "e10-e11", "l9-l8")
    assert "Bob: growth towers l8 of 1." in said(state, "bob")
    assert said(state, "towers") == ["l8: Bob's growth tower of 1."]
    assert said(state, "burned") == []


def test_what_is_told_of_a_player_is_ringed() -> None:
    found = GAME.where(after("f12-e11"), "ann")
    assert sorted(answer.place for answer in found if answer.place) == ["d10", "d11", "e10", "e11", "e12", "f11"]
