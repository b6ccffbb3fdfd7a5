"""The site that needs nothing installed, made once and served, and pages of it in a real browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from foreign import missing

MAKE = Path(__file__).parents[2] / "docs" / "web" / "make_web.py"
READY = 150_000  # ms: a busy machine loads Python slowly
OWN = Path(__file__).parents[2] / "generator" / "starters" / "deck"  # a spec, a spreadsheet, an SVG picture


class Quiet(SimpleHTTPRequestHandler):
    extensions_map: ClassVar = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, made once for all processes of a run; nothing in it is changed."""
    if shutil.which("npm") is None:
        missing("npm")
    own = tmp_path_factory.getbasetemp()
    made = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "site"
    with made.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not made.exists():
            subprocess.run([sys.executable, MAKE, "--to", made], check=True, stdin=subprocess.DEVNULL)
    return made


@contextmanager
def standing(site: Path) -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[ThreadingHTTPServer]:
    with standing(site) as server:
        yield server


@pytest.fixture(scope="module")
def page(served: ThreadingHTTPServer, chromium: Any) -> Any:
    """A page that has kept the site: its complaints are asked for at the end."""
    return visited(served, chromium)


@pytest.fixture
def player(served: ThreadingHTTPServer, chromium: Any) -> Iterator[Any]:
    """Such a page in a browser that keeps no games yet."""
    found = visited(served, chromium)
    yield found
    found.context.close()


def visited(served: ThreadingHTTPServer, chromium: Any) -> Any:
    phone = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}
    context = chromium.new_context(**phone, bypass_csp=False, accept_downloads=True)
    found = context.new_page()
    found.complaints = []
    found.on("console", lambda said: found.complaints.append(said.text))
    found.on("pageerror", lambda error: found.complaints.append(str(error)))
    found.goto(f"http://127.0.0.1:{served.server_port}/")
    found.evaluate("navigator.serviceWorker.ready.then(() => null)")
    return found
