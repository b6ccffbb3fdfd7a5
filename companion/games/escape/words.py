"""Where things are on the board, in sentences: a hex and what lies around it, a player's Atlanteans, the creatures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.contract import Found
from companion.games.escape.state import (
    BOAT,
    CORAL,
    CREATURES,
    LOWLAND,
    REGIONS,
    SEA,
    SYMBOLS,
    State,
    creatures,
    lowest,
    of,
)
from specs.base.languages import Said, joined, listed, mark, say, say_many, word

GROUNDS: Final = (
    mark("open sea"), mark("lowland"), mark("hill"), mark("mountain"), mark("a Coral Island"), mark("a reef"),
)  # fmt: skip
BEASTS: Final = (mark("a monster"), mark("a shark"), mark("an octopus"), mark("a dolphin"))


def where(state: State, sought: str) -> Sequence[Found]:
    """Sentences about a hex by its name, a player by name or colour, a kind of creature, boats, or a region."""
    names = state.board.names
    if sought.upper() in state.board.number:
        return list(_hex(state, state.board.number[sought.upper()]))
    found: list[Found] = []
    for player, colour in zip(state.table.players, state.table.colours, strict=True):
        if sought in (player.name.lower(), player.colour):
            found += _player(state, player.name, colour)
    one = _singular(sought)
    if one in CREATURES:
        there = [h for h, beasts in enumerate(state.beasts) if one in creatures(beasts)]
        found += [_told(state, h) for h in there] or [Found(say("No {beast} is on the board.", beast=word(one, "no")))]
    if one == SYMBOLS[BOAT]:
        found += [_told(state, h) for h in range(len(names)) if state.boats >> h & 1]
    if one in REGIONS[LOWLAND:CORAL]:
        found += _region(state, REGIONS.index(one))
    return found


def _singular(sought: str) -> str:
    """What is meant by a word in this language or in English, of one or of several."""
    known = (*CREATURES, SYMBOLS[BOAT], *REGIONS[LOWLAND:CORAL])
    said = next((each for each in known if sought == word(each).lower()), sought)
    return "octopus" if said == "octopuses" else said if said in known else said.removesuffix("s")


def _told(state: State, h: int) -> Found:
    name = state.board.names[h]
    return Found(say("{hex}: {what}.", hex=name, what=_lies(state, h)), name)


def _region(state: State, region: int) -> Iterator[Found]:
    """What is left of a region."""
    left = [state.board.names[h] for h, ground in enumerate(state.ground) if ground == region]
    values = {"n": len(left), "region": word(REGIONS[region], "of"), "hexes": ", ".join(left) or say("none")}
    if left and lowest(state.ground) == region:
        yield Found(say("{n} of {region} left, and sinks now: {hexes}.", **values))
    else:
        yield Found(say("{n} of {region} left: {hexes}.", **values))
    yield from (Found("", name) for name in left)


def _hex(state: State, h: int) -> Iterator[Found]:
    name, ground = state.board.names[h], state.ground[h]
    yield _told(state, h)
    if SEA < ground < CORAL and ground == lowest(state.ground):
        said = say_many(
            "{hex} may sink: of {region}, which sinks now, {n} is left.",
            "{hex} may sink: of {region}, which sinks now, {n} are left.",
            state.ground.count(ground), hex=name, region=word(REGIONS[ground], "of"),
        )  # fmt: skip
        yield Found(said)
    landing = [state.board.names[coral] for coral, at in state.board.landing.items() if at == h]
    if landing:
        yield Found(say("{hex} is the landing space of {corals}.", hex=name, corals=", ".join(landing)))
    around = [joined([state.board.names[other], _lies(state, other)]) for other in state.board.around[h]]
    yield Found(say("Around {hex}, from the right and clockwise: {what}.", hex=name, what=joined(around, "; ")))


def _player(state: State, who: str, colour: int) -> Iterator[Found]:
    names, places = state.board.names, list[str]()
    land = [SEA < ground < CORAL for ground in state.ground]
    kinds = (
        (mark("{who}: on land {where}."), state.stand, land),
        (mark("{who}: in boats {where}."), state.stand, [ground == SEA for ground in state.ground]),
        (mark("{who}: swimming {where}."), state.swim, [True] * len(names)),
        (mark("{who}: ashore {where}."), state.stand, [ground == CORAL for ground in state.ground]),
    )
    for what, people, here in kinds:
        found = [(h, of(group, colour)) for h, group in enumerate(people) if of(group, colour) and here[h]]
        places += [names[h] for h, _ in found]
        where = ", ".join(f"{names[h]} {number}" for h, number in found) or say("none")
        yield Found(word(what, who=who, where=where))
    for place in dict.fromkeys(places):
        yield Found("", place)


def _lies(state: State, h: int) -> Said:
    """The ground and everything on it."""
    parts = [word(GROUNDS[state.ground[h]])]
    if state.boats >> h & 1:
        crew = _people(state, state.stand[h])
        parts.append(say("a boat with {people}", people=crew) if crew else say("a boat that is empty"))
    elif state.stand[h]:
        parts.append(_people(state, state.stand[h]))
    if state.swim[h]:
        parts.append(say("{people} swimming", people=_people(state, state.swim[h])))
    parts += [word(BEASTS[CREATURES.index(name)]) for name in creatures(state.beasts[h])]
    return joined(parts)


def _people(state: State, group: int) -> Said:
    tribes = zip(state.table.players, state.table.colours, strict=True)
    return listed([f"{player.name} {of(group, colour)}" for player, colour in tribes if of(group, colour)])
