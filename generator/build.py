"""A spec and its options to files: one folder a game, replaced as a whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator import posters
from generator.check import faults
from generator.draw.ink import InkMode
from generator.draw.scene import Page, Scene
from generator.faces.faces import Faces
from generator.faces.outline import trim
from generator.options import Settings, bad, by_default
from generator.publish import ComponentEntry, Manifest, publish, staging
from generator.sheets.impose import impose
from generator.sheets.pack import pack
from generator.sheets.printable import Item, Printable
from specs.document import Document, Piece
from specs.errors import SpecError
from specs.files import replace_text
from specs.sizes import size_mm

PREVIEW_DPI = 64.0
Progress = Callable[[str], None]
_UNSAFE = re.compile(r"[^\w.+-]+")


class Built(Struct, frozen=True):
    """What a build wrote. `files` are paths in `folder`, the manifest last."""

    folder: Path
    files: tuple[str, ...]
    manifest: Manifest


class _Tally(Struct):
    """What a build has printed: pages and faces by component, fiducials by piece."""

    pages: dict[str, list[int]] = {}
    sheets: int = 0
    page_count: int = 0
    fiducials: dict[str, list[int]] = {}
    distinct: dict[str, set[int]] = {}
    streamed: dict[str, int] = {}

    def face(self, piece: Piece, scene: Scene, marks: Sequence[int]) -> None:
        if not scene.reusable:
            self.streamed[piece.component] = self.streamed.get(piece.component, 0) + 1
            return
        self.distinct.setdefault(piece.component, set()).add(id(scene))
        if marks:
            self.fiducials.setdefault(piece.id, []).extend(marks)

    def page(self, page: Page) -> None:
        self.page_count += 1
        self.sheets += page.side != "back"
        for name in page.components:
            self.pages.setdefault(name, []).append(self.page_count)

    def faces(self, name: str) -> int:
        """How many different faces a component has."""
        return len(self.distinct.get(name, ())) + self.streamed.get(name, 0)


class _Build(Struct, frozen=True):
    """A build: what is printed, and how."""

    document: Document
    settings: Settings
    progress: Progress
    faces: Faces
    ink: InkMode

    @property
    def components(self) -> tuple[str, ...]:
        return self.settings.components

    def backed(self) -> bool:
        """Whether anything is printed on the other side at all."""
        components = self.document.spec.components
        return any(
            components[name].back is not None and components[name].shape != "standee" for name in self.components
        )

    def item(self, piece: Piece, tally: _Tally) -> Item:
        front, back = self.faces.front(piece), self.faces.back(piece)
        for scene in (front, back):
            if scene is not None:
                tally.face(piece, scene, self.faces.markers(scene))
        flap = self.faces.flap(piece)
        inked = [None if scene is None else self.ink(scene) for scene in (back, flap)]
        return Item(piece.id, self.ink(front), *inked)

    def printable(self, name: str, group: str, pieces: Sequence[Piece], tally: _Tally) -> Printable:
        component = self.document.spec.components[name]
        width, height = size_mm(component)
        lattices = {name: name for name in ("circle", "hex-flat", "hex-pointy", "outline")} | {"block": "outline"}
        return Printable(
            id=name,
            title=f"{component.title}: {group}" if group else component.title,
            width=width,
            height=height,
            bleed=component.bleed,
            trim=trim(self.document, name),
            lattice=lattices.get(component.shape, "square"),
            count=len(pieces),
            backs=component.back is not None,
            items=(self.item(piece, tally) for piece in pieces),
            folds=component.shape == "standee",
            base=component.base,
            sheet=component.sheet,
            alone=bool(group),
            footer=footer(self.document, self.settings),
        )

    def stream(self, tally: _Tally) -> Iterator[Page]:
        """Every page, one at a time, in printing order, counted as it passes."""
        sheet = self.settings.sheet if self.backed() else replace(self.settings.sheet, duplex="none")
        printables = [
            self.printable(name, group, tuple(pieces), tally)
            for name in self.components
            for group, pieces in groupby(self.document.pieces[name], attrgetter("group"))
        ]
        for page in chain(impose(pack(printables, sheet)), self.setup(sheet.duplex in ("long-edge", "short-edge"))):
            tally.page(page)
            self.progress(f"{', '.join(map(self.title, page.components))}: sheet {tally.sheets}")
            yield page

    def title(self, name: str) -> str:
        components = self.document.spec.components
        return components[name].title if name in components else name.title()

    def setup(self, duplexed: bool) -> Iterator[Page]:
        """Layout sheets and the seed's deal, each with a blank back where the sheets around it have backs."""
        for page in self.setup_fronts():
            yield page
            if duplexed:
                box = (0.0, 0.0, page.width, page.height)
                yield Page(page.width, page.height, (), box, box, page.components, "back")

    def setup_fronts(self) -> Iterator[Page]:
        settings, rules = self.settings, self.document.spec.setup
        foot = footer(self.document, settings)
        default = by_default(self.document.spec, settings.options)
        if rules.layouts and (settings.layout or settings.components == default):
            from generator.handouts.layouts import layout_pages

            yield from layout_pages(self.document, settings.sheet, foot, settings.players, settings.layout)
        deals = rules.tracks or rules.open or rules.boards or rules.hands
        if settings.seed is None or settings.players is None or not deals:
            return
        from generator.handouts.deal import setup_pages
        from specs.deal import deal

        dealt = deal(self.document, settings.players, settings.seed)
        yield from setup_pages(self.document, dealt, self.faces, settings.sheet, foot, self.ink)

    def entry(self, name: str, tally: _Tally) -> ComponentEntry:
        component = self.document.spec.components[name]
        width, height = size_mm(component)
        pages = tuple(tally.pages.get(name, ()))
        count = len(self.document.pieces[name])
        return ComponentEntry(component.title, component.shape, count, tally.faces(name), width, height, pages)

    def manifest(self, tally: _Tally) -> Manifest:
        document = self.document
        return Manifest(
            game=document.spec.game,
            title=document.spec.title,
            spec=document.file.name,
            spec_sha256=document.sha256,
            options=self.settings.record(),
            components={name: self.entry(name, tally) for name in self.components},
            sheets=tally.sheets,
            pages=tally.page_count,
            fiducials=tally.fiducials,
        )


