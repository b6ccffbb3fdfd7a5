"""Who is ashore, and who wins, with the sums shown."""

from __future__ import annotations

from collections.abc import Iterator

from companion.contract.position import Position
from companion.contract.values import Entry
from companion.games.escape.moves import Go, Ply, Put, Reveal
from companion.games.escape.state import TRIBE, State, ashore, elsewhere, of, unplaced
from specs.base.languages import Said, joined, mark, say, word


def ending(p: Position) -> str:
    """Why a game that is over ended."""
    if p.state.away.count(False) == 1:
        return mark("one player is left")
    left = elsewhere(p.state.sea)
    return mark("all of a player's people are ashore or lost") if left else mark("all people are ashore or lost")


def lines(p: Position, seat: int) -> Iterator[Said]:
    """Where a player's Atlanteans came ashore, and how many did not."""
    s, sea = p.state, p.state.sea
    there = [(s.name(h), of(sea.stand[h], seat)) for h in sea.board.corals]
    points, left = sum(count for _, count in there), of(elsewhere(sea), seat)
    places = joined([say("{n} on {hex}", n=count, hex=name) for name, count in there if count])
    yield say("{n} ashore: {where}", n=points, where=places) if places else say("{n} ashore", n=points)
    yield say("{left} not ashore, {lost} lost", left=left, lost=TRIBE - points - left - unplaced(s, seat))


def trail(before: Position, move: Ply, after: Position) -> Iterator[Entry]:
    """Who came ashore, a point each, and who was lost, which costs none."""
    was, now = before.state.sea, after.state.sea
    landed = ashore(now) - ashore(was)
    gone = elsewhere(was) - elsewhere(now) - landed
    for seat in range(before.state.seats):
        if count := of(landed, seat):
            where = ", ".join(now.board.names[h] for h in now.board.corals if now.stand[h] > was.stand[h])
            yield Entry(seat, count, say("{n} ashore on {hexes}", n=count, hexes=where))
        if before.state.phase != "place" and (count := of(gone, seat)):
            yield Entry(seat, 0, _lost(before.state, move, count))


def _lost(s: State, move: Ply, count: int) -> Said:
    """How many were lost, and what took them, as far as it is one thing."""
    match move:
        case Go(way) if way is not None and s.dice is not None:
            beast, there = word(s.dice.creature, "the"), s.name(way.target)
            return say("{n} lost to the {beast} on {hex}", n=count, beast=beast, hex=there)
        case Put() | Reveal():
            return say("{n} lost when {hex} sank", n=count, hex=s.name(s.sinking))
    return say("{n} lost in the water", n=count)
