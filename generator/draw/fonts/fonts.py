"""Fonts by name: their files, the widths of text, and the outlines of glyphs.

Bundled fonts are the `.ttf` files of `generator/draw/fonts/files/`. Sizes are the em in mm.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import groupby, product
from math import fsum
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple
from unicodedata import category, normalize

from msgspec.structs import replace

from generator.draw.fonts import bidi, font_file
from generator.draw.fonts.font_file import BOLD, INVISIBLE, REGULAR, FontFile, Metrics
from generator.draw.fonts.shaping import Shaper, Word
from generator.draw.scene import Colour, Font, Segment, Segments, Text

FOLDER = Path(__file__).parent / "files"
PLAIN = "AlegreyaSans"  # the default font
FALLBACK = "?"
BLANK = "\u2800"  # braille without dots
# never shown, but neighbouring letters are shaped by them
_JOINERS = {0x200C, 0x200D, *range(0xFE00, 0xFE10), *range(0xE0020, 0xE0080)}
_DROPPED = dict.fromkeys(INVISIBLE - _JOINERS)
MOST_LINES = 5_000  # lines kept for each font
MOST_BESIDE = 100  # font files searched for bold and italic ones
LONGEST = 20_000  # letters: the width of a longer line is only estimated


@cache
def bundled() -> Mapping[str, Path]:
    """Return the bundled fonts' files by name."""
    return {file.stem: file for file in sorted(FOLDER.glob("*.ttf"))}


@cache
def _read(file: Path, weight: float = REGULAR) -> FontFile | str:
    """Read a font file, or return why it cannot be drawn and embedded."""
    try:
        return font_file.read(file, weight)
    except ValueError as error:
        return str(error)


def forget() -> None:
    """Read every font anew from now on: a file has changed."""
    for kept in (_read, opened, _known, _setting, relatives):
        kept.cache_clear()


@lru_cache(maxsize=256)  # a font caches its hash, a path computes it
def opened(font: Font) -> FontFile:
    """Return a font's file as it was read. Raises OSError, and ValueError for a file that cannot be drawn and
    embedded."""
    found = _read(font.file, font.weight)
    if isinstance(found, str):
        raise ValueError(found)
    return found


@cache
def _known(file: Path) -> set[str]:
    """Return letters that a font certainly draws, and those that are never shown; others are tried first."""
    # a test tries all letters of the bundled fonts
    whole = opened(Font(file.stem, file)).characters if file.parent == FOLDER else ()
    return {chr(code) for code in (*whole, *INVISIBLE)}


def has(font: Font, char: str) -> bool:
    """Return whether a font can show a letter whole; a space, or an invisible letter, needs no outline."""
    known = _known(font.file)
    if char in known:
        return True
    found = opened(font)
    number = found.number(ord(char))
    if number is not None:
        drawn = number > 0 and (found.outline(number) or found.layers(number))
        shown = bool(drawn) or (found.whole(number) and (category(char)[0] in "ZC" or char == BLANK))
    elif category(char) == "Zs":
        shown = found.number(0x20) is not None  # spaces of all widths are made from it
    else:
        parts = normalize("NFD", char)
        shown = parts != char and all(has(font, part) for part in parts)
    if shown:
        known.add(char)
    return shown


def metrics(font: Font) -> Metrics:
    """Return the font's heights, as parts of the em."""
    return opened(font).metrics


def family(font: Font) -> str:
    """Return the name of a font's family, as its file has it; "" if it has none."""
    return opened(font).family


@cache
def relatives(font: Font) -> Mapping[str, Font]:
    """Return the fonts of the same family beside a font's file, by their styles in small letters, such as `bold`."""
    found, names = dict[str, Font](), opened(font).names
    beside = () if font.file.parent == FOLDER else sorted(font.file.parent.iterdir())  # the bundled are found by name
    files = [file for file in beside if file.suffix.lower() in (".otf", ".ttf")][:MOST_BESIDE]
    for kind, file in product((0, 1), files):  # a light font's italic is light too, if it has one
        with suppress(OSError):
            read = _read(file)
            if not isinstance(read, str) and read.names[kind][0] == names[kind][0]:
                style = read.names[kind][1].lower().replace("oblique", "italic")
                found.setdefault(style, Font(file.stem, file))
                if read.weights and read.weights[0] <= BOLD <= read.weights[1]:
                    heavy = f"bold {style}".removesuffix(" regular")
                    found.setdefault(heavy, Font(f"{file.stem}-Bold", file, weight=BOLD))
    return found


