"""What a seed deals to so many players, by place: the tiles of the faces that lie there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.plan.selection import deals
from generator.studio.tiles import Tile, TileSet
from specs.expand.deal import Deal, deal
from specs.model.document import Document, Piece
from specs.translation.setup_words import called, labels, left_over, notes

Stack = tuple[str, Sequence[Piece]]  # what stands at it, and its pieces from the top down


def dealt(tile_set: TileSet, players: int, seed: int) -> dict[str, object]:
    """The places of a setup, each with its stacks; `player` is whose it is, 0 for all. Raises SpecError."""
    document = tile_set.document
    if not deals(document):
        return {"places": [], "notes": []}
    tiles = {(tile.piece.component, id_): tile for tile in tile_set.tiles.values() if tile.front for id_ in tile.pieces}
    found = deal(document, players, seed)

    def shown(stack: Stack) -> dict[str, object]:
        label, pieces = stack
        found = [(piece.id, tiles[piece.component, piece.id]) for piece in pieces]
        return {"label": label, "pieces": [{"piece": id_, **_face(tile)} for id_, tile in found]}

    def _face(tile: Tile) -> dict[str, object]:
        return {"id": tile.id, "key": tile.key, "size": document.spec.components[tile.piece.component].size_mm}

    return {
        "places": [
            {"name": name, "player": player, "stacks": [shown(stack) for stack in stacks]}
            for name, player, stacks in _places(document, found)
        ],
        "notes": [*notes(document, players), *left_over(document, found)],
    }


def _places(document: Document, found: Deal) -> Iterator[tuple[str, int, Sequence[Stack]]]:
    for name, track in found.tracks.items():
        yield name, 0, [(f"{number}", stack[::-1]) for number, stack in enumerate(track, 1)]
    for name, row in found.open.items():
        yield name, 0, [(label, (piece,)) for label, piece in zip(labels(document, found, name), row, strict=True)]
    for board, cells in found.cells.items():
        yield board, 0, [(cell, stack[::-1]) for cell, stack in cells.items() if stack]
    owned: Mapping[str, Sequence[Sequence[Piece]]] = {"": found.hands, **found.areas}
    for player in range(found.players):
        for name, areas in owned.items():
            if areas[player]:
                yield called(document, name) if name else "", player + 1, [("", (piece,)) for piece in areas[player]]
