"""What `moves` lists: steps, pieces and dice, a part at a time; every whole line it shows is accepted."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from companion.contract.position import Position
from companion.contract.rules import EVERYTHING
from companion.games.escape.moves import Go, Move, Roll, Sink
from companion.record.record import read
from companion.record.replay import begin, play
from companion.table.look import REFEREE, Look
from tests.companion.escape.drawing import GAME, ISLAND, drawn, play as played, texts

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("escape-*.yaml"))
MOVING = drawn(ISLAND, "E5:r D5:rb C5= C4~r L1=r B6~r!d")


def look(here: Position) -> Look:
    return Look(GAME, [player.name for player in here.players], REFEREE, here, 0)


def listed(state: Position, begun: str = "") -> list[str]:
    return list(look(state).listed(begun))


def test_of_a_move_its_steps_are_listed() -> None:
    assert sorted(listed(MOVING)) == sorted(texts(MOVING))
    assert "move -" in texts(MOVING)


def test_a_beginning_is_read_as_a_turn_is() -> None:
    assert listed(MOVING, "e5") == listed(MOVING, "E5>") == listed(MOVING, "move E5>") != []
    assert all(line.startswith("move E5>") for line in listed(MOVING, "e5"))
    assert listed(MOVING, "=c5") == [f"move =C5>{to}" for to in ("C6", "D4", "C4", "B4", "B5")]
    assert listed(MOVING, "a1") == []


def test_of_a_sinking_the_pieces_then_the_next_to_be_put_then_the_symbols() -> None:
    state = drawn(ISLAND, "D5:rb C5=", phase="sink")
    assert {"sink D5", "sink D6"} < set(listed(state))
    sunk = played(state, "d5")
    assert {"put r>F5", "put b>F6"} < set(listed(sunk))
    assert {"reveal shark", "reveal boat"} < set(listed(played(sunk, "r>F5", "b>F6")))


def test_of_a_roll_the_dice_first_and_the_ways_where_they_show() -> None:
    state = drawn(ISLAND, "B6!s", phase="roll")
    assert listed(state)[:2] == ["roll monster...", "roll shark..."]
    shown = played(state, "s 1")
    assert listed(shown) == texts(shown)
    assert "roll B6>B7" in listed(shown)


def test_steps_that_may_follow_are_listed_with_what_is_due() -> None:
    state = played(MOVING, "e5-e6")
    assert all(line.startswith("move E6>") for line in listed(state, "e6"))
    assert played(state, listed(state, "e6")[0]).state.steps == 2
    assert {"move E6>E7", "sink D5"} < set(listed(state))


def test_a_list_is_short() -> None:
    record, start = begin(*read(RECORDS[2].read_bytes(), "record"))
    entries = [entry for entry in play(GAME, start, record.lines).journal.entries if entry.text.startswith("roll")]
    assert max(len(listed(GAME.read(entry.position))) for entry in islice(entries, 10)) < 300


def test_each_part_is_of_its_phase() -> None:
    for state, kind in (
        (MOVING, Move),
        (drawn(ISLAND, phase="sink"), Sink),
        (drawn(ISLAND, phase="roll"), Go),
        (drawn("l:rb .\n .=b~b .!o", phase="roll"), Roll),
    ):
        assert {type(move) for move in GAME.rules.moves(state.state, EVERYTHING)} == {kind}
