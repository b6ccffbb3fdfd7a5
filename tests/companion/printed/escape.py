"""Escape from Atlantis: some hexes of the board, and what lies on them before a turn and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract.position import Position
from companion.games.escape.board import Step
from companion.games.escape.moves import Go, Move, Ply, Put, Reveal, Sink
from companion.games.escape.rolling import reach
from companion.games.escape.state import REGIONS, TRIBE, State, creatures, of
from companion.games.escape.texts import SYMBOLS
from specs.load import load
from specs.model.shapes import boards

from .worked import Fields, Row, numbered

SPEC = load("escape").spec
LAND = "lowland", "hill", "mountain"
PEOPLE = {str(row["colour"]): str(row["person"]) for row in SPEC.data["tribes"]}
CELLS = boards.by_name(SPEC.setup.boards["sea"])


def fields(positions: Sequence[Position], moves: Sequence[Ply], shows: Mapping[str, Any]) -> Fields:
    """`shows` has the hexes of a picture. Places are in widths of a hex, as the board has them."""
    found: dict[str, str | int | Sequence[Row]] = {}
    steps = list[Step]()
    for position, move, after in zip(positions, moves, positions[1:], strict=False):
        state: State = position.state
        match move:
            case Move(Step() as step):
                steps.append(step)
                found |= {"me": position.players[state.turn].colour, "steps": len(steps)}
                found |= numbered("hex", [state.name(h) for h in (steps[0].source, *(each.target for each in steps))])
            case Sink(sunk):
                found |= {"sunk": state.name(sunk), "land": REGIONS[state.sea.ground[sunk]]}
            case Put(goal):
                put = {"there": position.players[goal.seat].colour, "put": state.name(goal.target)}
            case Reveal(symbol):
                found |= {"symbol": SYMBOLS[symbol], **put}
            case Go(way) if way is not None and state.dice is not None:
                far = next(n for n in range(1, 4) if way.target in reach(state, way.source, str(n)))
                (lost,) = _people(position, state.sea.swim[way.target] - after.state.sea.swim[way.target])
                found |= {"creature": state.dice.creature, "number": state.dice.number, "far": far}
                found |= {"target": state.name(way.target), "lost": lost}
            case _:
                pass
    return found | (_some(positions[0], positions[-1], shows["cells"]) if moves else _table(positions[0]))


def _people(position: Position, people: int) -> list[str]:
    return [player.colour for n, player in enumerate(position.players) for _ in range(of(people, n))]


def _at(name: str) -> Row:
    x, y = boards.middle(CELLS[name], 1.0)
    return {"x": round(x, 4), "y": round(y, 4)}  # type: ignore[dict-item]


def _table(position: Position) -> Fields:
    """The whole board: the land that is left, and what lies there, things on one hex beside each other."""
    state: State = position.state
    names, ground = state.sea.board.names, state.sea.ground
    landing = [state.sea.board.landing[coral] for coral in state.sea.board.corals]
    lies = list[Row]()
    for h, name in enumerate(names):
        there = list(dict.fromkeys(_lying(position, h))) or [("anchor", "")] * (h in landing)
        for n, (thing, colour) in enumerate(there):
            x, y = boards.middle(CELLS[name], 1.0)
            beside = x + 0.45 * (n - (len(there) - 1) / 2)
            lies.append({"thing": thing, "colour": colour, "x": round(beside, 4), "y": round(y, 4)})
    return {
        **{land: ground.count(n) for n, land in enumerate(REGIONS) if land in LAND},
        "people": TRIBE,
        **numbered("colour", PEOPLE),
        "land": [
            {"ground": REGIONS[at], **_at(name)} for name, at in zip(names, ground, strict=True) if REGIONS[at] in LAND
        ],
        "lies": lies,
    }


def _lying(position: Position, h: int) -> list[tuple[str, str]]:
    """What lies on a hex: a thing, and the colour of people."""
    sea = position.state.sea
    boat = [("boat", "")] if sea.boats >> h & 1 else []
    people = [*_people(position, sea.stand[h]), *_people(position, sea.swim[h])]
    return [*boat, *((PEOPLE[each], each) for each in people), *((each, "") for each in creatures(sea.beasts[h]))]


def _some(before: Position, after: Position, cells: Sequence[str]) -> Fields:
    """Hexes with what lies there; what `comes` to lie there in the turn is pale."""
    sea, lies = before.state.sea, list[Row]()
    for h, name in enumerate(sea.board.names):
        now, new = _lying(before, h), _lying(after, h)
        for each in now:
            if each in new:
                new.remove(each)
        there = [*((*each, False) for each in now), *((*each, True) for each in new)]
        assert not there or name in cells, f"{there} on {name}, outside the picture"
        for n, (thing, colour, comes) in enumerate(there):
            looks = {"thing": thing, "colour": colour, "comes": comes}
            lies.append({**_at(name), **looks, "place": n, "among": len(there)})
    ground = zip(sea.board.names, sea.ground, strict=True)
    return {
        "hexes": [{"hex": name, **_at(name), "ground": REGIONS[at]} for name, at in ground if name in cells],
        "lies": lies,
    }
