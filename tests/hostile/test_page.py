"""The page's server, asked by whoever means it ill: a refusal, or text that is shown as text; never a game lost."""

import gzip
import json
import re
import signal
import socket
import subprocess
import sys
from base64 import b64decode
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

import pytest
from asgi import Headers, finished, request
from cases import data

from companion.page.app import Links, Page
from companion.page.around import Around
from companion.page.keepsake import keepsake
from companion.page.live import Live
from companion.page.seats import Seats
from companion.record.starting import new
from companion.table.look import REFEREE
from companion.table.store import Store
from companion.table.table import open_game
from specs.base.languages import verbatim
from specs.base.web.guard import Guard
from specs.base.web.serving import OF_ONE

HOST = b"localhost:8421"
SEATS = Seats("t" * 24, ("a" * 24, "b" * 24))
ANN = {b"x-seat": b"a" * 24, b"content-type": b"application/json"}
MARKUP = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&amp;<!--"
Asked = Callable[..., Awaitable[tuple[int, bytes]]]


def asked(store: Path, questions: Callable[[Asked], Awaitable[None]]) -> None:
    """Put questions to the page of a store's first game, in this process, as its server hands them over."""
    page = Page(
        lambda: Live(open_game(Store(store), 1)),
        Around(SEATS, lambda seat, renew: SEATS),
        Links("", "", (), verbatim("")),
    )
    app = Guard(page.app(), [HOST.decode()])

    async def ask(
        path: str, body: bytes | None = None, headers: Headers | None = None, *, chunks: int = 1
    ) -> tuple[int, bytes]:
        own = {b"host": HOST} | ({} if body is None else ANN | {b"content-length": str(len(body)).encode()})
        method = "GET" if body is None else "POST"
        found = await request(app, method, path, own | (headers or {}), body or b"", chunks)
        return found.status, found.body

    async def everything() -> None:
        async with page.lifespan(page.app()):
            await questions(ask)

    finished(everything)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    with Store(tmp_path / "games.db", create=True) as opened:
        new(opened, "atlantis", ["Ann", "Bob"], seed=1)
    return tmp_path / "games.db"


def entries(store: Path) -> list[str]:
    with Store(store) as opened:
        return [entry.text for entry in open_game(opened, 1).journal.entries]


BODIES = [body.encode("latin-1") for body in data(__file__)["BODIES"]]


@pytest.mark.parametrize("deed", ["enter", "note", "undo", "redo", "amend", "choices"])
def test_no_body_ends_in_more_than_a_refusal(deed: str, store: Path) -> None:
    async def questions(ask: Asked) -> None:
        for body in BODIES:
            status, said = await ask(f"/api/{deed}", body)
            fine = deed == "choices" or (deed in ("undo", "redo") and b'"last": 0' in body)
            assert 400 <= status < 500 or (fine and status == 200), (body[:40], status, said[:80])
            assert b"Traceback" not in said
        status, said = await ask("/api/note", b'{"last": 0, "text": "tea"}')
        assert status == 200, "and the game goes on"

    asked(store, questions)
    assert entries(store) == ["tea"]


def test_a_request_has_16_kib_whatever_it_says_of_itself(store: Path) -> None:
    turn = b'{"last": 0, "text": "1:H"}'
    full, beyond = (turn + b" " * (most - len(turn)) for most in (16_384, 16_385))

    async def questions(ask: Asked) -> None:
        for length, expected in ((b"9" * 5_000, 413), (b"99999999999", 413), (b"20000", 413), (b"-1", 411),
                                 (b"+1", 411), (b"", 411), (b"\xb2", 411), (b"1e3", 411), (b" 26", 411)):  # fmt: skip
            assert (await ask("/api/enter", turn, {b"content-length": length}))[0] == expected, length
        status, said = await ask("/api/enter", beyond)
        assert (status, said) == (413, b"A request of 16,385 bytes; expected at most 16,384.")
        for chunks in (1, 3):  # more than was said
            assert (await ask("/api/enter", beyond, {b"content-length": b"26"}, chunks=chunks))[0] == 400
        assert entries(store) == []
        assert (await ask("/api/enter", full))[0] == 200

    asked(store, questions)
    assert entries(store) == ["1:H"]


