"""Where things are on the board, in sentences: a hex and what lies around it, a player's Atlanteans, the creatures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.contract import Found
from companion.games.escape.state import (
    CORAL,
    CREATURES,
    REGIONS,
    SEA,
    State,
    creatures,
    lowest,
    of,
)

GROUNDS: Final = ("open sea", "lowland", "hill", "mountain", "a Coral Island", "a reef")


def where(state: State, sought: str) -> Sequence[Found]:
    """Sentences about a hex by its name, a player by name or colour, a kind of creature, boats, or a region."""
    names = state.board.names
    if sought.upper() in state.board.number:
        return list(_hex(state, state.board.number[sought.upper()]))
    found: list[Found] = []
    for player, colour in zip(state.table.players, state.table.colours, strict=True):
        if sought in (player.name.lower(), player.colour):
            found += _player(state, player.name, colour)
    one = "octopus" if sought in ("octopuses", "octopus") else sought.removesuffix("s")
    if one in CREATURES:
        found += [
            Found(f"{names[h]}: {_lies(state, h)}.", names[h])
            for h, beasts in enumerate(state.beasts)
            if one in creatures(beasts)
        ] or [Found(f"No {one} is on the board.")]
    if one == "boat":
        found += [Found(f"{names[h]}: {_lies(state, h)}.", names[h]) for h in range(len(names)) if state.boats >> h & 1]
    if one in REGIONS[1:4]:
        left = [h for h, ground in enumerate(state.ground) if REGIONS[ground] == one]
        sinks = ", and sinks now" if left and lowest(state.ground) == REGIONS.index(one) else ""
        found.append(Found(f"{len(left)} of {one} left{sinks}: {', '.join(names[h] for h in left) or 'none'}."))
        found += [Found("", names[h]) for h in left]
    return found


def _hex(state: State, h: int) -> Iterator[Found]:
    name, ground = state.board.names[h], state.ground[h]
    yield Found(f"{name}: {_lies(state, h)}.", name)
    if SEA < ground < CORAL and ground == lowest(state.ground):
        left = state.ground.count(ground)
        yield Found(
            f"{name} may sink: of {REGIONS[ground]}, which sinks now, {left} {'is' if left == 1 else 'are'} left."
        )
    landing = [state.board.names[coral] for coral, at in state.board.landing.items() if at == h]
    if landing:
        yield Found(f"{name} is the landing space of {', '.join(landing)}.")
    around = "; ".join(f"{state.board.names[other]}, {_lies(state, other)}" for other in state.board.around[h])
    yield Found(f"Around {name}, from the right and clockwise: {around}.")


def _player(state: State, who: str, colour: int) -> Iterator[Found]:
    names, places = state.board.names, list[str]()
    land = [SEA < ground < CORAL for ground in state.ground]
    kinds = (
        ("on land", state.stand, land),
        ("in boats", state.stand, [ground == SEA for ground in state.ground]),
        ("swimming", state.swim, [True] * len(names)),
        ("ashore", state.stand, [ground == CORAL for ground in state.ground]),
    )
    for what, people, here in kinds:
        found = [(h, of(group, colour)) for h, group in enumerate(people) if of(group, colour) and here[h]]
        places += [names[h] for h, _ in found]
        yield Found(f"{who}: {what} {', '.join(f'{names[h]} {number}' for h, number in found) or 'none'}.")
    for place in dict.fromkeys(places):
        yield Found("", place)


def _lies(state: State, h: int) -> str:
    """The ground and everything on it."""
    parts = [GROUNDS[state.ground[h]]]
    if state.boats >> h & 1:
        crew = _people(state, state.stand[h])
        parts.append(f"a boat {f'with {crew}' if crew else 'that is empty'}")
    elif state.stand[h]:
        parts.append(_people(state, state.stand[h]))
    if state.swim[h]:
        parts.append(f"{_people(state, state.swim[h])} swimming")
    parts += [f"a {name}" if name != "octopus" else "an octopus" for name in creatures(state.beasts[h])]
    return ", ".join(parts)


def _people(state: State, group: int) -> str:
    tribes = zip(state.table.players, state.table.colours, strict=True)
    return " and ".join(f"{player.name} {of(group, colour)}" for player, colour in tribes if of(group, colour))
