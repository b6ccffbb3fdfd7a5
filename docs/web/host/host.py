"""What a page of the site asks of Python. Each function takes and gives plain values; the worker calls them by name.

Every one raises SpecError, whose text is what the page shows.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile, ZipFile

import js

from generator.building.build import build
from generator.building.loading import asked, load
from generator.plan import printers
from generator.plan.options import paper as size
from generator.plan.runs import Request
from generator.plan.selection import deals
from generator.studio.sheets import controls, read, tongues
from specs.base.errors import bad
from specs.base.languages import ENGLISH, Tongue, speak
from specs.load import lying

OUT, OWN = Path("/printed"), Path("/own")
MOST = 60_000_000  # bytes of what a person brings
Words = Mapping[str, str | bool]


def about(game: str, language: str) -> dict[str, object]:
    """What may be chosen before a game is printed, in the page's language."""
    speak(None if language == ENGLISH else Tongue(language, ("specs", "generator", "companion")))
    document = load(game)
    return {
        "title": document.spec.title,
        "players": [document.spec.players.min, document.spec.players.max] if deals(document) else None,
        "language": document.spec.language or "",
        "languages": tongues(document),
        "controls": controls(document),
    }


def printed(game: str, words: Words) -> dict[str, object]:
    """Print a game: its files by name, and what is remarked."""
    document, settings = asked(game, {"formats": ("pdf",), **read(words)})
    request = Request(out=OUT, jobs=1, progress=js.progressed)
    shutil.rmtree(OUT, ignore_errors=True)
    made = build(document, settings, request)
    files = {name: (made.folder / name).read_bytes() for name in made.files if name.endswith(".pdf")}
    remarks = [*made.remarks, *map(str, made.warnings)]
    return {"stem": made.stem, "files": files, "remarks": remarks}


def _pdf(name: str) -> Path:
    return next(OUT.rglob(name))


def pages(name: str) -> list[list[float]]:
    """The pages of a printed PDF, in mm."""
    import pypdfium2

    with pypdfium2.PdfDocument(_pdf(name)) as pdf:
        return [[round(side * 25.4 / 72, 2) for side in pdf.get_page_size(index)] for index in range(len(pdf))]


def page(name: str, index: int, width: int) -> dict[str, object]:
    """A page of a printed PDF as pixels, so wide."""
    import pypdfium2

    with pypdfium2.PdfDocument(_pdf(name)) as pdf:
        sheet = pdf[index]
        drawn = sheet.render(scale=width / sheet.get_width(), rev_byteorder=True, force_bitmap_format=4)
        return {"width": drawn.width, "height": drawn.height, "pixels": bytes(drawn.buffer)}


def brought(files: Mapping[str, object]) -> str:
    """A game of somebody's own, from its files or a zip of them: the path of its spec."""
    shutil.rmtree(OWN, ignore_errors=True)
    for name, data in files.items():
        _placed(name, data.to_bytes() if hasattr(data, "to_bytes") else bytes(data), "/" not in name)  # type: ignore[attr-defined, call-overload]
    specs = sorted((file for file in OWN.rglob("*") if file.suffix in (".yaml", ".yml", ".md")), key=_depth)
    for folder in dict.fromkeys(file.parent for file in specs):
        if found := lying(folder):
            return str(folder / found[0])
    if specs:
        return str(specs[0])  # its faults say what it lacks
    raise bad(
        "unknown-name", "", "no spec among these files", "a .yaml file, with the files it names; or a zip of them"
    )


def _depth(file: Path) -> tuple[int, str]:
    return len(file.parts), str(file)


def _placed(name: str, data: bytes, unpack: bool) -> None:
    if unpack and name.lower().endswith(".zip"):
        try:
            with ZipFile(BytesIO(data)) as archive:
                if sum(each.file_size for each in archive.infolist()) > MOST:
                    raise bad("over-limit", name, "a large archive", f"at most {MOST // 1_000_000} MB unpacked")
                archive.extractall(OWN)  # which leaves out what would lie elsewhere
        except BadZipFile:
            raise bad("wrong-value", name, "no zip archive", "a zip of a spec and its files") from None
        return
    place = (OWN / name).resolve()
    if OWN not in place.parents or len(data) > MOST:
        raise bad("wrong-value", name, "a file that cannot be taken", f"at most {MOST // 1_000_000} MB, in its folder")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)


def calibration(paper: str) -> bytes:
    """The page that shows how far a printer's backs miss their fronts, as a PDF."""
    from generator.formats.pdf import pages as pdf
    from generator.sheets.handouts import calibration as handout

    file = Path("/calibration.pdf")
    sheets = [*handout.pages(*size("--paper", paper)[1])]
    pdf.write(sheets, pdf.Meta("Calibration", duplex="long-edge"), file)
    return file.read_bytes()


def corrected(name: str, reading: str, paper: str) -> None:
    """Keep what was read off that sheet as a printer, for `printed`."""
    printers.store(name, printers.measured(reading, None, None, None, size("--paper", paper)[1]))


CALLS: Mapping[str, Callable[..., object]] = {
    each.__name__: each for each in (about, printed, pages, page, brought, calibration, corrected)
}


def called(name: str, *given: object) -> object:
    """Call one of these by its name. A browser's Python has no Pillow, so no PNG or JPEG is drawn here."""
    try:
        return CALLS[name](*given)
    except ModuleNotFoundError as error:
        if error.name != "PIL":
            raise
        found = "a PNG or JPEG picture, which this page cannot draw"
        raise bad("wrong-file", "", found, "SVG pictures; the installed program draws all") from None
