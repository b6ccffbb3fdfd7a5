"""What people read at the table, of Circles, Escape and Gods: letters large enough, typeset marks, no word left alone.

A box is large enough for what the sheets say lies in it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from said import Said, said

from generator.faces.faces import Faces
from specs.document import Document
from specs.load import load

GAMES = pytest.mark.parametrize("game", ["circles", "escape", "gods"])
POINT = 25.4 / 72


def sides(document: Document, component: str) -> Iterator[list[Said]]:
    """What stands on the front and on the back of a component's first piece."""
    faces = Faces(document)
    for piece in document.pieces[component][:1]:
        yield from (list(said(scene.nodes)) for scene in (faces.front(piece), faces.back(piece)) if scene is not None)


def read(document: Document, component: str) -> Iterator[tuple[str, float]]:
    """Every text of its first piece with its em in mm."""
    yield from ((each.text, each.size) for side in sides(document, component) for each in side)


def lines(side: list[Said]) -> list[Said]:
    """The lines of a side, put together from their runs of one font."""
    found: list[Said] = []
    for run in side:
        for number, line in enumerate(found):
            if abs(line.y - run.y) < 0.05 and abs(line.size - run.size) < 0.01 and 0 <= run.left - line.right < 3:
                found[number] = line._replace(text=f"{line.text} {run.text}", right=run.right)
                break
        else:
            found.append(run)
    return found


@GAMES
def test_an_aid_is_set_in_ten_points_or_more(game: str) -> None:
    document = load(game)
    (aid,) = (name for name in document.spec.components if name in ("aid", "aids"))
    small = {text for text, size in read(document, aid) if size < 10 * POINT - 1e-6}
    assert not small


@GAMES
def test_no_paragraph_ends_in_a_line_of_one_word(game: str) -> None:
    document = load(game)
    alone = []
    for name in ("rules", "aid", "aids"):
        for side in sides(document, name) if name in document.spec.components else ():
            every = lines(side)
            for last in every:
                before = [
                    line
                    for line in every
                    if 0.9 * last.size < last.y - line.y < 1.4 * last.size
                    and abs(line.size - last.size) < 0.01
                    and abs(line.left - last.left) < 6
                    and len(line.text.split()) > 3
                ]
                alone += [(name, last.text) for _ in before[:1] if len(last.text.split()) == 1]
    assert not alone


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
    words = {word.rstrip(".:,") for word in sheet}
    for name, option in document.spec.rules.items():
        assert {name, *map(str, option.choices)} - {str(option.default)} <= words


@GAMES
def test_the_rules_sheet_marks_our_rulings_and_says_what_the_mark_is(game: str) -> None:
    texts = " ".join(text for text, _ in read(load(game), "rules"))
    assert "† Our ruling, where the rule" in texts
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
