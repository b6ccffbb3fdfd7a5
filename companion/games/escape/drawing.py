"""The board for people at a terminal: rows of hexes, legible without colour.

A hex of six to nine columns is one line, its name and what is on it, so that a screen of 24 rows shows all:

    D5.rrb  C5<rb>  C6 SO  C7~rS  E10rrb

`.` lowland, `:` hill, `^` mountain, `*` coral, `#` reef; `<rb>` a boat with its crew, `~r` swimmers; `M S O D`
creatures. Hexes of three columns, for narrow terminals, are two lines: people above, creatures and swimmers below, and
no names. What does not fit is marked `+` and said in words below the board.
"""

from collections.abc import Sequence
from typing import Final

from companion.contract import Position, Span
from companion.games.escape.board import CORAL, HILL, LOWLAND, MOUNTAIN, REEF, SEA
from companion.games.escape.state import People
from companion.games.escape.words import lying
from specs.base import measure
from specs.base.languages import Said, joined, mark

Line = list[Span]
WIDE, WIDEST, NARROW = 6, 9, 3
BEASTS: Final = "MSOD"
FILL: Final = {SEA: " ", LOWLAND: ".", HILL: ":", MOUNTAIN: "^", CORAL: "*", REEF: "#"}
GROUND: Final = {
    SEA: "on_sea", LOWLAND: "on_sand", HILL: "on_olive", MOUNTAIN: "on_grey", CORAL: "on_orange", REEF: "on_teal",
}  # fmt: skip
TRIBE: Final = {
    "r": "white on_red bold", "b": "white on_blue bold", "y": "black on_yellow bold", "g": "black on_green bold",
}  # fmt: skip
LEGEND: Final = (
    mark(". lowland  : hill  ^ mountain"),
    mark("* coral  # reef  <rb> boat  ~r swimmers"),
    mark("M S O D monster shark octopus dolphin"),
)


def letters(p: Position, people: int) -> str:
    """Write people as the letters of their colours, `rrb`."""
    return People(people).said(p.players) if people else ""


def hexes(p: Position, width: int) -> list[Line]:
    """Return the rows of hexes, then what does not fit in them, in words."""
    sea = p.state.sea
    most = max(map(len, sea.board.plan))
    cell = min(WIDEST, width // most)
    lines, crowded, at = list[Line](), list[Said](), 0
    for number, row in enumerate(sea.board.plan):
        hexes = range(at, at + len(row))
        drawn, full = (_one_line if cell >= WIDE else _two_lines)(p, hexes, number % 2, max(cell, NARROW))
        lines += drawn
        crowded += (joined([sea.board.names[h], lying(p, h)], ": ") for h in full)
        at += len(row)
    words = measure.wrap("; ".join(crowded), width, first=" ", then="   ") if crowded else []
    return [*([] if cell >= WIDE else [_columns(p)]), *lines, *([Span(part)] for part in words)]


def _one_line(p: Position, hexes: Sequence[int], odd: int, cell: int) -> tuple[list[Line], list[int]]:
    """Return a row, and the hexes that hold more than it shows."""
    sea = p.state.sea
    line, full = [Span(" " * (cell // 2 * odd))], list[int]()
    for h in hexes:
        name, ground = sea.board.names[h], sea.ground[h]
        people, beasts = _people(p, h), _marks(sea.beasts[h])
        room = cell - len(name)
        text = people + " " * (not people and bool(beasts) and len(beasts) < room) + beasts
        shown, fits = _fit(text.rstrip(">") if len(text) == room + 1 else text, room)
        line += [Span(name, _ink(p, h)), *_inked(shown, FILL[ground], GROUND[ground], room)]
        full += [] if fits else [h]
    return [line], full


def _two_lines(p: Position, hexes: Sequence[int], odd: int, cell: int) -> tuple[list[Line], list[int]]:
    """Return a row of narrow hexes, with its letter before it, and those that hold more than it shows."""
    shift, full = cell // 2 * odd, list[int]()
    upper: Line = [Span(p.state.sea.board.names[hexes[0]][0] + " " * shift, "bold")]
    lower: Line = [Span(" " * (shift + 1))]
    for h in hexes:
        top, bottom, whole = _narrow(p, h)
        upper += top
        lower += bottom
        full += [] if whole else [h]
    return [upper, lower], full


def _columns(p: Position) -> Line:
    most = max(map(len, p.state.sea.board.plan))
    return [Span(" " + "".join(f"{n:<{NARROW}}" for n in range(1, most + 1)), "dim")]


def _narrow(p: Position, h: int) -> tuple[Line, Line, bool]:
    sea = p.state.sea
    ground, fill = GROUND[sea.ground[h]], FILL[sea.ground[h]]
    boat = bool(sea.boats >> h & 1)
    crew = letters(p, sea.stand[h])
    stand = f"<{crew}>" if boat and len(crew) < 2 else crew + ">" * boat
    top, first = _fit(stand, NARROW)
    swimmers = letters(p, sea.swim[h])
    low, second = _fit(_marks(sea.beasts[h]) + ("~" + swimmers if swimmers else ""), NARROW)
    if not (top or low) and fill == " ":
        top = " ·"
    return _inked(top, fill, ground, NARROW), _inked(low, fill, ground, NARROW), first and second


def _marks(beasts: int) -> str:
    return "".join(mark * (beasts >> 4 * n & 15) for n, mark in enumerate(BEASTS))


def _fit(text: str, room: int) -> tuple[str, bool]:
    return (text, True) if len(text) <= room else (text[: room - 1] + "+", False)


def _people(p: Position, h: int) -> str:
    """Write who is on a hex, as letters; if many are on a Coral Island, each letter with its number."""
    sea = p.state.sea
    crew, swimmers = letters(p, sea.stand[h]), letters(p, sea.swim[h])
    if sea.ground[h] == SEA:
        return (f"<{crew}>" if sea.boats >> h & 1 else "") + ("~" + swimmers if swimmers else "")
    if sea.ground[h] == CORAL and len(crew) > 3:
        return "".join(f"{letter}{crew.count(letter)}" for letter in dict.fromkeys(crew))
    return crew


def _ink(p: Position, h: int) -> str:
    ground = p.state.sea.ground[h]
    return GROUND[ground] + (" white dim" if ground in (SEA, REEF) else " black")


def _inked(text: str, fill: str, ground: str, room: int) -> Line:
    """Return text on its ground, each person in the tribe's colours."""
    before = 1 if fill not in " #" and len(text) < room else 0
    line: Line = [Span(fill * before, f"{ground} black")] if before else []
    run = ""
    for sign in text:
        if sign in TRIBE:
            if run:
                line.append(Span(run, f"{ground} white bold"))
                run = ""
            line.append(Span(sign, TRIBE[sign]))
        else:
            run += sign
    if run:
        line.append(Span(run, f"{ground} white bold"))
    return [*line, Span(fill * (room - before - len(text)), f"{ground} black")]
