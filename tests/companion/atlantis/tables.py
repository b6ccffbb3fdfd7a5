"""Positions set up for tests: a path of a few tiles, and players with what they hold."""

from __future__ import annotations

from dataclasses import dataclass

from companion import games
from companion.games.atlantis.state import SPACES, State

GAME = games.find("atlantis")


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
    unseen: str = "-/-",
    seed: str = "-",
    cards: str = "hidden",
) -> State:
    """A position with these spaces (all others water) and players; the first colour starts."""
    path = " ".join(spaces.get(space, "~") for space in range(1, SPACES + 1))
    players = " ; ".join(
        f'{colours[p]} "{seat.name}" {seat.hand or "-"} {",".join(seat.tiles.split()) or "-"} '
        f"{'bridge' if seat.bridge else 'laid'} {seat.home or '-'}"
        for p, seat in enumerate(seats)
    )
    return GAME.notation.parse_state(
        f"{path} | {players} ; turn:{colours[turn]} deck:{deck} discards:{discards} shuffles:0 gone:0 "
        f"unseen:{unseen} cards:{cards} seed:{seed} buys_per_turn:{buys} settle_from_atlantis:{str(settle).lower()}"
    )


def play(state: State, *turns: str) -> State:
    for turn in turns:
        state = GAME.rules.apply(state, GAME.notation.parse(state, turn))
    return state


def tiles(state: State, player: int) -> list[str]:
    return list(GAME.view.facts(state)["players"][player]["tiles"])
