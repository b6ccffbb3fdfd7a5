"""A TrueType file as it is measured, drawn and embedded: whatever any of that needs is read and judged here.

A library that can also write fonts takes longer to be imported than all the rest of printing a small deck does. The
tables are described at https://learn.microsoft.com/typography/opentype/spec/.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from struct import error, iter_unpack, unpack_from

from msgspec import Struct

from specs.base import files

# Tables of characters (platform, encoding), the one that knows most first.
_UNICODE = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0))
_LAST = 0x10FFFF
_NEEDED = ("head", "hhea", "hmtx", "maxp", "cmap", "loca", "glyf")
_OTHERS = {
    b"OTTO": "PostScript outlines, which no PDF of ours takes",
    b"ttcf": "a collection of fonts",
    b"wOFF": "a web font, packed",
    b"wOF2": "a web font, packed",
}
# Characters that are never shown, whatever a font has for them: Unicode's "default ignorable" ones of common use.
UNSEEN = frozenset(
    (0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010),
     *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0,
     *range(0xE0000, 0xE01F0))
)  # fmt: skip
MOST_BYTES = 100_000_000
_Codes = Iterator[tuple[int, int]]  # characters with their glyphs' numbers


class Metrics(Struct, frozen=True):
    """A font's heights above and (descent) below the baseline, as parts of the em."""

    ascent: float
    descent: float
    cap_height: float
    x_height: float


class Face(Struct, frozen=True):
    """A font file as read. Widths are parts of the em; all that is by glyph is in the font's own units, `em` to the em.

    `glyphs` are the numbers of the characters' glyphs, `advances` each glyph's width and left bearing, `places` where
    each begins in the table 'glyf', and where the last ends.
    """

    widths: Mapping[int, float]
    metrics: Metrics
    em: int
    glyphs: Mapping[int, int]
    advances: tuple[tuple[int, int], ...]
    places: tuple[int, ...]
    tables: Mapping[str, memoryview]


def read(file: Path) -> Face:
    """A font file. Raises OSError, and ValueError for a file that is no font, a torn one, or one we cannot embed."""
    try:
        return _face(files.read(file, MOST_BYTES))
    except error:
        raise ValueError("a torn font") from None


def _face(data: bytes) -> Face:
    tables = _tables(data)
    head = tables["head"]
    if len(head) < 54 or unpack_from(">L", head, 12)[0] != 0x5F0F3CF5:
        raise ValueError("a torn font")
    em: int = unpack_from(">H", head, 18)[0]
    if em == 0:
        raise ValueError("an em of nothing")
    version, count = unpack_from(">LH", tables["maxp"])
    if version != 0x10000 or len(tables["maxp"]) < 32 or count == 0:
        raise ValueError("no glyphs of TrueType")
    ascent, descent = unpack_from(">hh", tables["hhea"], 4)
    glyphs = {code: glyph for code, glyph in _bounded(_characters(tables["cmap"])) if 0 < glyph < count}
    advances = _advances(tables, count)
    widths = {code: advances[glyph][0] / em for code, glyph in glyphs.items()}
    for space, other in ((0x20, 0xA0), (0xA0, 0x20)):  # a PDF has one space for both
        if other in glyphs:
            glyphs.setdefault(space, glyphs[other])
            widths.setdefault(space, widths[other])
    for code in UNSEEN:
        glyphs.pop(code, None)
    widths |= dict.fromkeys(UNSEEN, 0.0)
    os2 = tables.get("OS/2", memoryview(b""))
    if len(os2) >= 10 and unpack_from(">H", os2, 8)[0] & 0x30F in (0x2, 0x100, 0x102, 0x200, 0x202, 0x300, 0x302):
        raise ValueError("a font whose makers do not let it be embedded")
    x_height, cap = unpack_from(">hh", os2, 86) if len(os2) >= 90 else (0, 0)
    heights = Metrics(ascent / em, -descent / em, (cap or 0.7 * em) / em, (x_height or 0.5 * em) / em)
    return Face(widths, heights, em, glyphs, advances, _places(tables, count), tables)


