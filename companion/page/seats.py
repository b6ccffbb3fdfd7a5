"""Join links. Whoever holds a seat's link sits there: its fragment is a token that cannot be guessed.

Tokens are derived from a secret beside the store, so that links and codes survive a restart. A fragment is never sent
in a request's address, so it is in no log and no referrer; the page sends it in a header of its own.
"""

import hmac
import os
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from specs.base.files import read

SECRET, MARK, MAX_BYTES = 32, 8, 65_536  # bytes of the secret, of each mark after it, of the whole file
TABLE = -1  # the page in the middle of the table: it shows the join codes and may do what a seat may


class Seats(NamedTuple):
    """The tokens of a game: the table's, one for each seat, and the lobby's, with which a free seat can be claimed; and
    the seats that are taken."""

    table: str
    seats: tuple[str, ...]
    lobby: str = ""
    taken: frozenset[int] = frozenset()

    def looks_for_a_seat(self, token: str) -> bool:
        """Return whether a token is the lobby's."""
        return bool(self.lobby) and hmac.compare_digest(token.encode("utf-8", "replace"), self.lobby.encode())

    def token(self, place: int) -> str:
        """Return a seat's token, or the table's."""
        return self.table if place == TABLE else self.seats[place]

    def stream(self, place: int) -> str:
        """Return a seat's public name in the address of its stream: a place there is reserved for it."""
        return sha256(b"stream" + self.token(place).encode()).hexdigest()[:16]

    def place(self, token: str) -> int | None:
        """Return a seat's index, `TABLE`, or None for a looker-on."""
        given = token.encode("utf-8", "replace")
        found = None
        for place, ours in ((TABLE, self.table), *enumerate(self.seats)):
            if hmac.compare_digest(given, ours.encode()):
                found = place
        return found


def secret(store: Path) -> bytes:
    """Return the secret beside a store, made on first use and readable only by its owner; after it come the marks of
    seats. Raises OSError."""
    path = keyed(store)
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


def keyed(store: Path) -> Path:
    """Return the file beside a store that has its secret."""
    return store.with_name(store.name + ".key")


def seats(key: bytes, game: int, start: str, players: Sequence[str]) -> Seats:
    """Return a game's tokens: different for every game, also for one with the same number in another store. A seat
    whose link was revoked has a new token each time."""
    signed, marks = _signed(key, game, start), _marks(key)
    tokens, taken = list[str](), set[int]()
    for seat, name in enumerate(players):
        renewed = marks.count(signed(f"renewed {seat}")[:MARK])
        tokens.append(_token(signed(f"seat {seat} {name}{f' {renewed}' if renewed else ''}")))
        if signed(f"taken {seat} {renewed}")[:MARK] in marks:
            taken.add(seat)
    return Seats(_token(signed("table")), tuple(tokens), _token(signed("lobby")), frozenset(taken))


def mark(store: Path, game: int, start: str, players: Sequence[str], seat: int, renew: bool) -> Seats:
    """Mark a seat as taken, or its link as revoked, and return the tokens. Raises OSError."""
    key = secret(store)
    signed = _signed(key, game, start)
    renewed = signed(f"renewed {seat}")[:MARK]
    found = renewed if renew else signed(f"taken {seat} {_marks(key).count(renewed)}")[:MARK]
    with keyed(store).open("ab") as file:
        file.write(found)
    return seats(key + found, game, start, players)


def _signed(key: bytes, game: int, start: str) -> Callable[[str], bytes]:
    words = f"{game}\0{sha256(start.encode()).hexdigest()}\0"
    return lambda place: hmac.new(key[:SECRET], (words + place).encode(), sha256).digest()


def _marks(key: bytes) -> list[bytes]:
    return [key[at : at + MARK] for at in range(SECRET, len(key), MARK)]


def _token(signed: bytes) -> str:
    return urlsafe_b64encode(signed[:18]).decode()


def qr_svg(text: str) -> dict[str, str]:
    """Return a code to scan: the content of its svg element, and its `box`, one unit for each module with the quiet
    zone."""
    import segno

    code = segno.make(text, error="m", micro=False)
    across = code.symbol_size(border=4)[0]
    return {
        "code": code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff"),
        "box": f"0 0 {across} {across}",
    }


def qr_lines(text: str) -> str:
    """Return the code for a terminal, two modules in each character."""
    from io import StringIO

    import segno

    out = StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue().rstrip("\n")
