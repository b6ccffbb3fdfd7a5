"""Atlantis's sheets tell who never saw the game: one order of a turn, what may lack at a table, what may be agreed."""

import re

from cases import cases

from specs.load import load
from specs.model.elements import Icon

DOCUMENT = load("atlantis")
SPEC = DOCUMENT.spec
TURN = SPEC.tables["turn"]


RULES = (DOCUMENT.folder / "atlantis" / "rules.md").read_text(encoding="utf-8")


def test_the_aid_and_the_rules_tell_the_parts_of_a_turn_in_one_order() -> None:
    steps = [(int(row["step"]), str(row["name"]).split()[0]) for row in TURN]
    assert steps == [(1, "Buy"), (2, "Move"), (3, "Bridge"), (4, "Pay"), (5, "Take"), (6, "Draw")]
    numbered = re.findall(r"\*\*(\d)  (.+?)\*\*(?=(.{0,40}))", RULES)
    assert [int(number) for number, _, _ in numbered] == [step for step, _ in steps]
    for (_, name), (_, words, after) in zip(steps, numbered, strict=True):
        assert name.lower() in f"{words}{after}".lower()


def test_the_words_of_each_step_begin_with_what_the_rules_call_it() -> None:
    for row in TURN:
        assert str(row["name"]).split()[0] in str(row["text"])


@cases
def test_the_rules_answer_what_a_table_asks(words: str) -> None:
    assert words in RULES


def test_water_tiles_are_alike() -> None:
    assert len(DOCUMENT.pieces["water-tiles"]) == 24
    assert {tuple(piece.row.items()) for piece in DOCUMENT.pieces["water-tiles"]} == {()}
    assert [each.icon for each in SPEC.components["water-tiles"].front if isinstance(each, Icon)] == ["waves", "frame"]
