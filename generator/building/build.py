"""A spec and its options to files: one folder a game, replaced as a whole or not at all.

All of a game goes to `OUT/GAME`; a part of it to a folder of its own below, `parts/NAME`, so that it leaves the whole
print as it is; what an older edition lacks to `update`, files for a print shop to `shops/NAME`.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.building.check import faults
from generator.building.publish import publish, staging
from generator.draw.scene import Page, Scene
from generator.faces.distinct import distinct, drawing
from generator.faces.lookalikes import lookalikes
from generator.faces.outline import trim
from generator.plan import posters
from generator.plan.choose import Pieces
from generator.plan.first_sheet import leading
from generator.plan.labels import printed_in
from generator.plan.manifest import Manifest
from generator.plan.press import Agreed, Press, Progress, deals, pressed
from generator.plan.printing import PDF, Leading, files, write
from generator.plan.runs import Drawn
from generator.plan.settings import Settings
from generator.plan.tally import Paged, Tally
from generator.sheets.imposition.sections import scaled
from generator.sheets.printable import SheetOptions
from specs.base.errors import Fault, SpecError, bad, forbidding, in_order
from specs.base.files import replace_text
from specs.base.languages import ENGLISH, say, speaking
from specs.base.workers.forked import Work, beside
from specs.model.component import PagedText
from specs.model.document import Document, Piece

if TYPE_CHECKING:
    from generator.building import editions
    from generator.building.cluster import Cluster
    from generator.exports.cut_files.sheets import Cuts

PREVIEW_DPI = 64.0
PARTS, UPDATE = "parts", "update"
DRAWN = ".drawn"  # where pages wait that others have drawn
SHOPS = "shops"
LONGEST_NAME = 60
_UNSAFE = re.compile(r"[^\w.+-]+")


class Built(Struct, frozen=True):
    """What a build wrote. `files` are paths in `folder`, the manifest last; none, and no manifest, where nothing has
    changed. `changes` is None where the build before was not asked for, or there was none."""

    folder: Path
    stem: str
    files: tuple[str, ...]
    manifest: Manifest | None
    changes: editions.Changes | None
    remarks: tuple[str, ...]
    warnings: tuple[Fault, ...] = ()


def build(
    document: Document,
    settings: Settings,
    out: Path,
    progress: Progress,
    *,
    strict: bool = False,
    agreed: Agreed | Literal[True] = True,
    jobs: int = 1,
    cluster: Cluster | None = None,
) -> Built:
    """Build a game's files below `out/GAME`, in another language than its own below `out/GAME-LANGUAGE`, in at most
    `jobs` processes at a time, or by the workers of a `cluster`: the same files, whoever draws. On any failure what was
    there stays as it was.

    Raises SpecError, with every face's fault, and where `strict`, with all that would print badly; OSError. Where it
    takes very many sheets of one paper, `agreed` is asked: raises Declined for a no, SpecError where nobody answers.
    """
    with speaking(printed_in(document)):
        return _built(document, settings, out, progress, strict=strict, agreed=agreed, jobs=jobs, cluster=cluster)


def _built(
    document: Document,
    settings: Settings,
    out: Path,
    progress: Progress,
    *,
    strict: bool,
    agreed: Agreed | Literal[True],
    jobs: int,
    cluster: Cluster | None,
) -> Built:
    game = called(document)
    home = out / game
    for place in (out, home):
        if place.exists() and not place.is_dir():
            raise bad("name-taken", "--out", f"'{place}', which is a file", "a folder, or a new name")
    press = pressed(document, settings, progress, agreed, jobs)
    try:
        if settings.given.since is not None:
            return _update(press, out, home, settings.given.since, strict)
        if settings.given.shop is not None:
            shop = Path(settings.given.shop).stem
            return _build(press, out, home / SHOPS / shop, f"{game}-{shop}", strict, cluster=cluster)
        part = "" if settings.whole else _part(document, settings)
        folder, stem = (home / PARTS / part, f"{game}-{part}") if part else (home, game)
        return _build(press, out, folder, stem, strict, cluster=cluster)
    except SpecError as error:
        raise SpecError(faults(document, settings.components, settings.given.options) or error.faults) from None


def called(document: Document) -> str:
    """What a game's folder and files are called: in other languages than its own, with those."""
    return f"{document.spec.game}-{document.tongue}" if document.tongue else document.spec.game


def _part(document: Document, settings: Settings) -> str:
    """What a part of a game is called: by its components, where they are all that was chosen."""
    own = (name for name in settings.components if name not in document.parts)
    return "+".join(own)[:LONGEST_NAME] if settings.choice.all else "chosen"


