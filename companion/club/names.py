"""One player is one, however the name is written: large or small letters, blanks, letters that look the same. What is
more than that, such as a nickname, the club says itself: `known_as` has the spelling and who it is.

>>> fold("  ANN  Lee"), fold("Ａｎｎ") == fold("ann"), fold("Zoe") == fold("Zoë")
('ann lee', True, False)
>>> Names({"annie": "Ann"}).key("ANNIE")
'ann'
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from unicodedata import normalize

from companion.contract import NOTHING

__all__ = ["Names", "fold"]


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """A name as it is compared."""
    if name.isascii():
        return " ".join(name.lower().split())
    return " ".join(normalize("NFKC", normalize("NFKC", name).casefold()).split())


class Names:
    """Who is who in a club: `known_as` says whose name each other spelling, folded, stands for."""

    def __init__(self, known_as: Mapping[str, str] = NOTHING) -> None:
        self.known_as = dict(known_as)

    def key(self, name: str) -> str:
        """What all spellings of one player have in common."""
        folded = fold(name)
        return fold(self.known_as[folded]) if folded in self.known_as else folded
