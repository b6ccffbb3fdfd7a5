"""A spec's faces: as a picture, in words, and compared between two editions.

What reads specs and draws is imported inside the commands: `generator --help` reads this module.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec.structs import asdict
from typer import Argument, Option

from generator.cli.options import Json, Out, SpecName, Words, build_options
from generator.plan.options import choice, number
from specs.base.errors import bad
from specs.base.files import replace_text
from specs.base.languages import speaking
from specs.base.terminal import put_result

if TYPE_CHECKING:
    from generator.draw.scene import Page
    from generator.exports.miscut import Slip
    from generator.plan.settings import Settings
    from specs.model.document import Document

Eyes = Annotated[
    str | None, Option(metavar="EYES", help="Simulate colour blindness: deutan, protan, tritan; or grey print.")
]
Off = Annotated[str | None, Option(metavar="MM", help="Simulate a miscut, mm: 1.6.")]


@build_options("only", "options", "language")
def preview(
    spec: SpecName,
    *,
    out: Out = Path("output"),
    words: Words,
    vision: Eyes = None,
    miscut: Off = None,
    html: Annotated[bool, Option("--html", help="Write one page to send, OUT/GAME-preview.html, with search.")] = False,
    json_: Json = False,
) -> None:
    """Write one picture of all faces: OUT/GAME-preview.png."""
    from generator.building.build import called
    from generator.building.loading import asked
    from generator.draw.colour.vision import VISIONS
    from generator.plan.selection import printed_in

    eyes = choice("--vision", vision, tuple(VISIONS)) if vision is not None else None
    off = None if miscut is None else number("--miscut", miscut, 0.1, 10)
    if html and (eyes or off):
        raise bad("conflict", "--html", "with --vision or --miscut", "one of them alone")
    document, settings = asked(spec, words)
    kind = "preview" if off is None else f"miscut-{off:g}"
    file = out / f"{called(document)}-{kind}{f'-{eyes}' if eyes else ''}{'.html' if html else '.png'}"
    facts: dict[str, object] = {"file": str(file)}
    lines = [f"{document.spec.title}: {file}"]
    page: Page | str
    with speaking(printed_in(document)):
        if off is not None:
            page, slips = _badly_cut(document, settings, off)
        else:
            page = _one_page(document, settings) if html else _contact_sheet(document, settings)
    _write(page, file, eyes)
    if off is not None:
        from generator.exports import miscut as cut_badly

        facts |= {"miscut_mm": off, "faces": [slip.facts() for slip in slips]}
        lines += cut_badly.lines(off, slips)
    put_result(facts, lines, json=json_)


def _write(page: "Page | str", file: Path, eyes: str | None) -> None:
    """Write a page as a picture, or HTML as it is. Raises OSError."""
    from generator.building.files import PREVIEW_DPI
    from generator.formats import png

    file.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(page, str):
        replace_text(file, page)
    else:
        png.render_page(page, PREVIEW_DPI, file, eyes)


def _one_page(document: "Document", settings: "Settings") -> str:
    """Return every distinct face as one page of HTML to send to somebody."""
    from generator.studio import assets

    return assets.alone(document, settings)


def _contact_sheet(document: "Document", settings: "Settings") -> "Page":
    """Draw every distinct face."""
    from generator.draw.colour.ink import InkMode
    from generator.faces.faces import Faces
    from generator.plan.selection import printable_titles
    from generator.sheets.handouts import preview as previews

    titles, faces = printable_titles(document), Faces(document, frozenset(settings.given.options))
    return previews.page(titles.document, faces, settings.components, InkMode("normal"), titles.fonts)


def _badly_cut(document: "Document", settings: "Settings", off: float) -> "tuple[Page, Sequence[Slip]]":
    """Draw each face as a knife that is off by so much leaves it, mm. Raises SpecError if nothing is cut."""
    from generator.exports import miscut
    from generator.exports.pictures import faces as distinct
    from generator.plan.drawer import drawer_of

    drawer, parts = drawer_of(document, settings), document.spec.components
    cut = [face for face in distinct(drawer) if not parts[face.component].print.page]
    if not cut:
        raise bad("not-applicable", "--only", "pages alone", "something that is cut out")
    slips = miscut.slips(cut, off)
    return miscut.page(document.spec.title, off, slips, drawer.selection.fonts), slips


@build_options("only", "options", "language")
def words_(
    spec: SpecName,
    *,
    faces: Annotated[bool, Option("--faces", help="List each face: its texts, and its pictures by name.")] = False,
    po: Annotated[Path | None, Option("--po", metavar="FILE", help="Write the words as a PO file too.")] = None,
    taken: Annotated[Path | None, Option("--from", metavar="FILE", help="Read the words of a PO file.")] = None,
    words: Words,
    json_: Json = False,
) -> None:
    """Write the words of a spec to translate.

    What is there stays; new words are added.
    """
    from generator.building import translating
    from generator.building.loading import asked, load
    from generator.building.report import face_lines
    from generator.faces.distinct import face_texts
    from generator.faces.faces import Faces

    if not faces:
        document, language = load(spec), translating.one(words["language"])
        written = translating.write(document, language, taken)
        if po is not None:
            translating.write_po(document, language, po)
        put_result(written.facts(), written.lines(), json=json_)
        return
    document, settings = asked(spec, words)
    texts = list(face_texts(document, Faces(document, frozenset(settings.given.options)), settings.components))
    put_result([asdict(face) for face in texts], face_lines(document, texts), json=json_)


@build_options("only", "options", "language")
def diff(
    old: Annotated[str, Argument(metavar="OLD", help="A spec, or a build's folder or manifest.")],
    new: Annotated[str, Argument(metavar="NEW", help="The other edition.")],
    *,
    out: Out = Path("output"),
    words: Words,
    json_: Json = False,
) -> None:
    """Show what changed between two editions.

    OUT/GAME-diff.png has each changed face, before and after.
    """
    from generator.building import editions
    from generator.building.build import called
    from generator.building.editions import picture
    from generator.building.files import PREVIEW_DPI
    from generator.formats import png

    before, after = editions.editions(old, new, words)
    found = editions.differences(before, after)
    drawer = after.drawer or before.drawer
    file = None
    if found and drawer is not None:
        out.mkdir(parents=True, exist_ok=True)
        file = out / f"{called(drawer.selection.document)}-diff.png"
        png.render_page(picture(before, after, found, drawer.selection.foot), 2 * PREVIEW_DPI, file)
    lines = [*editions.lines(before, after, found), *([] if file is None else [str(file)])]
    put_result(editions.facts(before, after, found, file), lines, json=json_)
