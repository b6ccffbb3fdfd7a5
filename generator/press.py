"""A build's pages: the pieces asked for, drawn, laid on sheets, counted. Nothing is written here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.choose import Pieces
from generator.draw.ink import InkMode
from generator.draw.scene import Page, Scene
from generator.faces.faces import Faces
from generator.faces.outline import trim
from generator.fingerprints import Fingerprints
from generator.labels import Lettered
from generator.publish import ComponentEntry, Manifest, PaperEntry
from generator.settings import Settings
from generator.sheets.impose import impose
from generator.sheets.job import Job
from generator.sheets.larger import sheets_of, size_remark
from generator.sheets.leaves import back_to_back
from generator.sheets.pack import pack
from generator.sheets.printable import Foot, Item, Printable, SheetOptions
from generator.sheets.scaled import scaled
from generator.tally import Paged, Tally
from generator.words import bad
from specs.document import Document, Piece
from specs.ground.errors import Declined
from specs.schema import Spec
from specs.sizes import NET_SHAPES, size_mm

if TYPE_CHECKING:
    from specs.deal import Deal

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

    @property
    def components(self) -> tuple[str, ...]:
        return tuple(self.pieces)

    def backed(self) -> bool:
        """Whether anything is printed on the other side at all."""
        components = self.document.spec.components
        return any(
            components[name].back is not None and components[name].shape != "standee" for name in self.components
        )

    def scenes(self, piece: Piece) -> tuple[Scene, Scene | None, Scene | None]:
        """Front, back and flap. Raises SpecError."""
        return self.faces.front(piece), self.faces.back(piece), self.faces.flap(piece)

    def fingerprints(self, pieces: Pieces) -> dict[str, str]:
        """What tells a changed face, by piece. Raises SpecError."""
        return {
            piece.id: self.prints.of(self.scenes(piece), cut)
            for name, each in pieces.items()
            for cut in (self.cut(name),)
            for piece in each
        }

    def cut(self, name: str) -> bytes:
        component = self.document.spec.components[name]
        return self.prints.cut(size_mm(component), component.bleed, trim(self.document, name))

    def item(self, piece: Piece, cut: bytes, tally: Tally) -> Item:
        front, back, flap = self.scenes(piece)
        for scene in (front, back):
            if scene is not None:
                tally.face(piece, scene, self.faces.markers(scene))
        tally.prints[piece.id] = self.prints.of((front, back, flap), cut)
        inked = [None if scene is None else self.ink(scene) for scene in (back, flap)]
        return Item(piece.id, self.ink(front), *inked)

    def printable(self, name: str, group: str, pieces: Sequence[Piece], tally: Tally) -> Printable:
        cut = self.cut(name)
        printable = as_printable(self.document, name, len(pieces), group=group, foot=self.foot)
        return replace(printable, item=lambda number: self.item(pieces[number], cut, tally))

    def stream(self, sheet: SheetOptions, tally: Tally, paged: Paged) -> Iterator[Page]:
        """Every page on a paper, one at a time, in printing order, counted as it passes."""
        sheet = sheet if self.backed() else replace(sheet, duplex="none")
        printables = [
            self.printable(name, group, tuple(pieces), tally)
            for name in self.components
            for group, pieces in groupby(self.pieces[name], attrgetter("group"))
        ]
        jobs = self.packed(printables, sheet)
        for job in jobs:
            if said := size_remark(job):
                tally.remark(said)
        planned = sum(sheets_of(job) for job in jobs)
        asked = planned > MANY_SHEETS
        if asked:
            self.ask(f"{planned:,} sheets")
        for page in back_to_back(chain(impose(jobs), self.setup(sheet)), sheet):
            paged.page(page)
            if paged.sheets > MANY_SHEETS and not asked:
                asked = True
                self.ask(f"more than {MANY_SHEETS} sheets")
            self.progress(f"{', '.join(map(self.title, page.components))}: sheet {paged.sheets}")
            yield scaled(page, sheet.scale)

    def ask(self, many: str) -> None:
        """Whether so many sheets are meant. Raises Declined, and SpecError where there is nobody to be asked."""
        agreed = self.agreed if isinstance(self.agreed, bool) else self.agreed(f"{many}; print them?")
        if agreed is None:
            raise bad("--yes", many, "--yes where so many are meant, or --only some of the components")
        if not agreed:
            raise Declined("Nothing was written.")

    def packed(self, printables: list[Printable], sheet: SheetOptions) -> list[Job]:
        """All sheets of pieces, the slips of the seed's hands among them; those fit no label and no die."""
        if self.deal is None:
            return pack(printables, sheet)
        from generator.handouts.hands import slips
        from generator.handouts.pieces import Thumbnails

        pictures = Thumbnails(self.document, self.faces)
        hands = slips(self.document, self.deal, pictures, self.foot)
        if hands is not None:
            hands = replace(hands, item=partial(self.inked, hands.item))
        if hands is None or sheet.fixed is None:
            return pack([*printables, *([] if hands is None else [hands])], sheet)
        return [*pack(printables, sheet), *pack([hands], replace(sheet, fixed=None))]

    def inked(self, item: Callable[[int], Item], number: int) -> Item:
        found = item(number)
        return replace(found, front=self.ink(found.front), back=None if found.back is None else self.ink(found.back))

    @property
    def deal(self) -> Deal | None:
        """What the seed deals, where it is asked for and there is anything to deal."""
        given = self.settings.given
        if given.seed is None or given.players is None or not deals(self.document):
            return None
        from specs.deal import deal

        return deal(self.document, given.players, given.seed)

    @property
    def foot(self) -> Foot:
        """What each sheet's foot says beside its component and number: the game; seed, spec's hash, credit."""
        spec, seed = self.document.spec, self.settings.given.seed
        dealt = () if seed is None or not deals(self.document) else (f"seed {seed}",)
        credit = (
            f"designed by {spec.credits.designer}, for personal use" if spec.credits.designer else "for personal use"
        )
        return Foot(spec.title, " · ".join((*dealt, f"spec {self.document.sha256[:8]}", credit)), self.names.others)

    def title(self, name: str) -> str:
        components = self.document.spec.components
        return components[name].title if name in components else name.title()

    def setup(self, sheet: SheetOptions) -> Iterator[Page]:
        """Layout sheets and the seed's deal, each with a blank back where the sheets around it have backs."""
        for page in self.setup_fronts(sheet):
            yield page
            if sheet.duplex in ("long-edge", "short-edge"):
                box = (0.0, 0.0, page.width, page.height)
                yield Page(page.width, page.height, (), box, box, page.components, "back")

    def setup_fronts(self, sheet: SheetOptions) -> Iterator[Page]:
        given, foot = self.settings.given, self.foot
        if self.document.spec.setup.layouts and (given.layout or self.settings.whole):
            from generator.handouts.layouts import layout_pages

            yield from map(self.ink.page, layout_pages(self.document, sheet, foot, given.players, given.layout))
        dealt = self.deal
        if dealt is not None:
            from generator.handouts.deal import setup_pages

            yield from map(self.ink.page, setup_pages(self.document, dealt, self.faces, sheet, foot))

    def entry(self, name: str, tally: Tally, paged: Paged) -> ComponentEntry:
        component = self.told.components[name]
        width, height = size_mm(component)
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
            spec=document.file.name,
            spec_sha256=document.sha256,
            options=self.settings.record(),
            components={name: self.entry(name, tally, first) for name in self.components},
            sheets=first.sheets,
            pages=first.count,
            papers={
                name: PaperEntry(list(sheet.paper), papers[name].sheets, papers[name].count)
                for name, sheet in self.settings.papers
            },
            fiducials=tally.fiducials,
            faces=prints,
        )


def deals(document: Document) -> bool:
    """Whether a seed changes anything: whether there is anything to deal."""
    rules = document.spec.setup
    return bool(rules.tracks or rules.open or rules.boards or rules.hands)


def as_printable(document: Document, name: str, count: int, *, group: str = "", foot: Foot) -> Printable:
    """A component, or a group of it, as the sheets see it, its pieces not drawn."""
    component = document.spec.components[name]
    width, height = size_mm(component)
    lattices = {name: name for name in ("circle", "hex-flat", "hex-pointy", "outline")} | dict.fromkeys(
        NET_SHAPES, "outline"
    )
    return Printable(
        id=name,
        title=f"{component.title}: {group}" if group else component.title,
        width=width,
        height=height,
        bleed=component.bleed,
        trim=trim(document, name),
        lattice=lattices.get(component.shape, "square"),
        count=count,
        backs=component.back is not None,
        folds=component.shape == "standee",
        base=component.base,
        sheet=component.sheet,
        alone=bool(group),
        orientation=component.orientation,
        fit=component.fit,
        turns=component.turns,
        footer=foot,
    )
