"""The contract every game keeps, in facets: a game's modules are the implementation.

A game is a folder `companion/games/NAME` whose modules keep the protocols below under the same names:
`rules`, `notation`, `setup`, `score` and `view`, and, where the game has them, `advice`, `hands`, `leaving`, `choices`,
`transcript`, `words`, `picture` and `bots`. Games are found by their folder's name, and a facet is imported when it is
first asked for, so a game's `rules` and `notation` must import neither `specs`' YAML reader nor a picture's drawing
code.

States and moves are frozen and hashable; every function is pure: no clock, no file, no chance but what the
setup's seed gives. A state holds what is known, and says `?` where something is not; the same rules run on what a seat
can see as on a position where everything is known.

    >>> raise IllegalMove("gap.unpaid", "the gap after O5 costs 4; Ann has 3", "rulebook: Crossing Water")
    Traceback (most recent call last):
    ...
    companion.contract.faults.IllegalMove: the gap after O5 costs 4; Ann has 3 [gap.unpaid; rulebook: Crossing Water]
    >>> Setup(seed=42, options={"cards": "dealt"}).rules
    mappingproxy({})
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion.contract.faults import IllegalMove, Refused, SyntaxFault, ValueFault, Within
from companion.contract.values import (
    JSON,
    NOTHING,
    Bound,
    Card,
    Choice,
    Entry,
    Found,
    Player,
    Prompt,
    Result,
    Setup,
    SetupOption,
    Span,
    Standing,
)

if TYPE_CHECKING:
    from random import Random

    from generator.draw.scene import Scene
    from specs.model.document import Document

__all__ = [
    "JSON", "NOTHING", "Advice", "Bots", "Bound", "Card", "Choice", "Choices", "Entry", "Found",
    "Hands", "IllegalMove", "Leaving", "Move", "Notation", "Picture", "Player", "Prompt", "Refused", "Result",
    "Rules", "Score", "Setup", "SetupFacet", "SetupOption", "Span", "Standing", "State", "SyntaxFault",
    "Transcript", "ValueFault", "View", "Within", "Words",
]  # fmt: skip

State = TypeVar("State")
Move = TypeVar("Move")
State_contra = TypeVar("State_contra", contravariant=True)
Move_contra = TypeVar("Move_contra", contravariant=True)
State_co = TypeVar("State_co", covariant=True)


# ---- core facets ---------------------------------------------------------------------------------


class Rules(Protocol[State, Move]):
    """`rules`: what is legal, and what it does."""

    def turn(self, state: State) -> int | None:
        """Whose turn it is, as an index of the players; None once the game is over."""
        ...

    def is_turn(self, move: Move) -> bool:
        """False for a record entry that only tells what is known (`reveal ...`), which is no ply."""
        ...

    def begins(self, state: State) -> bool:
        """Whether a player's turn begins at a position: always, where a turn is one ply. Where it is several, those
        between are the same turn; a position that somebody else is to move at begins one anyway."""
        ...

    def apply(self, state: State, move: Move) -> State:
        """The position after a move. Raises IllegalMove."""
        ...

    def stand(self, state: State, move: Move) -> tuple[State, tuple[IllegalMove, ...], int]:
        """The position after a turn the table let stand, as far as it is physically possible; the rules it broke, in
        the order of the turn (none: then it is what `apply` does), and what all that was worth in points.
        Raises IllegalMove where it cannot be."""
        ...

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Every move `apply` accepts (up to other payments of the same debt), each once, lazily, in a stable order."""
        ...


class Notation(Protocol[State, Move]):
    """`notation`: moves and positions as text. `parse`/`format` and `text`/`parse_state` round-trip exactly."""

    def parse(self, state: State, text: str) -> Move:
        """A turn from its notation; payment and other defaults are filled in. Raises SyntaxFault."""
        ...

    def format(self, state: State, move: Move) -> str:
        """The canonical notation of a move: `parse(state, format(state, m)) == m`."""
        ...

    def plies(self, text: str) -> Sequence[str]:
        """A line as typed or recorded, as its plies: `move - / sink D5 shark` is two. `plies` does it, with `/`
        between them in every game."""
        ...

    def text(self, state: State) -> str:
        """The whole position as one line: `parse_state(text(s)) == s`."""
        ...

    def parse_state(self, text: str) -> State:
        """A position from its line. Raises SyntaxFault."""
        ...


