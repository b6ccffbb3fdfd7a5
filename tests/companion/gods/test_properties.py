"""The invariants of the ruling, along random games with known and with unseen cards."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.contract import Refused
from companion.games.gods.playout import playout, random_move
from companion.games.gods.state import ACT, COLOURS, DISCARD, DRAW, NEUTRAL, NOBODY, OVER, PLACES, State, count, letters
from companion.journal import Journal
from companion.log import Row, rows
from companion.look import Sight
from companion.play import Play

from .guided import guided_game
from .tables import BACK, FRONT, GAME, dealt, hidden

SIDES = st.sampled_from([FRONT, BACK, "B2 G1 R1 Y2", "B1 G2 R2 Y1"])
starts = st.builds(
    lambda kind, players, seed, sides: kind(players, seed, sides),
    st.sampled_from([dealt, hidden]),
    st.integers(1, 4),
    st.integers(0, 999),
    SIDES,
)


def check(state: State) -> None:
    table_of = state.table
    lying = [state.area, state.discards, *state.hands, *state.followers]
    assert sum(map(sum, lying)) + len(state.deck) == 4 * table_of.copies, "every card is somewhere"
    for colour in COLOURS:
        assert sum(cards[colour] for cards in lying) <= table_of.copies
    for number, sites in enumerate(state.sites):
        tiles = [tile for temple in sites for tile in temple]
        for level in (1, 2, 3):
            assert state.stock[number][level] + tiles.count(level) == (2 if table_of.cards[number] else 0)
    for place in PLACES[NEUTRAL:]:
        assert sum(1 for sites in state.sites if sites[place]) <= 1, "a neutral site holds one colour"
    for shown, hand in zip(state.shown, state.hands, strict=True):
        assert all(one <= other for one, other in zip(shown[1:], hand[1:], strict=True))
    assert all(min(cards) >= 0 for cards in lying)
    if state.phase == DRAW:
        assert 1 <= state.left <= 3
    if state.phase == ACT:
        assert 1 <= state.left <= 5
    if state.phase == DISCARD:
        assert sum(state.hands[state.turn]) > 5
    assert (state.winner != NOBODY) == (state.phase == OVER) == (GAME.rules.turn(state) is None)
    if state.phase == OVER and not table_of.solo:
        assert state.sites[state.winner] == table_of.targets[state.winner]


@given(starts, st.integers(0, 10**6))
def test_random_games_keep_the_invariants(state: State, seed: int) -> None:
    chance = random.Random(seed).random
    for _ in range(120):
        check(state)
        if state.phase == OVER:
            break
        before, turn = state, state.turn
        state = GAME.rules.apply(state, random_move(state, chance))
        for player, hand in enumerate(state.hands):
            assert player == turn or hand == before.hands[player], "nobody else's hand changes"


@given(starts, st.integers(0, 10**6))
def test_positions_and_actions_are_text_and_back(state: State, seed: int) -> None:
    chance = random.Random(seed)
    state, _ = playout(state, chance.random, chance.randrange(150))
    assert GAME.notation.parse_state(GAME.notation.text(state)) == state
    moves = list(islice(GAME.rules.legal_moves(state), 400))
    assert bool(moves) == (state.phase != OVER), "there is always something to do"
    assert len(set(moves)) == len(moves)
    for move in moves:
        text = GAME.notation.format(state, move)
        assert GAME.notation.parse(state, text) == move
        assert GAME.notation.parse(state, text.lower()) == move
        assert GAME.notation.parse(state, f"  {text.replace(' ', '  ')} ") == move


def dealt_anew(state: State, seat: int, chance: random.Random) -> State:
    """The cards that a seat cannot see, of others' hands and of the deck, dealt anew among them."""
    hands, pool = list(state.hands), list(state.deck)
    for player, hand in enumerate(hands):
        if player != seat:
            closed = [n - shown for n, shown in zip(hand, state.shown[player], strict=True)]
            pool += letters((0, *closed[1:]))
    chance.shuffle(pool)
    for player, hand in enumerate(hands):
        if player != seat:
            shown = state.shown[player]
            number = sum(hand) - sum(shown[1:])
            new = count("".join(pool[:number]))
            hands[player], pool = tuple(a + b for a, b in zip(new, (0, *shown[1:]), strict=True)), pool[number:]
    return state._replace(hands=tuple(hands), deck="".join(pool), table=state.table._replace(seed=chance.randrange(99)))


