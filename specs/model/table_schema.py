"""What lies where while a game is played, as typed, immutable values: `table:` of a spec, all of it optional.

Expressions here know the table's own words (`specs/expand/counting.py`): `hand.count`, `shelf.colour`, counters, dice.
"""

# annotations that are values, not text: msgspec would compile each of them at every start

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from specs.model.values import Frozen, Name

MOST_CELLS, MOST_RADIUS, MOST_PLAYERS, LARGEST_COUNT = 1_000, 17, 12, 1_000_000
# `$` alone would let a line end pass; what an expression can name, and no yes or no of YAML
Called = Annotated[
    str,
    Meta(
        pattern=r"^(?!(?:on|off|yes|no|y|n|true|false|and|or|not|in|if|else|is)\b)[a-z][a-z0-9_]{0,23}$(?!\n)",
        extra_json_schema={"description": "a name of small letters, digits and _, at most 24, that YAML reads as text"},
    ),
]
Amount = Annotated[int, Meta(ge=1, le=2_000)]
Worth = Annotated[int, Meta(ge=-LARGEST_COUNT, le=LARGEST_COUNT)]
Sum = int | str  # an expression


class Spot(Frozen, frozen=True, kw_only=True):
    """A named place: `at` mm from the left and top of the printed board, and the places that lie beside it."""

    at: tuple[float, float] | None = None
    to: tuple[str, ...] = ()


class TableZone(Frozen, frozen=True, kw_only=True):
    """Where pieces lie; what is not said is as `setup:` gives it, else a heap that all see. `each`: one a player.

    A `row` of `size` takes so many; a `grid` of `size: [5, 4]` has cells from A1 to E4, a `hex` is named as far from
    its edge, `size` its radius; `spots` are named. `holds` are the components it takes, `limit` how many pieces in all,
    `place` how many of a component at one place. `fill` is the pile it is filled from. `start: {men: colour}` are the
    men whose `colour` is the player's.
    """

    each: bool | None = None
    lay: Literal["heap", "stack", "row", "grid", "hex", "spots"] | None = None
    size: int | tuple[int, int] | None = None
    see: Literal["all", "own", "none"] | None = None
    holds: tuple[Name, ...] = ()
    limit: Amount | None = None
    place: dict[Name, Amount] = msgspec.field(default_factory=dict)
    fill: Called | None = None
    start: dict[Name, str] = msgspec.field(default_factory=dict)
    board: Name | None = None
    spots: dict[Called, Spot] = msgspec.field(default_factory=dict)


class Counter(Frozen, frozen=True, kw_only=True):
    """A number that is kept, one a player where it is `each`."""

    each: bool = False
    start: Worth = 0
    min: Worth | None = None
    max: Worth | None = None


class Die(Frozen, frozen=True, kw_only=True):
    """Dice that are thrown together."""

    count: Annotated[int, Meta(ge=1, le=40)] = 1
    faces: Annotated[tuple[Worth, ...], Meta(min_length=1, max_length=100)] = (1, 2, 3, 4, 5, 6)


class Turn(Frozen, frozen=True, kw_only=True):
    """A turn goes through its `phases`, in their order. `passes` are the words after which it passes by itself, as by
    `next`. A round ends when it is back at who began, or when that is `told`."""

    phases: Annotated[tuple[Called, ...], Meta(max_length=12)] = ()
    passes: tuple[str, ...] = ()
    round: Literal["seats", "told"] = "seats"


class ScoreRow(Frozen, frozen=True, kw_only=True):
    """A line of the score: `points` of a player; or with `of`, of all pieces in a zone for which `where` holds, `each`
    piece's own; or, for who has most by `value`, the points of first and second place in `most`. Rows `at: round` are
    added when a round ends."""

    text: str
    points: Sum | None = None
    each: Sum | None = None
    of: Called | None = None
    where: str | None = None
    value: Sum | None = None
    most: tuple[Worth, ...] = ()
    tie: Literal["share", "all", "none"] = "share"
    at: Literal["round", "end"] = "end"


class Refusal(Frozen, frozen=True, kw_only=True):
    """A light rule: a turn (of a `word`) after which `when` holds is refused by what `say` says."""

    id: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,23}$(?!\n)")]
    when: str
    say: str
    word: str | None = None


class End(Frozen, frozen=True, kw_only=True):
    """When a game is over: `when` holds after a turn or round, or now; or all together have `won` or `lost`."""

    when: str | None = None
    won: str | None = None
    lost: str | None = None
    at: Literal["turn", "round", "now"] = "turn"
    wins: Literal["most", "least"] = "most"
    ties: tuple[Called, ...] = ()


Goes = Literal["play", "take", "draw", "flip", "discard"]


class TableRules(Frozen, frozen=True, kw_only=True):
    """What lies where while a game is played, beside what `setup:` gives: each pile, track, open row, board and area is
    a zone, and there are always `hand`, `table`, `discard` and `box`. `goes` says where a word puts what it moves,
    `buttons` are lines of several words with `{it}` for what is named."""

    zones: dict[Called, TableZone] = msgspec.field(default_factory=dict)
    counters: dict[Called, Counter] = msgspec.field(default_factory=dict)
    dice: dict[Called, Die] = msgspec.field(default_factory=dict)
    goes: dict[Goes, Called] = msgspec.field(default_factory=dict)
    turn: Turn = Turn()
    buttons: dict[Called, str] = msgspec.field(default_factory=dict)
    score: Annotated[tuple[ScoreRow, ...], Meta(max_length=60)] = ()
    refuse: Annotated[tuple[Refusal, ...], Meta(max_length=40)] = ()
    end: End = End()
