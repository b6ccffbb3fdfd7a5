"""An optional clock beside the game: it follows whose turn it is from when entries were made, and refuses nothing. All
of it is worked out from saved times, so nothing has to run for it, and nothing is lost.

>>> moves = [Moved(10_000, 1, 0), Moved(25_000, 0, 1)]
>>> reading = read([Event(0, "set", "1+5")], moves, 0, [1, 1], 40_000)
>>> reading.spent, reading.left, reading.running
((25000, 15000), (40000, 50000), 0)
>>> time_text(40_000), time_text(-61_000), time_text(3_725_000)
('0:40', '−1:01', '1:02:05')
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from companion.contract.faults import SyntaxFault
from companion.table import Store, StoreError, Table
from companion.table.store import COLUMNS
from specs.base.languages import mark, say, word as said_word

Word = Literal["set", "pause", "go", "off"]
WORDS: tuple[Word, ...] = ("set", "pause", "go", "off")
EXPECTED = mark("up, minutes such as 25, minutes and seconds a turn such as 25+10, pause, go or off")
BREAK = 60 * 60 * 1000  # ms: a longer turn counts as a break
MOST_EVENTS = 10_000


class Event(NamedTuple):
    """A change of the clock, and its time in ms since 1970. `value` is that of `set`: `up` or `25+10`."""

    made: int
    word: Word
    value: str = ""


class Moved(NamedTuple):
    """An entry of the log: when it was made (None if no time was kept), whose turn it was after it, None for no player,
    and before it."""

    made: int | None
    turn: int | None
    before: int | None


class Setting(NamedTuple):
    """Each player's time in ms, None if the clock counts up; and the time added after each turn."""

    each: int | None = None
    more: int = 0


class Reading(NamedTuple):
    """The state of the clock: ms each player has spent and has left (None if it counts up; negative if too long), whose
    clock runs (None: no player's), and whether it is stopped."""

    spent: tuple[int, ...]
    left: tuple[int, ...] | None
    running: int | None
    paused: bool


def setting(text: str) -> Setting:
    """Read a clock setting. Raises SyntaxFault."""
    if text == "up":
        return Setting()
    found = re.fullmatch(r"(\d{1,3})(?:\+(\d{1,3}))?", text, re.ASCII)
    if found is None or not 1 <= int(found[1]) <= 600:
        raise SyntaxFault(f"clock '{text[:40]}'", said_word(EXPECTED))
    return Setting(60_000 * int(found[1]), 1_000 * int(found[2] or 0))


def read(
    done: Sequence[Event], moves: Sequence[Moved], turn: int | None, turns: Sequence[int], now: int
) -> Reading | None:
    """Return the clock at a time: `moves` in the order they were made, whose `turn` it is, and how many current `turns`
    each player has had since it was set. None if there is no clock."""
    at = max((n for n, event in enumerate(done) if event.word in ("set", "off")), default=None)
    if at is None or done[at].word == "off":
        return None
    begun, chosen, paused = done[at].made, setting(done[at].value), False
    timed = [move for move in moves if move.made is not None and move.made >= begun]
    spent, whose, last = [0] * len(turns), timed[0].before if timed else turn, begun
    steps: list[tuple[int, Moved | Event | None]] = [(move.made or 0, move) for move in timed]
    steps += [(event.made, event) for event in done[at + 1 :]]
    for made, step in (*sorted(steps, key=lambda each: each[0]), (now, None)):
        if whose is not None and not paused:
            spent[whose] += max(0, made - last)
        last = max(last, made)
        if isinstance(step, Moved):
            whose = step.turn
        elif step is not None:
            paused = step.word == "pause"
    left = None
    if chosen.each is not None:
        left = tuple(chosen.each + chosen.more * count - used for count, used in zip(turns, spent, strict=True))
    return Reading(tuple(spent), left, None if paused else whose, paused)


