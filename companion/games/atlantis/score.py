"""Settling: what every figure not yet home owes, the one payment that loses least, and the score, with the sums shown.

Rulebook: Final Movement and Ending the Game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.contract import Entry, Result, Standing
from companion.games.atlantis.hands import cards as card_text
from companion.games.atlantis.payment import cheapest, least
from companion.games.atlantis.pricing import how, unseen_at_the_end
from companion.games.atlantis.ruling import refusal
from companion.games.atlantis.state import (
    ATLANTIS,
    MAINLAND,
    Counted,
    Gap,
    Move,
    Reveal,
    State,
    Stuck,
    Turn,
    gaps,
    tile_text,
    tiles_text,
    worth,
)
from specs.base.languages import Said, joined, mark, say


def result(state: State) -> Result | None:
    """The result of a game that is over; None before."""
    return settle(state) if state.over else None


def ending(state: State) -> str:
    """Why a game that is over ended."""
    homes = [state.figures[at : at + 3].count(MAINLAND) for at in range(0, len(state.figures), 3)]
    return mark("all of a player's people are home") if 3 in homes else mark("one player is left")


def settle(state: State) -> Result:
    """The result if the game ended here. Raises IllegalMove where an unseen tile prices a gap somebody owes."""
    hidden = unseen_at_the_end(state)
    if hidden:
        message = say("the gap beside space {space} must be priced to settle; {how}", space=hidden, how=how(hidden))
        raise refusal("reveal.needed", message)
    standings = tuple(_standing(state, player) for player in range(len(state.table.names)))
    there = [standing for standing in standings if not (state.table.away and state.table.away[standing.player])]
    best = max(standing.score for standing in there)
    return Result(standings, tuple(s.player for s in there if s.score == best))


def tally(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Scores and winners as `settle` has them, without a word. Raises IllegalMove as it does."""
    table, points = state.table, list[int]()
    priced = [gap for gap in gaps(state.tops, state.bridges) if not gap.bridged]
    for player, tiles in enumerate(state.tiles):
        due = 0
        for space in state.figures[player * 3 : player * 3 + 3]:
            if space == MAINLAND or (space == ATLANTIS and not table.settle_from_atlantis):
                continue
            for gap in priced:
                if gap.start >= space:
                    if not gap.price:
                        settle(state)  # which says what must be seen first
                    due += gap.price
        cards = sum(state.hands[player])
        points.append(worth(tiles) + cards - least(tiles, cards, due))
    there = [player for player in range(len(points)) if not (table.away and table.away[player])]
    best = max([points[player] for player in there])
    return tuple(points), tuple([player for player in there if points[player] == best])


def _standing(state: State, player: int) -> Standing:
    name, tiles, cards = state.table.names[player], state.tiles[player], sum(state.hands[player])
    lines: list[str] = []
    facts = []
    due = 0
    for n, space in enumerate(state.figures[player * 3 : player * 3 + 3], start=1):
        if space == MAINLAND:
            continue
        if space == ATLANTIS and not state.table.settle_from_atlantis:
            lines.append(
                say("figure {figure} is still on Atlantis and owes nothing (settle_from_atlantis: false)", figure=n)
            )
            continue
        ahead = gaps(state.tops, state.bridges, space)
        owed = sum(gap.price for gap in ahead if not gap.bridged)
        added = _sum(owed, ahead)
        if space == ATLANTIS:
            lines.append(say("figure {figure} from Atlantis: {sum}", figure=n, sum=added))
        else:
            lines.append(say("figure {figure} from space {space}: {sum}", figure=n, space=space, sum=added))
        lines += _lines(state.tops, ahead)
        facts.append({"figure": n, "from": "atlantis" if space == ATLANTIS else space, "due": owed, "gaps": [
            _fact(state.tops, gap) for gap in ahead
        ]})  # fmt: skip
        due += owed
    assets = worth(tiles) + cards
    own = tiles_text(tiles) or say("no tiles")
    holds = say("{tiles} ({worth}) and {cards}", tiles=own, worth=worth(tiles), cards=card_text(cards))
    payment = cheapest(tiles, cards, due)
    if not due:
        lines.append(say("{who} owes nothing and keeps {holds}: {sum}", who=name, holds=holds, sum=assets))
        return Standing(player, 0, 0, assets, tuple(lines), {"gaps": facts, "pays": _pays((), 0)})
    lines.append(say("{who} owes {due} and has {holds}: {sum}", who=name, due=due, holds=holds, sum=assets))
    if payment is None:
        left = f"{assets} - {due} = {assets - due}"
        lines.append(say("{points} is too little for {due}: everything goes; {sum}", points=assets, due=due, sum=left))
        return Standing(player, due, assets, assets - due, tuple(lines), {"gaps": facts, "pays": _pays(tiles, cards)})
    given, coins = payment
    paid = worth(given) + coins
    what = paid_text(given, coins)
    if paid > due:
        lines.append(
            say(
                "{who} pays {what} = {sum}, {more} more than owed: no cheaper payment exists",
                who=name, what=what, sum=paid, more=paid - due,
            )
        )  # fmt: skip
    else:
        lines.append(say("{who} pays {what} = {sum}", who=name, what=what, sum=paid))
    lines.append(f"{assets} - {paid} = {assets - paid}")
    return Standing(player, due, paid, assets - paid, tuple(lines), {"gaps": facts, "pays": _pays(given, coins)})


