"""Reads requests: language, sender, position of the game, body."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Final

from starlette.requests import ClientDisconnect, Request

from companion.page.answer import LONGEST_BRANCH, Answer, Posted, read
from companion.page.assets import offered
from companion.page.live import Spot, laid_out
from specs.base.chosen_language import preferred
from specs.base.languages import ENGLISH, Tongue, say

LONGEST_HEADER: Final = 200
LONGEST_DEVICE: Final = 24
READ: Final = 5.0  # seconds for a request's body

# ---- who reads it --------------------------------------------------------------------------------


def language(request: Request) -> str:
    """Return the language a device chose, or else the first available one that it accepts."""
    chosen = request.cookies.get("language", "")
    if chosen in offered():
        return chosen
    return preferred(accepted(request.headers.get("accept-language", "")), offered())


def accepted(header: str) -> list[str]:
    """Return the languages of an `Accept-Language`, most wanted first.

    >>> accepted("it;q=0.5, de-AT, de;q=0.9, en;q=0")
    ['de-AT', 'de', 'it']
    """
    found = list[tuple[float, str]]()
    for each in header[:LONGEST_HEADER].split(","):
        name, _, weight = each.strip().partition(";q=")
        with suppress(ValueError):
            found.append((float(weight or 1), name))
    return [name for weight, name in sorted(found, key=lambda each: -each[0]) if weight > 0]


@cache
def tongue(language: str) -> Tongue | None:
    """Return an available language by its tag; None for English."""
    return None if language == ENGLISH else Tongue(language, ("companion", "specs", "generator"))


# ---- what comes in -------------------------------------------------------------------------------


async def arrived(request: Request, within: float) -> bytes:
    """Return a request's body. Raises Answer if it takes longer than `within`, in seconds."""
    try:
        async with asyncio.timeout(within):
            return await request.body()
    except (TimeoutError, ClientDisconnect):
        raise Answer(400, say("a request that did not arrive whole")) from None


async def body(request: Request) -> Posted:
    """Return a request's JSON body. Raises Answer."""
    return read(await arrived(request, READ))


def named(request: Request) -> str:
    """Return a device's id: a random word that identifies no person."""
    return request.headers.get("x-device", "")[:LONGEST_DEVICE]


def asked(request: Request) -> Spot:
    """Return the position an address asks for: after which turn, and a branch from there. Raises Answer."""
    query = request.query_params
    ply = query.get("ply")
    if ply is not None and not (ply.isascii() and ply.isdigit() and len(ply) < 7):
        raise Answer(404, say("There is no such turn."))
    return spot(None if ply is None else int(ply), query.getlist("then") if "then" in query else None)


def wide(request: Request, name: str) -> int:
    """Return the width to lay the page out for, in CSS px, from the address, where it is called `name`."""
    px = request.query_params.get(name, "")
    return laid_out(int(px) if px.isascii() and px.isdigit() and len(px) < 6 else 0)


def spot(ply: int | None, then: Sequence[str] | None) -> Spot:
    """Return a position of the game, and the turns of a branch from there, none of them blank. Raises Answer."""
    if then is None:
        return Spot(ply)
    if len(then) > LONGEST_BRANCH:
        raise Answer(400, f"'then'; expected at most {LONGEST_BRANCH} turns")
    return Spot(ply, tuple(one for one in then if one.strip() and len(one) <= 400 and one.isprintable()))