def _update(press: Press, out: Path, home: Path, since: str, strict: bool) -> Built:
    """Build what an edition of before lacks, with sheets that say what to take out of its box."""
    from generator.building import editions  # most builds come after nothing

    old, new = editions.before(since, press), editions.of(press)
    found, changes = editions.differences(old, new), editions.changes(old.prints, new.prints, new.known)

    def sheets(sheet: SheetOptions) -> list[Page]:
        from generator.building.differences import update

        return update(old, new, found, sheet, press.foot)

    return _some(press, out, home / UPDATE, UPDATE, strict, changes, new.prints, sheets)


def _some(
    press: Press,
    out: Path,
    folder: Path,
    name: str,
    strict: bool,
    changes: editions.Changes,
    prints: Mapping[str, str],
    sheets: Leading | None = None,
) -> Built:
    """Build the pieces that changed and the new ones."""
    wanted = {*changes.changed, *changes.new}
    left: Pieces = {
        name: kept for name, each in press.pieces.items() if (kept := tuple(p for p in each if p.id in wanted))
    }
    if not left and not (sheets and changes.gone):
        return Built(folder.parent, called(press.document), (), None, changes, ())
    given = replace(press.settings.given, seed=None, layout=None)
    settings = replace(press.settings, given=given, components=tuple(left), whole=False)
    partly = replace(press, pieces=left, settings=settings)
    return _build(partly, out, folder, f"{called(press.document)}-{name}", strict, changes, prints, sheets)


def _build(
    press: Press,
    out: Path,
    folder: Path,
    stem: str,
    strict: bool,
    changes: editions.Changes | None = None,
    prints: Mapping[str, str] | None = None,
    sheets: Leading | None = None,
    cluster: Cluster | None = None,
) -> Built:
    with staging(out, called(press.document)) as staged:
        tally, document = Tally(), replace(press.document, pieces=press.pieces)
        # the first faces are compared first: who draws them next finds them drawn
        mistaken = [fault for name in press.components for fault in lookalikes(document, name, press.faces)]
        papers = _write(press, staged, stem, tally, sheets, cluster)
        for remark in _tables(press, staged, folder, stem):
            tally.remark(remark)
        press.faces.warn(tally.warned)
        warnings = in_order([*press.names.warnings, *press.faces.flaws(), *mistaken])
        if strict and warnings:
            raise SpecError(forbidding(warnings))
        manifest = press.manifest(tally, papers, prints or tally.prints)
        files_ = publish(staged, folder, manifest)
        if cluster is not None:
            shutil.rmtree(cluster.kept, ignore_errors=True)
    return Built(folder, stem, files_, manifest, changes, (*_seedless(press), *tally.remarks), warnings)


def _seedless(press: Press) -> Iterator[str]:
    seed = press.settings.given.seed
    if seed is not None and not deals(press.document):
        title = press.document.spec.title
        yield say("Nothing is dealt in {title}: --seed {seed} changes nothing.", title=title, seed=seed)


def _write(
    press: Press, staged: Path, stem: str, tally: Tally, sheets: Leading | None, cluster: Cluster | None
) -> dict[str, Paged]:
    """Print all there is into a folder, on each paper; the pages there were. Pictures are made beside the pages."""
    settings = press.settings
    if settings.shop is not None:
        from generator.exports.shop_files import order

        return {"": order.write(press, settings.shop, staged, tally)}
    papers: dict[str, Paged] = {}
    cuts = _cuts(settings)
    pictures = list(_pictures(replace(press, progress=lambda _: None, agreed=True), staged, sheets))
    if pictures and press.jobs > 1 and {"pdf", "png", "faces"} & set(settings.given.formats):
        from generator.formats.pdf import pages  # noqa: F401 - what more than one process needs is loaded once
    with beside(pictures, press.jobs - 1) as wait:
        for name, sheet in settings.papers:
            several = len(settings.papers) > 1
            paged = papers[name] = Paged()
            # faces are counted once, however many papers they are printed on
            own = Tally() if several and len(papers) > 1 else tally
            for file in files(press, sheet, own, sheets):
                stems = f"{stem}-{name}{file.suffix}" if several else f"{stem}{file.suffix}"
                with closing(_drawn(press, file, name, staged, len(pictures), cluster)) as found:
                    counted = paged.further() if file.whole else Paged()
                    write(file, found, staged / stems, counted, own, cuts if file.whole else None)
        parts = [press.printable(name, "", press.pieces[name], Tally()) for name in press.components]
        posters.write(press.pieces, parts, press.faces, press.ink, settings, press.document.spec, staged / "posters")
        if cuts is not None:
            cuts.write(staged / "cut")
        if pictures:
            press.progress(say("pictures"))
        wait()
    return papers


def _drawn(
    press: Press, file: PDF, paper: str, staged: Path, busy: int, cluster: Cluster | None
) -> Generator[Drawn, None, None]:
    """A file's runs as they come, in their order: here, beside other works that are under way, or by a cluster."""
    if cluster is not None and not file.drawing.sheet.cutter:
        return cluster.all(file.runs, press.settings, paper, file.suffix)
    return file.drawing.all(file.runs, max(1, press.jobs - busy), staged / DRAWN)


