"""A figure's way: what the cards lead to, where a bridge may lie, and what tables get wrong with figures."""

from __future__ import annotations

from companion.contract.rules import Judge
from companion.games.atlantis.state import (
    ATLANTIS,
    ITEM_OF,
    ITEMS,
    MAINLAND,
    SPACES,
    Gap,
    State,
    behind,
    gaps,
    tile_text,
)
from companion.games.atlantis.texts import UNKNOWN

_UNSEEN_ITEM = UNKNOWN >> 3


def walk(state: State, start: int, letters: str, judge: Judge) -> int:
    """Where the cards lead (rulebook: Play a Card and Move your Figure Forward)."""
    tops, figures = state.path.tops, state.path.figures
    items, position = tops.translate(ITEM_OF), start
    for n, letter in enumerate(letters):
        if n and (position not in figures or position == MAINLAND):
            judge.refuse("walk.ended", space=position, tile=_shows(tops, position), letters=letters[n:])
            if position == MAINLAND:
                break
        position = ahead(items, position, ITEMS[letter], judge)
    if position in figures and ATLANTIS < position < MAINLAND:
        holder = figures.index(position)
        judge.refuse(
            "walk.occupied", letters=letters, space=position, tile=_shows(tops, position),
            whom=holder // 3, figure=holder % 3 + 1,
        )  # fmt: skip
    return position


def _shows(tops: bytes, space: int) -> str:
    return tile_text(tops[space]) if ATLANTIS < space < MAINLAND else ""


def ahead(items: bytes, position: int, item: int, judge: Judge) -> int:
    """The next space ahead whose top shows the item, else the mainland; an unseen top before that must be told."""
    found = items.find(item, position + 1)
    unseen = items.find(_UNSEEN_ITEM, position + 1)
    if unseen > 0 and (found < 0 or unseen < found):
        judge.needs("reveal.needed", why="shows", space=unseen, item=item)
    return found if found > 0 else MAINLAND


def lay(state: State, space: int, judge: Judge) -> int:
    """The bridges with one more (rulebook: Crossing Water Tiles With a Bridge)."""
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
    """What a walk owes, and the gaps that it crosses without a bridge."""
    tops = state.path.tops
    crossed = [gap for gap in gaps(tops, bridges, start, to) if not gap[3]]
    for gap in crossed:
        if not gap[2]:
            space = gap.end if tops[gap.end] == UNKNOWN else gap.start - 1
            judge.needs("reveal.needed", why="price", tile=tile_text(tops[gap.start - 1]), space=space)
    return sum([gap[2] for gap in crossed]), crossed


def placed(state: State, index: int, right: int, told: int, letters: str, judge: Judge) -> int:
    """Where a figure was put, `right` by its cards."""
    if told == right:
        return told
    tops, _, bridges, figures = state.path
    if not ATLANTIS <= told <= MAINLAND:
        judge.cannot("slip.to", why="nowhere", space=told)
    if not tops[told]:
        judge.cannot("slip.to", why="water", space=told)
    start = figures[index]

    def worth(to: int) -> int:
        moved = (*figures[:index], to, *figures[index + 1 :])
        owed = sum(gap.price for gap in gaps(tops, bridges, start, to) if not gap.bridged)
        return (tops[behind(tops, moved, to)] & 7 if to else 0) - owed

    places = [(space, _shows(tops, space)) for space in (right, told)]
    judge.refuse(
        "slip.to", worth(told) - worth(right), why="other", letters=letters, who=index // 3, figure=index % 3 + 1,
        right=places[0], told=places[1],
    )  # fmt: skip
    return told


def took(state: State, figures: tuple[int, ...], right: int, told: int, judge: Judge) -> int:
    """The space whose tile was taken, `right` by the rules; 0 for none."""
    if told == right:
        return told
    tops = state.path.tops
    if not 0 <= told <= SPACES or (told and not tops[told]):
        judge.cannot("slip.take", why="empty", space=told)
    if told and told in figures:
        judge.cannot("slip.take", why="figure", space=told)
    tile, other = (tile_text(tops[space]) if space else "" for space in (right, told))
    worth = (tops[told] & 7 if told else 0) - (tops[right] & 7 if right else 0)
    judge.refuse("slip.take", worth, why="other", who=state.turn, tile=tile, space=right, told=other, there=told)
    return told
