"""Settling: what every figure not yet home owes, the one payment that loses least, and the score, with the sums shown.

Rulebook: Final Movement and Ending the Game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from companion.contract.position import Position
from companion.contract.values import Entry, Result, Standing
from companion.games.atlantis.moves import NOTHING_PAID, Counted, Move, Reveal, Stuck, Walk
from companion.games.atlantis.payment import cheapest
from companion.games.atlantis.rules import Atlantis
from companion.games.atlantis.state import (
    ATLANTIS,
    MAINLAND,
    Gap,
    gaps,
    tile_text,
    tiles_text,
    worth,
)
from companion.games.atlantis.texts import Paid
from companion.games.atlantis.texts import card_count as card_text
from specs.base.languages import Said, joined, mark, say

GAME: Final = Atlantis()


def ending(view: Position) -> str:
    """Why a game that is over ended."""
    homes = [view.state.path.figures[at : at + 3].count(MAINLAND) for at in range(0, len(view.state.path.figures), 3)]
    return mark("all of a player's people are home") if 3 in homes else mark("one player is left")


def result(view: Position) -> Result:
    """The result if the game ended here, where every gap that somebody owes has its price."""
    standings = tuple(_standing(view, player) for player in range(len(view.players)))
    return Result(standings, GAME.score(view.state).winners)


def _standing(view: Position, player: int) -> Standing:
    name, tiles, cards = view.players[player].name, view.state.tiles[player], sum(view.state.hands[player])
    lines: list[str] = []
    facts = []
    due = 0
    for n, space in enumerate(view.state.path.figures[player * 3 : player * 3 + 3], start=1):
        if space == MAINLAND:
            continue
        if space == ATLANTIS and not view.state.table.settle_from_atlantis:
            lines.append(
                say("figure {figure} is still on Atlantis and owes nothing (settle_from_atlantis: false)", figure=n)
            )
            continue
        ahead = gaps(view.state.path.tops, view.state.path.bridges, space)
        owed = sum(gap.price for gap in ahead if not gap.bridged)
        added = _sum(owed, ahead)
        if space == ATLANTIS:
            lines.append(say("figure {figure} from Atlantis: {sum}", figure=n, sum=added))
        else:
            lines.append(say("figure {figure} from space {space}: {sum}", figure=n, space=space, sum=added))
        lines += _lines(view.state.path.tops, ahead)
        facts.append({"figure": n, "from": "atlantis" if space == ATLANTIS else space, "due": owed, "gaps": [
            _fact(view.state.path.tops, gap) for gap in ahead
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


def opening(view: Position) -> Sequence[Entry]:
    """The cards each player begins with, 1 point each."""
    return tuple(
        Entry(p, sum(hand), say("starts with {cards}", cards=card_text(sum(hand))))
        for p, hand in enumerate(view.state.hands)
    )


def trail(before: Position, move: Move, after: Position) -> Sequence[Entry]:
    """What a turn gained or cost its player, in points; at the end also what the last gaps cost everybody.

    With `opening` the entries of a game add up to the scores.
    """
    if isinstance(move, Reveal):
        return ()
    if isinstance(move, Counted):
        return (_recount(before, move, after),)
    me = before.state.turn
    entries = []
    if move.buys:
        entries.append(Entry(me, -worth(move.buys), bought_text(move.buys)))
    if isinstance(move, Walk):
        entries.append(Entry(me, -len(move.cards), say("plays {letters}", letters=move.cards)))
        tiles, coins, _ = paid(move)
        if tiles or coins:
            entries.append(Entry(me, -worth(tiles) - coins, say("pays {what} for gaps", what=paid_text(tiles, coins))))
    entries += [Entry(me, code & 7, say("takes {tile}", tile=tile_text(code))) for code in gained(before, move, after)]
    number = drawn(before, move, after)
    entries.append(Entry(me, number, say("draws {cards}", cards=card_text(number))))
    if after.state.over and not before.state.over:
        for standing in result(after).standings:
            if standing.due:
                lost = max(standing.due, standing.paid)
                entries.append(Entry(standing.player, -lost, say("owes {due} for the last gaps", due=standing.due)))
    return tuple(entries)


def paid(move: Walk | Stuck) -> Paid:
    """What a turn pays."""
    return (isinstance(move, Walk) and move.paid) or NOTHING_PAID


def gained(before: Position, move: Walk | Stuck, after: Position) -> list[int]:
    """The tiles a turn brought its player."""
    me, given = before.state.turn, (*move.buys, *paid(move).tiles)
    return sorted((Counter(after.state.tiles[me]) + Counter(given) - Counter(before.state.tiles[me])).elements())


def drawn(before: Position, move: Walk | Stuck, after: Position) -> int:
    """How many cards a turn brought its player, a purchase's among them."""
    me, spent = before.state.turn, len(move.cards) + paid(move).coins if isinstance(move, Walk) else 0
    number: int = sum(after.state.hands[me]) - sum(before.state.hands[me]) + spent
    return number


def _recount(before: Position, move: Counted, after: Position) -> Entry:
    """A hand that was counted again: its cards; after the end, what that changes of the score."""
    p, number = move.player, sum(after.state.hands[move.player])
    points = number - sum(before.state.hands[p])
    if after.state.over:
        points = result(after).standings[p].score - result(before).standings[p].score
    return Entry(p, points, say("hand counted: {cards}", cards=card_text(number)))
