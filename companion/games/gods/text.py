"""What Island of Gods says: why an action is refused, by the rule's id, and what followed by itself.

Where one rule has several sentences, the fact `why` tells which. Facts are colours, places, temples, cards; `SAID` says
how each is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.contract.sentences import Why
from companion.games.gods.moves import WHOLE
from companion.games.gods.state import NAMES, NEUTRAL, ROMAN, Cards, Temple, letters, place_text, shape_text
from specs.base.languages import Said, joined, mark, say, say_many, word

__all__ = ["TEXT"]

Sentence = str | Callable[..., Said]


def hue(colour: int) -> Said:
    """A colour within a sentence, of which a region, its cards and its followers are."""
    return word(NAMES[colour], "in")


def named(colour: int) -> Said:
    """A colour by its name alone."""
    return word(NAMES[colour])


def card_words(number: int, colour: int = 0) -> Said:
    """So many cards, of a colour where one is given."""
    if not colour:
        return say_many("{n} card", "{n} cards", number) if number else say("no cards")
    if not number:
        return say("no {colour} cards", colour=word(NAMES[colour], "card"))
    return say_many("{n} {colour} card", "{n} {colour} cards", number, colour=word(NAMES[colour], "card"))


SAID: Final[Mapping[str, Callable[[Any], Any]]] = {
    "colour": hue, "card": hue, "top": hue, "place": place_text, "temple": shape_text, "goal": shape_text,
    "shape": shape_text, "cards": lambda cards: card_words(*cards),
    "told": lambda told: say("nothing") if told == "" else told,
}  # fmt: skip


def _said(sentence: Sentence, facts: Mapping[str, Any]) -> Said:
    if not isinstance(sentence, str):
        return sentence(**facts)
    return word(sentence, **{name: SAID[name](fact) if name in SAID else fact for name, fact in facts.items()})


def _plain(sentence: str) -> Callable[..., Said]:
    """A sentence with its facts in words."""
    return lambda **facts: _said(sentence, facts)


def _by_why(**sentences: Sentence) -> Callable[..., Said]:
    """One of several sentences, by `why`."""
    return lambda why, **facts: _said(sentences[why], facts)


# ---- phases and cards ----------------------------------------------------------------------------

_WANTED: Final = {
    "opponent": mark("the opponent's card comes first in a solo turn, once"),
    "draw": mark("cards are drawn at the beginning of a turn"),
    "act": mark("actions belong to the phase 'act'"),
    "discard": mark("cards are discarded at the end of a turn"),
}


def _phase(why: str, **facts: Any) -> Said:
    if why == "several":
        return say("{players} play; only a solo game has an opponent's card", **facts)
    return say("{now}; {wanted}", now=_now(why, **facts), wanted=word(_WANTED[facts["wanted"]]))


def _now(phase: str, who: str, left: int, held: int, limit: int, **_: Any) -> Said:
    if phase == "opponent":
        return say("{who}'s turn begins with the opponent's new follower", who=who)
    if phase == "draw":
        return say_many("{who} draws {n} more card first", "{who} draws {n} more cards first", left, who=who)
    if phase == "act":
        return say_many("{who} has {n} action left", "{who} has {n} actions left", left, who=who)
    cards = card_words(held)
    return say("{who} holds {cards} and discards down to {limit} first", who=who, cards=cards, limit=limit)


def _impossible(why: str, opponent: bool = False, **facts: Any) -> Said:
    """A card that cannot be turned up, or be the opponent's follower."""
    if why in ("none", "some"):
        return word(_NO_CARD[why, opponent])
    if why in ("seen", "told"):
        return _said(_SEEN if why == "seen" else _TOLD, facts)
    if why == "known":
        known = say("the deck's next card is {colour}", colour=hue(facts["top"]))
        wrong = mark("{colour} cannot be the opponent's follower") if opponent else mark("{colour} cannot be turned up")
    else:
        known = say("all {n} {colour} cards are accounted for", n=facts["number"], colour=hue(facts["card"]))
        wrong = mark("another cannot be the opponent's follower") if opponent else mark("another cannot be turned up")
    return say("{known}; {wrong}", known=known, wrong=word(wrong, colour=hue(facts["card"])))


