"""A seed deals the same everywhere, and every piece once."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from cases import data, put
from hypothesis import given, strategies as st

from specs.base.errors import SpecError
from specs.base.seeds import MOST, shuffle
from specs.expand.deal import Deal, deal
from specs.load import load
from specs.model.document import Document

ATLANTIS = load("atlantis")


def dealt_ids(dealt: Deal) -> list[str]:
    return [piece.id for stack in dealt.tracks["path"] for piece in stack]


def test_the_path_has_the_stacks_of_the_rulebook() -> None:
    depths = [len(stack) for stack in deal(ATLANTIS, 2, 42).tracks["path"]]
    assert depths == [2] * 10 + [1] * 10 + [2] * 6 + [0] + [2] * 6 + [1] * 10 + [2] * 10


def test_the_first_half_is_set_a_and_the_second_set_b() -> None:
    track = deal(ATLANTIS, 2, 42).tracks["path"]
    assert {piece.row["set"] for stack in track[:26] for piece in stack} == {"A"}
    assert {piece.row["set"] for stack in track[27:] for piece in stack} == {"B"}


@pytest.mark.parametrize(("players", "hands"), [(2, [4, 5]), (3, [4, 5, 6]), (4, [4, 5, 6, 7])])
def test_hands_grow_around_the_table(players: int, hands: list[int]) -> None:
    dealt = deal(ATLANTIS, players, 1)
    assert [len(hand) for hand in dealt.hands] == hands
    assert len(dealt.piles["deck"]) == 105 - sum(hands)


@given(st.integers(0, MOST), st.integers(2, 4))
def test_every_piece_is_dealt_once(seed: int, players: int) -> None:
    dealt = deal(ATLANTIS, players, seed)
    assert Counter(dealt_ids(dealt)) == Counter(piece.id for piece in ATLANTIS.pieces["path-tiles"])
    cards = [piece.id for hand in (*dealt.hands, dealt.piles["deck"]) for piece in hand]
    assert Counter(cards) == Counter(piece.id for piece in ATLANTIS.pieces["cards"])


def test_the_path_does_not_depend_on_the_number_of_players() -> None:
    assert dealt_ids(deal(ATLANTIS, 2, 42)) == dealt_ids(deal(ATLANTIS, 4, 42))


@pytest.mark.parametrize("players", [1, 5])
def test_a_number_of_players_the_game_does_not_take(players: int) -> None:
    with pytest.raises(SpecError, match=f"{players} players?; expected 2 to 4"):
        deal(ATLANTIS, players, 42)


def test_shuffle_is_fair() -> None:
    random = Random(7)
    counts = Counter(tuple(shuffle("abc", random)) for _ in range(6000))
    assert len(counts) == 6
    # 1000 each is expected; five standard deviations are 144
    assert all(abs(count - 1000) < 144 for count in counts.values())


ROWS = data(__file__)["ROWS"]


def rows(folder: Path, market: int) -> Document:
    file = put(folder / "rows.yaml", ROWS.replace("MARKET", str(market)))
    return load(file)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_pile_can_grow_with_the_table_and_rows_lie_open(players: int, tmp_path: Path) -> None:
    dealt = deal(rows(tmp_path, 1), players, 3)
    assert [piece.row["value"] for piece in dealt.open["row"]] == [1, 2], "all of the pile, as it is listed"
    assert [len(area) for area in dealt.areas["house"]] == [1, 0, 0][:players]
    assert dealt.hands == ((),) * players, "what lies open is in nobody's hand"
    deck = (*dealt.open["market"], *dealt.areas["house"][0], *dealt.piles["deck"])
    assert sorted(int(piece.row["value"]) for piece in deck) == list(range(3, 4 + 2 * players))


def test_a_row_that_a_pile_cannot_fill_has_its_place(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"rows.yaml:14:\d+: 4 pieces from pile 'deck', which has 3 left"):
        deal(rows(tmp_path, 4), 1, 3)
