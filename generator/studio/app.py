"""What the studio's page asks for: the faces there are, one drawn, what lies at a place, and when to look again.

Faces are drawn in one thread, when they are asked for. Files are looked at while a page is open, and no process is at
work where none is saved.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from math import isfinite
from pathlib import Path
from time import perf_counter, thread_time

from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.building.watch import FileWatcher, named
from generator.draw.colour.vision import VISIONS
from generator.studio import findings
from generator.studio.assets import assets, shell
from generator.studio.drawing import Reading, TileDrawer, read, sizes
from generator.studio.editors import Editor
from generator.studio.findings import FaultLocator, Found
from generator.studio.panels import Panels
from generator.studio.tiles import Tile, TileSet
from specs.base.errors import Fault, Place, SpecError
from specs.base.languages import say
from specs.base.web.answers import of_file, sent
from specs.base.web.aside import Aside, ended
from specs.base.web.packing import Part, facts
from specs.base.web.streams import Streams
from specs.model.document import Document
from specs.translation.overlay import in_language

LOOK = 0.06  # seconds between two looks at the files, at least
SHARE, SLOW = 60, 4  # how many times as long as one works, and as long as it takes, nothing is looked at
SETTLE = 0.15  # seconds in which an editor may write the rest of a file
QUIET = 0.5  # seconds after a save until all is checked
REMEMBERED = 8  # listings whose difference to the newest is sent; before, all is
Answered = Callable[[Request], Awaitable[Response]]


class Studio:
    """One spec's page. `key` is what its address holds and no other page knows."""

    def __init__(self, spec: str, key: str, editor: Editor) -> None:
        self.spec, self.key, self.editor = spec, key, editor
        self.eye, self.drawer, self.streams = FileWatcher(spec), TileDrawer(editor), Streams()
        self.work = Aside("drawer")  # faces are drawn in its thread alone
        self.number = 0
        self.tile_set: TileSet | None = None
        self.panels, self.language = Panels(self), ""  # "" is the spec's own
        self.read: Document | None = None  # as it is saved, whole or not
        self.whole: Document | None = None  # as it was saved last without a fault
        self.unread: tuple[Fault, ...] = ()  # why the last save could not be taken
        self.found: Found | None = None  # what all of it was found to lack; None while that is looked for
        self.checking: asyncio.Task[None] | None = None
        self.listings: dict[int, dict[str, dict[str, object]]] = {}

    # ---- life ------------------------------------------------------------------------------------

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.take(await self.work(self.again, set[Path]()))
        tasks = [asyncio.create_task(task) for task in (self.watch(), self.streams.beats())]
        try:
            yield
        finally:
            await ended(*tasks, self.checking)
            self.work.end()

    def end(self) -> None:
        """End what would not end by itself, before the server waits for what it has begun to answer."""
        self.streams.end()
        self.panels.end()

    async def watch(self) -> None:
        """Notice what is saved while somebody looks."""
        rest = LOOK
        while not self.streams.ended:
            await asyncio.sleep(rest)
            if self.streams.open:
                changed, rest = await asyncio.to_thread(self.look)
                if changed:
                    await self.saved(changed)

    def look(self) -> tuple[set[Path], float]:
        """What was saved since the last look, and the seconds until the next."""
        begun, worked = perf_counter(), thread_time()
        changed = self.eye.look()
        return changed, max(LOOK, SHARE * (thread_time() - worked), SLOW * (perf_counter() - begun))

    async def saved(self, changed: set[Path]) -> None:
        """Take what was saved. What cannot be read may be half of a file, and is waited for."""
        while (reading := await self.work(self.again, changed)).faults or self.emptied(changed):
            await asyncio.sleep(SETTLE)
            if not (more := await asyncio.to_thread(self.eye.look)):
                break
            changed |= more
        self.take(reading)

    def emptied(self, changed: set[Path]) -> bool:
        """Whether one of them holds nothing, or is gone: its editor may be about to write it."""
        return any(self.eye.seen.get(file, (0, 0, 0))[1] == 0 for file in changed)

    def again(self, changed: set[Path]) -> Reading:
        """The spec as it is saved now, its faces ready to be drawn where it is whole. In the drawer's thread."""
        reading = read(self.spec)
        if reading.document is not None and not reading.faults:
            self.eye.learn(named(reading.document))
            try:
                shown = in_language(reading.document, self.language) if self.language else reading.document
            except SpecError as error:
                return Reading(reading.document, error.faults)
            self.whole = reading.document
            self.drawer.take(shown, self.eye.seen, changed)
        return reading

    def take(self, reading: Reading) -> None:
        """Show what a save came to, and look for all that is wrong with it."""
        self.unread, self.found = reading.faults, None
        self.read = reading.document or self.read
        self.show()
        if self.checking is not None:
            self.checking.cancel()
        self.checking = asyncio.create_task(self.check())

    def show(self) -> None:
        """Number what there is to see, and tell every page."""
        if self.drawer.tile_set is not None:
            self.tile_set = self.drawer.tile_set
        self.number += 1
        before = self.listings.get(self.number - 1, {})
        now = {} if self.tile_set is None else {id_: tile.facts() for id_, tile in self.tile_set.tiles.items()}
        # what is the same is kept once
        self.listings[self.number] = {
            id_: before[id_] if before.get(id_) == listed else listed for id_, listed in now.items()
        }
        self.listings.pop(self.number - REMEMBERED, None)
        self.streams.tell(self.number, {})

    async def check(self) -> None:
        await asyncio.sleep(QUIET)
        self.found = await findings.check(self.spec)
        self.show()

    # ---- what is asked for -----------------------------------------------------------------------

    def app(self) -> Starlette:
        asked: dict[str, Answered] = {
            "spec": self.listing,
            "face": self.face,
            "at": self.at,
            "where": self.where,
            "events": self.events,
            **self.panels.read,
        }
        return Starlette(
            routes=[
                *(Route(f"/api/{name}", self.known(answer), methods=["GET"]) for name, answer in asked.items()),
                *(Route(f"/api/{name}", self.known(done), methods=["POST"]) for name, done in self.panels.done.items()),
                Route("/", self.page, methods=["GET"]),
                *(Route(f"/{name}", self.file, methods=["GET"]) for name in assets()),
            ],
            lifespan=self.lifespan,
        )

    def known(self, answer: Answered) -> Answered:
        """Answer only who has the page's whole address; a stream's own address has its key, as it can have no
        header."""

        async def checked(request: Request) -> Response:
            given = request.headers.get("x-seat") or request.query_params.get("seat", "")
            if not hmac.compare_digest(given.encode("utf-8", "replace"), self.key.encode()):
                said = say("This page is of a studio that has ended: open the address that is printed now.")
                return sent(request, facts({"message": said}), 403)
            return await answer(request)

        return checked

    async def page(self, request: Request) -> Response:
        return of_file(request, shell())

    async def file(self, request: Request) -> Response:
        return of_file(request, assets()[request.url.path[1:]])

    async def events(self, request: Request) -> Response:
        return self.streams.answer(request)

    async def listing(self, request: Request) -> Response:
        """The faces there are, or those that changed since a listing of a number; and all that is wrong."""
        since = request.query_params.get("since", "")
        before = self.listings.get(int(since) if since.isascii() and since.isdigit() and len(since) < 10 else -1)
        now = self.listings[self.number]
        changed = [listed for id_, listed in now.items() if before is None or before.get(id_) is not listed]
        return sent(
            request,
            facts(
                {
                    "number": self.number,
                    "title": "" if self.tile_set is None else self.tile_set.document.spec.title,
                    "file": self.eye.file.name,
                    "stale": bool(self.unread),
                    "checked": self.found is not None,
                    "whole": before is None,
                    "tiles": changed,
                    "order": None if before is not None and [*before] == [*now] else [*now],
                    "visions": VISIONS if before is None else None,
                    "components": [] if self.tile_set is None else sizes(self.tile_set.document),
                    "flaws": self.flaws(),
                }
            ),
        )

    def flaws(self) -> list[dict[str, object]]:
        """All that is wrong, with the tiles that it is about."""
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

    def tile(self, request: Request) -> tuple[Tile, TileSet] | None:
        """The tile that is asked for; None where it has changed."""
        tile = None if self.tile_set is None else self.tile_set.tiles.get(request.query_params.get("id", ""))
        if tile is None or self.tile_set is None or tile.key != request.query_params.get("key"):
            return None
        return tile, self.tile_set

    async def face(self, request: Request) -> Response:
        return await self.of_tile(request, self.drawn)

    def drawn(self, tile: Tile, tile_set: TileSet) -> Part:
        return self.drawer.drawn(tile, tile_set)

    async def of_tile(self, request: Request, deed: Callable[[Tile, TileSet], Part]) -> Response:
        if (found := self.tile(request)) is None:
            return sent(request, facts({"message": say("This face is another by now.")}), 410)
        tile, tile_set = found
        pages = self.drawer.pages.get(tile.piece.component)
        answer = await self.work(self.unless_gone, deed, tile, tile_set)
        if self.drawer.pages.get(tile.piece.component) != pages and tile_set is self.tile_set:
            await self.work(self.drawer.relist)
            self.show()
        return sent(request, answer)

    def unless_gone(self, deed: Callable[[Tile, TileSet], Part], tile: Tile, tile_set: TileSet) -> Part:
        """What is asked of a tile; gone, where a save came first."""
        return deed(tile, tile_set) if tile_set is self.drawer.tile_set else facts({"gone": True})

    async def where(self, request: Request) -> Response:
        """The faces of the pieces that meet a condition on their fields, as `--where` of a build finds them."""
        if (tile_set := self.tile_set) is None:
            return sent(request, facts({"tiles": []}))
        condition = request.query_params.get("condition", "")
        try:
            tiles = await self.work(tile_set.meeting, condition)
        except SpecError as error:  # the field it was typed into stands before it
            said = [str(replace(fault, place=Place(""))) for fault in error.faults]
            return sent(request, facts({"message": "; ".join(said)}), 422)
        return sent(request, facts({"tiles": tiles}))

    async def at(self, request: Request) -> Response:
        query = request.query_params
        try:
            x, y = float(query.get("x", "nan")), float(query.get("y", "nan"))
        except ValueError:
            x = y = float("nan")
        point = (x, y) if isfinite(x) and isfinite(y) else None
        return await self.of_tile(request, lambda tile, tile_set: self.drawer.at(tile, tile_set, point))
