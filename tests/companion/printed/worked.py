"""Worked examples as `specs/GAME/examples.yaml` tells them, replayed, and what the sheet draws compared with that.

    example-turn:
    - position: "R4 F5@r1 ... | players=Ann:red,..."   # or record: FILE, with entry: N for where it stands then
      turns: ["1:HC"]
      says: ["costs {cost}"]      # each on the sheet word for word, in this order, with what the referee says
      shows: {from: 1}            # the picture; what it is compared with is the game's own (`printed/GAME.py`)

Every number on an example, in digits or in words, and every word of the game's `WORDS`, must stand in such a sentence.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from companion.games import Game
from companion.journal import Journal
from companion.record import read
from companion.replay import begin, play
from companion.turns import enter
from specs.nodes import read_text

from .drawn import Drawn

ROOT = Path(__file__).parents[3]
COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
KEYS = {"position", "record", "entry", "turns", "says", "shows"}


class Sheet(Protocol):
    """What a game's module here holds: `WORDS` that must come from the referee, the drawn things that are `PIECES` of a
    picture with the values that count, and three functions."""

    WORDS: Sequence[str]
    PIECES: Mapping[str, Sequence[str]]

    def told(self, states: Sequence[Any], moves: Sequence[Any]) -> Mapping[str, Any]:
        """What sentences may say beside the facts."""
        ...

    def picture(self, drawn: Sequence[Drawn], shows: Mapping[str, Any]) -> object:
        """What is drawn, as a value that can be compared."""
        ...

    def shown(self, states: Sequence[Any], moves: Sequence[Any], shows: Mapping[str, Any]) -> object:
        """The same as the referee has it."""
        ...


def sheet(game: str) -> Sheet:
    module: Sheet = import_module(f".{game}", __package__)
    return module


class Case(NamedTuple):
    """One position of an example and what is played from there."""

    sentences: tuple[str, ...]  # filled in
    shows: Mapping[str, Any] | None
    states: tuple[Any, ...]
    moves: tuple[Any, ...]


def told(game: str) -> Mapping[str, Sequence[Case]]:
    """The examples of a game by their templates' names, replayed."""
    file = ROOT / "specs" / game / "examples.yaml"
    if not file.exists():
        return {}
    return {
        name: [_case(game, case) for case in cases]
        for name, cases in read_text(file.read_bytes(), file.name).value.items()
    }


def _case(name: str, given: Mapping[str, Any]) -> Case:
    assert set(given) <= KEYS, sorted(set(given) - KEYS)
    game = Game(name)
    if "record" in given:
        file = ROOT / "tests" / "records" / given["record"]
        record, state = begin(*read(file.read_bytes(), file.name))
        played = play(game, state, record.lines)
        lines = [played.journal.start, *(entry.position for entry in played.journal.entries)]
        state = game.notation.parse_state(lines[int(given["entry"])])
    else:
        state = game.notation.parse_state(" ".join(given["position"].split()))
    states, moves = [state], []
    journal = Journal(game.notation.text(state))
    for turn in given.get("turns", ()):
        entered = enter(game, journal, states[-1], str(turn))
        journal = entered[-1][0]
        states += [step.after for _, step in entered]
        moves += [step.move for _, step in entered]
    facts = [game.view.facts(one) for one in states]
    values = {
        "at": facts,
        "before": facts[0],
        "after": facts[-1],
        "standings": game.score.settle(states[-1]).standings,
        **sheet(name).told(states, moves),
    }
    for sentence in given.get("says", ()):
        outside = "".join(text for text, *_ in string.Formatter().parse(sentence))
        assert not list(counted(outside, sheet(name).WORDS)), f"a number that is not the referee's: {sentence}"
    sentences = tuple(_Words().vformat(text, (), values) for text in given.get("says", ()))
    return Case(sentences, given.get("shows"), tuple(states), tuple(moves))


class _Words(string.Formatter):
    """`{n:word}` is two, `{n:Word}` is Two; `{list:words}` is "1, 4 and 3"."""

    def format_field(self, value: Any, format_spec: str) -> str:
        match format_spec:
            case "word" | "Word":
                word = COUNTED[value]
                return word.capitalize() if format_spec == "Word" else word
            case "words":
                *most, last = map(str, value)
                return f"{', '.join(most)} and {last}" if most else last
            case "title":
                return str(value).capitalize()
            case "number":
                return str(value).replace("-", "−")
        return str(super().format_field(value, format_spec))


