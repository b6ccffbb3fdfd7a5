"""How a game starts, as typed, immutable values: piles, tracks, boards, rows, hands and layouts."""

# annotations that are values, not text: msgspec would compile each of them at every start

from typing import Annotated

import msgspec
from msgspec import Meta

from specs.model.values import Frozen


class Pile(Frozen, frozen=True, kw_only=True):
    """Pieces of a component, those for which `where` holds, shuffled unless told otherwise. `where` may use
    `players`, how many there are. `title` is what a setup sheet calls what is left of it: its name, without."""

    component: str
    title: str = ""
    where: str | None = None
    shuffle: bool = True


class Stretch(Frozen, frozen=True, kw_only=True):
    """`spaces` spaces in a row, each a stack of `depth` pieces dealt from `pile`; without a pile, empty ones."""

    spaces: Annotated[int, Meta(ge=1)]
    depth: Annotated[int, Meta(ge=0)] = 0
    pile: str | None = None


class OpenRow(Frozen, frozen=True, kw_only=True):
    """`count` pieces laid face up in a row, or all that are left. `label` is what stands at each: it may use the
    piece's row, `i` from 0 and `players`. `title` is what a setup sheet calls the row: its name, without."""

    pile: str
    title: str = ""
    count: Annotated[int, Meta(ge=1)] | None = None
    label: str = ""
    text: str = ""


class Hands(Frozen, frozen=True, kw_only=True):
    """How many pieces each player is dealt from a pile, in turn order: to the hand, or face up to the player's
    `area` of that name, which a setup sheet calls by its `title`."""

    pile: str
    title: str = ""
    count: tuple[int, ...]
    area: str | None = None


class Layout(Frozen, frozen=True, kw_only=True):
    """Pieces put down in fixed places: hex coordinates of a lattice, and, by the number of players, where each
    starts. Fields are named from `origin`; without it, from the layout's own left and lower edge."""

    text: str
    players: tuple[int, ...]
    places: tuple[tuple[int, int], ...]
    starts: dict[str, tuple[tuple[int, int], ...]] = msgspec.field(default_factory=dict)
    origin: tuple[int, int] | None = None


class Ground(Frozen, frozen=True, kw_only=True):
    """What a symbol of a board's map stands for. With a `pile`, each such cell is dealt a stack of `depth` from it."""

    name: str
    pile: str | None = None
    depth: Annotated[int, Meta(ge=1)] = 1


class Board(Frozen, frozen=True, kw_only=True):
    """A board of hexagons, pointy side up, as a text map: each line a row's name, then its cells, one symbol each,
    two characters apart; every other row stands one character further right or left, half a hexagon. A cell is
    called by its row's name and its number from the left. `starts`: by component, then by number of players, the
    cells where its pieces begin."""

    map: str
    legend: dict[Annotated[str, Meta(min_length=1, max_length=1)], Ground]
    starts: dict[str, dict[str, tuple[str, ...]]] = msgspec.field(default_factory=dict)
    text: str = ""


class SetupRules(Frozen, frozen=True, kw_only=True):
    """How a game starts. `tracks` are rows of spaces dealt from piles, `ends` what a track's two ends are
    called, `open` rows of pieces for all to see, `boards` maps of hexagons that pieces are dealt onto, `layouts`
    named boards of islands; `hands` are dealt in turn order. A note may use `players`; one that comes out empty is
    left out."""

    piles: dict[str, Pile] = msgspec.field(default_factory=dict)
    tracks: dict[str, tuple[Stretch, ...]] = msgspec.field(default_factory=dict)
    ends: dict[str, tuple[str, str]] = msgspec.field(default_factory=dict)
    open: dict[str, OpenRow] = msgspec.field(default_factory=dict)
    boards: dict[str, Board] = msgspec.field(default_factory=dict)
    hands: tuple[Hands, ...] = ()
    layouts: dict[str, Layout] = msgspec.field(default_factory=dict)
    notes: tuple[str, ...] = ()
