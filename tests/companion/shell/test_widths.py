"""No line is wider than the terminal it is shown on: every game's playthroughs, at their start, halfway and at their
end, with names as they are and as long as they may be."""

from __future__ import annotations

import os
import re
import struct
import sys
from contextlib import suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from often import THOROUGH
from records import QUICK, RECORDS
from wcwidth import wcswidth

import companion.cli.main
from companion.contract.values import Player
from companion.games import Game
from companion.record.record import read
from companion.record.replay import begin, play
from companion.record.starting import keep, new
from companion.table.store import Store
from specs.base import terminal

ROOT = Path(__file__).parents[3]
PARTS = (1, 0.5, 0)  # of a game; one for each record, in turn
LOOKS = ("show", "settle --score")
COMMANDS = (*LOOKS, "log", "moves --limit 60", "play", "list", "show --as referee", "show --chain", "settle")

WIDTHS = ((40, "1", COMMANDS), (57, "1", ("show",)), (40, "2", ("show", "play")), (80, "2", ("show",)))


def kept(file: Path, part: float, folder: Path) -> Path:
    """A store with a record's game, so far as a part of its lines went: as it is, and with the longest names, of wide
    letters."""
    record, source = read(file.read_bytes(), str(file))
    record = replace(record, lines=record.lines[: round(part * len(record.lines))])
    wide = tuple(Player(f"{player.name:海<24}", player.colour) for player in record.players)
    with Store(folder / "games.db", create=True) as store:
        for each in (replace(record, players=wide), record):
            whole, start = begin(each, source)
            keep(store, whole, play(Game(whole.game), start, whole.lines))
    return folder / "games.db"


@pytest.mark.parametrize(
    ("file", "part"),
    [
        pytest.param(file, part, id=f"{file.stem}-{part}", marks=[pytest.mark.deep] * (file not in QUICK))
        for number, file in enumerate(RECORDS)
        for part in (PARTS if THOROUGH else PARTS[number % 3 :][:1])
    ],
)
def test_no_line_is_wider_than_the_terminal(
    file: Path, part: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    db = kept(file, part, tmp_path)
    for width, game, commands in WIDTHS:
        monkeypatch.setattr(terminal, "_columns", lambda _, width=width: width)
        for command in commands:
            monkeypatch.setattr("sys.stdin", StringIO("help\nundo\nredo\nstood nonsense\nquit\n"))
            companion.cli.main.run(["--db", str(db), "--game", game, *command.split()])
            said = capsys.readouterr()
            for line in (said.out + said.err).splitlines():
                shown = re.sub(r"^(?:[^>]+> )+", "", line)  # nobody types the line end that follows a prompt
                assert wcswidth(shown) <= width, f"{command}: {line}"


def test_a_real_terminal_is_kept_to(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="a terminal of our own needs Unix")
    import fcntl
    import termios

    with Store(tmp_path / "games.db", create=True) as store:
        new(store, "atlantis", ["Ann", "Bob", "Cy", "海の家海の家海の家海の家"], seed=1)
    pid, ours = pty.fork()
    if pid == 0:  # pragma: no cover - the other program
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 40, 0, 0))
        code = "from companion.cli.main import main; main()"
        for command in ("show", "moves", "settle --score"):
            os.spawnv(
                os.P_WAIT, sys.executable, [sys.executable, "-c", code, "--db", str(tmp_path / "games.db"), command]
            )
        os._exit(0)
    said = b""
    with suppress(OSError):  # the terminal's other end is closed
        while more := os.read(ours, 4096):
            said += more
    os.waitpid(pid, 0)
    os.close(ours)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", said.decode()).splitlines()  # without its colours
    assert any("ATLANTIS" in line for line in lines)
    assert any("1:H" in line for line in lines)
    assert max(map(wcswidth, lines)) <= 40
