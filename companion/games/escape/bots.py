"""Bots for Escape from Atlantis: possible backs, promising plies, and how near everybody is to a Coral Island."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from heapq import nlargest
from math import exp, inf
from operator import itemgetter
from random import Random
from typing import Final, NamedTuple

from companion.contract import EVERYTHING, STRICT, Rules
from companion.games.escape import flooding, moving, rolling, state, texts
from companion.games.escape.board import CORAL, SEA, Board, Shores, Step, taken
from companion.games.escape.moves import Go, Move, Place, Ply, Put, Sink
from companion.games.escape.state import STEPS, State, ended, of
from companion.games.escape.texts import Sea
from specs.base.seeds import shuffle

PLAYOUTS, HORIZON, GREEDY, DOUBT = 64, 3, True, 2.0
CURVE = (-0.05, 2.18, -0.85)
ASHORE, BOAT, SWIMMER, LAND, LEAST = 30.0, 12.0, 8.0, 6.0, 0.5  # a person's worth, less the distance; at least
BOARDS = 2.0  # what a boat is worth to a person beside it
TEMPO = 2.0  # what a step is worth that is still to be made
SCALE = 40.0  # points ahead at which the odds of winning are e to 1
DECIDED = 100.0  # points that a win is worth
FAR = 99
UNDER = (texts.WHIRLPOOL,), (texts.BOAT,), (texts.SHARK, texts.MONSTER)
PREY: Final = {texts.MONSTER: (0, 1), texts.SHARK: (1,), texts.OCTOPUS: (0,)}  # who stands or sails (0), who swims (1)
REACHED: Final = {3: 1 / 6, 2: 3 / 6, 1: 5 / 6}  # chance that the number die lets a creature go that many hexes


class Style(NamedTuple):
    """How a player chooses: the weight of the others' gain; whether creatures that may come and the end of the game
    count; and how many positions the search of a turn goes on from after each step."""

    others: float
    wary: bool
    looked: int


QUICK: Final = Style(0.5, False, 1)
CAREFUL: Final = Style(0.8, True, 4)


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
    return _ordered(rules, s, most, QUICK)


def careful(rules: Rules[State, Ply], s: State, chance: Random, most: int) -> Sequence[Ply]:
    """Return plies as `candidates` does, but weigh the others' gain more, whole turns, and what creatures may do."""
    return _ordered(rules, s, most, CAREFUL)


def _ordered(rules: Rules[State, Ply], s: State, most: int, style: Style) -> Sequence[Ply]:
    listed = [ply for ply in rules.moves(s, EVERYTHING) if not isinstance(ply, Move) or not ply.step]
    steps = _first_steps(rules, s, style) if s.phase == "move" else []
    return [*map(Move, steps), *sorted(listed, key=lambda ply: _gain(rules, s, ply, style), reverse=True)][:most]


def _gain(rules: Rules[State, Ply], s: State, ply: Ply, style: Style) -> float:
    """Return what a ply other than a step gains."""
    spots, swims = _worth(s.shores)
    match ply:
        case Place(h):
            return spots[h]
        case Sink(h):
            people, rooms = s.sea.stand[h], [spots[to] for to in flooding.rooms(s, h)]
            moved = max(rooms, default=0.0) - spots[h]
            return _weighed(s, people, style) * moved + (_comes_up(s, h, style) if style.wary else 0.0)
        case Put(goal):
            return _weighed(s, 1 << 4 * goal.seat, style) * (swims if goal.water else spots)[goal.target]
        case Go():
            after = rules.play(s, s.turn, ply, STRICT)
            return _won(rules, after, s.turn) if after.phase == "over" else value(after, s.turn, style)
    return 0.0


def _weighed(s: State, people: int, style: Style) -> float:
    """Count the player's people in a space, less the others' by their weight."""
    own = of(people, s.turn)
    return own - style.others * (state.ROOM - state.room(people) - own)


def _won(rules: Rules[State, Ply], s: State, seat: int) -> float:
    """Return a player's share of the win if the game ends now."""
    winners = rules.score(s).winners
    return 1 / len(winners) if seat in winners else 0.0


def _comes_up(s: State, h: int, style: Style) -> float:
    """Return the expected gain from what is under a piece, as far as it affects those around: a whirlpool, a boat, or
    an eater."""
    left = s.supply[s.sea.ground[h] - 1]
    whirl, boat, eats = (sum(left[at] for at in each) / max(1, sum(left)) for each in UNDER)
    gain, (spots, swims) = 0.0, _worth(s.shores)
    for there in s.sea.board.around[h]:
        ground = s.sea.ground[there]
        drowns = whirl + eats / 2 if ground == SEA else whirl * (s.table.whirlpool == "1996")
        stays = BOARDS * boat * (ground != SEA) - spots[there] * drowns
        gain += _weighed(s, s.sea.swim[there], style) * (BOARDS * boat - swims[there] * (whirl + eats))
        gain += _weighed(s, s.sea.stand[there], style) * stays * (ground != CORAL)
    return gain


