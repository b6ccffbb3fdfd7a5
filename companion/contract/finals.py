"""What a file of a final position holds, as a Struct that each game adds its own keys to.

>>> class Position(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
...     pile: Annotated[int, Meta(ge=0, description="how many pebbles lie there")]
>>> Position(game="pebbles", pile=3).players
()
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from specs.model.values import Frozen, Written


class FinalPlayer(Frozen, frozen=True, kw_only=True):
    """A player of a file."""

    CALLED: ClassVar[str] = "a player"

    name: Written
    colour: Written = ""


class BoundTo(Frozen, frozen=True, kw_only=True):
    """The spec of a game that plays any: its file, beside the record; and, as it was then, its edition and its kit."""

    CALLED: ClassVar[str] = "a spec"

    file: Written
    edition: Written = ""
    kit: Written = ""


RuleOptions = Mapping[str, Written] | None
Seats = Annotated[tuple[Written | FinalPlayer, ...], Meta(description="a list of names in turn order")]


class Named(Struct, frozen=True, kw_only=True):
    """What every file begins with; `CALLED` is what a fault calls it."""

    CALLED: ClassVar[str] = "a position"

    game: Annotated[Written, Meta(description="the name of a game")]


class FinalPosition(Named, frozen=True, kw_only=True):
    """A final position's file. A game's own has `setup` and `rules` too where it takes them: the shell reads those, and
    the players, as it reads a record's. It has no keys but those it says: `forbid_unknown_fields=True`."""

    players: Seats = ()


class AsItLies(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position to be scored as it lies, as records write it: for games without a shorter form."""

    position: Annotated[str, Meta(description="a position's line, as `companion export` writes it")]
