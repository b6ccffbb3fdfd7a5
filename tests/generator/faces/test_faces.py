"""Pieces that look the same share one scene; what no field changes is drawn once, and judged as if drawn for each."""

from pathlib import Path

import pytest
from cases import cases
from drawn import document_of, faces_of

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Path as Outline, Scene, Use
from generator.faces import faces as module
from generator.faces.elements import context
from generator.faces.elements.resources import MAX_KEPT
from generator.faces.faces import Faces
from specs.base.errors import SpecError
from specs.load import load
from tests.generator.faces.written import fronts, written

TEXT = "{draw: text, text: '{v}', box: [5, 5, 50, 20]}"
CIRCLE = "{draw: circle, at: [9, 9], radius: '{r}', fill: red}"


def opened(folder: Path, elements: str, rows: str) -> tuple[Faces, list[Scene]]:
    """The faces of a spec, and the front of every piece."""
    document = load(written(folder, elements, rows=rows))
    faces = Faces(document)
    return faces, [faces.front(piece) for piece in document.pieces["c"]]


@cases
def test_pieces_that_look_different_have_different_faces(elements: str, rows: str, styles: str, tmp_path: Path) -> None:
    one, other = fronts(written(tmp_path, elements, rows=rows, styles=styles))
    assert one is not other
    assert one.nodes != other.nodes


def test_a_field_that_makes_no_difference_makes_no_second_face(tmp_path: Path) -> None:
    _, (one, other) = opened(tmp_path, f"{{draw: rect, fill: red}}\n{TEXT[:-1]}, when: v > 5}}", "[{v: 1}, {v: 2}]")
    assert one is other


def test_what_two_cards_have_alike_is_the_same_object_and_what_differs_is_not(tmp_path: Path) -> None:
    _, scenes = opened(tmp_path, f"{CIRCLE}\n{TEXT}", "[{r: 2, v: 1}, {r: 2, v: 2}, {r: 3, v: 1}]")
    first, second, third = (scene.nodes for scene in scenes)
    assert first[0] is second[0]
    assert first[1] != second[1]
    assert first[0] != third[0]
    assert first[1] is third[1]


def test_a_fault_of_one_value_alone_is_found_behind_good_ones(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="at least 0"):
        opened(tmp_path, CIRCLE, "[{r: 2}, {r: 2}, {r: -1}]")


def test_parts_drawn_before_count_for_the_face_they_are_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither half is too much, and either was drawn on another card; both on one card are."""
    many = "{{draw: repeat, over: '1..{{{0}}}', items: [{{draw: circle, at: [9, 9], radius: 1, fill: red}}]}}"
    elements, rows = f"{many.format('a')}\n{many.format('b')}", "{a: 9, b: 1}, {a: 1, b: 9}"
    for where in (module, context):
        monkeypatch.setattr(where, "MAX_NODES", 16)
    opened(tmp_path, elements, f"[{rows}]")
    with pytest.raises(SpecError, match="more than 16 parts"):
        opened(tmp_path, elements, f"[{rows}, {{a: 9, b: 9}}]")


def test_a_deck_too_large_to_keep_is_streamed_and_its_marks_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_KEPT_FACES", 5)
    rows = "[" + ", ".join(f"{{v: {v}}}" for v in range(20)) + "]"
    marks = "{draw: fiducial, id: '{v}', at: [20, 20]}\n{draw: fiducial, id: 99, at: [40, 20]}"
    _, scenes = opened(tmp_path, TEXT, rows)
    assert [scene.reusable for scene in scenes] == [True] * 5 + [False] * 15
    faces, scenes = opened(tmp_path, marks, rows)
    assert [faces.markers(scene) for scene in scenes] == [(v, 99) for v in range(20)]
    _, alike = opened(tmp_path, "{draw: rect, fill: red}", rows)
    assert len({id(scene) for scene in alike}) == 1, "what looks alike is still shared"


def test_of_more_colours_than_are_kept_each_icon_has_its_own(tmp_path: Path) -> None:
    count = MAX_KEPT + 50
    icon = "{draw: icon, icon: star, at: [20, 20], size: 9, fill: '#{v:06}'}"
    _, scenes = opened(tmp_path, icon, "[" + ", ".join(f"{{v: {v}}}" for v in range(count)) + "]")
    fills = set()
    for scene in scenes:
        (use,) = scene.nodes
        assert isinstance(use, Use)
        leaves = geo.paint_box(use.scene.nodes)
        fills.add(tuple(leaf.paint.fill for leaf, _ in leaves if isinstance(leaf, Outline)))
    assert len(fills) == count, "each in its own colour"


def test_pieces_that_look_the_same_share_one_scene() -> None:
    document, faces = document_of("atlantis"), faces_of("atlantis")
    cards, tiles = document.pieces["cards"], document.pieces["path-tiles"]
    assert len({id(faces.front(card)) for card in cards}) == 7
    assert len({id(faces.back(card)) for card in cards}) == 1
    assert len({id(faces.back(tile)) for tile in tiles}) == 2
    # set A and set B tiles of one item and value look the same from the front
    looks = {(tile.row["letter"], tile.row["value"]) for tile in tiles}
    assert len({id(faces.front(tile)) for tile in tiles}) == len(looks)
    first, second = (
        {id(node.scene) for node in faces.front(tile).nodes if isinstance(node, Use)} for tile in tiles[:2]
    )
    assert first == second, "an icon is one scene wherever it is used"
