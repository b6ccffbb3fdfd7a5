"""What the parts of a spec are made of: scalars, numbers that may be expressions, points, names. mm and degrees."""

# annotations that are values, not text: msgspec would compile each of them at every start

from typing import Annotated
from unicodedata import normalize

from msgspec import Meta, Struct

Scalar = str | int | float | bool
Num = int | float | str
Point = tuple[Num, Num]
Box = tuple[Num, Num, Num, Num]
Row = dict[str, Scalar]
LONGEST_NAME = 60  # names become files' names
WHOLE = r"^%s$(?!\n)"  # what a text must be from end to end: `$` alone would let a line end pass
Name = Annotated[str, Meta(pattern=WHOLE % "[a-z0-9][a-z0-9-]*", max_length=LONGEST_NAME)]
Positive = Annotated[float, Meta(gt=0, le=10_000)]
NotNegative = Annotated[float, Meta(ge=0, le=10_000)]
AS_WRITTEN = Meta(extra={"as_written": True})  # a number or a yes is the text it is written as: 042, 1e3, true
Written = Annotated[str, AS_WRITTEN]


def described(pattern: str, what: str) -> Meta:
    """Text that matches a pattern from end to end; `what` it is, as a fault says it."""
    return Meta(pattern=WHOLE % pattern, extra_json_schema={"description": what})


class Frozen(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every part of a spec shares: immutable, and unknown keys are faults."""


def composed(text: str) -> str:
    """A text with each letter and its marks as one, where there is such a letter: what looks the same is the same."""
    return text if text.isascii() else normalize("NFC", text)
