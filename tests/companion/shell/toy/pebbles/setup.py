"""The first pile, told or from a seed; and a final position."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Annotated

from companion.games.pebbles.state import State
from msgspec import Meta

from companion.contract import Player, Setup, SetupOption, SyntaxFault, Within
from companion.contract.finals import FinalPlayer, FinalPosition, RuleOptions

if TYPE_CHECKING:
    from specs.model.document import Document

OPTIONS: tuple[SetupOption, ...] = (
    SetupOption("pile", "how many pebbles lie there", needed=True),
    SetupOption("speed", "how fast to play", ("slow", "fast")),
)


def new(document: Document, players: Sequence[Player], setup: Setup) -> State:
    if "pile" in setup.options:
        with Within("setup", "pile"):
            pile = count(setup.options["pile"])
    elif setup.seed is not None:
        pile = 10 + int(Random(setup.seed).random() * 11)
    else:
        raise SyntaxFault("no setup", "a seed, or --pile with a number")
    return _state(players, setup, pile, (0,) * len(players))


class Taker(FinalPlayer, frozen=True, kw_only=True):
    taken: Annotated[int, Meta(ge=0, le=9999, description="a number of pebbles up to 9999")]


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    players: tuple[Taker, ...]
    rules: RuleOptions = None


def final(document: Document, players: Sequence[Player], setup: Setup, values: Ended) -> State:
    return _state(players, setup, 0, tuple(taker.taken for taker in values.players))


def _state(players: Sequence[Player], setup: Setup, pile: int, taken: tuple[int, ...]) -> State:
    names, colours = tuple(p.name for p in players), tuple(p.colour for p in players)
    return State(pile, 0, taken, names, colours, int(setup.rules["most"]), bool(setup.rules["last_wins"]))


def count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise SyntaxFault(f"'{text}' pebbles", "a number up to 9999")
    return int(text)
