"""`check` names every faulty piece, with the line of its row in the CSV, the sheet or the spec, and so does `build`."""

from pathlib import Path

import openpyxl
from cases import cases
from command import generator

from generator.building.check import check

HEAD = "game: g\ntitle: T\ncredits: {designer: D}\n"
LONG = "a name far too long for its card"
RED = "        - {draw: rect, fill: red}\n"
TEXT = "        - {draw: text, text: '{name}', box: [5, 5, 20, 5], size: 5}\n"


def spec(folder: Path, rows: str, front: str = TEXT, more: str = "", keys: str = "") -> Path:
    file = folder / "g.yaml"
    component = f"components:\n    c:\n      title: C\n      size: 60\n{keys}      rows: {rows}\n      front:\n{front}"
    file.write_text(HEAD + more + component, encoding="utf-8")
    return file


def faults(file: Path) -> list[str]:
    found = [str(fault).replace(f"{file.parent}/", "") for fault in check(file).faults]
    return sorted(found, key=lambda line: line.partition(":")[0])


def csv(folder: Path, *lines: str) -> None:
    (folder / "c.csv").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def test_check_and_build_say_the_same(tmp_path: Path) -> None:
    csv(tmp_path, "id,name", f"a,{LONG}", "b", f"c,{LONG} too", "d,d,d")
    spec(tmp_path, "{csv: c.csv}")
    checked = generator("check", "g.yaml", cwd=tmp_path)
    built = generator("build", "g.yaml", cwd=tmp_path)
    assert (checked.status, built.status) == (2, 2)
    assert checked.err == built.err
    assert [line.partition(";")[0].partition(" of ")[0] for line in checked.err.splitlines()] == [
        "c.csv:3:2: a row",
        "c.csv:5:3: a row",
        f"g.yaml:10:45: piece a (c.csv:2): text '{LONG}'",
        f"g.yaml:10:45: piece c (c.csv:4): text '{LONG} too'",
    ]


@cases
def test_a_row_of_the_spec_is_named_by_its_line(rows: str, more: str, told: str, tmp_path: Path) -> None:
    rows, more = (text.replace("LONG", f"'{LONG}'") for text in (rows, more))
    if rows.startswith("["):
        rows = f"{{list: {rows}}}"
    (found,) = faults(spec(tmp_path, rows, more=more))
    assert found.split(": ")[1] == told


def test_a_sheets_row_is_named_by_its_tab_and_number(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Fish"
    for row in ([], ["name", "count"], ["ok", 1], ["x", "two"], [LONG, 2]):
        book.active.append(row)
    book.save(tmp_path / "c.xlsx")
    found = faults(spec(tmp_path, "{spreadsheet: c.xlsx}"))
    assert found[0].startswith("c.xlsx, tab Fish:4:2: count: 'two'; expected a"), found
    assert found[1].startswith("g.yaml:10:45: piece c-03-01 (c.xlsx, tab Fish:5): text '"), found
    assert len(found) == 2


def test_two_thousand_faulty_rows_are_two_hundred_faults(tmp_path: Path) -> None:
    csv(tmp_path, "id,name", *(f"p{n},{LONG} {n}" for n in range(2_000)))
    found = faults(spec(tmp_path, "{csv: c.csv}"))
    assert (len(found), found[0]) == (201, "g.yaml: more than 200 faults; expected these mended first")
