"""The first pile, told or from a seed; and a final position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from companion.games.pebbles.state import State

from companion.contract import Player, Setup, SetupOption, SyntaxFault, ValueFault

if TYPE_CHECKING:
    from specs.document import Document

OPTIONS: tuple[SetupOption, ...] = (
    SetupOption("pile", "how many pebbles lie there"),
    SetupOption("speed", "how fast to play", ("slow", "fast")),
)


def new(document: Document, players: Sequence[Player], setup: Setup) -> State:
    if "pile" in setup.options:
        pile = count(setup.options["pile"], ("setup", "pile"))
    elif setup.seed is not None:
        pile = 10 + int(Random(setup.seed).random() * 11)
    else:
        raise SyntaxFault("no setup", "a seed, or --pile with a number")
    return _state(players, setup, pile, (0,) * len(players))


def final(document: Document, players: Sequence[Player], setup: Setup, values: Mapping[str, Any]) -> State:
    if not players:
        raise ValueFault((), "no players", "a list of players with name and taken")
    listed = [player if isinstance(player, dict) else {} for player in values["players"]]
    taken = tuple(count(player.get("taken", ""), ("players", i, "taken")) for i, player in enumerate(listed))
    return _state(players, setup, 0, taken)


def _state(players: Sequence[Player], setup: Setup, pile: int, taken: tuple[int, ...]) -> State:
    names, colours = tuple(p.name for p in players), tuple(p.colour for p in players)
    return State(pile, 0, taken, names, colours, int(setup.rules["most"]), bool(setup.rules["last_wins"]))


def count(text: object, path: tuple[str | int, ...]) -> int:
    if not str(text).isascii() or not str(text).isdigit() or len(str(text)) > 4:
        raise ValueFault(path, f"'{text}' pebbles", "a number up to 9999")
    return int(str(text))
