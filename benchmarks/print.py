"""How fast and how lean the generator prints, beside protograf and beside a bare reportlab script.

Every figure is of a whole process, started cold: the median of several runs. `make bench` runs this.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

import bare_pages
import kept
from measure import Figure, environment, medians, table

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
    print: {bleed: 0}
    rows:
      count: 15
      from:
{rows}
    front:
      - {{draw: rect, box: [4, 4, 55.5, 80.9], fill: "{{colour}}"}}
      - {{draw: star, at: [31.75, 44], radius: [20, 8], fill: white, stroke: black}}
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

# Distinct cards three times: the same, with a number each.
DISTINCT = """\
game: many
title: Many cards
credits: {designer: nobody}
fonts: {display: Cinzel-Bold}
components:
  cards:
    title: Cards
    size: poker
    print: {bleed: 0}
    rows: cards.csv
    front:
      - {draw: rect, box: [4, 4, 55.5, 80.9], fill: "{colour}"}
      - {draw: star, at: [31.75, 44], radius: [20, 8], fill: white, stroke: black}
      - {draw: text, text: "{name}", box: [5, 70, 53.5, 10], font: display, size: 6, align: center, fill: black}
      - {draw: text, text: "{number}", box: [5, 5, 53.5, 10], font: display, size: 8, align: center, fill: white}
"""


BARE_DISTINCT = """\
import csv, math, sys
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
pdfmetrics.registerFont(TTFont("display", {font!r}))
canvas = Canvas(sys.argv[2], pagesize=(210 * mm, 297 * mm), invariant=1)
with open(sys.argv[1], newline="") as file:
    cards = list(csv.DictReader(file))
