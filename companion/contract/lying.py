"""Where things are: hands, the board as text, the place of something, and what a ply revealed. All from `lies` of a
view."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from companion.contract.position import Position, seen
from companion.contract.rules import Lies, Seat
from companion.contract.sentences import Ruled
from companion.contract.values import Found, Player
from specs.base.languages import Said, joined, say, say_many

UNKNOWN = "?"


def turned_up(game: Ruled, before: Position, after: Position) -> tuple[Sequence[Lies], Sequence[tuple[str, int]]]:
    """Return what a ply showed to everyone, which undo cannot take back: the pieces that were unknown before, by place,
    and how many unknown pieces left each common place, such as a deck."""
    was, now = ([*game.rules.lies(seen(game.rules, each, None).state)] for each in (before, after))
    known = Counter([piece for lies in was for piece in lies.pieces])
    if not known[UNKNOWN]:
        return (), ()
    found = list[Lies]()
    for lies in sorted(now, key=lambda each: each in was, reverse=True):  # pieces that did not move are not new
        new = [piece for piece in lies.pieces if piece != UNKNOWN and not _takes(known, piece)]
        if new:
            found.append(lies._replace(pieces=tuple(new)))
    left = {lies.place: lies.pieces.count(UNKNOWN) for lies in now if lies.owner is None}
    shown = {lies.place: len(lies.pieces) for lies in found}  # a piece turned over in its place
    drawn = list[tuple[str, int]]()
    for lies in was:
        gone = lies.pieces.count(UNKNOWN) - left.get(lies.place, 0) - shown.get(lies.place, 0)
        if lies.owner is None and gone > 0:
            drawn.append((lies.place, gone))
    return found, drawn


def _takes(known: Counter[str], piece: str) -> bool:
    if known[piece]:
        known[piece] -= 1
        return True
    return False


def revealed(game: Ruled, before: Position, after: Position) -> list[Said]:
    """Return what a ply revealed, a phrase for each place."""
    (known, drawn), names = turned_up(game, before, after), [player.name for player in after.players]
    found = [
        say("{pieces} on {place}", pieces=joined(lies.pieces), place=lies.place)
        if lies.owner is None
        else say("{pieces} in {who}'s {place}", pieces=joined(lies.pieces), who=names[lies.owner], place=lies.place)
        for lies in known
    ]
    return found + [
        say_many("{n} unseen piece from {place}", "{n} unseen pieces from {place}", n, place=place)
        for place, n in drawn
    ]


def hand(game: Ruled, view: Position, seat: Seat, place: str = "hand") -> tuple[str, ...]:
    """Return what a seat holds, as far as this view knows."""
    return next((each.pieces for each in game.rules.lies(view.state) if each[::2] == (place, seat)), ())


def board(game: Ruled, view: Position) -> Iterator[Said]:
    """Yield the position as text, a line for each place: `12: F3, O5`."""
    for lies in game.rules.lies(view.state):
        pieces = [piece if n == 1 else f"{n} x {piece}" for piece, n in Counter(lies.pieces).items()]
        yield say("{place}: {pieces}", place=_place(lies, view.players), pieces=joined(pieces) if pieces else "-")


def where(game: Ruled, view: Position, sought: str) -> list[Lies]:
    """Return what lies at a place of that name, belongs to a player of that name, or has that name itself."""
    sought, found = sought.strip().lower(), list[Lies]()
    for lies in game.rules.lies(view.state):
        pieces = tuple([piece for piece in lies.pieces if piece.lower() == sought])
        owner = None if lies.owner is None else view.players[lies.owner]
        if lies.place.lower() == sought or (owner is not None and sought in (owner.name.lower(), owner.colour.lower())):
            found.append(lies)
        elif pieces:
            found.append(lies._replace(pieces=pieces))
    return found


def found(game: Ruled, view: Position, sought: str) -> list[Found]:
    """Return what has that name, in a sentence each."""
    return [
        Found(say("{place}: {pieces}.", place=_place(each, view.players), pieces=_pieces(each)), each.place)
        for each in where(game, view, sought)
    ]


def _pieces(lies: Lies) -> Said:
    return joined(lies.pieces) if lies.pieces else say("nothing")


def facts(game: Ruled, view: Position) -> dict[str, Any]:
    """Return what lies where, for programs: by player, then what belongs to all."""
    players: list[dict[str, Any]] = [{"name": name, "colour": colour} for name, colour in view.players]
    common = dict[str, Any]()
    for lies in game.rules.lies(view.state):
        (common if lies.owner is None else players[lies.owner]).setdefault(lies.place, []).extend(lies.pieces)
    return {"players": players, **common}


def _place(lies: Lies, players: Sequence[Player]) -> Said | str:
    if lies.owner is None:
        return lies.place
    return say("{who}'s {place}", who=players[lies.owner].name, place=lies.place)
