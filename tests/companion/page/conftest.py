"""The page as people use it: a server in a process of its own, and real browsers."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import warm

MAIN = "from companion.cli.main import main; main()"
ROOT = Path(__file__).parents[3]
STEADY = ".choices:not([data-new])"  # what is offered stands long enough for a tap to count
PHONE, LAPTOP, SMALL, TELEVISION = (390, 844), (1366, 768), (360, 640), (1920, 1080)


def companion(db: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line, in a process."""
    return warm.of(ROOT).run("companion", ["--db", str(db), *arguments], cwd=ROOT, env=os.environ)


@dataclass
class Served:
    """A running `companion serve` and what it printed."""

    db: Path
    port: int
    process: subprocess.Popen[str]
    links: dict[str, Any]

    @property
    def look(self) -> str:
        return str(self.links["url"])

    @property
    def table(self) -> str:
        return str(self.links["table"])

    def seat(self, name: str) -> str:
        return str(self.links["seats"][name])

    def token(self, name: str | None = None) -> str:
        return (self.table if name is None else self.seat(name)).partition("#")[2]

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return companion(self.db, *arguments)

    def ask(
        self, path: str, given: dict[str, Any] | None = None, *, token: str = "", headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """A request as the page sends it: the status, and the JSON or text of the answer."""
        data = None if given is None else json.dumps(given).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data)
        own = {"x-seat": token} | ({"content-type": "application/json"} if data is not None else {})
        for name, value in (own | (headers or {})).items():
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                status, body = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, body = error.code, error.read()
        text = body.decode()
        return status, json.loads(text) if text[:1] in "{[" else text

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

    def stop(self, how: int = signal.SIGINT) -> None:
        """Tell it to end, and wait until it has."""
        self.process.send_signal(how)
        self.process.wait(20)


@dataclass
class Servers:
    folder: Path
    made: Callable[[tuple[str, ...]], Path]
    running: list[Served] = field(default_factory=list)

    def start(self, *game: str, db: Path | None = None, port: int = 0, more: tuple[str, ...] = ()) -> Served:
        """Start a game (`new` and its arguments, or none for the store's current one) and serve it."""
        if db is None:
            db = self.folder / f"{len(self.running)}.db"
            shutil.copy(self.made(game), db)
        elif game:
            made = companion(db, "new", *game)
            assert made.returncode == 0, made.stderr
        process = subprocess.Popen(
            [sys.executable, "-c", MAIN, "--db", str(db), "serve", "--json", "--port", str(port), *more],
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
        served = Served(db, int(links["url"].rstrip("/").rpartition(":")[2]), process, links)
        self.running.append(served)
        return served


@pytest.fixture(scope="session")
def new_game(tmp_path_factory: pytest.TempPathFactory) -> Callable[[tuple[str, ...]], Path]:
    """A store with one new game, made once for all tests that begin with it."""

    @cache
    def made(game: tuple[str, ...]) -> Path:
        db = tmp_path_factory.mktemp("new") / "games.db"
        said = companion(db, *(game if game[0] == "import" else ("new", *game)))
        assert said.returncode == 0, said.stderr
        return db

    return made


@pytest.fixture
def servers(tmp_path: Path, new_game: Callable[[tuple[str, ...]], Path]) -> Iterator[Servers]:
    found = Servers(tmp_path, new_game)
    yield found
    for served in found.running:
        if served.process.poll() is None:
            served.process.kill()
        served.process.communicate()


# refusals, which the page says in words, and that a page nobody has tapped yet may not shake the phone
EXPECTED = ("the server responded with a status of 4", "Blocked call to navigator.vibrate")


def is_complaint(said: Any) -> bool:
    return said.type == "error" and not any(words in said.text for words in EXPECTED)


Opened = Callable[..., Any]


@pytest.fixture
def browse(chromium: Any) -> Iterator[Opened]:
    """Open a page in a browser of its own; whatever its console complains of fails the test at its end. Nothing glows
    or glides while a test waits, but where motion is what it looks at."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def opened(url: str, size: tuple[int, int] = LAPTOP, *, quiet: bool = False, **more: Any) -> Any:
        viewport = {"width": size[0], "height": size[1]}
        context = chromium.new_context(**{"viewport": viewport, "reduced_motion": "reduce"} | more)
        contexts.append(context)
        context.set_default_timeout(30_000)
        page = context.new_page()
        if not quiet:
            page.on("console", lambda said: complaints.append(said.text) if is_complaint(said) else None)
            page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        page.locator("#turn h2").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints
