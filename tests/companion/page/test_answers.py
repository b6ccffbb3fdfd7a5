"""What the page's server answers, asked without a server, and the file that is kept of a game."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from companion.page import deeds
from companion.page.answer import Answer, Posted
from companion.page.app import answered
from companion.page.assets import fonts
from companion.page.keepsake import keepsake
from companion.page.live import Live, Spot, viewer
from companion.page.seats import TABLE, seats
from companion.record.starting import new
from companion.table.look import PUBLIC, REFEREE
from companion.table.store import Store
from companion.table.stored import StoreError
from specs.base.web.serving import hosts

Played = Callable[..., Live]
TURNS = ("f12-e11", "k7-l8", "resign")


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db", create=True) as store:
        yield store


@pytest.fixture
def played(stored: Store) -> Played:
    """A stored game with these turns."""

    def made(*turns: str) -> Live:
        table = new(stored, "circles", ["Ann", "Bob"], options={"layout": "triangle-4"})
        for turn in turns:
            table = table.enter(turn).table
        return Live(table)

    return made


def refused(live: Live, place: int, deed: deeds.Deed = deeds.enter, *, last: int = 0, **given: Any) -> Answer:
    with pytest.raises(Answer) as said:
        deeds.done(deed, live, place, Posted(last=last, **given))
    return said.value


def test_seats_and_the_referee_see_as_such_and_everybody_else_what_lies_open() -> None:
    assert [viewer(place) for place in (0, 1, REFEREE, TABLE, None)] == [0, 1, REFEREE, PUBLIC, PUBLIC]


def test_a_turn_that_was_not_made_is_not_found(played: Played) -> None:
    with pytest.raises(Answer) as said:
        played("f12-e11").view(0, Spot(2))
    assert (said.value.status, str(said.value)) == (404, "There is no turn 2; the last is 1.")


def test_where_something_is_has_sentences_and_places(played: Played) -> None:
    found = played().where(None, Spot(), "e11")
    assert "Its island: e11, f11, e10, d10, d11, e12, f12." in found["sentences"]
    assert found["places"] == ["e11"]


def test_nothing_follows_the_end(played: Played) -> None:
    with pytest.raises(Answer) as said:
        played("resign").follow(0, Spot(), "", "")
    assert (said.value.status, str(said.value)) == (409, "The game is over.")


@pytest.mark.parametrize("seen", [0, 1, 2])
def test_who_was_slower_is_told_all_that_was_made_since(played: Played, seen: int) -> None:
    live = played(*TURNS)
    said = refused(live, 0, last=seen, text="-")
    made = ", ".join(f"{who} {text}" for who, text in list(zip(("Ann", "Bob") * 2, TURNS, strict=False))[seen:])
    assert (said.status, str(said)) == (409, f"Somebody was faster: {made}. Your own entry changed nothing.")


def test_the_server_answers_to_its_own_names_and_without_a_port_on_80_alone() -> None:
    assert hosts(8421, None) == ["localhost:8421", "127.0.0.1:8421"]
    found = hosts(80, "192.168.1.9")
    assert {"localhost:80", "localhost", "192.168.1.9:80", "192.168.1.9"} <= set(found)
    assert "192.168.1.9" not in hosts(8421, "192.168.1.9")


@pytest.mark.parametrize("word", ["agree", "resign"])
def test_what_nobody_should_do_by_a_slip_comes_last_and_is_asked_for(word: str, played: Played) -> None:
    live = played("f12-e11")
    offered = live.follow(1, Spot(), "", "")["choices"]
    assert [choice["text"] for choice in offered][-2:] == ["agree", "resign"]
    said = refused(live, 1, last=1, text=word)
    assert (said.status, len(live.table.journal.entries)) == (428, 1)
    assert str(said).endswith("?")
    assert deeds.done(deeds.enter, live, 1, Posted(last=1, text=word, agree=True))
    assert deeds.done(deeds.enter, played("f12-e11"), 1, Posted(last=1, text="-")), "what is no such word is not"


@pytest.mark.parametrize(("text", "stands"), [("1:HHF", True), ("1:X", False), ("buy F4; 1:H", False), ("4:H", False)])
def test_it_stood_is_offered_where_it_can_be_entered_so(text: str, stands: bool, stored: Store) -> None:
    live = Live(new(stored, "atlantis", ["Ann", "Bob"], seed=42))
    said = refused(live, 0, text=text)
    assert (said.status, said.facts["stands"]) == (422, stands)
    if stands:
        assert deeds.done(deeds.enter, live, 0, Posted(last=0, text=text, stood=True))
    else:
        again = refused(live, 0, text=text, stood=True)
        assert (again.status, again.facts["stands"]) == (422, False)


DEALT = {"cards": "dealt"}


def test_a_seats_turn_is_entered_and_corrected_where_all_that_it_sees_is_seen(stored: Store) -> None:
    live = Live(new(stored, "atlantis", ["Ann", "Bob"], seed=42, options=DEALT))
    said = refused(live, TABLE, text="1:H")
    assert said.status == 403
    assert str(said) == "Ann sees what this page does not: enter the turn on Ann's own page."
    turn = next(iter(live.table.look(0).legal()))
    deeds.done(deeds.enter, live, 0, Posted(last=0, text=turn))
    for place in (1, TABLE):
        said = refused(live, place, deeds.amend, last=1, text=turn, ply=1)
        assert said.status == 403
        assert str(said) == "That was Ann's turn: correct it on Ann's own page."
    assert deeds.done(deeds.amend, live, 0, Posted(last=1, text=turn, ply=1))


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (StoreError("the disk is full or failing"), 503, "the disk is full or failing"),
        (ZeroDivisionError("of a test"), 500, "a mistake of ours, ZeroDivisionError; please report it"),
    ],
)
def test_a_store_that_cannot_be_read_and_a_mistake_of_ours_are_one_sentence(
    error: Exception, status: int, said: str
) -> None:
    async def failing(_: Request) -> Response:
        raise error

    asked = answered(failing)(Request({"type": "http", "headers": []}))
    with ThreadPoolExecutor(1) as other:  # a browser that another test started may hold this thread's loop
        answer = other.submit(asyncio.run, asked).result()
    assert isinstance(answer, Response)
    assert answer.status_code == status
    assert json.loads(bytes(answer.body))["message"].startswith(said)


def kept(live: Live) -> tuple[str, dict[str, Any]]:
    """The file of a game, and what is packed in it."""
    file = keepsake(live, PUBLIC)
    packed = re.search(r'id="given">([^<]+)<', file)
    assert packed is not None
    return file, json.loads(gzip.decompress(b64decode(packed[1])))


def test_of_the_positions_that_are_kept_the_last_has_the_result(played: Played) -> None:
    live = played(*TURNS)
    result = json.loads(json.dumps(live.view(REFEREE, Spot())["result"]))
    views = kept(live)[1]["views"]
    assert result is not None
    assert [view["result"] for view in views] == [None, None, None, result]
    assert [view["ply"] for view in views] == [0, 1, 2, 3]


def test_every_font_is_in_the_file_that_is_kept_and_none_is_asked_for(played: Played) -> None:
    file, _ = kept(played())
    assert 'url("/' not in file
    assert len(fonts()) == 4
    for font in fonts().values():
        assert b64encode(font).decode() in file


# ---- whom a link is for ----------------------------------------------------------------------------

KEY, PLAYERS = b"k" * 32, ("Ann", "Bob")


def test_a_link_of_another_game_opens_nothing() -> None:
    """Games of one number in two copies of a store share a key and players; they are told apart by how they began."""
    here = seats(KEY, 1, "cards=dealt seed=1", PLAYERS)
    for other in (seats(KEY, 1, "cards=dealt seed=2", PLAYERS), seats(KEY, 2, "cards=dealt seed=1", PLAYERS),
                  seats(b"j" * 32, 1, "cards=dealt seed=1", PLAYERS)):  # fmt: skip
        assert not {here.table, *here.seats} & {other.table, *other.seats}
        assert [here.place(token) for token in (other.table, *other.seats)] == [None, None, None]


def test_a_link_of_the_same_game_is_the_same_again() -> None:
    assert seats(KEY, 1, "start", PLAYERS) == seats(KEY, 1, "start", PLAYERS)
