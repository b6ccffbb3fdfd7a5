"""What Atlantis says: why a turn is refused, by the rule's id, and the words for what lies at the table.

Where one rule has several sentences, the fact `why` tells which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.contract.game import Why, by_why
from companion.games.atlantis.texts import LETTERS, MAINLAND, NAMES, SPACES, place_said
from companion.games.atlantis.texts import card_count as _cards
from specs.base.languages import Said, listed, mark, say, say_many, word

__all__ = ["TEXT"]

# ---- hands ---------------------------------------------------------------------------------------


def _size(who: str, cards: int, letters: str) -> Said:
    return say_many(
        "{who} holds {cards}; {letters} is {n}", "{who} holds {cards}; {letters} are {n}",
        len(letters), who=who, cards=_cards(cards), letters=letters,
    )  # fmt: skip


def _seen(who: str, seen: int, all: int, item: int, more: int) -> Said:
    kind = word(NAMES[item], "with")
    return say(
        "{seen} of the {all} {item} cards have been seen; {who} cannot have {more} more",
        seen=seen, all=all, item=kind, who=who, more=more,
    )  # fmt: skip


def _hand(who: str, hand: str, letters: str, cards: int, item: int) -> Said:
    needed = _cards(cards, item)
    return say("{who}'s hand is {hand}; {letters} needs {cards}", who=who, hand=hand, letters=letters, cards=needed)


def _must(who: str, cards: int, item: int, letters: str, shown: int) -> Said:
    must = _cards(cards, item)
    if not shown:
        return say("{cards} must be in the hand; {letters} shows none", cards=must, letters=letters)
    return say("{cards} must be in the hand; {letters} shows {shown}", cards=must, letters=letters, shown=shown)


def _most(who: str, cards: int, item: int, letters: str, shown: int) -> Said:
    most = _cards(cards, item)
    return say("{cards} at most can be in the hand; {letters} shows {shown}", cards=most, letters=letters, shown=shown)


def _stuck_hand(who: str, cards: int, shown: int) -> Said:
    return say("{who} holds {cards}; {shown} shown", who=who, cards=_cards(cards), shown=shown)


HELD: Final[dict[str, Callable[..., Said]]] = {
    "size": _size,
    "seen": _seen,
    "hand": _hand,
    "must": _must,
    "most": _most,
}


# ---- walks and gaps ------------------------------------------------------------------------------


def _walk_ended(space: int, tile: str, letters: str) -> Said:
    if space == MAINLAND:
        return say("the walk ends at the mainland, which is free; {letters} cannot follow", letters=letters)
    return say(
        "the walk ends at space {space} ({tile}), which is free; {letters} cannot follow",
        space=space, tile=tile, letters=letters,
    )  # fmt: skip


def _unpaid(who: str, prices: Sequence[tuple[str, int]], has: int, pays: int) -> Said:
    owed = sum(price for _, price in prices)
    if len(prices) == 1:
        cost = say("the gap after {tile} costs {price}", tile=prices[0][0], price=owed)
    else:
        cost = say(
            "the gaps after {tiles} cost {prices} = {sum}",
            tiles=listed([tile for tile, _ in prices]), prices=" + ".join(str(price) for _, price in prices), sum=owed,
        )  # fmt: skip
    if has < owed:
        return say("{price}; {who} has {points}", price=cost, who=who, points=has)
    return say("{price}; {who} pays {points}", price=cost, who=who, points=pays)


def _pay_left(who: str, coins: int, left: int, letters: str) -> Said:
    return say(
        "{who} cannot pay {cards}; {left} left after {letters}",
        who=who, cards=_cards(coins), left=_cards(left), letters=letters,
    )  # fmt: skip


def _lacks(who: str, tiles: str, owns: str) -> Said:
    return say("{who} cannot pay {tiles}; {owns}", who=who, tiles=tiles, owns=_owns(who, owns))


def _buy_tile(who: str, tiles: str, owns: str) -> Said:
    return say("{who} cannot give up {tiles}; {owns}", who=who, tiles=tiles, owns=_owns(who, owns))


def _owns(who: str, tiles: str) -> Said:
    return say("{who} has {tiles}", who=who, tiles=tiles) if tiles else say("{who} has no tiles", who=who)


def _buy_limit(who: str, n: int, given: int) -> Said:
    return say_many(
        "{n} tile a turn may buy cards; {who} gives up {given}",
        "{n} tiles a turn may buy cards; {who} gives up {given}",
        n, who=who, given=given,
    )  # fmt: skip


def _no_space(space: int) -> Said:
    return say("there is no space {space}; the path has 1 to {last}", space=space, last=SPACES)


def _can_move(who: str, figure: int, letters: str, bridge: bool) -> Said:
    if bridge:
        sentence = mark("{who} is not stuck: figure {figure} can go with {letters} and the bridge")
    else:
        sentence = mark("{who} is not stuck: figure {figure} can go with {letters}")
    return word(sentence, who=who, figure=figure, letters=letters)


# ---- what must be told first ---------------------------------------------------------------------


def _how(space: int, taken: int = 0) -> Said:
    if space == taken:
        return say("add 'reveal TILE' to the turn")
    return say("enter 'reveal {space} TILE' first", space=space)


def _shows(space: int, item: int) -> Said:
    return say(
        "the tile on space {space} may or may not show {letter} ({item}); {how}",
        space=space, letter=LETTERS[item], item=word(NAMES[item]), how=_how(space),
    )  # fmt: skip


def _price(tile: str, space: int) -> Said:
    return say(
        "the price of the gap after {tile} depends on the tile on space {space}; {how}",
        tile=tile, space=space, how=_how(space),
    )  # fmt: skip


def _takes(who: str, space: int) -> Said:
    return say(
        "{who} takes the tile on space {space}, which nobody has named; {how}", who=who, space=space, how=_how(space)
    )


def _end(space: int, taken: int) -> Said:
    how = _how(space, taken)
    return say("the game ends, and the gap beside space {space} must be priced; {how}", space=space, how=how)


def _settle(space: int) -> Said:
    return say("the gap beside space {space} must be priced to settle; {how}", space=space, how=_how(space))


def _maybe_stuck(who: str, space: int) -> Said:
    return say("{who} may be able to move by the tile on space {space}; {how}", who=who, space=space, how=_how(space))


# ---- what tables get wrong -----------------------------------------------------------------------


def _put(letters: str, who: str, figure: int, right: tuple[int, str], told: tuple[int, str]) -> Said:
    return say(
        "{letters} leads {who}'s figure {figure} elsewhere: {right}, not {told}",
        letters=letters, who=who, figure=figure, right=place_said(*right), told=place_said(*told),
    )  # fmt: skip


def _took(who: str, tile: str, space: int, told: str, there: int) -> Said:
    if not space:
        return say("{who} takes no tile, not {told} on space {there}", who=who, told=told, there=there)
    if not there:
        return say("the tile {who} takes is {tile} on space {space}, not none", who=who, tile=tile, space=space)
    return say(
        "the tile {who} takes is {tile} on space {space}, not {told} on space {there}",
        who=who, tile=tile, space=space, told=told, there=there,
    )  # fmt: skip


def _drawn(who: str, right: int, told: int) -> Said:
    if told:
        return say("{who} draws {cards} this turn, not {told}", who=who, cards=_cards(right), told=told)
    return say("{who} draws {cards} this turn, not none", who=who, cards=_cards(right))


def _too_many_drawn(left: int, told: int) -> Said:
    return say("{cards} can be drawn; {told} were told", cards=_cards(left), told=told)


def _counted(who: str, cards: int, counted: int) -> Said:
    return say("{who} holds {cards} by the seed; {counted} counted", who=who, cards=_cards(cards), counted=counted)


def _counted_deck(who: str, cards: int, left: int, counted: int) -> Said:
    return say(
        "{who} holds {cards} and there are {left} in the deck; {counted} counted",
        who=who, cards=_cards(cards), left=_cards(left), counted=counted,
    )  # fmt: skip


# ---- by rule -------------------------------------------------------------------------------------

MOVE = "rulebook: Play a Card and Move your Figure Forward"
NOTE = f"{MOVE}, Note"
WATER, BRIDGE = (f"rulebook: Crossing Water Tiles {how} a Bridge" for how in ("Without", "With"))
BUYING = "rulebook: Buying Cards"
END = "rulebook: Final Movement and Ending the Game"
KNOWN = "what the referee knows"

TEXT: Final[Mapping[str, Why]] = {
    "figure.home": Why("rulebook: Select a Figure", mark("{who}'s figure {figure} is on the mainland already")),
    "card.unavailable": Why(MOVE, by_why(**HELD)),
    "walk.occupied": Why(MOVE, mark(
        "{letters} leads to space {space} ({tile}), where {whom}'s figure {figure} stands; play another card"
    )),
    "walk.ended": Why(NOTE, _walk_ended),
    "gap.unpaid": Why(WATER, _unpaid),
    "pay.tile": Why(WATER, by_why(lacks=_lacks, early=mark("{who} gets {tile} this turn and cannot pay with it yet"))),
    "pay.cards": Why(WATER, by_why(left=_pay_left, **HELD)),
    "bridge.spent": Why(BRIDGE, mark("{who} has laid the bridge already")),
    "bridge.place": Why(BRIDGE, by_why(
        nowhere=_no_space,
        land=mark("space {space} ({tile}) is no water; a bridge goes over a gap"),
        end=mark("the water on space {space} is at an end of the path and no gap"),
        bridged=mark("the gap after {tile} has a bridge already"),
    )),
    "buy.tile": Why(BUYING, _buy_tile),
    "buy.limit": Why(BUYING, _buy_limit),
    "buy.nothing": Why(BUYING, mark("{tiles} buys nothing: half of 1, rounded down, is 0 cards")),
    "stuck.can-move": Why(NOTE, _can_move),
    "stuck.hand": Why(NOTE, _stuck_hand),
    "reveal.needed": Why(KNOWN, by_why(
        shows=_shows, price=_price, takes=_takes, end=_end, settle=_settle, stuck=_maybe_stuck
    )),
    "reveal.impossible": Why(KNOWN, by_why(
        nowhere=_no_space,
        none=mark("no tile came to light; {tile} cannot be"),
        water=mark("space {space} is water; {tile} cannot be"),
        top=mark("space {space} shows {top}; {tile} cannot be"),
        left=mark("space {space} cannot show {tile}: no {tile} of set {set} is left unseen"),
    )),
    "game.over": Why(END, mark("the game is over; no turn follows the third figure's landing")),
    "leave.gone": Why("what the table decides", mark("{who} has left already")),
    "slip.to": Why(MOVE, by_why(
        nowhere=_no_space, water=mark("space {space} is water; a figure stands on a tile"), other=_put
    )),
    "slip.take": Why("rules of a turn: take a tile", by_why(
        empty=mark("there is no tile on space {space} to take"),
        figure=mark("a figure stands on space {space}; its tile stays"),
        other=_took,
    )),
    "slip.draw": Why("rules of a turn: draw cards", by_why(left=_too_many_drawn, other=_drawn)),
    "hand.count": Why(KNOWN, by_why(seed=_counted, deck=_counted_deck)),
}  # fmt: skip
