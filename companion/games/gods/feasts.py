"""Festivity and the eight abilities of the regions."""

from __future__ import annotations

from companion.games.gods.play import Play
from companion.games.gods.sites import no_neutral, no_room, no_tile, taken_by
from companion.games.gods.state import (
    LETTERS,
    NEUTRAL,
    NO_CARDS,
    Feast,
    FeastArea,
    FeastColour,
    FeastExchange,
    FeastMove,
    FeastSwap,
    Move,
    Step,
    hue,
    letters,
    place_text,
    plus,
    refusal,
)
from specs.base.languages import Said, mark, say, word

COST, NEEDED = 2, 3
# What an action says, and so what a table can have done although the region does something else.
SAID = {
    FeastArea: ("draw-area", mark("this takes two cards of the area")),
    FeastSwap: ("swap-follower", mark("this swaps a follower")),
    FeastMove: ("move-tile", mark("this moves a tile")),
    FeastExchange: ("swap-tiles", mark("this swaps two tiles")),
}


def feast(play: Play, move: Move) -> bool:
    """Two followers are discarded, then the region's ability is used; whether tiles were put on a board."""
    region, me = play.marker, play.me
    have = play.followers[me][region]
    if have < NEEDED:
        message = say(
            "a feast needs {needed} {colour} followers; {who} has {have}",
            needed=NEEDED, colour=hue(region), who=play.name, have=have,
        )  # fmt: skip
        play.ruling.against("feast.followers", message)
    gone = min(have, COST)
    if gone:
        play.follow(region, -gone)
        play.discard(region, gone)
    ability = play.table.abilities[region]
    match move:
        case Feast():
            _plain(play, ability)
        case FeastColour(colour=colour):
            _colour(play, ability, colour)
        case FeastArea() | FeastSwap() | FeastMove() | FeastExchange():
            fits, said = SAID[type(move)]
            if ability != fits:
                play.ruling.against("feast.ability", _otherwise(region, ability, word(said)))
            _said(play, move)
            return isinstance(move, FeastMove | FeastExchange)
        case _:
            raise AssertionError(f"no action: {move}")
    return False


def _otherwise(region: int, ability: str, said: Said) -> Said:
    """That a region's feast is another than what was said."""
    return say("{does}; {said}", does=_does(hue(region), ability), said=said)


def _does(colour: Said, ability: str) -> Said:
    match ability:
        case "draw-deck":
            return say("the {colour} region draws two cards from the deck (feast)", colour=colour)
        case "draw-area":
            return say("the {colour} region takes two cards of the area (feast R-G B-Y)", colour=colour)
        case "swap-follower":
            return say("the {colour} region swaps a follower with a hand card (feast R<>G)", colour=colour)
        case "take-follower":
            return say("the {colour} region takes a follower back to the hand (feast R)", colour=colour)
        case "move-tile":
            return say("the {colour} region moves one of your tiles (feast R2>G1)", colour=colour)
        case "swap-tiles":
            return say("the {colour} region swaps two of your tiles (feast R2>G1 G2>R1)", colour=colour)
        case "assistant":
            return say("the {colour} region gives an assistant token (feast)", colour=colour)
    return say("the {colour} region moves the presence marker (feast G)", colour=colour)


def _no_follower(play: Play, colour: int) -> Said:
    values, there = {"who": play.name, "colour": hue(colour)}, play.followers[play.me]
    if there == NO_CARDS:
        return say("{who} has no {colour} follower left; none are there", **values)
    return say("{who} has no {colour} follower left; {followers} are there", **values, followers=letters(there))


def _said(play: Play, move: FeastArea | FeastSwap | FeastMove | FeastExchange) -> None:
    match move:
        case FeastArea():
            for card, refill in ((move.first, move.refill), (move.second, move.refill2)):
                if not play.area[card]:
                    raise refusal("feast.ability", play.not_open(card))
                play.take_open(card, refill)
        case FeastSwap():
            _swap(play, move)
        case FeastMove(step=step):
            tile = _take(play, step)
            _put(play, step, tile)
        case FeastExchange():
            _exchange(play, move)


def _plain(play: Play, ability: str) -> None:
    """The abilities that need nothing said."""
    region, me = play.marker, play.me
    if ability == "draw-deck":
        if not play.draw():
            raise refusal("feast.ability", say("the deck and the discards are empty; there is no card to draw"))
        play.draw()
    elif ability == "assistant":
        if play.assistants[me]:
            raise refusal("feast.ability", say("{who} has an assistant token already; nobody has two", who=play.name))
        play.assistants[me] = True
    else:
        raise refusal("feast.ability", _otherwise(region, ability, say("this says nothing")))


def _colour(play: Play, ability: str, colour: int) -> None:
    """A follower taken back to the hand, or the marker moved."""
    region, me = play.marker, play.me
    if ability == "take-follower":
        if not play.followers[me][colour]:
            raise refusal("feast.ability", _no_follower(play, colour))
        play.follow(colour, -1)
        play.hands[me], play.shown[me] = plus(play.hands[me], colour), plus(play.shown[me], colour)
    elif ability == "move-marker":
        if colour == region:
            play.ruling.against(
                "feast.ability", say("the marker is in the {colour} region already", colour=hue(region))
            )
        play.marker = colour
    else:
        says = say("this says {letter}", letter=LETTERS[colour])
        raise refusal("feast.ability", _otherwise(region, ability, says))


def _swap(play: Play, move: FeastSwap) -> None:
    """A follower to the hand, where it is known, and a hand card to the followers."""
    me = play.me
    if not play.followers[me][move.follower]:
        raise refusal("feast.ability", _no_follower(play, move.follower))
    play.spend(move.card, 1)
    play.follow(move.follower, -1)
    play.follow(move.card)
    play.hands[me] = plus(play.hands[me], move.follower)
    play.shown[me] = plus(play.shown[me], move.follower)


# ---- tiles ---------------------------------------------------------------------------------------


def _take(play: Play, step: Step) -> int:
    """A tile off its temple; those above it come down."""
    temple = play.sites[play.me][step.place]
    if not 1 <= step.number <= len(temple):
        raise refusal("feast.ability", no_tile(play.name, temple, step.place, step.number))
    if step.to == step.place:
        message = say("{place} is where the tile lies; it goes to another site", place=place_text(step.place))
        raise refusal("feast.ability", message)
    play.set_temple(step.place, (*temple[: step.number - 1], *temple[step.number :]))
    return temple[step.number - 1]


def _put(play: Play, step: Step, tile: int) -> None:
    """A tile into a temple, at any height."""
    place, table = step.to, play.table
    if place > NEUTRAL:
        if not table.neutral[place - NEUTRAL]:
            raise refusal("feast.ability", no_neutral(place - NEUTRAL))
        other = next((p for p, sites in enumerate(play.sites) if p != play.me and sites[place]), None)
        if other is not None:
            raise refusal("feast.ability", taken_by(table.names[other], place))
    temple = play.sites[play.me][place]
    if not 1 <= step.becomes <= len(temple) + 1:
        raise refusal("feast.ability", no_room(temple, place, step.becomes))
    at = step.becomes - 1
    play.set_temple(place, (*temple[:at], tile, *temple[at:]))


def _exchange(play: Play, move: FeastExchange) -> None:
    """Two tiles change places; heights are counted when both are out."""
    first, second = move.first, move.second
    if first.to != second.place or second.to != first.place:
        raise refusal("feast.ability", say("a swap takes two tiles on different sites, each to the other's site"))
    one = _take(play, first)
    other = _take(play, second)
    _put(play, first, one)
    _put(play, second, other)
