"""Files of other programs in JSON, read into a type: what does not fit is refused by its path of keys.

>>> from msgspec import Struct
>>> class Game(Struct):
...     turns: list[int]
>>> decoded('{"turns": [1, 2]}', Game, "a game")
Game(turns=[1, 2])
>>> decoded('{"turns": [1, "two"]}', Game, "a game")
Traceback (most recent call last):
...
companion.contract.faults.ValueFault: turns.1: a text; expected a whole number
"""

import re
from typing import TypeVar

import msgspec

from companion.contract.faults import SyntaxFault, ValueFault

T = TypeVar("T")
_KEYS = re.compile(r"\.(\w+)|\[(\d+)\]")
_MISFIT = re.compile(r"Expected `(?P<kind>\w+)`(?: of length (?P<length>[^,]+))?(?:, got `?(?P<found>\w+)`?)?")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_UNKNOWN = re.compile(r"Invalid enum value (.+)")
LENGTHS = {">=": "at least", "<=": "at most"}
KINDS = {
    "array": "a list", "object": "a mapping", "str": "a text", "int": "a whole number", "float": "a number",
    "bool": "true or false", "null": "nothing",
}  # fmt: skip


def decoded(text: str, kind: type[T], expected: str) -> T:
    """The value of a text. Raises SyntaxFault for no JSON or another value, ValueFault for a part that does not fit."""
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$")
        path = tuple(int(number) if number else name for name, number in _KEYS.findall(place.rstrip("`")))
        raise ValueFault(path, *_said(message, expected)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise SyntaxFault(f"not JSON: {error}", expected) from None


def _said(message: str, expected: str) -> tuple[str, str]:
    """What was found and expected, by the decoder's message."""
    if missing := _MISSING.match(message):
        return f"no {missing[1]}", f"a mapping with {missing[1]}"
    if unknown := _UNKNOWN.match(message):
        return unknown[1], "a word that is known there"
    misfit = _MISFIT.match(message)
    if misfit is None:
        return message, expected
    wanted = KINDS.get(misfit["kind"], misfit["kind"])
    found = wanted if misfit["found"] is None else KINDS.get(misfit["found"], misfit["found"])
    sign, _, length = (misfit["length"] or "").rpartition(" ")
    return found, f"{wanted} of {LENGTHS.get(sign, sign)} {length}".replace("  ", " ") if length else wanted
