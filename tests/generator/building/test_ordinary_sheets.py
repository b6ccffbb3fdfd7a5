"""A deck from somebody's spreadsheet: whatever its headers are, its columns are fields, and check says what is odd."""

from pathlib import Path

import pytest
from cases import put

from generator.building.check import Findings, check

SPEC = """
game: pond
title: Pond
credits: {designer: Me}
components:
  cards:
    title: Cards
    size: poker
    rows: {from: fish.csv, count: COUNT}
    id: "{Card Name}"
    front:
      - {draw: text, text: "{Card Name}: {class|fish}, {HP}", box: [4, 4, 55, 20], size: 6, shrink: true}
      - {draw: star, at: [30, 60], radius: ["{hp_max + 2}", 2], when: class != 'eel' and len(card_name) > 3}
"""
FISH = "Card Name,class,HP,HP (max),Qty\nPike,,3,8,2\n,,,,\nEel,eel,1,2,3\n"


def pond(folder: Path, count: str) -> Findings:
    put(folder / "fish.csv", FISH)
    return check(put(folder / "pond.yaml", SPEC.replace("COUNT", count)))


def test_columns_are_fields_by_any_header_and_check_says_what_they_are_called(tmp_path: Path) -> None:
    found = pond(tmp_path, '"{Qty}"')
    assert (found.faults, found.warnings) == ((), ())
    assert found.document is not None
    assert [piece.id for piece in found.document.pieces["cards"]] == [
        "Pike-01",
        "Pike-02",
        "Eel-01",
        "Eel-02",
        "Eel-03",
    ]
    assert found.remarks == ("fish.csv: in expressions, 'Card Name' is card_name, 'HP (max)' is hp_max",)


def test_a_column_that_looks_like_the_number_of_copies_is_a_warning_where_it_is_not(tmp_path: Path) -> None:
    found = pond(tmp_path, "1")
    assert found.faults == ()
    (warning,) = found.warnings
    assert "column 'Qty', which is not the number of copies; expected count: \"{Qty}\"" in str(warning)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("Pike,3\nEel,2\n", "3"),
        ("Pike,pond,fish\nEel,pond,fish\nTern,sea,bird\n", "fish"),
        ("Name,2024,fly\nPike,few,fly\n", ""),
    ],
)
def test_a_first_row_that_looks_like_data_is_a_warning(rows: str, told: str, tmp_path: Path) -> None:
    put(tmp_path / "fish.csv", rows)
    spec = SPEC[: SPEC.index("    id:")].replace(", count: COUNT", "") + "    front: []\n"
    found = check(put(tmp_path / "pond.yaml", spec)).warnings
    assert [each.found for each in found] == ([f"column '{told}', of a first row that looks like data"] if told else [])


def test_letters_of_a_file_that_rows_are_joined_with_are_warned_of_once(tmp_path: Path) -> None:
    put(tmp_path / "fish.csv", "name,sort\nPike,a\nEel,a\n")
    (tmp_path / "sorts.csv").write_bytes("sort,call\na,Fische f\xfcr 3\n".encode("cp1252"))
    part = "  CARDS: {title: Cards, size: poker, rows: {from: fish.csv, with: {sort: sorts.csv}}, front: []}\n"
    spec = SPEC[: SPEC.index("  cards:")] + part.replace("CARDS", "cards") + part.replace("CARDS", "more")
    (warning,) = check(put(tmp_path / "pond.yaml", spec)).warnings
    assert "letters of 'sorts.csv' that are not UTF-8" in str(warning)


def test_letters_that_are_not_utf_8_are_read_as_windows_has_them_with_one_warning(tmp_path: Path) -> None:
    pond(tmp_path, '"{Qty}"')
    (tmp_path / "fish.csv").write_bytes(FISH.replace("Eel", "Hecht für 3 €").encode("cp1252"))
    found = check(tmp_path / "pond.yaml")
    assert found.document is not None
    assert found.document.pieces["cards"][-1].id == "Hecht für 3 €-03"
    (warning,) = found.warnings
    assert warning.found == "letters of 'fish.csv' that are not UTF-8, read as Windows-1252"


def test_a_picture_that_is_not_there_has_another_in_its_place(tmp_path: Path) -> None:
    for name in ("pike", "none"):
        put(
            tmp_path / f"{name}.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>",
        )
    put(tmp_path / "fish.csv", "Card Name,Art\nPike,pike.svg\nEel,eel.svg\nTench,\n")
    drawn = '{draw: image, image: ["{Art}", none.svg], box: [4, 4, 20, 20]}'
    text = SPEC[: SPEC.index("      - {draw: text")].replace(", count: COUNT", "") + f"      - {drawn}\n"
    assert check(put(tmp_path / "pond.yaml", text)).faults == ()
    (fault,) = check(put(tmp_path / "pond.yaml", text.replace("none.svg", "nil.svg"))).faults
    assert "no file 'nil.svg'" in str(fault)
    without = check(put(tmp_path / "pond.yaml", text.replace(", none.svg", ""))).faults
    assert [fault.pieces for fault in without] == [("Eel",), ("Tench",)]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("{HP}", "{HP (max)}", "expected hp_max, if a column is called 'HP (max)'"),
        ("count: COUNT", "count: HP (max)", 'expected "{HP (max)}", with braces: a field'),
        ("class != 'eel'", "class != eel", ", or the text 'eel'"),
    ],
)
def test_a_slip_with_a_column_is_one_line_that_says_what_to_write(
    old: str, new: str, told: str, tmp_path: Path
) -> None:
    put(tmp_path / "fish.csv", FISH)
    (fault,) = check(put(tmp_path / "pond.yaml", SPEC.replace(old, new).replace("COUNT", '"{Qty}"'))).faults
    assert told in str(fault)
