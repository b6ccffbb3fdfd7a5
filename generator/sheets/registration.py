"""The marks a cutting machine looks for: where they lie on a paper, what they keep free around them. mm, y downward."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256

from generator.draw.geometry import geometry as geo
from generator.draw.geometry.finite import require_finite
from generator.draw.geometry.joining import joined
from generator.draw.scene import IDENTITY, CutLines, Matrix, Node, Paint, Path, Segment
from generator.sheets.area import Box
from generator.sheets.cutting_machines.machine import Machine, MarkShape
from generator.sheets.marks import AWAY, TICK
from generator.sheets.printable import Job, SheetOptions

BLACK = (0.0, 0.0, 0.0)


def shapes(machine: Machine, paper: tuple[float, float]) -> Iterator[tuple[Segment, ...]]:
    """A sheet's marks as areas to fill, the same on either side: a machine looks for them as they lie before it."""
    half = machine.line / 2
    for shape, x, y, dx, dy in _corners(machine, paper):
        if shape == "square":
            yield _box(x, y, x + dx * machine.square, y + dy * machine.square)
            continue
        ways = {"inward": (1,), "outward": (-1,), "cross": (-1, 1)}[shape]
        ends = [way * machine.arm for way in ways]
        back, forth = min(-half, *ends), max(half, *ends)
        yield _box(x + dx * back, y - half, x + dx * forth, y + half)
        yield _box(x - half, y + dy * back, x + half, y + dy * forth)


def drawn(machine: Machine, paper: tuple[float, float]) -> tuple[Node, ...]:
    """A sheet's marks, in no ink but black."""
    return tuple(Path(area, Paint(fill=BLACK, exact=True)) for area in shapes(machine, paper))


def kept(options: SheetOptions) -> tuple[Box, ...]:
    """What the marks keep free of a sheet, as one looks at its front: corners of the paper."""
    if options.cutter is None:
        return ()
    (width, height), free = options.paper, options.cutter.free + (AWAY + TICK if options.marks == "crop" else 0.0)
    found: list[Box] = []
    for _, x, y, dx, dy in _corners(options.cutter, options.paper):
        left, right = (0.0, x + free) if dx > 0 else (x - free, width)
        top, bottom = (0.0, y + free) if dy > 0 else (y - free, height)
        found.append((left, top, right, bottom))
        if options.marks_side == "both":  # what lies behind a mark is printed on as well
            across = options.turned == "x"
            found.append(
                (width - right, top, width - left, bottom) if across else (left, height - bottom, right, height - top)
            )
    return tuple(dict.fromkeys(found))


def _corners(machine: Machine, paper: tuple[float, float]) -> Iterator[tuple[MarkShape, float, float, int, int]]:
    """Each mark: its shape, its corner, and which way from there is inward."""
    for shape, dx, dy in machine.marks.placed:
        x = machine.inset if dx > 0 else paper[0] - machine.inset
        yield shape, x, machine.inset if dy > 0 else paper[1] - machine.inset, dx, dy


def _box(x1: float, y1: float, x2: float, y2: float) -> tuple[Segment, ...]:
    return geo.rectangle(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


@lru_cache(maxsize=16)
def machine_cut(job: Job, machine: Machine, count: int, *, behind: bool) -> CutLines:
    """The cut of a job's sheet with so many pieces, as one looks at its front or, `behind`, at its back."""
    width, height = job.options.paper
    over: Matrix = IDENTITY
    if behind:
        over = (-1.0, 0.0, 0.0, 1.0, width, 0.0) if job.mirrored == "x" else (1.0, 0.0, 0.0, -1.0, 0.0, height)
    outlines: list[tuple[Segment, ...]] = []
    folds: list[tuple[Segment, ...]] = []
    for slot in job.slots[:count]:
        component = job.component(slot)
        matrix = geo.multiply(over, component.placed(slot, slot.turn))
        outlines.append(geo.transform(component.trim, matrix))
        folds.append(geo.transform(component.creases, matrix))
    require_finite(number for path in (*outlines, *folds) for segment in path for number in segment[1:])  # type: ignore[misc]
    lines, creases = tuple(joined(outlines)), tuple(joined(folds))
    content = repr((job.options.paper, machine.version, _rounded(lines), _rounded(creases)))
    marks = tuple(shapes(machine, job.options.paper))
    return CutLines(sha256(content.encode()).hexdigest()[:6], lines, creases, marks)


def _rounded(paths: tuple[tuple[Segment, ...], ...]) -> list[list[str]]:
    """Paths as text that is the same on every machine."""
    return [[f"{segment[0]}{[round(number * 100) for number in segment[1:]]}" for segment in path] for path in paths]  # type: ignore[arg-type]
