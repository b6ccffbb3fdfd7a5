"""What the studio's page asks for beside its faces: the sheets, a build of them, a seed's setup, another language."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from generator.press import deals
from generator.studio.child import Done, ran
from generator.studio.dealt import dealt
from generator.studio.sheets import Sheets, arguments, controls, tongues
from generator.studio.shelf import Shelf, Tile
from specs.ground import seeds
from specs.ground.errors import SpecError
from specs.ground.languages import say
from specs.ground.web.answers import sent
from specs.ground.web.packing import Part, facts
from specs.translation.overlay import in_language

if TYPE_CHECKING:
    from generator.studio.app import Studio

Answered = Callable[[Request], Awaitable[Response]]
_words = msgspec.json.Decoder(dict[str, str | bool])


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


class Rooms:
    """The rooms of a studio's page."""

    def __init__(self, studio: Studio) -> None:
        self.studio, self.sheets = studio, Sheets(studio.spec, studio.editor)
        self.building: asyncio.Task[Done] | None = None
        self.read: Mapping[str, Answered] = {
            "rooms": self.rooms,
            "sheets": self.plan,
            "sheet": self.sheet,
            "setup": self.setup,
            "piece": self.piece,
        }
        self.done: Mapping[str, Answered] = {"build": self.build, "language": self.language}

    async def rooms(self, request: Request) -> Response:
        """The options of a build, the languages there are, and who may play."""
        if (whole := self.studio.whole) is None:
            return _refused(request, 409, say("There is nothing to show: mend what is told beside this, and save."))
        players = whole.spec.players
        found = {
            "controls": await self.studio.work(controls, whole),
            "languages": tongues(whole),
            "language": self.studio.language,
            "players": (players.min, players.max) if deals(whole) else None,
        }
        return sent(request, facts(found))

    # ---- sheets ----------------------------------------------------------------------------------

    async def plan(self, request: Request) -> Response:
        try:
            words = _words.decode(request.query_params.get("words", ""))
        except msgspec.MsgspecError:
            return _refused(request, 422, say("That is no request of this page."))
        if (whole := self.studio.whole) is None:
            return _refused(request, 409, say("There is nothing to show: mend what is told beside this, and save."))
        return sent(request, facts(await self.studio.work(self.sheets.plan, whole, words)))

    async def sheet(self, request: Request) -> Response:
        plan, number = (seeds.read(request.query_params.get(name, "")) for name in ("plan", "number"))
        found: Part | None = None
        if plan is not None and number is not None:
            found = await self.studio.work(self.sheets.page, plan, number)
        return _refused(request, 410, say("These sheets are others by now.")) if found is None else sent(request, found)

    async def build(self, request: Request) -> Response:
        """Build, in a process of its own; one build at a time."""
        try:
            wanted = msgspec.json.decode(await request.body(), type=Asked)
            line = arguments(self.studio.spec, wanted.words, yes=wanted.yes)
        except msgspec.MsgspecError:
            return _refused(request, 422, say("That is no request of this page."))
        except SpecError as error:
            return _refused(request, 422, str(error))
        if self.building is not None and not self.building.done():
            return _refused(request, 409, say("A build is under way."))
        begun = perf_counter()
        self.building = asyncio.create_task(ran([line[0], "--json", *line[1:]]))
        done = await asyncio.shield(self.building)
        return sent(request, facts({"seconds": round(perf_counter() - begun, 1), **_built(done)}))

    # ---- a setup, a language ---------------------------------------------------------------------

    async def setup(self, request: Request) -> Response:
        players, seed = (seeds.read(request.query_params.get(name, "")) for name in ("players", "seed"))
        if players is None or seed is None:
            return _refused(request, 422, f"{say('Seed')}: {seeds.EXPECTED}")
        if (shelf := self.studio.shelf) is None:
            return _refused(request, 409, say("There is nothing to show: mend what is told beside this, and save."))
        try:
            return sent(request, facts(await self.studio.work(dealt, shelf, players, seed)))
        except SpecError as error:
            return _refused(request, 422, str(error))

    async def piece(self, request: Request) -> Response:
        """A face as it is cut out."""
        return await self.studio.of_tile(request, self._cut)

    def _cut(self, tile: Tile, shelf: Shelf) -> Part:
        from generator.building import piece_svg

        try:
            return facts({"svg": piece_svg(shelf.document, tile.piece.component, self.studio.bench.scene(tile, shelf))})
        except (SpecError, OSError):
            return facts({"gone": True})  # why is told beside the faces

    async def language(self, request: Request) -> Response:
        """Show all faces in a language of the spec; "" is its own."""
        studio = self.studio
        try:
            asked = msgspec.json.decode(await request.body(), type=Chosen).language
            if asked and studio.whole is not None:
                in_language(studio.whole, asked)
        except msgspec.MsgspecError:
            return _refused(request, 422, say("That is no request of this page."))
        except SpecError as error:
            return _refused(request, 422, str(error))
        studio.language = asked
        studio.take(await studio.work(studio.again, set[Path]()))
        return sent(request, facts({"language": asked}))


def _refused(request: Request, status: int, said: str) -> Response:
    return sent(request, facts({"message": said}), status)


def _built(done: Done) -> dict[str, object]:
    """What a build came to: the files by their paths, a folder of many as one, and all that was told of it."""
    written = Written()
    if not done.status:
        written = msgspec.json.decode(done.out, type=Written)
    folder = Path(written.folder).absolute()
    tops: dict[str, int] = {}
    for name in written.files:
        top = name.partition("/")[0]
        tops[top] = tops.get(top, 0) + 1
    return {
        "status": done.status,
        "files": [{"name": top, "path": str(folder / top), "count": count} for top, count in tops.items()],
        "told": [*written.remarks, *done.err.splitlines()],
    }
