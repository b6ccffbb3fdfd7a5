"""Finds all that is wrong with a spec, by `generator check` in a process of its own, and which faces it is about.

Runs other commands of this program too, each in a worker that ends when its caller is cancelled.

Shows places in files as text to copy, and as a link that opens an editor there.
"""

import asyncio
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import partial
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

import msgspec
from msgspec import Struct

from generator.studio.tiles import Tile, TileSet
from specs.base.errors import Fault, Place
from specs.base.workers.pool import WorkerLost, WorkerPool
from specs.model.component import SIDES
from specs.model.document import Document

EDITORS: Final[Mapping[str, str]] = {
    "vscode": "vscode://file/{path}:{line}:{column}",
    "vscodium": "vscodium://file/{path}:{line}:{column}",
    "cursor": "cursor://file/{path}:{line}:{column}",
    "windsurf": "windsurf://file/{path}:{line}:{column}",
    "zed": "zed://file/{path}:{line}:{column}",
    "idea": "idea://open?file=/{path}&line={line}&column={column}",
    "pycharm": "pycharm://open?file=/{path}&line={line}&column={column}",
    "sublime": "subl://open?url=file:///{path}&line={line}&column={column}",
    "textmate": "txmt://open?url=file:///{path}&line={line}&column={column}",
    "macvim": "mvim://open?url=file:///{path}&line={line}&column={column}",
    "emacs": "emacs://open?url=file:///{path}&line={line}&column={column}",
}


class Editor(Struct, frozen=True):
    """The editor that opens a place; "" for none."""

    name: str = ""

    def place(self, place: Place) -> dict[str, str]:
        """Return a place: its `text` to copy, and a `link` that opens it; "" without an editor.

        >>> Editor("vscode").place(Place("/games/my game.yaml", 12, 5))["link"]
        'vscode://file/games/my%20game.yaml:12:5'
        """
        text = f"{place.file}:{place.line}" if place.line else place.file
        if not self.name or not place.file:
            return {"text": text, "link": ""}
        whole = Path(place.file).resolve()
        path = whole.drive + quote(whole.as_posix().removeprefix(whole.drive).removeprefix("/"))
        line, column = max(1, place.line), max(1, place.column)
        return {"text": text, "link": EDITORS[self.name].format(path=path, line=line, column=column)}

    def facts(self, fault: Fault) -> dict[str, object]:
        """Return a fault or warning for the page, which makes a sentence of it."""
        phrases = {"found": fault.finding, "expected": fault.expected, "hint": fault.hint}
        return {"place": self.place(fault.place), **phrases}


# ---- other commands -------------------------------------------------------------------------------


POLITE = 10  # niceness of a worker: drawing faces comes first


class Done(NamedTuple):
    """The result of a command: its status, and its output."""

    status: int
    out: str
    err: str


async def ran(arguments: Sequence[str], *, kill: bool = False) -> Done:
    """Run `generator` with these arguments. Cancelling ends it, and removes what it began; or kills it, if it writes
    nothing."""
    try:
        pool = WorkerPool([partial(_run, arguments)], 1)
        try:
            [(_, done)] = await asyncio.to_thread(lambda: list(pool.results()))
            return done
        finally:
            await asyncio.to_thread(pool.close, kill)  # cleaning up may take seconds: no answer waits for that
    except (OSError, WorkerLost) as error:
        return Done(2, "", str(getattr(error, "strerror", "")) or type(error).__name__)


def _run(arguments: Sequence[str]) -> Done:
    with suppress(AttributeError):  # Windows
        os.nice(POLITE)
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = import_module("generator.cli.main").run(arguments)  # by name: the command line is on a higher floor
    return Done(status, out.getvalue(), err.getvalue())


# ---- what is wrong -------------------------------------------------------------------------------


class Found(msgspec.Struct, frozen=True):
    """The output of `generator check --json`."""

    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()


async def check(spec: str) -> Found:
    """Return every fault and warning of a spec as it is saved now. Cancelling kills the process."""
    output = (await ran(["check", "--json", "--", spec], kill=True)).out
    try:
        return msgspec.json.decode(output, type=Found)
    except msgspec.MsgspecError:
        return Found()


class FaultLocator:
    """Finds the tiles that a fault is about; `read` is the spec as it was last read, complete or not."""

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
        """Return the ids of the tiles, unordered; none for a fault of the spec as a whole."""
        owners = self._owners(fault)
        if fault.pieces:
            named = (id_ for piece in fault.pieces for id_ in self.by_piece.get(piece, ()))
            return list(dict.fromkeys(id_ for id_ in named if not owners or id_ in owners))
        return list(owners) or self._of_row(fault.place)

    def _owners(self, fault: Fault) -> dict[str, None]:
        """Return the tiles of the components, templates and sides in whose lines a fault is."""
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
    """Yield the line in which each part of a spec begins, with the part's kind, name and side."""
    for name in document.spec.__struct_fields__:
        if name not in ("components", "templates"):
            yield document.mark((name,))[0], name, "", ""
    for name in document.spec.templates:
        if name not in document.bundled:
            yield document.mark(("templates", name))[0], "templates", name, ""
    for name, component in document.spec.components.items():
        yield document.mark(("components", name))[0], "components", name, ""
        for side, _ in component.faces():
            yield document.mark(("components", name, *SIDES[side]))[0], "components", name, side