def _advances(tables: Mapping[str, memoryview], count: int) -> tuple[tuple[int, int], ...]:
    """Each glyph's width and left bearing; those behind the last width share it."""
    hmtx = tables["hmtx"]
    long: int = unpack_from(">H", tables["hhea"], 34)[0]
    if long == 0:
        raise ValueError("no widths")
    pairs = [*iter_unpack(">Hh", hmtx[: 4 * long])]
    if len(pairs) < min(long, count):
        raise ValueError("a torn font")
    rest = hmtx[4 * long :]
    bearings = [bearing for (bearing,) in iter_unpack(">h", rest[: len(rest) // 2 * 2])]
    more = count - long
    pairs += [(pairs[-1][0], bearing) for bearing in (*bearings[: max(0, more)], *[0] * (more - len(bearings)))]
    return tuple(pairs[:count])


def _places(tables: Mapping[str, memoryview], count: int) -> tuple[int, ...]:
    """Where each glyph begins."""
    form: int = unpack_from(">h", tables["head"], 50)[0]
    if form == 0:
        return tuple([2 * place for place in unpack_from(f">{count + 1}H", tables["loca"])])
    if form == 1:
        return unpack_from(f">{count + 1}L", tables["loca"])
    raise ValueError(f"places of glyphs of format {form}")


def _tables(data: bytes) -> Mapping[str, memoryview]:
    """The tables by their tags."""
    if data[:4] not in (b"\0\1\0\0", b"true"):
        raise ValueError(_OTHERS.get(data[:4], "no TrueType font"))
    count: int = unpack_from(">H", data, 4)[0]
    found: dict[str, memoryview] = {}
    for number in range(count):
        tag, _, start, length = unpack_from(">4sLLL", data, 12 + 16 * number)
        if start + length > len(data):
            raise ValueError("a torn font")
        found[tag.decode("latin-1")] = memoryview(data)[start : start + length]
    for tag in _NEEDED:
        if tag not in found:
            raise ValueError(f"no table '{tag}'")
    return found


def family(face: Face) -> str:
    """The name of a font's family, as its file has it; "" where it has none that can be read."""
    table = face.tables.get("name", memoryview(b""))
    found: dict[int, str] = {}
    with suppress(error):
        count, texts = unpack_from(">HH", table, 2)
        for number in range(count):
            platform, _, _, kind, length, start = unpack_from(">6H", table, 6 + 12 * number)
            if kind in (1, 16) and platform in (0, 1, 3):
                words = bytes(table[texts + start : texts + start + length])
                found.setdefault(kind, words.decode("mac-roman" if platform == 1 else "utf-16-be", "ignore"))
    return found.get(16) or found.get(1) or ""


def _bounded(characters: _Codes) -> _Codes:
    for count, (code, glyph) in enumerate(characters):
        if count > _LAST:
            raise ValueError("more characters than there are")
        if code <= _LAST:
            yield code, glyph


def _characters(cmap: memoryview) -> _Codes:
    """The glyphs' numbers by character."""
    count: int = unpack_from(">H", cmap, 2)[0]
    places: dict[tuple[int, int], int] = {}
    for number in range(count):
        platform, encoding, offset = unpack_from(">HHL", cmap, 4 + 8 * number)
        places.setdefault((platform, encoding), offset)
    for kind in _UNICODE:
        if kind in places:
            table = cmap[places[kind] :]
            break
    else:
        raise ValueError("no table of Unicode characters")
    form: int = unpack_from(">H", table)[0]
    match form:
        case 0:
            return enumerate(unpack_from(">256B", table, 6))
        case 4:
            return _ranges(table)
        case 6:
            first, count = unpack_from(">HH", table, 6)
            return enumerate(unpack_from(f">{count}H", table, 10), first)
        case 12:
            return _groups(table)
        case _:
            raise ValueError(f"a table of characters of format {form}")


def _ranges(table: memoryview) -> _Codes:
    """Format 4: ranges of the first 65,536 characters."""
    count: int = unpack_from(">H", table, 6)[0] // 2
    ends = unpack_from(f">{count}H", table, 14)
    starts = unpack_from(f">{count}H", table, 16 + 2 * count)
    deltas = unpack_from(f">{count}H", table, 16 + 4 * count)
    offsets = unpack_from(f">{count}H", table, 16 + 6 * count)
    for number, (start, end, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        if offset == 0:
            for code in range(start, end + 1):
                yield code, (code + delta) & 0xFFFF
        elif start <= end and start < 0xFFFF:  # the last range is there to end the search
            # the offset counts from its own place in the table
            place = 16 + 6 * count + 2 * number + offset
            glyphs = unpack_from(f">{end - start + 1}H", table, place)
            for code, glyph in enumerate(glyphs, start):
                yield code, (glyph + delta) & 0xFFFF if glyph else 0


def _groups(table: memoryview) -> _Codes:
    """Format 12: runs of characters, whichever there are."""
    count: int = unpack_from(">L", table, 12)[0]
    for number in range(count):
        start, end, glyph = unpack_from(">LLL", table, 16 + 12 * number)
        for code in range(start, min(end, _LAST) + 1):
            yield code, glyph + code - start
