"""The outlines of a TrueType font's glyphs, in the font's own units, y upward."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from struct import error, pack_into, unpack_from

from generator.draw.fonts.sfnt import Face
from generator.draw.scene import Segment

DEEPEST = 8  # parts of parts
MOST_POINTS = 20_000

Point = tuple[float, float]
Contour = list[tuple[float, float, bool]]  # x, y, and whether the point lies on the curve


def outline(face: Face, glyph: int) -> list[Contour]:
    """A glyph's contours, where its left bearing puts them. Raises ValueError for a torn one."""
    try:
        contours = _contours(face, glyph, 0)
        if not contours:
            return []
        shift = _shift(face, glyph, 0)
    except (error, IndexError):
        raise ValueError("a torn glyph") from None
    return [[(x + shift, y, on) for x, y, on in contour] for contour in contours]


def _glyph(face: Face, glyph: int) -> memoryview:
    start, end = face.places[glyph], face.places[glyph + 1]
    if not start <= end <= len(face.tables["glyf"]):
        raise ValueError("a torn glyph")
    return face.tables["glyf"][start:end]


def _shift(face: Face, glyph: int, depth: int) -> int:
    """From where a glyph was drawn to where its left bearing puts it: its own, or that of the part it measures by."""
    data = _glyph(face, glyph)
    count, left = unpack_from(">hh", data)
    if count < 0 and depth < DEEPEST:
        measure = next((part for flags, part, _ in _parts(data) if flags & 0x200), None)
        if measure is not None:
            return _shift(face, measure, depth + 1)
    return face.advances[glyph][1] - int(left)


def _contours(face: Face, glyph: int, depth: int) -> list[Contour]:
    data = _glyph(face, glyph)
    if not data:
        return []
    count: int = unpack_from(">h", data)[0]
    found = _simple(data, count) if count >= 0 else _composite(face, data, depth)
    if sum(map(len, found)) > MOST_POINTS:
        raise ValueError(f"a glyph of more than {MOST_POINTS:,} points")
    return found


def _simple(data: memoryview, count: int) -> list[Contour]:
    if count == 0:
        return []
    ends = unpack_from(f">{count}H", data, 10)
    at = 10 + 2 * count
    at += 2 + unpack_from(">H", data, at)[0]  # instructions
    flags: list[int] = []
    while len(flags) <= ends[-1]:
        flag, again = data[at], 1
        at += 1
        if flag & 8:
            again += data[at]
            at += 1
        flags += [flag] * again
    del flags[ends[-1] + 1 :]
    across, at = _coordinates(data, at, flags, 2, 16)
    up, at = _coordinates(data, at, flags, 4, 32)
    contours: list[Contour] = []
    start = 0
    for end in ends:
        if end + 1 < start:
            raise ValueError("a torn glyph")
        points = zip(across[start : end + 1], up[start : end + 1], flags[start : end + 1], strict=True)
        contours.append([(x, y, bool(flag & 1)) for x, y, flag in points])
        start = end + 1
    return [contour for contour in contours if contour]


def _coordinates(data: memoryview, at: int, flags: Sequence[int], short: int, same: int) -> tuple[list[int], int]:
    """Steps from point to point, summed: a byte with its sign in the flag, two bytes, or none."""
    found, value = [], 0
    for flag in flags:
        if flag & short:
            value += data[at] if flag & same else -data[at]
            at += 1
        elif not flag & same:
            value += unpack_from(">h", data, at)[0]
            at += 2
        found.append(value)
    return found, at


