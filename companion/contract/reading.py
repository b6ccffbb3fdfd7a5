"""Moves read by their grammar, with the column of what is wrong; and what can follow a text.

>>> from typing import NamedTuple
>>> from companion.contract.codecs import NOWHERE
>>> from companion.contract.rules import says
>>> @says("[take] {count} [from|of {pile}] [for {price}c]")
... class Take(NamedTuple):
...     count: int
...     pile: int = 1
...     price: int = 0
>>> read([Take], "TAKE 3 for 2c of 7", NOWHERE).move
Take(count=3, pile=7, price=2)
>>> read([Take], "3 for rent", NOWHERE)
Traceback (most recent call last):
...
companion.contract.faults.SyntaxFault: column 7: 'rent'; expected a number
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, Final, cast

from companion.contract.codecs import Codec, Here, Unclear, codecs_of, pattern_of
from companion.contract.faults import SyntaxFault
from companion.contract.grammar import Element, Field, Part, Sign, Word, grammar, ordered
from specs.base.languages import Said, either, say, verbatim, word
from specs.base.named import NamedTuple

_BLANK: Final = re.compile(r"(?:[\s,]|and\b)*", re.IGNORECASE)
LONGEST: Final = 2000  # characters of a move


def plies(line: str, also: str = "") -> Sequence[str]:
    """Split a line into plies at `/` and each sign of `also`; a separator may end the line.

    >>> plies("move - / sink D5 shark"), plies("draw deck; draw R>G;", also=";")
    (('move -', 'sink D5 shark'), ('draw deck', 'draw R>G'))
    """
    parts = [part.strip() for part in re.split(f"[/{re.escape(also)}]", line)]
    return tuple(parts[:-1] if len(parts) > 1 and not parts[-1] else parts)


def typed(line: str) -> str:
    """Rewrite a line with signs that any keyboard has, for display: a shell takes `>` and `<>` for files. It reads as
    the same.

    >>> typed("sink D5 shark r>E6"), typed("feast R<>G")
    ('sink D5 shark r-E6', 'feast R-G')
    """
    return line.replace("<>", "-").replace(">", "-")


class Expected(NamedTuple):
    """What could stand at a place of a text (from 0): an element, after the fields read so far. `again` marks a list
    that can continue; `part` has the fields of the part that begins so, `skipped` those of parts left out before."""

    at: int
    kind: Any
    element: Word | Sign | Field | None
    fields: dict[str, Any]
    again: bool = False
    part: tuple[str, ...] | None = None
    skipped: tuple[str, ...] = ()


class Parsed(NamedTuple):
    """A move as it was read, with the column (from 1) of each field that was written."""

    move: Any
    columns: dict[str, int]


class _Reader:
    """One attempt to read a text as a kind of move."""

    def __init__(
        self, kind: Any, text: str, here: Here, *, noting: bool, listing: bool = False, added: int = 0,
        shortened: bool = False,
    ) -> None:  # fmt: skip
        self.kind, self.text, self.here, self.added = kind, text, here, added
        self.noting, self.listing, self.shortened, self.failed = noting, listing, shortened, False
        self.at, self.furthest = 0, 0
        self.fields, self.columns = dict[str, Any](), dict[str, int]()
        self.expected = list[Expected]()
        self.skipped: tuple[str, ...] = ()

    def missed(
        self, element: Word | Sign | Field | None, part: tuple[str, ...] | None = None, *, again: bool = False
    ) -> None:
        """Note what could stand here: where the text stops being readable, or everywhere when listing."""
        if self.noting and (self.listing or self.at >= self.furthest):
            if not self.listing and self.at > self.furthest:
                self.expected.clear()
            self.furthest = max(self.at, self.furthest)
            fields = dict(self.fields) if self.listing else self.fields
            self.expected.append(Expected(self.at, self.kind, element, fields, again, part, self.skipped))

    def sequence(self, elements: tuple[Element, ...], part: tuple[str, ...] | None = None) -> bool:
        """Read elements in order; optional ones at the end in any order."""
        first, parts = ordered(elements)
        for number, element in enumerate(first):
            if isinstance(element, Part):
                before = self.at
                while self.optional(element) and self.goes_on(element):
                    pass
                if self.failed:
                    return False
                if self.at == before:
                    self.skipped += element.fields
            elif not self.one(element, None if number else part):
                return False
        left = list(parts)
        while left and (self.noting or self.skip() < len(self.text)):
            found = next((each for each in left if self.optional(each)), None)
            if found is None:
                break
            left.remove(found)
        return not self.failed

    def skip(self) -> int:
        """Return where the next word begins."""
        blank = _BLANK.match(self.text, self.at)
        return blank.end() if blank is not None else self.at

    def goes_on(self, part: Part) -> bool:
        """Return whether a part may repeat: a list that a word begins."""
        return isinstance(part.elements[0], Word) and any(
            isinstance(self.fields.get(name), tuple) for name in part.fields
        )

    def optional(self, part: Part) -> bool:
        """Read a part if it is there. Once its first word is read, the rest must follow."""
        before = self.at, dict(self.fields)
        if self.failed:
            return False
        if self.sequence(part.elements, part.fields):
            return self.at > before[0]
        begun = isinstance(part.elements[0], Word) and self.at > before[0]
        if begun:
            self.failed = True
        else:
            self.at, self.fields = before
        return False

    def one(self, element: Word | Sign | Field, part: tuple[str, ...] | None) -> bool:
        """Read one element."""
        before, self.at = self.at, self.skip()
        if isinstance(element, Field):
            if self.field(element, part):
                return True
        else:
            forms = (element.text,) if isinstance(element, Sign) else element.forms
            for form in forms:
                end = self.at + len(form)
                if self.text[self.at : end].lower() == form and not (
                    form.isalpha() and self.text[end : end + 1].isalpha()
                ):
                    if self.listing and end == len(self.text):
                        self.missed(element, part)
                    self.at = end
                    return True
            if self.shortened and part and (end := self.beginning(element, part)):
                self.at = end
                return True
            self.missed(element, part)
        self.at = before
        return False

    def beginning(self, element: Word | Sign, part: tuple[str, ...]) -> int:
        """Return where the beginning of a part's first word ends, if it stands for the word: no other part begins so,
        and the part's first field follows. 0 if it does not."""
        words, field = _words(self.kind), pattern_of(codecs_of(self.kind)[part[0]], self.here)
        for end in range(self.at + max(map(len, words)), self.at, -1):
            meant = [word for word in words if word.startswith(self.text[self.at : end].lower())]
            if meant == [*element[0][:1]] and field.match(_BLANK.sub("", self.text[end:], count=1)):
                return end
        return 0

    def field(self, element: Field, part: tuple[str, ...] | None) -> bool:
        codec = codecs_of(self.kind)[element.name]
        match = pattern_of(codec, self.here).match(self.text, self.at)
        if match is None or not match.group().strip():
            self.missed(element, part)
            return False
        if self.listing and match.end() == len(self.text):
            self.missed(element, part)
        given = match.group()
        try:
            value, given = self.value(codec, given)
        except ValueError:
            self.missed(element, part)
            return False
        except Unclear as unclear:
            column = max(0, self.at - self.added) + 1
            raise SyntaxFault(unclear.found, unclear.expected, column, unseen=unclear.unseen) from None
        self.columns.setdefault(element.name, self.at + 1)
        self.at += len(given)
        if isinstance(value, tuple) and element.name in self.fields:  # a repeated part
            value = self.fields[element.name] + value
        self.fields[element.name] = value
        if self.listing and codec.parts is not None:
            self.missed(element, again=True)
        return True

    def value(self, codec: Codec[Any], given: str) -> tuple[Any, str]:
        """Return a field's value and its text; when listing what can follow, as far as it can be read."""
        try:
            return codec.read(given, self.here), given
        except SyntaxFault as fault:
            if not self.listing:
                raise SyntaxFault(fault.found, fault.expected, self.at + fault.column) from None
            given = given[: fault.column - 1].rstrip()
            if not given:
                raise ValueError(given) from None
            return codec.read(given, self.here), given

    @property
    def came(self) -> int:
        """Return how far it read, without what was added to the text."""
        return max(0, self.furthest - self.added)

    def whole(self) -> bool:
        """Read all of the text."""
        if not self.sequence(grammar(self.kind)):
            return False
        self.at = self.skip()
        if self.at < len(self.text):
            self.missed(None)
            return False
        return True


