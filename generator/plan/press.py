"""A build's pages: the pieces asked for, drawn, laid on sheets, counted. Nothing is written here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.colour.ink import InkMode
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Page, Scene
from generator.faces.faces import Faces
from generator.faces.outline import trim
from generator.plan.choose import Pieces, chosen
from generator.plan.fingerprints import Fingerprints
from generator.plan.labels import Lettered, lettered, printed_in
from generator.plan.manifest import ComponentEntry, Manifest, PaperEntry
from generator.plan.settings import Settings
from generator.plan.tally import Paged, Tally
from generator.sheets.imposition.boards import assembly
from generator.sheets.imposition.sections import Section, backed
from generator.sheets.imposition.signatures import LEAF, leaves, spread
from generator.sheets.layout.n_up import by_hand, uncut
from generator.sheets.layout.pack import pack
from generator.sheets.layout.remarks import hint, size_remark
from generator.sheets.printable import Foot, Item, Job, Printable, SheetOptions, resized
from specs.base.errors import Declined, bad
from specs.base.languages import listed, say, speaking
from specs.model.component import PagedText, Standee
from specs.model.document import Document, Piece
from specs.model.schema import Spec
from specs.model.shapes.sizes import LARGER

if TYPE_CHECKING:
    from generator.faces.edition_mark import EditionMark
    from specs.expand.deal import Deal

MANY_SHEETS = 500  # of one paper: nobody prints more unasked
Progress = Callable[[str], None]
Agreed = Callable[[str], bool | None]  # asks; None where there is nobody to be asked


class Press(Struct, frozen=True):
    """What a build prints with: the game with names as sheets write them, which of its pieces are printed, and how."""

    document: Document
    pieces: Pieces
    settings: Settings
    progress: Progress
    faces: Faces
    ink: InkMode
    prints: Fingerprints
    told: Spec  # the game with the names it has
    names: Lettered
    agreed: Agreed | Literal[True] = True  # to more than MANY_SHEETS of one paper
    jobs: int = 1
    mark: EditionMark | None = None  # on every piece

    @property
    def components(self) -> tuple[str, ...]:
        return tuple(self.pieces)

    def backed(self) -> bool:
        """Whether anything is printed on the other side at all."""
        return any(self.has_back(name) for name in self.components)

    def has_back(self, name: str) -> bool:
        component = self.document.spec.components[name]
        if isinstance(component, PagedText):
            return any(back is not None for piece in self.pieces[name] for _, back in self.leaves(piece))
        return component.back is not None and not component.folds()

    def leaves(self, piece: Piece) -> Sequence[LEAF]:
        """The sheets of a text. Raises SpecError."""
        component = self.document.spec.components[piece.component]
        impose = component.pages.impose if isinstance(component, PagedText) else "none"
        return leaves(self.faces.pages(piece), component.size_mm, impose)

    def scenes(self, piece: Piece) -> tuple[Scene, Scene | None, Scene | None]:
        """Front, back and flap. Raises SpecError."""
        return self.faces.front(piece), self.faces.back(piece), self.faces.side(piece, "flap")

    def sides(self, piece: Piece) -> Sequence[Scene | None]:
        """All that a piece looks like: front, back and flap, or the pages of a text. Raises SpecError."""
        is_text = isinstance(self.document.spec.components[piece.component], PagedText)
        return self.faces.pages(piece) if is_text else self.scenes(piece)

    def fingerprints(self, pieces: Pieces) -> dict[str, str]:
        """What tells a changed face, by piece. Raises SpecError."""
        return {
            piece.id: self.prints.of(self.sides(piece), cut)
            for name, each in pieces.items()
            for cut in (self.cut(name),)
            for piece in each
        }

    def cut(self, name: str) -> bytes:
        component = self.document.spec.components[name]
        return self.prints.cut(component.size_mm, component.bleed, trim(self.document, name))

    def item(self, piece: Piece, cut: bytes, tally: Tally) -> Item:
        front, back, flap = scenes = self.scenes(piece)
        looks = [None if scene is None else self.prints.scene(scene) for scene in scenes]
        for scene, look in zip(scenes[:2], looks, strict=False):
            if scene is not None and look is not None:
                tally.face(piece, look, self.faces.markers(scene))
        tally.prints[piece.id] = self.prints.told(looks, cut)
        inked = [None if scene is None else self.ink(scene) for scene in (back, flap)]
        return Item(piece.id, self.ink(self.marked(piece.component, front)), *inked)

    def marked(self, name: str, front: Scene) -> Scene:
        """A component's front with the edition on it, where that is asked for."""
        return front if self.mark is None else self.mark.on(front, self.size(name), trim(self.document, name))

    def leaf(self, piece: Piece, leaf: LEAF, cut: bytes, tally: Tally) -> Item:
        for page in self.faces.pages(piece):
            tally.face(piece, self.prints.scene(page), ())
        tally.prints[piece.id] = self.prints.of(self.faces.pages(piece), cut)
        front, back = leaf
        return Item(piece.id, self.ink(front), None if back is None else self.ink(back))

    def printable(self, name: str, group: str, pieces: Sequence[Piece], tally: Tally) -> Printable:
        cut, component = self.cut(name), self.document.spec.components[name]
        printable = as_printable(self.document, name, len(pieces), group=group, foot=self.foot)
        if isinstance(component, PagedText):
            (piece,) = pieces
            sheets = self.leaves(piece)
            drawn = replace(
                printable,
                count=len(sheets),
                backs=self.has_back(name),
                item=lambda number: self.leaf(piece, sheets[number], cut, tally),
            )
        else:
            drawn = replace(printable, item=lambda number: self.item(pieces[number], cut, tally))
        return resized(drawn, LARGER) if component.large and self.settings.given.large else drawn

    def printables(self, tally: Tally) -> list[Printable]:
        """What is cut out or read, component by component, not drawn yet."""
        return [
            self.printable(name, group, tuple(pieces), tally)
            for name in self.components
            for group, pieces in groupby(self.pieces[name], attrgetter("group"))
        ]

    def sections(self, printables: Sequence[Printable], sheet: SheetOptions, tally: Tally) -> list[Section]:
        """What is printed on a paper: pages to read, card to cut, what a seed deals. Raises Declined, SpecError."""
        paper, card = ([part for part in printables if part.stock == stock] for stock in ("paper", "card"))
        papers, cards = pack(paper, sheet), pack(card, sheet)
        for job in (*papers, *cards):
            if said := size_remark(job):
                tally.remark(said)
        if titles := [job.printable.title for job in (*papers, *cards) if uncut(job, sheet)]:
            tally.remark(say("Cut by hand, for want of room between the marks: {titles}.", titles=listed(titles)))
        planned = sum(job.sheets for job in (*papers, *cards))
        if planned > MANY_SHEETS:
            self.ask(f"{planned:,} sheets")
        boards = [assembly(job.printable, job.options) for job in (*papers, *cards) if not job.slots]
        read = [page for front in (*boards, *self.layouts(sheet)) for page in backed(front, sheet)]
        found = [
            Section("paper", tuple(read), tuple(papers)),
            Section("card", (), tuple(cards)),
            Section("paper", *self.seeded(sheet), seeded=True),
        ]
        return [section for section in found if section.read or section.jobs]

    def advice(self, printables: Sequence[Printable], sections: Sequence[Section], sheet: SheetOptions) -> str:
        """What would save sheets of this paper, in a sentence; empty where nothing would, or nobody may choose."""
        now = sum(job.sheets for section in sections if not section.seeded for job in section.jobs)
        if sheet.fixed is not None or now > MANY_SHEETS:
            return ""
        given = self.settings.given
        own_margin = given.margin is None and sheet.margins is None
        return hint(printables, sheet, now, bleed=given.bleed is None, margin=own_margin)

    def duplexed(self, sheet: SheetOptions) -> SheetOptions:
        """How a paper is printed on, where nothing has a back on one side."""
        return sheet if self.backed() else replace(sheet, duplex="none")

    def forget(self, *, passing: bool = False) -> None:
        """Let go of all that was drawn, so that what comes is drawn as in a process of its own; `passing` as faces have
        it."""
        self.faces.forget(passing=passing)
        self.prints.forget()
        self.ink.forget()

    def tell(self, components: Sequence[str], sheets: int) -> None:
        """How far the build is."""
        self.progress(say("{titles}: sheet {n}", titles=", ".join(map(self.title, components)), n=sheets))

    def ask(self, many: str) -> None:
        """Whether so many sheets are meant. Raises Declined, and SpecError where there is nobody to be asked."""
        agreed = self.agreed if isinstance(self.agreed, bool) else self.agreed(say("{many}; print them?", many=many))
        if agreed is None:
            raise bad("over-limit", "--yes", many, "--yes where so many are meant, or --only some of the components")
        if not agreed:
            raise Declined(say("Nothing was written."))

    def inked(self, item: Callable[[int], Item], number: int) -> Item:
        found = item(number)
        return replace(found, front=self.ink(found.front), back=None if found.back is None else self.ink(found.back))

    @property
    def deal(self) -> Deal | None:
        """What the seed deals, where it is asked for and there is anything to deal."""
        given = self.settings.given
        if given.seed is None or given.players is None or not deals(self.document):
            return None
        from specs.expand.deal import deal

        return deal(self.document, given.players, given.seed)

    @property
    def foot(self) -> Foot:
        """What each sheet's foot says beside its component and number: the game; spec's hash, credit. No seed: what
        stays is the same for every seed."""
        spec = self.document.spec
        said = "".join(f" {words.tag} {words.sha256[:8]}" for words in self.document.all_words)
        credit = ", ".join(filter(None, (designed(spec), personal())))
        return Foot(spec.title, f"spec {self.document.sha256[:8]}{said} · {credit}", self.names.others)

    @property
    def seeded_foot(self) -> Foot:
        return self.foot._replace(credit=f"{say('seed {seed}', seed=self.settings.given.seed)} · {self.foot.credit}")

    def size(self, name: str) -> tuple[float, float]:
        return self.document.spec.components[name].size_mm

    def named(self, page: Page) -> str:
        """What a page is called in a list: as its bookmarks are, or by the components on it."""
        if page.bookmarks:
            first, *others = page.bookmarks
            start = first.partition(": ")[0] + ": "
            return ", ".join((first, *(each.removeprefix(start) for each in others)))
        titles = list(dict.fromkeys(map(self.title, page.components)))
        more = (say("{n} more", n=len(titles) - 3),) if len(titles) > 4 else ()
        return ", ".join((*(titles[:3] if more else titles), *more))

    def title(self, name: str) -> str:
        components = self.document.spec.components
        return components[name].title if name in components else name.title()

    def layouts(self, sheet: SheetOptions) -> Iterator[Page]:
        given = self.settings.given
        if self.document.spec.setup.layouts and (given.layout or self.settings.whole):
            from generator.sheets.handouts.layouts import layout_pages

            yield from map(self.ink.page, layout_pages(self.document, sheet, self.foot, given.players, given.layout))

    def seeded(self, sheet: SheetOptions) -> tuple[tuple[Page, ...], tuple[Job, ...]]:
        """The seed's pages, the slips of its hands at the foot of the first; or slips on sheets of their own, which fit
        no label and no die."""
        if self.deal is None:
            return (), ()
        sheet = by_hand(sheet)
        from generator.sheets.handouts.handout import Thumbnails
        from generator.sheets.handouts.setup import hands
        from generator.sheets.handouts.setup.tracks import setup_pages

        foot = self.seeded_foot
        slips = hands.slips(self.document, self.deal, Thumbnails(self.document, self.faces), foot)
        if slips is not None:
            slips = replace(slips, item=partial(self.inked, slips.item))
        kept = 0.0 if slips is None or not (self.deal.tracks or self.deal.open) else hands.room(slips, sheet)
        fronts = list(setup_pages(self.document, self.deal, self.faces, sheet, foot, kept))
        for other in self.document.others:
            with speaking(printed_in(other)):
                names = lettered(other)
                drawn = Faces(names.document, frozenset(self.settings.given.options), large=self.settings.given.large)
                fronts += setup_pages(names.document, self.deal, drawn, sheet, self.seeded_foot)
        read: list[Page] = []
        for front in map(self.ink.page, fronts):
            slipped = slips if kept and not read else None
            read += backed(front, sheet) if slipped is None else hands.below(front, slipped, sheet)
        jobs = () if slips is None or kept else pack([slips], replace(sheet, fixed=None))
        return tuple(read), tuple(jobs)

    def entry(self, name: str, tally: Tally, paged: Paged) -> ComponentEntry:
        component = self.told.components[name]
        larger = LARGER if component.large and self.settings.given.large else 1.0
        width, height = (round(larger * side, 3) for side in component.size_mm)
        pages = tuple(paged.pages.get(name, ()))
        return ComponentEntry(
            component.title, component.shape, len(self.pieces[name]), tally.faces(name), width, height, pages
        )

    def manifest(self, tally: Tally, papers: Mapping[str, Paged], prints: Mapping[str, str]) -> Manifest:
        """What was printed; the first paper stands for all but in `papers`."""
        document = self.document
        first = next(iter(papers.values()))
        return Manifest(
            game=document.spec.game,
            title=self.told.title,
            edition=document.edition,
            spec=document.file.name,
            spec_sha256=document.sha256,
            options=self.settings.record(),
            components={name: self.entry(name, tally, first) for name in self.components},
            sheets=first.sheets,
            pages=first.count,
            papers={
                name: PaperEntry(list(sheet.paper), paged.sheets, paged.count, paged.stocks)
                for name, sheet in self.settings.papers
                if name in papers  # a shop has its own
                for paged in (papers[name],)
            },
            fiducials=tally.fiducials,
            faces=prints,
        )


