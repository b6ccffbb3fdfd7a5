"""Tables of printing.md that come out of files: the cutting machines and the print shops that come along.

`python docs/making/site_tables.py` writes them anew.
"""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import asdict

from generator.exports.shop_files.description import figures
from generator.plan.print_shops import shop as shops
from generator.plan.print_shops.shop import FIGURES
from generator.sheets.cutting_machines import machine as cutters

PAGE = Path(__file__).parents[1] / "printing.md"


def place(name: str) -> re.Pattern[str]:
    """Where a table stands in the page."""
    return re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)", re.S)


def shown(name: str) -> str:
    """A table as it stands in the page."""
    found = place(name).search(PAGE.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"no table of {name} in {PAGE}")
    return found[0]


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


def machines() -> str:
    """Each cutting machine, its marks and where they are from."""
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
    """A row a figure, a column a shop, each with the number of its source."""
    known = {name: shops.load(name) for name in shops.bundled()}
    sources = list(dict.fromkeys((each.url, each.checked) for shop in known.values() for each in shop.sources))
    told = {name: {figure.name: figure for figure in figures(shop)} for name, shop in known.items()}

    def cell(name: str, key: str) -> str:
        figure = told[name].get(key)
        if figure is None:
            return ""
        at = figure.source and sources.index((figure.source.url, figure.source.checked)) + 1
        return f"{figure.value} [{at}]" if at else f"{figure.value}, *unverified*"

    rows = ["|  | " + " | ".join(f"`{name}`: {shop.title}" for name, shop in known.items()) + " |"]
    rows += ["|---" * (len(known) + 1) + "|"]
    rows += [f"| {key} | " + " | ".join(cell(name, key) for name in known) + " |" for key in FIGURES]
    return "\n".join([*rows, "", *(f"{n}. <{url}>, read on {day}" for n, (url, day) in enumerate(sources, 1))]) + "\n"


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    for name, table in (("machines", machines()), ("shops", print_shops())):
        text = place(name).sub(lambda _, table=table: table, text)
    PAGE.write_text(text, encoding="utf-8", newline="\n")
