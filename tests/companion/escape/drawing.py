"""Positions as drawings: rows of hexes, every second row half a hex further right.

`.` sea, `C` coral, `r` reef, `l` `h` `m` island pieces. Behind it `:rb` people, `=rb` a boat with its crew, `~r`
swimmers, `!msod` creatures, as in `l:rb`, `.=r~b`, `.!so`. Rows are named
A, B … from the top, hexes counted from the left.
"""

from __future__ import annotations

import re

from companion.contract import IllegalMove
from companion.games.escape import notation, rules
from companion.games.escape.state import State

NAMES = ("Ann:red", "Bob:blue", "Cy:yellow", "Di:green")
SUPPLY = "2.3.3.3.6.1/2.2.2.2.2.2/2.1.1.1.0.2"
NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
OUT = re.compile(r"([:=~!])([a-z]*)")

ISLAND = """
C r . . . . . . . . . r C
 . . . . . . . . . . . .
r . . . . . . . . . . . r
 . . . . l l l l . . . .
. . . . l h h h l . . . .
 . . . l h m m h l . . .
. . . l h m m m h l . . .
 . . . l h m m h l . . .
. . . . l h h h l . . . .
 . . . . l l l l . . . .
r . . . . . . . . . . . r
 . . . . . . . . . . . .
C r . . . . . . . . . r C
"""
NOTHING_LEFT = re.sub("[lhm]", ".", ISLAND)


def position(
    drawing: str,
    items: str = "",
    *,
    phase: str = "move",
    turn: int = 1,
    players: int = 2,
    rules: str = "classic/classic/any/rescue/shore",
    supply: str = SUPPLY,
    box: str = "",
    backs: str = "-",
    dice: str = "-",
    dealt: str = "hidden/table/-",
    rolls: int = 0,
) -> State:
    """The position of a drawing; `items` adds what stands in it, as position lines write it: `D5:r C5=`."""
    rows = []
    found = [
        f"{word[: len(word) - len(word.lstrip(NAME))]}{kind}{what}"
        for word in items.split()
        for kind, what in OUT.findall(word)
    ]
    for letter, line in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", drawing.strip().splitlines(), strict=False):
        row = ""
        for number, word in enumerate(line.split(), start=1):
            row += word[0] if word[0] != "." else "1"
            found += (f"{letter}{number}{kind}{what}" for kind, what in OUT.findall(word[1:]))
        rows.append(re.sub("1+", lambda run: str(len(run[0])), row))
    out = [sum(item.partition("!")[2].count(mark) for item in found) for mark in "msod"]
    out.append(sum("=" in item for item in found))
    left = box or ".".join(str(most - n) for most, n in zip((6, 6, 6, 6, 12), out, strict=True))
    setup, _, seed = dealt.rpartition("/")
    return notation.parse_state(
        f"{'/'.join(rows)} | {' '.join(found)} | players={','.join(NAMES[:players])} turn={turn} phase={phase} "
        f"box={left} supply={supply} backs={backs} rolls={rolls} dice={dice} rules={rules} setup={setup} seed={seed}"
    )


def play(state: State, *plies: str) -> State:
    """The position after plies."""
    for ply in plies:
        state = rules.apply(state, notation.parse(state, ply))
    return state


def refused(state: State, ply: str) -> tuple[str, str]:
    """The rule id and the sentence a ply is refused with."""
    try:
        rules.apply(state, notation.parse(state, ply))
    except IllegalMove as why:
        return why.rule, why.message
    return "", "it is legal"


def items(state: State) -> str:
    """What is on the board, as a position line writes it."""
    return notation.text(state).split(" | ")[1]
