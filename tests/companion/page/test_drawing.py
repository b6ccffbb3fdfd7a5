"""Pictures for a browser: parts that a turn left as they were are not written again, and nothing of it shows."""

from __future__ import annotations

from typing import Any

import pytest
from often import tiers
from records import records_of, spec, whole

from companion import games
from companion.page.drawing import Drawings, Drawn
from generator.draw.geometry.geometry import rectangle
from generator.draw.scene import Group, Node, Paint, Path as Shape, Scene, Use

DRAWN = [name for name in games.names() if games.Game(name).has_picture]
BOX = (0.0, 0.0, 10.0, 10.0)


def face(width: float) -> Scene:
    return Scene(BOX, (Shape(rectangle(0, 0, width, 10), Paint(fill=(1.0, 0.0, 0.0))),))


def draw(drawings: Drawings, *nodes: Node) -> Drawn:
    return drawings.draw(Scene(BOX, nodes))


@pytest.mark.parametrize("name", tiers([name for name in DRAWN if name != "gods"], ["gods"]))
def test_a_picture_is_the_same_however_much_was_drawn_before(name: str) -> None:
    found, kept = whole(min(records_of(name))), Drawings()
    game: Any = found.game
    for state in found.states[:3]:
        scene, alone = game.picture(game.seen(state, None), spec(name)), Drawings()
        assert kept.draw(scene) == alone.draw(scene)
        assert kept.wanted(alone.faces) == alone.faces


def test_parts_that_differ_in_their_faces_only_are_told_apart() -> None:
    narrow, wide, drawings = face(2), face(8), Drawings()
    one = draw(drawings, Group((Use(narrow), Use(wide), Use(narrow))))
    other = draw(drawings, Group((Use(narrow), Use(wide), Use(wide))))
    assert one.faces == other.faces
    first, second = (name for name in one.faces)
    assert [f'href="#{name}"' in one.body for name in (first, second)] == [True, True]
    assert (one.body.count(first), one.body.count(second)) == (2, 1)
    assert (other.body.count(first), other.body.count(second)) == (1, 2)


def test_what_parts_are_cut_to_is_defined_once_and_by_what_it_looks_like() -> None:
    small, large = rectangle(0, 0, 4, 4), rectangle(0, 0, 6, 6)
    red = Shape(rectangle(0, 0, 9, 9), Paint(fill=(1.0, 0.0, 0.0)))
    drawings = Drawings()
    both = draw(drawings, Group((red,), clip=small), Group((red,), clip=large), Group((red, red), clip=small))
    assert both.body.count("<clipPath") == 2
    names = [part.split(")")[0] for part in both.body.split("url(#")[1:]]
    assert names[0] == names[2] != names[1]
    assert all(both.body.count(f'id="{name}"') == 1 for name in names)
    alone = draw(drawings, Group((red,), clip=large))
    assert f'id="{names[1]}"' in alone.body, "the same name in every picture"


def test_a_picture_of_nothing_defines_nothing() -> None:
    assert draw(Drawings()).body == ""
