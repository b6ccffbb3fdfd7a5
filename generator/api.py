"""What other programs ask of the printer: load a spec, print a game, draw one face. See `generator`.

Each raises SpecError with every fault it finds, and OSError for a file that cannot be read or written.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from generator.building.loading import asked, load
from specs.base.errors import bad
from specs.model.document import AnySpec, Document

if TYPE_CHECKING:
    from generator.building.build import Built

__all__ = ["Face", "build", "face", "load"]


def build(
    game: Document | AnySpec, out: str | Path = "output", *, strict: bool = False, jobs: int = 1, **options: object
) -> Built:
    """Print a game to `out/GAME`, as `generator build` does, with the options of `Options` by their names.

    A folder is replaced as a whole or not at all. `strict` takes a warning for a fault; `jobs` is how many processes
    share the work, whose files are the same however many there are.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as out:
    ...     done = build("docs/examples/deck/deck.yaml", out, formats="pdf", paper="letter", count=1)
    >>> done.files
    ('0-README.txt', 'harbour-deck-chosen.pdf', 'manifest.json')
    >>> build("docs/examples/deck/deck.yaml", marks="corp", bleed=-1)
    Traceback (most recent call last):
    ...
    specs.base.errors.SpecError: --bleed: '-1'; expected a number of mm from 0 to 20
    --marks: 'corp'; expected crop, lines or none (did you mean 'crop'?)
    """
    from generator.building import build as building
    from generator.plan.runs import Request

    document, settings = asked(game, options)
    return building.build(document, settings, Request(out=Path(out), strict=strict, jobs=jobs))


class Face(Struct, frozen=True):
    """One side of a piece as an SVG document, cut to its shape; a notebook shows it. mm."""

    piece: str
    side: Literal["front", "back"]
    svg: str
    width_mm: float
    height_mm: float

    def _repr_svg_(self) -> str:
        return self.svg


def face(
    game: Document | AnySpec, piece: str, side: Literal["front", "back"] = "front", *, options: Sequence[str] = ()
) -> Face:
    """One side of a piece by its id, with the spec's print options of some names.

    >>> crown = face("atlantis", "card-C-01")
    >>> crown.width_mm, crown.height_mm, "</svg>" in crown.svg
    (44.0, 68.0, True)
    >>> face("atlantis", "card-X-01")
    Traceback (most recent call last):
    ...
    specs.base.errors.SpecError: no piece 'card-X-01'; expected a piece's id, such as ... (did you mean 'card-...'?)
    """
    from generator.building.files import piece_svg
    from generator.faces.faces import Faces
    from specs.read.typed import did_you_mean

    document, settings = asked(game, {"options": tuple(options)})
    pieces = {each.id: each for every in document.pieces.values() for each in every}
    if piece not in pieces:
        expected = f"a piece's id, such as '{next(iter(pieces))}'"
        raise bad("unknown-piece", "", f"no piece '{piece}'", expected, did_you_mean(piece, pieces))
    found = pieces[piece]
    faces = Faces(document, frozenset(settings.given.options))
    scene = faces.back(found) if side == "back" else faces.front(found)
    if scene is None:
        raise bad("missing-key", "", f"no back of '{piece}'", "its front")
    width, height = document.spec.components[found.component].size_mm
    return Face(piece, side, piece_svg(document, found.component, scene), float(width), float(height))
