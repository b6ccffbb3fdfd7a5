"""Tables of pages that come out of files and code: cutting machines, print shops, elements, keys.

`python docs/making/site_tables.py` writes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import get_args

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, asdict, fields
from site_elements import escaped

from generator.exports.shop_files.description import figures
from generator.plan.print_shops import shop as shops
from generator.plan.print_shops.shop import FIGURES
from generator.sheets.cutting_machines import machine as cutters
from specs.model import elements, schema
from specs.model.component import Box, Component, Pages, Print, Stand
from specs.model.values import Frozen
from specs.read.key_texts import key_text

DOCS = Path(__file__).parents[1]
# tables of keys: of a part, and of the parts that its keys hold
PARTS: dict[str, dict[str, type[Frozen]]] = {
    "spec": {"": schema.Spec, "credits": schema.Credits, "players": schema.Players, "rule_options": schema.RuleOption},
    "component": {"": Component},
    "print": {"print": Print, "standee": Stand, "box": Box},
    "pages": {"pages": Pages},
    "setup": {
        "": schema.SetupRules, "piles": schema.Pile, "tracks": schema.Run, "open": schema.OpenRow,
        "hands": schema.Hands, "layouts": schema.Layout, "boards": schema.Board, "legend": schema.Ground,
    },
}  # fmt: skip
PAGES = {"machines": "cutting.md", "shops": "print-shops.md", "elements": "spec-language.md"}
PAGES |= dict.fromkeys(PARTS, "spec-language.md")
SHARED = {"when", "style", "opacity", "rotate", "alt", "clip"}  # keys of every element, and of every painted one
PAINT = {"fill", "stroke", "stroke_width", "dash", "texture"}


def place(name: str) -> re.Pattern[str]:
    """Return the pattern that finds a table in its page."""
    return re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)", re.S)


def shown(name: str) -> str:
    """Return a table as it stands in the page."""
    found = place(name).search((DOCS / PAGES[name]).read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"no table of {name} in {PAGES[name]}")
    return found[0]


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


def machines() -> str:
    """Return each cutting machine, its marks and their source."""
    head = ("`--cutter`", "machine", "marks", "mm in", "also kept", "files", "source", "checked", "unverified")
    text = row(*head) + f"|{'---|' * len(head)}\n"
    for machine in map(cutters.load, cutters.bundled()):
        kinds = [f"{name.replace('_', ' ')} {kind}" for name, kind in asdict(machine.marks).items() if kind]
        kept = max(machine.margins)
        text += row(
            f"`{machine.name}`",
            machine.title,
            ", ".join(kinds) or "none",
            f"{machine.inset:g}" if kinds else "",
            f"{kept:g} mm all round" if kept else "",
            ", ".join(machine.formats),
            machine.source,
            machine.checked,
            ", ".join(machine.unverified),
        )
    return f"\n{text}\n"


def print_shops() -> str:
    """Return a row for each figure and a column for each shop, with the number of its source."""
    known = {name: shops.load(name) for name in shops.bundled()}
    sources = list(dict.fromkeys((each.url, each.checked) for shop in known.values() for each in shop.sources))
    numbers = {source: number for number, source in enumerate(sources, 1)}
    told = {name: {figure.name: figure for figure in figures(shop)} for name, shop in known.items()}

    def cell(name: str, key: str) -> str:
        figure = told[name].get(key)
        if figure is None:
            return ""
        own = (each for each in known[name].sources if key in each.figures)
        at = ", ".join(str(numbers[each.url, each.checked]) for each in own)
        return f"{figure.value} [{at}]" if at else f"{figure.value}, *unverified*"

    rows = ["|  | " + " | ".join(f"`{name}`: {shop.title}" for name, shop in known.items()) + " |"]
    rows += ["|---" * (len(known) + 1) + "|"]
    rows += [f"| {key} | " + " | ".join(cell(name, key) for name in known) + " |" for key in FIGURES]
    return "\n".join([*rows, "", *(f"{n}. <{url}>, read on {day}" for (url, day), n in numbers.items())]) + "\n"


def element_table() -> str:
    """Return a row for each element: what it is, its own keys with their defaults."""
    text = row("draw", "what it is", "keys") + "|---|---|---|\n"
    for kind in get_args(elements.AnyElement):
        left_out = SHARED | (PAINT if issubclass(kind, elements.Painted) else set())
        keys = [key(field) for field in fields(kind) if field.name not in left_out]
        what = re.sub(r"\s+", " ", kind.__doc__ or "").split(". ")[0].rstrip(".").replace("|", "\\|")
        text += row(f"`{kind.__struct_config__.tag}`", what, ", ".join(keys))
    return text


def key(field: FieldInfo) -> str:
    """Return a key of an element with its default; bold if it is required."""
    value = field.default
    if field.required:
        return f"**`{field.encode_name}`**"
    if value in (NODEFAULT, None):
        return f"`{field.encode_name}`"
    shown = str(value).lower() if isinstance(value, bool) else list(value) if isinstance(value, tuple) else value
    return f"`{field.encode_name}` ({shown})"


def key_table(parts: Mapping[str, type[Frozen]]) -> str:
    """Return a row for each key of some parts: what it does, and its default; bold if it is required."""
    text = row("key", "what it does") + "|---|---|\n"
    for holder, part in parts.items():
        for field in sorted(fields(part), key=lambda field: not field.required):
            bold = "**" if field.required else ""
            key = f"{bold}`{holder}{'.' * bool(holder)}{field.encode_name}`{bold}"
            text += row(key, escaped(key_text(part, field).removesuffix(" Required.")))
    return text


TABLES = {"machines": machines, "shops": print_shops, "elements": element_table}
TABLES |= {name: partial(key_table, parts) for name, parts in PARTS.items()}

if __name__ == "__main__":
    for name, made in TABLES.items():
        page, table = DOCS / PAGES[name], made()
        text = place(name).sub(lambda _, table=table: table, page.read_text(encoding="utf-8"))
        page.write_text(text, encoding="utf-8", newline="\n")
