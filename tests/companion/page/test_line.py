"""The line to the companion: frozen, slow, killed, gone. A page never says that something was not done that may have
been, and nothing is done twice."""

from __future__ import annotations

import re
import signal
import time
from typing import Any

import pytest

from companion.page import deeds
from companion.page.answer import Answer, Posted
from companion.page.live import Live
from companion.page.seats import TABLE
from companion.record.starting import new
from companion.table.store import Store
from companion.table.table import open_game

from .conftest import HIDDEN, PHONE, Opened, Process, Served, Servers, heading

# ---- what a server knows of it -------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Any) -> Any:
    with Store(tmp_path / "games.db", create=True) as opened:
        yield opened


def live(store: Store) -> Live:
    return Live(open_game(store, 1))


def sent(at: Live, deed: deeds.Deed = deeds.enter, place: int = 0, **given: Any) -> list[str]:
    return deeds.done(deed, at, place, Posted(**{"last": 0, "id": "a", **given}))


def test_what_is_sent_twice_is_done_once_and_answered_alike(store: Store) -> None:
    new(store, "atlantis", ["Ann", "Bob"], seed=42)
    at = live(store)
    said = sent(at, text="1:H")
    assert sent(at, text="1:H") == sent(at, text="1:H", again=True) == said
    assert len(at.table.journal.entries) == 1
    with pytest.raises(Answer, match="It is Bob's turn"):
        sent(at, text="1:H", last=1, id="b")
    with pytest.raises(Answer, match="It is Bob's turn"):
        sent(at, text="1:H", last=1, id="b", again=True)


def test_a_line_that_comes_after_it_was_told_not_to_be_entered_is_not_entered(store: Store) -> None:
    new(store, "atlantis", ["Ann", "Bob"], seed=42)
    at = live(store)
    for again in (True, False):
        with pytest.raises(Answer, match="Not entered: it never reached the companion") as said:
            sent(at, text="1:H", again=again)
        assert said.value.status == 410
    assert at.table.journal.entries == ()
    assert sent(at, text="1:H", id="b"), "the next one is"


def test_one_places_answer_is_not_another_places(store: Store) -> None:
    new(store, "atlantis", ["Ann", "Bob"], seed=42, options={"cards": "dealt"})
    at = live(store)
    said = sent(at, text="1:F")
    with pytest.raises(Answer) as other:
        sent(at, place=1, text="1:F", again=True)
    assert other.value.status == 410
    assert said


@pytest.mark.parametrize(
    ("deed", "given"),
    [
        (deeds.enter, {"text": "2: o"}),
        (deeds.enter, {"text": "1:HH", "stood": True}),
        (deeds.note, {"text": "tea"}),
        (deeds.undo, {"place": 1}),
        (deeds.amend, {"place": TABLE, "ply": 1, "text": "1:O", "agree": True}),
    ],
)
def test_a_server_that_remembers_nothing_finds_in_the_journal_what_was_done(
    deed: deeds.Deed, given: dict[str, Any], store: Store
) -> None:
    """Killed after it was on the disk, and before anybody was told. Others went on since."""
    table = new(store, "atlantis", ["Ann", "Bob"], seed=42)
    table = table.enter("1:H").table.enter("1:O").table
    last = table.stored.last
    said = sent(live(store), deed, last=last, **given)
    after = live(store)
    assert sent(after, deed, last=last, again=True, **given) == said
    made = after.table.journal.entries
    after.table = after.table.note("later").table
    assert sent(live(store), deed, last=last, again=True, **given) == said
    assert live(store).table.journal.entries[:-1] == made, "and does nothing"


def test_what_another_entered_meanwhile_is_not_taken_for_ones_own(store: Store) -> None:
    table = new(store, "atlantis", ["Ann", "Bob"], seed=42)
    table.enter("1:O")
    with pytest.raises(Answer, match="Not entered"):
        sent(live(store), text="1:H", again=True)


# ---- what a page says ----------------------------------------------------------------------------


@pytest.fixture
def frozen(servers: Servers) -> Process:
    return servers.process(*HIDDEN)


def test_a_frozen_server_has_not_answered_yet_and_enters_it_after_all(frozen: Process, browse: Opened) -> None:
    ann = browse(frozen.seat("Ann"), PHONE, quiet=True)
    ann.fill("#line", "1:H")
    ann.locator("#enter.ready").wait_for()
    frozen.process.send_signal(signal.SIGSTOP)
    since = time.monotonic()
    ann.click("#enter")
    ann.locator("#lost", has_text="No answer to 1:H yet.").wait_for()
    assert time.monotonic() - since < 4
    assert "ot entered" not in ann.locator("#notice").inner_text()
    assert ann.input_value("#line") == "1:H", "what was tapped is kept"
    frozen.process.send_signal(signal.SIGCONT)
    ann.locator("#notice", has_text=re.compile("^(Entered after all: )?Ann walks")).wait_for()
    heading(ann, "Bob to move")
    ann.locator("#lost").wait_for(state="hidden")
    assert frozen.entered() == ["1:H"]


