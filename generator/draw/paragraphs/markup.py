"""Markup in a text: `**bold**`, `*italic*`, both in each other, `[[icon]]`; a backslash keeps the sign behind it.

A line that ends with a backslash ends there; other lines of a paragraph are one. `# heading`, `- bullet`; a blank line
ends a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.draw.paragraphs.scripts import ideographic
from generator.draw.scene import Font

BREAK = "\n"  # in a span: the line ends here
_PART = re.compile(r"\\(?P<kept>[!-/:-@\[-`{-~])|\[\[(?P<icon>[a-z0-9-]+)\]\]|(?P<stars>\*+)")


class Fonts(Struct, frozen=True):
    """A family. `both` is bold and italic, where there is such a font."""

    regular: Font
    bold: Font
    italic: Font
    both: Font | None = None

    def of(self, *, bold: bool, italic: bool) -> Font:
        """The font for letters; the bold one where none is bold and italic."""
        if bold:
            return self.both or self.bold if italic else self.bold
        return self.italic if italic else self.regular


class Span(Struct, frozen=True):
    """Text of one font, or an icon (`icon` is its name, `text` empty)."""

    text: str
    font: Font
    icon: str = ""


class _Icon(Struct, frozen=True):
    name: str


class _Stars(Struct):
    """A run of stars: what of it marks nothing (`left`), and by how much bold and italic change behind it."""

    left: int
    opens: bool
    closes: bool
    bold: int = 0
    italic: int = 0


def spans(text: str, fonts: Fonts, *, bold: bool = False) -> Iterator[Span]:
    """A paragraph's text by its fonts. Stars that mark nothing are stars. `bold` is its weight without any marks."""
    letters = ""
    font = fonts.of(bold=bold, italic=False)
    for part, weight, slope in _marked(text):
        own = fonts.of(bold=bold or weight, italic=slope)
        if letters and (own is not font or isinstance(part, _Icon)):
            yield Span(letters, font)
            letters = ""
        font = own
        if isinstance(part, _Icon):
            yield Span("", font, part.name)
        else:
            letters += part
    if letters:
        yield Span(letters, font)


def _marked(text: str) -> Iterator[tuple[str | _Icon, bool, bool]]:
    """A paragraph's letters and icons, each with whether it is bold and italic."""
    weight = slope = 0
    parts = list(_parts(text))
    _pair([part for part in parts if isinstance(part, _Stars)])
    for part in parts:
        if not isinstance(part, _Stars):
            yield part, weight > 0, slope > 0
            continue
        # what is left stands outside: before what opens, behind what closes
        before = part.left if part.bold + part.italic > 0 else 0
        if before:
            yield "*" * before, weight > 0, slope > 0
        weight, slope = weight + part.bold, slope + part.italic
        if part.left > before:
            yield "*" * (part.left - before), weight > 0, slope > 0


def _parts(text: str) -> Iterator[str | _Icon | _Stars]:
    at = 0
    for found in _PART.finditer(text):
        if found.start() > at:
            yield text[at : found.start()]
        at = found.end()
        if found["kept"]:
            yield found["kept"]
        elif found["icon"]:
            yield _Icon(found["icon"])
        else:
            before, after = text[: found.start()][-1:] or " ", text[at : at + 1] or " "
            yield _Stars(len(found["stars"]), not after.isspace(), not before.isspace())
    if at < len(text):
        yield text[at:]


def _pair(runs: Sequence[_Stars]) -> None:
    """Which stars open and which close, innermost first, as Markdown has it."""
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
    """Each paragraph with the gap before it, in ems. Without markup, each line."""
    if not markup:
        for line in text.split("\n"):
            yield line, 0.0
        return
    gap, joined = 0.0, ""
    for line in [*text.split("\n"), ""]:
        stripped = line.strip()
        heading = stripped.startswith("# ")
        starts = heading or stripped.startswith("- ")
        if joined and (starts or not stripped):
            yield joined, gap
            gap, joined = 0.0, ""
        if heading:
            yield stripped, max(gap, 0.7)
            gap = 0.1
        elif starts:
            gap, joined = max(gap, 0.12), stripped
        elif stripped:
            joined = _after(joined, stripped) if joined else stripped
        else:
            gap = max(gap, 0.45)


def words(text: str) -> str:
    """The words of a text without its markup; an icon by its name."""
    found: list[str] = []
    for paragraph, _ in paragraphs(text, markup=True):
        body = paragraph[2:] if paragraph.startswith(("# ", "- ")) else paragraph
        found += [part.name.replace("-", " ") if isinstance(part, _Icon) else part for part, _, _ in _marked(body)]
        found.append(" ")
    return "".join(found).strip()


def _after(text: str, line: str) -> str:
    """A paragraph with one line more."""
    slashes = len(text) - len(text.rstrip("\\"))
    if slashes % 2:
        return f"{text[:-1]}{BREAK}{line}"
    together = ideographic(text[-1]) and ideographic(line[0])  # a script without spaces
    return f"{text}{line}" if together else f"{text} {line}"
