"""Fonts by name: where their files lie, how wide their text is, and the outlines of their glyphs.

Bundled fonts are the `.ttf` files of `generator/draw/fonts/`. Sizes are the em in mm.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import fsum
from pathlib import Path
from unicodedata import category, normalize

from generator.draw import glyphs, sfnt
from generator.draw.scene import Font, Segment
from generator.draw.sfnt import Face, Metrics

FOLDER = Path(__file__).parent / "fonts"
FALLBACK = "?"
BLANK = "\u2800"  # of braille: no dots
_UNSEEN = dict.fromkeys(sfnt.UNSEEN)


def bundled() -> Mapping[str, Path]:
    """The bundled fonts' files by their names."""
    return {file.stem: file for file in sorted(FOLDER.glob("*.ttf"))}


@cache
def _read(file: Path) -> Face | str:
    """A font file, or why it is none that can be drawn and embedded."""
    try:
        found = sfnt.read(file)
        glyphs.outline(found, 0)  # what stands for a missing letter goes into every file
    except ValueError as error:
        return str(error)
    return found


def face(font: Font) -> Face:
    """A font file as read. Raises OSError, and ValueError for a file that cannot be drawn and embedded."""
    found = _read(font.file)
    if isinstance(found, str):
        raise ValueError(found)
    return found


@cache
def _known(file: Path) -> set[str]:
    """Letters that are known to be drawn by a font, and those that are never shown; others are tried first."""
    whole = face(Font(file.stem, file)).glyphs if file.parent == FOLDER else {}  # a test tries all of the bundled fonts
    return {chr(code) for code in (*whole, *sfnt.UNSEEN)}


def has(font: Font, char: str) -> bool:
    """Whether a font has something to show for a letter, whole; a space needs no outline, nor what is never shown."""
    known = _known(font.file)
    if char in known:
        return True
    glyph = face(font).glyphs.get(ord(char))
    try:
        if glyph is None or not (glyphs.outline(face(font), glyph) or category(char)[0] in "ZC" or char == BLANK):
            return False
    except ValueError:
        return False
    known.add(char)
    return True


def spelled(font: Font, text: str) -> str:
    """A text whose letters that a font lacks are taken apart into a letter and its marks, where it has these."""
    if text.isascii() or _known(font.file).issuperset(text):
        return text
    return "".join([char if has(font, char) else _apart(font, char) for char in text])


def _apart(font: Font, char: str) -> str:
    parts = normalize("NFD", char)
    return parts if all(has(font, part) for part in parts) else char


def metrics(font: Font) -> Metrics:
    """The font's heights, as parts of the em."""
    return face(font).metrics


def family(font: Font) -> str:
    """The name of a font's family, as its file has it; "" where it has none."""
    return sfnt.family(face(font))


def width(font: Font, text: str, size: float) -> float:
    """How wide a line of text is, mm."""
    widths = face(font).widths
    # fsum: what `sum` makes of floats differs from one Python to the next
    try:
        return fsum([widths[ord(char)] for char in text]) * size
    except KeyError:
        fallback = widths.get(ord(FALLBACK), 0.5)
        return fsum([face(_having(font, char)).widths.get(ord(char), fallback) for char in text]) * size


def _having(font: Font, char: str) -> Font:
    """The font itself, or the first of its others that has a letter it lacks."""
    if not font.others or has(font, char):
        return font
    return next((other for other in font.others if has(other, char)), font)


def runs(font: Font, text: str) -> list[tuple[Font, str]]:
    """A text in parts of one font each, without what is never shown; a letter that none has is shown as FALLBACK."""
    if not text.isascii():
        text = text.translate(_UNSEEN)
    if _known(font.file).issuperset(text):
        return [(font, text)]
    found: list[tuple[Font, str]] = []
    for char in text:
        own = _having(font, char)
        shown = char if has(own, char) else FALLBACK
        if found and found[-1][0] == own:
            found[-1] = own, found[-1][1] + shown
        else:
            found.append((own, shown))
    return found


def missing(font: Font, text: str) -> str:
    """The characters of a text that neither the font nor its others show; line ends need none."""
    if _known(font.file).issuperset(text):
        return ""
    lacking = sorted({char for char in text if char != "\n" and not has(font, char)})
    return "".join([char for char in lacking if not has(_having(font, char), char)])


def label(name: str, others: tuple[Font, ...] = ()) -> Font:
    """A bundled font for what is written beside the pieces, with a plain one and a spec's own for letters it lacks."""
    files = bundled()
    plain = "AlegreyaSans-Bold" if name.endswith("-Bold") else "AlegreyaSans-Regular"
    more = () if name == plain else (Font(plain, files[plain]),)
    return Font(name, files[name], (*more, *others))


@cache
def joins(font: Font) -> frozenset[str]:
    """What a font has for letters that stand together, and we do not set: "kerning", "ligatures"."""
    return sfnt.joins(face(font))


@cache
def _glyph(font: Font, char: str) -> tuple[Segment, ...]:
    found = face(font)
    return tuple(glyphs.segments(glyphs.outline(found, found.glyphs.get(ord(char), 0)), found.em))


def outlines(font: Font, text: str, size: float, x: float, y: float) -> tuple[Segment, ...]:
    """The text's glyphs as one path whose baseline starts at (x, y), mm, y downward."""
    segments: list[Segment] = []
    for own, part in runs(font, text):
        for char in part:
            for verb, *numbers in _glyph(own, char):
                moved = [n * size + (y if i % 2 else x) for i, n in enumerate(numbers)]  # type: ignore[operator]
                segments.append((verb, *moved))
            x += width(own, char, size)
    return tuple(segments)
