"""The rules of a turn, each check where the rulebook has it; every refusal has an id and a sentence about this table.

`outlook` finds the same turns in bulk with the same gaps and payments; tests that try every turn there could be hold
the two together.
"""

from __future__ import annotations

from companion.contract import IllegalMove
from companion.games.atlantis import hands, slips
from companion.games.atlantis.offer import Offer
from companion.games.atlantis.outlook import Outlook
from companion.games.atlantis.ruling import STRICT, refusal
from companion.games.atlantis.state import (
    ATLANTIS,
    ITEM_OF,
    ITEMS,
    LAND,
    MAINLAND,
    NAMES,
    NO_CARDS,
    NOTHING,
    SPACES,
    UNKNOWN,
    Cards,
    Counted,
    Gap,
    Move,
    Reveal,
    State,
    Stuck,
    Turn,
    add,
    behind,
    closed,
    count,
    gaps,
    put,
    set_of,
    tile_text,
    tiles_text,
    worth,
)
from companion.ruling import Ruling
from companion.seating import following


def apply(state: State, move: Move) -> State:
    """The position after a move. Raises IllegalMove."""
    return _resolve(state, move, STRICT)


def stand(state: State, move: Move) -> tuple[State, tuple[IllegalMove, ...], int]:
    """The position after a turn the table let stand, the rules it broke if any, and its worth in points.

    Raises IllegalMove for what cannot physically be: cards, tiles and bridges that are not there.
    """
    ruling = Ruling(refusal, lenient=True)
    after = _resolve(state, move, ruling)
    return after, tuple(refusal for refusal, _ in ruling.broken), sum(points for _, points in ruling.broken)


def _resolve(state: State, move: Move, ruling: Ruling) -> State:
    if isinstance(move, Reveal):
        return _reveal(state, move)
    if isinstance(move, Counted):
        return slips.counted(state, move)
    if state.over:
        raise refusal("game.over", "the game is over; no turn follows the third figure's landing")
    return _turn(state, move, ruling) if isinstance(move, Turn) else _stuck(state, move, ruling)


# ---- a figure's turn -----------------------------------------------------------------------------


def _turn(state: State, move: Turn, ruling: Ruling) -> State:
    me, table, tops, unders = state.turn, state.table, state.tops, state.unders
    name = table.names[me]
    index = me * 3 + move.figure - 1
    start = state.figures[index]
    bought, tiles, deck, discards, shuffles = buy(state, move.buys, ruling)
    if start == MAINLAND:
        raise refusal("figure.home", f"{name}'s figure {move.figure} is on the mainland already")
    pool = bought if table.dealt else hands.pool(discards, state.hands)
    hand = hands.spend(bought, move.cards, pool, name)
    if isinstance(hand, str):
        raise refusal("card.unavailable", hand)
    to = walk(state, start, move.cards, ruling)
    if move.to is not None:
        to = slips.placed(state, index, to, move.to, move.cards, ruling)
    bridges = lay(state, move.bridge, ruling) if move.bridge else state.bridges
    crossed = [gap for gap in gaps(tops, bridges, start, to) if not gap[3]]
    due = 0
    for gap in crossed:
        if not gap[2]:
            raise refusal("reveal.needed", _unseen_beside(tops, gap))
        due += gap[2]

    figures = (*state.figures[:index], to, *state.figures[index + 1 :])
    taken = behind(tops, figures, to)
    if move.take is not None:
        taken = slips.took(state, figures, taken, move.take, ruling)
    gained = tops[taken] if taken else NOTHING
    if gained == UNKNOWN:
        raise refusal("reveal.needed", f"{name} takes the tile on space {taken}, which nobody has named; {_how(taken)}")
    named = hands.spend(bought, move.cards + move.named, pool, name) if move.named else None
    if isinstance(named, str):
        raise refusal("pay.cards", named)
    tiles, hand, given = _pay(state, move, tiles, hand, named, crossed, due, gained, ruling)

    gone = state.gone + len(move.buys) + len(move.tiles)
    unseen = state.unseen
    if taken:
        below = unders[taken]
        tops = put(tops, taken, below)
        unders = put(unders, taken, NOTHING) if below else unders
        if not below:
            bridges = closed(tops, bridges)
    if move.reveal:
        if not taken or not tops[taken]:
            raise refusal("reveal.impossible", f"no tile came to light; {tile_text(move.reveal)} cannot be")
        tops, unseen = told(tops, unseen, taken, move.reveal)

    played = add(discards, move.cards)
    discards = tuple(map(int.__add__, played, given)) if move.coins else played
    base = me * 3
    home = (figures[base] == MAINLAND) + (figures[base + 1] == MAINLAND) + (figures[base + 2] == MAINLAND)
    number = 1 + home
    if move.draw is not None:
        number = slips.drew(name, number, move.draw, len(deck) + sum(discards), ruling)
    drawn, deck, discards, shuffles = hands.draw(deck, discards, shuffles, table.seed if table.dealt else None, number)
    unlaid = (*state.unlaid[:me], False, *state.unlaid[me + 1 :]) if move.bridge else state.unlaid
    held = (*state.hands[:me], add(hand, drawn), *state.hands[me + 1 :])
    owned = (*state.tiles[:me], tiles, *state.tiles[me + 1 :])
    over = home == 3
    turn = me if over else following(me, table.away, len(table.names))
    after = State(
        table=table,
        tops=tops,
        unders=unders,
        bridges=bridges,
        unlaid=unlaid,
        figures=figures,
        hands=held,
        tiles=owned,
        deck=deck,
        discards=discards,
        shuffles=shuffles,
        gone=gone,
        unseen=unseen,
        turn=turn,
        over=over,
    )
    if over and UNKNOWN in tops:
        hidden = unseen_at_the_end(after)
        if hidden:
            raise refusal(
                "reveal.needed",
                f"the game ends, and the gap beside space {hidden} must be priced; {_how(hidden, taken)}",
            )
    return after