def counted(text: str, words: Sequence[str]) -> Iterator[re.Match[str]]:
    """The numbers of a text, and the words that count as such."""
    known = "|".join([*COUNTED[1:], *words])
    return re.finditer(rf"−?\d+|\bI+(?:\+I+)+\b|\bI{{2,3}}\b|\b(?:{known})\b", text, re.IGNORECASE)


def plain(text: str) -> str:
    """A text of a sheet without its markup, on one line."""
    return " ".join(re.sub(r"\*+|\[\[|\]\]|^#+ |^- ", "", text, flags=re.M).split())


def faults(sheet: Sheet, cases: Sequence[Case], drawn: Sequence[Drawn]) -> Iterator[str]:
    """How an example as it is drawn differs from what the referee says of it."""
    drawn = [part for part in drawn if not set(part.inside) & set(sheet.PIECES)]  # what a piece itself is made of
    # a hex's own name is no number that anybody counted
    texts = [part for part in drawn if part.kind == "text" and part.name != part.values.get("cell")]
    text = "\n".join(plain(part.name) for part in texts)
    at = 0
    left = []
    for sentence in (sentence for case in cases for sentence in case.sentences):
        found = text.find(sentence, at)
        if found < 0:
            yield f"the sheet does not say, or not in this place: {sentence}"
            continue
        left.append(text[at:found])
        at = found + len(sentence)
    left.append(text[at:])
    for part in left:
        for number in counted(part, sheet.WORDS):
            around = part[max(0, number.start() - 30) : number.end() + 30]
            yield f"'{number[0]}' of '{around}' is not held to the referee"
    pieces = [part for part in drawn if part.kind != "text" and part.name in sheet.PIECES]
    pictures = [case for case in cases if case.shows is not None]
    if pieces and not pictures:
        yield "a picture that is not held to the referee"
    for case in pictures:
        assert case.shows is not None
        is_drawn, is_so = sheet.picture(pieces, case.shows), sheet.shown(case.states, case.moves, case.shows)
        if is_drawn != is_so:
            yield f"the picture shows {is_drawn}; the referee says {is_so}"


def falsified(sheet: Sheet, drawn: Sequence[Drawn]) -> Iterator[tuple[str, list[Drawn]]]:
    """An example with one thing wrong: each number and word of a game, each piece left out, drawn twice, of another
    kind, or exchanged with one of its kind."""
    for n, part in enumerate(drawn):
        if set(part.inside) & set(sheet.PIECES):
            continue

        def changed(new: Drawn | None, n: int = n) -> list[Drawn]:
            return [*drawn[:n], *([] if new is None else [new]), *drawn[n + 1 :]]

        if part.kind == "text":
            text = plain(part.name)
            for number in counted(text, sheet.WORDS):
                wrong = text[: number.start()] + _other(number[0], sheet.WORDS) + text[number.end() :]
                yield f"{text} → {wrong}", changed(part._replace(name=wrong))
        elif part.name in sheet.PIECES:
            yield f"without {part.name}", changed(None)
            yield f"{part.name} twice", [*drawn, part]
            if (other := _unlike(sheet, part, drawn[n + 1 :])) is not None:
                there = other._replace(x=part.x, y=part.y)
                swapped = {n: part._replace(x=other.x, y=other.y), drawn.index(other): there}
                yield f"{part.name} and {other.name} exchanged", [swapped.get(i, one) for i, one in enumerate(drawn)]
            for key in sheet.PIECES[part.name]:
                values = {**part.values, key: _wrong(part.values.get(key))}
                yield f"{part.name} {key} {values[key]}", changed(part._replace(values=values))


def _unlike(sheet: Sheet, part: Drawn, others: Sequence[Drawn]) -> Drawn | None:
    """The next piece of this kind that is not as this one."""

    def looks(one: Drawn) -> list[Any]:
        return [one.values.get(key) for key in sheet.PIECES[part.name]]

    return next((one for one in others if one.name == part.name and looks(one) != looks(part)), None)


def _other(number: str, words: Sequence[str]) -> str:
    if number.lower() in COUNTED:
        return COUNTED[COUNTED.index(number.lower()) % 12 + 1]
    if set(number) <= set("I+"):
        return "II" if number != "II" else "III"
    if number.lower() in words:
        return words[(list(words).index(number.lower()) + 1) % len(words)]
    return str(int(number.replace("−", "-")) + 1)


def _wrong(value: Any) -> Any:
    return value + 1 if isinstance(value, int | float) and not isinstance(value, bool) else f"no {value}"
