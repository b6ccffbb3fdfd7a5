"""Neither program opens a connection, but for `companion serve`: every event of a socket ends the process here."""

from pathlib import Path

import pytest
from cases import cases
from command import EXAMPLE
from programs import imported, run

RECORD = "game: atlantis\nplayers: [Ann, Bob]\nsetup: {seed: 7}\nmoves: []\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return imported(tmp_path, RECORD)


@cases
def test_no_program_opens_a_connection(line: str, table: Path) -> None:
    done = run(line.format(deck=EXAMPLE / "deck.yaml"), table, first="deafen")
    assert done.returncode == 0, done.stderr


def test_what_serves_the_page_does(table: Path) -> None:
    done = run("companion serve --port 0", table, first="deafen")
    assert done.returncode == 77
    assert "socket." in done.stderr
