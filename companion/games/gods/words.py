"""Sentences: where things are on the table; what an action means, costs and sets off; who has what in the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from companion.contract import Entry, Found, Position

from companion.games.gods.moves import (  # isort: skip
    TOP, WHOLE, Build, Built, Convert, Demolish, Discard, Draw, Feast, Migrate, Move, Opponent, Pass, Recruit, Spot,
    Step, Swap, Taken, Travel,
)  # fmt: skip
from companion.games.gods.rules import built

from companion.games.gods.state import (  # isort: skip
    COLOURS, LETTERS, NAMES, NEUTRAL, NO_CARD, PLACES, ROMAN, SOLO_TURNS, Cards, State, Temple, complete, count, meets,
    place_text, shape_text, targets,
)  # fmt: skip
from companion.games.gods.text import card_words, hue, named
from specs.base.languages import Said, joined, mark, say, say_many, verbatim, word

if TYPE_CHECKING:
    from companion.contract.offered import Offered


def where(view: Position, sought: str) -> Sequence[Found]:
    """Say where things are: a region by its letter, its neutral site's or its colour, the marker, the open row or the
    deck."""
    state = view.state
    for colour in COLOURS:
        letter = LETTERS[colour].lower()
        if sought in (letter, f"{letter}n", NAMES[colour], f"{NAMES[colour]} region", named(colour).lower()):
            return list(_region(view, colour))
    here = f"region {LETTERS[state.marker]}"
    match sought:
        case "marker" | "presence marker":
            return [Found(say("The presence marker stands in the {colour} region.", colour=hue(state.marker)), here)]
        case "row" | "open row" | "cards":
            cards = _counted(state.row) or [card_words(0)]
            unseen = [say("{n} unseen", n=state.row[0])] if state.row[0] else []
            spots = [Found("", f"row {LETTERS[c]}") for c in COLOURS if state.row[c]]
            return [Found(say("In the open row: {cards}.", cards=joined([*cards, *unseen]))), *spots]
        case "deck":
            left = say_many("{n} card", "{n} cards", len(state.deck))
            said = say("The deck has {cards}; {discarded} are discarded.", cards=left, discarded=sum(state.discards))
            return [Found(said, "deck")]
    return []


def _counted(cards: Cards) -> list[Said]:
    """Write `1 blue`, `2 red`."""
    return [say("{n} {colour}", n=cards[c], colour=named(c)) for c in COLOURS if cards[c]]


def _region(view: Position, region: int) -> Iterator[Found]:
    state, table, colour = view.state, view.state.table, hue(region)
    said = say("The {colour} region, order token {token}.", colour=colour, token=table.order.index(region) + 1)
    marker = [say("The presence marker stands here.")] if state.marker == region else []
    yield Found(joined([said, *marker], " "), f"region {LETTERS[region]}")
    for player in range(len(view.players)):
        yield from _sites(view, player, region)
    there = [(player.name, own[region]) for player, own in zip(view.players, state.followers, strict=True)]
    followers = ", ".join(f"{who} {n}" for who, n in there if n) or say("none")
    said = say("Followers of {colour}: {followers}.", colour=colour, followers=followers)
    row = say("In the open row: {n} {colour}.", n=state.row[region], colour=colour)
    yield Found(joined([said, row], " "))


def _sites(view: Position, player: int, region: int) -> Iterator[Found]:
    state = view.state
    site, target = state.sites[player][region], targets(state.table, player)[region]
    values = {"who": view.players[player].name, "colour": hue(region)}
    said = {**values, "temple": _temple(site), "target": _temple(target)}
    if region in complete(state, player):
        yield Found(say("{who} in {colour}: {temple}, complete; the card asks for {target}.", **said))
    elif target:
        yield Found(say("{who} in {colour}: {temple}; the card asks for {target}.", **said))
    else:
        yield Found(say("{who} in {colour}: {temple}.", **said))
    if neutral := state.sites[player][region + NEUTRAL]:
        yield Found(say("{who} on the neutral site of {colour}: {temple}.", **values, temple=_temple(neutral)))


def whose(view: Position, player: int) -> Iterator[Found]:
    """Yield a player's temples and followers."""
    for region in view.state.table.order:
        yield from _sites(view, player, region)
    who, followers = view.players[player].name, joined(_counted(view.state.followers[player])) or say("none")
    yield Found(say("Followers of {who}: {followers}.", who=who, followers=followers))


