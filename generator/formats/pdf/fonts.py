"""Fonts in a PDF: subsets of those that `generator/draw` has read, their glyphs as two-byte codes.

A code stands for a glyph and the letters it was shaped from, so that text is searched and copied as it was written,
ligatures and small capitals too. HarfBuzz makes the subset of the font file.
"""

import re
from collections.abc import Container, Sequence
from functools import lru_cache
from struct import pack, unpack_from

import uharfbuzz as hb

from generator.draw.fonts import fonts
from generator.draw.fonts.shaping import Word
from generator.draw.scene import Font
from generator.formats.pdf.objects import Objects, array

LONGEST_NAME = 60
_UNFIT = re.compile(r"[^A-Za-z0-9-]+")
_ITALIC, _FIXED, _BOLD, _SYMBOLIC = 1 << 6, 1, 1 << 18, 1 << 2
_IDENTITY = "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
_ENCODING = {"Type": "/CMap", "CMapName": "/Glyphs", "CIDSystemInfo": _IDENTITY}
_MOST_CODES = 100  # entries in one list of a character table
MOST_WORDS = 20_000  # words kept as code


def named(font: Font, taken: Container[str]) -> str:
    """Return a font's name in a PDF: its file's, in letters that any reader accepts, and unique there."""
    name = _UNFIT.sub("", font.name)[:LONGEST_NAME] or "Font"
    number = 1
    while (found := name if number == 1 else f"{name}-{number}") in taken:
        number += 1
    return found


class Embedded:
    """A font whose glyphs are added to a PDF as they are used. Raises OSError, and ValueError for a file that is not a
    font."""

    def __init__(self, name: str, resource: str, font: Font) -> None:
        self.name, self.resource, self.file = name, resource, fonts.opened(font)
        self.codes: dict[tuple[int, str], int] = {}
        self.words: dict[Word, str] = {}

    def code(self, number: int, text: str) -> str:
        key = number, text
        return f"{self.codes.setdefault(key, len(self.codes) + 1):04X}"

    def shown(self, words: Sequence[Word], size: float, mode: int) -> str:
        """Return the operators that show words side by side, after `Tf` has set the font and its size, and `Tr` the
        mode. Layered glyphs are invisible here."""
        found = []
        for word in words:
            code = self.words.get(word)
            if code is None:
                if len(self.words) >= MOST_WORDS:
                    self.words.clear()
                code = self.words[word] = self._word(word)
            found.append(code)
        whole = "".join(found).replace("><", "")
        if "{" in whole:  # raised or lowered glyphs: how far depends on the size
            whole = whole.replace("{hide}", "] TJ 3 Tr [").replace("{show}", f"] TJ {mode} Tr [")
            whole = _RISE.sub(lambda rise: f"] TJ {float(rise[1]) * size / self.file.em:.3f} Ts [", whole)
        return f"[{whole}] TJ"

    def _word(self, word: Word) -> str:
        """Return a word's glyphs for TJ, which are moved by thousandths of the em from where their widths put them;
        `{n}` raises what follows by n of the font's units, and `{hide}` and `{show}` are around what is invisible."""
        em = self.file.em
        found = []
        owed = 0  # movement not written yet, in the font's units
        for glyph in word.glyphs:
            owed += glyph.x
            moved = f"{_thousandths(-owed, em)}" if owed else ""
            number = glyph.drawn[0].number  # the lowest layer: blank ones are not copied
            shown = f"<{self.code(number, glyph.text)}>"
            if glyph.y:
                shown = f"{{{glyph.y}}}{shown}{{0}}"
            if glyph.layers:
                shown = f"{{hide}}{shown}{{show}}"
            found.append(moved + shown)
            owed = glyph.advance - glyph.x - self.file.advance(number)
        return "".join(found) + (f"{_thousandths(-owed, em)}" if owed else "")

    # ---- the file ----------------------------------------------------------------------------

    def write(self, objects: Objects) -> None:
        """Write the font with all used glyphs to a PDF's objects."""
        if not self.codes:
            return
        file, full = self.file, f"AAAAAA+{self.name}"
        used = [number for number, _ in self.codes]
        data, numbers = file.subset(used)
        thousandths = 1000 / file.em
        widths = [_short(file.advance(number) * thousandths) for number in used]
        glyphs = [numbers[number] for number in (0, *used)]
        descendant: dict[str, object] = {
            "Type": "/Font",
            "Subtype": "/CIDFontType2",
            "BaseFont": f"/{full}",
            "CIDSystemInfo": _IDENTITY,
            "FontDescriptor": objects.add(self._descriptor(objects, full, data)),
            "DW": _short(file.advance(0) * thousandths),
            "W": f"[1 [{' '.join(widths)}]]",
        }
        encoding = "/Identity-H"
        if file.postscript:  # its glyphs have only numbers: the encoding maps codes to them
            by_glyph = sorted(dict(zip(glyphs[1:], widths, strict=True)).items())
            each = " ".join(f"{glyph} [{width}]" for glyph, width in by_glyph)
            descendant |= {"Subtype": "/CIDFontType0", "W": f"[{each}]"}
            encoding = objects.stream(_ENCODING, encoded(glyphs[1:]).encode())
        else:
            descendant["CIDToGIDMap"] = objects.stream({}, b"".join(pack(">H", glyph) for glyph in glyphs))
        font = {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": f"/{full}",
            "Encoding": encoding,
            "DescendantFonts": array([objects.add(descendant)]),
            "ToUnicode": objects.stream({}, copied([text for _, text in self.codes]).encode()),
        }
        objects.fonts[self.resource] = objects.add(font)

    def _descriptor(self, objects: Objects, full: str, data: bytes) -> dict[str, object]:
        file, metrics = self.file, self.file.metrics
        weight, angle = map(file.font.get_style_value, (hb.StyleTag.WEIGHT, hb.StyleTag.SLANT_ANGLE))
        post = file.table("post")
        fixed = len(post) >= 16 and any(post[12:16])
        flags = _SYMBOLIC | (_ITALIC if angle else 0) | (_BOLD if weight >= 600 else 0) | (_FIXED if fixed else 0)
        box = [_short(edge * 1000 / file.em) for edge in unpack_from(">hhhh", file.table("head"), 36)]
        return {
            "Type": "/FontDescriptor",
            "FontName": f"/{full}",
            "Flags": flags,
            "FontBBox": f"[{' '.join(box)}]",
            "ItalicAngle": _short(angle),
            "Ascent": _short(metrics.ascent * 1000),
            "Descent": _short(-metrics.descent * 1000),
            "CapHeight": _short(metrics.cap_height * 1000),
            "StemV": 50 + int((weight / 65) ** 2),
            **self._program(objects, data),
        }

    def _program(self, objects: Objects, data: bytes) -> dict[str, object]:
        """Add the subset of the font's file; return the descriptor's entry for it."""
        if not self.file.postscript:
            return {"FontFile2": objects.stream({"Length1": len(data)}, data)}
        outlines = bytes(hb.Face(hb.Blob(data)).reference_table("CFF ").data)
        return {"FontFile3": objects.stream({"Subtype": "/CIDFontType0C"}, outlines)}


