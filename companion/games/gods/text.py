"""The sentences of Island of Gods: why an action is refused, by the rule's id, and its consequences.

If one rule has several sentences, the fact `why` chooses. Facts are colours, places, temples, cards; `WORDS` put them
into words.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.contract.sentences import Text, Why, in_words
from companion.games.gods.moves import WHOLE
from companion.games.gods.state import NAMES, NEUTRAL, ROMAN, Temple, letters, place_text, shape_text
from specs.base.languages import Said, joined, mark, mark_many, say, say_many, word

__all__ = ["TEXT"]


def hue(colour: int) -> Said:
    """Say a colour within a sentence: that of a region, its cards and its followers."""
    return word(NAMES[colour], "in")


def named(colour: int) -> Said:
    """Say a colour's name alone."""
    return word(NAMES[colour])


def card_words(number: int, colour: int = 0) -> Said:
    """Say a number of cards, of a colour if one is given."""
    if not colour:
        return say_many("{n} card", "{n} cards", number) if number else say("no cards")
    if not number:
        return say("no {colour} cards", colour=word(NAMES[colour], "card"))
    return say_many("{n} {colour} card", "{n} {colour} cards", number, colour=word(NAMES[colour], "card"))


# ---- sites ---------------------------------------------------------------------------------------


def _site(place: int) -> Said:
    """Say a site within a sentence about what is there."""
    site = mark("the neutral site in {colour}") if place > NEUTRAL else mark("the site in {colour}")
    return word(site, colour=hue((place - 1) % NEUTRAL + 1))


def _level(why: str, place: int, temple: Temple, at: int, tile: int = 0) -> Said:
    """Say what a site holds, and why that cannot be built there."""
    if why == "gone":
        what = mark("there is no temple to replace") if at == WHOLE else mark("there is no tile {number}")
    elif at > 0:
        what = mark("a {tile} in place of tile {number} does not make it one level higher")
    elif at == WHOLE:
        what = mark("a {tile} in place of the temple does not make it one level higher")
    else:
        what = mark("only a I goes on top, a {tile} adds more than one level")
    holds = mark("{site} holds {tiles}") if temple else mark("{site} is empty")
    holds = word(holds, site=_site(place), tiles=shape_text(temple))
    return say("{holds}; {what}", holds=holds, what=word(what, tile=ROMAN[tile], number=at))


def _no_tile(who: str, place: int, temple: Temple, number: int) -> Said:
    """Say that a player has no such tile on a site, and what is there."""
    has = mark("{who} has {tiles} on {site}") if temple else mark("{who} has nothing on {site}")
    has = word(has, who=who, tiles=shape_text(temple), site=_site(place))
    return say("{has}; {no}", has=has, no=say("there is no {tile}", tile=f"{place_text(place)}{number}"))


def _no_room(temple: Temple, place: int, number: int) -> Said:
    """Say that a site has no room for a tile of that number, and for which it has."""
    room = mark("{site} has room for tile 1 to {last}") if temple else mark("an empty site takes tile 1")
    room = word(room, site=_site(place), last=len(temple) + 1)
    return say("{room}; {no}", room=room, no=say("there is no {tile}", tile=f"{place_text(place)}{number}"))


# ---- facts ---------------------------------------------------------------------------------------

_WANTED: Final = {
    "opponent": mark("in a solo turn the opponent's card comes first, and only once"),
    "draw": mark("cards are drawn at the beginning of a turn"),
    "act": mark("actions come after the draws"),
    "discard": mark("cards are discarded at the end of a turn"),
}
_DOES: Final = {
    "draw-deck": mark("the {colour} region draws two cards from the deck (feast)"),
    "draw-row": mark("the {colour} region takes two cards from the open row (feast R-G B-Y)"),
    "swap-follower": mark("the {colour} region swaps a follower with a hand card (feast R<>G)"),
    "take-follower": mark("the {colour} region takes a follower back to the hand (feast R)"),
    "move-tile": mark("the {colour} region moves one of your tiles (feast R2>G1)"),
    "swap-tiles": mark("the {colour} region swaps two of your tiles (feast R2>G1 G2>R1)"),
    "assistant": mark("the {colour} region gives an assistant token (feast)"),
    "move-marker": mark("the {colour} region moves the presence marker (feast G)"),
}
_SAYS: Final = {
    "draw-row": mark("this takes two cards from the open row"), "swap-follower": mark("this swaps a follower"),
    "move-tile": mark("this moves a tile"), "swap-tiles": mark("this swaps two tiles"), "": mark("this says no more"),
}  # fmt: skip


