"""A whole position as one line, from the types of the state's fields; and back.

    F3/O5 ~ ... | players=Ann:red,Bob:blue chances=0 turn=0 hands=FFO??,- ...

What stands apart (a board) comes first, then who plays, how often chance has moved, and the other fields by name.
"""

from typing import TYPE_CHECKING, Any

from companion.contract import positions
from companion.contract.codecs import Codec, Here, codecs_of
from companion.contract.faults import SyntaxFault
from companion.contract.rules import Rules, Seat
from companion.contract.values import Player
from specs.base.languages import say, word
from specs.base.named import NamedTuple
from specs.base.seeds import chance

if TYPE_CHECKING:
    from random import Random

HEAD = ("players", "chances", "seed")


class Position(NamedTuple):
    """A state with what the table knows beside it: the players, how often chance has moved, and the seed that deals.
    Views have no seed."""

    state: Any
    players: tuple[Player, ...]
    chances: int = 0
    seed: int | None = None


def seen(rules: Rules[Any, Any], position: Position, seat: Seat | None) -> Position:
    """Return the position as a seat sees it, or as everyone does."""
    return Position(rules.seen(position.state, seat), position.players, position.chances)


def chance_of(position: Position) -> "Random | None":
    """Return the random numbers for the next move of chance, from the seed and the number of such moves so far:
    amending a turn does not change later ones. None if the table decides."""
    return None if position.seed is None else chance(f"{position.seed}/{position.chances}")


def write(rules: Rules[Any, Any], position: Position) -> str:
    """Write the position as one line."""
    here, state = Here(rules, position.state, position.players), position.state
    kind: Any = type(state)
    board, values = list[str](), dict[str, str | int | None]()
    values |= {"players": positions.people(position.players), "chances": position.chances, "seed": position.seed}
    for name, codec in codecs_of(kind).items():
        text = codec.write(getattr(state, name), here)
        if codec.apart:
            board.append(text)
        else:
            values[name] = text
    return positions.line(*board, **values)


def read(rules: Rules[Any, Any], text: str) -> Position:
    """Read a position. Raises SyntaxFault with the column."""
    kind: Any = rules.STATE
    codecs = codecs_of(kind)
    boards = [name for name, codec in codecs.items() if codec.apart]
    names = [name for name in codecs if name not in boards]
    *before, rest = positions.parts(text, len(boards) + 1, " | ".join([*boards, say("players and the rest")]))
    keys = positions.Keys(rest, [*HEAD, *names])
    players = keys.players(1, 99)
    here, values = Here(rules, None, players), dict[str, Any]()
    for name, part in zip(boards, before, strict=True):
        values[name] = _board(codecs[name], part, here)
    for name in names:
        values[name] = _value(codecs[name], name, keys, here)
    state = kind(**values)
    sound = getattr(rules, "sound", None)
    for holds, expected in () if sound is None else sound(state, len(players)):
        if not holds:
            raise SyntaxFault(say("a position that cannot be"), expected)
    return Position(state, players, keys.whole("chances"), keys.seed())


def _board(codec: Codec[Any], part: positions.Word, here: Here) -> Any:
    """Read the board, whose faults have columns of their own. Raises SyntaxFault."""
    try:
        return codec.read(part.text, here)
    except SyntaxFault as fault:
        raise SyntaxFault(fault.found, fault.expected, part.column + fault.column - 1) from None
    except ValueError:
        raise SyntaxFault(f"'{part.text.strip()[:40]}'", word(codec.expected), part.column) from None


def _value(codec: Codec[Any], name: str, keys: positions.Keys, here: Here) -> Any:
    text = keys.values[name]
    try:
        return codec.read(text, here)
    except (ValueError, KeyError, IndexError):
        raise keys.fault(name, word(codec.expected)) from None
