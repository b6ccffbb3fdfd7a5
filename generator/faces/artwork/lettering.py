"""The <text> of an SVG file: letters with their places, set in lines as the standard has it. User units, y downward."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from generator.draw import fonts
from generator.draw.geometry import FARTHEST, Rectangle, multiply, scale_of, scaling
from generator.draw.scene import Font, Text
from generator.faces.artwork.colours import solid
from generator.faces.artwork.drawing import Letters, Shape, Undrawable
from generator.faces.artwork.gradients import Gradients
from generator.faces.artwork.lengths import fraction, length
from generator.faces.artwork.painting import State, shapes
from generator.faces.artwork.properties import LETTERS, SPACE, understood
from generator.faces.artwork.typefaces import Typefaces
from generator.faces.proof import Flaw

MEDIUM = 16.0  # the em where nothing names one
_NAMED = {"medium": MEDIUM, "small": 13.0, "large": 18.0, "x-small": 10.0, "x-large": 24.0}
_TURNED = {"R", "AL", "AN", "RLE", "RLO", "RLI", "LRO"}  # what is written from right to left
MOST_LETTERS = 50_000  # of a file
MOST_DEEP = 30  # spans in spans
_SEPARATORS = re.compile(r"[\s,]+")


class _Frame(Struct):
    """The places that a <text> or <tspan> gives its letters, and how many it has had."""

    places: dict[str, tuple[float, ...]]
    count: int = 0


class _Letter(Struct):
    char: str
    state: State
    moved: dict[str, float]  # what x, y, dx and dy say of it
    x: float = 0.0
    y: float = 0.0
    advance: float = 0.0
    font: Font | None = None
    size: float = 0.0


class Lettering(Struct):
    """One <text> as it is read: spans are opened, letters added, spans closed."""

    view: Rectangle
    frames: list[_Frame] = field(default_factory=list)
    letters: list[_Letter] = field(default_factory=list)

    def open(self, own: Mapping[str, str], style: Mapping[str, str], size: float) -> None:
        """A text or a span begins; `style` is its own and what it inherits. Raises ValueError, Undrawable."""
        if len(self.frames) >= MOST_DEEP:
            raise ValueError(f"spans of text more than {MOST_DEEP} deep")
        for key in LETTERS & style.keys():
            if not understood(key, style[key]):
                raise Undrawable(f"text with {key.rpartition(' ')[2]} '{style[key][:30]}'")
        places = {}
        for key in ("x", "y", "dx", "dy"):
            parts = _SEPARATORS.split(own.get(key, "").strip())
            whole = self.view[2 if key in ("x", "dx") else 3]
            places[key] = tuple(length(part, whole, size) for part in parts if part)
        self.frames.append(_Frame(places))

    def close(self) -> None:
        self.frames.pop()

    def add(self, text: str, state: State) -> None:
        """Letters of the innermost span, white space as it says."""
        kept = state.style.get(SPACE) == "preserve" or state.style.get("white-space", "") in ("pre", "pre-wrap")
        for char in text:
            if char in "\t\n\r":
                char = " "
            if char == " " and not kept and (not self.letters or self.letters[-1].char == " "):
                continue
            if unicodedata.bidirectional(char) in _TURNED or unicodedata.combining(char):
                raise Undrawable("text whose letters are turned or joined")
            if unicodedata.category(char) in ("Cf", "Zl", "Zp"):
                continue  # marks for those who break or shape lines; none is a letter
            moved: dict[str, float] = {}
            for frame in reversed(self.frames):
                for key, places in frame.places.items():
                    if frame.count < len(places):
                        moved.setdefault(key, places[frame.count])
                frame.count += 1
            self.letters.append(_Letter(char, state, moved))

    def drawn(
        self, faces: Typefaces, gradients: Gradients, flaws: dict[str, Flaw]
    ) -> Iterator[tuple[Shape | Letters, State]]:
        """The letters as they are painted; what is to be said of their fonts goes to `flaws`. Raises ValueError."""
        while self.letters and self.letters[-1].char == " " and self.letters[-1].state.style.get(SPACE) != "preserve":
            self.letters.pop()
        if not self.letters:
            return
        self.set(faces, flaws)
        box = self.box()
        for run in self.runs():
            first = run[0]
            text = "".join(letter.char for letter in run)
            style, font = first.state.style, first.font
            if font is None or first.size <= 0 or not text.strip() or style.get("visibility", "visible") != "visible":
                continue
            if lacking := fonts.missing(font, text):
                raise ValueError(f"text with '{lacking[:20]}', which font {font.name} lacks")
            if style.get("stroke", "none") == "none" and "url(" not in style.get("fill", ""):
                fill = solid(style.get("fill", "black"), style)
                opacity = first.state.opacity * fraction(style.get("fill-opacity", "1"))
                if fill is not None:
                    # numbers are written with a few places: the units are about those of the drawing
                    scale = scale_of(first.state.matrix) or 1.0
                    laid = Text(first.x * scale, first.y * scale, text, font, first.size * scale, fill[0],
                                opacity=opacity * fill[1])  # fmt: skip
                    matrix = multiply(first.state.matrix, scaling(1 / scale, 1 / scale))
                    yield Letters(laid, matrix, first.state.fill_role), first.state
            else:
                outline = fonts.outlines(font, text, first.size, first.x, first.y)
                for shape in shapes(outline, first.state, gradients, self.view, box):
                    yield shape, first.state

    # ---- setting -----------------------------------------------------------------------------

    def set(self, faces: Typefaces, flaws: dict[str, Flaw]) -> None:
        """Give each letter its font and its place."""
        x = y = 0.0
        chunk: list[_Letter] = []
        known: dict[int, tuple[Font, float, float, float, float]] = {}
        for letter in self.letters:
            if id(letter.state) not in known:
                known[id(letter.state)] = _look(letter.state.style, faces, flaws)
            letter.font, letter.size, spacing, word, lower = known[id(letter.state)]
            if letter.moved.keys() & {"x", "y"}:
                if "x" not in letter.moved and chunk and {_part(chunk[0]), _part(letter)} != {0.0}:
                    raise Undrawable("text whose lines hang on one another")
                _anchor(chunk)
                chunk = []
            x = letter.moved.get("x", x) + letter.moved.get("dx", 0)
            y = letter.moved.get("y", y) + letter.moved.get("dy", 0)
            letter.advance = fonts.width(letter.font, letter.char, letter.size)
            letter.x, letter.y = x, y + lower
            if letter.advance + spacing < 0:
                raise Undrawable("text whose letters go backwards")
            x += letter.advance + spacing + (word if letter.char == " " else 0)
            if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
                raise ValueError(f"text beyond {FARTHEST:,.0f}")
            if chunk and chunk[-1].font == letter.font:
                _joined(letter, spacing, flaws)
            chunk.append(letter)
        _anchor(chunk)

    def box(self) -> Rectangle:
        """The box of all letters, from the top of their fonts to the bottom."""
        tops, bottoms = [], []
        for letter in self.letters:
            metrics = fonts.metrics(letter.font) if letter.font is not None else None
            tops.append(letter.y - (metrics.ascent if metrics else 0) * letter.size)
            bottoms.append(letter.y + (metrics.descent if metrics else 0) * letter.size)
        left, right = (
            min(letter.x for letter in self.letters),
            max(letter.x + letter.advance for letter in self.letters),
        )
        return left, min(tops), right - left, max(bottoms) - min(tops)

    def runs(self) -> Iterator[list[_Letter]]:
        """Letters of one span that follow one another as their font has it."""
        run: list[_Letter] = []
        for letter in self.letters:
            if run:
                last = run[-1]
                apart = abs(last.x + last.advance - letter.x) + abs(last.y - letter.y)
                if letter.state is not last.state or apart > 1e-6 * max(1.0, letter.size):
                    yield run
                    run = []
            run.append(letter)
        yield run


def _look(
    style: Mapping[str, str], faces: Typefaces, flaws: dict[str, Flaw]
) -> tuple[Font, float, float, float, float]:
    """A style's font, its em, what it adds between letters and words, and how far it lowers the baseline."""
    weight = style.get("font-weight", "normal")
    bold = weight == "bold" or (weight.isdecimal() and int(weight) >= 600)
    italic = style.get("font-style", "normal") != "normal"
    font, flaw = faces.find(style.get("font-family", ""), bold, italic)
    if flaw is not None:
        flaws.setdefault(flaw.found, flaw)
    size = size_of(style)
    spaces = [0.0 if (text := style.get(key, "normal")) == "normal" else length(text, size, size)
              for key in ("letter-spacing", "word-spacing")]  # fmt: skip
    metrics = fonts.metrics(font)
    lowered = {"middle": metrics.x_height / 2, "central": (metrics.ascent - metrics.descent) / 2,
               "hanging": metrics.ascent * 0.8, "text-before-edge": metrics.ascent,
               "text-after-edge": -metrics.descent}  # fmt: skip
    baseline = style.get("dominant-baseline", "auto")
    return font, size, spaces[0], spaces[1], lowered.get(baseline, 0.0) * size


