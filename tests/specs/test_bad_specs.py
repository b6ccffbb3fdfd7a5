"""What a spec's author can get wrong, and the one line that says so: where, what was found, what was expected."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specs.base.errors import SpecError
from specs.load import load
from specs.read.yaml_nodes import read_text

ICONS = ("flag", "crown")
FONTS = ("Cinzel-Bold", "AlegreyaSans-Regular")

GOOD = """\
game: demo
title: Demo
credits: {designer: Ann}
palette: {sea: "#246"}
styles:
  big: {size: 8, fill: sea}
templates:
  badge:
    - {draw: circle, at: [5, 5], r: 4, fill: sea}
components:
  cards:
    title: Cards
    size: poker
    rows:
      list:
        - {name: One, value: 1}
        - {name: Two, value: 2}
    front:
      - {draw: rect, fill: sea}
      - {draw: text, text: "{name}", box: [5, 5, 50, 10], style: big}
      - {draw: use, template: badge}
"""


def faults(folder: Path, text: str | bytes) -> list[str]:
    """The lines load() reports for a spec, without the file's own path."""
    file = folder / "demo.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SpecError) as caught:
        load(file, icons=ICONS, fonts=FONTS)
    return [str(fault).replace(str(file), "demo.yaml") for fault in caught.value.faults]


def test_what_is_missing_hides_no_fault_around_it(tmp_path: Path) -> None:
    """A size is mm, two of them or a name: what stands in for it leaves the face to be checked."""
    text = GOOD.replace("    size: poker\n", "").replace("draw: rect, fill: sea", "draw: rect, fill: see")
    found = faults(tmp_path, text)
    assert len(found) == 2
    assert "without 'size'" in found[0]
    assert "unknown colour 'see'" in found[1]


def test_the_good_spec_is_good(tmp_path: Path) -> None:
    file = tmp_path / "demo.yaml"
    file.write_text(GOOD)
    document = load(file, icons=ICONS, fonts=FONTS)
    assert [piece.id for piece in document.pieces["cards"]] == ["cards-01", "cards-02"]