# ---- what a position is worth --------------------------------------------------------------------


def value(s: State, seat: int, style: Style = CAREFUL) -> float:
    """Return a player's share of the expected result, 0 to 1: the nearer their people are to a Coral Island, compared
    with the others', the more."""
    rows = enumerate((s.sea.stand, s.sea.swim))
    there = [(people[h], _kept(s, style, row, h)) for row, people in rows for h in taken(people)]
    worth = [sum([each * of(people, other) for people, each in there], 0.0) for other in range(s.seats)]
    if s.phase == "move":
        worth[s.turn] += TEMPO * (STEPS - s.steps)
    play = [each for other, each in enumerate(worth) if other == seat or not s.gone(other)]
    return 1 / sum([exp(min(40.0, (each - worth[seat]) / SCALE)) for each in play], 0.0)


@lru_cache(maxsize=64)
def _worth(shores: Shores) -> tuple[list[float], list[float]]:
    """Return what a person is worth on each hex, or in a boat there; and swimming there."""
    far, worth = _depths(shores.board), {SEA: BOAT, CORAL: ASHORE}
    spots = [max(LEAST, worth.get(at, LAND) - far[h]) for h, at in enumerate(shores.ground)]
    return spots, [max(LEAST, SWIMMER - each) for each in far]


def _kept(s: State, style: Style, row: int, h: int) -> float:
    """Return what a person on a hex or in a boat there (row 0), or swimming there (row 1), is worth, less what the next
    roll may take."""
    worth = _worth(s.shores)[row][h]
    if not style.wary or s.sea.ground[h] != SEA:
        return worth
    risks = _risks(s.shores, s.sea.beasts, rolling.CREATURE_DICE[s.table.creature_die])
    return worth * (1 - risks[row].get(h, 0.0))


@lru_cache(maxsize=1024)
def _risks(shores: Shores, beasts: tuple[int, ...], die: Sequence[str]) -> tuple[dict[int, float], dict[int, float]]:
    """Return how likely the next roll takes a boat's crew, and a swimmer, on each hex that creatures can reach."""
    risks = dict[int, float](), dict[int, float]()
    for kind, rows in PREY.items():
        near, often = dict[int, float](), die.count(texts.CREATURES[kind]) / len(die)
        for h in [h for h in taken(beasts) if beasts[h] >> 4 * kind & 15]:
            for steps, reached in REACHED.items():
                near |= {to: max(reached, near.get(to, 0.0)) for to in shores.swum(h, steps)}
        for risk in [risks[row] for row in rows]:
            risk.update({h: risk.get(h, 0.0) + often * reached for h, reached in near.items()})
    return risks


@cache
def _depths(board: Board) -> Sequence[int]:
    """Return each hex's distance to the nearest Coral Island, ignoring reefs."""
    reefs = {h for h, sign in enumerate("".join(board.plan)) if sign == "r"}
    far, edge = [FAR] * len(board.names), set(board.corals)
    for steps in range(FAR):
        for h in edge:
            far[h] = steps
        edge = {t for h in edge for t in board.around[h] if far[t] == FAR and t not in reefs}
    return far


# ---- moves ---------------------------------------------------------------------------------------


def _first_steps(rules: Rules[State, Ply], s: State, style: Style) -> list[Step]:
    """Return the first steps of this turn that gain something with the best steps after them, best first. After each
    step the search goes on from the `style.looked` positions that gained most."""
    best = dict[Step, float]()
    edge: list[tuple[float, State, Step | None]] = [(0.0, s, None)]
    while edge:
        grown = dict[Sea, tuple[float, State, Step | None]]()
        for total, at, first in edge:
            for gain, step, after in _ranked(rules, at, style, rescue=at is s):
                start = first or step
                best[start] = max(best.get(start, 0.0), total + gain)
                if total + gain > grown.get(after.sea, (-inf,))[0] and after.steps < STEPS:
                    grown[after.sea] = total + gain, after, start
        edge = nlargest(style.looked, grown.values(), key=itemgetter(0))
    return [step for step in sorted(best, key=best.__getitem__, reverse=True) if best[step] > 0]


def _ranked(rules: Rules[State, Ply], s: State, style: Style, *, rescue: bool) -> Iterator[tuple[float, Step, State]]:
    """Yield of each possible step what it gains for the player less a part of what it gains for the others, and the
    position after it. Only the hexes where it starts and ends count, and whether the game ends."""
    for step in moving.steps(s):
        if rescue or not moving.rescues(s.sea, step):
            after, gain = moving.made(s, step), 0.0
            for h in {step.source, step.target}:
                gain += _local(after, h, style) - _local(s, h, style)
            if style.wary and s.sea.ground[step.target] == CORAL and ended(after):
                gain += DECIDED * (_won(rules, after, s.turn) - value(s, s.turn, style))
            yield gain, step, after


def _local(s: State, h: int, style: Style) -> float:
    there = enumerate((s.sea.stand[h], s.sea.swim[h]))
    return sum([_weighed(s, people, style) * _kept(s, style, row, h) for row, people in there if people], 0.0)
