"""Opponents play by the rules, take what wins, and do the same again from the same chance."""

from __future__ import annotations

from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cases import data

from companion import Game
from companion.games import names, of
from companion.lab.players import Bots, Eyes, Thought, decide, plies, ponder, share
from companion.lab.playtest import begun, planned, played

DEALT = {"atlantis": {"cards": "dealt"}, "escape": {"pieces": "dealt", "dice": "dealt"}, "gods": {"cards": "dealt"}}
THINKING = [name for name in names() if Game(name).bots is not None]


ONE_TURN = data(__file__)["one turn from the end"]


def start(name: str, seed: int = 3) -> Any:
    return Game(name).new("Ann", "Bob", seed=seed if name in DEALT else None, **DEALT.get(name, {})).start


def test_every_game_here_has_an_opponent_that_thinks() -> None:
    assert list(names()) == THINKING


@pytest.mark.parametrize("name", THINKING)
def test_what_is_worth_a_thought_and_what_chance_finds_is_legal(name: str) -> None:
    """On a position that a seat imagines, and on the true one."""
    game, state = Game(name), start(name)
    some = islice(plies(game, state, ("greedy", "random"), 7), 12 if name == "circles" else 70)
    for number, (_, after) in enumerate(some):
        eyes = Eyes(game, state, game.turn(state) or 0)
        sample = eyes.sample(Random(number))
        moves = list(eyes.bots.candidates(sample, Random(1), 4))
        assert 1 <= len(moves) <= 4
        for move in [*moves, eyes.bots.by_chance(sample, Random(2))]:
            game.apply(sample, move)
            game.apply(state, move)
        state = after


@pytest.mark.parametrize("name", THINKING)
def test_a_position_is_worth_a_share_of_the_win(name: str) -> None:
    game = Game(name)
    for _, state in islice(plies(game, start(name), ("random", "random"), 5), 40):
        if game.turn(state) is not None:
            assert all(0 < Bots(game).value(state, seat) < 1 for seat in (0, 1))


@pytest.mark.parametrize("name", THINKING)
def test_the_same_chance_gives_the_same_ply(name: str) -> None:
    game, state = Game(name), start(name)
    one, two = (ponder(Eyes(game, state, 0), Random(4), playouts=6, most=3) for _ in range(2))
    assert one == two
    one_game, other = (list(islice(plies(game, state, ("greedy", "random"), "a game"), 12)) for _ in range(2))
    assert one_game == other
    assert len(one_game) == 12


def test_greedy_beats_chance() -> None:
    """How many of hundreds `benchmarks/lab.py` tells; here it is twelve."""
    game, won = Game("atlantis"), 0.0
    for number in range(12):
        seat = number % 2
        strengths = ("greedy", "random") if seat == 0 else ("random", "greedy")
        *_, (_, last) = plies(game, start("atlantis", number // 2), strengths, number)
        won += share(game.settle(last), seat)
    assert won >= 10


def won_at_once(game: Game, seed: int) -> Any:
    """The position before the winner's last ply, of a game that greedy wins against chance."""
    state: Any = start(game.name, seed)
    for _, after in plies(game, state, ("greedy", "random"), seed):
        result = game.result(after)
        if result is not None and result.winners == (game.turn(state),):
            return state
        state = after
    return None


@pytest.mark.parametrize("name", THINKING)
def test_a_win_in_one_turn_is_taken(name: str) -> None:
    """At the last ply of a game that its mover won, whatever chance the machine draws."""
    game = Game(name)
    if name in ONE_TURN:
        state = game.read(ONE_TURN[name])
    else:
        state = next(found for seed in range(1, 20) if (found := won_at_once(game, seed)) is not None)
    eyes = Eyes(game, state, game.turn(state) or 0)
    for strength, luck in product(("greedy", "steady"), range(2)):
        result = game.result(game.apply(state, decide(eyes, strength, Random(luck))))
        assert result is not None
        assert result.winners == (eyes.player,)
    best = Thought(decide(eyes, "greedy", Random(2)), 1.0)
    assert name != "atlantis" or ponder(eyes, Random(2)) == [best]


def test_a_turn_that_ends_the_game_without_a_win_is_not_taken_where_another_is() -> None:
    """Ann's last figure could go home, and Bob would win by far: she lets another turn pass."""
    game = Game("atlantis")
    eyes = Eyes(game, game.read(ONE_TURN["atlantis, lost"]), 0)
    assert eyes.line(decide(eyes, "greedy", Random(2))) == "3:F"


def test_what_looks_best_at_first_gives_way_only_to_what_is_surely_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the start of Circles many turns are as good: which one is chosen follows from how sure it has to be."""
    game, state = Game("circles"), start("circles")
    eyes, chosen = Eyes(game, state, 0), list[bool]()
    for doubt in (0.0, 1e9):
        monkeypatch.setattr(game.bots, "DOUBT", doubt)
        first = [eyes.bots.candidates(eyes.sample(chance := Random(n)), chance, 12)[0] for n in range(4)]
        chosen.append([ponder(eyes, Random(n), 16)[0].move for n in range(4)] == first)
    assert chosen == [False, True]


def test_at_a_free_table_greedy_beats_chance_and_steady_plays_legal_turns() -> None:
    """A designer's own game needs no Python for that: sets are collected for points."""
    spec = str(Path(__file__).parents[3] / "docs" / "examples" / "gallery" / "bazaar.yaml")
    won = 0.0
    for number in range(6):
        seats = ("greedy", "random") if number % 2 == 0 else ("random", "greedy")
        row = played(planned(spec, seats, seed=1), number // 2)
        assert row.ended
        won += (number % 2 in row.winners) / len(row.winners)
    assert won >= 4
    game, state = of(spec), begun(planned(spec, ("steady", "steady"), seed=1), 1)[1].state
    game.apply(state, decide(Eyes(game, state, 0), "steady", Random(1)))