def _joined(letter: _Letter, spacing: float, flaws: dict[str, Flaw]) -> None:
    """Tell of kerning and ligatures that a letter's font would have after the letter before, and that are not set."""
    assert letter.font is not None
    style, lost = letter.state.style, set(fonts.joins(letter.font))
    if style.get("font-kerning") == "none":
        lost.discard("kerning")
    if spacing or style.get("font-variant-ligatures") == "none":
        lost.discard("ligatures")
    if lost:
        found = f"text in {letter.font.name} without the font's {' and '.join(sorted(lost))}"
        flaws.setdefault(found, Flaw("kerning", found, "paths, where the letters are to stand as they were drawn"))


def size_of(style: Mapping[str, str], own: str | None = None) -> float:
    """The em of a style, or of what is inside it and asks for a `font-size` of its own. Raises ValueError."""
    around = float(style.get("font-size", MEDIUM))
    if own is None:
        return around
    return _NAMED[own] if own in _NAMED else length(own, around, around)


def _anchor(chunk: list[_Letter]) -> None:
    """Move letters that follow one another to where their anchor is: their start, their middle or their end."""
    if not chunk:
        return
    part = _part(chunk[0])
    left, right = min(letter.x for letter in chunk), max(letter.x + letter.advance for letter in chunk)
    if part:
        shift = part * (right - left) + left - chunk[0].x
        for letter in chunk:
            letter.x -= shift


def _part(letter: _Letter) -> float:
    """How much of its line lies before where it hangs."""
    return {"middle": 0.5, "end": 1.0}.get(letter.state.style.get("text-anchor", "start"), 0.0)
