"""Rows become pieces: lists, CSV files, tables and products, counts and ids."""

import tracemalloc
from collections import Counter
from pathlib import Path

import pytest
from cases import cases, put

from specs.base.errors import SpecError
from specs.expand.pieces import by_players
from specs.load import load

HEAD = "game: demo\ntitle: Demo\ncredits: {designer: Ann}\n"
SETS = {"A": range(1, 8), "B": range(7, 0, -1)}
TABLE = "data:\n  items:\n    - {letter: F, lacks: 1}\n    - {letter: O, lacks: 2}\n"


def spec(folder: Path, component: str, head: str = HEAD + TABLE) -> Path:
    file = folder / "demo.yaml"
    (folder / "cards.csv").write_text("\ufeffname,value,code\nAda, 7 ,007\nBob,-1.5,1e3\n\n", encoding="utf-8")
    (folder / "art").mkdir(exist_ok=True)
    for picture in ("pike.svg", "eel.PNG", "notes.txt"):
        put(folder / "art" / picture, "")
    return put(file, f"{head}components:\n  c:\n    title: C\n    size: 40\n    front: []\n{component}")


@cases
def test_rows_become_pieces_with_ids_and_numbers(
    rows: str, ids: list[str], numbers: list[int], first: dict[str, object], tmp_path: Path
) -> None:
    found = load(spec(tmp_path, rows)).pieces["c"]
    assert [piece.id for piece in found] == ids
    assert [piece.n for piece in found] == numbers
    assert dict(found[0].row) == first


def test_as_many_figures_as_the_last_number_of_a_row_has(tmp_path: Path) -> None:
    found = load(spec(tmp_path, "    rows: {count: 100}\n")).pieces["c"]
    assert (found[0].id, found[-1].id) == ("c-001", "c-100")


@cases
def test_rows_that_cannot_be(rows: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=message):
        load(spec(tmp_path, rows))


def test_atlantis_has_the_pieces_the_rules_page_counts() -> None:
    document = load("atlantis")
    tiles = [piece.row for piece in document.pieces["path-tiles"]]
    # each set has each item in six of the seven values: A lacks 1 to 7, B 7 to 1
    lacks = {name: dict(zip("FOHARSC", values, strict=True)) for name, values in SETS.items()}
    every = [(name, letter, value) for name, own in lacks.items() for letter in own for value in range(1, 8)]
    there = sorted(each for each in every if lacks[each[0]][each[1]] != each[2])
    assert sorted((row["set"], row["letter"], row["value"]) for row in tiles) == there
    assert Counter(piece.row["letter"] for piece in document.pieces["cards"]) == dict.fromkeys("FOHARSC", 15)
    counts = {name: len(found) for name, found in document.pieces.items()}
    assert (counts["water-tiles"], counts["figures"], counts["bridges"], counts["ends"]) == (24, 12, 4, 2)
    markers = [piece.row["marker"] for name in ("path-tiles", "ends", "figures") for piece in document.pieces[name]]
    assert len(set(markers)) == 98
    assert all(isinstance(marker, int) and 0 <= marker < 250 for marker in markers)


PLAYED = "    rows: {from: [{seat: 1}, {seat: 2}, {seat: 3}], where: seat <= players, count: '{players}'}\n"


@pytest.mark.parametrize("players", [None, 1, 2])
def test_rows_may_be_for_those_who_play_only(players: int | None, tmp_path: Path) -> None:
    file = spec(tmp_path, PLAYED, HEAD + "players: {min: 1, max: 3}\n")
    found = load(file, players=players).pieces["c"]
    many = players or 3  # as many as can play, where nobody says
    assert Counter(piece.row["seat"] for piece in found) == dict.fromkeys(range(1, many + 1), many)


def test_what_a_seed_deals_from_is_the_same_for_any_number_of_players(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no field 'players'"):
        load(spec(tmp_path, PLAYED + "setup:\n  piles:\n    deck: {from: c}\n"))


def test_only_a_spec_that_asks_for_the_players_is_read_again_for_them() -> None:
    asks = {game for game in ("atlantis", "circles", "escape", "gods") if by_players(load(game).spec)}
    assert asks == {"circles"}


def test_a_piece_of_a_file_of_rows_takes_some_three_hundred_bytes(tmp_path: Path) -> None:
    """Of a hundred thousand cards the memory is theirs: what cells have in common is there once."""
    rows = [f"{('Flag', 'Olive', 'Crown')[n % 3]},{n},#2f6fa{n % 3}" for n in range(4000)]
    (tmp_path / "numbers.csv").write_text("\n".join(["name,number,colour", *rows]))
    many = spec(tmp_path, "    rows: numbers.csv\n")
    load(many)
    tracemalloc.start()
    try:
        document = load(many)
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(document.pieces["c"]) == 4000
    assert taken / 4000 < 400
