"""`companion serve`: the page at the table, until Ctrl-C."""

from __future__ import annotations

import os
import socket
import sys
from json import dumps
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.arguments import Db, table_of
from companion.cli.terminal import Failure
from companion.table import Table
from companion.table.report import which
from specs.base import measure
from specs.base.languages import say
from specs.base.terminal import put, put_lines

if TYPE_CHECKING:
    from companion.page.app import Links

Port = Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free. [default: 8421]")]


def serve(
    ctx: typer.Context,
    lan: Annotated[bool, typer.Option("--lan", help="Let phones in, not this machine only.")] = False,
    port: Port = None,
    json: Annotated[bool, typer.Option("--json", help="Print the links first, as JSON in a line.")] = False,
    db: Db = None,
) -> None:
    """Serve a page on which every phone can follow and play."""
    from companion.page import server

    with table_of(ctx, db) as table:
        path = table.kept_in.path
    address = server.own_address() if lan else None
    if lan and address is None:
        raise Failure(say("this machine is in no network; join the table's Wi-Fi, or serve without --lan"))
    sock = listening(port, lan=lan)
    seats, links = server.joined(path, table.stored, sock, address)
    if json:
        by_name = dict(zip(table.names, links.seats, strict=True))
        found = {"url": links.look, "table": links.table, "lobby": links.lobby, "seats": by_name}
        put(dumps(found, ensure_ascii=False))
    else:
        put_lines(_welcome(table, links))
        if lan and sys.stdout.isatty():
            put_lines([line for name, link in zip(table.names, links.seats, strict=True) for line in _code(name, link)])
    sys.stdout.flush()
    server.serve(sock, path, table.stored, seats, links, address)
    if not json:
        put("\n" + say("Ended. Everything is kept; `companion serve` goes on."))


def listening(port: int | None, *, lan: bool) -> socket.socket:
    """Open a listening socket. Raises Failure."""
    from companion.page import server

    try:
        return server.listening(port, lan=lan)
    except OSError as error:
        raise Failure(
            say("port {port}: {why}; expected a free one, or --port 0", port=port, why=os.strerror(error.errno or 0))
        ) from None


def _code(name: str, link: str) -> list[str]:
    """Return a link as a code to scan."""
    from companion.page.seats import qr_lines

    return ["", f"{name}:", qr_lines(link)]


def _welcome(table: Table, links: Links) -> list[str]:
    seats = zip(table.names, links.seats, strict=True)
    rows = [(say("the table"), links.table), (say("choose a seat"), links.lobby), *seats, (say("watching"), links.look)]
    across = max(measure.width(name) for name, _ in rows)
    return [
        f"{which(table.number, table.stored.called, table.names)}. {links.network}",
        *(f"  {measure.left(name, across)}  {link}" for name, link in rows),
        say("A seat's link is for its player only. Ctrl-C ends it; nothing is lost."),
    ]
