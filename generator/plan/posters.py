"""What is larger than the paper, whole: a page of its own size for a copy shop, as PDF and SVG."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from generator.draw.colour.ink import InkMode
from generator.draw.scene import Page
from generator.faces.faces import Faces
from generator.plan.choose import Pieces
from generator.plan.settings import Settings
from generator.sheets.bleed import bleed_of
from generator.sheets.imposition.boards import poster
from generator.sheets.layout.n_up import plan
from generator.sheets.printable import Printable
from specs.base.files import replace_text
from specs.base.languages import ENGLISH
from specs.model.schema import Spec


def write(
    pieces: Pieces,
    printables: Iterable[Printable],
    faces: Faces,
    ink: InkMode,
    settings: Settings,
    spec: Spec,
    folder: Path,
) -> None:
    """One file a distinct face and format, named for its piece; no folder where everything fits on each paper.

    Raises SpecError as faces do, and OSError.
    """
    formats = {"pdf", "svg"} & set(settings.given.formats)
    for printable in printables:
        if not formats or all(plan(printable, sheet).slots for _, sheet in settings.papers):
            continue
        folder.mkdir(exist_ok=True)
        done: set[int] = set()
        for piece in pieces[printable.id]:
            for suffix, scene in (("", faces.front(piece)), ("-back", faces.back(piece))):
                if scene is not None and id(scene) not in done:
                    done.add(id(scene))
                    page = poster(printable, ink(scene), bleed_of(printable, settings.sheet))
                    _save(spec, page, formats, folder, _file_name(piece.id) + suffix)


def _file_name(piece: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in piece)


def _save(spec: Spec, page: Page, formats: set[str], folder: Path, stem: str) -> None:
    if "pdf" in formats:
        from generator.formats.pdf import pages

        pages.write(
            [page],
            pages.Meta(title=f"{spec.title}: {page.bookmarks[0]}", author=spec.credits.designer),
            folder / f"{stem}.pdf",
        )
    if "svg" in formats:
        from generator.formats import svg

        replace_text(folder / f"{stem}.svg", svg.page_svg(page, language=spec.language or ENGLISH))