def paid_text(tiles: tuple[int, ...], coins: int) -> Said:
    """What is paid: `O5 + 2 cards`."""
    return joined([*map(tile_text, tiles), *([card_text(coins)] if coins else [])], " + ")


def _sum(owed: int, ahead: Sequence[Gap]) -> str:
    prices = [gap.price for gap in ahead if not gap.bridged]
    if not ahead:
        return say("no gaps ahead")
    return f"{' + '.join(map(str, prices))} = {owed}" if len(prices) > 1 else f"{owed}"


def _lines(tops: bytes, ahead: Sequence[Gap]) -> Iterator[Said]:
    """Which gaps, and why they cost what they cost, each line further in."""

    def sides(gap: Gap) -> str:
        return f"{tile_text(tops[gap.start - 1])} {tile_text(tops[gap.end])}"

    priced = [f"{sides(gap)}: {gap.price}" for gap in ahead if not gap.bridged]
    free = [sides(gap) for gap in ahead if gap.bridged]
    if priced:
        yield joined(("", say("the lower of {prices}", prices=" · ".join(priced))), "  ")
    if free:
        yield joined(("", say("free by a bridge: {gaps}", gaps=" · ".join(free))), "  ")


def _fact(tops: bytes, gap: Gap) -> dict[str, object]:
    return {
        "spaces": [gap.start, gap.end - 1],
        "between": [tile_text(tops[gap.start - 1]), tile_text(tops[gap.end])],
        "price": 0 if gap.bridged else gap.price,
        "bridged": gap.bridged,
    }


def _pays(tiles: tuple[int, ...], cards: int) -> dict[str, object]:
    return {"tiles": [tile_text(code) for code in tiles], "cards": cards}


def bought_text(tiles: tuple[int, ...]) -> Said:
    """What is given up for cards."""
    cards = card_text(sum((code & 7) >> 1 for code in tiles))
    return say("gives up {tiles} for {cards}", tiles=tiles_text(tiles), cards=cards)


def opening(state: State) -> Sequence[Entry]:
    """The cards each player begins with, 1 point each."""
    return tuple(
        Entry(p, sum(hand), say("starts with {cards}", cards=card_text(sum(hand))))
        for p, hand in enumerate(state.hands)
    )


def trail(before: State, move: Move, after: State) -> Sequence[Entry]:
    """What a turn gained or cost its player, in points; at the end also what the last gaps cost everybody.

    With `opening` the entries of a game add up to the scores.
    """
    if isinstance(move, Reveal):
        return ()
    if isinstance(move, Counted):
        return (_recount(before, move, after),)
    me = before.turn
    entries = []
    if move.buys:
        entries.append(Entry(me, -worth(move.buys), bought_text(move.buys)))
    if isinstance(move, Turn):
        entries.append(Entry(me, -len(move.cards), say("plays {letters}", letters=move.cards)))
        if move.tiles or move.coins:
            what = paid_text(move.tiles, move.coins)
            entries.append(Entry(me, -worth(move.tiles) - move.coins, say("pays {what} for gaps", what=what)))
    entries += [Entry(me, code & 7, say("takes {tile}", tile=tile_text(code))) for code in gained(before, move, after)]
    number = drawn(before, move, after)
    entries.append(Entry(me, number, say("draws {cards}", cards=card_text(number))))
    if after.over and not before.over:
        for standing in settle(after).standings:
            if standing.due:
                lost = max(standing.due, standing.paid)
                entries.append(Entry(standing.player, -lost, say("owes {due} for the last gaps", due=standing.due)))
    return tuple(entries)


def gained(before: State, move: Turn | Stuck, after: State) -> list[int]:
    """The tiles a turn brought its player."""
    me, given = before.turn, (*move.buys, *(move.tiles if isinstance(move, Turn) else ()))
    return sorted((Counter(after.tiles[me]) + Counter(given) - Counter(before.tiles[me])).elements())


def drawn(before: State, move: Turn | Stuck, after: State) -> int:
    """How many cards a turn brought its player, a purchase's among them."""
    spent = len(move.cards) + move.coins if isinstance(move, Turn) else 0
    return sum(after.hands[before.turn]) - sum(before.hands[before.turn]) + spent


def _recount(before: State, move: Counted, after: State) -> Entry:
    """A hand that was counted again: its cards; after the end, what that changes of the score."""
    p, number = move.player, sum(after.hands[move.player])
    points = number - sum(before.hands[p])
    if after.over:
        points = settle(after).standings[p].score - settle(before).standings[p].score
    return Entry(p, points, say("hand counted: {cards}", cards=card_text(number)))
