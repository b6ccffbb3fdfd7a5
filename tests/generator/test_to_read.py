"""What people read at the table, of Escape and Gods: letters large enough, and typeset marks.

A box is large enough for what the sheets say lies in it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from generator.draw import geometry as geo
from generator.draw.scene import Group, Node, Text, Use
from generator.faces.faces import Faces
from specs.document import Document
from specs.load import load

GAMES = pytest.mark.parametrize("game", ["escape", "gods"])
POINT = 25.4 / 72


def letters(nodes: tuple[Node, ...], scale: float = 1.0) -> Iterator[tuple[str, float]]:
    """Every text with its em in mm as it is printed."""
    for node in nodes:
        match node:
            case Text():
                yield node.text, node.size * scale
            case Group(children=children):
                yield from letters(children, scale * geo.scale_of(node.matrix))
            case Use(scene=scene):
                yield from letters(scene.nodes, scale * geo.scale_of(node.matrix))
            case _:
                pass


def read(document: Document, component: str) -> Iterator[tuple[str, float]]:
    faces = Faces(document)
    for piece in document.pieces[component][:1]:
        for scene in (faces.front(piece), faces.back(piece)):
            if scene is not None:
                yield from letters(scene.nodes)


@GAMES
def test_an_aid_is_set_in_ten_points_or_more(game: str) -> None:
    document = load(game)
    (aid,) = (name for name in document.spec.components if name in ("aid", "aids"))
    small = {text for text, size in read(document, aid) if size < 10 * POINT - 1e-6}
    assert not small


@GAMES
def test_no_word_on_a_piece_has_a_typewriters_apostrophe(game: str) -> None:
    document = load(game)
    straight = {
        (name, text) for name in document.pieces for text, _ in read(document, name) if "'" in text or '"' in text
    }
    assert not straight


@GAMES
def test_the_rules_sheet_names_every_other_way_to_play(game: str) -> None:
    document = load(game)
    sheet = " ".join(text for text, _ in read(document, "rules")).split()
    said = {word.rstrip(".:,") for word in sheet}
    for name, option in document.spec.rules.items():
        assert {name, *map(str, option.choices)} - {str(option.default)} <= said


@GAMES
def test_the_rules_sheet_marks_our_rulings_and_says_what_the_mark_is(game: str) -> None:
    texts = " ".join(text for text, _ in read(load(game), "rules"))
    assert "† Our ruling, where the rulebook is silent" in texts
    assert texts.count("†") > 3


def test_all_that_stands_in_escape_lies_flat_in_its_box() -> None:
    document = load("escape")
    box = document.spec.components["box"]
    assert isinstance(box.size, tuple)
    assert box.depth
    wide, tall = box.size
    volume = 0.0
    for name in ("creatures", "boats", "atlanteans"):
        figure = document.spec.components[name]
        assert figure.flap is not None, "its feet fold out, and back: they are not glued to anything"
        assert isinstance(figure.size, tuple)
        across, up = figure.size
        assert across <= wide - 2
        assert up + figure.base <= tall - 2
        volume += len(document.pieces[name]) * across * (up + figure.base) * 1.0  # four layers of card
    die = document.spec.components["dice"].size
    assert isinstance(die, float)
    volume += len(document.pieces["dice"]) * die**3
    assert volume < wide * tall * box.depth / 2
