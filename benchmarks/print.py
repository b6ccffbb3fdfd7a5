"""How fast and how lean the generator prints, beside protograf and beside a bare reportlab script.

Every figure is of a whole process, started cold: the median of several runs. `make bench` runs this.
"""

from __future__ import annotations

import csv
import sys
import tempfile
from pathlib import Path

from measure import Figure, medians, run, table

PYTHON = sys.executable
GENERATOR = str(Path(PYTHON).with_name("generator"))
FONT = Path(__file__).parent.parent / "generator" / "draw" / "fonts" / "Cinzel-Bold.ttf"
ITEMS = {
    "Flag": "#b5302a",
    "Olive": "#6b7f2e",
    "Helmet": "#7d8690",
    "Amphora": "#8a5a2b",
    "Ring": "#2f6fa8",
    "Statue": "#d6cfc0",
    "Crown": "#e0b020",
}

# The same 105 cards three times: a coloured field, a star, a name; 15 of each of 7.
SPEC = """\
game: bench
title: Bench
credits: {{designer: nobody}}
fonts: {{display: Cinzel-Bold}}
components:
  cards:
    title: Cards
    size: poker
    bleed: 0
    rows:
      count: 15
      list:
{rows}
    front:
      - {{draw: rect, box: [4, 4, 55.5, 80.9], fill: "{{colour}}"}}
      - {{draw: star, at: [31.75, 44], r: 20, inner: 8, fill: white, stroke: black}}
      - {{draw: text, text: "{{name}}", box: [5, 70, 53.5, 10], font: display, size: 6, align: center, fill: black}}
"""

BARE = """\
import math, sys
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
ITEMS = {items!r}
pdfmetrics.registerFont(TTFont("display", {font!r}))
canvas = Canvas(sys.argv[1], pagesize=(210 * mm, 297 * mm), invariant=1)
for name, colour in ITEMS.items():
    canvas.beginForm(name, 0, 0, 63.5 * mm, 88.9 * mm)
    canvas.setFillColor(HexColor(colour))
    canvas.rect(4 * mm, 4 * mm, 55.5 * mm, 80.9 * mm, stroke=0, fill=1)
    canvas.setFillColor(HexColor("#ffffff"))
    star = canvas.beginPath()
    for i in range(10):
        r, a = (20 if i % 2 == 0 else 8) * mm, math.pi / 2 + i * math.pi / 5
        (star.moveTo if i == 0 else star.lineTo)(31.75 * mm + r * math.cos(a), 44.9 * mm + r * math.sin(a))
    star.close()
    canvas.drawPath(star, stroke=1, fill=1)
    canvas.setFillColor(HexColor("#000000"))
    canvas.setFont("display", 6 * mm)
    canvas.drawCentredString(31.75 * mm, 12 * mm, name)
    canvas.endForm()
cards = [name for name in ITEMS for _ in range(15)]
for page in range(0, 105, 9):
    for i, name in enumerate(cards[page : page + 9]):
        x, y = 10 + 63.5 * (i % 3), 277 - 88.9 * (i // 3 + 1)
        canvas.saveState()
        canvas.translate(x * mm, y * mm)
        canvas.doForm(name)
        canvas.restoreState()
        for dx, dy in ((0, 0), (63.5, 0), (0, 88.9), (63.5, 88.9)):
            canvas.line((x + dx - 1) * mm, (y + dy) * mm, (x + dx + 1) * mm, (y + dy) * mm)
            canvas.line((x + dx) * mm, (y + dy - 1) * mm, (x + dx) * mm, (y + dy + 1) * mm)
    canvas.showPage()
canvas.save()
"""

PROTOGRAF = """\
from protograf import *
ITEMS = {items!r}
Create(filename="protograf.pdf", paper="A4", margin=0.5, units="cm")
Deck(cards=105, card_size="poker", fill="white", stroke="black")
for i, (name, colour) in enumerate(ITEMS.items()):
    Card(
        f"{{i * 15 + 1}}-{{i * 15 + 15}}",
        rectangle(x=0.4, y=0.4, width=5.55, height=8.09, fill=colour, stroke=colour),
        star(x=3.175, y=4.4, radius=2, fill="white", stroke="black"),
        text(x=3.175, y=7.7, text=name, font_size=17, stroke="black"),
    )
Save()
"""

