"""Text in a box: lines, runs of fonts, sizes that fit. mm, y downward; a size is the em.

Markup: `**bold**`, `*italic*`, `[[icon]]`, `# heading`, `- bullet`; a blank line ends a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import fsum

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.fonts import metrics, width
from generator.draw.scene import Font
from specs.ground.unfit import Unfit

MIN_SIZE = 4 * 25.4 / 72  # 4 points, in mm: nothing smaller can be read
ICON_EM = 1.15  # an icon in a line, as parts of the em
HEADING = 1.3
BULLET = "•"

_INLINE = re.compile(r"(\*\*.+?\*\*|\*[^*\s](?:[^*]*[^*\s])?\*|\[\[[a-z0-9-]+\]\])")


class Overflow(Unfit):
    """Text that cannot fit its box: what is too large, and what there is room for."""


class Fonts(Struct, frozen=True):
    regular: Font
    bold: Font
    italic: Font


class Run(Struct, frozen=True):
    """A piece of a line: text in one font, or an icon (`icon` is its name, `text` empty). `x` from the line's start."""

    text: str
    font: Font
    size: float
    width: float
    icon: str = ""
    x: float = 0.0


class Line(Struct, frozen=True):
    """`y` is the baseline from the block's first baseline, `indent` from the box's left edge."""

    runs: tuple[Run, ...]
    width: float
    size: float
    y: float = 0.0
    indent: float = 0.0


class Block(Struct, frozen=True):
    """Lines of text; `top` is what stands above the first baseline, `bottom` what hangs below the last."""

    lines: tuple[Line, ...]
    width: float
    top: float
    bottom: float

    @property
    def height(self) -> float:
        return self.top + self.lines[-1].y + self.bottom


class _Word(Struct, frozen=True):
    """What cannot be broken: runs side by side; `space` comes before it, as wide as in `space_font`."""

    runs: tuple[Run, ...]
    width: float
    space: float
    space_font: Font


def lay_out(
    text: str,
    fonts: Fonts,
    size: float,
    box: tuple[float, float],
    *,
    leading: float,
    wrap: bool,
    fit: bool,
    markup: bool,
) -> Block:
    """Lay text out for a box of (width, height). With `fit` its size shrinks until it fits.

    Raises Overflow when it does not fit: at `size`, or with `fit` at 4 points.
    """
    block = _block(text, fonts, size, box[0], leading, wrap, markup)
    if _inside(block, box):
        return block
    if not fit:
        raise Overflow(_measure(text, block), f"at most {box[0]:.1f} × {box[1]:.1f} mm (or fit: true)")
    if not wrap and not markup:
        scale = min(box[0] / block.width if block.width else 1, box[1] / block.height)
        found = _block(text, fonts, size * min(1, scale) * 0.9999, box[0], leading, wrap, markup)
    else:
        low, high, found = MIN_SIZE, size, _block(text, fonts, MIN_SIZE, box[0], leading, wrap, markup)
        for _ in range(12):
            middle = (low + high) / 2
            block = _block(text, fonts, middle, box[0], leading, wrap, markup)
            if _inside(block, box):
                low, found = middle, block
            else:
                high = middle
    if found.lines[0].size < MIN_SIZE - 1e-6 or not _inside(found, box):
        raise Overflow(_measure(text, found) + " at 4 points", f"at most {box[0]:.1f} × {box[1]:.1f} mm")
    return found


def _measure(text: str, block: Block) -> str:
    line = " ".join(text.split())  # a fault is one line
    short = line if len(line) <= 40 else line[:37] + "..."
    return f"text '{short}' of {block.width:.1f} × {block.height:.1f} mm"


def _inside(block: Block, box: tuple[float, float]) -> bool:
    # one line may let its descenders hang out: a number in a small disc is centred by its capitals
    height = block.height if len(block.lines) > 1 else block.top
    return block.width <= box[0] + 0.01 and height <= box[1] + 0.01


