"""What the studio's page asks for beside its faces: the sheets, a build of them, a seed's setup, another language."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter
from typing import Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from generator.plan.selection import deals
from generator.studio.child import Done, ran
from generator.studio.drawing import Reading, TileDrawer
from generator.studio.editors import Editor
from generator.studio.setup import dealt
from generator.studio.sheets import Sheets, arguments, controls, tongues
from generator.studio.tiles import Tile, TileSet
from generator.studio.unfolded import flat
from specs.base import seeds
from specs.base.errors import SpecError
from specs.base.languages import say
from specs.base.web.answers import sent
from specs.base.web.aside import Aside
from specs.base.web.packing import Part, facts
from specs.model.document import Document
from specs.translation.overlay import in_language

Answered = Callable[[Request], Awaitable[Response]]


class Asked(msgspec.Struct, frozen=True):
    """What a build is asked for."""

    words: dict[str, str | bool]
    yes: bool = False


class Chosen(msgspec.Struct, frozen=True):
    language: str


class Written(msgspec.Struct, frozen=True):
    """What `generator build --json` wrote."""

    folder: str = ""
    files: dict[str, object] = {}
    remarks: list[str] = []


class Refused(Exception):
    """Why nothing is answered: a status, and a sentence."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status = status


class Shown(Protocol):
    """What panels need of the studio: what it shows, and how to show something else."""

    spec: str
    editor: Editor
    drawer: TileDrawer
    work: Aside
    language: str
    tile_set: TileSet | None
    whole: Document | None

    def of_tile(self, request: Request, deed: Callable[[Tile, TileSet], Part]) -> Awaitable[Response]: ...
    def again(self, changed: set[Path]) -> Reading: ...
    def take(self, reading: Reading) -> None: ...


class Panels:
    """What the page shows beside its faces: `read` is what is asked of it, `done` what it does."""

    def __init__(self, studio: Shown) -> None:
        self.studio, self.sheets = studio, Sheets(studio.spec, studio.editor)
        self.building: asyncio.Task[Done] | None = None
        asked = {"rooms": self.rooms, "sheets": self.plan, "sheet": self.sheet, "setup": self.setup}
        self.read: dict[str, Answered] = {name: _answering(answer) for name, answer in asked.items()}
        self.read["piece"] = lambda request: studio.of_tile(request, self.cut)
        self.read["standing"] = lambda request: studio.of_tile(request, self.standing)
        self.done = {"build": _answering(self.build), "language": _answering(self.language)}

    def whole(self) -> Document:
        """The spec as it was saved last without a fault."""
        if self.studio.whole is None:
            raise Refused(409, say("There is nothing to show: mend what is told beside this, and save."))
        return self.studio.whole

    async def rooms(self, _: Request) -> object:
        """The options of a build, the languages there are, and how many may play."""
        whole = self.whole()
        return {
            "controls": await self.studio.work(controls, whole),
            "languages": tongues(whole),
            "language": self.studio.language,
            "players": (whole.spec.players.min, whole.spec.players.max) if deals(whole) else None,
        }

    # ---- sheets ----------------------------------------------------------------------------------

    async def plan(self, request: Request) -> object:
        words = msgspec.json.decode(request.query_params.get("words", ""), type=dict[str, str | bool])
        whole, tile_set = self.whole(), self.studio.tile_set
        faces = tile_set.faces if tile_set is not None and tile_set.document is whole else None
        return await self.studio.work(self.sheets.plan, whole, words, faces)

    async def sheet(self, request: Request) -> object:
        plan, number = (seeds.read(request.query_params.get(name, "")) for name in ("plan", "number"))
        found = await self.studio.work(self.sheets.page, plan, number)
        if found is None:
            raise Refused(410, say("These sheets are others by now."))
        return found

    async def build(self, request: Request) -> object:
        """Build, in a process of its own, one at a time: the files, a folder of many as one, and its remarks."""
        wanted = msgspec.json.decode(await request.body(), type=Asked)
        line = arguments(self.studio.spec, wanted.words, yes=wanted.yes)
        if self.building is not None and not self.building.done():
            raise Refused(409, say("A build is under way."))
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
            "told": [*written.remarks, *done.err.splitlines()],
        }

    def end(self) -> None:
        """No build goes on without the studio."""
        if self.building is not None:
            self.building.cancel()

    # ---- a setup, a piece, a language ------------------------------------------------------------

    async def setup(self, request: Request) -> object:
        players, seed = (seeds.read(request.query_params.get(name, "")) for name in ("players", "seed"))
        if seed is None or (tile_set := self.studio.tile_set) is None:
            raise Refused(422, say("Seed: a whole number from 0 to {most}", most=str(seeds.MOST)))
        return await self.studio.work(dealt, tile_set, players or 0, seed)

    def cut(self, tile: Tile, tile_set: TileSet) -> Part:
        """A face as it is cut out."""
        from generator.building.files import piece_svg  # it loads all that builds

        return _drawn(
            lambda: {
                "svg": piece_svg(tile_set.document, tile.piece.component, self.studio.drawer.scene(tile, tile_set))
            }
        )

    def standing(self, tile: Tile, tile_set: TileSet) -> Part:
        """A folded piece laid flat, and its sides."""
        return _drawn(lambda: flat(tile_set.document, tile_set.faces, tile.piece))

    async def language(self, request: Request) -> object:
        """Show all faces in a language of the spec; "" is its own."""
        asked = msgspec.json.decode(await request.body(), type=Chosen).language
        if asked:
            in_language(self.whole(), asked)
        self.studio.language = asked
        self.studio.take(await self.studio.work(self.studio.again, set[Path]()))
        return {"language": asked}


def _drawn(deed: Callable[[], dict[str, object]]) -> Part:
    try:
        return facts(deed())
    except (SpecError, OSError):
        return facts({"gone": True})  # the reason is shown beside the faces


def _answering(answer: Callable[[Request], Awaitable[object]]) -> Answered:
    """The facts of an answer; or in a sentence why there are none."""

    async def answered(request: Request) -> Response:
        try:
            return sent(request, await asyncio.to_thread(facts, await answer(request)))
        except Refused as refused:
            status, said = refused.status, str(refused)
        except SpecError as error:
            status, said = 422, str(error)
        except msgspec.MsgspecError:
            status, said = 422, say("That is no request of this page.")
        return sent(request, facts({"message": said}), status)

    return answered
