"""Letters of several colours: the layers of which a font makes them, from its tables COLR (version 0) and CPAL."""

from __future__ import annotations

from struct import error, iter_unpack, unpack_from
from typing import NamedTuple

from generator.draw.fonts.sfnt import Face
from generator.draw.scene import Colour

INK = 0xFFFF  # of a palette: whatever the text is painted with
_PICTURED = {"CBDT", "sbix", "SVG "}  # letters that are pictures


class Layer(NamedTuple):
    """A glyph of one colour, None for the text's own."""

    number: int
    colour: Colour | None


def layers(face: Face, number: int) -> tuple[Layer, ...]:
    """What is drawn for a glyph, the lowest first; nothing where the glyph itself is."""
    return _layers(face).get(number, ()) if "COLR" in face.tables else ()


def undrawn(face: Face) -> bool:
    """Whether some of a font's letters are of a kind that is not drawn: pictures, or colours that fade."""
    version = bytes(face.tables["COLR"][:2]) if "COLR" in face.tables else b"\0\0"
    return version != b"\0\0" or bool(_PICTURED & face.tables.keys())


_kept: dict[int, tuple[Face, dict[int, tuple[Layer, ...]]]] = {}


def _layers(face: Face) -> dict[int, tuple[Layer, ...]]:
    if id(face) not in _kept:
        try:
            found = _read(face)
        except error:
            found = {}  # torn: its letters are those of one colour
        _kept[id(face)] = face, found
    return _kept[id(face)][1]


def _read(face: Face) -> dict[int, tuple[Layer, ...]]:
    table = face.tables["COLR"]
    _, count, bases, start, total = unpack_from(">HHLLH", table)
    palette = _palette(face)
    every = [
        Layer(number, None if index == INK else palette[index])
        for number, index in iter_unpack(">HH", table[start : start + 4 * total])
        if index == INK or index < len(palette)
    ]
    found = {}
    for at in range(bases, bases + 6 * count, 6):
        base, first, some = unpack_from(">HHH", table, at)
        found[base] = tuple(each for each in every[first : first + some] if each.number < len(face.advances))
    return found


def _palette(face: Face) -> list[Colour]:
    """A font's first colours, as they are on white paper."""
    table = face.tables.get("CPAL", memoryview(b""))
    _, count, _, _, start, first = unpack_from(">HHHHLH", table)
    records = table[start + 4 * first : start + 4 * (first + count)]
    return [
        (_paper(red, alpha), _paper(green, alpha), _paper(blue, alpha))
        for blue, green, red, alpha in iter_unpack(">BBBB", records)
    ]


def _paper(channel: int, alpha: int) -> float:
    return 1 - (1 - channel / 255) * alpha / 255
