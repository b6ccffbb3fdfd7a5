"""The basic types of a spec: scalars, numbers that may be expressions, points, names. mm and degrees."""

# annotations that are values, not text: msgspec would compile each of them at every start

import re
from collections.abc import Iterator, Mapping, Sequence
from keyword import iskeyword
from typing import Annotated
from unicodedata import normalize

from msgspec import Meta, Struct

Scalar = str | int | float | bool
Num = int | float | str
Point = tuple[Num, Num]
Box = tuple[Num, Num, Num, Num]
Row = dict[str, Scalar]
LONGEST_NAME = 60  # names become file names
WHOLE = r"^%s$(?!\n)"  # matches a whole text: `$` alone would accept a trailing line end
Name = Annotated[str, Meta(pattern=WHOLE % "[a-z0-9][a-z0-9-]*", max_length=LONGEST_NAME)]
Positive = Annotated[float, Meta(gt=0, le=10_000)]
NotNegative = Annotated[float, Meta(ge=0, le=10_000)]
OWN_WORDS = ("and", "else", "false", "if", "in", "not", "or", "true", "False", "None", "True")  # of expressions
AS_WRITTEN = Meta(extra={"as_written": True})  # a number or a yes stays the text as written: 042, 1e3, true
Written = Annotated[str, AS_WRITTEN]
_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")


def spanned(text: str) -> range | None:
    """Return the whole numbers that a text such as 1..4 names, both ends included; None for any other text.

    >>> list(spanned("1..4")), spanned("suits")
    ([1, 2, 3, 4], None)
    """
    found = _RANGE.fullmatch(text)
    return range(int(found[1]), int(found[2]) + 1) if found else None


def described(pattern: str, what: str) -> Meta:
    """Return the constraint of a text that must match a pattern as a whole; `what` describes it in faults."""
    return Meta(pattern=WHOLE % pattern, extra_json_schema={"description": what})


class Frozen(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every part of a spec shares: it is immutable, and unknown keys are faults."""


def composed(text: str) -> str:
    """Compose each letter with its accents, where Unicode has such a letter: what looks the same is the same."""
    return text if text.isascii() else normalize("NFC", text)


def field_name(header: str) -> str:
    """Return the name of a column in expressions, from its header: a single word as it is, others in small letters with
    _ between; "" for a header without letters and digits.

    >>> [field_name(header) for header in ("Qty", "class", "Card Name", "HP (max.)", "2nd", "in", "class_", "#", "%")]
    ['Qty', 'class', 'card_name', 'hp_max', '_2nd', 'in_', 'class', 'number', '']
    """
    name = "number" if header == "#" else normalize("NFKC", header)
    if not name.isidentifier():
        name = re.sub(r"\W+", "_", name.lower()).strip("_")
    if reserved(name.removesuffix("_")):
        return name.removesuffix("_")
    return f"_{name}" if name[:1].isdecimal() else f"{name}_" if name in OWN_WORDS else name


def keyed(names: Sequence[str] | Mapping[str, object]) -> Iterator[tuple[str | int, str]]:
    """Return names with the key that each has where it is written: its index in a list, or itself."""
    return iter([(name, name) for name in names] if isinstance(names, Mapping) else [*enumerate(names)])


def reserved(word: str) -> bool:
    """Return whether a word is reserved in Python but a name in expressions."""
    return iskeyword(word) and word not in OWN_WORDS