_RISE = re.compile(r"\{(-?\d+)\}")


@lru_cache(maxsize=4096)
def _thousandths(units: int, em: int) -> str:
    return _short(units * 1000 / em) + " "


def _short(number: float) -> str:
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def encoded(glyphs: Sequence[int]) -> str:
    """Return the table that maps each code, from 1, to a glyph."""
    pairs = [f"<{code:04X}> {glyph}" for code, glyph in enumerate(glyphs, 1)]
    return _table("/Glyphs", "Identity", 1, "cidchar", pairs)


def copied(texts: Sequence[str]) -> str:
    """Return the table that maps each code, from 1, to its letters, so that text can be searched and copied."""
    pairs = [
        f"<{code:04X}> <{text.encode('utf-16-be', 'surrogatepass').hex().upper()}>"
        for code, text in enumerate(texts, 1)
        if text
    ]
    return _table("/Adobe-Identity-UCS", "UCS", 2, "bfchar", pairs)


def _table(name: str, ordering: str, kind: int, entry: str, pairs: Sequence[str]) -> str:
    """Return a table of character codes in PostScript syntax."""
    lines = ["/CIDInit /ProcSet findresource begin", "12 dict begin", "begincmap"]
    lines += [f"/CIDSystemInfo << /Registry (Adobe) /Ordering ({ordering}) /Supplement 0 >> def"]
    lines += [f"/CMapName {name} def", f"/CMapType {kind} def"]
    lines += ["1 begincodespacerange", "<0000> <FFFF>", "endcodespacerange"]
    for start in range(0, len(pairs), _MOST_CODES):
        some = pairs[start : start + _MOST_CODES]
        lines += [f"{len(some)} begin{entry}", *some, f"end{entry}"]
    return "\n".join([*lines, "endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end"])
