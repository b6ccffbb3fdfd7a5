"""A bot plays by what its seat sees: games that differ in anything else are the same to it."""

from __future__ import annotations

from random import Random

import pytest

from companion.club.about import STRENGTHS
from companion.games import Game
from companion.lab.eyes import Eyes
from companion.lab.players import PLAYERS, decide, ponder

from .worlds import KINDS, started, state_of, swapped

HIDING = [kind for kind in KINDS if kind != "circles"]
PLAYOUTS = 8


def seat_to_move(kind: str, position: str) -> int | None:
    return Game(KINDS[kind].game).rules.turn(state_of(kind, position))


@pytest.mark.parametrize("kind", HIDING)
def test_a_bot_never_changes_its_mind_when_what_it_cannot_see_is_swapped(kind: str) -> None:
    game = Game(KINDS[kind].game)
    for plies in (0, 9, 40):
        position = started(kind, 1, plies)
        seat = seat_to_move(kind, position)
        assert seat is not None
        other = swapped(position, seat, Random(plies), near=True)
        minds = [Eyes(game, state_of(kind, each), seat) for each in (position, other)]
        assert minds[0].seen == minds[1].seen
        for strength in ("random", "greedy"):
            one, two = (eyes.line(decide(eyes, strength, Random(5))) for eyes in minds)
            assert one == two, strength
        one, two = (
            [(eyes.line(move), worth) for move, worth in ponder(eyes, Random(5), PLAYOUTS, 3)] for eyes in minds
        )
        assert one == two


@pytest.mark.parametrize("kind", HIDING)
def test_what_a_bot_imagines_looks_as_what_it_sees(kind: str) -> None:
    game = Game(KINDS[kind].game)
    for plies in (0, 24, 50):
        position = started(kind, 3, plies)
        seat = seat_to_move(kind, position)
        assert seat is not None
        eyes = Eyes(game, state_of(kind, position), seat)
        for luck in range(4):
            sample = eyes.sample(Random(luck))
            assert game.notation.parse_state(game.notation.text(sample)) == sample
            if "dealt" in kind or kind == "gods alone":
                assert game.view.seen_by(sample, seat) == eyes.seen
            else:  # the table deals, the seat itself has not told its hand, and nobody named what was paid
                seen = game.view.seen_by(sample, None)
                if KINDS[kind].game == "atlantis":
                    assert sum(seen.discards) == sum(eyes.seen.discards)
                    seen = seen._replace(discards=eyes.seen.discards)
                assert seen._replace(table=eyes.seen.table) == eyes.seen


def test_eyes_keep_nothing_behind_the_view() -> None:
    """Two positions that look alike make the same eyes, in every slot."""
    kind = "gods dealt"
    position = started(kind, 1, 9)
    seat = seat_to_move(kind, position)
    assert seat is not None
    game = Game("gods")
    one, two = (
        Eyes(game, state_of(kind, each), seat) for each in (position, swapped(position, seat, Random(1), near=True))
    )
    assert all(getattr(one, slot) == getattr(two, slot) for slot in Eyes.__slots__)
    assert game.view.seen_by(one.seen, seat) == one.seen


def test_three_strengths_there_are() -> None:
    assert tuple(PLAYERS) == STRENGTHS == ("random", "greedy", "steady")
