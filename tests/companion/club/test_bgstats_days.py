"""On which day a game ended, as BG Stats is told."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion.club.bgstats import link
from companion.record.about import checked, packed
from companion.record.starting import new
from companion.table.store import Store
from companion.table.table import open_game


@pytest.mark.parametrize(
    ("start", "end", "day"), [("19:00", "19:00", "20"), ("19:00", "18:59", "21"), ("19:00", "19:01", "20")]
)
def test_a_game_that_ends_before_it_began_ended_the_next_day_and_one_of_no_time_the_same(
    start: str, end: str, day: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    with Store(tmp_path / "games.db", create=True) as store:
        table = new(store, "circles", ["Ann", "Bob"]).move("resign")
        store.describe(table.number, packed(checked({"date": "2026-11-20", "start": start, "end": end})))
        assert f"2026-11-{day}%20{end.replace(':', '%3A')}" in link(open_game(store))
