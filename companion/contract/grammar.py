"""The grammar of moves: its elements, and a move written. `reading` reads moves by it.

    [buy {tiles};] [{figure}[:]]{cards} [bridge {space}]

Words and signs stand for themselves (`card|cards`: the first is written), `{field}` for a field's value, and what is in
brackets may be left out: a word there is not written, a sign is, and a part with fields is written if they differ from
their defaults. Blanks in the grammar are written; blanks, commas and `and` may be typed anywhere. Parts at the end may
come in any order; a part of a list may be repeated.

>>> from typing import NamedTuple
>>> from companion.contract.codecs import NOWHERE
>>> from companion.contract.rules import says
>>> @says("[take] {count} [from|of {pile}] [for {price}c]")
... class Take(NamedTuple):
...     count: int
...     pile: int = 1
...     price: int = 0
>>> write(Take(3, 7), NOWHERE)
'3 from 7'
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from companion.contract.codecs import Here, codecs_of
from specs.base.named import NamedTuple


class Word(NamedTuple):
    forms: tuple[str, ...]
    blank: bool  # whether a blank precedes it


class Sign(NamedTuple):
    text: str
    blank: bool


class Field(NamedTuple):
    name: str
    blank: bool


class Part(NamedTuple):
    elements: "tuple[Element, ...]"
    fields: tuple[str, ...]  # including those of nested parts


Element = Word | Sign | Field | Part
_TOKEN: Final = re.compile(r"\s+|\{(\w+)\}|([A-Za-z]+(?:\|(?:[A-Za-z]+|-))*)|(.)")


@cache
def grammar(kind: Any) -> tuple[Element, ...]:
    """Return the parsed grammar of a kind of move."""
    stack, blank = [list[Element]()], False
    for match in _TOKEN.finditer(kind.SAYS):
        name, words, sign = match.groups()
        if name:
            stack[-1].append(Field(name, blank))
        elif words:
            stack[-1].append(Word(tuple(words.lower().split("|")), blank))
        elif sign == "[":
            stack.append([])
            continue  # a blank before the bracket belongs to its first element
        elif sign == "]":
            elements = tuple(stack.pop())
            stack[-1].append(Part(elements, tuple(_fields(elements))))
        elif sign:
            stack[-1].append(Sign(sign, blank))
        blank = not (name or words or sign)
    return tuple(stack[0])


@cache
def ordered(elements: tuple[Element, ...]) -> tuple[tuple[Element, ...], tuple[Part, ...]]:
    """Return the elements in fixed order, and the parts after them, which may come in any order."""
    parts = list[Part]()
    while len(parts) < len(elements) and isinstance(part := elements[-1 - len(parts)], Part):
        parts.append(part)
    return elements[: len(elements) - len(parts)], tuple(parts[::-1])


def _fields(elements: Sequence[Element]) -> Iterator[str]:
    for element in elements:
        if isinstance(element, Field):
            yield element.name
        elif isinstance(element, Part):
            yield from element.fields


# ---- writing -------------------------------------------------------------------------------------


def write(move: Any, here: Here) -> str:
    """Write a move so that `read` gives the same move."""
    found = list[str]()
    _write(grammar(move.__class__), move, here, found)
    return "".join(found).strip()


def _write(elements: Sequence[Element], move: Any, here: Here, found: list[str]) -> None:
    for element in elements:
        if isinstance(element, Part):
            defaults = move._field_defaults
            fields = [name for name in element.fields if getattr(move, name) != defaults.get(name, _NO_DEFAULT)]
            signs = all(isinstance(each, Sign) for each in element.elements)
            if fields or signs:
                _write(element.elements, move, here, found)
            continue
        if element.blank:
            found.append(" ")
        if isinstance(element, Field):
            found.append(codecs_of(move.__class__)[element.name].write(getattr(move, element.name), here))
        else:
            found.append(element.text if isinstance(element, Sign) else element.forms[0])


_NO_DEFAULT: Final = object()
