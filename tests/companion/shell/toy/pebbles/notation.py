"""A turn is a number, a position one line."""

from __future__ import annotations

from companion.games.pebbles.state import Move, State, Take, Tell

from companion.contract import Player, SyntaxFault, positions
from companion.contract.plies import plies

__all__ = ["format", "parse", "parse_state", "plies", "text"]


def parse(state: State, text: str) -> Move:
    word = text.strip().lower()
    if word.isascii() and word.isdigit() and len(word) < 5:
        return Take(int(word))
    if word.startswith("reveal ") and word[7:].isascii() and word[7:].isdigit() and len(word) < 12:
        return Tell(int(word[7:]))
    raise SyntaxFault(f"'{text}'", "how many pebbles to take, such as 2")


def format(state: State, move: Move) -> str:
    return str(move.count) if isinstance(move, Take) else f"reveal {move.count}"


def text(state: State) -> str:
    return positions.line(
        str(state.pile),
        players=positions.people(map(Player, state.names, state.colours)),
        taken=",".join(map(str, state.taken)),
        turn=state.turn + 1,
        rules=f"{state.most}/{'yes' if state.last_wins else 'no'}",
    )


def parse_state(text: str) -> State:
    pile, rest = positions.parts(text, 2, "the pile | players and the rest")
    keys = positions.Keys(rest, ("players", "taken", "turn", "rules"))
    players = keys.players(2, 4)
    most, last_wins = keys.options("rules", (("3", "4", "5"), ("no", "yes")))
    try:
        left = positions.whole(pile.text.strip(), 0, 9999)
    except ValueError:
        raise SyntaxFault(f"'{pile.text[:20]}'", "how many pebbles are left", pile.column) from None
    return State(
        pile=left,
        turn=keys.whole("turn", 1, len(players)) - 1,
        taken=keys.each("taken", int, "how many pebbles", len(players)),
        names=tuple(player.name for player in players),
        colours=tuple(player.colour for player in players),
        most=int(most),
        last_wins=last_wins == "yes",
    )