def buy(state: State, buys: tuple[int, ...], ruling: Ruling) -> tuple[Cards, tuple[int, ...], str, Cards, int]:
    """(hand, tiles, deck, discards, shuffles) after the purchases (rulebook: Buying Cards)."""
    me = state.turn
    hand, tiles, deck, discards, shuffles = state.hands[me], state.tiles[me], state.deck, state.discards, state.shuffles
    if not buys:
        return hand, tiles, deck, discards, shuffles
    name, limit = state.table.names[me], state.table.buys_per_turn
    if limit and len(buys) > limit:
        over = sum((code & 7) >> 1 for code in buys[limit:])
        plural = "s" * (limit != 1)
        ruling.against("buy.limit", f"{limit} tile{plural} a turn may buy cards; {name} gives up {len(buys)}", over)
    left = without(tiles, buys)
    if left is None:
        raise refusal("buy.tile", f"{name} cannot give up {tiles_text(buys)}; {_owns(name, tiles)}")
    number = sum((code & 7) >> 1 for code in buys)
    seed = state.table.seed if state.table.dealt else None
    drawn, deck, discards, shuffles = hands.draw(deck, discards, shuffles, seed, number)
    return add(hand, drawn), left, deck, discards, shuffles


def walk(state: State, start: int, letters: str, ruling: Ruling) -> int:
    """Where the cards lead (rulebook: Play a Card and Move your Figure Forward)."""
    items, figures = state.tops.translate(ITEM_OF), state.figures
    position = start
    for n, letter in enumerate(letters):
        if n and (position not in figures or position == MAINLAND):
            where = slips.where(state, position)
            ruling.against("walk.ended", f"the walk ends at {where}, which is free; {letters[n:]} cannot follow")
            if position == MAINLAND:
                break
        position = ahead(items, position, ITEMS[letter])
    if position in figures and ATLANTIS < position < MAINLAND:
        holder = figures.index(position)
        owner = f"{state.table.names[holder // 3]}'s figure {holder % 3 + 1}"
        ruling.against(
            "walk.occupied",
            f"{letters} leads to {slips.where(state, position)}, where {owner} stands; play another card",
        )
    return position


def ahead(items: bytes, position: int, item: int) -> int:
    """The next space ahead whose top shows the item, else the mainland. Raises reveal.needed at an unseen top."""
    found = items.find(item, position + 1)
    unseen = items.find(8, position + 1)
    if unseen > 0 and (found < 0 or unseen < found):
        kind = f"{'an' if NAMES[item][0] in 'ao' else 'a'} {NAMES[item]}"
        raise refusal("reveal.needed", f"the tile on space {unseen} may or may not show {kind}; {_how(unseen)}")
    return found if found > 0 else MAINLAND


