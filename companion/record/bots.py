"""Which seats bots play, and how well: as typed, and as saved with a game."""

from collections.abc import Mapping, Sequence

from companion.record.about import STRENGTHS, packed, unpacked
from companion.table import Table, open_game


def split(words: Sequence[str]) -> tuple[list[str], dict[int, str]]:
    """Return the players as they are seated, and the bots' strengths by their seats.

    >>> split(["Ann", "Bot:steady", "Cy:blue", "Di:red:greedy"])
    (['Ann', 'Bot', 'Cy:blue', 'Di:red'], {1: 'steady', 3: 'greedy'})
    >>> written({1: 'steady', 3: 'greedy'}), read('2 steady, 4 greedy')
    ('2 steady, 4 greedy', {1: 'steady', 3: 'greedy'})
    """
    plain, found = list(words), dict[int, str]()
    for seat, typed in enumerate(words):
        rest, _, last = typed.rpartition(":")
        if rest and last.strip().lower() in STRENGTHS:
            plain[seat], found[seat] = rest, last.strip().lower()
    return plain, found


def written(strengths: Mapping[int, str]) -> str:
    """Write seats and strengths as they are saved, seats counted from 1."""
    return ", ".join(f"{seat + 1} {strength}" for seat, strength in sorted(strengths.items()))


def read(text: str) -> dict[int, str]:
    """Read seats and strengths as saved."""
    parts = [part.split() for part in text.split(",")] if text else []
    return {int(number) - 1: strength for number, strength in parts}


def seated(table: Table) -> dict[int, str]:
    """Return the seats that bots play, with their strengths."""
    if not table.stored.machines:
        return {}
    seats = read(unpacked(table.stored.about).bots)
    return {seat: strength for seat, strength in seats.items() if seat < len(table.names)}


def due(table: Table) -> str:
    """Return the strength of the bot whose turn it is; empty if it is a person's turn, or the game is over."""
    return "" if table.turn is None else seated(table).get(table.turn, "")


def fill(table: Table, seat: int, strength: str) -> Table:
    """Put a bot in a seat from now on, and return the table. Raises StoreError."""
    seats = written(seated(table) | {seat: strength})
    table.kept_in.describe(table.number, packed(unpacked(table.stored.about)._replace(bots=seats)))
    return open_game(table.kept_in, table.number)
