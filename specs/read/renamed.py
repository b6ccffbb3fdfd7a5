"""What to write for a key or a value that others use, or that somebody guesses: one table, and one line for each."""

import re
from collections.abc import Collection

_PRINT = {key: f"print: {{{key}: ...}}" for key in ("bleed", "safe", "sheet", "large", "orientation", "group", "stock")}
_BOX = {key: f"box: {{{key}: ...}}" for key in ("depth", "holds", "thickness")}
_STANDEE = {key: f"standee: {{{key}: ...}}" for key in ("base", "flap")}
_FROM = "from: a list, cards.csv, cards.ods#Tab or a name under data:"
# of each key what to write, that which the part with the key has
KEYS: dict[str, tuple[str, ...]] = {
    **{key: (text,) for key, text in (_PRINT | _BOX | _STANDEE).items()},
    **dict.fromkeys(("list", "csv", "spreadsheet", "tab", "layout", "source", "file"), (_FROM,)),
    **dict.fromkeys(("color", "colour", "background"), ("fill: a colour", "colour: a colour")),
    **dict.fromkeys(("width", "height", "w", "h"), ("size: [WIDTH, HEIGHT]", "box: [LEFT, TOP, WIDTH, HEIGHT]")),
    **dict.fromkeys(("x", "y", "pos", "position"), ("at: [X, Y]", "box: [LEFT, TOP, WIDTH, HEIGHT]")),
    **dict.fromkeys(("r", "corner", "rounded", "diameter"), ("radius: mm",)),
    **dict.fromkeys(("turn", "rotation", "angle"), ("rotate_step: degrees", "rotate: degrees")),
    "at": ("offset: 0 to 1", "after: round"),
    "each": ("as: a name", "per_player: true", "per_piece: points"),
    "fill": ("pile: a name",),
    "fit": ("shrink: true", "print: {oversize: shrink}"),
    "inner": ("radius: [OF TIPS, OF NOTCHES]",),
    "limit": ("max: a number",),
    "line": ("stroke: a colour",),
    "most": ("max: a number",),
    "options": ("print_options: NAME: what it does",),
    "outline": ("stroke: a colour",),
    "outline_width": ("stroke_width: mm",),
    "radius": ("clip: radius 3",),
    "qty": ("count: copies",),
    "rules": ("rule_options: NAME: {default: ..., note: ...}",),
    "say": ("text: a sentence",),
    "size": ("across: mm", "max: a number; of a grid cells: [COLUMNS, ROWS], of a hex radius:"),
    "spaces": ("count: a number",),
    "table": ("play: zones, counters and score", _FROM),
    "tables": ("data: NAME: rows",),
    "text": ("note: a remark", "file: rules.md"),
    "turns": ("print: {lay: any_turn}",),
}
DRAWS = {
    "grid": "draw: repeat, over: {grid: [COLUMNS, ROWS]}",
    "hexgrid": "draw: repeat, over: {hexes: [COLUMNS, ROWS]}",
    "cells": "draw: repeat, over: {board: NAME}",
    "triangle": "draw: polygon, points: [[0, 9], [10, 9], [5, 0]]",
    "rectangle": "draw: rect",
    "square": "draw: rect",
    "hexagon": "draw: hex",
    "picture": "draw: image",
    "label": "draw: text",
}
_HEX = re.compile(r"[:\[,]\s+#[0-9A-Fa-f]{3,8}\b")


def key_instead(key: str, known: Collection[str]) -> str:
    """What to write for a key that a part does not have; "" if unknown."""
    return next((text for text in KEYS.get(key.lower(), ()) if text.partition(":")[0] in known), "")


def value_instead(key: object, value: object) -> str:
    """What to write for a value that its key cannot have; "" if unknown."""
    match key, value:
        case "over", int():
            return f"over: 1..{value}"
        case _, {**only} if only and all(each is None for each in only.values()):
            return f"in quotation marks: '{{{next(iter(only))}}}'"
        case "size", str() if found := re.fullmatch(r"([\d.]+)\s*[x×*]\s*([\d.]+)(?: ?mm)?", value):
            return f"size: [{found[1]}, {found[2]}]"
    return ""


def yaml_instead(lines: list[str], problem: str) -> str:
    """What to write where a text is no YAML; `lines` are those up to the place."""
    if any(_HEX.search(line) for line in lines[-3:]):
        return "a colour in quotation marks, such as '#c0392b'"
    if "mapping values" in problem or "expected ',' or" in problem or "node content" in problem:
        return "quotation marks around a text or an expression with : [ ] { } , or # in it"
    return "YAML"
