"""How fast Escape from Atlantis is refereed: random play to the end, plies and whole games a second."""

from __future__ import annotations

import random
import statistics
import time
from itertools import islice

from measure import table

from companion.contract import Player, Setup
from companion.games.escape import rolling, rules, setup, sinking
from companion.games.escape.moving import Waters
from companion.games.escape.state import OVER, SEA, Move, Place, Put, Roll, Sink, State, Step, Steps, of
from specs.load import load

RUNS = 5
SECONDS = 1.0
LISTED = 300


def drawn(state: State, chance: random.Random) -> Move:
    """A ply by chance, without listing all: piece by piece, step by step."""

    def one(count: int) -> int:
        return int(chance.random() * count)

    match state.phase:
        case "place":
            free = rules.places(state)
            return Place(free[one(len(free))])
        case "move":
            waters, steps = Waters(state), list[Step]()
            for _ in range(one(4)):
                sources = waters.sources()
                if not sources:
                    break
                found = list(waters.steps_from(*sources[one(len(sources))]))
                step = found[one(len(found))] if found else None
                if step is None or (steps and waters.rescues(step)):
                    continue
                waters.make(step)
                steps.append(step)
            return Steps(tuple(steps))
        case "sink":
            pieces = sinking.pieces(state)
            piece = pieces[one(len(pieces))]
            known = sinking.symbols(state, piece)
            return Sink(piece, known[one(len(known))], _puts(state, piece, chance))
    creature = rolling.CREATURE_DICE[state.table.creature_die][one(6)]
    number = rolling.NUMBER_DIE[one(6)]
    kind = 4 * rolling.CREATURES.index(creature)
    sources = [h for h, beasts in enumerate(state.beasts) if beasts >> kind & 15]
    if not sources:
        return Roll(creature, number, -1, -1)
    source = sources[one(len(sources))]
    ends = rolling.reach(state, source, number)
    return Roll(creature, number, source, ends[one(len(ends))]) if ends else Roll(creature, number, -1, -1)


def _puts(state: State, piece: int, chance: random.Random) -> tuple[Put, ...]:
    if not state.stand[piece]:
        return ()
    room = sinking.rooms(state, piece)
    found = []
    for colour in (n for n in range(4) for _ in range(of(state.stand[piece], n))):
        if room:
            target = list(room)[int(chance.random() * len(room))]
            room[target] -= 1
            if not room[target]:
                del room[target]
            found.append(Put(colour, target, False))
        else:
            wet = sinking.waters(state, piece)
            found.append(Put(colour, wet[int(chance.random() * len(wet))], True))
    return tuple(sorted(found))


def listed(state: State, chance: random.Random) -> Move:
    """A ply by chance among the first that are listed."""
    moves = list(islice(rules.legal_moves(state), LISTED))
    return moves[int(chance.random() * len(moves))]


def figures(start: State, pick: object, chance: random.Random) -> tuple[float, float]:
    """Plies and whole games a second of processor time, so that a busy machine does not count."""
    assert callable(pick)
    plies = games = 0
    begin = time.process_time()
    while time.process_time() - begin < SECONDS:
        state = start
        while state.phase != OVER:
            state = rules.apply(state, pick(state, chance))
            plies += 1
        games += 1
    seconds = time.process_time() - begin
    return plies / seconds, games / seconds


def main() -> None:
    people = [Player(*who) for who in (("Ann", "red"), ("Bob", "blue"), ("Cy", "yellow"), ("Di", "green"))]
    rows = []
    for players in (2, 3, 4):
        start = setup.new(load("escape"), people[:players], Setup())
        assert start.ground.count(SEA) > 100
        for name, pick in (("drawn", drawn), (f"of the first {LISTED} listed", listed)):
            found = [figures(start, pick, random.Random(seed)) for seed in range(RUNS)]
            plies, games = (statistics.median(column) for column in zip(*found, strict=True))
            rows.append([f"{players} players, plies {name}", f"{plies:,.0f}", f"{games:,.1f}"])
    table("Escape from Atlantis, random play to the end", ["", "plies a second", "games a second"], rows)


if __name__ == "__main__":
    main()
