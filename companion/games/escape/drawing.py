"""The board for people at a terminal: rows of hexes, two lines each, legible without colour.

A hex of six columns has its name and its creatures above, its people below:

    D5....  C5 S    C6 SO
    .rrb..  <rb>    ~r

`.` lowland, `:` hill, `^` mountain, `*` coral, `#` reef; `<rb>` a boat with its crew, `~r` swimmers; `M S O D`
creatures. Hexes of three columns, for narrow terminals, have people above, creatures and swimmers below, and no names.
What does not fit is marked `+` and told in words below the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.contract import Span
from companion.games.escape.state import (
    CORAL,
    HILL,
    LETTERS,
    LOWLAND,
    MOUNTAIN,
    REEF,
    SEA,
    State,
    creatures,
    letters,
)
from specs.ground import measure

Line = list[Span]
WIDE, NARROW = 6, 3
BEASTS: Final = "MSOD"
FILL: Final = {SEA: " ", LOWLAND: ".", HILL: ":", MOUNTAIN: "^", CORAL: "*", REEF: "#"}
GROUND: Final = {
    SEA: "on_sea",
    LOWLAND: "on_sand",
    HILL: "on_olive",
    MOUNTAIN: "on_grey",
    CORAL: "on_orange",
    REEF: "on_teal",
}
TRIBE: Final = {
    "r": "white on_red bold",
    "b": "white on_blue bold",
    "y": "black on_yellow bold",
    "g": "black on_green bold",
}
LEGEND: Final = (
    ". lowland  : hill  ^ mountain",
    "* coral  # reef  <rb> boat  ~r swimmers",
    "M S O D monster shark octopus dolphin",
)


def hexes(state: State, width: int) -> list[Line]:
    """The rows of hexes, then a line for each hex that holds more than it can show."""
    rows = state.board.plan
    wide = max(len(row) * WIDE + number % 2 * 3 for number, row in enumerate(rows)) <= width
    cell = WIDE if wide else NARROW
    lines: list[Line] = [] if wide else [_columns(state)]
    crowded: list[Line] = []
    at = 0
    for number, row in enumerate(rows):
        shift = cell // 2 * (number % 2)
        upper: Line = [Span(" " * shift if wide else state.board.names[at][0] + " " * shift, "bold")]
        lower: Line = [Span(" " * (shift + (not wide)))]
        for h in range(at, at + len(row)):
            top, bottom, whole = _wide(state, h) if wide else _narrow(state, h)
            upper += top
            lower += bottom
            if not whole:
                said = f" {state.board.names[h]}: {in_words(state, h)}"
                crowded += [[Span(part)] for part in measure.wrap(said, width, then="   ")]
        lines += [upper, lower]
        at += len(row)
    return lines + crowded


def _columns(state: State) -> Line:
    most = max(map(len, state.board.plan))
    return [Span(" " + "".join(f"{n:<{NARROW}}" for n in range(1, most + 1)), "dim")]


def _wide(state: State, h: int) -> tuple[Line, Line, bool]:
    ground, fill = GROUND[state.ground[h]], FILL[state.ground[h]]
    name = state.board.names[h]
    beasts = _marks(state.beasts[h])
    top, fits = _fit(" " * bool(beasts) + beasts, WIDE - len(name) - (len(beasts) < 3))
    people, room = _people(state, h, WIDE)
    rest = fill * (WIDE - len(name) - len(top))
    upper = [Span(name, _ink(state, h)), Span(top, f"{ground} black bold"), Span(rest, _ink(state, h))]
    return upper, _inked(people, fill, ground, WIDE), fits and room


def _narrow(state: State, h: int) -> tuple[Line, Line, bool]:
    ground, fill = GROUND[state.ground[h]], FILL[state.ground[h]]
    boat = bool(state.boats >> h & 1)
    crew = letters(state.stand[h])
    stand = f"<{crew}>" if boat and len(crew) < 2 else crew + ">" * boat
    top, first = _fit(stand, NARROW)
    swimmers = letters(state.swim[h])
    low, second = _fit(_marks(state.beasts[h]) + ("~" + swimmers if swimmers else ""), NARROW)
    if not (top or low) and fill == " ":
        top = " ·"
    return _inked(top, fill, ground, NARROW), _inked(low, fill, ground, NARROW), first and second


def _marks(beasts: int) -> str:
    return "".join(mark * (beasts >> 4 * n & 15) for n, mark in enumerate(BEASTS))


def _fit(text: str, room: int) -> tuple[str, bool]:
    return (text, True) if len(text) <= room else (text[: room - 1] + "+", False)


def _people(state: State, h: int, room: int) -> tuple[str, bool]:
    crew, swimmers = letters(state.stand[h]), letters(state.swim[h])
    if state.ground[h] == SEA:
        crew = f"<{crew}>" if state.boats >> h & 1 else ""
        return _fit(crew + ("~" + swimmers if swimmers else ""), room)
    if state.ground[h] == CORAL and len(crew) > room - 1:
        tally = "".join(f"{crew.count(letter)}{letter}" for letter in LETTERS if letter in crew)
        return _fit(tally, room)
    return _fit(crew, room)


def _ink(state: State, h: int) -> str:
    ground = state.ground[h]
    return GROUND[ground] + (" white dim" if ground in (SEA, REEF) else " black")


def _inked(text: str, fill: str, ground: str, room: int) -> Line:
    """Text on its ground, each person in the tribe's colours."""
    before = 1 if fill not in " #" and len(text) < room else 0
    line: Line = [Span(fill * before, f"{ground} black")] if before else []
    run = ""
    for mark in text:
        if mark in TRIBE:
            if run:
                line.append(Span(run, f"{ground} white bold"))
                run = ""
            line.append(Span(mark, TRIBE[mark]))
        else:
            run += mark
    if run:
        line.append(Span(run, f"{ground} white bold"))
    return [*line, Span(fill * (room - before - len(text)), f"{ground} black")]


def in_words(state: State, h: int) -> str:
    """What is on a hex, in words."""
    words = []
    crew = letters(state.stand[h])
    if state.boats >> h & 1:
        words.append(f"boat with {crew}" if crew else "empty boat")
    elif crew:
        words.append(crew)
    if state.swim[h]:
        words.append(f"swimmers {letters(state.swim[h])}")
    words += creatures(state.beasts[h])
    return ", ".join(words)


def cut(line: Sequence[Span], width: int) -> Line:
    """A line cut to a width."""
    found: Line = []
    for span in line:
        if width <= 0:
            break
        found.append(Span(measure.cut(span.text, width), span.style))
        width -= measure.width(found[-1].text)
    return found