def _block(text: str, fonts: Fonts, size: float, room: float, leading: float, wrap: bool, markup: bool) -> Block:
    lines: list[Line] = []
    y = 0.0
    for paragraph, gap in _paragraphs(text, markup):
        heading = markup and paragraph.startswith("# ")
        bullet = markup and paragraph.startswith("- ")
        em = size * HEADING if heading else size
        body = paragraph[2:] if heading or bullet else paragraph
        own = replace(fonts, regular=fonts.bold) if heading else fonts
        indent = 0.9 * em if bullet else 0.0
        words = list(_words(body, own, em, markup))
        broken = _break(words, room - indent) if wrap else [words]
        for index, line in enumerate(broken):
            laid = _line(line, em, indent)
            if bullet and index == 0:
                dot = width(own.regular, BULLET, em)
                laid = replace(laid, runs=(Run(BULLET, own.regular, em, dot, x=-indent + 0.1 * em), *laid.runs))
            if lines:
                y += em * leading + (gap * size if index == 0 else 0)
            lines.append(replace(laid, y=y))
    # capitals stand above the first baseline; a paragraph's ascenders may rise a little further
    top = metrics(fonts.regular).cap_height * lines[0].size
    bottom = metrics(fonts.regular).descent * lines[-1].size
    return Block(tuple(lines), max(line.indent + line.width for line in lines), top, bottom)


def _paragraphs(text: str, markup: bool) -> Iterator[tuple[str, float]]:
    """Each paragraph with the gap before it, in ems."""
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
            joined = f"{joined} {stripped}" if joined else stripped
        else:
            gap = max(gap, 0.45)


def _words(text: str, fonts: Fonts, size: float, markup: bool) -> Iterator[_Word]:
    runs: list[Run] = []
    before: Font | None = None  # whose space stands before the word

    def word() -> _Word:
        font = before or fonts.regular
        return _Word(tuple(runs), fsum(run.width for run in runs), width(font, " ", size) if before else 0.0, font)

    for part, font, icon in _spans(text, fonts, markup):
        if icon:
            runs.append(Run("", font, size, ICON_EM * size, icon))
            continue
        for index, letters in enumerate(part.split(" ")):
            if index > 0:
                if runs:
                    yield word()
                    runs = []
                before = font
            if letters:
                runs.append(Run(letters, font, size, width(font, letters, size)))
    if runs:
        yield word()


def _spans(text: str, fonts: Fonts, markup: bool) -> Iterator[tuple[str, Font, str]]:
    if not markup:
        yield text, fonts.regular, ""
        return
    for number, part in enumerate(_INLINE.split(text)):
        if number % 2 == 0:  # between what is marked; stars that mark nothing are stars
            if part:
                yield part, fonts.regular, ""
        elif part.startswith("[["):
            yield "", fonts.regular, part[2:-2]
        elif part.startswith("**"):
            yield part[2:-2], fonts.bold, ""
        else:
            yield part[1:-1], fonts.italic, ""


def _break(words: Sequence[_Word], room: float) -> list[list[_Word]]:
    """Words in lines, each as full as it can be; but a last line of one word gets another from the line before."""
    lines: list[list[_Word]] = [[]]
    used = 0.0
    for word in words:
        if lines[-1] and used + word.space + word.width > room + 1e-6:
            lines.append([])
            used = 0.0
        used += word.width + (word.space if lines[-1] else 0)
        lines[-1].append(word)
    if len(lines) > 1 and len(lines[-1]) == 1 and len(lines[-2]) > 2:
        last, before = lines[-1][0], lines[-2][-1]
        if before.width + last.space + last.width <= room + 1e-6:
            lines[-2:] = [lines[-2][:-1], [before, last]]
    return lines


def _line(words: Sequence[_Word], size: float, indent: float) -> Line:
    """Runs of a line; words that follow each other in one font are one run, so that text can be searched."""
    runs: list[Run] = []
    x = 0.0
    for index, word in enumerate(words):
        space = word.space if index else 0.0
        for number, run in enumerate(word.runs):
            gap = space if number == 0 else 0.0
            last = runs[-1] if runs else None
            if (
                last
                and not run.icon
                and not last.icon
                and last.font == run.font
                and (not gap or word.space_font == run.font)
                and abs(last.x + last.width - x) < 1e-9
            ):
                glue = " " if gap else ""
                runs[-1] = replace(last, text=last.text + glue + run.text, width=last.width + gap + run.width)
            else:
                runs.append(replace(run, x=x + gap))
            x += gap + run.width
    return Line(tuple(runs), x, size, indent=indent)
