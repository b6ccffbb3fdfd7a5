"""The first phase of a turn (rules "Movement"): how its moves are typed, which there are, and why one is illegal. A
move from one island is a ply; a turn ends with the last of them, or with a ply that moves nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Annotated, Any, Final, Literal

from companion.contract import Codec, NamedTuple, Unclear, says
from companion.games.circles.state import KIND, NAME, ONE, OWNER, TOWER, Field, Ground, State, height, kind, owner
from specs.base.languages import mark, say
from specs.model.shapes.hexes import distance, line

MORE: Final = Codec(r"\+", lambda text, here: True, lambda more, here: "+", mark("+ where another move follows"))


@says("{source}[-]{target}[={pieces}] [{more}] [{explode} none] [{grow} none]")
class Go(NamedTuple):
    """Pieces of one stack moved in a straight line: as many as fields, unless the table moved another number, `pieces`.
    It ends the turn, unless there are `more` moves; `explode` and `grow` are phases the table left out."""

    source: Field
    target: Field
    pieces: int = 0
    more: Annotated[bool, MORE] = False
    explode: Literal["explode"] | None = None
    grow: Literal["grow"] | None = None

    def filled(self, s: State, seat: int | None, rules: Any) -> Go:
        """Return the move in one form: no number of pieces if it is that of the fields, no `more` if a phase was left
        out. Raises Unclear for a move that goes nowhere."""
        if self.source == self.target:
            raise Unclear("target", f"'{s.name(self.target)}'", say("two different fields"))
        pieces = 0 if self.pieces == self._replace(pieces=0).steps(s) else self.pieces
        return self._replace(pieces=pieces, more=self.more and not (self.explode or self.grow))

    def steps(self, s: State) -> int:
        """Return how many pieces are moved."""
        return self.pieces or distance(s.board.cells[self.source], s.board.cells[self.target])


@says("{how} [{explode} none] [{grow} none]")
class End(NamedTuple):
    """No move, or no more of them: `agree` would end the game here, `resign` gives up all turns to come."""

    how: Literal["-", "agree", "resign"]
    explode: Literal["explode"] | None = None
    grow: Literal["grow"] | None = None


Move = Go | End

_MOVE: Final = re.compile(rf"(?:{NAME}-?{NAME}|{NAME}(?![\w-]))(?:=[0-9]+)?", re.IGNORECASE)  # or where it ends
# moves without blanks between them; atomic, or a long line could be split in too many ways
_MOVES: Final = re.compile(rf"(?<!\S)(?>{_MOVE.pattern})++(?:{NAME}-)?(?!\S)", re.IGNORECASE)


def split(text: str) -> list[str]:
    """Return the plies of a turn in one line, or of as much of it as is typed.

    >>> split("c2-a2 b4-c5"), split("c2-a2 b4-c5 +"), split("stood c2-a2=3 -"), split("c2-a2 explode none")
    (['c2-a2 +', 'b4-c5'], ['c2-a2 +', 'b4-c5 +'], ['stood c2-a2=3 +', 'stood -'], ['c2-a2 explode none'])
    >>> split("c2-a2 b4-"), split("- -"), split("agree c2-a2")
    (['c2-a2 +', 'b4-'], ['- -'], ['agree c2-a2'])
    >>> split("c2a2b4c5"), split("a2 c5")
    (['c2a2 +', 'b4c5'], ['a2 +', 'c5'])
    """
    apart = _MOVES.sub(lambda moves: _MOVE.sub(r" \g<0> ", moves[0]), text.replace("+", " + "))
    words = apart.split()
    stood = words[:1] if text.lower().startswith("stood ") else []
    moves = [*takewhile(lambda word: word == "+" or _MOVE.fullmatch(word), words[len(stood) :])]
    rest = words[len(stood) + len(moves) :]
    plies = [[*stood, word] for word in moves if word != "+"]
    forgot = rest[:1] and rest[0].lower() in ("explode", "grow")
    if rest and not (plies and forgot):
        plies.append([*stood, *(["-"] if forgot else []), *rest])
    elif plies:
        plies[-1] += [*rest, *moves[len(moves) - (moves[-1] == "+") :]]
    return [" ".join(ply) for ply in [*([*ply, "+"] for ply in plies[:-1]), *plies[-1:]]] or [text]


# ---- which there are -----------------------------------------------------------------------------

_new = tuple.__new__  # skips the checks of a named tuple: a listing makes thousands


def free(s: State, at: int) -> int:
    """Return how many pieces may move from a field: none from an island moved from, none that arrived this turn."""
    value = s.fields[at]
    if value & OWNER != (s.turn + 1) << 2 or s.board.islands[at] in s.moved:
        return 0
    return value // ONE - (s.arrived(at) if s.late else 0)


def starts(s: State) -> list[int]:
    """Return the fields a move can start from next: those with a living neighbour."""
    (board, fields), tag, moved, late = s.ground, (s.turn + 1) << 2, s.moved, s.late
    islands, around = board.islands, board.neighbours
    return [
        at for at, value in enumerate(fields)
        if value & OWNER == tag and islands[at] not in moved and (not late or free(s, at))
        and not all(fields[other] & KIND for other in around[at])
    ]  # fmt: skip


def ways(s: State, source: int, *, more: bool = False) -> Iterator[Go]:
    """Yield every single move from a field, by direction and distance; with `more` also as one that another follows."""
    fields, most = s.fields, free(s, source)
    for ray in s.board.rays[source]:
        for target in ray[:most]:
            if fields[target] & KIND:
                break
            yield _new(Go, (source, target, 0, False, None, None))
            if more:
                yield _new(Go, (source, target, 0, True, None, None))


def singles(s: State) -> Iterator[Go]:
    """Yield every single move that may come next, by field, direction and distance."""
    for source in starts(s):
        yield from ways(s, source)


def made(s: State, move: Go) -> State:
    """Return the position after a single move, in the same turn; legality is not checked."""
    source, target, moving = move.source, move.target, move.steps(s)
    fields, tag = list(s.fields), (s.turn + 1) << 2
    rest = fields[source] - moving * ONE
    fields[source] = rest if rest >= ONE else 0
    for at in (*(_between(s, move) if s.table.crossing == "cancel" else ()), target):
        moving -= _cancel(fields, at, moving, tag)
    late = dict(s.late)
    if moving:
        fields[target] = (fields[target] or tag) + moving * ONE
        late[target] = late.get(target, 0) + moving
    moved = tuple(sorted({*s.moved, s.board.islands[source]}))
    ground = Ground(s.board, tuple(fields))
    return State(ground, s.turn, s.number, moved, tuple(sorted(late.items())), s.passed, s.away, s.over, s.table)


def _between(s: State, move: Go) -> tuple[int, ...]:
    """Return what a move passes; empty if it stood although no straight line leads there."""
    for ray in s.board.rays[move.source]:
        if move.target in ray:
            return ray[: ray.index(move.target)]
    return ()


def _cancel(fields: list[int], at: int, moving: int, tag: int) -> int:
    """Remove pieces of others and moving ones one for one; return how many moving ones went. Towers and burned ground,
    which a turn that stood may have passed, stay as they are."""
    value = fields[at]
    if not value or value & KIND or value & OWNER == tag:
        return 0
    lost = min(moving, height(value))
    fields[at] = value - lost * ONE if height(value) > lost else 0
    return lost


# ---- why not -------------------------------------------------------------------------------------


def possible(s: State, move: Go) -> bool:
    """Return whether a table can have moved so: the pieces were there, and their goal is neither tower nor burned."""
    value, target = s.fields[move.source], s.fields[move.target]
    own = owner(value) == s.turn and not kind(value)
    return own and height(value) >= move.steps(s) and not kind(target)


def check(s: State, move: Go, refuse: Callable[..., None]) -> None:
    """Refuse a move that may not come next, for the first reason that applies; places are numbers of fields."""
    here, there, count, board = move.source, move.target, move.steps(s), s.board
    value, fields = s.fields[here], s.fields
    if owner(value) != s.turn or kind(value):
        return refuse("move.source", who=s.turn, here=here, **_found(value))
    if board.islands[here] in s.moved:
        return refuse("move.island", who=s.turn, here=here)
    straight = line(board.cells[here], board.cells[there])
    if straight is None:
        return refuse("move.line", here=here, there=there)
    (direction, far), tall, left = straight, height(value), free(s, here)
    if far != count:
        return refuse("move.count", why="other", here=here, there=there, n=far, count=count)
    if tall < count:
        return refuse("move.count", why="few", who=s.turn, here=here, there=there, n=far, tall=tall)
    if left < count:
        some = {"why": "some", "late": tall - left, "free": left, "tall": tall, "there": there, "n": far}
        return refuse("move.moved", here=here, **(some if left else {"why": "all", "n": tall}))
    ray = board.rays[here][direction]
    for at in ray[:count]:
        if fields[at] & KIND:
            return refuse("move.blocked", why="tower" if kind(fields[at]) == TOWER else "burned", field=at)
    return refuse("move.blocked", why="gap", here=here, there=there) if len(ray) < count else None


def _found(value: int) -> dict[str, Any]:
    """Return what is on a field where a player has no stack, as facts."""
    if not value:
        return {"why": "empty"}
    if owner(value) < 0:
        return {"why": "burned"}
    return {"why": "tower" if kind(value) == TOWER else "other", "whom": owner(value), "height": height(value)}
