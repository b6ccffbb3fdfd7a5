"""One spec as the studio's page shows it: read anew at every save, and checked as a whole once saving pauses.

Faces are drawn in one thread, when they are asked for. Files are watched while a page is open, and no process runs
while none is saved.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import perf_counter, thread_time

from starlette.applications import Starlette

from generator.building.watch import FileWatcher, named
from generator.draw.colour.vision import VISIONS
from generator.studio import findings
from generator.studio.drawing import Reading, TileDrawer, read, sizes
from generator.studio.findings import Editor, FaultLocator, Found
from generator.studio.tiles import TileSet
from specs.base.errors import Fault, SpecError
from specs.base.web.streams import Aside, Streams, ended
from specs.model.document import Document
from specs.translation.overlay import in_language

LOOK = 0.06  # seconds between two looks at the files, at least
SHARE, SLOW = 60, 4  # a pause is at least so many times the CPU time, and the duration, of the look before it
SETTLE = 0.15  # seconds in which an editor may write the rest of a file
QUIET = 0.5  # seconds after a save until all is checked
REMEMBERED = 8  # last listings: a page that has one of them is sent only what changed since


class Shown:
    """A spec with its faces, and every page that looks at them."""

    def __init__(self, spec: str, editor: Editor) -> None:
        self.spec, self.editor, self.home = spec, editor, Path.cwd()
        self.eye, self.drawer, self.streams = FileWatcher(spec), TileDrawer(editor), Streams()
        self.work = Aside("drawer")  # faces are drawn in its thread alone
        self.number = 0
        self.tile_set: TileSet | None = None
        self.language = ""  # "" is the spec's own
        self.read: Document | None = None  # as it is saved, whole or not
        self.whole: Document | None = None  # as it was saved last without a fault
        self.unread: tuple[Fault, ...] = ()  # why the last save could not be taken
        self.found: Found | None = None  # what the check found; None until it has ended
        self.checking: asyncio.Task[None] | None = None
        self.listings: dict[int, dict[str, dict[str, object]]] = {}

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.take(await self.work(self.again, set[Path]()))
        tasks = [asyncio.create_task(task) for task in (self.watch(), self.streams.beats())]
        try:
            yield
        finally:
            await ended(*tasks, self.checking)
            self.work.end()

    async def watch(self) -> None:
        """Watch for saves while a page is open."""
        rest = LOOK
        while not self.streams.ended:
            await asyncio.sleep(rest)
            if self.streams.open:
                changed, rest = await asyncio.to_thread(self.look)
                if changed:
                    await self.saved(changed)

    def look(self) -> tuple[set[Path], float]:
        """Return what was saved since the last look, and the seconds until the next."""
        begun, worked = perf_counter(), thread_time()
        try:
            os.getcwd()
        except OSError:  # deleted: one that is made again under its name is another folder
            with suppress(OSError):
                os.chdir(self.home)
        changed = self.eye.look()
        return changed, max(LOOK, SHARE * (thread_time() - worked), SLOW * (perf_counter() - begun))

    async def saved(self, changed: set[Path]) -> None:
        """Take what was saved. An unreadable file may be half-written, so it is waited for."""
        while (reading := await self.work(self.again, changed)).faults or self.emptied(changed):
            await asyncio.sleep(SETTLE)
            if not (more := await asyncio.to_thread(self.eye.look)):
                break
            changed |= more
        self.take(reading)

    def emptied(self, changed: set[Path]) -> bool:
        """Return whether a file is empty or missing: an editor may be about to write it."""
        return any(self.eye.seen.get(file, (0, 0, 0))[1] == 0 for file in changed)

    def again(self, changed: set[Path]) -> Reading:
        """Return the spec as it is saved now, with its faces ready to be drawn if it is complete. Runs in the
        drawer's thread."""
        reading = read(self.spec)
        if reading.document is not None and not reading.faults:
            try:
                shown = in_language(reading.document, self.language) if self.language else reading.document
            except SpecError as error:
                return Reading(reading.document, error.faults)
            self.whole = reading.document
            self.drawer.take(shown, self.eye.seen, changed)
        return reading

    def take(self, reading: Reading) -> None:
        """Show the result of a save, and check it."""
        self.unread, self.found = reading.faults, None
        self.read = reading.document or self.read
        self.show()
        if self.checking is not None:
            self.checking.cancel()
        self.checking = asyncio.create_task(self.check())

    def show(self) -> None:
        """Number the new listing, and tell every page."""
        if self.drawer.tile_set is not None:
            self.tile_set = self.drawer.tile_set
        self.number += 1
        before = self.listings.get(self.number - 1, {})
        now = {} if self.tile_set is None else {id_: tile.facts() for id_, tile in self.tile_set.tiles.items()}
        # what is the same is kept once
        self.listings[self.number] = {id_: before[id_] if before.get(id_) == new else new for id_, new in now.items()}
        self.listings.pop(self.number - REMEMBERED, None)
        self.streams.tell(self.number, {})

    async def check(self) -> None:
        await asyncio.sleep(QUIET)
        if self.whole is not None:
            await self.work(lambda whole: self.eye.learn(named(whole)), self.whole)
        self.found = await findings.check(self.spec)
        self.show()

    def listing(self, since: int) -> dict[str, object]:
        """Return all faces, or those that changed since a numbered listing; and all that is wrong."""
        before, now = self.listings.get(since), self.listings[self.number]
        return {
            "number": self.number,
            "title": "" if self.tile_set is None else self.tile_set.document.spec.title,
            "file": self.eye.file.name,
            "saved": "" if self.tile_set is None else self.tile_set.saved,
            "stale": bool(self.unread),
            "checked": self.found is not None,
            "whole": before is None,
            "tiles": [each for id_, each in now.items() if before is None or before.get(id_) is not each],
            "order": None if before is not None and [*before] == [*now] else [*now],
            "visions": VISIONS if before is None else None,
            "components": [] if self.tile_set is None else sizes(self.tile_set.document),
            "flaws": self.flaws(),
        }

    def flaws(self) -> list[dict[str, object]]:
        """Return all that is wrong, with the tiles that it is about."""
        found = self.found or Found()
        found = Found(found.faults or self.unread, found.warnings)
        locator = None
        if self.tile_set is not None:
            locator = FaultLocator(self.tile_set, self.read or self.tile_set.document)
        return [
            {
                "fault": kind == "faults",
                **self.editor.facts(fault),
                "tiles": [] if locator is None else locator.tiles(fault),
            }
            for kind in ("faults", "warnings")
            for fault in getattr(found, kind)
        ]