def pressed(
    document: Document,
    settings: Settings,
    progress: Progress = lambda _: None,
    agreed: Agreed | Literal[True] = True,
    jobs: int = 1,
) -> Press:
    """What prints a document as its settings ask for. Raises SpecError where no piece is left."""
    pieces, ink = chosen(document, settings.components, settings.choice), InkMode(settings.given.ink)
    if settings.given.true_colours:
        from generator.draw.colour.tone import Corrected
        from generator.plan.printers import toned

        ink = Corrected(settings.given.ink, toned(settings.given.printer))
    drawn = replace(document, pieces={**document.pieces, **pieces})
    faces = Faces(drawn, frozenset(settings.given.options), large=settings.given.large)
    names, prints = lettered(document), Fingerprints()
    mark = None
    if settings.given.edition_mark:
        from generator.faces.edition_mark import EditionMark

        mark = EditionMark(document.edition)
    told = document.spec
    return Press(names.document, pieces, settings, progress, faces, ink, prints, told, names, agreed, jobs, mark)


def deals(document: Document) -> bool:
    """Whether a seed changes anything: whether there is anything to deal."""
    rules = document.spec.setup
    return bool(rules.tracks or rules.open or rules.boards or rules.hands)


def as_printable(document: Document, name: str, count: int, *, group: str = "", foot: Foot) -> Printable:
    """A component, or a group of it, as the sheets see it, its pieces not drawn."""
    component = document.spec.components[name]
    width, height = component.size_mm
    cut, bleed, clear, fit = trim(document, name), component.bleed, 0.0, component.fit
    if isinstance(component, PagedText):
        if component.pages.impose != "none":
            width, height = spread((width, height), component.pages.impose)
            cut, bleed, fit = geo.rectangle(0.0, 0.0, width, height), 0.0, True
        clear = 0.0 if component.front else min(component.pages.margins)
    stands = isinstance(component, Standee)
    creases = () if stands else tuple(part for a, b in component.folds() for part in (("M", *a), ("L", *b)))
    return Printable(
        id=name,
        title=f"{component.title}: {group}" if group else component.title,
        width=width,
        height=height,
        bleed=bleed,
        trim=cut,
        lattice=component.lattice,
        count=count,
        backs=component.back is not None,
        folds=stands,
        base=component.base,
        sheet=component.sheet,
        alone=bool(group),
        orientation=component.orientation,
        fit=fit,
        clear=clear,
        stock=component.stock or ("paper" if component.sheet else "card"),
        turns=component.turns,
        footer=foot,
        creases=creases,
    )


def designed(spec: Spec) -> str:
    """Who designed the game, where the spec says so."""
    return say("designed by {designer}", designer=spec.credits.designer) if spec.credits.designer else ""


def personal() -> str:
    """What a printed copy is for."""
    return say("for personal use")
