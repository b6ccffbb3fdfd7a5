"""Escape from Atlantis: some hexes of the board, and what lies on them before a turn and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.escape.rolling import reach
from companion.games.escape.state import (
    COLOURS,
    LETTERS,
    REGIONS,
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
from specs.load import load
from specs.model.shapes import boards

from .worked import Fields, Row, numbered

SPEC = load("escape").spec
PEOPLE = {str(row["colour"]): str(row["person"]) for row in SPEC.tables["tribes"]}
CELLS = boards.by_name(SPEC.setup.boards["sea"])


def fields(states: Sequence[State], moves: Sequence[Move], shows: Mapping[str, Any]) -> Fields:
    """`shows` has the hexes of a picture. Places are in widths of a hex, as the board has them."""
    found: dict[str, str | int | Sequence[Row]] = {}
    for state, move, after in zip(states, moves, states[1:], strict=False):
        names = state.board.names
        match move:
            case Steps(steps):
                hexes = [names[steps[0].source], *(names[step.target] for step in steps)]
                found |= {"me": COLOURS[state.table.colours[state.turn]], "steps": len(steps)}
                found |= numbered("hex", hexes)
            case Sink(sunk, symbol, (put,)):
                found |= {"sunk": names[sunk], "land": REGIONS[state.ground[sunk]], "symbol": SYMBOLS[symbol]}
                found |= {"there": COLOURS[put.colour], "put": names[put.target]}
            case Roll(creature, number, source, target):
                far = next(n for n in range(1, 4) if target in reach(state, source, str(n)))
                (lost,) = _people(state.swim[target] - after.swim[target])
                found |= {"creature": creature, "number": number, "far": far, "target": names[target], "lost": lost}
            case _:
                pass
    return found | (_some(states[0], states[-1], shows["cells"]) if moves else _setup(states[0]))


def _people(people: int) -> list[str]:
    return [COLOURS[LETTERS.index(letter)] for letter in letters(people)]


def _at(name: str) -> Row:
    x, y = boards.middle(CELLS[name], 1.0)
    return {"x": round(x, 4), "y": round(y, 4)}  # type: ignore[dict-item]


def _setup(state: State) -> Fields:
    names, ground = state.board.names, state.ground
    landing = [names[state.board.landing[coral]] for coral in state.board.corals]
    boats = [name for h, name in enumerate(names) if state.boats >> h & 1]
    return {
        **{land: ground.count(n) for n, land in enumerate(REGIONS) if land in ("lowland", "hill", "mountain")},
        "people": TRIBE,
        **numbered("colour", PEOPLE),
        "lies": [
            *({"thing": "boat", **_at(name)} for name in boats),
            *({"thing": "anchor", **_at(name)} for name in landing),
        ],
    }


def _lying(state: State, h: int) -> list[tuple[str, str]]:
    """What lies on a hex: a thing, and the colour of people."""
    boat = [("boat", "")] if state.boats >> h & 1 else []
    people = [*_people(state.stand[h]), *_people(state.swim[h])]
    return [*boat, *((PEOPLE[each], each) for each in people), *((each, "") for each in creatures(state.beasts[h]))]


def _some(before: State, after: State, cells: Sequence[str]) -> Fields:
    """Hexes with what lies there; what `comes` to lie there in the turn is pale."""
    lies: list[Row] = []
    for h, name in enumerate(before.board.names):
        now, new = _lying(before, h), _lying(after, h)
        for each in now:
            if each in new:
                new.remove(each)
        there = [*((*each, False) for each in now), *((*each, True) for each in new)]
        assert not there or name in cells, f"{there} on {name}, outside the picture"
        for n, (thing, colour, comes) in enumerate(there):
            looks = {"thing": thing, "colour": colour, "comes": comes}
            lies.append({**_at(name), **looks, "place": n, "among": len(there)})
    ground = zip(before.board.names, before.ground, strict=True)
    return {
        "hexes": [{"hex": name, **_at(name), "ground": REGIONS[at]} for name, at in ground if name in cells],
        "lies": lies,
    }
