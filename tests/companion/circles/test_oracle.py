"""Whole random games on every board of the spec, held against `oracle.py` after every turn."""

from __future__ import annotations

import random

import pytest
from often import times
from oracle import Game, Illegal

from companion.contract import IllegalMove, Player, Setup
from companion.games.circles import notation, rules, setup
from companion.games.circles.score import scores
from companion.games.circles.state import Single, State, Turn
from specs.load import load
from specs.model.shapes.hexes import Cell, distance, line

CIRCLES = load("circles")
LAYOUTS = CIRCLES.spec.setup.layouts
BOARDS = [(layout, int(players)) for layout in LAYOUTS for players in LAYOUTS[layout].starts]
SORTS = ("stack", "tower", "burned")


def started(layout: str, players: int, crossing: str, end: str) -> tuple[State, Game]:
    people = [Player(f"P{n}", colour) for n, colour in enumerate(CIRCLES.spec.players.colours[:players])]
    state = setup.new(CIRCLES, people, Setup(options={"layout": layout}, rules={"crossing": crossing, "end": end}))
    game = Game([list(segment) for segment in state.board.segments], players, crossing, end)
    for cell, value in zip(state.board.cells, state.fields, strict=True):
        game.at[cell] = told(value)
    return state, game


def told(value: int) -> list[object] | None:
    return [SORTS[value & 3], (value >> 2 & 7) - 1, value >> 5] if value else None


def same(state: State, game: Game) -> None:
    assert {cell: told(value) for cell, value in zip(state.board.cells, state.fields, strict=True)} == game.at
    assert list(scores(state)) == game.scores()
    assert state.over == game.over
    assert state.over or state.turn == game.turn


def turn_of(state: State, chance: random.Random, lively: float) -> Turn:
    """A turn as a table might try it: mostly legal moves, now and then any two fields; seldom a word."""
    if chance.random() < 0.01:
        return Turn(word=("agree", "resign")[int(chance.random() * 2)])
    table, singles = rules.Table(state), []
    while chance.random() < lively and (options := list(table.singles())):
        single = options[int(chance.random() * len(options))]
        singles.append(single)
        table.move(single)
    if singles and chance.random() < 0.2:
        ends = [int(chance.random() * len(state.fields)) for _ in range(2)]
        if ends[0] != ends[1]:
            cells = [state.board.cells[end] for end in ends]
            straight = line(*cells)
            singles.append(Single(ends[0], ends[1], straight[1] if straight else distance(*cells)))
    return Turn(tuple(singles))


def cells_of(state: State, turn: Turn) -> list[tuple[Cell, Cell]]:
    cells = state.board.cells
    return [(cells[single.source], cells[single.target]) for single in turn.singles]


def held_against(layout: str, players: int, crossing: str, end: str, seed: int, turns: int) -> State:
    """Play so many turns at most; every verdict, position, score, mover and end is the same in both."""
    chance = random.Random(seed)
    state, game = started(layout, players, crossing, end)
    lively = 0.6 + 0.35 * chance.random()
    while not state.over and state.plies < turns:
        turn = turn_of(state, chance, lively)
        try:
            after = rules.apply(state, turn)
        except IllegalMove:
            before = {cell: there and list(there) for cell, there in game.at.items()}
            with pytest.raises(Illegal):
                game.move(cells_of(state, turn))
            game.at = before
            continue
        game.play(cells_of(state, turn), turn.word)
        same(after, game)
        assert notation.parse_state(notation.text(after)) == after
        state = after
    return state


@pytest.mark.parametrize(("layout", "players"), BOARDS)
def test_the_first_turns_on_every_board(layout: str, players: int) -> None:
    seed = BOARDS.index((layout, players))
    held_against(layout, players, ("jump", "cancel")[seed % 2], ("last-player", "areas-only")[seed // 2 % 2], seed, 12)


@pytest.mark.parametrize("end", ["last-player", "areas-only"])
@pytest.mark.parametrize("crossing", ["jump", "cancel"])
@pytest.mark.parametrize(("layout", "players"), [("triangle-4", 2), ("triangle-4", 3), ("hexagon-3", 5)])
def test_whole_games(layout: str, players: int, crossing: str, end: str) -> None:
    ends = [held_against(layout, players, crossing, end, seed, 160) for seed in range(2)]
    assert any(state.over for state in ends), "the games are long enough to end"


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(times(4, 36)))
def test_whole_games_on_larger_boards(seed: int) -> None:
    layout, players = BOARDS[seed * 7 % len(BOARDS)]
    held_against(layout, players, ("jump", "cancel")[seed % 2], ("last-player", "areas-only")[seed % 3 % 2], seed, 90)
