"""What many are told is made once: a picture for all at the table, a log for all, the bytes of all who look on."""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from records import records_of, spec, whole

from companion import Game, games
from companion.page.app import Links, Page
from companion.page.around import Around
from companion.page.live import WIDEST, Live, Spot
from companion.page.seats import TABLE, Seats
from companion.record.starting import new
from companion.table.look import PUBLIC, REFEREE, Viewer, seen_by
from companion.table.store import Store
from companion.table.table import Table
from specs.base.languages import verbatim
from specs.base.web.streams import HEAD, Hearer, facts, part

DRAWN = [name for name in games.names() if games.Game(name).has_picture]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each was made."""
    found = Counter[str]()

    def count(what: str, owner: Any, name: str) -> None:
        made = getattr(owner, name)

        def counting(*given: Any, **more: Any) -> Any:
            found[what] += 1
            return made(*given, **more)

        monkeypatch.setattr(owner, name, counting)

    count("pictures", import_module("companion.games.atlantis.picture"), "Drawing")
    count("logs", Table, "log")
    return found


def test_a_turn_is_drawn_and_logged_once_for_everybody_whatever_hands_they_see(counted: Counter[str]) -> None:
    live = Live(Game("atlantis").new("Ann", "Bob", "Cy", seed=42, cards="dealt"))
    for line in ("1:F", "1:O"):
        live.table = live.table.enter(line).table
        views = [live.view(place, Spot()) for place in (PUBLIC, TABLE, 0, 1, 2)]
        assert len({str(view["hand"]) for view in views}) == 4, "each seat has a hand of its own"
        for shared in ("picture", "did", "log"):
            assert all(view[shared] == views[0][shared] for view in views)
    assert counted == {"pictures": 3, "logs": 2}, "it was drawn as it began, and after each turn"
    live.table = live.table.note("Tea").table
    assert [entry["text"] for entry in live.log()] == ["1:F", "1:O", "Tea"]
    assert live.view(REFEREE, Spot())["picture"] == views[0]["picture"]


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_shows_what_lies_open_and_nothing_that_a_seat_alone_sees(name: str) -> None:
    found = whole(min(records_of(name)))
    game: Any = found.game
    for state in found.states[:5]:
        assert len({game.picture(seen_by(game, state, who), spec(name)) for who in (PUBLIC, 0, 1)}) == 1


def test_those_who_look_on_are_sent_the_same_bytes_made_once_before_a_seat_is_told(tmp_path: Path) -> None:
    made, order = list[Any](), list[str]()

    class Counting(Live):
        def view(self, place: Viewer, spot: Spot, hand: str = "", width: int = WIDEST) -> dict[str, Any]:
            made.append(place)
            return super().view(place, spot, hand, width)

    def begun() -> Live:
        store = Store(tmp_path / "games.db", create=True)
        return Counting(new(store, "atlantis", ["Ann", "Bob", "Cy"], seed=42, options={"cards": "dealt"}))

    seats = Seats("table", ("ann", "bob", "cy"))
    page = Page(begun, Around(seats, lambda seat, renew: seats), Links("", "", (), verbatim("")))

    async def hear(name: str, language: str | None) -> list[bytes]:
        stream = page.streams.listen(Hearer(name, language), packed=True)
        found = [await anext(stream)]
        found.append(await anext(stream))
        order.append(name)
        await stream.aclose()  # type: ignore[attr-defined]
        return found

    async def evening() -> list[list[bytes]]:
        with page.work.thread:
            page.live, page.last = await page.work(begun), 0
            pages = [("Ann", None), *[(f"looker {n}", "en") for n in range(5)]]
            heard = [asyncio.create_task(hear(*each)) for each in pages]
            await asyncio.sleep(0)
            page.live.table = await page.work(lambda: page.live.table.enter("1:F").table)
            made.clear()
            await asyncio.gather(page.happened(), page.happened())
            return await asyncio.gather(*heard)

    with ThreadPoolExecutor(1) as apart:  # a browser's own loop runs in this thread
        seat, *lookers = apart.submit(asyncio.run, evening()).result()
    assert made == [PUBLIC]
    assert order == [*(f"looker {n}" for n in range(5)), "Ann"]
    assert len({id(heard[1]) for heard in lookers}) == 1
    assert text(seat).endswith("event: at\ndata: 1 0\n\n")
    told = text(lookers[0]).partition("event: view\ndata: ")[2]
    assert told.endswith("\n\n")
    assert json.loads(told) == json.loads(facts(page.live.view(PUBLIC, Spot())).plain)


def text(heard: list[bytes]) -> str:
    return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(b"".join(heard)).decode()


@given(st.lists(st.binary(max_size=90), max_size=6))
def test_what_is_packed_once_can_stand_behind_anything_in_any_stream(given: list[bytes]) -> None:
    parts = [part(each) for each in given]
    stream = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert stream.decompress(b"".join((HEAD, *(each.packed for each in parts)))) == b"".join(given)
    assert [gzip.decompress(each.answer()) for each in parts] == given
