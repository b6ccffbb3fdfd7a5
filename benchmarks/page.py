"""The page under load, on loopback: 100 lookers-on and 4 seats for a minute (`--seconds`, `--pages`).

Measured: from the moment a turn is sent until every open page has the view of it, over what a browser would send: one
event stream a page, which brings the view to who looks on, while a seat fetches its own; the server's memory; the bytes
of a first visit; from start to first page; from Ctrl-C with 20 pages open to the end.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

MAIN = "from companion.cli.main import main; main()"
PLAYERS = ("Ann", "Bob", "Cy", "Dee")


class Line:
    """One keep-alive connection."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port, self.token = port, token

    async def open(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def ask(self, path: str, given: Any = None) -> tuple[int, bytes, int]:
        """Status, body as sent over the wire unpacked, and bytes received."""
        body = b"" if given is None else json.dumps(given).encode()
        head = [
            f"{'GET' if given is None else 'POST'} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            "Accept-Encoding: gzip",
            f"X-Seat: {self.token}",
            *([f"Content-Length: {len(body)}", "Content-Type: application/json"] if body else []),
        ]
        self.writer.write("\r\n".join([*head, "", ""]).encode() + body)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        lines = answer.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:] if line)}
        data = await self.reader.readexactly(int(headers.get("content-length", 0)))
        text = gzip.decompress(data) if headers.get("content-encoding") == "gzip" else data
        return int(lines[0].split()[1]), text, len(answer) + len(data)

    async def stream(self) -> None:
        """Listen as a page does: who looks on is sent what it sees, a seat the number of entries."""
        path = "/api/events" if self.token else "/api/events?look"
        head = (f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Accept-Encoding: gzip")
        self.writer.write("\r\n".join([*head, "", ""]).encode())
        await self.reader.readuntil(b"\r\n\r\n")
        self.unpacks, self.heard = zlib.decompressobj(16 + zlib.MAX_WBITS), b""

    async def event(self) -> tuple[str, bytes]:
        """The next event's kind and its data."""
        while b"\n\n" not in self.heard:
            size = int(await self.reader.readuntil(b"\r\n"), 16)
            self.heard += self.unpacks.decompress((await self.reader.readexactly(size + 2))[:-2])
        event, _, self.heard = self.heard.partition(b"\n\n")
        kind, data = event.split(b"\n")[-2:]
        return kind.removeprefix(b"event: ").decode(), data.removeprefix(b"data: ")


class View(msgspec.Struct):
    """Of a view no more than is measured: what a phone does with it is the phone's own time."""

    last: int


class Pages:
    """Open pages: each hears the stream, and a seat then fetches its view. `has` is when each had that of an entry."""

    def __init__(self) -> None:
        self.has: dict[int, list[float]] = {}
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self, port: int, token: str = "") -> None:
        hears, asks = await Line(port, token).open(), await Line(port, token).open()
        await hears.stream()
        self.tasks.append(asyncio.create_task(self.follow(hears, asks)))

    async def follow(self, hears: Line, asks: Line) -> None:
        seen = -1
        while True:
            kind, data = await hears.event()
            if kind == "end" or (kind == "at" and int(data.split()[0]) == seen):  # nothing new was entered
                continue
            view = data if kind == "view" else (await asks.ask("/api/view"))[1]
            now = time.perf_counter()
            seen = msgspec.json.decode(view, type=View).last
            self.has.setdefault(seen, []).append(now)


def start(db: Path) -> tuple[subprocess.Popen[str], dict[str, Any], float, float]:
    """The server, its links, and the seconds to the first page and to the first view of the table."""
    subprocess.run(
        [sys.executable, "-c", MAIN, "--db", db, "new", "atlantis", *PLAYERS, "--seed", "1", "--cards", "dealt"],
        check=True,
        capture_output=True,
    )
    since = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "--db", str(db), "serve", "--json", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    links = json.loads(process.stdout.readline())

    async def first() -> tuple[float, float]:
        line = await Line(port_of(links)).open()
        await line.ask("/")
        page = time.perf_counter() - since
        await line.ask("/api/view")
        return page, time.perf_counter() - since

    return process, links, *asyncio.run(first())


def port_of(links: dict[str, Any]) -> int:
    port = urlsplit(links["url"]).port
    assert port is not None
    return port


