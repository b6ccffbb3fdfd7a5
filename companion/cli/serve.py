"""`companion serve`: the page at the table, until Ctrl-C."""

from __future__ import annotations

import os
import socket
import sys
from typing import Annotated

import typer

from companion.cli.arguments import Db, chosen, opened
from companion.cli.terminal import Failure
from companion.table.report import which
from companion.table.table import open_game
from specs.base import measure
from specs.base.languages import say
from specs.base.terminal import put

Port = Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free. [default: 8421]")]


def serve(
    ctx: typer.Context,
    lan: Annotated[bool, typer.Option("--lan", help="Let phones in, not this machine only.")] = False,
    port: Port = None,
    json: Annotated[bool, typer.Option("--json", help="Print the links first, as JSON in a line.")] = False,
    db: Db = None,
) -> None:
    """Serve a page on which every phone can follow and play."""
    with opened(ctx, db) as store:
        table = open_game(store, chosen(ctx).game)
        path, stored, names = store.path, table.stored, table.names
    from companion.page import seats as tokens
    from companion.page import server

    address = server.own_address() if lan else None
    if lan and address is None:
        raise Failure(say("this machine is in no network; join the table's Wi-Fi, or serve without --lan"))
    sock = listening(port, lan=lan)
    at = sock.getsockname()[1]
    seats = tokens.seats(tokens.secret(path), stored.id, stored.start, names)
    base = f"http://{address or '127.0.0.1'}:{at}"
    network = (
        say(
            "Every phone must be in the same Wi-Fi as this machine ({address}). A guest network may keep phones apart.",
            address=address,
        )
        if address
        else say("Only this machine can open these; start with --lan to let phones in.")
    )
    links = server.links(base, seats, network)
    if json:
        import json as writer

        by_name = dict(zip(names, links.seats, strict=True))
        put(writer.dumps({"url": links.look, "table": links.table, "seats": by_name}, ensure_ascii=False))
    else:
        _say(_welcome(stored.id, stored.called, names, links.look, links.table, links.seats, network))
        if lan and sys.stdout.isatty():
            for name, link in zip(names, links.seats, strict=True):
                _say(["", f"{name}:", tokens.qr_lines(link)])
    sys.stdout.flush()
    server.serve(sock, path, stored.id, seats, links, server.hosts(at, address))
    if not json:
        put("\n" + say("Ended. Everything is kept; `companion serve` goes on."))


def listening(port: int | None, *, lan: bool) -> socket.socket:
    """A socket that listens. Raises Failure."""
    from companion.page import server

    try:
        return server.listening(port, lan=lan)
    except OSError as error:
        raise Failure(
            say("port {port}: {why}; expected a free one, or --port 0", port=port, why=os.strerror(error.errno or 0))
        ) from None


def _say(lines: list[str]) -> None:
    for line in lines:
        put(line)


def _welcome(
    number: int, game: str, names: list[str], look: str, table: str, seats: tuple[str, ...], network: str
) -> list[str]:
    rows = [(say("the table"), table), *zip(names, seats, strict=True), (say("looking on"), look)]
    across = max(measure.width(name) for name, _ in rows)
    return [
        f"{which(number, game, names)}. {network}",
        *(f"  {measure.left(name, across)}  {link}" for name, link in rows),
        say("A seat's link is for its player only. Ctrl-C ends it; nothing is lost."),
    ]
