"""What other programs ask of the printer: load a spec, print a game, draw one face. See `generator`.

Each raises SpecError with every fault it finds, and OSError for a file that cannot be read or written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.draw import fonts
from generator.faces import icons
from specs.document import Document
from specs.ground.errors import SpecError
from specs.load import load as loaded
from specs.pieces import by_players

if TYPE_CHECKING:
    from generator.building import Built
    from generator.settings import Settings

__all__ = ["Face", "asked", "build", "face", "load"]


def load(game: str | Path, *, layout: str | None = None, players: int | None = None) -> Document:
    """A spec, read, checked and expanded: by a bundled game's name, or a YAML file's path; with one of its layouts as
    the pieces that lie by it, and the pieces for so many players.

    >>> load("atlantis").spec.title
    'Atlantis'
    >>> load("atlantsi")
    Traceback (most recent call last):
    ...
    specs.ground.errors.SpecError: atlantsi: no such spec; expected the name of a bundled game or a YAML file (did
    you mean 'atlantis'?)
    """
    try:
        return loaded(game, icons=icons.bundled(), fonts=fonts.bundled(), layout=layout, players=players)
    except SpecError as error:
        from generator.check import check

        raise SpecError(check(game).faults or error.faults) from None  # all there are, as `check` tells them


def build(
    game: Document | str | Path, out: str | Path = "output", *, strict: bool = False, jobs: int = 1, **options: object
) -> Built:
    """Print a game to `out/GAME`, as `generator build` does, with the options of `Options` by their names.

    A folder is replaced as a whole or not at all. `strict` takes a warning for a fault; `jobs` is how many processes
    share the work, whose files are the same however many there are.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as out:
    ...     done = build("docs/examples/deck/deck.yaml", out, formats="pdf", paper="letter", count=1)
    >>> done.files
    ('harbour-deck-chosen.pdf', 'manifest.json')
    >>> build("docs/examples/deck/deck.yaml", marks="corp", bleed=-1)
    Traceback (most recent call last):
    ...
    specs.ground.errors.SpecError: --bleed: '-1'; expected a number of mm from 0 to 20
    --marks: 'corp'; expected crop, lines or none (did you mean 'crop'?)
    """
    from generator import building

    document, settings = asked(game, options)
    return building.build(document, settings, Path(out), lambda _: None, strict=strict, jobs=jobs)


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
    game: Document | str | Path, piece: str, side: Literal["front", "back"] = "front", *, options: Sequence[str] = ()
) -> Face:
    """One side of a piece by its id, with the spec's print options of some names.

    >>> crown = face("atlantis", "card-C-01")
    >>> crown.width_mm, crown.height_mm, "</svg>" in crown.svg
    (44.0, 68.0, True)
    >>> face("atlantis", "card-X-01")
    Traceback (most recent call last):
    ...
    specs.ground.errors.SpecError: no piece 'card-X-01'; expected a piece's id, such as ... (did you mean 'card-...'?)
    """
    from generator.building import piece_svg
    from generator.faces.faces import Faces
    from generator.words import bad
    from specs.explain import did_you_mean
    from specs.sizes import size_mm

    document, settings = asked(game, {"options": tuple(options)})
    pieces = {each.id: each for every in document.pieces.values() for each in every}
    if piece not in pieces:
        expected = f"a piece's id, such as '{next(iter(pieces))}'"
        raise bad("", f"no piece '{piece}'", expected, did_you_mean(piece, pieces))
    found = pieces[piece]
    faces = Faces(document, frozenset(settings.given.options))
    scene = faces.back(found) if side == "back" else faces.front(found)
    if scene is None:
        raise bad("", f"no back of '{piece}'", "its front")
    width, height = size_mm(document.spec.components[found.component])
    return Face(piece, side, piece_svg(document, found.component, scene), float(width), float(height))


def asked(game: Document | str | Path, words: Mapping[str, object]) -> tuple[Document, Settings]:
    """A game and what words ask of it, by the options' names; for the command line, which asks back and says more."""
    from generator.settings import read

    document = game if isinstance(game, Document) else load(game)
    settings = read(words, document)
    layout, players = settings.given.layout, words.get("players")
    played = players if isinstance(players, int) and by_players(document.spec) else None
    if layout is not None or played is not None:
        document = load(document.file, layout=layout, players=played)
    if not settings.given.language:
        return document, settings
    from generator.several import in_languages

    document = in_languages(document, settings.given.language)
    parts = document.parts
    asked_ = (
        name
        for name in document.spec.components
        if (parts[name].component if name in parts else name) in settings.components
    )
    return document, replace(settings, components=tuple(asked_))
