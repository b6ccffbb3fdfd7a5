"""Completes a turn typed so far, for the prompt and for taps; and finds the legal turn closest to a refused one.

Both use the grammar and `moves` of the view, which accept a partial turn.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import chain, islice
from operator import eq, ne
from typing import Any, Final, NamedTuple

from companion.contract import grammar, reading, shortened
from companion.contract.codecs import Here, codecs_of
from companion.contract.entering import Ply, due, mover, ply, understood, written
from companion.contract.faults import Refused, SyntaxFault
from companion.contract.grammar import Field
from companion.contract.judges import Forbidden
from companion.contract.position import Position
from companion.contract.reading import Expected
from companion.contract.rules import EVERYTHING, KIND, Given, corrects
from companion.contract.sentences import Ruled, plies_of
from companion.contract.values import Choice
from specs.base.languages import joined, verbatim

LOOKED_THROUGH: Final = 2_000  # most moves looked through for one question
COMPARED: Final = 400  # most moves compared with a refused one, for each freed field
ALIKE: Final = 0.7  # share of two texts that agrees if one is a slip of the other
FEW: Final = 2  # with at most so many kinds of legal move, a move of any kind counts as similar; most texts compared


class Offered(NamedTuple):
    """One continuation: the whole line with it, the field it fills ("" for a word), its value, and a move that begins
    so; `part` marks the word of a part, whose value follows."""

    text: str
    field: str
    value: Any
    move: Any
    part: bool = False


def agrees(move: Any, given: Given) -> bool:
    """Return whether a move agrees with the fields given so far; of a list, as far as it is given."""
    for name, value in given.items():
        if name == KIND:
            if not isinstance(move, value):
                return False
            continue
        has = getattr(move, name)
        begins = isinstance(value, (tuple, str)) and isinstance(has, type(value)) and has[: len(value)] == value
        if has != value and not begins:
            return False
    return True


class Tried(dict[str, Ply | None]):
    """What lines would do, as far as a view knows, each tried once; None for one that cannot be entered as it is."""

    def __init__(self, game: Ruled, view: Position) -> None:
        self.game, self.view = game, view

    def __missing__(self, text: str) -> Ply | None:
        seat, self[text] = mover(self.game.rules.turn(self.view.state)), None
        with suppress(Refused):
            move = understood(self.game, self.view, text, seat)
            if move is not None:
                self[text] = ply(self.game, self.view, move, None if corrects(move) else seat)
        return self[text]


def offered(game: Ruled, view: Position, text: str) -> list[Offered]:
    """Return each continuation of a turn typed so far once, in the order of the grammar and of the moves."""
    phase = due(game, view)
    ways = (_offered(game, view, each) for each in reading.readings(plies_of(game), text, phase))
    return next(filter(None, ways), []) if text.strip() else _offered(game, view, text)


def _offered(game: Ruled, view: Position, text: str) -> list[Offered]:
    here, found = Here(game.rules, view.state, view.players), dict[str, Offered]()
    known = dict[Any, list[Any]]()
    for expected in reading.begun(plies_of(game), text, here):
        rest = text[expected.at :]
        if expected.element is not None and (rest.strip() == rest or (expected.again and not rest.strip())):
            for one in _ways(_Asked(game, view, here, expected, known), text):
                if _more(one.text, text):
                    found.setdefault(one.text.lower(), one)
    return list(found.values())


def _more(line: str, text: str) -> bool:
    """Return whether a line begins with a text and is longer."""
    return len(line) > len(text) and line.lower().startswith(text.lower())


def spelt(game: Ruled, view: Position, text: str) -> str:
    """Return a readable text as it is spelled, without adding what it leaves out."""
    here = Here(game.rules, view.state, view.players)
    return grammar.write(reading.read(game.rules.MOVES, text, here, due(game, view)).move, here)


def clearer(tried: Tried, text: str) -> list[Offered]:
    """Return the legal moves that an incomplete text may mean, as short as they can be written."""
    game, view = tried.game, tried.view
    here = Here(game.rules, view.state, view.players)
    try:
        move, columns = reading.read(game.rules.MOVES, text, here, due(game, view))
    except SyntaxFault:
        return []
    given, found, seen = {name: getattr(move, name) for name in columns}, list[Offered](), set[str]()
    for other in islice(listed(game, view, given, type(move)), LOOKED_THROUGH):
        if all(getattr(other, name) == value for name, value in given.items()):
            for field in (name for name in move._fields if name not in given):
                said = grammar.write(move._replace(**{field: getattr(other, field)}), here)
                if said not in seen and tried[said] is not None:
                    found.append(Offered(said, field, getattr(other, field), other))
                seen.add(said)
    return found


def listed(game: Ruled, view: Position, given: Given, kind: Any = object) -> Iterator[Any]:
    """Yield the legal moves of a kind that agree with what is given."""
    for move in game.rules.moves(view.state, {**given, KIND: kind} if kind is not object else given):
        if isinstance(move, kind) and agrees(move, given):
            yield move


class _Asked(NamedTuple):
    """What may stand at a place, and the moves looked through for all such places, by the fields given there."""

    game: Ruled
    view: Position
    here: Here
    expected: Expected
    known: dict[Any, list[Any]]

    def moves(self) -> list[Any]:
        """Return the first legal moves that begin so and leave out what was left out."""
        if (key := self.key) not in self.known:
            self.known[key] = [*islice(self.legal(), LOOKED_THROUGH)]
        return self.known[key]

    @property
    def key(self) -> tuple[Any, str]:
        """Return what such places have in common."""
        return self.expected.kind, repr(self.given())

    def legal(self, **more: Any) -> Iterator[Any]:
        """Yield legal moves that begin so and have these values."""
        return filter(self.fits, listed(self.game, self.view, self.given() | more, self.expected.kind))

    def given(self) -> dict[str, Any]:
        defaults = self.expected.kind._field_defaults
        return {**{name: defaults[name] for name in self.expected.skipped if name in defaults}, **self.expected.fields}

    def fits(self, move: Any) -> bool:
        """Return whether a move leaves out what was left out, and does not extend a list that something else
        follows."""
        defaults, expected = move._field_defaults, self.expected
        if any(getattr(move, name) != defaults.get(name, _NONE) for name in expected.skipped):
            return False
        open_ = expected.part or ((expected.element.name,) if isinstance(expected.element, Field) else ())
        return all(getattr(move, name) == each for name, each in expected.fields.items() if name not in open_)

    def values(self, field: str, fits: Callable[[Any], bool] = lambda value: True) -> Iterator[tuple[Any, Any]]:
        """Yield the values of a field that fit the typed text, each with a move that has it; of a list, with one more
        part."""
        codec, default = codecs_of(self.expected.kind)[field], self.expected.kind._field_defaults.get(field, _NONE)
        so_far = self.expected.fields.get(field)  # for a list that continues, or a part that repeats
        if codec.choices is not None:
            for part in codec.choices(self.here._replace(given={**self.given(), KIND: self.expected.kind})):
                value = part if so_far is None else so_far + part
                move = next(self.legal(**{field: value}), None) if fits(value) else None
                if move is not None and getattr(move, field) != so_far:
                    yield part, move
            return
        for move in self.moves():
            value = getattr(move, field)
            if value != default and codec.parts is not None:
                given = codec.parts(so_far) if so_far is not None else ()
                value = next(islice(codec.parts(value), len(given), None), None)
            none = value is None and (default is not _NONE or codec.parts is not None)  # otherwise `-` is a choice
            if not none and value != default:
                yield value, move


_NONE: Final = object()


def _ways(asked: _Asked, text: str) -> Iterator[Offered]:
    expected = asked.expected
    element, before = expected.element, text[: expected.at]
    assert element is not None
    gap = "" if not before or before.endswith(" ") or not element.blank or expected.again else " "
    if isinstance(element, Field):
        codec = codecs_of(expected.kind)[element.name]
        gap = codec.between if expected.again else gap

        def line(value: Any) -> str:
            return f"{before}{gap}{codec.write(value, asked.here)}"

        for value, move in asked.values(element.name, lambda value: line(value).lower().startswith(text.lower())):
            yield Offered(line(value), element.name, value, move)
        return
    said = f"{before}{gap}{element.text if isinstance(element, grammar.Sign) else element.forms[0]}"
    if not _more(said, text):
        return
    moves: Iterable[Any] = asked.known.get(asked.key) or asked.legal()
    if expected.part is not None:  # a move that fills it; no move if the part is only a word, which may be left out
        moves = (move for name in expected.part for _, move in asked.values(name))
    for move in islice(moves, 1):
        yield Offered(said, "", None, move, bool(expected.part))


# ---- the nearest legal turn ----------------------------------------------------------------------


def nearest(game: Ruled, view: Position, move: Any) -> Any:
    """Return the legal move closest to a refused one: with one field freed at a time, then all; None if there is none,
    or if its kind is impossible and other kinds are many."""
    if corrects(move) or game.rules.turn(view.state) is None:
        return None
    own = getattr(game.rules, "nearest", None)
    if own is not None:
        return own(view.state, move)
    given = {name: value for name, value in move._asdict().items() if value != move._field_defaults.get(name, _NONE)}
    found = list[Any]()
    for name in reversed(given):
        like = {key: each for key, each in given.items() if key != name} | {KIND: type(move)}
        found += islice(_like(game, view, like, move), COMPARED)
    if not found:
        found = list(islice(_like(game, view, EVERYTHING, move), COMPARED))
        if len({type(other) for other in found}) > FEW:
            return None
    return min(found, key=lambda other: _distance(move, other), default=None)


def alike(game: Ruled, view: Position, text: str) -> Any:
    """Return the legal move whose last words are typed most like a text; None if none is. If too many are legal, it is
    the text without the letter that cannot be read, or one of the moves that begin with what is before that letter."""
    said, tried = reading.typed(text.lower()).split(), Tried(game, view)
    lines: Sequence[str] = [each.line for each in shortened.written(game.rules, view)]
    if not lines:
        end = reading.unread(plies_of(game), text, Here(game.rules, view.state, view.players), due(game, view)).column
        if (without := tried[text[: end - 1] + text[end:]]) is not None:
            return without.move
        lines = _begun_so(game, view, text[: end - 1].rstrip())
    ends = {" ".join(words[-len(said) :]): line for line in lines if len(words := line.split()) >= len(said)}
    close = (tried[ends[end]] for end in get_close_matches(" ".join(said), ends, FEW, ALIKE))
    return next((found.move for found in close if found), None)


def _begun_so(game: Ruled, view: Position, text: str) -> list[str]:
    """Return the first legal moves with the fields of a text, as they are typed; none for a text without fields."""
    here = Here(game.rules, view.state, view.players)
    asked = [_Asked(game, view, here, each, {}) for each in reading.begun(plies_of(game), text, here) if each.fields]
    found = chain.from_iterable(each.legal() for each in {each.key: each for each in asked}.values())
    return [reading.typed(grammar.write(move, here)).lower() for move in islice(found, COMPARED)]


def _like(game: Ruled, view: Position, given: Mapping[str, Any], move: Any) -> Iterator[Any]:
    seat = mover(game.rules.turn(view.state))
    for other in game.rules.moves(view.state, given):
        if not given or (type(other) is type(move) and agrees(other, given)):
            try:
                ply(game, view, other, seat)
            except Forbidden:
                continue
            yield other


def _distance(move: Any, other: Any) -> tuple[bool, float]:
    """Return how different two moves are: first by kind, then by how much of each field differs."""
    if type(move) is not type(other):
        return True, 0
    return False, sum(_differs(one, two) for one, two in zip(move, other, strict=True))


def _differs(one: Any, two: Any) -> float:
    if one == two:
        return 0
    if type(one) is type(two) and hasattr(two, "_fields") and all(isinstance(each, int) for each in (*one, *two)):
        return float(sum(map(_differs, one, two))) / 2
    if hasattr(two, "_fields"):  # a payment follows from the rest; of two, the one that shares more wins
        return 2 + (min(sum(map(_differs, one, two)), 90) / 100 if type(one) is type(two) else 1)
    if isinstance(one, (tuple, str)) and isinstance(two, type(one)):
        common = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
        return float(2 * (len(one) + len(two) - 2 * common) + sum(map(ne, one, two)) / 100)
    if isinstance(one, int) and isinstance(two, int):
        return 3 + min(abs(one - two), 5 + abs(one - two) / 1000)
    return 8


SIGNS = re.compile(r"[^\w\s]+ ?")


def choices(game: Any, view: Position, typed: str) -> Sequence[Choice]:
    """Return how a turn typed so far can continue, in a stable order; empty if no legal turn begins so. `game` is a
    `companion.games.Game`."""
    typed = typed.lstrip()
    found, line, tried = dict[str, Choice](), " ".join(typed.split()), Tried(game, view)
    if line and (made := tried[line]) is not None:
        line = spelt(game, view, line)
        found[line.lower()] = _choice(game, tried, Offered(line, "", None, made.move), line)
    ways = _shown(game, tried, typed)
    for way in ways if (halves := game.given("halves")) is None else halves(typed, ways):
        text = _closed(game, view, way)
        found.setdefault(text.strip().lower(), _choice(game, tried, way, text))
    meant = clearer(tried, line) if line and not found else []
    return (*found.values(), *(_choice(game, tried, way._replace(field=""), way.text) for way in meant))


def _shown(game: Any, tried: Tried, typed: str) -> list[Offered]:
    """Return the continuations; one that begins a part comes last, with the part's values. A word without a label is
    replaced by what follows it."""
    found, behind, label = list[Offered](), list[Offered](), game.given("label")
    for way in offered(game, tried.view, typed):
        ends = tried[way.text] is not None
        if not (way.part or way.field or ends) and label is not None and not any(label(tried.view, way)):
            found += _shown(game, tried, f"{way.text} ")
        elif not way.part or ends:
            found.append(way)
        else:
            behind += _shown(game, tried, f"{way.text} ") or [way]
    return found + behind


def _closed(game: Any, view: Position, way: Offered) -> str:
    """Return the line of what is offered, with the signs that follow it."""
    line = written(game, view, way.move)
    signs = SIGNS.match(line, len(way.text)) if line.startswith(way.text) else None
    return way.text + (signs[0] if signs is not None else "")


def _choice(game: Any, tried: Tried, way: Offered, text: str) -> Choice:
    label, place, view, step, given = verbatim(text.strip()), "", tried.view, tried[text], game.given("label")
    if given is not None and way.move is not None:
        named, place = given(view, way)
        label = named or label
    drawn = game.given("card")
    card = drawn(view, way) if drawn is not None and way.move is not None else ""
    if step is None:
        more = written(game, view, way.move).startswith(f"{text} ") and offered(game, view, f"{text} ")
        return Choice(f"{text} " if more else text, label, place, card=card)
    seat = game.turn(view)
    gains = [each for each in game.trail(view, step.move, step.after) if each.player == seat]
    noted, way = game.given("note"), way._replace(text=text, move=step.move)
    costs = game.given("costs") or (lambda view, move: ())
    gained = [each.text for each in gains if each.points]
    note = noted(view, way) if noted is not None else joined([*costs(view, step.move), *gained])
    idle = not place and all(map(eq, *(game.rules.lies(at.state) for at in (step.before, step.after))))
    return Choice(text, label, place, note, sum(each.points for each in gains), whole=True, idle=idle, card=card)
