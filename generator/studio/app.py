"""Answers the studio's page: the faces, what lies at a point of one, edits, the sheets, a build of them, a seed's
setup, another language."""

import asyncio
import hmac
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from math import isfinite
from pathlib import Path
from time import perf_counter

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.plan.selection import deals
from generator.studio import editing
from generator.studio.assets import assets, shell
from generator.studio.changes import Changes, Refused
from generator.studio.controls import arguments, controls, tongues
from generator.studio.drawing import flat
from generator.studio.findings import Done, Editor, ran
from generator.studio.sheets import Sheets
from generator.studio.shown import Shown
from generator.studio.tiles import Tile, TileSet, dealt
from specs.base import seeds
from specs.base.errors import Place, SpecError
from specs.base.json_values import decoded
from specs.base.languages import say
from specs.base.web.guard import Body
from specs.base.web.streams import Part, facts, local, of_file, sent
from specs.read.yaml_nodes import MAX_BYTES
from specs.translation.overlay import in_language

BODIES = {
    "/api/picture": Body(b"application/octet-stream", 50_000_000),
    "/api/deck": Body(b"application/octet-stream", 50_000_000),
    "/api/text": Body(b"application/json", 2 * MAX_BYTES),
}  # requests that may be large
Answer = Callable[[Request], Awaitable[object]]  # facts, or a response


class Asked(msgspec.Struct, frozen=True):
    """What a build is asked for."""

    words: dict[str, str | bool]
    yes: bool = False


class Chosen(msgspec.Struct, frozen=True):
    language: str


class Written(msgspec.Struct, frozen=True):
    """The output of `generator build --json`."""

    folder: str = ""
    files: dict[str, object] = {}
    remarks: list[str] = []