def _cuts(settings: Settings) -> Cuts | None:
    """Where cut files are gathered, for a build that wants them."""
    if settings.sheet.cutter is None:
        return None
    from generator.exports.cut_files.sheets import Cuts  # most builds have none, and start without

    return Cuts(settings.sheet.cutter)


def _tables(press: Press, staged: Path, folder: Path, stem: str) -> Iterator[str]:
    """The game for virtual tables, and what is to be told of that."""
    given = press.settings.given
    if "tts" in given.formats:
        from generator.exports.tables import tts

        here = (folder / "tts" / "pictures").absolute().as_posix().lstrip("/")
        yield from tts.write(press, staged / "tts", stem, given.url or f"file:///{here}")
    if "pio" in given.formats:
        from generator.exports.tables import pio

        yield from pio.write(press, staged / f"{stem}.pcio")


def _pictures(press: Press, staged: Path, sheets: Leading | None) -> Iterator[Work]:
    """Each kind of picture there is to make, the one that takes longest first."""
    settings = press.settings
    if "faces" in settings.given.formats:
        from generator.exports.faces_folder import works

        yield from works(press, staged / "faces")
    if "svg" in settings.given.formats:
        for name, sheet in settings.papers:
            folder = staged / (f"sheets-{name}" if len(settings.papers) > 1 else "sheets")
            yield partial(_sheets, press, sheet, folder, sheets)
        yield partial(_pieces, press, staged / "pieces")
    if "png" in settings.given.formats:
        yield partial(_preview, press, staged / "preview.png")


def _preview(press: Press, file: Path) -> None:
    from generator.formats import png
    from generator.sheets.handouts import preview

    shown = replace(press.document, pieces=press.pieces)
    page = preview.page(shown, press.faces, press.components, press.ink, press.names.others)
    png.render_page(page, PREVIEW_DPI, file)


def _sheets(press: Press, sheet: SheetOptions, folder: Path, sheets: Leading | None) -> None:
    """The pages on a paper, each as an SVG, an update's list before them."""
    from generator.formats import svg

    folder.mkdir()
    sheet = press.duplexed(sheet)
    sections = press.sections(press.printables(Tally()), sheet, Tally())
    if sheets is not None:
        sections = leading(sections, map(press.ink.page, sheets(sheet)), sheet)
    for number, page in enumerate((page for section in sections for page in section.pages(sheet)), 1):
        page = scaled(page, sheet.scale)
        replace_text(
            folder / f"{number:03}-{_UNSAFE.sub('_', '+'.join(page.components))[:60]}-{page.side}.svg",
            svg.page_svg(page, language=press.document.spec.language or ENGLISH),
        )


def _pieces(press: Press, folder: Path) -> None:
    """One SVG a distinct face, cut to its shape, named for the first piece that has it."""
    folder.mkdir()
    used: set[str] = set()
    for name in press.components:
        component = press.document.spec.components[name]
        sides = [(piece, suffix) for piece in press.pieces[name] for suffix in _suffixes(press, piece)]
        for alike in distinct(sides, lambda side: drawing(_side(press, *side))):
            piece, suffix = alike[0]
            scene = _side(press, piece, suffix)
            assert scene is not None, "only what is drawn has a key"
            stem = piece.id if piece.id.startswith(name) else f"{name}-{piece.id}"
            target = _free(_UNSAFE.sub("_", stem) + suffix, used)
            press.progress(f"{component.title}: {target}")
            replace_text(folder / f"{target}.svg", piece_svg(press.document, name, press.ink(scene)))


def _suffixes(press: Press, piece: Piece) -> Sequence[str]:
    """What is added to a piece's name for each of its sides."""
    if isinstance(press.document.spec.components[piece.component], PagedText):
        return [f"-{number}" for number, _ in enumerate(press.faces.pages(piece), 1)]
    return "", "-back"


def _side(press: Press, piece: Piece, suffix: str) -> Scene | None:
    match suffix:
        case "":
            return press.marked(piece.component, press.faces.front(piece))
        case "-back":
            return press.faces.back(piece)
        case page:
            return press.faces.pages(piece)[int(page[1:]) - 1]


def piece_svg(document: Document, component: str, face: Scene) -> str:
    """A side of one of a component's pieces as an SVG document, cut to its shape."""
    from generator.formats import svg

    said = document.parts[component].document if component in document.parts else document
    return svg.scene_svg(
        Scene((0.0, 0.0, *document.spec.components[component].size_mm), face.nodes, alt=face.alt),
        clip=trim(document, component),
        language=said.spec.language or ENGLISH,
    )


def _free(stem: str, used: set[str]) -> str:
    """The stem, or with a number where it is taken; some file systems take A for a."""
    name, number = stem, 2
    while name.casefold() in used:
        name, number = f"{stem}-{number}", number + 1
    used.add(name.casefold())
    return name