class SetupFacet(Protocol[State_co]):
    """`setup`: first and final positions, from what a record or a file says and what the spec holds."""

    OPTIONS: tuple[SetupOption, ...]
    Ended: type[Any]  # what a final position's file holds: a `companion.contract.finals.FinalPosition`

    def new(self, document: Document, players: Sequence[Player], setup: Setup) -> State_co:
        """The first position, of options held to `OPTIONS`, and with a seed where one is `dealt`. Raises ValueFault for
        a value that cannot be: the path is the record's, such as ("setup", "path")."""
        ...

    def final(self, document: Document, players: Sequence[Player], setup: Setup, values: Any) -> State_co:
        """A final position from a file, to be settled without any history: players, setup and rule options are read
        by the shell as a record's are (no players where the file names none); `values` is the whole file, an `Ended`.
        Raises ValueFault, by the file's path of keys."""
        ...


class Score(Protocol[State_contra, Move_contra]):
    """`score`: who gains what, and who wins. Beside these a game may have `tally`: the scores by seat and the winners
    as `settle` has them, for whoever asks after each turn of many games and reads no words; and `ending`: why a game
    that is over ended, as a phrase that is `mark`ed."""

    def result(self, state: State_contra) -> Result | None:
        """Costs, payments, scores and winners with the sums shown; None before the end."""
        ...

    def settle(self, state: State_contra) -> Result:
        """The result if the game ended with this position."""
        ...

    def opening(self, state: State_contra) -> Sequence[Entry]:
        """What each player begins with, in points, at a first position: with it the trail of a whole game
        adds up to the scores."""
        ...

    def trail(self, before: State_contra, move: Move_contra, after: State_contra) -> Sequence[Entry]:
        """What a move gained or cost each player."""
        ...


class View(Protocol[State, Move_contra]):
    """`view`: a position for a seat, as facts and as text."""

    def seen_by(self, state: State, seat: int | None) -> State:
        """The position as that player can know it (None: as anybody at the table can), made field by field from what
        that seat may see: two positions that differ only in what it cannot see give equal views. No seed is in it, nor
        any order a seed fixed. Everything that is told to a seat is made from this, and turns are judged on it: what is
        legal in truth is legal here, or is refused as `unseen`."""
        ...

    def said(self, state: State, move: Move_contra) -> str | None:
        """How a turn that tells what the companion itself turns up, draws or rolls is said at the table, where nobody
        can know that: without it (empty where nothing is left). None for any other turn."""
        ...

    def facts(self, state: State) -> Mapping[str, JSON]:
        """What `--json` says of a position: `players` (a list of mappings with `name`) and the game's own keys. Beside
        it a view may have `LABELS`: what players' keys, and plain words among their values, are called on the page."""
        ...

    def prompt(self, state: State) -> Prompt:
        """What can be typed next, in one short line."""
        ...

    def status(self, state: State) -> str:
        """What is weighed before the next turn, in a few words (the prices of gaps); may be empty."""
        ...

    def board(self, state: State, width: int) -> Sequence[Sequence[Span]]:
        """The position as lines of at most `width` terminal columns (40 or more)."""
        ...


# ---- optional facets -----------------------------------------------------------------------------


class Advice(Protocol[State_contra, Move]):
    """`advice`: what helps beside the rules. A game without it has no warnings or chains.

    `UNFOLDS` is true where a move may set off more than it says: then `chain` tells what.
    """

    UNFOLDS: bool

    def nearest(self, state: State_contra, move: Move) -> Move | None:
        """The legal turn most like a refused one."""
        ...

    def warnings(self, state: State_contra, move: Move) -> Sequence[str]:
        """Legal but likely unintended: one sentence each."""
        ...

    def revealed(self, before: State_contra, move: Move, after: State_contra) -> Sequence[str]:
        """What the table saw by this move, which taking it back cannot unsee: one phrase each ("the tile
        C4 on space 12", "2 cards Ann drew")."""
        ...

    def chain(self, before: State_contra, move: Move) -> Sequence[str]:
        """How a move unfolded by itself, step by step, one line each, and so what hands do at the table beyond what was
        said; empty where moves do no more than they say."""
        ...


class Hands(Protocol[State]):
    """`hands`: what players hold hidden from each other. A game without it has no such hands.

    A hand is a text: a letter a card, or, with a space as `APART`, a word a card.
    """

    APART: str

    def known(self, state: State, player: int) -> str:
        """A player's hand as far as the position knows it, `?` for a card it does not know."""
        ...

    def places(self, state: State, player: int) -> Sequence[str]:
        """The place that a `Choice` names for each card of a hand, in its order; empty where none names any."""
        ...

    def assume(self, state: State, hand: str, player: int | None = None) -> State:
        """The position with a player's hand, that of the player to move unless named, taken as told (`FFOH`). Raises
        SyntaxFault, or IllegalMove for what cannot be."""
        ...

    def kinds(self, document: Document) -> Sequence[Card]:
        """What a hand can hold, each card that differs once."""
        ...


