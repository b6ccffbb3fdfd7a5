"""A whole position as one line.

    Cr9rC/12/r11r/4l3l4/… | D5:r E6:rb C5=rb C9= C4~r C7!sd A1:bb | players=Ann:red,Bob:blue turn=1 phase=move …

First the map, row by row: `C` coral, `r` reef, `l` `h` `m` pieces that are left, numbers so many sea hexes. Then what
is on it: `:` people on a piece or ashore, `=` a boat with its crew, `~` swimmers, `!` creatures by their first letters.
Then the rest.
"""

from __future__ import annotations

import re
from typing import Final

from companion import positions
from companion.contract import SyntaxFault
from companion.games.escape.board import MOST_COLUMNS, Board, board_of
from companion.games.escape.state import (
    BOX,
    COLOURS,
    CORAL,
    CREATURES,
    FACES,
    GROUND,
    LETTERS,
    PHASES,
    REEF,
    ROLL,
    SEA,
    SINK,
    SYMBOLS,
    TRIBE,
    State,
    Table,
    Tired,
    letters,
    of,
)

KEYS: Final = (
    "players", "turn", "phase", "box", "supply", "backs", "rolls", "dice", "rules", "setup", "seed",
)  # fmt: skip
CHOICES: Final = (
    ("classic", "1996"), ("classic", "1996"), ("any", "empty-first"), ("rescue", "bodyguard"), ("shore", "all"),
)  # fmt: skip
SETUP: Final = (("hidden", "dealt"), ("table", "dealt"))  # the pieces' backs, the dice
BEASTS: Final = "msod"
BACKS: Final = "?msodbw"
_RUN: Final = re.compile(r"[0-9]+|[Crlhm]")
_ITEM: Final = re.compile(r"(?P<hex>[A-Z][0-9]{1,2})(?P<kind>[:=~!])(?P<what>[a-z]*)")
_PHASE: Final = re.compile(r"(?P<phase>[a-z]+)(?:\+(?P<steps>[12]))?(?P<tired>(?:,[A-Z][0-9]{1,2}\.[0-2]\.[0-2])*)")
_EARLIER: Final = (
    (re.compile(r" dealt=(\S+)/(\S+)\Z"), r" setup=\1 seed=\2"),  # setup and seed were one
    (re.compile(r"( rules=[^\s/]+/[^\s/]+/[^\s/]+)(?=\s|\Z)"), r"\1/rescue/shore"),  # before there were these two
)


def text(state: State) -> str:
    """The whole position as one line."""
    table = state.table
    return positions.line(
        map_text(state),
        " ".join(_items(state)),
        players=positions.people(table.players),
        turn=state.turn + 1,
        phase=",".join([_phase(state), *(f"{state.board.names[h]}.{a}.{b}" for h, a, b in state.tired)]),
        box=".".join(map(str, state.box)),
        supply="/".join(".".join(map(str, left)) for left in state.supply),
        backs="".join(BACKS[back] for h, back in enumerate(state.backs) if _piece(state.ground[h])),
        rolls=state.rolls,
        dice="/".join(state.dice),
        rules="/".join((table.creature_die, table.whirlpool, table.sink, table.dolphin, table.end)),
        setup=f"{table.pieces}/{table.dice}",
        seed=table.seed,
        **positions.away(table.away),
    )


def _phase(state: State) -> str:
    """The phase that is due, and how many steps were made of a move that may still go on: `sink`, `sink+2`."""
    return f"{state.phase}+{state.steps}" if state.steps else state.phase


def _piece(ground: int) -> bool:
    return SEA < ground < CORAL


def map_text(state: State) -> str:
    """The map with the pieces that are left, rows between slashes."""
    rows, at = [], 0
    for row in state.board.plan:
        line, sea = "", 0
        for ground in state.ground[at : at + len(row)]:
            if ground == SEA:
                sea += 1
                continue
            line += (str(sea) if sea else "") + GROUND[ground]
            sea = 0
        rows.append(line + (str(sea) if sea else ""))
        at += len(row)
    return "/".join(rows)


