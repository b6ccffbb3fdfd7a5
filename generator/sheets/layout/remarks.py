"""What there is to say of a piece larger than its sheet, and which bleed or margin would save sheets. mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from generator.sheets.layout.n_up import largest, plan
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Job, Printable, SheetOptions, Stock
from specs.base.languages import say, say_many
from specs.model.shapes.sizes import PAPERS
from specs.read.typed import many

LEAST_SCALE = 0.6  # what would shrink further is meant to be large
INCHES = ("letter", "legal", "tabloid")


def size_remark(job: Job) -> str:
    """What there is to say of a piece that is larger than its sheet, and what would help."""
    component = job.printable
    if component.scale < 1:
        return say(
            "{title}: printed at {part} % of its size, to fit on one sheet.",
            title=component.title,
            part=f"{100 * component.scale:.0f}",
        )
    if job.slots:
        return ""
    scale = largest(component, job.options)
    size, room = (f"{s * component.width:.4g} × {s * component.height:.4g} mm" for s in (1.0, scale))
    cut = say_many(
        "{title}: {size}, cut into {n} sheet to glue together", "{title}: {size}, cut into {n} sheets to glue together",
        job.sheets // component.count, title=component.title, size=size,
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


BLEEDS = (1.5, 1.0)
MARGINS = (4.0,)
STOCKS: tuple[Stock, ...] = ("card", "paper")


def hint(parts: Sequence[Printable], options: SheetOptions, now: int, *, bleed: bool, margin: bool) -> str:
    """What would print the same on the fewest sheets instead of `now`, by a bleed or a margin that may be chosen; empty
    where nothing would."""
    saved, way = 0, ""
    rough = _rough(parts, options)
    for other, name in _others(parts, options, bleed=bleed, margin=margin):
        # what saves nothing before sheets are shared is not worth the sharing
        if _rough(parts, other) < rough and (fewer := now - _sheets(parts, other)) > saved:
            saved, way = fewer, name
    return f"{way} saves {many(saved, 'sheet')}." if saved else ""


def _others(
    parts: Sequence[Printable], options: SheetOptions, *, bleed: bool, margin: bool
) -> Iterator[tuple[SheetOptions, str]]:
    """Ways to print it otherwise, those that cost least first."""
    most = max((component.bleed for component in parts if not component.sheet), default=0.0)
    for mm in BLEEDS if bleed else ():
        if mm < most:
            yield replace(options, bleed=mm), f"A smaller bleed, `--bleed {mm:g}`,"
    for mm in MARGINS if margin else ():
        if mm < options.margin:
            yield replace(options, margin=mm), f"If your printer reaches so far, `--margin {mm:g}`"


def _rough(parts: Iterable[Printable], options: SheetOptions) -> int:
    return sum(plan(component, options).sheets for component in parts)


def _sheets(parts: Sequence[Printable], options: SheetOptions) -> int:
    shared = ([component for component in parts if component.stock == stock] for stock in STOCKS)
    return sum(job.sheets for some in shared for job in pack(some, options))
