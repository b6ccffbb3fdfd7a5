"""The picture of a position shows the printed pieces; what is not printed is a square with its number."""

from __future__ import annotations

from drawing import position

from companion.contract.position import Position
from companion.contract.values import Player
from companion.games.circles import picture
from generator.draw.scene import Group, Node, Scene, Text, Use
from generator.faces.faces import faces_of
from specs.load import load

CIRCLES = load("circles")
FACES = faces_of(CIRCLES)


def used(state: Position) -> list[Scene]:
    """The faces in a position's picture."""

    def walk(node: Node) -> list[Scene]:
        match node:
            case Use(scene=scene):
                return [scene]
            case Group(children=children):
                return [face for child in children for face in walk(child)]
        return []

    return [face for node in picture.Drawing(state, CIRCLES).drawn().scene.nodes for face in walk(node)]


def face(component: str, colour: str, value: int = 0) -> Scene:
    piece = next(
        piece
        for piece in CIRCLES.pieces[component]
        if piece.row["colour"] == colour and piece.row.get("value", 0) == value
    )
    return FACES.front(piece)


def test_stones_towers_and_burned_ground_look_as_they_are_printed() -> None:
    found = used(position("a2 . x\n. B1 ."))
    assert found == [
        face("stones", "red", 2),
        face("stones", "burned", 1),
        face("towers", "blue"),
        face("stones", "blue", 1),
    ]


def test_a_tower_with_nothing_on_it_is_the_bare_tower() -> None:
    assert used(position("A0 . .")) == [face("towers", "red")]


def test_a_height_or_a_colour_that_is_not_printed_is_still_told() -> None:
    tall = position("a9 . .")
    assert used(tall) == []
    odd = position("a2 . .")._replace(players=(Player("P1", "maroon"), Player("P2", "no such")))
    assert used(odd) == []
    for state, number in ((tall, "9"), (odd, "2")):
        groups = [node for node in picture.Drawing(state, CIRCLES).drawn().scene.nodes if isinstance(node, Group)]
        words = [child.text for group in groups for child in group.children if isinstance(child, Text)]
        assert number in words
