"""What the server answers: the page's own files, views of the game as JSON, and the stream that announces changes."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from companion.contract import JSON, Refused, SyntaxFault
from companion.page import deeds, evening
from companion.page.answer import Answer
from companion.page.around import Around
from companion.page.asking import LONGEST_DEVICE, READ, arrived, asked, body, language, named, spot, tongue, wide
from companion.page.assets import assets, shell
from companion.page.drawing import rulebook
from companion.page.lessons import Lessons
from companion.page.live import Live, Spot, laid_out
from companion.page.seats import TABLE, Seats, qr_svg
from companion.page.undoing import wished
from companion.record.bots import seated
from companion.table import StoreError, Table
from specs.base.languages import Said, mark, say, speak, speaking, spoken, word
from specs.base.mistakes import mistake
from specs.base.terminal import tell
from specs.base.web.streams import Aside, Part, ended, facts, of_file, sent

LOOK = 0.4  # seconds between looks at the store for other programs' entries
LOOKS_ON = mark("This page only watches: enter turns from a seat's own link.")
NAMES = 400  # most faces in one request
FIRST = 2.0  # seconds reserved for the first page
SHARED = ("log", "picture")  # what every place is shown alike in a view: most of its bytes
LONGEST_HAND = 600  # letters of a typed hand
HEARD = 0.2  # seconds for every page to learn that a bot thinks


class Links(NamedTuple):
    """The addresses of the pages: `look` for everybody, the table's, one for each seat; the network to be in; and the
    lobby, where each claims a seat."""

    look: str
    table: str
    seats: tuple[str, ...]
    network: Said
    lobby: str = ""


class Page:
    """The page of a game. `made` opens it in the thread that will keep it, `again` starts another with its seats."""

    def __init__(
        self, made: Callable[[], Live], around: Around, links: Links, again: Callable[[Table], Live] | None = None
    ) -> None:
        self.made, self.around, self.links, self.again = made, around, links, again
        self.streams = around.streams
        self.work = Aside("table")  # the game lives in this thread
        self.answers: dict[tuple[Any, ...], Part] = {}  # cached views of the current position
        self.last = -1  # the number of entries that pages know
        self.one = asyncio.Lock()
        self.moves: asyncio.Task[None] | None = None  # the bots' turns
        self.lessons: Lessons | None = None

    # ---- life ------------------------------------------------------------------------------------

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.live = await self.work(self.made)
        self.last = await self.work(self.live.look)
        self.streams.tell(self.last, {})
        tasks = [asyncio.create_task(task) for task in (self.ready(), self.watch(), self.streams.beats())]
        try:
            yield
        finally:
            await ended(*tasks, self.moves)
            await self.work(self.live.close)
            self.work.end()

    async def ready(self) -> None:
        """Load what the first turn needs in advance, but not before the first page."""
        await asyncio.sleep(FIRST)
        with suppress(Answer, StoreError):
            await self.work(self.live.warm)
        gc.collect()
        gc.freeze()  # long-lived objects leave the garbage collector: a full run stopped everybody for 40 ms

    async def watch(self) -> None:
        """Watch for entries by other programs."""
        while not self.streams.ended:
            await asyncio.sleep(LOOK)
            with suppress(StoreError):
                await self.happened()

    async def happened(self) -> None:
        """Tell every page about new entries, and send lookers-on their view. Raises StoreError."""
        async with self.one:  # one tells all pages; those that waited find it done
            last, views = await self.work(self.news, self.last, self.streams.readers)
            if last == self.last:
                return
            self.last = last
            self.answers.clear()
            for reader, view in views.items():
                language, _, width = reader.partition(" ")
                self.answers[None, Spot(), "", laid_out(int(width or 0)), language] = view
            self.streams.tell(last, views)

    def news(self, last: int, readers: Iterable[str]) -> tuple[int, dict[str, Part]]:
        """Return the number of entries and, if it is not `last`, what lookers-on see, by language and page width."""
        now, views = self.live.look(), dict[str, Part]()
        for reader in readers if now != last else ():
            language, _, width = reader.partition(" ")
            with suppress(Answer), speaking(tongue(language)):
                views[reader] = facts(self.live.view(None, Spot(), width=laid_out(int(width or 0))), SHARED)
        return now, views

    # ---- routes ----------------------------------------------------------------------------------

    def app(self) -> Starlette:
        shell = [
            Route(path, self.shell, methods=["GET"]) for path in ("/", "/table", "/seat", "/tv", "/learn", "/lobby")
        ]
        files = [Route(f"/{name}", self.file, methods=["GET"]) for name in assets() if name != "index.html"]
        gets = (self.view, self.faces, self.where, self.join, self.evening, self.photo, self.at, self.rules)
        looks = {found.__name__: found for found in gets} | {"around": self.asked}
        posts = (self.choices, self.learn, self.claim, self.rematch)
        does = {done.__name__: done for done in posts} | {deed.__name__: self.doing(deed) for deed in deeds.DEEDS}
        does |= {"about": self.telling(evening.about), "clock": self.telling(evening.set_clock)}
        does |= {"photo": self.keep_photo, "seat": self.answer}
        return Starlette(
            # searched in order: the most frequent requests come first
            routes=[
                *(Route(f"/api/{name}", answered(found), methods=["GET"]) for name, found in looks.items()),
                *(Route(f"/api/{name}", answered(done), methods=["POST"]) for name, done in does.items()),
                Route("/api/events", self.events, methods=["GET"]),
                *shell,
                *files,
            ],
            lifespan=self.lifespan,
        )

    async def shell(self, request: Request) -> Response:
        path = request.url.path[1:]
        first = path if path in ("learn", "lobby") else "main"
        return of_file(request, shell(language(request), first))

    async def file(self, request: Request) -> Response:
        return of_file(request, assets()[request.url.path[1:]])

    async def events(self, request: Request) -> Response:
        reader = f"{language(request)} {wide(request, 'look')}" if "look" in request.query_params else None
        places = (TABLE, *range(len(self.seats.seats)))
        seat, device = request.query_params.get("seat", ""), request.query_params.get("device", "")
        kept = seat if seat in map(self.seats.stream, places) else ""
        return self.streams.answer(request, reader, kept, device[:LONGEST_DEVICE])

    async def at(self, request: Request) -> Response:
        """Return the number of entries, for a page without a stream."""
        return sent(request, facts({"last": self.last, "stirs": self.streams.stirs}))

    @property
    def seats(self) -> Seats:
        return self.around.seats

    @property
    def lobby(self) -> str:
        """The address of the lobby, where each claims a seat."""
        return f"{self.links.look}lobby#{self.seats.lobby}"

    def place(self, request: Request) -> int | None:
        return self.seats.place(request.headers.get("x-seat", ""))

    def sits(self, request: Request) -> int:
        """Return the place of somebody who may enter something. Raises Answer for lookers-on."""
        if (place := self.place(request)) is None:
            raise Answer(403, word(LOOKS_ON))
        return place

    async def view(self, request: Request) -> Response:
        place, spot = self.place(request), asked(request)
        # in a header, since addresses end up in logs
        hand = unquote(request.headers.get("x-hand", ""))[:LONGEST_HAND]
        width = wide(request, "wide")
        key = (place, spot, hand, width, language(request))
        if (found := self.answers.get(key)) is None:
            last = self.last
            found = await self.work(lambda: facts(self.live.view(place, spot, hand, width), SHARED))
            if last == self.last and len(self.answers) < 200:
                self.answers[key] = found
        return sent(request, found)

    async def faces(self, request: Request) -> Response:
        names = request.query_params.getlist("name")[:NAMES]
        return await self.json(request, self.live.drawings.wanted, names)

    async def rules(self, request: Request) -> Response:
        return sent(request, await asyncio.to_thread(rulebook, self.live.document, spoken()))

    def telling(self, deed: deeds.Deed) -> Callable[[Request], Awaitable[Response]]:
        """Make a route by which a seat or the table notes what no rule concerns, whatever was entered meanwhile."""

        async def done(request: Request) -> Response:
            place, given = self.sits(request), await body(request)
            return await self.json(request, lambda: {"said": deed(self.live, place, given)})

        return done

    async def evening(self, request: Request) -> Response:
        return await self.json(request, evening.evening, self.live, self.place(request))

    async def photo(self, request: Request) -> Response:
        """Return the photo of the table, for its players: our own page asks for it and says who asks."""
        lies = await self.work(evening.photo, self.live, self.place(request))
        headers = {"cache-control": "no-store"}
        return Response(await self.work(lies.read_bytes), headers=headers, media_type="image/jpeg")

    async def keep_photo(self, request: Request) -> Response:
        self.sits(request)
        data = await arrived(request, 4 * READ)
        return await self.json(request, lambda: {"said": evening.keep_photo(self.live, data)})

    async def asked(self, request: Request) -> Response:
        """Return what others ask of a place, and where else its seat is open; in the lobby, who sits where; for a link
        of the game before, the new one."""
        place, device = self.place(request), named(request)
        if place is None:
            if (place := self.around.before.get(request.headers.get("x-seat", ""))) is not None:
                return sent(request, facts({"token": self.seats.token(place)}))
            if not self.seats.looks_for_a_seat(request.headers.get("x-seat", "")):
                raise Answer(403, word(LOOKS_ON))
            bots = await self.work(lambda: [*seated(self.live.table)])
            return sent(request, facts({**self.around.lobby(device), "bots": bots, **qr_svg(self.lobby)}))
        await self.work(self.around.sign, place)
        own = {"stream": self.seats.stream(place), **self.around.of(place, device)}
        return await self.json(request, lambda: own | {"wish": wished(self.live.table, self.live.wished, place)})

    async def claim(self, request: Request) -> Response:
        """Claim a seat in the lobby."""
        given = await body(request)
        if not self.seats.looks_for_a_seat(request.headers.get("x-seat", "")):
            raise Answer(403, word(LOOKS_ON))
        seat = -1 if given.ply is None else given.ply
        return await self.stirring(request, self.around.claim, seat, named(request))

    async def answer(self, request: Request) -> Response:
        """Answer others' requests for a seat; the table's page may answer for any."""
        place = self.sits(request)
        return await self.stirring(request, self.around.answer, place, await body(request))

    async def stirring(self, request: Request, deed: Callable[..., Mapping[str, JSON]], *given: Any) -> Response:
        """Carry out a change and answer; then tell seats and the lobby that something changed beside the game."""
        try:
            return await self.json(request, deed, *given)
        finally:
            self.streams.stir()

    async def rematch(self, request: Request) -> Response:
        """Start another game with the same seats, once this one is over; every page moves to it."""
        async with self.one:  # the second of two requests has a link of the game before
            self.sits(request)
            if self.again is None or self.live.table.turn is not None:
                raise Answer(409, say("The game is not over."))
            self.live, self.last = await self.work(self.again, self.live.table), -1
        await self.happened()
        self.streams.stir()
        return sent(request, facts({"said": []}))

    async def where(self, request: Request) -> Response:
        words = request.query_params.get("words", "")[:60]
        return await self.json(request, self.live.where, self.place(request), asked(request), words)

    async def join(self, request: Request) -> Response:
        if self.place(request) != TABLE:
            raise Answer(403, say("Only the page in the middle of the table shows how to join."))
        links = [f"{self.links.look}seat#{token}" for token in self.seats.seats]
        found = {
            "network": self.links.network.translated(spoken()),
            "look": {"url": self.links.look, **qr_svg(self.links.look)},
            "lobby": {"url": self.lobby, **qr_svg(self.lobby)},
            "seats": [{"url": link, **qr_svg(link)} for link in links],
        }
        return sent(request, facts(found))

    async def choices(self, request: Request) -> Response:
        given, place = await body(request), self.place(request)
        follow = partial(self.live.follow, tapped=given.tapped, width=laid_out(given.wide))
        return await self.json(request, follow, place, spot(given.ply, given.then), given.typed or "", given.hand)

    async def learn(self, request: Request) -> Response:
        """Take a step of the guided game, or say what can follow in it; it belongs to no seat."""
        given = await body(request)

        def step() -> dict[str, JSON]:
            if self.lessons is None:
                self.lessons = Lessons(self.live.game, self.live.drawings)
            return self.lessons.step(given) if given.typed is None else self.lessons.follow(given)

        return await self.json(request, step)

    def doing(self, deed: deeds.Deed) -> Callable[[Request], Awaitable[Response]]:
        """Make a route that changes the game for a seat or the table, and tells every page before it confirms that."""

        async def done(request: Request) -> Response:
            place, given = self.sits(request), await body(request)
            try:
                said = await self.work(deeds.done, deed, self.live, place, given)
                if deed in (deeds.enter, deeds.machine) and self.live.table.stored.machines and not self.live.moving:
                    self.live.moving = True
                    self.moves = asyncio.create_task(self.machines())
            finally:
                with suppress(StoreError):  # the change itself has been made
                    await self.happened()
            if deed is deeds.wish:
                self.streams.stir()
            return sent(request, facts({"said": said}))

        return done

    async def machines(self) -> None:
        """Play the bots' turns after somebody's, each ply sent to every page; until a person is to move, or the table
        must say something."""
        self.answers.clear()
        try:
            await asyncio.sleep(HEARD)
            with suppress(Answer, Refused, StoreError):
                while await self.work(self.live.machine_ply):
                    await self.happened()
        except Exception as error:
            tell(mistake(error))
        finally:
            self.live.moving = False
            self.answers.clear()

    async def json(self, request: Request, deed: Callable[..., Mapping[str, JSON]], *given: Any) -> Response:
        return sent(request, await self.work(lambda: facts(deed(*given))))


def answered(route: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Make a route that answers in its reader's language, with refusals as JSON."""

    async def answer(request: Request) -> Response:
        speak(tongue(language(request)))
        try:
            return await route(request)
        except Answer as said:
            return sent(request, facts(said.facts), said.status)
        except SyntaxFault as fault:
            return sent(request, facts({"message": fault.said}), 422)
        except StoreError as error:
            return sent(request, facts({"message": str(error)}), 503)
        except (HTTPException, ClientDisconnect):
            raise
        except Exception as error:
            sentence = mistake(error)
            tell(sentence)
            return sent(request, facts({"message": sentence}), 500)

    return answer
