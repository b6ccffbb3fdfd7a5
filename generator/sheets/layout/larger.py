"""Pieces larger than their sheet: how many sheets they take, and what there is to say of them. mm."""

from __future__ import annotations

from msgspec.structs import replace

from generator.sheets.imposition.boards import tiling
from generator.sheets.layout.job import Job
from generator.sheets.layout.plan import largest, plan
from generator.sheets.printable import SheetOptions
from specs.base.languages import say, say_many
from specs.model.shapes.sizes import PAPERS

LEAST_SCALE = 0.6  # what would shrink further is meant to be large
INCHES = ("letter", "legal", "tabloid")


def sheets_of(job: Job) -> int:
    """How many sheets a job is planned to take."""
    if job.slots:
        return job.sheets
    way = tiling(job.printable, job.options)
    return way.columns * way.rows * job.printable.count


def size_remark(job: Job) -> str:
    """What there is to say of a piece that is larger than its sheet, and what would help."""
    part = job.printable
    if part.scale < 1:
        return say(
            "{title}: printed at {part} % of its size, to fit on one sheet.",
            title=part.title,
            part=f"{100 * part.scale:.0f}",
        )
    if job.slots:
        return ""
    scale = largest(part, job.options)
    size, room = (f"{s * part.width:.4g} × {s * part.height:.4g} mm" for s in (1.0, scale))
    cut = say_many(
        "{title}: {size}, cut into {n} sheet to glue together", "{title}: {size}, cut into {n} sheets to glue together",
        sheets_of(job) // part.count, title=part.title, size=size,
    )  # fmt: skip
    fits = _fitting(_whole(job), scale, room)
    return say("{cut}; {fits}.", cut=cut, fits=fits) if fits else say("{cut}.", cut=cut)


def _fitting(whole: str, scale: float, room: str) -> str:
    """What would take a piece on one sheet, empty where nothing does."""
    values = {"room": room, "percent": f"{100 * scale:.0f}", "paper": whole}
    match whole, scale >= LEAST_SCALE:
        case "", False:
            return ""
        case "", True:
            return say("one sheet holds {room}. `fit: true` in the spec prints it at {percent} %, on one", **values)
        case _, True:
            return say(
                "one sheet holds {room}. `fit: true` in the spec prints it at {percent} %, on one; "
                "`--paper {paper}` holds it whole",
                **values,
            )
        case _:
            return say("`--paper {paper}` holds it whole", **values)


def _whole(job: Job) -> str:
    """The named paper that holds the piece uncut, of the same kind rather than another; empty where none does."""
    inches = sorted(job.options.paper) in [sorted(PAPERS[name]) for name in INCHES]
    for name, paper in sorted(PAPERS.items(), key=lambda named: (named[0] in INCHES) != inches):
        options: SheetOptions = replace(job.options, paper=paper)
        if plan(replace(job.printable, fit=False), options).slots:
            return name
    return ""
