"""Markup in a text: `**bold**`, `*italic*`, both in each other, `[[icon]]`, `[words](look)` in a style or colour; a
backslash keeps the sign behind it.

A line that ends with a backslash ends there; other lines of a paragraph are one. `# heading`, `- bullet`; a blank line
ends a paragraph. Lines that begin with `|` are the rows of a table, as Markdown has them.

Where a line may end inside what has no spaces: at a hyphen, a soft hyphen, between ideographs and kana.

A small part of UAX #14, enough for prose: what is not named here is not broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from generator.draw.scene import Font

SOFT, ZERO = "\u00ad", "\u200b"  # a hyphen only at a line's end; a break without a hyphen
Kind = Literal["soft", "free"]  # with a hyphen, or without

_IDEOGRAPHS = (  # as a pattern this would take longer to load than a deck to print
    (0x2E80, 0x30FF), (0x3105, 0x318F), (0x31A0, 0x4DBF), (0x4E00, 0xA4CF), (0xF900, 0xFAFF), (0xFF01, 0xFF60),
    (0xFFE0, 0xFFE6), (0x1B000, 0x1B2FF), (0x20000, 0x3FFFD),
)  # fmt: skip
_MARKED = frozenset(f"{SOFT}{ZERO}\u2010\u2013\u2014-")
# no line begins with these: closing marks, small kana, length and repetition marks; and none ends with the next
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
    """Return whether lines may end beside a letter, as in Chinese and Japanese."""
    code = ord(char)
    return code >= _IDEOGRAPHS[0][0] and any(first <= code <= last for first, last in _IDEOGRAPHS)


def breakable(word: str) -> bool:
    """Return whether a word may have any break at all."""
    return not _MARKED.isdisjoint(word) or (not word.isascii() and any(map(ideographic, word)))


def places(word: str) -> Iterator[tuple[int, Kind]]:
    """Yield where a word without spaces may be broken: before the letter of a number, from 1 to its last.

    A soft hyphen and a zero-width space are letters here; the break is after them.
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


# ---- markup --------------------------------------------------------------------------------------


BREAK = "\n"  # in a span: the line ends here
_PART = re.compile(
    r"\\(?P<kept>[!-/:-@\[-`{-~])|\[\[(?P<icon>[a-z0-9-]+)\]\]|(?P<stars>\*+)"
    r"|\[(?=(?:[^\[\]]|\[\[[a-z0-9-]+\]\])+\]\((?P<look>[\w#-]+)\))|(?P<end>\]\([\w#-]+\))"
)
_ALIGNMENT = re.compile(r"\|(?: *:?-+:? *\|)+")  # the row below a table's heading
_CELLS = re.compile(r"(?<!\\)\|")


class Fonts(Struct, frozen=True):
    """A family. `both` is bold and italic, if there is such a font; `looks` are the families of words in a look of
    their own, by its name."""

    regular: Font
    bold: Font
    italic: Font
    both: Font | None = None
    looks: tuple[tuple[str, Fonts], ...] = ()

    def looking(self, look: str) -> Fonts:
        """Return the family of words in a look, if it has one of its own."""
        return dict(self.looks).get(look, self)

    def of(self, *, bold: bool, italic: bool) -> Font:
        """Return the font for letters; the bold one if none is bold and italic."""
        if bold:
            return self.both or self.bold if italic else self.bold
        return self.italic if italic else self.regular


class Span(Struct, frozen=True):
    """Text of one font, or an icon (`icon` is its name, `text` empty); `look` names its style or colour."""

    text: str
    font: Font
    icon: str = ""
    look: str = ""


class _Icon(Struct, frozen=True):
    name: str


class _Look(Struct, frozen=True):
    """The beginning of words in a look or, without a name, their end."""

    name: str


class _Stars(Struct):
    """A run of stars: the unused ones (`left`), and by how much bold and italic change after it."""

    left: int
    opens: bool
    closes: bool
    bold: int = 0
    italic: int = 0


def spans(text: str, fonts: Fonts, *, bold: bool = False) -> Iterator[Span]:
    """Yield a paragraph's text by its fonts. Unpaired stars are plain stars. `bold` is its weight without
    any marks."""
    letters, look, now = "", "", fonts.of(bold=bold, italic=False)
    for part, weight, slope, named in _marked(text):
        font = fonts.looking(named).of(bold=bold or weight, italic=slope)
        if letters and (font is not now or named != look or isinstance(part, _Icon)):
            yield Span(letters, now, look=look)
            letters = ""
        now, look = font, named
        if isinstance(part, _Icon):
            yield Span("", font, part.name, look)
        else:
            letters += part
    if letters:
        yield Span(letters, now, look=look)


def emphasis(text: str) -> tuple[bool, bool]:
    """Return whether a text with markup has bold and italic parts."""
    parts = [part for words, _ in paragraphs(text, markup=True) for part in _marked(words)] if "*" in text else []
    return any(weight for _, weight, _, _ in parts), any(slope for _, _, slope, _ in parts)


def looks(text: str) -> tuple[str, ...]:
    """Return the looks that a text with markup names, each once."""
    return tuple(dict.fromkeys(found["look"] for found in _PART.finditer(text) if found["look"]))


