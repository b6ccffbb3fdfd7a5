"""Two checkouts in turns: what a build takes now, beside what it took at another commit, and whether that is more than
noise.

    make bench AGAINST=v1.2

Each pair of runs is one beside the other, so what else the machine does is done to both; the time of processors is
compared, which waits for nobody. Of the pairs' ratios the median is told, and between which two the true one lies 95
times in 100, whatever the noise is like. What lies on both sides of 1 is noise.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from math import comb
from pathlib import Path
from statistics import median

import print as printing
from kept import ROOT, commit
from measure import run, table

PAIRS = 11
SURE = 0.95


def between(ratios: list[float]) -> tuple[float, float]:
    """Between which of the ratios their true median lies: it is as likely above each of them as below."""
    ordered, count = sorted(ratios), len(ratios)
    tail, out = 0.0, 0
    while out < count // 2 and tail + comb(count, out) / 2**count <= (1 - SURE) / 2:
        tail += comb(count, out) / 2**count
        out += 1
    first = max(out - 1, 0)
    return ordered[first], ordered[count - 1 - first]


def verdict(low: float, high: float) -> str:
    return "noise" if low <= 1 <= high else "faster" if high < 1 else "slower"


def builds(folder: Path) -> dict[str, list[str]]:
    """What is built, by name, without where."""
    rows = "\n".join(f'        - {{name: {name}, colour: "{colour}"}}' for name, colour in printing.ITEMS.items())
    (folder / "bench.yaml").write_text(printing.SPEC.format(rows=rows))
    one = ["--yes", "--format", "pdf", "--jobs", "1"]
    return {
        "105 cards with 7 faces": ["build", str(folder / "bench.yaml"), *one],
        "1,000 distinct cards": ["build", str(printing.deck_of(1_000, folder)), *one],
        "Atlantis": ["build", "atlantis", *one],
        "Atlantis, checked": ["check", "atlantis"],
    }


def main(revision: str) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        other = folder / "other"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(other), commit(revision)], check=True)
        try:
            rows = [[name, *compared(words, folder, other)] for name, words in builds(folder).items()]
        finally:
            subprocess.run([*git, "remove", "--force", str(other)], check=True)
    head = ["", f"ms at {commit(revision)}", f"ms at {commit()}", "ratio", "between", ""]
    table(f"{PAIRS} pairs of runs on one core, time of processors", head, rows)


def compared(words: list[str], folder: Path, other: Path) -> list[str]:
    figures: list[tuple[float, float]] = []
    for pair in range(PAIRS + 1):
        out = ["--out", str(folder / "out")] if words[0] == "build" else []
        command = [sys.executable, "-P", "-m", "generator.cli.main", *words, *out]
        sides = [other, ROOT] if pair % 2 else [ROOT, other]  # whoever is second finds the files warm
        both = {side: run(command, {"PYTHONPATH": str(side)}).cpu for side in sides}
        figures.append((both[other], both[ROOT]))
    counted = figures[1:]
    ratios = [now / before for before, now in counted]
    low, high = between(ratios)
    before, now = (median(side) for side in zip(*counted, strict=True))
    return [f"{before:,.0f}", f"{now:,.0f}", f"{median(ratios):.3f}", f"{low:.3f}–{high:.3f}", verdict(low, high)]


if __name__ == "__main__":
    main(sys.argv[1])
