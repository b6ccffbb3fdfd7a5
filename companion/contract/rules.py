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
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, NoReturn, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from random import Random

    from specs.model.document import Document

S = TypeVar("S")
M = TypeVar("M")
T = TypeVar("T")
Seat = int
Given = Mapping[str, Any]  # fields of one kind of move, as typed so far, a list as far as it goes; by KIND the kind
KIND: Final = "*"
EVERYTHING: Final[Given] = {}  # nothing is typed: every move
Ending = Literal["leave", "agree", "resign"]


def says(
    grammar: str, *, corrects: bool = False, phase: str = "", tells: tuple[str, ...] = ()
) -> Callable[[type[T]], type[T]]:
    """Give a kind of move its grammar: words, {fields}, [parts]; parts at the end may come in any order. A field that
    is not written has its default. `corrects` marks what only corrects what is known (a hand that was counted): it may
    come at any time and is not a ply. `phase` is the one of `Turn` that it belongs to: then its first word may be
    shortened, and left out where it is the only one of that phase. `tells` are fields that say what turned up, which
    the table tells only where the companion does not know it; of a field that says more, a method `plain()` gives the
    move without.

    A kind of move may have `filled(s, seat, rules)`: the same move with what was not written filled in, as far as this
    state shows it. It raises `companion.contract.codecs.Unclear` for what is ambiguous.
    """

    def given(kind: type[T]) -> type[T]:
        spoken = cast(Any, kind)
        spoken.SAYS, spoken.CORRECTS, spoken.PHASE, spoken.TELLS = grammar, corrects, phase, tells
        spoken.__eq__, spoken.__ne__, spoken.__hash__ = _same, _other, _hashed
        return kind

    return given


def _same(move: tuple[Any, ...], other: object) -> bool:
    """Whether two moves are of one kind and say the same: tuples alone do not tell kinds apart."""
    return type(move) is type(other) and tuple.__eq__(move, cast(Any, other))


def _other(move: tuple[Any, ...], other: object) -> bool:
    return not _same(move, other)


def _hashed(move: tuple[Any, ...]) -> int:
    return hash((move.__class__, tuple(move)))


def corrects(move: Any) -> bool:
    """Whether a move corrects what is known, and so is not a ply."""
    return cast(bool, move.CORRECTS)


def without_shown(move: Any) -> Any:
    """A move without what turned up; the same move if it does not say that."""
    plain = getattr(move, "plain", None)
    return plain() if plain else move._replace(**{name: move._field_defaults[name] for name in move.TELLS})


def open_to_all(rules: object, s: S, seat: Seat | None) -> S:
    """`seen` of a game without hidden information: `seen = open_to_all`."""
    return s


def no_chance(rules: object, s: object, chance: "Random | None") -> None:
    """`deal` of a game without chance: `deal = no_chance`."""


class Turn(NamedTuple):
    """Who is to move: nobody where chance is, several where each acts once in any order. The plies of one turn share
    its `number`; `phase` says what is asked for, or the phases that are open, with a blank between. `of` is whose turn
    it is where chance moves."""

    seats: tuple[Seat, ...]
    number: int
    phase: str = ""
    of: Seat = 0

    @property
    def whose(self) -> Seat:
        """Whose turn it is, also where chance moves."""
        return self.seats[0] if self.seats else self.of


class Judge(Protocol):
    """Who decides about a breach of the rules. Facts are seats (`who`, `whom`), places, pieces and numbers; the
    sentence about them is in the game's `text.py`."""

    def refuse(self, rule: str, points: int = 0, **facts: Any) -> None:
        """The rules forbid it, and it was worth so many points. Raises Forbidden, or notes it and returns."""
        ...

    def cannot(self, rule: str, **facts: Any) -> NoReturn:
        """It is physically impossible. Raises Forbidden."""
        ...

    def needs(self, rule: str, **facts: Any) -> NoReturn:
        """Something that this state does not know decides; the table must tell it first. Raises Forbidden."""
        ...

    def tell(self, what: str, **facts: Any) -> None:
        """What followed by itself, or a likely slip."""
        ...


class Row(NamedTuple):
    """A line of a score: `now` is earned already, else it is due at the end."""

    seat: Seat
    what: str
    points: int
    now: bool = True


class Score(NamedTuple):
    """A score; a seat's points are the sum of its rows. `unknown` is what the table must say before all are known:
    `companion.contract.judges.unknown` makes it."""

    rows: tuple[Row, ...]
    winners: tuple[Seat, ...]
    unknown: Exception | None = None

    def points(self, seats: int, *, now: bool = False) -> tuple[int, ...]:
        """The points of each seat; with `now`, only those earned already."""
        found = [0] * seats
        for row in self.rows:
            if row.now or not now:
                found[row.seat] += row.points
        return tuple(found)