def footer(document: Document, settings: Settings) -> tuple[str, str]:
    """What each sheet's foot says beside its component and number: the game; seed, spec's hash, credit."""
    seed = () if settings.seed is None else (f"seed {settings.seed}",)
    credit = f"designed by {document.spec.credits.designer}, for personal use"
    return document.spec.title, " · ".join((*seed, f"spec {document.sha256[:8]}", credit))


def build(document: Document, settings: Settings, out: Path, progress: Progress) -> Built:
    """Build a game's files under `out/GAME`. On any failure what was there stays as it was.

    Raises SpecError, with every face's fault, and OSError.
    """
    game = document.spec.game
    folder = out / game
    for place in (out, folder):
        if place.exists() and not place.is_dir():
            raise bad("--out", f"'{place}', which is a file", "a folder, or a new name")
    job = _Build(document, settings, progress, Faces(document, frozenset(settings.options)), InkMode(settings.ink))
    try:
        with staging(out, game) as staged:
            manifest = job.manifest(_write(job, staged))
            return Built(folder, publish(staged, folder, manifest), manifest)
    except SpecError as error:
        raise SpecError(faults(document, settings.components, settings.options) or error.faults) from None


def _write(job: _Build, staged: Path) -> _Tally:
    """Print all there is into a folder; what that was."""
    wanted = job.settings.formats
    tally = _Tally()
    pages = job.stream(tally)
    if "svg" in wanted:
        pages = _sheets(pages, staged / "sheets")
    if "pdf" in wanted:
        from generator.formats import pdf

        spec = job.document.spec
        duplex = job.settings.sheet.duplex
        meta = pdf.Meta(
            title=spec.title,
            author=spec.credits.designer,
            subject=spec.text,
            keywords=f"print and play, {spec.game}",
            duplex=duplex if job.backed() and duplex.endswith("edge") else "",
        )
        pdf.write(pages, meta, staged / f"{spec.game}.pdf")
    else:
        for _ in pages:
            pass
    whole = (job.printable(name, "", job.document.pieces[name], _Tally()) for name in job.components)
    posters.write(job.document, whole, job.faces, job.ink, job.settings, staged / "posters")
    if "svg" in wanted:
        _pieces(job, staged / "pieces")
    if "png" in wanted:
        from generator.formats import png
        from generator.handouts import preview

        job.progress("preview")
        png.render_page(
            preview.page(job.document, job.faces, job.components, job.ink), PREVIEW_DPI, staged / "preview.png"
        )
    return tally


def _sheets(pages: Iterator[Page], folder: Path) -> Iterator[Page]:
    """The pages, each written as an SVG as it passes."""
    from generator.formats import svg

    folder.mkdir()
    for number, page in enumerate(pages, 1):
        replace_text(
            folder / f"{number:03}-{_UNSAFE.sub('_', '+'.join(page.components))[:60]}-{page.side}.svg",
            svg.page_svg(page),
        )
        yield page


def _pieces(job: _Build, folder: Path) -> None:
    """One SVG a distinct face, cut to its shape, named for the first piece that has it."""
    from generator.formats import svg

    folder.mkdir()
    used: set[str] = set()
    for name in job.components:
        component = job.document.spec.components[name]
        width, height = size_mm(component)
        box, cut = (0.0, 0.0, width, height), trim(job.document, name)
        done: set[int] = set()
        for piece in job.document.pieces[name]:
            sides: tuple[tuple[str, Scene | None], ...] = (
                ("", job.faces.front(piece)),
                ("-back", job.faces.back(piece)),
            )
            for suffix, scene in sides:
                if scene is None or (scene.reusable and id(scene) in done):
                    continue
                if scene.reusable:
                    done.add(id(scene))
                stem = piece.id if piece.id.startswith(name) else f"{name}-{piece.id}"
                target = _free(_UNSAFE.sub("_", stem) + suffix, used)
                job.progress(f"{component.title}: {target}")
                replace_text(folder / f"{target}.svg", svg.scene_svg(Scene(box, job.ink(scene).nodes), clip=cut))


def _free(stem: str, used: set[str]) -> str:
    """The stem, or with a number where it is taken; some file systems take A for a."""
    name, number = stem, 2
    while name.casefold() in used:
        name, number = f"{stem}-{number}", number + 1
    used.add(name.casefold())
    return name
