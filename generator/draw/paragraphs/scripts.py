"""Where a line may end inside what has no spaces: at a hyphen, a soft hyphen, between ideographs and kana.

A small part of UAX #14, enough for prose: what is not named here is not broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

SOFT, ZERO = "\u00ad", "\u200b"  # a hyphen only where a line ends; a place without one
Kind = Literal["soft", "free"]  # with a hyphen, or as it is

_IDEOGRAPHS = (  # as a pattern they would take longer to be read than a deck takes to be printed
    (0x2E80, 0x30FF), (0x3105, 0x318F), (0x31A0, 0x4DBF), (0x4E00, 0xA4CF), (0xF900, 0xFAFF), (0xFF01, 0xFF60),
    (0xFFE0, 0xFFE6), (0x1B000, 0x1B2FF), (0x20000, 0x3FFFD),
)  # fmt: skip
_MARKED = frozenset(f"{SOFT}{ZERO}\u2010\u2013\u2014-")
# no line begins with these: what closes, small kana, marks of length and of repetition; and none ends with the next
_GLUE = "\u00a0\u202f\u2060\ufeff\u200d"
_LATER = frozenset(
    "、。，．・：；？！」』）］｝〉》】〕〗〙〛｠〞〟’”)]},.:;!?…‥゛゜ーヽヾゝゞ々〻〜゠–％‰℃"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ\u3099\u309a" + _GLUE
)
_EARLIER = frozenset("「『（［｛〈《【〔〖〘〚｟〝‘“([{＄￥￡" + _GLUE)
_LETTERS = re.compile(r"[^\W\d_]{2}")
_HYPHENS = "-\u2010"
_DASHES = "\u2013\u2014"


def ideographic(char: str) -> bool:
    """Whether lines may end beside a letter, as in Chinese and Japanese."""
    code = ord(char)
    return code >= _IDEOGRAPHS[0][0] and any(first <= code <= last for first, last in _IDEOGRAPHS)


def breakable(word: str) -> bool:
    """Whether a word may have any place at all."""
    return not _MARKED.isdisjoint(word) or (not word.isascii() and any(map(ideographic, word)))


def places(word: str) -> Iterator[tuple[int, Kind]]:
    """Where a word without spaces may be broken: before the letter of a number, from 1 to its last.

    A soft hyphen and a zero-width space are letters here; the place is behind them.
    """
    for at in range(1, len(word)):
        before, after = word[at - 1], word[at]
        if before == SOFT:
            yield at, "soft"
        elif before == ZERO:
            yield at, "free"
        elif before in _HYPHENS:
            if _LETTERS.match(word, max(0, at - 3)) and at > 2 and _LETTERS.match(word, at):
                yield at, "free"
        elif before in _DASHES:
            if after.isalpha() and at > 1:
                yield at, "free"
        elif (ideographic(before) or ideographic(after)) and after not in _LATER and before not in _EARLIER:
            yield at, "free"
