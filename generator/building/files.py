"""The files of a build except its exports: PDFs of sheets, posters, sheets and pieces as SVG, a preview."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from generator.draw.scene import Page, Scene
from generator.faces.distinct import drawing
from generator.faces.outline import trim
from generator.formats.pdf.file import File, Meta
from generator.plan.drawer import Drawer
from generator.plan.plan import Leading, lay_out, leading
from generator.plan.runs import Drawing, Drawn
from generator.sheets.imposition.boards import poster
from generator.sheets.imposition.sections import scaled
from generator.sheets.layout.n_up import plan
from generator.sheets.printable import SheetOptions
from specs.base.files import file_stem, replace_text
from specs.base.languages import ENGLISH
from specs.model.component import PagedText
from specs.model.document import Document, Piece

if TYPE_CHECKING:
    from generator.exports.cut_files.sheets import Cuts
    from generator.plan.manifest import FaceCounts, PageCounts

PREVIEW_DPI = 64.0


# ---- PDFs ------------------------------------------------------------------------------------------


def write_pdf(
    drawing: Drawing, runs: Iterable[Drawn], path: Path, pages: PageCounts, faces: FaceCounts, cuts: Cuts | None
) -> None:
    """Write drawn runs as one PDF whose name begins with the path, or fronts and backs as two, and count them. Raises
    OSError."""
    with ExitStack() as stack:
        files: dict[str, File] = {}
        for drawn in runs:
            for side, chunk in drawn.chunks.items():
                if side not in files:
                    from generator.formats.pdf.pages import writing  # only needed for a PDF

                    file = path.with_name(f"{path.name}{side}.pdf")
                    files[side] = stack.enter_context(writing(_meta(drawing.drawer, drawing.sheet), file))
                files[side].add(chunk)
            pages.add(drawn.pages)
            faces.add(drawn.faces)
            if cuts is not None:
                cuts.note(drawn.cut, path.name, split=drawing.drawer.selection.settings.given.split)


def _meta(drawer: Drawer, sheet: SheetOptions) -> Meta:
    spec, split = drawer.selection.spec, drawer.selection.settings.given.split
    both_sides = drawer.backed() and sheet.duplex.endswith("edge") and not split
    return Meta(
        title=spec.title,
        author=spec.credits.designer,
        subject=spec.note,
        keywords=f"print and play, {spec.game}",
        duplex=sheet.duplex if both_sides else "",
        language=spec.language or "en",
    )


def write_posters(drawer: Drawer, folder: Path) -> None:
    """Write what is larger than the paper, whole: a page of its own size for each distinct face, for a copy shop, as
    PDF and SVG. No folder if everything fits on each paper. Raises SpecError as faces do, and OSError."""
    settings = drawer.selection.settings
    formats, used = {"pdf", "svg"} & set(settings.given.formats), set[str]()
    for name, pieces in drawer.selection.pieces.items():
        printable = drawer.printable(name, pieces)
        if not formats or all(plan(printable, sheet).slots for _, sheet in settings.papers):
            continue
        folder.mkdir(exist_ok=True)
        done: set[int] = set()
        for piece in pieces:
            for suffix, scene in (("", drawer.faces.front(piece)), ("-back", drawer.faces.back(piece))):
                if scene is not None and id(scene) not in done:
                    done.add(id(scene))
                    page = poster(printable, drawer.ink(scene), printable.bleed_on(settings.sheet))
                    stem = _free(file_stem(piece.id) + suffix, used)
                    _write_poster(drawer, page, formats, str(folder / stem))


def _write_poster(drawer: Drawer, page: Page, formats: set[str], path: str) -> None:
    spec = drawer.selection.document.spec
    if "pdf" in formats:
        from generator.formats.pdf import pages  # few games have posters

        pages.write([page], Meta(f"{spec.title}: {page.bookmarks[0]}", spec.credits.designer), Path(f"{path}.pdf"))
    if "svg" in formats:
        _write_svg(drawer, page, Path(f"{path}.svg"))


def _write_svg(drawer: Drawer, page: Page, file: Path) -> None:
    from generator.formats import svg  # few builds write SVG

    replace_text(file, svg.page_svg(page, language=drawer.selection.document.spec.language or ENGLISH))


# ---- pictures --------------------------------------------------------------------------------------


def pictures(drawer: Drawer, staged: Path, first: Leading | None) -> Iterator[Callable[[], None]]:
    """Yield the tasks that make each kind of picture, the longest first."""
    settings = drawer.selection.settings
    if "faces" in settings.given.formats:
        from generator.exports.pictures import works  # few builds make these

        yield from works(drawer, staged / "faces")
    if "svg" in settings.given.formats:
        for name, sheet in settings.papers:
            folder = staged / (f"sheets-{name}" if len(settings.papers) > 1 else "sheets")
            yield partial(_sheets, drawer, sheet, folder, first)
        yield partial(_pieces, drawer, staged / "pieces")
    if "png" in settings.given.formats:
        yield partial(_preview, drawer, staged / "preview.png")


def _preview(drawer: Drawer, file: Path) -> None:
    from generator.formats import png  # loaded in the process that uses it
    from generator.sheets.handouts import preview

    selection = drawer.selection
    shown = replace(selection.document, pieces=selection.pieces)
    page = preview.page(shown, drawer.faces, selection.components, drawer.ink, selection.fonts)
    png.render_page(page, PREVIEW_DPI, file)


def _sheets(drawer: Drawer, sheet: SheetOptions, folder: Path, first: Leading | None) -> None:
    """Write the pages on a paper, each as an SVG, with an update's list first."""
    folder.mkdir()
    sheet, sections, _ = lay_out(drawer, sheet)
    if first is not None:
        sections = leading(sections, map(drawer.ink.page, first(sheet)), sheet)
    for number, page in enumerate((page for section in sections for page in section.pages(sheet)), 1):
        name = f"{number:03}-{file_stem('+'.join(page.components))[:60]}-{page.side}.svg"
        _write_svg(drawer, scaled(page, sheet.scale), folder / name)


