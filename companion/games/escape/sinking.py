"""Sinking a piece: which one, what comes up, where those on it go (rules "Flooding", "Symbols")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from companion.contract import IllegalMove
from companion.games.escape.shores import shores_of
from companion.games.escape.state import (
    BOAT,
    COLOURS,
    CORAL,
    LETTERS,
    LOWLAND,
    MOUNTAIN,
    REGIONS,
    ROOM,
    SEA,
    SYMBOLS,
    UNKNOWN,
    WHIRLPOOL,
    Put,
    Sink,
    State,
    eaters,
    letters,
    lowest,
    of,
    refusal,
    total,
)
from specs.base.languages import Said, either, say, say_many, word


def pieces(state: State) -> list[int]:
    """The pieces that may be sunk now."""
    region = lowest(state.ground)
    if not region:
        return []
    found = [h for h, ground in enumerate(state.ground) if ground == region]
    if state.table.sink == "empty-first":
        found = [h for h in found if not state.stand[h]] or found
    return found


def symbols(state: State, piece: int) -> Sequence[int]:
    """What can come up under a piece: the one symbol that is known, UNKNOWN where the seed dealt it and this position
    does not know it, or all that its region has left."""
    if state.backs and state.backs[piece]:
        return (state.backs[piece] - 1,)
    if state.table.pieces == "dealt":
        return (UNKNOWN,)
    supply = state.supply[state.ground[piece] - 1]
    return tuple(symbol for symbol in range(len(SYMBOLS)) if supply[symbol])


def rooms(state: State, piece: int) -> dict[int, int]:
    """The other pieces that have room, with how many they take."""
    stand = state.stand
    return {
        h: ROOM - total(stand[h])
        for h in shores_of(state.board, state.ground).pieces
        if h != piece and total(stand[h]) < ROOM
    }


def waters(state: State, piece: int) -> tuple[int, ...]:
    """Where those swim who find no room: the sea beside the piece, or its own hex where there is none."""
    return tuple(h for h in state.board.around[piece] if state.ground[h] == SEA) or (piece,)


def judge(state: State, sink: Sink) -> IllegalMove | None:
    """Why a sinking is refused, None where it is legal."""
    piece, symbol = sink.hex, sink.symbol
    name, region = state.board.names[piece], state.ground[piece]
    lowest_region = lowest(state.ground)
    if not LOWLAND <= region <= MOUNTAIN:
        return refusal("sink.none", say("No island piece is left on {hex}.", hex=name))
    if region != lowest_region:
        message = say_many(
            "{hex} is {region}, and {n} of {lowest} is left.", "{hex} is {region}, and {n} of {lowest} are left.",
            state.ground.count(lowest_region),
            hex=name, region=word(REGIONS[region]), lowest=word(REGIONS[lowest_region], "of"),
        )  # fmt: skip
        return refusal("sink.region", message)
    if state.table.sink == "empty-first" and state.stand[piece]:
        empty = next((h for h in pieces(state) if not state.stand[h]), None)
        if empty is not None:
            message = say(
                "On {hex} stand {people}, and {empty} is empty.",
                hex=name, people=letters(state.stand[piece]), empty=state.board.names[empty],
            )  # fmt: skip
            return refusal("sink.occupied", message)
    known = state.backs[piece] - 1 if state.backs and state.backs[piece] else UNKNOWN
    if symbol != UNKNOWN and known not in (UNKNOWN, symbol):
        what = word(SYMBOLS[symbol], "no")
        message = say("The seed dealt no {symbol} under {hex}; leave the symbol out.", symbol=what, hex=name)
        return refusal("sink.symbol", message)
    if symbol != UNKNOWN and known == UNKNOWN and not state.supply[region - 1][symbol]:
        what, where = word(SYMBOLS[symbol], "no"), word(REGIONS[region], "of")
        return refusal("sink.symbol", say("No {symbol} is left under the {region}.", symbol=what, region=where))
    if symbol == UNKNOWN and state.table.pieces != "dealt":
        return _untold(name)
    why = _put_fault(state, sink)
    if why is not None:
        return refusal("sink.put", why)
    return _untold(name) if symbol == UNKNOWN else None


def _untold(name: str) -> IllegalMove:
    return refusal("sink.untold", say("What came up under {hex} is not told: sink {hex} SYMBOL.", hex=name))


def _put_fault(state: State, sink: Sink) -> Said | None:
    people, name = state.stand[sink.hex], state.board.names
    if not people and not sink.puts:
        return None
    here = name[sink.hex]
    for colour in range(4):
        there, put = of(people, colour), sum(one.colour == colour for one in sink.puts)
        if there != put:
            return _miscounted(colour, here, there, put)
    room, wet = rooms(state, sink.hex), waters(state, sink.hex)
    space, swimmers = sum(room.values()), 0
    for one in sink.puts:
        if one.water:
            swimmers += 1
            if one.target not in wet:
                sea, target = either([name[h] for h in sorted(wet)]), name[one.target]
                return say("Into the water from {hex} is {sea}, not {target}.", hex=here, sea=sea, target=target)
        elif one.target not in room:
            target, others = name[one.target], letters(state.stand[one.target])
            if not SEA < state.ground[one.target] < CORAL or one.target == sink.hex:
                return say("{hex} is no other island piece.", hex=target)
            return say("{hex} has no room: {people} stand there.", hex=target, people=others)
        else:
            room[one.target] -= 1
            if room[one.target] < 0:
                return say("{hex} has no room for so many.", hex=name[one.target])
    must = max(0, len(sink.puts) - space)
    if swimmers != must:
        return say_many(
            "{swimmers} put into the water while {n} finds room on the island.",
            "{swimmers} put into the water while {n} find room on the island.",
            space, swimmers=swimmers,
        )  # fmt: skip
    return None


def _miscounted(colour: int, here: str, there: int, put: int) -> Said:
    """That more or fewer of a colour are put than there are."""
    values = {"colour": word(COLOURS[colour], "in"), "hex": here, "there": there, "put": put, "letter": LETTERS[colour]}
    if not there:
        return say("No {colour} on {hex}, but {put} put.", **values)
    if put > there:
        return say("{there} {colour} on {hex}, but {put} put.", **values)
    if put:
        return say("{there} {colour} on {hex}, {put} of them put: {letter}-HEX for each.", **values)
    return say("{there} {colour} on {hex}, none of them put: {letter}-HEX for each.", **values)


def forced(state: State, piece: int) -> tuple[Put, ...] | None:
    """The puts of a piece where there is but one way (nobody there, or one place for all); else None."""
    if not state.stand[piece]:
        return ()
    found = list(_some(puts(state, piece), 2))
    return found[0] if len(found) == 1 else None


def _some(ways: Iterator[tuple[Put, ...]], most: int) -> Iterator[tuple[Put, ...]]:
    for _, way in zip(range(most), ways, strict=False):
        yield way


class Puts:
    """Those on a piece, and where they may be put: on pieces with room (and into the water those who find none)."""

    def __init__(self, state: State, piece: int) -> None:
        self.people = [colour for colour in range(4) for _ in range(of(state.stand[piece], colour))]
        self.room = rooms(state, piece) if self.people else {}
        self.swimmers = max(0, len(self.people) - sum(self.room.values()))
        wet = [(h, True) for h in waters(state, piece)] if self.swimmers else []
        self.places = sorted([*((h, False) for h in self.room), *wet])
        self.numbers = len(self.places) ** len(self.people)

    def of(self, number: int) -> tuple[Put, ...] | None:
        """The way of a number, from 0: a digit for everybody, his place. None where it is no way, or comes again."""
        found = list[Put]()
        for colour in reversed(self.people):
            number, at = divmod(number, len(self.places))
            found.append(Put(colour, *self.places[at]))
        found.reverse()
        stays = Counter(put.target for put in found if not put.water)
        fits = len(found) - stays.total() == self.swimmers and all(n <= self.room[h] for h, n in stays.items())
        return tuple(found) if fits and found == sorted(found) else None


def puts(state: State, piece: int) -> Iterator[tuple[Put, ...]]:
    """Every way to put those on a piece elsewhere, each once, each sorted."""
    there = Puts(state, piece)
    people, room, places, swimmers = there.people, there.room, there.places, there.swimmers
    if not people:
        return iter(((),))

    def ways(before: tuple[Put, ...], first: int, swimming: int) -> Iterator[list[tuple[Put, ...]]]:
        """After those already put, the ways for the others, many at a time."""
        n = len(before)
        colour, begin = people[n], first if n and people[n] == people[n - 1] else 0
        may_swim, may_stay = swimming < swimmers, len(people) - n > swimmers - swimming
        free = [
            (at, Put(colour, h, water))
            for at, (h, water) in enumerate(places[begin:], start=begin)
            if (may_swim if water else may_stay and room[h])
        ]
        if n == len(people) - 1:
            yield [(*before, put) for _, put in free]
            return
        for at, put in free:
            if put.water:
                yield from ways((*before, put), at, swimming + 1)
            else:
                room[put.target] -= 1
                yield from ways((*before, put), at, swimming)
                room[put.target] += 1

    return chain.from_iterable(ways((), 0, 0))


def sunk(state: State, sink: Sink) -> State:
    """The position after a sinking, legal or not, the phase still the same."""
    piece, symbol = sink.hex, sink.symbol
    region = state.ground[piece]
    ground, stand, swim, beasts = bytearray(state.ground), list(state.stand), list(state.swim), list(state.beasts)
    boats, backs = state.boats, state.backs
    ground[piece], stand[piece] = SEA, 0
    for colour, target, water in sink.puts:
        if not water:
            stand[target] += 1 << 4 * colour
        elif not eaters(state.table, beasts[target]):
            swim[target] += 1 << 4 * colour
    box, supply = list(state.box), list(state.supply)
    left = list(supply[region - 1])
    left[symbol] = max(0, left[symbol] - 1)
    supply[region - 1] = tuple(left)
    gone = [piece]
    if symbol == WHIRLPOOL:
        swim[piece] = 0
        for h in state.board.around[piece]:
            if ground[h] == SEA:
                beasts[h] = swim[h] = 0
                if boats >> h & 1:
                    boats ^= 1 << h
                    stand[h] = 0
            elif LOWLAND <= ground[h] <= MOUNTAIN and state.table.whirlpool == "1996":
                ground[h], stand[h] = SEA, 0
                gone.append(h)
    elif box[symbol]:
        box[symbol] -= 1
        if symbol == BOAT:
            boats |= 1 << piece
        else:
            beasts[piece] += 1 << 4 * symbol
    if backs:
        still = bytearray(backs)
        for h in gone:
            still[h] = 0
        backs = bytes(still) if any(still) else b""
    return state._replace(
        ground=bytes(ground),
        stand=tuple(stand),
        swim=tuple(swim),
        beasts=tuple(beasts),
        boats=boats,
        box=tuple(box),
        supply=tuple(supply),
        backs=backs,
    )


def can_stand(state: State, sink: Sink) -> bool:
    """Whether a refused sinking can have happened: a piece, a symbol that was told, everybody on it put somewhere."""
    if not LOWLAND <= state.ground[sink.hex] <= MOUNTAIN or sink.symbol == UNKNOWN:
        return False
    if any(sum(one.colour == n for one in sink.puts) != of(state.stand[sink.hex], n) for n in range(4)):
        return False
    ground = state.ground
    dry = all(SEA < ground[p.target] < CORAL and p.target != sink.hex for p in sink.puts if not p.water)
    return dry and all(ground[p.target] == SEA or p.target in waters(state, sink.hex) for p in sink.puts if p.water)
