"""Server-sent events: each open page is sent the number of the game's entries, and how often something happened beside
the game. Lookers-on are sent their view with it; a seat fetches its own.

A stream says nothing that a looker-on may not see, and an event may be lost, doubled or late without harm. Both numbers
are sent again every second: a page that hears nothing for longer knows that its connection is lost.

This module also makes the other answers of a page: packed if the browser can unpack, and without a file that the
browser already has. Bytes are packed once, for an answer of their own or as a part of a stream. A part ends on a whole
byte and refers to nothing before it, so the same part can stand in any stream of gzip.

Last, what a page does beside its answers: work in one thread of its own, and tasks that end when it does.
"""

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from specs.base.web.pages import Asset

LEVEL: Final = 5
HEAD: Final = gzip.compress(b"", mtime=0)[:10]
LAST: Final = b"\x03\x00"  # the last block, empty
UNKEPT: Final = {"cache-control": "no-store"}  # by no cache of the browser


class Part(NamedTuple):
    """Bytes, and the same bytes packed."""

    plain: bytes
    packed: bytes

    def answer(self) -> bytes:
        """Return the part alone, as gzip."""
        checked = zlib.crc32(self.plain), len(self.plain)
        return b"".join((HEAD, self.packed, LAST, *(n.to_bytes(4, "little") for n in checked)))


def part(plain: bytes) -> Part:
    squeezed = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Part(plain, squeezed.compress(plain) + squeezed.flush(zlib.Z_SYNC_FLUSH))


NEXT: Final = part(b"\n\n")


_packed_once = lru_cache(maxsize=16)(part)


def facts(found: Any, shared: Collection[str] = ()) -> Part:
    """Encode facts as JSON. What stands under the keys `shared` is the same in several answers, and is packed once."""
    if not shared:
        return part(_json(found))
    own, same = ({key: found[key] for key in found if (key in shared) == of_all} for of_all in (False, True))
    return _joined(part(_json(own)[:-1] + b","), _packed_once(_json(same)[1:]))


def local(found: Any) -> Response:
    """Answer facts to a browser on this machine: packing them would take longer than sending them."""
    return Response(_json(found), headers=UNKEPT, media_type="application/json")


def _json(found: Any) -> bytes:
    return msgspec.json.encode(found, enc_hook=_text)


def _joined(*parts: Part) -> Part:
    return Part(b"".join([each.plain for each in parts]), b"".join([each.packed for each in parts]))


def _text(found: Any) -> str:
    """Return a kind of text, such as `Said`, as plain text. Raises TypeError for anything else."""
    if not isinstance(found, str):
        raise TypeError(f"no JSON of {type(found).__name__}")
    return str(found)


def event(kind: str, *parts: Part) -> Part:
    """Make an event of a stream; its data is one line."""
    return _joined(part(f"event: {kind}\ndata: ".encode()), *parts, NEXT)


def zipped(request: Request) -> bool:
    """Return whether the browser accepts gzip."""
    return "gzip" in request.headers.get("accept-encoding", "")


def sent(request: Request, found: Part, status: int = 200) -> Response:
    headers, data = {**UNKEPT, "vary": "accept-encoding"}, found.plain
    if zipped(request):
        headers["content-encoding"], data = "gzip", found.answer()
    return Response(data, status, headers, media_type="application/json")


def of_file(request: Request, asset: Asset) -> Response:
    headers = {"cache-control": "no-cache", "etag": asset.etag, "vary": "accept-encoding, accept-language, cookie"}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(status_code=304, headers=headers)
    data = asset.packed
    if zipped(request):
        headers["content-encoding"] = "gzip"
    else:
        data = gzip.decompress(data)
    return Response(data, headers=headers, media_type=asset.kind)


# ---- streams -------------------------------------------------------------------------------------


ALL, OF_ONE, KEPT = 400, 256, 100  # open streams in all, of one address, and reserved for seats
BEAT = 1.0  # seconds between heartbeats


class Hearer(NamedTuple):
    """An open stream: the address of its browser, and for lookers-on their `reader`, the language and page width in
    which they are sent what they see (`de 820`); None for a seat. A named `seat` has a reserved place that no stranger
    can take. `device` tells such pages apart."""

    client: str
    reader: str | None = None
    seat: str = ""
    device: str = ""


