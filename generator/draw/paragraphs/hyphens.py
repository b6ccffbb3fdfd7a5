"""Where words may be parted, by language: Liang's patterns, as TeX has them, from the files that pyphen brings.

A file is read once, and a pattern's figures only when a word meets it: German has 78,000 of them.

Quotation marks and apostrophes as they are set: curly, though they are typed straight. A backslash before one keeps
it straight, as in 5\\' 10\\".
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from generator.draw.fonts import fonts
from generator.draw.scene import Font

LEAST = 2  # letters before a hyphen, after it, and between two
SHORTEST = 5  # letters of a word that may be hyphenated
LONGEST = 100  # letters of a word that is looked up
_LEAST = re.compile(r"^((?:LEFT|RIGHT)HYPHENMIN) +(\d+)\b", re.MULTILINE)
_KEPT = re.compile(r"^[^#%A-Z\n].*", re.MULTILINE)  # skips comments and the file's header
_FIGURES = b"0123456789"
_FIRST = {"en": "en_US", "sr": "sr", "pt": "pt_PT"}  # when several files fit a language

Hyphenate = Callable[[str], tuple[int, ...]]  # from a word to its break positions


class _Patterns(Struct, frozen=True):
    """`found` has each pattern by its letters; `left` and `right` letters stay together at a word's ends."""

    found: Mapping[str, str]
    longest: int
    left: int
    right: int


@cache
def languages() -> Mapping[str, Path]:
    """Return the pattern files by language: de_AT, de, en_GB, en ..."""
    spec = find_spec("pyphen")  # only its files are used: importing it costs 40 ms
    folders = (spec.submodule_search_locations or ()) if spec else ()
    files = sorted(file for folder in folders for file in Path(folder, "dictionaries").glob("hyph_*.dic"))
    found = {file.stem.removeprefix("hyph_"): file for file in files}
    for name in list(found):
        short = name.partition("_")[0]
        own = f"{short}_{short.upper()}"
        found.setdefault(short, found.get(_FIRST.get(short, own), found[name]))
    return MappingProxyType(found)


def known(language: str) -> bool:
    """Return whether a language, or its main language, has patterns."""
    return not {language, language.partition("_")[0]}.isdisjoint(languages())


@cache
def _patterns(file: Path) -> _Patterns:
    data = file.read_bytes()
    encoding, _, _ = data.partition(b"\n")
    text = data.decode(encoding.decode("ascii").strip()).partition("\n")[2].replace("\r", "")
    least = {"LEFTHYPHENMIN": LEAST, "RIGHTHYPHENMIN": LEAST}
    for key, value in _LEAST.findall(text):
        least[key] = max(LEAST, int(value))
    kept = _KEPT.findall(text)
    letters = "\n".join(kept).encode().translate(None, _FIGURES).decode().split("\n")  # faster than on text
    return _Patterns(dict(zip(letters, kept, strict=True)), max(map(len, letters), default=0), *least.values())


def _values(pattern: str) -> list[int]:
    """Return a pattern's figures: one before each letter and one at the end."""
    pattern, _, change = pattern.partition("/")
    values = [0]
    for char in pattern:
        if char.isdigit():
            values[-1] = int(char)
        else:
            values.append(0)
    # a hyphenation that changes letters (Schiffahrt, Schiff-fahrt) cannot be shown by a hyphen alone
    return [value + value % 2 for value in values] if change else values


@lru_cache(maxsize=64)
def hyphenator(language: str, exceptions: tuple[str, ...] = ()) -> Hyphenate:
    """Return the hyphenator of a language; `exceptions` are words with a hyphen wherever they may be divided, or none.

    Raises KeyError for a language without patterns.
    """
    patterns = _patterns(languages().get(language) or languages()[language.partition("_")[0]])
    own: dict[str, tuple[int, ...]] = {}
    for word in exceptions:
        parts = word.lower().split("-")
        ends = [sum(map(len, parts[: n + 1])) for n in range(len(parts))]
        own["".join(parts)] = tuple(ends[:-1])

    @cache
    def parted(word: str) -> tuple[int, ...]:
        word = word.lower()
        if word in own:
            return own[word]
        return _parted(word, patterns) if SHORTEST <= len(word) <= LONGEST else ()

    return parted


def _parted(word: str, patterns: _Patterns) -> tuple[int, ...]:
    dotted = f".{word}."
    values = [0] * (len(dotted) + 1)
    for start in range(len(dotted)):
        for end in range(start + 1, min(start + patterns.longest, len(dotted)) + 1):
            pattern = patterns.found.get(dotted[start:end])
            if pattern is not None:
                for at, value in enumerate(_values(pattern), start):
                    values[at] = max(values[at], value)
    inside = range(patterns.left, len(word) - patterns.right + 1)
    found = {at: values[at + 1] for at in inside if values[at + 1] % 2}
    places: list[int] = []
    for at, value in found.items():
        if places and at - places[-1] < LEAST:  # Zu-cke-r-bäcker: the surer break stays, of equal ones the later
            if value < found[places[-1]]:
                continue
            places.pop()
        places.append(at)
    return tuple(places)


# ---- quotation marks -----------------------------------------------------------------------------


CURLY = "‘’“”"
_TYPED = re.compile(r"\\(['\"])|(['\"])")
_OPENS = " \n\t([{-–—/‘“"  # what precedes an opening mark
_MARKUP = "*"  # precedes a word without being part of it


def curled(text: str, font: Font) -> str:
    """Return the text with curly quotation marks; with straight ones if its font has no curly ones."""
    if "'" not in text and '"' not in text:
        return text
    curly = not fonts.missing(font, CURLY)

    def mark(found: re.Match[str]) -> str:
        if found[1] or not curly:
            return found[1] or found[2]
        before = text[: found.start()].rstrip(_MARKUP)
        quoted = before[-1:] in ("'", '"') and before[:-1].rstrip(_MARKUP)[-1:] in _OPENS  # nested quotation marks
        opens = not before or before[-1] in _OPENS or quoted
        after = text[found.end() : found.end() + 1]
        if found[2] == '"':
            return "“" if opens else "”"
        # '86 and 'tis omit something: before a figure it is certain, a word could as well be quoted
        return "‘" if opens and not after.isdigit() else "’"

    return _TYPED.sub(mark, text)
