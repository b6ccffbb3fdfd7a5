"""Whole games on the page: every player on a phone of their own, held upright or sideways, and the table's page."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from often import times

from companion.api import read as referee
from companion.games import names
from companion.record.record import Record, read, write
from companion.table.store import Store
from companion.table.table import Table, open_game
from companion.table.turns import Untaken

from .conftest import LAPTOP, PHONE, RECORDS, STEADY, Opened, Served, Servers, companion

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))

import taps  # type: ignore[import-not-found]

TAPPED = times(2, 1_000)  # turns at each end
SIDES = (PHONE, PHONE[::-1])
STEADY_FOR = 4  # turns
SHIFTS = """() => { window.shifted = 0; new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifted += value; }).observe({ type: "layout-shift" }); }"""
# what is not in sight, of what must be: whose turn it is, Enter, the choice taken or the first, the whole board
HIDDEN = """() => {
    const box = (what) => document.querySelector(what)?.getBoundingClientRect();
    const taken = ".choices [aria-pressed]", choice = box(taken) ? taken : ".choices button";
    const dock = box("#dock"), board = box(".frame");
    const out = ["#turn h2", "#enter", choice, ".frame"].filter((what) => { const b = box(what);
        return b && (b.top < 0 || b.left < 0 || b.bottom > innerHeight + .5 || b.right > innerWidth + .5); });
    if (board.bottom > dock.top && board.right > dock.left) out.push("the board, behind the entry");
    if (document.documentElement.scrollWidth > innerWidth) out.push("what is to the right");
    return out; }"""


@cache
def plain() -> list[Record]:
    """Recorded whole games without corrections."""
    found = [read(file.read_bytes(), file.name)[0] for file in sorted(RECORDS.glob("*.yaml"))]
    return [record for record in found if all(line.kind == "turn" for line in record.lines)]


def tapped(page: Any, tap: str, last: int) -> None:
    """A tap, once the page knows the last entry and what is offered has stood for a moment; Enter till it is known."""
    page.wait_for_function("n => document.querySelectorAll('#log li').length >= n", arg=last)
    page.locator(STEADY).wait_for()
    assert page.evaluate(HIDDEN) == []
    if tap == taps.ENTER:
        page.click("#enter")
        page.wait_for_function("n => document.querySelectorAll('#log li').length > n", arg=last)
    elif tap.startswith(taps.CARD):
        page.click(f'.card[data-letter="{tap.removeprefix(taps.CARD)}"]')
    elif tap.startswith(taps.AT):
        page.locator(f'.target[data-place="{tap.removeprefix(taps.AT)}"] .reach').click(force=True)
    else:
        page.click(f'.choices [data-text="{tap}"]')


def shortest(game: str) -> Record:
    """A recorded whole game of several players with the fewest turns, without corrections."""
    own = [record for record in plain() if record.game == game and len(record.players) > 1]
    return min(own, key=lambda record: (len(record.lines) * len(record.players), len(record.lines)))


def typed(table: Table, ply: str) -> tuple[str, Table]:
    """A recorded ply as its player types it: without the word or letter for what the companion itself turns up."""
    meant = table.move(ply).position
    words = ply.split()
    for text in (ply, *(" ".join(words[:n] + words[n + 1 :]) for n in range(1, len(words))), re.sub(r">\w", "", ply)):
        with suppress(Untaken):
            if (found := table.enter(text, table.turn).table).position == meant:
                return text, found
    raise AssertionError(f"'{ply}' cannot be typed")


@pytest.mark.parametrize("game", names())
def test_seats_can_type_every_turn_of_a_recorded_game(game: str) -> None:
    record = shortest(game)
    table = referee(write(Record(record.game, record.players, record.setup)))
    for line in record.lines:
        for ply in table.game.plies(line.text):
            _, table = typed(table, ply)
    assert table.turn is None


def by_taps(served: Served, seats: list[Any], turns: list[tuple[Table, Sequence[str]]]) -> None:
    for before, plies in turns:
        player = served.view()["turn"]
        assert player == before.turn
        for tap in taps.tapped(before, plies).taps:
            tapped(seats[player], tap, served.view()["last"])


def by_another_device(served: Served, turns: list[tuple[Table, Sequence[str]]]) -> None:
    for before, plies in turns:
        known, player = before, before.names[before.turn or 0]
        for ply in plies:
            text, known = typed(known, ply)
            status, said = served.enter(player, text)
            assert status == 200, said


def by_another_program(served: Served, turns: list[tuple[Table, Sequence[str]]]) -> None:
    """All at once, so that no page draws each of them; until the server knows."""
    with Store(served.db) as store:
        table = open_game(store)
        for _, plies in turns:
            for ply in plies:
                table = table.move(ply)
    while served.view()["last"] < table.stored.last:
        time.sleep(0.05)


@pytest.mark.deep
@pytest.mark.parametrize("game", names())
def test_a_whole_game(game: str, servers: Servers, browse: Opened, tmp_path: Path) -> None:
    """Its first and its last turns are tapped by the shortest way, on phones held upright and sideways: whose turn it
    is, the entry and the board stay in sight. The few turns after the first move nothing else on the pages."""
    record = shortest(game)
    begun, whole = tmp_path / "begun.yaml", tmp_path / "whole.yaml"
    begun.write_text(write(Record(record.game, record.players, record.setup)))
    whole.write_text(write(record))
    expected = json.loads(companion(tmp_path / "none.db", "import", "--check", str(whole), "--json").out)

    served = servers.start("import", str(begun))
    links, motion = [served.seat(player.name) for player in record.players], ("no-preference", "reduce")
    ways = zip(links, cycle(SIDES), cycle(motion), strict=False)
    seats = [browse(link, side, has_touch=True, reduced_motion=moves) for link, side, moves in ways]
    for seat in seats:
        seat.evaluate(SHIFTS)
    turns = list(taps.played(record))
    by_taps(served, seats, turns[:TAPPED])
    by_another_device(served, turns[TAPPED:STEADY_FOR])
    assert max(seat.evaluate("shifted") for seat in seats) <= 0.5, "what is on the page stays where it is"
    by_another_program(served, turns[STEADY_FOR:-TAPPED])
    by_taps(served, seats, turns[-TAPPED:])
    table = browse(served.table, LAPTOP)
    for page in (table, *seats):
        page.locator("#end .standings > li").first.wait_for()
        assert page.locator("#end .standings > li").count() == len(expected["players"])
        assert page.locator("#entry").is_hidden()
    winners = [re.sub(" wins$", "", text) for text in table.locator("#end .won h3 span:not(.disc)").all_inner_texts()]
    assert [name.lower() for name in winners] == [name.lower() for name in expected["winners"]]
    scores = {
        row.locator("h3 span:not(.disc)").inner_text().lower(): int(
            row.locator(".score b").inner_text().replace("−", "-")
        )
        for row in table.locator("#end .standings > li").all()
    }
    assert scores == {player["name"].lower(): player["score"] for player in expected["players"]}
    assert served.view()["ply"] == expected["plies"]
    assert table.locator(".chart polyline.trace").count() == len(expected["players"])
