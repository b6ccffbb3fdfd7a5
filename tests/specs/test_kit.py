"""What a table needs of a spec: its kit, with or without `table:`, and what is wrong with one."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from cases import cases, data, put
from hypothesis import given, strategies as st

from specs.base.errors import SpecError
from specs.expand import counting
from specs.expand.expr import ExprError
from specs.expand.table_kit import Kit, decode, encode, kit_of
from specs.load import bundled, load
from specs.translation.overlay import table_words

FREE = Path(__file__).parents[1] / "companion" / "free"
SPECS = sorted(set(FREE.glob("*.yaml")) - set(FREE.glob("test_*.yaml")))


def changed(tmp_path: Path, name: str, *pairs: tuple[str, str]) -> Path:
    text = (FREE / f"{name}.yaml").read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return put(tmp_path / f"{name}.yaml", text)


def kit(file: Path | str) -> Kit:
    document = load(file, icons=())
    return kit_of(document, table_words(document))


@pytest.mark.parametrize("spec", [*bundled(), *map(str, SPECS)], ids=lambda spec: Path(spec).stem)
def test_every_spec_has_a_kit_that_is_kept_as_text(spec: str) -> None:
    found = kit_of(load(spec))
    again = decode(encode(found))
    assert (again, encode(again)) == (found, encode(found))
    assert {"hand", "table", "discard", "box"} <= set(found.zones)
    words = [kind.word.lower() for kind in found.kinds]
    assert len(set(words)) == len(words)
    assert not set(words) & set(found.zones)


def test_copies_are_one_kind_and_each_has_the_fields_that_expressions_use() -> None:
    found = {kind.word: kind for kind in kit(FREE / "lands.yaml").kinds}
    counts = {word: each.count for word, each in found.items()}
    assert counts == {"t1": 4, "t2": 4, "t3": 1, "man-red": 3, "man-blue": 3}
    assert found["t1"].fields == {"land": "wood"}
    assert found["man-red"].fields == {"colour": "red"}


def test_what_setup_lays_out_is_a_zone_and_the_table_adds_to_it() -> None:
    zones = kit(FREE / "market.yaml").zones
    assert (zones["deck"].lay, zones["deck"].see) == ("stack", "none")
    assert (zones["market"].lay, zones["market"].limit, zones["market"].fill) == ("row", 4, "deck")
    assert (zones["hand"].each, zones["hand"].see) == (True, "own")


def test_a_hex_has_its_middle_and_each_cell_its_neighbours() -> None:
    cells = kit(FREE / "lands.yaml").zones["land"].cells
    assert len(cells) == 217
    assert set(cells["i9"]) == {"j9", "i8", "h8", "h9", "i10", "j10"} or len(cells["i9"]) == 6
    assert all(cell in cells[beside] for cell, around in cells.items() for beside in around)


@cases
def test_a_new_picture_changes_no_kit(tmp_path: Path, change: tuple[str, str]) -> None:
    assert kit(changed(tmp_path, "market", change)) == kit(FREE / "market.yaml")


@cases
def test_what_a_game_in_play_hangs_on_changes_it(tmp_path: Path, change: tuple[str, str]) -> None:
    assert kit(changed(tmp_path, "market", change)) != kit(FREE / "market.yaml")


def test_words_of_another_language_change_no_kit_and_are_kept_with_it(tmp_path: Path) -> None:
    file = changed(tmp_path, "market")
    bare = kit(file)
    (tmp_path / "words").mkdir()
    words = put(tmp_path / "words" / "de.yaml", 'words: {"goods": "Waren"}\n')
    found = kit(file)
    assert (found, found.digest) == (bare, bare.digest)
    assert decode(encode(found)).words["de"]["goods"] == "Waren"
    words.write_text("words: [\n", encoding="utf-8")
    assert kit(file).words == {}


@cases
def test_a_bound_of_a_table_is_the_last_that_is_taken(old: str, new: str, tmp_path: Path) -> None:
    assert kit(changed(tmp_path, "market", (old, new))) != kit(FREE / "market.yaml")


FAULTS = data(__file__)["FAULTS"]


@pytest.mark.parametrize(("old", "new", "told"), FAULTS, ids=[new for _, new, _ in FAULTS])
def test_a_fault_of_the_table_has_its_place(tmp_path: Path, old: str, new: str, told: str) -> None:
    file = changed(tmp_path, "market", (old, new))
    with pytest.raises(SpecError) as refused:
        load(file, icons=(), fonts=())
    lines = [str(fault) for fault in refused.value.faults]
    assert any(re.search(told, line) for line in lines), lines
    assert all(re.match(r".*market\.yaml:\d+:\d+: ", line) for line in lines), lines


def test_a_spec_that_is_more_than_a_table_takes_is_told_so(tmp_path: Path) -> None:
    file = changed(tmp_path, "market", ("1..10", "1..600"))
    with pytest.raises(SpecError, match="2,400 pieces; expected at most 2,000 at a table"):
        load(file, icons=())


COLUMN = st.lists(st.integers(-5, 5) | st.sampled_from(["a", "b"]), max_size=12).map(tuple)


@given(COLUMN, st.integers(1, 4))
def test_sets_are_as_many_as_can_be_taken_out_one_after_the_other(column: tuple[object, ...], size: int) -> None:
    left, made = {value: column.count(value) for value in column}, 0
    while sum(count > 0 for count in left.values()) >= size:
        for value in sorted(left, key=lambda value: -left[value])[:size]:
            left[value] -= 1
        made += 1
    assert counting.evaluate(f"sets(x, {size})", {"x": column}) == made


@given(st.text("abc.()[]+-*/%,'0123456789 sumkindsrunatcountmaxminsets_x", max_size=40))
def test_an_expression_is_a_value_or_a_fault(text: str) -> None:
    with suppress(ExprError):
        counting.evaluate(text, {"x": (1, 2, 2), "a": 3, "b": "x"})
