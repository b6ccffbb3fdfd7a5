"""What a page of the site asks of Python. Each function takes and gives plain values; the worker calls them by name.

What they raise is a SpecError or Refused, whose text the page shows.
"""

from __future__ import annotations

import json
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
from generator.studio.findings import run as command
from generator.studio.sheets import controls, read, tongues
from specs.base.errors import bad
from specs.base.languages import ENGLISH, Tongue, speak
from specs.load import lying

OUT, OWN = Path("/printed"), Path("/own")
MOST = 60_000_000  # bytes of what a person brings
Words = Mapping[str, str | bool]


class Refused(Exception):
    """A sentence that says why not."""


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


def placed(files: Mapping[str, object]) -> None:
    """Lay a person's files down, in place of those before; archives unpacked."""
    shutil.rmtree(OWN, ignore_errors=True)
    for name, data in files.items():
        _placed(name, data.to_bytes() if hasattr(data, "to_bytes") else bytes(data), "/" not in name)  # type: ignore[attr-defined, call-overload]


def brought() -> str:
    """The path of the spec among these files."""
    specs = sorted((file for file in OWN.rglob("*") if file.suffix in (".yaml", ".yml", ".md")), key=_depth)
    for folder in dict.fromkeys(file.parent for file in specs):
        if found := lying(folder):
            return str(folder / found[0])
    if specs:
        return str(specs[0])  # its faults say what it lacks
    raise bad(
        "unknown-name", "", "no spec among these files", "a .yaml file, with the files it names; or a zip of them"
    )


def imposed(words: list[str]) -> dict[str, object]:
    """What `generator impose` makes of the files in own/fronts and own/backs."""
    shutil.rmtree(OUT, ignore_errors=True)
    sides = [folder for name in ("fronts", "backs") if (folder := OWN / name).is_dir()]
    found = [[*folder.iterdir()] for folder in sides]
    given = [files[0] if len(files) == 1 else folder for files, folder in zip(found, sides, strict=True)]
    done = command(["impose", *map(str, given), *words, "--out", str(OUT), "--json"])
    if done.status:
        raise Refused(done.err.replace(f"{OWN}/", "").strip())
    made = json.loads(done.out)
    files = {name: (Path(made["folder"]) / name).read_bytes() for name in made["files"] if name.endswith(".pdf")}
    return {"stem": "cards", "files": files, "remarks": done.err.splitlines()}


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
    each.__name__: each for each in (about, printed, pages, page, placed, brought, imposed, calibration, corrected)
}


def called(name: str, *given: object) -> object:
    """Call one of these by its name."""
    try:
        return CALLS[name](*given)
    except ImportError as error:
        if error.name not in ("PIL", "resvg_py"):
            raise
        found = "what needs a picture's pixels, which this page cannot do"
        raise bad("wrong-file", "", found, "the installed program, which draws all") from None
