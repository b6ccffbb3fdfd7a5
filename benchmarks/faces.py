"""How fast and how lean a thousand distinct faces become pictures at 300 dpi: `generator build --format faces`.

Every figure is of a whole process, started cold, on two cores; memory is the peak of all its processes together, with
what they share counted once, looked at 20 times a second. `make bench` runs this.
"""

from __future__ import annotations

import csv
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from measure import environment, table

GENERATOR = str(Path(sys.executable).with_name("generator"))
COLOURS = ("#b5302a", "#6b7f2e", "#7d8690", "#8a5a2b", "#2f6fa8", "#d6cfc0", "#e0b020")
COUNT = 1_000
# poker cards with a ground that reaches over the cut, a frame, an icon, a name, a number, and a text of three lines
SPEC = """\
game: many
title: Many cards
credits: {designer: nobody}
components:
  cards:
    title: Cards
    size: poker
    radius: 3
    rows: cards.csv
    front:
      - {draw: rect, box: [-3, -3, 69.5, 94.9], fill: "{colour}"}
      - {draw: rect, box: [4, 4, 55.5, 80.9], radius: 3, fill: "#f6efdf", stroke: black, stroke_width: 0.5}
      - {draw: star, at: [31.75, 34], radius: [20, 8], fill: "{colour}", stroke: black}
      - {draw: text, text: "{name}", box: [7, 56, 49.5, 8], size: 6, align: center, fill: black}
      - {draw: text, text: "{number}", box: [7, 6, 49.5, 8], size: 7, align: left, fill: black}
      - {draw: text, text: "{words}", box: [7, 66, 49.5, 15], size: 3.4, wrap: true, align: center, fill: black}
    back:
      - {draw: rect, box: [-3, -3, 69.5, 94.9], fill: "#1f567d"}
      - {draw: star, at: [31.75, 44.45], radius: [26, 12], fill: "#e0b020"}
"""


def deck(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "many.yaml").write_text(SPEC, encoding="utf-8")
    with (folder / "cards.csv").open("w", newline="", encoding="utf-8") as sink:
        writer = csv.writer(sink)
        writer.writerow(("name", "number", "colour", "words"))
        for number in range(COUNT):
            words = f"Draw {number % 7 + 1} cards, then give {number % 5 + 1} of them to whoever has fewest left."
            writer.writerow((f"Card {number}", number, COLOURS[number % len(COLOURS)], words))
    return folder / "many.yaml"


def measured(command: list[str]) -> tuple[float, float]:
    """Seconds, and the most MiB that the command and its own processes held together."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment())
    most = 0.0
    while process.poll() is None:
        most = max(most, sum(map(held, family(process.pid))))
        time.sleep(0.05)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return time.perf_counter() - start, most


def family(pid: int) -> list[int]:
    """A process and those it has forked; Linux tells."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(each for child in children for each in family(int(child)))]


def held(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        spec, out = deck(Path(temporary)), Path(temporary) / "out"
        rows = []
        for name, more in (
            ("PNG with bleed", []),
            ("PNG, rounded", ["--faces", "round"]),
            ("JPEG with bleed", ["--picture", "jpeg"]),
            ("PNG with bleed, one core", ["--jobs", "1"]),
        ):
            command = [GENERATOR, "build", str(spec), "--format", "faces", "--out", str(out), "--yes", "--jobs", "2"]
            figures = [measured([*command, *more]) for _ in range(3)]
            folder = out / "many" / "faces"
            size = sum(file.stat().st_size for file in folder.iterdir())
            seconds, mib = median(each[0] for each in figures), median(each[1] for each in figures)
            rows.append([name, f"{seconds:.1f}", f"{mib:.0f}", f"{size / 2**20:.0f}"])
        table(f"{COUNT:,} distinct poker cards at 300 dpi, cold", ["", "s", "peak MiB", "MiB on disk"], rows)


if __name__ == "__main__":
    main()
