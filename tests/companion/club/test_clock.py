"""A clock beside the game: it follows whose turn it is, refuses nothing, and is kept like the turns are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cases import cases
from hypothesis import given, strategies as st

from companion.club.clock import Event, Moved, Reading, add, clock, events, moved, read, setting, thinking, time_text
from companion.contract.faults import SyntaxFault
from companion.record.starting import new
from companion.table.store import Store
from companion.table.stored import StoreError
from companion.table.table import Table, open_game
from companion.table.turns import Untaken


class Time:
    """A time that goes on when it is told to, in seconds."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def store(tmp_path: Path, time: Time) -> Iterator[Store]:
    with Store(tmp_path / "games.db", create=True, now=time) as opened:
        new(opened, "circles", ["Ann", "Bob"])
        yield opened


def shown(store: Store, table: Table | None = None) -> Reading:
    found = clock(store, table or open_game(store))
    assert found is not None
    return found


def seconds(reading: Reading) -> list[float]:
    return [spent / 1000 for spent in reading.spent]


def test_a_game_has_no_clock_until_one_is_set(store: Store) -> None:
    assert clock(store, open_game(store)) is None


@cases
def test_what_a_clock_shows(store: Store, time: Time, does: list[Any], shows: dict[str, Any]) -> None:
    """Seconds pass, a turn is entered, taken back (`undo`), put back (`redo`), or a word is told to the clock."""
    table = open_game(store)
    for deed in does:
        match deed:
            case int():
                time.now += deed
            case {"move": turn}:
                table = table.move(turn)
            case {"note": words}:
                table = table.note(words).table
            case {"refused": turn}:
                with pytest.raises(Untaken):
                    table.move(turn)
            case "undo" | "redo":
                table = getattr(table, deed)().table
            case {"clock": word}:
                add(store, 1, word)
    reading = shown(store, table)
    found = {"spent": seconds(reading), "running": reading.running, "paused": reading.paused}
    found["left"] = [each / 1000 for each in reading.left or ()]
    assert {name: found[name] for name in shows} == shows


def test_off_takes_it_away(store: Store) -> None:
    add(store, 1, "up")
    add(store, 1, "off")
    assert clock(store, open_game(store)) is None
    with pytest.raises(SyntaxFault, match="a clock first"):
        add(store, 1, "go")


def test_it_is_in_the_store_and_nowhere_else(store: Store, time: Time, tmp_path: Path) -> None:
    add(store, 1, "25+10")
    time.now += 9
    open_game(store).move("e11-f11")
    time.now += 1
    with Store(tmp_path / "games.db", now=time) as another:
        assert shown(another) == shown(store)
        assert events(another, 1) == [Event(1_000_000_000, "set", "25+10")]


@pytest.mark.parametrize("wrong", ["", "0", "601", "5m", "25+", "+10", "25+1000", "-5", "٢٥", "1e9"])
def test_a_clock_that_is_none_is_one_line(store: Store, wrong: str) -> None:
    with pytest.raises(SyntaxFault, match="minutes such as 25"):
        add(store, 1, wrong)
    assert events(store, 1) == []


@pytest.mark.parametrize(
    "cells", ["made = 'soon'", "word = 'stop'", "value = 'x'", "value = x'ff'", "made = 1.5"], ids=str
)
def test_a_clock_that_nobody_wrote_is_one_sentence(store: Store, cells: str) -> None:
    add(store, 1, "up")
    store.db.execute(f"UPDATE clocks SET {cells}")
    with pytest.raises(StoreError):
        clock(store, open_game(store))


def test_thinking_is_from_turn_to_turn_without_pauses_and_breaks(store: Store, time: Time) -> None:
    begun = open_game(store).stored.begun
    time.now += 30
    table = open_game(store).move("e11-f11")
    add(store, 1, "up")
    time.now += 10
    add(store, 1, "pause")
    time.now += 300
    add(store, 1, "go")
    time.now += 10
    (turn, *_) = table.legal_moves()
    table = table.move(turn)
    time.now += 2 * 60 * 60
    table = table.move(table.legal_moves()[0])
    took = thinking(events(store, 1), moved(store, table), begun, 2)
    assert took == ([30_000], [20_000])


def test_a_game_that_was_entered_elsewhere_has_no_times(store: Store, time: Time) -> None:
    from companion.record.record import read as record_of
    from companion.record.replay import begin, play
    from companion.record.starting import keep

    whole, start = begin(*record_of(b"{game: circles, players: [Ann, Bob], moves: [e11-f11]}", "a"))
    table = open_game(store)
    kept = keep(store, whole, play(table.game, start, whole.lines))
    assert thinking([], moved(store, kept), kept.stored.begun, 2) == ([], [])


@cases
def test_a_time_is_told_as_a_clock_shows_it(ms: int, shown: str) -> None:
    assert time_text(ms) == shown


MOVES = st.lists(
    st.builds(
        Moved, st.one_of(st.none(), st.integers(0, 10_000)), st.sampled_from([0, 1, None]), st.sampled_from([0, 1])
    ),
    max_size=6,
)
EVENTS = st.lists(
    st.one_of(
        st.builds(Event, st.integers(0, 10_000), st.just("set"), st.sampled_from(["up", "1+5"])),
        st.builds(Event, st.integers(0, 10_000), st.sampled_from(["pause", "go", "off"])),
    ),
    max_size=6,
)  # fmt: skip


@given(EVENTS, MOVES, st.integers(0, 20_000))
def test_whatever_a_clock_of_this_machine_did_no_time_is_spent_twice(
    done: list[Event], moves: list[Moved], now: int
) -> None:
    """Times may come in any order: clocks of machines are set back."""
    reading = read(done, moves, 0, [0, 0], now)
    if reading is not None:
        begun = next(event.made for event in reversed(done) if event.word == "set")
        latest = max([now, *(event.made for event in done), *(move.made or 0 for move in moves)])
        assert 0 <= sum(reading.spent) <= max(0, latest - begun)
    assert setting("25+10") == (1_500_000, 10_000)
