"""All that is wrong with a spec, and beside which faces it is told: `generator check`, in a process of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from generator.studio.child import ran
from generator.studio.shelf import Shelf, Tile, within
from specs.base.errors import Fault
from specs.model.document import Document

_PIECES = re.compile(r"^pieces? ([^:(]+?)(?: \(|: )")
_MORE = re.compile(r" and [\d,]+ more\Z")
_ROWS = re.compile(r"^pieces? [^:(]+ \((?:([^():]+):|lines? )(\d[\d, -]*)\): ")  # where they are all listed
_USES = re.compile(r"used in line ([\d >]+)")


class Found(msgspec.Struct, frozen=True):
    """What `generator check --json` finds."""

    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()


async def check(spec: str) -> Found:
    """Every fault and warning of a spec as it is saved now. The process ends with who waits for it."""
    told = (await ran(["check", "--json", "--", spec])).out
    try:
        return msgspec.json.decode(told, type=Found)
    except msgspec.MsgspecError:
        return Found()


class Concerned:
    """Which tiles of a shelf a fault is told beside; `read` is the spec as it was read last, whole or not."""

    def __init__(self, shelf: Shelf, read: Document) -> None:
        self.shelf, self.file = shelf, read.file.resolve()
        tiles = shelf.tiles.values()
        self.by_piece: dict[str, list[str]] = {}
        for tile in tiles:
            for piece in tile.pieces:
                self.by_piece.setdefault(piece, []).append(tile.id)
        self.rows: dict[tuple[str, int], list[str]] = {}
        for tile in tiles:
            self.rows.setdefault(shelf.document.origin(tile.piece), []).append(tile.id)
        self.sections = sorted(_sections(read))

    def by(self, fault: Fault) -> list[str]:
        """The ids of the tiles, in no order; none where it is of the spec as a whole."""
        owners, named = self._owners(fault), self._named(fault.found)
        if named is not None:
            return list(dict.fromkeys(id_ for id_ in named if not owners or id_ in owners))
        return list(owners) or self._of_row(fault)

    def _named(self, found: str) -> list[str] | None:
        """The tiles of the pieces that a fault names, or of the rows it lists where it names only some; None where it
        tells of neither in full."""
        pieces, rows = _PIECES.search(found), _ROWS.search(found)
        if pieces is not None and not _MORE.search(pieces[1]):
            names = [each for part in pieces[1].split(" and ") for each in part.split(", ")]
            return [id_ for name in names for id_ in self.by_piece.get(name, ())]
        if rows is None:
            return None
        spans = [[int(line) for line in part.split("-")] for part in rows[2].split(", ")]
        return [
            id_
            for (file, line), ids in self.rows.items()
            if Path(file).name == Path(rows[1] or "").name and any(span[0] <= line <= span[-1] for span in spans)
            for id_ in ids
        ]

    def _owners(self, fault: Fault) -> dict[str, None]:
        """The tiles of the components, templates and sides in whose lines a fault is."""
        if Path(fault.file).resolve() != self.file:
            return {}
        lines = [fault.line]
        if (uses := _USES.search(fault.hint)) is not None:
            lines += [int(line) for line in uses[1].split(" > ")][:1]
        return dict.fromkeys(id_ for line in lines[-1:] for id_ in self._of_line(line))

    def _of_line(self, line: int) -> Sequence[str]:
        section = max((each for each in self.sections if each[0] <= line), default=(0, "", "", ""))
        _, kind, name, side = section
        tiles = self.shelf.tiles.values()
        if kind == "components":
            sided = [tile.id for tile in tiles if tile.piece.component == name and tile.side == side]
            return sided or within(tiles, name)
        if kind == "templates":
            return [tile.id for tile in tiles if name in self._used(tile)]
        return ()

    def _used(self, tile: Tile) -> set[str]:
        return self.shelf.templates.get((tile.piece.component, tile.side), set())

    def _of_row(self, fault: Fault) -> list[str]:
        return next((ids for (file, line), ids in self.rows.items() if _is_row(fault, file, line)), [])


def _is_row(fault: Fault, file: str, line: int) -> bool:
    return bool(file) and line == fault.line and Path(fault.file).name == Path(file).name


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
