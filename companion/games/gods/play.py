"""A position while an action is carried out: cards change hands, the deck is made anew, turns follow each other."""

from __future__ import annotations

from companion.games.gods.state import (
    ACT,
    ACTIONS,
    COLOURS,
    DISCARD,
    DRAW,
    DRAWS,
    FOLLOWER_LIMIT,
    HAND_LIMIT,
    INDEX,
    LETTERS,
    NO_CARD,
    NO_CARDS,
    OPPONENT,
    OVER,
    SOLO_TURNS,
    Cards,
    State,
    Table,
    Temple,
    card_words,
    hue,
    letters,
    plus,
    refusal,
)
from companion.ruling import Ruling
from companion.seating import following
from specs.base.languages import Said, say

STRICT = Ruling(refusal, lenient=False)  # notes nothing, so one serves all


class Play:
    """The fields of a `State`, those by player as lists. `frozen` is the position it has come to."""

    __slots__ = (
        "area",
        "assistants",
        "converted",
        "deck",
        "discards",
        "followers",
        "hands",
        "left",
        "marker",
        "me",
        "phase",
        "ruling",
        "shown",
        "shuffles",
        "sites",
        "solo_turns",
        "stock",
        "table",
        "winner",
    )

    def __init__(self, state: State, ruling: Ruling) -> None:
        self.ruling = ruling
        (
            self.table,
            hands,
            shown,
            followers,
            sites,
            stock,
            assistants,
            self.marker,
            self.area,
            self.deck,
            self.discards,
            self.shuffles,
            self.me,
            self.phase,
            self.left,
            self.converted,
            self.solo_turns,
            self.winner,
        ) = state
        self.hands, self.shown, self.followers = list(hands), list(shown), list(followers)
        self.sites, self.stock, self.assistants = list(sites), list(stock), list(assistants)

    def frozen(self) -> State:
        return State(
            table=self.table,
            hands=tuple(self.hands),
            shown=tuple(self.shown),
            followers=tuple(self.followers),
            sites=tuple(self.sites),
            stock=tuple(self.stock),
            assistants=tuple(self.assistants),
            marker=self.marker,
            area=self.area,
            deck=self.deck,
            discards=self.discards,
            shuffles=self.shuffles,
            turn=self.me,
            phase=self.phase,
            left=self.left,
            converted=self.converted,
            solo_turns=self.solo_turns,
            winner=self.winner,
        )

    @property
    def name(self) -> str:
        return self.table.names[self.me]

    # ---- cards -----------------------------------------------------------------------------------

    def unseen(self, colour: int) -> int:
        """How many cards of a colour may lie in the deck or among a hand's unseen cards."""
        return (
            self.table.copies
            - self.area[colour]
            - self.discards[colour]
            - sum([cards[colour] for cards in self.followers])
            - sum([cards[colour] for cards in self.hands])
        )

    def top(self) -> int:
        """The deck's next card, taken: 0 where nobody has seen it, NO_CARD where there is none.

        An empty deck is made of the discards when a card is wanted.
        """
        deck = self.deck
        if not deck:
            if self.discards == NO_CARDS:
                return NO_CARD
            self.shuffles += 1
            deck = reshuffled(self.table, self.discards, self.shuffles)
            self.discards = NO_CARDS
        self.deck = deck[1:]
        return INDEX[deck[0]]

    def draw(self) -> bool:
        """The deck's next card to the hand; False where there is none."""
        card = self.top()
        if card == NO_CARD:
            return False
        self.hands[self.me] = plus(self.hands[self.me], card)
        return True

    def told(self, card: int, *, opponent: bool = False) -> None:
        """The deck's next card is turned up as `card`, or becomes the opponent's follower; NO_CARD says that there is
        none. Raises card.impossible."""
        top = self.top()
        if top == NO_CARD != card:
            message = say("no card is left to be the opponent's follower")
            raise refusal("card.impossible", message if opponent else say("no card is left to be turned up"))
        if card == NO_CARD != top:
            message = say("there are cards, so one must be the opponent's follower")
            raise refusal("card.impossible", message if opponent else say("there are cards, so one must be turned up"))
        if top > 0 and top != card:
            known = say("the deck's next card is {colour}", colour=hue(top))
            wrong = say("{colour} cannot be the opponent's follower", colour=hue(card))
            wrong = wrong if opponent else say("{colour} cannot be turned up", colour=hue(card))
            raise refusal("card.impossible", say("{known}; {wrong}", known=known, wrong=wrong))
        if not top and self.unseen(card) < 1:
            all_seen = say("all {n} {colour} cards are accounted for", n=self.table.copies, colour=hue(card))
            wrong = say("another cannot be the opponent's follower")
            wrong = wrong if opponent else say("another cannot be turned up")
            raise refusal("card.impossible", say("{known}; {wrong}", known=all_seen, wrong=wrong))

    def take_open(self, card: int, refill: int) -> None:
        """A card of the area to the hand, the spot refilled at once."""
        me = self.me
        self.area = plus(self.area, card, -1)
        self.hands[me], self.shown[me] = plus(self.hands[me], card), plus(self.shown[me], card)
        self.told(refill)
        if refill != NO_CARD:
            self.area = plus(self.area, refill)

    def spend(self, colour: int, number: int, rule: str = "card.unavailable") -> None:
        """Cards of a colour leave the hand, the known ones first. Raises `rule` or card.impossible."""
        me = self.me
        hand = self.hands[me]
        known = hand[colour]
        extra = number - known
        if extra > 0:
            if extra > hand[0]:
                raise refusal(rule, self.lacks(colour, number))
            left = self.unseen(colour)
            if extra > left:
                message = say(
                    "{seen} of the {all} {colour} cards are accounted for; {who} cannot hold {more} more",
                    seen=self.table.copies - left, all=self.table.copies, colour=hue(colour),
                    who=self.name, more=extra,
                )  # fmt: skip
                raise refusal("card.impossible", message)
            hand = plus(hand, 0, -extra)
            self.hands[me] = plus(hand, colour, extra - number)
        else:
            self.hands[me] = plus(hand, colour, -number)
        shown = self.shown[me][colour]
        if shown:
            self.shown[me] = plus(self.shown[me], colour, -min(shown, number))

    def lacks(self, colour: int, number: int) -> Said:
        return say("{holds}; this needs {cards}", holds=self.holds(), cards=card_words(number, colour))

    def holds(self) -> Said:
        return say("{who} holds {cards}", who=self.name, cards=letters(self.hands[self.me]) or card_words(0))

    def not_open(self, card: int) -> Said:
        """That a card does not lie in the area, and what does."""
        missing = say("no {colour} card lies in the area", colour=hue(card))
        if self.area == NO_CARDS:
            return say("{missing}; nothing does", missing=missing)
        return say("{missing}; {cards} does", missing=missing, cards=letters(self.area))

    def discard(self, colour: int, number: int = 1) -> None:
        self.discards = plus(self.discards, colour, number)

    def follow(self, colour: int, number: int = 1) -> None:
        """Cards of a colour come to the follower area, or leave it."""
        self.followers[self.me] = plus(self.followers[self.me], colour, number)

    # ---- tiles -----------------------------------------------------------------------------------

    def set_temple(self, place: int, temple: Temple) -> None:
        sites = self.sites[self.me]
        self.sites[self.me] = (*sites[:place], temple, *sites[place + 1 :])

    def clear(self, player: int, place: int) -> None:
        """A player's tiles of a site go back to the stock."""
        sites, stock = self.sites[player], self.stock[player]
        for tile in sites[place]:
            stock = plus(stock, tile)
        self.sites[player], self.stock[player] = (*sites[:place], (), *sites[place + 1 :]), stock

    def stocked(self, tile: int, number: int) -> None:
        """Tiles of a level come to the stock, or leave it."""
        self.stock[self.me] = plus(self.stock[self.me], tile, number)

    # ---- the course of a turn --------------------------------------------------------------------

    def drawn(self) -> None:
        """One draw less; actions follow the last, and where nothing can be drawn."""
        self.left -= 1
        if self.left <= 0 or not self.something_to_draw():
            self.phase, self.left = ACT, ACTIONS

    def something_to_draw(self) -> bool:
        return bool(self.deck) or self.area != NO_CARDS or self.discards != NO_CARDS

    def acted(self, laid: bool) -> None:
        """One action less. It may have ended the game (rulebook: End of Game); `laid`: it put tiles on a board."""
        if (laid or self.table.any_ends) and self.sites[self.me] == self.table.targets[self.me]:
            self.end(self.me)
            return
        self.left -= 1
        if self.left <= 0:
            self.end_turn()

    def end_turn(self) -> None:
        """Excess followers go by themselves, excess hand cards are the player's choice (rulebook: Discard)."""
        me = self.me
        for colour in COLOURS:
            excess = self.followers[me][colour] - FOLLOWER_LIMIT
            if excess > 0:
                self.follow(colour, -excess)
                self.discard(colour, excess)
        self.left = 0
        if sum(self.hands[me]) > HAND_LIMIT:
            self.phase = DISCARD
        else:
            self.next_turn()

    def next_turn(self) -> None:
        table = self.table
        self.converted = False
        if table.solo:
            if self.solo_turns >= SOLO_TURNS:
                self.end(1)
                return
            self.phase, self.left = OPPONENT, 0
            if not self.deck and self.discards == NO_CARDS and self.followers[1] == NO_CARDS:
                self.solo_turns += 1  # nothing can become the opponent's follower; the token counts
                self.begin_draws()
            return
        self.me = following(self.me, table.away, len(table.names))
        self.begin_draws()

    def begin_draws(self) -> None:
        if self.something_to_draw():
            self.phase, self.left = DRAW, DRAWS
        else:
            self.phase, self.left = ACT, ACTIONS

    def end(self, winner: int) -> None:
        self.winner, self.phase, self.left = winner, OVER, 0


def reshuffled(table: Table, discards: Cards, shuffles: int) -> str:
    """The discards as the n-th new deck: unseen cards, or shuffled as `specs.deal` does with
    `Random(seed * 1000 + n)` from the order B G R Y."""
    if table.seed is None or not table.dealt:
        return "?" * sum(discards)
    from random import Random

    from specs.expand.deal import shuffle

    return "".join(
        shuffle([LETTERS[c] for c in COLOURS for _ in range(discards[c])], Random(table.seed * 1000 + shuffles))
    )


def upcoming(state: State, number: int, added: Cards = NO_CARDS) -> str:
    """The letters of the next cards of the deck, `?` where unseen, fewer where there are no more; `added` are cards
    that go to the discards first."""
    deck = state.deck
    if len(deck) < number:
        discards = tuple(map(int.__add__, state.discards, added))
        deck += reshuffled(state.table, discards, state.shuffles + 1)
    return deck[:number]


def beginning(state: State) -> State:
    """The position at the start of the first turn."""
    play = Play(state, STRICT)
    if play.table.solo:
        play.phase, play.left = OPPONENT, 0
    else:
        play.begin_draws()
    return play.frozen()
