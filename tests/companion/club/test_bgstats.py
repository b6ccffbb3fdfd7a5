"""A finished game as the link that BG Stats takes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from cases import cases

from companion.club.bgstats import link
from companion.contract.faults import SyntaxFault
from companion.record.about import checked, packed
from companion.record.starting import new
from companion.table.store import Store
from companion.table.table import Table, open_game


@pytest.fixture
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC-1")  # an hour before Greenwich's
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db", create=True) as opened:
        yield opened


def over(store: Store, **told: str) -> Table:
    table = new(store, "circles", ["Ann", "Zoë & Co"]).move("resign")
    store.describe(table.number, packed(checked(told)))
    return open_game(store)


def play(table: Table) -> Any:
    address = urlsplit(link(table))
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    return json.loads(parse_qs(address.query)["data"][0])


def test_it_has_what_the_app_asks_for(store: Store, utc: None) -> None:
    table = over(
        store, date="2026-11-20", start="22:30", end="00:10", place="Ann's kitchen", event="Autumn", note="100 %"
    )
    found = play(table)
    assert (found["sourceName"], len(found["sourcePlayId"])) == ("Tideline", 24)
    assert found["playDate"] == "2026-11-20 23:10:00"  # past midnight here, not yet in Greenwich
    assert (found["durationMin"], found["location"], found["comments"]) == (100, "Ann's kitchen", "Autumn · 100 %")
    assert (found["game"]["name"], found["game"]["sourceGameId"]) == ("Seven Circles", "circles")
    assert [(each["name"], each["startPlayer"], each["winner"]) for each in found["players"]] == [
        ("Ann", True, False), ("Zoë & Co", False, True),
    ]  # fmt: skip
    assert play(table)["sourcePlayId"] == found["sourcePlayId"]


def test_what_was_not_told_is_not_in_it(store: Store, utc: None) -> None:
    found = play(over(store, date="2026-11-20"))
    assert found["playDate"] == "2026-11-20 11:00:00"
    assert not {"durationMin", "location", "comments"} & set(found)


def test_a_game_that_goes_on_or_has_no_day_is_refused(store: Store) -> None:
    with pytest.raises(SyntaxFault, match="not over"):
        link(new(store, "circles", ["Ann", "Bob"]))
    with pytest.raises(SyntaxFault, match="companion note --date"):
        link(over(store, date="2026-11"))


@cases
def test_a_game_that_ends_before_it_began_ended_the_next_day_and_one_of_no_time_the_same(
    start: str, end: str, day: str, store: Store, utc: None
) -> None:
    hour = int(end[:2]) - 1  # in Greenwich
    found = play(over(store, date="2026-11-20", start=start, end=end))
    assert found["playDate"] == f"2026-11-{day} {hour}{end[2:]}:00"
