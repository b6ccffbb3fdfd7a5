"""How fast a club of ten thousand games is listed, searched and counted. `make bench` runs this.

The games are the ends of the recorded ones of the tests, over and over, with days of their own; each command is a
process started cold. Ends are worked out once: the first count pays for all; a few whole games are measured apart.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from measure import run, table

from companion.games import Game
from companion.record.about import About, packed
from companion.record.record import read
from companion.record.replay import begin, play
from companion.table.journal import Journal
from companion.table.store import Store
from companion.table.stored import Stored, packed as setup_of

COMPANION = str(Path(sys.executable).with_name("companion"))
RECORDS = sorted((Path(__file__).parent.parent / "tests" / "records").glob("*.yaml"))
GAMES = 10_000


def crowd(file: Path, number: int, *, short: bool) -> None:
    """A store of so many finished games; short: of each its end alone."""
    kept = []
    for record in RECORDS:
        whole, start = begin(*read(record.read_bytes(), record.name))
        game = Game(whole.game)
        played = play(game, start, whole.lines)
        journal = played.journal if not short else Journal(played.journal.position).note("the end")
        kept.append((Stored.fresh(whole.game, whole.players, setup_of(whole.setup), journal, played.turn), journal))
    with Store(file, create=True) as store:
        store.db.execute("PRAGMA synchronous=OFF")
        for n in range(number):
            day = f"20{10 + n // 800:02}-{1 + n // 67 % 12:02}-{1 + n % 28:02}"
            about = About(date=day, start="19:30", end="21:00", place=f"Table {n % 40}", event=f"Evening {n // 5}")
            stored, journal = kept[n % len(kept)]
            store.add(stored._replace(about=packed(about)), journal)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        few, many, page = (Path(folder) / name for name in ("few.db", "many.db", "club.html"))
        crowd(few, len(RECORDS), short=False)
        crowd(many, GAMES, short=True)
        rows = []
        for name, file, words in (
            (f"stats, the first time, {len(RECORDS)} whole games", few, ["stats"]),
            (f"stats, the first time, {GAMES:,} ends", many, ["stats"]),
            ("stats", many, ["stats"]),
            ("stats of one player", many, ["stats", "ann"]),
            ("stats as a page", many, ["stats", "--html", str(page)]),
            ("list", many, ["list"]),
            ("list, by words", many, ["list", "evening", "1999"]),
            ("list, by player and days", many, ["list", "--player", "bob", "--from", "2015", "--to", "2016"]),
        ):
            found = run([COMPANION, *words], {"COMPANION_DB": str(file)})
            rows.append((name, f"{found.ms:,.0f}", f"{found.mib:.0f}"))
        table(f"a club of {GAMES:,} games, cold", ("", "ms", "peak MiB"), rows)


if __name__ == "__main__":
    main()