DISTINCT = """\
game: many
title: Many cards
credits: {designer: nobody}
fonts: {display: Cinzel-Bold}
components:
  cards:
    title: Cards
    size: poker
    bleed: 0
    rows: {csv: cards.csv}
    front:
      - {draw: rect, box: [4, 4, 55.5, 80.9], fill: "{colour}"}
      - {draw: star, at: [31.75, 44], r: 20, inner: 8, fill: white, stroke: black}
      - {draw: text, text: "{name}", box: [5, 70, 53.5, 10], font: display, size: 6, align: center, fill: black}
      - {draw: text, text: "{number}", box: [5, 5, 53.5, 10], font: display, size: 8, align: center, fill: white}
"""


def build(spec: str | Path, out: Path, *options: str) -> list[str]:
    return [GENERATOR, "build", str(spec), "--yes", "--out", str(out), *options]


def row(name: str, figure: Figure, *more: str) -> list[str]:
    return [name, f"{figure.ms:.0f}", f"{figure.mib:.0f}", *more]


def whole_game(folder: Path) -> None:
    figures = medians(
        {
            "PDF only": build("atlantis", folder / "pdf", "--format", "pdf"),
            "PDF, SVG and PNG": build("atlantis", folder / "all", "--format", "pdf,svg,png"),
        },
        runs=5,
    )
    size = (folder / "pdf" / "atlantis" / "atlantis.pdf").stat().st_size / 1024
    sizes = {"PDF only": f"{size:.0f}"}
    table(
        "generator build atlantis, cold",
        ["", "ms", "peak MiB", "PDF KiB"],
        [row(name, figure, sizes.get(name, "")) for name, figure in figures.items()],
    )


def one_deck(folder: Path) -> None:
    rows = "\n".join(f'        - {{name: {name}, colour: "{colour}"}}' for name, colour in ITEMS.items())
    spec = folder / "bench.yaml"
    spec.write_text(SPEC.format(rows=rows))
    bare, protograf = folder / "bare.py", folder / "protograf_cards.py"
    bare.write_text(BARE.format(items=ITEMS, font=str(FONT)))
    protograf.write_text(PROTOGRAF.format(items=ITEMS))
    names = ("bare reportlab script", "generator", "generator, Atlantis's own cards", "protograf")
    commands = (
        [PYTHON, str(bare), str(folder / "bare.pdf")],
        build(spec, folder / "deck", "--format", "pdf"),
        build("atlantis", folder / "cards", "--only", "cards", "--format", "pdf"),
        ["sh", "-c", f"cd '{folder}' && exec '{PYTHON}' '{protograf}'"],
    )
    figures = medians(dict(zip(names, commands, strict=True)), runs=9)
    limit = figures[names[0]].ms
    table(
        "105 cards with 7 faces on A4, cold",
        ["", "ms", "peak MiB", "x bare"],
        [row(name, figures[name], f"{figures[name].ms / limit:.2f}") for name in names],
    )
    print(f"protograf takes {figures['protograf'].ms / figures['generator'].ms:.1f} times as long as the generator.")


def many_cards(folder: Path) -> None:
    rows = []
    for count in (1_000, 10_000, 100_000):
        place = folder / str(count)
        place.mkdir()
        (place / "many.yaml").write_text(DISTINCT)
        with (place / "cards.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("name", "number", "colour"))
            items = list(ITEMS.items())
            writer.writerows((items[i % 7][0], i, items[i % 7][1]) for i in range(count))
        runs = [
            run(build(place / "many.yaml", place / "out", "--format", "pdf"))
            for _ in range(3 if count < 100_000 else 1)
        ]
        figure = sorted(runs, key=lambda figure: figure.ms)[len(runs) // 2]
        size = (place / "out" / "many" / "many.pdf").stat().st_size / 1024
        rows.append(row(f"{count:,}", figure, f"{figure.ms * 1000 / count:.0f}", f"{size:,.0f}"))
    table("distinct cards, cold", ["", "ms", "peak MiB", "µs a card", "PDF KiB"], rows)


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        whole_game(folder)
        one_deck(folder)
        many_cards(folder)


if __name__ == "__main__":
    main()
