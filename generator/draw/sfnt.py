"""A font file's widths and heights, from the few tables that have them (TrueType and OpenType alike).

A library that can also write fonts takes longer to be imported than all the rest of printing a small deck does. It
still draws the outlines. The tables are described at https://learn.microsoft.com/typography/opentype/spec/.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from struct import error, unpack_from

from msgspec import Struct

# Tables of characters (platform, encoding), the one that knows most first.
_UNICODE = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0))
_LAST = 0x10FFFF
MOST_BYTES = 100_000_000
_Codes = Iterator[tuple[int, int]]  # characters with their glyphs' numbers


class Metrics(Struct, frozen=True):
    """A font's heights above and (descent) below the baseline, as parts of the em."""

    ascent: float
    descent: float
    cap_height: float
    x_height: float


class Face(Struct, frozen=True):
    """A font file as read: advance widths by character, in parts of the em."""

    widths: Mapping[int, float]
    metrics: Metrics


def read(file: Path) -> Face:
    """Widths and metrics of a font file. Raises OSError, and ValueError for a file that is no font or a torn one."""
    if file.stat().st_size > MOST_BYTES:
        raise ValueError(f"more than {MOST_BYTES:,} bytes")
    try:
        return _face(file.read_bytes())
    except error:
        raise ValueError("a torn font") from None


def _face(data: bytes) -> Face:
    tables = _tables(data)
    em: int = unpack_from(">H", tables["head"], 18)[0]
    if em == 0:
        raise ValueError("an em of nothing")
    ascent, descent = unpack_from(">hh", tables["hhea"], 4)
    long: int = unpack_from(">H", tables["hhea"], 34)[0]  # glyphs with a width of their own; all others have the last
    if long == 0:
        raise ValueError("no widths")
    advances = unpack_from(">" + "Hxx" * long, tables["hmtx"])
    glyphs: int = unpack_from(">H", tables["maxp"], 4)[0]
    widths: dict[int, float] = {}
    for count, (code, glyph) in enumerate(_characters(tables["cmap"])):
        if count > _LAST:
            raise ValueError("more characters than there are")
        if 0 < glyph < glyphs and code <= _LAST:
            widths[code] = advances[min(glyph, long - 1)] / em
    os2 = tables["OS/2"]
    x_height, cap = unpack_from(">hh", os2, 86) if len(os2) >= 90 else (0, 0)
    heights = Metrics(ascent / em, -descent / em, (cap or 0.7 * em) / em, (x_height or 0.5 * em) / em)
    return Face(widths, heights)


def _tables(data: bytes) -> Mapping[str, memoryview]:
    """The tables that are needed, by their tags."""
    if data[:4] not in (b"\0\1\0\0", b"true", b"OTTO"):
        raise ValueError("no TrueType or OpenType font")
    count: int = unpack_from(">H", data, 4)[0]
    found: dict[str, memoryview] = {}
    for number in range(count):
        tag, _, start, length = unpack_from(">4sLLL", data, 12 + 16 * number)
        if start + length > len(data):
            raise ValueError("a torn font")
        found[tag.decode("latin-1")] = memoryview(data)[start : start + length]
    for tag in ("head", "hhea", "hmtx", "maxp", "cmap", "OS/2"):
        if tag not in found:
            raise ValueError(f"no table '{tag}'")
    return found


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
