"""Rows from files: CSV as programs of all countries write it, spreadsheets, and faults with their row and column."""

import zipfile
from itertools import islice
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from cases import cases

from specs.base.errors import SpecError
from specs.read import csv
from specs.read.csv import csv_rows, spreadsheet_rows

ODS = Path(__file__).with_name("fish.ods")  # a tab, Fish, with two columns and a row


def book(file: Path, tabs: dict[str, list[list[Any]]]) -> Path:
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    for title, rows in tabs.items():
        sheet = workbook.create_sheet(title)
        for row in rows:
            sheet.append(row)
    workbook.save(file)
    return file


def faults(rows: object) -> list[str]:
    with pytest.raises(SpecError) as refused:
        list(rows)  # type: ignore[call-overload]
    return [str(fault) for fault in refused.value.faults]


def written(folder: Path, data: str | bytes) -> Path:
    file = folder / "cards.csv"
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    return file


@cases
def test_csv_is_read_as_programs_write_it(
    text: str, encoding: str, rows: list[dict[str, object]], tmp_path: Path
) -> None:
    assert [row for _, _, row in csv_rows(written(tmp_path, text.encode(encoding)), "cards.csv")] == rows


def test_a_table_may_have_five_hundred_columns(tmp_path: Path) -> None:
    names = [f"c{n}" for n in range(500)]
    file = written(tmp_path, "\n".join([",".join(names), ",".join("7" * 500)]))
    assert list(csv_rows(file, file.name)) == [("cards.csv", 2, dict.fromkeys(names, 7))]


@cases
def test_what_is_wrong_with_csv_is_told_at_its_row_and_column(text: str, told: list[str], tmp_path: Path) -> None:
    assert faults(csv_rows(written(tmp_path, text.encode("latin-1")), "cards.csv")) == told


@cases
def test_a_table_is_refused_where_it_passes_a_bound(
    bound: str, text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv, bound, 12)
    assert faults(csv_rows(written(tmp_path, text), "cards.csv")) == [f"{told}; expected a smaller table"]


def test_every_row_too_short_or_too_long_is_told_after_the_whole_ones(tmp_path: Path) -> None:
    read = csv_rows(
        written(tmp_path, 'sep=,\n\nname,cost\nPike,3\nEel\n"Roach\nand Rudd",2\nTench,1,2,3\nBream,4\n'), "cards.csv"
    )
    rows = [(line, row["name"]) for _, line, row in islice(read, 3)]
    assert rows == [(4, "Pike"), (6, "Roach\nand Rudd"), (9, "Bream")]
    assert faults(read) == [
        "cards.csv:5:2: a row of 1 cell without 'cost'; expected 2: name, cost",
        "cards.csv:8:3: a row of 4 cells; expected 2: name, cost",
    ]


@pytest.mark.parametrize("cell", ["123456789012345", "1234567890123456", "0.12345678901234567", "-1234567890123456"])
def test_a_number_is_never_rounded(cell: str, tmp_path: Path) -> None:
    """15 digits are a number; of more, such as a serial number, not one is lost: it stays what was written."""
    ((_, _, row),) = csv_rows(written(tmp_path, f"number\n{cell}\n"), "cards.csv")
    assert str(row["number"]) == cell
    assert isinstance(row["number"], int) == (cell == "123456789012345")


# ---- spreadsheets ------------------------------------------------------------------------------------


@cases
def test_a_spreadsheets_tab_is_read_by_its_name(
    tabs: dict[str, list[list[Any]]], tab: str | None, found: list[list[Any]], tmp_path: Path
) -> None:
    """Each row by its file, its line and its columns."""
    file = book(tmp_path / "cards.xlsx", tabs)
    assert [list(row) for row in spreadsheet_rows(file, file.name, tab)] == found


@cases
def test_a_spreadsheets_fault_names_tab_row_and_column(
    tabs: dict[str, list[list[Any]]], tab: str | None, told: str, tmp_path: Path
) -> None:
    file = book(tmp_path / "cards.xlsx", tabs)
    (fault,) = faults(spreadsheet_rows(file, file.name, tab))
    assert fault.startswith(told)


@pytest.mark.parametrize("tab", ["a\0b", "\ud800", "-P", "Fish\n"])
def test_a_tab_of_any_name_is_looked_for(tab: str, tmp_path: Path) -> None:
    file = book(tmp_path / "cards.xlsx", {"Fish": [["name"], ["Pike"]]})
    (fault,) = faults(spreadsheet_rows(file, file.name, tab))
    assert fault.startswith("cards.xlsx: no tab")


def test_an_opendocument_spreadsheet_is_read() -> None:
    assert list(spreadsheet_rows(ODS, ODS.name, "Fish")) == [("fish.ods, tab Fish", 2, {"name": "Pike", "cost": 5})]


@pytest.mark.parametrize("data", [b"", b"name,cost\nPike,3\n", b"PK\x03\x04 torn", b"\xd0\xcf\x11\xe0 torn"])
@pytest.mark.parametrize("suffix", [".xlsx", ".ods", ".xls", ".txt"])
def test_what_is_no_spreadsheet_is_one_fault(data: bytes, suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"cards{suffix}"
    file.write_bytes(data)
    (fault,) = faults(spreadsheet_rows(file, file.name, None))
    told = "a file '.txt'; expected a spreadsheet" if suffix == ".txt" else "not read as a spreadsheet"
    assert fault.startswith(f"{file.name}: {told}")


def test_two_cells_that_span_the_largest_sheet_are_refused(tmp_path: Path) -> None:
    # a sheet is read as an area: this one's would take 400 GB, and ended the whole program
    file = tmp_path / "far.xlsx"
    workbook = openpyxl.Workbook()
    workbook.active.append(["name", "cost"])
    workbook.active["XFD1048576"] = 5
    workbook.save(file)
    assert faults(spreadsheet_rows(file, file.name, None)) == [
        "far.xlsx: cells too far apart, or too many; expected cells that lie together, from A1 on"
    ]


def test_a_spreadsheet_that_unpacks_without_end_is_refused_whether_in_one_part_or_in_several(tmp_path: Path) -> None:
    for parts in (1, 2):
        file = tmp_path / "bomb.xlsx"
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            for number in range(parts):
                packed.writestr(f"xl/{number}.xml", b"")
                packed.getinfo(f"xl/{number}.xml").file_size = 260_000_000 // parts
        assert faults(spreadsheet_rows(file, file.name, None)) == [
            "bomb.xlsx: 260,000,000 bytes; expected at most 250,000,000"
        ]