_SEEN: Final = mark("{seen} of the {all} {colour} cards are accounted for; {who} cannot hold {more} more")
_TOLD: Final = mark("{cards} unseen; {told} has {more} more than known")
_NO_CARD: Final = {
    ("none", True): mark("no card is left to be the opponent's follower"),
    ("none", False): mark("no card is left to be turned up"),
    ("some", True): mark("there are cards, so one must be the opponent's follower"),
    ("some", False): mark("there are cards, so one must be turned up"),
}


def _holds(who: str, hand: Cards) -> Said:
    return say("{who} holds {cards}", who=who, cards=letters(hand) or card_words(0))


def _lacks(who: str, hand: Cards, cards: tuple[int, int]) -> Said:
    return say("{holds}; this needs {cards}", holds=_holds(who, hand), cards=card_words(*cards))


def _not_open(card: int, area: Cards) -> Said:
    missing, lie = say("no {colour} card lies in the area", colour=hue(card)), letters(area)
    if not lie:
        return say("{missing}; nothing does", missing=missing)
    return say("{missing}; {cards} does", missing=missing, cards=lie)


def _no_follower(left: bool) -> Callable[..., Said]:
    """That somebody has no follower of a colour, or none left, and which are there."""

    def said(who: str, colour: int, followers: str) -> Said:
        values = {"who": who, "colour": hue(colour), "followers": followers}
        if left:
            some = mark("{who} has no {colour} follower left; {followers} are there")
            none = mark("{who} has no {colour} follower left; none are there")
        else:
            some = mark("{who} has no {colour} follower; {followers} are there")
            none = mark("{who} has no {colour} follower; none are there")
        return word(some if followers else none, **values)

    return said


# ---- sites ---------------------------------------------------------------------------------------


def _of_site(place: int, temple: Temple, sentences: tuple[str, str, str, str], **facts: Any) -> Said:
    """What is said of a site that holds tiles, of an empty one, and the same of a neutral site."""
    sentence = sentences[2 * (place > NEUTRAL) + (not temple)]
    return word(sentence, colour=hue((place - 1) % NEUTRAL + 1), tiles=shape_text(temple), **facts)


_HOLDS: Final = (
    mark("the site in {colour} holds {tiles}"), mark("the site in {colour} holds nothing"),
    mark("the neutral site in {colour} holds {tiles}"), mark("the neutral site in {colour} holds nothing"),
)  # fmt: skip
_HAS: Final = (
    mark("{who} has {tiles} on the site in {colour}"), mark("{who} has nothing on the site in {colour}"),
    mark("{who} has {tiles} on the neutral site in {colour}"),
    mark("{who} has nothing on the neutral site in {colour}"),
)  # fmt: skip
_EMPTY: Final = mark("an empty site takes tile 1")
_ROOM: Final = (
    mark("the site in {colour} has room for tile 1 to {last}"), _EMPTY,
    mark("the neutral site in {colour} has room for tile 1 to {last}"), _EMPTY,
)  # fmt: skip


def _level(why: str, place: int, temple: Temple, at: int, tile: int = 0) -> Said:
    """What a site holds, and why that cannot be built there."""
    if why == "gone":
        what = mark("there is no temple to replace") if at == WHOLE else mark("there is no tile {number}")
    elif at > 0:
        what = mark("a {tile} in place of tile {number} does not make it one level higher")
    elif at == WHOLE:
        what = mark("a {tile} in place of the temple does not make it one level higher")
    else:
        what = mark("only a I goes on top, a {tile} adds more than one level")
    holds = _of_site(place, temple, _HOLDS)
    return say("{holds}; {what}", holds=holds, what=word(what, tile=ROMAN[tile], number=at))


def _no_tile(who: str, place: int, temple: Temple, number: int) -> Said:
    """That a player has no such tile on a site, and what is there."""
    has = _of_site(place, temple, _HAS, who=who)
    return say("{has}; {no}", has=has, no=say("there is no {tile}", tile=f"{place_text(place)}{number}"))


