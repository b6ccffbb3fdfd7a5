"""The journal as the table sees it: what is taken back can be put back, and of several ways those made last."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from cases import cases
from records import recorded

from companion import Game, SyntaxFault
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


@cases
def test_what_is_taken_back_can_be_put_back(does: list[Any], line: list[str], follows: list[str]) -> None:
    """A word is a turn, a number so many plies back or, after a plus, put back; `tea` is a note."""
    journal = Journal("start")
    for deed in does:
        if isinstance(deed, int):
            journal = journal.undo(deed)
        elif deed.startswith("+"):
            journal = journal.redo(int(deed))
        else:
            journal = journal.note(deed) if deed == "tea" else journal.enter(deed, f"after {deed}")
    turns = [text for text in line if text != "tea"]
    assert (texts(journal), [entry.text for entry in journal.following()]) == (line, follows)
    assert (journal.ply, journal.position) == (len(turns), f"after {turns[-1]}" if turns else "start")
    if not follows:
        with pytest.raises(NothingThere, match="redo: 1"):
            journal.redo(1)


def test_what_was_taken_back_and_not_put_back_stays_in_the_log() -> None:
    journal = entered("a", "b").undo(1).enter("c", "after c")
    assert texts(journal) == ["a", "c"]
    assert [(entry.n, entry.kind, entry.text, entry.parent) for entry in journal.entries] == [
        (1, "turn", "a", 0),
        (2, "turn", "b", 1),
        (3, "undo", "1", 1),
        (4, "turn", "c", 1),
    ]


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


def test_taking_back_to_a_turn_keeps_what_chance_did_behind_it() -> None:
    play = recorded("escape-2-dealt").play
    line = play.journal.line()
    dealt = [entry.ply for entry in line if play.game.follows(play.before(entry))]
    named = next(ply for ply in dealt if ply - 1 not in dealt) - 1
    back, _ = play.undo(named)
    assert back.journal.ply in dealt
    assert not back.game.follows(back.state)
    with pytest.raises(SyntaxFault, match="one before the last"):
        back.undo(named)


def test_what_a_record_says_of_chance_is_entered_once() -> None:
    made = [(entry.text, entry.position) for entry in recorded("escape-2-dealt").journal.line()]
    assert all(one != other for one, other in pairwise(made))


def test_a_hand_that_no_rules_can_take_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Game("atlantis").new("Ann", "Bob", seed=42)
    monkeypatch.delattr(type(table.game.rules), "holding")
    with pytest.raises(SyntaxFault, match="no hand can be typed"):
        table.look().assuming("FF")
