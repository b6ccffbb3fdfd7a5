"""Settling: what every figure not yet home owes, the one payment that loses least, and the score, with the sums shown.

Rulebook: Final Movement and Ending the Game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.contract import Entry, Result, Standing
from companion.games.atlantis.hands import cards as card_text
from companion.games.atlantis.payment import cheapest
from companion.games.atlantis.resolve import unseen_at_the_end
from companion.games.atlantis.ruling import refusal
from companion.games.atlantis.state import (
    ATLANTIS,
    MAINLAND,
    Counted,
    Gap,
    Move,
    Reveal,
    State,
    Turn,
    gaps,
    tile_text,
    tiles_text,
    worth,
)


def result(state: State) -> Result | None:
    """The result of a game that is over; None before."""
    return settle(state) if state.over else None


def settle(state: State) -> Result:
    """The result if the game ended here. Raises IllegalMove where an unseen tile prices a gap somebody owes."""
    hidden = unseen_at_the_end(state)
    if hidden:
        message = f"the gap beside space {hidden} must be priced to settle; enter 'reveal {hidden} TILE' first"
        raise refusal("reveal.needed", message)
    standings = tuple(_standing(state, player) for player in range(len(state.table.names)))
    there = [standing for standing in standings if not (state.table.away and state.table.away[standing.player])]
    best = max(standing.score for standing in there)
    return Result(standings, tuple(s.player for s in there if s.score == best))


def _standing(state: State, player: int) -> Standing:
    name, tiles, cards = state.table.names[player], state.tiles[player], sum(state.hands[player])
    lines: list[str] = []
    facts = []
    due = 0
    for n, space in enumerate(state.figures[player * 3 : player * 3 + 3], start=1):
        if space == MAINLAND:
            continue
        where = "Atlantis" if space == ATLANTIS else f"space {space}"
        if space == ATLANTIS and not state.table.settle_from_atlantis:
            lines.append(f"figure {n} is still on Atlantis and owes nothing (settle_from_atlantis: false)")
            continue
        ahead = gaps(state.tops, state.bridges, space)
        owed = sum(gap.price for gap in ahead if not gap.bridged)
        lines.append(f"figure {n} from {where}: {_sum(owed, ahead)}")
        lines += _lines(state.tops, ahead)
        facts.append({"figure": n, "from": "atlantis" if space == ATLANTIS else space, "due": owed, "gaps": [
            _fact(state.tops, gap) for gap in ahead
        ]})  # fmt: skip
        due += owed
    assets = worth(tiles) + cards
    holds = f"{tiles_text(tiles) or 'no tiles'} ({worth(tiles)}) and {card_text(cards)}"
    payment = cheapest(tiles, cards, due)
    if not due:
        lines.append(f"{name} owes nothing and keeps {holds}: {assets}")
        return Standing(player, 0, 0, assets, tuple(lines), {"gaps": facts, "pays": _pays((), 0)})
    lines.append(f"{name} owes {due} and has {holds}: {assets}")
    if payment is None:
        lines.append(f"{assets} is too little for {due}: everything goes; {assets} - {due} = {assets - due}")
        return Standing(player, due, assets, assets - due, tuple(lines), {"gaps": facts, "pays": _pays(tiles, cards)})
    given, coins = payment
    paid = worth(given) + coins
    parts = [*map(tile_text, given), *([card_text(coins)] if coins else [])]
    over = f", {paid - due} more than owed: no cheaper payment exists" if paid > due else ""
    lines.append(f"{name} pays {' + '.join(parts)} = {paid}{over}")
    lines.append(f"{assets} - {paid} = {assets - paid}")
    return Standing(player, due, paid, assets - paid, tuple(lines), {"gaps": facts, "pays": _pays(given, coins)})


def _sum(owed: int, ahead: Sequence[Gap]) -> str:
    prices = [gap.price for gap in ahead if not gap.bridged]
    if not ahead:
        return "no gaps ahead"
    return f"{' + '.join(map(str, prices))} = {owed}" if len(prices) > 1 else f"{owed}"


def _lines(tops: bytes, ahead: Sequence[Gap]) -> Iterator[str]:
    """Which gaps, and why they cost what they cost."""

    def sides(gap: Gap) -> str:
        return f"{tile_text(tops[gap.start - 1])} {tile_text(tops[gap.end])}"

    priced = [f"{sides(gap)}: {gap.price}" for gap in ahead if not gap.bridged]
    free = [sides(gap) for gap in ahead if gap.bridged]
    if priced:
        yield f"  the lower of {' · '.join(priced)}"
    if free:
        yield f"  free by a bridge: {' · '.join(free)}"


def _fact(tops: bytes, gap: Gap) -> dict[str, object]:
    return {
        "spaces": [gap.start, gap.end - 1],
        "between": [tile_text(tops[gap.start - 1]), tile_text(tops[gap.end])],
        "price": 0 if gap.bridged else gap.price,
        "bridged": gap.bridged,
    }


def _pays(tiles: tuple[int, ...], cards: int) -> dict[str, object]:
    return {"tiles": [tile_text(code) for code in tiles], "cards": cards}


def opening(state: State) -> Sequence[Entry]:
    """The cards each player begins with, 1 point each."""
    return tuple(Entry(p, sum(hand), f"starts with {card_text(sum(hand))}") for p, hand in enumerate(state.hands))


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
    given = (*move.buys, *move.tiles) if isinstance(move, Turn) else move.buys
    gained = (Counter(after.tiles[me]) + Counter(given) - Counter(before.tiles[me])).elements()
    bought = sum((code & 7) >> 1 for code in move.buys)
    cards = sum(after.hands[me]) - sum(before.hands[me])
    if move.buys:
        entries.append(Entry(me, -worth(move.buys), f"gives up {tiles_text(move.buys)} for {card_text(bought)}"))
    played, coins = 0, 0
    if isinstance(move, Turn):
        played, coins = len(move.cards), move.coins
        entries.append(Entry(me, -played, f"plays {move.cards}"))
        if move.tiles or coins:
            parts = [*map(tile_text, move.tiles), *([card_text(coins)] if coins else [])]
            entries.append(Entry(me, -worth(move.tiles) - coins, f"pays {' + '.join(parts)} for gaps"))
    entries += [Entry(me, code & 7, f"takes {tile_text(code)}") for code in sorted(gained)]
    drawn = cards + played + coins
    entries.append(Entry(me, drawn, f"draws {card_text(drawn)}"))
    if after.over and not before.over:
        for standing in settle(after).standings:
            if standing.due:
                lost = max(standing.due, standing.paid)
                entries.append(Entry(standing.player, -lost, f"owes {standing.due} for the last gaps"))
    return tuple(entries)


def _recount(before: State, move: Counted, after: State) -> Entry:
    """A hand that was counted again: its cards; after the end, what that changes of the score."""
    p, number = move.player, sum(after.hands[move.player])
    points = number - sum(before.hands[p])
    if after.over:
        points = settle(after).standings[p].score - settle(before).standings[p].score
    return Entry(p, points, f"hand counted: {card_text(number)}")