def _temple(temple: Temple) -> Said:
    levels = ", ".join(ROMAN[level] for level in temple)
    if len(temple) > 1:
        return say("{levels} from the bottom", levels=levels)
    return verbatim(levels) if levels else say("nothing")


# ---- what an action means ------------------------------------------------------------------------

VERBS: Final[Mapping[type, str]] = {
    Draw: mark("take a card"), Opponent: mark("turn the opponent's card"),
    Travel: mark("discard a card, move the marker"), Build: mark("build a level in the marker's region"),
    Demolish: mark("take one of your tiles back"), Convert: mark("win an opponent's follower"),
    Feast: mark("discard 2 followers, use the region"), Recruit: mark("hand cards become followers"),
    Migrate: mark("draw the deck's top card"), Pass: mark("no other action is possible"),
    Discard: mark("down to 5 hand cards"),
}  # fmt: skip


_STOPS: Final = re.compile(r"(?<!<)(?=<?>)|(?= a$)|(?= [BGRY])")  # where choosing a value can pause
_COLOURS: Final = re.compile(r"(?<=([BGRY]))(?!\1)")  # the same for discarded cards


def halves(typed: str, ways: Sequence[Offered]) -> list[Offered]:
    """Return the continuations, each as far as the next thing to choose: a card, then what is turned up for it."""
    found: dict[str, Offered] = {}
    so_far = len(typed.partition(" ")[2].rstrip())
    for way in ways:
        verb, _, rest = way.text.partition(" ")
        stops = [match.start() for match in (_COLOURS if verb == "discard" else _STOPS).finditer(rest)]
        begun = max(so_far, len(rest) - len(rest.lstrip()))
        end = next((stop for stop in stops if begun < stop < len(rest)), None)
        if end is not None and way.field and not isinstance(way.value, int | Spot):  # these are chosen whole
            way = way._replace(text=f"{verb} {rest[:end]}", value=_half(way.value, rest[begun:end]))
        found.setdefault(way.text, way)
    return list(found.values())


def _half(value: Any, said: str) -> Any:
    """Return the first part of what is chosen; of a list, of its last."""
    match value:
        case Taken(card=card):
            return Taken(card)
        case Built():
            return value._replace(assistant=False)
        case Swap(follower=follower):
            return follower
        case Step(place=place, number=number):
            return Spot(place, number)
        case (*_, Taken() | Swap() | Step() as last):
            return (_half(last, said),)
    return count(said)


def label(view: Position, way: Offered) -> tuple[Said, str]:
    """Say what a part of an offered action means, with its spot on the picture."""
    state, value = view.state, way.value
    if not way.field:
        return word(VERBS[type(way.move)]), "deck" if isinstance(way.move, Migrate) else ""
    match way.move:
        case Opponent():
            return say("it is {colour}", colour=hue(value)), "deck"
        case Travel():
            return say("to the {colour} region", colour=hue(value)), f"region {LETTERS[value]}"
        case Convert(player=int(player)):
            whom = f"followers {player + 1}"
            if way.field == "player":
                return say("from {who}", who=view.players[player].name), whom
            return say("the {colour} follower", colour=hue(value)), f"follower {player + 1} {LETTERS[value]}"
        case Recruit():
            return card_words(value, state.marker), ""
        case Discard():
            return joined([card_words(value[colour], colour) for colour in COLOURS if value[colour]]), ""
        case Feast():
            return _feast(state, value[-1])
    return _of_value(state, value)


