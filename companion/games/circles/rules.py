"""Seven Circles by the contract: a turn is a ply for each island's move; what explodes and grows follows the last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.contract.judges import STRICT
from companion.contract.rules import Ending, Given, Judge, Lies, Row, Score, Turn, no_chance, open_to_all
from companion.games.circles import movement, state
from companion.games.circles.areas import scores, settled
from companion.games.circles.board import Board
from companion.games.circles.exploding import Explosion, explode, grow
from companion.games.circles.ground import Ground, pieces
from companion.games.circles.moves import KINDS, End, Go, Move, split
from companion.games.circles.state import State, Table
from companion.seating import gone

if TYPE_CHECKING:
    from specs.model.document import Document


class Options(NamedTuple):
    """Where the islands lie, or a whole position as its line; and the spec's rule options."""

    layout: str = ""
    position: str = ""
    crossing: str = "jump"
    tie: str = "pieces"
    end: str = "last-player"


class Circles:
    """The rules. `document` gives the spec, which only the first position is made from."""

    STATE, OPTIONS, MOVES = State, Options, KINDS
    seen, deal = open_to_all, no_chance

    def __init__(self, document: Callable[[], Document] | None = None) -> None:
        self.document = document

    def start(self, seats: int, options: Any, seed: int | None) -> State:
        """The first position, from a layout of the spec or a position's line."""
        from companion.games.circles.setup import first  # loads the spec's reader, which no move needs

        assert self.document is not None, "a first position needs the spec"
        return first(self, self.document(), seats, options)

    def split(self, s: State, text: str) -> list[str]:
        return split(text)

    def turn(self, s: State) -> Turn | None:
        return None if s.over else Turn((s.turn,), s.number)

    def moves(self, s: State, given: Given) -> Iterator[Move]:
        if s.over:
            return
        yield End("-")
        able = movement.starts(s)
        for source in [given["source"]] if "source" in given else able:
            more = bool(movement.others(s, source, able))
            for move in movement.ways(s, source):
                yield move
                if more:
                    yield Go(source, move.target, more=True)
        if not s.moved:
            yield from (End("agree"), End("resign"))

    def pick(self, s: State, random: Random) -> Move:
        from companion.games.circles.bots import pick  # no move at the table needs it

        return pick(s, random)

    def play(self, s: State, seat: int | None, move: Move, judge: Judge) -> State:
        if isinstance(move, Go):
            s = _moved(s, move, judge)
            return s if move.more else _ended(s, "-", move, judge)
        if move.how != "-" and s.moved:
            judge.cannot("end.moved", who=s.turn, word=move.how)
        return _ended(s, move.how, move, judge)

    def ends(self, s: State, seat: int | None, how: Ending, judge: Judge) -> State:
        """A player leaves, which is to resign, in anybody's turn: stacks and towers left behind go on exploding and
        growing."""
        if how != "leave" or seat is None:
            judge.cannot("end.rules")
        if s.away[seat]:
            judge.cannot("leave.gone", who=seat)
        return resumed(s._replace(away=gone(s.away, seat, s.seats)))

    def resample(self, s: State, random: Random) -> State:
        """The position itself: nothing is hidden."""
        return s

    def score(self, s: State) -> Score:
        """Fields held alone, then pieces left or, by the option, the later mover; who resigned does not win."""
        totals = scores(s.board, s.fields, s.seats)
        ranks = [
            (total, seat if s.table.tie == "later" else pieces(s.fields, seat)[0]) for seat, total in enumerate(totals)
        ]
        able = [seat for seat in range(s.seats) if not s.away[seat]] or list(range(s.seats))
        best = max(ranks[seat] for seat in able)
        rows = tuple([Row(seat, "fields", total) for seat, total in enumerate(totals)])
        return Score(rows, tuple(seat for seat in able if ranks[seat] == best))

    def lies(self, s: State) -> Iterator[Lies]:
        return state.lies(s)

    def sound(self, s: State, seats: int) -> str:
        return state.unsound(s, seats)


def rules(document: Callable[[], Document]) -> Circles:
    """The rules of the game that a spec is of."""
    return Circles(document)


# ---- a turn --------------------------------------------------------------------------------------


def _moved(s: State, move: Go, judge: Judge) -> State:
    """The position after a single move, which is worth what the turn would be worth less if it ended without it."""

    def refuse(rule: str, **facts: Any) -> None:
        facts |= {place: s.name(facts[place]) for place in ("here", "there", "field") if place in facts}
        if not movement.possible(s, move):
            judge.cannot(rule, **facts)
        judge.refuse(rule, _worth(movement.made(s, move)) - _worth(s), **facts)

    movement.check(s, move, refuse)
    return movement.made(s, move)