class Streams:
    """The open streams. Use only from the event loop."""

    def __init__(self) -> None:
        self.open: dict[asyncio.Queue[Part], Hearer] = {}
        self.ended = False
        self.last = -1  # the number of entries that every page was told
        self.stirs = 0  # how often something else happened, such as a page being opened

    def room(self, client: str, *, kept: bool) -> bool:
        """Return whether this address may open another stream."""
        alike = [each.client for each in self.open.values() if bool(each.seat) == kept]
        if kept:
            return not self.ended and len(alike) < KEPT
        return not self.ended and len(alike) < ALL and alike.count(client) < OF_ONE

    @property
    def readers(self) -> set[str]:
        """Return the languages and widths in which somebody looks on."""
        return {each.reader for each in self.open.values() if each.reader is not None}

    def tell(self, last: int, views: Mapping[str, Part]) -> None:
        """Tell every page that the game has `last` entries, and send lookers-on the view of their `reader`. They come
        first: they ask for nothing more, while seats then fetch their views."""
        self.last = last
        events = {reader: event("view", view) for reader, view in views.items()}
        number = self._number()
        for queue, hearer in sorted(self.open.items(), key=lambda each: each[1].reader not in events):
            _put(queue, events.get(hearer.reader or "", number))

    async def beats(self) -> None:
        """Send heartbeats until the end, even while the game's thread is busy."""
        while not self.ended:
            await asyncio.sleep(BEAT)
            self._beat()

    def stir(self) -> None:
        """Tell every page that something happened beside the game."""
        self.stirs += 1
        self._beat()

    def _beat(self) -> None:
        number = self._number()
        for queue in self.open:
            if queue.empty() and not self.ended:
                queue.put_nowait(number)

    def _number(self) -> Part:
        return event("at", part(f"{self.last} {self.stirs}".encode()))

    def end(self) -> None:
        """Close every stream and open no new one."""
        self.ended = True
        for queue in self.open:
            _put(queue, END)

    def answer(self, request: Request, reader: str | None = None, seat: str = "", device: str = "") -> Response:
        """Answer a request with a page's stream. With a `reader` the page looks on; with `seat` it has a reserved
        place."""
        client, packed = request.client.host if request.client else "", zipped(request)
        if not self.room(client, kept=bool(seat)):
            return Response("Too many pages are open here.", 503)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no", "vary": "accept-encoding"}
        headers |= {"content-encoding": "gzip"} if packed else {}
        heard = self.listen(Hearer(client, reader, seat, device), packed=packed)
        return StreamingResponse(heard, media_type="text/event-stream", headers=headers)

    async def listen(self, hearer: Hearer, *, packed: bool) -> AsyncIterator[bytes]:
        """Yield one page's stream, starting with the current state."""

        def sent(each: Part) -> bytes:
            return each.packed if packed else each.plain

        queue: asyncio.Queue[Part] = asyncio.Queue(maxsize=1)
        self.open[queue] = hearer
        try:
            if hearer.seat:
                self.stir()
            yield (HEAD if packed else b"") + sent(RETRY) + sent(self._number())
            while not self.ended and (found := await queue.get()) is not END:
                yield sent(found)
            yield sent(END)
        finally:
            del self.open[queue]
            if hearer.seat:
                self.stir()


RETRY, END = part(b"retry: 2000\n"), event("end", part(b"0"))


def _put(queue: asyncio.Queue[Part], found: Part) -> None:
    """Keep only the latest event: an older one that was not taken is dropped."""
    if queue.full():
        queue.get_nowait()
    queue.put_nowait(found)


# ---- beside the answers --------------------------------------------------------------------------


Found = TypeVar("Found")


class Aside:
    """One thread for everything that takes a while, one task after another: `await aside(task, …)`."""

    def __init__(self, name: str) -> None:
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def __call__(self, task: Callable[..., Found], *given: Any) -> Found:
        """Run something in the thread, in the current language."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, copy_context().run, task, *given)

    def end(self) -> None:
        """Drop all tasks that still wait, and wait for the one that runs."""
        self.thread.shutdown(cancel_futures=True)


async def ended(*tasks: asyncio.Task[None] | None) -> None:
    """Cancel tasks and wait until they have ended."""
    for task in filter(None, tasks):
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
