"""Records made to be read for long: everything is linear, or bounded with a fault."""

import pytest

from companion import games
from companion.record.record import MOST_LINES, read
from companion.record.replay import begin, play
from specs.base.errors import SpecError

HEAD = "game: atlantis\nplayers: [Ann, Bob]\nsetup: {seed: 1}\nmoves:\n"


def test_a_record_has_so_many_lines_and_no_more() -> None:
    with pytest.raises(SpecError) as refused:
        read((HEAD + "- note: x\n" * 20_000).encode(), "a.yaml")
    assert str(refused.value) == f"a.yaml:5:1: moves: a list of 20000; expected a list of turns, at most {MOST_LINES:,}"


@pytest.mark.deep
def test_as_many_as_it_may_have_are_played_whatever_they_are() -> None:
    lines = "- note: x\n" * 6_000 + "- undo: 1\n- redo: 1\n" * 2_000
    record, state = begin(*read((HEAD + lines).encode(), "a.yaml"))
    assert play(games.Game("atlantis"), state, record.lines).journal.head == 6_000


@pytest.mark.parametrize(
    "given", [b"[" * 50_000, b"{a: " * 50_000, b"- " * 50_000, b"game: __init__\n", b"game: [x]\n"]
)
def test_what_is_no_record_is_refused(given: bytes) -> None:
    with pytest.raises(SpecError):
        read(given, "a.yaml")
