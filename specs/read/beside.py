"""Files beside a spec: the one place where they are looked up, and hints for those that are missing: another kind of
file, or a slightly different name."""

import os
import unicodedata
from contextlib import suppress
from pathlib import Path

from specs.base.unfit import Unfit
from specs.read.typed import did_you_mean

PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".svg")  # endings of pictures
IMAGES = (*PICTURES, ".pdf")  # and of files with a page that can be one
ARTWORK = (*IMAGES, ".ttf", ".otf")  # and of fonts: all that faces are drawn from, besides the spec and its rows


def inside(folder: Path, name: str) -> Path:
    """Return a file of a spec's folder. Every file that a spec names, or finds in a folder it names, is found here.

    Raises ValueError if the name, or a link, leads out of the folder. A link to itself counts as no file.
    """
    try:
        path = (folder / name).resolve()
        if not (name.isascii() or path.exists()):  # some systems separate accents from letters in file names
            apart = (folder / unicodedata.normalize("NFD", name)).resolve()
            path = apart if apart.exists() else path
    except RuntimeError:  # Python before 3.13, for links in a circle
        return folder.resolve() / ".circle" / Path(name).name
    except OSError:  # a name longer than any file's
        return folder.resolve() / ".long"
    if not path.is_relative_to(folder.resolve()):
        raise ValueError(name)
    return path


def paged(name: str) -> tuple[str, int]:
    """Split a file's name from its page: `art.pdf#2` is the second; 0 if it is not a PDF."""
    base, _, page = name.partition("#")
    if not base.lower().endswith(".pdf"):
        return name, 0
    return (
        (base, int(page)) if page.isdecimal() and len(page) < 6 and int(page) else (base, 1) if not page else (name, 0)
    )


def file_beside(folder: Path, name: str, expected: str, kind: str = "file") -> Path:
    """Return a file or folder that a spec names. Raises Unfit if it does not exist or is outside the spec's folder."""
    try:
        found = inside(folder, name)
    except ValueError:
        found_, expected = f"'{name}' leads out of the spec's folder", "a file beside the spec"
        raise Unfit("outside-folder", found_, expected, name=name) from None
    if not (found.is_dir() if kind == "folder" else found.is_file()):
        what, hint = absent(found, name, kind)
        raise Unfit("missing-file", what, expected, hint, name)
    return found


def own_files(folder: Path, icons: str) -> list[Path]:
    """Return the SVG files of a spec's folder of icons by name, without links out of the spec's folder. Raises
    ValueError for a folder elsewhere."""
    found: list[Path] = []
    for file in sorted(inside(folder, icons).glob("*.svg")):
        with suppress(ValueError):
            real = inside(folder, str(file.relative_to(folder.resolve()))) if file.is_symlink() else file
            if real.is_file():
                found.append(file)
    return found


def absent(path: Path, name: str, kind: str) -> tuple[str, str]:
    """Say what was found in place of a file or a folder (`kind`), with a hint if there is one."""
    there = _there(path)
    if there:
        return f"'{name}', which is {there}, not a {kind}", ""
    try:
        others = os.listdir(path.parent)
    except (OSError, ValueError):
        return f"no {kind} '{name}'", ""
    alike = next((other for other in others if _seen(other) == _seen(path.name)), None)
    if alike is not None:
        return f"no {kind} '{name}'", _difference(path.name, alike)
    return f"no {kind} '{name}'", did_you_mean(path.name, others)


def _there(path: Path) -> str:
    try:
        if path.is_dir():
            return "a folder"
        return "a file" if path.is_file() else "a pipe or a device" if path.exists() else ""
    except (OSError, ValueError):
        return ""


def _seen(name: str) -> str:
    """Return a name as it looks: letters composed, invisible ones removed."""
    shown = "".join(letter for letter in name if unicodedata.category(letter) not in ("Cf", "Cc"))
    return unicodedata.normalize("NFC", shown).strip()


def _difference(named: str, real: str) -> str:
    """Say how two names that look the same differ."""
    start = _common(named, real)
    end = _common(named[start:][::-1], real[start:][::-1])
    ours, theirs = (_codes(name[start : len(name) - end]) for name in (named, real))
    return f"the name there has {theirs} where this one has {ours}"


def _common(one: str, other: str) -> int:
    """Count the letters with which both texts begin."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _codes(letters: str) -> str:
    return " ".join(f"U+{ord(letter):04X}" for letter in letters) or "nothing"