def _otherwise(colour: int, ability: str, said: str) -> Said:
    """Say that a region's feast is another one than what was typed."""
    says = word(_SAYS.get(said, mark("this says {letter}")), letter=said)
    return say("{does}; {said}", does=word(_DOES[ability], colour=hue(colour)), said=says)


def _temples(goals: tuple[tuple[Temple, int], ...]) -> Said:
    return joined([say("{goal} in {colour}", goal=shape_text(goal), colour=hue(region)) for goal, region in goals])


WORDS: Final[Mapping[str, Callable[[Any], object]]] = {
    "colour": hue, "card": hue, "top": hue, "place": place_text, "temple": shape_text, "goal": shape_text,
    "tiles": shape_text, "goals": _temples, "cards": lambda cards: card_words(*cards),
    "hand": lambda hand: letters(hand) or card_words(0), "row": lambda row: letters(row) or say("nothing"),
    "given": lambda cards: cards or say("nothing"), "followers": lambda cards: cards or say("none"),
    "wanted": lambda phase: word(_WANTED[phase]),
}  # fmt: skip


# ---- by rule -------------------------------------------------------------------------------------

DRAWING, KNOWN, BUILD = "rulebook: Draw 3 Dweller Cards", "what the referee knows", "rulebook: Build"
SITES, CONVERSION, FEAST = f"{BUILD}, Construction rules", "rulebook: Conversion", "rulebook: Festivity"
EMPTY = mark("the deck and the discards are empty; there is no card to draw")
TAKEN = mark("tiles of {who} lie on the neutral site in {colour}")
NEUTRAL_SITE = mark("the {colour} region has no neutral site on this side")
LACKS = mark("{who} holds {hand}; this needs {cards}")
NOT_OPEN = mark("the open row has no {card} card; it has {row}")

