"""Join links. Whoever holds a seat's link sits there: the link's fragment is a token no other can guess.

Tokens are made from a secret beside the store, so that links and codes outlive a restart. A fragment is never sent in
a request's address, so it is in no log and no referrer; the page sends it in a header of its own.
"""

import hmac
import os
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from specs.base.files import read

SECRET, MAX_BYTES = 32, 4096  # bytes
TABLE = -1  # the place of the page in the middle of the table: it shows the join codes and may do what a seat may


class Seats(NamedTuple):
    """The tokens of a game: the table's, and one a seat."""

    table: str
    seats: tuple[str, ...]

    def place(self, token: str) -> int | None:
        """A seat's index, `TABLE`, or None for a looker-on."""
        given = token.encode("utf-8", "replace")
        found = None
        for place, ours in ((TABLE, self.table), *enumerate(self.seats)):
            if hmac.compare_digest(given, ours.encode()):
                found = place
        return found


def secret(store: Path) -> bytes:
    """The secret beside a store, made on first use, for its owner's eyes only. Raises OSError."""
    path = store.with_name(store.name + ".key")
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(os.urandom(SECRET))
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        pass
    found = read(path, MAX_BYTES)
    if len(found) < SECRET:
        raise OSError(0, "not a secret of ours; delete the file, and every link is new", str(path))
    return found


def seats(key: bytes, game: int, start: str, players: Sequence[str]) -> Seats:
    """A game's tokens: others for another game, also for one with the same number in another store."""

    def token(place: str) -> str:
        words = "\0".join((str(game), sha256(start.encode()).hexdigest(), place))
        return urlsafe_b64encode(hmac.new(key, words.encode(), sha256).digest()[:18]).decode()

    return Seats(token("table"), tuple(token(f"seat {n} {name}") for n, name in enumerate(players)))


def qr_svg(text: str) -> dict[str, str]:
    """A code to scan: what stands between svg tags, and their `box`, one unit a module with its quiet zone."""
    import segno

    code = segno.make(text, error="m", micro=False)
    across = code.symbol_size(border=4)[0]
    return {
        "code": code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff"),
        "box": f"0 0 {across} {across}",
    }


def qr_lines(text: str) -> str:
    """The same for a terminal, two modules a character."""
    from io import StringIO

    import segno

    out = StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue().rstrip("\n")
