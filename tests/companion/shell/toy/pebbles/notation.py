"""A turn is a number, a position one line."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.pebbles.state import Move, State, Take, Tell

from companion.contract import SyntaxFault


def parse(state: State, text: str) -> Move:
    word = text.strip().lower()
    if word.isascii() and word.isdigit() and len(word) < 5:
        return Take(int(word))
    if word.startswith("reveal ") and word[7:].isascii() and word[7:].isdigit() and len(word) < 12:
        return Tell(int(word[7:]))
    raise SyntaxFault(f"'{text}'", "how many pebbles to take, such as 2")


def format(state: State, move: Move) -> str:
    return str(move.count) if isinstance(move, Take) else f"reveal {move.count}"


def plies(text: str) -> Sequence[str]:
    """`2 / 3` is two plies."""
    return [part.strip() for part in text.split("/")]


def text(state: State) -> str:
    players = ",".join(f"{n}={c}={t}" for n, c, t in zip(state.names, state.colours, state.taken, strict=True))
    return f"{state.pile} {state.turn} {state.most} {int(state.last_wins)}|{players}"


def parse_state(text: str) -> State:
    try:
        numbers, _, players = text.partition("|")
        pile, turn, most, last_wins = map(int, numbers.split())
        seats = [player.split("=") for player in players.split(",")]
        names, colours, taken = zip(*seats, strict=True)
        return State(pile, turn, tuple(map(int, taken)), names, colours, most, bool(last_wins))
    except ValueError:
        raise SyntaxFault(f"'{text[:40]}'", "a position of pebbles") from None
