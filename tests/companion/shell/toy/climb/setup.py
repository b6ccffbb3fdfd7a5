"""Three cards each: dealt from the seed, or hidden at the table; and a final position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from companion.games.climb.state import CARDS, State, in_order

from companion.contract import Player, Setup, SetupOption, ValueFault

if TYPE_CHECKING:
    from specs.document import Document

OPTIONS: tuple[SetupOption, ...] = (SetupOption("cards", "who deals the cards", ("hidden", "dealt")),)


def new(document: Document, players: Sequence[Player], setup: Setup) -> State:
    deck = "?" * len(CARDS)
    if setup.options.get("cards") == "dealt":
        if setup.seed is None:
            raise ValueFault(("setup", "cards"), "cards dealt without a seed", "a seed, such as seed: 42")
        chance = Random(setup.seed)
        deck = "".join(sorted(CARDS, key=lambda _: chance.random()))
    hands = tuple(in_order(deck[3 * n : 3 * n + 3]) for n in range(len(players)))
    return _state(players, "", deck[3 * len(players) :], hands)


def final(document: Document, players: Sequence[Player], setup: Setup, values: Mapping[str, Any]) -> State:
    if not players:
        raise ValueFault((), "no players", "a list of players with name and left")
    hands = tuple(_left(player, ("players", n, "left")) for n, player in enumerate(values["players"]))
    return _state(players, "", "", hands)


def _left(player: object, path: tuple[str | int, ...]) -> str:
    left = player.get("left") if isinstance(player, dict) else None
    if str(left) not in map(str, range(len(CARDS) + 1)):
        raise ValueFault(path, f"'{left}'", "how many cards are left in the hand")
    return "?" * int(str(left))


def _state(players: Sequence[Player], pile: str, deck: str, hands: tuple[str, ...]) -> State:
    names, colours = tuple(p.name for p in players), tuple(p.colour for p in players)
    return State(pile, deck, hands, 0, 0, names, colours)
