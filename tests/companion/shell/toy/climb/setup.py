"""A final position: how many cards each has left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from companion.games.climb.rules import CARDS, State
from msgspec import Meta

from companion.contract.finals import FinalPlayer, FinalPosition
from companion.contract.position import Position
from companion.contract.values import Player, Setup

if TYPE_CHECKING:
    from specs.model.document import Document


class Climber(FinalPlayer, frozen=True, kw_only=True):
    left: Annotated[int, Meta(ge=0, le=len(CARDS), description="how many cards are left in the hand")]


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    players: tuple[Climber, ...]


def final(document: Document, players: Sequence[Player], setup: Setup, values: Ended) -> Position:
    return Position(State("", "", tuple("?" * climber.left for climber in values.players)), tuple(players))
