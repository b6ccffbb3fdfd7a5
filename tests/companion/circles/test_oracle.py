"""Whole random games on every board of the spec, held against `oracle.py` after every turn."""

from __future__ import annotations

import random

import pytest
from drawing import GAME, after
from often import times
from oracle import Game, Illegal
from test_grounds import scores

from companion.contract.faults import IllegalMove
from companion.contract.position import Position
from companion.contract.values import Player, Setup
from companion.games.circles.moves import made, singles
from specs.load import load
from specs.model.shapes.hexes import Cell, name

CIRCLES = load("circles")
LAYOUTS = CIRCLES.spec.setup.layouts
BOARDS = [(layout, int(players)) for layout in LAYOUTS for players in LAYOUTS[layout].start]
CELLS = {name((q, r)): (q, r) for q in range(-1, 60) for r in range(-60, 60)}
SORTS = ("stack", "tower", "burned")


def started(layout: str, players: int, crossing: str, end: str) -> tuple[Position, Game]:
    people = [Player(f"P{n}", colour) for n, colour in enumerate(CIRCLES.spec.players.colours[:players])]
    given = Setup(options={"layout": layout}, rules={"crossing": crossing, "end": end})
    here: Position = GAME.begin(CIRCLES, people, given)
    game = Game([list(segment) for segment in here.state.board.segments], players, crossing, end)
    for cell, value in zip(here.state.board.cells, here.state.fields, strict=True):
        game.at[cell] = told(value)
    return here, game


def told(value: int) -> list[object] | None:
    return [SORTS[value & 3], (value >> 2 & 7) - 1, value >> 5] if value else None


def same(here: Position, game: Game) -> None:
    s = here.state
    assert {cell: told(value) for cell, value in zip(s.board.cells, s.fields, strict=True)} == game.at
    assert list(scores(here)) == game.scores()
    assert s.over == game.over
    assert s.over or s.turn == game.turn


def turn_of(here: Position, chance: random.Random, lively: float) -> str:
    """A turn as a table might try it: mostly legal moves, now and then any two fields; seldom a word."""
    if chance.random() < 0.01:
        return ("agree", "resign")[int(chance.random() * 2)]
    words, s = list[str](), here.state
    names = s.board.names
    while chance.random() < lively and (options := list(singles(s))):
        single = options[int(chance.random() * len(options))]
        words.append(f"{names[single.source]}-{names[single.target]}")
        s = made(s, single)
    if words and chance.random() < 0.2:
        ends = [names[int(chance.random() * len(names))] for _ in range(2)]
        if ends[0] != ends[1]:
            words.append("-".join(ends))
    return " ".join(words) or "-"


def cells_of(turn: str) -> list[tuple[Cell, Cell]]:
    """The moves of a turn, each by its two cells."""
    moves = [move.split("-") for move in turn.split() if move.strip("-") and "-" in move]
    return [(CELLS[source], CELLS[target]) for source, target in moves]


def held_against(layout: str, players: int, crossing: str, end: str, seed: int, turns: int) -> Position:
    """Play so many turns at most; every verdict, position, score, mover and end is the same in both."""
    chance = random.Random(seed)
    here, game = started(layout, players, crossing, end)
    lively = 0.6 + 0.35 * chance.random()
    while not here.state.over and here.state.number < turns:
        turn = turn_of(here, chance, lively)
        try:
            now = after(here, turn)
        except IllegalMove:
            before = {cell: there and list(there) for cell, there in game.at.items()}
            with pytest.raises(Illegal):
                game.move(cells_of(turn))
            game.at = before
            continue
        game.play(cells_of(turn), turn if turn in ("agree", "resign") else "")
        same(now, game)
        assert GAME.read(GAME.text(now)) == now
        here = now
    return here


@pytest.mark.parametrize(("layout", "players"), BOARDS)
def test_the_first_turns_on_every_board(layout: str, players: int) -> None:
    seed = BOARDS.index((layout, players))
    crossing, end = ("jump", "cancel")[seed % 2], ("last-player", "areas-only")[seed // 2 % 2]
    held_against(layout, players, crossing, end, seed, times(6, 12))


@pytest.mark.parametrize(
    ("layout", "players", "crossing", "end"),
    [
        ("triangle-4", 2, "jump", "last-player"),
        ("triangle-4", 2, "cancel", "areas-only"),
        ("triangle-4", 3, "jump", "areas-only"),
        ("triangle-4", 3, "cancel", "last-player"),
    ],
)
def test_whole_games(layout: str, players: int, crossing: str, end: str) -> None:
    ends = [held_against(layout, players, crossing, end, seed, 160) for seed in range(2)]
    assert any(here.state.over for here in ends), "the games are long enough to end"


@pytest.mark.deep
@pytest.mark.parametrize("end", ["last-player", "areas-only"])
@pytest.mark.parametrize("crossing", ["jump", "cancel"])
def test_whole_games_of_five(crossing: str, end: str) -> None:
    assert held_against("hexagon-3", 5, crossing, end, 0, 160).state.number > 60


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(times(4, 36)))
def test_whole_games_on_larger_boards(seed: int) -> None:
    layout, players = BOARDS[seed * 7 % len(BOARDS)]
    held_against(layout, players, ("jump", "cancel")[seed % 2], ("last-player", "areas-only")[seed % 3 % 2], seed, 90)
