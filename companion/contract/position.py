"""A whole position as one line, from the types of the state's fields; and back.

    F3/O5 ~ ... | players=Ann:red,Bob:blue chances=0 turn=0 hands=FFO??,- ...

What stands apart (a board) comes first, in the game's own words; then who plays, how often chance has moved, and the
other fields by name, each once and in its order. A value is one word: `-` stands for none and `yes` or `no` for a flag;
values of one key stand between `/`, those of several players in turn order between `,`. `line` writes such a line,
`parts` and `Keys` read one; faults name the column.

    >>> ann = (Player("Ann Lee", "red"),)
    >>> given = line("a1:2.3", players=people(ann), turn=1, seed=None, over=False)
    >>> given
    'a1:2.3 | players=Ann%20Lee:red turn=1 seed=- over=no'
    >>> board, rest = parts(given, 2, "fields | players and the rest")
    >>> keys = Keys(rest, ("players", "turn", "seed", "over"))
    >>> keys.players(1, 4) == ann, keys.whole("turn", 1, 4), keys.seed(), keys.values["over"]
    (True, 1, None, 'no')
    >>> keys.whole("turn", 2, 4)
    Traceback (most recent call last):
    ...
    companion.contract.faults.SyntaxFault: column 32: turn=1; expected a whole number from 2 to 4
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import quote, unquote

from companion.contract.codecs import Codec, Here, codecs_of
from companion.contract.faults import SyntaxFault
from companion.contract.rules import Rules, Seat
from companion.contract.values import Player
from specs.base import seeds
from specs.base.languages import say, word
from specs.base.named import NamedTuple
from specs.base.seeds import chance

if TYPE_CHECKING:
    from random import Random

MOST: Final = 100_000  # characters of a line
T = TypeVar("T")
HEAD = ("players", "chances", "seed")


class Word(NamedTuple):
    """A piece of a line, and its column, from 1."""

    text: str
    column: int


# ---- to text -------------------------------------------------------------------------------------


def line(*board: str, **values: str | int | None) -> str:
    """Write a position's line from the board's parts and the keys in order."""
    return " | ".join([*board, " ".join([f"{key}={_said(value)}" for key, value in values.items()])])


def _said(value: str | int | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None or value == "" else str(value)


def people(players: Iterable[Player]) -> str:
    """Write the players in turn order: `Ann:red,Bob:blue`, whatever letters a name has."""
    return ",".join([f"{quote(name, safe='')}:{quote(colour, safe='')}" for name, colour in players])


# ---- from text -----------------------------------------------------------------------------------


def parts(given: str, count: int, expected: str) -> list[Word]:
    """Split a line into its parts. Raises SyntaxFault for another number of parts, or a line that is too long."""
    if len(given) > MOST:
        raise SyntaxFault(f"{len(given)} characters", f"at most {MOST}")
    found, column = [], 1
    for part in given.split("|"):
        found.append(Word(part, column))
        column += len(part) + 1
    if len(found) != count:
        raise SyntaxFault(f"{len(found)} part{'s' * (len(found) != 1)}", expected, len(given) + 1)
    return found


def words(text: str, column: int = 1) -> list[Word]:
    """Split a text that begins at a column into words."""
    return [Word(match.group(), column + match.start()) for match in re.finditer(r"\S+", text)]


def whole(given: str, least: int = 0, most: int = 999_999_999) -> int:
    """Read a whole number. Raises ValueError."""
    number = int(given)
    if str(number) != given or not least <= number <= most:
        raise ValueError(given)
    return number


class Keys:
    """The keys of a line with their values. Every method raises SyntaxFault at the value it concerns."""

    def __init__(self, part: Word, names: Sequence[str]) -> None:
        found = part.text.split()
        self.part, self.values = part, {key: value for key, _, value in [word.partition("=") for word in found]}
        if list(self.values) == list(names) and len(found) == len(names) and all(self.values.values()):
            return
        end = Word("", part.column + len(part.text))
        for name, given in zip_longest(names, words(*part), fillvalue=end):
            if isinstance(name, Word) or not given.text.startswith(f"{name}=") or given.text == f"{name}=":
                at = f"'{given.text[:40]}'" if given.text else "the end of the line"
                raise SyntaxFault(at, f"{'= '.join(names)}=, each once and in this order", given.column)

    def text(self, key: str) -> str:
        """Return the value as written; empty for `-`."""
        given = self.values[key]
        return "" if given == "-" else given

    def fault(self, key: str, expected: str) -> SyntaxFault:
        found, column = words(*self.part)[list(self.values).index(key)]
        return SyntaxFault(found[:60], expected, column)

    def value(self, key: str, read: Callable[[str], T], expected: str) -> T:
        """Return the value through a reader that raises ValueError for a bad one."""
        try:
            return read(self.text(key))
        except ValueError:
            raise self.fault(key, expected) from None

    def whole(self, key: str, least: int = 0, most: int = 999_999_999) -> int:
        return self.value(key, lambda text: whole(text, least, most), f"a whole number from {least} to {most}")

    def seed(self) -> int | None:
        text = self.text("seed")
        seed = seeds.read(text)
        if seed is None and text:
            raise self.fault("seed", f"{seeds.EXPECTED}, or -")
        return seed

    def players(self, least: int, most: int) -> tuple[Player, ...]:
        """Return the players in turn order."""
        found = self.value("players", _players, "players such as Ann:red,Bob:blue")
        if not least <= len(found) <= most:
            raise self.fault("players", f"{least} to {most} players")
        return found


def _players(given: str) -> tuple[Player, ...]:
    found = []
    for one in given.split(","):
        name, colon, colour = one.partition(":")
        if not colon or not name:
            raise ValueError(one)
        found.append(Player(unquote(name), unquote(colour)))
    return tuple(found)


# ---- a whole position ------------------------------------------------------------------------------


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
    values |= {"players": people(position.players), "chances": position.chances, "seed": position.seed}
    for name, codec in codecs_of(kind).items():
        text = codec.write(getattr(state, name), here)
        if codec.apart:
            board.append(text)
        else:
            values[name] = text
    return line(*board, **values)


def read(rules: Rules[Any, Any], text: str) -> Position:
    """Read a position. Raises SyntaxFault with the column."""
    kind: Any = rules.STATE
    codecs = codecs_of(kind)
    boards = [name for name, codec in codecs.items() if codec.apart]
    names = [name for name in codecs if name not in boards]
    *before, rest = parts(text, len(boards) + 1, " | ".join([*boards, say("players and the rest")]))
    keys = Keys(rest, [*HEAD, *names])
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


def _board(codec: Codec[Any], part: Word, here: Here) -> Any:
    """Read the board, whose faults have columns of their own. Raises SyntaxFault."""
    try:
        return codec.read(part.text, here)
    except SyntaxFault as fault:
        raise SyntaxFault(fault.found, fault.expected, part.column + fault.column - 1) from None
    except ValueError:
        raise SyntaxFault(f"'{part.text.strip()[:40]}'", word(codec.expected), part.column) from None


def _value(codec: Codec[Any], name: str, keys: Keys, here: Here) -> Any:
    text = keys.values[name]
    try:
        return codec.read(text, here)
    except (ValueError, KeyError, IndexError):
        raise keys.fault(name, word(codec.expected)) from None
