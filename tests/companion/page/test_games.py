"""Whole games on the page: every player on a phone of their own, a table page in the middle, two lookers-on sizes."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from often import times

from companion.door import read as referee
from companion.games import names
from companion.record import Record, read, write
from companion.table import Table
from companion.turns import Untaken

from .conftest import LAPTOP, PHONE, Opened, Servers, companion

RECORDS = Path(__file__).parents[2] / "records"
TYPED = times(6, 1_000)


@cache
def plain() -> list[Record]:
    """Recorded whole games without corrections."""
    found = [read(file.read_bytes(), file.name)[0] for file in sorted(RECORDS.glob("*.yaml"))]
    return [record for record in found if all(line.kind == "turn" for line in record.lines)]


def shortest(game: str) -> Record:
    """A recorded whole game with the fewest turns, without corrections."""
    own = [record for record in plain() if record.game == game]
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
    for record in (each for each in plain() if each.game == game):
        table = referee(write(Record(record.game, record.rules_version, record.players, record.setup)))
        for line in record.lines:
            for ply in table.game.notation.plies(line.text):
                _, table = typed(table, ply)
        assert table.turn is None


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
def test_a_whole_game(game: str, servers: Servers, browse: Opened, tmp_path: Path) -> None:
    """Its first and its last turns are typed on the players' phones, those between come from elsewhere."""
    record = shortest(game)
    begun, whole = tmp_path / "begun.yaml", tmp_path / "whole.yaml"
    begun.write_text(write(Record(record.game, record.rules_version, record.players, record.setup)))
    whole.write_text(write(record))
    expected = json.loads(companion(tmp_path / "none.db", "check", str(whole), "--json").stdout)

    served = servers.start("import", str(begun))
    table = browse(served.table, LAPTOP)
    seats = [browse(served.seat(player.name), PHONE) for player in record.players]
    known = referee(begun.read_text())
    plies = [ply for line in record.lines for ply in known.game.notation.plies(line.text)]
    for number, ply in enumerate(plies):
        text, known = typed(known, ply)
        view = served.view()
        assert view["turn"] is not None
        if TYPED <= number < len(plies) - TYPED:
            status, said = served.enter(record.players[view["turn"]].name, text)
            assert status == 200, said
            continue
        seat = seats[view["turn"]]
        seat.wait_for_function("n => document.querySelectorAll('#log li').length === n", arg=view["last"])
        seat.fill("#line", text)
        seat.press("#line", "Enter")
        seat.wait_for_function("n => document.querySelectorAll('#log li').length > n", arg=view["last"])
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
