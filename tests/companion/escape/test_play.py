"""Whole games by chance, with what the rulings say always holds."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from often import tiers, times

from companion.contract import entering, offered, position
from companion.contract.faults import SyntaxFault
from companion.contract.judges import STRICT, Forbidden
from companion.contract.position import Position
from companion.contract.rules import EVERYTHING
from companion.contract.values import Player
from companion.games.escape import look, words
from companion.games.escape.board import CORAL, REEF, SEA
from companion.games.escape.moves import Go, Ply
from companion.games.escape.state import BOX, State, ashore, elsewhere, of, unplaced
from companion.games.escape.texts import SYMBOLS
from tests.companion.contract.held import held, shows_nothing
from tests.companion.escape.drawing import GAME

PEOPLE = (Player("Ann", "red"), Player("Bob", "green"), Player("Cy", "yellow"), Player("Di", "blue"))
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"creature_die": "1996", "whirlpool": "1996", "sink": "empty-first"},
    {"dolphin": "bodyguard", "end": "all"},
)


def begin(players: int, seed: int, variant: int) -> Position:
    dealt = {"pieces": "dealt", "dice": "dealt"} if seed % 2 else {}
    return entering.start(GAME, PEOPLE[:players], GAME.rules.OPTIONS(**dealt, **OPTIONS[variant]), seed)


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
        for seed in (1, 2)
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


@pytest.mark.parametrize("seed", tiers([], [3, 4]))
def test_every_choice_begins_a_legal_ply_and_every_whole_one_is_legal(seed: int) -> None:
    here, chance = begin(3, seed, 0), random.Random(seed)
    for ply in range(times(90, 160)):
        if here.state.phase == "over":
            return
        typed = ""
        for _ in range(12):
            found = GAME.choices(here, typed)
            if not found:
                break
            assert len({one.text for one in found}) == len(found)
            assert found == GAME.choices(here, typed)
            one = found[int(chance.random() * len(found))]
            assert one.label
            assert not one.place or one.place in here.state.sea.board.names
            if one.whole:
                made(here, entering.parsed(GAME, here, one.text, here.state.turn))
            if one.text == typed:
                break
            typed = one.text
        assert found or typed, f"nothing to choose at ply {ply}"
        here = entering.dealt(GAME, made(here, chosen(here, chance)))[0]


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
    held(GAME, lambda seed: later(seed, variant, 30 + 40 * seed), 2, wrong)


def later(seed: int, variant: int, plies: int) -> Position:
    """A position in the middle of a game."""
    here, chance = begin(2 + seed % 3, seed, variant), random.Random(seed)
    for _ in range(plies):
        here = entering.random_ply(GAME, here, chance).after
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
            here = entering.random_ply(GAME, here, chance).after
    assert compared > 100


def test_nothing_hidden_forbids_what_a_seat_may_do() -> None:
    here, chance = later(1, 0, 40), random.Random(3)
    for _ in range(60):
        seat, line = entering.mover(GAME.rules.turn(here.state)), wrong(chance, len(here.players))
        outcomes = set[str]()
        for at in (here, position.seen(GAME.rules, here, 0)):
            try:
                move = entering.parsed(GAME, at, line, seat)
                GAME.rules.play(at.state, seat, move, STRICT)
                outcomes.add("legal" if type(move) in GAME.rules.OPEN else "")
            except SyntaxFault:
                outcomes.add("syntax")
            except Forbidden as why:
                outcomes.add(why.rule if type(move) in GAME.rules.OPEN else "")
        assert len(outcomes) == 1, line
        here = entering.random_ply(GAME, here, chance).after


@pytest.mark.parametrize("seed", [5, 6])
def test_the_nearest_ply_to_any_refused_one_is_legal(seed: int) -> None:
    here, chance = begin(2, seed, seed % 2), random.Random(seed)
    for _ in range(260):
        if here.state.phase == "over":
            return
        try:
            move = entering.parsed(GAME, here, wrong(chance, 1), here.state.turn)
        except SyntaxFault:
            continue
        try:
            GAME.rules.play(here.state, here.state.turn, move, STRICT)
        except Forbidden:
            nearest = offered.nearest(GAME, here, move)
            if nearest is not None:
                made(here, nearest)
        here = made(here, chosen(here, chance))


class Games(RuleBasedStateMachine):
    """Any mix of legal plies and of ones that stood, on any setup."""

    @initialize(players=st.integers(2, 4), seed=st.integers(0, 99), variant=st.integers(0, 2), skip=st.integers(0, 90))
    def start(self, players: int, seed: int, variant: int, skip: int) -> None:
        self.here, self.removed = begin(players, seed, variant), [0] * 5
        self.chance = random.Random(seed)
        for _ in range(skip):
            self.play()

    def play(self) -> None:
        if self.here.state.phase != "over":
            self.here = made(self.here, chosen(self.here, self.chance))

    @rule(times=st.integers(1, 12))
    def plies(self, times: int) -> None:
        for _ in range(times):
            self.play()

    @rule(nth=st.integers(0, 200))
    def a_listed_ply(self, nth: int) -> None:
        found = list(islice(GAME.rules.moves(self.here.state, EVERYTHING), nth + 1))
        if found and entering.mover(GAME.rules.turn(self.here.state)) is not None:
            self.here = made(self.here, found[-1])

    @invariant()
    def always(self) -> None:
        if hasattr(self, "here"):
            holds(self.here, self.removed)
            assert position.read(GAME.rules, position.write(GAME.rules, self.here)) == self.here
            turn = GAME.rules.turn(self.here.state)
            if turn is None or turn.seats:
                assert (next(GAME.rules.moves(self.here.state, EVERYTHING), None) is None) == (turn is None)
            lines = GAME.board(self.here, 40)
            assert max(len("".join(span.text for span in line)) for line in lines) <= 40


Games.TestCase.settings = settings(max_examples=times(6, 12), stateful_step_count=12)
TestGames = Games.TestCase
