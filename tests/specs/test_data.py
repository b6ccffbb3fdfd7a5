"""Rows from files: CSV as programs of all countries write it, spreadsheets, and faults with their row and column."""

import zipfile
from itertools import islice
from pathlib import Path

import openpyxl
import pytest

from specs.base.errors import SpecError
from specs.read.csv import csv_rows, spreadsheet_rows


def book(file: Path, **tabs: list[list[object]]) -> Path:
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    for title, rows in tabs.items():
        sheet = workbook.create_sheet(title)
        for row in rows:
            sheet.append(row)
    workbook.save(file)
    return file


def ods(file: Path, rows: str) -> Path:
    """The least an OpenDocument spreadsheet can be, with one tab."""
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    content = (
        f'<?xml version="1.0"?><office:document-content {spaces} office:version="1.2"><office:body><office:spreadsheet>'
        f'<table:table table:name="Fish">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("mimetype", kind)
        packed.writestr("META-INF/manifest.xml", manifest)
        packed.writestr("content.xml", content)
    return file


def faults(rows: object) -> list[str]:
    with pytest.raises(SpecError) as refused:
        list(rows)  # type: ignore[call-overload]
    return [str(fault) for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        (b"name,value\nAda,7\n", [{"name": "Ada", "value": 7}]),
        (b"\xef\xbb\xbfname;value\r\nAda;3,5\r\n", [{"name": "Ada", "value": 3.5}]),
        (b"name\tvalue\nAda, Bob\t7\n", [{"name": "Ada, Bob", "value": 7}]),
        ("\ufeffname\tvalue\nŻaba\t007\n".encode("utf-16-le"), [{"name": "Żaba", "value": "007"}]),
        (b'name,value\n"two\nlines",true\n', [{"name": "two\nlines", "value": True}]),
        (b"name\nAda\n\n  \nBob\n", [{"name": "Ada"}, {"name": "Bob"}]),
        (b'name,text\nAda,"3,5; 4"\n', [{"name": "Ada", "text": "3,5; 4"}]),
        (b"sep=;\r\nname, first;value\r\nAda;3,5\r\n", [{"name, first": "Ada", "value": 3.5}]),
        (b'\xef\xbb\xbf"sep=\t"\nname\tvalue\nAda\t7\n', [{"name": "Ada", "value": 7}]),
        (b"\n \n;;\r\nname;value\nAda;7\n", [{"name": "Ada", "value": 7}]),
        ("name,text\nAda,a\u2028b\x0cc\n".encode(), [{"name": "Ada", "text": "a\u2028b\x0cc"}]),
    ],
    ids=[
        "commas",
        "semicolons and a decimal comma",
        "tabs",
        "unicode text",
        "a cell of two lines",
        "blank lines",
        "quotes",
        "a first line that says what divides",
        "the same in quotes",
        "blank first lines",
        "ends of lines that are none in CSV",
    ],
)
def test_csv_is_read_as_programs_write_it(data: bytes, rows: list[dict[str, object]], tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_bytes(data)
    assert [row for _, _, row in csv_rows(file, file.name)] == rows


def test_a_table_has_five_hundred_columns_at_most(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    for count in (500, 501):
        names = [f"c{n}" for n in range(count)]
        file.write_text("\n".join([",".join(names), ",".join("7" * count)]), encoding="utf-8")
        if count == 500:
            assert list(csv_rows(file, file.name)) == [("cards.csv", 2, dict.fromkeys(names, 7))]
    assert faults(csv_rows(file, file.name)) == ["cards.csv:1:501: 501 columns; expected at most 500"]


def test_a_spreadsheets_tab_is_read_by_its_name(tmp_path: Path) -> None:
    file = book(
        tmp_path / "cards.xlsx",
        Fish=[["name", "cost", "rare"], ["Pike", 3.0, True], [None, None, None], ["Eel", 2.5, False]],
        Birds=[["name"], ["Heron"]],
    )
    fish = [{"name": "Pike", "cost": 3, "rare": True}, {"name": "Eel", "cost": 2.5, "rare": False}]
    assert [row for _, _, row in spreadsheet_rows(file, file.name, None)] == fish
    assert list(spreadsheet_rows(file, file.name, "Birds")) == [("cards.xlsx, tab Birds", 2, {"name": "Heron"})]
    assert faults(spreadsheet_rows(file, file.name, "Bird")) == [
        "cards.xlsx: no tab 'Bird'; expected one of Fish, Birds (did you mean 'Birds'?)"
    ]


def test_an_opendocument_spreadsheet_is_read(tmp_path: Path) -> None:
    def row(*cells: str) -> str:
        return f"<table:table-row>{''.join(cells)}</table:table-row>"

    def words(text: str) -> str:
        return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'

    five = '<table:table-cell office:value-type="float" office:value="5"><text:p>5</text:p></table:table-cell>'
    file = ods(tmp_path / "cards.ods", row(words("name"), words("cost")) + row(words("Pike"), five))
    assert list(spreadsheet_rows(file, file.name, "Fish")) == [("cards.ods, tab Fish", 2, {"name": "Pike", "cost": 5})]


def test_a_spreadsheets_fault_names_tab_row_and_column(tmp_path: Path) -> None:
    file = book(tmp_path / "cards.xlsx", Fish=[["name", "cost"], ["Pike", 3], ["Eel", 2, "more"]])
    assert faults(spreadsheet_rows(file, file.name, None)) == [
        "cards.xlsx, tab Fish:3:3: a row of 3 cells; expected 2: name, cost"
    ]
    twice = book(tmp_path / "twice.xlsx", Fish=[["name", "name"]])
    assert faults(spreadsheet_rows(twice, twice.name, None))[0].startswith(
        "twice.xlsx, tab Fish:1:2: column name 'name' twice"
    )
    empty = book(tmp_path / "empty.xlsx", Fish=[])
    assert faults(spreadsheet_rows(empty, empty.name, None))[0].startswith("empty.xlsx, tab Fish:1:1: an empty table")


@pytest.mark.parametrize("data", [b"", b"name,cost\nPike,3\n", b"PK\x03\x04 torn", b"\xd0\xcf\x11\xe0 torn"])
def test_what_is_no_spreadsheet_is_one_fault(data: bytes, tmp_path: Path) -> None:
    for suffix in (".xlsx", ".ods", ".xls"):
        file = tmp_path / f"cards{suffix}"
        file.write_bytes(data)
        (fault,) = faults(spreadsheet_rows(file, file.name, None))
        assert fault.startswith(f"{file.name}: not read as a spreadsheet")
    other = tmp_path / "cards.txt"
    other.write_bytes(data)
    assert faults(spreadsheet_rows(other, other.name, None))[0].startswith(
        "cards.txt: a file '.txt'; expected a spreadsheet"
    )


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


@pytest.mark.parametrize("tab", ["a\0b", "\ud800", "-P", "Fish\n"])
def test_a_tab_of_any_name_is_looked_for(tab: str, tmp_path: Path) -> None:
    file = book(tmp_path / "cards.xlsx", Fish=[["name"], ["Pike"]])
    (fault,) = faults(spreadsheet_rows(file, file.name, tab))
    assert fault.startswith("cards.xlsx: no tab")


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


@pytest.mark.parametrize("cell", ["123456789012345", "1234567890123456", "0.12345678901234567", "-1234567890123456"])
def test_a_number_is_never_rounded(cell: str, tmp_path: Path) -> None:
    """15 digits are a number; of more, such as a serial number, not one is lost: it stays what was written."""
    (tmp_path / "cards.csv").write_text(f"number\n{cell}\n")
    ((_, _, row),) = csv_rows(tmp_path / "cards.csv", "cards.csv")
    assert str(row["number"]) == cell
    assert isinstance(row["number"], int) == (cell == "123456789012345")


def test_a_large_number_of_a_spreadsheet_keeps_what_a_float_holds_of_it(tmp_path: Path) -> None:
    file = book(tmp_path / "cards.xlsx", Fish=[["small", "large"], [999_999_999_999_999.0, 1e15]])
    ((_, _, row),) = spreadsheet_rows(file, file.name, None)
    assert row == {"small": 999_999_999_999_999, "large": "1000000000000000.0"}


def test_csv_that_is_neither_utf_8_nor_16_names_its_byte(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_bytes(b"name\nZ\xfcrich\n")
    assert faults(csv_rows(file, file.name)) == ["cards.csv:2:2: byte 0xfc, not UTF-8; expected a file saved as UTF-8"]


def test_every_row_too_short_or_too_long_is_told_after_the_whole_ones(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_bytes(b'sep=,\n\nname,cost\nPike,3\nEel\n"Roach\nand Rudd",2\nTench,1,2,3\nBream,4\n')
    read = csv_rows(file, file.name)
    rows = [(line, row["name"]) for _, line, row in islice(read, 3)]
    assert rows == [(4, "Pike"), (6, "Roach\nand Rudd"), (9, "Bream")]
    with pytest.raises(SpecError) as refused:
        next(read)
    assert [str(fault) for fault in refused.value.faults] == [
        "cards.csv:5:2: a row of 1 cell without 'cost'; expected 2: name, cost",
        "cards.csv:8:3: a row of 4 cells; expected 2: name, cost",
    ]
