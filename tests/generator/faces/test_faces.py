"""Elements become nodes where geometry says; pieces that look the same share one scene."""

from math import cos, pi, sqrt
from pathlib import Path

import pytest
from cases import cases, data
from drawn import document_of, faces_of
from PIL import Image as Picture

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Image, Node, Scene, Text, Use
from generator.draw.scene import Path as Outline
from generator.faces.faces import Faces
from specs.base.errors import SpecError
from specs.load import load

SPEC = data(__file__)["SPEC"]


def face(folder: Path, elements: str, options: frozenset[str] = frozenset()) -> Scene:
    file = folder / "demo.yaml"
    file.write_text(SPEC.format(elements="\n".join(f"      - {line}" for line in elements.splitlines())))
    document = load(file)
    return Faces(document, options).front(document.pieces["c"][0])


def one(folder: Path, element: str) -> Node:
    (node,) = face(folder, element).nodes
    return node


def box(node: Node) -> tuple[float, ...]:
    assert isinstance(node, Outline)
    found = geo.bounds(node.segments)
    assert found is not None
    return tuple(round(number, 6) for number in found)


def test_the_scene_is_the_trim_and_its_bleed(tmp_path: Path) -> None:
    assert face(tmp_path, "{draw: rect, fill: red}").box == (-3, -3, 66, 46)


def test_a_rect_without_box_fills_the_bleed(tmp_path: Path) -> None:
    assert box(one(tmp_path, "{draw: rect, fill: red}")) == (-3, -3, 66, 46)


@cases
def test_an_element_lies_where_it_says(element: str, expected: tuple[float, ...], tmp_path: Path) -> None:
    assert box(one(tmp_path, element)) == tuple(round(number, 6) for number in expected)


def test_a_stars_tips_and_notches_are_at_their_radii(tmp_path: Path) -> None:
    node = one(tmp_path, "{draw: star, at: [30, 20], r: 10, inner: 4, points: 5, fill: red}")
    assert isinstance(node, Outline)
    corners = [(float(s[1]) - 30, float(s[2]) - 20) for s in node.segments if s[0] in "ML"]
    assert [round(sqrt(x * x + y * y), 6) for x, y in corners] == [10, 4] * 5
    assert corners[0] == (0, -10)


def test_circles_are_round_to_a_fortieth_of_a_percent() -> None:
    for points in geo.flatten(geo.ellipse(0, 0, 10, 10), 50):
        assert all(abs(sqrt(x * x + y * y) - 10) < 0.0028 for x, y in points)


def test_text_takes_its_style_and_centres_its_capitals(tmp_path: Path) -> None:
    node = one(tmp_path, "{draw: text, text: '{name}', style: big, box: [0, 0, 60, 40], align: center, valign: middle}")
    assert isinstance(node, Text)
    assert (node.text, node.font.name, node.size) == ("One", "Cinzel-Bold", 10)
    assert node.fill == (0x33 / 255, 0x66 / 255, 0x99 / 255)
    from generator.draw.fonts.fonts import metrics, width

    assert node.x == pytest.approx(30 - width(node.font, "One", 10) / 2)
    assert node.y == pytest.approx(20 + metrics(node.font).cap_height * 10 / 2)


def test_when_leaves_out_and_options_decide(tmp_path: Path) -> None:
    elements = "{draw: rect, fill: red, when: v > 5}\n{draw: fiducial, marker: 7, at: [20, 20], when: option.marks}"
    assert face(tmp_path, elements).nodes == ()
    assert len(face(tmp_path, elements, frozenset({"marks"})).nodes) == 2


def test_a_group_moves_scales_and_turns(tmp_path: Path) -> None:
    node = one(
        tmp_path,
        "{draw: group, at: [10, 20], scale: 2, rotate: 90, items: [{draw: circle, at: [3, 0], r: 1, fill: red}]}",
    )
    assert isinstance(node, Group)
    assert geo.apply(node.matrix, 3, 0) == pytest.approx((10, 26))


def test_a_template_takes_fields_from_with(tmp_path: Path) -> None:
    node = one(tmp_path, "{draw: use, template: dot, at: [10, 10], with: {size: '{v + 1}'}}")
    assert isinstance(node, Group)
    assert box(node.children[0]) == (-3, -3, 6, 6)


def test_repeat_steps_wraps_and_binds(tmp_path: Path) -> None:
    item = "{draw: rect, box: [0, 0, 2, 2], fill: red}"
    elements = f"{{draw: repeat, over: 5, columns: 2, step: [10, 0], row_step: [0, 8], items: [{item}]}}"
    places = [node.matrix[4:] if isinstance(node, Group) else (0, 0) for node in face(tmp_path, elements).nodes]
    assert places == [(0, 0), (10, 0), (0, 8), (10, 8), (0, 16)]
    elements = f"{{draw: repeat, over: 3, columns: 2, step: [10, 0], items: [{item}]}}"
    places = [node.matrix[4:] if isinstance(node, Group) else (0, 0) for node in face(tmp_path, elements).nodes]
    assert places == [(0, 0), (10, 0), (0, 0)], "rows that are no way apart lie on each other"


