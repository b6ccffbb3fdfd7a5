"""What a build's first sheet has to tell, found in what is printed: the plan, what is needed, how long it takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.draw.scene import Page
from generator.handouts.contents import Contents
from generator.handouts.first import COMPONENT, TITLE, Facts, first_sheet
from generator.handouts.page import Handout
from generator.press import Press
from generator.sheets.batches import batches
from generator.sheets.labour import Labour, labour
from generator.sheets.printable import SheetOptions
from generator.sheets.sections import Section, backed
from specs.explain import many
from specs.sizes import NET_SHAPES, net_of

CARDS = ((40.0, 75.0), (60.0, 125.0))  # the sides of what is held in a hand, and comes in sleeves
SLEEVED = 18  # so many of them, or more
FEW = 4  # sheets, itself among them, that need no plan


def headed(press: Press, sections: Sequence[Section], sheet: SheetOptions) -> list[Section]:
    """The sections with the first sheet before them, where one is wanted: with a whole game of more than a few sheets,
    on paper that is cut at home. Raises SpecError as faces do."""
    given = press.settings.given
    if not (given.plan and press.settings.whole) or sheet.fixed is not None or "pdf" not in given.formats:
        return list(sections)
    box = (0.0, 0.0, *sheet.paper)
    blank = Page(*sheet.paper, (), box, box, (COMPONENT,), "front", (TITLE,), (), spare_back=True)
    planned = _before(sections, blank, sheet)
    facts = _facts(press, planned, sheet)
    if sum(batch.sheets for batch in facts.plan) <= FEW:
        return list(sections)
    seeded = any(section.seeded for section in sections)
    handout = Handout(sheet, press.seeded_foot if seeded else press.foot)
    contents = Contents(press.document, press.pieces, press.faces, (handout.bold, handout.plain))
    return _before(sections, press.ink.page(first_sheet(press.document.spec.title, facts, contents, handout)), sheet)


def _before(sections: Sequence[Section], page: Page, sheet: SheetOptions) -> list[Section]:
    """The sections with a page before all others, on paper."""
    pages = backed(page, sheet)
    if sections and sections[0].stock == "paper" and not sections[0].seeded:
        first, *others = sections
        return [Section("paper", (*pages, *first.read), first.jobs), *others]
    return [Section("paper", pages), *sections]


def _facts(press: Press, sections: Sequence[Section], sheet: SheetOptions) -> Facts:
    given, spec = press.settings.given, press.document.spec
    players = spec.players
    who = f"{players.min}" if players.min == players.max else f"{players.min} to {players.max}"
    by = f"designed by {spec.credits.designer}" if spec.credits.designer else ""
    below = " · ".join(filter(None, (f"for {who} players" if players.max < 99 else "", by, "for personal use")))
    plan = batches(sections, sheet, press.named, by_stock=given.split_stock, by_side=given.split)
    work = labour(job for section in sections for job in section.jobs) + _folds(press)
    work += Labour(sheets=sum(batch.sheets for batch in plan if batch.stock == "paper"))
    return Facts(
        below,
        _printed(press, sheet),
        plan,
        f"seed {given.seed}",
        tuple(_needs(press, work)),
        _time(work),
        "sheet" if given.split else "page",
    )


def _printed(press: Press, sheet: SheetOptions) -> str:
    """How the sheets are put through the printer."""
    given = press.settings.given
    if sheet.duplex == "gutterfold":
        sides = "on one side; fold each sheet along its dashed line and glue it before it is cut"
    elif not sheet.duplex.endswith("edge"):
        sides = "on one side"
    elif given.split:
        sides = f"the fronts, then the backs behind them, the stack turned over its {sheet.duplex.replace('-', ' ')}"
    else:
        sides = f"on both sides, flipped on the {sheet.duplex.replace('-', ' ')}"
    files = " Card and paper are two files, each with its own numbers." if given.split_stock else ""
    return f"At **actual size** (100 %), {sides}. Card of 160 to 250 g. The ruler below is 100 mm long.{files}"


def _folds(press: Press) -> Labour:
    """What is folded and glued piece by piece: figures, and boxes by their nets."""
    found = Labour()
    for name, pieces in press.pieces.items():
        component = press.document.spec.components[name]
        if component.shape == "standee":
            found += Labour(folds=3 * len(pieces), glued=len(pieces))
        elif component.shape in NET_SHAPES:
            net = net_of(component)
            found += Labour(folds=len(net.folds) * len(pieces), glued=len(net.tabs) * len(pieces))
    return found


def _needs(press: Press, work: Labour) -> Iterator[str]:
    components = press.document.spec.components
    yield "a sharp knife and a steel ruler, or scissors"
    if work.glued:
        yield "paper glue"
    # flaps that the spec draws are feet of their own; grey ones are glued
    if any(components[name].shape == "standee" and components[name].flap is None for name in press.pieces):
        yield "a coin or a piece of card for each figure to stand on: its ends are folded out and glued to that"
    for name, pieces in press.pieces.items():
        if len(pieces) >= SLEEVED and components[name].back is not None and components[name].shape == "rectangle":
            wide, tall = sorted(press.size(name))
            if CARDS[0][0] <= wide <= CARDS[0][1] and CARDS[1][0] <= tall <= CARDS[1][1]:
                yield f"if you like, {len(pieces)} sleeves of {wide:g} × {tall:g} mm for the {components[name].title}"
    yield from press.document.spec.needs


def _time(work: Labour) -> str:
    done = ((work.cuts, "straight cut"), (work.around, "outline"), (work.folds, "fold"), (work.sheets, "sheet"))
    counts = ", ".join(many(count, what) for count, what in done if count)
    return f"About **{_long(work.minutes)}** for one person: {counts}."


def _long(minutes: float) -> str:
    """A time that pretends no more than it knows: by 5 minutes, by quarters, from three hours on by hours."""
    if minutes < 45:
        return f"{max(5, 5 * round(minutes / 5))} minutes"
    quarters = round(minutes / 15) if minutes < 180 else 4 * round(minutes / 60)
    hours, part = divmod(quarters, 4)
    return f"{hours or ''}{('', '¼', '½', '¾')[part]} hour{'' if quarters <= 4 else 's'}"
