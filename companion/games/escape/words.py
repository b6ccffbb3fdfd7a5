"""Where things are on the board, in sentences: a hex and what lies around it, a player's Atlanteans, the creatures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.contract.position import Position
from companion.contract.values import Found, Player
from companion.games.escape.board import CORAL, LOWLAND, SEA, hexes_of
from companion.games.escape.state import REGIONS, creatures, is_land, lowest, of
from companion.games.escape.texts import BOAT, CREATURES, SYMBOLS, Sea
from specs.base.languages import Said, joined, listed, mark, say, say_many, word

GROUNDS: Final = (
    mark("open sea"), mark("lowland"), mark("hill"), mark("mountain"), mark("a Coral Island"), mark("a reef"),
)  # fmt: skip
BEASTS: Final = (mark("a monster"), mark("a shark"), mark("an octopus"), mark("a dolphin"))


def where(p: Position, sought: str) -> Sequence[Found]:
    """Sentences about a hex by its name, a player by name or colour, a kind of creature, boats, or a region."""
    sea: Sea = p.state.sea
    if sought.upper() in sea.board.number:
        return list(_hex(p, sea.board.number[sought.upper()]))
    found: list[Found] = []
    for seat, player in enumerate(p.players):
        if sought in (player.name.lower(), player.colour):
            found += _player(sea, player.name, seat)
    one = _singular(sought)
    if one in CREATURES:
        there = [h for h, beasts in enumerate(sea.beasts) if one in creatures(beasts)]
        found += [_told(p, h) for h in there] or [Found(say("No {beast} is on the board.", beast=word(one, "no")))]
    if one == SYMBOLS[BOAT]:
        found += [_told(p, h) for h in hexes_of(sea.boats)]
    if one in REGIONS[LOWLAND:CORAL]:
        found += _region(sea, REGIONS.index(one))
    return found


def _singular(sought: str) -> str:
    """What is meant by a word in this language or in English, of one or of several."""
    known = (*CREATURES, SYMBOLS[BOAT], *REGIONS[LOWLAND:CORAL])
    said = next((each for each in known if sought == word(each).lower()), sought)
    return "octopus" if said == "octopuses" else said if said in known else said.removesuffix("s")


def _told(p: Position, h: int) -> Found:
    name = p.state.name(h)
    return Found(say("{hex}: {what}.", hex=name, what=_lies(p, h)), name)


def _region(sea: Sea, region: int) -> Iterator[Found]:
    """What is left of a region."""
    left = [sea.board.names[h] for h, ground in enumerate(sea.ground) if ground == region]
    values = {"n": len(left), "region": word(REGIONS[region], "of"), "hexes": ", ".join(left) or say("none")}
    if left and lowest(sea.ground) == region:
        yield Found(say("{n} of {region} left, and sinks now: {hexes}.", **values))
    else:
        yield Found(say("{n} of {region} left: {hexes}.", **values))
    yield from (Found("", name) for name in left)


def _hex(p: Position, h: int) -> Iterator[Found]:
    sea: Sea = p.state.sea
    names, ground = sea.board.names, sea.ground[h]
    yield _told(p, h)
    if is_land(ground) and ground == lowest(sea.ground):
        said = say_many(
            "{hex} may sink: of {region}, which sinks now, {n} is left.",
            "{hex} may sink: of {region}, which sinks now, {n} are left.",
            sea.ground.count(ground), hex=names[h], region=word(REGIONS[ground], "of"),
        )  # fmt: skip
        yield Found(said)
    landing = [names[coral] for coral, at in sea.board.landing.items() if at == h]
    if landing:
        yield Found(say("{hex} is the landing space of {corals}.", hex=names[h], corals=", ".join(landing)))
    around = [joined([names[other], _lies(p, other)]) for other in sea.board.around[h]]
    yield Found(say("Around {hex}, from the right and clockwise: {what}.", hex=names[h], what=joined(around, "; ")))


def _player(sea: Sea, who: str, seat: int) -> Iterator[Found]:
    names, places = sea.board.names, list[str]()
    kinds = (
        (mark("{who}: on land {where}."), sea.stand, [is_land(ground) for ground in sea.ground]),
        (mark("{who}: in boats {where}."), sea.stand, [ground == SEA for ground in sea.ground]),
        (mark("{who}: swimming {where}."), sea.swim, [True] * len(names)),
        (mark("{who}: ashore {where}."), sea.stand, [ground == CORAL for ground in sea.ground]),
    )
    for what, people, here in kinds:
        found = [(h, of(group, seat)) for h, group in enumerate(people) if of(group, seat) and here[h]]
        places += [names[h] for h, _ in found]
        there = ", ".join(f"{names[h]} {number}" for h, number in found) or say("none")
        yield Found(word(what, who=who, where=there))
    for place in dict.fromkeys(places):
        yield Found("", place)


def _lies(p: Position, h: int) -> Said:
    """The ground and everything on it."""
    sea: Sea = p.state.sea
    parts = [word(GROUNDS[sea.ground[h]])]
    if sea.boats >> h & 1:
        crew = _people(p.players, sea.stand[h])
        parts.append(say("a boat with {people}", people=crew) if crew else say("a boat that is empty"))
    elif sea.stand[h]:
        parts.append(_people(p.players, sea.stand[h]))
    if sea.swim[h]:
        parts.append(say("{people} swimming", people=_people(p.players, sea.swim[h])))
    parts += [word(BEASTS[CREATURES.index(name)]) for name in creatures(sea.beasts[h])]
    return joined(parts)


def _people(players: Sequence[Player], group: int) -> Said:
    return listed([f"{player.name} {of(group, seat)}" for seat, player in enumerate(players) if of(group, seat)])
