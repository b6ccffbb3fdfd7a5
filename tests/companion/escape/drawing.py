"""Positions as drawings: rows of hexes, every second row half a hex further right.

`.` sea, `C` coral, `r` reef, `l` `h` `m` island pieces. Behind it `:rb` people, `=rb` a boat with its crew, `~r`
swimmers, `!msod` creatures, as in `l:rb`, `.=r~b`, `.!so`. Rows are named A, B … from the top, hexes counted from the
left.
"""

from __future__ import annotations

import re
from typing import Any

from cases import data

from companion import games
from companion.contract import entering, position
from companion.contract.position import Position

GAME = games.Game("escape")
NAMES = ("Ann:red", "Bob:blue", "Cy:yellow", "Di:green")
SUPPLY = "2.3.3.3.6.1/2.2.2.2.2.2/2.1.1.1.0.2"
OUT = re.compile(r"([:=~!*^?])([a-z]*)")
NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
CLASSIC = "classic/classic/any/rescue/classic/shore"

MAPS = data(__file__)
ISLAND = MAPS["ISLAND"]
NOTHING_LEFT = MAPS["NOTHING_LEFT"] = re.sub("[lhm]", ".", ISLAND)


def drawn(
    drawing: str,
    items: str = "",
    *,
    phase: str = "move",
    turn: int = 1,
    players: int = 2,
    rules: str = CLASSIC,
    supply: str = SUPPLY,
    box: str = "",
    backs: str = "-",
    dice: str = "-",
    dealt: str = "hidden/table/-",
) -> Position:
    """The position of a drawing; `items` adds what stands in it, as position lines write it: `D5:r C5=`."""
    rows, land = list[str](), list[str]()
    found = parts(items)
    for letter, line in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", drawing.strip().splitlines(), strict=False):
        row = ""
        for number, word in enumerate(line.split(), start=1):
            row += word[0] if word[0] != "." else "1"
            land += [f"{letter}{number}"] * (word[0] in "lhm")
            found += (f"{letter}{number}{kind}{what}" for kind, what in OUT.findall(word[1:]))
        rows.append(re.sub("1+", lambda run: str(len(run[0])), row))
    if backs != "-":
        found += [f"{name}?{back}" for name, back in zip(land, backs, strict=True) if back != "?"]
    out = [sum(item.partition("!")[2].count(mark) for item in found) for mark in "msod"]
    out.append(sum("=" in item for item in found))
    left = box or ".".join(str(most - n) for most, n in zip((6, 6, 6, 6, 12), out, strict=True))
    setup, _, seed = dealt.rpartition("/")
    options = "/".join(rules.split("/") + CLASSIC.split("/")[rules.count("/") + 1 :])
    phase = phase if phase != "roll" or dice != "-" else "dice"
    return position.read(
        GAME.rules,
        f"{'/'.join(rows)} {' '.join(found)} | players={','.join(NAMES[:players])} chances=0 seed={seed} "
        f"box={left.replace('.', ',')} supply={supply.replace('/', ',')} seats={players} turn={turn - 1} number=0 "
        f"phase={phase} steps=0 dice={dice} away=- table={options}/{setup}",
    )


def parts(text: str) -> list[str]:
    """What stands on hexes, a word for each kind: `C5=r~b` is `C5=r` and `C5~b`."""
    named = [(word[: len(word) - len(word.lstrip(NAME))], word) for word in text.split()]
    return [f"{name}{kind}{what}" for name, word in named for kind, what in OUT.findall(word)]


def play(here: Position, *lines: str) -> Position:
    """The position after lines, and after what the companion deals."""
    for line in lines:
        here = plied(here, line)[0]
    return here


def plied(here: Position, line: str) -> tuple[Position, list[entering.Ply]]:
    """The position after the plies of a line, and these; what the companion deals follows, unless the line says it."""
    made = list[entering.Ply]()
    for text in GAME.rules.split(here.state, line):
        seat = entering.mover(GAME.rules.turn(here.state))
        made.append(entering.ply(GAME, here, entering.parsed(GAME, here, text, seat), seat))
        here = made[-1].after
    return entering.dealt(GAME, here)[0], made


def lies(here: Position, expected: str) -> str:
    """What is on the board; as it was expected where only the order differs."""
    found = items(here)
    return expected if sorted(parts(found)) == sorted(parts(expected)) else found


def items(here: Position) -> str:
    """What is on the board, as a position line writes it, without who is tired and what lies hidden."""
    board = position.write(GAME.rules, here).split(" | ")[0].split()[1:]
    return " ".join(item for item in board if not re.match(r"[A-Z]+[0-9]+[*^?]", item))


def texts(here: Position, moves: Any = None) -> list[str]:
    """The legal moves at a position, as they are written."""
    return [entering.written(GAME, here, move) for move in moves or GAME.rules.moves(here.state, {})]
