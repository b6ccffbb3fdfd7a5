"""The words of a setup: notes for a number of players, and what stands at the pieces of an open row."""

from __future__ import annotations

from collections.abc import Mapping

from specs.base.languages import say
from specs.base.unfit import KeyPath
from specs.expand.deal import Deal
from specs.expand.fields import of_game
from specs.model.document import Document
from specs.translation.rendering import rendered, saying


def notes(document: Document, players: int) -> tuple[str, ...]:
    """The setup's notes; one that comes out empty for this many players is left out. Raises SpecError."""
    env: dict[str, object] = {"players": players}
    texts = (
        _rendered(document, note, env, ("setup", "notes", index))
        for index, note in enumerate(document.spec.setup.notes)
    )
    return tuple(filter(None, texts))


def labels(document: Document, deal: Deal, row: str) -> tuple[str, ...]:
    """What stands at each piece of an open row, empty where nothing does. Raises SpecError."""
    template, path = document.spec.setup.open[row].label, ("setup", "open", row, "label")
    return tuple(
        _rendered(
            document, template, {**piece.row, "id": piece.id, "n": piece.n, "i": index, "players": deal.players}, path
        )
        for index, piece in enumerate(deal.open[row])
    )


def left_over(document: Document, deal: Deal) -> tuple[str, ...]:
    """What is left of each pile, as `12 left in the deck`."""
    titles = {name: pile.title or name for name, pile in document.spec.setup.piles.items()}
    return tuple(say("{n} left in {pile}", n=len(pile), pile=titles[name]) for name, pile in deal.piles.items() if pile)


def called(document: Document, area: str) -> str:
    """What a setup sheet calls what lies open before each player."""
    titles = (dealt.title for dealt in document.spec.setup.hands if dealt.area == area)
    return next(filter(None, titles), area)


def _rendered(document: Document, text: str, env: Mapping[str, object], path: KeyPath) -> str:
    spec = document.spec
    with document.placed(path):
        return rendered(text, {**env, **of_game(spec), **saying(document)})
