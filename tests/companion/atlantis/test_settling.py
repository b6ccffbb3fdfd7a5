"""Settlement and payments: the worked sums, and the cheapest payment against every subset there is."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import islice, product
from typing import Any

import pytest
from cases import cases, data
from hypothesis import given, strategies as st

from companion import Game
from companion.contract.faults import IllegalMove
from companion.games.atlantis.cards import NOTHING_PAID, cheapest
from companion.games.atlantis.state import NOTHING, UNKNOWN
from companion.games.atlantis.texts import Paid
from companion.lab.players import plies
from companion.record.replay import final
from specs.base.errors import SpecError

from .tables import Seat, put, table

GAME = Game("atlantis")

SEVENS = (7, 15)  # two tiles of value 7


@pytest.mark.parametrize(
    ("due", "payment", "lost"),
    [
        (8, Paid((7,), 1), 8),
        (10, Paid((7, 15), 0), 14),
        (14, Paid((7, 15), 0), 14),
        (2, Paid((), 2), 2),
        (7, Paid((7,), 0), 7),
    ],
)
def test_with_7_and_7_and_2_cards(due: int, payment: Paid, lost: int) -> None:
    found = cheapest(SEVENS, 2, due)
    assert found == payment
    assert found is not None
    assert sum(code & 7 for code in found[0]) + found[1] == lost


def test_owing_20_everything_goes_and_the_score_is_below_zero() -> None:
    tops = dict.fromkeys((1, 3, 5), "F7") | {7: "O6"}
    state = table(tops | {1: "F7@r1"}, Seat("Ann", "??", "C7 S7"), Seat("Bob"), turn=1)
    standing = GAME.settle(put(state, over=True)).standings[0]
    assert standing.due == 7 + 7 + 6 + 20 + 20, "figure 1 from space 1, figures 2 and 3 from Atlantis"
    state = put(state, figures=(1, 54, 54, 0, 0, 0))
    standing = GAME.settle(state).standings[0]
    assert (standing.due, standing.paid, standing.score) == (20, 16, -4)
    assert standing.lines == (
        "figure 1 from space 1: 7 + 7 + 6 = 20",
        "  the lower of F7 F7: 7 · F7 F7: 7 · F7 O6: 6",
        "Ann owes 20 and has S7 C7 (14) and 2 cards: 16",
        "16 is not enough for 20: everything is lost; 16 - 20 = -4",
    )


def test_the_least_lost_then_fewest_cards_then_fewest_tiles() -> None:
    assert cheapest((3, 4, 7), 9, 7) == Paid((7,), 0)
    assert cheapest((3, 3 + 8, 5), 9, 7) == Paid((3, 11), 1)
    assert cheapest((), 3, 4) is None
    assert cheapest((7,), 0, 0) == NOTHING_PAID


def brute_force(tiles: tuple[int, ...], cards: int, due: int) -> tuple[int, int, int] | None:
    """(lost, cards, number of tiles) of the best payment, over every subset and every number of cards."""
    found = []
    for chosen in product((0, 1), repeat=len(tiles)):
        value = sum(code & 7 for code, taken in zip(tiles, chosen, strict=True) if taken)
        found += [(value + n, n, sum(chosen)) for n in range(cards + 1) if value + n >= due]
    return min(found, default=None)


owned = st.lists(st.builds(lambda i, v: i << 3 | v, st.integers(1, 7), st.integers(1, 7)), max_size=8).map(
    lambda codes: tuple(sorted(codes))
)


def compare(tiles: tuple[int, ...], cards: int, due: int) -> None:
    best, found = brute_force(tiles, cards, due), cheapest(tiles, cards, due)
    if best is None or found is None:
        assert best is None
        assert found is None
        return
    chosen, coins, _ = found
    rest = list(tiles)
    for code in chosen:
        rest.remove(code)
    assert (sum(code & 7 for code in chosen) + coins, coins, len(chosen)) == best


@given(tiles=owned, cards=st.integers(0, 6), due=st.integers(0, 60))
def test_the_cheapest_payment_is_the_best_of_all_subsets(tiles: tuple[int, ...], cards: int, due: int) -> None:
    compare(tiles, cards, due)


@pytest.mark.deep
@pytest.mark.parametrize("number", [12, 14, 16])
def test_it_is_the_best_of_all_subsets_of_many_tiles(number: int) -> None:
    tiles = tuple(sorted((i % 7 + 1) << 3 | (i * i + 2) % 7 + 1 for i in range(number)))
    for due in (1, 5, 11, 23, 37, sum(code & 7 for code in tiles) - 2, 200):
        compare(tiles, 2, due)
        compare(tuple(code | 6 for code in tiles), 3, due)


def test_ties_share_the_win() -> None:
    state = table({}, Seat("Ann", "??", "F3", home="123"), Seat("Bob", "?", "F4", home="1"))
    assert GAME.settle(state).winners == (0, 1)


# ---- a bare final position -----------------------------------------------------------------------

POSITION = data(__file__)["position"]


def test_example_3_as_a_bare_position() -> None:
    state = final(json.dumps(POSITION).encode(), "end.yaml")[1]
    result = GAME.result(state)
    assert result is not None
    assert [(s.due, s.paid, s.score) for s in result.standings] == [(0, 0, 10), (7, 7, 5), (1, 1, 7)]
    assert [player["colour"] for player in GAME.facts(state)["players"]] == ["black", "red", "white"]
    assert GAME.read(GAME.text(state)) == state


def changed(path: list[Any], value: Any) -> Any:
    """The position with one value replaced, or taken away where it is None."""
    position = deepcopy(POSITION)
    at: Any = position
    for key in path[:-1]:
        at = at[key]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return position


@cases
def test_a_position_that_cannot_be_names_the_value(path: list[Any], value: Any, fault: str) -> None:
    with pytest.raises(SpecError) as caught:
        final(json.dumps(changed(path, value)).encode(), "end.yaml")
    assert fault in str(caught.value)


# ---- without a word ------------------------------------------------------------------------------


@pytest.mark.parametrize("from_atlantis", [True, False])
def test_a_tally_is_what_settling_comes_to_whatever_is_owed(*, from_atlantis: bool) -> None:
    """Along games by chance, also for who has too little, and for those who stay where one has left."""
    short, rules = 0, {"settle_from_atlantis": from_atlantis}
    for seed in range(2):
        start = GAME.new("Ann", "Bob", "Cy", seed=seed, cards="dealt", rules=rules).start
        for _, state in islice(plies(GAME, start, ("random",) * 3, seed), 40):
            left = state if state.state.over else GAME.leave(state, state.state.turn)
            for one in (state, left):
                found = GAME.settle(one)
                assert GAME.tally(one) == (tuple(each.score for each in found.standings), found.winners)
                short += any(each.score < 0 for each in found.standings)
    assert short > 20


def test_what_must_be_seen_to_settle_must_be_seen_to_tally() -> None:
    tops = bytes([UNKNOWN] * 20 + [NOTHING] + [UNKNOWN] * 32)
    state = GAME.new("Ann", "Bob", seed=1).start
    state = put(state, tops=state.state.path.tops[:1] + tops[1:53] + state.state.path.tops[53:])
    with pytest.raises(IllegalMove) as settled:
        GAME.settle(state)
    with pytest.raises(IllegalMove) as counted:
        GAME.tally(state)
    assert str(counted.value) == str(settled.value)
