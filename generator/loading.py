"""A game as a build asks for it: its spec by name or file, in the languages and for the players that options name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from generator.draw import fonts
from generator.faces import icons
from specs.document import Document
from specs.ground.errors import SpecError
from specs.load import load as loaded
from specs.pieces import by_players

if TYPE_CHECKING:
    from generator.settings import Settings


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
