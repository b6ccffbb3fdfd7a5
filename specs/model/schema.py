"""The parts of a game as typed, immutable values. All sizes are mm, all angles degrees clockwise.

A spec is one YAML file; `load.py` reads it into `Spec`. The JSON Schema for editors is made from these types. A `Num`
is a number or an expression in braces, such as "{n * 6 + 4}"; a `str` that is shown may hold `{field}` anywhere. Names
an expression can use: the row's fields; `id`, `n` (the copy's number, from 1), `w` and `h` (the piece's trim size);
inside `repeat` its variable and `i` (from 0); on a block `side` and `pips`; `option.NAME` for the spec's print options;
`game.title`, `game.id`.
"""

# annotations that are values, not text: msgspec would compile each of them at every start

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from specs.base.unfit import KeyPath
from specs.model.component import Component
from specs.model.elements import Face, Language, Style
from specs.model.values import AS_WRITTEN, WHOLE, Frozen, Name, Row, Scalar, described

EDITION = "an edition such as 2, 1.4 or second-print, of at most 16 letters"
Edition = Annotated[str, AS_WRITTEN, described("[A-Za-z0-9][A-Za-z0-9._-]{0,15}", EDITION)]


class RuleOption(Frozen, frozen=True, kw_only=True):
    """A variant of the rules that can be chosen."""

    default: Scalar
    note: str
    choices: tuple[Scalar, ...] = ()


class Players(Frozen, frozen=True, kw_only=True):
    min: Annotated[int, Meta(ge=1)]
    max: Annotated[int, Meta(ge=1)]
    colours: tuple[str, ...] = ()


ANY_PLAYERS = Players(min=1, max=99)


class Credits(Frozen, frozen=True, kw_only=True):
    designer: str
    note: str = ""


# ---- how a game starts ------------------------------------------------------------------------------


class Pile(Frozen, frozen=True, kw_only=True):
    """Pieces of a component in a stack."""

    from_: str = msgspec.field(name="from")
    title: str = ""
    where: str | None = None
    shuffle: bool = True


class Run(Frozen, frozen=True, kw_only=True):
    """`count` spaces in a row, each a stack of `depth` pieces; without a pile they are empty."""

    count: Annotated[int, Meta(ge=1)]
    depth: Annotated[int, Meta(ge=0)] = 0
    from_: str | None = msgspec.field(name="from", default=None)


class OpenRow(Frozen, frozen=True, kw_only=True):
    """Pieces laid face up in a row."""

    from_: str = msgspec.field(name="from")
    title: str = ""
    count: Annotated[int, Meta(ge=1)] | None = None
    text: str = ""
    note: str = ""


class Hands(Frozen, frozen=True, kw_only=True):
    """How many pieces each player is dealt from a pile: to the hand, or face up to an area in front of the player."""

    from_: str = msgspec.field(name="from")
    title: str = ""
    count: tuple[int, ...]
    to: str | None = None


class Layout(Frozen, frozen=True, kw_only=True):
    """Pieces in fixed places: hex coordinates of a lattice and, by number of players, where each starts. Fields are
    named from `at`; without it, from the layout's own left and lower edge."""

    note: str
    players: tuple[int, ...]
    places: tuple[tuple[int, int], ...]
    start: dict[str, tuple[tuple[int, int], ...]] = msgspec.field(default_factory=dict)
    at: tuple[int, int] | None = None


class Ground(Frozen, frozen=True, kw_only=True):
    """What a symbol of a board's map stands for. Each such cell is dealt a stack of `depth` `from` a pile. The setup
    sheet draws the `icon` in each such cell, and names it in its key."""

    title: str
    from_: str | None = msgspec.field(name="from", default=None)
    depth: Annotated[int, Meta(ge=1)] = 1
    icon: str = ""


class Board(Frozen, frozen=True, kw_only=True):
    """A board of hexagons, pointy side up, as a text map: each line has a row's name, then its cells, one symbol each,
    two characters apart; every other row is shifted one character, half a hexagon. A cell's name is its row's name and
    its number from the left. `start`: by component, then by number of players, the cells where its pieces begin."""

    map: str
    legend: dict[Annotated[str, Meta(min_length=1, max_length=1)], Ground]
    start: dict[str, dict[str, tuple[str, ...]]] = msgspec.field(default_factory=dict)
    note: str = ""