def _no_room(temple: Temple, place: int, number: int) -> Said:
    """That a tile cannot become so many of a site, and which it can."""
    room = _of_site(place, temple, _ROOM, last=len(temple) + 1)
    return say("{room}; {no}", room=room, no=say("there is no {tile}", tile=f"{place_text(place)}{number}"))


def _cost(who: str, level: int, colour: int, cost: int, assistant: bool, hand: Cards) -> Said:
    if assistant:
        price = mark("a temple of level {level} in {colour} costs {cards} beside the assistant")
    else:
        price = mark("a temple of level {level} in {colour} costs {cards}")
    said = word(price, level=level, colour=hue(colour), cards=card_words(cost, colour))
    return say("{price}; {holds}", price=said, holds=_holds(who, hand))


# ---- feasts --------------------------------------------------------------------------------------

_DOES: Final = {
    "draw-deck": mark("the {colour} region draws two cards from the deck (feast)"),
    "draw-area": mark("the {colour} region takes two cards of the area (feast R-G B-Y)"),
    "swap-follower": mark("the {colour} region swaps a follower with a hand card (feast R<>G)"),
    "take-follower": mark("the {colour} region takes a follower back to the hand (feast R)"),
    "move-tile": mark("the {colour} region moves one of your tiles (feast R2>G1)"),
    "swap-tiles": mark("the {colour} region swaps two of your tiles (feast R2>G1 G2>R1)"),
    "assistant": mark("the {colour} region gives an assistant token (feast)"),
    "move-marker": mark("the {colour} region moves the presence marker (feast G)"),
}
_SAYS: Final = {
    "draw-area": mark("this takes two cards of the area"), "swap-follower": mark("this swaps a follower"),
    "move-tile": mark("this moves a tile"), "swap-tiles": mark("this swaps two tiles"), "": mark("this says nothing"),
}  # fmt: skip


def _otherwise(colour: int, ability: str, said: str) -> Said:
    """That a region's feast is another than what was said."""
    says = word(_SAYS.get(said, mark("this says {letter}")), letter=said)
    return say("{does}; {said}", does=word(_DOES[ability], colour=hue(colour)), said=says)


# ---- what followed by itself ---------------------------------------------------------------------


def _starved(goals: tuple[tuple[Temple, int], ...]) -> Said:
    each = [say("{goal} in {colour}", goal=shape_text(goal), colour=hue(region)) for goal, region in goals]
    return say("too few tiles are left for {goals} until some come back to stock", goals=joined(each))


_TOLD_OF: Final[Mapping[str, Sentence]] = {
    "travel.pointless": _plain(mark("the marker stands in {colour} already; the card goes for nothing")),
    "build.prevents": _plain(mark("tiles on {place} prevent the end until they are gone")),
    "demolish.complete": _plain(mark("the temple in {colour} was complete before tile {tile} went")),
    "demolition": lambda temple, goal, colour: say(
        "{shape} cannot become {goal} in {colour} without a demolition",
        shape=shape_text(temple), goal=shape_text(goal), colour=hue(colour),
    ),
    "starved": _starved,
    "build.cards": lambda n, colour: say_many(
        "{n} {colour} card goes from the hand to the followers",
        "{n} {colour} cards go from the hand to the followers", n, colour=hue(colour),
    ),
    "build.paid": mark("the assistant token goes back to its region"),
    "build.stocked": lambda n, tiles: say_many(
        "{tiles} goes back to the stock", "{tiles} go back to the stock", n, tiles=shape_text(tiles)
    ),
    "old follower": _plain(mark("the old follower, {colour}, goes to the discards")),
    "token": mark("turn token {token} of {last} is laid"),
    "feast.paid": lambda n, colour: say_many(
        "{n} {colour} follower goes to the discards", "{n} {colour} followers go to the discards", n, colour=hue(colour)
    ),
    "shuffled": lambda n: say_many(
        "the deck is empty: shuffle the {n} discard into a new one",
        "the deck is empty: shuffle the {n} discards into a new one", n,
    ),
    "feast.drawn": lambda n: say_many(
        "{n} card goes from the deck to the hand", "{n} cards go from the deck to the hand", n
    ),
    "feast.assistant": mark("an assistant token is taken"),
    "followers": lambda n, colour, limit: say_many(
        "{n} {colour} follower over {limit} goes to the discards",
        "{n} {colour} followers over {limit} go to the discards", n, colour=hue(colour), limit=limit,
    ),
}  # fmt: skip


