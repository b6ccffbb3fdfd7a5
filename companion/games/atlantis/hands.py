"""Hands, deck and discards: what is known of them, and what cannot be.

A hand's counts are cards it surely holds, and so many more that nobody has seen. Where the seed gives
the deck, every card has its letter and nothing is unseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.contract import Card, SyntaxFault
from companion.games.atlantis.ruling import refusal
from companion.games.atlantis.state import COPIES, ITEMS, LETTERS, NAMES, NO_CARDS, Cards, State, cards_text, count
from specs.base.languages import Said, say, say_many, word

if TYPE_CHECKING:
    from specs.model.document import Document

APART = ""


def known(state: State, player: int) -> str:
    """A player's hand, its known cards by letter and a `?` for each other."""
    return cards_text(state.hands[player])


def places(state: State, player: int) -> Sequence[str]:
    """Cards have no place: a turn says what is done with them by what it leads to."""
    return ()


def assume(state: State, hand: str, player: int | None = None) -> State:
    """The position with a hand as told, that of the player to move unless named. Raises SyntaxFault, IllegalMove."""
    letters = "".join(hand.split()).upper()
    if not is_cards(letters) and letters:
        raise SyntaxFault(f"'{hand}'", say("a hand, letters of F O H A R S C"))
    me, table = state.turn if player is None else player, state.table
    held, name = state.hands[me], table.names[me]
    if len(letters) != sum(held):
        message = say("{who} holds {cards}; {told} told", who=name, cards=cards(sum(held)), told=len(letters))
        raise refusal("stuck.hand", message)
    why = shown(held, letters, NO_CARDS if table.dealt else pool(state.discards, state.hands))
    if why is not None:
        raise refusal("card.unavailable", why)
    return state._replace(hands=(*state.hands[:me], count(letters), *state.hands[me + 1 :]))


def kinds(document: Document) -> Sequence[Card]:
    """The seven items, as their movement cards look."""
    looks = {str(piece.row["letter"]): piece for piece in document.pieces["cards"]}
    return [Card(letter, word(NAMES[ITEMS[letter]]), looks.get(letter)) for letter in LETTERS[1:]]


def pool(discards: Cards, hands: Sequence[Cards]) -> Cards:
    """How many cards of each item may still be among the unseen ones: no item has a 16th."""
    return (0, *(COPIES - sum(column) for column in list(zip(discards, *hands, strict=True))[1:]))


def spend(hand: Cards, letters: str, left: Cards, name: str) -> Cards | Said:
    """The hand without the cards, or why it cannot hold them. `left` is what `pool` says."""
    counts, unseen = list(hand), list(left)
    for letter in letters:
        item = ITEMS[letter]
        if counts[item]:
            counts[item] -= 1
        elif counts[0] and unseen[item] > 0:
            counts[0] -= 1
            unseen[item] -= 1
        else:
            return _lacks(hand, letters, item, left[item], name)
    return tuple(counts)


def _lacks(hand: Cards, letters: str, item: int, left: int, name: str) -> Said:
    if len(letters) > sum(hand):
        return say_many(
            "{who} holds {cards}; {letters} is {n}", "{who} holds {cards}; {letters} are {n}",
            len(letters), who=name, cards=cards(sum(hand)), letters=letters,
        )  # fmt: skip
    needed = letters.count(LETTERS[item])
    if hand[0] and needed - hand[item] > left:
        return say(
            "{seen} of the {all} {item} cards have been seen; {who} cannot have {more} more",
            seen=COPIES - left, all=COPIES, item=word(NAMES[item], "with"), who=name, more=needed - hand[item],
        )  # fmt: skip
    return say(
        "{who}'s hand is {hand}; {letters} needs {cards}",
        who=name, hand=cards_text(hand), letters=letters, cards=cards(needed, item),
    )  # fmt: skip


def give(hand: Cards, coins: int, dealt: bool) -> tuple[Cards, Cards]:
    """The hand without `coins` cards nobody named, and the cards given.

    Of a hand known from the seed go those it has most of, at a tie the first in the order F O H A R S C. Else it
    may be any of them: what surely remains is counted, the rest is unseen.
    """
    if not coins:
        return hand, NO_CARDS
    if not dealt:
        known = [max(0, n - coins) for n in hand[1:]]
        return (sum(hand) - coins - sum(known), *known), (coins, *NO_CARDS[1:])
    counts, given = list(hand), list(NO_CARDS)
    for _ in range(coins):
        item = counts.index(max(counts))
        counts[item] -= 1
        given[item] += 1
    return tuple(counts), tuple(given)


def draw(deck: str, discards: Cards, shuffles: int, seed: int | None, number: int) -> tuple[str, str, Cards, int]:
    """(cards drawn, deck, discards, shuffles). An empty deck is made anew from the discards when a card is wanted."""
    if number <= len(deck):
        return deck[:number], deck[number:], discards, shuffles
    drawn = deck
    deck = reshuffled(discards, seed, shuffles + 1) if seed is not None else "?" * sum(discards)
    if not deck:
        return drawn, deck, discards, shuffles
    number -= len(drawn)
    return drawn + deck[:number], deck[number:], NO_CARDS, shuffles + 1


def reshuffled(discards: Cards, seed: int, shuffles: int) -> str:
    """The discards, in the order F O H A R S C, shuffled as `specs.deal` does with `Random(seed * 1000 + shuffles)`."""
    from random import Random

    from specs.expand.deal import shuffle

    return "".join(shuffle(cards_text(discards), Random(seed * 1000 + shuffles)))


def shown(hand: Cards, letters: str, left: Cards) -> Said | None:
    """Why a hand shown as `letters` cannot be this hand of the same size; None if it can."""
    counts = count(letters)
    for item in range(1, 8):
        if counts[item] < hand[item]:
            must = cards(hand[item], item)
            if not counts[item]:
                return say("{cards} must be in the hand; {letters} shows none", cards=must, letters=letters)
            return say(
                "{cards} must be in the hand; {letters} shows {shown}", cards=must, letters=letters, shown=counts[item]
            )
    for item in range(1, 8):
        most = hand[item] + min(hand[0], left[item])
        if counts[item] > most:
            return say(
                "{cards} at most can be in the hand; {letters} shows {shown}",
                cards=cards(most, item), letters=letters, shown=counts[item],
            )  # fmt: skip
    return None


def possible(hand: Cards, left: Cards) -> str:
    """The hand, its unseen cards taken to be the first items of which enough may be unseen."""
    letters, unseen = cards_text((0, *hand[1:])), hand[0]
    for item in range(1, 8):
        number = min(unseen, left[item]) if unseen else 0
        letters, unseen = letters + LETTERS[item] * number, unseen - number
    return ordered(letters)


def cards(number: int, item: int = 0) -> Said:
    """So many cards, of an item where one is given."""
    if not item:
        return say_many("{n} card", "{n} cards", number) if number else say("no cards")
    kind = word(NAMES[item], "with")
    return (
        say_many("{n} {item} card", "{n} {item} cards", number, item=kind)
        if number
        else say("no {item} cards", item=kind)
    )


def ordered(letters: str) -> str:
    """Letters in the order F O H A R S C."""
    return "".join(sorted(letters, key=LETTERS.index))


def is_cards(text: str) -> bool:
    return bool(text) and all(letter in ITEMS and letter != "?" for letter in text)
