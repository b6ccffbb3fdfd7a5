"""What a machine needs to play Escape from Atlantis: backs and dice as they could be, moves built step by step, and how
near everybody is to a Coral Island.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice
from math import exp
from random import Random

from companion.contract import SyntaxFault
from companion.games.escape import notation, playout, rolling, sinking
from companion.games.escape.board import Board
from companion.games.escape.moving import Waters
from companion.games.escape.rules import apply, places
from companion.games.escape.score import settle
from companion.games.escape.shores import taken
from companion.games.escape.state import (
    CORAL,
    FACES,
    OVER,
    ROLL,
    SEA,
    STEPS,
    SYMBOLS,
    UNKNOWN,
    Move,
    Place,
    Roll,
    Sink,
    State,
    Step,
    Steps,
    eaters,
)
from specs.base.languages import say
from specs.expand.deal import shuffle

PLAYOUTS, HORIZON, GREEDY, DOUBT = 64, 3, True, 2.0
ASHORE, BOAT, LAND, HEIGHT, SLOPE, SWIMMER, PREY, LEAST = 30.0, 12.0, 3.0, 0.6, 0.7, 8.0, 4.0, 0.5
PUTS = 24  # ways to put those on a sinking piece that are looked at
SCALE = 40.0
FAR = 99


def asks(seen: State) -> str:
    """The dice, where the table rolls them."""
    if seen.phase != ROLL or seen.dice or not any(seen.beasts):
        return ""
    return say("Roll the dice for {who}. What do they show? Type it, such as shark 2.", who=_name(seen))


def _name(state: State) -> str:
    return state.table.players[state.turn].name


def told(seen: State, words: str) -> State:
    """What is seen once the dice were told. Raises SyntaxFault."""
    move = notation.parse(seen, f"roll {words} -") if seen.phase == ROLL else None
    if not isinstance(move, Roll) or move.creature not in SYMBOLS or move.number not in FACES:
        raise SyntaxFault(f"'{words[:20]}'", say("both dice, such as shark 2"))
    return seen._replace(dice=(move.creature, move.number))


def turns_up(seen: State, move: Move) -> str:
    """A piece is sunk with the symbol under it, unless it is dealt."""
    if not isinstance(move, Sink) or seen.table.pieces == "dealt":
        return ""
    piece, *puts = notation.format(seen, move._replace(symbol=UNKNOWN)).split()[1:]
    return " ".join(["sink", piece, "SYMBOL", *puts])


def sample(seen: State, chance: Random) -> State:
    """Backs and dice to come as they could be."""
    backs = bytearray(len(seen.ground))
    for region, left in enumerate(seen.supply, start=1):
        symbols = shuffle([symbol + 1 for symbol, number in enumerate(left) for _ in range(number)], chance)
        for h, ground in enumerate(seen.ground):
            if ground == region and symbols:
                backs[h] = seen.backs[h] if seen.backs and seen.backs[h] else symbols.pop()
    table = seen.table._replace(pieces="dealt", dice="dealt", seed=int(chance.random() * 2**31))
    return seen._replace(table=table, backs=bytes(backs))


def filled(state: State, move: Move) -> Move:
    """A sinking with the symbol that lies here."""
    return move._replace(symbol=sinking.symbols(state, move.hex)[0]) if isinstance(move, Sink) else move


def candidates(state: State, chance: Random, most: int) -> Sequence[Move]:
    """Plies by whom they bring nearer to a Coral Island, and whom they keep from it."""
    match state.phase:
        case "place":
            spots = _spots(state)
            return [Place(h) for h in sorted(places(state), key=spots.__getitem__, reverse=True)[:most]]
        case "move":
            return list(map(Steps, islice(_climbs(state, most), most)))
        case "sink":
            return [filled(state, sink) for sink in _sinkings(state)[:most]]
    return _rolls(state)[:most]


# ---- what a position is worth --------------------------------------------------------------------


def value(state: State, seat: int) -> float:
    """By everybody's people: the nearer to a Coral Island, the more."""
    colours, worth = state.table.colours, _worth(state)
    there = [worth[colour] for player, colour in enumerate(colours) if player == seat or not state.table.gone(player)]
    return 1 / sum([exp((each - worth[colours[seat]]) / SCALE) for each in there], 0.0)


def _worth(state: State) -> list[float]:
    """What each colour's people are worth."""
    found = [0.0] * 4
    spots, swims = _spots(state), _depths(state.board)
    for row, water in ((state.stand, False), (state.swim, True)):
        for h in taken(row):
            each = _swimmer(state, swims[h], h) if water else spots[h]
            people = row[h]
            for colour in range(4):
                if people >> 4 * colour & 15:
                    found[colour] += each * (people >> 4 * colour & 15)
    return found


def _spots(state: State) -> list[float]:
    """What one is worth who stands on a hex, or sits in a boat there."""
    return _spots_of(state.board, state.ground)


@lru_cache(maxsize=64)
def _spots_of(board: Board, ground: bytes) -> list[float]:
    far = _depths(board)
    return [
        ASHORE if at == CORAL else BOAT - far[h] if at == SEA else LAND + HEIGHT * at - SLOPE * far[h]
        for h, at in enumerate(ground)
    ]


def _swimmer(state: State, far: int, h: int) -> float:
    return max(LEAST, SWIMMER - far - PREY * bool(eaters(state.table, state.beasts[h])))


@cache
def _depths(board: Board) -> Sequence[int]:
    """How many hexes it is from each to the nearest Coral Island, reefs aside."""
    reefs = {h for h, sign in enumerate("".join(board.plan)) if sign == "r"}
    far = [FAR] * len(board.names)
    edge, steps = list(board.corals), 0
    while edge:
        for h in edge:
            far[h] = steps
        edge = sorted({t for h in edge for t in board.around[h] if far[t] == FAR and t not in reefs} - set(edge))
        steps += 1
    return far


# ---- the phases of a turn ------------------------------------------------------------------------


def _climbs(state: State, most: int) -> Iterator[tuple[Step, ...]]:
    """Moves that go on by the best step as long as one helps: from each of the best first steps, and what the first of
    them passes on its way; then no step at all."""
    start = Waters(state)
    first = _ranked(start)
    ways = [_climb(start, way) for way in first[: max(1, most // 2)] if way[0] > 0]
    ways.sort(key=lambda way: way[0], reverse=True)
    known = set[tuple[Step, ...]]()
    passed = [steps[:n] for _, steps in ways[:1] for n in range(len(steps) - 1, 0, -1)]
    for steps in [*(steps for _, steps in ways), *passed, ()]:
        if steps not in known:
            known.add(steps)
            yield steps


def _climb(start: Waters, way: tuple[float, Step]) -> tuple[float, tuple[Step, ...]]:
    """A first step and what helps most after it: what all that gains, and the steps."""
    gain, step = way
    waters, made = start.copy(), [step]
    rescue = start.rescues(step)
    waters.make(step)
    while not rescue and len(made) < STEPS:
        more, step = next(iter(_ranked(waters, rescue=False)), (0.0, step))
        if more <= 0:
            break
        gain += more
        made.append(step)
        waters.make(step)
    return gain, tuple(made)


def _ranked(waters: Waters, *, rescue: bool = True) -> list[tuple[float, Step]]:
    """The steps that can be made, by what they gain."""
    steps = [step for step in waters.steps() if rescue or not waters.rescues(step)]
    found = [(_gain(waters, step), step) for step in steps]
    found.sort(key=lambda way: way[0], reverse=True)
    return found


def _gain(waters: Waters, step: Step) -> float:
    """What a step changes for the player, less half of what it changes for the others: only where it begins and ends
    is anything different then."""
    after = waters.copy()
    after.make(step)
    gain = 0.0
    for h in {step.source, step.target}:
        gain += _local(after, h) - _local(waters, h)
    return gain


def _local(waters: Waters, h: int) -> float:
    state, mine = waters.start, waters.shift
    spots, swims = _spots(state), _depths(state.board)
    total = 0.0
    for people, each in ((waters.stand[h], spots[h]), (waters.swim[h], _swimmer(state, swims[h], h))):
        if people:
            own = people >> mine & 15
            others = sum([people >> 4 * colour & 15 for colour in range(4)]) - own
            total += each * (own - others / 2)
    return total


def _sinkings(state: State) -> list[Sink]:
    """Each piece with the best of the ways to put those on it, by what that gains."""
    spots, colour, depths = _spots(state), state.table.colours[state.turn], _depths(state.board)
    found = []
    for piece in sinking.pieces(state):
        best = None
        for puts in islice(sinking.puts(state, piece), PUTS):
            gain = 0.0
            for put in puts:
                there = _swimmer(state, depths[put.target], put.target) if put.water else spots[put.target]
                gain += (there - spots[piece]) * (1.0 if put.colour == colour else -0.5)
            if best is None or gain > best[0]:
                best = gain, Sink(piece, UNKNOWN, puts)
        assert best is not None, "there is a way to put nobody"
        found.append(best)
    found.sort(key=lambda one: one[0], reverse=True)
    return [sink for _, sink in found]


def _rolls(state: State) -> list[Roll]:
    """Ways of the creature the dice show, by what they lead to."""
    me, reaches = state.turn, rolling.Reaches(state)
    if not state.dice:
        return [Roll("", "", rolling.NOWHERE, rolling.NOWHERE)]
    found = []
    for rolls in rolling.rolls(reaches, *state.dice):
        for roll in rolls:
            after = apply(state, roll)
            found.append((_end(after, me) if after.phase == OVER else value(after, me), roll))
    found.sort(key=lambda one: one[0], reverse=True)
    return [roll for _, roll in found]


def _end(after: State, me: int) -> float:
    """More than anything else for the only winner, less for a loser."""
    winners = settle(after).winners
    return 1.0 + 1.0 / len(winners) if me in winners else -1.0


def by_chance(state: State, chance: Random) -> Move:
    """A ply by chance."""
    return playout.random_ply(state, chance.random)
