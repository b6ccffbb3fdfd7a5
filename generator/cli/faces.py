"""A spec's faces: as a picture, in words, and as they differ between two editions.

What reads specs and draws is imported inside the commands: `generator --help` reads this module.
"""

from pathlib import Path
from typing import Annotated

from msgspec.structs import asdict
from typer import Argument, Option

from generator.cli.options import Json, Out, SpecName, Words, build_options
from generator.plan.option_words import choice, number
from specs.base.errors import bad
from specs.base.files import replace_text
from specs.base.languages import speaking
from specs.base.terminal import put, put_json


@build_options("only", "options", "language")
def preview(
    spec: SpecName,
    *,
    out: Out = Path("output"),
    words: Words,
    vision: Annotated[
        str | None, Option(metavar="EYES", help="As others see it: deutan, protan, tritan, or grey in print.")
    ] = None,
    miscut: Annotated[
        str | None, Option(metavar="MM", help="As a knife and a back that are off by so much leave them: 1.6.")
    ] = None,
    html: Annotated[
        bool, Option("--html", help="As one page to send to somebody, OUT/GAME-preview.html: searched, enlarged.")
    ] = False,
    json_: Json = False,
) -> None:
    """Write a contact sheet of every distinct face, OUT/GAME-preview.png."""
    from generator.building.build import called
    from generator.building.files import PREVIEW_DPI
    from generator.building.loading import asked
    from generator.draw.colour.ink import InkMode
    from generator.draw.colour.vision import VISIONS
    from generator.faces.faces import Faces
    from generator.formats import png
    from generator.plan.titles import printable_titles, printed_in
    from generator.sheets.handouts import preview as previews

    eyes = choice("--vision", vision, tuple(VISIONS)) if vision is not None else None
    off = None if miscut is None else number("--miscut", miscut, 0.1, 10)
    document, settings = asked(spec, words)
    if html:
        if eyes or off:
            raise bad("conflict", "--html", "with --vision or --miscut", "one of them alone")
        from generator.studio import single_page

        file = out / f"{called(document)}-preview.html"
        with speaking(printed_in(document)):
            text = single_page.page(document, settings)
        out.mkdir(parents=True, exist_ok=True)
        replace_text(file, text)
        put_json({"file": str(file)}) if json_ else put(f"{document.spec.title}: {file}")
        return
    seen = f"-{eyes}" if eyes else ""
    lines: list[str] = []
    if off is None:
        file, facts = out / f"{called(document)}-preview{seen}.png", {}
        titles, faces = printable_titles(document), Faces(document, frozenset(settings.given.options))
        with speaking(printed_in(document)):
            page = previews.page(titles.document, faces, settings.components, InkMode("normal"), titles.fonts)
    else:
        from generator.exports import miscut as badly_cut
        from generator.exports.faces import faces as distinct
        from generator.plan.drawer import drawer_of

        file, drawer = out / f"{called(document)}-miscut-{off:g}{seen}.png", drawer_of(document, settings)
        parts = document.spec.components
        with speaking(printed_in(document)):
            cut = [face for face in distinct(drawer) if not parts[face.component].sheet]
            if not cut:
                raise bad("not-applicable", "--only", "pages alone", "something that is cut out")
            told = badly_cut.slips(cut, off)
            page = badly_cut.page(document.spec.title, off, told, drawer.selection.fonts)
        facts, lines = {"miscut_mm": off, "faces": badly_cut.facts(told)}, badly_cut.lines(off, told)
    out.mkdir(parents=True, exist_ok=True)
    png.render_page(page, PREVIEW_DPI, file, eyes)
    if json_:
        put_json({"file": str(file), **facts})
    else:
        put("\n".join((f"{document.spec.title}: {file}", *lines)))


@build_options("only", "options", "language")
def words_(
    spec: SpecName,
    *,
    faces: Annotated[
        bool, Option("--faces", help="Each face in words: its texts, and its pictures by their names.")
    ] = False,
    po: Annotated[Path | None, Option("--po", metavar="FILE", help="Write the words as a PO file too.")] = None,
    taken: Annotated[Path | None, Option("--from", metavar="FILE", help="Take in the words of a PO file.")] = None,
    words: Words,
    json_: Json = False,
) -> None:
    """Write a file of a spec's words to be filled in in another language, or add what it lacks; or list its faces."""
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
        put_json(translating.facts(written)) if json_ else put(translating.lines(written))
        return
    document, settings = asked(spec, words)
    told = face_texts(document, Faces(document, frozenset(settings.given.options)), settings.components)
    if json_:
        put_json([asdict(face) for face in told])
    else:
        put("\n".join(face_lines(document, told)))


@build_options("only", "options", "language")
def diff(
    old: Annotated[str, Argument(metavar="OLD", help="A spec, or a build's folder or manifest.")],
    new: Annotated[str, Argument(metavar="NEW", help="The same, of the other edition.")],
    *,
    out: Out = Path("output"),
    words: Words,
    json_: Json = False,
) -> None:
    """Tell what two editions of a game differ in, and draw it, before and after: OUT/GAME-diff.png."""
    from generator.building import editions
    from generator.building.build import called
    from generator.building.differences import picture
    from generator.building.files import PREVIEW_DPI
    from generator.building.report import edition_facts
    from generator.formats import png

    before, after = editions.editions(old, new, words)
    found = editions.differences(before, after)
    drawer = after.drawer or before.drawer
    file = None
    if found and drawer is not None:
        out.mkdir(parents=True, exist_ok=True)
        file = out / f"{called(drawer.selection.document)}-diff.png"
        png.render_page(picture(before, after, found, drawer.selection.foot), 2 * PREVIEW_DPI, file)
    if json_:
        put_json(edition_facts(before, after, found, file))
    else:
        put("\n".join((*editions.lines(before, after, found), *([] if file is None else [str(file)]))))