# (what is replaced in the good spec, by what, the start of the line expected)
WRONG = {
    "row of an unknown pile": (
        "credits: {designer: Ann}",
        "credits: {designer: Ann}\nsetup: {piles: {deck: {component: cards}}, open: {row: {pile: dekc}}}",
        "demo.yaml:4:63: unknown pile 'dekc'; expected one of deck (did you mean 'deck'?)",
    ),
    "label of an unknown field": (
        "credits: {designer: Ann}",
        (
            "credits: {designer: Ann}\n"
            'setup: {piles: {deck: {component: cards}}, open: {row: {pile: deck, label: "{nam}"}}}'
        ),
        "demo.yaml:4:76: no field 'nam'; expected one of i, id, n, name, players, value",
    ),
    "pile that asks for player": (
        "credits: {designer: Ann}",
        (
            "credits: {designer: Ann}\n"
            "setup: {piles: {deck: {component: cards, where: value < player}}, open: {row: {pile: deck}}}"
        ),
        "demo.yaml:4:49: no field 'player'; expected one of id, n, name, players, value",
    ),
    "tab": ("    title: Cards", "\ttitle: Cards", "demo.yaml:12:1: a tab; expected spaces"),
    "not YAML": ("credits: {designer: Ann}", "credits: {designer: Ann", "demo.yaml:4:8: not YAML"),
    "duplicate key": (
        "title: Demo",
        "title: Demo\ntitle: Again",
        "demo.yaml:3:1: key 'title' a second time (first in line 2)",
    ),
    "unknown key": (
        "title: Demo",
        "titel: Demo",
        "demo.yaml:2:1: unknown key 'titel'; expected a key of a spec (did you mean 'title'?)",
    ),
    "wrong type": ("size: poker", "size: [poker, 4]", "demo.yaml:13:12: 'poker'; expected a number"),
    "negative size": ("size: poker", "size: -5", "demo.yaml:13:11: size -5"),
    "unknown size": ("size: poker", "size: pokre", "demo.yaml:13:11: unknown size 'pokre'"),
    "unknown kind": ("draw: rect", "draw: rekt", "demo.yaml:19:16: draw: 'rekt'; expected one of rect"),
    "element without kind": ("draw: rect, ", "", "demo.yaml:19:9: an element without 'draw:'"),
    "unknown icon": (
        "{draw: use, template: badge}",
        "{draw: icon, icon: flog, at: [9, 9], size: 5}",
        "demo.yaml:21:28: unknown icon 'flog'; expected an icon's name (did you mean 'flag'?)",
    ),
    "unknown colour": (
        "fill: sea}\n      - {draw: text",
        "fill: see}\n      - {draw: text",
        "demo.yaml:19:28: unknown colour 'see'",
    ),
    "unknown field": ('"{name}"', '"{nam}"', "demo.yaml:20:28: no field 'nam'; expected one of name, value"),
    "unknown style": ("style: big", "style: bog", "demo.yaml:20:66: unknown style 'bog'; expected one of big"),
    "unknown font": ("style: big", "font: Cinzle-Bold", "demo.yaml:20:65: unknown font 'Cinzle-Bold'"),
    "unknown template": (
        "template: badge",
        "template: bagde",
        "demo.yaml:21:31: unknown template 'bagde'; expected one of aid, aid-row, aid-step, badge",
    ),
    "missing image": (
        "{draw: use, template: badge}",
        "{draw: image, image: fish.png, box: [1, 1, 9, 9]}",
        "demo.yaml:21:30: no file 'fish.png'",
    ),
    "image outside": (
        "{draw: use, template: badge}",
        "{draw: image, image: ../fish.png, box: [1, 1, 9, 9]}",
        "demo.yaml:21:30: '../fish.png' leads out of the spec's folder",
    ),
    "missing CSV": (
        "list:\n        - {name: One, value: 1}\n        - {name: Two, value: 2}",
        "csv: cards.csv",
        "demo.yaml:15:12: no file 'cards.csv'",
    ),
    "CSV outside": (
        "list:\n        - {name: One, value: 1}\n        - {name: Two, value: 2}",
        "csv: /etc/passwd",
        "demo.yaml:15:12: '/etc/passwd' leads out of the spec's folder",
    ),
    "count 0": (
        "{name: One, value: 1}",
        "{name: One, value: 1, count: 0}",
        "demo.yaml:16:40: count: 0; expected a whole number of at least 1",
    ),
    "10 million pieces": (
        "{name: One, value: 1}",
        "{name: One, value: 1, count: 10000000}",
        "demo.yaml:16:11: 10,000,000 pieces or more; expected at most 200,000 of a component",
    ),
    "recursive template": (
        "{draw: circle, at: [5, 5], r: 4, fill: sea}",
        "{draw: use, template: badge}",
        "demo.yaml:9:5: a template that uses itself (badge > badge)",
    ),
    "recursive style": (
        "big: {size: 8",
        "big: {extends: big, size: 8",
        "demo.yaml:6:18: style 'big' that extends itself",
    ),
    "tag": ("title: Demo", "title: !!python/object:os.system Demo", "demo.yaml:2:8: tag !!python/object:os.system"),
    "tag on a mapping": ("{designer: Ann}", "!!set {designer: Ann}", "demo.yaml:3:10: tag !!set"),
    "tag on a list": ("box: [5, 5", "box: !!x [5, 5", "demo.yaml:20:43: tag !!x; expected plain values"),
    "merge key": ("{designer: Ann}", "{<<: {designer: Ann}}", "demo.yaml:3:11: a merge key '<<'"),
    "bad expression": ('"{name}"', '"{name"', "demo.yaml:20:28: '{' without '}'"),
    "call in an expression": ('"{name}"', "\"{open('x')}\"", "demo.yaml:20:28: 'open(...)'; expected one of abs"),
    "negative radius": ("r: 4", "r: -4", "demo.yaml:9:37: r: -4; expected 0 or more"),
    "both sources": ("rows:\n", "rows:\n      table: t\n", "demo.yaml:15:7: rows with list and table"),
    "players": (
        "title: Demo",
        "title: Demo\nplayers: {min: 4, max: 2}",
        "demo.yaml:3:10: 4 to 2 players; expected min at most max",
    ),
    "more players than colours": (
        "title: Demo",
        "title: Demo\nplayers: {min: 2, max: 9, colours: [red, blue]}",
        "demo.yaml:3:36: 2 colours for 9 players; expected one for each",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_fault_is_one_line_with_its_place(name: str, tmp_path: Path) -> None:
    old, new, expected = WRONG[name]
    assert old in GOOD, "the example must change something"
    lines = faults(tmp_path, GOOD.replace(old, new, 1))
    assert any(line.startswith(expected) for line in lines), "\n".join(lines)
    assert len(lines) == 1 or name in {"unknown key", "tag", "merge key"}, "\n".join(lines)


def test_all_faults_come_out_in_one_run_in_the_order_of_their_lines(tmp_path: Path) -> None:
    text = (
        GOOD.replace("size: poker", "size: pokre")
        .replace("r: 4", "r: -4")
        .replace('"{name}"', '"{nam}"')
        .replace("draw: rect", "draw: rekt")
    )
    places = [line.split(": ")[0] for line in faults(tmp_path, text)]
    assert places == ["demo.yaml:9:37", "demo.yaml:13:11", "demo.yaml:19:16", "demo.yaml:20:28"]


def test_a_byte_that_is_not_utf8(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD.encode().replace(b"Demo", b"D\xe9mo")) == [
        "demo.yaml:2:9: byte 0xe9, which is not UTF-8; expected a file saved as UTF-8"
    ]


def test_an_empty_file(tmp_path: Path) -> None:
    assert faults(tmp_path, "# nothing\n") == [
        "demo.yaml:1:1: an empty file; expected a YAML mapping that begins with 'game:'"
    ]


def test_a_list_instead_of_a_mapping(tmp_path: Path) -> None:
    assert faults(tmp_path, "- a\n- b\n") == [
        "demo.yaml:1:1: a list of 2; expected a spec with keys such as game, title, credits"
    ]


def test_a_directory_and_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="a folder; expected a spec file"):
        load(tmp_path)
    with pytest.raises(SpecError, match=r"no such spec; .*did you mean 'atlantis'"):
        load("atlantsi")


def test_a_yaml_bomb_is_refused_before_it_grows(tmp_path: Path) -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 9))
    assert "more than 400,000 values, aliases counted" in faults(tmp_path, bomb)[0]


