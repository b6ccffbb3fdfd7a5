"""The sheets that a build would print: their number, the first of them drawn, and the command that prints the same."""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise, repeat

from msgspec import Struct
from msgspec.structs import replace

from generator.building.loading import asked
from generator.draw.geometry.geometry import flatten
from generator.draw.scene import Page
from generator.faces.faces import Faces
from generator.formats import svg
from generator.plan import options
from generator.plan.drawer import Drawer, drawer_of
from generator.plan.plan import plan
from generator.plan.selection import printed_in
from generator.sheets.imposition.sections import Section, batches, scaled
from generator.sheets.printable import Printable, SheetOptions
from generator.studio.controls import Words, arguments, copied, read
from generator.studio.findings import Editor
from specs.base.errors import Fault, SpecError
from specs.base.languages import ENGLISH, say, speaking
from specs.model.document import Document

DRAWN_BY = ("language", "players", "layout", "options", "large", "only", "pieces", "where", "count")  # what faces show
KEPT = 3  # plans whose sheets can be asked for


class Laid(Struct):
    """A plan, whose pages are drawn when they are asked for, each once."""

    pages: Iterator[Page]
    drawer: Drawer
    drawn: int = 0


class Sheets:
    """The sheets that pages of the studio look at; used in the drawer's thread."""

    def __init__(self, spec: str, editor: Editor) -> None:
        self.spec, self.editor = spec, editor
        self.number = 0
        self.plans: OrderedDict[int, Laid] = OrderedDict()
        self.faces: tuple[Document, object, Faces] | None = None

    def plan(self, whole: Document, words: Words, faces: Faces | None = None) -> dict[str, object]:
        """Plan what a build of these words prints; or return what is wrong with them, by their options' names. `faces`
        are the document's own, if there are some."""
        try:
            document, settings = asked(whole, read(words))
            with speaking(printed_in(document)):
                drawer = drawer_of(document, settings)
                drawer = replace(drawer, faces=self._faces(whole, drawer, faces))
                found, pages, many = _planned(drawer)
        except SpecError as error:
            return self._faults(error.faults)
        self.number += 1
        self.plans[self.number] = Laid(pages, drawer)
        while len(self.plans) > KEPT:
            self.plans.popitem(last=False)
        command = copied(arguments(self.spec, words, yes=many))
        return {**found, "plan": self.number, "many": many, "command": command, "wrong": {}, "faults": ()}

    def _faults(self, faults: Iterable[Fault]) -> dict[str, object]:
        names = {option.flag: name for name, option in options.known().items()}
        wrong: dict[str, list[object]] = {}
        for fault in faults:
            if fault.place.file in names:
                wrong.setdefault(names[fault.place.file], []).append(self.editor.facts(fault))
        return {"wrong": wrong, "faults": [self.editor.facts(each) for each in faults if each.place.file not in names]}

    def _faces(self, whole: Document, drawer: Drawer, own: Faces | None) -> Faces:
        """Return the document's own faces, or those of the plan before, if they show the same."""
        shown = [getattr(drawer.selection.settings.given, name) for name in DRAWN_BY]
        if self.faces is None or self.faces[0] is not whole or self.faces[1] != shown:
            plain = shown == [options.known()[name].default for name in DRAWN_BY]
            self.faces = whole, shown, own if plain and own is not None else drawer.faces
        return self.faces[2]

    def page(self, plan: int | None, number: int | None) -> dict[str, object] | None:
        """Return the next page of a plan; None if the plan is not looked at, or if it is not the next page."""
        asked_for = None if plan is None else self.plans.get(plan)
        if asked_for is None or asked_for.drawn != number:
            return None
        asked_for.drawn += 1
        drawer = asked_for.drawer
        document, settings = drawer.selection.document, drawer.selection.settings
        with speaking(printed_in(document)):
            try:
                page = next(asked_for.pages, None)
            except SpecError as error:
                return self._faults(error.faults)
            if page is None:
                return {"end": True}
            text = svg.page_svg(scaled(page, settings.sheet.scale), language=document.spec.language or ENGLISH)
            return {"svg": text, "named": drawer.selection.page_name(page), "side": page.side}


def _planned(drawer: Drawer) -> tuple[dict[str, object], Iterator[Page], bool]:
    """Return the facts of the sheets on each paper, the pages on the first, and whether they are very many. Raises
    SpecError."""
    given = drawer.selection.settings.given
    if given.shop or given.since:
        remark = say("Build it to see how many sheets it takes.")
        return {"papers": (), "remarks": [remark]}, iter(()), False
    planned = plan(drawer)
    papers: list[dict[str, object]] = []
    for paper in planned.papers:
        named = drawer.selection.page_name
        parts = batches(paper.sections, paper.sheet, named, by_stock=given.split_stock, by_side=given.split)
        papers.append(
            {
                "name": paper.name,
                "size": paper.sheet.paper,
                "sheets": sum(batch.sheets for batch in parts),
                "used": used(paper.sections, paper.sheet),
                "lines": [(line.what, line.first, line.last, line.sheets) for batch in parts for line in batch.lines],
            }
        )
    remarks = list(dict.fromkeys(remark for paper in planned.papers for remark in paper.remarks))
    pages = chain.from_iterable(map(Section.pages, planned.papers[0].sections, repeat(planned.papers[0].sheet)))
    return {"papers": papers, "remarks": remarks}, pages, any(planned.many)


def used(sections: Sequence[Section], sheet: SheetOptions) -> float | None:
    """Return the share of their sheets that the pieces cover, from 0 to 1; None if no piece is cut out."""
    placed: Counter[Printable] = Counter()
    sheets, area = 0, 0.0
    for job in (job for section in sections for job in section.jobs):
        if job.printable.sheet:
            continue
        sheets += job.sheets
        each = Counter(slot.component for slot in job.slots) if job.slots else {0: job.printable.count}
        for index, part in enumerate(job.components):
            count = min(each.get(index, 0) * (job.sheets if job.slots else 1), part.count - placed[part])
            placed[part] += count
            area += count * (2 if job.fold else 1) * _area(part)
    return area / (sheets * sheet.paper[0] * sheet.paper[1]) if sheets else None


def _area(part: Printable) -> float:
    """Return the area of a piece within its cut line, mm²."""
    rings = flatten(part.trim)
    return abs(sum((x1 * y2 - x2 * y1) / 2 for ring in rings for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]])))
