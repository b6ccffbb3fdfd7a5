"""From a save to the pixel, in Chromium: the studio's page, many saves of each kind (`--saves`, 100), on this machine.

Counted from before the file is written, beside and moved into place, until the frame in which every face in sight that
the save changes is shown has been drawn; `server` is what that took of a processor, on a machine that is busy else the
better figure. Then a deck of 1,000 distinct cards, scrolled through: the server's memory and
the longest frame; and what the server takes of a processor while a page is open and nothing is saved.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
MAIN = "from generator.cli.main import main; main()"
CHROMIUM = "/usr/bin/chromium"
WATCH = """ids => { const left = new Set(ids);
  const frame = () => requestAnimationFrame(() => { window.frame = Date.now(); });
  window.frame = 0;
  window.watching?.disconnect();
  window.watching = new MutationObserver(all => { for (const { target } of all) left.delete(target.dataset.id);
    if (!left.size) { window.watching.disconnect(); requestAnimationFrame(frame); } });
  watching.observe(document.getElementById('faces'), { subtree: true, attributeFilter: ['data-digest'] }); }"""
SIGHT = """() => [...document.querySelectorAll('.tile[data-digest]')].filter(each => {
  const box = each.getBoundingClientRect();
  return box.width && box.bottom > 0 && box.top < innerHeight; }).map(each => each.dataset.id)"""
LONGEST = """() => { window.longest = 0; let last = performance.now();
  const step = now => { window.longest = Math.max(window.longest, now - last); last = now;
    requestAnimationFrame(step); };
  requestAnimationFrame(step); }"""
DECK = """game: thousand
title: A thousand
credits: {designer: nobody}
components:
  cards:
    title: Cards
    size: poker
    rows: cards.csv
    front:
      - {draw: rect, fill: "{hue}"}
      - {draw: text, text: "{name}", box: [6, 6, 51, 10], size: 6, font: Cinzel-Bold}
      - {draw: icon, icon: amphora, at: ["{w / 2}", 40], size: 26}
      - {draw: text, text: "{words}", box: [6, 58, 51, 26], size: 3.4, wrap: true}
