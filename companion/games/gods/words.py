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
    Cards,
    State,
    Temple,
    card_words,
    complete,
    hue,
    named,
)
from specs.base.languages import Said, joined, say, say_many, verbatim


def where(state: State, sought: str) -> Sequence[Found]:
    """Sentences about a region by its letter, its neutral site's or its colour, a player by name, the marker, the area
    or the deck."""
    for colour in COLOURS:
        letter = LETTERS[colour].lower()
        if sought in (letter, f"{letter}n", NAMES[colour], f"{NAMES[colour]} region", named(colour).lower()):
            return list(_region(state, colour))
    for player, who in enumerate(state.table.names):
        if sought == who.lower():
            return list(_player(state, player))
    here = f"region {LETTERS[state.marker]}"
    match sought:
        case "marker" | "presence marker":
            return [Found(say("The presence marker lies in the {colour} region.", colour=hue(state.marker)), here)]
        case "area" | "cards":
            cards = _counted(state.area) or [card_words(0)]
            unseen = [say("{n} unseen", n=state.area[0])] if state.area[0] else []
            spots = [Found("", f"area {LETTERS[c]}") for c in COLOURS if state.area[c]]
            return [Found(say("In the area lie {cards}.", cards=joined([*cards, *unseen]))), *spots]
        case "deck":
            left = say_many("{n} card", "{n} cards", len(state.deck))
            told = say("The deck has {cards}; {discarded} are discarded.", cards=left, discarded=sum(state.discards))
            return [Found(told, "deck")]
    return []


def _counted(cards: Cards) -> list[Said]:
    """`1 blue`, `2 red`."""
    return [say("{n} {colour}", n=cards[c], colour=named(c)) for c in COLOURS if cards[c]]


def _region(state: State, region: int) -> Iterator[Found]:
    table, colour = state.table, hue(region)
    told = say("The {colour} region.", colour=colour)
    if region in table.order:
        token = table.order.index(region) + 1
        told = say("The {colour} region, order token {token}.", colour=colour, token=token)
    marker = [say("The presence marker lies here.")] if state.marker == region else []
    yield Found(joined([told, *marker], " "), f"region {LETTERS[region]}")
    for player in range(len(table.names)):
        yield from _sites(state, player, region)
    followers = ", ".join(
        f"{who} {state.followers[p][region]}" for p, who in enumerate(table.names) if state.followers[p][region]
    )
    told = say("Followers of {colour}: none.", colour=colour)
    if followers:
        told = say("Followers of {colour}: {followers}.", colour=colour, followers=followers)
    area = say("In the area: {n} {colour}.", n=state.area[region], colour=colour)
    yield Found(joined([told, area], " "))


def _sites(state: State, player: int, region: int) -> Iterator[Found]:
    site, target = state.sites[player][region], state.table.targets[player][region]
    values = {"who": state.table.names[player], "colour": hue(region)}
    told = {**values, "temple": _temple(site), "target": _temple(target)}
    if region in complete(state, player):
        yield Found(say("{who} in {colour}: {temple}, complete; the card asks for {target}.", **told))
    elif target:
        yield Found(say("{who} in {colour}: {temple}; the card asks for {target}.", **told))
    else:
        yield Found(say("{who} in {colour}: {temple}.", **told))
    neutral = state.sites[player][region + NEUTRAL]
    if neutral:
        yield Found(say("{who} on the neutral site of {colour}: {temple}.", **values, temple=_temple(neutral)))


def _player(state: State, player: int) -> Iterator[Found]:
    for region in state.table.order:
        yield from _sites(state, player, region)
    who, followers = state.table.names[player], joined(_counted(state.followers[player]))
    if followers:
        yield Found(say("Followers of {who}: {followers}.", who=who, followers=followers))
    else:
        yield Found(say("Followers of {who}: none.", who=who))


def _temple(temple: Temple) -> Said:
    levels = ", ".join(ROMAN[level] for level in temple)
    if len(temple) > 1:
        return say("{levels} from the bottom", levels=levels)
    return verbatim(levels) if levels else say("nothing")
