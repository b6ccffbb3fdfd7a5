"""A position for people at a terminal: the board as rows of fields, and what can be typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.contract import JSON, Span
from companion.games.circles.score import areas, scores
from companion.games.circles.state import BURNED, TOWER, State, height, kind, owner, pieces
from specs.hexes import name

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


def prompt(state: State) -> str:
    """What can be typed next."""
    if state.over:
        return "The game is over."
    me = next((n for n, value in enumerate(state.fields) if owner(value) == state.turn and kind(value) == 0), None)
    example = ""
    if me is not None:
        near = next((n for n in state.board.neighbours[me] if not kind(state.fields[n])), None)
        cells = state.board.cells
        example = "" if near is None else f" such as {name(cells[me])}-{name(cells[near])}"
    return f"Moves{example}, at most one from each island; - for none; agree, resign."


def board(state: State, width: int) -> Sequence[Sequence[Span]]:
    """Rows of fields, a line of sums for each player below. A board too wide for the terminal is a list of fields."""
    lines = _grid(state, width) or _listed(state, width)
    lines.append([Span("")])
    totals = scores(state)
    for number, player in enumerate(state.players):
        count, towers = pieces(state.fields, number)
        turn = number == state.turn and not state.over
        text = f"{'>' if turn else ' '} {player.name} ({_letter(state, number)}): "
        facts = f"{totals[number]} fields, {count} pieces, {towers} towers"
        gone = " (resigned)" if state.resigned[number] else ""
        lines.append([Span(text[: width - 40], _style(state, number) + (" bold" if turn else "")), Span(facts + gone)])
    lines.append(
        [Span("r2 stack, R2 growth tower, x burned, . empty; a field's name is its letters and number", "dim")]
    )
    return [[Span(span.text[:width], span.style) for span in line] for line in lines]


def _letter(state: State, player: int) -> str:
    """The first letter of a colour that no earlier player's colour has, or the player's number."""
    used: list[str] = []
    for number, someone in enumerate(state.players):
        letter = someone.colour[:1].lower() or str(number + 1)
        used.append(letter if letter not in used and letter != "x" else str(number + 1))
    return used[player]


def _style(state: State, player: int) -> str:
    return STYLES.get(state.players[player].colour, "")


def _grid(state: State, width: int) -> list[list[Span]]:
    cells = state.board.cells
    rows = sorted({r for _, r in cells})
    columns = [2 * q + r for q, r in cells]
    left, right = min(columns), max(columns)
    margin = max(len(name((0, r))) for r in rows)
    step = 2 if (right - left) * 2 + 4 + margin <= width else 1
    if (right - left) * step + 2 * step + margin > width:
        return []
    by_row: dict[int, list[tuple[int, int]]] = {row: [] for row in rows}
    for number, (q, r) in enumerate(cells):
        by_row[r].append((2 * q + r - left, number))
    lines = []
    for row in rows:
        line = [Span(f"{1 - row:>{margin - 1}} ", "dim")]
        at = 0
        for column, number in sorted(by_row[row]):
            line.append(Span(" " * (column * step - at)))
            text, style = _field(state, number, 2 * step - (step > 1))
            line.append(Span(text, style))
            at = column * step + len(text)
        lines.append(line)
    return lines


def _field(state: State, number: int, room: int) -> tuple[str, str]:
    value = state.fields[number]
    if kind(value) == BURNED:
        return "x", "dim"
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