for page in range(0, len(cards), 9):
    for i, card in enumerate(cards[page : page + 9]):
        x, y = 10 + 63.5 * (i % 3), 277 - 88.9 * (i // 3 + 1)
        canvas.saveState()
        canvas.translate(x * mm, y * mm)
        canvas.setFillColor(HexColor(card["colour"]))
        canvas.rect(4 * mm, 4 * mm, 55.5 * mm, 80.9 * mm, stroke=0, fill=1)
        canvas.setFillColor(HexColor("#ffffff"))
        star = canvas.beginPath()
        for n in range(10):
            r, a = (20 if n % 2 == 0 else 8) * mm, math.pi / 2 + n * math.pi / 5
            (star.moveTo if n == 0 else star.lineTo)(31.75 * mm + r * math.cos(a), 44.9 * mm + r * math.sin(a))
        star.close()
        canvas.drawPath(star, stroke=1, fill=1)
        canvas.setFillColor(HexColor("#000000"))
        canvas.setFont("display", 6 * mm)
        canvas.drawCentredString(31.75 * mm, 12 * mm, card["name"])
        canvas.setFillColor(HexColor("#ffffff"))
        canvas.setFont("display", 8 * mm)
        canvas.drawCentredString(31.75 * mm, 77 * mm, card["number"])
        canvas.restoreState()
        for dx, dy in ((0, 0), (63.5, 0), (0, 88.9), (63.5, 88.9)):
            canvas.line((x + dx - 1) * mm, (y + dy) * mm, (x + dx + 1) * mm, (y + dy) * mm)
            canvas.line((x + dx) * mm, (y + dy - 1) * mm, (x + dx) * mm, (y + dy + 1) * mm)
    canvas.showPage()
canvas.save()
"""

PROTOGRAF_DISTINCT = """\
from protograf import *
ITEMS = {items!r}
NAMES = list(ITEMS)
Create(filename="protograf.pdf", paper="A4", margin=0.5, units="cm")
Deck(cards={count}, card_size="poker", fill="white", stroke="black")
for i in range({count}):
    name = NAMES[i % 7]
    Card(
        str(i + 1),
        rectangle(x=0.4, y=0.4, width=5.55, height=8.09, fill=ITEMS[name], stroke=ITEMS[name]),
        star(x=3.175, y=4.4, radius=2, fill="white", stroke="black"),
        text(x=3.175, y=7.7, text=name, font_size=17, stroke="black"),
        text(x=3.175, y=1.3, text=str(i), font_size=22, stroke="white"),
    )
Save()
"""


def build(spec: str | Path, out: Path, *options: str) -> list[str]:
    return [GENERATOR, "build", str(spec), "--yes", "--out", str(out), *options]


def protograf(script: Path) -> list[str]:
    return ["sh", "-c", f"cd '{script.parent}' && exec '{PYTHON}' '{script.name}'"]


def row(name: str, figure: Figure, *more: str) -> list[str]:
    return [name, f"{figure.ms:,.0f}", f"{figure.mib:.0f}", *more]


def kib(file: Path) -> str:
    return f"{file.stat().st_size / 1024:,.0f}"


def whole_game(folder: Path) -> None:
    one, two = ("--jobs", "1"), ("--jobs", "2")
    commands = {
        "PDF only": build("atlantis", folder / "pdf", "--format", "pdf", *one),
        "SVG only, one core": build("atlantis", folder / "svg", "--format", "svg", *one),
        "PDF and PNG, one core": build("atlantis", folder / "png1", *one),
        "PDF and PNG, two cores": build("atlantis", folder / "png2", *two),
        "PDF, SVG and PNG, one core": build("atlantis", folder / "all1", "--format", "pdf,svg,png", *one),
        "PDF, SVG and PNG, two cores": build("atlantis", folder / "all2", "--format", "pdf,svg,png", *two),
    }
    figures = medians(commands, runs=5)
    sizes = {"PDF only": kib(folder / "pdf" / "atlantis" / "atlantis.pdf")}
    table(
        "generator build atlantis, packed, cold",
        ["", "ms", "peak MiB", "PDF KiB"],
        [row(name, figure, sizes.get(name, "")) for name, figure in figures.items()],
    )


def pages_of_a_game(folder: Path) -> None:
    """The pages of Atlantis, as a build makes them from the spec, and their drawing operators alone."""
    drawn = folder / "atlantis.ops"
    bare_pages.record("atlantis", drawn)
    commands = {
        "the same operators to a reportlab canvas": [PYTHON, bare_pages.__file__, str(drawn), str(folder / "bare.pdf")],
        "generator build atlantis --format pdf": build("atlantis", folder / "pdf", "--format", "pdf"),
        "generator, one core": build("atlantis", folder / "one", "--format", "pdf", "--jobs", "1"),
    }
    compared("Atlantis's PDF, cold", medians(commands, runs=5))


def one_deck(folder: Path) -> None:
    rows = "\n".join(f'        - {{name: {name}, colour: "{colour}"}}' for name, colour in ITEMS.items())
    spec = folder / "bench.yaml"
    spec.write_text(SPEC.format(rows=rows))
    bare, theirs = folder / "bare.py", folder / "protograf_cards.py"
    bare.write_text(BARE.format(items=ITEMS, font=str(FONT)))
    theirs.write_text(PROTOGRAF.format(items=ITEMS))
    first = "generator, without its first sheet"  # which the script has none of
    names = ("bare reportlab script", "generator", first, "generator, Atlantis's own cards", "protograf")
    commands = (
        [PYTHON, str(bare), str(folder / "bare.pdf")],
        build(spec, folder / "deck", "--format", "pdf"),
        build(spec, folder / "bare", "--format", "pdf", "--no-plan"),
        build("atlantis", folder / "cards", "--only", "cards", "--format", "pdf"),
        protograf(theirs),
    )
    figures = medians(dict(zip(names, commands, strict=True)), runs=9)
    compared("105 cards with 7 faces on A4, cold", figures)


def compared(title: str, figures: dict[str, Figure]) -> None:
    """A table of programs that draw the same, beside the bare script, which comes first."""
    limit = next(iter(figures.values())).ms
    kept.note(title, figures)
    rows = [row(name, figure, f"{figure.ms / limit:.2f}") for name, figure in figures.items()]
    table(title, ["", "ms", "peak MiB", "x bare"], rows)
    if "protograf" in figures:
        print(
            f"protograf takes {figures['protograf'].ms / figures['generator'].ms:.1f} times as long as the generator."
        )


def deck_of(count: int, folder: Path) -> Path:
    """A spec of so many distinct cards, their data beside it."""
    place = folder / str(count)
    place.mkdir()
    (place / "many.yaml").write_text(DISTINCT)
    items = list(ITEMS.items())
    write_cards(place / "cards.csv", ((items[i % 7][0], i, items[i % 7][1]) for i in range(count)))
    return place / "many.yaml"


def write_cards(file: Path, cards: Iterable[tuple[object, ...]]) -> None:
    beside = file.with_suffix(".new")
    with beside.open("w", newline="") as sink:
        writer = csv.writer(sink)
        writer.writerow(("name", "number", "colour"))
        writer.writerows(cards)
    beside.replace(file)


def many_cards(folder: Path) -> None:
    bare, theirs = folder / "bare_distinct.py", folder / "protograf_distinct.py"
    bare.write_text(BARE_DISTINCT.format(font=str(FONT)))
    theirs.write_text(PROTOGRAF_DISTINCT.format(items=ITEMS, count=1_000))
    rows = []
    for count, runs in ((1_000, 3), (10_000, 3), (100_000, 1)):
        spec, out = deck_of(count, folder), folder / str(count) / "out"
        commands = {
            "bare reportlab script": [PYTHON, str(bare), str(spec.with_name("cards.csv")), str(folder / "bare.pdf")],
            "generator": build(spec, out, "--format", "pdf"),
            "generator, one core": build(spec, folder / str(count) / "one", "--format", "pdf", "--jobs", "1"),
        }
        if count == 1_000:
            commands["protograf"] = protograf(theirs)
        if count == 100_000:
            del commands["generator, one core"]
        figures = medians(commands, runs, warm=count < 100_000)
        if len(figures) > 1:
            compared(f"{count:,} distinct cards, cold", figures)
        ours = figures["generator"]
        rows.append(row(f"{count:,}", ours, f"{ours.ms * 1000 / count:.0f}", kib(out / "many" / "many.pdf")))
    table("distinct cards, cold", ["", "ms", "peak MiB", "µs a card", "PDF KiB"], rows)


def one_changed(folder: Path) -> None:
    """105 distinct cards, one of them with another number each time."""
    spec = deck_of(105, folder)
    file, out, old = spec.with_name("cards.csv"), folder / "changed", folder / "before" / "many"
    whole = medians({"": build(spec, out, "--format", "pdf")}, runs=5)[""]
    shutil.copytree(out, old.parent)
    cards = [line.split(",") for line in file.read_text().splitlines()[1:]]

    def change(number: int) -> None:
        write_cards(file, (*cards[:50], [cards[50][0], 1000 + number, cards[50][2]], *cards[51:]))

    times: list[Figure] = []
    for number in range(6):
        change(number)
        shutil.rmtree(out)
        shutil.copytree(old.parent, out)
        since = build(spec, out, "--format", "pdf", "--since", str(old))
        times.append(medians({"": since}, runs=1, warm=False)[""])
    alone = Figure(median(each.ms for each in times[1:]), median(each.mib for each in times[1:]))
    table(
        "one changed card of 105, from its being saved to its being ready to print",
        ["", "ms"],
        [
            ["all of them again", f"{whole.ms:.0f}"],
            ["build --since", f"{alone.ms:.0f}"],
            ["watch --since", f"{watched(spec, out, old, change):.0f}"],
        ],
    )


def watched(spec: Path, out: Path, before: Path, change: Callable[[int], None]) -> float:
    """The median of ms from a change to the end of its build, of a watch that is running."""
    command = [GENERATOR, "watch", str(spec), "--out", str(out), "--format", "pdf", "--since", str(before)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment(), text=True)
    assert process.stdout is not None
    times = []
    try:
        for number in range(100, 110):
            start = time.perf_counter()
            for line in process.stdout:
                if line.startswith(("Print ", "Many cards: the old edition")):
                    break
            else:
                sys.exit("the watch ended")
            times.append((time.perf_counter() - start) * 1000)
            time.sleep(0.05 + 0.037 * (number % 10))  # anywhere between two of its looks
            change(number)
    finally:
        process.terminate()
        process.wait()
    return median(times[2:])


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        whole_game(folder)
        pages_of_a_game(folder)
        one_deck(folder)
        many_cards(folder)
        one_changed(folder)
    print(f"\nThe ratios are in {kept.write()}")


if __name__ == "__main__":
    main()
