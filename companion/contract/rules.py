"""The contract: what a game gives the companion. Everything else is derived from it, once for every game.

A game gives eight functions (`Rules`) and its moves, each a frozen value with a grammar. States are frozen and hold
seats, never names or colours; what a state does not know has a `?` of its own type.

>>> from typing import NamedTuple
>>> @says("take {count}")
... class Take(NamedTuple):
...     count: int
>>> Take.SAYS, corrects(Take(2))
('take {count}', False)
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn, Protocol, TypeVar, cast

from specs.base.named import NamedTuple

if TYPE_CHECKING:
    from random import Random

S = TypeVar("S")
M = TypeVar("M")
T = TypeVar("T")
Seat = int
Given = Mapping[str, Any]  # a kind of move's fields as typed so far, lists possibly incomplete; KIND has the kind
KIND: Final = "*"
EVERYTHING: Final[Given] = {}  # matches every move
Ending = Literal["leave", "agree", "resign"]


def says(
    grammar: str, *, corrects: bool = False, phase: str = "", tells: tuple[str, ...] = ()
) -> Callable[[type[T]], type[T]]:
    """Give a kind of move its grammar: words, {fields}, [parts]; parts at the end may come in any order. A field that
    is not written has its default. `corrects` marks a move that only corrects what is known (a hand that was counted):
    it may come at any time and is not a ply. `phase` is the phase of `Turn` it belongs to: there its first word may be
    shortened, or left out if the phase has no other kind. `tells` are fields that say what was revealed, which the
    table gives only if the companion does not know it; if such a field says more, a method `plain()` returns the move
    without it.

    A kind of move may have `filled(s, seat, rules)`, which returns the move with what was not written filled in, as far
    as this state shows it. It raises `companion.contract.codecs.Unclear` for what is ambiguous.
    """

    def given(kind: type[T]) -> type[T]:
        spoken = cast(Any, kind)
        spoken.SAYS, spoken.CORRECTS, spoken.PHASE, spoken.TELLS = grammar, corrects, phase, tells
        spoken.__eq__, spoken.__ne__, spoken.__hash__ = _same, object.__ne__, _hashed
        return kind

    return given


def _same(move: tuple[Any, ...], other: object) -> bool:
    """Return whether two moves are of one kind and equal: tuples alone do not tell kinds apart."""
    return type(move) is type(other) and tuple.__eq__(move, cast(Any, other))


def _hashed(move: tuple[Any, ...]) -> int:
    return hash((move.__class__, tuple(move)))


def corrects(move: Any) -> bool:
    """Return whether a move only corrects what is known, and so is not a ply."""
    return cast(bool, move.CORRECTS)


def without_shown(move: Any) -> Any:
    """Return a move without what was revealed; the same move if it does not say that."""
    plain = getattr(move, "plain", None)
    return plain() if plain else move._replace(**{name: move._field_defaults[name] for name in move.TELLS})


def open_to_all(rules: object, s: S, seat: Seat | None) -> S:
    """`seen` for a game without hidden information: `seen = open_to_all`."""
    return s


def no_chance(rules: object, s: object, chance: "Random | None") -> None:
    """`deal` for a game without chance: `deal = no_chance`."""


class Turn(NamedTuple):
    """Who is to move: no seats when it is chance, several when each acts once in any order. The plies of one turn share
    its `number`; `phase` names what is asked for, or the open phases separated by blanks. `of` is whose turn it is when
    chance moves."""

    seats: tuple[Seat, ...]
    number: int
    phase: str = ""
    of: Seat = 0

    @property
    def whose(self) -> Seat:
        """Return whose turn it is, also when chance moves."""
        return self.seats[0] if self.seats else self.of


class Judge(Protocol):
    """Decides about breaches of the rules. Facts are seats (`who`, `whom`), places, pieces and numbers; their sentence
    is in the game's `text.py`."""

    def refuse(self, rule: str, points: int = 0, **facts: Any) -> None:
        """The rules forbid it, and the breach was worth `points`. Raises Forbidden, or notes it and returns."""
        ...

    def cannot(self, rule: str, **facts: Any) -> NoReturn:
        """It is physically impossible. Raises Forbidden."""
        ...

    def needs(self, rule: str, **facts: Any) -> NoReturn:
        """Something hidden in this state decides; the table must say it first. Raises Forbidden."""
        ...

    def tell(self, what: str, **facts: Any) -> None:
        """Note an automatic consequence, or a likely slip."""
        ...


class Row(NamedTuple):
    """A line of a score: earned already with `now`, else due at the end."""

    seat: Seat
    what: str
    points: int
    now: bool = True


