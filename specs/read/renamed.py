"""What to write for a key or a value that others use, or that somebody guesses: one table, and one line for each."""

import re
from collections.abc import Collection

_OF_PRINT = ("bleed", "safe", "sheet", "large", "shrink", "orientation", "group", "stock")
_PRINT = {key: f"print: {{{key}: ...}}" for key in _OF_PRINT}
_SIZE, _PLACE = "size: [WIDTH, HEIGHT]", "box: [LEFT, TOP, WIDTH, HEIGHT]"
_BOX = {key: f"box: {{{key}: ...}}" for key in ("depth", "holds", "thickness")}
_STANDEE = {"flap": "standee: {flap: ...}"}
_ROWS = tuple(f"{key}: a list, cards.csv, cards.ods#Tab or a name under data:" for key in ("from", "rows"))
# of each key what to write, that which the part with the key has
KEYS: dict[str, tuple[str, ...]] = {
    **{key: (text,) for key, text in (_PRINT | _BOX | _STANDEE).items()},
    **dict.fromkeys(("list", "csv", "spreadsheet", "tab", "layout", "source"), _ROWS),
    **dict.fromkeys(("color", "colour", "background"), ("fill: a colour", "colour: a colour")),
    **dict.fromkeys(("width", "height", "w", "h"), (_SIZE, _PLACE, "stroke_width: mm")),
    **dict.fromkeys(("x", "y", "pos", "position"), ("at: [X, Y]", _PLACE)),
    **dict.fromkeys(("r", "corner", "rounded", "diameter"), ("radius: mm",)),
    **dict.fromkeys(("turn", "rotation", "angle"), ("rotate_step: degrees", "rotate: degrees")),
    **dict.fromkeys(("cards", "pieces", "tiles", "tokens"), ("components: NAME: {title: ..., size: ..., front: ...}",)),
    "area": ("to: an area",),
    "at": ("offset: 0 to 1", "after: round"),
    **dict.fromkeys(("author", "designer"), ("credits: {designer: NAME}",)),
    **{key: (f"over: {{{key}: ...}}",) for key in ("board", "hexes", "grid")},
    "base": ("standee: {depth: ...}", "depth: mm"),
    "cells": ("grid: [COLUMNS, ROWS]",),
    "component": ("from: a component",),
    "d": ("path: SVG path data",),
    "each": ("as: a name", "per_player: true", "per_piece: points"),
    "extends": ("style: a style",),
    "data": _ROWS[1:],
    "file": ("from: the file", *_ROWS[1:]),
    "fill": ("from: a pile",),
    "fit": ("shrink: true", "print: {shrink: true}"),
    "hyphenation": ("hyphens: a list of words",),
    "inner": ("radius: [OF TIPS, OF NOTCHES]",),
    "limit": ("max: a number",),
    "label": ("text: words",),
    **dict.fromkeys(("line", "border"), ("stroke: a colour",)),
    "linear": ("colours: a list",),
    "lost": ("when: a condition, wins: none",),
    "marker": ("id: a number",),
    "most": ("points: [FOR THE MOST, FOR THE SECOND MOST]", "max: a number"),
    "name": ("title: what it is called", "icon: a name"),
    "notes": ("note: a list of sentences",),
    "options": ("print_options: NAME: what it does",),
    "origin": ("at: coordinates",),
    "outline": ("stroke: a colour", "path: SVG path data"),
    "outline_width": ("stroke_width: mm",),
    "oversize": ("print: {shrink: true}", "shrink: true"),
    "passes": ("after: a list of words",),
    "pile": ("from: a pile",),
    "radial": ("kind: radial, colours: a list",),
    "radius": ("across: mm", "clip: radius 3"),
    "qty": ("count: copies",),
    "row_step": ("step: [FROM COLUMN TO COLUMN, FROM ROW TO ROW]",),
    "rules": ("rule_options: NAME: {default: ..., note: ...}",),
    "say": ("text: a sentence",),
    "size": ("across: mm", "max: a number; of a grid grid: [COLUMNS, ROWS], of a hex radius:"),
    "spaces": ("count: a number",),
    "spots": ("places: NAME: {at: [X, Y]}",),
    "starts": ("start: where they begin",),
    "src": ("image: a file",),
    "table": ("play: zones, counters and score", *_ROWS),
    "tables": ("data: NAME: rows",),
    "text": ("note: a remark", "from: rules.md"),
    "ties": ("tie: a list of counters",),
    "tracking": ("spacing: ems",),
    "turns": ("print: {lay: any_turn}",),
    "won": ("when: a condition, wins: all",),
}
DRAWS = {
    "grid": "draw: repeat, over: {grid: [COLUMNS, ROWS]}",
    "hexgrid": "draw: repeat, over: {hexes: [COLUMNS, ROWS]}",
    "cells": "draw: repeat, over: {board: NAME}",
    "triangle": "draw: polygon, points: [[0, 9], [10, 9], [5, 0]]",
    "rectangle": "draw: rect",
    **dict.fromkeys(("square", "box"), "draw: rect"),
    **dict.fromkeys(("border", "frame"), "draw: rect, stroke: a colour"),
    "hexagon": "draw: hex",
    "picture": "draw: image",
    "label": "draw: text",
}
SHAPES = {
    **dict.fromkeys(("hex", "hexagon"), "shape: hex-flat or hex-pointy"),
    **dict.fromkeys(("round", "disc"), "shape: circle"),
    **dict.fromkeys(("card", "rect", "token"), "shape: rectangle"),
    **dict.fromkeys(("box", "die", "cube"), "shape: block or tuckbox"),
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
        case "shape", str():
            return SHAPES.get(value, "")
    return ""


def yaml_instead(lines: list[str], problem: str) -> str:
    """What to write where a text is no YAML; `lines` are those up to the place."""
    if any(_HEX.search(line) for line in lines[-3:]):
        return "a colour in quotation marks, such as '#c0392b'"
    if "mapping values" in problem or "expected ',' or" in problem or "node content" in problem:
        return "quotation marks around a text or an expression with : [ ] { } , or # in it"
    return "YAML"
