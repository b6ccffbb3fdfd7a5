"""The end: who has which temples complete. There are no points but these; the first to complete a card wins."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Entry, Result, Standing
from companion.games.gods.state import (
    LETTERS,
    NAMES,
    NEUTRAL,
    NOBODY,
    OVER,
    PLACES,
    SOLO_TURNS,
    Move,
    State,
    complete,
    place_text,
    shape_text,
)


def result(state: State) -> Result | None:
    """The result of a game that has ended."""
    return settle(state) if state.phase == OVER else None


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
        return Standing(player, 0, 0, 0, (f"turn tokens: {state.solo_turns} of {SOLO_TURNS}",), {})
    lines = []
    for number, region in enumerate(table.order, start=1):
        wanted, there = table.targets[player][region], sites[region]
        state_of = "complete" if region in done else f"{shape_text(there)} lies there" if there else "empty"
        lines.append(f"{number}. {NAMES[region]}: {shape_text(wanted)}, {state_of}")
    others = [place for place in PLACES[NEUTRAL:] if sites[place]]
    lines += [f"{place_text(place)}: {shape_text(sites[place])}, too many for the card" for place in others]
    lines.append(f"{len(done)} of 4 temples" + (", and nothing else: the card is met" if meets(state, player) else ""))
    return Standing(player, 0, 0, len(done), tuple(lines), {})


def opening(state: State) -> Sequence[Entry]:
    """The temples that are complete at a first position."""
    return [
        Entry(player, len(done), "temples complete at the start")
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
                what = f"the temple in {LETTERS[region]}, {shape_text(before.table.targets[player][region])}"
                gained = region in now
                entries.append(Entry(player, 1 if gained else -1, f"{what}, is {'complete' if gained else 'no more'}"))
    return entries
