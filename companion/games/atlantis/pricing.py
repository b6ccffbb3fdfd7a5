"""What gaps cost, in sentences, and what must be told before that is known."""

from __future__ import annotations

from companion.games.atlantis.state import ATLANTIS, MAINLAND, UNKNOWN, Gap, State, gaps, tile_text
from specs.base.languages import Said, listed, say


def unseen_at_the_end(state: State) -> int:
    """A space with an unseen top that the final payments depend on; 0 if there is none."""
    for position in state.figures:
        if position == MAINLAND or (position == ATLANTIS and not state.table.settle_from_atlantis):
            continue
        for gap in gaps(state.tops, state.bridges, position):
            if not gap.price and not gap.bridged:
                return gap.end if state.tops[gap.end] == UNKNOWN else gap.start - 1
    return 0


def priced_first(space: int, taken: int = 0) -> Said:
    """What must be told before the game can end; of the tile `taken`, that can be told with the turn."""
    return say(
        "the game ends, and the gap beside space {space} must be priced; {how}", space=space, how=how(space, taken)
    )


def how(space: int, taken: int = 0) -> Said:
    if space == taken:
        return say("add 'reveal TILE' to the turn")
    return say("enter 'reveal {space} TILE' first", space=space)


def tile_before(tops: bytes, gap: Gap) -> str:
    return tile_text(tops[gap.start - 1])


def unseen_beside(tops: bytes, gap: Gap) -> Said:
    space = gap.end if tops[gap.end] == UNKNOWN else gap.start - 1
    return say(
        "the price of the gap after {tile} depends on the tile on space {space}; {how}",
        tile=tile_before(tops, gap), space=space, how=how(space),
    )  # fmt: skip


def price_text(tops: bytes, crossed: list[Gap]) -> Said:
    """ "the gap after O5 costs 4", "the gaps after O5 and H3 cost 4 + 3 = 7"."""
    after, prices = [tile_before(tops, gap) for gap in crossed], [gap.price for gap in crossed]
    if len(crossed) == 1:
        return say("the gap after {tile} costs {price}", tile=after[0], price=prices[0])
    return say(
        "the gaps after {tiles} cost {prices} = {sum}",
        tiles=listed(after), prices=" + ".join(map(str, prices)), sum=sum(prices),
    )  # fmt: skip