class Score(NamedTuple):
    """A score; a seat's points are the sum of its rows. `unknown` is what the table must say before all points are
    known: see `companion.contract.judges.unknown`."""

    rows: tuple[Row, ...]
    winners: tuple[Seat, ...]
    unknown: Exception | None = None

    def points(self, seats: int, *, now: bool = False) -> tuple[int, ...]:
        """Return the points of each seat; with `now`, only those earned already."""
        found = [0] * seats
        for row in self.rows:
            if row.now or not now:
                found[row.seat] += row.points
        return tuple(found)


class Lies(NamedTuple):
    """What lies at a place, by name; unknown pieces are `?`. `owner` is the seat it belongs to."""

    place: str
    pieces: tuple[str, ...]
    owner: Seat | None = None


class Rules(Protocol[S, M]):
    """A game. `STATE` is a named tuple, `MOVES` are the kinds of move, the usual one first.

    A game may also have (else the companion does without):

    - `ends(s, seat, how, judge) -> S`: a seat leaves, resigns, or all agree to end
    - `pick(s, random) -> M`: one legal move, as fast as possible
    - `counted(s, most) -> Sequence[M]`: those of `moves`, or at least the first `most`, counted faster than made
    - `usual(s) -> Sequence[M]`: the plies a bot chooses from, if the game has no bots of its own
    - `resample(s, random) -> S`: a state with everything known that looks like this one
    - `value(s, seat) -> float`: how well a seat stands, above 0 and below 1
    - `UNSEATED`: names of those without a player in a game of one seat, such as its opponent
    - `nearest(s, M) -> M | None`: the legal move closest to a refused one, if moves have numbers of a wide range
    - `holding(s, seat, text, judge) -> S`: the state with the hand that a player of a game with hidden hands typed.
      Raises SyntaxFault
    - `knows(s) -> bool`: whether the companion knows what plies reveal, if trying them does not show it
    - `split(s, text) -> Sequence[str]`: the plies of a text that may stand for several; one alone stays as it is
    - `absent(s, M) -> bool`: whether a typed move cannot be meant: its phase is over, or its piece is not there
    - `resumed(s) -> S`: a position from a file, with the end and the player to move worked out again
    - `TABLE`: the named tuple in a state that has a field for each of the spec's rule options
    - `GOES_ON`: what is written after a ply if another ply of the same turn follows
    - `OPEN`: kinds of move that nothing hidden can forbid: a line of these is entered whole or not at all
    - `sound(s, seats) -> Iterable[tuple[bool, str]]`: what must hold of a position, each with what is expected
    - `EXAMPLE`: an example of a turn, shown for a line that cannot be read at all
    - `TEXT`: its sentences (see `companion.contract.sentences`), if the game is a single file
    """

    @property
    def STATE(self) -> type[S]: ...

    @property
    def MOVES(self) -> tuple[type[M], ...]: ...

    def start(self, seats: int, options: Any, seed: int | None) -> S:
        """Return the first state, by `companion.contract.values.Options`. Raises ValueFault for a bad option."""
        ...

    def turn(self, s: S) -> Turn | None:
        """Return who is to move; None once the game is over."""
        ...

    def moves(self, s: S, given: Given) -> Iterator[M]:
        """Yield the legal moves lazily, each once, in a stable order: those that agree with what is given, with the
        rest filled in. If they are few, it may yield all; `companion.contract.offered.listed` filters them. If each
        field's codec has choices, `companion.contract.listing.listed` makes them."""
        ...

    def play(self, s: S, seat: Seat | None, move: M, judge: Judge) -> S:
        """Return the state after a move, as far as the judge allows it: the only source of legality. The seat is None
        when chance moves, or when the table states something."""
        ...

    def seen(self, s: S, seat: Seat | None) -> S:
        """Return the state as that seat knows it (None: as everyone does), made field by field from what it may see."""
        ...

    def score(self, s: S) -> Score:
        """Return the score as if the game ended here."""
        ...

    def lies(self, s: S) -> Iterator[Lies]:
        """Yield what lies where, and whose it is, in a stable order."""
        ...

    def deal(self, s: S, chance: "Random | None") -> M | None:
        """Return the move of chance, from the state or the random numbers; None if the table must tell it."""
        ...


class OfSpec:
    """Rules of a game described by a spec. Only the first position needs the spec: `first` in the game's `setup.py`
    makes it and loads the reader of specs, which no move needs."""

    def start(self, seats: int, options: Any, seed: int | None) -> Any:
        """Return the first position. Raises ValueFault or SyntaxFault for a bad setup."""
        package = type(self).__module__.rpartition(".")[0]
        return import_module(f"{package}.setup").first(options.document, seats, options, seed)


def leaving(away: Sequence[bool], seat: Seat | None, how: Ending, judge: Judge) -> Seat:
    """Return the seat that leaves, for a game with no other early end. Raises Forbidden, also for a seat that has left
    already."""
    if how != "leave" or seat is None:
        judge.cannot("end.rules")
    if away and away[seat]:
        judge.cannot("leave.gone", who=seat)
    return seat
