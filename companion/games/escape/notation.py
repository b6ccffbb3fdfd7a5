"""Plies as text: `place F5`, `move E5>E4 =C5>C6`, `sink D5 shark r>F5`, `roll octopus 2 C7>C9`.

The phase's word may be left out, case does not matter, a symbol or creature may be cut short to what is told
apart (`s`, `oct`), and what can only be one thing may be left out. `-` may be typed for `>`, which command lines take
for themselves, or neither: `e5e4`. What cannot be taken for anything else may be run together: `d5s`, `o2c7c9`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from companion.contract import SyntaxFault
from companion.games.escape import rolling, sinking
from companion.games.escape.moving import Waters, step_text
from companion.games.escape.position import parse_state, text
from companion.games.escape.state import (
    COLOURS,
    CORAL,
    CREATURES,
    DIVE,
    LETTERS,
    MOVE,
    OVER,
    PHASES,
    PLACE,
    ROLL,
    SAIL,
    SEA,
    SINK,
    SWIM,
    SYMBOLS,
    UNKNOWN,
    WALK,
    Move,
    Place,
    Put,
    Roll,
    Sink,
    Skip,
    State,
    Step,
    Steps,
    of,
)
from companion.plies import plies as separated
from specs.base.languages import mark, say, say_many, word

__all__ = ["format", "parse", "parse_state", "plies", "recoloured", "text"]

MOST_WORDS: Final = 200
_WORD: Final = re.compile(r"\S+")
_COLOUR: Final = re.compile(rf"(?<!\S)(?:{'|'.join(COLOURS)}|[{LETTERS}])(?=[>-])", re.IGNORECASE)
_STOP: Final = re.compile(r"(?P<hex>[a-z][0-9]{1,2})(?P<water>~?)")
_WAY: Final = re.compile(r"=[a-z][0-9]{1,2}(?:[>-]?[a-z][0-9]{1,2})+|[a-z][0-9]{1,2}~?(?:[>-]?[a-z][0-9]{1,2}~?)+")
_PIECE: Final = re.compile(r"(?P<hex>[a-z][0-9]{1,2})(?P<symbol>[a-z]+)")
_PUT: Final = re.compile(r"(?P<colour>[a-z]*?)[>-]?(?P<target>[a-z][0-9]{1,2})(?P<water>~?)")
_HOP: Final = re.compile(r"(?:(?P<source>[a-z][0-9]{1,2})[>-]?)?(?P<target>[a-z][0-9]{1,2})")
_DICE: Final = re.compile(rf"(?P<creature>[a-z]{{1,20}}?)(?P<number>[123d])(?P<way>-|{_HOP.pattern})")
_NAME: Final = re.compile(r"[a-z0-9]{1,20}")
_LETTERS: Final = re.compile(r"[a-z]{1,20}")
EXPECTED: Final = {
    PLACE: mark("place and an island piece, such as place F5"),
    MOVE: mark("steps such as E5-E4, C5~-C6 or =C5-C6-C7, or - for none"),
    SINK: mark("a piece, what came up and where those on it go, such as sink D5 shark r-F5"),
    ROLL: mark("both dice and a creature's way, such as octopus 2 C7-C9, or octopus 2 - for none"),
}


class Word(NamedTuple):
    """A word of a ply, in lower case, and its column."""

    text: str
    column: int


def plies(line: str) -> Sequence[str]:
    """The plies of a line, which `/` separates, or `;`."""
    return separated(line, also=";")


def parse(state: State, text: str) -> Move:
    """A ply from its notation; what can only be one thing is filled in. Raises SyntaxFault."""
    words = [Word(match[0].lower(), match.start() + 1) for match in _WORD.finditer(text)]
    phase = state.phase if state.phase != OVER else MOVE
    if not words:
        raise SyntaxFault(say("nothing"), word(EXPECTED[phase]))
    if len(words) > MOST_WORDS:
        found = say_many("{n} word", "{n} words", len(words))
        raise SyntaxFault(found, say("at most {most}", most=MOST_WORDS), words[MOST_WORDS].column)
    if words[0].text in PHASES and words[0].text != OVER:
        phase = words.pop(0).text
        if not words:
            raise SyntaxFault(say("'{typed}' alone", typed=phase), word(EXPECTED[phase]), len(text.rstrip()) + 1)
        if phase in (SINK, ROLL) and _texts(words) == ["none"]:
            return Skip(phase)
    elif phase != MOVE and _moves(state, words[0].text):
        phase = MOVE  # more of it, or so that the phase is what is refused
    elif (phase, words[0].text) in ((SINK, "-"), (SINK, "none"), (ROLL, "none")) and len(words) == 1:
        return Skip(phase)
    match phase:
        case "place":
            return _place(state, words)
        case "move":
            return _move(state, words)
        case "sink":
            return _sink(state, words)
    return _roll(state, words)


def _texts(words: Sequence[Word]) -> list[str]:
    return [each.text for each in words]


def _moves(state: State, typed: str) -> bool:
    """Whether a word where another phase is due is of a move: of one that may go on, or one that comes too late."""
    if state.phase == ROLL:
        return state.steps > 0 and bool(_WAY.fullmatch(typed)) and not _DICE.fullmatch(typed)
    return bool(_WAY.fullmatch(typed)) or ">" in typed or typed.startswith("=")


def _hex(state: State, name: str, column: int) -> int:
    number = state.board.number.get(name.upper())
    if number is None:
        expected = say("a hex of the board, A1 to {last}", last=state.board.names[-1])
        raise SyntaxFault(f"'{name[:20]}'", expected, column)
    return number


def _place(state: State, words: Sequence[Word]) -> Place:
    if len(words) > 1:
        raise SyntaxFault(f"'{words[1].text[:20]}'", say("one hex: one Atlantean a turn"), words[1].column)
    return Place(_hex(state, *words[0]))


# ---- moves ---------------------------------------------------------------------------------------


def _move(state: State, words: Sequence[Word]) -> Steps:
    if _texts(words) == ["-"]:
        return Steps(())
    steps: list[Step] = []
    for each in words:
        if not _WAY.fullmatch(each.text):
            raise SyntaxFault(f"'{each.text[:30]}'", word(EXPECTED[MOVE]), each.column)
        steps += _way(state, each)
    return Steps(resolved(state, steps))


def _way(state: State, typed: Word) -> Iterator[Step]:
    """The steps of a word from hex to hex; a tilde says who is in the water there."""
    sails = typed.text.startswith("=")
    stops = [
        (_hex(state, match["hex"], typed.column + match.start()), bool(match["water"]))
        for match in _STOP.finditer(typed.text)
    ]
    for (source, swims), (target, water) in pairwise(stops):
        yield Step(SAIL if sails else SWIM if swims else DIVE if water else WALK, source, target)


def resolved(state: State, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Steps with everything said that may be left out, as far as they are legal; the rest as they are."""
    waters, found = Waters(state), list[Step]()
    for step in steps:
        clear = waters.resolve(step)
        found.append(clear)
        if waters.judge(clear, len(steps) == 1) is not None:
            return (*found, *steps[len(found) :])
        waters.make(clear)
    return tuple(found)


