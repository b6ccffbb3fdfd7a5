"""Loads a game for a build: its spec by name or file, in the languages and for the players that options name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from generator.draw.fonts import fonts
from generator.faces.pictures import icons
from specs.base.errors import SpecError
from specs.expand.pieces import by_players
from specs.load import load as loaded
from specs.model.document import AnySpec, Document

if TYPE_CHECKING:
    from generator.plan.settings import Settings


def load(game: AnySpec, *, layout: str | None = None, players: int | None = None) -> Document:
    """Return a spec, read, checked and expanded: by a bundled game's name, a YAML file's path, its text (of
    several lines), or its mapping; with the pieces for this number of `players`. Components whose rows come from a
    layout use `layout`. Raises SpecError.

    >>> load("atlantis").spec.title
    'Atlantis'
    >>> load("atlantsi")
    Traceback (most recent call last):
    ...
    specs.base.errors.SpecError: atlantsi: no such spec; expected the name of a bundled game or a YAML file (did
    you mean 'atlantis'?)
    """
    try:
        return loaded(game, icons=icons.bundled(), fonts=fonts.bundled(), layout=layout, players=players)
    except SpecError as error:
        from generator.building.check import check

        raise SpecError(check(game).faults or error.faults) from None  # all faults, as `check` finds them


def players(document: Document, words: Mapping[str, object]) -> int | None:
    """Return for how many players a game is printed; None if that was not given, or does not matter for its pieces."""
    asked_for = words.get("players")
    return asked_for if isinstance(asked_for, int) and by_players(document.spec) else None


def printed(document: Document, settings: Settings, played: int | None) -> Document:
    """Return a game as it is printed: with the layout, players and languages given. Raises SpecError."""
    if settings.given.layout is not None or played is not None:
        document = load(document.given, layout=settings.given.layout, players=played)
    if not settings.given.language:
        return document
    from generator.plan.languages import in_languages

    return in_languages(document, settings.given.language)


def asked(game: Document | AnySpec, words: Mapping[str, object]) -> tuple[Document, Settings]:
    """Return a game and what words ask of it, by the options' names; for the command line, which asks back and says
    more."""
    from generator.plan.settings import read

    document = game if isinstance(game, Document) else load(game)
    settings = read(words, document)
    document = printed(document, settings, players(document, words))
    if not settings.given.language:
        return document, settings
    parts = document.parts
    asked_ = (
        name
        for name in document.spec.components
        if (parts[name].component if name in parts else name) in settings.components
    )
    return document, replace(settings, components=tuple(asked_))
