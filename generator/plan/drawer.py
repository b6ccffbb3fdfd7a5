"""Draws what a build prints: its pieces as items to be laid on sheets, and the pages beside them. Counts what
it draws."""

from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from msgspec import Struct, field
from msgspec.msgpack import Encoder
from msgspec.structs import replace

from generator.draw.colour.ink import InkMode
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Page, Scene
from generator.faces.faces import Faces
from generator.faces.outline import EditionMark, trim
from generator.plan.manifest import FaceCounts
from generator.plan.printers import toned
from generator.plan.selection import Selection, printable_titles, printed_in, select
from generator.plan.settings import Settings
from generator.sheets.imposition.sections import Leaf, backed, leaves, spread
from generator.sheets.layout.n_up import by_hand
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Foot, Item, Job, Printable, SheetOptions, resized
from specs.base.languages import speaking
from specs.model.component import PagedText, Standee, panel_folds
from specs.model.document import Document, Piece
from specs.model.shapes.sizes import LARGER


class Fingerprints:
    """Fingerprints of a piece's faces, a few letters each: the same on any machine as long as the drawing is the same;
    pictures and fonts count by their files' content."""

    def __init__(self) -> None:
        self._files: dict[Path, bytes] = {}
        self._kept: dict[int, tuple[Scene, bytes]] = {}
        self._encoder = Encoder(enc_hook=self._file)

    def of(self, scenes: Sequence[Scene | None], cut: bytes) -> str:
        """Return the fingerprint of a piece by its sides' drawings, and by how it is cut."""
        return self.joined([None if scene is None else self.scene(scene) for scene in scenes], cut)

    @staticmethod
    def joined(looks: Sequence[bytes | None], cut: bytes) -> str:
        """Return the same, from what `scene` returned for each side."""
        return blake2b(b"".join([cut, *[look or b"-" for look in looks]]), digest_size=8).hexdigest()

    def cut(self, *values: object) -> bytes:
        """Return what `of` takes for a component's size, bleed and cut line."""
        return self._encoder.encode(values)

    def forget(self) -> None:
        """Forget the drawings seen so far."""
        self._kept.clear()

    def scene(self, scene: Scene) -> bytes:
        """Return the fingerprint of one drawing."""
        if not scene.reusable:
            return blake2b(self._encoder.encode(scene.nodes), digest_size=16).digest()
        kept = self._kept.get(id(scene))
        if kept is None:
            found = blake2b(self._encoder.encode(scene.nodes), digest_size=16).digest()
            kept = self._kept[id(scene)] = scene, found
        return kept[1]

    def _file(self, value: object) -> bytes:
        """Return a file in a drawing by its content. Raises OSError."""
        if not isinstance(value, Path):
            raise TypeError(f"{type(value).__name__} in a drawing, which no fingerprint is made of")
        if value not in self._files:
            self._files[value] = blake2b(value.read_bytes(), digest_size=16).digest()
        return self._files[value]