# ---- by rule -------------------------------------------------------------------------------------

DRAWING, KNOWN, BUILD = "rulebook: Draw 3 Dweller Cards", "what the referee knows", "rulebook: Build"
SITES, CONVERSION = f"{BUILD}, Construction rules", "rulebook: Conversion"
EMPTY = mark("the deck and the discards are empty; there is no card to draw")
TAKEN = _plain(mark("tiles of {who} lie on the neutral site in {colour}"))
NEUTRAL_SITE = _plain(mark("the {colour} region has no neutral site on this side"))

TEXT: Final[Mapping[str, Why]] = {
    "draw.area": Why(DRAWING, _not_open),
    "draw.empty": Why(DRAWING, EMPTY),
    "card.unavailable": Why(KNOWN, _by_why(
        lacks=_lacks, held=mark("{who} holds {cards}; {told} is {number}"),
        number=mark("{who} holds {cards}; {told} told"),
        fewer=mark("{cards} of {who}'s hand known; {told} has {shown}"),
        none=mark("{cards} of {who}'s hand known; {told} has none"),
    )),
    "card.impossible": Why(KNOWN, _impossible),
    "build.stock": Why(SITES, mark("{who} has no {tile} in stock; both are on the boards")),
    "build.site": Why(SITES, TAKEN),
    "build.level": Why(BUILD, _level),
    "build.cost": Why(f"{BUILD}, Construction cost", lambda why="", **facts: (_lacks if why else _cost)(**facts)),
    "build.assistant": Why(f"{BUILD}, Assistant Token", mark("{who} has no assistant token to pay with")),
    "build.neutral": Why("rulebook: Region Board", NEUTRAL_SITE),
    "demolish.tile": Why("rulebook: Demolition", _no_tile),
    "convert.once": Why(CONVERSION, mark("{who} has converted a follower in this turn already")),
    "convert.card": Why(CONVERSION, _by_why(
        own=mark("{who}'s followers are {who}'s own"), none=_no_follower(left=False)
    )),
    "feast.followers": Why("rulebook: Festivity", _plain(
        mark("a feast needs {needed} {colour} followers; {who} has {have}")
    )),
    "feast.ability": Why("rulebook: Festivity", _by_why(
        otherwise=_otherwise, empty=EMPTY, area=_not_open, follower=_no_follower(left=True),
        two=mark("{who} has an assistant token already; nobody has two"),
        there=mark("the marker is in the {colour} region already"),
        tile=_no_tile, same=mark("{place} is where the tile lies; it goes to another site"),
        neutral=NEUTRAL_SITE, taken=TAKEN, room=_no_room,
        **{"two sites": mark("a swap takes two tiles on different sites, each to the other's site")},
    )),
    "recruit.count": Why("rulebook: Recruitment", mark("{who} recruits {number}; at least 1 card is needed")),
    "migrate.empty": Why("rulebook: Migration", EMPTY),
    "pass.can-act": Why("rulebook: Perform five Actions", mark("{who} can act; only who cannot passes")),
    "discard.count": Why("rulebook: Discard", _plain(
        mark("{who} holds {cards} and discards {excess}; {told} is {number}")
    )),
    "phase": Why("rulebook: A Turn", _phase),
    "game.over": Why("rulebook: End of Game", mark("the game is over; nothing follows the end")),
    "leave.gone": Why("what the table decides", mark("{who} has left already")),
    **{what: Why("", said) for what, said in _TOLD_OF.items()},
}  # fmt: skip
