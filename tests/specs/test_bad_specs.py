"""What a spec's author can get wrong, and the one line that says so: where, what was found, what was expected."""

import os
from pathlib import Path

import pytest
from cases import cases, data, put

from specs.base.errors import SpecError
from specs.load import load
from specs.read.yaml_nodes import read_text

ICONS = ("flag", "crown")
FONTS = ("Cinzel-Bold", "AlegreyaSans-Regular")

GOOD = data(__file__)["GOOD"]
ROWS = "from:\n        - {name: One, value: 1}\n        - {name: Two, value: 2}"


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
    file = put(tmp_path / "demo.yaml", GOOD)
    document = load(file, icons=ICONS, fonts=FONTS)
    assert [piece.id for piece in document.pieces["cards"]] == ["cards-01", "cards-02"]


@cases
def test_what_is_no_spec_is_told_in_one_line(text: str, told: str, tmp_path: Path) -> None:
    assert told in faults(tmp_path, text.replace("GOOD\n", GOOD).encode("latin-1"))


# (what is replaced in the good spec, by what, the start of the line expected)
WRONG = data(__file__)["WRONG"]


@pytest.mark.parametrize("name", WRONG)
def test_a_fault_is_one_line_with_its_place(name: str, tmp_path: Path) -> None:
    old, new, expected = WRONG[name]
    assert old in GOOD, "the example must change something"
    lines = faults(tmp_path, GOOD.replace(old, new, 1))
    assert any(line.startswith(expected) for line in lines), "\n".join(lines)
    assert len(lines) == 1 or name in {"tag", "merge key"}, "\n".join(lines)


def test_all_faults_come_out_in_one_run_in_the_order_of_their_lines(tmp_path: Path) -> None:
    text = GOOD
    for good, bad in (
        ("size: poker", "size: pokre"),
        ("radius: 4", "radius: -4"),
        ('"{name}"', '"{nam}"'),
        ("rect", "rekt"),
    ):
        text = text.replace(good, bad)
    places = [line.split(": ")[0] for line in faults(tmp_path, text)]
    assert places == ["demo.yaml:9:42", "demo.yaml:13:11", "demo.yaml:19:16", "demo.yaml:20:28"]


def test_a_directory_and_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="a folder; expected a spec file"):
        load(tmp_path)
    with pytest.raises(SpecError, match=r"no such spec; .*did you mean 'atlantis'"):
        load("atlantsi")


@cases
def test_a_csv_fault_names_the_csv_file_and_line(rows: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(rows)
    assert any(line.startswith(expected) for line in faults(tmp_path, GOOD.replace(ROWS, "from: cards.csv")))


def test_a_column_the_faces_use_is_missing(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("title,value\nOne,1\n")
    assert faults(tmp_path, GOOD.replace(ROWS, "from: cards.csv"))[0].startswith("demo.yaml:18:28: no field 'name'")


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no symbolic links here")
def test_a_link_that_leads_out_of_the_folder(tmp_path: Path) -> None:
    inside = tmp_path / "spec"
    inside.mkdir()
    (inside / "cards.csv").symlink_to(put(tmp_path / "secret.csv", "name,value\nOne,1\n"))
    assert "leads out of the spec's folder" in faults(inside, GOOD.replace(ROWS, "from: cards.csv"))[0]


def test_yaml_words_are_not_booleans_and_times_not_numbers(tmp_path: Path) -> None:
    file = put(tmp_path / "demo.yaml", GOOD.replace("{name: One, value: 1}", "{name: no, value: 12:30, on: yes}"))
    row = load(file).pieces["cards"][0].row
    assert (row["name"], row["value"], row["on"]) == ("no", "12:30", "yes")


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_a_file_nested_deeper_than_any_stack_is_a_fault(opening: str) -> None:
    with pytest.raises(SpecError) as refused:
        read_text(opening.encode() * 50_000, "deep.yaml")
    (fault,) = refused.value.faults
    assert fault.found == "more than 60 levels of nesting"
    assert (fault.place.line, fault.place.column) == (1, 60 * len(opening) + 1)


@cases
def test_anchors_and_documents(text: str, message: str) -> None:
    with pytest.raises(SpecError) as refused:
        read_text(text.encode(), "f")
    assert [str(fault) for fault in refused.value.faults] == [message]


def test_a_place_after_items_that_were_left_out_is_the_one_in_the_file() -> None:
    tree = read_text(b"[a, b, c, d, e, f]", "f")
    tree.removed = {(): [0, 2, 3]}
    assert [tree.mark((n,)) for n in range(3)] == [(1, 5), (1, 14), (1, 17)]