class Drawer(Struct, frozen=True):
    """Draws the pieces of a selection in its ink, with the edition on them if asked for."""

    selection: Selection
    faces: Faces
    ink: InkMode
    prints: Fingerprints
    mark: EditionMark | None
    counts: FaceCounts = field(default_factory=FaceCounts)

    # ---- pieces --------------------------------------------------------------------------------

    def backed(self) -> bool:
        """Return whether anything has a back."""
        return any(map(self.has_back, self.selection.components))

    def has_back(self, name: str) -> bool:
        component = self.selection.document.spec.components[name]
        if isinstance(component, PagedText):
            return any(back is not None for piece in self.selection.pieces[name] for _, back in self.leaves(piece))
        return component.back is not None and not component.folds()

    def leaves(self, piece: Piece) -> Sequence[Leaf]:
        """Return the sheets of a text. Raises SpecError."""
        component = self.selection.document.spec.components[piece.component]
        impose = component.pages.lay if isinstance(component, PagedText) else "none"
        return leaves(self.faces.pages(piece), component.size_mm, impose)

    def sides(self, piece: Piece) -> Sequence[Scene | None]:
        """Return all sides of a piece: front, back and flap, or the pages of a text. Raises SpecError."""
        if isinstance(self.selection.document.spec.components[piece.component], PagedText):
            return self.faces.pages(piece)
        return self.faces.front(piece), self.faces.back(piece), self.faces.side(piece, "flap")

    def fingerprints(self) -> dict[str, str]:
        """Return the fingerprint of each piece. Raises SpecError."""
        return {
            piece.id: self.prints.of(self.sides(piece), cut)
            for name, pieces in self.selection.pieces.items()
            for cut in (self._cut(name),)
            for piece in pieces
        }

    def marked(self, name: str, front: Scene) -> Scene:
        """Return a component's front with the edition on it, if asked for."""
        if self.mark is None:
            return front
        return self.mark.on(front, self.selection.size(name), trim(self.selection.document, name))

    def printables(self) -> list[Printable]:
        """Return what is cut out or read, component by component, not drawn yet."""
        return [
            self.printable(name, tuple(pieces), group)
            for name in self.selection.components
            for group, pieces in groupby(self.selection.pieces[name], attrgetter("group"))
        ]

    def printable(self, name: str, pieces: Sequence[Piece], group: str = "") -> Printable:
        document, cut = self.selection.document, self._cut(name)
        component = document.spec.components[name]
        printable = as_printable(document, name, len(pieces), group=group, foot=self.selection.foot)
        if isinstance(component, PagedText):
            text = pieces[0]  # the others are copies of it
            sheets, back = [*self.leaves(text)] * len(pieces), self.has_back(name)
            item = partial(self._leaf, text, sheets, cut)
            drawn = replace(printable, count=len(sheets), backs=back, item=item)
        else:
            drawn = replace(printable, item=lambda number: self._item(pieces[number], cut))
        return resized(drawn, LARGER) if component.print.large and self.selection.settings.given.large else drawn

    def _cut(self, name: str) -> bytes:
        """Return a component's size, bleed and cut line, as fingerprints take them."""
        document = self.selection.document
        return self.prints.cut(
            self.selection.size(name), document.spec.components[name].print.bleed, trim(document, name)
        )

    def _item(self, piece: Piece, cut: bytes) -> Item:
        front, back, flap = sides = (self.faces.front(piece), self.faces.back(piece), self.faces.side(piece, "flap"))
        self._count(piece, sides, cut, sides[:2])
        return self._inked(Item(piece.id, self.marked(piece.component, front), back, flap))

    def _leaf(self, piece: Piece, sheets: Sequence[Leaf], cut: bytes, number: int) -> Item:
        pages = self.faces.pages(piece)
        self._count(piece, pages, cut, pages)
        return self._inked(Item(piece.id, *sheets[number]))

    def _inked(self, item: Item) -> Item:
        others = (None if scene is None else self.ink(scene) for scene in (item.back, item.flap))
        return Item(item.piece, self.ink(item.front), *others)

    def _count(self, piece: Piece, sides: Sequence[Scene | None], cut: bytes, faces: Sequence[Scene | None]) -> None:
        """Count a drawn piece: which of its sides are faces, and its fingerprint."""
        looks = [None if scene is None else self.prints.scene(scene) for scene in sides]
        for scene, look in zip(faces, looks, strict=False):
            if scene is not None and look is not None:
                self.counts.face(piece, look, self.faces.markers(scene))
        self.counts.prints[piece.id] = self.prints.joined(looks, cut)

    def forget(self, *, passing: bool = False) -> None:
        """Forget all drawings, so that what follows is drawn as in a fresh process; `passing` as for the faces'
        `forget`."""
        self.faces.forget(passing=passing)
        self.prints.forget()
        self.ink.forget()

    # ---- pages beside them ---------------------------------------------------------------------

    def layouts(self, sheet: SheetOptions) -> Iterator[Page]:
        """Yield the layouts of the spec, a page each."""
        selection, given = self.selection, self.selection.settings.given
        if selection.document.spec.setup.layouts and (given.layout or selection.settings.whole):
            from generator.sheets.handouts.layouts import layout_pages  # few games have any

            pages = layout_pages(selection.document, sheet, selection.foot, given.players, given.layout)
            yield from map(self.ink.page, pages)

    def setup(self, sheet: SheetOptions) -> tuple[tuple[Page, ...], tuple[Job, ...]]:
        """Return the pages that a seed deals, the slips of its hands at the foot of the first; or slips on sheets of
        their own, which fit no label and no die."""
        selection, deal = self.selection, self.selection.deal()
        if deal is None:
            return (), ()
        from generator.sheets.handouts import hands
        from generator.sheets.handouts.handout import Thumbnails  # few builds deal
        from generator.sheets.handouts.setup import setup_pages

        sheet, foot = by_hand(sheet), selection.seeded_foot
        slips = hands.slips(selection.document, deal, Thumbnails(selection.document, self.faces), foot)
        if slips is not None:
            draw = slips.item
            slips = replace(slips, item=lambda number: self._inked(draw(number)))
        kept = 0.0 if slips is None or not (deal.tracks or deal.open) else hands.room(slips, sheet)
        fronts = list(setup_pages(selection.document, deal, self.faces, sheet, foot, kept))
        for other in selection.document.others:
            with speaking(printed_in(other)):
                titles = printable_titles(other)
                faces = _faces(titles.document, selection.settings)
                fronts += setup_pages(titles.document, deal, faces, sheet, selection.seeded_foot)
        read: list[Page] = []
        for front in map(self.ink.page, fronts):
            slipped = slips if kept and not read else None
            read += backed(front, sheet) if slipped is None else hands.below(front, slipped, sheet)
        jobs = () if slips is None or kept else pack([slips], replace(sheet, fixed=None))
        return tuple(read), tuple(jobs)


