"""Sinking a piece: which one, where its people go, what comes up (rules "Flooding", "Symbols")."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from companion.contract import STRICT, Judge
from companion.contract.values import put as put_at
from companion.games.escape import state
from companion.games.escape.board import SEA
from companion.games.escape.state import People, State, Tribes
from companion.games.escape.texts import BOAT, SYMBOLS, UNKNOWN, WHIRLPOOL, Goal, Sea

_HEX: Final = re.compile("[a-z][0-9]+", re.IGNORECASE)
_PUT: Final = re.compile("(stood )?put ").match


def pieces(s: State) -> list[int]:
    """Return the pieces that may be sunk now."""
    region = state.lowest(s.sea.ground)
    found = [h for h, ground in enumerate(s.sea.ground) if ground == region] if region else []
    if s.table.sink == "empty-first":
        found = [h for h in found if not s.sea.stand[h]] or found
    return found


def judged(s: State, piece: int, judge: Judge) -> None:
    """Refuse a piece that may not be sunk."""
    sea, name, region, low = s.sea, s.name(piece), s.sea.ground[piece], state.lowest(s.sea.ground)
    if not state.is_land(region):
        judge.cannot("sink.none", hex=name)
    if region != low:
        judge.refuse("sink.region", hex=name, ground=region, region=low, n=sea.ground.count(low))
    elif s.table.sink == "empty-first" and sea.stand[piece]:
        empty = next((h for h in pieces(s) if not sea.stand[h]), None)
        if empty is not None:
            judge.refuse("sink.occupied", hex=name, people=s.crew(piece), empty=s.name(empty))


def known(s: State) -> int:
    """Return the symbol under the sinking piece; UNKNOWN if this position does not know it."""
    return s.sea.backs[s.sinking] - 1 if s.sea.backs else UNKNOWN


def symbols(s: State) -> Sequence[int]:
    """Return what can come up under the sinking piece; a player cannot name what was dealt unseen."""
    if (symbol := known(s)) != UNKNOWN or s.table.pieces == "dealt":
        return () if symbol == UNKNOWN else (symbol,)
    supply = s.supply[s.sea.ground[s.sinking] - 1]
    return [symbol for symbol in range(len(SYMBOLS)) if supply[symbol]]


# ---- people on it --------------------------------------------------------------------------------


def rooms(s: State, piece: int) -> list[int]:
    """Return the other pieces that have room."""
    stand = s.sea.stand
    return [h for h in s.shores.pieces if h != piece and state.room(stand[h]) > 0]


def waters(sea: Sea, piece: int) -> tuple[int, ...]:
    """Return where people swim who find no room: the sea beside the piece, or its own hex if there is none."""
    return tuple(h for h in sea.board.around[piece] if sea.ground[h] == SEA) or (piece,)


def goals(s: State) -> Iterator[Goal]:
    """Yield where the people on the sinking piece may be put."""
    piece = s.sinking
    free = rooms(s, piece)
    for seat in range(s.seats):
        if state.of(s.sea.stand[piece], seat):
            yield from [Goal(seat, h, False) for h in free] or [Goal(seat, h, True) for h in waters(s.sea, piece)]


def put(s: State, goal: Goal, judge: Judge) -> State:
    """Return the position after one person on the sinking piece was put elsewhere."""
    sea, piece, (seat, target, water) = s.sea, s.sinking, goal
    here, there, unit = s.name(piece), s.name(target), 1 << 4 * seat
    if not state.of(sea.stand[piece], seat):
        judge.cannot("sink.put", why="extra", colour=Tribes((seat,)), hex=here, put=1)
    if water:
        wet, free = waters(sea, piece), sum(state.room(sea.stand[h]) for h in rooms(s, piece))
        if target not in wet:
            names = [s.name(h) for h in sorted(wet)]
            if sea.ground[target] != SEA:
                judge.cannot("sink.put", why="wet", hex=here, sea=names, target=there)
            judge.refuse("sink.put", why="wet", hex=here, sea=names, target=there)
        elif free:
            judge.refuse("sink.put", why="dry", n=free, swimmers=1)
        swim = sea.swim
        if state.eaters(s.table, sea.beasts[target]):
            judge.tell("put.devoured", people=People(unit), hex=there)
        else:
            swim = state.changed(swim, (target, unit))
        return s._replace(sea=sea._replace(stand=state.changed(sea.stand, (piece, -unit)), swim=swim))
    if not state.is_land(sea.ground[target]) or target == piece:
        judge.cannot("sink.put", why="none", hex=there)
    if state.room(sea.stand[target]) <= 0:
        judge.refuse("sink.put", why="full", hex=there, people=s.crew(target))
    return s._replace(sea=sea._replace(stand=state.changed(sea.stand, (piece, -unit), (target, unit))))


def _ways(s: State) -> Iterator[tuple[Goal, ...]]:
    """Yield ways to put the people on the sinking piece, one after the other."""
    if not s.sea.stand[s.sinking]:
        yield ()
        return
    for goal in goals(s):
        yield from ((goal, *others) for others in _ways(put(s, goal, STRICT)))


def forced(s: State) -> tuple[Goal, ...] | None:
    """Return the puts of the people on the sinking piece if there is only one way; None if there are several."""
    if s.sea.stand[s.sinking] and len(rooms(s, s.sinking)) > state.ROOM:
        return None
    first = next(_ways(s))
    return first if all(sorted(way) == sorted(first) for way in _ways(s)) else None


def unforced(s: State, plies: list[str]) -> list[str]:
    """Return the plies of a line without the puts of a sinking if they are the forced ones: those follow
    automatically."""
    hexes = [s.sea.board.number.get(each.upper()) for each in _HEX.findall(" ".join(plies))]
    piece = hexes[0] if len(hexes) > 1 and any(map(_PUT, plies)) else None
    if piece is None or not s.sea.stand[piece]:
        return plies
    only = forced(s._replace(sea=s.sea._replace(sinking=piece)))
    if only is None or sorted(goal.target for goal in only) != sorted(h for h in hexes[1:] if h is not None):
        return plies
    return [each for each in plies if not _PUT(each)]


def all_put(s: State, judge: Judge) -> State:
    """Return the position after all forced puts."""
    for goal in forced(s) or ():
        why = "water" if goal.water else "land"
        judge.tell("put", why=why, letter=People(1 << 4 * goal.seat), hex=s.name(goal.target))
        s = put(s, goal, judge)
    return s


def missing(s: State, judge: Judge) -> None:
    """Refuse to continue while somebody is left on the sinking piece."""
    piece = s.sinking
    left = s.sea.stand[piece]
    seat = next(seat for seat in range(s.seats) if state.of(left, seat))
    facts = {"colour": Tribes((seat,)), "there": state.of(left, seat), "letter": People(1 << 4 * seat)}
    judge.cannot("sink.put", why="missing", hex=s.name(piece), **facts)


# ---- what comes up -------------------------------------------------------------------------------


def revealed(s: State, symbol: int, judge: Judge) -> State:
    """Return the position once the piece is gone and what was under it is there."""
    sea, piece = s.sea, s.sinking
    region, under = sea.ground[piece], known(s)
    if under not in (UNKNOWN, symbol):
        judge.refuse("sink.symbol", why="seed", no=SYMBOLS[symbol], hex=s.name(piece))
    elif under == UNKNOWN and not s.supply[region - 1][symbol]:
        judge.refuse("sink.symbol", why="none", no=SYMBOLS[symbol], region=region)
    ground, stand, swim, beasts = bytearray(sea.ground), list(sea.stand), list(sea.swim), list(sea.beasts)
    boats, box, backs, gone = sea.boats, list(s.box), bytearray(sea.backs), [piece]
    ground[piece] = SEA
    judge.tell("sinks", hex=s.name(piece), symbol=symbol, box=symbol != WHIRLPOOL and box[symbol] > 0)
    if symbol == WHIRLPOOL:
        for h in (piece, *sea.board.around[piece]):
            _whirled(s, h, ground, judge)
            if ground[h] == SEA:
                beasts[h] = swim[h] = 0
                if boats >> h & 1:
                    boats, stand[h] = boats ^ 1 << h, 0
            elif state.is_land(ground[h]) and s.table.whirlpool == "1996":
                ground[h], stand[h] = SEA, 0
                gone.append(h)
    elif box[symbol]:
        box[symbol] -= 1
        if symbol == BOAT:
            boats |= 1 << piece
        else:
            beasts[piece] += 1 << 4 * symbol
    else:
        judge.tell("box.empty", no=SYMBOLS[symbol])
    for h in gone if backs else ():
        backs[h] = 0
    left = s.supply[region - 1]
    supply = put_at(s.supply, region - 1, put_at(left, symbol, max(0, left[symbol] - 1)))
    rows = (sea.board, bytes(ground), tuple(stand), tuple(swim), tuple(beasts), boats)
    return s._replace(sea=Sea(*rows, backs=bytes(backs) if any(backs) else b""), box=tuple(box), supply=supply)


def _whirled(s: State, h: int, ground: Sequence[int], judge: Judge) -> None:
    """Report what a whirlpool takes from its own hex or a neighbouring one."""
    sea = s.sea
    piece = state.is_land(ground[h]) and s.table.whirlpool == "1996"
    boat = bool(sea.boats >> h & 1)
    if piece or (ground[h] == SEA and (boat or sea.swim[h] or sea.beasts[h])):
        crew = People(sea.stand[h] if piece or boat else 0)
        people = {"crew": crew, "swimmers": People(sea.swim[h])}
        judge.tell("whirlpool", hex=s.name(h), piece=piece, boat=boat, beasts=sea.beasts[h], **people)
