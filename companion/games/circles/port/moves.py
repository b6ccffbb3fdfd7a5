"""The kinds of move, and how each is typed: a move from one island, and the end of a turn without another."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal, NamedTuple

from companion.contract.codecs import Codec, Unclear
from companion.contract.rules import says
from companion.games.circles.port.ground import FIELD, NAME
from companion.games.circles.port.state import State
from specs.base.languages import mark, say
from specs.model.shapes.hexes import distance

COUNT: Final = Codec(
    "[1-9][0-9]{0,3}(?![0-9])", lambda text, here: int(text), lambda n, here: str(n),
    mark("how many pieces were moved"),
)  # fmt: skip
MORE: Final = Codec(r"\+", lambda text, here: True, lambda more, here: "+", mark("+ where another move follows"))
Field = Annotated[int, FIELD]


@says("{source}-{target}[={pieces}] [{more}] [{explode} none] [{grow} none]")
class Go(NamedTuple):
    """Pieces of one stack moved in a straight line: as many as it is fields, where the table did not move another
    `count`. The turn is over then, but for `more`; `explode` and `grow` are phases the table left out."""

    source: Field
    target: Field
    pieces: Annotated[int, COUNT] = 0
    more: Annotated[bool, MORE] = False
    explode: Literal["explode"] | None = None
    grow: Literal["grow"] | None = None

    def filled(self, s: State, seat: int | None, rules: Any) -> Go:
        """Nothing is left out before another move, and as many pieces as fields are not told."""
        if self.source == self.target:
            raise Unclear("target", f"'{s.name(self.target)}'", say("two different fields"))
        pieces = 0 if self.pieces == self._replace(pieces=0).steps(s) else self.pieces
        return self._replace(pieces=pieces, more=self.more and not (self.explode or self.grow))

    def steps(self, s: State) -> int:
        """How many pieces are moved."""
        return self.pieces or distance(s.board.cells[self.source], s.board.cells[self.target])


@says("{how} [{explode} none] [{grow} none]")
class End(NamedTuple):
    """No move, or none more: `agree` would end the game here, `resign` gives up all turns to come."""

    how: Literal["-", "agree", "resign"]
    explode: Literal["explode"] | None = None
    grow: Literal["grow"] | None = None


Move = Go | End
KINDS = (Go, End)

_TURN: Final = re.compile(
    rf"(?P<stood>stood\s+)?(?P<moves>(?:{NAME}-{NAME}(?:=[0-9]+)?(?:\s+|\s*\+\s*|$))*)"
    r"(?P<end>(?:-|agree|resign)(?=\s|$))?\s*(?P<forgot>(?:(?:explode|grow)\s+none\s*)*)",
    re.IGNORECASE,
)  # fmt: skip
_MOVE: Final = re.compile(r"[^\s+]+")


def split(text: str) -> list[str]:
    """The plies of a turn in one line.

    >>> split("c2-a2 b4-c5"), split("c2-a2 b4-c5 +"), split("stood c2-a2=3 -"), split("c2-a2 explode none")
    (['c2-a2 +', 'b4-c5'], ['c2-a2 +', 'b4-c5 +'], ['stood c2-a2=3 +', 'stood -'], ['c2-a2 explode none'])
    """
    match = _TURN.fullmatch(text.strip())
    if match is None:
        return [text]
    stood, moves, end, forgot = [(match[each] or "").strip() for each in ("stood", "moves", "end", "forgot")]
    found, open_ = _MOVE.findall(moves), moves.endswith("+")
    plies = [f"{each} +" for each in found[:-1]] + [f"{each}{' +' * (open_ or bool(end))}" for each in found[-1:]]
    plies += [end] if end else [] if found or not forgot else ["-"]
    if forgot:
        plies[-1] = f"{plies[-1]} {forgot}"
    return [f"{stood} {ply}".strip() for ply in plies] or [text]
