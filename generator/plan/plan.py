"""The plan of a build: for each paper what lies on which sheet, and in which files and runs these are drawn. Planning
draws only what must be measured, and writes nothing.

It also finds what the first sheet says: which pages there are, what is needed, how long it takes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.scene import Page
from generator.plan.drawer import Drawer
from generator.plan.runs import Run, divided
from generator.plan.selection import Selection, designer, personal_use
from generator.sheets.cuts import Labour, labour
from generator.sheets.handouts.contents import Contents
from generator.sheets.handouts.first_sheet import COMPONENT, TITLE, Facts, first_sheet
from generator.sheets.handouts.handout import Handout
from generator.sheets.imposition.boards import assembly
from generator.sheets.imposition.sections import Section, backed, batches
from generator.sheets.layout.n_up import uncut
from generator.sheets.layout.pack import hint, pack, size_remark
from generator.sheets.printable import SheetOptions
from specs.base.languages import listed, say, say_many, word
from specs.model.component import Component, Standee

CARDS = ((40.0, 75.0), (60.0, 125.0))  # side lengths of cards that are held in a hand and fit sleeves
SLEEVED = 18  # least number of cards for which sleeves are suggested
BOARDED = 18  # least number of tiles that are worth mounting on board
BOARD = 100.0  # mm: a piece at least so wide is a board
FEW = 4  # sheets: a print of so few, the first sheet included, needs no first sheet


def headed(drawer: Drawer, sections: Sequence[Section], sheet: SheetOptions) -> list[Section]:
    """Return the sections with the first sheet before them, if one is wanted: with a whole game of more than a few
    sheets, on paper that is cut at home. Raises SpecError as faces do."""
    selection = drawer.selection
    given = selection.settings.given
    if not (given.plan and selection.settings.whole) or sheet.fixed is not None or "pdf" not in given.formats:
        return list(sections)
    blank = Page.whole(sheet.paper, (), (COMPONENT,), "front", (word(TITLE),), spare_back=True)
    facts = _facts(selection, leading(sections, (blank,), sheet), sheet)
    if sum(batch.sheets for batch in facts.plan) <= FEW:
        return list(sections)
    seeded = any(section.seeded for section in sections)
    handout = Handout(sheet, selection.seeded_foot if seeded else selection.foot)
    contents = Contents(selection.document, selection.pieces, drawer.faces, (handout.bold, handout.plain))
    page = first_sheet(selection.document.spec.title, facts, contents, handout)
    return leading(sections, (drawer.ink.page(page),), sheet)


def leading(sections: Sequence[Section], fronts: Iterable[Page], sheet: SheetOptions) -> list[Section]:
    """Return the sections with some pages before all others, on paper."""
    pages = tuple(page for front in fronts for page in backed(front, sheet))
    if sections and sections[0].stock == "paper" and not sections[0].seeded:
        first, *others = sections
        return [Section("paper", (*pages, *first.read), first.jobs), *others]
    return [Section("paper", pages), *sections]


def _facts(selection: Selection, sections: Sequence[Section], sheet: SheetOptions) -> Facts:
    given, spec = selection.settings.given, selection.document.spec
    players = spec.players
    if players.min == players.max:
        who = say_many("for {n} player", "for {n} players", players.max)
    else:
        who = say("for {least} to {most} players", least=players.min, most=players.max)
    below = " · ".join(filter(None, (who if players.max < 99 else "", designer(spec), personal_use())))
    plan = batches(sections, sheet, selection.page_name, by_stock=given.split_stock, by_side=given.split)
    work = labour(job for section in sections for job in section.jobs) + _folds(selection)
    work += Labour(sheets=sum(batch.sheets for batch in plan if batch.stock == "paper"))
    return Facts(
        below,
        _printed(selection, sheet),
        plan,
        given.seed,
        tuple(_needs(selection, work)),
        _time(work),
        by_sheet=given.split,
    )


def _printed(selection: Selection, sheet: SheetOptions) -> str:
    """Say how the sheets are put through the printer."""
    given = selection.settings.given
    if sheet.duplex == "gutterfold":
        sides = say("on one side; fold each sheet along its dashed line and glue it before you cut")
    elif not sheet.two_sided:
        sides = say("on one side")
    elif given.split and sheet.duplex == "long-edge":
        sides = say("first the fronts; then turn the stack over its long edge and print the backs")
    elif given.split:
        sides = say("first the fronts; then turn the stack over its short edge and print the backs")
    elif sheet.duplex == "long-edge":
        sides = say("on both sides, flipped on the long edge")
    else:
        sides = say("on both sides, flipped on the short edge")
    sides = say("At **actual size** (100 %), {how}.", how=sides)
    sentences = [sides, say("Card of 160 to 250 g."), say("The ruler below is 100 mm long.")]
    sentences += [say("Card and paper are two files, each with its own numbers.")] if given.split_stock else []
    return " ".join(sentences)


def _folds(selection: Selection) -> Labour:
    """Count what is folded and glued piece by piece: boxes by their nets. Rows of figures are counted by sheet."""
    found = Labour()
    for name, pieces in selection.pieces.items():
        component = selection.document.spec.components[name]
        if isinstance(component, Standee):
            continue
        found += Labour(folds=len(component.folds()) * len(pieces), glued=component.glued * len(pieces))
    return found


def _needs(selection: Selection, work: Labour) -> Iterator[str]:
    components = selection.document.spec.components
    machine = selection.settings.sheet.cutter
    if machine is not None:
        yield say("a cutting machine ({machine}): each sheet's foot names the file that cuts it", machine=machine.name)
    if machine is None or work.cuts or work.around:
        yield say("a sharp knife and a steel ruler, or scissors")
    if work.glued:
        yield say("paper glue")
    standees = [found for name in selection.pieces if isinstance(found := components[name], Standee)]
    if standees:
        yield say("patience with the figures: fold and glue a whole row of them, then cut each out")
    if any(each.slotted for each in standees):
        yield say("feet: cut off the strip below a figure, cut the slot in both, and stick it in across")
    # flaps drawn by the spec serve as feet; grey ones are glued
    if any(each.flap is None and not each.slotted for each in standees):
        yield say("a coin or a piece of card for each figure to stand on: fold its ends out and glue them down")
    for name, pieces in selection.pieces.items():
        if len(pieces) >= SLEEVED and components[name].back is not None and components[name].shape == "rectangle":
            wide, tall = sorted(selection.size(name))
            if CARDS[0][0] <= wide <= CARDS[0][1] and CARDS[1][0] <= tall <= CARDS[1][1]:
                yield say(
                    "if you like, {n} sleeves of {wide} × {tall} mm for the {title}",
                    n=len(pieces),
                    wide=f"{wide:g}",
                    tall=f"{tall:g}",
                    title=components[name].title,
                )
    thick = [components[name] for name, pieces in selection.pieces.items() if _boarded(components[name], pieces)]
    folded = selection.settings.sheet.duplex == "gutterfold"
    if titles := [each.title for each in thick if each.back is None]:
        yield say(
            "if you like, grey board of 1 to 2 mm: glue the sheets of {titles} to it, then cut", titles=listed(titles)
        )
    if titles := [each.title for each in thick if each.back is not None]:
        if folded:
            yield say("if you like, grey board of 1 mm inside the folded sheets of {titles}", titles=listed(titles))
        else:
            yield say(
                "if you like, {titles} of board: print with --duplex gutterfold, fold around 1 mm of it",
                titles=listed(titles),
            )
    yield from selection.document.spec.needs


def _boarded(component: Component, pieces: Sequence[object]) -> bool:
    """Return whether its pieces should be thick: a board, or tiles in a shape that a knife cuts from board."""
    if component.print.page or component.radius:
        return False
    tile = component.shape in ("hex-flat", "hex-pointy", "square") and len(pieces) >= BOARDED
    return tile or (component.shape == "rectangle" and min(component.size_mm) >= BOARD)


def _time(work: Labour) -> str:
    counts = [
        say_many("{n} straight cut", "{n} straight cuts", work.cuts) if work.cuts else "",
        say_many("{n} outline", "{n} outlines", work.around) if work.around else "",
        say_many("{n} fold", "{n} folds", work.folds) if work.folds else "",
        say_many("{n} sheet", "{n} sheets", work.sheets) if work.sheets else "",
    ]
    work_counts = ", ".join(filter(None, counts))
    return say("About **{time}** for one person: {counts}.", time=_long(work.minutes), counts=work_counts)


def _long(minutes: float) -> str:
    """Say a time no more precisely than it is known: by 5 minutes, by half hours, from three hours on by hours."""
    if minutes < 57.5:
        return say("{minutes} minutes", minutes=max(5, 5 * round(minutes / 5)))
    hours, half = divmod(round(minutes / 30) if minutes < 180 else 2 * round(minutes / 60), 2)
    return say_many("{n}½ hours", "{n}½ hours", hours) if half else say_many("{n} hour", "{n} hours", hours)


# ---- all sheets ----------------------------------------------------------------------------------


MANY_SHEETS = 500  # of one paper: more need a confirmation
Leading = Callable[[SheetOptions], list[Page]]  # makes the pages before all others, for a paper


class FilePlan(Struct, frozen=True):
    """A PDF: the end of its name, its runs, and whether its pages are in no other file."""

    suffix: str
    runs: list[Run]
    whole: bool


class PaperPlan(Struct, frozen=True):
    """What is printed on a paper: its sections in order, and the files they go to. `cut_sheets` counts the sheets of
    pieces that are the same for every seed."""

    name: str
    sheet: SheetOptions
    sections: tuple[Section, ...]
    files: tuple[FilePlan, ...]
    cut_sheets: int
    remarks: tuple[str, ...]


class Plan(Struct, frozen=True):
    """A build with everything decided: which pieces are printed, on which papers, in which files, in which order."""

    selection: Selection
    papers: tuple[PaperPlan, ...]

    @property
    def many(self) -> Iterator[str]:
        """Return how many sheets there are of each paper that takes very many."""
        return (f"{each.cut_sheets:,} sheets" for each in self.papers if each.cut_sheets > MANY_SHEETS)


def plan(drawer: Drawer, first: Leading | None = None) -> Plan:
    """Plan what a drawer's selection prints, with some pages before all others. Raises SpecError as faces do."""
    papers = drawer.selection.settings.papers
    return Plan(drawer.selection, tuple(plan_paper(drawer, name, sheet, first) for name, sheet in papers))


