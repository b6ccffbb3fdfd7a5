"""What a line may leave out, by the legal moves of a view: whatever comes before an end that only one move is written
with, and the signs between plies of one turn."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from companion.contract import grammar, reading
from companion.contract.codecs import Here
from companion.contract.faults import SyntaxFault
from companion.contract.plies import typed
from companion.contract.position import Position
from companion.contract.rules import EVERYTHING
from companion.contract.sentences import Ruled
from specs.base.languages import either

LISTED: Final = 500  # moves among which one is meant
NAMED: Final = 4  # moves that are named where several may be meant
LONGEST: Final = 14  # characters of a ply that others are run together with
TRIES: Final = 500  # texts that are tried as plies of one
MOST: Final = 200  # characters of a text that plies are looked for in
_END: Final = re.compile(r"\S{1,14}(?: \+)?")
_CUT: Final = re.compile(r"(?<=\S)(?![0-9~:>+])")  # where another ply may begin


def ending(game: Ruled, view: Position, text: str) -> Any:
    """The one legal move that is written as a text ends, behind its word; None where there is none, or where the text
    may be a move of another phase. Raises SyntaxFault where several are written so."""
    said, here = typed(" ".join(text.lower().split())), Here(game.rules, view.state, view.players)
    kinds = game.rules.MOVES
    if not _END.fullmatch(said) or next(reading.every(kinds, text, here, kinds), None) is not None:
        return None
    moves = [*islice(game.rules.moves(view.state, EVERYTHING), LISTED + 1)]
    written = [] if len(moves) > LISTED else [(move, typed(grammar.write(move, here)).lower()) for move in moves]
    found = [(move, line) for move, line in written if _ends(line, said)]
    if 1 < len(found) <= NAMED:
        raise SyntaxFault(f"'{text}'", either([line for _, line in found]))
    return found[0][0] if len(found) == 1 else None


def _ends(line: str, said: str) -> bool:
    """Whether a move is written as a text ends, and is nothing but a word before that."""
    before = line.removesuffix(said)
    return before != line and " " not in before.strip() and not before[-1:].isalnum()


def apart(text: str, view: Position, made: Callable[[Position, str], Position | None]) -> Sequence[str]:
    """The plies that a text stands for without a sign between them, the longest first; `made` has what is seen after a
    ply that can be made. Empty where it stands for none."""
    if len(text) > MOST:
        return []
    ends, tries = [cut.start() for cut in _CUT.finditer(text)], iter(range(TRIES))

    def plies(begin: int, at: Position) -> Iterator[list[str]]:
        for end in reversed([end for end in ends if begin < end <= begin + LONGEST]):
            after = None if next(tries, None) is None else made(at, text[begin:end].strip())
            if after is not None and end == len(text):
                yield [text[begin:end]]
            elif after is not None:
                yield from ([text[begin:end], *rest] for rest in plies(end, after))

    return next(plies(0, view), [])
