"""Island of Gods: temples as they grow with the cards they cost, and what a god's card wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.games.gods.state import COLOURS, LETTERS, ROMAN, Move, State, shape_text
from specs.load import load

from .drawn import Drawn

TABLES = load("gods").spec.tables
EMBLEMS = {str(row["letter"]): str(row["emblem"]) for row in TABLES["regions"]}
DEITIES = {int(str(row["deity"])): str(row["name"]) for row in TABLES["deities"]}
CARDS = {f"gods/deity-{number}.svg": number for number in DEITIES}
WORDS = tuple(name.lower() for name in DEITIES.values())
PIECES: Mapping[str, Sequence[str]] = {
    "temple": ("shape",), "thumb": ("emblem",), "demand": ("number", "shape"), **dict.fromkeys(CARDS, ()),
}  # fmt: skip


def told(states: Sequence[State], moves: Sequence[Move]) -> Mapping[str, Any]:
    before, table = states[0], states[0].table
    site = before.marker
    temples = [state.sites[before.turn][site] for state in states[1:]]
    return {
        "temples": [shape_text(temple) for temple in temples],
        "prices": [sum(cards) for cards in _prices(states)],
        "level": ROMAN[sum(temples[-1])] if temples else "",
        "god": DEITIES[table.deities[max(0, before.winner)]],
    }


def _prices(states: Sequence[State]) -> list[tuple[int, ...]]:
    """The cards each action took from the hand."""
    me = states[0].turn
    hands = [state.hands[me] for state in states]
    return [tuple(a - b for a, b in zip(*pair, strict=True)) for pair in pairwise(hands)]


def picture(drawn: Sequence[Drawn], shows: Mapping[str, Any]) -> object:
    """Temples by their x, each with the cards next to it; what a card wants by its x."""
    temples = sorted((part for part in drawn if part.name == "temple"), key=lambda part: part.x)
    prices: list[list[str]] = [[] for _ in temples]
    for card in (part for part in drawn if part.name == "thumb"):
        prices[min(range(len(temples)), key=lambda n: abs(temples[n].x - card.x))].append(card.values["emblem"])
    demands = sorted((part for part in drawn if part.name == "demand"), key=lambda part: part.x)
    return {
        "temples": [part.values["shape"] for part in temples],
        "prices": prices,
        "wants": [(part.values["number"], part.values["shape"]) for part in demands],
        "cards": [CARDS[part.name] for part in drawn if part.name in CARDS],
    }


def shown(states: Sequence[State], moves: Sequence[Move], shows: Mapping[str, Any]) -> object:
    before = states[0]
    wins = before.winner if shows.get("card") else None
    wanted = () if wins is None else [before.sites[wins][region] for region in before.table.order]
    return {
        "temples": told(states, moves)["temples"],
        "prices": [[EMBLEMS[LETTERS[c]] for c in COLOURS for _ in range(cards[c])] for cards in _prices(states)],
        "wants": [(n, shape_text(temple)) for n, temple in enumerate(wanted, start=1)],
        "cards": [] if wins is None else [before.table.deities[wins]],
    }