def drawer_of(document: Document, settings: Settings, like: Faces | None = None) -> Drawer:
    """Return the drawer of a document with these settings; what is unchanged since it drew the faces `like` these is
    not drawn again. Raises SpecError if no piece is left."""
    selection, given = select(document, settings), settings.given
    ink = InkMode(given.ink)
    if given.true_colours:
        from generator.draw.colour.vision import Corrected  # it loads what few builds need

        ink = Corrected(given.ink, toned(given.printer))
    drawn = replace(document, pieces={**document.pieces, **selection.pieces})
    mark = EditionMark(document.edition) if given.edition_mark else None
    return Drawer(selection, _faces(drawn, settings, like), ink, Fingerprints(), mark)


def _faces(document: Document, settings: Settings, like: Faces | None = None) -> Faces:
    given = settings.given
    return Faces(document, frozenset(given.options), large=given.large, like=like, keep=like is not None)


def as_printable(document: Document, name: str, count: int, *, group: str = "", foot: Foot) -> Printable:
    """Return a component, or a group of it, as the sheets see it, its pieces not drawn."""
    component = document.spec.components[name]
    width, height = component.size_mm
    how, cut, clear = component.print, trim(document, name), 0.0
    bleed, fit = how.bleed, how.shrink
    if isinstance(component, PagedText):
        if component.pages.lay != "none":
            width, height = spread((width, height), component.pages.lay)
            cut, bleed, fit = geo.rectangle(0.0, 0.0, width, height), 0.0, True
        clear = 0.0 if component.front else min(component.pages.margins)
    stands = isinstance(component, Standee)
    folds = () if stands else (*component.folds(), *panel_folds(how.grid, width, height))
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
        base=component.standee.depth,
        slotted=isinstance(component, Standee) and component.slotted,
        sheet=how.page,
        alone=bool(group),
        pad=how.page and count == 1 and component.back is None and not isinstance(component, PagedText),
        orientation="auto" if how.lay == "any_turn" else how.lay,
        fit=fit,
        grid=how.grid,
        clear=clear,
        stock=how.stock or ("paper" if how.page else "card"),
        turns=how.lay == "any_turn",
        footer=foot,
        creases=tuple(part for a, b in folds for part in (("M", *a), ("L", *b))),
    )
