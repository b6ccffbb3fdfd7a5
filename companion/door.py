"""What other programs ask of the referee beside a `Game` and its `Table`: records in and out, ends, pictures."""

from __future__ import annotations

from typing import NamedTuple

from companion import transcript, written
from companion.contract import Result, SyntaxFault
from companion.look import REFEREE, Look, Viewer
from companion.record import read as read_record
from companion.record import write as write_record
from companion.replay import begin, final, play
from companion.starting import keep
from companion.table import Table
from specs.base.languages import say

__all__ = ["Picture", "picture", "read", "settle", "write"]


class Picture(NamedTuple):
    """A position as an SVG document; a notebook shows it. mm."""

    svg: str
    width_mm: float
    height_mm: float

    def _repr_svg_(self) -> str:
        return self.svg


def picture(look: Look) -> Picture:
    """A position as it looks to somebody. Raises SyntaxFault for a game that has no picture."""
    from generator.formats.svg import scene_svg

    scene = look.picture(look.game.document)
    if scene is None:
        raise SyntaxFault(say("a picture of {game}", game=look.game.called), say("a game that has pictures"))
    _, _, width, height = scene.box
    return Picture(scene_svg(scene), width, height)


def read(text: str | bytes, name: str = "record") -> Table:
    """A record (YAML) or a public transcript, every turn checked, as the table it leads to; `name` stands in faults.

    Raises SpecError for what cannot be read, `RecordStops` for the first turns that are refused.

    >>> table = read("{game: atlantis, players: [Ann, Bob], setup: {seed: 1}, moves: [1:H, 1:O]}")
    >>> table.ply, table.whose
    (2, 'Ann')
    """
    data = text.encode() if isinstance(text, str) else text
    record, source = transcript.read(data, name) if transcript.is_transcript(data) else read_record(data, name)
    whole, start = begin(record, source)
    return keep(None, whole, play(whole.referee, start, whole.lines))


def write(table: Table, viewer: Viewer = REFEREE) -> str:
    """A game as a record, which `read` takes. Raises SyntaxFault where it would tell a viewer what is hidden.

    >>> table = read("{game: circles, players: [Ann, Bob], moves: []}")
    >>> read(write(table)).position == table.position
    True
    """
    return write_record(written.record(table, viewer))


def settle(text: str | bytes, name: str = "end") -> Result:
    """A final position (YAML) with no history: costs, scores and winners. Raises SpecError.

    >>> from pathlib import Path
    >>> settle(Path("docs/examples/atlantis-end.yaml").read_text()).winners
    (1,)
    """
    game, state = final(text.encode() if isinstance(text, str) else text, name)
    return game.score.settle(state)
