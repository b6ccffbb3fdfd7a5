"""What SQLite is told, so that a confirmed turn outlives a power cut and no entry is of a game that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.record.starting import new
from companion.table.store import Store
from companion.table.stored import StoreError


def test_a_confirmed_turn_is_synced_with_its_folder_whenever_the_store_is_opened(tmp_path: Path) -> None:
    extra = 3  # SQLite's number for it
    for create in (True, False):
        with Store(tmp_path / "games.db", create=create) as store:
            assert store.db.execute("PRAGMA synchronous").fetchone() == (extra,)


def test_an_entry_of_a_game_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db", create=True) as store:
        new(store, "circles", ["Ann", "Bob"]).note("tea")
        with pytest.raises(StoreError), store.change() as db:
            db.execute("UPDATE entries SET game = 99")
        assert store.db.execute("SELECT DISTINCT game FROM entries").fetchall() == [(1,)]