def plan_paper(drawer: Drawer, name: str, sheet: SheetOptions, first: Leading | None = None) -> PaperPlan:
    """Plan one paper."""
    split = drawer.selection.settings.given.split_stock
    sheet, sections, remarks = lay_out(drawer, sheet)
    count = sum(each.sheets for section in sections if not section.seeded for each in section.jobs)
    if advice := _advice(drawer, sheet, count):
        remarks.append(advice)
    whole = headed(drawer, sections, sheet)
    if first is not None:
        whole = leading(whole, map(drawer.ink.page, first(sheet)), sheet)
    files = [
        FilePlan(suffix, divided(some, sheet), only)
        for suffix, some, only in _files(whole, sections, split=split)
        if some
    ]
    return PaperPlan(name, sheet, tuple(whole), tuple(files), count, tuple(remarks))


def lay_out(drawer: Drawer, sheet: SheetOptions) -> tuple[SheetOptions, list[Section], list[str]]:
    """Return how a paper is printed on, everything that is laid on it (pages to read, card to cut, what a seed deals),
    and remarks. Raises SpecError."""
    sheet = sheet if drawer.backed() else replace(sheet, duplex="none")
    printables = drawer.printables()
    papers, cards = (pack([each for each in printables if each.stock == stock], sheet) for stock in ("paper", "card"))
    jobs = (*papers, *cards)
    remarks = list(filter(None, map(size_remark, jobs)))
    if titles := [job.printable.title for job in jobs if uncut(job, sheet)]:
        remarks.append(say("Cut these by hand, as they do not fit between the marks: {titles}.", titles=listed(titles)))
    boards = [assembly(job.printable, job.options) for job in jobs if not job.slots]
    read = [page for front in (*boards, *drawer.layouts(sheet)) for page in backed(front, sheet)]
    sections = [
        Section("paper", tuple(read), tuple(papers)),
        Section("card", (), tuple(cards)),
        Section("paper", *drawer.setup(sheet), seeded=True),
    ]
    return sheet, [section for section in sections if section.read or section.jobs], remarks


def _advice(drawer: Drawer, sheet: SheetOptions, count: int) -> str:
    """Say what would save some of these sheets; empty if nothing would, or if there is no choice."""
    if sheet.fixed is not None or count > MANY_SHEETS:
        return ""
    given = drawer.selection.settings.given
    own_margin = given.margin is None and sheet.margins is None
    return hint(drawer.printables(), sheet, count, bleed=given.bleed is None, margin=own_margin)


def _files(
    whole: Sequence[Section], sections: Sequence[Section], *, split: bool
) -> Iterator[tuple[str, list[Section], bool]]:
    """Yield for each PDF the end of its name, its content, and whether no other file has that content."""
    if not split:
        yield "", list(whole), True
        return
    for stock in ("card", "paper"):
        yield f"-{stock}", [section for section in whole if section.stock == stock], True
    for suffix, seeded in (("-rules", False), ("-setup", True)):
        yield suffix, [each for each in sections if each.stock == "paper" and each.seeded == seeded], False
