"""The journal as the table sees it: what is taken back can be put back, and of several ways those made last."""

from __future__ import annotations

import pytest

from companion import Game
from companion.table.correcting import Asked, correct
from companion.table.journal import Journal, NothingThere
from companion.table.look import REFEREE
from companion.table.turns import Untaken


def texts(journal: Journal) -> list[str]:
    return [entry.text for entry in journal.line()]


def entered(*turns: str) -> Journal:
    journal = Journal("start")
    for turn in turns:
        journal = journal.enter(turn, f"after {turn}")
    return journal


def test_another_turn_in_place_of_one_taken_back_is_the_one_put_back() -> None:
    journal = entered("a", "b").undo(1).enter("other", "after other").undo(1)
    assert [entry.text for entry in journal.following()] == ["other"]
    again = journal.redo(1)
    assert texts(again) == ["a", "other"]
    assert again.position == "after other"


def test_what_is_put_back_goes_on_along_the_way_made_last() -> None:
    journal = entered("a", "b", "c").undo(2).enter("d", "after d").enter("e", "after e").undo(3)
    assert [entry.text for entry in journal.following()] == ["a", "d", "e"]
    assert texts(journal.redo(3)) == ["a", "d", "e"]
    assert texts(journal.redo(2)) == ["a", "d"]


def test_what_was_taken_back_and_not_put_back_stays_in_the_log() -> None:
    journal = entered("a", "b").undo(1).enter("c", "after c")
    assert texts(journal) == ["a", "c"]
    assert [(entry.n, entry.kind, entry.text, entry.parent) for entry in journal.entries] == [
        (1, "turn", "a", 0),
        (2, "turn", "b", 1),
        (3, "undo", "1", 1),
        (4, "turn", "c", 1),
    ]


def test_after_a_turn_nothing_is_left_to_put_back() -> None:
    journal = entered("a", "b").undo(1).enter("c", "after c")
    assert journal.following() == []
    with pytest.raises(NothingThere, match="redo: 1"):
        journal.redo(1)


def test_notes_go_back_and_forth_with_the_turns_and_are_no_ply() -> None:
    journal = entered("a").note("tea").enter("b", "after b")
    assert [(entry.text, entry.ply, entry.position) for entry in journal.line()] == [
        ("a", 1, "after a"),
        ("tea", 1, "after a"),
        ("b", 2, "after b"),
    ]
    back = journal.undo(2)
    assert (back.ply, back.position) == (1, "after a")
    assert texts(back.redo(1)) == ["a", "tea"]
    assert texts(back.redo(2)) == ["a", "tea", "b"]


def test_what_only_tells_something_is_no_ply() -> None:
    journal = entered("a").enter("told", "after told", counts=False)
    assert (journal.ply, journal.position) == (1, "after told")


@pytest.mark.parametrize("count", [-1, 0, 3])
def test_no_more_goes_back_than_there_is(count: int) -> None:
    journal = entered("a", "b")
    with pytest.raises(NothingThere, match=f"undo: {count}"):
        journal.undo(count)
    back = journal.undo(2)
    assert (back.head, back.ply, back.position) == (0, 0, "start")
    with pytest.raises(NothingThere, match=f"redo: {count}"):
        back.redo(count)


def test_a_turn_is_amended_where_it_stood_and_the_rest_is_told() -> None:
    journal = entered("a", "b").note("tea").enter("c", "after c")
    before, old, rest = journal.amend(2)
    assert texts(before) == ["a"]
    assert old.text == "b"
    assert [entry.text for entry in rest] == ["tea", "c"]
    for ply in (0, 4):
        with pytest.raises(NothingThere, match=f"amend: {ply}"):
            journal.amend(ply)


@pytest.mark.parametrize("ply", [1, 2])
def test_a_correction_that_is_refused_is_of_the_turn_to_correct(ply: int) -> None:
    table = Game("circles").new("Ann", "Bob", layout="triangle-4")
    for turn in ("f12-e11", "k7-l8", "e10-e11"):
        table = table.enter(turn).table
    with pytest.raises(Untaken) as refused:
        correct(table, Asked(ply, "a1-a1"), REFEREE)
    assert refused.value.ply == ply


def test_a_line_of_several_actions_is_kept_to_its_last() -> None:
    change = Game("gods").new("Ann", "Bob", seed=3, cards="dealt").enter("draw deck; draw deck")
    assert len(change.steps) == 2
    assert texts(change.table.journal) == ["draw deck", "draw deck"]
    assert change.table.state == change.steps[-1].after
