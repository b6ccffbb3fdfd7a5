"""Serves the table's page: its addresses, its links, and who may send what."""

import socket
from functools import partial
from pathlib import Path

from companion.page.app import Links, Page
from companion.page.around import Around, Mark
from companion.page.live import Live
from companion.page.seats import Seats, mark, seats as tokens, secret
from companion.record.starting import rematch
from companion.table import Store, Stored, Table, open_game
from specs.base.languages import say
from specs.base.web import serving
from specs.base.web.guard import Body, Guard

PORT = 8421  # fixed, so that links and codes survive a restart
PHOTO = {"/api/photo": Body(b"image/jpeg", 6_000_000)}


def listening(port: int | None, *, lan: bool) -> socket.socket:
    """Open a listening socket. Raises OSError."""
    return serving.listening(port, PORT, lan=lan)


def own_address() -> str | None:
    """Return this machine's address in its network; None without a network. Sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up, nothing is sent
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") or found == "0.0.0.0" else found


def joined(path: Path, stored: Stored, sock: socket.socket, address: str | None = None) -> tuple[Seats, Links]:
    """Return the tokens of a game and the addresses of its pages: at this machine's network address, else on this
    machine only."""
    found = tokens(secret(path), stored.id, stored.start, stored.names)
    base = f"http://{address or '127.0.0.1'}:{sock.getsockname()[1]}"
    network = say("Only this machine can open these; start with --lan to let phones in.")
    if address is not None:
        network = say(
            "Every phone must be in the same Wi-Fi as this machine ({address}). A guest network may keep phones apart.",
            address=address,
        )
    at = tuple(f"{base}/seat#{token}" for token in found.seats)
    return found, Links(f"{base}/", f"{base}/table#{found.table}", at, network, f"{base}/lobby#{found.lobby}")


def page_of(path: Path, stored: Stored, seats: Seats, links: Links) -> Page:
    """Return the page of a stored game, and of the next one with the same seats."""

    def marking(stored: Stored) -> Mark:
        return partial(mark, path, stored.id, stored.start, stored.names)

    def again(table: Table) -> Live:
        found = rematch(table)
        new = found.stored
        around.begin(tokens(secret(path), new.id, new.start, new.names), marking(new))
        return Live(found)

    around = Around(seats, marking(stored))
    return Page(lambda: Live(open_game(Store(path), stored.id)), around, links, again)


def guarded(page: Page, names: list[str]) -> Guard:
    """Return the page as an application that answers to these names."""
    return Guard(page.app(), names, PHOTO)


def serve(
    sock: socket.socket, path: Path, stored: Stored, seats: Seats, links: Links, address: str | None = None
) -> None:
    """Serve a game until it is stopped."""
    page = page_of(path, stored, seats, links)
    names = serving.hosts(sock.getsockname()[1], address)
    serving.serve(guarded(page, names), sock, page.streams.end)