class Lies(NamedTuple):
    """What lies at a place, by name; unknown pieces are `?`. `owner` is whose it is."""

    place: str
    pieces: tuple[str, ...]
    owner: Seat | None = None


class Rules(Protocol[S, M]):
    """A game. `STATE` is a named tuple, `MOVES` are the kinds of move, the usual one first.

    A game may also have (else the companion does without):

    - `ends(s, seat, how, judge) -> S`: a seat leaves, resigns, or all agree to end
    - `pick(s, random) -> M`: one legal move, as fast as can be
    - `counted(s, most) -> Sequence[M]`: those of `moves`, or at least the first so many, counted faster than made
    - `usual(s) -> Sequence[M]`: the plies a bot chooses from, where the game has no bots of its own
    - `resample(s, random) -> S`: a state with everything known that looks like this one
    - `value(s, seat) -> float`: how well a seat stands, above 0 and below 1
    - `UNSEATED`: names of those without a player in a game of one seat, such as its opponent
    - `nearest(s, M) -> M | None`: the legal move most like one that was refused, where numbers of it reach far
    - `holding(s, seat, text, judge) -> S`: the state with the hand that a player of a game with hidden hands typed.
      Raises SyntaxFault
    - `knows(s) -> bool`: whether the companion knows what plies turn up, where that cannot be found by trying them
    - `split(s, text) -> Sequence[str]`: the plies of a text that may stand for several; each alone is itself
    - `resumed(s) -> S`: a position that was written down elsewhere, its end and its player found anew
    - `TABLE`: the named tuple in a state that has a field for each of the spec's rule options
    - `GOES_ON`: what is written behind a ply of a turn that another ply of it follows
    - `OPEN`: kinds of move that nothing hidden can forbid: lines of these are entered all or not at all
    - `sound(s, seats) -> Iterable[tuple[bool, str]]`: what must hold of a position, each with what is expected
    - `EXAMPLE`: what a turn looks like, for a line of which nothing can be read
    - `TEXT`: its sentences (see `companion.contract.sentences`), where it is a single file
    """

    @property
    def STATE(self) -> type[S]: ...

    @property
    def MOVES(self) -> tuple[type[M], ...]: ...

    def start(self, seats: int, options: Any, seed: int | None) -> S:
        """The first state, by `companion.contract.values.Options`. Raises ValueFault for an option that cannot be."""
        ...

    def turn(self, s: S) -> Turn | None:
        """Who is to move; None once the game is over."""
        ...

    def moves(self, s: S, given: Given) -> Iterator[M]:
        """The legal moves, lazily, each once, in a stable order: those that agree with what is given, the rest filled
        in. Where they are few, all will do; `companion.contract.offered.listed` leaves out the others. Where each
        field's codec has choices, `companion.contract.listing.listed` makes them."""
        ...

    def play(self, s: S, seat: Seat | None, move: M, judge: Judge) -> S:
        """The state after a move, as far as the judge lets it be: the one source of legality. The seat is None where
        chance moves, or the table tells something."""
        ...

    def seen(self, s: S, seat: Seat | None) -> S:
        """The state as that seat knows it (None: as everyone does), made field by field from what it may see."""
        ...

    def score(self, s: S) -> Score:
        """The score as if the game ended here."""
        ...

    def lies(self, s: S) -> Iterator[Lies]:
        """What lies where, and whose it is, in a stable order."""
        ...

    def deal(self, s: S, chance: "Random | None") -> M | None:
        """The move of chance, from the state or the random numbers; None where the table must tell it."""
        ...


class OfSpec:
    """Rules of the game that a spec is of. Only the first position needs `document`, which gives the spec: `first` of
    the game's `setup.py` makes it, and loads the reader of specs, which no move needs."""

    def __init__(self, document: "Callable[[], Document] | None" = None) -> None:
        self.document = document

    def start(self, seats: int, options: Any, seed: int | None) -> Any:
        """The first position. Raises ValueFault or SyntaxFault for a setup that cannot be."""
        assert self.document is not None, "a first position needs the spec"
        package = type(self).__module__.rpartition(".")[0]
        return import_module(f"{package}.setup").first(self.document(), seats, options, seed)


def leaving(away: Sequence[bool], seat: Seat | None, how: Ending, judge: Judge) -> Seat:
    """Who leaves, of a game that nothing else ends early. Raises Forbidden, also for who has left already."""
    if how != "leave" or seat is None:
        judge.cannot("end.rules")
    if away and away[seat]:
        judge.cannot("leave.gone", who=seat)
    return seat
