"""What a line may leave out, given the legal moves of a view: everything before an ending that only one move has, parts
of its places, and the separators between plies of one turn."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from companion.contract import grammar, reading
from companion.contract.codecs import Here
from companion.contract.faults import SyntaxFault
from companion.contract.position import Position
from companion.contract.reading import typed
from companion.contract.rules import EVERYTHING, Rules
from companion.contract.sentences import Ruled
from specs.base.languages import either
from specs.base.named import NamedTuple

LISTED: Final = 500  # most moves among which one is found
NAMED: Final = 4  # most moves named when several are possible
LONGEST: Final = 14  # most characters of a ply in a text of several
TRIES: Final = 500  # most splits that are tried
MOST: Final = 200  # characters of a text that is split
_END: Final = r"([a-z]+ )?(\S{1,14}(?: \+)?)"
_CUT: Final = r"(?<=\S)(?![~:>+])"  # where another ply may begin
_WAY: Final = r"(?:[a-z]+ )?(=?)([a-z]+)([0-9]+)~?-([a-z]+)([0-9]+)(~?)((?: \+)?)"  # from place to place


class Typed(NamedTuple):
    """A legal move, the line that it is typed as, and that line with shortened places (see `_less`): with the signs of
    a boat and a swimmer, and without."""

    move: Any
    line: str
    cut: frozenset[str]
    plain: frozenset[str]


def ending(game: Ruled, view: Position, text: str, due: tuple[type[Any], ...]) -> Any:
    """Return the one legal move that is written as a text ends, after its word, or with shortened places; None if there
    is none, or if the text may be a move of another phase. Raises SyntaxFault if several are written so."""
    said = typed(" ".join(text.lower().replace("+", " +").split()))
    match = re.fullmatch(_END, said)
    if match is None or _another(game, view, text, due):
        return None
    verb, said = match[1] or "", match[2]
    moves = [each for each in written(game.rules, view) if each.line.startswith(verb)]
    found = [each for each in moves if _ends(each.line, said)]
    found = found or [each for each in moves if said in each.cut] or [each for each in moves if said in each.plain]
    if 1 < len(found) <= NAMED:
        raise SyntaxFault(f"'{text}'", either([each.line for each in found]))
    return found[0].move if len(found) == 1 else None


def _another(game: Ruled, view: Position, text: str, due: tuple[type[Any], ...]) -> bool:
    """Return whether a text can also be meant as a move of another phase; only a game with `absent` can tell."""
    if not hasattr(game.rules, "absent"):
        return False
    kinds, here = game.rules.MOVES, Here(game.rules, view.state, view.players)
    others = (move for move, _ in reading.every(kinds, text, here, kinds) if not isinstance(move, due or kinds))
    return not all(absent(game, view, move) for move in others)


def absent(game: Ruled, view: Position, move: Any) -> bool:
    """Return whether a typed move cannot be meant, by the game's `absent`: its text may then stand for another."""
    own = getattr(game.rules, "absent", None)
    return own is not None and bool(own(view.state, move))


@lru_cache(maxsize=8)
def written(rules: Rules[Any, Any], view: Position) -> Sequence[Typed]:
    """Return the legal moves of a view, as each is typed; empty if there are too many."""
    here, moves = Here(rules, view.state, view.players), [*islice(rules.moves(view.state, EVERYTHING), LISTED + 1)]
    lines = [typed(grammar.write(move, here)).lower() for move in moves if len(moves) <= LISTED]
    return [Typed(move, line, *_less(line)) for move, line in zip(moves, lines, strict=False)]


def _less(line: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the shorter forms of a move from place to place: the first place left out, or its letter or its number
    alone, and the second place in full, or by its letter; or only the number or the letter of the second. First those
    with the signs of a boat and a swimmer, then those without.

    >>> [sorted(each) for each in _less("move =c5-d4")]
    [['=4', '=5d', '=5d4', '=c5d', '=cd', '=cd4', '=d', '=d4'], ['4', '5d', '5d4', 'c5d', 'cd', 'cd4', 'd', 'd4']]
    """
    way = re.fullmatch(_WAY, line)
    if way is None:
        return frozenset(), frozenset()
    sign, letter, number, to, row, swims, more = way.groups()
    places = (row, to, to + row, letter + to, letter + to + row, number + to, number + to + row, letter + number + to)
    return frozenset(sign + each + swims + more for each in places), frozenset(each + more for each in places)


def _ends(line: str, said: str) -> bool:
    """Return whether a move is written as a text ends, with only a word before that."""
    before = line.removesuffix(said)
    return before != line and " " not in before.strip() and not before[-1:].isalnum()


def apart(
    text: str, view: Position, made: Callable[[Position, str], Position | None], words: str, goes_on: str = ""
) -> Sequence[str]:
    """Return the plies that a text stands for without separators, the longest first; `made` has the view after a ply
    that can be made, `goes_on` the game's sign after a ply that is not the turn's last. A letter too many beside one of
    the `words`, a pattern, is no ply but a slip: `mmigrate`, `travel BB`. Empty if there are none."""
    if len(text) > MOST:
        return []
    ends, tries = [cut.start() for cut in re.finditer(_CUT, text)], iter(range(TRIES))
    slip = re.compile(rf"(?:{words})\b.*[a-z]/[a-z]|.*[a-z]/(?:{words})", re.IGNORECASE)

    def plies(begin: int, at: Position) -> Iterator[list[str]]:
        for end in reversed([end for end in ends if begin < end <= begin + LONGEST]):
            one, rest = text[begin:end].strip(), text[end:]
            if slip.match(f"{one}/{rest}") or next(tries, None) is None:
                continue
            one += goes_on * bool(rest)
            if (after := made(at, one)) is not None:
                yield from ([one, *more] for more in (plies(end, after) if rest else [[]]))

    return next(plies(0, view), [])
