"""Where things are on the path, in sentences: a space with what lies beside it, a player's things, a kind of tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.contract import Found
from companion.games.atlantis.hands import cards
from companion.games.atlantis.state import (
    ATLANTIS,
    LETTERS,
    MAINLAND,
    NAMES,
    NOTHING,
    SPACES,
    State,
    gaps,
    tile_text,
    tiles_text,
)

ENDS = {"atlantis": ATLANTIS, "mainland": MAINLAND}


def where(state: State, sought: str) -> Sequence[Found]:
    """Sentences about a space by its number, Atlantis or the mainland, a player by name or colour, a tile (`C2`), an
    item by letter or name, gaps or bridges."""
    if sought in ENDS:
        return [Found(_stands(state, ENDS[sought], sought), sought)]
    if sought.isdecimal() and sought.isascii() and len(sought) < 3 and 1 <= int(sought) <= SPACES:
        return list(_space(state, int(sought)))
    found: list[Found] = []
    for p, (name, colour) in enumerate(zip(state.table.names, state.table.colours, strict=True)):
        if sought in (name.lower(), colour):
            found += _player(state, p)
    if sought in ("gap", "gaps", "bridge", "bridges", "water"):
        found += _gaps(state, bridged_only=sought.startswith("bridge"))
    item = next((n for n in range(1, 8) if sought in (LETTERS[n].lower(), NAMES[n], f"{NAMES[n]}s")), 0)
    return found + list(_tiles(state, sought.upper(), item))


def _space(state: State, space: int) -> Iterator[Found]:
    yield Found(f"Space {space}: {_lies(state, space)}.", str(space))
    for gap in gaps(state.tops, state.bridges):
        if gap.start <= space < gap.end:
            yield Found(f"The gap there {_costs(gap.bridged, gap.price)}.")
    beside = [f"{_named(at)}, {_lies(state, at)}" for at in (space - 1, space + 1)]
    yield Found(f"Towards Atlantis {beside[0]}; towards the mainland {beside[1]}.")


def _lies(state: State, space: int) -> str:
    if space in (ATLANTIS, MAINLAND):
        return "land"
    top = state.tops[space]
    if top == NOTHING:
        return "water with a bridge" if state.bridges >> space & 1 else "water"
    told = "a tile nobody has seen" if tile_text(top) == "?" else tile_text(top)
    under = " on another tile" if state.unders[space] else ""
    figures = " and ".join(_figures(state, space))
    return f"{told}{under}" + (f", with {figures}" if figures else "")


def _named(space: int) -> str:
    return "Atlantis" if space == ATLANTIS else "the mainland" if space == MAINLAND else f"space {space}"


def _figures(state: State, space: int) -> Iterator[str]:
    return (f"{state.table.names[i // 3]}'s figure {i % 3 + 1}" for i, at in enumerate(state.figures) if at == space)


def _stands(state: State, place: int, name: str) -> str:
    on = "In Atlantis stand" if name == "atlantis" else "On the mainland stand"
    return f"{on} {', '.join(_figures(state, place)) or 'no figures'}."


def _player(state: State, p: int) -> Iterator[Found]:
    name, figures = state.table.names[p], state.figures[p * 3 : p * 3 + 3]
    places = ", ".join(f"{n} on {_named(at)}" for n, at in enumerate(figures, start=1))
    yield Found(f"{name}'s figures: {places}.")
    bridge = "the bridge" if state.unlaid[p] else "no bridge"
    yield Found(f"{name} has {cards(sum(state.hands[p]))}, {bridge} and {tiles_text(state.tiles[p]) or 'no tiles'}.")
    for at in figures:
        yield Found("", {end: word for word, end in ENDS.items()}.get(at, str(at)))


def _gaps(state: State, *, bridged_only: bool) -> Iterator[Found]:
    for gap in gaps(state.tops, state.bridges):
        if gap.bridged or not bridged_only:
            last = f" to {gap.end - 1}" if gap.end - 1 > gap.start else ""
            yield Found(f"The gap on space {gap.start}{last} {_costs(gap.bridged, gap.price)}.", str(gap.start))


def _costs(bridged: bool, price: int) -> str:
    return "has a bridge" if bridged else f"costs {price or 'what an unseen tile decides'}"


def _tiles(state: State, tile: str, item: int) -> Iterator[Found]:
    """Where a tile lies and who has it; of an item only where it lies."""
    for space in range(1, SPACES + 1):
        top = state.tops[space]
        if top != NOTHING and (tile_text(top) == tile or (item and top >> 3 == item)):
            yield Found(f"Space {space}: {_lies(state, space)}.", str(space))
    for name, own in zip(state.table.names, state.tiles, strict=True):
        number = [tile_text(code) for code in own].count(tile)
        if number:
            yield Found(f"{name} has {tile}{f' {number} times' if number > 1 else ''}.")
