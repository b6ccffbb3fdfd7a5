"""A whole position as one line.

    Cr9rC/12/r11r/4l3l4/… | D5:r E6:rb C5=rb C9= C4~r C7!sd A1:bb | players=Ann:red,Bob:blue turn=1 phase=move …

First the map, row by row: `C` coral, `r` reef, `l` `h` `m` pieces that are left, numbers so many sea hexes. Then what
is on it: `:` people on a piece or ashore, `=` a boat with its crew, `~` swimmers, `!` creatures by their first letters.
Then the rest.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, unquote

from companion.contract import Player, SyntaxFault
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
    SEA,
    SYMBOLS,
    TRIBE,
    State,
    Table,
    letters,
    of,
)
from specs import seeds

KEYS: Final = ("players", "turn", "phase", "box", "supply", "backs", "rolls", "dice", "rules", "dealt")
CHOICES: Final = (("classic", "1996"), ("classic", "1996"), ("any", "empty-first"))
BEASTS: Final = "msod"
BACKS: Final = "?msodbw"
MOST: Final = 100_000  # characters of a line
_RUN: Final = re.compile(r"[0-9]+|[Crlhm]")
_ITEM: Final = re.compile(r"(?P<hex>[A-Z][0-9]{1,2})(?P<kind>[:=~!])(?P<what>[a-z]*)")
_WHOLE: Final = re.compile(r"0|[1-9][0-9]{0,8}")


def text(state: State) -> str:
    """The whole position as one line."""
    table = state.table
    rest = {
        "players": ",".join(f"{quote(player.name, safe='')}:{player.colour}" for player in table.players),
        "turn": state.turn + 1,
        "phase": state.phase,
        "box": ".".join(map(str, state.box)),
        "supply": "/".join(".".join(map(str, left)) for left in state.supply),
        "backs": "".join(BACKS[back] for h, back in enumerate(state.backs) if _piece(state.ground[h])) or "-",
        "rolls": state.rolls,
        "dice": "/".join(state.dice) or "-",
        "rules": f"{table.creature_die}/{table.whirlpool}/{table.sink}",
        "dealt": f"{table.pieces}/{table.dice}/{'-' if table.seed is None else table.seed}",
    }
    return f"{map_text(state)} | {' '.join(_items(state))} | " + " ".join(f"{key}={rest[key]}" for key in KEYS)


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
    parts = given.split("|")
    if len(parts) != 3 or len(given) > MOST:
        raise SyntaxFault(f"{len(parts)} parts", "the map | what is on it | players and the rest")
    board, ground = read_map(parts[0].strip())
    pairs = dict(word.partition("=")[::2] for word in parts[2].split())
    if tuple(pairs) != KEYS:
        raise SyntaxFault(f"'{' '.join(pairs)[:60]}'", f"{'=, '.join(KEYS)}=")
    table = _table(pairs)
    stand, swim, beasts, boats = _read_items(board, ground, parts[1])
    turn, phase = _whole(pairs["turn"], "turn"), pairs["phase"]
    if not 1 <= turn <= len(table.players):
        raise SyntaxFault(f"turn={turn}", f"1 to {len(table.players)}")
    if phase not in PHASES:
        raise SyntaxFault(f"phase={phase[:20]}", f"one of {', '.join(PHASES)}")
    box = _counts(pairs["box"], "box", BOX)
    supply = tuple(_counts(part, "supply", (99,) * len(SYMBOLS)) for part in pairs["supply"].split("/"))
    if len(supply) != 3:
        raise SyntaxFault(f"supply={pairs['supply'][:30]}", "symbols of three regions")
    dice = () if pairs["dice"] == "-" else tuple(pairs["dice"].split("/"))
    if dice and (len(dice) != 2 or dice[0] not in CREATURES or dice[1] not in FACES):
        raise SyntaxFault(f"dice={pairs['dice'][:20]}", "a creature and a number such as shark/2, or -")
    state = State(
        board,
        table,
        ground,
        tuple(stand),
        tuple(swim),
        tuple(beasts),
        boats,
        box,
        supply,
        _backs(pairs["backs"], ground),
        turn - 1,
        phase,
        _whole(pairs["rolls"], "rolls"),
        dice,
    )
    check_counts(state)
    return state


def read_map(given: str) -> tuple[Board, bytes]:
    """A board and its ground from a map line. Raises SyntaxFault."""
    plan, ground = [], bytearray()
    for number, row in enumerate(given.split("/"), start=1):
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


def _read_items(board: Board, ground: bytes, given: str) -> tuple[list[int], list[int], list[int], int]:
    size = len(board.names)
    stand, swim, beasts, boats = [0] * size, [0] * size, [0] * size, 0
    seen = set[tuple[str, str]]()
    for word in given.split():
        match = _ITEM.fullmatch(word)
        if match is None or match["hex"] not in board.number:
            raise SyntaxFault(f"'{word[:30]}'", "something on a hex of the board: D5:r C5=rb C5= C4~r C7!sd")
        kind, what, h = match["kind"], match["what"], board.number[match["hex"]]
        if (match["hex"], kind) in seen:
            raise SyntaxFault(f"'{word[:30]}' a second time", "each once")
        seen.add((match["hex"], kind))
        at = ground[h]
        fits = at == SEA if kind != ":" else at not in (SEA, REEF)
        if not fits or (not what and kind != "="):
            raise SyntaxFault(f"'{word[:30]}'", "people on a piece or coral (:), all else on the sea")
        packed = _packed(what, BEASTS if kind == "!" else LETTERS, word)
        if kind == "!":
            beasts[h] = packed
        elif kind == "~":
            swim[h] = packed
        else:
            stand[h] = packed
            boats |= (kind == "=") << h
    return stand, swim, beasts, boats


def _packed(what: str, marks: str, word: str) -> int:
    if set(what) - set(marks) or any(what.count(mark) > TRIBE for mark in marks):
        raise SyntaxFault(f"'{word[:30]}'", f"letters of {marks}, at most {TRIBE} of each")
    return sum(what.count(mark) << 4 * n for n, mark in enumerate(marks))


def _table(pairs: dict[str, str]) -> Table:
    players = tuple(_player(word) for word in pairs["players"].split(","))
    if not 2 <= len(players) <= 4 or len({player.colour for player in players}) < len(players):
        raise SyntaxFault(f"players={pairs['players'][:60]}", "2 to 4 players, each of another colour")
    rules = pairs["rules"].split("/")
    if len(rules) != len(CHOICES) or any(rule not in known for rule, known in zip(rules, CHOICES, strict=True)):
        raise SyntaxFault(
            f"rules={pairs['rules'][:40]}", "creature die, whirlpool and sink, such as classic/classic/any"
        )
    dealt = pairs["dealt"].split("/")
    if (
        len(dealt) != 3
        or dealt[0] not in ("hidden", "dealt")
        or dealt[1] not in ("table", "dealt")
        or (dealt[2] != "-" and seeds.read(dealt[2]) is None)
    ):
        raise SyntaxFault(f"dealt={pairs['dealt'][:40]}", "pieces, dice and seed, such as hidden/table/-")
    colours = tuple(COLOURS.index(player.colour) for player in players)
    die, whirlpool, sink = rules
    return Table(players, colours, die, whirlpool, sink, dealt[0], dealt[1], seeds.read(dealt[2]))


def _player(word: str) -> Player:
    name, _, colour = word.partition(":")
    if colour not in COLOURS or not name:
        raise SyntaxFault(f"'{word[:40]}'", f"NAME:COLOUR, the colour one of {', '.join(COLOURS)}")
    return Player(unquote(name), colour)


def _whole(given: str, what: str) -> int:
    if not _WHOLE.fullmatch(given):
        raise SyntaxFault(f"{what}={given[:20]}", "a whole number")
    return int(given)


def _counts(given: str, what: str, most: tuple[int, ...]) -> tuple[int, ...]:
    counts = tuple(_whole(part, what) for part in given.split("."))
    if len(counts) != len(most) or any(count > top for count, top in zip(counts, most, strict=True)):
        raise SyntaxFault(f"{what}={given[:30]}", f"at most {'.'.join(map(str, most))}")
    return counts


def _backs(given: str, ground: bytes) -> bytes:
    if given == "-":
        return b""
    pieces = [h for h, at in enumerate(ground) if _piece(at)]
    if len(given) != len(pieces) or set(given) - set(BACKS):
        raise SyntaxFault(f"backs={given[:40]}", f"a letter of {BACKS} for each of {len(pieces)} pieces")
    backs = bytearray(len(ground))
    for h, mark in zip(pieces, given, strict=True):
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
