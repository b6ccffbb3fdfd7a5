"""What a cutting machine's knife follows on a sheet: its pieces' outlines, each line once, and their folds. mm."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from generator.draw.geometry import geometry as geo
from generator.draw.geometry.chains import chains
from generator.draw.geometry.finite import finite
from generator.draw.scene import IDENTITY, Cut, Matrix, Segment
from generator.sheets.cutting import registration
from generator.sheets.cutting.machine import Machine
from generator.sheets.layout.job import Job
from generator.sheets.mirror import mirrored, placed


@lru_cache(maxsize=16)
def cut(job: Job, machine: Machine, count: int, *, behind: bool) -> Cut:
    """The cut of a job's sheet with so many pieces, as one looks at its front or, `behind`, at its back."""
    width, height = job.options.paper
    over: Matrix = IDENTITY
    if behind:
        over = (-1.0, 0.0, 0.0, 1.0, width, 0.0) if mirrored(job) == "x" else (1.0, 0.0, 0.0, -1.0, 0.0, height)
    outlines: list[tuple[Segment, ...]] = []
    folds: list[tuple[Segment, ...]] = []
    for slot in job.slots[:count]:
        part = job.parts[slot.part]
        matrix = geo.multiply(over, placed(slot, slot.turn, part.width, part.height))
        outlines.append(geo.transform(part.trim, matrix))
        folds.append(geo.transform(part.creases, matrix))
    finite(number for path in (*outlines, *folds) for segment in path for number in segment[1:])  # type: ignore[misc]
    lines, creases = tuple(chains(outlines)), tuple(chains(folds))
    told = repr((job.options.paper, machine.version, _rounded(lines), _rounded(creases)))
    marks = tuple(registration.shapes(machine, job.options.paper))
    return Cut(sha256(told.encode()).hexdigest()[:6], lines, creases, marks)


def _rounded(paths: tuple[tuple[Segment, ...], ...]) -> list[list[str]]:
    """Paths as text that is the same on every machine."""
    return [[f"{segment[0]}{[round(number * 100) for number in segment[1:]]}" for segment in path] for path in paths]  # type: ignore[arg-type]
