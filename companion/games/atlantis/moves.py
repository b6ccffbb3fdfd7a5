"""A figure's way: where the cards lead, where a bridge may lie, common slips at the table; and how each move
is typed."""

from typing import Annotated, Any

from companion.contract.codecs import SeatName, Unclear
from companion.contract.judges import Forbidden, Noting, legal
from companion.contract.rules import Judge, says
from companion.games.atlantis import texts
from companion.games.atlantis.cards import NOTHING_PAID, bought, cheapest
from companion.games.atlantis.state import ITEM_OF, Gap, State, Tile, Tiles, behind, gaps
from companion.games.atlantis.texts import ATLANTIS, ITEMS, LETTERS, MAINLAND, SPACES, UNKNOWN, Paid, tile_text
from specs.base.languages import either, say
from specs.base.named import NamedTuple

_UNSEEN_ITEM = UNKNOWN >> 3


def walk(state: State, start: int, letters: str, judge: Judge) -> int:
    """Return where the cards lead (rulebook: Play a Card and Move your Figure Forward)."""
    tops, figures = state.path.tops, state.path.figures
    items, position = tops.translate(ITEM_OF), start
    for n, letter in enumerate(letters):
        if n and (position not in figures or position == MAINLAND):
            why = "mainland" if position == MAINLAND else "space"
            judge.refuse("walk.ended", why=why, space=position, tile=shows(tops, position), letters=letters[n:])
            if position == MAINLAND:
                break
        position = ahead(items, position, ITEMS[letter], judge)
    if position in figures and ATLANTIS < position < MAINLAND:
        holder = figures.index(position)
        judge.refuse(
            "walk.occupied", letters=letters, space=position, tile=shows(tops, position),
            whom=holder // 3, figure=holder % 3 + 1,
        )  # fmt: skip
    return position


def shows(tops: bytes, space: int) -> str:
    """Return the tile on top of a space; empty at the ends."""
    return tile_text(tops[space]) if ATLANTIS < space < MAINLAND else ""


def ahead(items: bytes, position: int, item: int, judge: Judge) -> int:
    """Return the next space ahead whose top shows the item, else the mainland; an unseen top before that must be
    revealed."""
    found = items.find(item, position + 1)
    unseen = items.find(_UNSEEN_ITEM, position + 1)
    if unseen > 0 and (found < 0 or unseen < found):
        judge.needs("reveal.needed", why="shows", space=unseen, letter=LETTERS[item], kind=item)
    return found if found > 0 else MAINLAND


def lay(state: State, space: int, judge: Judge) -> int:
    """Return the bridges with one more (rulebook: Crossing Water Tiles With a Bridge)."""
    tops, bridges = state.path.tops, state.path.bridges
    if not state.unlaid[state.turn]:
        judge.cannot("bridge.spent", who=state.turn)
    if not 1 <= space <= SPACES:
        judge.cannot("bridge.place", why="nowhere", space=space)
    if tops[space]:
        judge.cannot("bridge.place", why="land", space=space, tile=tile_text(tops[space]))
    gap = next((gap for gap in gaps(tops, bridges) if gap.start <= space < gap.end), None)
    if gap is None:
        judge.cannot("bridge.place", why="end", space=space)
    if gap.bridged:
        judge.refuse("bridge.place", why="bridged", tile=tile_text(tops[gap.start - 1]))
    return bridges | 1 << space


def debt(state: State, bridges: int, start: int, to: int, judge: Judge) -> tuple[int, list[Gap]]:
    """Return what a walk owes, and the gaps that it crosses without a bridge."""
    tops, due = state.path.tops, 0
    crossed = [gap for gap in gaps(tops, bridges, start, to) if not gap[3]]
    for gap in crossed:
        if not gap[2]:
            space = gap.end if tops[gap.end] == UNKNOWN else gap.start - 1
            judge.needs("reveal.needed", why="price", tile=tile_text(tops[gap.start - 1]), space=space)
        due += gap[2]
    return due, crossed


def placed(state: State, index: int, right: int, put: int, letters: str, judge: Judge) -> int:
    """Return where a figure was put; `right` is where its cards lead."""
    if put == right:
        return put
    tops, _, bridges, figures = state.path
    if not ATLANTIS <= put <= MAINLAND:
        judge.cannot("slip.to", why="nowhere", space=put)
    if not tops[put]:
        judge.cannot("slip.to", why="water", space=put)
    start = figures[index]

    def worth(to: int) -> int:
        moved = (*figures[:index], to, *figures[index + 1 :])
        owed = sum(gap.price for gap in gaps(tops, bridges, start, to) if not gap.bridged)
        return (tops[behind(tops, moved, to)] & 7 if to else 0) - owed

    places = {"right": (right, shows(tops, right)), "put": (put, shows(tops, put))}
    who, figure = index // 3, index % 3 + 1
    judge.refuse("slip.to", worth(put) - worth(right), why="other", letters=letters, who=who, figure=figure, **places)
    return put