def read(kinds: Sequence[type[Any]], text: str, here: Here, due: Sequence[type[Any]] = ()) -> Parsed:
    """Read a move as it was typed: nothing is filled in. The first word of the current kinds may be shortened, run
    together with what follows, and left out if its phase has only one kind. Raises SyntaxFault about the kind that was
    read furthest."""
    for found in every(kinds, text, here, due):
        return found
    raise unread(kinds, text, here, due)


def every(kinds: Sequence[type[Any]], text: str, here: Here, due: Sequence[type[Any]] = ()) -> Iterator[Parsed]:
    """Yield each move that a text can be read as, the likeliest first. Raises SyntaxFault for one that is too long."""
    if len(text) > LONGEST:
        raise SyntaxFault(say("{n} characters", n=len(text)), say("at most {most}", most=LONGEST))
    kind: Any
    for shortened, each in product((False, True), [*readings(kinds, text, due)]):
        said = _BLANK.sub("", each.lower(), 1)
        for kind in kinds:
            if not said.startswith(_begins(kind)) or (shortened and not _words(kind)):
                continue
            added = len(each) - len(text)
            reader = _Reader(kind, each, here, noting=False, added=added, shortened=shortened)
            if reader.whole():
                yield Parsed(kind(**reader.fields), {name: n - added for name, n in reader.columns.items()})