def lay(state: State, space: int, ruling: Ruling) -> int:
    """The bridges with one more (rulebook: Crossing Water Tiles With a Bridge)."""
    name = state.table.names[state.turn]
    if not state.unlaid[state.turn]:
        raise refusal("bridge.spent", f"{name} has laid the bridge already")
    if not 1 <= space <= SPACES:
        raise refusal("bridge.place", f"there is no space {space}; the path has 1 to {SPACES}")
    if state.tops[space]:
        raise refusal("bridge.place", f"{slips.where(state, space)} is no water; a bridge goes over a gap")
    gap = next((gap for gap in gaps(state.tops, state.bridges) if gap.start <= space < gap.end), None)
    if gap is None:
        raise refusal("bridge.place", f"the water on space {space} is at an end of the path and no gap")
    if gap.bridged:
        ruling.against("bridge.place", f"{_gap(state.tops, gap)} has a bridge already")
    return state.bridges | 1 << space


def _pay(
    state: State,
    move: Turn,
    tiles: tuple[int, ...],
    hand: Cards,
    named: Cards | None,
    crossed: list[Gap],
    due: int,
    gained: int,
    ruling: Ruling,
) -> tuple[tuple[int, ...], Cards, Cards]:
    """(tiles with the one gained, hand, cards given) once the gaps are paid."""
    name = state.table.names[state.turn]
    in_hand = sum(hand) if due or move.coins else 0
    left = without(tiles, move.tiles) if move.tiles else tiles
    if left is not None:
        left = tuple(sorted((*left, gained))) if gained else left
    else:
        left = without(tuple(sorted((*tiles, gained))), move.tiles) if gained else None
        if left is None:
            raise refusal("pay.tile", f"{name} cannot pay {tiles_text(move.tiles)}; {_owns(name, tiles)}")
        ruling.against("pay.tile", f"{name} gets {tile_text(gained)} this turn and cannot pay with it yet", gained & 7)
    if move.coins > in_hand:
        raise refusal(
            "pay.cards", f"{name} cannot pay {hands.cards(move.coins)}; {hands.cards(in_hand)} left after {move.cards}"
        )
    given: Cards = ()
    if named is not None:
        hand, given = named, count(move.named)
    elif move.coins:
        hand, given = hands.give(hand, move.coins, state.table.dealt)
    paid = worth(move.tiles) + move.coins
    if paid < due:
        has = worth(tiles) + in_hand
        pays = f"; {name} has {has}" if has < due else f"; {name} pays {paid}"
        ruling.against("gap.unpaid", price_text(state.tops, crossed) + pays, due - paid)
    return left, hand, given


def without(tiles: tuple[int, ...], paid: tuple[int, ...]) -> tuple[int, ...] | None:
    """The tiles less those paid; None if some are not there."""
    left = list(tiles)
    for code in paid:
        if code not in left:
            return None
        left.remove(code)
    return tuple(left)


# ---- stuck, reveal -------------------------------------------------------------------------------


def _stuck(state: State, move: Stuck, ruling: Ruling) -> State:
    me, table = state.turn, state.table
    name = table.names[me]
    hand, tiles, deck, discards, shuffles = buy(state, move.buys, ruling)
    if len(move.hand) != sum(hand):
        raise refusal("stuck.hand", f"{name} holds {hands.cards(sum(hand))}; {len(move.hand)} shown")
    why = hands.shown(hand, move.hand, NO_CARDS if table.dealt else hands.pool(discards, state.hands))
    if why is not None:
        raise refusal("card.unavailable", why)
    hand = count(move.hand)
    bound = state if table.stuck_with_bridge == "must" else without_bridge(state)
    possible = next(iter(Offer.after(Outlook(bound), move.buys, hand, tiles, discards)), None)
    if possible is not None:
        bridge = " and the bridge" if possible.bridge else ""
        at = f"figure {possible.figure} can go with {possible.cards}{bridge}"
        ruling.against("stuck.can-move", f"{name} is not stuck: {at}", 2)
    elif UNKNOWN in state.tops:
        space = state.tops.rindex(UNKNOWN)
        if space > min(state.figures[me * 3 : me * 3 + 3]):
            raise refusal("reveal.needed", f"{name} may be able to move by the tile on space {space}; {_how(space)}")
    number, seed = 2, table.seed if table.dealt else None
    if move.draw is not None:
        number = slips.drew(name, number, move.draw, len(deck) + sum(discards), ruling)
    drawn, deck, discards, shuffles = hands.draw(deck, discards, shuffles, seed, number)
    return state._replace(
        hands=(*state.hands[:me], add(hand, drawn), *state.hands[me + 1 :]),
        tiles=(*state.tiles[:me], tiles, *state.tiles[me + 1 :]),
        deck=deck,
        discards=discards,
        shuffles=shuffles,
        gone=state.gone + len(move.buys),
        turn=following(me, table.away, len(table.names)),
    )


