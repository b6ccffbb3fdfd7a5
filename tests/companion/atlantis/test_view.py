"""What a seat sees holds nothing of what it cannot see: swapping hidden cards changes nothing of its view."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion import games
from companion.contract import Player, Setup
from companion.games.atlantis import view
from companion.games.atlantis.playout import random_turn
from companion.games.atlantis.state import State, cards_text, count
from companion.terminal import render
from generator.formats.svg import scene_svg
from specs.load import load

GAME = games.find("atlantis")
SPEC = load("atlantis")


def swapped(state: State, seat: int | None, chance: random.Random) -> State:
    """The cards of hands the seat does not see, and of the deck, dealt anew among them."""
    others = [p for p in range(len(state.hands)) if p != seat]
    pool = list("".join(cards_text(state.hands[p]) for p in others) + state.deck)
    chance.shuffle(pool)
    hands = list(state.hands)
    for p in others:
        number = sum(hands[p])
        hands[p], pool = count("".join(pool[:number])), pool[number:]
    return state._replace(hands=tuple(hands), deck="".join(pool), table=state.table._replace(seed=chance.randrange(99)))


def shown(state: State, seat: int | None, *, drawn: bool = False) -> list[Any]:
    seen = GAME.view.seen_by(state, seat)
    assert GAME.picture is not None
    moves = [GAME.notation.format(seen, move) for move in GAME.rules.legal_moves(seen)]
    picture = scene_svg(GAME.picture.picture(seen, SPEC)) if drawn else ""
    board = render(GAME.view.board(seen, 80), colour=False)
    return [seen, GAME.view.facts(seen), board, GAME.view.prompt(seen).text, GAME.notation.text(seen), moves, picture]


def held(seed: int) -> None:
    chance = random.Random(seed)
    people = list(map(Player, ("Ann", "Bob", "Cy"), SPEC.spec.players.colours))
    state: State = GAME.setup.new(SPEC, people, Setup(seed, {"cards": "dealt"}))
    for ply in range(8):
        for seat in (None, 0, 1, 2):
            drawn = ply == 7 and seat is None
            assert shown(state, seat, drawn=drawn) == shown(swapped(state, seat, chance), seat, drawn=drawn)
        state = GAME.rules.apply(state, random_turn(state, chance.random))


@pytest.mark.parametrize("seed", range(3))
def test_swapping_what_a_seat_cannot_see_changes_nothing_it_is_shown(seed: int) -> None:
    held(seed)


def test_a_view_that_lets_one_hand_through_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = view.seen_by
    monkeypatch.setattr(view, "seen_by", lambda state, seat: honest(state, seat)._replace(hands=state.hands))
    with pytest.raises(AssertionError):
        held(0)


def test_a_seat_sees_its_own_hand_and_how_many_others_hold() -> None:
    people = list(map(Player, ("Ann", "Bob"), SPEC.spec.players.colours))
    state: State = GAME.setup.new(SPEC, people, Setup(42, {"cards": "dealt"}))
    seen = GAME.view.seen_by(state, 0)
    assert seen.hands[0] == state.hands[0]
    assert seen.hands[1] == (5, 0, 0, 0, 0, 0, 0, 0)
    assert set(seen.deck) == {"?"}
    assert seen.table.seed is None
