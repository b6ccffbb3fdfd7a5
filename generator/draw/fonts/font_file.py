"""An OpenType font file, read by HarfBuzz: its heights, characters, widths, outlines, colour layers, and subsets.

A variable font is read at one weight; its other axes stay at their defaults.

Lengths are in the font's own units, `em` to the em, y upward, unless a docstring says otherwise.
"""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from struct import error, iter_unpack, unpack_from
from typing import NamedTuple

import uharfbuzz as hb
from msgspec import Struct

from generator.draw.scene import Colour, Segment, Segments
from specs.base import files

MOST_BYTES = 100_000_000
# Characters that are never shown, whatever a font has for them: the common "default ignorable" ones of Unicode.
INVISIBLE = frozenset(
    (0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010),
     *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0,
     *range(0xE0000, 0xE01F0))
)  # fmt: skip
_SPACES = {0x20: 0xA0, 0xA0: 0x20}  # a PDF has one glyph for both spaces
_NEEDED = ("head", "hhea", "hmtx", "maxp", "cmap")
_OUTLINES = ({"loca", "glyf"}, {"CFF "}, {"CFF2"})  # tables of TrueType, of PostScript, of variable PostScript
# a PDF names glyphs by number; the last three are hints
_EMBEDDED = {*_NEEDED, "loca", "glyf", "CFF ", "cvt ", "fpgm", "prep"} - {"cmap"}
REGULAR, BOLD = 400, 700  # weights
_OTHERS = {
    b"ttcf": "a collection of fonts",
    b"wOFF": "a web font, packed",
    b"wOF2": "a web font, packed",
}
_TEXT_COLOUR = 0xFFFF  # palette entry that means the text's own colour


class Metrics(Struct, frozen=True):
    """A font's heights above and (descent) below the baseline, as parts of the em."""

    ascent: float
    descent: float
    cap_height: float
    x_height: float


class Layer(NamedTuple):
    """A glyph of one colour, None for the text's own."""

    number: int
    colour: Colour | None


