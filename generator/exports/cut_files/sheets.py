"""The cut files of a build: one for each way in which sheets are cut, and the pages each is for. mm."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import CutLines, Segment
from generator.exports.cut_files import laser
from generator.formats import dxf
from generator.plan.manifest import CutSheet
from generator.sheets.cutting_machines.machine import Machine
from specs.base.files import replace_text
from specs.base.languages import listed, say, say_many

SQUARE = 100.0  # mm, of the test for whether a program takes a unit for 1 mm
TEST = CutLines("", (geo.rectangle(0, 0, SQUARE, SQUARE),), (), ())


class Cuts:
    """The cuts of a build's sheets, collected as their pages are drawn."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.found: dict[str, tuple[CutLines, float, float, dict[str, list[int]]]] = {}
        self.counted: Counter[str] = Counter()  # pages of each file

    def note(self, pages: Iterable[CutSheet], stem: str, *, split: bool) -> None:
        """Note more pages of a PDF, or of one with the fronts and one with the backs."""
        for page in pages:
            side = "back" if page.side == "back" else "front"
            file = f"{stem}-{side}s.pdf" if split else f"{stem}.pdf"
            self.counted[file] += 1
            if page.cut is not None:
                *_, where = self.found.setdefault(page.cut.name, (page.cut, page.width, page.height, {}))
                where.setdefault(file, []).append(self.counted[file])

    def write(self, folder: Path) -> None:
        """Write each cut in the machine's formats, a square of 100 mm for a trial, and a list of the cuts with the
        pages that each is for. Raises OSError."""
        if not self.found:
            return
        folder.mkdir()
        whose = say("For {machine}. Each sheet's foot names its cut.", machine=self.machine.title)
        lines = [whose, self.machine.footer_line]
        if self.machine.unverified:
            lines.append(say("Not verified: {keys}.", keys=listed(self.machine.unverified)))
        lines.append("")
        for name, (cut, width, height, where) in self.found.items():
            write(cut, width, height, self.machine, folder / f"cut-{name}")
            lines.append(f"cut-{name}: {_pages(where)}. {placed(cut, self.machine)}")
        write(TEST, SQUARE, SQUARE, replace(self.machine, offset=(0.0, 0.0)), folder / "square-100mm")
        replace_text(folder / "cuts.txt", "\n".join(lines) + "\n")


def write(cut: CutLines, width: float, height: float, machine: Machine, file: Path) -> list[Path]:
    """Write a cut as a file of each format that a machine takes, corrected by its knife's offset; return the files.
    Raises OSError."""
    x, y = machine.offset
    back = geo.translate(-x, -y)
    lines, folds = (tuple(geo.transform(path, back) for path in paths) for paths in (cut.lines, cut.folds))
    moved, title = replace(cut, lines=lines, folds=folds), f"cut {cut.name} · {machine.footer_line}"
    texts = {
        "dxf": lambda: dxf.drawing({"CUT": lines, "FOLD": folds}, height, (title,)),
        "svg": lambda: laser.knife(width, height, moved, title),
    }
    written = [file.with_suffix(f".{kind}") for kind in machine.formats]
    for kind, target in zip(machine.formats, written, strict=True):
        replace_text(target, texts[kind]())
    return written


def placed(cut: CutLines, machine: Machine) -> str:
    """Say where a cut's lines lie on its sheet, for programs that place them elsewhere; and how large they are."""
    every: list[Segment] = [segment for path in cut.lines for segment in path]
    left, top, width, height = geo.bounds(every) or (0.0, 0.0, 0.0, 0.0)
    return say(
        "Lines {width} × {height} mm, {left} mm from the left and {top} mm from the top.",
        width=f"{width:.2f}",
        height=f"{height:.2f}",
        left=f"{left - machine.offset[0]:.2f}",
        top=f"{top - machine.offset[1]:.2f}",
    )


def _pages(where: dict[str, list[int]]) -> str:
    files = [
        say_many("{file}, page {pages}", "{file}, pages {pages}", len(pages), file=file, pages=_runs(pages))
        for file, pages in where.items()
    ]
    return "; ".join(files)


def _runs(pages: list[int]) -> str:
    """Write sorted numbers with runs shortened: 1–3, 5."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
