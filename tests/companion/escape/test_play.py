"""Whole games by chance, with what the rulings say always holds."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from often import times

from companion.contract import IllegalMove, Player, Setup
from companion.games.escape import advice, choices, notation, rules, score, setup, view
from companion.games.escape.moving import Waters
from companion.games.escape.state import (
    BOX,
    CORAL,
    OVER,
    REEF,
    SEA,
    SYMBOLS,
    Move,
    Roll,
    State,
    Step,
    Steps,
    ashore,
    not_ashore,
    of,
    total,
    unplaced,
)
from specs.load import load

PEOPLE = (Player("Ann", "red"), Player("Bob", "green"), Player("Cy", "yellow"), Player("Di", "blue"))
OPTIONS = (
    {},
    {"creature_die": "1996", "whirlpool": "1996", "sink": "empty-first"},
    {"dolphin": "bodyguard", "end": "all"},
)


def begin(players: int, seed: int, variant: int) -> State:
    dealt = {"pieces": "dealt", "dice": "dealt"} if seed % 2 else {}
    return setup.new(load("escape"), PEOPLE[:players], Setup(seed, dealt, OPTIONS[variant]))


def chosen(state: State, chance: random.Random) -> Move:
    """A ply that is legal, picked without listing all."""
    if state.phase != "move":
        moves = list(islice(rules.legal_moves(state), 400))
        return moves[int(chance.random() * len(moves))]
    waters, steps = Waters(state), list[Step]()
    while steps_left := list(waters.steps()):
        step = steps_left[int(chance.random() * len(steps_left))]
        if waters.rescues(step) and steps:
            continue
        waters.make(step)
        steps.append(step)
        if chance.random() < 0.1:
            break
    return Steps(tuple(steps))


def holds(state: State, removed: list[int]) -> None:
    """The invariants of the rulings; `removed` counts creatures and boats taken out of play so far, and never falls."""
    stand, swim = state.stand, state.swim
    for number, player in enumerate(view.facts(state)["players"]):
        told = [player[key] for key in ("island", "boats", "swimming", "ashore", "lost")]
        assert sum(told) + unplaced(state, number) == 12
        assert min(told) >= 0
    beasts = [sum(here >> 4 * n & 15 for here in state.beasts) for n in range(4)] + [state.boats.bit_count()]
    for n, most in enumerate(BOX):
        gone = most - state.box[n] - beasts[n]
        assert gone >= removed[n]
        removed[n] = gone
    for h, ground in enumerate(state.ground):
        boat = state.boats >> h & 1
        assert total(stand[h]) <= 3 or ground == CORAL
        assert not stand[h] or ground not in (SEA, REEF) or boat
        assert not (boat or swim[h] or state.beasts[h]) or ground == SEA
        assert not state.backs or bool(state.backs[h]) == (SEA < ground < CORAL)
    for region in (1, 2, 3):
        left = sum(state.supply[region - 1])
        pieces = state.ground.count(region)
        assert left == pieces or (left > pieces and state.table.whirlpool == "1996")


def keeps(before: State, move: Move, after: State) -> None:
    """What the options about dolphins and the end say of a ply."""
    table, guarded = before.table, [h for h, beasts in enumerate(after.beasts) if beasts >> 12]
    if table.dolphin == "bodyguard" and isinstance(move, Roll):
        assert all(total(after.swim[h]) >= total(before.swim[h]) for h in guarded)
    if before.phase == "roll":
        out = [of(not_ashore(after), colour) for colour in table.colours]
        done = [not left and of(ashore(after), colour) > 0 for left, colour in zip(out, table.colours, strict=True)]
        assert (after.phase == OVER) == (not any(out) or (table.end == "shore" and any(done)))
        assert after.phase == OVER or out[after.turn] or done[after.turn], "who is out is skipped"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", range(len(OPTIONS)))
@pytest.mark.parametrize("seed", range(1, 1 + times(1, 2)))
def test_random_games_to_the_end(players: int, variant: int, seed: int) -> None:
    state, chance, removed = begin(players, seed, variant), random.Random(seed), [0] * 5
    totals = [0] * players
    for _ in range(6000):
        if state.phase == OVER:
            break
        move = chosen(state, chance)
        after = rules.apply(state, move)
        text = notation.format(state, move)
        assert notation.parse(state, text) == move
        for entry in score.trail(state, move, after):
            totals[entry.player] += entry.points
        assert all(isinstance(line, str) for line in (*advice.chain(state, move), *advice.revealed(state, move, after)))
        keeps(state, move, after)
        state = after
        holds(state, removed)
    result = score.result(state)
    assert result is not None
    assert totals == [standing.score for standing in result.standings]
    assert result.winners


@pytest.mark.parametrize("seed", [3, 4])
def test_every_choice_begins_a_legal_ply_and_every_whole_one_is_legal(seed: int) -> None:
    state, chance = begin(3, seed, 0), random.Random(seed)
    for ply in range(160):
        if state.phase == OVER:
            return
        typed = ""
        for _ in range(12):
            found = choices.choices(state, typed)
            if not found:
                break
            assert len({one.text for one in found}) == len(found)
            assert found == choices.choices(state, typed)
            one = found[int(chance.random() * len(found))]
            assert one.label
            assert not one.place or one.place in state.board.names
            if one.whole:
                rules.apply(state, notation.parse(state, one.text))
            if one.text == typed:
                break
            typed = one.text
        assert found or typed, f"nothing to choose at ply {ply}"
        state = rules.apply(state, chosen(state, chance))


@pytest.mark.parametrize("seed", [5, 6])
def test_the_nearest_ply_to_any_refused_one_is_legal(seed: int) -> None:
    state, chance = begin(2, seed, seed % 2), random.Random(seed)
    names = state.board.names

    def anywhere() -> str:
        return names[int(chance.random() * len(names))]

    for _ in range(260):
        if state.phase == OVER:
            return
        here = next((h for h, people in enumerate(state.stand) if of(people, state.table.colours[state.turn])), 0)
        text = {
            "place": f"place {anywhere()}",
            "move": f"move {names[here]}>{anywhere()} ={anywhere()}>{anywhere()} {anywhere()}~>A1",
            "sink": f"sink {anywhere()} {SYMBOLS[int(chance.random() * 6)]} r>{anywhere()}",
            "roll": f"roll shark {'123D4'[int(chance.random() * 5)]} {anywhere()}>{anywhere()}",
        }[state.phase]
        move = notation.parse(state, text)
        try:
            rules.apply(state, move)
        except IllegalMove:
            nearest = advice.nearest(state, move)
            assert nearest is not None
            rules.apply(state, nearest)
        state = rules.apply(state, chosen(state, chance))


class Games(RuleBasedStateMachine):
    """Any mix of legal plies and of ones that stood, on any setup."""

    @initialize(players=st.integers(2, 4), seed=st.integers(0, 99), variant=st.integers(0, 2), skip=st.integers(0, 90))
    def start(self, players: int, seed: int, variant: int, skip: int) -> None:
        self.state, self.removed = begin(players, seed, variant), [0] * 5
        self.chance = random.Random(seed)
        for _ in range(skip):
            self.play()

    def play(self) -> None:
        if self.state.phase != OVER:
            self.state = rules.apply(self.state, chosen(self.state, self.chance))

    @rule(times=st.integers(1, 12))
    def plies(self, times: int) -> None:
        for _ in range(times):
            self.play()

    @rule(nth=st.integers(0, 200))
    def a_listed_ply(self, nth: int) -> None:
        found = list(islice(rules.legal_moves(self.state), nth + 1))
        if found:
            self.state = rules.apply(self.state, found[-1])

    @invariant()
    def always(self) -> None:
        if hasattr(self, "state"):
            holds(self.state, self.removed)
            assert notation.parse_state(notation.text(self.state)) == self.state
            assert (next(rules.legal_moves(self.state), None) is None) == (self.state.phase == OVER)
            assert max(len("".join(span.text for span in line)) for line in view.board(self.state, 40)) <= 40


Games.TestCase.settings = settings(max_examples=times(6, 12), stateful_step_count=12)
TestGames = Games.TestCase
