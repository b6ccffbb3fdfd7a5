"""Builds a spec's files: one folder for each game, replaced as a whole or not at all.

A whole game goes to `OUT/GAME`; a part of it to a folder of its own below, `parts/NAME`, which leaves the whole print
as it is; an update of an older edition to `update`, files for a print shop to `shops/NAME`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from generator.building import contents
from generator.building.check import faults
from generator.building.files import pictures, write_pdf, write_posters
from generator.building.publish import NAME as MANIFEST, publish, staging
from generator.draw.scene import Page
from generator.faces.distinct import lookalikes
from generator.faces.faces import Faces
from generator.plan.drawer import Drawer, drawer_of
from generator.plan.manifest import Manifest, PageCounts, Printed, manifest
from generator.plan.plan import FilePlan, Leading, PaperPlan, Plan, plan
from generator.plan.runs import Drawing, Request, Runs
from generator.plan.selection import deals, printed_in
from generator.plan.settings import Settings
from generator.sheets.printable import SheetOptions
from specs.base.errors import Declined, Fault, SpecError, bad, forbidding, in_order
from specs.base.languages import say, speaking
from specs.base.workers.pool import WorkerPool
from specs.model.document import Document

if TYPE_CHECKING:
    from generator.building.editions import Changes
    from generator.exports.cut_files.sheets import Cuts

PARTS, UPDATE, SHOPS = "parts", "update", "shops"
DRAWN = ".drawn"  # folder for pages drawn by other processes
LONGEST_NAME = 60


class Built(Struct, frozen=True):
    """What a build wrote. `files` are paths in `folder`, the manifest last; none, and no manifest, if an older edition
    lacks nothing. `changes` is None if no older edition was named. `faces` are those of what was built."""

    folder: Path
    stem: str
    files: tuple[str, ...]
    manifest: Manifest | None
    changes: Changes | None
    remarks: tuple[str, ...]
    warnings: tuple[Fault, ...] = ()
    faces: Faces | None = None


class _Update(Struct, frozen=True):
    """What an update adds to its pieces: how the editions differ, every piece's fingerprint, the list before
    all pages."""

    changes: Changes
    prints: Mapping[str, str]
    first: Leading


def build(document: Document, settings: Settings, request: Request, before: Built | None = None) -> Built:
    """Build a game's files below `out/GAME`, in another language below `out/GAME-LANGUAGE`. On any failure the existing
    files stay as they were. What is unchanged since the build `before` is not drawn again; its artwork and fonts must
    still be the same.

    Raises SpecError with every face's fault and, if `strict`, everything that would print badly; OSError. If it takes
    very many sheets of one paper, the request's `agreed` is asked: raises Declined for a no, SpecError if there is no
    answer.
    """
    with speaking(printed_in(document)):
        game = called(document)
        home = request.out / game
        for place in (request.out, home):
            if place.exists() and not place.is_dir():
                raise bad("name-taken", "--out", f"'{place}', which is a file", "a folder, or a new name")
        # a part that is not drawn again would not give its warnings again
        like = None if before is None or before.warnings else before.faces
        drawer = drawer_of(document, settings, like)
        try:
            if settings.given.since is not None:
                return _update(drawer, request, settings.given.since)
            if settings.given.shop is not None:
                shop = Path(settings.given.shop).stem
                return _build(drawer, request, home / SHOPS / shop, f"{game}-{shop}")
            if not settings.whole:
                part = _part(document, settings)
                return _build(drawer, request, home / PARTS / part, f"{game}-{part}")
            return _build(drawer, request, home, game)
        except SpecError as error:
            raise SpecError(faults(document, settings.components, settings.given.options) or error.faults) from None


def called(document: Document) -> str:
    """Return the name of a game's folder and files, with other languages than its own."""
    return f"{document.spec.game}-{document.tongue}" if document.tongue else document.spec.game


def _part(document: Document, settings: Settings) -> str:
    """Return the name of a part of a game: that of its components, if they are all that was chosen."""
    own = (name for name in settings.components if name not in document.parts)
    return "+".join(own)[:LONGEST_NAME] if settings.given.all_pieces else "chosen"


def _update(drawer: Drawer, request: Request, since: str) -> Built:
    """Build the pieces that an older edition lacks, with sheets that say what to take out of its box."""
    from generator.building import editions

    selection = drawer.selection
    old, new = editions.before(since, drawer), editions.of(drawer)
    found, changes = editions.differences(old, new), editions.changes(old.prints, new.prints, new.known)
    wanted = {*changes.changed, *changes.new}
    folder, stem = request.out / called(selection.document), called(selection.document)
    left = {name: kept for name, each in selection.pieces.items() if (kept := tuple(p for p in each if p.id in wanted))}
    if not left and not changes.gone:
        return Built(folder, stem, (), None, changes, ())

    def first(sheet: SheetOptions) -> list[Page]:
        return editions.update(old, new, found, sheet, selection.foot)

    given = replace(selection.settings.given, seed=None, layout=None)
    settings = replace(selection.settings, given=given, components=tuple(left), whole=False)
    partly = replace(drawer, selection=replace(selection, pieces=left, settings=settings))
    return _build(partly, request, folder / UPDATE, f"{stem}-{UPDATE}", _Update(changes, new.prints, first))