def card(view: Position, way: Offered) -> str:
    """Return the letter of the hand's card that an offered action uses."""
    match way.move if way.field else None:
        case Travel():
            return LETTERS[way.value]
        case Discard():
            return way.text.strip()[-1:]
        case Recruit():
            return LETTERS[view.state.marker]
    return ""


def _of_value(state: State, value: Taken | Built | Spot) -> tuple[Said, str]:
    if isinstance(value, Spot):
        level = ROMAN[state.sites[state.turn][value.place][value.number - 1]]
        values = {"number": value.number, "level": level, "place": place_text(value.place)}
        return say("tile {number}, {level}, of {place}", **values), place_text(value.place)
    return _built(state, value) if isinstance(value, Built) else _taken(value)


def _taken(taken: Taken) -> tuple[Said, str]:
    """Say a card of the open row, and what is turned up for it."""
    card, refill = taken
    if card == NO_CARD:
        return say("the deck's top card"), "deck"
    said = [say("the {colour} card of the open row", colour=hue(card))]
    if refill == NO_CARD:
        said.append(say("no card is left to turn up"))
    elif refill is not None:
        said.append(say("{colour} is turned up", colour=hue(refill)))
    return joined(said), f"row {LETTERS[card]}"


def _built(state: State, what: Built) -> tuple[Said, str]:
    site = state.marker + NEUTRAL * what.neutral
    temple, tile = state.sites[state.turn][site], ROMAN[what.tile]
    if not temple:
        said = verbatim(tile)
    elif what.at == TOP:
        said = say("{tile} on top", tile=tile)
    elif what.at == WHOLE:
        said = say("{tile} in place of all", tile=tile)
    else:
        said = say("{tile} in place of tile {number}", tile=tile, number=what.at)
    if what.neutral:
        said = say("{what} on the neutral site", what=said)
    said = say("{what}: {shape}", what=said, shape=shape_text(built(temple, what)[0] or ()))
    return joined([said, say("the assistant pays one card")]) if what.assistant else said, place_text(site)


def _feast(state: State, need: Taken | Swap | Step | Spot | int) -> tuple[Said, str]:
    ability = state.table.abilities[state.marker]
    match need:
        case Step(place, number, to, becomes):
            level = ROMAN[state.sites[state.turn][place][number - 1]]
            values = {"number": number, "level": level, "place": place_text(to), "becomes": becomes}
            return say("tile {number}, {level}, to {place}, as tile {becomes}", **values), place_text(to)
        case Swap(follower, card):
            hand = say("a {colour} hand card to the followers", colour=hue(card))
            return joined([_to_hand(follower), hand]), f"follower {LETTERS[follower]}"
        case int(colour):
            return _to_hand(colour), f"follower {LETTERS[colour]}"
        case Taken(card=colour) if ability == "take-follower":
            return _to_hand(colour), f"follower {LETTERS[colour]}"
        case Taken(card=colour) if ability == "move-marker":
            return say("the marker to the {colour} region", colour=hue(colour)), f"region {LETTERS[colour]}"
    return _of_value(state, need)


def _to_hand(follower: int) -> Said:
    return say("the {colour} follower to the hand", colour=hue(follower))


def costs(view: Position, move: Move) -> Iterator[Said]:
    """Say what an action costs."""
    state = view.state
    match move:
        case Build(what=what):
            temple, _ = built(state.sites[state.turn][state.marker + NEUTRAL * what.neutral], what)
            price = card_words(sum(temple or ()) - what.assistant, state.marker)
            if what.assistant:
                yield say("costs {cards} and the assistant", cards=price)
            else:
                yield say("costs {cards}", cards=price)
        case Travel(card=card):
            yield say("costs a {colour} card", colour=hue(card))


# ---- what it sets off ----------------------------------------------------------------------------

UNFOLDS: Final = True
SLIPS: Final = ("travel.pointless", "build.prevents", "demolish.complete", "demolition", "starved")


