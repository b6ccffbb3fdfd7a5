"""Three cards each: dealt from the seed, or hidden at the table; and a final position."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Annotated

from companion.games.climb.state import CARDS, State, in_order
from msgspec import Meta

from companion.contract import Player, Setup, SetupOption
from companion.contract.finals import FinalPlayer, FinalPosition

if TYPE_CHECKING:
    from specs.model.document import Document

OPTIONS: tuple[SetupOption, ...] = (SetupOption("cards", "who deals the cards", ("hidden", "dealt")),)


def new(document: Document, players: Sequence[Player], setup: Setup) -> State:
    deck = "?" * len(CARDS)
    if setup.options.get("cards") == "dealt":
        chance = Random(setup.seed)
        deck = "".join(sorted(CARDS, key=lambda _: chance.random()))
    hands = tuple(in_order(deck[3 * n : 3 * n + 3]) for n in range(len(players)))
    return _state(players, "", deck[3 * len(players) :], hands)


class Climber(FinalPlayer, frozen=True, kw_only=True):
    left: Annotated[int, Meta(ge=0, le=len(CARDS), description="how many cards are left in the hand")]


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    players: tuple[Climber, ...]


def final(document: Document, players: Sequence[Player], setup: Setup, values: Ended) -> State:
    return _state(players, "", "", tuple("?" * climber.left for climber in values.players))


def _state(players: Sequence[Player], pile: str, deck: str, hands: tuple[str, ...]) -> State:
    names, colours = tuple(p.name for p in players), tuple(p.colour for p in players)
    return State(pile, deck, hands, 0, 0, names, colours)