@settings(max_examples=10)
@given(st.integers(2, 4), st.integers(0, 999), st.integers(0, 10**6))
def test_the_log_of_a_seat_tells_nothing_of_another_hand(players: int, seed: int, number: int) -> None:
    chance, state = random.Random(number), dealt(players, seed, FRONT)
    journal = Journal(GAME.notation.text(state))
    for _ in range(25):
        move = next(iter(GAME.rules.legal_moves(state)))
        text, state = GAME.notation.format(state, move), GAME.rules.apply(state, move)
        journal = journal.enter(text, GAME.notation.text(state))

    def anew(line: str, seat: int) -> str:
        return GAME.notation.text(dealt_anew(GAME.notation.parse_state(line), seat, chance))

    def log(journal: Journal, seat: int) -> list[Row]:
        found = rows(Play(Sight(GAME, GAME.notation.parse_state), journal, None), seat)
        return [row._replace(entry=row.entry._replace(position="")) for row in found]

    for seat in range(players):
        entries = tuple(entry._replace(position=anew(entry.position, seat)) for entry in journal.entries)
        assert log(Journal(anew(journal.start, seat), entries, journal.head), seat) == log(journal, seat)
        assert any(row.hand for row in log(journal, seat) if row.player == seat)


@given(st.integers(1, 4), st.integers(0, 999), SIDES, st.integers(0, 10**6), st.integers(0, 120))
def test_what_a_seat_sees_hides_the_rest(players: int, seed: int, sides: str, chance: int, plies: int) -> None:
    state, _ = playout(dealt(players, seed, sides), random.Random(chance).random, plies)
    other = state._replace(table=state.table._replace(seed=seed + 1), deck=state.deck[::-1])
    for seat in (None, *range(players)):
        view = GAME.view.seen_by(state, seat)
        assert view == GAME.view.seen_by(other, seat), "the deck and the seed are nobody's to see"
        assert set(view.deck) <= {"?"}
        check(view)
        for player, hand in enumerate(view.hands):
            assert sum(hand) == sum(state.hands[player])
            assert hand == (state.hands[player] if player == seat else (hand[0], *state.shown[player][1:]))
        text = GAME.notation.text(view)
        assert GAME.notation.parse_state(text) == view


@settings(max_examples=15)
@given(st.integers(1, 4), st.integers(0, 999), SIDES, st.integers(0, 10**6))
def test_what_is_dealt_is_legal_with_hidden_hands_too(players: int, seed: int, sides: str, chance: int) -> None:
    """The same game, told to a referee who sees no hands: the same facts but for what nobody saw."""
    random_chance = random.Random(chance).random
    known, unseen = dealt(players, seed, sides), hidden(players, seed, sides)
    for _ in range(100):
        if known.phase == OVER:
            break
        text = GAME.notation.format(known, random_move(known, random_chance))
        known = GAME.rules.apply(known, GAME.notation.parse(known, text))
        unseen = GAME.rules.apply(unseen, GAME.notation.parse(unseen, text))
        assert (unseen.phase, unseen.left, unseen.turn, unseen.area) == (
            known.phase,
            known.left,
            known.turn,
            known.area,
        )
        assert (unseen.followers, unseen.discards, unseen.sites) == (known.followers, known.discards, known.sites)
        assert unseen.shown == known.shown
        assert unseen.hands == GAME.view.seen_by(known, None).hands


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_guided_games_come_to_their_end(players: int) -> None:
    ended = 0
    for seed in range(6):
        moves, state = guided_game(dealt(players, seed), random.Random(seed).random, 900)
        check(state)
        ended += state.phase == OVER
        trail = [0] * len(state.table.names)
        replayed = dealt(players, seed)
        for move in moves:
            after = GAME.rules.apply(replayed, move)
            for entry in GAME.score.trail(replayed, move, after):
                trail[entry.player] += entry.points
            replayed = after
        assert trail == [standing.score for standing in GAME.score.settle(state).standings]
    assert ended >= 2


WORDS = (
    *("draw", "build", "feast", "travel", "convert", "R", "B>G", "R2>Gn1", "<>", "I", "II", ":", "all:", "n", "a"),
    *("deck", "99", "0", "-", "?", ";", "é", "\0", "²", "|", "=", "%00"),
)


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=7), st.booleans())
def test_fuzzed_actions_are_refused_or_taken(words: list[str], spaced: bool) -> None:
    state = table_of_fuzz
    text = (" " if spaced else "").join(words)
    for ply in GAME.notation.plies(text):
        try:
            move = GAME.notation.parse(state, ply)
            after = GAME.rules.apply(state, move)
        except Refused as refusal:
            assert str(refusal)
            GAME.choices.choices(state, ply)
            continue
        check(after)
        assert GAME.notation.parse(state, GAME.notation.format(state, move)) == move


@given(st.integers(0, 600), st.integers(0, 12), st.text("BGRY?IVn+:|=-0159 abc%", max_size=6))
def test_fuzzed_positions_are_refused_or_sound(at: int, cut: int, more: str) -> None:
    line = GAME.notation.text(table_of_fuzz)
    text = line[:at] + more + line[at + cut :]
    try:
        state = GAME.notation.parse_state(text)
    except Refused as refusal:
        assert str(refusal)
        return
    check(state)
    assert GAME.notation.parse_state(GAME.notation.text(state)) == state
    list(islice(GAME.rules.legal_moves(state), 20))
    GAME.view.board(state, 40)
    assert letters(state.area) is not None


table_of_fuzz = hidden(2)._replace(phase=ACT, left=3)