def unread(kinds: Sequence[type[Any]], text: str, here: Here, due: Sequence[type[Any]]) -> SyntaxFault:
    """Return the fault that says why a text cannot be read as a move."""
    readers = list[_Reader]()
    for each in readings(kinds, text, due):
        for kind in kinds:
            reader = _Reader(kind, each, here, noting=True, added=len(each) - len(text))
            reader.whole()
            if not (_taken_apart(text, each) and reader.furthest <= each.index(" ") + 1):
                readers.append(reader)
    furthest = max(reader.came for reader in readers)
    expected = [each for reader in readers if reader.came == furthest for each in reader.expected]
    found = re.compile(r"\w+|\S").match(text, furthest)
    what_found = f"'{found.group()[:40]}'" if found else say("nothing")
    example, verbs = getattr(here.rules, "EXAMPLE", ""), [*filter(None, dict.fromkeys(map(_verb, due)))]
    if (example or verbs) and furthest == len(text) - len(text.lstrip()):
        parts = [word(one.expected) for kind in due for one in [*codecs_of(cast(Any, kind)).values()][:1]]
        wanted = word(example) if example else either(parts if len(verbs) == 1 and parts else verbs)
        return SyntaxFault(what_found, wanted, furthest + 1)
    what = list(dict.fromkeys(said for each in expected if not _idle(each) and (said := _said(each, here))))
    return SyntaxFault(what_found, either(what), furthest + 1)


def _taken_apart(text: str, reading: str) -> bool:
    """Return whether a reading splits a word of the text into a shortened word and what follows it: `fly` for `feast
    ly`."""
    rest = reading.partition(" ")[2]
    before = text[: len(text) - len(rest)]
    return reading != text and bool(rest) and before[-1:].isalpha()


def _idle(expected: Expected) -> bool:
    """Return whether an element adds nothing: a word that may be left out, or a part that was read already."""
    part = expected.part
    return isinstance(expected.element, Word) and part is not None and all(name in expected.fields for name in part)


def readings(kinds: Sequence[type[Any]], text: str, due: Sequence[type[Any]]) -> Iterator[str]:
    """Yield the text, and the texts it may stand for."""
    yield text
    first = dict.fromkeys(map(_verb, due))
    for phase in dict.fromkeys(each.PHASE for each in due):
        verbs = {_verb(kind) for kind in due if phase == kind.PHASE}
        if len(verbs) == 1 and text.lower().split()[:1] not in ([], [*verbs]):
            yield f"{verbs.pop()} {text}"
    begun = re.match("[a-z]+", text.lstrip().lower()) if due else None
    typed = begun.group() if begun else ""
    apart = not text.lstrip()[len(typed) : len(typed) + 1].strip()  # a blank follows: read it as a word first
    for end in (len(typed), *range(1, len(typed))) if typed and apart else range(1, len(typed) + 1):
        fitting = [verb for verb in first if verb.startswith(typed[:end])]
        if not fitting and end == len(typed) and apart:
            fitting = [verb for verb in dict.fromkeys(map(_verb, kinds)) if verb.startswith(typed)]
        if len(fitting) == 1 and fitting[0] != typed:
            yield f"{fitting[0]} {text.lstrip()[end:].lstrip()}"


def _verb(kind: Any) -> str:
    """Return the word that a kind of move begins with; empty if there is none."""
    return (_begins(kind) or ("",))[0]


@cache
def verbs(kinds: tuple[Any, ...]) -> str:
    """Return a pattern of the words that kinds of move begin with, written out; it fits nothing if there are none."""
    return "|".join(form for kind in kinds for form in _begins(kind) if form.isalpha()) or "(?!)"


@cache
def _begins(kind: Any) -> str | tuple[str, ...]:
    """Return the forms of the word that a kind of move begins with; empty if it does not begin with a word."""
    first = grammar(kind)[0]
    return first.forms if isinstance(first, Word) else ""


@cache
def _words(kind: Any) -> tuple[str, ...]:
    """Return the words that begin the optional parts of a kind of move."""
    first = [each.elements[0] for each in grammar(kind) if isinstance(each, Part)]
    return tuple([each.forms[0] for each in first if isinstance(each, Word)])


def _said(expected: Expected, here: Here) -> Said:
    """Say what could stand somewhere."""
    if expected.element is None:
        return say("the end of the turn")
    if isinstance(expected.element, Field):
        return word(codecs_of(expected.kind)[expected.element.name].expected)
    if expected.part and isinstance(expected.element, Word):
        return verbatim(" ".join([expected.element.forms[0], *(name.upper() for name in expected.part)]))
    return verbatim(f"'{expected.element.text if isinstance(expected.element, Sign) else expected.element.forms[0]}'")


def begun(kinds: Sequence[type[Any]], text: str, here: Here) -> Iterator[Expected]:
    """Yield what could stand at the end of a text typed so far, or in place of its last word."""
    for kind in kinds:
        reader = _Reader(kind, text, here, noting=True, listing=True)
        try:
            reader.whole()
        except SyntaxFault:
            continue
        yield from reader.expected
