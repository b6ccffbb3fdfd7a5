"""The page as people use it: a server in a thread, or as a process where it is frozen or killed, and real browsers."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import uvicorn
from at_table import Companion, Said

from companion.page import server
from companion.table.store import Store
from companion.table.table import open_game
from specs.base.web.serving import hosts

MAIN = "from companion.cli.main import main; main()"
ROOT = Path(__file__).parents[3]
RECORDS = ROOT / "tests" / "records"
STEADY = ".choices:not([data-new])"  # what is offered stands long enough for a tap to count
PHONE, LAPTOP, SMALL, TELEVISION = (390, 844), (1366, 768), (360, 640), (1920, 1080)


def companion(db: Path, *words: str) -> Said:
    """The command line."""
    return Companion(db.parent, {"COMPANION_DB": str(db)})(*words)


@dataclass
class Served:
    """A game that is served, and its links."""

    db: Path
    port: int
    links: dict[str, Any]
    stop: Callable[[], object]

    @property
    def look(self) -> str:
        return str(self.links["url"])

    @property
    def table(self) -> str:
        return str(self.links["table"])

    @property
    def lobby(self) -> str:
        return str(self.links["lobby"])

    def seat(self, name: str) -> str:
        return str(self.links["seats"][name])

    def token(self, name: str | None = None) -> str:
        return (self.table if name is None else self.seat(name)).partition("#")[2]

    def run(self, *words: str) -> Said:
        return companion(self.db, *words)

    def ask(
        self, path: str, given: dict[str, Any] | None = None, *, token: str = "", headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """A request as the page sends it: the status, and the JSON or text of the answer."""
        data = None if given is None else json.dumps(given).encode()
        own = {"x-seat": token} | ({"content-type": "application/json"} if data is not None else {})
        status, body = self.fetch(path, data, own | (headers or {}))
        text = body.decode()
        return status, json.loads(text) if text[:1] in "{[" else text

    def fetch(self, path: str, data: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def view(self, name: str | None = None, query: str = "") -> dict[str, Any]:
        status, found = self.ask(f"/api/view{query}", token=self.token(name) if name else "")
        assert status == 200, found
        return dict(found)

    def enter(self, name: str, text: str, **more: Any) -> tuple[int, Any]:
        """Enter a turn; where that is too fast for the server, wait a moment, as it says, and enter it again."""
        token = self.token(name)
        last = self.ask("/api/view", token=token)[1]["last"]
        while (answer := self.ask("/api/enter", {"last": last, "text": text} | more, token=token))[0] == 429:
            time.sleep(0.2)
        return answer

    def move(self, line: str) -> None:
        """A line that another program enters, once the server knows of it."""
        last = self.view()["last"]
        assert self.run("move", line).status == 0
        while self.view()["last"] == last:
            time.sleep(0.05)

    def entered(self) -> list[str]:
        return [entry["text"] for entry in self.view()["log"]]


@dataclass
class Process(Served):
    """A running `companion serve`."""

    process: subprocess.Popen[str]

    def end(self, how: int = signal.SIGINT) -> None:
        """Send it a signal to end, and wait until it has."""
        self.process.send_signal(how)
        self.process.wait(20)


@dataclass
class Servers:
    folder: Path
    made: Callable[[tuple[str, ...]], Path]
    running: list[Served] = field(default_factory=list)

    def store(self, game: tuple[str, ...], db: Path | None) -> Path:
        """A store with a game (`new` and its arguments, or none for the store's current one)."""
        if db is None:
            db = self.folder / f"{len(self.running)}.db"
            shutil.copy(self.made(game), db)
        elif game:
            assert companion(db, "new", *game).status == 0
        return db

    def start(self, *game: str, db: Path | None = None) -> Served:
        """Serve a game within this process."""
        path = self.store(game, db)
        with Store(path) as store:
            table = open_game(store)
        sock = server.listening(0, lan=False)
        port = sock.getsockname()[1]
        own, links = server.joined(path, table.stored, sock)
        page = server.page_of(path, table.stored, own, links)
        guarded = server.guarded(page, hosts(port))
        running = uvicorn.Server(uvicorn.Config(guarded, log_config=None, timeout_graceful_shutdown=0))
        thread = Thread(target=running.run, args=([sock],))
        thread.start()

        def stop() -> None:
            running.should_exit = True
            thread.join(20)

        by_name = dict(zip(table.names, links.seats, strict=True))
        served = Served(
            path, port, {"url": links.look, "table": links.table, "lobby": links.lobby, "seats": by_name}, stop
        )
        self.running.append(served)
        while not running.started:
            assert thread.is_alive()
            time.sleep(0.01)
        return served

    def process(self, *game: str, db: Path | None = None, port: int = 0) -> Process:
        """Serve a game in a process of its own."""
        path = self.store(game, db)
        process = subprocess.Popen(
            [sys.executable, "-c", MAIN, "--db", str(path), "serve", "--json", "--port", str(port)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        links = json.loads(line)

        def stop() -> None:
            process.kill()
            process.communicate()

        served = Process(path, int(links["url"].rstrip("/").rpartition(":")[2]), links, stop, process)
        self.running.append(served)
        return served


@pytest.fixture(scope="session")
def new_game(tmp_path_factory: pytest.TempPathFactory) -> Callable[[tuple[str, ...]], Path]:
    """A store with one new game, made once for all tests that begin with it."""

    @cache
    def made(game: tuple[str, ...]) -> Path:
        db = tmp_path_factory.mktemp("new") / "games.db"
        said = companion(db, *(game if game[0] == "import" else ("new", *game)))
        assert said.status == 0, said.err
        return db

    return made


@pytest.fixture
def servers(tmp_path: Path, new_game: Callable[[tuple[str, ...]], Path]) -> Iterator[Servers]:
    found = Servers(tmp_path, new_game)
    yield found
    for served in found.running:
        served.stop()


HIDDEN = ("atlantis", "Ann", "Bob:blue", "--seed", "42")
DEALT = (*HIDDEN, "--cards", "dealt")


@pytest.fixture
def hidden(servers: Servers) -> Served:
    """Atlantis, with hands that only the players know."""
    return servers.start(*HIDDEN)


@pytest.fixture
def dealt(servers: Servers) -> Served:
    return servers.start(*DEALT)


def heading(page: Any, text: str) -> None:
    """Wait until the page says whose turn it is, or how it ended."""
    page.locator("#turn h2", has_text=re.compile(f"^{re.escape(text)}$")).wait_for()


def type_turn(page: Any, text: str) -> None:
    page.fill("#line", text)
    page.press("#line", "Enter")


# refusals, which the page says in words, and that a page nobody has tapped yet may not shake the phone
EXPECTED = ("the server responded with a status of 4", "Blocked call to navigator.vibrate")


LISTED = "if (location.protocol === 'http:') for (const key of ['listed', 'typing']) localStorage.setItem(key, 'on');"


def is_complaint(said: Any) -> bool:
    return said.type == "error" and not any(words in said.text for words in EXPECTED)


Opened = Callable[..., Any]


@pytest.fixture
def browse(chromium: Any) -> Iterator[Opened]:
    """Open a page in a browser of its own; whatever its console complains of fails the test at its end. Nothing glows
    or glides while a test waits, but where motion is what it looks at."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def opened(
        url: str, size: tuple[int, int] = LAPTOP, *, quiet: bool = False, listed: bool = True, **more: Any
    ) -> Any:
        viewport = {"width": size[0], "height": size[1]}
        context = chromium.new_context(**{"viewport": viewport, "reduced_motion": "reduce"} | more)
        contexts.append(context)
        context.set_default_timeout(30_000)
        if listed:  # all choices are buttons, and turns can be typed
            context.add_init_script(LISTED)
        page = context.new_page()
        if not quiet:
            page.on("console", lambda said: complaints.append(said.text) if is_complaint(said) else None)
            page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        page.locator("#turn h2").wait_for(state="attached")  # a television hides it at the end
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints
