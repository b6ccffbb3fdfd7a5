"""Bots for Escape from Atlantis: possible backs, promising plies, and how near everybody is to a Coral Island."""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import exp
from random import Random

from companion.contract import EVERYTHING, STRICT, Rules
from companion.games.escape import flooding, moving, texts
from companion.games.escape.board import CORAL, SEA, Board, Step, taken
from companion.games.escape.moves import Go, Move, Place, Ply, Put, Sink
from companion.games.escape.state import STEPS, State, eaters, of
from specs.base.seeds import shuffle

PLAYOUTS, HORIZON, GREEDY, DOUBT = 64, 3, True, 2.0
CURVE = (-0.10, 0.74)
ASHORE, BOAT, LAND, HEIGHT, SLOPE, SWIMMER, PREY, LEAST = 30.0, 12.0, 3.0, 0.6, 0.7, 8.0, 4.0, 0.5
OTHERS, RIVALS = 0.5, 0.8  # weight of the others' gain, for a greedy player and for a careful one
BOARDS = 2.0  # what a boat is worth to a person beside it
SCALE = 40.0
FAR = 99
UNDER = (texts.WHIRLPOOL,), (texts.BOAT,), (texts.SHARK, texts.MONSTER)


def resample(seen: State, chance: Random) -> State:
    """Return the position with the unknown backs dealt at random, in a game whose pieces and dice are dealt."""
    backs, known = bytearray(len(seen.sea.ground)), seen.sea.backs
    for region, left in enumerate(seen.supply, start=1):
        symbols = shuffle([symbol + 1 for symbol, number in enumerate(left) for _ in range(number)], chance)
        for h, ground in enumerate(seen.sea.ground):
            if ground == region and symbols:
                backs[h] = known[h] if known and known[h] else symbols.pop()
    table = seen.table._replace(pieces="dealt", dice="dealt")
    return seen._replace(table=table, sea=seen.sea._replace(backs=bytes(backs)))


def candidates(rules: Rules[State, Ply], s: State, chance: Random, most: int) -> Sequence[Ply]:
    """Return the plies that bring the player's people nearest to a Coral Island or keep others from it, best first."""
    return _ordered(rules, s, most, OTHERS)


def careful(rules: Rules[State, Ply], s: State, chance: Random, most: int) -> Sequence[Ply]:
    """Return plies as `candidates` does, but weigh the others' gain more, and what may come up where a piece sinks."""
    return _ordered(rules, s, most, RIVALS)


def _ordered(rules: Rules[State, Ply], s: State, most: int, others: float) -> Sequence[Ply]:
    listed = list(rules.moves(s, EVERYTHING))
    if s.phase == "move":
        ends = [ply for ply in listed if not isinstance(ply, Move) or not ply.step]
        return [*map(Move, dict.fromkeys(_climbs(s, most, others))), *_best(s, ends, others)][:most]
    return _best(s, listed, others, rules)[:most]


def _best(s: State, plies: list[Ply], others: float, rules: Rules[State, Ply] | None = None) -> list[Ply]:
    """Return plies other than steps, those that gain most first."""
    spots = _spots(s)

    def gain(ply: Ply) -> float:
        match ply:
            case Place(h):
                return spots[h]
            case Sink(h):
                people, rooms = s.sea.stand[h], [spots[to] for to in flooding.rooms(s, h)]
                known = sum(_share(s, seat, others) * of(people, seat) * (max(rooms, default=0.0) - spots[h])
                            for seat in range(s.seats))  # fmt: skip
                return known + (_comes_up(s, h, others) if others == RIVALS else 0.0)
            case Put(goal):
                return _share(s, goal.seat, others) * (_swimmer(s, goal.target) if goal.water else spots[goal.target])
            case Go() if rules is not None:
                after = rules.play(s, s.turn, ply, STRICT)
                winners = rules.score(after).winners if after.phase == "over" else ()
                won = 1.0 + 1.0 / len(winners) if s.turn in winners else -1.0
                return won if winners else value(after, s.turn)
        return 0.0

    return sorted(plies, key=gain, reverse=True)


def _share(s: State, seat: int, others: float) -> float:
    """Return the weight of a player's gain."""
    return 1.0 if seat == s.turn else -others


def _comes_up(s: State, h: int, others: float) -> float:
    """Return the expected gain from what is under a piece, as far as it affects those around: a whirlpool, a boat, or
    an eater."""
    left = s.supply[s.sea.ground[h] - 1]
    whirl, boat, eats = (sum(left[at] for at in each) / max(1, sum(left)) for each in UNDER)
    gain, spots = 0.0, _spots(s)
    for there in s.sea.board.around[h]:
        ground = s.sea.ground[there]
        stays = -spots[there] * (whirl + eats / 2 if ground == SEA else whirl / 2) + BOARDS * boat * (ground != SEA)
        swims = BOARDS * boat - _swimmer(s, there) * (whirl + eats)
        for seat in range(s.seats):
            own = of(s.sea.swim[there], seat) * swims + of(s.sea.stand[there], seat) * stays * (ground != CORAL)
            gain += _share(s, seat, others) * own
    return gain


# ---- what a position is worth --------------------------------------------------------------------


def value(s: State, seat: int) -> float:
    """Return a player's share of the expected result, 0 to 1: the nearer their people are to a Coral Island, compared
    with the others', the more."""
    worth, spots = [0.0] * 4, _spots(s)
    for row, water in ((s.sea.stand, False), (s.sea.swim, True)):
        for h in taken(row):
            each, people = _swimmer(s, h) if water else spots[h], row[h]
            for other in range(4):
                if people >> 4 * other & 15:
                    worth[other] += each * (people >> 4 * other & 15)
    there = [worth[other] for other in range(s.seats) if other == seat or not s.gone(other)]
    return 1 / sum([exp((each - worth[seat]) / SCALE) for each in there], 0.0)


def _spots(s: State) -> list[float]:
    """Return what a person is worth on each hex, or in a boat there."""
    return _spots_of(s.sea.board, s.sea.ground)


@lru_cache(maxsize=64)
def _spots_of(board: Board, ground: bytes) -> list[float]:
    far = _depths(board)
    return [
        ASHORE if at == CORAL else BOAT - far[h] if at == SEA else LAND + HEIGHT * at - SLOPE * far[h]
        for h, at in enumerate(ground)
    ]


def _swimmer(s: State, h: int) -> float:
    return max(LEAST, SWIMMER - _depths(s.sea.board)[h] - PREY * bool(eaters(s.table, s.sea.beasts[h])))


@cache
def _depths(board: Board) -> Sequence[int]:
    """Return each hex's distance to the nearest Coral Island, ignoring reefs."""
    reefs = {h for h, sign in enumerate("".join(board.plan)) if sign == "r"}
    far = [FAR] * len(board.names)
    edge, steps = list(board.corals), 0
    while edge:
        for h in edge:
            far[h] = steps
        edge = sorted({t for h in edge for t in board.around[h] if far[t] == FAR and t not in reefs} - set(edge))
        steps += 1
    return far


# ---- moves ---------------------------------------------------------------------------------------


def _climbs(s: State, most: int, others: float) -> list[Step]:
    """Return the best first steps, by what they gain with the best steps after them, as long as one helps."""
    ranked = _ranked(s, others)[: max(1, most // 2)]
    ways = [(_climb(s, gain, step, others), step) for gain, step in ranked if gain > 0]
    ways.sort(key=lambda way: way[0], reverse=True)
    return [step for _, step in ways]


def _climb(s: State, gain: float, step: Step, others: float) -> float:
    """Return what a first step gains with those that help most after it."""
    if moving.rescues(s.sea, step):
        return gain
    after = moving.made(s, step)
    while after.steps < STEPS:
        more, step = next(iter(_ranked(after, others, rescue=False)), (0.0, step))
        if more <= 0:
            break
        gain += more
        after = moving.made(after, step)
    return gain


def _ranked(s: State, others: float, *, rescue: bool = True) -> list[tuple[float, Step]]:
    """Return the possible steps, those that gain most first."""
    found = [(_gain(s, step, others), step) for step in moving.steps(s) if rescue or not moving.rescues(s.sea, step)]
    found.sort(key=lambda way: way[0], reverse=True)
    return found


def _gain(s: State, step: Step, others: float) -> float:
    """Return what a step changes for the player, less a part of what it changes for the others: only its start and end
    matter."""
    after, gain = moving.made(s, step), 0.0
    for h in {step.source, step.target}:
        gain += _local(after, h, others) - _local(s, h, others)
    return gain


def _local(s: State, h: int, others: float) -> float:
    total = 0.0
    for people, each in ((s.sea.stand[h], _spots(s)[h]), (s.sea.swim[h], _swimmer(s, h) if s.sea.swim[h] else 0.0)):
        if people:
            own = of(people, s.turn)
            rivals = sum([people >> 4 * seat & 15 for seat in range(4)]) - own
            total += each * (own - rivals * others)
    return total
