"""Whole games by chance, with what the rulings say always holds."""

from __future__ import annotations

import random

import pytest
from often import times

from companion.contract import entering
from companion.contract.position import Position
from companion.contract.values import Player, Setup
from companion.games.escape import look, words
from companion.games.escape.board import CORAL, REEF, SEA
from companion.games.escape.moves import Go, Ply
from companion.games.escape.state import BOX, State, ashore, elsewhere, of, unplaced
from companion.games.escape.texts import SYMBOLS
from specs.load import load
from tests.companion.contract.held import held, random_ply, shows_nothing
from tests.companion.escape.drawing import GAME

SPEC = load("escape")
PEOPLE = (Player("Ann", "red"), Player("Bob", "green"), Player("Cy", "yellow"), Player("Di", "blue"))
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"creature_die": "1996", "whirlpool": "1996", "sink": "empty-first"},
    {"dolphin": "bodyguard", "shark": "sinks-boats", "end": "all"},
)


def begin(players: int, seed: int, variant: int) -> Position:
    dealt = {"pieces": "dealt", "dice": "dealt"} if seed % 2 else {}
    return GAME.begin(SPEC, PEOPLE[:players], Setup(seed, dealt, OPTIONS[variant]))


def chosen(here: Position, chance: random.Random) -> Ply:
    """A ply that is legal, of chance where it is to move; rather a step than none."""
    move: Ply = entering.random_move(GAME, here, chance)
    return move


def made(here: Position, move: Ply) -> Position:
    return entering.ply(GAME, here, move, entering.mover(GAME.rules.turn(here.state))).after


def total(people: int) -> int:
    return sum(of(people, seat) for seat in range(4))


def holds(here: Position, removed: list[int]) -> None:
    """The invariants of the rulings; `removed` counts creatures and boats taken out of play so far, and never falls."""
    state: State = here.state
    sea = state.sea
    for number, player in enumerate(look.facts(here)["players"]):  # type: ignore[arg-type]
        told = [player[key] for key in ("island", "boats", "swimming", "ashore", "lost")]  # type: ignore[index, call-overload]
        assert sum(told) + unplaced(state, number) == 12
        assert min(told) >= 0
    beasts = [sum(beasts >> 4 * n & 15 for beasts in sea.beasts) for n in range(4)] + [sea.boats.bit_count()]
    for n, most in enumerate(BOX):
        gone = most - state.box[n] - beasts[n]
        assert gone >= removed[n]
        removed[n] = gone
    for h, ground in enumerate(sea.ground):
        boat = sea.boats >> h & 1
        assert total(sea.stand[h]) <= 3 or ground == CORAL
        assert not sea.stand[h] or ground not in (SEA, REEF) or boat
        assert not (boat or sea.swim[h] or sea.beasts[h]) or ground == SEA
        assert not sea.backs or bool(sea.backs[h]) == (SEA < ground < CORAL)
    for region in (1, 2, 3):
        left = sum(state.supply[region - 1])
        pieces = sea.ground.count(region)
        assert left == pieces or (left > pieces and state.table.whirlpool == "1996")


def keeps(before: State, move: Ply, after: State) -> None:
    """What the options about dolphins and the end say of a ply."""
    guarded = [h for h, beasts in enumerate(after.sea.beasts) if beasts >> 12]
    if not isinstance(move, Go):
        return
    if before.table.dolphin == "bodyguard":
        assert all(total(after.sea.swim[h]) >= total(before.sea.swim[h]) for h in guarded)
    out = [of(elsewhere(after.sea), seat) for seat in range(after.seats)]
    done = [not left and of(ashore(after.sea), seat) > 0 for seat, left in enumerate(out)]
    assert (after.phase == "over") == (not any(out) or (before.table.end == "shore" and any(done)))
    assert after.phase == "over" or out[after.turn] or done[after.turn], "who is out is skipped"


@pytest.mark.parametrize(
    ("players", "variant", "seed"),
    [
        pytest.param(players, variant, seed, marks=[] if (players, variant, seed) == (2, 0, 1) else pytest.mark.deep)
        for players in (2, 3, 4)
        for variant in range(len(OPTIONS))
        for seed in range(1, 1 + times(1, 2))
    ],
)
def test_random_games_to_the_end(players: int, variant: int, seed: int) -> None:
    here, chance, removed = begin(players, seed, variant), random.Random(seed), [0] * 5
    totals = [0] * players
    for _ in range(6000):
        if here.state.phase == "over":
            break
        move = chosen(here, chance)
        after = made(here, move)
        assert entering.parsed(GAME, here, entering.written(GAME, here, move), here.state.turn) == move
        for entry in words.trail(here, move, after):
            totals[entry.player] += entry.points
        told = (*GAME.chain(here, move), *GAME.revealed(here, move, after))
        assert all(isinstance(line, str) for line in told)
        keeps(here.state, move, after.state)
        here = after
        holds(here, removed)
    result = GAME.result(here)
    assert result is not None
    assert totals == [standing.score for standing in result.standings]
    assert result.winners


def wrong(chance: random.Random, seats: int) -> str:
    """A line that is mostly against the rules."""
    names = [f"{row}{number}" for row in "ABCDEFGHIJKLM" for number in range(1, 13)]

    def anywhere() -> str:
        return names[int(chance.random() * len(names))]

    lines = (
        f"place {anywhere()}",
        f"move {anywhere()}>{anywhere()}",
        f"move ={anywhere()}>{anywhere()}",
        f"move {anywhere()}~>A1",
        f"sink {anywhere()}",
        f"put {'rbyg'[:seats][int(chance.random() * seats)]}>{anywhere()}",
        f"reveal {SYMBOLS[int(chance.random() * 6)]}",
        f"roll {anywhere()}>{anywhere()}",
        "sink none",
        "roll none",
    )
    return lines[int(chance.random() * len(lines))]


@pytest.mark.parametrize("variant", range(len(OPTIONS)))
def test_the_contract_is_kept(variant: int) -> None:
    held(GAME, lambda seed: later(seed, variant, 30 + 40 * seed), 2, wrong, lambda here: holds(here, [0] * 5))


def later(seed: int, variant: int, plies: int) -> Position:
    """A position in the middle of a game."""
    here, chance = begin(2 + seed % 3, seed, variant), random.Random(seed)
    for _ in range(plies):
        here = random_ply(GAME, here, chance).after
    return here


def test_nothing_hidden_is_shown() -> None:
    """Pairs of games that differ only in what lies under the pieces refuse, offer and suggest the same."""
    compared, chance = 0, random.Random(1)
    here = later(1, 0, 40)
    for _ in range(10):
        here = entering.dealt(GAME, here)[0]
        lines = [wrong(chance, len(here.players)) for _ in range(5)]
        piece = here.state.name(next(h for h, at in enumerate(here.state.sea.ground) if at == 1))
        compared += shows_nothing(GAME, here, [*lines, f"sink {piece} / roll shark 2 -"], chance)
        for _ in range(6):
            here = random_ply(GAME, here, chance).after
    assert compared > 100