def _build(drawer: Drawer, request: Request, folder: Path, stem: str, update: _Update | None = None) -> Built:
    selection = drawer.selection
    with staging(request.out, called(selection.document)) as staged:
        document = replace(selection.document, pieces=selection.pieces)
        # colours are compared first, so that the drawing processes start with their faces drawn
        mistaken = [fault for name in selection.components for fault in lookalikes(document, name, drawer.faces)]
        if selection.settings.shop is not None:
            from generator.exports.shop_files import order  # few builds are for a shop

            printed = order.write(drawer, selection.settings.shop, staged, request)
        else:
            printed = _print(drawer, request, staged, stem, None if update is None else update.first)
        printed.remarks += dict.fromkeys(_tables(drawer, staged, folder, stem))
        drawer.faces.warn(printed.faces.warned)
        warnings = in_order([*selection.warnings, *drawer.faces.flaws(), *mistaken])
        if request.strict and warnings:
            raise SpecError(forbidding(warnings))
        prints = printed.faces.prints if update is None else update.prints
        described = manifest(selection, printed, prints)
        if selection.settings.shop is None:  # files for a shop have a README of their own
            _read_first(drawer, staged, stem, described)
        files = publish(staged, folder, described)
        if request.cluster is not None:
            shutil.rmtree(request.cluster.kept, ignore_errors=True)
    changes = None if update is None else update.changes
    remarks = (*_seedless(drawer), *printed.remarks)
    return Built(folder, stem, files, described, changes, remarks, warnings, drawer.faces)


def _read_first(drawer: Drawer, staged: Path, stem: str, described: Manifest) -> None:
    """Write the file that says what to open first. Raises OSError."""
    document, settings = drawer.selection.document, drawer.selection.settings
    names = [file.relative_to(staged).as_posix() for file in staged.rglob("*") if file.is_file()]
    listing = contents.contents(document, stem, (*names, MANIFEST), described, settings)
    text = "\n".join([document.spec.title, "", *listing, ""])
    (staged / contents.NAME).write_text(text, encoding="utf-8", newline="\n")


def _seedless(drawer: Drawer) -> Iterator[str]:
    seed, document = drawer.selection.settings.given.seed, drawer.selection.document
    if seed is not None and not deals(document):
        yield say("{title} has nothing to deal, so --seed {seed} has no effect.", title=document.spec.title, seed=seed)


def _print(drawer: Drawer, request: Request, staged: Path, stem: str, first: Leading | None) -> Printed:
    """Print everything on each paper into a folder. Pictures are made in other processes meanwhile."""
    settings = drawer.selection.settings
    works = list(pictures(drawer, staged, first))
    if works and request.jobs > 1 and {"pdf", "png", "faces"} & set(settings.given.formats):
        from generator.formats.pdf import pages  # noqa: F401 - what more than one process needs is loaded once
    with WorkerPool(works, request.jobs - 1) as pool:
        planned = plan(drawer, first)
        _agree(planned, request)
        printed = Printed(remarks=list(dict.fromkeys(planned.papers[0].remarks)))
        cuts = _cuts(settings)
        for paper in planned.papers:
            pages_ = printed.papers[paper.name] = PageCounts()
            named = f"{stem}-{paper.name}" if len(planned.papers) > 1 else stem
            for file in paper.files:
                counts = pages_.next_file() if file.whole else PageCounts()
                drawing = Drawing(drawer, paper.sheet, len(file.runs) > 1, request.progress)
                with closing(_drawn(drawing, request, paper, file, staged, len(works))) as runs:
                    path = staged / f"{named}{file.suffix}"
                    write_pdf(drawing, runs, path, counts, printed.faces, cuts if file.whole else None)
        write_posters(drawer, staged / "posters")
        if cuts is not None:
            cuts.write(staged / "cut")
        if works:
            request.progress(say("pictures"))
        pool.finish()
    return printed


def _agree(planned: Plan, request: Request) -> None:
    """Ask whether very many sheets are intended. Raises Declined, and SpecError if there is no answer."""
    for many in planned.many:
        agreed = request.agreed
        answer = agreed if isinstance(agreed, bool) else agreed(say("{many}; print them?", many=many))
        if answer is None:
            raise bad("over-limit", "--yes", many, "--yes where so many are meant, or --only some of the components")
        if not answer:
            raise Declined(say("Nothing was written."))


def _drawn(drawing: Drawing, request: Request, paper: PaperPlan, file: FilePlan, staged: Path, busy: int) -> Runs:
    """Return a file's runs, to be drawn in order: by a cluster, or here, beside other running tasks."""
    if request.cluster is not None and not paper.sheet.cutter:
        return request.cluster.all(file.runs, drawing.drawer.selection.settings, paper.name, file.suffix)
    return drawing.all(file.runs, max(1, request.jobs - busy), staged / DRAWN)


def _cuts(settings: Settings) -> Cuts | None:
    """Return the collector of cut files; None without a cutting machine."""
    if settings.sheet.cutter is None:
        return None
    from generator.exports.cut_files.sheets import Cuts  # few builds have any

    return Cuts(settings.sheet.cutter)


def _tables(drawer: Drawer, staged: Path, folder: Path, stem: str) -> Iterator[str]:
    """Write the game for virtual tables; yield remarks on them."""
    given = drawer.selection.settings.given
    if "tts" in given.formats:
        from generator.exports.tables import tts  # few builds are for a virtual table

        here = (folder / "tts" / "pictures").absolute().as_posix().lstrip("/")
        yield from tts.write(drawer, staged / "tts", stem, given.url or f"file:///{here}")
    if "pio" in given.formats:
        from generator.exports.tables import pio  # few builds are for a virtual table

        yield from pio.write(drawer, staged / f"{stem}.pcio")