"""
WORDS = "When the tide turns, each player takes one card of the row and pays for it, or else draws two and keeps one."


class Served:
    """A studio of a spec, and a page that shows it."""

    def __init__(self, browser: Any, spec: Path) -> None:
        command = [sys.executable, "-c", MAIN, "studio", str(spec), "--port", "0", "--no-open", "--json"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout is not None
        self.page = browser.new_page(viewport={"width": 1400, "height": 900})
        self.page.goto(json.loads(self.process.stdout.readline())["url"])
        self.page.locator(".tile[data-digest]").first.wait_for()

    def settled(self) -> None:
        """Wait until all that is in sight is drawn, and all is checked."""
        self.page.wait_for_function(
            "() => !document.querySelector('#flaws h2')?.textContent.includes('…')", timeout=240_000
        )
        self.page.wait_for_timeout(1500)

    def memory(self) -> float:
        """The most it ever took, MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) / 1024

    def seconds(self) -> float:
        """The processor's time it took so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        self.page.close()
        self.process.terminate()
        self.process.wait(20)


def save(file: Path, text: str) -> None:
    beside = file.with_suffix(".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)


def measured(served: Served, file: Path, change: Callable[[str, int], str], ids: list[str], saves: int) -> list[float]:
    """Milliseconds from each save until all of these faces are shown anew."""
    before, found = file.read_text(encoding="utf-8"), list[float]()
    for number in range(saves):
        served.page.evaluate(WATCH, ids)
        begun = time.time()
        save(file, change(before, number))
        served.page.wait_for_function("() => window.frame", timeout=60_000)
        found.append(served.page.evaluate("() => window.frame") - begun * 1000)
        time.sleep(0.2 + number % 7 / 50)  # at no fixed time of a look
    return found


def toggled(one: str, other: str) -> Callable[[str, int], str]:
    def change(text: str, number: int) -> str:
        assert one in text, one
        return text if number % 2 else text.replace(one, other)

    return change


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--saves", type=int, default=100)
    saves = parser.parse_args().saves
    if not Path(CHROMIUM).exists():
        print(f"not measured: no browser at {CHROMIUM}; on Debian and Ubuntu, apt install chromium")
        return
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=flags)
        there = Path(folder)
        shutil.copytree(ROOT / "specs" / "atlantis", there / "atlantis")
        shutil.copy(ROOT / "specs" / "atlantis.yaml", there)
        shutil.copytree(ROOT / "docs" / "examples" / "deck", there / "deck")
        print(f"{'save to pixel, ms':44}{'median':>8}{'p95':>8}{'server':>8}{'faces':>8}")
        deck = Served(browser, there / "deck" / "deck.yaml")
        deck.settled()
        tell("one card of a deck, its row in the CSV", deck, there / "deck" / "deck.csv",
             toggled("spade-A,A,", "spade-A,1,"), ["cards/front/spade-A"], saves)  # fmt: skip
        deck.end()
        game = Served(browser, there / "atlantis.yaml")
        game.settled()
        seen = [id_ for id_ in game.page.evaluate(SIGHT) if id_.startswith("path-tiles/front")]
        spec = there / "atlantis.yaml"
        tell(
            "one card of Atlantis", game, spec, toggled("name: Crown", "name: Krone"), ["cards/front/card-C-01"], saves
        )
        tell("a template in Atlantis", game, spec, toggled("r: 4.7,", "r: 4.8,"), seen, saves)
        tell(
            "a colour of the palette in Atlantis",
            game,
            spec,
            toggled('sand: "#f1e4c8"', 'sand: "#f0e4c8"'),
            seen,
            saves,
        )
        tell("an SVG in Atlantis", game, there / "atlantis" / "vista.svg", toggled('r="49"', 'r="48"'), seen, saves)
        begun = game.seconds()
        time.sleep(20)
        print(f"{'at rest, of a processor':44}{(game.seconds() - begun) / 20:8.1%}")
        game.end()
        thousand(browser, there)
        browser.close()


def tell(what: str, served: Served, file: Path, change: Callable[[str, int], str], ids: list[str], saves: int) -> None:
    served.page.wait_for_timeout(1000)  # the page goes to what changed out of sight
    served.page.evaluate("() => scrollTo(0, 0)")
    served.page.wait_for_timeout(1000)
    begun = served.seconds()
    found = sorted(measured(served, file, change, ids, saves))
    worked = (served.seconds() - begun) / saves * 1000
    p95 = found[min(len(found) - 1, int(len(found) * 0.95))]
    print(f"{what:44}{statistics.median(found):8.0f}{p95:8.0f}{worked:8.0f}{len(ids):8}", flush=True)


def thousand(browser: Any, folder: Path) -> None:
    """1,000 distinct cards: first sight, scrolled to the end and back."""
    rows = "".join(f'Card {n},#{0xCCCCCC + n * 51:06x},"{n}: {WORDS}"\n' for n in range(1000))
    (folder / "cards.csv").write_text(f"name,hue,words\n{rows}", encoding="utf-8")
    (folder / "thousand.yaml").write_text(DECK, "utf-8")
    begun = time.time()
    served = Served(browser, folder / "thousand.yaml")
    first = time.time() - begun
    served.page.evaluate(LONGEST)
    served.page.mouse.move(400, 400)
    for _ in range(150):
        served.page.mouse.wheel(0, 700)
        served.page.wait_for_timeout(40)
    tell(
        "the same of 1,000, after scrolling",
        served,
        folder / "cards.csv",
        toggled("Card 999,", "Karte 999,"),
        ["cards/front/cards-1000"],
        10,
    )
    print(f"{'1,000 cards: first face, s':44}{first:8.1f}")
    print(f"{'longest frame while scrolling, ms':44}{served.page.evaluate('() => window.longest'):8.0f}")
    print(f"{'server, peak MiB':44}{served.memory():8.0f}")
    served.end()


if __name__ == "__main__":
    main()