class FontFile:
    """A font that can be drawn and embedded; glyphs are known by number, 0 being that of a missing letter."""

    def __init__(self, data: bytes, weight: float = REGULAR) -> None:
        """Raises ValueError for a font that cannot be drawn or embedded, and struct.error for a truncated one."""
        _refuse_directory(data)
        whole = hb.Face(hb.Blob(data))
        self.weights: tuple[float, float] | None = next(
            ((axis.min_value, axis.max_value) for axis in whole.axis_infos if axis.tag == "wght"), None
        )
        self.varies = bool(whole.axis_infos)
        self._face = _pinned(whole, weight, self.weights) if self.varies else whole
        self.font = hb.Font(self._face)
        self.count: int = self._face.glyph_count
        self.em: int = self._face.upem
        self._refuse()
        ascent, descent = unpack_from(">hh", self.table("hhea"), 4)
        cap, x_height = map(self.font.get_metric_position, (hb.OTMetricsTag.CAP_HEIGHT, hb.OTMetricsTag.X_HEIGHT))
        heights = ascent, -descent, cap or 0.7 * self.em, x_height or 0.5 * self.em
        self.metrics = Metrics(*(height / self.em for height in heights))
        self.layered: bool = self._face.has_color_layers
        palettes = self._face.color_palettes if self.layered else []
        self._palette = [_on_paper(each) for each in palettes[0].colors] if palettes else []
        self._outlines: dict[int, Segments] = {}
        if not self.whole(0):
            raise ValueError("a damaged glyph")
        self.subset(())

    def _refuse(self) -> None:
        """Raise ValueError for a font that cannot be drawn or embedded, and struct.error for a truncated one."""
        head, os2 = self.table("head"), self.table("OS/2")
        if len(head) < 54 or unpack_from(">L", head, 12)[0] != 0x5F0F3CF5:
            raise ValueError("a damaged font")
        em = unpack_from(">H", head, 18)[0]
        if em != self.em:
            raise ValueError(f"an em of {em or 'nothing'}")
        if len(self.table("maxp")) < (6 if self.postscript else 32) or self.count == 0:
            raise ValueError("no glyphs")
        if unpack_from(">H", self.table("hhea"), 34)[0] == 0:
            raise ValueError("no widths")
        if not self._face.unicodes:
            raise ValueError("no table of Unicode characters")
        if len(os2) >= 10 and unpack_from(">H", os2, 8)[0] & 0x30F in (0x2, 0x100, 0x102, 0x200, 0x202, 0x300, 0x302):
            raise ValueError("a font whose makers do not let it be embedded")

    def table(self, tag: str) -> bytes:
        """Return a table of the file; empty if it has none of that tag."""
        return bytes(self._face.reference_table(tag).data)

    @property
    def postscript(self) -> bool:
        """Return whether its outlines are PostScript's (CFF)."""
        return bool(self.table("CFF "))

    @property
    def family(self) -> str:
        """Return the name of the font's family; "" if it has none."""
        return self.names[1][0]

    @property
    def names(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return the names of the font's family and style, such as `Bold Italic`: among four styles at most, and among
        all."""
        known = hb.OTNameIdPredefined
        family, style, whole, whole_style = (
            self._face.get_name(name) or ""
            for name in (known.FONT_FAMILY, known.FONT_SUBFAMILY, known.TYPOGRAPHIC_FAMILY, known.TYPOGRAPHIC_SUBFAMILY)
        )
        if self.varies:
            style = whole_style = "Italic" if self.font.get_style_value(hb.StyleTag.SLANT_ANGLE) else "Regular"
        return (family, style), (whole or family, whole_style or style)

    @property
    def characters(self) -> Collection[int]:
        """Return the characters that it has glyphs for, in ascending order."""
        found: Collection[int] = self._face.unicodes
        return found

    @property
    def undrawn(self) -> bool:
        """Return whether some of its letters are of a kind that is not drawn: pictures, or colours that fade."""
        return bool(self._face.has_color_paint or self._face.has_color_png or self._face.has_color_svg)

    def number(self, code: int) -> int | None:
        """Return the glyph of a character; None if it has none, 0 if it names a glyph that is not in the file."""
        if code in INVISIBLE:
            return None
        found: int | None = self.font.get_nominal_glyph(code)
        if found is None and code in _SPACES:
            found = self.font.get_nominal_glyph(_SPACES[code])
        return found if found is None or found < self.count else 0

    def advance(self, number: int) -> int:
        """Return the advance of a glyph."""
        found: int = self.font.get_glyph_h_advance(number)
        return found

    def outline(self, number: int) -> Segments:
        """Return a glyph as a path of an em of 1, y downward, every curve a cubic one; empty for a blank or broken
        glyph."""
        found = self._outlines.get(number)
        if found is None:
            path: list[Segment] = []
            self.font.draw_glyph(number, _RECORDER, path)
            found = self._outlines[number] = tuple(_scaled(path, self.em))
        return found

    def layers(self, number: int) -> tuple[Layer, ...]:
        """Return the layers of a coloured glyph, the lowest first; empty if the glyph itself is drawn."""
        if not self.layered:
            return ()
        return tuple(
            Layer(each.glyph, None if each.color_index == _TEXT_COLOUR else self._palette[each.color_index])
            for each in self._face.get_glyph_color_layers(number)
            if each.glyph < self.count and (each.color_index == _TEXT_COLOUR or each.color_index < len(self._palette))
        )

    def whole(self, number: int) -> bool:
        """Return whether a glyph can be drawn, or is blank as a space is: not broken."""
        if self.outline(number):
            return True
        extents = self.font.get_glyph_extents(number)
        return extents is not None and not any(extents)

    def subset(self, numbers: Iterable[int]) -> tuple[bytes, Mapping[int, int]]:
        """Return a font file with some glyphs, for a PDF, and the new number of each. Raises ValueError."""
        wanted = hb.SubsetInput()
        flags = hb.SubsetFlags
        wanted.flags = flags.NOTDEF_OUTLINE | flags.NO_LAYOUT_CLOSURE | flags.CFF_IDENTITY_CHARSET
        wanted.glyph_set.update((0, *numbers))
        dropped = {*self._face.table_tags} - _EMBEDDED
        wanted.drop_table_tag_set.update(int.from_bytes(tag.encode("latin-1")) for tag in dropped)
        try:
            plan = hb.SubsetPlan(self._face, wanted)
            made = plan.execute()
        except (RuntimeError, MemoryError):
            raise ValueError("a damaged font") from None
        return bytes(made.blob.data), dict(plan.old_to_new_glyph_mapping.items())


def read(file: Path, weight: float = REGULAR) -> FontFile:
    """Read a font file, at a weight if it varies. Raises OSError, and ValueError for a file that is not a font, a
    truncated one, or one we cannot embed."""
    try:
        return FontFile(files.read(file, MOST_BYTES), weight)
    except error:
        raise ValueError("a damaged font") from None


def _pinned(face: hb.Face, weight: float, weights: tuple[float, float] | None) -> hb.Face:
    """Return a variable font at one weight, as a static font. Raises ValueError."""
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    wanted.flags |= hb.SubsetFlags.DOWNGRADE_CFF2
    wanted.pin_all_axes_to_default(face)
    if weights is not None:
        wanted.pin_axis_location(face, "wght", min(max(weight, weights[0]), weights[1]))
    try:
        return hb.Face(hb.Blob(bytes(hb.SubsetPlan(face, wanted).execute().blob.data)))
    except (RuntimeError, MemoryError):
        raise ValueError("a damaged variable font") from None


def _refuse_directory(data: bytes) -> None:
    """Raise ValueError for a file that is not an OpenType font, or in which a table is missing or ends beyond
    the file."""
    if data[:4] not in (b"\0\1\0\0", b"true", b"OTTO"):
        raise ValueError(_OTHERS.get(data[:4], "no TrueType or OpenType font"))
    count: int = unpack_from(">H", data, 4)[0]
    unpack_from(f"{16 * count}x", data, 12)
    tags = set()
    for tag, start, length in iter_unpack(">4s4xLL", data[12 : 12 + 16 * count]):
        if start + length > len(data):
            raise ValueError("a damaged font")
        tags.add(tag.decode("latin-1"))
    for needed in _NEEDED:
        if needed not in tags:
            raise ValueError(f"no table '{needed}'")
    if not any(tables <= tags for tables in _OUTLINES):
        raise ValueError("no outlines")


def _on_paper(colour: hb.Color) -> Colour:
    """Return a palette's colour as it is on white paper."""
    red, green, blue = (
        1 - (1 - channel / 255) * colour.alpha / 255 for channel in (colour.red, colour.green, colour.blue)
    )
    return red, green, blue


# ---- outlines as HarfBuzz gives them, segment by segment ---------------------------------------


def _move(x: float, y: float, path: list[Segment]) -> None:
    path.append(("M", x, y))


def _line(x: float, y: float, path: list[Segment]) -> None:
    path.append(("L", x, y))


def _quadratic(cx: float, cy: float, x: float, y: float, path: list[Segment]) -> None:
    start: tuple[float, float] = path[-1][-2:]  # type: ignore[assignment]
    x1, y1 = (s + 2 / 3 * (c - s) for s, c in zip(start, (cx, cy), strict=True))
    x2, y2 = (e + 2 / 3 * (c - e) for e, c in zip((x, y), (cx, cy), strict=True))
    path.append(("C", x1, y1, x2, y2, x, y))


def _cubic(ax: float, ay: float, bx: float, by: float, x: float, y: float, path: list[Segment]) -> None:
    path.append(("C", ax, ay, bx, by, x, y))


def _close(path: list[Segment]) -> None:
    _, *start = next(segment for segment in reversed(path) if segment[0] == "M")
    if path[-1] == ("L", *start):  # closing the path draws it
        path.pop()
    path.append(("Z",))


def _recorder() -> hb.DrawFuncs:
    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(_move)
    funcs.set_line_to_func(_line)
    funcs.set_quadratic_to_func(_quadratic)
    funcs.set_cubic_to_func(_cubic)
    funcs.set_close_path_func(_close)
    return funcs


_RECORDER = _recorder()


def _scaled(path: Iterable[Segment], em: int) -> Iterable[Segment]:
    for verb, *numbers in path:
        yield (verb, *(-n / em if i % 2 else n / em for i, n in enumerate(numbers)))  # type: ignore[operator]