def revealed(before: Position, move: Move, after: Position) -> Sequence[Said]:
    """Say what the table saw by this action."""
    was, now = before.state, after.state
    who, me = before.players[was.turn].name, was.turn
    drawn = sum(now.hands[me]) - sum(was.hands[me])
    match move:
        case Draw(taken=Taken(card=card)) if card != NO_CARD:
            return _turned_up(was, now, (card,))
        case Draw() | Migrate():
            return (say("the card {who} drew", who=who),)
        case Opponent():
            return (say("the opponent's {colour} follower", colour=hue(now.followers[1].index(1))),)
        case Feast(needs=(Taken(card=one), Taken(card=two))):
            return _turned_up(was, now, (one, two))
        case Feast(needs=()) if drawn > 0:
            return (say_many("the {n} card {who} drew", "the {n} cards {who} drew", drawn, who=who),)
    return ()


def _turned_up(was: State, now: State, taken: Sequence[int]) -> list[Said]:
    """Return the cards that came into the open row in place of those taken."""
    left = list(now.row)
    for colour in COLOURS:
        left[colour] -= was.row[colour] - taken.count(colour)
    return [say("the {colour} card turned up", colour=hue(c)) for c in COLOURS for _ in range(left[c])]


def turns_up(view: Position, move: Move) -> str:
    """Return how an action is typed with what the table turns up by it, unless the deck is dealt."""
    state = view.state
    if state.table.dealt or not (state.deck or any(state.discards)):
        return ""
    match move:
        case Draw(taken=Taken(card=card)) if card != NO_CARD:
            return f"draw {LETTERS[card]}>CARD"
        case Feast(needs=(Taken(card=one), Taken(card=two))):
            return f"feast {LETTERS[one]}>CARD {LETTERS[two]}>CARD"
        case Opponent():
            return "opponent CARD"
    return ""


# ---- the end: there are no points but temples; the first to complete a card wins -----------------


def ending(view: Position) -> str:
    """Say why a finished game ended."""
    if meets(view.state, view.state.winner):
        return mark("a deity's four temples stand")
    return mark("the turn tokens are used up") if view.state.table.solo else mark("one player is left")


def lines(view: Position, seat: int) -> Iterator[Said]:
    """Yield a seat's result: each temple, and what is too many."""
    state, sites = view.state, view.state.sites[seat]
    if not state.table.cards[seat]:
        yield say("turn tokens: {tokens} of {last}", tokens=state.solo_turns, last=SOLO_TURNS)
        return
    done, wanted = complete(state, seat), targets(state.table, seat)
    for number, region in enumerate(state.table.order, start=1):
        values = {"number": number, "colour": named(region), "shape": shape_text(wanted[region])}
        if region in done:
            yield say("{number}. {colour}: {shape}, complete", **values)
        elif sites[region]:
            yield say("{number}. {colour}: {shape}, {tiles} lies there", **values, tiles=shape_text(sites[region]))
        else:
            yield say("{number}. {colour}: {shape}, empty", **values)
    for place in PLACES[NEUTRAL:]:
        if sites[place]:
            values = {"place": place_text(place), "shape": shape_text(sites[place])}
            yield say("{place}: {shape}, not on the card", **values)
    if meets(state, seat):
        yield say("{done} of 4 temples and no other tile: the card is complete", done=len(done))
    else:
        yield say("{done} of 4 temples", done=len(done))


def trail(before: Position, move: Any, after: Position) -> Iterator[Entry]:
    """Yield the temples a move completed or broke."""
    table = before.state.table
    for seat in range(len(before.players)):
        was, now = complete(before.state, seat), complete(after.state, seat)
        for region in table.order:
            values = {"place": LETTERS[region], "shape": shape_text(targets(table, seat)[region])}
            if (region in now) > (region in was):
                yield Entry(seat, 1, say("the temple in {place}, {shape}, is complete", **values))
            elif region in was and region not in now:
                yield Entry(seat, -1, say("the temple in {place}, {shape}, is no more", **values))
