"""Words for the log, held to what a log can keep."""

from __future__ import annotations

from typing import Final

from companion.contract import SyntaxFault
from specs.base.languages import say

__all__ = ["noted"]

LONGEST: Final = 4_000  # letters of a note


def noted(text: str) -> str:
    """A note in one line. Raises SyntaxFault where it says nothing, too much, or is no text.

    >>> noted("  tea   with Bob ")
    'tea with Bob'
    """
    words = " ".join(text.split())
    if not words:
        raise SyntaxFault(say("a note without text"), say("some words"))
    if len(words) > LONGEST:
        long, most = f"{len(words):,}", f"{LONGEST:,}"
        raise SyntaxFault(say("a note of {n} letters", n=long), say("at most {most}", most=most))
    if not words.isascii() and any("\ud800" <= char <= "\udfff" for char in words):
        raise SyntaxFault(say("a note with bytes that are no text"), say("words in UTF-8"))
    return words
