"""The sentences of Atlantis: why a turn is refused, by the rule's id, and the words for things on the table.

If one rule has several sentences, the fact `why` chooses.
"""

from collections.abc import Sequence
from typing import Final

from companion.contract.sentences import Sentence, Text, Why, in_words
from companion.games.atlantis.texts import NAMES, card_count, place_said
from specs.base.languages import Said, listed, mark, mark_many, say, word

__all__ = ["TEXT"]

MOVE = "rulebook: Play a Card and Move your Figure Forward"
NOTE = f"{MOVE}, Note"
WATER, BRIDGE = (f"rulebook: Crossing Water Tiles {how} a Bridge" for how in ("Without", "With"))
BUYING = "rulebook: Buying Cards"
END = "rulebook: Final Movement and Ending the Game"
KNOWN = "what the referee knows"
NO_SPACE: Final = mark("there is no space {space}; the path has 1 to 53")
HELD: Final[dict[str, Sentence]] = {
    "size": mark_many("{who} holds {cards}; {letters} is {n}", "{who} holds {cards}; {letters} are {n}"),
    "seen": mark("{seen} of the {all} {item} cards have been seen; {who} cannot have {more} more"),
    "hand": mark("{who}'s hand is {hand}; {letters} needs {cards}"),
    "none": mark("{cards} must be in the hand; {letters} shows none"),
    "must": mark("{cards} must be in the hand; {letters} shows {shown}"),
    "most": mark("{cards} at most can be in the hand; {letters} shows {shown}"),
}


def _prices(prices: Sequence[tuple[str, int]]) -> Said:
    """Say what some gaps cost, each by the tile before it."""
    owed = sum(price for _, price in prices)
    if len(prices) == 1:
        return say("the gap after {tile} costs {price}", tile=prices[0][0], price=owed)
    tiles, each = listed([tile for tile, _ in prices]), " + ".join(str(price) for _, price in prices)
    return say("the gaps after {tiles} cost {prices} = {sum}", tiles=tiles, prices=each, sum=owed)


WORDS: Final = {
    "cards": lambda cards: card_count(*cards),
    "left": card_count,
    "item": lambda item: word(NAMES[item], "with"),
    "kind": lambda item: word(NAMES[item]),
    "owns": lambda tiles: tiles or say("no tiles"),
    "gaps": _prices,
    "right": lambda place: place_said(*place),
    "put": lambda place: place_said(*place),
}

TEXT: Final[Text] = in_words(WORDS, {
    "figure.home": Why("rulebook: Select a Figure", mark("{who}'s figure {figure} is on the mainland already")),
    "card.unavailable": Why(MOVE, HELD),
    "walk.occupied": Why(MOVE, mark(
        "{letters} leads to space {space} ({tile}), where {whom}'s figure {figure} stands; play another card"
    )),
    "walk.ended": Why(NOTE, {
        "mainland": mark("the figure reaches the mainland and stops; {letters} cannot follow"),
        "space": mark("the walk ends at space {space} ({tile}), which is free; {letters} cannot follow"),
    }),
    "gap.unpaid": Why(WATER, {
        "has": mark("{gaps}; {who} has {sum}"),
        "pays": mark("{gaps}; {who} pays {sum}"),
    }),
    "pay.tile": Why(WATER, {
        "lacks": mark("{who} cannot pay {tiles}; {who} has {owns}"),
        "early": mark("{who} gets {tile} this turn and cannot pay with it yet"),
    }),
    "pay.cards": Why(WATER, HELD | {"left": mark("{who} cannot pay {cards}; {left} left after {letters}")}),
    "bridge.spent": Why(BRIDGE, mark("{who} has laid the bridge already")),
    "bridge.place": Why(BRIDGE, {
        "nowhere": NO_SPACE,
        "land": mark("space {space} ({tile}) is no water; a bridge goes over a gap"),
        "end": mark("the water on space {space} is at an end of the path and no gap"),
        "bridged": mark("the gap after {tile} has a bridge already"),
    }),
    "buy.tile": Why(BUYING, mark("{who} cannot give up {tiles}; {who} has {owns}")),
    "buy.limit": Why(BUYING, mark_many(
        "{n} tile a turn may buy cards; {who} gives up {given}",
        "{n} tiles a turn may buy cards; {who} gives up {given}",
    )),
    "buy.nothing": Why(BUYING, mark("{tiles} buys nothing: half of 1, rounded down, is 0 cards")),
    "stuck.can-move": Why(NOTE, {
        "bridge": mark("{who} is not stuck: figure {figure} can go with {letters} and the bridge"),
        "cards": mark("{who} is not stuck: figure {figure} can go with {letters}"),
    }),
    "stuck.hand": Why(NOTE, mark("{who} holds {cards}; {shown} shown")),
    "reveal.needed": Why(KNOWN, {
        "shows": mark(
            "the tile on space {space} may or may not show {letter} ({kind}); enter 'reveal {space} TILE' first"
        ),
        "price": mark(
            "the price of the gap after {tile} depends on the tile on space {space}; enter 'reveal {space} TILE' first"
        ),
        "takes": mark(
            "{who} takes the tile on space {space}, which is not known yet; enter 'reveal {space} TILE' first"
        ),
        "taken": mark(
            "the game ends, and the gap beside space {space} must be priced; add 'reveal TILE' to the turn"
        ),
        "end": mark(
            "the game ends, and the gap beside space {space} must be priced; enter 'reveal {space} TILE' first"
        ),
        "settle": mark("the gap beside space {space} must be priced to settle; enter 'reveal {space} TILE' first"),
        "stuck": mark("{who} may be able to move by the tile on space {space}; enter 'reveal {space} TILE' first"),
    }),
    "reveal.impossible": Why(KNOWN, {
        "nowhere": NO_SPACE,
        "none": mark("no tile was uncovered; {tile} cannot be"),
        "water": mark("space {space} is water; {tile} cannot be"),
        "top": mark("space {space} shows {top}; {tile} cannot be"),
        "left": mark("space {space} cannot show {tile}: no {tile} of set {set} is left unseen"),
    }),
    "game.over": Why(END, mark("the game is over: a third figure has reached the mainland")),
    "leave.gone": Why("what the table decides", mark("{who} has left already")),
    "slip.to": Why(MOVE, {
        "nowhere": NO_SPACE,
        "water": mark("space {space} is water; a figure stands on a tile"),
        "other": mark("{letters} leads {who}'s figure {figure} elsewhere: {right}, not {put}"),
    }),
    "slip.take": Why("rules of a turn: take a tile", {
        "empty": mark("there is no tile on space {space} to take"),
        "figure": mark("a figure stands on space {space}; its tile stays"),
        "none": mark("{who} takes no tile, not {other} on space {there}"),
        "nothing": mark("the tile {who} takes is {tile} on space {space}, not none"),
        "other": mark("the tile {who} takes is {tile} on space {space}, not {other} on space {there}"),
    }),
    "slip.draw": Why("rules of a turn: draw cards", {
        "left": mark("{left} can be drawn; {drawn} were entered"),
        "none": mark("{who} draws {cards} this turn, not none"),
        "other": mark("{who} draws {cards} this turn, not {drawn}"),
    }),
    "hand.count": Why(KNOWN, {
        "seed": mark("{who} holds {cards} by the seed; {counted} counted"),
        "deck": mark("{who} holds {cards} and there are {left} in the deck; {counted} counted"),
    }),
})  # fmt: skip
