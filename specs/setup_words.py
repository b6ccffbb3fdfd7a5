"""The words of a setup: its notes for a number of players, and what stands at the pieces of an open row."""

from __future__ import annotations

from collections.abc import Mapping

from specs import expr
from specs.deal import Deal
from specs.document import Document, KeyPath


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


def _rendered(document: Document, text: str, env: Mapping[str, object], path: KeyPath) -> str:
    spec = document.spec
    with document.placed(path):
        return expr.render(text, {**env, "game.id": spec.game, "game.title": spec.title})