def test_repeat_over_a_table_and_a_list(tmp_path: Path) -> None:
    words = "{draw: repeat, over: words, step: [20, 0], items: [{draw: text, text: '{i}{word}', box: [0, 0, 20, 9]}]}"
    items = (
        "{draw: repeat, over: [a, b], each: x, step: [20, 0], items: [{draw: text, text: '{x}', box: [0, 0, 20, 9]}]}"
    )

    def texts(nodes: tuple[Node, ...]) -> list[str]:
        return [
            node.text if isinstance(node, Text) else texts(node.children)[0]
            for node in nodes
            if isinstance(node, Text | Group)
        ]

    assert texts(face(tmp_path, words).nodes) == ["0one", "1two"]
    assert texts(face(tmp_path, items).nodes) == ["a", "b"]


def test_repeat_turns_about_a_point(tmp_path: Path) -> None:
    elements = (
        "{draw: repeat, over: 6, turn: 60, about: [30, 20], items: [{draw: circle, at: [30, 10], r: 1, fill: red}]}"
    )
    second = face(tmp_path, elements).nodes[1]
    assert isinstance(second, Group)
    assert geo.apply(second.matrix, 30, 10) == pytest.approx((30 + 10 * cos(pi / 6), 20 - 10 / 2))


def test_a_picture_keeps_its_proportions_unless_told(tmp_path: Path) -> None:
    Picture.new("RGB", (200, 100), "red").save(tmp_path / "wide.png")
    contain = one(tmp_path, "{draw: image, image: wide.png, box: [0, 0, 40, 40]}")
    assert isinstance(contain, Image)
    assert (contain.x, contain.y, contain.width, contain.height) == (0, 10, 40, 20)
    stretch = one(tmp_path, "{draw: image, image: wide.png, box: [0, 0, 40, 40], fit: stretch}")
    assert isinstance(stretch, Image)
    assert (stretch.width, stretch.height) == (40, 40)
    cover = one(tmp_path, "{draw: image, image: wide.png, box: [10, 0, 40, 40], fit: cover}")
    assert isinstance(cover, Group)
    assert geo.bounds(cover.clip) == (10, 0, 40, 40)


def test_an_svg_picture_is_drawn_as_paths(tmp_path: Path) -> None:
    (tmp_path / "drop.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><path d="M0 0H10V20H0Z"/></svg>'
    )
    node = one(tmp_path, "{draw: image, image: drop.svg, box: [0, 0, 40, 40]}")
    assert isinstance(node, Use)
    assert node.matrix == (2, 0, 0, 2, 10, 0)
    assert box(node.scene.nodes[0]) == (0, 0, 10, 20)


@cases
def test_a_value_that_turns_out_wrong_names_its_element_and_piece(element: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=message):
        face(tmp_path, element)


def test_pieces_that_look_the_same_share_one_scene() -> None:
    document = load("atlantis")
    faces = Faces(document)
    cards = document.pieces["cards"]
    assert len({id(faces.front(card)) for card in cards}) == 7
    assert len({id(faces.back(card)) for card in cards}) == 1
    tiles = document.pieces["path-tiles"]
    assert len({id(faces.back(tile)) for tile in tiles}) == 2
    # set A and set B tiles of one item and value look the same from the front
    fronts = {id(faces.front(tile)) for tile in tiles}
    assert len(fronts) == len({(tile.row["letter"], tile.row["value"]) for tile in tiles})


def test_an_icon_is_one_scene_wherever_it_is_used() -> None:
    document = load("atlantis")
    faces = Faces(document)
    first, second = (faces.front(tile) for tile in document.pieces["path-tiles"][:2])

    def icons(scene: Scene) -> set[int]:
        return {id(node.scene) for node in scene.nodes if isinstance(node, Use)}

    assert icons(first) == icons(second)


@pytest.mark.parametrize("options", [frozenset[str](), frozenset({"fiducials"})])
def test_every_face_of_every_bundled_game_can_be_drawn(options: frozenset[str]) -> None:
    from specs.load import bundled

    for name in bundled():
        document = document_of(name)
        faces = Faces(document, options & set(document.spec.options)) if options else faces_of(name)
        for pieces in document.pieces.values():
            for piece in pieces:
                assert faces.front(piece).nodes
                faces.back(piece)