def without_bridge(state: State) -> State:
    """The position as it would be had the player to move laid the bridge long ago."""
    me = state.turn
    return state._replace(unlaid=(*state.unlaid[:me], False, *state.unlaid[me + 1 :]))


def _reveal(state: State, move: Reveal) -> State:
    if not 1 <= move.space <= SPACES:
        raise refusal("reveal.impossible", f"there is no space {move.space}; the path has 1 to {SPACES}")
    tops, unseen = told(state.tops, state.unseen, move.space, move.tile)
    return state._replace(tops=tops, unseen=unseen)


Unseen = tuple[tuple[int, ...], tuple[int, ...]]


def told(tops: bytes, unseen: Unseen, space: int, code: int) -> tuple[bytes, Unseen]:
    """The tops and unseen tiles once the top of a space is told. Raises reveal.impossible."""
    top = tops[space]
    if top == code:
        return tops, unseen
    if top != UNKNOWN:
        what = "is water" if top == NOTHING else f"shows {tile_text(top)}"
        raise refusal("reveal.impossible", f"space {space} {what}; {tile_text(code)} cannot be")
    own = set_of(space)
    left = without(unseen[own], (code,))
    if left is None:
        why = f"no {tile_text(code)} of set {'AB'[own]} is left unseen"
        raise refusal("reveal.impossible", f"space {space} cannot show {tile_text(code)}: {why}")
    return put(tops, space, code), (left, unseen[1]) if own == 0 else (unseen[0], left)


def unseen_at_the_end(state: State) -> int:
    """A space with an unseen top that the final payments depend on; 0 if there is none."""
    for position in state.figures:
        if position == MAINLAND or (position == ATLANTIS and not state.table.settle_from_atlantis):
            continue
        for gap in gaps(state.tops, state.bridges, position):
            if not gap.price and not gap.bridged:
                return gap.end if state.tops[gap.end] == UNKNOWN else gap.start - 1
    return 0


# ---- sentences -----------------------------------------------------------------------------------


def _how(space: int, taken: int = 0) -> str:
    return "add 'reveal TILE' to the turn" if space == taken else f"enter 'reveal {space} TILE' first"


def _owns(name: str, tiles: tuple[int, ...]) -> str:
    return f"{name} has {tiles_text(tiles)}" if tiles else f"{name} has no tiles"


def _gap(tops: bytes, gap: Gap) -> str:
    left = tops[gap.start - 1]
    return f"the gap after {'Atlantis' if left == LAND else tile_text(left)}"


def _unseen_beside(tops: bytes, gap: Gap) -> str:
    space = gap.end if tops[gap.end] == UNKNOWN else gap.start - 1
    return f"the price of {_gap(tops, gap)} depends on the tile on space {space}; {_how(space)}"


def price_text(tops: bytes, crossed: list[Gap]) -> str:
    """ "the gap after O5 costs 4", "the gaps after O5 and H3 cost 4 + 3 = 7"."""
    if len(crossed) == 1:
        return f"{_gap(tops, crossed[0])} costs {crossed[0].price}"
    after = [tile_text(tops[gap.start - 1]) for gap in crossed]
    prices = " + ".join(str(gap.price) for gap in crossed)
    return f"the gaps after {', '.join(after[:-1])} and {after[-1]} cost {prices} = {sum(g.price for g in crossed)}"