def _worth(s: State) -> int:
    """What the player to move holds, if the turn ended now."""
    after = finished(s)
    return scores(after.board, after.fields, after.seats)[s.turn]


def _ended(s: State, how: str, move: Move, judge: Judge) -> State:
    chain = None if judge is STRICT else list[Explosion]()
    after = finished(s, how, bool(move.explode), bool(move.grow), chain)
    if move.explode or move.grow:
        _forgotten(s, after, move, judge)
    for each in chain or ():
        targets = [*map(s.name, each.targets)]
        judge.tell(
            "explosion", who=each.seat, field=s.name(each.field), tower=each.tower, targets=targets,
            lost=each.discarded, away=each.seat != s.turn,
        )  # fmt: skip
    return after


def _forgotten(s: State, after: State, move: Move, judge: Judge) -> None:
    """Refuse what was left out; nothing of a phase in which there was nothing to do."""
    fields, chain = list(s.fields), list[Explosion]()
    explode(s.board, fields, s.turn, chain)
    if chain and move.explode:
        lost = scores(s.board, after.fields, s.seats)[s.turn] - _worth(s)
        judge.refuse("explode.forgotten", lost, who=s.turn, field=s.name(chain[0].field))
    if move.grow and (grown := grow(fields, s.turn)):
        judge.refuse("grow.forgotten", who=s.turn, n=grown)


def finished(
    s: State, how: str = "-", unexploded: bool = False, ungrown: bool = False, chain: list[Explosion] | None = None
) -> State:
    """The rest of a turn after its moves, up to the next player's turn; `chain` records the explosions.

    `agree` and `resign` are turns without a move, so that nobody escapes an explosion by them.
    """
    passed, away = s.passed, s.away
    if how == "resign":
        away = gone(away, s.turn, s.seats)
    elif how == "agree" or not (s.moved or s.table.end == "areas-only"):
        passed = gone(passed, s.turn, s.seats)
    elif True in passed:
        passed = (False,) * s.seats
    fields = _unfolded(s, s.turn, chain, unexploded, ungrown)
    return following(State(fields, s.turn, s.number + 1, (), (), passed, away, False, s.table), chain)


def _unfolded(
    s: State, seat: int, chain: list[Explosion] | None, unexploded: bool = False, ungrown: bool = False
) -> Ground:
    """Explosions and growth of a player's, but for what was left out."""
    fields = list(s.fields)
    if not unexploded:
        explode(s.board, fields, seat, chain)
    if not ungrown:
        grow(fields, seat)
    return Ground(s.board, tuple(fields))


def following(s: State, chain: list[Explosion] | None = None) -> State:
    """Whose turn comes, or the end.

    The game ends when every area is stable or nobody is left to play; when everybody still in the game has passed in a
    row; and, by the option, when one player is left. Where a player who resigned would have a turn, the stacks
    and towers left behind explode and grow.
    """
    while True:
        there, seats = s.there(), s.seats
        after = [(s.turn + step) % seats for step in range(1, seats + 1)]
        playing = [seat for seat in after if seat in there and not s.away[seat]]
        everybody = True in s.passed and all(s.passed[seat] for seat in playing)
        if _alone(s, playing) or everybody or settled(s.board, s.fields):
            return s._replace(turn=playing[0] if playing else s.turn, over=True)
        turn = next(seat for seat in after if seat in there)
        s = s._replace(turn=turn)
        if not s.away[turn]:
            return s
        s = s._replace(ground=_unfolded(s, turn, chain))


def _alone(s: State, playing: Sequence[int]) -> bool:
    """Whether too few are left to go on."""
    return len(playing) <= (s.table.end == "last-player")


def resumed(s: State) -> State:
    """A position that was written down somewhere, or that somebody left: its end and its player found anew. A turn
    that was begun goes on."""
    if s.moved and not s.away[s.turn]:
        return s._replace(over=_alone(s, [seat for seat in s.there() if seat >= 0 and not s.away[seat]]))
    return following(s._replace(turn=(s.turn - 1) % s.seats, moved=(), late=(), over=False))


def begun(board: Board, fields: Sequence[int], seats: int, table: Table) -> State:
    """A first position, its first player or its end found."""
    nobody = (False,) * seats
    return following(State(Ground(board, tuple(fields)), seats - 1, 0, (), (), nobody, nobody, False, table))
