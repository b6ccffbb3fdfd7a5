"""The public transcript format: its own example reads, games round-trip, what is none is refused."""

from __future__ import annotations

import json
import random

import pytest

from companion import games
from companion.contract import Player, Setup, SyntaxFault, ValueFault
from companion.games.circles.rules import Table
from companion.games.circles.state import Turn
from specs.load import load

GAME = games.find("circles")
COLOURS = load("circles").spec.players.colours

EXAMPLE = {
    "format": "Atlantis transcript",
    "version": "1.0",
    "segments": [["a1", "a2", "b1", "b2", "b3", "c2", "c3"], ["d4", "d5", "c4", "c5", "e5"]],
    "players": [
        {"name": "John", "color": "red", "stacks": {"a1": 1, "a2": 0, "b1": -2}},
        {"name": "Mary", "color": "Blue", "stacks": {"d4": 2, "d5": 2}},
    ],
    "turns": [[["a1", "b2"]], []],
}


def test_the_formats_own_example() -> None:
    players, setup, turns = GAME.transcript.read(json.dumps(EXAMPLE))
    assert [player.name for player in players] == ["John", "Mary"]
    assert setup.rules == {"crossing": "cancel", "tie": "later"}
    assert list(turns) == ["a1-b2", "-"]
    state = GAME.setup.new(load("circles"), players, setup)
    words = GAME.notation.text(state).split(" | ")[1].split()
    assert sorted(words) == ["a1:1.1", "a2#", "b1^1.2", "d4:2.2", "d5:2.2"]


@pytest.mark.parametrize("seed", range(6))
def test_games_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    people = [
        Player(f"Player {n}", colour) for n, colour in enumerate(load("circles").spec.players.colours[: 2 + seed % 5])
    ]
    start = GAME.setup.new(load("circles"), people, Setup(rules={"crossing": "cancel", "tie": "later"}))
    state, turns = start, []
    while not state.over and state.plies < 40:
        table, singles = Table(state), []
        while (options := list(table.singles())) and chance.random() > 0.3:
            singles.append(options[int(chance.random() * len(options))])
            table.move(singles[-1])
        turns.append(Turn(tuple(singles)))
        state = GAME.rules.apply(state, turns[-1])
    written = GAME.transcript.write(start, turns)
    players, setup, lines = GAME.transcript.read(written)
    again = GAME.setup.new(load("circles"), players, setup)
    assert {**dict(zip(again.board.cells, again.fields, strict=True))} == dict(
        zip(start.board.cells, start.fields, strict=True)
    )
    for line in lines:
        again = GAME.rules.apply(again, GAME.notation.parse(again, line))
    assert dict(zip(again.board.cells, again.fields, strict=True)) == dict(
        zip(state.board.cells, state.fields, strict=True)
    )
    assert (
        GAME.transcript.write(GAME.setup.new(load("circles"), players, setup), turns_of(players, setup, lines))
        == written
    )


def turns_of(players: object, setup: object, lines: object) -> list[Turn]:
    state = GAME.setup.new(load("circles"), players, setup)  # type: ignore[arg-type]
    found = []
    for line in lines:  # type: ignore[attr-defined]
        found.append(GAME.notation.parse(state, line))
        state = GAME.rules.apply(state, found[-1])
    return found


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"format": "chess"}, "'chess'"),
        ({"segments": "a1"}, "segments: str"),
        ({"segments": [["a1", 7]]}, "field '7'"),
        ({"segments": [["a1"], ["a1"]]}, "field a1 on two islands"),
        ({"players": []}, "0 players"),
        ({"players": [{"stacks": {"q9": 1}}]}, "field 'q9'"),
        ({"players": [{"stacks": {"a1": "two"}}]}, "two"),
        ({"players": [{}]}, "a player without 'stacks'"),
        ({"turns": [["a1-b2"]]}, "a1-b2"),
    ],
)
def test_what_is_no_transcript(change: dict[str, object], found: str) -> None:
    with pytest.raises((ValueFault, SyntaxFault)) as caught:
        GAME.transcript.read(json.dumps(EXAMPLE | change))
    assert found in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', "[" * 100_000])
def test_what_is_not_even_json_or_a_mapping(text: str) -> None:
    with pytest.raises((ValueFault, SyntaxFault)):
        GAME.transcript.read(text)
