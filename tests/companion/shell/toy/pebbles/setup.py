"""The first pile, given or from a seed; and a final position."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

from companion.games.pebbles.rules import State
from msgspec import Meta

from companion.contract.faults import SyntaxFault, within
from companion.contract.finals import FinalPlayer, FinalPosition, RuleOptions
from companion.contract.position import Position
from companion.contract.values import Options, Player, SetupOption

if TYPE_CHECKING:
    from specs.model.document import Document

OPTIONS: tuple[SetupOption, ...] = (
    SetupOption("pile", "how many pebbles lie there", needed=True),
    SetupOption("speed", "how fast to play", ("slow", "fast")),
)


def first(document: Document, seats: int, options: Any, seed: int | None) -> State:
    if options.pile:
        with within("setup", "pile"):
            pile = count(options.pile)
    elif seed is not None:
        pile = 10 + int(Random(seed).random() * 11)
    else:
        raise SyntaxFault("no setup", "a seed, or --pile with a number")
    return State(pile, 0, (0,) * seats, str(options.most), bool(options.last_wins))


class Taker(FinalPlayer, frozen=True, kw_only=True):
    taken: Annotated[int, Meta(ge=0, le=9999, description="a number of pebbles up to 9999")]


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    players: tuple[Taker, ...]
    rules: RuleOptions = None


def final(document: Document, players: Sequence[Player], options: Options, values: Ended) -> Position:
    taken = tuple(taker.taken for taker in values.players)
    return Position(State(0, 0, taken, str(options.most), bool(options.last_wins)), tuple(players))


def count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise SyntaxFault(f"'{text}' pebbles", "a number up to 9999")
    return int(text)
