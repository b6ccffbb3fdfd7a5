"""A store whose cells hold what we never wrote: one line, or the game as far as it can be read, in little memory."""

import sqlite3
from pathlib import Path

import fuzzing
import pytest
from cases import cases, data
from often import times
from tampering import tampered

from companion.cli.main import run

COLUMNS = data(__file__)["COLUMNS"]
CELLS, LOOKS = data(__file__)["CELLS"], [look.split() for look in data(__file__)["LOOKS"]]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("store") / "games.db"
    for words in (["new", "circles", "Ann", "Bob"], ["note", "hello"], ["note", "again"], ["undo"]):
        run(["--db", str(file), *words])
    return file.read_bytes()


Output = pytest.CaptureFixture[str]


def said(store: Path, played: bytes, place: str, cell: object, look: list[str], capsys: Output) -> str:
    """What a look at a store says on standard error, after one column of it was changed."""
    table, column = place.split(".")
    store.write_bytes(played)
    try:
        with tampered(store) as db:
            db.execute(f"UPDATE {table} SET {column} = ?", (cell,))
    except sqlite3.Error:
        return ""  # a column that cannot hold it
    with fuzzing.little_memory():
        status = run(["--db", str(store), *look])
    told = capsys.readouterr().err
    assert status in (0, 1, 2)
    assert status != 2 or told.count("\n") == 1, told[:500]
    assert len(told) < 2_000
    return told


@cases
def test_a_number_or_text_past_every_bound_is_one_line(
    place: str, cell: int | str, look: str, played: bytes, tmp_path: Path, capsys: Output
) -> None:
    assert said(tmp_path / "games.db", played, place, cell, [look], capsys).count("\n") == 1


@pytest.mark.deep
@pytest.mark.parametrize("place", [f"{table}.{name}" for table, names in COLUMNS.items() for name in names.split()])
def test_a_cell_of_any_kind_is_one_line_or_a_game(place: str, played: bytes, tmp_path: Path, capsys: Output) -> None:
    for number, cell in enumerate(CELLS):
        for step in range(times(2, 4)):
            look = LOOKS[(number + 5 * step) % len(LOOKS)]
            said(tmp_path / "games.db", played, place, cell, look, capsys)
