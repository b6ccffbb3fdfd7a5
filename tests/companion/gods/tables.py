"""Positions for tests, told in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion import games
from companion.contract.position import Position
from companion.contract.values import Player, Setup
from companion.games.gods.moves import Draw, Feast, Move, Opponent, Taken
from companion.games.gods.state import (
    INDEX,
    LETTERS,
    NO_CARD,
    NO_CARDS,
    NO_SITES,
    PLACES,
    count,
    place_text,
    plus,
    shape,
    upcoming,
)  # fmt: skip
from specs.load import load

GAME = games.Game("gods")
RULES = GAME.rules
DOCUMENT = load("gods")
PEOPLE = [
    Player(name, colour) for name, colour in zip(("Ann", "Bob", "Cy", "Di"), DOCUMENT.spec.players.colours, strict=True)
]
FRONT, BACK = "", "B2 G2 R2 Y2"
PLACE = {place_text(place): place for place in PLACES}


def dealt(players: int, seed: int = 1, sides: str = FRONT) -> Position:
    """A first position where all is known."""
    return new(players, Setup(seed, {"cards": "dealt", "sides": sides}))


def hidden(players: int, seed: int = 1, sides: str = FRONT) -> Position:
    return new(players, Setup(seed, {"sides": sides}))


def new(players: int, setup: Setup, end: str = "any-action") -> Position:
    position: Position = GAME.begin(DOCUMENT, PEOPLE[:players], setup._replace(rules={"end": end}))
    return position


def put(position: Position, **fields: Any) -> Position:
    """The position with other fields."""
    return position._replace(state=position.state._replace(**fields))


@dataclass(frozen=True)
class Seat:
    """What lies before a player: a hand (`RRG??`), followers, temples by site (`{"R": "II+I", "Gn": "I"}`)."""

    hand: str = ""
    followers: str = ""
    temples: Mapping[str, str] = field(default_factory=dict)
    assistant: bool = False
    shown: str = ""
    card: str = "I,II+II,I,III"


def table(
    *seats: Seat,
    marker: str = "R",
    sides: str = FRONT,
    row: str = "BGRY",
    discards: str = "",
    deck: str | None = None,
    order: str = "R G B Y",
    phase: str = "act",
    left: int = 5,
    turn: int = 1,
    converted: bool = False,
    solo_turns: int = 0,
    end: str = "any-action",
) -> Position:
    """A position of two or more players (one: a solo game). Without `deck` the cards that are left lie there: in the
    order B G R Y where the hands are known, unseen where they hold a `?`."""
    players = len(seats)
    unknown = any("?" in seat.hand for seat in seats) or (deck is not None and "?" in deck)
    options = {"order": order, "sides": sides, "deities": " ".join("123456"[:players])}
    kind = {} if unknown else {"cards": "dealt"}
    state = new(players, Setup(1, options | kind), end)
    copies = state.state.table.copies
    cards = tuple(tuple(map(shape, seat.card.split(","))) for seat in seats)
    hands, followers = [count(seat.hand) for seat in seats], [count(seat.followers) for seat in seats]
    shown = [count(seat.shown or "".join(seat.hand.split("?")) * unknown) for seat in seats]
    rest = [()] * (len(state.players) - players)
    table = state.state.table._replace(cards=(*cards, *rest))
    sites = [sites_of(seat.temples) for seat in seats]
    lying = [count(row), count(discards), *hands, *followers]
    left_over = [copies - sum(cards[c] for cards in lying) for c in range(1, 5)]
    if deck is None:
        known = "".join(LETTERS[c + 1] * n for c, n in enumerate(left_over))
        unnamed = sum(hand[0] for hand in hands)
        deck = "?" * (sum(left_over) - unnamed) if unknown else known
    extra = [NO_CARDS] * len(rest)
    return put(
        state,
        table=table,
        hands=(*hands, *extra),
        shown=(*shown, *extra),
        followers=(*followers, *extra),
        sites=(*sites, *(NO_SITES for _ in rest)),
        assistants=(*(seat.assistant for seat in seats), *(False for _ in rest)),
        marker=INDEX[marker],
        row=count(row),
        deck=deck,
        discards=count(discards),
        turn=turn - 1,
        phase=phase,
        left=left,
        converted=converted,
        solo_turns=solo_turns,
    )


def random_move(position: Position, chance: Random) -> Move:
    """A legal action by chance."""
    move: Move = RULES.pick(position.state, chance)
    return move


def as_told(position: Position, move: Move) -> str:
    """A move as a table tells it that sees the cards that the companion deals."""
    state = position.state
    match move:
        case Draw(Taken(card)) if card != NO_CARD:
            return f"draw {LETTERS[card]}>{upcoming(state, 1) or '-'}"
        case Opponent():
            return f"opponent {upcoming(state, 1, state.followers[1])}"
        case Feast((Taken(one), Taken(two))):
            deck = upcoming(state, 2, plus(NO_CARDS, state.marker, 2))
            return f"feast {LETTERS[one]}>{deck[:1] or '-'} {LETTERS[two]}>{deck[1:] or '-'}"
    text: str = GAME.format(position, move)
    return text


def playout(position: Position, chance: Random, most: int) -> Position:
    """The position after at most so many random actions."""
    for _ in range(most):
        if position.state.phase == "over":
            break
        position = GAME.apply(position, random_move(position, chance))
    return position


def sites_of(temples: Mapping[str, str]) -> tuple[tuple[int, ...], ...]:
    sites: list[tuple[int, ...]] = list(NO_SITES)
    for site, tiles in temples.items():
        sites[PLACE[site]] = shape(tiles)
    return tuple(sites)


def do(state: Position, *actions: str) -> Position:
    """The position after actions, each as typed; several may stand in one with `;`."""
    for line in actions:
        for text in GAME.plies(line):
            state = GAME.apply(state, GAME.parse(state, text))
    return state


def facts(state: Position, player: int = 1) -> Mapping[str, object]:
    """The facts of a player, counted from 1."""
    found: Mapping[str, object] = GAME.facts(state)["players"][player - 1]
    return found
