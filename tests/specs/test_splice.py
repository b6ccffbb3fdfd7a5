"""A value of a spec is changed where it stands: the values are those wanted, every other byte is as it was."""

import random
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pytest

from specs.edit.merge import merged
from specs.edit.splice import Change, Unwritable, changed, found
from specs.edit.table import CellChange, records, with_change
from specs.read.yaml_nodes import read_text

ROOT = Path(__file__).parents[2]
SPECS = sorted([*ROOT.glob("specs/*.yaml"), *ROOT.glob("docs/examples/**/*.yaml")])

SPEC = """\
game: port  # ours
components:
  cards:
    size: poker
    front: &face
      - {draw: rect, fill: 'sea'}   # the ground
      # the name
      - draw: text
        text: |
          First
          second
        box: [5, "{w / 2}", 30.5, 8]
    back: *face
    rows: []
"""
FRONT = ("components", "cards", "front")


def lines(before: str, after: str) -> list[str]:
    """The lines that are new or other."""
    old, new = before.splitlines(), after.splitlines()
    steps = SequenceMatcher(None, old, new).get_opcodes()
    return [line for kind, *_, at, end in steps if kind != "equal" for line in new[at:end]]


@pytest.mark.parametrize(
    ("change", "now"),
    [
        (Change("set", (*FRONT, 1, "box"), [5.25, "{w / 2}", 30.5, 8]), ['        box: [5.25, "{w / 2}", 30.5, 8]']),
        (Change("set", (*FRONT, 0, "fill"), "it's"), ["      - {draw: rect, fill: 'it''s'}   # the ground"]),
        (Change("set", (*FRONT, 0, "fill"), "#fff"), ["      - {draw: rect, fill: '#fff'}   # the ground"]),
        (Change("set", (*FRONT, 0, "radius"), 3), ["      - {draw: rect, fill: 'sea', radius: 3}   # the ground"]),
        (Change("set", (*FRONT, 1, "text"), "One\ntwo: #3\n"), ["          One", "          two: #3"]),
        (Change("set", (*FRONT, 1, "size"), 5), ["        size: 5"]),
        (Change("set", ("components", "cards", "size"), [63, 88]), ["    size: [63, 88]"]),
        (Change("remove", (*FRONT, 0, "fill")), ["      - {draw: rect}   # the ground"]),
        (Change("remove", (*FRONT, 1)), []),
        (Change("copy", (*FRONT, 0)), ["      - {draw: rect, fill: 'sea'}   # the ground"]),
        (Change("add", (*FRONT, 99), {"draw": "icon", "icon": "sun"}), ["      - {draw: icon, icon: sun}"]),
        (Change("add", ("components", "cards", "rows", 0), "a: b"), ['    rows: ["a: b"]']),
    ],
)  # fmt: skip
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_only_the_lines_of_what_is_changed_are_other(change: Change, now: list[str], ends: str) -> None:
    after = changed(SPEC.replace("\n", ends), [change])
    assert lines(SPEC, after) == now
    assert after.count("#") >= SPEC.count("#") - (change.kind == "remove")


def test_what_would_change_something_else_is_refused_and_what_is_another_by_now() -> None:
    for wrong in (
        Change("set", (*FRONT, 7, "fill"), "red"),
        Change("move", ("components", "cards", "size"), 1),
        Change("set", (*FRONT, 0, "fill"), "red", was="blue"),
    ):
        with pytest.raises(Unwritable):
            changed(SPEC, [wrong])
    twice = "a: &x {b: 1}\nc: {<<: 2, d: *x}\n".replace("<<: 2, ", "")
    assert changed(twice, [Change("set", ("a", "b"), 2)]) == twice.replace("1", "2")  # both are the same one


def test_what_others_saved_meanwhile_stays_where_the_lines_differ() -> None:
    base = "a\nb\nc\nd\ne\n"
    assert merged(base, "a\nB\nc\nd\ne\n", "a\nb\nc\nd\nE\nf\n") == "a\nB\nc\nd\nE\nf\n"
    assert merged(base, "a\nb\nc\nd\nE\n", "0\na\nb\nc\nd\ne\n") == "0\na\nb\nc\nd\nE\n"
    assert merged(base, "a\nB\nc\nd\ne\n", "a\n\nc\nd\ne\n") is None


def values(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*path, key), each
        yield from values(each, (*path, key))


def test_any_number_of_any_spec_is_changed_in_its_line_alone() -> None:
    picks, done, back = random.Random(7), 0, 0
    for file in SPECS:
        text = file.read_bytes().decode()
        plain = read_text(text.encode(), "").value
        numbers = [path for path, each in values(plain) if type(each) in (int, float)]
        for path in picks.sample(numbers, min(4, len(numbers))):
            number = found(plain, path)
            after = changed(text, [Change("set", path, number + 1.25, was=number)])
            assert found(read_text(after.encode(), "").value, path) == pytest.approx(number + 1.25)
            assert (len(lines(text, after)), text.count("\n")) == (1, after.count("\n"))
            done += 1
            back += changed(after, [Change("set", path, number)]) == text
    assert done > 100
    assert back > 0.95 * done  # the others were written as 73.500


def test_a_cell_and_a_row_of_a_table_are_changed_where_they_stand() -> None:
    table = 'name;words\r\n"ada ""a""";1,5\r\n\r\n"b\r\nc";2'
    assert [[cell.text for cell in row.cells] for row in records(table)][1:] == [
        ['ada "a"', "1,5"],
        [""],
        ["b\r\nc", "2"],
    ]
    first = with_change(table, CellChange("cards", 2, column=1, value="x; y", was="1,5"))
    assert first == table.replace("1,5", '"x; y"')
    assert with_change(table, CellChange("cards", 4, kind="copy")) == table + "\n" + '"b\r\nc";2'
    assert with_change(table, CellChange("cards", 2, kind="remove")) == table.replace('"ada ""a""";1,5\r\n', "")
    assert with_change("name\nAnn\n", CellChange("cards", 2, value="Ann, Bob", was="Ann")) == 'name\n"Ann, Bob"\n'
    for wrong in (CellChange("cards", 3, column=4), CellChange("cards", 9), CellChange("cards", 2, value="x", was="y")):
        with pytest.raises(Unwritable):
            with_change(table, wrong)
