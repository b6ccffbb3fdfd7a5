"""The end: who has which temples complete. There are no points but these; the first to complete a card wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.contract.position import Position

from companion.games.gods.state import (  # isort: skip
    LETTERS, NEUTRAL, PLACES, SOLO_TURNS, complete, meets, place_text, shape_text, targets,
)  # fmt: skip
from companion.contract.values import Entry
from companion.games.gods.text import named
from specs.base.languages import Said, mark, say


def ending(view: Position) -> str:
    """Why a game that is over ended."""
    if meets(view.state, view.state.winner):
        return mark("a card is met")
    return mark("the turn tokens are used up") if view.state.table.solo else mark("one player is left")


def lines(view: Position, seat: int) -> Iterator[Said]:
    """What a seat's result says: each temple, and what is too many."""
    state, sites = view.state, view.state.sites[seat]
    if not state.table.cards[seat]:
        yield say("turn tokens: {tokens} of {last}", tokens=state.solo_turns, last=SOLO_TURNS)
        return
    done, wanted = complete(state, seat), targets(state.table, seat)
    for number, region in enumerate(state.table.order, start=1):
        values = {"number": number, "colour": named(region), "shape": shape_text(wanted[region])}
        if region in done:
            yield say("{number}. {colour}: {shape}, complete", **values)
        elif sites[region]:
            yield say("{number}. {colour}: {shape}, {tiles} lies there", **values, tiles=shape_text(sites[region]))
        else:
            yield say("{number}. {colour}: {shape}, empty", **values)
    for place in PLACES[NEUTRAL:]:
        if sites[place]:
            values = {"place": place_text(place), "shape": shape_text(sites[place])}
            yield say("{place}: {shape}, too many for the card", **values)
    if meets(state, seat):
        yield say("{done} of 4 temples, and nothing else: the card is met", done=len(done))
    else:
        yield say("{done} of 4 temples", done=len(done))


def trail(before: Position, move: Any, after: Position) -> Iterator[Entry]:
    """The temples a move completed or took from completion."""
    table = before.state.table
    for seat in range(len(before.players)):
        was, now = complete(before.state, seat), complete(after.state, seat)
        for region in table.order:
            values = {"place": LETTERS[region], "shape": shape_text(targets(table, seat)[region])}
            if (region in now) > (region in was):
                yield Entry(seat, 1, say("the temple in {place}, {shape}, is complete", **values))
            elif region in was and region not in now:
                yield Entry(seat, -1, say("the temple in {place}, {shape}, is no more", **values))