def _items(state: State) -> list[str]:
    found = []
    for h, name in enumerate(state.board.names):
        boat = state.boats >> h & 1
        if state.stand[h] or boat:
            found.append(f"{name}{'=' if boat else ':'}{letters(state.stand[h])}")
        if state.swim[h]:
            found.append(f"{name}~{letters(state.swim[h])}")
        if state.beasts[h]:
            beasts = state.beasts[h]
            found.append(f"{name}!{''.join(mark * (beasts >> 4 * n & 15) for n, mark in enumerate(BEASTS))}")
    return found


# ---- from text -----------------------------------------------------------------------------------


def parse_state(given: str) -> State:
    """A position from its line. Raises SyntaxFault."""
    for written, now in _EARLIER:  # lines that older versions stored
        given = written.sub(now, given)
    plan, lying, rest = positions.parts(given, 3, "the map | what is on it | players and the rest")
    keys = positions.Keys(rest, KEYS)
    board, ground = read_map(plan)
    players = keys.players(2, 4, COLOURS)
    colours = tuple(COLOURS.index(player.colour) for player in players)
    die, whirlpool, sink, dolphin, end = keys.options("rules", CHOICES)
    pieces, dice = keys.options("setup", SETUP)
    stand, swim, beasts, boats = _read_items(board, ground, lying)
    phase, steps, tired = keys.value("phase", lambda text: _open(board, text), f"one of {', '.join(PHASES)}")
    state = State(
        board=board,
        table=Table(
            players=players,
            colours=colours,
            creature_die=die,
            whirlpool=whirlpool,
            sink=sink,
            dolphin=dolphin,
            end=end,
            pieces=pieces,
            dice=dice,
            seed=keys.seed(),
            away=keys.away(len(players)),
        ),
        ground=ground,
        stand=tuple(stand),
        swim=tuple(swim),
        beasts=tuple(beasts),
        boats=boats,
        box=keys.value("box", lambda text: _counts(text, BOX), f"at most {'.'.join(map(str, BOX))}"),
        supply=keys.value("supply", _supply, "six numbers such as 2.2.2.2.2.2 for each of three regions"),
        backs=keys.value("backs", lambda text: _backs(text, ground), f"a letter of {BACKS} for each piece"),
        turn=keys.whole("turn", 1, len(players)) - 1,
        phase=phase,
        rolls=keys.whole("rolls"),
        dice=keys.value("dice", _dice, "a creature and a number such as shark/2, or -"),
        steps=steps,
        tired=tired,
    )
    check_counts(state)
    return state


def read_map(given: positions.Word) -> tuple[Board, bytes]:
    """A board and its ground from a map line. Raises SyntaxFault."""
    plan, ground = [], bytearray()
    for number, row in enumerate(given.text.strip().split("/"), start=1):
        marks = ""
        runs = _RUN.findall(row)
        if "".join(runs) != row or not row or len(row) > MOST_COLUMNS:
            raise SyntaxFault(f"'{row[:40]}' as row {number} of the map", "C r l h m and numbers of sea hexes")
        for run in runs:
            if run.isdigit():
                if not 1 <= len(run) <= 2 or run[0] == "0":
                    raise SyntaxFault(f"'{row[:40]}' as row {number} of the map", f"1 to {MOST_COLUMNS} hexes")
                marks += "." * int(run)
            else:
                marks += run
        ground += bytes(map(GROUND.index, marks))
        plan.append("".join(mark if mark in "Cr" else "." for mark in marks))
    return board_of(tuple(plan)), bytes(ground)


