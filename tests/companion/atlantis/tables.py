"""Positions set up for tests: a path of a few tiles, and players with what they hold."""

from __future__ import annotations

from dataclasses import dataclass

from companion import games
from companion.games.atlantis.state import SPACES, State

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
) -> State:
    """A position with these spaces (all others water) and players; the first colour starts."""
    path = " ".join(spaces.get(space, "~") for space in range(1, SPACES + 1))
    people = ",".join(f"{seat.name}:{COLOURS[colours[p]]}" for p, seat in enumerate(seats))
    hands = ",".join(seat.hand or "-" for seat in seats)
    own = ",".join(".".join(seat.tiles.split()) or "-" for seat in seats)
    bridges = "".join("x" if seat.bridge else "." for seat in seats)
    home = ",".join(seat.home or "-" for seat in seats)
    return GAME.notation.parse_state(
        f"{path} | players={people} hands={hands} tiles={own} bridges={bridges} home={home} turn={turn + 1} over=no "
        f"deck={deck} discards={discards} shuffles=0 gone=0 unseen={unseen.replace(',', '.')} setup={cards} "
        f"seed={seed} rules={buys}/{'yes' if settle else 'no'}/{stuck}"
    )


def play(state: State, *turns: str) -> State:
    for turn in turns:
        state = GAME.rules.apply(state, GAME.notation.parse(state, turn))
    return state


def tiles(state: State, player: int) -> list[str]:
    return list(GAME.view.facts(state)["players"][player]["tiles"])
