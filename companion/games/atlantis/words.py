"""Where things are on the path, in sentences: a space with what lies beside it, a player's things, a kind of tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.contract.position import Position
from companion.contract.values import Found
from companion.games.atlantis.state import (
    ATLANTIS,
    LETTERS,
    MAINLAND,
    NOTHING,
    SPACES,
    UNKNOWN,
    gaps,
    tile_text,
    tiles_text,
)
from companion.games.atlantis.texts import NAMES
from companion.games.atlantis.texts import card_count as cards
from specs.base.languages import Said, joined, listed, say, say_many, verbatim, word

ENDS = {"atlantis": ATLANTIS, "mainland": MAINLAND}


def where(view: Position, sought: str) -> Sequence[Found]:
    """Sentences about a space by its number, Atlantis or the mainland, a player by name or colour, a tile (`C2`), an
    item by letter or name, gaps or bridges."""
    if sought in ENDS:
        return [Found(_stands(view, ENDS[sought]), sought)]
    if sought.isdecimal() and sought.isascii() and len(sought) < 3 and 1 <= int(sought) <= SPACES:
        return list(_space(view, int(sought)))
    found: list[Found] = []
    for p, (name, colour) in enumerate(view.players):
        if sought in (name.lower(), colour):
            found += _player(view, p)
    if sought in ("gap", "gaps", "bridge", "bridges", "water"):
        found += _gaps(view, bridged_only=sought.startswith("bridge"))
    item = next((n for n in range(1, 8) if sought in _called(n)), 0)
    return found + list(_tiles(view, sought.upper(), item))


def _called(item: int) -> tuple[str, ...]:
    return LETTERS[item].lower(), NAMES[item], f"{NAMES[item]}s", word(NAMES[item]).lower()


def _space(view: Position, space: int) -> Iterator[Found]:
    yield Found(say("Space {space}: {what}.", space=space, what=_lies(view, space)), str(space))
    for gap in gaps(view.state.path.tops, view.state.path.bridges):
        if gap.start <= space < gap.end:
            if gap.bridged:
                yield Found(say("The gap there has a bridge."))
            elif gap.price:
                yield Found(say("The gap there costs {price}.", price=gap.price))
            else:
                yield Found(say("The gap there costs what an unseen tile decides."))
    before, after = (joined([_named(at), _lies(view, at)]) for at in (space - 1, space + 1))
    yield Found(say("Towards Atlantis {before}; towards the mainland {after}.", before=before, after=after))


def _lies(view: Position, space: int) -> Said:
    if space in (ATLANTIS, MAINLAND):
        return say("land")
    top = view.state.path.tops[space]
    if top == NOTHING:
        return say("water with a bridge") if view.state.path.bridges >> space & 1 else say("water")
    tile = say("a tile nobody has seen") if top == UNKNOWN else verbatim(tile_text(top))
    told = say("{tile} on another tile", tile=tile) if view.state.path.unders[space] else tile
    figures = _figures(view, space)
    return say("{what}, with {figures}", what=told, figures=listed(figures)) if figures else told


def _named(space: int) -> Said:
    if space in (ATLANTIS, MAINLAND):
        return say("Atlantis") if space == ATLANTIS else say("the mainland")
    return say("space {space}", space=space)


def _figures(view: Position, space: int) -> list[Said]:
    return [
        say("{who}'s figure {figure}", who=view.players[i // 3].name, figure=i % 3 + 1)
        for i, at in enumerate(view.state.path.figures)
        if at == space
    ]


def _stands(view: Position, place: int) -> Said:
    figures = joined(_figures(view, place)) or say("no figures")
    if place == ATLANTIS:
        return say("In Atlantis stand {figures}.", figures=figures)
    return say("On the mainland stand {figures}.", figures=figures)


def _at(figure: int, space: int) -> Said:
    if space == ATLANTIS:
        return say("{figure} on Atlantis", figure=figure)
    if space == MAINLAND:
        return say("{figure} on the mainland", figure=figure)
    return say("{figure} on space {space}", figure=figure, space=space)


def _player(view: Position, p: int) -> Iterator[Found]:
    name, figures = view.players[p].name, view.state.path.figures[p * 3 : p * 3 + 3]
    places = joined([_at(figure, space) for figure, space in enumerate(figures, start=1)])
    yield Found(say("{who}'s figures: {places}.", who=name, places=places))
    held, tiles = cards(sum(view.state.hands[p])), tiles_text(view.state.tiles[p]) or say("no tiles")
    if view.state.unlaid[p]:
        yield Found(say("{who} has {cards}, the bridge and {tiles}.", who=name, cards=held, tiles=tiles))
    else:
        yield Found(say("{who} has {cards}, no bridge and {tiles}.", who=name, cards=held, tiles=tiles))
    for at in figures:
        yield Found("", {end: word for word, end in ENDS.items()}.get(at, str(at)))


def _gaps(view: Position, *, bridged_only: bool) -> Iterator[Found]:
    for gap in gaps(view.state.path.tops, view.state.path.bridges):
        if gap.bridged or not bridged_only:
            spaces, last = verbatim(str(gap.start)), gap.end - 1
            if last > gap.start:
                spaces = say("{first} to {last}", first=gap.start, last=last)
            if gap.bridged:
                said = say("The gap on space {spaces} has a bridge.", spaces=spaces)
            elif gap.price:
                said = say("The gap on space {spaces} costs {price}.", spaces=spaces, price=gap.price)
            else:
                said = say("The gap on space {spaces} costs what an unseen tile decides.", spaces=spaces)
            yield Found(said, str(gap.start))


def _tiles(view: Position, tile: str, item: int) -> Iterator[Found]:
    """Where a tile lies and who has it; of an item only where it lies."""
    for space in range(1, SPACES + 1):
        top = view.state.path.tops[space]
        if top != NOTHING and (tile_text(top) == tile or (item and top >> 3 == item)):
            yield Found(say("Space {space}: {what}.", space=space, what=_lies(view, space)), str(space))
    for (name, _), own in zip(view.players, view.state.tiles, strict=True):
        number = [tile_text(code) for code in own].count(tile)
        if number:
            yield Found(say_many("{who} has {tile}.", "{who} has {tile} {n} times.", number, who=name, tile=tile))
