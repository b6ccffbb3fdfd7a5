"""The store: what it survives, what it refuses, and that a confirmed move is never lost."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import pytest
from often import times
from tampering import tampered

from companion.cli.main import guarded
from companion.record.starting import new
from companion.table.store import Store
from companion.table.stored import StoreError
from companion.table.table import Table, open_game

from .conftest import Companion, Program

KILLS = times(30, 300)


def pile(companion: Companion) -> int:
    return int(json.loads(companion("show", "--json").out)["pile"])


def test_a_file_that_is_no_database(companion: Companion) -> None:
    companion.db.write_bytes(b"dear diary " * 500)
    for words in (["show"], ["move", "1"], ["new", "pebbles", "A", "B", "--pile", "5"], ["list"]):
        done = companion(*words)
        assert done.status == 2
        assert done.err == f"{companion.db}: not a companion database, or a damaged one; name another file with --db\n"
    assert companion.db.read_bytes() == b"dear diary " * 500


def test_another_programs_database_is_left_alone(companion: Companion) -> None:
    with sqlite3.connect(companion.db) as db:
        db.execute("CREATE TABLE recipes(name TEXT)")
    before = companion.db.read_bytes()
    done = companion("new", "pebbles", "A", "B", "--pile", "5")
    assert (done.status, companion.db.read_bytes()) == (2, before)
    assert "another program's database" in done.err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("PRAGMA user_version=99", "made by another version of the companion; name another file with --db"),
        ("UPDATE games SET position = 'nonsense'", "a position that cannot be read"),
    ],
    ids=["a schema", "a position"],
)
def test_what_somebody_else_wrote_is_one_line(started: Companion, change: str, said: str) -> None:
    with tampered(started.db) as db:
        db.execute(change)
    done = started("show")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert said in done.err


def test_damaged_pages_are_one_line(started: Companion) -> None:
    data = bytearray(started.db.read_bytes())
    data[4096 : 4096 * 3] = b"\xff" * 8192
    started.db.write_bytes(data)
    for words in (["show"], ["move", "1"], ["log"], ["list"]):
        done = started(*words)
        assert done.status == 2
        assert len(done.err.splitlines()) == 1


def test_a_locked_store_is_waited_for(program: Program) -> None:
    db = sqlite3.connect(program.db, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    waiting = program.start("move", "1")
    time.sleep(0.3)
    db.execute("ROLLBACK")
    db.close()
    assert waiting.communicate(timeout=30)[0].startswith("1. Ann: 1\n")


def test_of_two_processes_with_the_same_turn_one_wins(program: Program) -> None:
    """Both read the position before either writes: the second is told what the first entered."""
    script = (
        "import sys; from pathlib import Path; from companion.table.store import Store;"
        "from companion.table.table import Overtaken, open_game;"
        "store = Store(Path(sys.argv[1])); table = open_game(store); print('read', flush=True); sys.stdin.readline();\n"
        "try: print(table.enter(sys.argv[2]).steps[0].text)\n"
        "except Overtaken as overtaken: print(overtaken, *overtaken.table.whose_turn(), sep='; '); sys.exit(1)"
    )
    racers = [program.start(str(program.db), turn, code=script) for turn in ("1", "2")]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "read\n"
    said = [racer.communicate("\n", timeout=30)[0] for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 1]
    assert said[0] == "1\n"
    assert said[1].startswith("Nothing was changed: somebody else entered this meanwhile: Ann 1.; Bob to move.")
    assert pile(program) == 11


def test_many_processes_at_once_lose_nothing(program: Program) -> None:
    running = [program.start("move", "1") for _ in range(8)]
    for process in running:
        process.communicate(timeout=60)
    confirmed = sum(process.returncode == 0 for process in running)
    assert confirmed >= 1
    assert all(process.returncode in (0, 1) for process in running)
    assert pile(program) == 12 - confirmed


@pytest.mark.parametrize("plies", [1, 12], ids=["a game", "a finished game"])
def test_of_twelve_windows_one_is_first_and_the_others_hear_who(
    started: Companion, plies: int, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(plies):
        started("move", "1")
    windows = [open_game(Store(started.db)) for _ in range(12)]
    for number, table in enumerate(windows):

        def write(table: Table = table, number: int = number) -> None:
            with table.store or nullcontext():
                table.undo() if number % 2 else table.note(f"tea {number}")

        assert guarded(write) == (number > 0)
        err = capsys.readouterr().err
        assert not number or err.startswith("Nothing was changed: somebody else entered this meanwhile: note tea 0.")
    assert "tea 0" in started("log").out
    assert "tea 2" not in started("log").out


def test_a_read_only_store_can_be_looked_at_but_not_changed(started: Companion, small_disk: Path) -> None:
    store = small_disk / "games.db"
    store.write_bytes(started.db.read_bytes())
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    before = store.read_bytes()
    assert started("--db", str(store), "show").status == 0
    done = started("--db", str(store), "move", "1")
    assert done.status == 2
    assert done.err == f"{store}: the store cannot be written here; nothing was changed\n"
    assert started("--db", str(small_disk / "other.db"), "new", "pebbles", "A", "B", "--pile", "5").status == 2
    assert [path.name for path in small_disk.iterdir()] == ["games.db"]
    assert store.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write everywhere")
def test_a_store_without_permission_is_looked_at_but_not_changed(started: Companion) -> None:
    started.db.chmod(0o444)
    started.folder.chmod(0o555)
    assert started("show").status == 0
    assert started("move", "1").err.endswith("the store cannot be written here; nothing was changed\n")


def test_a_full_disk_loses_nothing(program: Program) -> None:
    """The file size limit stands for the disk: a write beyond it fails, as on a full one."""
    import resource

    size = program.db.stat().st_size

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    long = "x" * 3900
    env = program.env | {"PYTHONDONTWRITEBYTECODE": "1"}  # or Python leaves compiled modules cut short
    done = program.cold("note", long, preexec_fn=little_room, env=env)
    assert done.status == 2
    assert "the disk is full or failing" in done.err
    assert "nothing was changed" in done.err
    assert program("log").out == "Nothing was entered yet.\n"
    assert program("move", "1").status == 0


def test_a_full_file_system_loses_nothing(started: Companion, small_disk: Path) -> None:
    store = small_disk / "games.db"
    store.write_bytes(started.db.read_bytes())
    (small_disk / "ballast").write_bytes(b"x" * (os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_frsize))
    done = started("--db", str(store), "move", "1")
    assert done.status == 2
    assert "the disk is full" in done.err
    (small_disk / "ballast").unlink()
    assert started("--db", str(store), "log").out == "Nothing was entered yet.\n"
    assert started("--db", str(store), "move", "1").status == 0


# ---- what SQLite is told ---------------------------------------------------------------------------


def test_a_confirmed_turn_is_synced_with_its_folder_whenever_the_store_is_opened(tmp_path: Path) -> None:
    extra = 3  # SQLite's number for it
    for create in (True, False):
        with Store(tmp_path / "games.db", create=create) as store:
            assert store.db.execute("PRAGMA synchronous").fetchone() == (extra,)


def test_an_entry_of_a_game_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db", create=True) as store:
        new(store, "circles", ["Ann", "Bob"]).note("tea")
        with pytest.raises(StoreError), store.change() as db:
            db.execute("UPDATE entries SET game = 99")
        assert store.db.execute("SELECT DISTINCT game FROM entries").fetchall() == [(1,)]


# ---- kills -----------------------------------------------------------------------------------------

LOOP = """
import os, sys
from pathlib import Path
from companion.table.store import Store
from companion.table.table import open_game
with Store(Path(sys.argv[1])) as store:
    table = open_game(store)
    while True:
        table = table.enter("1").table
        os.write(1, b"%d\\n" % table.ply)