def test_a_page_left_while_it_waits_is_told_when_it_comes_back(
    frozen: Process, servers: Servers, browse: Opened
) -> None:
    """The answer is lost, the server killed, the page loaded anew: the line was entered, and is not entered twice."""
    ann = browse(frozen.seat("Ann"), PHONE, quiet=True)

    def swallowed(route: Any) -> None:
        route.fetch()
        frozen.stop()
        route.abort()

    ann.route("**/api/enter", swallowed, times=1)
    ann.fill("#line", "1:H")
    ann.press("#line", "Enter")
    ann.locator("#lost", has_text="No answer to 1:H yet.").wait_for()
    servers.process(db=frozen.db, port=frozen.port)
    ann.reload()
    ann.locator("#notice", has_text="Entered after all: Ann walks").wait_for()
    heading(ann, "Bob to move")
    assert frozen.entered() == ["1:H"]


def test_what_never_reached_a_killed_server_is_told_not_to_be_entered_once_that_is_known(
    frozen: Process, servers: Servers, browse: Opened
) -> None:
    ann = browse(frozen.seat("Ann"), PHONE, quiet=True)
    ann.fill("#line", "1:H")
    ann.locator("#enter.ready").wait_for()
    frozen.stop()
    ann.click("#enter")
    ann.locator("#lost", has_text="No answer to 1:H yet.").wait_for()
    servers.process(db=frozen.db, port=frozen.port)
    ann.locator("#notice", has_text="Not entered: it never reached the companion.").wait_for()
    assert ann.input_value("#line") == "1:H", "what was tapped is kept"
    ann.click("#enter")
    heading(ann, "Bob to move")
    assert frozen.entered() == ["1:H"]


def test_a_line_that_is_silent_is_told_within_three_seconds(frozen: Process, browse: Opened) -> None:
    looker = browse(frozen.look, PHONE, quiet=True)
    looker.wait_for_timeout(1200)
    assert looker.locator("#lost").is_hidden()
    frozen.process.send_signal(signal.SIGSTOP)
    since = time.monotonic()
    looker.locator("#lost", has_text="No connection to the table.").wait_for()
    assert time.monotonic() - since < 3 + 1, "and one for a busy machine"
    frozen.process.send_signal(signal.SIGCONT)
    looker.locator("#lost").wait_for(state="hidden")


LISTENS = """async () => {
    const { listen } = await import("/stream.mjs");
    listen((last) => { window.last = last; }, (lost) => { window.lost = lost; }, "/api/events?seat=&device=x"); }"""


@pytest.mark.deep
def test_seven_tabs_of_one_browser_share_a_stream(hidden: Served, browse: Opened) -> None:
    """A browser holds six connections to a place, and a stream each would leave none for the seventh tab."""
    first = browse(hidden.seat("Ann"), PHONE)
    others = [first.context.new_page() for _ in range(6)]
    for tab in others[:5]:  # as the page listens, and draws nothing
        tab.goto(f"{hidden.look}icon.svg")
        tab.evaluate(LISTENS)
    others[5].goto(hidden.seat("Ann"))
    for tab in (first, others[5]):
        heading(tab, "Your turn")
    assert hidden.enter("Ann", "1:H")[0] == 200
    for tab in (first, others[5]):
        heading(tab, "Bob to move")
    for tab in others[:5]:
        tab.wait_for_function("window.last === 1")
    for tab in (first, *others[:4]):
        tab.close()
    others[5].wait_for_timeout(3000)
    assert hidden.enter("Bob", "1:O")[0] == 200
    heading(others[5], "Your turn")
    assert others[5].locator("#lost").is_hidden()
    others[4].wait_for_function("window.last === 2 && !window.lost")


def test_a_lobby_and_a_lesson_ask_again_until_there_is_an_answer(hidden: Served, browse: Opened) -> None:
    page = browse(hidden.look, PHONE, quiet=True)
    lobby, lesson = (hidden.lobby, "**/api/view*", ".lobby li"), (f"{hidden.look}learn", "**/api/learn", "#lesson h2")
    for address, asked, begun in (lobby, lesson):
        page.route(asked, lambda route: route.abort(), times=1)
        page.goto(address)
        page.locator("#notice", has_text="No connection to the table.").wait_for()
        page.locator(begun).first.wait_for()
