"""Fonts in a PDF: subsets of those that `generator/draw` has read, under names of our own.

The PDF library would read a font file anew, and judge it otherwise than the check did. Here it is given what was read.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from struct import unpack_from
from typing import Any
from weakref import WeakKeyDictionary

from reportlab.pdfbase.pdfdoc import PDFArray, PDFStream, PDFTrueTypeFont, PDFZCompress
from reportlab.pdfbase.ttfonts import SUBSETN, TTFont, TTFontFace

from generator.draw import fonts
from generator.draw.scene import Font

LONGEST_NAME = 60
_UNFIT = re.compile(r"[^A-Za-z0-9-]+")
_ITALIC, _FIXED, _BOLD, _SYMBOLIC = 1 << 6, 1, 1 << 18, 1 << 2
_MOST_CODES = 100  # that one list of a table of characters may have


def named(font: Font, taken: Container[str]) -> str:
    """What a font is called in a PDF: by its file, in letters that any reader takes, and as no other one there."""
    name = _UNFIT.sub("", font.name)[:LONGEST_NAME] or "Font"
    number = 1
    while (found := name if number == 1 else f"{name}-{number}") in taken:
        number += 1
    return found


class _Face(TTFontFace):  # type: ignore[misc]
    """A font file to take subsets of, as the library's own reading of it would leave it."""

    def __init__(self, name: str, font: Font) -> None:
        face = fonts.face(font)
        self.read, self.filename, self.name, self.subfontNameX = face, name, name.encode(), b""
        thousandths = 1000 / face.em
        tables, metrics = face.tables, face.metrics
        self.ascent, self.descent = metrics.ascent * 1000, -metrics.descent * 1000
        self.capHeight = metrics.cap_height * 1000
        self.bbox = [edge * thousandths for edge in unpack_from(">hhhh", tables["head"], 36)]
        weight = unpack_from(">H", tables["OS/2"], 4)[0] if len(tables.get("OS/2", b"")) >= 6 else 500
        self.stemV = 50 + int((weight / 65) ** 2)
        self.italicAngle, fixed = 0.0, 0
        if len(tables.get("post", b"")) >= 16:
            angle, fixed = unpack_from(">i4xL", tables["post"], 4)
            self.italicAngle = angle / 65536
        self.flags = _SYMBOLIC | (_ITALIC if self.italicAngle else 0) | (_BOLD if weight >= 600 else 0)
        self.flags |= _FIXED if fixed else 0
        # the letters of ASCII all go into a file, used or not: only whole ones
        self.charToGlyph = {code: n for code, n in face.glyphs.items() if code > 127 or fonts.has(font, chr(code))}
        self.glyphPos = face.places
        self.hmetrics = [(advance, bearing & 0xFFFF) for advance, bearing in face.advances]
        self.charWidths = {code: face.advances[glyph][0] * thousandths for code, glyph in face.glyphs.items()}
        self.defaultWidth = face.advances[0][0] * thousandths

    def get_table(self, tag: str) -> bytes:
        if tag == "post" and len(self.read.tables.get(tag, b"")) < 16:
            return bytes(16)
        return bytes(self.read.tables[tag])

    def get_table_pos(self, tag: str) -> tuple[int, int]:
        """The library looks for a glyph's parts in the whole file; here the table itself is that."""
        self._ttf_data = self.read.tables[tag]
        return 0, len(self._ttf_data)


class Embedded(TTFont):  # type: ignore[misc]
    """A font whose letters go into a PDF as they are used, 255 to a subset. Raises OSError, and ValueError for a file
    that is no font."""

    def __init__(self, name: str, font: Font) -> None:
        self.fontName, self.face = name, _Face(name, font)
        self.state: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
        self._asciiReadable = 1

    def addObjects(self, doc: Any) -> None:
        """Writes the subsets; like the library's own but for the names and the table for copying text out."""
        state = self.state[doc]
        state.frozen = 1
        for number, subset in enumerate(state.subsets):
            internal = self.getSubsetInternalName(number, doc)[1:]
            name = f"{SUBSETN(number).decode()}+{self.fontName}"
            font = PDFTrueTypeFont()
            font.Name, font.BaseFont = internal, name
            font.FirstChar, font.LastChar = 0, len(subset) - 1
            font.Widths = PDFArray([self.face.getCharWidth(code) for code in subset])
            codes = PDFStream()
            codes.content = copied(name, subset)
            if doc.compression:
                codes.filters = [PDFZCompress]
            font.ToUnicode = doc.Reference(codes, f"toUnicodeCMap:{name}")
            font.FontDescriptor = self.face.addSubsetObjects(doc, name, subset)
            doc.Reference(font, internal)
            doc.idToObject["BasicFonts"].dict[internal] = font
        del self.state[doc]


def copied(name: str, subset: Sequence[int]) -> str:
    """The table that tells a reader which characters a subset's codes are, so that text can be searched and copied."""
    lines = ["/CIDInit /ProcSet findresource begin", "12 dict begin", "begincmap"]
    lines += [f"/CIDSystemInfo << /Registry ({name}) /Ordering ({name}) /Supplement 0 >> def"]
    lines += [f"/CMapName /{name} def", "/CMapType 2 def"]
    lines += ["1 begincodespacerange", f"<00> <{len(subset) - 1:02X}>", "endcodespacerange"]
    pairs = [
        f"<{code:02X}> <{chr(char).encode('utf-16-be', 'surrogatepass').hex().upper()}>"
        for code, char in enumerate(subset)
    ]
    for start in range(0, len(pairs), _MOST_CODES):
        some = pairs[start : start + _MOST_CODES]
        lines += [f"{len(some)} beginbfchar", *some, "endbfchar"]
    return "\n".join([*lines, "endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end"])
