"""Each rule of Seven Circles with a drawn position (rules/circles.md; the drawing's shape is in drawing.py)."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from drawing import GAME, RULES, after, at, chain, drawn, nearest, position, stood
from hypothesis import given, settings
from hypothesis import strategies as st
from often import times

from companion.contract.entering import played_out
from companion.contract.faults import IllegalMove, SyntaxFault, ValueFault
from companion.contract.position import Position
from companion.contract.rules import EVERYTHING
from companion.contract.values import Player, Setup
from companion.games.circles import unfolding as grounds
from companion.games.circles.board import board_of
from companion.games.circles.moves import Go, singles
from companion.games.circles.rules import begun
from companion.games.circles.state import Table, field, pieces
from companion.games.circles.unfolding import Explosion, explode
from specs.load import load
from specs.model.shapes.hexes import hexagon, island

CIRCLES = load("circles")
WIDE = """
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
"""


def scores(here: Position) -> tuple[int, ...]:
    return grounds.scores(here.state.board, here.state.fields, here.state.seats)


def moved(here: Position, turn: str) -> str:
    """The drawing after the movement phase alone: the turn is left open."""
    return drawn(after(here, f"{turn} +"))


def row(text: str, *, islands: str = "", rules: Table | None = None, players: int = 2, turn: int = 0) -> Position:
    """A board of five rows whose third is `text`: broad enough that nothing explodes by chance."""
    width = len(text.split())
    empty = " ".join(["."] * width)
    shape = "\n".join([islands] * 5) if islands else ""
    return position(
        "\n".join((empty, empty, text, empty, empty)), islands=shape, rules=rules, players=players, turn=turn
    )


def third(drawing: str) -> str:
    return drawing.splitlines()[2]


def f(column: int) -> str:
    """A field of the third row by its column."""
    return at(2, column, 5)


# ---- movement ------------------------------------------------------------------------------------


def test_k_pieces_go_exactly_k_fields() -> None:
    assert third(moved(row(". a3 . . . . ."), f"{f(1)}-{f(3)}")) == ". a1 . a2 . . ."


def test_landing_on_ones_own_adds() -> None:
    assert third(moved(row("a1 a2 . . . . ."), f"{f(0)}-{f(1)}")) == ". a3 . . . . ."


@pytest.mark.parametrize(
    ("before", "now"), [("a2 . b1 .", ". . a1 ."), ("a2 . b2 .", ". . . ."), ("a2 . b3 .", ". . b1 .")]
)
def test_landing_on_an_enemy_cancels_one_for_one(before: str, now: str) -> None:
    assert third(moved(row(before), f"{f(0)}-{f(2)}")) == now


def test_what_is_jumped_over_is_untouched() -> None:
    assert third(moved(row("a3 b2 a1 . . ."), f"{f(0)}-{f(3)}")) == ". b2 a1 a3 . ."


def test_crossing_cancel_takes_enemies_on_the_way() -> None:
    assert third(moved(row("a3 b2 a1 . . .", rules=Table("cancel")), f"{f(0)}-{f(3)}")) == ". . a1 a1 . ."
    assert third(moved(row("a3 b4 a1 . . .", rules=Table("cancel")), f"{f(0)}-{f(3)}")) == ". b1 a1 . . ."


@pytest.mark.parametrize(
    ("line", "turn", "rule", "sentence"),
    [
        (". a1 . .", (0, 1), "move.source", "{0} is empty; P1 has no stack there"),
        ("b2 a1 . .", (0, 1), "move.source", "{0} has 2 of P2's; P1 has no stack there"),
        ("A2 a1 . .", (0, 1), "move.source", "{0} is a growth tower of P1; P1 has no stack there"),
        ("x a1 . .", (0, 1), "move.source", "{0} is burned; P1 has no stack there"),
        ("a1 . . .", (0, 2), "move.count", "{2} is 2 fields away; {0} has 1 of P1's pieces"),
        ("a2 A0 . .", (0, 2), "move.blocked", "{1} is a growth tower: nothing moves onto it or over it"),
        ("a2 . x .", (0, 2), "move.blocked", "{2} is burned: nothing moves onto it or over it"),
    ],
)
def test_moves_that_are_refused(line: str, turn: tuple[int, int], rule: str, sentence: str) -> None:
    here = row(line)
    with pytest.raises(IllegalMove) as caught:
        after(here, f"{f(turn[0])}-{f(turn[1])}")
    assert caught.value.rule == rule
    assert caught.value.message == sentence.format(*(f(column) for column in range(4)))


def test_a_move_goes_in_one_of_six_straight_directions() -> None:
    here = row("a3 . . . .")
    with pytest.raises(IllegalMove, match="not in a straight line") as caught:
        after(here, f"{f(0)}-{at(1, 2, 5)}")
    assert caught.value.rule == "move.line"
    assert len({single.target for single in singles(row(". . a1 . .").state)}) == 6


def test_nothing_moves_over_a_hole_in_the_board() -> None:
    here = position(". . . . .\n. . . . .\na2 _ . . .\n. . . . .")
    with pytest.raises(IllegalMove, match="there is no board") as caught:
        after(here, f"{at(2, 0, 4)}-{at(2, 2, 4)}")
    assert caught.value.rule == "move.blocked"


def test_one_move_from_each_island() -> None:
    here = row("a1 a1 . a1 . .", islands="1 1 1 2 2 2")
    after(here, f"{f(0)}-{at(1, 0, 5)} {f(3)}-{f(4)}")
    with pytest.raises(IllegalMove) as caught:
        after(here, f"{f(0)}-{at(1, 0, 5)} {f(1)}-{at(1, 1, 5)}")
    assert caught.value.rule == "move.island"


def test_a_piece_moves_once_in_a_turn() -> None:
    here = row("a1 a1 . . . .", islands="1 2 3 3 3 3")
    assert third(moved(here, f"{f(0)}-{f(1)} {f(1)}-{f(2)}")) == ". a1 a1 . . ."
    with pytest.raises(IllegalMove) as caught:
        after(here, f"{f(0)}-{f(1)} {f(1)}-{f(3)}")
    assert caught.value.rule == "move.moved"
    assert caught.value.message.startswith(f"1 of the 2 pieces on {f(1)} arrived this turn")


def test_a_player_may_stop_at_once() -> None:
    assert after(row("a1 . . b1"), "-").state.turn == 1


# ---- explosion and growth --------------------------------------------------------------------------


def test_a_stack_explodes_when_it_has_as_many_pieces_as_living_neighbours() -> None:
    before = position(". . .\n. a6 .\n. . .\n. . b1")
    assert drawn(after(before, "-")) == ". a1 a1\na1 A1 a1\na1 a1 .\n. . b1"


def test_one_piece_less_does_not() -> None:
    before = position(". . .\n. a5 .\n. . .\n. . b1")
    assert drawn(after(before, "-")) == ". . .\n. a5 .\n. . .\n. . b1"


def test_a_corner_needs_two() -> None:
    before = position("a2 . .\n. . .\n. . b1")
    assert drawn(after(before, "-")) == "A1 a1 .\na1 . .\n. . b1"


def test_pieces_left_over_are_discarded_and_enemies_cancelled() -> None:
    before = position("a4 b2 .\nb1 . .\n. . .\n. . b1")
    now = after(before, "-")
    assert drawn(now) == "A1 b1 .\n. . .\n. . .\n. . b1"
    assert chain(before, "-") == [
        f"{at(0, 0, 4)}: P1's stack explodes to {at(0, 1, 4)}, {at(1, 0, 4)}, 2 discarded and becomes a growth tower"
    ]


def test_a_tower_that_explodes_leaves_burned_ground_and_gives_nothing_to_towers() -> None:
    before = position("A2 . .\nB0 . .\n. . .\n. . b1")
    now = after(before, "-")
    assert drawn(now) == "x a1 .\nB0 . .\n. . .\n. . b1"
    assert chain(before, "-") == [
        f"{at(0, 0, 4)}: P1's growth tower explodes to {at(0, 1, 4)}, 1 discarded and is burned"
    ], "only one living neighbour: the other piece is gone"


def test_an_empty_tower_with_nothing_alive_beside_it_burns() -> None:
    before = position("A0 x . .\nx x . a1\n. . . .\n. . . b1")
    assert drawn(after(before, "-")).splitlines()[0] == "x x . ."


def test_an_empty_living_field_never_explodes() -> None:
    before = position(". x . .\nx x . a1\n. . . .\n. . . b1")
    assert drawn(after(before, "-")).splitlines()[0] == ". x . ."


def test_only_the_mover_explodes() -> None:
    before = position("b2 . .\n. . .\n. . a1")
    assert drawn(after(before, "-")) == "b2 . .\n. . .\n. . a1"


def test_chains_go_on_until_nothing_is_ready() -> None:
    before = position("a2 a2 .\n. . .\n. . .\n. . b1")
    lines = chain(before, "-")
    assert all("stack explodes to" in line for line in lines[:2])
    assert len(lines) > 2
    assert all("explodes to" in line for line in lines)


def test_every_tower_grows_by_one() -> None:
    before = position("A1 . . .\n. . . A0\n. . . .\n. b1 . B2")
    now = after(before, "-")
    assert drawn(now) == "A2 . . .\n. . . A1\n. . . .\n. b1 . B2"


# ---- the end --------------------------------------------------------------------------------------


def test_areas_and_their_stability() -> None:
    here = position("a1 . x b1\n. x x b1\nx x x x\n. . x .\nx x x x\nb1 B0 x x")
    there = grounds.areas(here.state.board, here.state.fields)
    found = sorted((len(area.fields), area.owner, area.stable) for area in there)
    # the last row's stack has a growth tower beside it
    assert found == [(1, -1, True), (1, 1, False), (2, -1, True), (2, 1, True), (3, 0, True)]
    assert scores(here) == (3, 3)
    assert not grounds.settled(here.state.board, here.state.fields)


def test_the_game_ends_when_every_area_is_stable() -> None:
    here = position("a1 . x b1\n. x x b1")
    assert after(here, "-").state.over


def test_the_game_ends_when_all_pass_or_all_agree_in_a_row() -> None:
    for word in ("-", "agree"):
        here = row("a1 . . b1 . c1 .", players=3)
        for _ in range(3):
            assert not here.state.over
            here = after(here, word)
        assert here.state.over
    here = after(after(row("a1 . . b1 .", players=2), "agree"), f"{f(3)}-{f(4)}")
    assert not after(here, "agree").state.over


def test_agreeing_is_no_way_out_of_an_explosion() -> None:
    before = position("A2 . .\nB0 . .\n. . .\n. . b1")
    assert after(before, "agree").state.fields == after(before, "-").state.fields
    assert chain(before, "agree")


def again(line: str, **rules: str) -> Position:
    people = [Player(name, colour) for name, colour in zip(("P1", "P2"), CIRCLES.spec.players.colours, strict=False)]
    return GAME.begin(CIRCLES, people, Setup(options={"position": line}, rules=rules))


def test_a_position_goes_on_under_the_rules_it_was_written_with() -> None:
    line = GAME.text(row("a1 . . b1 .", rules=Table("cancel", "later")))
    assert again(line, crossing="cancel", tie="later").state.table == Table("cancel", "later")
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


def test_who_resigns_has_no_more_turns_and_cannot_win() -> None:
    here = after(row("a1 . . b1 . c1 .", players=3), "resign")
    assert [here.state.turn, after(here, "-").state.turn, after(here, "-", "-").state.turn] == [1, 2, 1]
    ended = after(here, "resign")
    assert ended.state.over
    assert RULES.score(ended.state).winners == (2,)


def test_who_has_nothing_left_is_out() -> None:
    here = row("a2 . b1 . c1 .", players=3)
    assert after(here, f"{f(0)}-{f(2)}").state.turn == 2


def test_nothing_can_be_played_after_the_end() -> None:
    here = after(position("a1 . x b1\n. x x b1"), "-")
    with pytest.raises(IllegalMove) as caught:
        after(here, "-")
    assert caught.value.rule == "game.over"


def test_a_tie_goes_to_more_pieces_then_is_shared_or_by_the_option_to_the_later_mover() -> None:
    more = position("a2 . x b1\n. x x .\nx x x .")
    assert scores(more) == (3, 3)
    assert RULES.score(more.state).winners == (0,)
    assert RULES.score(more.state._replace(table=Table("jump", "later"))).winners == (1,)
    assert RULES.score(position("a1 . x b1\n. x x .\nx x x .").state).winners == (0, 1)


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
    return Position(begun(board, fields, players, Table())._replace(over=False, turn=turn), people)


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
    start = GAME.begin(CIRCLES, people, Setup(rules={"crossing": crossing}))
    for made in islice(played_out(GAME, start, random.Random(seed)), 250):
        was, now = made.before.state, made.after.state
        alive = [sum(not value & 3 for value in each.fields) for each in (was, now)]
        assert alive[1] <= alive[0], "fields only die"
        for old, new in zip(was.fields, now.fields, strict=True):
            assert new >> 5 >= 0
            if old & 3 == 2:
                assert new == old, "burned ground stays burned"
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


@pytest.mark.parametrize("text", ["a1", "a1-", "a1-a1", "zz99-a1", "a1-b2-c3", "0-0", "agree now"])
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(SyntaxFault):
        after(row("a1 . . b1"), text)


def test_a_turn_that_stood_is_played_as_it_was_and_valued() -> None:
    here = row("a1 a1 . . b1 . .")
    now, (refusal,), worth = stood(here, f"{f(0)}-{at(1, 0, 5)} {f(1)}-{f(2)}")
    assert refusal.rule == "move.island"
    assert third(drawn(now)) == ". . a1 . b1 . ."
    assert isinstance(worth, int)
    with pytest.raises(IllegalMove):
        stood(here, f"{f(4)}-{f(5)}")


def test_the_nearest_turn_keeps_what_was_legal() -> None:
    here = row("a1 a3 . . A0 . .", islands="1 2 2 2 2 2 2")
    opened = after(here, f"{f(0)}-{at(1, 0, 5)} +")
    assert nearest(opened, f"{f(1)}-{f(4)}") == f"{f(1)}-{f(3)}"
