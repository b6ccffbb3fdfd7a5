"""The end: who has which temples complete. There are no points but these; the first to complete a card wins."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Entry, Result, Standing
from companion.games.gods.state import (
    LETTERS,
    NEUTRAL,
    NOBODY,
    OVER,
    PLACES,
    SOLO_TURNS,
    Move,
    State,
    complete,
    named,
    place_text,
    shape_text,
)
from specs.base.languages import mark, say


def result(state: State) -> Result | None:
    """The result of a game that has ended."""
    return settle(state) if state.phase == OVER else None


def ending(state: State) -> str:
    """Why a game that is over ended."""
    if state.table.solo:
        return mark("a card is met") if state.winner == 0 else mark("the turn tokens are used up")
    return mark("a card is met") if meets(state, state.winner) else mark("one player is left")


def settle(state: State) -> Result:
    """Each player's score is the temples complete. Before the end the win is for whoever meets the card, at best the
    player to move; else it is shared by those with the most temples. A solo game that is not won is lost."""
    standings = tuple(_standing(state, player) for player in range(len(state.table.names)))
    if state.winner != NOBODY:
        return Result(standings, (state.winner,))
    met = [player for player in range(len(standings)) if meets(state, player)]
    if met:
        return Result(standings, (state.turn,) if state.turn in met else tuple(met))
    if state.table.solo:
        return Result(standings, (1,))
    there = [standing for standing in standings if not (state.table.away and state.table.away[standing.player])]
    best = max(standing.score for standing in there)
    return Result(standings, tuple(standing.player for standing in there if standing.score == best))


def meets(state: State, player: int) -> bool:
    """Whether the four shapes stand where the card wants them, and no other tile anywhere."""
    return bool(state.table.cards[player]) and state.sites[player] == state.table.targets[player]


def _standing(state: State, player: int) -> Standing:
    table, sites, done = state.table, state.sites[player], complete(state, player)
    if not table.cards[player]:
        return Standing(
            player, 0, 0, 0, (say("turn tokens: {tokens} of {last}", tokens=state.solo_turns, last=SOLO_TURNS),), {}
        )
    lines = []
    for number, region in enumerate(table.order, start=1):
        wanted, there = table.targets[player][region], sites[region]
        values = {"number": number, "colour": named(region), "shape": shape_text(wanted)}
        if region in done:
            lines.append(say("{number}. {colour}: {shape}, complete", **values))
        elif there:
            lines.append(say("{number}. {colour}: {shape}, {tiles} lies there", **values, tiles=shape_text(there)))
        else:
            lines.append(say("{number}. {colour}: {shape}, empty", **values))
    others = [place for place in PLACES[NEUTRAL:] if sites[place]]
    for place in others:
        shape = shape_text(sites[place])
        lines.append(say("{place}: {shape}, too many for the card", place=place_text(place), shape=shape))
    if meets(state, player):
        lines.append(say("{done} of 4 temples, and nothing else: the card is met", done=len(done)))
    else:
        lines.append(say("{done} of 4 temples", done=len(done)))
    return Standing(player, 0, 0, len(done), tuple(lines), {})


def opening(state: State) -> Sequence[Entry]:
    """The temples that are complete at a first position."""
    return [
        Entry(player, len(done), say("temples complete at the start"))
        for player in range(len(state.table.names))
        if (done := complete(state, player))
    ]


def trail(before: State, move: Move, after: State) -> Sequence[Entry]:
    """The temples a move completed or took from completion."""
    del move
    entries = []
    for player in range(len(before.table.names)):
        if before.sites[player] == after.sites[player]:
            continue
        was, now = complete(before, player), complete(after, player)
        for region in before.table.order:
            if (region in was) != (region in now):
                values = {"place": LETTERS[region], "shape": shape_text(before.table.targets[player][region])}
                if region in now:
                    entries.append(Entry(player, 1, say("the temple in {place}, {shape}, is complete", **values)))
                else:
                    entries.append(Entry(player, -1, say("the temple in {place}, {shape}, is no more", **values)))
    return entries
