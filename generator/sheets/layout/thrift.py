"""Whether another bleed or margin would save sheets: each is laid out before it is told of. mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from generator.sheets.kinds import Stock
from generator.sheets.layout.larger import sheets_of
from generator.sheets.layout.pack import pack
from generator.sheets.layout.plan import plan
from generator.sheets.printable import Printable, SheetOptions
from specs.read.typed import many

BLEEDS = (1.5, 1.0)
MARGINS = (4.0,)
STOCKS: tuple[Stock, ...] = ("card", "paper")


def hint(parts: Sequence[Printable], options: SheetOptions, now: int, *, bleed: bool, margin: bool) -> str:
    """What would print the same on the fewest sheets instead of `now`, by a bleed or a margin that may be chosen; empty
    where nothing would."""
    saved, told = 0, ""
    rough = _rough(parts, options)
    for other, said in _others(parts, options, bleed=bleed, margin=margin):
        # what saves nothing before sheets are shared is not worth the sharing
        if _rough(parts, other) < rough and (fewer := now - _sheets(parts, other)) > saved:
            saved, told = fewer, said
    return f"{told} saves {many(saved, 'sheet')}." if saved else ""


def _others(
    parts: Sequence[Printable], options: SheetOptions, *, bleed: bool, margin: bool
) -> Iterator[tuple[SheetOptions, str]]:
    """Ways to print it otherwise, those that cost least first."""
    most = max((part.bleed for part in parts if not part.sheet), default=0.0)
    for mm in BLEEDS if bleed else ():
        if mm < most:
            yield replace(options, bleed=mm), f"A smaller bleed, `--bleed {mm:g}`,"
    for mm in MARGINS if margin else ():
        if mm < options.margin:
            yield replace(options, margin=mm), f"If your printer reaches so far, `--margin {mm:g}`"


def _rough(parts: Iterable[Printable], options: SheetOptions) -> int:
    return sum(sheets_of(plan(part, options)) for part in parts)


def _sheets(parts: Sequence[Printable], options: SheetOptions) -> int:
    shared = ([part for part in parts if part.stock == stock] for stock in STOCKS)
    return sum(sheets_of(job) for some in shared for job in pack(some, options))
