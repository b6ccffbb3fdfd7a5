"""The kinds of move, and how each is typed: a move from one island, and the end of a turn without another."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Annotated, Any, Final, Literal, NamedTuple

from companion.contract.codecs import Codec, Unclear
from companion.contract.rules import says
from companion.games.circles.ground import FIELD, NAME
from companion.games.circles.state import State
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

FORGOT: Final = ("explode", "grow")
_MOVE: Final = re.compile(rf"{NAME}-{NAME}(?:=[0-9]+)?", re.IGNORECASE)


def split(text: str) -> list[str]:
    """The plies of a turn in one line, or of as much of it as is typed.

    >>> split("c2-a2 b4-c5"), split("c2-a2 b4-c5 +"), split("stood c2-a2=3 -"), split("c2-a2 explode none")
    (['c2-a2 +', 'b4-c5'], ['c2-a2 +', 'b4-c5 +'], ['stood c2-a2=3 +', 'stood -'], ['c2-a2 explode none'])
    >>> split("c2-a2 b4-"), split("- -"), split("agree c2-a2")
    (['c2-a2 +', 'b4-'], ['- -'], ['agree c2-a2'])
    """
    words = text.replace("+", " + ").split()
    stood = words[:1] if text.lower().startswith("stood ") else []
    moves = [*takewhile(lambda word: word == "+" or _MOVE.fullmatch(word), words[len(stood) :])]
    rest = words[len(stood) + len(moves) :]
    plies = [[*stood, word] for word in moves if word != "+"]
    forgot = rest[:1] and rest[0].lower() in FORGOT
    if rest and not (plies and forgot):
        plies.append([*stood, *(["-"] if forgot else []), *rest])
    elif plies:
        plies[-1] += [*rest, *moves[len(moves) - (moves[-1] == "+") :]]
    return [" ".join(ply) for ply in [*([*ply, "+"] for ply in plies[:-1]), *plies[-1:]]] or [text]
