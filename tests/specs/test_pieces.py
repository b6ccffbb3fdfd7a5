"""Rows become pieces: lists, CSV files, tables and products, counts and ids."""

import tracemalloc
from collections import Counter
from pathlib import Path

import pytest
from cases import cases

from specs.base.errors import SpecError
from specs.expand.pieces import by_players
from specs.load import load

HEAD = "game: demo\ntitle: Demo\ncredits: {designer: Ann}\n"
TABLE = "tables:\n  items:\n    - {letter: F, lacks: 1}\n    - {letter: O, lacks: 2}\n"


def pieces(folder: Path, component: str, head: str = HEAD + TABLE) -> list[tuple[str, dict[str, object], int]]:
    file = folder / "demo.yaml"
    file.write_text(f"{head}components:\n  c:\n    title: C\n    size: 40\n    front: []\n{component}")
    return [(piece.id, dict(piece.row), piece.n) for piece in load(file).pieces["c"]]


def test_no_rows_is_one_piece_with_the_components_name(tmp_path: Path) -> None:
    assert pieces(tmp_path, "") == [("c", {}, 1)]


def test_count_alone_makes_numbered_copies(tmp_path: Path) -> None:
    assert [piece[0] for piece in pieces(tmp_path, "    rows: {count: 3}\n")] == ["c-01", "c-02", "c-03"]


def test_a_product_multiplies_a_table_a_range_and_a_list(tmp_path: Path) -> None:
    rows = """\
    id: "{set}-{letter}{value}"
    rows:
      product: {item: {table: items}, value: {range: [1, 3]}, set: [A, B]}
      where: value != lacks
      fields: {double: "{value * 2}", word: "v{value}"}
"""
    found = pieces(tmp_path, rows)
    assert [name for name, _, _ in found] == ["A-F2", "B-F2", "A-F3", "B-F3", "A-O1", "B-O1", "A-O3", "B-O3"]
    assert found[0][1] == {"letter": "F", "lacks": 1, "value": 2, "set": "A", "double": 4, "word": "v2"}


def test_csv_cells_that_look_like_numbers_are_numbers(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("\ufeffname,value,code\nAda, 7 ,007\nBob,-1.5,1e3\n\n", encoding="utf-8")
    rows = [row for _, row, _ in pieces(tmp_path, "    rows: {csv: cards.csv}\n")]
    assert rows == [{"name": "Ada", "value": 7, "code": "007"}, {"name": "Bob", "value": -1.5, "code": "1e3"}]


def test_a_rows_own_count_wins_and_copies_get_numbers(tmp_path: Path) -> None:
    found = pieces(tmp_path, '    id: "{k}"\n    rows: {count: 1, list: [{k: a, count: 2}, {k: b}]}\n')
    assert [(name, n) for name, _, n in found] == [("a-01", 1), ("a-02", 2), ("b", 1)]


@cases
def test_rows_that_cannot_be(rows: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=message):
        pieces(tmp_path, rows)


def test_atlantis_has_the_pieces_the_rules_page_counts() -> None:
    document = load("atlantis")
    tiles = [piece.row for piece in document.pieces["path-tiles"]]
    assert len(tiles) == 84
    assert Counter(row["set"] for row in tiles) == {"A": 42, "B": 42}
    for name in "AB":
        mine = [row for row in tiles if row["set"] == name]
        assert Counter(row["value"] for row in mine) == dict.fromkeys(range(1, 8), 6)
        assert Counter(row["letter"] for row in mine) == dict.fromkeys("FOHARSC", 6)
    missing = {
        "A": dict(zip("FOHARSC", range(1, 8), strict=True)),
        "B": dict(zip("FOHARSC", range(7, 0, -1), strict=True)),
    }
    for name, lacks in missing.items():
        for letter, value in lacks.items():
            assert not any(row["set"] == name and row["letter"] == letter and row["value"] == value for row in tiles)
    assert Counter(piece.row["letter"] for piece in document.pieces["cards"]) == dict.fromkeys("FOHARSC", 15)
    counts = {name: len(found) for name, found in document.pieces.items()}
    assert (counts["water-tiles"], counts["figures"], counts["bridges"], counts["ends"]) == (24, 12, 4, 2)
    markers = [piece.row["marker"] for name in ("path-tiles", "ends", "figures") for piece in document.pieces[name]]
    assert len(set(markers)) == 98
    assert all(isinstance(marker, int) and 0 <= marker < 250 for marker in markers)


PLAYED = "    rows: {list: [{seat: 1}, {seat: 2}, {seat: 3}], where: seat <= players, count: '{players}'}\n"


@pytest.mark.parametrize("players", [None, 1, 2])
def test_rows_may_be_for_those_who_play_only(players: int | None, tmp_path: Path) -> None:
    file = tmp_path / "demo.yaml"
    head = HEAD + "players: {min: 1, max: 3}\n"
    file.write_text(f"{head}components:\n  c:\n    title: C\n    size: 40\n    front: []\n{PLAYED}")
    found = load(file, players=players).pieces["c"]
    many = players or 3  # as many as can play, where nobody says
    assert Counter(piece.row["seat"] for piece in found) == dict.fromkeys(range(1, many + 1), many)


def test_what_a_seed_deals_from_is_the_same_for_any_number_of_players(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no field 'players'"):
        pieces(tmp_path, PLAYED + "setup:\n  piles:\n    deck: {component: c}\n")


def test_only_a_spec_that_asks_for_the_players_is_read_again_for_them() -> None:
    asks = {game for game in ("atlantis", "circles", "escape", "gods") if by_players(load(game).spec)}
    assert asks == {"circles"}


def test_a_piece_of_a_file_of_rows_takes_some_three_hundred_bytes(tmp_path: Path) -> None:
    """Of a hundred thousand cards the memory is theirs: what cells have in common is there once."""
    rows = [f"{('Flag', 'Olive', 'Crown')[n % 3]},{n},#2f6fa{n % 3}" for n in range(4000)]
    (tmp_path / "cards.csv").write_text("\n".join(["name,number,colour", *rows]))
    (tmp_path / "many.yaml").write_text(
        "game: many\ntitle: Many\ncredits: {designer: nobody}\ncomponents:\n  cards:\n    title: Cards\n"
        '    size: poker\n    rows: {csv: cards.csv}\n    front: [{draw: rect, fill: "{colour}"}]\n'
    )
    load(tmp_path / "many.yaml")
    tracemalloc.start()
    try:
        document = load(tmp_path / "many.yaml")
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(document.pieces["cards"]) == 4000
    assert taken / 4000 < 400
