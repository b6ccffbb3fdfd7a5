"""Actions in the notation of the ruling, upper and lower case alike, and back; positions are in `position`.

A verb may be shortened as long as it is clear in the phase at hand (`b I`, `d deck`), and left out where one alone is
due (`deck`, `R>G`, `RRG` to discard); colours may be written out (`travel red`), levels may be 1, 2, 3 where a tile is
meant. `-` may be typed for `>` and `<>`, which command lines take for themselves, or nothing, and what cannot be taken
for anything else may be run together: `ty`, `b1:2`, `c2r`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from types import MappingProxyType
from typing import Final

from companion.contract import SyntaxFault
from companion.games.gods.play import upcoming
from companion.games.gods.position import parse_state, text
from companion.games.gods.state import (
    ACT,
    COLOURS,
    DISCARD,
    DRAW,
    INDEX,
    LETTERS,
    NAMES,
    NEUTRAL,
    NO_CARD,
    NO_CARDS,
    OPPONENT,
    OVER,
    ROMAN,
    TOP,
    WHOLE,
    Build,
    Convert,
    Demolish,
    Discard,
    Draw,
    Feast,
    FeastArea,
    FeastColour,
    FeastExchange,
    FeastMove,
    FeastSwap,
    Migrate,
    Move,
    Opponent,
    Pass,
    Recruit,
    State,
    Step,
    Travel,
    count,
    letters,
    place_text,
    plus,
    unseen,
)
from companion.plies import plies as separated
from specs.base.languages import Said, either, joined, say, verbatim

__all__ = ["format", "parse", "parse_state", "plies", "text", "verb_of"]

ACTIONS: Final = ("travel", "build", "demolish", "convert", "feast", "recruit", "migrate", "pass")
VERBS: Final = MappingProxyType(
    {OPPONENT: ("opponent",), DRAW: ("draw",), ACT: ACTIONS, DISCARD: ("discard",), OVER: ()}
)
ALL_VERBS: Final = ("draw", "discard", "opponent", *ACTIONS)
_MOST = 200  # characters of an action that are read
_WORDS = MappingProxyType(
    {name: colour for colour in COLOURS for name in (NAMES[colour], LETTERS[colour].lower())}
    | {name + end: NEUTRAL + colour for colour in COLOURS for name, end in ((LETTERS[colour].lower(), "n"),)}
)
_LEVELS = MappingProxyType({"i": 1, "ii": 2, "iii": 3, "1": 1, "2": 2, "3": 3})
_BUILD = re.compile(r"(?:(?P<at>[0-9]{1,2}|all):?)?(?P<tile>iii|ii|i|[123])\Z")
_GLUED = re.compile(r"(n?)((?:(?:[0-9]{1,2}|all):?)?(?:iii|ii|i|[123]))(a?)\Z")
_PLACE = re.compile(r"(?P<site>[bgry]n?)(?P<number>[0-9]{1,2})\Z")
_STEP = re.compile(r"(?P<from>[bgry]n?)(?P<number>[0-9]{1,2})[>-]?(?P<to>[bgry]n?)(?P<becomes>[0-9]{1,2})\Z")
_REFILLED = re.compile(r"([bgry])(?:[>-]?([bgry-]))?\Z")
_SWAPPED = re.compile(r"([bgry])(?:<>|-)?([bgry])\Z")
_FROM = re.compile(r"([0-9]+)([bgry])\Z")
_LEFT_OUT = MappingProxyType(  # by phase, what is read with its one verb left out
    {
        OPPONENT: re.compile(r"[bgry]\Z"),
        DRAW: re.compile(r"d(e|ec|eck)?\Z|[bgry](?:[ >-]?[bgry-])?\Z"),
        DISCARD: re.compile(r"[bgry ,]+\Z"),
    }
)


def plies(text: str) -> Sequence[str]:
    """The actions of a line, which `/` separates, or `;`."""
    return separated(text, also=";")


def parse(state: State, text: str) -> Move:
    """An action from its notation; cards turned up are filled in where they can only be one. Raises SyntaxFault."""
    line = " ".join(text[: _MOST + 1].lower().split())
    if not line or len(line) > _MOST:
        raise SyntaxFault(f"'{line[:20]}...'" if line else say("nothing"), _expected(state))
    if line == "-" and state.phase == ACT:
        return Pass()
    fault: SyntaxFault | None = None
    for word, rest in _readings(state, line):
        column = text.lower().find(rest.split(" ")[0]) + 1 if rest else len(text) + 1
        column = max(column, text.lower().find(word) + len(word) + 1)
        try:
            return _READERS[verb_of(state, word)](state, rest, column)
        except SyntaxFault as found:
            if found.unseen:
                raise
            fault = fault or found
    assert fault is not None
    raise fault


def _readings(state: State, line: str) -> Iterator[tuple[str, str]]:
    """The verbs a line may begin with, and the rest of it then: the verb that is due, left out; the first word; a
    beginning of that word, the rest of it run together with what is done."""
    if state.phase in _LEFT_OUT and _LEFT_OUT[state.phase].match(_short(line)):
        yield VERBS[state.phase][0], line
    word, _, rest = line.partition(" ")
    yield word, rest
    for end in range(1, len(word)):
        if any(verb.startswith(word[:end]) for verb in VERBS[state.phase]):
            yield word[:end], f"{word[end:]} {rest}".strip()


def _expected(state: State) -> Said:
    verbs = VERBS[state.phase]
    if len(verbs) > 1:
        return say("one of {verbs}", verbs=", ".join(verbs))
    return verbatim(verbs[0]) if verbs else say("no action: the game is over")


def _found(text: str) -> str:
    """What was typed, as a fault quotes it."""
    return f"'{text[:30]}'" if text else say("nothing")


def verb_of(state: State, word: str) -> str:
    """The verb a word means in the phase at hand. Raises SyntaxFault."""
    if word in ALL_VERBS:
        return word
    fitting = [verb for verb in VERBS[state.phase] if verb.startswith(word)]
    fitting = fitting or [verb for verb in ALL_VERBS if verb.startswith(word)]
    if len(fitting) != 1:
        raise SyntaxFault(f"'{word[:30]}'", either(fitting) if fitting else _expected(state))
    return fitting[0]


def _colour(word: str, column: int, expected: Said) -> int:
    found = _WORDS.get(word, 0)
    if not 1 <= found <= NEUTRAL:
        raise SyntaxFault(_found(word), expected, column)
    return found


def _short(rest: str) -> str:
    """Colours as letters, no spaces around signs."""
    words = (LETTERS[_WORDS[w]].lower() if w in NAMES[1:] else w for w in re.split(r"\b", rest))
    return re.sub(r" *(<>|[>:-]) *", r"\1", "".join(words))


# ---- from text, by verb --------------------------------------------------------------------------


def _draw(state: State, rest: str, column: int) -> Move:
    if rest and "deck".startswith(rest):
        return Draw(NO_CARD, NO_CARD)
    match = _REFILLED.match(_short(rest).replace(" ", ""))
    if not match:
        raise SyntaxFault(_found(rest), say("a colour of the area such as R-G, or deck"), column)
    card = INDEX[match[1].upper()]
    if match[2]:
        return Draw(card, _refill(match[2]))
    if state.phase != DRAW or not state.area[card]:
        return Draw(card, NO_CARD)  # refused whatever is turned up
    deck = upcoming(state, 1)
    return Draw(card, _only(state, deck, f"{LETTERS[card]}>", column + len(rest)))


def _refill(letter: str) -> int:
    return NO_CARD if letter == "-" else INDEX[letter.upper()]


def _only(state: State, deck: str, told: str, column: int) -> int:
    """The card that is turned up, where it can be but one. Raises SyntaxFault."""
    if not deck:
        return NO_CARD
    if deck[0] != "?":
        return INDEX[deck[0]]
    possible = [colour for colour in COLOURS if unseen(state, colour) > 0]
    dealt = state.table.dealt  # nobody says then what is turned up, the companion does
    if dealt or len(possible) != 1:
        expected = say("the card turned up in its place, such as {card}", card=f"{told}G")
        raise SyntaxFault(say("no card turned up"), expected, column, unseen=dealt)
    return possible[0]


def _opponent(state: State, rest: str, column: int) -> Move:
    if rest:
        return Opponent(_colour(rest, column, say("the opponent's new follower, one of B G R Y")))
    deck = upcoming(state, 1, state.followers[-1]) if state.phase == OPPONENT else ""
    if not deck or deck[0] == "?":
        unseen_card = state.table.dealt and deck != ""
        expected = say("the opponent's new follower, such as opponent R")
        raise SyntaxFault(say("nothing"), expected, column, unseen=unseen_card)
    return Opponent(INDEX[deck[0]])


def _travel(state: State, rest: str, column: int) -> Move:
    return Travel(_colour(rest, column, say("the card discarded, one of B G R Y")))


def _build(state: State, rest: str, column: int) -> Move:
    words = rest.split(" ")
    neutral, assistant = "n" in words, "a" in words
    for word in ("n", "a"):
        if words.count(word) > 1:
            raise SyntaxFault(say("'{word}' twice", word=word), say("'{word}' once", word=word), column)
    said = _short(" ".join(word for word in words if word not in ("n", "a"))).replace(" ", "")
    if glued := _GLUED.match(said):
        neutral, said, assistant = neutral or bool(glued[1]), glued[2], assistant or bool(glued[3])
    match = _BUILD.match(said)
    if not match:
        expected = say("a tile on top (I), in place of another (2:II) or of all (all:III), with n and a")
        raise SyntaxFault(_found(rest), expected, column)
    at = TOP if match["at"] is None else WHOLE if match["at"] == "all" else int(match["at"])
    if match["at"] is not None and at == 0:
        raise SyntaxFault(say("tile {number}", number=0), say("tiles counted from the bottom, 1 first"), column)
    place = state.marker + NEUTRAL if neutral else state.marker
    if at == WHOLE and len(state.sites[state.turn][place]) == 1:
        at = 1  # the same: one name is enough
    return Build(neutral, at, _LEVELS[match["tile"]], assistant)


def _demolish(state: State, rest: str, column: int) -> Move:
    word = _short(rest).replace(" ", "")
    match = _PLACE.match(word)
    if match:
        return Demolish(_WORDS[match["site"]], int(match["number"]))
    place = _WORDS.get(word, 0)
    if place and len(state.sites[state.turn][place]) == 1:
        return Demolish(place, 1)
    raise SyntaxFault(_found(rest), say("a tile by its site and number, such as R2 or Rn1"), column)


def _convert(state: State, rest: str, column: int) -> Move:
    who, _, colour = rest.rpartition(" ")
    if glued := _FROM.match(rest):
        who, colour = glued.groups()
    names = [name.lower() for name in state.table.names]
    others = [player for player in range(len(names)) if player != state.turn]
    expected = say("a player and a colour, such as convert 2 R")
    if rest in _WORDS and len(others) == 1:
        who, colour = str(others[0] + 1), rest  # there is but one to take from
    numbers = [str(number) for number in range(1, len(names) + 1)]
    fitting = (
        [names.index(who)] if who in names else [i for i, name in enumerate(names) if who and name.startswith(who)]
    )
    if who in numbers and who not in names:
        fitting = [numbers.index(who)]
    if len(fitting) != 1:
        people = ", ".join(f"{number} {name}" for number, name in zip(numbers, state.table.names, strict=True))
        raise SyntaxFault(f"'{who[:30]}'" if who else say("nobody"), joined([expected, people], "; "), column)
    return Convert(fitting[0], _colour(colour, column + len(rest) - len(colour), expected))


def _recruit(state: State, rest: str, column: int) -> Move:
    if not (rest.isdecimal() and rest.isascii() and len(rest) <= 3):
        raise SyntaxFault(_found(rest), say("how many cards, such as recruit 2"), column)
    return Recruit(int(rest))


def _migrate(state: State, rest: str, column: int) -> Move:
    _end(rest, column)
    return Migrate()


def _pass(state: State, rest: str, column: int) -> Move:
    _end(rest, column)
    return Pass()


def _end(rest: str, column: int) -> None:
    if rest:
        raise SyntaxFault(f"'{rest[:30]}'", say("the end of the action"), column)


def _discard(state: State, rest: str, column: int) -> Move:
    cards = _short(rest).replace(" ", "").replace(",", "").upper()
    if not cards or set(cards) - set(LETTERS[1:]):
        raise SyntaxFault(_found(rest), say("the cards discarded, such as RRG"), column)
    return Discard(count(cards))


def _feast(state: State, rest: str, column: int) -> Move:
    if not rest:
        return Feast()
    words = _short(rest).split(" ")
    if len(words) == 1:
        if words[0] in set(LETTERS.lower()[1:]):  # one of them, not several in a row
            return FeastColour(INDEX[words[0].upper()])
        if swapped := _SWAPPED.match(words[0]):
            return FeastSwap(INDEX[swapped[1].upper()], INDEX[swapped[2].upper()])
        if step := _STEP.match(words[0]):
            return FeastMove(_step(step))
    if len(words) == 2:
        steps = [_STEP.match(word) for word in words]
        if steps[0] and steps[1]:
            first, second = sorted((_step(steps[0]), _step(steps[1])))
            return FeastExchange(first, second)
        taken = [_REFILLED.match(word) for word in words]
        if taken[0] and taken[1]:
            return _from_area(state, taken[0], taken[1], column + len(rest))
    expected = say("what the ability needs: R-G B-Y, R-G, R, R2-Gn1, or R2-G1 G2-R1")
    raise SyntaxFault(f"'{rest[:30]}'", expected, column)


def _step(match: re.Match[str]) -> Step:
    return Step(_WORDS[match["from"]], int(match["number"]), _WORDS[match["to"]], int(match["becomes"]))


def _from_area(state: State, one: re.Match[str], two: re.Match[str], column: int) -> FeastArea:
    first, second = INDEX[one[1].upper()], INDEX[two[1].upper()]
    gone = min(2, state.followers[state.turn][state.marker])
    deck = upcoming(state, 2, plus(NO_CARDS, state.marker, gone))
    refill = _refill(one[2]) if one[2] else _only(state, deck, f"{LETTERS[first]}>", column)
    refill2 = _refill(two[2]) if two[2] else _only(state, deck[1:], f"{LETTERS[second]}>", column)
    return FeastArea(first, refill, second, refill2)


_READERS: Final[MappingProxyType[str, Callable[[State, str, int], Move]]] = MappingProxyType(
    {
        "draw": _draw,
        "opponent": _opponent,
        "travel": _travel,
        "build": _build,
        "demolish": _demolish,
        "convert": _convert,
        "feast": _feast,
        "recruit": _recruit,
        "migrate": _migrate,
        "pass": _pass,
        "discard": _discard,
    }
)


# ---- to text -------------------------------------------------------------------------------------


def format(state: State, move: Move) -> str:
    """The canonical notation of an action: `parse(state, format(state, m)) == m`."""
    match move:
        case Draw(card=card, refill=refill):
            return "draw deck" if card == NO_CARD else f"draw {_taken(card, refill)}"
        case Opponent(card=card) | Travel(card=card):
            return f"{move.verb} {LETTERS[card]}"
        case Build(neutral=neutral, at=at, tile=tile, assistant=assistant):
            where = "" if at == TOP else "all:" if at == WHOLE else f"{at}:"
            return f"build {'n ' if neutral else ''}{where}{ROMAN[tile]}{' a' if assistant else ''}"
        case Demolish(place=place, number=number):
            return f"demolish {place_text(place)}{number}"
        case Convert(player=player, card=card):
            return f"convert {player + 1} {LETTERS[card]}"
        case Recruit(number=number):
            return f"recruit {number}"
        case Discard(cards=cards):
            return f"discard {letters(cards)}"
        case Migrate() | Pass() | Feast():
            return move.verb
        case FeastArea(first=first, refill=refill, second=second, refill2=refill2):
            return f"feast {_taken(first, refill)} {_taken(second, refill2)}"
        case FeastSwap(follower=follower, card=card):
            return f"feast {LETTERS[follower]}<>{LETTERS[card]}"
        case FeastColour(colour=colour):
            return f"feast {LETTERS[colour]}"
        case FeastMove(step=step):
            return f"feast {_step_text(step)}"
        case FeastExchange(first=first_step, second=second_step):
            return f"feast {_step_text(first_step)} {_step_text(second_step)}"


def _taken(card: int, refill: int) -> str:
    return f"{LETTERS[card]}>{'-' if refill == NO_CARD else LETTERS[refill]}"


def _step_text(step: Step) -> str:
    return f"{place_text(step.place)}{step.number}>{place_text(step.to)}{step.becomes}"
