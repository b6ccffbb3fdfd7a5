"""An element is drawn once for what pieces have in the fields it uses, and judged as if it were drawn for each."""

from pathlib import Path

import pytest
from cases import data

from generator.faces import faces as module
from generator.faces.faces import Faces
from specs.base.errors import SpecError
from specs.load import load
from specs.model.document import Document

SPEC = data(__file__)["SPEC"]


def document(folder: Path, rows: str, *elements: str) -> Document:
    file = folder / "demo.yaml"
    file.write_text(SPEC.format(rows=rows, elements="\n".join(f"      - {each}" for each in elements)))
    return load(file)


def test_what_two_cards_have_alike_is_the_same_object_and_what_differs_is_not(tmp_path: Path) -> None:
    suit, number = "{draw: circle, at: [9, 9], r: '{r}', fill: red}", "{draw: text, text: '{v}', box: [5, 5, 50, 20]}"
    game = document(tmp_path, "{r: 2, v: 1}, {r: 2, v: 2}, {r: 3, v: 1}", suit, number)
    faces = Faces(game)
    first, second, third = (faces.front(piece).nodes for piece in game.pieces["c"])
    assert first[0] is second[0]
    assert first[1] != second[1]
    assert first[0] != third[0]
    assert first[1] is third[1]


def test_a_fault_of_one_value_alone_is_found_behind_good_ones(tmp_path: Path) -> None:
    game = document(tmp_path, "{r: 2}, {r: 2}, {r: -1}", "{draw: circle, at: [9, 9], r: '{r}', fill: red}")
    faces = Faces(game)
    good, again, bad = game.pieces["c"]
    assert faces.front(good) is faces.front(again)
    with pytest.raises(SpecError, match="at least 0"):
        faces.front(bad)


def test_parts_drawn_before_count_for_the_face_they_are_on(tmp_path: Path) -> None:
    """Neither half is too much, and either was drawn on another card; both on one card are."""
    many = "{{draw: repeat, over: '{{{0}}}', step: [0, 0], items: [{{draw: circle, at: [9, 9], r: 1, fill: red}}]}}"
    game = document(tmp_path, "{a: 9, b: 1}, {a: 1, b: 9}, {a: 9, b: 9}", many.format("a"), many.format("b"))
    with pytest.MonkeyPatch.context() as patch:
        for where in (module, __import__("generator.faces.elements.context", fromlist=["pen"])):
            patch.setattr(where, "MAX_NODES", 16)
        faces = Faces(game)
        first, second, both = game.pieces["c"]
        faces.front(first), faces.front(second)
        with pytest.raises(SpecError, match="more than 16 parts"):
            faces.front(both)


def test_few_ways_of_an_element_are_kept(tmp_path: Path) -> None:
    rows = ", ".join(f"{{v: {n}}}" for n in range(3 * module.MAX_KEPT_WAYS))
    game = document(tmp_path, rows, "{draw: text, text: '{v}', box: [5, 5, 50, 20]}")
    faces = Faces(game)
    for piece in game.pieces["c"]:
        faces.front(piece)
    side = faces._sides["c", "front", None]
    assert side is not None
    assert len(side.parts[0].kept) <= module.MAX_KEPT_WAYS