class Leaving(Protocol[State]):
    """`leaving`: somebody gets up and goes home. A game without it cannot go on then; that is a note in its log."""

    def away(self, state: State) -> Sequence[bool]:
        """Who has left, by player; empty where nobody has. What a player who left has is in the position as before, as
        far as the table leaves it there."""
        ...

    def leave(self, state: State, player: int) -> State:
        """The position once a player is gone who was there, of a game that is not over: another's turn where it was
        theirs, and the end where nobody is left to play against. Who left wins nothing. Raises IllegalMove where
        something must be told first."""
        ...


class Choices(Protocol[State_contra]):
    """`choices`: what can follow what was typed or tapped so far, for completion and for a page.

    `PARTS` is true where turns are many because each has many parts: then a list of them shows the next part, not every
    turn. `ASKS` has the lines that nobody should enter by a slip, and what is asked before one is.
    """

    PARTS: bool
    ASKS: Mapping[str, str]

    def choices(self, state: State_contra, typed: str) -> Sequence[Choice]:
        """How a turn typed so far can go on, in a stable order; empty where nothing legal begins so."""
        ...


class Transcript(Protocol[State_contra, Move_contra]):
    """`transcript`: a public format of whole games, by its `NAME`."""

    NAME: str

    def read(self, text: str) -> tuple[Sequence[Player], Setup, Sequence[str]]:
        """Players, setup and moves (in the game's notation) from a transcript. Raises SyntaxFault, ValueFault."""
        ...

    def write(self, start: State_contra, moves: Sequence[Move_contra]) -> str:
        """A game as a transcript. Raises SyntaxFault for what the format cannot say."""
        ...

    def left_out(self, start: State_contra, moves: Sequence[Move_contra]) -> Sequence[str]:
        """What the transcript of a game that can be written does not say all the same: one sentence each."""
        ...


class Words(Protocol[State_contra]):
    """`words`: the table for who cannot see it, or wants to know one thing."""

    def where(self, state: State_contra, sought: str) -> Sequence[Found]:
        """What is called so (in small letters: a place, a player, a kind of piece), where it lies and what lies around
        it; empty for what the game has no such thing of."""
        ...


class Picture(Protocol[State_contra]):
    """`picture`: the position drawn with the generator's faces, in mm."""

    def picture(self, state: State_contra, document: Document) -> Scene:
        """The drawing, whose box begins at (0, 0)."""
        ...

    def places(self, state: State_contra, document: Document) -> Mapping[str, tuple[float, float, float, float]]:
        """Where each place a `Choice` can name lies in that drawing: (x, y, width, height) in mm."""
        ...


class Bots(Protocol[State, Move]):
    """`bots`: what a machine needs to play well. A game without it has opponents that play by chance alone.

    Nothing here is asked about the true position: `sample` makes whole positions of what a seat sees, everything else
    is asked about those. `chance` is drawn from by `random()` alone. Of `PLAYOUTS` for a turn each goes on for
    `HORIZON` plies and asks `value` then (0: to the end); its plies are `candidates` where it is `GREEDY`, else by
    chance. The first candidate gives way to one that is ahead of it by `DOUBT` standard errors.
    """

    PLAYOUTS: int
    HORIZON: int
    GREEDY: bool
    DOUBT: float

    def asks(self, seen: State) -> str:
        """What the table must tell before whoever is to move can choose, in a sentence: the hand, the dice; empty where
        all of it is seen."""
        ...

    def told(self, seen: State, words: str) -> State:
        """What is seen once that was told. Raises SyntaxFault, IllegalMove."""
        ...

    def turns_up(self, seen: State, move: Move) -> str:
        """How a ply that says what the table turns up by it is typed, with a word in capitals in its place; empty for
        any other."""
        ...

    def sample(self, seen: State, chance: Random) -> State:
        """A position with everything known that looks like this one: hands, piles and backs as they could be, as many
        of each as there are."""
        ...

    def filled(self, state: State, move: Move) -> Move:
        """The ply of another sample of the same view, with what chance decides as this position has it."""
        ...

    def candidates(self, state: State, chance: Random, most: int) -> Sequence[Move]:
        """Up to so many legal plies of a sample that are worth a thought, at least one, best first by a quick look at
        what they lead to, and one that wins at once before all others. None needs what only it turns up."""
        ...

    def by_chance(self, state: State, chance: Random) -> Move:
        """A legal ply of a sample by chance, fast: no pass and no giving up where there is another."""
        ...

    def value(self, state: State, seat: int) -> float:
        """How well a seat stands in a game that is not over: about its share of the win, above 0 and below 1."""
        ...
