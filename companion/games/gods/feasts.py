"""Festivity and the eight abilities of the regions."""

from __future__ import annotations

from companion.games.gods.play import Play
from companion.games.gods.state import (
    LETTERS,
    NAMES,
    NEUTRAL,
    Feast,
    FeastArea,
    FeastColour,
    FeastExchange,
    FeastMove,
    FeastSwap,
    Move,
    Step,
    letters,
    lies_words,
    place_text,
    plus,
    refusal,
    site_words,
)

COST, NEEDED = 2, 3
DOES = {
    "draw-deck": "draws two cards from the deck (feast)",
    "draw-area": "takes two cards of the area (feast R-G B-Y)",
    "swap-follower": "swaps a follower with a hand card (feast R<>G)",
    "take-follower": "takes a follower back to the hand (feast R)",
    "move-tile": "moves one of your tiles (feast R2>G1)",
    "swap-tiles": "swaps two of your tiles (feast R2>G1 G2>R1)",
    "assistant": "gives an assistant token (feast)",
    "move-marker": "moves the presence marker (feast G)",
}
# What an action says, and so what a table can have done although the region does something else.
SAID = {
    FeastArea: ("draw-area", "takes two cards of the area"),
    FeastSwap: ("swap-follower", "swaps a follower"),
    FeastMove: ("move-tile", "moves a tile"),
    FeastExchange: ("swap-tiles", "swaps two tiles"),
}


def feast(play: Play, move: Move) -> bool:
    """Two followers are discarded, then the region's ability is used; whether tiles were put on a board."""
    region, me = play.marker, play.me
    have = play.followers[me][region]
    if have < NEEDED:
        needs = f"a feast needs {NEEDED} {NAMES[region]} followers"
        play.ruling.against("feast.followers", f"{needs}; {play.name} has {have}")
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
                play.ruling.against("feast.ability", f"the {NAMES[region]} region {DOES[ability]}; this {said}")
            _said(play, move)
            return isinstance(move, FeastMove | FeastExchange)
        case _:
            raise AssertionError(f"no action: {move}")
    return False


def _said(play: Play, move: FeastArea | FeastSwap | FeastMove | FeastExchange) -> None:
    match move:
        case FeastArea():
            for card, refill in ((move.first, move.refill), (move.second, move.refill2)):
                if not play.area[card]:
                    there = letters(play.area) or "nothing"
                    raise refusal("feast.ability", f"no {NAMES[card]} card lies in the area; {there} does")
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
            raise refusal("feast.ability", "the deck and the discards are empty; there is no card to draw")
        play.draw()
    elif ability == "assistant":
        if play.assistants[me]:
            raise refusal("feast.ability", f"{play.name} has an assistant token already; nobody has two")
        play.assistants[me] = True
    else:
        raise refusal("feast.ability", f"the {NAMES[region]} region {DOES[ability]}; this says nothing")


def _colour(play: Play, ability: str, colour: int) -> None:
    """A follower taken back to the hand, or the marker moved."""
    region, me = play.marker, play.me
    if ability == "take-follower":
        if not play.followers[me][colour]:
            left = letters(play.followers[me]) or "none"
            raise refusal("feast.ability", f"{play.name} has no {NAMES[colour]} follower left; {left} are there")
        play.follow(colour, -1)
        play.hands[me], play.shown[me] = plus(play.hands[me], colour), plus(play.shown[me], colour)
    elif ability == "move-marker":
        if colour == region:
            play.ruling.against("feast.ability", f"the marker is in the {NAMES[region]} region already")
        play.marker = colour
    else:
        says = f"this says {LETTERS[colour]}"
        raise refusal("feast.ability", f"the {NAMES[region]} region {DOES[ability]}; {says}")


def _swap(play: Play, move: FeastSwap) -> None:
    """A follower to the hand, where it is known, and a hand card to the followers."""
    me = play.me
    if not play.followers[me][move.follower]:
        left = letters(play.followers[me]) or "none"
        raise refusal("feast.ability", f"{play.name} has no {NAMES[move.follower]} follower left; {left} are there")
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
        holds = f"{play.name} has {lies_words(temple)} on the {site_words(step.place)}"
        raise refusal("feast.ability", f"{holds}; there is no {place_text(step.place)}{step.number}")
    if step.to == step.place:
        raise refusal("feast.ability", f"{place_text(step.place)} is where the tile lies; it goes to another site")
    play.set_temple(step.place, (*temple[: step.number - 1], *temple[step.number :]))
    return temple[step.number - 1]


def _put(play: Play, step: Step, tile: int) -> None:
    """A tile into a temple, at any height."""
    place, table = step.to, play.table
    if place > NEUTRAL:
        if not table.neutral[place - NEUTRAL]:
            raise refusal("feast.ability", f"the {NAMES[place - NEUTRAL]} region has no neutral site on this side")
        other = next((p for p, sites in enumerate(play.sites) if p != play.me and sites[place]), None)
        if other is not None:
            raise refusal("feast.ability", f"tiles of {table.names[other]} lie on the {site_words(place)}")
    temple = play.sites[play.me][place]
    if not 1 <= step.becomes <= len(temple) + 1:
        room = (
            f"the {site_words(place)} has room for tile 1 to {len(temple) + 1}"
            if temple
            else "an empty site takes tile 1"
        )
        raise refusal("feast.ability", f"{room}; there is no {place_text(place)}{step.becomes}")
    at = step.becomes - 1
    play.set_temple(place, (*temple[:at], tile, *temple[at:]))


def _exchange(play: Play, move: FeastExchange) -> None:
    """Two tiles change places; heights are counted when both are out."""
    first, second = move.first, move.second
    if first.to != second.place or second.to != first.place:
        raise refusal("feast.ability", "a swap takes two tiles on different sites, each to the other's site")
    one = _take(play, first)
    other = _take(play, second)
    _put(play, first, one)
    _put(play, second, other)
