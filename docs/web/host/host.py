"""The functions that a page of the site calls in Python; those of a page with a server are in `served`, which is loaded
when it is needed. Each takes and returns plain values; the worker calls them by name. They raise SpecError or Refused,
whose text the page shows."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import js

from generator.building.build import Built, build
from generator.building.loading import asked, load
from generator.plan.runs import Request
from generator.plan.selection import deals
from generator.studio.controls import Words, controls, read, tongues
from specs.base.errors import bad
from specs.base.languages import ENGLISH, Tongue, speak
from specs.load import lying

OUT, OWN = Path("/printed"), Path("/own")
_last: list[Built] = []  # the last build, whose faces the next begins with
MOST = 60_000_000  # bytes of a file that a person brings


class Refused(Exception):
    """A sentence that says why not."""


def speaks(language: str) -> None:
    """Speak a page's language from now on."""
    speak(None if language == ENGLISH else Tongue(language, ("specs", "generator", "companion")))


def about(game: str, language: str) -> dict[str, object]:
    """Return what can be chosen before a game is printed, in the page's language."""
    speaks(language)
    document = load(game)
    return {
        "title": document.spec.title,
        "players": [document.spec.players.min, document.spec.players.max] if deals(document) else None,
        "language": document.spec.language or "",
        "languages": tongues(document),
        "controls": controls(document),
    }


def printed(game: str, words: Words) -> dict[str, object]:
    """Print a game and return its files by name, with remarks and warnings."""
    document, settings = asked(game, {"formats": ("pdf",), **read(words)})
    request = Request(out=OUT, jobs=1, progress=js.progressed)
    shutil.rmtree(OUT, ignore_errors=True)
    made = build(document, settings, request, _last.pop() if _last else None)
    _last.append(made)
    files = {name: (made.folder / name).read_bytes() for name in made.files if name.endswith(".pdf")}
    remarks = [*made.remarks, *map(str, made.warnings)]
    return {"stem": made.stem, "files": files, "remarks": remarks}


def _pdf(name: str) -> Path:
    return next(OUT.rglob(name))


def pages(name: str) -> list[list[float]]:
    """Return width and height of each page of a printed PDF, in mm."""
    import pypdfium2

    with pypdfium2.PdfDocument(_pdf(name)) as pdf:
        return [[round(side * 25.4 / 72, 2) for side in pdf.get_page_size(index)] for index in range(len(pdf))]


def page(name: str, index: int, width: int) -> dict[str, object]:
    """Draw a page of a printed PDF, `width` pixels wide."""
    import pypdfium2

    with pypdfium2.PdfDocument(_pdf(name)) as pdf:
        sheet = pdf[index]
        drawn = sheet.render(scale=width / sheet.get_width(), rev_byteorder=True, force_bitmap_format=4)
        return {"width": drawn.width, "height": drawn.height, "pixels": bytes(drawn.buffer)}


def placed(files: Mapping[str, Any], anew: bool = True) -> None:
    """Write a person's files; with `anew` they replace those before, and archives are unpacked."""
    if anew:
        shutil.rmtree(OWN, ignore_errors=True)
    _last.clear()
    for name, data in files.items():
        _placed(name, bytes(data), unpack=anew and "/" not in name)


def brought(wanted: str = "") -> str:
    """Return the path of the spec among these files: the wanted one, if it is there."""
    if wanted and (OWN / wanted).is_file():
        return str(OWN / wanted)
    specs = sorted((file for file in OWN.rglob("*") if file.suffix in (".yaml", ".yml", ".md")), key=_depth)
    for folder in dict.fromkeys(file.parent for file in specs):
        if found := lying(folder):
            return str(folder / found[0])
    if specs:
        return str(specs[0])  # its faults say what is missing
    raise bad(
        "unknown-name", "", "no spec among these files", "a .yaml file, with the files it names; or a zip of them"
    )


def kept() -> dict[str, bytes]:
    """Return a person's files as they are now, with what was built from them."""
    return {file.relative_to(OWN).as_posix(): file.read_bytes() for file in OWN.rglob("*") if file.is_file()}


def ran(program: str, words: Sequence[str]) -> dict[str, object]:
    """Run a command and return its output, the PDFs it wrote to `OUT`, and its lines on standard error. Raises Refused
    if it fails."""
    shutil.rmtree(OUT, ignore_errors=True)
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = import_module(f"{program}.cli.main").run([*words])
    if status:
        raise Refused(err.getvalue().replace(f"{OWN}/", "").strip())
    files = {file.name: file.read_bytes() for file in OUT.rglob("*.pdf")}
    return {"said": out.getvalue(), "files": files, "remarks": err.getvalue().splitlines()}


def _depth(file: Path) -> tuple[int, str]:
    return len(file.parts), str(file)


def _placed(name: str, data: bytes, unpack: bool) -> None:
    if unpack and name.lower().endswith(".zip"):
        try:
            with ZipFile(BytesIO(data)) as archive:
                if sum(each.file_size for each in archive.infolist()) > MOST:
                    raise bad("over-limit", name, "a large archive", f"at most {MOST // 1_000_000} MB unpacked")
                archive.extractall(OWN)  # extractall writes nothing outside the folder
        except BadZipFile:
            raise bad("wrong-value", name, "no zip archive", "a zip of a spec and its files") from None
        return
    place = (OWN / name).resolve()
    if OWN not in place.parents or len(data) > MOST:
        raise bad("wrong-value", name, "a file that cannot be taken", f"at most {MOST // 1_000_000} MB, in its folder")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)


def called(name: str, *given: object) -> object:
    """Call a function of this module, or of `served`, by name. Raises SpecError for what a browser cannot do."""
    try:
        return (globals().get(name) or getattr(import_module("served"), name))(*given)
    except ImportError as error:
        if error.name not in ("PIL", "resvg_py"):
            raise
        found = "what needs a picture's pixels, which this page cannot do"
        raise bad("wrong-file", "", found, "the installed program, which draws all") from None
