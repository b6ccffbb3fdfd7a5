"""The invariants of the ruling, along random games with known and with unseen cards."""

from __future__ import annotations

import random
import re
from itertools import islice

import pytest
from hypothesis import given, settings, strategies as st
from often import times

from companion.contract.faults import Refused
from companion.contract.position import Position
from companion.games.gods.state import COLOURS, NEUTRAL, PLACES, count, letters, stock, targets
from companion.lab.players import plies
from companion.table.journal import Journal
from companion.table.log import Row, rows
from companion.table.look import Sight
from companion.table.play import Play

from .tables import BACK, FRONT, GAME, as_told, dealt, hidden, playout, put, random_move

SIDES = st.sampled_from([FRONT, BACK, "B2 G1 R1 Y2", "B1 G2 R2 Y1"])
starts = st.builds(
    lambda kind, players, seed, sides: kind(players, seed, sides),
    st.sampled_from([dealt, hidden]),
    st.integers(1, 4),
    st.integers(0, 999),
    SIDES,
)


def check(state: Position) -> None:
    table_of = state.state.table
    lying = [state.state.area, state.state.discards, *state.state.hands, *state.state.followers]
    assert sum(map(sum, lying)) + len(state.state.deck) == 4 * table_of.copies, "every card is somewhere"
    for colour in COLOURS:
        assert sum(cards[colour] for cards in lying) <= table_of.copies
    for number, sites in enumerate(state.state.sites):
        tiles = [tile for temple in sites for tile in temple]
        for level in (1, 2, 3):
            assert tiles.count(level) <= (2 if table_of.cards[number] else 0)
            assert stock(sites)[level] == 2 - tiles.count(level)
    for place in PLACES[NEUTRAL:]:
        assert sum(1 for sites in state.state.sites if sites[place]) <= 1, "a neutral site holds one colour"
    for shown, hand in zip(state.state.shown, state.state.hands, strict=True):
        assert all(one <= other for one, other in zip(shown[1:], hand[1:], strict=True))
    assert all(min(cards) >= 0 for cards in lying)
    if state.state.phase == "draw":
        assert 1 <= state.state.left <= 3
    if state.state.phase == "act":
        assert 1 <= state.state.left <= 5
    if state.state.phase == "discard":
        assert sum(state.state.hands[state.state.turn]) > 5
    assert (state.state.winner is not None) == (state.state.phase == "over") == (GAME.turn(state) is None)
    if state.state.phase == "over" and not table_of.solo:
        assert state.state.sites[state.state.winner] == targets(table_of, state.state.winner)


