"""Areas, the order of explosions and whole random games of Seven Circles; positions that a game begins from."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from drawing import GAME, RULES, USUAL, position, row
from hypothesis import given, settings, strategies as st
from msgspec import structs
from often import times

from companion.contract.faults import ValueFault
from companion.contract.position import Position
from companion.contract.rules import EVERYTHING
from companion.contract.values import Player, Setup
from companion.games.circles import unfolding as grounds
from companion.games.circles.board import board_of
from companion.games.circles.moves import Go, singles
from companion.games.circles.rules import begun
from companion.games.circles.state import field, pieces
from companion.games.circles.unfolding import Explosion, explode
from specs.load import load
from specs.model.schema import RuleOption
from specs.model.shapes.hexes import hexagon, island
from tests.companion.contract.held import random_ply

CIRCLES = load("circles")


def scores(here: Position) -> tuple[int, ...]:
    return grounds.scores(here.state.board, here.state.fields, here.state.seats)


def test_areas_and_their_stability() -> None:
    here = position("a1 . x b1\n. x x b1\nx x x x\n. . x .\nx x x x\nb1 B0 x x")
    there = grounds.areas(here.state.board, here.state.fields)
    found = sorted((len(area.fields), area.owner, area.stable) for area in there)
    # the last row's stack has a growth tower beside it
    assert found == [(1, -1, True), (1, 1, False), (2, -1, True), (2, 1, True), (3, 0, True)]
    assert scores(here) == (3, 3)
    assert not grounds.settled(here.state.board, here.state.fields)


def again(line: str, **rules: str) -> Position:
    people = [Player(name, colour) for name, colour in zip(("P1", "P2"), CIRCLES.spec.players.colours, strict=False)]
    return GAME.begin(CIRCLES, people, Setup(options={"position": line}, rules=rules))


def test_a_position_goes_on_under_the_rules_it_was_written_with() -> None:
    line = GAME.text(row("a1 . . b1 .", rules=USUAL._replace(crossing="cancel", tie="later")))
    assert again(line, crossing="cancel", tie="later").state.table == USUAL._replace(crossing="cancel", tie="later")
    with pytest.raises(
        ValueFault,
        match="a position under cancel / later / last-player; expected the record's rules, jump / pieces / last-player",
    ):
        again(line)


def test_a_position_that_claims_not_to_be_over_is_looked_at_again() -> None:
    line = GAME.text(position("a1 . x b1\n. x x b1"))
    assert "over=no" in line
    assert again(line).state.over
    assert not again(GAME.text(row("a1 . . b1 .")).replace("over=no", "over=yes")).state.over


# ---- order, invariants, notation -------------------------------------------------------------------


def crowd(random_: random.Random, players: int, side: int) -> Position:
    board = board_of(tuple(island(place) for place in hexagon(side)))
    fields = []
    for _ in board.cells:
        kind = random_.random()
        player = int(random_.random() * players)
        if kind < 0.25:
            fields.append(0)
        elif kind < 0.85:
            fields.append(field(player, 1 + int(random_.random() * 7)))
        elif kind < 0.95:
            fields.append(field(player, int(random_.random() * 4), 1))
        else:
            fields.append(2)
    people = tuple(Player(f"P{n}", CIRCLES.spec.players.colours[n]) for n in range(players))
    turn = int(random_.random() * players)
    return Position(begun(board, fields, players, USUAL)._replace(over=False, turn=turn), people)


@given(st.integers(0, 2**32), st.integers(2, 6), st.integers(1, 3))
def test_the_order_of_explosions_never_matters(seed: int, players: int, side: int) -> None:
    chance = random.Random(seed)
    s = crowd(chance, players, side).state
    first, steps = list(s.fields), list[Explosion]()
    explode(s.board, first, s.turn, steps)
    for _ in range(3):
        other, again = list(s.fields), list[Explosion]()
        explode(s.board, other, s.turn, again, choose=lambda waiting: int(chance.random() * len(waiting)))
        assert other == first
        assert sum(step.lost for step in again) == sum(step.lost for step in steps)


@settings(max_examples=times(10, 200))
@given(st.integers(0, 2**32), st.integers(2, 6), st.sampled_from(["jump", "cancel"]))
def test_invariants_in_random_play_and_an_end_that_is_found(seed: int, players: int, crossing: str) -> None:
    people = [Player(f"P{n}", colour) for n, colour in enumerate(CIRCLES.spec.players.colours[:players])]
    here, chance = GAME.begin(CIRCLES, people, Setup(rules={"crossing": crossing})), random.Random(seed)
    for _ in range(250):
        made = random_ply(GAME, here, chance)
        was, now, here = made.before.state, made.after.state, made.after
        alive = [sum(not value & 3 for value in each.fields) for each in (was, now)]
        assert alive[1] <= alive[0], "fields only die"
        for old, new in zip(was.fields, now.fields, strict=True):
            assert new >> 5 >= 0
            if old & 3 == 2:
                assert new == old, "burned fields stay burned"
            if old & 3 == 1:
                assert new & 3 in (1, 2), "a tower stays or burns"
                assert new & 3 == 2 or new >> 5 >= old >> 5, "towers lose their pieces only by exploding"
        lost = [pieces(was.fields, n)[0] - pieces(now.fields, n)[0] for n in range(players)]
        lost[was.turn] += pieces(now.fields, was.turn)[1] if now.number > was.number else 0  # every tower has grown
        discarded = sum(effect.facts["lost"] for effect in made.effects)
        assert lost[was.turn] - discarded == sum(lost) - lost[was.turn], "pieces cancel one for one"
        assert all(number >= 0 for number in lost)
        over = GAME.turn(made.after) is None
        assert now.over == over == (GAME.result(made.after) is not None)
        if over:
            break
        settled = grounds.settled(now.board, now.fields)
        assert now.moved or not settled or over
        assert settled == all(area.stable for area in grounds.areas(now.board, now.fields))
        assert GAME.read(GAME.text(made.after)) == made.after
        assert GAME.parse(made.before, made.text) == made.move


def test_single_moves_perft_of_the_first_turn() -> None:
    """Counted by hand for one piece on each field of a corner island: 12 pairs of neighbours inside it, both ways, and
    from each outer field the ways off the island that stay on the board."""
    people = [Player("Ann", "red"), Player("Bob", "blue")]
    s = GAME.begin(CIRCLES, people, Setup(options={"layout": "triangle-4"})).state
    found = list(singles(s))
    inside = sum(s.board.islands[single.source] == s.board.islands[single.target] for single in found)
    assert inside == 24
    assert len(found) == inside + sum(
        s.board.islands[other] != s.board.islands[at]
        for at, value in enumerate(s.fields)
        if value and (value >> 2 & 7) == 1
        for other in s.board.neighbours[at]
    )
    # a pass, two words, and one move: the only island there is lets no second follow
    assert len(list(RULES.moves(s, EVERYTHING))) == 3 + len(found)


def test_moves_come_lazily_and_each_that_another_can_follow_twice() -> None:
    here = crowd(random.Random(3), 2, 5)
    assert len(list(islice(RULES.moves(here.state, EVERYTHING), 9))) == 9
    found = list(RULES.moves(here.state, EVERYTHING))
    assert len(set(found)) == len(found)
    alone = [move for move in found if isinstance(move, Go) and not move.more]
    assert alone == list(singles(here.state))
    for move in found[::250]:
        after = GAME.apply(here, move)
        open_ = isinstance(move, Go) and move.more
        assert open_ == (after.state.turn == here.state.turn)
        assert not open_ or next(singles(after.state), None) is not None


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ({"tie": RuleOption(default="never", note="")}, r"tie: never in the spec; expected pieces \| later"),
        ({"fog": RuleOption(default=True, note="")}, "fog: True in the spec; expected no such option"),
        ({}, "a spec without the rule option 'crossing'"),
    ],
)
def test_the_spec_declares_the_rule_options_that_the_rules_read(declared: dict[str, RuleOption], said: str) -> None:
    document = structs.replace(CIRCLES, spec=structs.replace(CIRCLES.spec, rule_options=declared))
    with pytest.raises(ValueFault, match=said):
        GAME.begin(document, [Player("Ann", "red"), Player("Bob", "blue")], Setup())