class Studio:
    """One spec's page. `key` is part of its address, which no other page knows."""

    def __init__(self, spec: str, key: str, editor: Editor) -> None:
        self.shown, self.key, self.sheets = Shown(spec, editor), key, Sheets(spec, editor)
        self.changes = Changes(self.shown)
        self.building: asyncio.Task[Done] | None = None

    def app(self) -> Starlette:
        asked: dict[str, Answer] = {
            "spec": self.listing,
            "face": partial(self.of_tile, self.shown.drawer.drawn),
            "piece": partial(self.of_tile, self.cut),
            "standing": partial(self.of_tile, self.standing),
            "at": self.at,
            "where": self.where,
            "events": self.events,
            "rooms": self.rooms,
            "sheets": self.plan,
            "sheet": self.sheet,
            "setup": self.setup,
            "elements": partial(self.of_tile, self.changes.elements),
            "kit": self.changes.kit,
            "text": self.changes.text,
            "history": self.changes.past,
            "was": self.changes.was,
            "rows": partial(self.of_tile, self.changes.rows),
        }
        done: dict[str, Answer] = {
            "build": self.build,
            "language": self.language,
            "change": self.changes.change,
            "text": self.changes.type,
            "cell": self.changes.cell,
            "picture": self.changes.picture,
            "deck": self.changes.deck,
            "undo": partial(self.changes.step, True),
            "redo": partial(self.changes.step, False),
        }
        return Starlette(
            routes=[
                *(Route(f"/api/{name}", self.known(answer), methods=["GET"]) for name, answer in asked.items()),
                *(Route(f"/api/{name}", self.known(answer), methods=["POST"]) for name, answer in done.items()),
                Route("/", self.page, methods=["GET"]),
                *(Route(f"/{name}", self.file, methods=["GET"]) for name in assets()),
            ],
            lifespan=self.shown.lifespan,
        )

    def known(self, answer: Answer) -> Callable[[Request], Awaitable[Response]]:
        """Make a route that answers only requests with the page's key; any other gets a sentence that says why not. A
        stream's own address has the key, as it can have no header."""

        async def answered(request: Request) -> Response:
            given = request.headers.get("x-seat") or request.query_params.get("seat", "")
            try:
                if not hmac.compare_digest(given.encode("utf-8", "replace"), self.key.encode()):
                    over = say("This page belongs to a studio that has ended: open the address that the new one shows.")
                    raise Refused(403, over)
                found = await answer(request)
                if isinstance(found, Response):
                    return found
                return sent(request, found) if isinstance(found, Part) else local(found)
            except Refused as refused:
                return sent(request, facts({"message": str(refused), **refused.more}), refused.status)
            except SpecError as error:
                status, said = 422, str(error)
            except OSError as error:
                status, said = 409, editing.refusal(error)
            except msgspec.MsgspecError:
                status, said = 422, say("This request does not come from this page.")
            return sent(request, facts({"message": said}), status)

        return answered

    def end(self) -> None:
        """End what would not end by itself, before the server waits for running answers. No build outlives
        the studio."""
        self.shown.streams.end()
        if self.building is not None:
            self.building.cancel()

    async def page(self, request: Request) -> Response:
        return of_file(request, shell())

    async def file(self, request: Request) -> Response:
        return of_file(request, assets()[request.url.path[1:]])

    async def events(self, request: Request) -> Response:
        return self.shown.streams.answer(request)

    # ---- faces -----------------------------------------------------------------------------------

    async def listing(self, request: Request) -> object:
        since = request.query_params.get("since", "")
        return self.shown.listing(int(since) if since.isascii() and since.isdigit() and len(since) < 10 else -1)

    async def of_tile(self, deed: Callable[[Tile, TileSet], object], request: Request) -> object:
        """Return what is asked of a tile, which may have changed."""
        shown, query = self.shown, request.query_params
        tile_set = shown.tile_set
        tile = None if tile_set is None else tile_set.tiles.get(query.get("id", ""))
        if tile is None or tile_set is None or tile.key != query.get("key"):
            raise Refused(410, say("This face has changed; reload."))
        pages = shown.drawer.pages.get(tile.piece.component)
        answer = await shown.work(self.unless_gone, deed, tile, tile_set)
        if shown.drawer.pages.get(tile.piece.component) != pages and tile_set is shown.tile_set:
            await shown.work(shown.drawer.relist)
            shown.show()
        return answer

    def unless_gone(self, deed: Callable[[Tile, TileSet], object], tile: Tile, tile_set: TileSet) -> object:
        """Return what is asked of a tile; an answer that it is gone if a save came first, or if it cannot be drawn,
        which is shown beside it."""
        try:
            return deed(tile, tile_set) if tile_set is self.shown.drawer.tile_set else {"gone": True}
        except (SpecError, OSError):
            return {"gone": True}

    async def where(self, request: Request) -> object:
        """Return the faces of the pieces that meet a condition on their fields, as a build's `--where` finds them."""
        if (tile_set := self.shown.tile_set) is None:
            return {"tiles": []}
        try:
            return {"tiles": await self.shown.work(tile_set.meeting, request.query_params.get("condition", ""))}
        except SpecError as error:  # it is shown at the field it was typed into
            said = [str(msgspec.structs.replace(fault, place=Place(""))) for fault in error.faults]
            raise Refused(422, "; ".join(said)) from None

    async def at(self, request: Request) -> object:
        query = request.query_params
        try:
            x, y = float(query.get("x", "nan")), float(query.get("y", "nan"))
        except ValueError:
            x = y = float("nan")
        point = (x, y) if isfinite(x) and isfinite(y) else None
        return await self.of_tile(lambda tile, tile_set: self.shown.drawer.at(tile, tile_set, point), request)

    def cut(self, tile: Tile, tile_set: TileSet) -> object:
        """Return a face as it is cut out."""
        from generator.building.files import piece_svg  # loads everything that builds

        scene = self.shown.drawer.scene(tile, tile_set)
        return {"svg": piece_svg(tile_set.document, tile.piece.component, scene)}

    def standing(self, tile: Tile, tile_set: TileSet) -> object:
        """Return a folded piece laid flat, and its sides."""
        return flat(tile_set.document, tile_set.faces, tile.piece)

    # ---- sheets, a setup, a language -------------------------------------------------------------

    async def rooms(self, _: Request) -> object:
        """Return the options of a build, the languages, and the numbers of players."""
        whole = self.changes.whole()
        return {
            "controls": await self.shown.work(controls, whole),
            "languages": tongues(whole),
            "language": self.shown.language,
            "players": (whole.spec.players.min, whole.spec.players.max) if deals(whole) else None,
        }

    async def plan(self, request: Request) -> object:
        words = decoded(request.query_params.get("words", ""), dict[str, str | bool])
        whole, tile_set = self.changes.whole(), self.shown.tile_set
        faces = tile_set.faces if tile_set is not None and tile_set.document is whole else None
        return await self.shown.work(self.sheets.plan, whole, words, faces)

    async def sheet(self, request: Request) -> object:
        plan, number = (seeds.read(request.query_params.get(name, "")) for name in ("plan", "number"))
        found = await self.shown.work(self.sheets.page, plan, number)
        if found is None:
            raise Refused(410, say("These sheets have changed; reload."))
        return found

    async def build(self, request: Request) -> object:
        """Build in a process of its own, one at a time; return the files, a folder of many as one, and remarks."""
        wanted = decoded(await request.body(), Asked)
        line = arguments(self.shown.spec, wanted.words, yes=wanted.yes)
        if self.building is not None and not self.building.done():
            raise Refused(409, say("A build is already running."))
        begun = perf_counter()
        self.building = asyncio.create_task(ran([line[0], "--json", *line[1:]]))
        try:
            done = await asyncio.shield(self.building)
        except asyncio.CancelledError:
            raise Refused(503, say("The studio has ended.")) from None
        written = Written() if done.status else msgspec.json.decode(done.out, type=Written)
        tops, folder = Counter(name.partition("/")[0] for name in written.files), Path(written.folder).absolute()
        return {
            "seconds": round(perf_counter() - begun, 1),
            "status": done.status,
            "files": [{"path": str(folder / top), "count": count} for top, count in tops.items()],
            "remarks": [*written.remarks, *done.err.splitlines()],
        }

    async def setup(self, request: Request) -> object:
        players, seed = (seeds.read(request.query_params.get(name, "")) for name in ("players", "seed"))
        if seed is None or (tile_set := self.shown.tile_set) is None:
            raise Refused(422, say("Seed: a whole number from 0 to {most}", most=str(seeds.MOST)))
        return await self.shown.work(dealt, tile_set, players or 0, seed)

    async def language(self, request: Request) -> object:
        """Show all faces in a language of the spec; "" is its own."""
        asked = decoded(await request.body(), Chosen).language
        if asked:
            in_language(self.changes.whole(), asked)
        self.shown.language = asked
        self.shown.take(await self.shown.work(self.shown.again, set[Path]()))
        return {"language": asked}
