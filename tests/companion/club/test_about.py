"""What is told of an evening, and which games are found by it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cases import cases
from hypothesis import given, settings, strategies as st

from companion.club.finding import ANYTHING, Sought
from companion.club.names import Names, fold
from companion.contract.faults import ValueFault
from companion.record.about import UNNOTED, About, another_copy, checked, minutes, packed, unpacked
from companion.record.record import read, write
from companion.record.starting import new
from companion.record.written import record
from companion.table.look import REFEREE
from companion.table.store import Store
from companion.table.stored import StoreError
from companion.table.table import open_game
from specs.load import load

WORDS = st.text("aZé海\u0301ß7 -#:,{}[]'\"\\&*!|>%@~", max_size=12)
ABOUTS = st.builds(
    lambda **told: checked(told),
    date=st.sampled_from(["", "2026", "2026-11", "2024-02-29"]),
    start=st.sampled_from(["", "00:00", "19:30"]),
    end=st.sampled_from(["", "23:59"]),
    place=WORDS,
    event=WORDS,
    edition=st.sampled_from(["", "2", "1.4"]),
    note=WORDS,
)
RECORD = b"{game: circles, players: [Ann, Bob], moves: []}"


@settings(max_examples=12)
@given(ABOUTS)
def test_a_record_and_the_store_keep_what_was_told_to_the_letter(about: About) -> None:
    assert unpacked(packed(about)) == about
    record, _ = read(RECORD, "a")
    told = write(record.__class__(record.game, record.players, record.setup, about=about))
    assert read(told.encode(), "b")[0].about == about


@pytest.mark.parametrize(
    "wrong", ["2026-02-30", "2026-13", "0000", "2026-1-1", "٢٠٢٦", "26", "2026-11-22T20:00", "yesterday"]
)
def test_a_date_that_no_calendar_has_is_refused(wrong: str) -> None:
    with pytest.raises(ValueFault, match="a date such as 2026-11-22, 2026-11 or 2026"):
        checked({"date": wrong})


@pytest.mark.parametrize("wrong", ["24:00", "7:30", "19:60", "19.30", "١٩:٣٠"])
def test_a_time_that_no_clock_shows_is_refused(wrong: str) -> None:
    with pytest.raises(ValueFault, match="a time such as 19:30"):
        checked({"start": wrong})


def test_signs_that_a_terminal_obeys_are_no_words() -> None:
    with pytest.raises(ValueFault, match="characters that are not text"):
        checked({"place": "\x1b[2Jkitchen"})


@cases
def test_words_have_a_bound(name: str, most: int) -> None:
    checked({name: "x" * most})
    with pytest.raises(ValueFault, match=f"at most {most:,}"):
        checked({name: "x" * (most + 1)})


def test_an_end_before_the_start_is_past_midnight() -> None:
    assert minutes(About(start="22:50", end="00:20")) == 90
    assert minutes(About(start="19:00", end="19:00")) == 0
    assert minutes(About(start="19:00")) is None


@pytest.mark.parametrize("stored", ["", "[]", '{"date": 7}', '{"date": "soon"}', '{"mood": "good"}', "[" * 100_000])
def test_what_a_store_holds_that_nobody_wrote_is_one_sentence(stored: str) -> None:
    with pytest.raises(StoreError, match="the notes of a game cannot be read"):
        unpacked(stored)


# ---- finding -------------------------------------------------------------------------------------


def found(sought: Sought, about: About, names: Names | None = None) -> bool:
    return sought.fits("atlantis", ["Ann", "Zoë"], about, names)


@cases
def test_a_range_holds_its_first_and_its_last_day(since: str, until: str, fits: bool) -> None:
    assert found(Sought(since=since, until=until), About(date="2026-11-22")) == fits


def test_a_game_of_some_day_in_november_may_have_been_on_any_of_them() -> None:
    assert found(Sought(since="2026-11-30"), About(date="2026-11"))
    assert not found(Sought(since="2026-12-01"), About(date="2026-11"))
    assert not found(Sought(since="2026"), UNNOTED)


def test_every_word_must_stand_somewhere_in_whatever_letters() -> None:
    about = About(date="2026-11-22", place="Ann's kitchen", note="Bob spilled his tea")
    assert found(Sought(words=("TEA", "kitchen", "zoë")), about)
    assert not found(Sought(words=("tea", "coffee")), about)
    assert found(Sought(place="KITCHEN"), about)
    assert not found(Sought(event="kitchen"), about)


def test_a_player_is_found_under_every_spelling() -> None:
    names = Names({"annie": "Ann"})
    assert found(Sought(player="ANNIE"), UNNOTED, names)
    assert found(Sought(player="zoe\u0308"), UNNOTED)
    assert not found(Sought(player="An"), UNNOTED, names)


@settings(max_examples=20)
@given(ABOUTS)
def test_who_seeks_nothing_finds_everything(about: About) -> None:
    assert found(ANYTHING, about)


@given(st.text("aßŉİıΐﬃＡ①é\u0301 \u3000Σς", max_size=6))
def test_folding_a_name_twice_is_folding_it_once(name: str) -> None:
    assert fold(fold(name)) == fold(name)


# ---- editions ------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db", create=True) as opened:
        yield opened


def test_a_new_game_is_of_the_edition_that_its_pieces_are_of(store: Store) -> None:
    table = new(store, "atlantis", ["Ann", "Bob"], seed=7)
    text = write(record(table, REFEREE))
    assert f"  edition: {load('atlantis').edition}\n" in text
    assert another_copy(table) == []
    assert read(text.encode(), "a.yaml")[0].about.edition == load("atlantis").edition


def test_a_copy_of_another_edition_is_told_and_of_none_nothing(store: Store) -> None:
    table = new(store, "gods", ["Ann", "Bob"], seed=7)
    store.describe(table.number, packed(About(edition="0.9")))
    (told,) = another_copy(open_game(store, table.number))
    assert "0.9" in told
    assert load("gods").edition in told
    store.describe(table.number, packed(About(place="Ann's kitchen")))
    assert another_copy(open_game(store, table.number)) == []