def took(state: State, figures: tuple[int, ...], right: int, taken: int, judge: Judge) -> int:
    """Return the space whose tile was taken; `right` is the one by the rules; 0 for none."""
    if taken == right:
        return taken
    tops = state.path.tops
    if not 0 <= taken <= SPACES or (taken and not tops[taken]):
        judge.cannot("slip.take", why="empty", space=taken)
    if taken and taken in figures:
        judge.cannot("slip.take", why="figure", space=taken)
    why = "none" if not right else "other" if taken else "nothing"
    tile, other = (tile_text(tops[space]) if space else "" for space in (right, taken))
    worth = (tops[taken] & 7 if taken else 0) - (tops[right] & 7 if right else 0)
    judge.refuse("slip.take", worth, why=why, who=state.turn, tile=tile, space=right, other=other, there=taken)
    return taken


# ---- kinds of move --------------------------------------------------------------------------------


Buys = Annotated[Tiles, texts.BOUGHT]


@says(
    "[buy {buys};] [figure] [{figure}[:]]{cards} [bridge {bridge}] [pay {paid}] [reveal {reveal}]"
    " [to {to}] [take {take}] [draw {draw}]",
    tells=("reveal",),
)
class Walk(NamedTuple):
    """A figure's turn. `cards` are letters in the order played; `reveal` is the tile that was revealed; 0 is none. If
    the table did something else than the rules say: `to` is the space the figure was put on, `take` the space whose
    tile was taken (0 for none), `draw` how many cards were drawn."""

    buys: Buys = ()
    figure: Annotated[int, texts.FIGURE] = 0
    cards: Annotated[str, texts.PLAYED] = ""
    bridge: Annotated[int, texts.BRIDGE] = 0
    paid: Annotated[Paid | None, texts.PAID] = None
    reveal: Tile = 0
    to: Annotated[int | None, texts.PLACE] = None
    take: Annotated[int | None, texts.TAKEN] = None
    draw: Annotated[int | None, texts.DRAWN] = None

    def filled(self, state: State, seat: int | None, rules: Any) -> "Walk":
        """Fill in the figure if only one can go so, and the cheapest payment."""
        move = self._replace(buys=tuple(sorted(self.buys))) if len(self.buys) > 1 else self
        move = move if move.figure else move._replace(figure=move._goes(state, rules))
        if move.paid is not None and move.paid != NOTHING_PAID:
            return move
        cheap = default_payment(state, move)
        return move._replace(paid=cheap if move.paid is None or cheap is None else move.paid)

    def _goes(self, state: State, rules: Any) -> int:
        """Return which figure goes if only the cards were typed; of those that stand together, any."""
        own = state.path.figures[state.turn * 3 : state.turn * 3 + 3]
        here = [figure for figure, space in enumerate(own, start=1) if space != MAINLAND]
        tried = [Walk(self.buys, figure, self.cards) for figure in here]
        paying = [move._replace(paid=default_payment(state, move)) for move in tried]
        able = [move.figure for move in paying if legal(rules, state, state.turn, move)] or here
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

    def filled(self, state: State, seat: int | None, rules: Any) -> "Stuck":
        """Fill in the hand, if it is known."""
        move = self._replace(buys=tuple(sorted(self.buys))) if len(self.buys) > 1 else self
        if self.hand is not None:
            return move
        after = bought(state, self.buys)
        if after is None or after[0][0]:
            raise Unclear("", say("nothing"), say("the hand shown, such as stuck FFOHH"), unseen=after is not None)
        return move._replace(hand=texts.cards_text(after[0]))


@says("reveal {space} {tile}", corrects=True)
class Reveal(NamedTuple):
    """The unseen top of a space, now revealed."""

    space: Annotated[int, texts.SPACE]
    tile: Tile


@says("hand {player} {cards}", corrects=True)
class Counted(NamedTuple):
    """A player's hand as it was counted at the table."""

    player: SeatName
    cards: Annotated[int, texts.COUNTED]


Move = Walk | Stuck | Reveal | Counted


def crossed(state: State, move: Walk) -> list[Gap]:
    """Return the gaps that a walk crosses without a bridge, whatever rules it breaks. Raises Forbidden for the
    impossible."""
    tops, _, bridges, figures = state.path
    start = figures[state.turn * 3 + move.figure - 1]
    to = walk(state, start, move.cards, Noting())
    bridges = lay(state, move.bridge, Noting()) if move.bridge else bridges
    return [gap for gap in gaps(tops, bridges, start, to if move.to is None else move.to) if not gap.bridged]


def default_payment(state: State, move: Walk) -> Paid | None:
    """Return the cheapest payment of a turn; None if it owes 0, cannot be paid, or breaks another rule."""
    after = bought(state, move.buys)
    if state.over or state.path.figures[state.turn * 3 + move.figure - 1] == MAINLAND or after is None:
        return None
    hand, tiles, *_ = after
    try:
        owed = crossed(state, move)
    except Forbidden:
        return None
    if not all(gap.price for gap in owed):
        return None
    payment = cheapest(tiles, max(0, sum(hand) - len(move.cards)), sum(gap.price for gap in owed))
    return payment if payment != NOTHING_PAID else None
