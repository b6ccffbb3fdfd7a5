"""A store in which one bit is flipped, as by a failing disk: nothing is different by it, or one line says so."""

import random
from pathlib import Path

import pytest
from often import times
from tampering import tampered

from companion.cli.main import run
from companion.table.store import COLUMNS, KEYS

LOOKS = (["settle", "--score"], ["export", "--as", "referee"], ["list"], ["log"])
Output = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("flipped") / "games.db"
    for words in ("new atlantis Ann Bob --seed 1", "move 1:H", "note tea", "move 1:HH", "undo", "move 1:O"):
        assert run(["--db", str(file), *words.split()]) == 0
    return file.read_bytes()


def looks(store: Path, capsys: Output) -> list[tuple[int, str, str]]:
    found = []
    for look in LOOKS:
        capsys.readouterr()
        found.append((run(["--db", str(store), *look]), *capsys.readouterr()))
    return found


@pytest.mark.deep
def test_a_flipped_bit_is_never_another_score(played: bytes, tmp_path: Path, capsys: Output) -> None:
    store = tmp_path / "games.db"
    store.write_bytes(played)
    before = looks(store, capsys)
    for bit in random.Random(17).sample(range(8 * len(played)), times(500, 20_000)):
        flipped = bytearray(played)
        flipped[bit // 8] ^= 1 << bit % 8
        store.write_bytes(flipped)
        for was, (status, out, err) in zip(before, looks(store, capsys), strict=True):
            assert (status, out, err) == was or (status in (1, 2) and not out and err.count("\n") == 1), bit


@pytest.mark.parametrize("table", ["games", "entries"])
def test_each_cell_is_looked_at(table: str, played: bytes, tmp_path: Path, capsys: Output) -> None:
    for column in COLUMNS[table].split(", "):
        if column in KEYS[table].split(", "):
            continue
        store = tmp_path / "games.db"
        store.write_bytes(played)
        with tampered(store) as db:
            db.execute(f"DROP TRIGGER {table}_changed")
            row = "id = 1" if table == "games" else "game = 1 AND n = 3"
            db.execute(f"UPDATE {table} SET {column} = ifnull({column}, 0) || '7' WHERE {row}")
        assert run(["--db", str(store), "settle", "--score"]) == 2, column
        err = capsys.readouterr().err
        assert "is damaged: its checksum fails" in err, column
        if table == "entries":
            assert "entry 3 of game 1" in err


def test_what_is_before_the_damage_can_still_be_written(played: bytes, tmp_path: Path, capsys: Output) -> None:
    store = tmp_path / "games.db"
    store.write_bytes(played)
    with tampered(store) as db:
        db.execute("DROP TRIGGER entries_changed")
        db.execute("UPDATE entries SET position = '' WHERE n = 3")
    assert run(["--db", str(store), "export", "--readable", "--as", "referee"]) == 0
    record = capsys.readouterr().out
    assert "1:H" in record
    assert "1:HH" not in record


def test_a_store_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "new" / "games.db"
    assert run(["--db", str(file), "new", "circles", "Ann", "Bob"]) == 0
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
