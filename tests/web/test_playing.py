"""A game played in the browser, on a device that goes round; the command line replays it and counts the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from browsing import accessible

from .conftest import READY

pytestmark = pytest.mark.timeout(600)


@pytest.mark.deep
def test_a_device_goes_round_and_the_command_line_replays_the_record(player: Any, tmp_path: Path) -> None:
    player.goto(player.url.rpartition("/")[0] + "/play.html?game=atlantis")
    player.locator("#lobby button.primary").click(timeout=READY)
    player.locator("#mine").wait_for(timeout=READY)
    accessible(player)
    player.locator("#mine").click()
    seat = player.frame_locator("iframe")
    seat.locator("#hand").wait_for(timeout=READY)
    given = ["--db=/tables/companion.db", "moves", "--as=Ann", "--json"]
    moves = player.evaluate("given => house.ask('ran', 'companion', given).then((found) => found.said)", given)
    [move, *_] = json.loads(moves)["moves"]
    seat.get_by_role("button", name="Type").click()
    seat.locator("#line").fill(move)
    seat.get_by_role("button", name="Play", exact=True).click()
    player.locator("#passing").click(timeout=READY)
    player.get_by_role("button", name="I am Bob").click()
    seat.get_by_text("Your turn", exact=True).wait_for(timeout=READY)
    with player.expect_download() as begun:
        player.locator("#record-out").click()
    begun.value.save_as(tmp_path / "game.yaml")
    command = [sys.executable, "-c", "from companion.cli.main import main; main()", "--db", tmp_path / "games.db"]
    subprocess.run([*command, "import", tmp_path / "game.yaml"], check=True)
    assert move in (tmp_path / "game.yaml").read_text()
    player.reload()  # the same game, with no hand open
    player.get_by_role("button", name="I am Bob").wait_for(timeout=READY)
    assert player.complaints == []


# Keeps the last view that the page was sent; and hands the device on whenever the page asks for that.
WATCH = """() => { const ask = house.ask; window.shown = null; house.ask = async (...given) => {
  const found = await ask(...given);
  if (String(given[2]).startsWith("/api/view")) window.shown = JSON.parse(new TextDecoder().decode(found[2]));
  return found; } }"""
ENTERS = """() => { const press = document.querySelector("#mine, #passing");
  if (press) { window.shown = null; press.click(); return false; }
  const entry = document.querySelector("iframe")?.contentDocument?.querySelector("#entry.open");
  return window.shown?.you.enters && entry?.checkVisibility(); }"""


@pytest.mark.deep
def test_a_game_is_played_to_its_end_and_the_command_line_counts_the_same(player: Any, tmp_path: Path) -> None:
    whole = (Path(__file__).parents[1] / "records" / "atlantis-2-dealt.yaml").read_text()
    *begun, second, last = whole.splitlines(keepends=True)
    (tmp_path / "begun.yaml").write_text("".join(begun))
    player.goto(player.url.rpartition("/")[0] + "/play.html")
    player.locator("#record").wait_for(state="attached", timeout=READY)
    player.evaluate(WATCH)
    player.locator("#record").set_input_files(tmp_path / "begun.yaml")
    seat = player.frame_locator("iframe")
    for line in (second, last):
        player.wait_for_function(ENTERS, timeout=READY, polling=100)
        if not seat.locator("#line").is_visible():
            seat.locator("#key-typing").click()
        ply = player.evaluate("shown.ply")
        seat.locator("#line").fill(line.partition("#")[0].strip(" -\n"))
        seat.locator("#enter").click()
        player.wait_for_function("(ply) => window.shown?.ply > ply", arg=ply, timeout=READY, polling=100)
    assert player.evaluate("shown.over")
    with player.expect_download() as begun_now:
        player.locator("#record-out").click()
    begun_now.value.save_as(tmp_path / "out.yaml")
    scores = []
    for name in ("out.yaml", "whole.yaml"):
        (tmp_path / "whole.yaml").write_text(whole)
        command = [sys.executable, "-c", "from companion.cli.main import main; main()", "--db", tmp_path / f"{name}.db"]
        subprocess.run([*command, "import", tmp_path / name], check=True, capture_output=True)
        scores.append(subprocess.run([*command, "settle"], check=True, capture_output=True).stdout)
    assert scores[0] == scores[1]
    player.get_by_role("button", name="Games").click()
    player.locator("#record").set_input_files(tmp_path / "out.yaml")
    player.frame_locator("iframe").get_by_text("Ann wins").first.wait_for(timeout=READY)
    assert player.complaints == []
