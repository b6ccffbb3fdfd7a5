"""What hands do beyond what an action says keeps the piles as they are counted."""

from __future__ import annotations

import random

import pytest

from companion.games.gods.moves import Discard, Travel
from companion.games.gods.state import LETTERS
from specs.base.seeds import shuffle

from .tables import BACK, GAME, Seat, dealt, do, facts, put, random_move, table


def test_an_empty_deck_is_told_of_before_it_is_wanted() -> None:
    state = table(Seat("R"), Seat(), deck="", discards="BBGGYY", phase="draw", left=3)
    assert GAME.status(state).endswith("the deck is empty: shuffle the discards")
    assert "empty" not in GAME.status(table(Seat("R"), Seat()))


def test_a_solo_turn_begins_with_the_old_follower_and_a_token() -> None:
    state = table(Seat("R"), phase="opponent", left=0, solo_turns=3)
    state = put(state, followers=(state.state.followers[0], (0, 1, 0, 0, 0)))
    assert list(GAME.chain(state, GAME.parse(state, f"opponent {state.state.deck[0]}"))) == [
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


def test_the_new_deck_of_dealt_cards_follows_from_the_seed() -> None:
    state = table(Seat("BB"), Seat("GG"), phase="draw", left=3)
    rest = state.state.deck
    state = put(state, deck="", discards=tuple(rest.count(letter) for letter in LETTERS))
    assert state.state.table.seed == 1
    expected = "".join(shuffle(sorted(rest, key=LETTERS.index), random.Random(1 * 1000 + 1)))
    assert do(state, "draw deck").state.deck == expected[1:]


def test_with_an_empty_deck_the_old_card_may_come_again() -> None:
    state = table(Seat("R??"), phase="opponent", left=0, solo_turns=3)
    gone = len(state.state.deck) - 1
    state = put(state, followers=((gone - 8, 4, 4, 0, 0), (0, 1, 0, 0, 0)), deck="")
    assert facts(do(state, "opponent B"), 2)["followers"] == "B"