@given(starts, st.integers(0, 10**6))
def test_random_games_keep_the_invariants(state: Position, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(120):
        check(state)
        if state.state.phase == "over":
            break
        before, turn = state, state.state.turn
        state = GAME.apply(state, random_move(state, chance))
        for player, hand in enumerate(state.state.hands):
            assert player == turn or hand == before.state.hands[player], "nobody else's hand changes"


@given(starts, st.integers(0, 10**6))
def test_positions_and_actions_are_text_and_back(state: Position, seed: int) -> None:
    chance = random.Random(seed)
    state = playout(state, chance, chance.randrange(150))
    assert GAME.read(GAME.text(state)) == state
    moves = list(islice(GAME.moves(state), 400))
    assert bool(moves) == (state.state.phase != "over"), "there is always something to do"
    assert len(set(moves)) == len(moves)
    for move in moves:
        text = GAME.format(state, move)
        assert GAME.parse(state, text) == move
        assert GAME.parse(state, text.lower()) == move
        assert GAME.parse(state, f"  {text.replace(' ', '  ')} ") == move


def dealt_anew(state: Position, seat: int, chance: random.Random) -> Position:
    """The cards that a seat cannot see, of others' hands and of the deck, dealt anew among them."""
    hands, pool = list(state.state.hands), list(state.state.deck)
    for player, hand in enumerate(hands):
        if player != seat:
            closed = [n - shown for n, shown in zip(hand, state.state.shown[player], strict=True)]
            pool += letters((0, *closed[1:]))
    chance.shuffle(pool)
    for player, hand in enumerate(hands):
        if player != seat:
            shown = state.state.shown[player]
            number = sum(hand) - sum(shown[1:])
            new = count("".join(pool[:number]))
            hands[player], pool = tuple(a + b for a, b in zip(new, (0, *shown[1:]), strict=True)), pool[number:]
    return put(
        state, hands=tuple(hands), deck="".join(pool), table=state.state.table._replace(seed=chance.randrange(99))
    )


@settings(max_examples=times(4, 50))
@given(st.integers(2, 4), st.integers(0, 999), st.integers(0, 10**6))
def test_the_log_of_a_seat_tells_nothing_of_another_hand(players: int, seed: int, number: int) -> None:
    chance, state = random.Random(number), dealt(players, seed, FRONT)
    journal = Journal(GAME.text(state))
    for _ in range(25):
        move = next(iter(GAME.moves(state)))
        text, state = GAME.format(state, move), GAME.apply(state, move)
        journal = journal.enter(text, GAME.text(state))

    def anew(line: str, seat: int) -> str:
        return GAME.text(dealt_anew(GAME.read(line), seat, chance))

    def log(journal: Journal, seat: int) -> list[Row]:
        found = rows(Play(Sight(GAME, GAME.read), journal, None), seat)
        return [row._replace(entry=row.entry._replace(position="")) for row in found]

    for seat in range(players):
        entries = tuple(entry._replace(position=anew(entry.position, seat)) for entry in journal.entries)
        assert log(Journal(anew(journal.start, seat), entries, journal.head), seat) == log(journal, seat)
        assert any(row.hand for row in log(journal, seat) if row.player == seat)


@given(st.integers(1, 4), st.integers(0, 999), SIDES, st.integers(0, 10**6), st.integers(0, 120))
def test_what_a_seat_sees_hides_the_rest(players: int, seed: int, sides: str, chance: int, plies: int) -> None:
    state = playout(dealt(players, seed, sides), random.Random(chance), plies)
    other = put(state, table=state.state.table._replace(seed=seed + 1), deck=state.state.deck[::-1])
    for seat in (None, *range(players)):
        view = GAME.seen(state, seat)
        assert view == GAME.seen(other, seat), "the deck and the seed are nobody's to see"
        assert set(view.state.deck) <= {"?"}
        check(view)
        for player, hand in enumerate(view.state.hands):
            assert sum(hand) == sum(state.state.hands[player])
            assert hand == (state.state.hands[player] if player == seat else (hand[0], *state.state.shown[player][1:]))
        text = GAME.text(view)
        assert GAME.read(text) == view


@settings(max_examples=15)
@given(st.integers(1, 4), st.integers(0, 999), SIDES, st.integers(0, 10**6))
def test_what_is_dealt_is_legal_with_hidden_hands_too(players: int, seed: int, sides: str, chance: int) -> None:
    """The same game, told to a referee who sees no hands: the same facts but for what nobody saw."""
    random_chance = random.Random(chance)
    known, unseen = dealt(players, seed, sides), hidden(players, seed, sides)
    for _ in range(100):
        if known.state.phase == "over":
            break
        text = as_told(known, random_move(known, random_chance))
        known = GAME.apply(known, GAME.parse(known, text))
        unseen = GAME.apply(unseen, GAME.parse(unseen, text))
        assert (unseen.state.phase, unseen.state.left, unseen.state.turn, unseen.state.area) == (
            known.state.phase,
            known.state.left,
            known.state.turn,
            known.state.area,
        )
        assert (unseen.state.followers, unseen.state.discards, unseen.state.sites) == (
            known.state.followers,
            known.state.discards,
            known.state.sites,
        )
        assert unseen.state.shown == known.state.shown
        assert unseen.state.hands == GAME.seen(known, None).state.hands


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_games_of_machines_come_to_their_end_and_what_each_action_was_worth_adds_up(players: int) -> None:
    here = dealt(players, players)
    trail = [0] * len(here.players)
    for move, after in plies(GAME, here, ("greedy",) * players, players):
        for entry in GAME.trail(here, move, after):
            trail[entry.player] += entry.points
        here = after
    check(here)
    assert trail == [standing.score for standing in GAME.settle(here).standings]


WORDS = re.findall(
    r"\S+", "draw build feast travel convert R B>G R2>Gn1 <> I II : all: n a deck 99 0 - ? ; é \0 ² | = %00"
)


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=7), st.booleans())
def test_fuzzed_actions_are_refused_or_taken(words: list[str], spaced: bool) -> None:
    state = table_of_fuzz
    text = (" " if spaced else "").join(words)
    for ply in GAME.plies(text):
        try:
            move = GAME.parse(state, ply)
            after = GAME.apply(state, move)
        except Refused as refusal:
            assert str(refusal)
            GAME.choices(state, ply)
            continue
        check(after)
        assert GAME.parse(state, GAME.format(state, move)) == move


@given(st.integers(0, 600), st.integers(0, 12), st.text("BGRY?IVn+:|=-0159 abc%", max_size=6))
def test_fuzzed_positions_are_refused_or_sound(at: int, cut: int, more: str) -> None:
    line = GAME.text(table_of_fuzz)
    text = line[:at] + more + line[at + cut :]
    try:
        state = GAME.read(text)
    except Refused as refusal:
        assert str(refusal)
        return
    check(state)
    assert GAME.read(GAME.text(state)) == state
    list(islice(GAME.moves(state), 20))
    GAME.board(state, 40)
    assert letters(state.state.area) is not None


table_of_fuzz = put(hidden(2), phase="act", left=3)