def thinking(done: Sequence[Event], moves: Sequence[Moved], begun: int | None, players: int) -> tuple[list[int], ...]:
    """Return how long each player took for each entry, in ms, without pauses of the clock and breaks of over
    an hour."""
    found: tuple[list[int], ...] = tuple([] for _ in range(players))
    last, taken = begun, 0
    pauses = [event for event in done if event.word in ("pause", "go", "set")]
    for move in moves:
        if move.made is None:
            continue
        if last is not None:
            taken = move.made - last - _paused(pauses, last, move.made)
            if move.before is not None and 0 <= taken <= BREAK:
                found[move.before].append(taken)
        last = move.made
    return found


def _paused(done: Sequence[Event], since: int, until: int) -> int:
    """Return how long the clock was stopped between two times, in ms."""
    total, stopped = 0, list[int]()
    for event in done:
        if event.word == "pause":
            stopped = stopped or [event.made]
        elif stopped:
            total += max(0, min(event.made, until) - max(stopped.pop(), since))
    return total + (max(0, until - max(stopped[0], since)) if stopped else 0)


def time_text(ms: int) -> str:
    """Write a time as a clock shows it: 0:40, 1:02:05; negative once it has run out."""
    seconds = abs(ms) // 1000
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"−{text}" if ms <= -1000 else text


# ---- of a game in the store ----------------------------------------------------------------------


def events(store: Store, game: int) -> list[Event]:
    """Return the changes of a game's clock, in order. Raises StoreError."""
    with store.plainly():
        rows = [row[2:] for row in store.rows("clocks", "WHERE game = ? ORDER BY n LIMIT ?", game, MOST_EVENTS)]
        if not all(isinstance(made, int) and word in WORDS and isinstance(value, str) for made, word, value in rows):
            raise ValueError("a clock of nobody's")
    found = [Event(*row) for row in rows]
    try:
        for event in found:
            if event.word == "set":
                setting(event.value)
    except SyntaxFault as fault:
        raise StoreError(
            say("{path}: a clock that cannot be read: {found}", path=store.path, found=fault.found)
        ) from None
    return found


def add(store: Store, game: int, text: str) -> None:
    """Set a game's clock, stop it, start it again, or remove it, as typed. Raises SyntaxFault, StoreError."""
    word = next((each for each in WORDS if each == text != "set"), "set")
    if word == "set":
        setting(text)
    done = events(store, game)
    if word != "set" and (not done or done[-1].word == "off"):
        raise SyntaxFault(f"clock {text}", say("a clock first, such as: clock up"))
    if len(done) >= MOST_EVENTS:
        raise SyntaxFault(say("too many changes of the clock"), say("at most {most} times", most=f"{MOST_EVENTS:,}"))
    value = text if word == "set" else ""
    with store.change() as db:
        db.execute(
            f"INSERT INTO clocks({COLUMNS['clocks']})"
            " SELECT ?, ifnull(max(n), 0) + 1, ?, ?, ? FROM clocks WHERE game = ?",
            (game, store.now(), word, value, game),
        )


def clock(store: Store, table: Table) -> Reading | None:
    """Return the current clock of a table; None if it has none. Raises StoreError."""
    done = events(store, table.number)
    if not done or done[-1].word == "off":
        return None
    at = max(n for n, event in enumerate(done) if event.word == "set")
    times, line = store.times(table.stored), table.journal.line()
    turns = [0] * len(table.names)
    for entry in line:
        made = times[entry.n - 1]
        mover = _turn(table, table.journal.after(entry.parent))
        if entry.kind == "turn" and made is not None and made >= done[at].made and mover is not None:
            turns[mover] += mover != _turn(table, entry.position)
    return read(done, moved(store, table), table.turn, turns, store.now())


def moved(store: Store, table: Table) -> list[Moved]:
    """Return every entry of a table, with whose turn it was. Raises StoreError."""
    whose, found = _turn(table, table.stored.start), list[Moved]()
    for entry, made in zip(table.journal.entries, store.times(table.stored), strict=True):
        match entry.kind:
            case "turn" | "leave":
                now = _turn(table, entry.position)
            case "undo" | "redo":
                now = _turn(table, table.journal.after(entry.parent))
            case _:
                now = whose
        found.append(Moved(made, now, whose))
        whose = now
    return found


def _turn(table: Table, position: str) -> int | None:
    return table.game.turn(table.sight.state(position))
