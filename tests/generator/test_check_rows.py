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


def test_ten_texts_too_long_are_ten_faults_each_with_its_row(tmp_path: Path) -> None:
    csv(tmp_path, "id,name", "", *(f"p{n},{LONG} {n}" if n % 2 else f"p{n},ok" for n in range(20)))
    found = faults(spec(tmp_path, "{csv: c.csv}"))
    assert [line.partition(": text")[0] for line in found] == [
        f"g.yaml:10:45: piece p{n} (c.csv:{n + 3})" for n in range(1, 20, 2)
    ]


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


def test_what_is_wrong_with_several_rows_alike_is_one_line_that_names_them_all(tmp_path: Path) -> None:
    csv(tmp_path, "id,colour", *(f"p{n},{'gren' if n in (1, 2, 3, 4, 7, 9) else 'red'}" for n in range(12)))
    front = "        - {draw: rect, fill: '{colour}'}\n"
    assert faults(spec(tmp_path, "{csv: c.csv}", front)) == [
        (
            "g.yaml:10:30: pieces p1, p2, p3 and 3 more (c.csv:3-6, 9, 11): unknown colour 'gren'; "
            "expected a palette name, #rrggbb or a CSS colour (did you mean 'green'?)"
        )
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


def test_every_row_that_gives_no_piece_is_told(tmp_path: Path) -> None:
    csv(tmp_path, "id,count,value", "a,1,2", "b,0,0", "a,1,4", "c,-1,0", "d,1,x", "e,1,5")
    found = faults(
        spec(tmp_path, "{csv: c.csv, fields: {half: '{10 / value}'}}", "        - {draw: rect, fill: red}\n")
    )
    assert [line.split("; expected")[0] for line in found] == [
        "c.csv:4:1: two pieces with the id 'a'",
        "g.yaml:8:41: rows c.csv:3, 5: '10 / value': division by zero",
        "g.yaml:8:41: row c.csv:6: '10 / value': only numbers can be multiplied or divided",
    ]


def test_a_count_of_nothing_is_told_in_its_cell(tmp_path: Path) -> None:
    csv(tmp_path, "id,count", "a,0", "b,-1")
    assert [
        line.partition(";")[0] for line in faults(spec(tmp_path, "{csv: c.csv}", "        - {draw: rect, fill: red}\n"))
    ] == [
        "c.csv:2:2: count: 0",
        "c.csv:3:2: count: -1",
    ]


def test_two_thousand_faulty_rows_are_two_hundred_faults(tmp_path: Path) -> None:
    csv(tmp_path, "id,name", *(f"p{n},{LONG} {n}" for n in range(2_000)))
    found = faults(spec(tmp_path, "{csv: c.csv}"))
    assert (len(found), found[0]) == (201, "g.yaml: more than 200 faults; expected these mended first")


def test_a_fault_in_a_template_tells_where_it_is_written_and_where_it_is_used(tmp_path: Path) -> None:
    templates = (
        "templates:\n"
        "  name:\n"
        "    - {draw: text, text: '{it}', box: [5, 5, 20, 5], size: 5}\n"
        "  plate: [{draw: rect, fill: red}, {draw: use, template: name, with: {it: '{name}'}}]\n"
    )
    front = "        - {draw: use, template: plate}\n        - {draw: use, template: name, with: {it: '{name}'}}\n"
    csv(tmp_path, "id,name", "a,ok", f"b,{LONG}")
    found = faults(spec(tmp_path, "{csv: c.csv}", front, templates))
    assert [line.partition(" of ")[0] for line in found] == [f"g.yaml:6:39: piece b (c.csv:3): text '{LONG}'"] * 2
    assert [line.rpartition(" (")[2] for line in found] == [
        "a template's element, used in line 14 > 7)",
        "a template's element, used in line 15)",
    ]


def test_what_reaches_beyond_the_bleed_is_told_at_its_own_element(tmp_path: Path) -> None:
    templates = (
        "templates:\n"
        "  bar:\n"
        "    - {draw: rect, fill: red, box: [0, 0, 30, 5]}\n"
        "  turned:\n"
        "    - {draw: group, at: [70, 5], rotate: 90, items: [{draw: use, template: bar}]}\n"
    )
    front = (
        "        - {draw: use, template: bar, at: [5, 5]}\n"
        "        - {draw: use, template: turned}\n"
        "        - {draw: group, at: [40, 5], items: [{draw: use, template: bar}]}\n"
        "        - draw: repeat\n"
        "          over: 2\n"
        "          step: [40, 0]\n"
        "          items:\n"
        "            - {draw: rect, fill: red, box: [0, 0, 30, 5]}\n"
    )
    found = faults(spec(tmp_path, "{list: [{id: a}]}", front, templates))
    assert [line.partition("; expected")[0] for line in found] == [
        "g.yaml:6:36: piece a (line 13): an element from 65.0, 5.0 to 70.0, 35.0 mm",
        "g.yaml:6:36: piece a (line 13): an element from 40.0, 5.0 to 70.0, 10.0 mm",
        "g.yaml:22:44: piece a (line 13): an element from 40.0, 0.0 to 70.0, 5.0 mm",
    ]
    assert [line.rpartition(" (")[2] for line in found[:2]] == [
        "a template's element, used in line 16 > 8)",
        "a template's element, used in line 17)",
    ]


def test_a_warning_of_a_template_or_a_group_is_told_at_the_element_it_is_about(tmp_path: Path) -> None:
    templates = "templates:\n  name:\n    - {draw: text, text: x, size: 1, box: [0, 0, 9, 5]}\n"
    front = (
        "        - {draw: group, at: [9, 9], scale: 2, items: [{draw: use, template: name}]}\n"
        "        - {draw: group, at: [20, 20], scale: 0.5, items: [{draw: use, template: name}]}\n"
        "        - draw: group\n"
        "          items:\n"
        "            - {draw: rect, stroke: red, box: [9, 9, 9, 9]}\n"
        "            - {draw: rect, stroke: red, box: [9, 9, 9, 9], stroke_width: 0.05}\n"
    )
    found = [
        str(each).partition(": ")[2] for each in check(spec(tmp_path, "{list: [{id: a}]}", front, templates)).warnings
    ]
    assert len(found) == 2, found
    assert found[0].startswith("warning: piece a: ")
    assert found[0].endswith("(a template's element, used in line 14)"), found
    places = [(each.place.line, each.place.column) for each in check(tmp_path / "g.yaml").warnings]
    assert places == [(6, 43), (18, 46)]


def test_a_field_that_a_template_lacks_is_told_where_the_template_names_it(tmp_path: Path) -> None:
    templates = (
        "templates:\n"
        "  name:\n"
        "    - {draw: rect, fill: red}\n"
        "    - {draw: text, text: '{it} {nme}', box: [5, 5, 20, 5], size: 5}\n"
        "  plate: [{draw: group, items: [{draw: use, template: name, with: {it: x}}]}]\n"
    )
    front = "        - {draw: use, template: plate}\n        - {draw: use, template: name, with: {it: y}}\n"
    found = faults(spec(tmp_path, "{list: [{id: a, name: b}]}", front, templates))
    assert [line.partition("; expected")[0] for line in found] == [
        "g.yaml:7:26: template 'plate' uses field 'nme', which is not there",
        "g.yaml:7:26: template 'name' uses field 'nme', which is not there",
    ]
    assert [line.rpartition("; ")[2] for line in found] == [
        "a template's element, used in line 15 > 8)",
        "a template's element, used in line 16)",
    ]
