"""How wide text is in a terminal, in cells: wide letters (of Chinese, Japanese, Korean; emoji) take two, marks none.

>>> width("Ann"), width("海の家"), width("e\\u0301")
(3, 6, 1)
>>> short("海の家", 5), left("海", 4) + "|"
('海の…', '海  |')
"""

import re
from functools import lru_cache
from unicodedata import category, east_asian_width

# letters of flags; signs that are wide since Unicode 16, whatever this Python knows
_ALSO_WIDE = {*range(0x1F1E6, 0x1F200), *range(0x2630, 0x2638), *range(0x268A, 0x2690), *range(0x4DC0, 0x4E00),
              *range(0x1D300, 0x1D357), *range(0x1D360, 0x1D377)}  # fmt: skip
_WIDENS = "\ufe0f"  # turns the letter before it into an emoji
_JOINING = "\u200b\u200c\u200d\u2060\ufeff"  # they join or separate letters, and are invisible


def width(text: str) -> int:
    """Return how many cells a text takes; never fewer than a terminal gives it."""
    return len(text) if text.isascii() else sum(map(_cells, text))


@lru_cache(maxsize=4096)
def _cells(char: str) -> int:
    if east_asian_width(char) in "WF" or ord(char) in _ALSO_WIDE:
        return 2
    if char == _WIDENS:
        return 1
    joined = "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7fb"  # vowels and finals of a Korean syllable
    return 0 if joined or char in _JOINING or category(char) in ("Mn", "Me") else 1


def cut(text: str, room: int) -> str:
    """Cut a text to a number of cells, keeping accents with their letters."""
    if len(text) * 2 <= room:
        return text
    if text.isascii():
        return text[: max(0, room)]
    for place, char in enumerate(text):
        room -= _cells(char)
        if room < 0:
            return text[:place]
    return text


def short(text: str, room: int) -> str:
    """Return a text, shortened with `…` if it has no room."""
    return text if width(text) <= room else cut(text, room - 1) + "…"


def left(text: str, room: int) -> str:
    """Pad a text on the right, for a column."""
    return text + " " * (room - width(text))


def right(text: str, room: int) -> str:
    """Pad a text on the left, so that columns end alike."""
    return " " * (room - width(text)) + text


def wrap(text: str, across: int, first: str = "", then: str = "") -> list[str]:
    """Wrap a text between words into lines of so many cells, with `first` and `then` before them; a word longer
    than a line is broken too."""
    words = [re.sub(r"[\t-\r]", " ", word) for word in reversed(re.split(r"([ \t\n\r\f\v]+)", text)) if word]
    lines: list[str] = []
    while words:
        indent, line = (then if lines else first), ""
        room = max(2, across - width(indent))
        if lines and not words[-1].strip(" "):
            words.pop()
        while words and width(line) + width(words[-1]) <= room:
            line += words.pop()
        if words and width(words[-1]) > room:
            word = words.pop()
            part = cut(word, room - width(line))
            line += part
            words.append(word[len(part) :])
        if line.strip(" "):
            lines.append(indent + line.rstrip(" "))
    return lines
