"""Tables killed at any moment, ten that write at once, disks that are full or read-only: what was confirmed is kept."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from cases import data

from companion.record.starting import new
from companion.table.store import Store
from companion.table.stored import StoreError
from companion.table.table import open_game

LOOP = data(__file__)["LOOP"]


def table(folder: Path) -> Path:
    path = folder / "games.db"
    with Store(path, create=True) as store:
        new(store, "atlantis", ["Ann", "Bob"], seed=1)
    return path


def writer(path: Path, name: str, times: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", LOOP, str(path), name, str(times)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def notes(path: Path) -> list[str]:
    with Store(path) as store:
        return [entry.text for entry in open_game(store, 1).journal.line()]


@pytest.mark.deep
@pytest.mark.parametrize("part", range(2))
def test_what_a_killed_table_was_told_is_kept_is_kept(part: int, tmp_path: Path) -> None:
    loops = int(os.environ.get("TIDELINE_KILLS", "40")) // 2
    chance, path, confirmed, untold, moments = random.Random(part), table(tmp_path), 0, 0, Counter[int]()
    for n in range(loops):
        run = writer(path, str(n), 10_000)
        assert run.stdout is not None
        waited = n % 4 != 0  # every fourth is killed while it starts, if need be before it opens the file
        first = len(run.stdout.readline()) > 0 if waited else 0
        moment = chance.uniform(0, 0.15 if waited else 0.5)
        time.sleep(moment)
        run.send_signal(signal.SIGKILL)
        told = first + len(run.stdout.read().splitlines())
        assert run.wait(30) == -signal.SIGKILL, "it was at work until it was killed"
        kept = sum(text.startswith(f"{n} ") for text in notes(path))
        assert told <= kept <= told + 1, "one may be on the disk that nobody was told of"
        confirmed, untold = confirmed + told, untold + kept - told
        moments[min(told, 9)] += 1
    assert confirmed >= loops / 2
    print(f"\n{loops} tables killed, {confirmed} turns confirmed and kept, {untold} kept that nobody was told of;")
    print(f"killed after 0, 1, 2 turns and so on, 9 or more the last: {[moments[turns] for turns in range(10)]}")


@pytest.mark.deep
def test_ten_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    path = table(tmp_path)
    runs = [writer(path, name, 8) for name in "abcdefghij"]
    assert [run.wait(60) for run in runs] == [0] * 10
    assert sorted(notes(path)) == sorted(f"{name} {n}" for name in "abcdefghij" for n in range(8))


def test_a_disk_that_became_read_only_is_said_and_is_still_read(small_disk: Path) -> None:
    path = table(small_disk)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with Store(path) as store:
        game = open_game(store, 1)
        with pytest.raises(StoreError, match="cannot be written here; nothing was changed"):
            game.note("tea")
        assert not game.journal.entries
