"""Escape from Atlantis: the board hex by hex, and what lies on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.escape.rolling import reach
from companion.games.escape.state import (
    COLOURS,
    CORAL,
    CREATURES,
    LETTERS,
    REEF,
    REGIONS,
    SEA,
    SYMBOLS,
    TRIBE,
    Move,
    Roll,
    Sink,
    State,
    Steps,
    creatures,
    letters,
)

from .drawn import Drawn

WORDS = (*COLOURS, *CREATURES)
LANDS = ("lowland", "hill", "mountain")
GROUNDS = ("sea", *LANDS, "foam")  # coral and reef are told by their icons
ICONS = ("boat", "anchor", "atoll", "reef")
PEOPLE = ("guard", "sailor", "queen", "farmer")
PIECES: Mapping[str, Sequence[str]] = {
    **dict.fromkeys((*GROUNDS, *ICONS), ()),
    **{f"escape/{land}.svg": () for land in LANDS},
    **dict.fromkeys(PEOPLE, ("fill",)),
    **dict.fromkeys(CREATURES, ()),
}
LEGEND = ""  # an icon that stands on no hex


def told(states: Sequence[State], moves: Sequence[Move]) -> Mapping[str, Any]:
    ground = states[0].ground
    pieces = {land: ground.count(REGIONS.index(land)) for land in LANDS}
    found: dict[str, Any] = {"pieces": pieces, "people": TRIBE, "colours": COLOURS}
    for state, move, after in zip(states, moves, states[1:], strict=False):
        names = state.board.names
        match move:
            case Steps(steps):
                hexes = [names[steps[0].source], *(names[step.target] for step in steps)]
                found |= {"me": COLOURS[state.table.colours[state.turn]], "steps": len(steps), "hexes": hexes}
            case Sink(sunk, symbol, (put,)):
                found |= {"sunk": names[sunk], "land": REGIONS[ground[sunk]], "symbol": SYMBOLS[symbol]}
                found |= {"there": COLOURS[put.colour], "put": names[put.target]}
            case Roll(creature, number, source, target):
                far = next(n for n in range(1, 4) if target in reach(state, source, str(n)))
                (lost,) = _colours(state.swim[target] - after.swim[target])
                found |= {"creature": creature, "number": number, "far": far, "target": names[target], "lost": lost}
            case _:
                pass
    return found


def _colours(people: int) -> list[str]:
    return [COLOURS[LETTERS.index(letter)] for letter in letters(people)]


def picture(drawn: Sequence[Drawn], shows: Mapping[str, Any]) -> object:
    if "cells" in shows:
        return _some(drawn)
    hexes = [part for part in drawn if part.name in GROUNDS]
    rows = sorted({round(part.y, 3) for part in hexes})
    by_row = [sorted(round(part.x, 3) for part in hexes if round(part.y, 3) == y) for y in rows]
    at = {(x, rows[n]): f"{chr(65 + n)}{i}" for n, row in enumerate(by_row) for i, x in enumerate(row, start=1)}

    def cells(name: str) -> list[str]:
        return sorted(at.get((round(part.x, 3), round(part.y, 3)), LEGEND) for part in drawn if part.name == name)

    return {
        "ground": {name: cells(name) for name in GROUNDS},
        "icons": {name: cells(name) for name in ICONS},
        "lands": sorted(part.name for part in drawn if part.kind == "image"),
        "people": sorted(str(part.values.get("fill")) for part in drawn if part.name in PEOPLE),
    }


def shown(states: Sequence[State], moves: Sequence[Move], shows: Mapping[str, Any]) -> object:
    if "cells" in shows:
        return _lying(states[0], states[-1], shows["cells"])
    state = states[0]
    names, ground = state.board.names, state.ground

    def cells(*kinds: int) -> list[str]:
        return sorted(name for name, at in zip(names, ground, strict=True) if at in kinds)

    landing = [names[state.board.landing[coral]] for coral in state.board.corals]
    boats = [name for h, name in enumerate(names) if state.boats >> h & 1]
    icons = {"boat": boats, "anchor": landing, "atoll": cells(CORAL), "reef": cells(REEF)}
    return {
        "ground": {**{REGIONS[n]: cells(n) for n in range(SEA, SEA + 4)}, "foam": cells(CORAL, REEF)},
        "icons": {name: sorted([LEGEND, *there]) for name, there in icons.items()},
        "lands": sorted(f"escape/{land}.svg" for land in LANDS),
        "people": sorted(COLOURS[colour] for colour in state.table.colours),
    }


def _some(drawn: Sequence[Drawn]) -> object:
    """Some hexes by their names: their ground, what lies there, and, pale, what comes to lie there."""

    def things(*, pale: bool) -> list[tuple[str, str]]:
        parts = [part for part in drawn if part.name not in GROUNDS and (part.opacity < 1) is pale]
        return sorted((str(part.values["cell"]), str(part.values.get("fill") or part.name)) for part in parts)

    ground = sorted((str(part.values["cell"]), part.name) for part in drawn if part.name in GROUNDS)
    return {"ground": ground, "before": things(pale=False), "after": things(pale=True)}


def _lying(before: State, after: State, cells: Sequence[str]) -> object:
    def things(state: State) -> Counter[tuple[str, str]]:
        found: Counter[tuple[str, str]] = Counter()
        for h, name in enumerate(state.board.names):
            there = [*_colours(state.stand[h]), *_colours(state.swim[h]), *creatures(state.beasts[h])]
            found.update((name, thing) for thing in (*there, *(["boat"] if state.boats >> h & 1 else [])))
        return found

    ground = sorted(
        (name, REGIONS[at]) for name, at in zip(before.board.names, before.ground, strict=True) if name in cells
    )
    new = things(after) - things(before)
    assert {name for name, _ in (*things(before), *new)} <= set(cells), "something lies outside the picture"
    return {"ground": ground, "before": sorted(things(before).elements()), "after": sorted(new.elements())}
