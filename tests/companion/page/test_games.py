"""Whole games on the page: every player on a phone of their own, a table page in the middle, two lookers-on sizes."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from companion.games import names
from companion.record import Record, read, write

from .conftest import LAPTOP, PHONE, Opened, Servers, companion

RECORDS = Path(__file__).parents[2] / "records"


@cache
def shortest(game: str) -> Record:
    """A recorded whole game with the fewest turns, without corrections."""
    found = [read(file.read_bytes(), file.name)[0] for file in sorted(RECORDS.glob("*.yaml"))]
    own = [record for record in found if record.game == game]
    plain = [record for record in own if all(line.kind == "turn" for line in record.lines)]
    return min(plain, key=lambda record: (len(record.lines) * len(record.players), len(record.lines)))


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
def test_a_whole_game(game: str, servers: Servers, browse: Opened, tmp_path: Path) -> None:
    record = shortest(game)
    begun, whole = tmp_path / "begun.yaml", tmp_path / "whole.yaml"
    begun.write_text(write(Record(record.game, record.rules_version, record.players, record.setup)))
    whole.write_text(write(record))
    expected = json.loads(companion(tmp_path / "none.db", "check", str(whole), "--json").stdout)

    served = servers.start("import", str(begun))
    table = browse(served.table, LAPTOP)
    seats = [browse(served.seat(player.name), PHONE) for player in record.players]
    for line in record.lines:
        view = served.view()
        assert view["turn"] is not None
        seat = seats[view["turn"]]
        seat.wait_for_function("n => document.querySelectorAll('#log li').length === n", arg=view["last"])
        seat.fill("#line", line.text)
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