# ---- sinking -------------------------------------------------------------------------------------


def _sink(state: State, words: Sequence[Word]) -> Sink:
    rest = list(words)
    if match := _PIECE.fullmatch(rest[0].text):
        column = rest[0].column
        rest[:1] = [Word(match["hex"], column), Word(match["symbol"], column + match.start("symbol"))]
    piece = _hex(state, *rest.pop(0))
    symbol = UNKNOWN
    if rest and _LETTERS.fullmatch(rest[0].text):
        symbol = _symbol(rest.pop(0))
    elif state.backs and state.backs[piece]:
        symbol = state.backs[piece] - 1
    puts = [_put(state, piece, each) for each in rest]
    if not puts and SEA < state.ground[piece] < CORAL:
        return Sink(piece, symbol, sinking.forced(state, piece) or ())
    return Sink(piece, symbol, tuple(sorted(puts)))


def _symbol(typed: Word) -> int:
    for number, name in enumerate(SYMBOLS):
        if name.startswith(typed.text):
            return number
    raise SyntaxFault(f"'{typed.text[:20]}'", say("one of {words}", words=", ".join(SYMBOLS)), typed.column)


def _put(state: State, piece: int, typed: Word) -> Put:
    match = _PUT.fullmatch(typed.text)
    if match is None:
        raise SyntaxFault(f"'{typed.text[:30]}'", say("a put such as r-F5, or r-C5~ into the water"), typed.column)
    people = state.stand[piece]
    there = [colour for colour in range(4) if of(people, colour)]
    colour = next((n for n, name in enumerate(COLOURS) if match["colour"] in (LETTERS[n], name)), None)
    if not match["colour"] and len(there) == 1:
        colour = there[0]
    if colour is None:
        raise SyntaxFault(f"'{typed.text[:30]}'", say("a colour, r b y or g, before the hex"), typed.column)
    target = _hex(state, match["target"], typed.column + match.start("target"))
    return Put(colour, target, bool(match["water"]) or state.ground[target] == SEA)


