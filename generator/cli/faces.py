"""A spec's faces: as a picture, and in words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import flags
from specs.base.languages import speaking
from specs.base.terminal import put, put_json


@flags.build_options("only", "options", "language")
def preview(
    spec: flags.SpecName,
    *,
    out: flags.Out = Path("output"),
    words: flags.Words,
    vision: Annotated[
        str | None, typer.Option(metavar="EYES", help="As others see it: deutan, protan, tritan, or grey in print.")
    ] = None,
    miscut: Annotated[
        str | None, typer.Option(metavar="MM", help="As a knife and a back that are off by so much leave them: 1.6.")
    ] = None,
    html: Annotated[
        bool, typer.Option("--html", help="As one page to send to somebody, OUT/GAME-preview.html: searched, enlarged.")
    ] = False,
    json_: flags.Json = False,
) -> None:
    """Write a contact sheet of every distinct face, OUT/GAME-preview.png."""
    from generator.building.build import PREVIEW_DPI, called
    from generator.building.loading import asked
    from generator.draw.colour.ink import InkMode
    from generator.draw.colour.vision import VISIONS
    from generator.faces.faces import Faces
    from generator.formats import png
    from generator.plan.labels import lettered, printed_in
    from generator.plan.option_words import bad, choice, number
    from generator.sheets.handouts import preview as previews

    eyes = choice("--vision", vision, tuple(VISIONS)) if vision is not None else None
    off = None if miscut is None else number("--miscut", miscut, 0.1, 10)
    document, settings = asked(spec, words)
    if html:
        if eyes or off:
            raise bad("--html", "with --vision or --miscut", "one of them alone")
        from generator.studio import sent
        from specs.base.files import replace_text

        file = out / f"{called(document)}-preview.html"
        with speaking(printed_in(document)):
            text = sent.page(document, settings)
        out.mkdir(parents=True, exist_ok=True)
        replace_text(file, text)
        put_json({"file": str(file)}) if json_ else put(f"{document.spec.title}: {file}")
        return
    seen = f"-{eyes}" if eyes else ""
    lines: list[str] = []
    if off is None:
        file, facts = out / f"{called(document)}-preview{seen}.png", {}
        names, faces = lettered(document), Faces(document, frozenset(settings.given.options))
        with speaking(printed_in(document)):
            page = previews.page(names.document, faces, settings.components, InkMode("normal"), names.others)
    else:
        from generator.exports.faces import faces as distinct
        from generator.exports.miscut import page as miscut_page
        from generator.exports.miscut.faces import slips
        from generator.plan.press import pressed

        file, press = out / f"{called(document)}-miscut-{off:g}{seen}.png", pressed(document, settings)
        parts = document.spec.components
        with speaking(printed_in(document)):
            cut = [face for face in distinct(press) if not parts[face.component].sheet]
            if not cut:
                raise bad("--only", "pages alone", "something that is cut out")
            told = slips(cut, off)
            page = miscut_page.page(document.spec.title, off, told, press.names.others)
        facts, lines = {"miscut_mm": off, "faces": miscut_page.facts(told)}, miscut_page.lines(off, told)
    out.mkdir(parents=True, exist_ok=True)
    png.render_page(page, PREVIEW_DPI, file, eyes)
    if json_:
        put_json({"file": str(file), **facts})
    else:
        put("\n".join((f"{document.spec.title}: {file}", *lines)))


@flags.build_options("only", "options", "language")
def words_(
    spec: flags.SpecName,
    *,
    faces: Annotated[
        bool, typer.Option("--faces", help="Each face in words: its texts, and its pictures by their names.")
    ] = False,
    po: Annotated[Path | None, typer.Option("--po", metavar="FILE", help="Write the words as a PO file too.")] = None,
    taken: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Take in the words of a PO file.")
    ] = None,
    words: flags.Words,
    json_: flags.Json = False,
) -> None:
    """Write a file of a spec's words to be filled in in another language, or add what it lacks; or list its faces."""
    from msgspec.structs import asdict

    from generator.building import translating
    from generator.building.loading import asked, load
    from generator.building.report import face_lines
    from generator.faces.face_text import listed
    from generator.faces.faces import Faces

    if not faces:
        document, language = load(spec), translating.one(words["language"])
        written = translating.write(document, language, taken)
        if po is not None:
            translating.write_po(document, language, po)
        put_json(translating.facts(written)) if json_ else put(translating.lines(written))
        return
    document, settings = asked(spec, words)
    told = listed(document, Faces(document, frozenset(settings.given.options)), settings.components)
    if json_:
        put_json([asdict(face) for face in told])
    else:
        put("\n".join(face_lines(document, told)))
