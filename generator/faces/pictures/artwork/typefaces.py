"""Which font the text of an SVG file is set in: one of the spec's or a bundled one that has the name it asks for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from generator.draw.fonts import fonts
from generator.draw.paragraphs.markup import Fonts
from generator.draw.scene import Font
from generator.faces.preflight import Flaw

_ANY = {"", "sans-serif", "system-ui", "ui-sans-serif"}
_MOST_NAMES = 8  # of a list of families that are looked at


class Typefaces:
    """Font families by the names that a file may call them, in whatever letters and with or without spaces."""

    def __init__(self, families: Mapping[str, Fonts]) -> None:
        self.families = {_key(name): family for name, family in families.items()}
        self.fallback = bundled()[fonts.PLAIN]

    def files(self) -> list[str]:
        """The files of all these fonts."""
        every = {one.file for family in self.families.values() for one in (family.regular, family.bold, family.italic)}
        return sorted(map(str, every))

    def find(self, names: str, bold: bool, italic: bool) -> tuple[Font, Flaw | None]:
        """The font for a CSS list of families, and what there is to say of it: that it is another than was meant."""
        wanted = [name.strip(" \t\n'\"") for name in names.split(",")[:_MOST_NAMES]]
        found = next((family for name in wanted if (family := self.families.get(_key(name))) is not None), None)
        family = found or self.fallback
        font = family.bold if bold else family.italic if italic else family.regular
        first = self.families.get(_key(wanted[0]))
        style = "bold" if bold else "italic"
        if bold and italic:
            style = "bold italic"
        if first is None and wanted[0].casefold() not in _ANY:
            found_text = f"text in '{wanted[0][:40]}', drawn in {font.name}"
        elif (bold or italic) and (font is family.regular or (bold and italic)) and style.title() not in font.name:
            found_text = f"{style} text in '{wanted[0][:40]}', drawn in {font.name}"
        else:
            return font, None
        return font, Flaw("unknown-font", found_text, "a font under fonts:, or a bundled one")


@cache
def plain() -> Typefaces:
    """The bundled fonts alone."""
    return Typefaces(bundled())


def _key(name: str) -> str:
    return "".join(name.split()).casefold()


@cache
def bundled() -> Mapping[str, Fonts]:
    """The bundled families, and each bundled font by its own name."""
    files = fonts.bundled()
    alone = {stem: fonts.own(stem) for stem in files}

    def font(name: str, kind: str) -> Font:
        stem = f"{name}-{kind}" if f"{name}-{kind}" in files else f"{name}-Regular"
        return alone[stem]

    names = [stem.removesuffix("-Regular") for stem in files if stem.endswith("-Regular")]
    families = {name: Fonts(font(name, "Regular"), font(name, "Bold"), font(name, "Italic")) for name in names}
    return {**{name: Fonts(one, one, one) for name, one in alone.items()}, **families}
