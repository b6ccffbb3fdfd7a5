"""Shapes words to glyphs with HarfBuzz, each word once. In a font's own units, y upward.

A text is shaped word by word, unless its font moves letters that stand beside a space; words are cached as long as the
program runs, so that nearly all of a game's text is looked up. PDF, SVG and PNG all draw these glyphs.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple
from unicodedata import category, normalize

import uharfbuzz as hb
from msgspec import Struct

from generator.draw.fonts.font_file import INVISIBLE, FontFile, Layer

MOST_WORDS = 5_000  # words kept for each font: a few MiB
SOME_LETTERS = 400  # letters tried for whether a space moves them
FAINT = 0.03  # ems by which a space may move a letter unnoticed
_TOGETHER = ("liga", "clig")  # ligatures are off when letters are spaced, as in CSS
_CURSIVE = (("\u0600", "\u08ff"), ("\ufb50", "\ufdff"), ("\ufe70", "\ufefc"))  # joined scripts have no letter spacing


class Glyph(NamedTuple):
    """A glyph by number, its advance, its own offset, and the letters it stands for: none if those of the glyph before
    it are its own too. One that has `layers` is drawn as these."""

    number: int
    advance: int
    x: int
    y: int
    text: str
    layers: tuple[Layer, ...] = ()

    @property
    def drawn(self) -> tuple[Layer, ...]:
        """Return what is drawn, the lowest layer first."""
        return self.layers or (Layer(self.number, None),)


class Word(Struct, frozen=True, eq=False):
    """Glyphs from left to right; the same object is the same word."""

    glyphs: tuple[Glyph, ...]
    width: int


def feature(text: str) -> tuple[str, int]:
    """Read an OpenType feature as it is written in a font's settings: `smcp`, `liga=0`, `salt=2`. Raises ValueError."""
    tag, _, value = text.partition("=")
    plain = text.isascii() and len(tag) == 4 and tag.isalnum()
    if not plain or len(value) > 3 or (not value.isdigit() and text != tag):
        raise ValueError("four letters or digits such as smcp, with =0 where it is to be off")
    return tag, int(value or 1)


class Shaper:
    """A font as it is set: with its features, with `tracking` ems between letters, by a language's rules."""

    def __init__(self, file: FontFile, features: Sequence[str], tracking: float, language: str, *, tried: bool) -> None:
        """`tried` says that the font is known to have whole glyphs, and to move no letter for a space beside it."""
        self.file, self.language, self.tried = file, language, tried
        self.apart = tried or apart_from_spaces(file)
        self.features = {**(dict.fromkeys(_TOGETHER, 0) if tracking else {}), **dict(map(feature, features))}
        self.between = round(tracking * file.em)
        self.words: dict[tuple[str, bool], Word] = {}

    def line(self, text: str, rtl: bool = False) -> list[Word]:
        """Shape a text of one direction: words and spaces, from left to right. The font must have all its letters."""
        words = self.words
        found = []
        for part in _words(text) if self.apart else (text,):
            word = words.get((part, rtl))
            if word is None:
                if len(words) >= MOST_WORDS:
                    words.clear()
                word = words[part, rtl] = self.word(part, rtl)
            found.append(word)
        return found[::-1] if rtl else found

    def word(self, text: str, rtl: bool) -> Word:
        found = self.shaped(text, rtl)
        if found is None:
            found = self.plain(text[::-1] if rtl else text)
        if self.between and not any(first <= char <= last for char in text for first, last in _CURSIVE):
            found = [glyph._replace(advance=glyph.advance + self.between) if glyph.text else glyph for glyph in found]
        if self.file.layered:
            found = [glyph._replace(layers=self.layers(glyph.number)) for glyph in found]
        return Word(tuple(found), sum([glyph.advance for glyph in found]))

    def layers(self, number: int) -> tuple[Layer, ...]:
        found = self.file.layers(number)
        return found if all(self.file.whole(layer.number) for layer in found) else ()

    def plain(self, text: str) -> list[Glyph]:
        """Return each letter's own glyph, or those of its parts if the font has none for the whole."""
        file = self.file
        parts = (char if file.number(ord(char)) is not None else _apart(char) for char in text)
        numbers = [(file.number(ord(char)) or 0, char) for char in "".join(parts) if ord(char) not in INVISIBLE]
        return [Glyph(number, file.advance(number), 0, 0, char) for number, char in numbers]

    def shaped(self, text: str, rtl: bool) -> list[Glyph] | None:
        """Return a word shaped by HarfBuzz; None if the font leads to a missing or broken glyph."""
        buffer = hb.Buffer()
        # marks must keep their own position: within graphemes they could not be copied out
        buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if rtl else "ltr"
        if self.language:
            buffer.language = self.language.replace("_", "-")
        hb.shape(self.file.font, buffer, self.features)
        infos = buffer.glyph_infos
        if not infos:
            return [] if all(ord(char) in INVISIBLE for char in text) else None
        if not self.tried and not all(info.codepoint and self.file.whole(info.codepoint) for info in infos):
            return None
        places = [info.cluster for info in infos]
        each = text.isascii() and places == [*range(len(text))]  # one glyph for each letter, as nearly always
        texts = dict(enumerate(text) if each else _texts(text, places))
        return [
            Glyph(info.codepoint, place.x_advance, place.x_offset, place.y_offset, texts.pop(info.cluster, ""))
            for info, place in zip(infos, buffer.glyph_positions, strict=True)
        ]


def _words(text: str) -> Iterator[str]:
    """Yield a text's words and the spaces between them."""
    for number, word in enumerate(text.split(" ")):
        if number:
            yield " "
        if word:
            yield word


def _apart(char: str) -> str:
    return " " if category(char) == "Zs" else normalize("NFD", char)


def _texts(text: str, starts: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yield the letters that glyphs stand for, by where they begin."""
    places = sorted(set(starts))
    for start, end in zip(places, (*places[1:], len(text)), strict=True):
        yield start, "".join([char for char in text[start:end] if ord(char) not in INVISIBLE])


def apart_from_spaces(file: FontFile) -> bool:
    """Return whether letters between spaces are placed as if alone: a few hundred of a font's letters are tried."""
    buffer = hb.Buffer()
    some = islice((code for code in file.characters if code not in INVISIBLE), SOME_LETTERS)
    buffer.add_str(" ".join(chr(code) for code in some if not 0xD800 <= code < 0xE000))
    buffer.guess_segment_properties()
    hb.shape(file.font, buffer)
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=False):
        if place.x_advance and abs(place.x_advance - file.advance(info.codepoint)) > FAINT * file.em:
            return False
    return True
