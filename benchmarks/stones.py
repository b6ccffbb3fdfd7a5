"""Whether the stones, growth towers and burned markers of Seven Circles suffice: random games on every board that the
printed islands build, each position laid with what is printed.

`python benchmarks/stones.py 1000` plays so many games on each board, in two manners: any moves at all, and of ten turns
at random the one that leaves the player the most. A game that goes on after 300 turns is left there.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from measure import table

from companion import games
from companion.contract.values import Player, Setup
from companion.games.circles.moves import made, starts, ways
from companion.games.circles.rules import finished
from companion.games.circles.state import BURNED, TOWER, State, height, kind, owner, pieces
from companion.games.circles.unfolding import scores
from specs.load import load

GAME = games.Game("circles")
SPEC = load("circles")
LONGEST = 300  # turns
ISLANDS = len(SPEC.pieces["islands"])


class Kit(NamedTuple):
    """What is printed: the stones of one colour by their number, its growth towers; burned markers for all."""

    stones: Mapping[int, int]
    towers: int
    burned: int


def printed() -> Kit:
    """The kit of the spec."""
    colours = Counter(piece.row["colour"] for piece in SPEC.pieces["stones"])
    first = SPEC.spec.players.colours[0]
    stones = Counter(int(str(piece.row["value"])) for piece in SPEC.pieces["stones"] if piece.row["colour"] == first)
    towers = sum(piece.row["colour"] == first for piece in SPEC.pieces["towers"])
    return Kit(stones, towers, colours["burned"])


def short(heights: Sequence[int], kit: Kit) -> bool:
    """Whether the stones do not suffice to show these heights, the tallest first, each as a sum of as few as can be."""
    left = dict(kit.stones)
    for tall in sorted(heights, reverse=True):
        while tall:
            best = max((value for value, count in left.items() if count and value <= tall), default=0)
            if not best:
                return True
            left[best] -= 1
            tall -= best
    return False


def wanting(state: State, kit: Kit) -> set[str]:
    """Of what there is too little to lay a position. Islands burned whole are taken away with their markers."""
    lain = Counter(state.board.islands[at] for at, value in enumerate(state.fields) if kind(value) == BURNED)
    found = set[str]()
    if sum(count for count in lain.values() if count < 7) > kit.burned:
        found.add("burned")
    for player in range(state.seats):
        mine = [value for value in state.fields if owner(value) == player]
        if sum(kind(value) == TOWER for value in mine) > kit.towers:
            found.add("towers")
        if short([height(value) for value in mine], kit):
            found.add("stones")
    return found


def any_turn(state: State, chance: random.Random) -> State:
    """The position after a turn of random moves."""
    while True:
        able = starts(state)
        choice = int(chance.random() * (len(able) + 1))
        options = list(ways(state, able[choice])) if choice < len(able) else []
        if not options:
            return finished(state)
        state = made(state, options[int(chance.random() * len(options))])


def best_of_ten(state: State, chance: random.Random) -> State:
    """The position after the best of ten such turns: more pieces, towers and fields, and fewer pieces of others."""

    def worth(after: State) -> float:
        count, towers = pieces(after.fields, state.turn)
        all_pieces = sum(pieces(after.fields, player)[0] for player in range(after.seats))
        return (
            count
            + 1.5 * towers
            + 0.5 * scores(after.board, after.fields, after.seats)[state.turn]
            - 0.3 * (all_pieces - count)
        )

    return max((any_turn(state, chance) for _ in range(10)), key=worth)


MANNERS = {"any moves": any_turn, "best of ten": best_of_ten}


def positions(layout: str, players: int, manner: str, seed: int) -> Iterator[State]:
    """A game's positions, turn by turn."""
    people = [Player(f"P{n}", colour) for n, colour in enumerate(SPEC.spec.players.colours[:players])]
    state = GAME.begin(SPEC, people, Setup(options={"layout": layout})).state
    chance = random.Random(f"{layout} {players} {seed}")
    while not state.over and state.number < LONGEST:
        yield state
        state = MANNERS[manner](state, chance)
    yield state


def boards(most: int = ISLANDS) -> Iterator[tuple[str, int]]:
    """Each board of so many islands at most, for each number of players it takes."""
    for name, layout in SPEC.spec.setup.layouts.items():
        if len(layout.places) <= most:
            yield from ((name, players) for players in layout.players)


def main() -> None:
    games_each = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    kit, rows = printed(), []
    for layout, players in boards():
        for manner in MANNERS:
            wants = Counter[str]()
            for seed in range(games_each):
                wants.update(set().union(*(wanting(state, kit) for state in positions(layout, players, manner, seed))))
            rows.append([layout, str(players), manner, *(str(wants[what]) for what in ("stones", "towers", "burned"))])
            print(*rows[-1], file=sys.stderr, flush=True)
    table(
        f"Seven Circles, of {games_each:,} random games those that run out, with {sum(kit.stones.values())} stones and"
        f" {kit.towers} towers a colour and {kit.burned} burned markers",
        ["board", "players", "", "of stones", "of towers", "of burned markers"],
        rows,
    )


if __name__ == "__main__":
    main()
