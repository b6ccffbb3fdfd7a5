"""The rules of a turn, each check where the rulebook has it; every refusal has an id and a sentence about this table.

`outlook` finds the same turns in bulk with the same gaps and payments; tests that try every turn there could be hold
the two together.
"""

from __future__ import annotations

from companion.contract import IllegalMove
from companion.games.atlantis import hands, slips
from companion.games.atlantis.offer import Offer
from companion.games.atlantis.outlook import Outlook
from companion.games.atlantis.pricing import (
    how,
    price_text,
    priced_first,
    tile_before,
    unseen_at_the_end,
    unseen_beside,
)
from companion.games.atlantis.ruling import STRICT, refusal
from companion.games.atlantis.state import (
    ATLANTIS,
    ITEM_OF,
    ITEMS,
    LETTERS,
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
from specs.base.languages import Said, say, say_many, word


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
        raise refusal("game.over", say("the game is over; no turn follows the third figure's landing"))
    return _turn(state, move, ruling) if isinstance(move, Turn) else _stuck(state, move, ruling)


# ---- a figure's turn -----------------------------------------------------------------------------


def _turn(state: State, move: Turn, ruling: Ruling) -> State:
    me, table, tops, unders = state.turn, state.table, state.tops, state.unders
    name = table.names[me]
    index = me * 3 + move.figure - 1
    start = state.figures[index]
    bought, tiles, deck, discards, shuffles = buy(state, move.buys, ruling)
    if start == MAINLAND:
        message = say("{who}'s figure {figure} is on the mainland already", who=name, figure=move.figure)
        raise refusal("figure.home", message)
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
            raise refusal("reveal.needed", unseen_beside(tops, gap))
        due += gap[2]

    figures = (*state.figures[:index], to, *state.figures[index + 1 :])
    taken = behind(tops, figures, to)
    if move.take is not None:
        taken = slips.took(state, figures, taken, move.take, ruling)
    gained = tops[taken] if taken else NOTHING
    if gained == UNKNOWN:
        message = say(
            "{who} takes the tile on space {space}, which nobody has named; {how}",
            who=name, space=taken, how=how(taken),
        )  # fmt: skip
        raise refusal("reveal.needed", message)
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
            message = say("no tile came to light; {tile} cannot be", tile=tile_text(move.reveal))
            raise refusal("reveal.impossible", message)
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
            raise refusal("reveal.needed", priced_first(hidden, taken))
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
        message = say_many(
            "{n} tile a turn may buy cards; {who} gives up {given}",
            "{n} tiles a turn may buy cards; {who} gives up {given}",
            limit, who=name, given=len(buys),
        )  # fmt: skip
        ruling.against("buy.limit", message, over)
    left = without(tiles, buys)
    if left is None:
        message = say("{who} cannot give up {tiles}; {owns}", who=name, tiles=tiles_text(buys), owns=_owns(name, tiles))
        raise refusal("buy.tile", message)
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
            if position == MAINLAND:
                message = say(
                    "the walk ends at the mainland, which is free; {letters} cannot follow", letters=letters[n:]
                )
                ruling.against("walk.ended", message)
                break
            message = say(
                "the walk ends at space {space} ({tile}), which is free; {letters} cannot follow",
                space=position, tile=tile_text(state.tops[position]), letters=letters[n:],
            )  # fmt: skip
            ruling.against("walk.ended", message)
        position = ahead(items, position, ITEMS[letter])
    if position in figures and ATLANTIS < position < MAINLAND:
        holder = figures.index(position)
        message = say(
            "{letters} leads to space {space} ({tile}), where {who}'s figure {figure} stands; play another card",
            letters=letters, space=position, tile=tile_text(state.tops[position]),
            who=state.table.names[holder // 3], figure=holder % 3 + 1,
        )  # fmt: skip
        ruling.against("walk.occupied", message)
    return position


def ahead(items: bytes, position: int, item: int) -> int:
    """The next space ahead whose top shows the item, else the mainland. Raises reveal.needed at an unseen top."""
    found = items.find(item, position + 1)
    unseen = items.find(8, position + 1)
    if unseen > 0 and (found < 0 or unseen < found):
        message = say(
            "the tile on space {space} may or may not show {letter} ({item}); {how}",
            space=unseen, letter=LETTERS[item], item=word(NAMES[item]), how=how(unseen),
        )  # fmt: skip
        raise refusal("reveal.needed", message)
    return found if found > 0 else MAINLAND


def lay(state: State, space: int, ruling: Ruling) -> int:
    """The bridges with one more (rulebook: Crossing Water Tiles With a Bridge)."""
    name = state.table.names[state.turn]
    if not state.unlaid[state.turn]:
        raise refusal("bridge.spent", say("{who} has laid the bridge already", who=name))
    if not 1 <= space <= SPACES:
        raise refusal("bridge.place", slips.no_space(space))
    if state.tops[space]:
        tile = tile_text(state.tops[space])
        message = say("space {space} ({tile}) is no water; a bridge goes over a gap", space=space, tile=tile)
        raise refusal("bridge.place", message)
    gap = next((gap for gap in gaps(state.tops, state.bridges) if gap.start <= space < gap.end), None)
    if gap is None:
        message = say("the water on space {space} is at an end of the path and no gap", space=space)
        raise refusal("bridge.place", message)
    if gap.bridged:
        ruling.against(
            "bridge.place", say("the gap after {tile} has a bridge already", tile=tile_before(state.tops, gap))
        )
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
            owns = _owns(name, tiles)
            raise refusal(
                "pay.tile", say("{who} cannot pay {tiles}; {owns}", who=name, tiles=tiles_text(move.tiles), owns=owns)
            )
        message = say("{who} gets {tile} this turn and cannot pay with it yet", who=name, tile=tile_text(gained))
        ruling.against("pay.tile", message, gained & 7)
    if move.coins > in_hand:
        message = say(
            "{who} cannot pay {cards}; {left} left after {letters}",
            who=name, cards=hands.cards(move.coins), left=hands.cards(in_hand), letters=move.cards,
        )  # fmt: skip
        raise refusal("pay.cards", message)
    given: Cards = ()
    if named is not None:
        hand, given = named, count(move.named)
    elif move.coins:
        hand, given = hands.give(hand, move.coins, state.table.dealt)
    paid = worth(move.tiles) + move.coins
    if paid < due:
        has = worth(tiles) + in_hand
        price = price_text(state.tops, crossed)
        if has < due:
            message = say("{price}; {who} has {points}", price=price, who=name, points=has)
        else:
            message = say("{price}; {who} pays {points}", price=price, who=name, points=paid)
        ruling.against("gap.unpaid", message, due - paid)
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
        message = say(
            "{who} holds {cards}; {shown} shown", who=name, cards=hands.cards(sum(hand)), shown=len(move.hand)
        )
        raise refusal("stuck.hand", message)
    why = hands.shown(hand, move.hand, NO_CARDS if table.dealt else hands.pool(discards, state.hands))
    if why is not None:
        raise refusal("card.unavailable", why)
    hand = count(move.hand)
    bound = state if table.stuck_with_bridge == "must" else without_bridge(state)
    possible = next(iter(Offer.after(Outlook(bound), move.buys, hand, tiles, discards)), None)
    if possible is not None:
        values = {"who": name, "figure": possible.figure, "letters": possible.cards}
        if possible.bridge:
            message = say("{who} is not stuck: figure {figure} can go with {letters} and the bridge", **values)
        else:
            message = say("{who} is not stuck: figure {figure} can go with {letters}", **values)
        ruling.against("stuck.can-move", message, 2)
    elif UNKNOWN in state.tops:
        space = state.tops.rindex(UNKNOWN)
        if space > min(state.figures[me * 3 : me * 3 + 3]):
            message = say(
                "{who} may be able to move by the tile on space {space}; {how}", who=name, space=space, how=how(space)
            )
            raise refusal("reveal.needed", message)
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
        raise refusal("reveal.impossible", slips.no_space(move.space))
    tops, unseen = told(state.tops, state.unseen, move.space, move.tile)
    return state._replace(tops=tops, unseen=unseen)


Unseen = tuple[tuple[int, ...], tuple[int, ...]]


def told(tops: bytes, unseen: Unseen, space: int, code: int) -> tuple[bytes, Unseen]:
    """The tops and unseen tiles once the top of a space is told. Raises reveal.impossible."""
    top = tops[space]
    if top == code:
        return tops, unseen
    tile = tile_text(code)
    if top == NOTHING:
        raise refusal("reveal.impossible", say("space {space} is water; {tile} cannot be", space=space, tile=tile))
    if top != UNKNOWN:
        message = say("space {space} shows {top}; {tile} cannot be", space=space, top=tile_text(top), tile=tile)
        raise refusal("reveal.impossible", message)
    own = set_of(space)
    left = without(unseen[own], (code,))
    if left is None:
        message = say(
            "space {space} cannot show {tile}: no {tile} of set {set} is left unseen",
            space=space, tile=tile, set="AB"[own],
        )  # fmt: skip
        raise refusal("reveal.impossible", message)
    return put(tops, space, code), (left, unseen[1]) if own == 0 else (unseen[0], left)


def _owns(name: str, tiles: tuple[int, ...]) -> Said:
    return say("{who} has {tiles}", who=name, tiles=tiles_text(tiles)) if tiles else say("{who} has no tiles", who=name)
