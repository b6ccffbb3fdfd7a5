"""The kinds of move, how each is typed, and what is filled in where it is not."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from companion.contract.codecs import SeatName, Unclear
from companion.contract.judges import STRICT, Forbidden, Noting
from companion.contract.rules import says
from companion.games.atlantis import texts
from companion.games.atlantis.cards import bought
from companion.games.atlantis.payment import cheapest
from companion.games.atlantis.state import MAINLAND, State, Tile, Tiles, cards_text, gaps
from companion.games.atlantis.texts import Paid
from companion.games.atlantis.walking import lay, walk
from specs.base.languages import either, say

NOTHING_PAID = Paid((), 0)
Buys = Annotated[Tiles, texts.BOUGHT]


@says(
    "[buy {buys};] [figure] [{figure}[:]]{cards} [bridge {bridge}] [pay {paid}] [reveal {reveal}]"
    " [to {to}] [take {take}] [draw {draw}]",
    tells=("reveal",),
)
class Walk(NamedTuple):
    """A figure's turn. `cards` are letters in the order played; `reveal` is the tile that came to light; 0 is none.
    What the table did is told where it may differ from what the rules say: `to` the space the figure was put on, `take`
    the space whose tile was taken (0 for none), `draw` how many cards were drawn."""

    buys: Buys = ()
    figure: Annotated[int, texts.FIGURE] = 0
    cards: Annotated[str, texts.PLAYED] = ""
    bridge: Annotated[int, texts.BRIDGE] = 0
    paid: Annotated[Paid | None, texts.PAID] = None
    reveal: Tile = 0
    to: Annotated[int | None, texts.PLACE] = None
    take: Annotated[int | None, texts.TAKEN] = None
    draw: Annotated[int | None, texts.DRAWN] = None

    def filled(self, state: State, seat: int | None, rules: Any) -> Walk:
        """The figure where one alone can go so, and the cheapest payment."""
        move = self._replace(buys=tuple(sorted(self.buys))) if len(self.buys) > 1 else self
        move = move if move.figure else move._replace(figure=move._goes(state, rules))
        if move.paid is not None and move.paid != NOTHING_PAID:
            return move
        cheap = default_payment(state, move)
        return move._replace(paid=cheap if move.paid is None or cheap is None else move.paid)

    def _goes(self, state: State, rules: Any) -> int:
        """Which figure goes, where only the cards were typed; of those that stand together, any."""
        own = state.path.figures[state.turn * 3 : state.turn * 3 + 3]
        here = [figure for figure, space in enumerate(own, start=1) if space != MAINLAND]
        tried = Walk(self.buys, 0, self.cards)
        able = [figure for figure in here if _legal(state, tried._replace(figure=figure), rules)] or here
        if len({own[figure - 1] for figure in able}) == 1:
            return able[0]
        which = either([f"{figure}:{self.cards}" for figure in able])
        raise Unclear("cards", say("'{letters}' without a figure", letters=self.cards), which)


@says("[buy {buys};] stuck [{hand}] [draw {draw}]")
class Stuck(NamedTuple):
    """No figure can move: the hand is shown (letters in item order), after an optional purchase."""

    buys: Buys = ()
    hand: Annotated[str | None, texts.SHOWN] = None
    draw: Annotated[int | None, texts.DRAWN] = None

    def filled(self, state: State, seat: int | None, rules: Any) -> Stuck:
        """The hand, where it is known."""
        move = self._replace(buys=tuple(sorted(self.buys))) if len(self.buys) > 1 else self
        if self.hand is not None:
            return move
        after = bought(state, self.buys)
        if after is None or after[0][0]:
            raise Unclear("", say("nothing"), say("the hand shown, such as stuck FFOHH"), unseen=after is not None)
        return move._replace(hand=cards_text(after[0]))


@says("reveal {space} {tile}", told=True)
class Reveal(NamedTuple):
    """The unseen top of a space is told."""

    space: Annotated[int, texts.SPACE]
    tile: Tile


@says("hand {player} {cards}", told=True)
class Counted(NamedTuple):
    """A player's hand as it was counted at the table."""

    player: SeatName
    cards: Annotated[int, texts.COUNTED]


Move = Walk | Stuck | Reveal | Counted


def default_payment(state: State, move: Walk) -> Paid | None:
    """The cheapest payment of a turn; None where it owes nothing, cannot pay, or breaks another rule."""
    tops, _, bridges, figures = state.path
    start = figures[state.turn * 3 + move.figure - 1]
    after = bought(state, move.buys)
    if state.over or start == MAINLAND or after is None:
        return None
    hand, tiles, *_ = after
    try:
        to = walk(state, start, move.cards, Noting())
        to = to if move.to is None else move.to
        bridges = lay(state, move.bridge, Noting()) if move.bridge else bridges
    except Forbidden:
        return None
    crossed = [gap for gap in gaps(tops, bridges, start, to) if not gap.bridged]
    if not all(gap.price for gap in crossed):
        return None
    payment = cheapest(tiles, max(0, sum(hand) - len(move.cards)), sum(gap.price for gap in crossed))
    return Paid(*payment) if payment and payment != ((), 0) else None


def _legal(state: State, move: Walk, rules: Any) -> bool:
    try:
        rules.play(state, state.turn, move._replace(paid=default_payment(state, move)), STRICT)
    except Forbidden:
        return False
    return True
