"""Atlantis: a run of the path, the figures on it, the cards that are played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.atlantis.position import space_text
from companion.games.atlantis.score import settle
from companion.games.atlantis.state import CODES, State, Turn
from specs.load import load

from .drawn import Drawn

DOCUMENT = load("atlantis")
ITEMS = {str(row["item"]): str(row["letter"]) for row in DOCUMENT.spec.tables["items"]}
PEOPLE = {str(row["person"]): str(row["colour"]) for row in DOCUMENT.spec.tables["colours"]}
BRIDGE = "atlantis/bridge-tile.svg"
WORDS = (*ITEMS, *CODES)
PIECES = {
    "mini-tile": ("item", "value"),
    "mini-water": (),
    BRIDGE: (),
    **dict.fromkeys(ITEMS, ()),
    **dict.fromkeys(PEOPLE, ()),
}
NAMES = {letter: item for item, letter in ITEMS.items()}


def told(states: Sequence[State], moves: Sequence[Turn]) -> Mapping[str, Any]:
    before, after = states[0], states[-1]
    me = before.turn
    owed = settle(before).standings[me]
    gaps = [gap for figure in owed.facts["gaps"] for gap in figure["gaps"]]
    values = [code & 7 for code in before.tiles[me]]
    pays = owed.facts["pays"]
    found: dict[str, Any] = {
        "prices": [gap["price"] for gap in gaps if not gap["bridged"]],
        "gaps": len(gaps),
        "walking": len(owed.facts["gaps"]),
        "tiles": len(values),
        "value": max(values, default=0),
        "worth": sum(values),
        "cards": sum(before.hands[me]),
        "due": owed.due,
        "pays_tiles": len(pays["tiles"]),
        "pays_cards": pays["cards"],
        "paid": owed.paid,
        "score": owed.score,
    }
    if moves:
        (move,) = moves
        space = next(one for one, other in zip(before.figures, after.figures, strict=True) if one != other)
        gap = next(figure["gaps"][0] for figure in owed.facts["gaps"] if figure["from"] == space)
        (taken,) = [code for code in after.tiles[me] if code not in before.tiles[me]]
        cards = sum(after.hands[me]) - sum(before.hands[me]) + len(move.cards) + move.coins
        found |= {
            "who": before.table.colours[me],
            "other": before.table.colours[before.figures.index(gap["spaces"][0] - 1) // 3],
            "plays": [NAMES[letter] for letter in move.cards],
            "played": len(move.cards),
            "price": gap["price"],
            "near": gap["between"][0][1],
            "far": gap["between"][1][1],
            "gives": [code & 7 for code in move.tiles],
            "takes": taken & 7,
            "draws": cards,
        }
    return found


def picture(drawn: Sequence[Drawn], shows: Mapping[str, Any]) -> object:
    """Spaces by their x; figures stand on the tile nearest, pale ones come to stand there."""
    tiles = sorted((part for part in drawn if part.name in ("mini-tile", "mini-water")), key=lambda part: part.x)
    middles = [part.x + 6 for part in tiles]
    bridged = {_nearest(middles, part.x) for part in drawn if part.name == BRIDGE}

    def space(n: int, part: Drawn) -> str:
        if part.name == "mini-water":
            return "=" if n in bridged else "~"
        return f"{ITEMS.get(part.values['item'], '?')}{part.values['value']}"

    people = [part for part in drawn if part.name in PEOPLE]
    return {
        "path": [space(n, part) for n, part in enumerate(tiles)],
        "before": sorted((_nearest(middles, part.x), PEOPLE[part.name]) for part in people if part.opacity == 1),
        "after": sorted((_nearest(middles, part.x), PEOPLE[part.name]) for part in people if part.opacity < 1),
        "cards": [p.name for p in sorted(drawn, key=lambda p: p.x) if p.name in ITEMS and not p.values.get("value")],
        "bridges": len([part for part in drawn if part.name == BRIDGE]),
    }


def shown(states: Sequence[State], moves: Sequence[Turn], shows: Mapping[str, Any]) -> object:
    before, after = states[0], states[-1]
    first, last = shows["spaces"]
    standing = {f: (space - first, before.table.colours[f // 3]) for f, space in enumerate(before.figures)}
    moved = [f for f, space in enumerate(after.figures) if space != before.figures[f]]
    return {
        "path": [space_text(before, space) for space in range(first, last + 1)],
        "before": sorted(at for f, at in standing.items() if first <= before.figures[f] <= last),
        "after": sorted((after.figures[f] - first, after.table.colours[f // 3]) for f in moved),
        "cards": [NAMES[letter] for move in moves for letter in move.cards],
        "bridges": [space_text(before, space) for space in range(first, last + 1)].count("="),
    }


def _nearest(middles: Sequence[float], x: float) -> int:
    return min(range(len(middles)), key=lambda n: abs(middles[n] - x))
