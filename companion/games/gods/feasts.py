"""Feasts and the eight abilities of the regions."""

from companion.contract.values import put
from companion.games.gods.moves import Feast, Feasted, Step, Swap, Taken
from companion.games.gods.play import Play
from companion.games.gods.state import COST, LETTERS, NEEDED, NEUTRAL, letters, owner


def feast(p: Play, move: Feast) -> None:
    """Discard two followers, then use the region's ability."""
    region, me, needs = p.marker, p.turn, move.needs
    have = p.followers[me][region]
    if have < NEEDED:
        p.against("feast.followers", needed=NEEDED, colour=region, who=me, have=have)
    if gone := min(have, COST):
        p.follow(region, -gone)
        p.discard(region, gone)
        p.judge.tell("feast.paid", n=gone, colour=region)
    ability, before = p.table.abilities[region], sum(p.hands[me])
    if len(needs) == 1 and isinstance(needs[0], Taken):
        _colour(p, ability, needs[0].card)
    elif needs:
        fits = said_by(needs)
        if ability != fits:
            p.against("feast.ability", why="otherwise", colour=region, ability=ability, said=fits)
        _said(p, needs)
    elif ability == "draw-deck":
        if not p.draw():
            p.cannot("feast.ability", why="empty")
        p.draw()
        p.judge.tell("feast.drawn", n=sum(p.hands[me]) - before)
    elif ability == "assistant":
        if p.assistants[me]:
            p.cannot("feast.ability", why="two", who=me)
        p.assistants = put(p.assistants, me, True)
        p.judge.tell("feast.assistant")
    else:
        p.cannot("feast.ability", why="otherwise", colour=region, ability=ability, said="")


def said_by(needs: Feasted) -> str:
    """Return the ability that the typed text is for; a table can have used it although the region has another."""
    if isinstance(needs[0], Step):
        return "swap-tiles" if len(needs) > 1 else "move-tile"
    return "swap-follower" if isinstance(needs[0], Swap) else "draw-row"


def _said(p: Play, needs: Feasted) -> None:
    for each in needs:
        if isinstance(each, Taken):
            if not p.row[each.card]:
                if p.row[0]:  # turned up just now, by a deck that this view does not know
                    p.judge.needs("feast.ability", why="row", card=each.card, row=p.row)
                p.cannot("feast.ability", why="row", card=each.card, row=p.row)
            p.take_open(*each)
        elif isinstance(each, Swap):
            _follower(p, each.follower)
            p.spend(each.card, 1)
            p.follow(each.follower, -1)
            p.follow(each.card)
            p.hold(each.follower, shown=True)
    steps = [each for each in needs if isinstance(each, Step)]
    if len(steps) == 2 and (steps[0].to, steps[1].to) != (steps[1].place, steps[0].place):
        p.cannot("feast.ability", why="two sites")
    for step, tile in [(step, _take(p, step)) for step in steps]:
        _put(p, step, tile)


def _follower(p: Play, colour: int) -> None:
    there = p.followers[p.turn]
    if not there[colour]:
        p.cannot("feast.ability", why="follower", who=p.turn, colour=colour, followers=letters(there))


def _colour(p: Play, ability: str | None, colour: int) -> None:
    """Take a follower back to the hand, or move the marker."""
    region = p.marker
    if ability == "take-follower":
        _follower(p, colour)
        p.follow(colour, -1)
        p.hold(colour, shown=True)
    elif ability == "move-marker":
        if colour == region:
            p.against("feast.ability", why="there", colour=region)
        p.marker = colour
    else:
        p.cannot("feast.ability", why="otherwise", colour=region, ability=ability, said=LETTERS[colour])


def _take(p: Play, step: Step) -> int:
    """Take a tile off its temple; those above it come down."""
    place, number, to, _ = step
    temple = p.sites[p.turn][place]
    if not 1 <= number <= len(temple):
        p.cannot("feast.ability", why="tile", who=p.turn, place=place, temple=temple, number=number)
    if to == place:
        p.cannot("feast.ability", why="same", place=place)
    p.set_temple(place, (*temple[: number - 1], *temple[number:]))
    return temple[number - 1]


def _put(p: Play, step: Step, tile: int) -> None:
    """Put a tile into a temple, at any height."""
    place, at = step.to, step.becomes - 1
    if place > NEUTRAL:
        if not p.table.neutral[place - NEUTRAL]:
            p.cannot("feast.ability", why="neutral", colour=place - NEUTRAL)
        other = owner(p.before, place)
        if other is not None:
            p.cannot("feast.ability", why="taken", who=other, colour=place - NEUTRAL)
    temple = p.sites[p.turn][place]
    if not 0 <= at <= len(temple):
        p.cannot("feast.ability", why="room", temple=temple, place=place, number=step.becomes)
    p.set_temple(place, (*temple[:at], tile, *temple[at:]))
