"""What `moves` lists: steps, pieces and dice, a part at a time; every whole line it shows is accepted."""

from __future__ import annotations

import random
import time
from itertools import islice
from pathlib import Path

import pytest

from companion.games import Game
from companion.games.escape import choices, notation, rules
from companion.games.escape.state import Roll, Sink, State, Steps
from companion.look import REFEREE, Look
from companion.record import read
from companion.replay import begin, play
from tests.companion.escape.drawing import ISLAND, position
from tests.companion.escape.drawing import play as played

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("escape-*.yaml"))
GAME = Game("escape")
MOVING = position(ISLAND, "E5:r D5:rb C5= C4~r L1=r B6~r!d")


def look(state: State) -> Look:
    return Look(GAME, [player.name for player in state.table.players], REFEREE, state, 0)


def listed(state: State, begun: str = "") -> list[str]:
    return list(look(state).listed(begun))


def test_of_a_move_its_steps_are_listed() -> None:
    single = [notation.format(MOVING, move) for move in rules.legal_moves(MOVING) if len(move.steps) <= 1]  # type: ignore[union-attr]
    assert sorted(listed(MOVING)) == sorted(single)
    assert "move -" in single


def test_a_beginning_is_read_as_a_turn_is() -> None:
    assert listed(MOVING, "e5") == listed(MOVING, "E5>") == listed(MOVING, "move E5-") != []
    assert all(line.startswith("move E5>") for line in listed(MOVING, "e5"))
    assert all(line.startswith("move E5>E6 E6>") for line in listed(MOVING, "e5e6 e6"))
    assert listed(MOVING, "=c5") == [f"move =C5>{to}" for to in ("C6", "D4", "C4", "B4", "B5")]
    assert listed(MOVING, "a1") == []


def test_of_a_sinking_pieces_and_symbols_then_the_next_to_be_put() -> None:
    state = position(ISLAND, "D5:rb C5=", phase="sink")
    assert {"sink D5...", "sink D6..."} < set(listed(state))
    assert {"sink D6 shark", "sink D6 boat"} < set(listed(state, "d6"))
    assert {"sink D5 shark..."} < set(listed(state, "d5"))
    assert {"sink D5 shark r>F5..."} < set(listed(state, "d5 s"))
    assert {"sink D5 shark r>F5 b>F6"} < set(listed(state, "d5s rf5"))


def test_of_a_roll_the_dice_first_and_the_ways_where_they_show() -> None:
    state = position(ISLAND, "B6!s", phase="roll")
    assert listed(state)[:2] == ["roll monster 1...", "roll monster 2..."]
    assert "roll shark 1 B6>B7" in listed(state, "s 1")
    shown = position(ISLAND, "B6!s", phase="roll", dice="shark/1")
    assert listed(shown) == [notation.format(shown, move) for move in rules.legal_moves(shown)]


def test_steps_that_may_follow_are_listed_behind_what_is_due() -> None:
    state = played(MOVING, "e5-e6")
    assert [one.text for one in choices.choices(state, "")][-1] == "move "
    assert all(line.startswith("move E6>") for line in listed(state, "e6"))
    assert played(state, listed(state, "e6")[0]).steps == 2
    assert {"move -", "move E6>E7"} < {one.text for one in choices.choices(state, "move ")} | set(listed(state, "move"))


@pytest.mark.parametrize("file", RECORDS, ids=[file.stem for file in RECORDS])
def test_every_line_that_is_listed_whole_is_accepted(file: Path) -> None:
    chance = random.Random(file.stem)
    record, start = begin(*read(file.read_bytes(), str(file)))
    entries = [entry for entry in play(GAME, start, record.lines).journal.entries if entry.kind == "turn"]
    for entry in chance.sample(entries, 25):
        state = notation.parse_state(entry.position)
        for line in listed(state):
            if not line.endswith("..."):
                rules.apply(state, notation.parse(state, line))


def test_a_list_is_there_at_once() -> None:
    record, start = begin(*read(RECORDS[2].read_bytes(), "record"))
    entries = [entry for entry in play(GAME, start, record.lines).journal.entries if entry.text.startswith("roll")]
    states = [notation.parse_state(entry.position) for entry in islice(entries, 30)]
    begun = time.process_time()
    most = max(len(listed(state)) for state in states)
    assert time.process_time() - begun < 30 * 0.1
    assert most < 200


def test_each_part_is_of_its_phase() -> None:
    for state, kind in (
        (MOVING, Steps),
        (position(ISLAND, phase="sink"), Sink),
        (position(ISLAND, phase="roll"), Roll),
    ):
        whole = [line for line in listed(state) if not line.endswith("...")]
        assert all(isinstance(notation.parse(state, line), kind) for line in whole)
