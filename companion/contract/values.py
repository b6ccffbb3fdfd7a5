"""What a game's functions take and return: players, setups, choices, entries of a sum.

Values are named tuples where a move at the table needs them: dataclasses would cost it 0.6 ms each.
"""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from companion.contract.faults import ValueFault
from specs.base import measure
from specs.base.languages import Said
from specs.base.named import NamedTuple

if TYPE_CHECKING:
    from specs.model.document import Piece

T = TypeVar("T")
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
JSON = Any  # nested None, bool, int, float, str, lists and mappings with str keys


class Player(NamedTuple):
    name: str
    colour: str


class Bound(NamedTuple):
    """The spec that a free table is played from: its file, its edition, what is kept of it, its title."""

    file: str
    edition: str
    kit: str
    title: str = ""

    @property
    def name(self) -> str:
        """Return the game's name: its title, or the file's name without its folder."""
        return self.title or re.split(r"[/\\]", self.file)[-1]

    @property
    def digest(self) -> str:
        """Return a digest that changes when the game is played differently: that of the first line of `kit`, since only
        words are below it."""
        from hashlib import sha256

        return sha256(self.kit.partition("\n")[0].encode()).hexdigest()[:12]


class Setup(NamedTuple):
    """A record's setup: `options` are the game's own (`cards`, `path`, `layout`), `rules` every rule option in force,
    already typed; `spec` is the one that a free table is played from."""

    seed: int | None = None
    options: Mapping[str, str] = NOTHING
    rules: Mapping[str, str | int | bool] = NOTHING
    spec: Bound | None = None


class Options(dict[str, Any]):
    """What a table agreed on, as attributes: the game's setup options as text, the spec's rule options as their types,
    the players' `colours`, and the spec as a `document`."""

    def __getattr__(self, name: str) -> Any:
        return self[name]

    def __missing__(self, name: str) -> Any:
        raise ValueFault(("rules", name), f"a spec without the rule option '{name}'", "one that declares it")

    def table(self, kind: type[T], **own: Any) -> T:
        """Return a named tuple of the options that it has fields for, and of the game's own values. Raises
        ValueFault."""
        fields: Sequence[str] = cast(Any, kind)._fields
        return kind(**{name: self[name] for name in fields if name not in own}, **own)


class SetupOption(NamedTuple):
    """A setup option that a game takes, shown by `companion new GAME`; empty `choices` = free text or a file of it,
    else the first is the default. With the choice `dealt`, the referee deals from the seed; `needed` options must be
    given if there is no seed."""

    name: str
    text: str
    choices: tuple[str, ...] = ()
    needed: bool = False


class Entry(NamedTuple):
    """One line of a sum: what a turn or the settlement gained or cost a player, in points."""

    player: int
    points: int
    text: Said


class Standing(NamedTuple):
    """A player's end: what was owed, what was given up to pay it, the score, and the sum line by line.

    `facts` is the same for programs, such as the gaps owed.
    """

    player: int
    due: int
    paid: int
    score: int
    lines: tuple[str, ...]
    facts: Mapping[str, JSON] = NOTHING


class Result(NamedTuple):
    standings: tuple[Standing, ...]
    winners: tuple[int, ...]


class Span(NamedTuple):
    """A run of terminal text; `style` is a space-separated list of names from `companion.cli.terminal.STYLES`: colours,
    `on_` colours for the ground, `bold`, `dim`, `reverse`."""

    text: str
    style: str = ""


class Prompt(NamedTuple):
    """What the player to move is asked for.

    `sort` names the kind of turn, so that `how` is shown once for each kind and not every time; `now` is what is always
    shown ("2 actions left"), empty if a turn is always the same; `how` says how to type it.
    """

    sort: str
    now: str
    how: str

    @property
    def text(self) -> str:
        """Return both in one short line."""
        return ": ".join(filter(None, (self.now, self.how)))


class Choice(NamedTuple):
    """One way to continue a turn typed so far.

    `text` is the whole line with it and `label` says in words what it adds. `place` names its spot on the picture (a
    key of `Picture.places`), empty if there is none; `note` what it costs and brings ("costs 4, takes H6, draws 1"),
    `points` the same as a number. `whole` is true if the line can be entered as it is, `idle` if it then changes
    nothing.
    """

    text: str
    label: str
    place: str = ""
    note: str = ""
    points: int = 0
    whole: bool = False
    idle: bool = False
    card: str = ""


class Card(NamedTuple):
    """A card of a hand: its letter, its name, and a printed piece that looks so; None if there is none."""

    letter: str
    name: str
    piece: "Piece | None"


class Found(NamedTuple):
    """An answer to "where is ...": a sentence about the table, and its spot on the picture (a key of `Picture.places`);
    either may be empty."""

    sentence: str
    place: str = ""


def parted(cards: str, apart: str) -> list[str]:
    """Return a hand's cards: its letters, or its words if `apart` separates them.

    >>> parted("FFOH", ""), parted("sun-9 ?", " "), parted("", " ")
    (['F', 'F', 'O', 'H'], ['sun-9', '?'], [])
    """
    return cards.split(apart) if apart and cards else list(cards)


def put(row: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """Return a row with one value changed."""
    return (*row[:at], value, *row[at + 1 :])


def gone(away: Sequence[bool], player: int, count: int) -> tuple[bool, ...]:
    """Return for each of `count` players whether they have left: those `away` before (empty: none), and `player`.

    >>> gone((), 1, 3)
    (False, True, False)
    """
    return tuple(n == player or (n < len(away) and away[n]) for n in range(count))


def following(turn: int, away: Sequence[bool], count: int) -> int:
    """Return whose turn comes after a player's, of `count` players in turn order; those `away` are passed over.

    >>> following(0, (), 3), following(0, (False, True, False), 3)
    (1, 2)
    """
    after = (turn + 1) % count
    while away and away[after] and after != turn:
        after = (after + 1) % count
    return after


def wrapped(spans: Sequence[Span], width: int, indent: int) -> list[list[Span]]:
    """Break spans into lines of at most `width` columns, at blanks; all but the first are indented by `indent` blanks.

    >>> for line in wrapped([Span("> Ann", "bold"), Span(": 3 cards, no bridge; "), Span("F3", "red")], 16, 4):
    ...     "".join(span.text for span in line)
    '> Ann: 3 cards, '
    '    no bridge; '
    '    F3'
    """
    lines, line, used, words = list[list[Span]](), list[Span](), 0, 0
    for span in spans:
        for part in re.findall(r"\s+|\S+", span.text):
            if used + measure.width(part.rstrip()) > width and words:
                lines.append(line)
                line, used, words = [Span(" " * indent)], indent, 0
            if part.strip() or words or not lines:
                line.append(Span(part, span.style))
                used, words = used + measure.width(part), words + bool(part.strip())
    return [*lines, line]


def cut(line: Sequence[Span], width: int) -> list[Span]:
    """Cut a line to a width."""
    found = list[Span]()
    for span in line:
        if width <= 0:
            break
        found.append(Span(measure.cut(span.text, width), span.style))
        width -= measure.width(found[-1].text)
    return found
