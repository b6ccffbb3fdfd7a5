"""Every temple six tiles can make: its level, its cost, and that a legal game can build it."""

from __future__ import annotations

from itertools import permutations

import pytest
from cases import cases

from companion.games.gods.moves import Build, Built
from companion.games.gods.rules import built
from companion.games.gods.setup import deity_cards
from companion.games.gods.state import ROMAN, TILES, Temple, shape, shape_text
from companion.games.gods.temples import missing, needs, one_higher, way

from .tables import DOCUMENT, GAME, Seat, facts, put, table

CARDS = deity_cards(DOCUMENT)
EVERY = {
    stack for number in range(7) for stack in permutations((1, 1, 2, 2, 3, 3), number)
}  # every row of tiles there is, whether it can be built or not


def buildable() -> dict[Temple, int]:
    """Every temple that six tiles can make by building alone, with the cards it takes in all."""
    full = (0, TILES, TILES, TILES)
    found: dict[Temple, int] = {(): 0}
    line: list[Temple] = [()]
    for temple in line:
        stock = tuple(number - temple.count(level) for level, number in enumerate(full))
        for _, _, there in one_higher(temple, stock):
            if there not in found:
                found[there] = found[temple] + sum(there)
                line.append(there)
    return found


def test_every_row_of_the_six_tiles_that_building_can_reach() -> None:
    """Only what needs a I on the way and has none left is out of reach: the level rises by one each time."""
    reached = set(buildable())
    assert reached <= EVERY
    grown = {()}
    while True:  # counted a second way: backwards from every row of tiles, by what the last build can have been
        more = {row for row in EVERY - grown if any(before in grown for before in one_lower(row))}
        if not more:
            break
        grown |= more
    assert reached == grown
    assert max(map(sum, reached)) == 12, "all six tiles, a I put on top last"
    assert all(row[-1] == 1 for row in reached if len(row) == 6)


def one_lower(row: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The rows that a single build turns into this one; the stock is what a row lacks of the six tiles."""
    found = set()
    if row[-1:] == (1,):
        found.add(row[:-1])
    for at, level in enumerate(row):
        if level > 1:
            found.add((*row[:at], level - 1, *row[at + 1 :]))
    if len(row) == 1:
        found |= {before for before in EVERY if sum(before) == row[0] - 1 and len(before) > 1}
    return {before for before in found if before in EVERY}


def test_level_and_cost() -> None:
    for temple, cards in buildable().items():
        level = sum(temple)
        assert cards == level * (level + 1) // 2, "1 + 2 + ... + the level, whatever the tiles"


@pytest.mark.parametrize("temple", [temple for temple in buildable() if 0 < sum(temple) < 7], ids=shape_text)
def test_a_legal_game_builds_it(temple: tuple[int, ...]) -> None:
    found = way((), temple, (0, 2, 2, 2))
    assert found is not None
    assert found.prices == tuple(range(1, sum(temple) + 1))
    state = table(Seat("R" * 18), Seat(), Seat(), Seat(), left=5)
    for there in found.shapes:
        state = put(state, phase="act", left=5, turn=0)
        state = next(
            after
            for move in GAME.moves(state)
            if isinstance(move, Build) and (after := GAME.apply(state, move)).state.sites[0][3] == there
        )
        state = put(
            state, hands=((0, 0, 0, 18, 0), *state.state.hands[1:]), followers=((0,) * 5, *state.state.followers[1:])
        )
    assert facts(state)["temples"] == {"R": [ROMAN[level] for level in temple]}


def test_the_cards_are_nine_levels_for_eighteen_dwellers_or_ten_for_twenty() -> None:
    """The longer way has no temple of two tiles of a level that others want too: docs/playtest.md has who wins."""
    for card in CARDS.values():
        dwellers = sum(sum(shape) * (sum(shape) + 1) // 2 for shape in card)
        assert (sum(map(sum, card)), dwellers) in ((9, 18), (10, 20))
    assert CARDS[1] == tuple(map(shape, ("I", "II+II", "I", "III")))


def after_one(row: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """What one action makes of a row of tiles, with its cards: a build costs the new level, to demolish a tile none."""
    return {there: sum(there) for there in HIGHER[row]} | {(*row[:at], *row[at + 1 :]): 0 for at in range(len(row))}


HIGHER: dict[tuple[int, ...], set[tuple[int, ...]]] = {row: set() for row in EVERY}
for _row in EVERY:
    for _before in one_lower(_row):
        HIGHER[_before].add(_row)


@pytest.mark.parametrize("start", sorted(buildable())[::7], ids=shape_text)
def test_a_way_has_the_fewest_actions_then_the_fewest_cards(start: tuple[int, ...]) -> None:
    """Counted action by action: what a row costs at least among the ways that reach it first."""
    cheapest, line = {start: (0, 0)}, {start: 0}
    for actions in range(1, 20):
        reached: dict[tuple[int, ...], int] = {}
        for row, spent in line.items():
            for there, cards in after_one(row).items():
                if there not in cheapest:
                    reached[there] = min(spent + cards, reached.get(there, spent + cards))
        cheapest |= {row: (actions, cards) for row, cards in reached.items()}
        line = reached
    found = {goal: way(start, goal, (0, 2, 2, 2)) for goal in buildable()}
    assert {goal: each and (len(each.prices), sum(each.prices)) for goal, each in found.items()} == {
        goal: cheapest[goal] for goal in buildable()
    }


@cases
def test_of_two_ways_as_long_the_cheaper_is_told(
    temple: tuple[int, ...], goal: tuple[int, ...], prices: tuple[int, ...]
) -> None:
    found = way(temple, goal, (0, 2, 2, 2))
    assert found is not None
    assert found.prices == prices


class TestWhatIsLeft:
    def test_the_way_counts_builds_and_cards(self) -> None:
        found = needs(table(Seat(temples={"G": "I"}), Seat()).state, 0, 2)
        assert found is not None
        assert found.prices == (2, 3, 4)

    def test_a_tile_too_many_is_demolished_first(self) -> None:
        found = needs(table(Seat(temples={"R": "III"}), Seat()).state, 0, 3)
        assert found is not None
        assert sorted(found.prices) == [0, 1]

    def test_tiles_that_are_elsewhere_must_come_back(self) -> None:
        state = table(Seat(temples={"R": "I", "B": "I"}), Seat())
        assert needs(state.state, 0, 2) is None
        assert missing(state.state, 0, 2) == (1,)

    def test_the_board_says_so(self) -> None:
        state = table(Seat(temples={"R": "I", "B": "I", "Y": "II"}), Seat())
        lines = ["".join(span.text for span in line) for line in GAME.board(state, 40)]
        assert "  1 R I               complete" in lines
        assert "  2 G - > II+II       needs I II back" in lines
        assert "  4 Y II > III        +1, 3 Y" in lines


@cases
def test_a_tile_is_replaced_by_one_that_is_one_higher(temple: Temple, at: int, tile: int, higher: bool) -> None:
    move = Built(neutral=False, at=at, tile=tile, assistant=False)
    assert built(temple, move) == ((*temple[: at - 1], tile, *temple[at:]), higher)