def _composite(face: Face, data: memoryview, depth: int) -> list[Contour]:
    if depth >= DEEPEST:
        raise ValueError(f"glyphs in glyphs, {DEEPEST} deep")
    contours: list[Contour] = []
    for flags, glyph, at in _parts(data):
        first, second = unpack_from((">BB", ">HH", ">bb", ">hh")[flags & 3], data, at)
        at += 4 if flags & 1 else 2
        a, b, c, d = 1.0, 0.0, 0.0, 1.0
        if flags & 0x8:
            a = d = unpack_from(">h", data, at)[0] / 16384
        elif flags & 0x40:
            a, d = (n / 16384 for n in unpack_from(">hh", data, at))
        elif flags & 0x80:
            a, b, c, d = (n / 16384 for n in unpack_from(">hhhh", data, at))
        inner = _contours(face, glyph, depth + 1)
        part = [[(a * x + c * y, b * x + d * y, on) for x, y, on in contour] for contour in inner]
        if flags & 2:
            dx, dy = (first * hypot(a, b), second * hypot(c, d)) if flags & 0x800 else (first, second)
        else:  # a point of the part lies on a point of what is there
            (x, y, _), (px, py, _) = _nth(contours, first), _nth(part, second)
            dx, dy = x - px, y - py
        contours += [[(x + dx, y + dy, on) for x, y, on in contour] for contour in part]
        if sum(map(len, contours)) > MOST_POINTS:
            raise ValueError(f"a glyph of more than {MOST_POINTS:,} points")
    return contours


def _parts(data: memoryview) -> Iterator[tuple[int, int, int]]:
    """A glyph's parts: flags, the part's glyph, and where its arguments lie."""
    at, flags = 10, 0x20
    while flags & 0x20:
        flags, glyph = unpack_from(">HH", data, at)
        yield flags, glyph, at + 4
        at += 8 if flags & 1 else 6
        at += 2 if flags & 0x8 else 4 if flags & 0x40 else 8 if flags & 0x80 else 0


def parts(face: Face, glyph: int) -> list[int]:
    """The glyphs that a glyph is made of."""
    data = _glyph(face, glyph)
    return [part for _, part, _ in _parts(data)] if data and unpack_from(">h", data)[0] < 0 else []


def renumbered(face: Face, glyph: int, numbers: Mapping[int, int]) -> bytes:
    """A glyph as its file has it, made of parts by other numbers."""
    data = bytearray(_glyph(face, glyph))
    if data and unpack_from(">h", data)[0] < 0:
        for _, part, at in list(_parts(memoryview(data))):
            pack_into(">H", data, at - 2, numbers[part])
    return bytes(data)


def _nth(contours: Sequence[Contour], number: int) -> tuple[float, float, bool]:
    return [point for contour in contours for point in contour][number]


def segments(contours: Sequence[Contour], em: int) -> Iterator[Segment]:
    """Contours as a path of an em of 1, y downward; every curve as a cubic one."""
    for contour in contours:
        first = next((n for n, point in enumerate(contour) if point[2]), None)
        if first is None:  # no point lies on the curve: it begins between the last and the first
            (x, y, _), (u, v, _) = contour[-1], contour[0]
            points = [*contour, ((x + u) / 2, (y + v) / 2, True)]
        else:
            points = [*contour[first + 1 :], *contour[: first + 1]]
        here: Point = points[-1][:2]
        yield "M", here[0] / em, -here[1] / em
        controls: list[Point] = []
        for number, (x, y, on) in enumerate(points, 1):
            if not on:
                controls.append((x, y))
            elif controls:
                for n, control in enumerate(controls, 1):
                    after = controls[n] if n < len(controls) else None
                    end = (x, y) if after is None else ((control[0] + after[0]) / 2, (control[1] + after[1]) / 2)
                    yield _cubic(here, control, end, em)
                    here = end
                controls = []
            elif number < len(points):
                here = (x, y)
                yield "L", x / em, -y / em
        yield ("Z",)


def _cubic(start: Point, control: Point, end: Point, em: int) -> Segment:
    x1, y1 = (s + 2 / 3 * (c - s) for s, c in zip(start, control, strict=True))
    x2, y2 = (e + 2 / 3 * (c - e) for e, c in zip(end, control, strict=True))
    return "C", x1 / em, -y1 / em, x2 / em, -y2 / em, end[0] / em, -end[1] / em