def _marked(text: str) -> Iterator[tuple[str | _Icon, bool, bool, str]]:
    """Yield a paragraph's letters and icons, each with whether it is bold and italic, and its look."""
    weight, slope, look = 0, 0, ""
    parts = list(_parts(text))
    _pair([part for part in parts if isinstance(part, _Stars)])
    for part in parts:
        if isinstance(part, _Look):
            look = part.name
            continue
        if not isinstance(part, _Stars):
            yield part, weight > 0, slope > 0, look
            continue
        # unused stars stay outside: before opening ones, after closing ones
        before = part.left if part.bold + part.italic > 0 else 0
        if before:
            yield "*" * before, weight > 0, slope > 0, look
        weight, slope = weight + part.bold, slope + part.italic
        if part.left > before:
            yield "*" * (part.left - before), weight > 0, slope > 0, look


def _parts(text: str) -> Iterator[str | _Icon | _Look | _Stars]:
    at, inside = 0, False
    for found in _PART.finditer(text):
        if found.start() > at:
            yield text[at : found.start()]
        at = found.end()
        if found["kept"]:
            yield found["kept"]
        elif found["icon"]:
            yield _Icon(found["icon"])
        elif found["look"]:
            yield _Look(found["look"])
            inside = True
        elif found["end"]:
            yield _Look("") if inside else found["end"]
            inside = False
        else:
            before, after = text[: found.start()][-1:] or " ", text[at : at + 1] or " "
            yield _Stars(len(found["stars"]), not after.isspace(), not before.isspace())
    if at < len(text):
        yield text[at:]


def _pair(runs: Sequence[_Stars]) -> None:
    """Pair opening and closing stars, innermost first, as Markdown does."""
    open_: list[_Stars] = []
    for run in runs:
        while run.closes and run.left and open_:
            opener = open_[-1]
            taken = min(2, opener.left, run.left)
            for stars, way in ((opener, 1), (run, -1)):
                stars.left -= taken
                if taken == 2:
                    stars.bold += way
                else:
                    stars.italic += way
            if not opener.left:
                open_.pop()
        if run.left and run.opens and not run.bold and not run.italic:
            open_.append(run)


def paragraphs(text: str, *, markup: bool) -> Iterator[tuple[str, float]]:
    """Yield each paragraph with the gap before it, in ems. Without markup, each line."""
    if not markup:
        for line in text.split("\n"):
            yield line, 0.0
        return
    gap, joined = 0.0, ""
    for line in [*text.split("\n"), ""]:
        stripped = line.strip()
        heading = stripped.startswith("# ")
        row = stripped.startswith("|")
        starts = heading or stripped.startswith("- ") or row != joined.startswith("|")
        if joined and (starts or not stripped):
            yield joined, gap
            gap, joined = 0.0, ""
        if heading:
            yield stripped, max(gap, 0.7)
            gap = 0.1
        elif stripped.startswith("- "):
            gap, joined = max(gap, 0.12), stripped
        elif row and joined:
            joined = f"{joined}\n{stripped}"
        elif row:
            gap, joined = max(gap, 0.2), stripped
        elif stripped:
            joined = _after(joined, stripped) if joined else stripped
        else:
            gap = max(gap, 0.45)


def _within_bars(line: str) -> str:
    return line.removeprefix("|").removesuffix("|")


class Table(Struct, frozen=True):
    """The cells of a table, row by row, all of one length; its first row is a `heading` if a row of dashes follows,
    which also says how columns are aligned."""

    rows: tuple[tuple[str, ...], ...]
    aligned: tuple[str, ...]
    heading: bool

    @classmethod
    def of(cls, paragraph: str) -> Table | None:
        """Return a paragraph as a table; None if it is none."""
        if not paragraph.startswith("|"):
            return None
        lines = paragraph.split("\n")
        dashes = lines.pop(1) if len(lines) > 1 and _ALIGNMENT.fullmatch(lines[1]) else ""
        rows = [tuple(cell.strip() for cell in _CELLS.split(_within_bars(line))) for line in lines]
        most = max(map(len, rows))
        marks = [mark.strip() for mark in _within_bars(dashes).split("|")] if dashes else []
        aligned = [_SIDES[mark[:1] == ":", mark[-1:] == ":"] for mark in marks]
        return cls(
            tuple(row + ("",) * (most - len(row)) for row in rows),
            tuple([*aligned, *["left"] * most][:most]),
            bool(dashes),
        )


_SIDES = {(False, False): "left", (True, False): "left", (False, True): "right", (True, True): "center"}


def words(text: str) -> str:
    """Return the words of a text without its markup; an icon by its name."""
    found: list[str] = []
    for paragraph, _ in paragraphs(text, markup=True):
        body = paragraph[2:] if paragraph.startswith(("# ", "- ")) else paragraph
        if table := Table.of(paragraph):
            body = "; ".join(", ".join(filter(None, row)) for row in table.rows)
        found += [part.name.replace("-", " ") if isinstance(part, _Icon) else part for part, *_ in _marked(body)]
        found.append(" ")
    return "".join(found).strip()


def _after(text: str, line: str) -> str:
    """Return a paragraph with one line more."""
    slashes = len(text) - len(text.rstrip("\\"))
    if slashes % 2:
        return f"{text[:-1]}{BREAK}{line}"
    together = ideographic(text[-1]) and ideographic(line[0])  # a script without spaces
    return f"{text}{line}" if together else f"{text} {line}"