class SetupRules(Frozen, frozen=True, kw_only=True):
    """How a game starts. Piles are shuffled in order; then tracks, open rows, boards and hands are dealt."""

    piles: dict[str, Pile] = msgspec.field(default_factory=dict)
    tracks: dict[str, tuple[Run | str, ...]] = msgspec.field(default_factory=dict)
    open: dict[str, OpenRow] = msgspec.field(default_factory=dict)
    boards: dict[str, Board] = msgspec.field(default_factory=dict)
    hands: tuple[Hands, ...] = ()
    layouts: dict[str, Layout] = msgspec.field(default_factory=dict)
    note: tuple[str, ...] = ()

    @property
    def runs(self) -> dict[str, dict[int, Run]]:
        """Return the runs of each track, by their index in its list, where the names of its ends stand too."""
        return {
            name: {index: part for index, part in enumerate(parts) if isinstance(part, Run)}
            for name, parts in self.tracks.items()
        }

    def end_names(self, track: str) -> tuple[str, str]:
        """Return what the two ends of a track are called, "" for an end without a name."""
        first, last = self.tracks[track][0], self.tracks[track][-1]
        return first if isinstance(first, str) else "", last if isinstance(last, str) else ""


# ---- what lies where while it is played: expressions here know its own words (expand/counting.py) -------

MOST_CELLS, MOST_RADIUS, MOST_PLAYERS, LARGEST_COUNT = 1_000, 17, 12, 1_000_000
# What an expression can name; not a yes or no of YAML
CALLED = r"(?!(?:on|off|yes|no|y|n|true|false|and|or|not|in|if|else|is)\b)[a-z][a-z0-9_]{0,23}"
OF_CALLED = described(CALLED, "a name of small letters, digits and _, at most 24, that YAML reads as text")
Called = Annotated[str, OF_CALLED]
Amount = Annotated[int, Meta(ge=1, le=2_000)]
Worth = Annotated[int, Meta(ge=-LARGEST_COUNT, le=LARGEST_COUNT)]
Sum = int | str  # an expression


class Spot(Frozen, frozen=True, kw_only=True):
    """A named place: `at` mm from the left and top of the printed board, and its neighbours."""

    at: tuple[float, float] | None = None
    to: tuple[str, ...] = ()


class TableZone(Frozen, frozen=True, kw_only=True):
    """Where pieces lie. Defaults are as `setup:` has them, else a heap that all see."""

    per_player: bool | None = None
    lay: Literal["heap", "stack", "row", "grid", "hex", "places"] | None = None
    grid: tuple[Annotated[int, Meta(ge=1)], Annotated[int, Meta(ge=1)]] | None = None
    radius: Annotated[int, Meta(ge=1, le=MOST_RADIUS)] | None = None
    see: Literal["all", "own", "none"] | None = None
    holds: tuple[Name, ...] | dict[Name, Amount] = ()
    max: Amount | None = None
    from_: Called | None = msgspec.field(name="from", default=None)
    start: dict[Name, str] = msgspec.field(default_factory=dict)
    board: Name | None = None
    places: dict[Called, Spot] = msgspec.field(default_factory=dict)


class Counter(Frozen, frozen=True, kw_only=True):
    """A number that is kept, for the table or for each player."""

    per_player: bool = False
    start: Worth = 0
    min: Worth | None = None
    max: Worth | None = None


class Die(Frozen, frozen=True, kw_only=True):
    """Dice thrown together."""

    count: Annotated[int, Meta(ge=1, le=40)] = 1
    faces: Annotated[tuple[Worth, ...], Meta(min_length=1, max_length=100)] = (1, 2, 3, 4, 5, 6)


class Turn(Frozen, frozen=True, kw_only=True):
    """The phases of a turn, in order."""

    phases: Annotated[tuple[Called, ...], Meta(max_length=12)] = ()
    after: tuple[str, ...] = ()
    round: Literal["seats", "word"] = "seats"


