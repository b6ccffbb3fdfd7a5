"""A record carries the edition of the copy on the table, and the companion says when it knows another."""

from __future__ import annotations

from pathlib import Path

from companion.record.about import About, another_copy, packed
from companion.record.record import read, write
from companion.record.starting import new
from companion.record.written import record
from companion.table.look import REFEREE
from companion.table.store import Store
from companion.table.table import open_game
from specs.load import load


def test_a_new_game_is_of_the_edition_that_its_pieces_are_of(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db", create=True) as store:
        table = new(store, "atlantis", ["Ann", "Bob"], seed=7)
        text = write(record(table, REFEREE))
        assert f"  edition: {load('atlantis').edition}\n" in text
        assert another_copy(table) == []
        assert read(text.encode(), "a.yaml")[0].about.edition == load("atlantis").edition


def test_a_copy_of_another_edition_is_told(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db", create=True) as store:
        table = new(store, "gods", ["Ann", "Bob"], seed=7)
        store.describe(table.number, packed(About(edition="0.9")))
        (told,) = another_copy(open_game(store, table.number))
        assert "0.9" in told
        assert load("gods").edition in told


def test_a_game_of_before_editions_says_nothing(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db", create=True) as store:
        table = new(store, "circles", ["Ann", "Bob"])
        store.describe(table.number, packed(About(place="Ann's kitchen")))
        assert another_copy(open_game(store, table.number)) == []
