"""A position for people at a terminal: the board as rows of fields, what can be typed, and the sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.contract.position import Position
from companion.games.circles.areas import areas, scores
from companion.games.circles.ground import BURNED, KIND, TOWER, height, kind, owner, pieces
from companion.games.circles.state import State
from companion.games.circles.words import where
from companion.values import JSON, Prompt, Span
from specs.base import measure
from specs.base.languages import joined, mark, say, say_many
from specs.model.shapes.hexes import Cell, letters

__all__ = ["LABELS", "board", "facts", "fields_said", "pieces_said", "prompt", "where"]

LABELS: Final = {"pieces": mark("pieces"), "score": mark("score"), "towers": mark("towers")}
STYLES: Final = ("red", "blue", "green", "yellow", "purple", "orange")


def facts(p: Position) -> Mapping[str, JSON]:
    """What `companion check --json` says of a position."""
    s: State = p.state
    totals, people = scores(s.board, s.fields, s.seats), list[JSON]()
    for seat, (name, colour) in enumerate(p.players):
        count, towers = pieces(s.fields, seat)
        people.append({"name": name, "colour": colour, "pieces": count, "towers": towers, "score": totals[seat]})
    found = [
        {
            "size": len(area.fields),
            "owner": p.players[area.owner].name if area.owner >= 0 else None,
            "stable": area.stable,
        }
        for area in areas(s.board, s.fields)
    ]
    return {"players": people, "areas": found}


def fields_said(number: int) -> str:
    return say_many("{n} field", "{n} fields", number)


def pieces_said(number: int) -> str:
    return say_many("{n} piece", "{n} pieces", number)


def prompt(p: Position) -> Prompt:
    """What can be typed next."""
    s: State = p.state
    if s.over:
        return Prompt("over", say("The game is over"), "")
    if s.moved:
        return Prompt("more", say("Another move"), say("from another island; - for none"))
    how = say("Moves, at most one from each island; - for none; agree, resign.")
    me = next((n for n, value in enumerate(s.fields) if owner(value) == s.turn and not kind(value)), None)
    near = None if me is None else next((n for n in s.board.neighbours[me] if not s.fields[n] & KIND), None)
    if me is not None and near is not None:
        move = f"{s.name(me)}-{s.name(near)}"
        how = say("Moves such as {move}, at most one from each island; - for none; agree, resign.", move=move)
    return Prompt("turn", "", how)


# ---- the board -----------------------------------------------------------------------------------


def board(p: Position, width: int) -> Sequence[Sequence[Span]]:
    """Rows of fields with their numbers and letters, and each player's sums below. A board too wide for the terminal
    is a list of fields by their names."""
    lines = _grid(p, width) or _listed(p, width)
    lines.append([Span("")])
    totals = scores(p.state.board, p.state.fields, p.state.seats)
    for seat, total in enumerate(totals):
        lines += _player(p, seat, total, width)
    legend = say(
        "r2 stack, R2 growth tower, # burned, . empty. A field is its slanting column's letter and its row's number."
    )
    lines += [[Span(line, "dim")] for line in measure.wrap(legend, width)]
    return [[Span(measure.cut(span.text, width), span.style) for span in line] for line in lines]


def _player(p: Position, seat: int, total: int, width: int) -> list[list[Span]]:
    """A player's sums, in a line or more."""
    s: State = p.state
    count, towers = pieces(s.fields, seat)
    turn = seat == s.turn and not s.over
    head = f"{'>' if turn else ' '} {p.players[seat].name} ({_letter(p, seat)}): "
    sums = joined([fields_said(total), pieces_said(count), say_many("{n} tower", "{n} towers", towers)])
    if s.away[seat]:
        sums = say("{what} (resigned)", what=sums)
    style = _style(p, seat) + (" bold" if turn else "")
    if measure.width(head) + measure.width(sums) <= width:
        return [[Span(head, style), Span(sums)]]
    return [[Span(head.rstrip(), style)], *([Span(line)] for line in measure.wrap(sums, width, "    ", "    "))]


def _letter(p: Position, seat: int) -> str:
    """The first letter of a colour that no earlier player's colour has, or the player's number."""
    used: list[str] = []
    for number, someone in enumerate(p.players):
        letter = someone.colour[:1].lower() or str(number + 1)
        used.append(letter if letter not in used else str(number + 1))
    return used[seat]


def _style(p: Position, seat: int) -> str:
    colour = p.players[seat].colour
    return colour if colour in STYLES else ""


def _grid(p: Position, width: int) -> list[list[Span]]:
    """The fields in their rows. A column of one letter slants down to the right; its letter stands at both its ends."""
    cells = p.state.board.cells
    marks, ends = dict[Cell, tuple[str, str]](), dict[int, list[int]]()
    for q, r in cells:
        ends.setdefault(q, []).append(r)
    for q, rows in ends.items():
        marks[q, min(rows) - 1] = marks[q, max(rows) + 1] = letters(q), "dim"
    columns = [2 * q + r for q, r in (*cells, *marks)]
    left, right = min(columns), max(columns)
    margin = max(len(str(1 - r)) for _, r in cells) + 1
    step = 2 if (right - left) * 2 + 3 + margin <= width else 1
    if (right - left) * step + 2 * step + margin > width:
        return []
    marks |= {cell: _field(p, number, 2 * step - (step > 1)) for number, cell in enumerate(cells)}
    numbers, lines = {r for _, r in cells}, list[list[Span]]()
    for row in range(min(numbers) - 1, max(numbers) + 2):
        line, at = [Span(f"{1 - row if row in numbers else '':>{margin - 1}} ", "dim")], 0
        for column, cell in sorted((2 * q + r - left, (q, r)) for q, r in marks if r == row):
            text, style = marks[cell]
            line += [Span(" " * (column * step - at)), Span(text, style)]
            at = column * step + len(text)
        lines.append(line)
    return lines


def _field(p: Position, number: int, room: int) -> tuple[str, str]:
    value = p.state.fields[number]
    if kind(value) == BURNED:
        return "#", "dim"
    if not value:
        return ".", "dim"
    letter, tall, tower = _letter(p, owner(value)), height(value), kind(value) == TOWER
    text = f"{letter.upper() if tower else letter}{tall}"
    return text if len(text) <= room else text[0] + "+", _style(p, owner(value)) + (" reverse" if tower else "")


def _listed(p: Position, width: int) -> list[list[Span]]:
    lines, line = list[list[Span]](), ""
    for n, value in enumerate(p.state.fields):
        text = f"{p.state.name(n)} {_field(p, n, 9)[0]}"
        if value and len(line) + len(text) + 2 > width:
            lines.append([Span(line)])
            line = ""
        line += f"{text}  " if value else ""
    return [*lines, [Span(line)]]
