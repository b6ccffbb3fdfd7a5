"""The public transcript format: what its engine writes is read, what we write is read there, what is none is refused.

The transcripts here are written by hand from the format's description, in the engine's own form.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from cases import cases, data
from drawing import GAME, after
from msgspec import convert
from oracle import Game
from test_oracle import BOARDS, CIRCLES, told, turn_of

from companion.contract.entering import REFEREE, enter
from companion.contract.faults import IllegalMove, SyntaxFault, ValueFault
from companion.contract.position import Position
from companion.contract.values import Player, Setup
from companion.games.circles import transcript
from companion.record import transcript as records
from companion.record.replay import begin
from specs.base.errors import SpecError
from specs.model.shapes.hexes import cell_named, name

EXAMPLE, ENGINE = (data(__file__)[name] for name in ("example", "engine"))


def read(value: Mapping[str, Any]) -> tuple[tuple[Player, ...], Setup, tuple[str, ...]]:
    return transcript.read(convert(value, transcript.Transcript))


def begins(players: Sequence[Player], given: Setup) -> Position:
    """A first position; the players have our colours."""
    colours = CIRCLES.spec.players.colours
    people = [player._replace(colour=colour) for player, colour in zip(players, colours, strict=False)]
    found: Position = GAME.begin(CIRCLES, people, given)
    return found


def replayed(value: Mapping[str, Any]) -> Position:
    players, begun, lines = read(value)
    return after(begins(players, begun), *lines)


def holds(here: Position) -> set[str]:
    return {word for word in GAME.text(here).split(" | ")[0].split() if set(":^#") & set(word)}


def moves(here: Position, *turns: str) -> list[Any]:
    """The plies of turns."""
    found = list[Any]()
    for turn in turns:
        plies = enter(GAME, here, turn, REFEREE).plies
        found += [ply.move for ply in plies]
        here = plies[-1].after
    return found


# ---- read ----------------------------------------------------------------------------------------


@cases
def test_a_transcript_is_read(of: str, change: dict[str, Any], lines: list[str] | None, ends: str) -> None:
    value = {"example": EXAMPLE, "engine": ENGINE}[of] | change
    found = read(value)[2]
    assert lines in (None, list(found))
    assert holds(replayed(value)) == set(ends.split())


def test_players_and_rules_are_those_of_the_format() -> None:
    players, begun, _ = read(EXAMPLE)
    assert [player.name for player in players] == ["John", "Mary"]
    assert begun.rules == {"crossing": "cancel", "tie": "later", "end": "areas-only"}
    players, _, _ = read(ENGINE)
    assert players == (Player("Player 1", "maroon"), Player("Player 2", "lime"), Player("Player 3", "royalblue"))


def test_an_islands_centre_is_the_first_of_its_fields_in_whatever_order_they_are_told() -> None:
    told = replayed(ENGINE | {"segments": [sorted(segment) for segment in ENGINE["segments"]], "turns": []})
    assert [name(told.state.board.cells[7 * island]) for island in range(3)] == ["b2", "c5", "e4"]
    assert told == replayed(ENGINE | {"turns": []})


def test_the_older_form_with_events_is_read_and_its_chat_passed_over() -> None:
    events = [{"user": "u", "time": "t", "type": "chat", "message": "hello"}]
    events += [{"user": "u", "time": "t", "type": "turn", "moves": moves} for moves in ENGINE["turns"]]
    older = {key: value for key, value in ENGINE.items() if key != "turns"} | {"events": events, "begin": "t"}
    assert read(older) == read(ENGINE)


@cases
def test_what_is_no_transcript(change: dict[str, object], message: str) -> None:
    with pytest.raises(SpecError) as caught:
        records.read(json.dumps(EXAMPLE | change).encode(), "game.json")
    assert str(caught.value) == f"game.json:{message}"


@cases
def test_players_and_colours_become_ours(people: list[dict[str, Any]], ours: list[str]) -> None:
    record, _ = records.read(json.dumps(ENGINE | {"players": people, "turns": []}).encode(), "game.json")
    assert [f"{player.name}: {player.colour}" for player in record.players] == ours


def test_a_fault_of_a_transcript_has_its_line() -> None:
    with pytest.raises(SpecError) as caught:
        records.read(json.dumps(EXAMPLE | {"turns": [[], [["a1", "b2"]]]}, indent=1).encode(), "game.json")
    assert str(caught.value).startswith("game.json:")
    assert "'a1-b2' of Mary; expected a legal turn: a1 is a growth tower of John" in str(caught.value)


@cases
def test_rules_that_the_spec_does_not_have_are_refused(rules: dict[str, str], message: str) -> None:
    with pytest.raises(SpecError) as caught:
        begin(*records.read(json.dumps(EXAMPLE | {"rules": rules}).encode(), "game.json"))
    assert message in str(caught.value)


def test_a_turn_of_whoever_is_out_is_refused_by_name() -> None:
    with pytest.raises(ValueFault) as caught:
        read(ENGINE | {"turns": [[["b2", "c3"]], [["c3", "c4"]]]})
    assert str(caught.value) == "turns.1: 'c3-c4', but Player 2 has no turn here; expected an empty turn"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', "[" * 100_000])
def test_what_is_not_even_json_or_a_mapping(text: str) -> None:
    with pytest.raises(SpecError):
        records.read(text.encode(), "game.json")


# ---- written -------------------------------------------------------------------------------------


def read_there(written: str) -> dict[Any, Any]:
    """The fields after a transcript as its engine reads it: turn i is player i modulo n's, whatever else."""
    value = json.loads(written)
    islands = [[cell(word) for word in segment] for segment in value["segments"]]
    game = Game(islands, len(value["players"]), "cancel", "areas-only")
    for number, person in enumerate(value["players"]):
        for word, tall in person["stacks"].items():
            game.at[cell(word)] = [("burned", "stack", "tower")[(tall > 0) - (tall < 0)], number, abs(tall)]
    for number, turn in enumerate(value["turns"]):
        game.turn = number % game.players
        game.move([(cell(source), cell(target)) for source, target in turn])
        game.explode_and_grow()
    return {
        at: there and ["burned", -1, 0] if there and there[0] == "burned" else there for at, there in game.at.items()
    }


