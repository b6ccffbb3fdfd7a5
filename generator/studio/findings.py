"""All that is wrong with a spec, by `generator check` in a process of its own; and which faces it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from generator.studio.child import ran
from generator.studio.tiles import Tile, TileSet
from specs.base.errors import Fault, Place
from specs.model.document import Document


class Found(msgspec.Struct, frozen=True):
    """What `generator check --json` finds."""

    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()


async def check(spec: str) -> Found:
    """Every fault and warning of a spec as it is saved now. The process ends with who waits for it."""
    output = (await ran(["check", "--json", "--", spec])).out
    try:
        return msgspec.json.decode(output, type=Found)
    except msgspec.MsgspecError:
        return Found()


class FaultLocator:
    """Finds the tiles of a tile_set that a fault is about; `read` is the spec as it was read last, whole or not."""

    def __init__(self, tile_set: TileSet, read: Document) -> None:
        self.tile_set, self.file = tile_set, read.file.resolve()
        tiles = tile_set.tiles.values()
        self.by_piece: dict[str, list[str]] = {}
        for tile in tiles:
            for piece in tile.pieces:
                self.by_piece.setdefault(piece, []).append(tile.id)
        self.rows: dict[tuple[str, int], list[str]] = {}
        for tile in tiles:
            self.rows.setdefault(tile_set.document.origin(tile.piece), []).append(tile.id)
        self.sections = sorted(_sections(read))

    def tiles(self, fault: Fault) -> list[str]:
        """The ids of the tiles, in no order; none where it is of the spec as a whole."""
        owners = self._owners(fault)
        if fault.pieces:
            named = (id_ for piece in fault.pieces for id_ in self.by_piece.get(piece, ()))
            return list(dict.fromkeys(id_ for id_ in named if not owners or id_ in owners))
        return list(owners) or self._of_row(fault.place)

    def _owners(self, fault: Fault) -> dict[str, None]:
        """The tiles of the components, templates and sides in whose lines a fault is."""
        if Path(fault.place.file).resolve() != self.file:
            return {}
        return dict.fromkeys(self._of_line(fault.used[0] if fault.used else fault.place.line))

    def _of_line(self, line: int) -> Sequence[str]:
        section = max((each for each in self.sections if each[0] <= line), default=(0, "", "", ""))
        _, kind, name, side = section
        tiles = self.tile_set.tiles.values()
        if kind == "components":
            own = [tile for tile in tiles if tile.piece.component == name]
            return [tile.id for tile in own if tile.side == side] or [tile.id for tile in own]
        if kind == "templates":
            return [tile.id for tile in tiles if name in self._used(tile)]
        return ()

    def _used(self, tile: Tile) -> set[str]:
        return self.tile_set.templates.get((tile.piece.component, tile.side), set())

    def _of_row(self, place: Place) -> list[str]:
        found = (
            ids
            for (file, line), ids in self.rows.items()
            if file and line == place.line and Path(place.file).name == Path(file).name
        )
        return next(found, [])


def _sections(document: Document) -> Iterator[tuple[int, str, str, str]]:
    """The line in which each part of a spec begins: its kind, its name, its side."""
    for name in document.spec.__struct_fields__:
        if name not in ("components", "templates"):
            yield document.mark((name,))[0], name, "", ""
    for name in document.spec.templates:
        if name not in document.bundled:
            yield document.mark(("templates", name))[0], "templates", name, ""
    for name, component in document.spec.components.items():
        yield document.mark(("components", name))[0], "components", name, ""
        for side in ("front", "back", "flap"):
            if getattr(component, side) is not None:
                yield document.mark(("components", name, side))[0], "components", name, side
