"""Quotation marks and apostrophes as they are set: curly, though they are typed straight. A backslash before one keeps
it straight, as in 5\\' 10\\"."""

from __future__ import annotations

import re

from generator.draw.fonts import fonts
from generator.draw.scene import Font

CURLY = "‘’“”"
_TYPED = re.compile(r"\\(['\"])|(['\"])")
_OPENS = " \n\t([{-–—/‘“"  # what stands before a mark that opens
_MARKUP = "*"  # stands before a word and is none of it


def curled(text: str, font: Font) -> str:
    """The text with curly marks; with straight ones where its font has no curly ones."""
    if "'" not in text and '"' not in text:
        return text
    curly = not fonts.missing(font, CURLY)

    def mark(found: re.Match[str]) -> str:
        if found[1] or not curly:
            return found[1] or found[2]
        before = text[: found.start()].rstrip(_MARKUP)
        quoted = before[-1:] in ("'", '"') and before[:-1].rstrip(_MARKUP)[-1:] in _OPENS  # one in another
        opens = not before or before[-1] in _OPENS or quoted
        after = text[found.end() : found.end() + 1]
        if found[2] == '"':
            return "“" if opens else "”"
        # '86 and 'tis leave something out: a figure says so, a word could as well be quoted
        return "‘" if opens and not after.isdigit() else "’"

    return _TYPED.sub(mark, text)
