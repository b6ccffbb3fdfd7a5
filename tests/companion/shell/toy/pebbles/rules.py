"""A toy game that shows that the shell knows none: take 1 to `most` pebbles; the last pebble costs 2 points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

from companion.contract.codecs import NUMBER, SeatName
from companion.contract.rules import Given, Judge, Lies, OfSpec, Row, Score, Turn, no_chance, open_to_all, says

EXPECTED = "how many pebbles to take, such as 2"
Pebbles = Annotated[int, NUMBER._replace(pattern=r"[0-9]{1,4}(?![0-9])", expected=EXPECTED)]


class State(NamedTuple):
    pile: int
    turn: SeatName
    taken: tuple[int, ...]
    most: Literal["3", "4", "5"]
    last_wins: bool
    plies: int = 0


@says("{count}")
class Take(NamedTuple):
    count: Pebbles


@says("reveal {count}", corrects=True)
class Tell(NamedTuple):
    """Somebody counted the pile and says what it is; no turn."""

    count: int


class Pile(OfSpec):
    STATE, MOVES = State, (Take, Tell)
    EXAMPLE = EXPECTED
    seen, deal = open_to_all, no_chance

    def turn(self, s: State) -> Turn | None:
        return Turn((s.turn,), s.plies) if s.pile else None

    def moves(self, s: State, given: Given) -> Iterator[Take]:
        return map(Take, range(1, min(int(s.most), s.pile) + 1))

    def nearest(self, s: State, move: Take) -> Take | None:
        return min(self.moves(s, {}), key=lambda take: abs(take.count - move.count), default=None)

    def play(self, s: State, seat: int | None, move: Any, judge: Judge) -> State:
        if isinstance(move, Tell):
            if move.count != s.pile:
                judge.cannot("pile.count", number=s.pile, counted=move.count)
            return s
        if not 1 <= move.count <= int(s.most):
            judge.refuse("take.count", move.count - int(s.most), number=move.count, most=s.most)
        if move.count > s.pile:
            judge.cannot("take.pile", number=move.count, left=s.pile)
        last = (2 if s.last_wins else -2) * (move.count == s.pile)
        taken = tuple(n + (move.count + last) * (i == s.turn) for i, n in enumerate(s.taken))
        after = s._replace(pile=s.pile - move.count, taken=taken, plies=s.plies + 1)
        return after._replace(turn=(s.turn + 1) % len(taken))

    def score(self, s: State) -> Score:
        winners = tuple(i for i, n in enumerate(s.taken) if n == max(s.taken))
        return Score(tuple(Row(i, "pebbles", n) for i, n in enumerate(s.taken)), winners)

    def lies(self, s: State) -> Iterator[Lies]:
        yield Lies("pile", ("pebble",) * s.pile)

    def sound(self, s: State, seats: int) -> list[tuple[bool, str]]:
        return [(len(s.taken) == seats and s.turn < seats, "how many pebbles each has taken")]


rules = Pile
