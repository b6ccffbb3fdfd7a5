"""A machine at a table with pages: it moves once somebody entered something, thinks aloud, asks for what is missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from asgi import finished, request

from companion.page.app import Links, Page
from companion.page.around import Around
from companion.page.live import Live, Spot
from companion.page.seats import Seats
from companion.record.about import About
from companion.record.starting import keep, prepare
from companion.table.store import Store
from companion.table.table import open_game
from specs.base.languages import verbatim

HEADERS = {b"host": b"localhost:8421", b"x-seat": b"a" * 24, b"content-type": b"application/json"}


def stored(path: Path, game: str, bots: str, **options: Any) -> Path:
    """A game of Ann and a machine."""
    record, played = prepare(game, ["Ann", "Bot"], **options)
    with Store(path, create=True) as store:
        keep(store, replace(record, about=About(bots=bots)), played)
    return path


def served(path: Path, deed: Callable[[Page], Any]) -> Any:
    """What a page's server does with a game."""
    seats, found = Seats("t" * 24, ("a" * 24, "b" * 24)), list[Any]()

    async def run() -> None:
        page = Page(
            lambda: Live(open_game(Store(path), 1)),
            Around(seats, lambda seat, renew: seats),
            Links("look", "table", ("a", "b"), verbatim("net")),
        )
        async with page.lifespan(page.app()):
            found.append(await deed(page))

    finished(run)
    return found[0]


async def done(page: Page, path: str, **body: Any) -> Any:
    """What a seat's page is answered, once machines have moved."""
    sent = json.dumps({"last": page.live.table.stored.last} | body).encode()
    size = {b"content-length": str(len(sent)).encode()}
    answer = await request(page.app(), "POST", f"/api/{path}", HEADERS | size, sent)
    before = page.live.machine()
    if page.moves is not None:
        await page.moves
    return json.loads(answer.body), before, (page.live.table.ply, page.live.machine())


def test_a_machine_moves_after_a_turn_and_thinks_aloud(tmp_path: Path) -> None:
    game = stored(tmp_path / "games.db", "circles", "2 random")
    answer, before, after = served(game, lambda page: done(page, "enter", text="-"))
    assert answer["said"][0] == "Ann makes no move"
    assert before == {"thinks": "Bot is thinking …", "asks": "", "typed": ""}
    assert after == (2, None)


def test_a_machine_does_not_move_again_what_was_taken_back(tmp_path: Path) -> None:
    game = stored(tmp_path / "games.db", "circles", "2 random")

    async def deed(page: Page) -> Any:
        await done(page, "enter", text="-")
        undone = (await done(page, "undo"))[2]
        return undone, await done(page, "machine", text="")

    undone, (answer, _, after) = served(game, deed)
    assert undone == (1, {"thinks": "", "asks": "", "typed": ""})
    assert answer["said"] == ["Bot is thinking …"]
    assert after == (2, None)


def test_what_only_the_table_knows_is_asked_for_on_the_page(tmp_path: Path) -> None:
    game = stored(tmp_path / "games.db", "atlantis", "2 greedy", seed=5)

    async def deed(page: Page) -> Any:
        asked = (await done(page, "enter", text="1:H"))[2]
        nonsense = (await done(page, "machine", text="??"))[0]
        return asked, nonsense, (await done(page, "machine", text="FFOHR"))[2]

    asked, nonsense, after = served(game, deed)
    assert asked == (1, {"thinks": "", "asks": "What does Bot hold? Type its cards, such as FFOH.", "typed": ""})
    assert "a hand, letters of F O H A R S C" in nonsense["message"]
    assert after == (2, None)


def test_a_card_that_came_unseen_is_told_alone_on_the_page(tmp_path: Path) -> None:
    game = stored(tmp_path / "games.db", "gods", "1 greedy", seed=4)

    async def deed(page: Page) -> Any:
        for _ in range(3):
            await done(page, "enter", text="draw deck")
        asked = (await done(page, "machine", text="GGRYYY"))[2]
        return asked, (await done(page, "machine", text="B"))[2]

    asked, after = served(game, deed)
    assert asked[1]["asks"] == "What did Ann draw? Type that alone, or all it holds."
    assert after[0] > asked[0]


def test_every_page_is_told_of_the_machine_to_move(tmp_path: Path) -> None:
    game = stored(tmp_path / "games.db", "circles", "1 random")
    view = served(game, lambda page: page.work(page.live.view, None, Spot()))
    assert view["machine"] == {"thinks": "", "asks": "", "typed": ""}
