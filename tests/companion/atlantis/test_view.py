"""What a seat sees of the table, and the log as it reads it."""

from __future__ import annotations

import random
from collections import Counter

from companion import games
from companion.cli.terminal import render
from companion.contract.position import Position
from companion.contract.values import Player, Setup
from companion.table.journal import Journal
from companion.table.look import REFEREE, Sight
from companion.table.play import Play, Row
from specs.load import load

from .tables import Seat, random_turn, table

GAME = games.Game("atlantis")
SPEC = load("atlantis")


def test_a_seat_sees_its_own_hand_and_how_many_others_hold() -> None:
    people = list(map(Player, ("Ann", "Bob"), SPEC.spec.players.colours))
    state: Position = GAME.begin(SPEC, people, Setup(42, {"cards": "dealt"}))
    seen = GAME.seen(state, 0)
    assert seen.state.hands[0] == state.state.hands[0]
    assert seen.state.hands[1] == (5, 0, 0, 0, 0, 0, 0, 0)
    assert set(seen.state.deck) == {"?"}
    assert seen.state.table.seed is None


# ---- the log as a seat reads it ------------------------------------------------------------------


def played(seed: int, plies: int = 14) -> Journal:
    chance = random.Random(seed)
    people = list(map(Player, ("Ann", "Bob", "Cy"), SPEC.spec.players.colours))
    state: Position = GAME.begin(SPEC, people, Setup(seed, {"cards": "dealt"}))
    journal = Journal(GAME.text(state))
    for _ in range(plies):
        move = random_turn(state, chance)
        text, state = GAME.format(state, move), GAME.apply(state, move)
        journal = journal.enter(text, GAME.text(state))
    return journal.undo(2).note("tea")


def log(journal: Journal, seat: int | None) -> tuple[str | None, list[Row]]:
    """What `log --as` tells a seat: its first hand, and every entry without the position it led to."""

    sight = Sight(GAME, GAME.read)
    first = None if seat is None else sight.hand(journal.start, seat, seat)
    return first, [row._replace(entry=row.entry._replace(position="")) for row in Play(sight, journal, None).log(seat)]


def test_the_log_of_a_seat_follows_its_own_hand_from_card_to_card() -> None:
    journal = played(5)
    for seat in (0, 1, 2):
        held, told = log(journal, seat)
        assert held is not None
        for row in told[:14]:
            assert row.hand is None or row.hand.player == seat
            assert (row.player == seat) == (row.hand is not None), "every turn of Atlantis draws a card"
            if row.hand is not None:
                assert Counter(held) - Counter(row.hand.gave) + Counter(row.hand.got) == Counter(row.hand.now)
                held = row.hand.now
                cards = row.entry.text.split(":")[1].split()[0] if ":" in row.entry.text else ""
                if "buy" not in row.entry.text:  # what is bought may be played at once, and is in no hand between
                    assert Counter(cards) - Counter(row.hand.gave) <= Counter(held), (
                        "what was played left, or came back"
                    )
    referee = Play(Sight(GAME, GAME.read), journal, None).log(REFEREE)
    assert [row.hand.player for row in referee[:14] if row.hand] == [row.player for row in referee[:14]]


def test_gaps_are_told_by_the_spaces_they_span() -> None:
    """Water of one space by its number, of several from the first to the last; crossed by the lower tile at an end."""
    state = table({1: "H3", 2: "F4", 4: "O5", 8: "C1"}, Seat("Ann"), Seat("Bob"))
    assert GAME.facts(state)["gaps_cost"] == {"3": 4, "5-7": 1}


def test_a_long_row_of_tiles_goes_on_below_and_a_short_one_does_not() -> None:
    def rows(tiles: str, width: int) -> list[str]:
        state = table({1: "H3", 2: "F4"}, Seat("Ann", tiles=tiles), Seat("Bob"))
        lines = render(GAME.board(state, width), colour=False).splitlines()
        return [line for line in lines if "F2" in line]

    (one,) = rows("F2 S7", 60)
    assert one.endswith("F2 S7")
    several = rows(" ".join(["F2"] * 40), 60)
    assert sum(line.count("F2") for line in several) == 40
    assert len(several) == 3, "as many as fit: 17 of three letters beside the margin"
    assert all(len(line.rstrip()) <= 60 for line in several)
