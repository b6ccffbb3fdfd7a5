"""Who plays is mended: other names and colours at any time, other seats while nobody holds a hand of their own."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from cases import cases
from records import records_of, whole

from companion import Game, read, write
from companion.contract.faults import IllegalMove, SyntaxFault
from companion.games import names
from companion.page.live import Live
from companion.record.mending import mend, rename
from companion.table.journal import Journal
from companion.table.look import REFEREE
from companion.table.store import Store
from companion.table.table import Overtaken, Table, open_game


def shortest(name: str) -> Table:
    """The shortest whole game of two or more whose seats hold nothing of their own."""
    for file in sorted(records_of(name), key=lambda file: file.stat().st_size):
        table = whole(file).table
        sight, start = table.sight, table.stored.start
        if len(table.names) > 1 and all(sight.of(start, n) == sight.of(start, None) for n in range(len(table.names))):
            return table
    pytest.skip(f"every record of {name} has hands")


def shape(journal: Journal) -> list[tuple[object, ...]]:
    return [(entry.n, entry.parent, entry.ply, entry.kind, entry.rule, entry.points) for entry in journal.entries]


@pytest.mark.parametrize("name", names())
def test_a_whole_game_is_renamed_and_coloured_anew_and_ends_as_it_did(name: str) -> None:
    table = shortest(name)
    turned = [*table.players[1:], table.players[0]]
    words = [f"{name[::-1].title()}:{player.colour}" for name, player in zip(table.names, turned, strict=True)]
    other = mend(table, words)
    assert other.names == [name[::-1].title() for name in table.names]
    assert [player.colour for player in other.players] == [player.colour for player in turned]
    assert shape(other.journal)[:-1] == shape(table.journal)
    assert other.journal.entries[-1].kind == "players"
    was, now = table.settle(), other.settle()
    assert [standing.score for standing in now.standings] == [standing.score for standing in was.standings]
    assert now.winners == was.winners
    back = mend(other, [f"{player.name}:{player.colour}" for player in table.players])
    assert back.journal.entries[: len(table.journal.entries)] == table.journal.entries
    assert read(write(back)).journal == back.journal


@pytest.mark.parametrize("name", names())
def test_seats_change_after_the_first_turn_and_each_line_stays_with_its_seat(name: str) -> None:
    table = shortest(name)
    other = mend(table, [*table.names[1:], table.names[0]])
    assert other.names == [*table.names[1:], table.names[0]]
    assert [player.colour for player in other.players] == [p.colour for p in (*table.players[1:], table.players[0])]
    assert shape(other.journal)[:-1] == shape(table.journal)
    assert other.settle().winners == table.settle().winners
    assert other.journal.entries[-1].text == f"they sit as {', '.join(other.names)}"


def test_a_hand_that_was_dealt_stays_with_its_seat_once_it_was_played_with() -> None:
    table = Game("atlantis").new("Ann", "Bob", seed=42, cards="dealt")
    assert mend(table, ["Bob", "Ann"]).whose == "Bob"
    played = table.move("1:A")
    with pytest.raises(IllegalMove) as refused:
        mend(played, ["Bob", "Ann"])
    assert refused.value.rule == "players.seats"
    assert rename(played, "ann", "Anna").names == ["Anna", "Bob"]


def test_a_colour_that_another_has_is_exchanged() -> None:
    table = Game("atlantis").new("Ann", "Bob", "Cy", seed=42)
    assert [player.colour for player in mend(table, ["Ann:blue", "Bob", "Cy"]).players] == ["blue", "white", "red"]


@cases
def test_players_that_cannot_be_are_refused(words: list[str], fault: str) -> None:
    table = Game("atlantis").new("Ann", "Bob", seed=42).move("1:H")
    with pytest.raises(SyntaxFault) as refused:
        mend(table, words)
    assert refused.value.said.startswith(fault)


def test_a_hand_that_was_counted_is_its_players_still() -> None:
    table = Game("atlantis").new("Ann", "Bob", seed=42).move("hand red 5").move("1:H")
    assert [entry.text for entry in mend(table, ["Ann:blue", "Bob"]).journal.line()] == ["hand blue 5", "1:H"]


def test_undo_and_redo_go_on_over_what_was_mended(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db", create=True) as store:
        table = Game("circles").new("Ann", "Bob").move("-").move("-").undo().table
        table = rename(table, "Bob", "Bert")
        assert table.redo().table.names == ["Ann", "Bert"]
        assert store.latest(1) == []


def test_a_store_keeps_the_other_players_and_every_entry(tmp_path: Path) -> None:
    from companion.record.starting import new

    with Store(tmp_path / "games.db", create=True) as store:
        table = new(store, "atlantis", ["Ann", "Bob"], seed=42).move("1:H", REFEREE)
        late, live = open_game(store), Live(open_game(store))
        mended = rename(table.note("tea").table.undo().table, "Ann", "Anna Lee")
        found = open_game(store)
        assert found.names == ["Anna Lee", "Bob"]
        assert found.journal == mended.journal
        assert [entry.kind for entry in found.journal.entries] == ["turn", "note", "undo", "players"]
        assert (found.ply, found.whose) == (0, "Anna Lee")
        live.look()
        assert live.names == ["Anna Lee", "Bob"]
        with pytest.raises(Overtaken):
            rename(late, "Ann", "Anton")
        again = found.redo().table
        assert "Anna%20Lee" in again.position
        for one, after in pairwise(again.journal.line()):
            assert one.n < after.n
