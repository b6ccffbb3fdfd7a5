"""Fonts by name: where their files lie, how wide their text is, and the outlines of their glyphs.

Bundled fonts are the `.ttf` files of `generator/draw/fonts/`. Sizes are the em in mm.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import fsum
from pathlib import Path
from typing import Any

from generator.draw import sfnt
from generator.draw.scene import Font, Segment
from generator.draw.sfnt import Face, Metrics

FOLDER = Path(__file__).parent / "fonts"
FALLBACK = "?"


def bundled() -> Mapping[str, Path]:
    """The bundled fonts' files by their names."""
    return {file.stem: file for file in sorted(FOLDER.glob("*.ttf"))}


@cache
def _open(file: Path) -> Any:
    from fontTools.ttLib import TTFont

    opened = TTFont(file, lazy=True)
    if "glyf" in opened:
        # plain numbers: working out the glyphs' real names, which nothing here needs, takes longer than all the rest
        opened.setGlyphOrder([".notdef", *(f"glyph{n}" for n in range(1, opened["maxp"].numGlyphs))])
    return opened


@cache
def face(font: Font) -> Face:
    """Widths and metrics of a font. Raises OSError, and ValueError for a file that is no font."""
    return sfnt.read(font.file)


def metrics(font: Font) -> Metrics:
    """The font's heights, as parts of the em."""
    return face(font).metrics


def family(font: Font) -> str:
    """The name of a font's family, as its file has it; "" where it has none."""
    names = _open(font.file)["name"]
    return str(names.getDebugName(16) or names.getDebugName(1) or "")


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
    if not font.others or ord(char) in face(font).widths:
        return font
    return next((other for other in font.others if ord(char) in face(other).widths), font)


def runs(font: Font, text: str) -> list[tuple[Font, str]]:
    """A text in parts of one font each; a letter that none has is shown as FALLBACK."""
    widths = face(font).widths
    if all(ord(char) in widths for char in text):
        return [(font, text)]
    found: list[tuple[Font, str]] = []
    for char in text:
        own = _having(font, char)
        shown = char if ord(char) in face(own).widths else FALLBACK
        if found and found[-1][0] == own:
            found[-1] = own, found[-1][1] + shown
        else:
            found.append((own, shown))
    return found


def missing(font: Font, text: str) -> str:
    """The characters of a text that neither the font nor its others have a glyph for; line ends need none."""
    widths = face(font).widths
    lacking = sorted({char for char in text if ord(char) not in widths and char not in " \n"})
    return "".join([char for char in lacking if ord(char) not in face(_having(font, char)).widths])


def label(name: str, others: tuple[Font, ...] = ()) -> Font:
    """A bundled font for what is written beside the pieces, with a plain one and a spec's own for letters it lacks."""
    files = bundled()
    plain = "AlegreyaSans-Bold" if name.endswith("-Bold") else "AlegreyaSans-Regular"
    more = () if name == plain else (Font(plain, files[plain]),)
    return Font(name, files[name], (*more, *others))


@cache
def _glyph(font: Font, char: str) -> tuple[Segment, ...]:
    from fontTools.pens.basePen import decomposeQuadraticSegment
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    opened = _open(font.file)
    em = opened["head"].unitsPerEm
    glyphs, cmap = opened.getGlyphSet(), opened.getBestCmap()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[cmap.get(ord(char), cmap.get(ord(FALLBACK), ".notdef"))].draw(pen)
    segments: list[Segment] = []
    here = (0.0, 0.0)

    def point(p: tuple[float, float]) -> tuple[float, float]:
        return p[0] / em, -p[1] / em

    def curve(c1: tuple[float, float], c2: tuple[float, float], end: tuple[float, float]) -> None:
        nonlocal here
        segments.append(("C", *point(c1), *point(c2), *point(end)))
        here = end

    for verb, points in pen.value:
        match verb:
            case "moveTo" | "lineTo":
                here = points[0]
                segments.append(("M" if verb == "moveTo" else "L", *point(here)))
            case "curveTo":
                curve(*points)
            case "qCurveTo":
                if points[-1] is None:  # a closed curve without an on-curve point
                    start = ((points[-2][0] + points[0][0]) / 2, (points[-2][1] + points[0][1]) / 2)
                    here, points = start, (*points[:-1], start)
                    segments.append(("M", *point(start)))
                for control, end in decomposeQuadraticSegment(points):
                    first = (here[0] + 2 / 3 * (control[0] - here[0]), here[1] + 2 / 3 * (control[1] - here[1]))
                    second = (end[0] + 2 / 3 * (control[0] - end[0]), end[1] + 2 / 3 * (control[1] - end[1]))
                    curve(first, second, end)
            case _:
                segments.append(("Z",))
    return tuple(segments)


def outlines(font: Font, text: str, size: float, x: float, y: float) -> tuple[Segment, ...]:
    """The text's glyphs as one path whose baseline starts at (x, y), mm, y downward."""
    segments: list[Segment] = []
    for char in text:
        for verb, *numbers in _glyph(_having(font, char), char):
            moved = [n * size + (y if i % 2 else x) for i, n in enumerate(numbers)]  # type: ignore[operator]
            segments.append((verb, *moved))
        x += width(font, char, size)
    return tuple(segments)
