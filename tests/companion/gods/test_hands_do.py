"""What hands do beyond what an action says is told with it: cards paid, followers over five, a deck made anew."""

from __future__ import annotations

import random

import pytest

from companion.contract.position import Position
from companion.games.gods.moves import Discard, Travel

from .tables import BACK, GAME, Seat, dealt, put, random_move, table


def told(state: Position, text: str) -> list[str]:
    return list(GAME.chain(state, GAME.parse(state, text)))


def test_a_build_is_paid_to_the_followers() -> None:
    assert told(table(Seat("RRR"), Seat()), "build I") == ["1 red card goes from the hand to the followers"]
    temple = table(Seat("RRR", temples={"R": "I"}, assistant=True), Seat())
    assert told(temple, "build 1:II a") == [
        "1 red card goes from the hand to the followers",
        "the assistant token goes back to its region",
        "I goes back to the stock",
    ]
    assert "I+I go back to the stock" in told(table(Seat("RRR", temples={"R": "I+I"}), Seat()), "build all:III")


def test_a_feast_costs_two_followers_and_gives_what_the_region_does() -> None:
    draws = table(Seat("", "BBB"), Seat(), marker="B")
    assert told(draws, "feast") == ["2 blue followers go to the discards", "2 cards go from the deck to the hand"]
    token = table(Seat("", "YYY"), Seat(), marker="Y")
    assert told(token, "feast") == ["2 yellow followers go to the discards", "an assistant token is taken"]


def test_an_empty_deck_is_made_of_the_discards() -> None:
    state = table(Seat("R"), Seat(), deck="", discards="BBGGYY", phase="draw", left=3)
    assert told(state, "draw deck") == ["the deck is empty: shuffle the 6 discards into a new one"]
    assert GAME.status(state).endswith("the deck is empty, the discards become it")
    assert "empty" not in GAME.status(table(Seat("R"), Seat()))
    one = table(Seat("R"), Seat(), deck="", discards="B")
    assert told(one, "migrate") == ["the deck is empty: shuffle the 1 discard into a new one"]
    feast = table(Seat("", "BBB"), Seat(), marker="B", deck="", discards="GG")
    assert told(feast, "feast")[1] == "the deck is empty: shuffle the 4 discards into a new one"


def test_followers_over_five_go_at_the_end_of_a_turn() -> None:
    state = table(Seat("RRRR", "RRRRGGGGGG"), Seat(), left=1)
    assert told(state, "recruit 3") == [
        "1 green follower over 5 goes to the discards",
        "2 red followers over 5 go to the discards",
    ]
    assert told(put(state, left=2), "recruit 3") == []


def test_a_solo_turn_begins_with_the_old_follower_and_a_token() -> None:
    state = table(Seat("R"), phase="opponent", left=0, solo_turns=3)
    state = put(state, followers=(state.state.followers[0], (0, 1, 0, 0, 0)))
    assert told(state, f"opponent {state.state.deck[0]}") == [
        "the old follower, blue, goes to the discards",
        "turn token 4 of 10 is laid",
    ]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_hands_that_do_as_told_keep_the_piles_as_they_are_counted(players: int) -> None:
    """The discards grow by what was said and told, and a deck is made anew where, and only where, it is told."""
    chance = random.Random(players)
    state = dealt(players, players, BACK)
    for _ in range(250):
        if state.state.phase == "over":
            break
        move = random_move(state, chance)
        lines, after = GAME.chain(state, move), GAME.apply(state, move)
        anew = [line for line in lines if line.startswith("the deck is empty: shuffle")]
        assert len(anew) == after.state.shuffles - state.state.shuffles
        if not anew:
            said = isinstance(move, Travel) or (sum(move.cards) if isinstance(move, Discard) else 0)
            moved = sum(
                int(line.split()[0]) for line in lines if line.endswith("to the discards") and line[0].isdigit()
            )
            old = sum(line.startswith("the old follower") for line in lines)
            assert sum(after.state.discards) - sum(state.state.discards) == said + moved + old
        state = after