class Line:
    """A text as it is drawn: words of one font each, from left to right; `width` in ems. `layered` says that it has
    letters of several colours."""

    __slots__ = ("layered", "runs", "width")

    def __init__(self, runs: list[tuple[Font, list[Word]]]) -> None:
        self.runs = runs
        self.width, self.layered = 0.0, False
        for font, words in runs:  # sums whole numbers: the same in every Python
            found = opened(font)
            self.width += sum([word.width for word in words]) / found.em
            if found.layered:
                self.layered |= any(glyph.layers for word in words for glyph in word.glyphs)


class _Setting:
    """A font as it is set, with the lines and words that were set in it."""

    def __init__(self, font: Font) -> None:
        self.font = font
        tried = font.file.parent == FOLDER  # tested with all letters
        self.shaper = Shaper(opened(font), font.features, font.tracking, font.language, tried=tried)
        self.lines: dict[tuple[str, bool | None], Line] = {}

    def line(self, text: str, rtl: bool | None) -> Line:
        found = self.lines.get((text, rtl))
        if found is None:
            if len(self.lines) >= MOST_LINES:
                self.lines.clear()
            found = self.lines[text, rtl] = Line(list(self.runs(text, rtl)))
        return found

    def runs(self, text: str, rtl: bool | None) -> Iterator[tuple[Font, list[Word]]]:
        if not text.isascii():
            text = text.translate(_DROPPED)
        for part, turned in bidi.parts(text, rtl):
            shared = runs(self.font, part)
            for font, letters in shared[::-1] if turned else shared:
                yield font, _setting(font).shaper.line(letters, turned)


@lru_cache(maxsize=256)
def _setting(font: Font) -> _Setting:
    return _Setting(font)


def line(font: Font, text: str, rtl: bool | None = None) -> Line:
    """Return a line of text as it is drawn; `rtl` as a `Text` has it. A letter that no font has is shown as
    FALLBACK."""
    return _setting(font).line(text, rtl)


def width(font: Font, text: str, size: float) -> float:
    """Return the width of a line of text, mm; approximate for a very long one, which will not fit anyway."""
    if len(text) > LONGEST:
        found = opened(font)
        counts = Counter(text).items()
        numbers = [(found.number(ord(char)), n) for char, n in counts if ord(char) not in INVISIBLE]
        return fsum([count * (found.advance(n) / found.em if n else 0.5) for n, count in numbers]) * size
    return _setting(font).line(text, None).width * size


def _clusters(text: str) -> Iterator[str]:
    """Yield letters with their combining marks, which must be of one font."""
    found = ""
    for char in text:
        if found and not (category(char)[0] == "M" or ord(char) in _JOINERS or found[-1] == "\u200d"):
            yield found
            found = ""
        found += char
    if found:
        yield found


def _shows(font: Font, cluster: str) -> bool:
    """Return whether a font has a letter with all its marks, in one piece or in several."""
    return all(has(font, char) for char in cluster) or all(has(font, char) for char in normalize("NFC", cluster))


def _having(font: Font, cluster: str) -> Font | None:
    """Return the font itself, or the first of its fallbacks that has a letter it lacks; None if none has."""
    return next((each for each in (font, *font.others) if _shows(each, cluster)), None)


def runs(font: Font, text: str) -> list[tuple[Font, str]]:
    """Split a text into parts of one font each; a letter that none has is shown as FALLBACK."""
    if _known(font.file).issuperset(text):
        return [(font, text)]
    found: list[tuple[Font, str]] = []
    for cluster in _clusters(text):
        own = _having(font, cluster)
        shown = cluster if own else "".join([char if has(font, char) else FALLBACK for char in cluster])
        own = _as_set(own or font, font)
        if found and found[-1][0] == own:
            found[-1] = own, found[-1][1] + shown
        else:
            found.append((own, shown))
    return found


def _as_set(other: Font, font: Font) -> Font:
    """Return a fallback set as the font is."""
    if other is font:
        return font
    return replace(other, features=(*other.features, *font.features), tracking=font.tracking, language=font.language)


def missing(font: Font, text: str) -> str:
    """Return the characters of a text that neither the font nor its fallbacks show; line ends need none."""
    known = _known(font.file)
    if known.issuperset(text):
        return ""
    lacking = {cluster for cluster in _clusters(text) if cluster != "\n" and not known.issuperset(cluster)}
    unshown = [cluster for cluster in lacking if _having(font, cluster) is None]
    return "".join(sorted({char for cluster in unshown for char in cluster if not has(font, char)}))


