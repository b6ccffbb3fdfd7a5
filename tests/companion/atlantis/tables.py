"""Positions set up for tests: a path of a few tiles, and players with what they hold."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from companion import games
from companion.contract.position import Position
from companion.games.atlantis import listing
from companion.games.atlantis.moves import Move
from companion.games.atlantis.texts import ITEMS, SPACES, Path

GAME = games.Game("atlantis")
COLOURS = {"r": "red", "w": "white", "b": "blue", "k": "black"}


@dataclass(frozen=True)
class Seat:
    """A player: hand letters with `?` for unseen cards, tiles, whether the bridge is there, figures on the mainland."""

    name: str
    hand: str = "????"
    tiles: str = ""
    bridge: bool = True
    home: str = ""


def table(
    spaces: dict[int, str],
    *seats: Seat,
    colours: str = "rwbk",
    deck: str = "?50",
    discards: str = "-",
    turn: int = 0,
    buys: int = 1,
    settle: bool = True,
    stuck: str = "must",
    unseen: str = "-/-",
    seed: str = "-",
    cards: str = "hidden",
) -> Position:
    """A position with these spaces (all others water) and players; the first colour starts."""
    home = "".join(f"@{colours[p]}{number}" for p, seat in enumerate(seats) for number in seat.home)
    path = " ".join([*(spaces.get(space, "~") for space in range(1, SPACES + 1)), *([home] if home else [])])
    people = ",".join(f"{seat.name}:{COLOURS[colours[p]]}" for p, seat in enumerate(seats))
    hands = ",".join(seat.hand or "-" for seat in seats)
    own = ",".join(".".join(sorted(seat.tiles.split(), key=tile)) or "-" for seat in seats) + (
        "," if len(seats) == 1 else ""
    )
    unlaid = ",".join("yes" if seat.bridge else "no" for seat in seats)
    sets = ",".join("-" if each == "-" else each.replace(",", ".") for each in unseen.split("/"))
    return GAME.read(
        f"{path} | players={people} chances=0 seed={seed} unlaid={unlaid} hands={hands} tiles={own} deck={deck} "
        f"discards={discards} shuffles=0 gone=0 unseen={sets} turn={turn} plies=0 over=no away=- "
        f"table={'yes' if cards == 'dealt' else 'no'}/{seed}/{buys}/{'yes' if settle else 'no'}/{stuck}"
    )


def tile(text: str) -> int:
    """A tile as states have it."""
    return ITEMS[text[0]] << 3 | int(text[1])


def put(position: Position, **fields: Any) -> Position:
    """The position with other fields, of its path too."""
    path = position.state.path._replace(**{name: fields.pop(name) for name in Path._fields if name in fields})
    return position._replace(state=position.state._replace(path=path, **fields))


def random_turn(state: Position, chance: Random) -> Move:
    """A legal turn by chance."""
    return listing.pick(GAME.rules, state.state, chance)


def play(state: Position, *turns: str) -> Position:
    for turn in turns:
        state = GAME.apply(state, GAME.parse(state, turn))
    return state


def tiles(state: Position, player: int) -> list[str]:
    return list(GAME.facts(state)["players"][player]["tiles"])
