"""A position while an action is carried out: cards change hands, the deck is made anew, turns follow each other."""

from operator import itemgetter
from typing import Any, NoReturn

from companion.contract.rules import Judge

from companion.games.gods.state import (  # isort: skip
    ACTIONS, COLOURS, DRAWS, FOLLOWER_LIMIT, HAND_LIMIT, INDEX, NO_CARD, NO_CARDS, SOLO_TURNS, Cards, Phase, Sites,
    State, Table, Temple, complete, plus, reshuffled, targets, unseen,
)  # fmt: skip
from companion.contract.values import following, put

_FIELDS = State._fields
_VALUES = itemgetter(*_FIELDS)


class Play:
    """The fields of a `State`, which change here; `frozen` is the resulting position. The judge gets breaches at the
    end, with the number of temples that the whole action completed: that is what they were worth."""

    hands: tuple[Cards, ...]
    shown: tuple[Cards, ...]
    followers: tuple[Cards, ...]
    sites: tuple[Sites, ...]
    assistants: tuple[bool, ...]
    marker: int
    row: Cards
    deck: str
    discards: Cards
    shuffles: int
    turn: int
    turns: int
    phase: Phase
    left: int
    converted: bool
    solo_turns: int
    winner: int | None
    away: tuple[bool, ...]
    table: Table

    def __init__(self, state: State, judge: Judge) -> None:
        self.__dict__ = dict(zip(_FIELDS, state))  # noqa: B905  # of one length; made for every action
        self.before, self.judge, self.broken = state, judge, list[tuple[str, dict[str, Any]]]()

    def now(self) -> State:
        return State._make(_VALUES(self.__dict__))

    def frozen(self) -> State:
        after = self.now()
        if self.broken:
            me = self.before.turn
            self._judged(len(complete(after, me)) - len(complete(self.before, me)))
        return after

    # ---- what is refused -------------------------------------------------------------------------

    def against(self, rule: str, **facts: Any) -> None:
        """Note a breach, which a table may let stand."""
        self.broken.append((rule, facts))

    def cannot(self, rule: str, **facts: Any) -> NoReturn:
        self._judged(0)
        self.judge.cannot(rule, **facts)

    def _judged(self, points: int) -> None:
        for n, (rule, facts) in enumerate(self.broken):
            self.judge.refuse(rule, points if n == 0 else 0, **facts)

    # ---- cards -----------------------------------------------------------------------------------

    def unseen(self, colour: int) -> int:
        return unseen(self, colour)  # type: ignore[arg-type]  # it has what is counted

    def top(self) -> int:
        """Take the deck's next card: 0 if it is unseen, NO_CARD if there is none. When a card is wanted from an empty
        deck, the discards become the new deck."""
        deck = self.deck
        if not deck:
            if self.discards == NO_CARDS:
                return NO_CARD
            self.shuffles += 1
            deck = reshuffled(self.table, self.discards, self.shuffles)
            self.judge.tell("shuffled", n=len(deck))
            self.discards = NO_CARDS
        self.deck = deck[1:]
        return INDEX[deck[0]]

    def draw(self) -> bool:
        """Draw the deck's next card to the hand; return false if there is none."""
        card = self.top()
        if card == NO_CARD:
            return False
        self.hold(card)
        return True

    def turn_up(self, card: int | None, opponent: str = "") -> int:
        """Turn up the deck's next card as `card`, or as the opponent's follower: NO_CARD says that there is none, None
        that the deck knows. Return which it is."""
        top = self.top()
        if card is None and self.table.dealt:
            return top
        card = NO_CARD if card is None else card
        if top == NO_CARD != card:
            self.cannot("card.impossible", why=f"none{opponent}")
        if card == NO_CARD != top:
            self.cannot("card.impossible", why=f"some{opponent}")
        if top > 0 and top != card:
            self.cannot("card.impossible", why=f"known{opponent}", top=top, card=card)
        if not top and self.unseen(card) < 1:
            self.cannot("card.impossible", why=f"all{opponent}", number=self.table.copies, card=card)
        return card

    def take_open(self, card: int, refill: int | None) -> None:
        """Take a card of the open row to the hand and refill its spot at once."""
        self.row = plus(self.row, card, -1)
        self.hold(card, shown=True)
        refill = self.turn_up(refill)
        if refill != NO_CARD:
            self.row = plus(self.row, refill)

    def hold(self, card: int, *, shown: bool = False) -> None:
        """Add a card to the hand; `shown`: everybody knows it."""
        me = self.turn
        self.hands = put(self.hands, me, plus(self.hands[me], card))
        if shown:
            self.shown = put(self.shown, me, plus(self.shown[me], card))

    def spend(self, colour: int, number: int, rule: str = "card.unavailable") -> None:
        """Take cards of a colour from the hand, the known ones first."""
        me, hand = self.turn, self.hands[self.turn]
        extra = number - hand[colour]
        if extra > 0:
            if extra > hand[0]:
                self.cannot(rule, why="lacks", who=me, hand=hand, cards=(number, colour))
            left, copies = self.unseen(colour), self.table.copies
            if extra > left:
                self.cannot(
                    "card.impossible", why="seen", seen=copies - left, all=copies, colour=colour, who=me, more=extra
                )
            hand = plus(hand, 0, -extra)
        self.hands = put(self.hands, me, plus(hand, colour, max(0, extra) - number))
        if shown := self.shown[me][colour]:
            self.shown = put(self.shown, me, plus(self.shown[me], colour, -min(shown, number)))

    def discard(self, colour: int, number: int = 1) -> None:
        self.discards = plus(self.discards, colour, number)

    def follow(self, colour: int, number: int = 1) -> None:
        """Add cards of a colour to the follower area, or take them from it."""
        self.followers = put(self.followers, self.turn, plus(self.followers[self.turn], colour, number))

    # ---- tiles -----------------------------------------------------------------------------------

    def set_temple(self, place: int, temple: Temple) -> None:
        me = self.turn
        self.sites = put(self.sites, me, put(self.sites[me], place, temple))

    # ---- the course of a turn --------------------------------------------------------------------

    def drawn(self) -> None:
        """Count one draw; actions begin after the last draw, or at once if no card is left."""
        self.left -= 1
        if self.left <= 0 or not self.something_to_draw():
            self.phase, self.left = "act", ACTIONS

    def something_to_draw(self) -> bool:
        return bool(self.deck) or self.row != NO_CARDS or self.discards != NO_CARDS

    def acted(self, *, laid: bool) -> None:
        """Count one action, which may have ended the game (rulebook: End of Game); `laid`: it put tiles on a board."""
        if (laid or self.table.end == "any-action") and self.sites[self.turn] == targets(self.table, self.turn):
            self.end(self.turn)
            return
        self.left -= 1
        if self.left <= 0:
            self.end_turn()

    def end_turn(self) -> None:
        """End the turn: excess followers are discarded automatically, excess hand cards are the player's choice
        (rulebook: Discard)."""
        me = self.turn
        for colour in COLOURS:
            excess = self.followers[me][colour] - FOLLOWER_LIMIT
            if excess > 0:
                self.follow(colour, -excess)
                self.discard(colour, excess)
                self.judge.tell("followers", n=excess, colour=colour, limit=FOLLOWER_LIMIT)
        self.left = 0
        if sum(self.hands[me]) > HAND_LIMIT:
            self.phase = "discard"
        else:
            self.next_turn()

    def next_turn(self) -> None:
        self.converted = False
        self.turns += 1
        if self.table.solo:
            if self.solo_turns >= SOLO_TURNS:
                self.end(1)
                return
            self.phase, self.left = "opponent", 0
            if not self.deck and self.discards == NO_CARDS and self.followers[1] == NO_CARDS:
                self.solo_turns += 1  # the opponent gets no follower; the token still counts
                self.begin_draws()
            return
        self.turn = following(self.turn, self.away, len(self.hands))
        self.begin_draws()

    def begin_draws(self) -> None:
        if self.something_to_draw():
            self.phase, self.left = "draw", DRAWS
        else:
            self.phase, self.left = "act", ACTIONS

    def end(self, winner: int) -> None:
        self.winner, self.phase, self.left = winner, "over", 0