def _pieces(drawer: Drawer, folder: Path) -> None:
    """Write one SVG for each distinct face, cut to its shape and named for the first piece that has it."""
    folder.mkdir()
    used: set[str] = set()
    for name, pieces in drawer.selection.pieces.items():
        done: set[Hashable] = set()
        for piece, suffix, scene in ((each, *side) for each in pieces for side in _sides(drawer, each)):
            if (key := drawing(scene)) not in done:
                done.add(key)
                stem = piece.id if piece.id.startswith(name) else f"{name}-{piece.id}"
                file = folder / f"{_free(file_stem(stem) + suffix, used)}.svg"
                replace_text(file, piece_svg(drawer.selection.document, name, drawer.ink(scene)))


def _sides(drawer: Drawer, piece: Piece) -> Iterator[tuple[str, Scene]]:
    """Yield each side of a piece, and the suffix of its name."""
    if isinstance(drawer.selection.document.spec.components[piece.component], PagedText):
        yield from ((f"-{number}", page) for number, page in enumerate(drawer.faces.pages(piece), 1))
        return
    yield "", drawer.marked(piece.component, drawer.faces.front(piece))
    if (back := drawer.faces.back(piece)) is not None:
        yield "-back", back


def piece_svg(document: Document, component: str, face: Scene) -> str:
    """Return a side of one of a component's pieces as an SVG document, cut to its shape."""
    from generator.formats import svg  # few builds write SVG

    shown = document.parts[component].document if component in document.parts else document
    return svg.scene_svg(
        Scene((0.0, 0.0, *document.spec.components[component].size_mm), face.nodes, alt=face.alt),
        clip=trim(document, component),
        language=shown.spec.language or ENGLISH,
    )


def _free(stem: str, used: set[str]) -> str:
    """Return the stem, with a number if it is taken; some file systems ignore case."""
    name, number = stem, 2
    while name.casefold() in used:
        name, number = f"{stem}-{number}", number + 1
    used.add(name.casefold())
    return name