def test_no_address_ends_in_more_than_a_refusal(store: Path) -> None:
    async def questions(ask: Asked) -> None:
        for path in ("view", "where"):
            for query in (*data(__file__)["QUERIES"], "ply=0&then=" + quote(MARKUP)):
                status, said = await ask(f"/api/{path}?{query}")
                assert status == 200 or 400 <= status < 500, (query[:40], status, said[:80])
        for words in ("(", "[a-", "\\", "%00", "%ED%A0%80", "x" * 5_000, quote(MARKUP)):
            assert (await ask(f"/api/where?words={words}"))[0] == 200
        for hand in (b"%00", b"%ff", b"F" * 8_000, b"\xff", b"%F0%9F%92%A9" * 90):
            assert (await ask("/api/view", None, {b"x-seat": b"a" * 24, b"x-hand": hand}))[0] == 200
        assert (await ask("/api/faces?" + "&".join(["name=x"] * 5_000)))[0] == 200
        assert (await ask("/api/join", None, {b"x-seat": b"a" * 24}))[0] == 403

    asked(store, questions)


# ---- a real server ---------------------------------------------------------------------------------


@pytest.mark.deep
def test_idle_and_slow_connections_stall_nobody(store: Path) -> None:
    """Of one address, however many connections do nothing, others are answered; what does nothing is hung up on."""
    if sys.platform != "linux":
        pytest.skip("several addresses of one machine need Linux")
    code = "from companion.cli.main import main; main()"
    command = [sys.executable, "-c", code, "--db", str(store), "serve", "--json", "--port", "0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as run, ExitStack() as stack:
        assert run.stdout is not None
        assert run.stderr is not None
        port = int(json.loads(run.stdout.readline())["url"].rstrip("/").rpartition(":")[2])

        def line(source: str) -> socket.socket:
            return stack.enter_context(socket.create_connection(("127.0.0.1", port), 20, (source, 0)))

        def answer(source: str) -> bytes:
            found = line(source)
            found.sendall(f"GET /api/view HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            return found.recv(12)

        idle = [line("127.0.0.2") for _ in range(OF_ONE + 100)]
        for each in idle[:50]:
            with suppress(OSError):
                each.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert answer("127.0.0.3") == b"HTTP/1.1 200"
        for each in idle:
            with suppress(ConnectionResetError):
                assert each.recv(1) == b"", "hung up on"
        assert answer("127.0.0.2") == b"HTTP/1.1 200", "whoever did nothing may come again"
        run.send_signal(signal.SIGINT)
        assert run.wait(20) == 0
        assert "Traceback" not in run.stderr.read()


# ---- words that are markup -------------------------------------------------------------------------


class Elements(HTMLParser):
    """How many scripts and pictures a page has, and what is in its data."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.handlers: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


def test_markup_in_names_and_notes_is_text_on_the_page_and_in_the_kept_file(tmp_path: Path) -> None:
    notes = (MARKUP, "]]> \N{GRINNING FACE} ' \" ` ${x}", "<!--<script>")
    with Store(tmp_path / "games.db", create=True) as opened:
        table = new(opened, "atlantis", ["<script>x</script>", "<!--<b>"], seed=1)
        for words in notes:
            table = table.note(words).table
        text = keepsake(Live(open_game(opened, 1)), REFEREE)
        new(opened, "atlantis", ["Ann", "Bob"], seed=1)
        plain = keepsake(Live(open_game(opened, 2)), REFEREE)
    assert Elements(text).tags == Elements(plain).tags
    assert not Elements(text).handlers
    assert "<script>x" not in text
    assert "<script>alert" not in text
    data = re.search(r'<script type="application/octet-stream" id="given">([^<]*)</script>', text)
    assert data is not None
    kept = json.loads(gzip.decompress(b64decode(data[1])))
    assert tuple(entry["text"] for entry in kept["log"]) == notes

    async def questions(ask: Asked) -> None:
        found = json.loads((await ask("/api/view"))[1])
        assert tuple(entry["text"] for entry in found["log"]) == notes
        assert [player["name"] for player in found["players"]] == ["<script>x</script>", "<!--<b>"]
        assert "<script>x" not in (found["picture"]["body"] or "")
        status, said = await ask("/")
        assert status == 200
        assert b"<script>x" not in said

    asked(tmp_path / "games.db", questions)


def test_no_script_puts_words_into_markup() -> None:
    """The page writes text as text; drawings, which are our own, are read as SVG, whose scripts do not run so."""
    import companion.page

    found = []
    files = sorted((Path(companion.page.__file__).parent / "static").glob("*.mjs"))
    assert len(files) > 5
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", line):
                found.append(f"{file.name}:{number}: {line.strip()}")
    assert found == []
