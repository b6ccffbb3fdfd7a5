"""Text on sheets: lines made to fit their room, wrapped lines, paragraphs with markup. Lengths are mm."""

from generator.draw.fonts.fonts import width
from generator.draw.paragraphs.markup import Fonts
from generator.draw.paragraphs.text import Setting, lay_out
from generator.draw.scene import Anchor, Colour, Font, Text

INK: Colour = (0.17, 0.14, 0.13)


def fitting(font: Font, text: str, size: float, room: float) -> float:
    """Return the size of a line that fits into its room: at most `size`."""
    return min(size, size * room / max(width(font, text, size), 1e-6))


def fitted(
    x: float, y: float, text: str, font: Font, size: float, room: float, anchor: Anchor = "start", ink: Colour = INK
) -> Text:
    """Draw a line, made smaller if it is wider than its room."""
    return Text(x, y, text, font, fitting(font, text, size, room), ink, anchor)


def wrapped(text: str, font: Font, size: float, room: float) -> list[str]:
    """Return the text in lines as wide as the room."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(font, longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def paragraphs(
    x: float, y: float, wide: float, text: str, fonts: Fonts, size: float, leading: float = 1.2, ink: Colour = INK
) -> tuple[list[Text], float]:
    """Draw text with markup from `y` down, wrapped to a width; return also how far below `y` its last baseline is."""
    block = lay_out(text, fonts, size, (wide, 1e6), Setting(leading, wrap=True, markup=True))
    runs = [
        Text(left + run.x, y + block.top + line.y, run.text, run.font, run.size, ink, rtl=run.rtl)
        for line in block.lines
        for left in (x + (wide - line.width if line.rtl else line.indent),)
        for run in line.runs
    ]
    return runs, block.top + block.lines[-1].y
