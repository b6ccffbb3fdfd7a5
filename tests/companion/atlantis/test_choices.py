"""Choices lead to every legal turn and to nothing else, and say where a card leads and what it costs."""

from __future__ import annotations

import random

import pytest
from often import times

from companion import games
from companion.contract.position import Position
from companion.contract.values import Player, Setup
from companion.games.atlantis.moves import Move, Walk
from companion.games.atlantis.state import gaps
from specs.load import load

from .tables import random_turn

GAME = games.Game("atlantis")
SPEC = load("atlantis")
PATH = {1: "H3", 2: "F4", 4: "O5", 6: "H2@r1", 8: "C1", 10: "R6"}


def reached(state: Position, typed: str = "") -> set[Move]:
    """Every whole turn that choosing step by step leads to."""
    assert GAME.choices is not None
    found: set[Move] = set()
    for choice in GAME.choices(state, typed):
        if choice.whole:
            move = GAME.parse(state, choice.text)
            GAME.apply(state, move)
            found.add(move)
        if choice.text != typed and "pay" not in choice.text and "bridge" not in choice.text:
            found |= reached(state, choice.text)
    return found


@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.deep)])
def test_choices_lead_to_every_legal_turn_and_no_other(seed: int) -> None:
    """Of a gap's spaces for the bridge the first stands for all."""
    chance = random.Random(seed)
    people = [
        Player(name, colour) for name, colour in zip(("Ann", "Bob", "Cy"), SPEC.spec.players.colours, strict=False)
    ]
    state: Position = GAME.begin(SPEC, people, Setup(seed, {"cards": "dealt"}))
    for _ in range(seed * times(3, 6) + 1):
        if state.state.over:
            return
        firsts = {0, *(gap.start for gap in gaps(state.state.path.tops, state.state.path.bridges))}
        legal = {m for m in GAME.moves(state) if not isinstance(m, Walk) or m.bridge in firsts}
        assert reached(state) == legal
        state = GAME.apply(state, random_turn(state, chance))
