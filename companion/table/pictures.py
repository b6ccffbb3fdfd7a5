"""A position as a picture."""

from __future__ import annotations

from typing import NamedTuple

from companion.contract.faults import SyntaxFault
from companion.table.look import Look
from specs.base.languages import say


class Picture(NamedTuple):
    """A position as an SVG document; a notebook shows it. mm."""

    svg: str
    width_mm: float
    height_mm: float

    def _repr_svg_(self) -> str:
        return self.svg


def picture(look: Look) -> Picture:
    """A position as it looks to somebody. Raises SyntaxFault for a game that has no picture."""
    from generator.formats.svg import scene_svg  # 60 ms, which a move at the table does without

    scene = look.picture(look.game.document)
    if scene is None:
        raise SyntaxFault(say("a picture of {game}", game=look.game.called), say("a game that has pictures"))
    _, _, width, height = scene.box
    return Picture(scene_svg(scene), width, height)