@cache
def own(name: str) -> Font:
    """Return a bundled font with fallbacks for letters it lacks: for Cinzel's capitals those of another inscription."""
    files = bundled()
    weight = "Bold" if name.endswith("-Bold") else "Regular"
    plain = f"{PLAIN}-Italic" if name.endswith("-Italic") else f"{PLAIN}-{weight}"
    like = (Font(f"EBGaramond-{weight}", files[f"EBGaramond-{weight}"], features=("smcp",)),)
    others = (*(like if name.startswith("Cinzel") else ()), Font(plain, files[plain]))
    return Font(name, files[name], tuple(other for other in others if other.name != name))


def undrawn(font: Font) -> str:
    """Say which letters of a font, or of a fallback, are not drawn; "" if all are."""
    for each in (font, *font.others):
        if opened(each).undrawn:
            return f"of {each.name}, letters that are pictures or fade are not drawn, only layers of plain colours"
    return ""


def backed(font: Font, others: Sequence[Font]) -> Font:
    """Return a font with fallbacks for letters it lacks, and after these a bundled one."""
    kind = "Italic" if font.name.endswith("Italic") else "Bold" if font.name.endswith("-Bold") else "Regular"
    files = {font.file}
    behind = []
    for each in (*others, *(font.others or (own(f"{PLAIN}-{kind}"),))):
        if each.file not in files:
            files.add(each.file)
            behind.append(replace(each, others=()))
    return replace(font, others=tuple(behind))


def borrowed(font: Font, text: str) -> dict[Font, str]:
    """Return the letters of a text that a font lacks, by the fallback that they are taken from."""
    if _known(font.file).issuperset(text):
        return {}
    found: dict[Font, str] = {}
    for cluster in dict.fromkeys(_clusters(text)):
        other = _having(font, cluster)
        if other is not None and other is not font:
            found[other] = found.get(other, "") + cluster
    return found


def label(name: str, others: tuple[Font, ...] = ()) -> Font:
    """Return a bundled font for text beside the pieces, with a spec's own for letters that no bundled one has."""
    found = own(name)
    return replace(found, others=(*found.others, *others))


def start(node: Text, line: Line) -> float:
    """Return where on its baseline a text begins, mm."""
    return node.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[node.anchor] * line.width * node.size


class Drawn(NamedTuple):
    """A glyph as it is drawn: its font and number, the colour of its layer (None: the text's), its place in mm, and
    whether it is a layer of a letter."""

    font: Font
    number: int
    colour: Colour | None
    x: float
    y: float
    layer: bool


def placed(line: Line, size: float, x: float, y: float) -> Iterator[Drawn]:
    """Yield the glyphs of a line whose baseline starts at (x, y), each layer of a letter by itself."""
    for font, words in line.runs:
        scale = size / opened(font).em
        for glyph in (glyph for word in words for glyph in word.glyphs):
            left, low = x + glyph.x * scale, y - glyph.y * scale
            for number, colour in glyph.drawn:
                yield Drawn(font, number, colour, left, low, bool(glyph.layers))
            x += glyph.advance * scale


def path(glyph: Drawn, size: float) -> Iterator[Segment]:
    """Yield a placed glyph's outline, mm."""
    for verb, *numbers in opened(glyph.font).outline(glyph.number):
        yield (verb, *(n * size + (glyph.y if i % 2 else glyph.x) for i, n in enumerate(numbers)))  # type: ignore[operator]


def paths_by_colour(node: Text, line: Line) -> Iterator[tuple[Colour | None, Segments]]:
    """Yield a text's letters as paths, joined while the colour is the same; None is the text's colour."""
    glyphs = placed(line, node.size, start(node, line), node.y)
    for colour, some in groupby(glyphs, key=attrgetter("colour")):
        yield colour, tuple(segment for glyph in some for segment in path(glyph, node.size))


def outlines(font: Font, text: str, size: float, x: float, y: float, rtl: bool | None = None) -> Segments:
    """Return the text's glyphs as one path whose baseline starts at (x, y), mm, y downward."""
    glyphs = placed(line(font, text, rtl), size, x, y)
    return tuple(segment for glyph in glyphs for segment in path(glyph, size))
