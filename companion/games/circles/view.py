"""A position for people at a terminal: the board as rows of fields, and what can be typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.contract import JSON, Prompt, Span
from companion.games.circles.score import areas, fields_said, pieces_said, scores
from companion.games.circles.state import BURNED, TOWER, State, Turn, height, kind, owner, pieces
from specs.base import measure
from specs.base.languages import joined, mark, say, say_many
from specs.model.shapes.hexes import Cell, letters, name

LABELS = {
    "pieces": mark("pieces"),
    "score": mark("score"),
    "towers": mark("towers"),
}
STYLES = {
    "red": "red",
    "blue": "blue",
    "green": "green",
    "yellow": "yellow",
    "purple": "purple",
    "orange": "orange",
}


def seen_by(state: State, seat: int | None) -> State:
    """The position itself: nothing is hidden."""
    return state


def said(state: State, move: Turn) -> None:
    """Nothing is dealt here."""


def facts(state: State) -> Mapping[str, JSON]:
    """What `companion check --json` says of a position."""
    totals = scores(state)
    people = []
    for number, player in enumerate(state.players):
        count, towers = pieces(state.fields, number)
        people.append(
            {
                "name": player.name,
                "colour": player.colour,
                "pieces": count,
                "towers": towers,
                "score": totals[number],
            }
        )
    return {
        "players": people,
        "areas": [
            {
                "size": len(area.fields),
                "owner": state.players[area.owner].name if area.owner >= 0 else None,
                "stable": area.stable,
            }
            for area in areas(state.board, state.fields)
        ],
    }


def prompt(state: State) -> Prompt:
    """What can be typed next."""
    if state.over:
        return Prompt("over", say("The game is over"), "")
    me = next((n for n, value in enumerate(state.fields) if owner(value) == state.turn and kind(value) == 0), None)
    how = say("Moves, at most one from each island; - for none; agree, resign.")
    if me is not None:
        near = next((n for n in state.board.neighbours[me] if not kind(state.fields[n])), None)
        if near is not None:
            move = f"{name(state.board.cells[me])}-{name(state.board.cells[near])}"
            how = say("Moves such as {move}, at most one from each island; - for none; agree, resign.", move=move)
    return Prompt("turn", "", how)


def status(state: State) -> str:
    """Nothing: what is weighed stands on the board."""
    del state
    return ""


def board(state: State, width: int) -> Sequence[Sequence[Span]]:
    """Rows of fields with their numbers and letters, and each player's sums below. A board too wide for the terminal
    is a list of fields by their names."""
    lines = _grid(state, width) or _listed(state, width)
    lines.append([Span("")])
    totals = scores(state)
    for number, player in enumerate(state.players):
        count, towers = pieces(state.fields, number)
        turn = number == state.turn and not state.over
        head = f"{'>' if turn else ' '} {player.name} ({_letter(state, number)}): "
        grown = say_many("{n} tower", "{n} towers", towers)
        facts = joined([fields_said(totals[number]), pieces_said(count), grown])
        if state.resigned[number]:
            facts = say("{what} (resigned)", what=facts)
        style = _style(state, number) + (" bold" if turn else "")
        if measure.width(head) + measure.width(facts) <= width:
            lines.append([Span(head, style), Span(facts)])
        else:
            told = measure.wrap(facts, width, "    ", "    ")
            lines += [[Span(head.rstrip(), style)], *([Span(line)] for line in told)]
    legend = say(
        "r2 stack, R2 growth tower, # burned, . empty. A field is its slanting column's letter and its row's number."
    )
    lines += [[Span(line, "dim")] for line in measure.wrap(legend, width)]
    return [[Span(measure.cut(span.text, width), span.style) for span in line] for line in lines]


def _letter(state: State, player: int) -> str:
    """The first letter of a colour that no earlier player's colour has, or the player's number."""
    used: list[str] = []
    for number, someone in enumerate(state.players):
        letter = someone.colour[:1].lower() or str(number + 1)
        used.append(letter if letter not in used else str(number + 1))
    return used[player]


def _style(state: State, player: int) -> str:
    return STYLES.get(state.players[player].colour, "")


def _grid(state: State, width: int) -> list[list[Span]]:
    """The fields in their rows. A column of one letter slants down to the right; its letter stands at both its ends."""
    cells = state.board.cells
    marks: dict[Cell, tuple[str, str]] = {}
    ends: dict[int, list[int]] = {}
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
    for number, cell in enumerate(cells):
        marks[cell] = _field(state, number, 2 * step - (step > 1))
    numbers = {r for _, r in cells}
    lines = []
    for row in range(min(numbers) - 1, max(numbers) + 2):
        line = [Span(f"{1 - row if row in numbers else '':>{margin - 1}} ", "dim")]
        at = 0
        for column, cell in sorted((2 * q + r - left, (q, r)) for q, r in marks if r == row):
            text, style = marks[cell]
            line += [Span(" " * (column * step - at)), Span(text, style)]
            at = column * step + len(text)
        lines.append(line)
    return lines


def _field(state: State, number: int, room: int) -> tuple[str, str]:
    value = state.fields[number]
    if kind(value) == BURNED:
        return "#", "dim"
    if not value:
        return ".", "dim"
    letter, tall = _letter(state, owner(value)), height(value)
    text = f"{letter.upper() if kind(value) == TOWER else letter}{tall}"
    if len(text) > room:
        text = text[0] + "+"
    return text, _style(state, owner(value)) + (" reverse" if kind(value) == TOWER else "")


def _listed(state: State, width: int) -> list[list[Span]]:
    words = [f"{name(state.board.cells[n])} {_field(state, n, 9)[0]}" for n, value in enumerate(state.fields) if value]
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) + 2 > width:
            lines.append([Span(line)])
            line = ""
        line += word + "  "
    return [*lines, [Span(line)]]