async def first_visit(port: int, token: str) -> int:
    """Bytes a browser receives before a seat's page is whole: every file it names, its view, the faces."""
    line = await Line(port, token).open()
    total = 0
    _, shell, size = await line.ask("/seat")
    total += size
    names = {part.split('"')[0] for part in shell.decode().split('="/')[1:]} | {"net.mjs"}
    names |= {f"{name}.ttf" for name in ("Cinzel-Bold", "AlegreyaSans-Regular", "AlegreyaSans-Bold")}
    waiting, seen = sorted(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        _, data, size = await line.ask(f"/{name}")
        total += size
        if name.endswith(".mjs"):
            waiting += [part.split('"')[0] for part in data.decode().split('from "./')[1:]]
    _, view, size = await line.ask("/api/view")
    total += size
    wanted = "&".join(f"name={name}" for name in json.loads(view)["picture"]["faces"])
    _, _, size = await line.ask(f"/api/faces?{wanted}")
    return total + size


async def play(port: int, links: dict[str, Any], pages: int, seconds: float) -> list[float]:
    """Seats enter turns, half a second apart; for each turn the seconds until each page had it."""
    open_pages = Pages()
    for _ in range(pages):
        await open_pages.open(port)
    tokens = {name: link.partition("#")[2] for name, link in links["seats"].items()}
    seats = {name: await Line(port, token).open() for name, token in tokens.items()}
    for token in tokens.values():
        await open_pages.open(port, token)
    looker = await Line(port).open()
    sent: dict[int, float] = {}
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        await asyncio.sleep(0.5)
        view = json.loads((await looker.ask("/api/view"))[1])
        if view["over"]:
            await seats["Ann"].ask("/api/undo", {"last": view["last"]})
            continue
        seat = seats[PLAYERS[view["turn"]]]
        text = await a_turn(seat)
        sent[view["last"] + 1] = time.perf_counter()
        status, said, _ = await seat.ask("/api/enter", {"last": view["last"], "text": text})
        assert status == 200, said
    await asyncio.sleep(1)
    for task in open_pages.tasks:
        task.cancel()
    everybody = len(open_pages.tasks)
    for last in sent:
        assert len(open_pages.has.get(last, [])) == everybody, f"{last}: {len(open_pages.has.get(last, []))}"
    return sorted(at - since for last, since in sent.items() for at in open_pages.has[last])


async def a_turn(seat: Line) -> str:
    """A whole turn the seat is offered."""
    typed = ""
    for _ in range(40):
        _, found, _ = await seat.ask("/api/choices", {"typed": typed, "hand": "", "ply": None, "then": None})
        offered = json.loads(found)
        if offered["whole"]:
            return typed
        whole = [choice for choice in offered["choices"] if choice["whole"]]
        typed = (whole or offered["choices"])[0]["text"]
    raise AssertionError("no end of choices")


def memory(process: subprocess.Popen[str]) -> float:
    """MiB the server ever held."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pages", type=int, nargs="*", default=[20, 100])
    given = parser.parse_args()
    print(f"{'what':<44}{'measured':>12}   to reach")
    for pages in given.pages:
        with tempfile.TemporaryDirectory() as folder:
            process, links, page, view = start(Path(folder) / "games.db")
            port = port_of(links)
            size = asyncio.run(first_visit(port, links["seats"]["Ann"].partition("#")[2]))
            took = asyncio.run(play(port, links, pages, given.seconds))
            held = memory(process)
            asyncio.run(hang_up(port, process))
            rows = [
                (f"turn to all of {pages} lookers-on and 4 seats, p50", statistics.median(took) * 1e3, "ms", ""),
                ("  p95", took[int(len(took) * 0.95)] * 1e3, "ms", "60" if pages <= 20 else "100"),
                ("  slowest of all", took[-1] * 1e3, "ms", ""),
                ("server's memory, most", held, "MiB", "100"),
                ("first visit", size / 1024, "KiB", "250"),
                ("start to first page", page * 1e3, "ms", "1000"),
                ("start to first view of the table", view * 1e3, "ms", ""),
            ]
            for name, value, unit, reach in rows:
                print(f"{name:<48}{value:>8.0f} {unit:<4} {reach}")


async def hang_up(port: int, process: subprocess.Popen[str]) -> None:
    lines = [await Line(port).open() for _ in range(20)]
    for line in lines:
        await line.stream()
    since = time.perf_counter()
    process.send_signal(signal.SIGINT)
    await asyncio.get_running_loop().run_in_executor(None, process.wait, 30)
    print(f"{'Ctrl-C with 20 pages open, to the end':<48}{(time.perf_counter() - since) * 1e3:>8.0f} ms   1000")
    assert process.returncode == 0


if __name__ == "__main__":
    main()