def cell(word: str) -> tuple[int, int]:
    letters = word.rstrip("0123456789-")
    return cell_named(letters, word[len(letters) :])


def written_fields(here: Position, first: int) -> dict[Any, Any]:
    """Our fields, players counted from whoever began."""
    found: dict[Any, Any] = {}
    for at, value in zip(here.state.board.cells, here.state.fields, strict=True):
        there = told(value)
        if there is not None and there[0] != "burned":
            there = [there[0], (there[1] - first) % len(here.players), there[2]]  # type: ignore[operator]
        found[at] = there
    return found


def random_game(layout: str, players: int, seed: int, turns: int) -> tuple[Position, Position, list[Any]]:
    """A game under the format's reading: its first and its last position, and its plies."""
    people = [Player(f"P{n}", colour) for n, colour in enumerate(CIRCLES.spec.players.colours[:players])]
    chance = random.Random(seed)
    start = here = begins(people, Setup(options={"layout": layout}, rules=transcript.READING._asdict()))
    lines = list[str]()
    while not here.state.over and len(lines) < turns:
        turn = turn_of(here, chance, 0.8)
        try:
            here = after(here, turn)
        except IllegalMove:
            continue
        lines.append(turn)
    return start, here, moves(start, *lines)


@pytest.mark.parametrize(
    ("layout", "players"), [board for board in BOARDS if board[0] not in ("hexagon-4", "hexagon-5")]
)
def test_games_on_every_board_are_read_there_and_here_as_they_were(layout: str, players: int) -> None:
    seed = BOARDS.index((layout, players))
    start, here, made = random_game(layout, players, seed, 90 if layout == "triangle-4" else 25)
    written = transcript.write(start, made)
    assert read_there(written) == written_fields(here, start.state.turn)
    assert holds(replayed(json.loads(written))) == holds(here)


@pytest.mark.parametrize("seed", range(4))
def test_games_to_their_end_with_players_out(seed: int) -> None:
    start, here, made = random_game("triangle-4", 3, 100 + seed, 300)
    written = transcript.write(start, made)
    assert read_there(written) == written_fields(here, 0)
    assert len(json.loads(written)["turns"]) >= here.state.number


def start_of(stacks: list[dict[str, int]], **given: str) -> Position:
    people = [{"name": name, "stacks": stack} for name, stack in zip(("Ann", "Bob", "Cy"), stacks, strict=False)]
    value = ENGINE | {"players": people, "turns": [], "rules": given}
    players, begun, _ = read(value)
    return begins(players, begun)


@cases
def test_a_game_is_written(
    stacks: list[dict[str, int]],
    rules: dict[str, str],
    turn: int,
    lines: list[str],
    turns: list[Any],
    left_out: list[str],
) -> None:
    start = start_of(stacks, **rules)
    start = start._replace(state=start.state._replace(turn=turn))
    made = moves(start, *lines)
    written = transcript.write(start, made)
    value = json.loads(written)
    assert (value["turns"], value.get("rules", {})) == (turns, rules)
    assert value["players"][0]["name"] == ("Ann", "Bob")[turn]
    assert [str(line) for line in transcript.left_out(start, made)] == left_out
    if not rules and not left_out:
        assert read_there(written) == written_fields(after(start, *lines), turn)


def test_a_jump_over_others_cannot_be_said() -> None:
    start = start_of([{"b2": 2}, {"b3": 1, "e4": 1}], crossing="jump")
    with pytest.raises(SyntaxFault) as caught:
        transcript.write(start, moves(start, "b2-b4"))
    assert caught.value.found == "turn 1, b2-b4, under crossing: jump"
    assert caught.value.expected.startswith("a game that is the same under crossing: cancel")


def test_a_tower_of_none_and_a_player_with_nothing_cannot_be_said() -> None:
    start = start_of([{"b2": 2, "a1": -1}, {"e4": 1}])
    bare = GAME.read(GAME.text(start).replace("a1^1.1", "a1^1.0"))
    with pytest.raises(SyntaxFault, match="Ann's growth tower of 0 on a1"):
        transcript.write(bare, [])
    with pytest.raises(SyntaxFault, match="Bob with no stones on the board"):
        transcript.write(start_of([{"b2": 2}, {}, {"e4": 1}]), [])