# ---- dice ----------------------------------------------------------------------------------------


def _roll(state: State, words: Sequence[Word]) -> Roll:
    if _texts(words) == ["-"] and not state.dice and not any(state.beasts):
        return Roll("", "", rolling.NOWHERE, rolling.NOWHERE)  # whatever they show, nothing is there to move
    rest = list(words)
    if len(rest) < 3 and (match := _DICE.fullmatch("".join(_texts(rest)))):
        column = rest[-1].column + max(0, rest[-1].text.find(match["way"]))
        rest = [*(Word(match[die], words[0].column) for die in ("creature", "number")), Word(match["way"], column)]
    told = [rest.pop(0).text for _ in range(2) if len(rest) > 1 and _NAME.fullmatch(rest[0].text)]
    if not told and state.dice:
        told = list(state.dice)
    if len(told) != 2 or len(rest) != 1:
        # a die too many or too few is what is wrong where it stands
        at = rest[-1] if rest else words[-1]
        unseen = state.table.dice == "dealt" and not told and len(rest) == 1
        raise SyntaxFault(f"'{' '.join(_texts(words))[:40]}'", word(EXPECTED[ROLL]), at.column, unseen=unseen)
    creature = next((name for name in CREATURES if name.startswith(told[0])), told[0])
    number, way = told[1].upper(), rest[0]
    if way.text == "-":
        return Roll(creature, number, rolling.NOWHERE, rolling.NOWHERE)
    match = _HOP.fullmatch(way.text)
    there = rolling.where(state, creature)
    if match is None or not (match["source"] or len(there) == 1):
        raise SyntaxFault(f"'{way.text[:30]}'", say("FROM-TO, such as C7-C9, or - for none"), way.column)
    source = _hex(state, match["source"], way.column) if match["source"] else there[0]
    return Roll(creature, number, source, _hex(state, match["target"], way.column + match.start("target")))


def recoloured(text: str, colours: Mapping[str, str]) -> str:
    """A ply as it is written once players have other colours: puts name them."""
    given = dict(zip((*LETTERS, *COLOURS), (*COLOURS, *COLOURS), strict=True))

    def put(match: re.Match[str]) -> str:
        named = given[match[0].lower()]
        return LETTERS[COLOURS.index(colours.get(named, named))]

    return _COLOUR.sub(put, text)


# ---- to text -------------------------------------------------------------------------------------


def format(state: State, move: Move) -> str:
    """The canonical notation of a ply."""
    names = state.board.names
    match move:
        case Place(at):
            return f"place {names[at]}"
        case Steps(steps):
            return f"move {steps_text(names, steps)}"
        case Sink(piece, symbol, puts):
            told = [] if symbol == UNKNOWN else [SYMBOLS[symbol]]
            where = (f"{LETTERS[colour]}>{names[target]}{'~' * water}" for colour, target, water in puts)
            return " ".join(["sink", names[piece], *told, *where])
        case Skip(phase):
            return f"{phase} none"
    way = "-" if move.source == rolling.NOWHERE else f"{names[move.source]}>{names[move.target]}"
    return " ".join(filter(None, ["roll", move.creature, move.number, way]))


def steps_text(names: Sequence[str], steps: Sequence[Step]) -> str:
    """Steps as notation; a boat that goes on and on is one word."""
    words: list[str] = []
    last: Step | None = None
    for step in steps:
        if last is not None and step.how == last.how == SAIL and step.source == last.target:
            words[-1] += f">{names[step.target]}"
        else:
            words.append(step_text(names, step))
        last = step
    return " ".join(words) or "-"
