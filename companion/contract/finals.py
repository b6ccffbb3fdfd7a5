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
    """A player in a file."""

    CALLED: ClassVar[str] = "a player"

    name: Written
    colour: Written = ""


class BoundTo(Frozen, frozen=True, kw_only=True):
    """The spec that a free table is played from: its file, beside the record; and, as it was then, its edition and its
    kit."""

    CALLED: ClassVar[str] = "a spec"

    file: Written
    edition: Written = ""
    kit: Written = ""


RuleOptions = Mapping[str, Written] | None
Seats = Annotated[tuple[Written | FinalPlayer, ...], Meta(description="a list of names in turn order")]


class Named(Struct, frozen=True, kw_only=True):
    """The head of every file; `CALLED` is its name in faults."""

    CALLED: ClassVar[str] = "a position"

    game: Annotated[Written, Meta(description="the name of a game")]


class FinalPosition(Named, frozen=True, kw_only=True):
    """The file of a final position. A game's own class has `setup` and `rules` if it takes them: the shell reads those
    and the players as it reads a record's. Unknown keys are refused: `forbid_unknown_fields=True`."""

    players: Seats = ()


class AsItLies(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position to be scored as it is, written as records write it: for games without a shorter form."""

    position: Annotated[str, Meta(description="a position's line, as `companion export` writes it")]