"""


@pytest.mark.deep
def test_killed_at_any_moment_the_store_opens_and_no_confirmed_move_is_missing(program: Program) -> None:
    chance = random.Random(7)
    program("new", "pebbles", "A", "B", "--pile", "9999")
    confirmed = 0
    for _ in range(KILLS):
        with program.start(str(program.db), code=LOOP) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            time.sleep(chance.random() * 0.01)
            process.kill()
            lines = (first + process.stdout.read()).split("\n")
        confirmed = max([confirmed, *(int(line) for line in lines[:-1] if line)])
        with sqlite3.connect(program.db) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            (ply, position, head) = db.execute("SELECT ply, position, head FROM games WHERE id = 2").fetchone()
            at = db.execute("SELECT ply, position FROM entries WHERE n = ?", (head,)).fetchone()
        assert ply >= confirmed, "a confirmed move is missing"
        assert ply <= confirmed + 1, "at most the move in flight is there unconfirmed"
        assert at == (ply, position)
        assert f" pile={9999 - ply} " in position
        confirmed = ply
    assert confirmed >= KILLS
    assert program("show").status == 0


@pytest.mark.deep
def test_the_command_itself_killed_at_any_moment(program: Program) -> None:
    chance = random.Random(11)
    program("new", "pebbles", "A", "B", "--pile", "9999")
    begun, made = time.monotonic(), 1
    assert program.cold("move", "1").status == 0
    takes = time.monotonic() - begun
    for _ in range(40):
        process = program.start("move", "1")
        time.sleep(takes * (0.5 + chance.random() / 2))
        process.kill()
        said = process.communicate()[0]
        plies = json.loads(program("show", "--json").out)["plies"]
        assert made <= plies <= made + 1
        assert not said or plies == made + 1, "what was confirmed is kept"
        made = plies


@pytest.mark.parametrize(
    ("variables", "folder"),
    [({"HOME": "home"}, "home/.local/share/tideline"), ({"HOME": "home", "XDG_DATA_HOME": "data"}, "data/tideline")],
)
@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the custom of Linux")
def test_games_are_kept_in_the_users_data_folder(started: Companion, variables: dict[str, str], folder: str) -> None:
    """A store that was put there is opened, and a new game goes there too."""
    kept = started.folder / folder / "companion.db"
    kept.parent.mkdir(parents=True)
    started.db.rename(kept)
    homes = {name: str(started.folder / value) for name, value in variables.items()}
    homed = Companion(started.folder, {"COMPANION_DB": "", "XDG_DATA_HOME": ""} | homes)
    assert re.match(r"\*    1  \S+  pebbles ", homed("list").out)
    assert "Game 2: pebbles" in homed("new", "pebbles", "Cy", "Di", "--pile", "5").out
    assert sorted(file.name for file in kept.parent.iterdir() if file.suffix == ".db") == ["companion.db"]


def test_a_mac_and_a_windows_keep_games_where_they_always_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    from platformdirs import macos, windows

    from specs.base.folders import NAME

    monkeypatch.setattr(windows, "get_win_folder", {"CSIDL_APPDATA": "C:/Users/ann/AppData/Roaming"}.__getitem__)
    home = Path("~").expanduser().as_posix()
    mac = macos.MacOS(NAME, appauthor=False, roaming=True).user_data_path.as_posix()
    assert mac == f"{home}/Library/Application Support/tideline"
    win = windows.Windows(NAME, appauthor=False, roaming=True).user_data_path.as_posix()
    assert win == "C:/Users/ann/AppData/Roaming/tideline"