def _read_items(board: Board, ground: bytes, given: positions.Word) -> tuple[list[int], list[int], list[int], int]:
    size = len(board.names)
    stand, swim, beasts, boats = [0] * size, [0] * size, [0] * size, 0
    seen = set[tuple[str, str]]()
    for word, column in positions.words(*given):
        match = _ITEM.fullmatch(word)
        if match is None or match["hex"] not in board.number:
            raise SyntaxFault(f"'{word[:30]}'", "something on a hex of the board: D5:r C5=rb C5= C4~r C7!sd", column)
        kind, what, h = match["kind"], match["what"], board.number[match["hex"]]
        if (match["hex"], kind) in seen:
            raise SyntaxFault(f"'{word[:30]}' a second time", "each once", column)
        seen.add((match["hex"], kind))
        at = ground[h]
        fits = at == SEA if kind != ":" else at not in (SEA, REEF)
        if not fits or (not what and kind != "="):
            raise SyntaxFault(f"'{word[:30]}'", "people on a piece or coral (:), all else on the sea", column)
        marks = BEASTS if kind == "!" else LETTERS
        if set(what) - set(marks) or any(what.count(mark) > TRIBE for mark in marks):
            raise SyntaxFault(f"'{word[:30]}'", f"letters of {marks}, at most {TRIBE} of each", column)
        packed = sum(what.count(mark) << 4 * n for n, mark in enumerate(marks))
        if kind == "!":
            beasts[h] = packed
        elif kind == "~":
            swim[h] = packed
        else:
            stand[h] = packed
            boats |= (kind == "=") << h
    return stand, swim, beasts, boats


def _counts(given: str, most: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(positions.whole(part, 0, top) for part, top in zip(given.split("."), most, strict=True))


def _supply(given: str) -> tuple[tuple[int, ...], ...]:
    low, middle, high = given.split("/")
    return tuple(_counts(part, (99,) * len(SYMBOLS)) for part in (low, middle, high))


def _open(board: Board, given: str) -> tuple[str, int, Tired]:
    """A phase, alone or with the steps made so far and who is tired by them. Raises ValueError."""
    match = _PHASE.fullmatch(given)
    if match is None:
        raise ValueError(given)
    steps = int(match["steps"] or 0)
    if steps and match["phase"] not in (SINK, ROLL):
        raise ValueError(given)
    tired = []
    for word in filter(None, match["tired"].split(",")):
        name, entered, swum = word.split(".")
        if name not in board.number or (entered, swum) == ("0", "0"):
            raise ValueError(given)
        tired.append((board.number[name], int(entered), int(swum)))
    if tired != sorted(set(tired)) or sum(a + b for _, a, b in tired) > steps:
        raise ValueError(given)
    return PHASES[PHASES.index(match["phase"])], steps, tuple(tired)


def _dice(given: str) -> tuple[str, ...]:
    if not given:
        return ()
    creature, number = given.split("/")
    return CREATURES[CREATURES.index(creature)], FACES[FACES.index(number)]


def _backs(given: str, ground: bytes) -> bytes:
    """What lies under each piece that is left; nothing where nobody knows any. Raises ValueError."""
    if not given:
        return b""
    backs = bytearray(len(ground))
    for h, mark in zip([h for h, at in enumerate(ground) if _piece(at)], given, strict=True):
        backs[h] = BACKS.index(mark)
    return bytes(backs) if any(backs) else b""


def check_counts(state: State) -> None:
    """Nobody plays more pieces than there are. Raises SyntaxFault."""
    everybody = [sum(of(people, n) for people in (*state.stand, *state.swim)) for n in range(4)]
    for n, count in enumerate(everybody):
        if count > (TRIBE if n in state.table.colours else 0):
            raise SyntaxFault(f"{count} Atlanteans of {COLOURS[n]}", f"at most {TRIBE} of each who plays")
    out = [sum(beasts >> 4 * n & 15 for beasts in state.beasts) for n in range(4)] + [state.boats.bit_count()]
    for n, count in enumerate(out):
        if count + state.box[n] > BOX[n]:
            raise SyntaxFault(f"{count} of {SYMBOLS[n]} on the board and {state.box[n]} in the box", f"{BOX[n]} in all")