def test_an_alias_inside_itself(tmp_path: Path) -> None:
    lines = faults(tmp_path, "a: &a [*a]\n" + GOOD)
    assert "demo.yaml:1:4: an alias inside the value it stands for; expected a value that ends" in lines


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("name,value\nOne\n", "cards.csv:2:2: a row of 1 cell without 'value'; expected 2: name, value"),
        ("name,value\nOne,1\nTwo,2,3\n", "cards.csv:3:3: a row of 3 cells; expected 2: name, value"),
        ("name,name\nOne,1\n", "cards.csv:1:2: column name 'name' twice"),
        ("name,\nOne,1\n", "cards.csv:1:2: column 2 without a name"),
        ("", "cards.csv:1:1: an empty table"),
    ],
)
def test_a_csv_fault_names_the_csv_file_and_line(rows: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(rows)
    source = "list:\n        - {name: One, value: 1}\n        - {name: Two, value: 2}"
    assert any(line.startswith(expected) for line in faults(tmp_path, GOOD.replace(source, "csv: cards.csv")))


def test_a_column_the_faces_use_is_missing(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("title,value\nOne,1\n")
    source = "list:\n        - {name: One, value: 1}\n        - {name: Two, value: 2}"
    assert faults(tmp_path, GOOD.replace(source, "csv: cards.csv"))[0].startswith("demo.yaml:18:28: no field 'name'")


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no symbolic links here")
def test_a_link_that_leads_out_of_the_folder(tmp_path: Path) -> None:
    inside = tmp_path / "spec"
    inside.mkdir()
    (tmp_path / "secret.csv").write_text("name,value\nOne,1\n")
    (inside / "cards.csv").symlink_to(tmp_path / "secret.csv")
    source = "list:\n        - {name: One, value: 1}\n        - {name: Two, value: 2}"
    assert "leads out of the spec's folder" in faults(inside, GOOD.replace(source, "csv: cards.csv"))[0]


def test_yaml_words_are_not_booleans_and_times_not_numbers(tmp_path: Path) -> None:
    file = tmp_path / "demo.yaml"
    file.write_text(GOOD.replace("{name: One, value: 1}", "{name: no, value: 12:30, on: yes}"))
    row = load(file).pieces["cards"][0].row
    assert (row["name"], row["value"], row["on"]) == ("no", "12:30", "yes")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_mutated_specs_raise_nothing_but_spec_errors(tmp_path: Path, data: st.DataObject) -> None:
    text = GOOD
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(st.text("{}[]:,-'\"&*!|>#\n \t0a.%@é", max_size=6)) + text[end:]
    file = tmp_path / "mutated.yaml"
    file.write_text(text, encoding="utf-8")
    try:
        load(file, icons=ICONS, fonts=FONTS)
    except SpecError as error:
        assert error.faults
        assert all("\n" not in str(fault) for fault in error.faults)


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_a_file_nested_deeper_than_any_stack_is_a_fault(opening: str) -> None:
    with pytest.raises(SpecError) as refused:
        read_text(opening.encode() * 50_000, "deep.yaml")
    (fault,) = refused.value.faults
    assert fault.found == "more than 60 levels of nesting"
    assert (fault.place.line, fault.place.column) == (1, 60 * len(opening) + 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: *b", "f:1:4: alias '*b'; expected an anchor '&b' before it"),
        ("- &a 1\n- &a 2", "f:2:3: anchor '&a' a second time; expected each anchor once"),
        ("a: 1\n---\nb: 2", "f:2:1: a second document; expected one document a file"),
    ],
)
def test_anchors_and_documents(text: str, message: str) -> None:
    with pytest.raises(SpecError) as refused:
        read_text(text.encode(), "f")
    assert [str(fault) for fault in refused.value.faults] == [message]


def test_a_place_after_items_that_were_left_out_is_the_one_in_the_file() -> None:
    tree = read_text(b"[a, b, c, d, e, f]", "f")
    tree.removed = {(): [0, 2, 3]}
    assert [tree.mark((n,)) for n in range(3)] == [(1, 5), (1, 14), (1, 17)]
