"""Escape from Atlantis: the board hex by hex, and what lies on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.escape.state import COLOURS, CORAL, REEF, REGIONS, SEA, TRIBE, Move, State

from .drawn import Drawn

WORDS = COLOURS
LANDS = ("lowland", "hill", "mountain")
GROUNDS = ("sea", *LANDS, "foam")  # coral and reef are told by their icons
ICONS = ("boat", "anchor", "atoll", "reef")
PEOPLE = ("guard", "sailor", "queen", "farmer")
PIECES: Mapping[str, Sequence[str]] = {
    **dict.fromkeys((*GROUNDS, *ICONS), ()),
    **{f"escape/{land}.svg": () for land in LANDS},
    **dict.fromkeys(PEOPLE, ("fill",)),
}
LEGEND = ""  # an icon that stands on no hex


def told(states: Sequence[State], moves: Sequence[Move]) -> Mapping[str, Any]:
    ground = states[0].ground
    pieces = {land: ground.count(REGIONS.index(land)) for land in LANDS}
    return {"pieces": pieces, "people": TRIBE, "colours": COLOURS}


def picture(drawn: Sequence[Drawn], shows: Mapping[str, Any]) -> object:
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
