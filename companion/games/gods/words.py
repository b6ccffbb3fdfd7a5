"""Where things are on the table, in sentences: a region with its temples and followers, the cards that lie open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.contract import Found
from companion.games.gods.state import (
    COLOURS,
    LETTERS,
    NAMES,
    NEUTRAL,
    ROMAN,
    State,
    Temple,
    complete,
)


def where(state: State, sought: str) -> Sequence[Found]:
    """Sentences about a region by its letter, its neutral site's or its colour, a player by name, the marker, the area
    or the deck."""
    for colour in COLOURS:
        letter = LETTERS[colour].lower()
        if sought in (letter, f"{letter}n", NAMES[colour], f"{NAMES[colour]} region"):
            return list(_region(state, colour))
    for player, who in enumerate(state.table.names):
        if sought == who.lower():
            return list(_player(state, player))
    here = f"region {LETTERS[state.marker]}"
    match sought:
        case "marker" | "presence marker":
            return [Found(f"The presence marker lies in the {NAMES[state.marker]} region.", here)]
        case "area" | "cards":
            told = ", ".join(f"{state.area[c]} {NAMES[c]}" for c in COLOURS if state.area[c])
            unseen = f", {state.area[0]} unseen" if state.area[0] else ""
            spots = [Found("", f"area {LETTERS[c]}") for c in COLOURS if state.area[c]]
            return [Found(f"In the area lie {told or 'no cards'}{unseen}."), *spots]
        case "deck":
            cards = f"{len(state.deck)} card{'s' * (len(state.deck) != 1)}"
            return [Found(f"The deck has {cards}; {sum(state.discards)} are discarded.", "deck")]
    return []


def _region(state: State, region: int) -> Iterator[Found]:
    table, name = state.table, NAMES[region]
    marker = " The presence marker lies here." if state.marker == region else ""
    order = f", order token {table.order.index(region) + 1}" if region in table.order else ""
    yield Found(f"The {name} region{order}.{marker}", f"region {LETTERS[region]}")
    for player in range(len(table.names)):
        yield from _sites(state, player, region)
    followers = [
        f"{who} {state.followers[p][region]}" for p, who in enumerate(table.names) if state.followers[p][region]
    ]
    yield Found(f"Followers of {name}: {', '.join(followers) or 'none'}. In the area: {state.area[region]} {name}.")


def _sites(state: State, player: int, region: int) -> Iterator[Found]:
    who, name = state.table.names[player], NAMES[region]
    site, target = state.sites[player][region], state.table.targets[player][region]
    wants = f"; the card asks for {_temple(target)}" if target else ""
    done = ", complete" if region in complete(state, player) else ""
    yield Found(f"{who} in {name}: {_temple(site)}{done}{wants}.")
    neutral = state.sites[player][region + NEUTRAL]
    if neutral:
        yield Found(f"{who} on the neutral site of {name}: {_temple(neutral)}.")


def _player(state: State, player: int) -> Iterator[Found]:
    for region in state.table.order:
        yield from _sites(state, player, region)
    followers = [f"{state.followers[player][c]} {NAMES[c]}" for c in COLOURS if state.followers[player][c]]
    yield Found(f"Followers of {state.table.names[player]}: {', '.join(followers) or 'none'}.")


def _temple(temple: Temple) -> str:
    levels = ", ".join(ROMAN[level] for level in temple)
    return f"{levels} from the bottom" if len(temple) > 1 else levels or "nothing"
