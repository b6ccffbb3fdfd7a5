"""The public transcript format: what its engine writes is read, what we write is read there, what is none is refused.

The transcripts here are written by hand from the format's description, in the engine's own form.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from cases import cases
from drawing import GAME, after
from oracle import Game
from test_oracle import BOARDS, CIRCLES, told, turn_of

from companion.contract.entering import REFEREE, enter
from companion.contract.faults import IllegalMove, SyntaxFault, ValueFault
from companion.contract.position import Position
from companion.contract.values import Player, Setup
from companion.games.circles import transcript
from companion.games.circles.state import Table
from companion.record import transcript as records
from companion.record.replay import begin
from specs.base.errors import SpecError
from specs.model.shapes.hexes import cell_named, name

EXAMPLE: dict[str, Any] = {
    "format": "Atlantis transcript",
    "version": "1.0",
    "segments": [["a1", "a2", "b1", "b2", "b3", "c2", "c3"], ["d4", "d5", "c4", "c5", "e5"]],
    "players": [
        {"name": "John", "color": "red", "stacks": {"a1": 1, "a2": 0, "b1": -2}},
        {"name": "Mary", "color": "Blue", "stacks": {"d4": 2, "d5": 2}},
    ],
    "turns": [[["a1", "b2"]], []],
}
# three islands, as the engine lists them; its first player takes the second off the board at once
ENGINE: dict[str, Any] = {
    "format": "Atlantis trancript",
    "version": "1.0",
    "segments": [
        ["b2", "c2", "c3", "b3", "a2", "a1", "b1"],
        ["c5", "d5", "d6", "c6", "b5", "b4", "c4"],
        ["e4", "f4", "f5", "e5", "d4", "d3", "e3"],
    ],
    "players": [
        {"color": "maroon", "stacks": {"b2": 2}},
        {"color": "lime", "stacks": {"c3": 1}},
        {"color": "royalblue", "stacks": {"c5": 1}},
    ],
    "turns": [[["b2", "c3"]], [], [["c5", "c4"]], [["b2", "b3"]], [], [["c4", "c5"]]],
}


def begins(players: Sequence[Player], given: Setup) -> Position:
    """A first position; the players have our colours."""
    colours = CIRCLES.spec.players.colours
    people = [player._replace(colour=colour) for player, colour in zip(players, colours, strict=False)]
    found: Position = GAME.begin(CIRCLES, people, given)
    return found


def replayed(value: Mapping[str, Any]) -> Position:
    players, begun, lines = transcript.read(json.dumps(value))
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


def test_the_formats_own_example() -> None:
    players, begun, turns = transcript.read(json.dumps(EXAMPLE))
    assert [player.name for player in players] == ["John", "Mary"]
    assert begun.rules == {"crossing": "cancel", "tie": "later", "end": "areas-only"}
    assert list(turns) == ["a1-b2", "-"]
    assert holds(begins(players, begun)) == {"a1:1.1", "a2#", "b1^1.2", "d4:2.2", "d5:2.2"}


def test_what_the_engine_writes_with_its_misspelt_name_and_a_player_who_goes_out() -> None:
    players, _, turns = transcript.read(json.dumps(ENGINE))
    assert players == (Player("Player 1", "maroon"), Player("Player 2", "lime"), Player("Player 3", "royalblue"))
    assert list(turns) == ["b2-c3", "c5-c4", "b2-b3", "c4-c5"]
    assert holds(replayed(ENGINE)) == {"b3:1.1", "c5:3.1"}


def test_the_engine_gives_whoever_has_only_stable_ground_or_towers_an_empty_turn() -> None:
    # a1 is cut off: its player has no move, and the pieces beside each other play on
    value = EXAMPLE | {
        "segments": [["a1", "b1", "c1", "d1"]],
        "players": [
            {"color": "red", "stacks": {"a1": 1, "b1": 0}},
            {"color": "blue", "stacks": {"c1": -1}},
            {"color": "lime", "stacks": {"d1": 1}},
        ],
        "turns": [[], [], []],
    }
    # red: a1 has 1 piece and no living field beside it: a tower, which burns at once. blue: c1 goes off, and d1's piece
    # with it. Nobody is left.
    assert list(transcript.read(json.dumps(value))[2]) == ["-", "-"]
    here = replayed(value)
    assert holds(here) == {"a1#", "b1#", "c1#"}
    assert here.state.over


def test_passes_do_not_end_a_transcript() -> None:
    value = ENGINE | {"turns": [*ENGINE["turns"], [], [], [], [], [], [], [["b3", "a2"]]]}
    assert holds(replayed(value)) == {"a2:1.1", "c5:3.1"}


def test_an_islands_centre_is_the_first_of_its_fields_in_whatever_order_they_are_told() -> None:
    told = replayed(ENGINE | {"segments": [sorted(segment) for segment in ENGINE["segments"]], "turns": []})
    assert [name(told.state.board.cells[7 * island]) for island in range(3)] == ["b2", "c5", "e4"]
    assert told == replayed(ENGINE | {"turns": []})


def test_names_in_capitals_mean_the_seven_fields_of_an_island() -> None:
    people = [{"stacks": {"B2": 1}}, {"stacks": {"E4": 1}}]
    assert len(holds(replayed(ENGINE | {"segments": [["B2"], ["E4"]], "players": people, "turns": []}))) == 14


def test_the_older_form_with_events_is_read_and_its_chat_passed_over() -> None:
    events = [{"user": "u", "time": "t", "type": "chat", "message": "hello"}]
    events += [{"user": "u", "time": "t", "type": "turn", "moves": moves} for moves in ENGINE["turns"]]
    older = {key: value for key, value in ENGINE.items() if key != "turns"} | {"events": events, "begin": "t"}
    assert transcript.read(json.dumps(older)) == transcript.read(json.dumps(ENGINE))


@cases
def test_what_is_no_transcript(change: dict[str, object], message: str) -> None:
    with pytest.raises((ValueFault, SyntaxFault)) as caught:
        transcript.read(json.dumps(EXAMPLE | change))
    assert str(caught.value) == message


def test_players_and_colours_become_ours() -> None:
    people = [
        {"name": "Ann: x", "color": "maroon", "stacks": {"b2": 1}},
        {"stacks": {"c3": 1}},
        {"name": "ann x", "color": "royalblue", "stacks": {"c5": 1}},
        {"name": "Dee", "color": "Blue", "stacks": {"e4": 1}},
        {"name": "", "color": "fuchsia", "stacks": {"f5": 1}},
        {"name": "Flo", "color": "lime", "stacks": {"d5": 1}},
    ]
    record, _ = records.read(json.dumps(ENGINE | {"players": people, "turns": []}).encode(), "game.json")
    # blue is Dee's by its name, so royalblue has to look further; nobody says a colour for the second
    assert [(player.name, player.colour) for player in record.players] == [
        ("Ann x", "red"),
        ("Player 2", "yellow"),
        ("ann x 2", "purple"),
        ("Dee", "blue"),
        ("Player 5", "orange"),
        ("Flo", "green"),
    ]
    assert record.setup.rules["end"] == "areas-only"


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


def test_turns_of_whoever_is_out_and_unknown_events_are_refused_by_name() -> None:
    with pytest.raises(ValueFault) as caught:
        transcript.read(json.dumps(ENGINE | {"turns": [[["b2", "c3"]], [["c3", "c4"]]]}))
    assert str(caught.value) == "turns.1: 'c3-c4', but Player 2 has no turn here; expected an empty turn"
    older = {key: value for key, value in ENGINE.items() if key != "turns"} | {"events": [{"type": "vote"}]}
    with pytest.raises(ValueFault) as caught:
        transcript.read(json.dumps(older))
    assert str(caught.value) == "events.0.type: 'vote'; expected a word that is known there"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', "[" * 100_000])
def test_what_is_not_even_json_or_a_mapping(text: str) -> None:
    with pytest.raises((ValueFault, SyntaxFault)):
        transcript.read(text)


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


def test_empty_turns_are_written_for_whoever_is_out() -> None:
    players, begun, lines = transcript.read(json.dumps(ENGINE))
    start = begins(players, begun)
    assert json.loads(transcript.write(start, moves(start, *lines)))["turns"] == ENGINE["turns"][: 3 + 3]


def start_of(stacks: list[dict[str, int]], **given: str) -> Position:
    people = [{"name": name, "stacks": stack} for name, stack in zip(("Ann", "Bob", "Cy"), stacks, strict=False)]
    value = ENGINE | {"players": people, "turns": [], "rules": given}
    players, begun, _ = transcript.read(json.dumps(value))
    return begins(players, begun)


def test_a_game_under_our_rules_is_written_where_it_plays_the_same_and_keeps_its_rules() -> None:
    start = start_of([{"b2": 2}, {"e4": 1}], crossing="jump", tie="pieces", end="last-player")
    made = moves(start, "b2-b4", "agree")
    written = transcript.write(start, made)
    assert json.loads(written)["rules"] == {"crossing": "jump", "tie": "pieces", "end": "last-player"}
    assert json.loads(written)["turns"] == [[["b2", "b4"]], []]
    assert transcript.read(written)[1].rules == Table()._asdict()
    assert list(transcript.left_out(start, made)) == [
        "turn 2, Bob's agree, is written as a turn without a move",
        "programs that do not know our key 'rules' overlook crossing: jump, tie: pieces, end: last-player",
    ]


def test_a_jump_over_others_cannot_be_said() -> None:
    start = start_of([{"b2": 2}, {"b3": 1, "e4": 1}], crossing="jump")
    with pytest.raises(SyntaxFault) as caught:
        transcript.write(start, moves(start, "b2-b4"))
    assert caught.value.found == "turn 1, b2-b4, under crossing: jump"
    assert caught.value.expected.startswith("a game that goes the same way under crossing: cancel")


def test_a_tower_of_none_and_a_player_with_nothing_cannot_be_said() -> None:
    start = start_of([{"b2": 2, "a1": -1}, {"e4": 1}])
    bare = GAME.read(GAME.text(start).replace("a1^1.1", "a1^1.0"))
    with pytest.raises(SyntaxFault, match="Ann's growth tower of 0 on a1"):
        transcript.write(bare, [])
    with pytest.raises(SyntaxFault, match="Bob with nothing on the board"):
        transcript.write(start_of([{"b2": 2}, {}, {"e4": 1}]), [])


def test_who_resigned_is_written_with_empty_turns_and_a_warning() -> None:
    start = start_of([{"b2": 1}, {"e4": 1, "f5": -1}, {"c5": 1}])
    lines = ("b2-a2", "resign", "c5-c4", "a2-b2", "c4-c5")
    made = moves(start, *lines)
    written = transcript.write(start, made)
    assert json.loads(written)["turns"] == [[["b2", "a2"]], [], [["c5", "c4"]], [["a2", "b2"]], [], [["c4", "c5"]]]
    assert read_there(written) == written_fields(after(start, *lines), 0)
    assert list(transcript.left_out(start, made)) == [
        "turn 2, Bob's resign, is written as turns without a move, so Bob may still win there"
    ]


def test_the_players_begin_with_whoever_begins() -> None:
    start = start_of([{"b2": 1}, {"e4": 1}])
    start = start._replace(state=start.state._replace(turn=1))
    written = json.loads(transcript.write(start, moves(start, "e4-e5")))
    assert [person["name"] for person in written["players"]] == ["Bob", "Ann"]
    assert written["turns"] == [[["e4", "e5"]]]


def test_a_turn_that_is_not_over_is_left_out() -> None:
    start = start_of([{"b2": 1, "f5": 1}, {"e4": 1}])
    made = moves(start, "b2-a2 +")
    assert transcript.write(start, made) == transcript.write(start, [])
    assert list(transcript.left_out(start, made)) == ["turn 1 of Ann is not over, and is left out"]
