"""How words of a page are set: fonts, size and colour, from a style. mm."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.fonts.bidi import leftward
from generator.draw.fonts.fonts import metrics
from generator.draw.paragraphs.hyphens import Hyphenate, curled
from generator.draw.paragraphs.markup import Fonts, Span
from generator.draw.scene import Colour
from generator.faces.elements.context import DrawContext
from generator.faces.pages.markdown import Inline


class TypeStyle(Struct, frozen=True):
    """How words are set."""

    fonts: Fonts
    size: float
    leading: float
    align: str
    fill: Colour | None
    hyphenate: Hyphenate | None
    rtl: bool | None = None  # as a `Setting` has it

    @property
    def row(self) -> float:
        return self.size * self.leading

    @property
    def baseline(self) -> float:
        """Return the baseline of a row, below its top."""
        found = metrics(self.fonts.regular)
        return (self.row - (found.ascent + found.descent) * self.size) / 2 + found.ascent * self.size


def type_style(ctx: DrawContext, name: str | None, *, bold: bool = False, grows: float = 1.0) -> TypeStyle:
    """Return the type of a style. Raises BadValue."""
    style = ctx.resources.style(name)
    family = ctx.resources.typeset(ctx.text(style.font, "font"), style, None, None)
    if bold:
        family = replace(family, regular=family.bold, italic=family.both or family.bold)
    size = ctx.em(ctx.number(style.size, "size", 0.1) * grows)
    parted = ctx.resources.hyphenate(style, None, justified=style.align == "justify")
    fill = ctx.colour(style.fill or "black", "fill")
    return TypeStyle(family, size, style.leading, style.align, fill, parted, leftward(style.language))


def spans_of(inlines: Sequence[Inline], fonts: Fonts) -> list[Span]:
    """Return words with their fonts and typographic quotation marks."""
    text = "".join("\ufffc" if each.icon else each.text for each in inlines)
    set_ = curled(text, fonts.regular)
    if len(set_) != len(text):
        set_ = text  # a backslash before a mark, which Markdown has kept
    found: list[Span] = []
    at = 0
    for each in inlines:
        font = fonts.of(bold=each.bold, italic=each.italic)
        size = 1 if each.icon else len(each.text)
        found.append(Span("", font, each.icon) if each.icon else Span(set_[at : at + size], font))
        at += size
    return found
