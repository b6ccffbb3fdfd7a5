"""Positions of the port as drawings, as `tests.companion.escape.drawing` has them of today's game: rows of hexes, every
second row half a hex further right. When the port moves up, this file stands in the other's place.

`.` sea, `C` coral, `r` reef, `l` `h` `m` island pieces. Behind it `:rb` people, `=rb` a boat with its crew, `~r`
swimmers, `!msod` creatures, as in `l:rb`, `.=r~b`, `.!so`. Rows are named A, B … from the top, hexes counted from the
left.
"""

from __future__ import annotations

import re

from companion.contract import entering, position
from companion.contract.game import Game, sentence
from companion.contract.position import Position
from companion.faults import SyntaxFault
from companion.games.escape.port.rules import Escape
from companion.games.escape.port.text import TEXT
from tests.companion.escape.drawing import ISLAND, NAMES, NOTHING_LEFT, OUT, SUPPLY

GAME = Game(Escape(), TEXT)
NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
CLASSIC = "classic/classic/any/rescue/shore"

__all__ = ["GAME", "ISLAND", "NOTHING_LEFT", "drawn", "items", "play", "refused"]


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
    found = [
        f"{word[: len(word) - len(word.lstrip(NAME))]}{kind}{what}"
        for word in items.split()
        for kind, what in OUT.findall(word)
    ]
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


def play(here: Position, *lines: str) -> Position:
    """The position after lines, and after what the companion deals."""
    for line in lines:
        for text in GAME.rules.split(here.state, line):  # type: ignore[attr-defined]
            seat = entering.mover(GAME.rules.turn(here.state))
            here = entering.ply(GAME, here, entering.parsed(GAME, here, text, seat), seat).after
        here = entering.dealt(GAME, here)[0]
    return here


def refused(here: Position, line: str) -> tuple[str, str]:
    """The rule id and the sentence a line is refused with."""
    try:
        play(here, line)
    except entering.Forbidden as why:
        said = sentence(TEXT, why, here.players)
        return said.rule, str(said.message)
    except SyntaxFault as fault:
        return "syntax", str(fault)
    return "", "it is legal"


def items(here: Position) -> str:
    """What is on the board, as a position line writes it, without who is tired and what lies hidden."""
    board = position.write(GAME.rules, here).split(" | ")[0].split()[1:]
    return " ".join(item for item in board if not re.match(r"[A-Z]+[0-9]+[*^?]", item))