TEXT: Final[Text] = in_words(WORDS, {
    "draw.row": Why(DRAWING, NOT_OPEN),
    "draw.empty": Why(DRAWING, EMPTY),
    "card.unavailable": Why(KNOWN, {
        "lacks": LACKS,
        "held": mark("{who} holds {cards}; {given} is {number}"),
        "number": mark("{who} holds {cards}; {given} given"),
        "fewer": mark("{cards} of {who}'s hand known; {given} has {shown}"),
        "none": mark("{cards} of {who}'s hand known; {given} has none"),
    }),
    "card.impossible": Why(KNOWN, {
        "none": mark("no card is left to be turned up"),
        "some": mark("there are cards, so one must be turned up"),
        "known": mark("the deck's next card is {top}; {card} cannot be turned up"),
        "all": mark("all {number} {card} cards have been seen; another cannot be turned up"),
        "none, opponent": mark("no card is left to be the opponent's follower"),
        "some, opponent": mark("there are cards, so one must be the opponent's follower"),
        "known, opponent": mark("the deck's next card is {top}; {card} cannot be the opponent's follower"),
        "all, opponent": mark("all {number} {card} cards have been seen; another cannot be the opponent's follower"),
        "seen": mark("{seen} of the {all} {colour} cards have been seen; {who} cannot hold {more} more"),
        "given": mark("{cards} unseen; {given} has {more} more than known"),
    }),
    "build.stock": Why(SITES, mark("{who} has no {tile} in stock; both are on the boards")),
    "build.site": Why(SITES, TAKEN),
    "build.level": Why(BUILD, _level),
    "build.cost": Why(f"{BUILD}, Construction cost", {
        "": mark("a temple of level {level} in {colour} costs {cards}; {who} holds {hand}"),
        "assistant": mark(
            "a temple of level {level} in {colour} costs {cards} beside the assistant; {who} holds {hand}"
        ),
        "lacks": LACKS,
    }),
    "build.assistant": Why(f"{BUILD}, Assistant Token", mark("{who} has no assistant token to pay with")),
    "build.neutral": Why("rulebook: Region Board", NEUTRAL_SITE),
    "demolish.tile": Why("rulebook: Demolition", _no_tile),
    "convert.once": Why(CONVERSION, mark("{who} has converted a follower in this turn already")),
    "convert.card": Why(CONVERSION, {
        "own": mark("{who} cannot convert {who}'s own followers"),
        "none": mark("{who} has no {colour} follower; {followers} are there"),
    }),
    "feast.followers": Why(FEAST, mark("a feast needs {needed} {colour} followers; {who} has {have}")),
    "feast.ability": Why(FEAST, {
        "otherwise": _otherwise,
        "empty": EMPTY,
        "row": NOT_OPEN,
        "follower": mark("{who} has no {colour} follower left; {followers} are there"),
        "two": mark("{who} has an assistant token already; a player may have only one"),
        "there": mark("the marker is in the {colour} region already"),
        "tile": _no_tile,
        "same": mark("the tile lies on {place} already; choose another site"),
        "neutral": NEUTRAL_SITE,
        "taken": TAKEN,
        "room": _no_room,
        "two sites": mark("a swap takes two tiles on different sites, each to the other's site"),
    }),
    "recruit.count": Why("rulebook: Recruitment", mark("{who} recruits {number}; at least 1 card is needed")),
    "migrate.empty": Why("rulebook: Migration", EMPTY),
    "pass.can-act": Why(
        "rulebook: Perform five Actions", mark("{who} can still act; pass only if no action is possible")
    ),
    "discard.count": Why("rulebook: Discard", mark("{who} holds {cards} and discards {excess}; {given} is {number}")),
    "phase": Why("rulebook: A Turn", {
        "several": mark("{players} play; only a solo game has an opponent's card"),
        "opponent": mark("{who}'s turn begins with the opponent's new follower; {wanted}"),
        "draw": mark_many("{who} draws {n} more card first; {wanted}", "{who} draws {n} more cards first; {wanted}"),
        "act": mark_many("{who} has {n} action left; {wanted}", "{who} has {n} actions left; {wanted}"),
        "discard": mark("{who} holds {cards} and discards down to {limit} first; {wanted}"),
    }),
    "game.over": Why("rulebook: End of Game", mark("the game is over")),
    "leave.gone": Why("what the table decides", mark("{who} has left already")),
    "travel.pointless": Why("", mark("the marker is in {colour} already; the card is wasted")),
    "build.prevents": Why("", mark("tiles on {place} prevent the end until they are gone")),
    "demolish.complete": Why("", mark("the temple in {colour} was complete before tile {tile} went")),
    "demolition": Why("", mark("{temple} cannot become {goal} in {colour} without a demolition")),
    "starved": Why("", mark("too few tiles are left for {goals} until some come back to stock")),
    "build.cards": Why("", mark_many(
        "{n} {colour} card goes from the hand to the followers",
        "{n} {colour} cards go from the hand to the followers",
    )),
    "build.paid": Why("", mark("the assistant token goes back to its region")),
    "build.stocked": Why("", mark_many("{tiles} goes back to the stock", "{tiles} go back to the stock")),
    "old follower": Why("", mark("the old follower, {colour}, goes to the discards")),
    "token": Why("", mark("turn token {token} of {last} is laid")),
    "feast.paid": Why("", mark_many(
        "{n} {colour} follower goes to the discards", "{n} {colour} followers go to the discards"
    )),
    "shuffled": Why("", mark_many(
        "the deck is empty: shuffle the {n} discard into a new one",
        "the deck is empty: shuffle the {n} discards into a new one",
    )),
    "feast.drawn": Why("", mark_many(
        "{n} card goes from the deck to the hand", "{n} cards go from the deck to the hand"
    )),
    "feast.assistant": Why("", mark("an assistant token is taken")),
    "followers": Why("", mark_many(
        "{n} {colour} follower over {limit} goes to the discards",
        "{n} {colour} followers over {limit} go to the discards",
    )),
})  # fmt: skip
