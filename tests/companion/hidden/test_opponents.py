"""A bot plays by what its seat sees: games that differ in anything else are the same to it."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from often import tiers

from companion.games import Game
from companion.lab.hints import hints
from companion.lab.players import Eyes, decide, ponder
from companion.table.store import Store
from companion.table.table import open_game

from .worlds import KINDS, started, state_of, stored, swapped

HIDING = [kind for kind in KINDS if kind != "circles"]
PLAYOUTS = 8


def seat_to_move(kind: str, position: str) -> int | None:
    return Game(KINDS[kind].game).turn(state_of(kind, position))


@pytest.mark.parametrize("kind", HIDING)
def test_a_bot_never_changes_its_mind_when_what_it_cannot_see_is_swapped(kind: str) -> None:
    game = Game(KINDS[kind].game)
    for plies in (0, 9, 40):
        position = started(kind, 1, plies)
        seat = seat_to_move(kind, position)
        assert seat is not None
        other = swapped(position, seat, Random(plies), near=True)
        minds = [Eyes(game, state_of(kind, each), seat) for each in (position, other)]
        assert all(getattr(minds[0], slot) == getattr(minds[1], slot) for slot in Eyes.__slots__ if slot != "game")
        assert game.seen(minds[0].seen, seat) == minds[0].seen, "nothing is kept behind the view"
        for strength in ("random", "greedy"):
            one, two = (eyes.line(decide(eyes, strength, Random(5))) for eyes in minds)
            assert one == two, strength
        one, two = (
            [(eyes.line(move), worth) for move, worth in ponder(eyes, Random(5), PLAYOUTS, 3)] for eyes in minds
        )
        assert one == two


@pytest.mark.parametrize("kind", tiers(["gods dealt"], [kind for kind in HIDING if kind != "gods dealt"]))
def test_a_bot_works_as_long_whatever_it_cannot_see(kind: str) -> None:
    """Counted in calls of functions: the time it takes tells nothing either."""
    game = Game(KINDS[kind].game)
    position = started(kind, 1, 9)
    seat = seat_to_move(kind, position)
    assert seat is not None
    others = [swapped(position, seat, Random(near), near=bool(near)) for near in range(2)]
    minds = [Eyes(game, state_of(kind, each), seat) for each in (position, *others)]
    thoughts = (
        lambda eyes: decide(eyes, "random", Random(5)),
        lambda eyes: decide(eyes, "greedy", Random(5)),
        lambda eyes: ponder(eyes, Random(5), 2, 3),
    )
    for thought in thoughts:
        for eyes in minds:  # what is worked out once is there
            thought(eyes)
        assert len({calls(partial(thought, eyes)) for eyes in minds}) == 1


def calls(doing: Callable[[], object]) -> int:
    """How many functions are called while something is done."""
    found = Counter[str]()
    gc.disable()  # what it would clean up is called too
    sys.setprofile(lambda frame, event, arg: found.update((event,)))
    try:
        doing()
    finally:
        sys.setprofile(None)
        gc.enable()
    return found["call"]


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
            assert game.read(game.text(sample)) == sample
            if "dealt" in kind or kind == "gods alone":
                assert game.seen(sample, seat) == eyes.seen
            else:  # the table deals, the seat itself has not told its hand, and nobody named what was paid
                seen, known = (getattr(at, "state", at) for at in (game.seen(sample, None), eyes.seen))
                if KINDS[kind].game == "atlantis":
                    assert sum(seen.discards) == sum(known.discards)
                    seen = seen._replace(discards=known.discards)
                assert seen._replace(table=known.table) == known


@pytest.mark.parametrize("kind", ["atlantis dealt", "gods dealt", "escape dealt"])
def test_a_hint_tells_a_seat_the_same_whatever_it_cannot_see(kind: str, tmp_path: Path) -> None:
    position = started(kind, 1, 27)
    seat = seat_to_move(kind, position)
    assert seat is not None
    told = []
    for number, each in enumerate((position, swapped(position, seat, Random(3), near=True))):
        with Store(stored(tmp_path / f"{number}.db", kind, each, number)) as store:
            told.append(hints(open_game(store), seat, playouts=6))
    assert told[0] == told[1]