class ScoreRow(Frozen, frozen=True, kw_only=True):
    """A line of the score: `points` of a player; or those `from` all pieces in a zone for which `where` holds,
    or the `value` of each; or, for the players with the most by `value`, the `points` of first and second place. Rows
    `after: round` are added when a round ends."""

    text: str
    points: Sum | tuple[Worth, ...] | None = None
    from_: Called | None = msgspec.field(name="from", default=None)
    where: str | None = None
    value: Sum | None = None
    tie: Literal["share", "all", "none"] = "share"
    after: Literal["round", "end"] = "end"

    @property
    def each_piece(self) -> bool:
        """Return whether its `value` is that of each piece."""
        return self.value is not None and not isinstance(self.points, tuple)


class Refusal(Frozen, frozen=True, kw_only=True):
    """A light rule: a turn after which `when` holds is refused with its `text`; with `after`, only after that word."""

    id: Annotated[str, Meta(pattern=WHOLE % "[a-z][a-z0-9-]{0,23}")]
    when: str
    text: str
    after: str | None = None


class End(Frozen, frozen=True, kw_only=True):
    """When a game is over, and who wins."""

    when: str | None = None
    after: Literal["turn", "round", "now"] = "turn"
    wins: Literal["most", "least", "all", "none"] = "most"
    tie: tuple[Called, ...] = ()


Goes = Literal["play", "take", "draw", "flip", "discard"]


class TableRules(Frozen, frozen=True, kw_only=True):
    """What lies where during play, beside what `setup:` gives: each pile, track, open row, board and area is a zone,
    and every table has `hand`, `table`, `discard` and `box`. `goes` says where a word puts what it moves, `buttons` are
    lines of several words with `{it}` for what is named."""

    zones: dict[Called, TableZone] = msgspec.field(default_factory=dict)
    counters: dict[Called, Counter] = msgspec.field(default_factory=dict)
    dice: dict[Called, Die] = msgspec.field(default_factory=dict)
    goes: dict[Goes, Called] = msgspec.field(default_factory=dict)
    turn: Turn = Turn()
    buttons: dict[Called, str] = msgspec.field(default_factory=dict)
    score: Annotated[tuple[ScoreRow, ...], Meta(max_length=60)] = ()
    refuse: Annotated[tuple[Refusal, ...], Meta(max_length=40)] = ()
    end: End | tuple[End, ...] = End()

    def placed_ends(self) -> tuple[tuple[KeyPath, End], ...]:
        """Return the ways in which a game ends, each with its path below `play:`."""
        if isinstance(self.end, End):
            return ((("end",), self.end),)
        return tuple([(("end", index), end) for index, end in enumerate(self.end)])

    @property
    def ends(self) -> tuple[End, ...]:
        """Return the ways in which a game ends."""
        return tuple([end for _, end in self.placed_ends()])


# ---- a game ------------------------------------------------------------------------------------------


class Shared(Frozen, frozen=True, kw_only=True):
    """A file to include: what several specs share, and further files to include."""

    include: tuple[str, ...] = ()
    fonts: dict[str, str | tuple[str, ...]] = msgspec.field(default_factory=dict)
    palette: dict[str, str] = msgspec.field(default_factory=dict)
    styles: dict[str, Style] = msgspec.field(default_factory=dict)
    terms: dict[str, str] = msgspec.field(default_factory=dict)
    data: dict[str, tuple[Row, ...]] = msgspec.field(default_factory=dict)
    templates: dict[str, Face] = msgspec.field(default_factory=dict)


class Spec(Shared, frozen=True, kw_only=True):
    """A game: its pieces, its setup, and its rule options."""

    game: Name
    title: str
    credits: Credits
    components: dict[Name, Component]
    note: str = ""
    players: Players = ANY_PLAYERS
    needs: tuple[str, ...] = ()
    edition: Edition | None = None
    language: Language | None = None
    hyphens: tuple[str, ...] = ()
    words: str = "words"
    icons: str | None = None
    print_options: dict[str, str] = msgspec.field(default_factory=dict)
    rule_options: dict[str, RuleOption] = msgspec.field(default_factory=dict)
    setup: SetupRules = SetupRules()
    play: TableRules = TableRules()
