"""The <text> of an SVG file: letters with their places, set in lines as the standard has it. User units, y downward.

Which font the text of an SVG file is set in: one of the spec's or a bundled one that has the name it asks for.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from generator.draw.fonts import fonts
from generator.draw.fonts.bidi import turned
from generator.draw.fonts.font_file import INVISIBLE
from generator.draw.geometry.geometry import FARTHEST, Rectangle, multiply, scale_of, scaling
from generator.draw.paragraphs.markup import Fonts
from generator.draw.scene import Font, Text
from generator.faces.pictures.artwork.cascade import LETTERS, SPACE, understood
from generator.faces.pictures.artwork.drawing import Letters, Shape
from generator.faces.pictures.artwork.gradients import Gradients
from generator.faces.pictures.artwork.painting import State, shapes
from generator.faces.pictures.artwork.tree import Undrawable, fraction, length, solid
from generator.faces.preflight import Flaw

_ANY = {"", "sans-serif", "system-ui", "ui-sans-serif"}
_MOST_NAMES = 8  # font families considered in a list


class Typefaces:
    """Font families by the names that a file may use, ignoring case and spaces."""

    def __init__(self, families: Mapping[str, Fonts]) -> None:
        self.families = {_key(name): family for name, family in families.items()}
        self.fallback = bundled()[fonts.PLAIN]

    def files(self) -> list[str]:
        """Return the files of all these fonts."""
        every = {one.file for family in self.families.values() for one in (family.regular, family.bold, family.italic)}
        return sorted(map(str, every))

    def find(self, names: str, bold: bool, italic: bool) -> tuple[Font, Flaw | None]:
        """Return the font for a CSS list of families, and a flaw if it is not the one that was named."""
        wanted = [name.strip(" \t\n'\"") for name in names.split(",")[:_MOST_NAMES]]
        found = next((family for name in wanted if (family := self.families.get(_key(name))) is not None), None)
        family = found or self.fallback
        font = family.bold if bold else family.italic if italic else family.regular
        first = self.families.get(_key(wanted[0]))
        style = "bold" if bold else "italic"
        if bold and italic:
            style = "bold italic"
        if first is None and wanted[0].casefold() not in _ANY:
            found_text = f"text in '{wanted[0][:40]}', drawn in {font.name}"
        elif (bold or italic) and (font is family.regular or (bold and italic)) and style.title() not in font.name:
            found_text = f"{style} text in '{wanted[0][:40]}', drawn in {font.name}"
        else:
            return font, None
        return font, Flaw("unknown-font", found_text, "a font under fonts:, or a bundled one")


@cache
def plain() -> Typefaces:
    """Return the bundled fonts alone."""
    return Typefaces(bundled())


def _key(name: str) -> str:
    return "".join(name.split()).casefold()


@cache
def bundled() -> Mapping[str, Fonts]:
    """Return the bundled families, and each bundled font by its own name."""
    files = fonts.bundled()
    alone = {stem: fonts.own(stem) for stem in files}

    def font(name: str, kind: str) -> Font:
        stem = f"{name}-{kind}" if f"{name}-{kind}" in files else f"{name}-Regular"
        return alone[stem]

    names = [stem.removesuffix("-Regular") for stem in files if stem.endswith("-Regular")]
    families = {name: Fonts(font(name, "Regular"), font(name, "Bold"), font(name, "Italic")) for name in names}
    return {**{name: Fonts(one, one, one) for name, one in alone.items()}, **families}


# ---- lettering -----------------------------------------------------------------------------------


MEDIUM = 16.0  # the default em
_NAMED = {"medium": MEDIUM, "small": 13.0, "large": 18.0, "x-small": 10.0, "x-large": 24.0}
MOST_LETTERS = 50_000  # of a file
MOST_TRACKING = 1_000  # ems between letters
MOST_DEEP = 30  # nested spans
_FEATURE = re.compile(r"""["'](\w{4})["']\s*(\w*)""")
_SEPARATORS = re.compile(r"[\s,]+")


class _Letter(Struct):
    char: str
    state: State
    moved: dict[str, float]  # its x, y, dx and dy


class _Look(NamedTuple):
    """A style's font, its em, its letter and word spacing, and its baseline shift."""

    font: Font
    size: float
    spacing: float
    word: float
    lowered: float


class _Stretch(Struct):
    """Letters that are set together: of one span, only the first of them moved."""

    text: str
    state: State
    font: Font
    size: float
    x: float
    y: float
    advance: float  # without the spacing after the last letter


class Lettering(Struct):
    """One <text> as it is read: spans open, letters are added, spans close."""

    view: Rectangle
    frames: list[dict[str, Iterator[float]]] = field(default_factory=list)  # the positions each span gives to letters
    letters: list[_Letter] = field(default_factory=list)
    stretches: list[_Stretch] = field(default_factory=list)

    def open(self, own: Mapping[str, str], style: Mapping[str, str], size: float) -> None:
        """Open a text or a span; `style` is its own and what it inherits. Raises ValueError, Undrawable."""
        if len(self.frames) >= MOST_DEEP:
            raise ValueError(f"spans of text more than {MOST_DEEP} deep")
        for key in LETTERS & style.keys():
            if not understood(key, style[key]):
                raise Undrawable(f"text with {key.rpartition(' ')[2]} '{style[key][:30]}'")
        places: dict[str, Iterator[float]] = {}
        for key in ("x", "y", "dx", "dy"):
            parts = _SEPARATORS.split(own.get(key, "").strip())
            whole = self.view[2 if key in ("x", "dx") else 3]
            places[key] = iter([length(part, whole, size) for part in parts if part])
        self.frames.append(places)

    def close(self) -> None:
        self.frames.pop()

    def add(self, text: str, state: State) -> None:
        """Add letters to the innermost span, with its treatment of white space."""
        kept = state.style.get(SPACE) == "preserve" or state.style.get("white-space", "") in ("pre", "pre-wrap")
        for char in text:
            if char in "\t\n\r":
                char = " "
            if char == " " and not kept and (not self.letters or self.letters[-1].char == " "):
                continue
            if unicodedata.category(char) in ("Zl", "Zp") or ord(char) in INVISIBLE:
                continue  # marks for line breaking, not letters
            moved: dict[str, float] = {}
            for frame in reversed(self.frames):
                for key, places in frame.items():
                    if (place := next(places, None)) is not None:
                        moved.setdefault(key, place)
            self.letters.append(_Letter(char, state, moved))

    def drawn(
        self, faces: Callable[[], Typefaces], gradients: Gradients, flaws: dict[str, Flaw]
    ) -> Iterator[tuple[Shape | Letters, State]]:
        """Yield the letters as they are painted; flaws of their fonts are added to `flaws`. Raises ValueError."""
        while self.letters and self.letters[-1].char == " " and self.letters[-1].state.style.get(SPACE) != "preserve":
            self.letters.pop()
        if not self.letters:
            return
        self.set(faces(), flaws)
        box = self.box()
        for run in self.stretches:
            state, font, text = run.state, run.font, run.text
            style = state.style
            if run.size <= 0 or not text.strip() or style.get("visibility", "visible") != "visible":
                continue
            if lacking := fonts.missing(font, text):
                raise ValueError(f"text with '{lacking[:20]}', which font {font.name} lacks")
            if style.get("stroke", "none") == "none" and "url(" not in style.get("fill", ""):
                fill = solid(style.get("fill", "black"), style)
                opacity = state.opacity * fraction(style.get("fill-opacity", "1"))
                if fill is not None:
                    # numbers are written with a few places: the units are about those of the drawing
                    scale = scale_of(state.matrix) or 1.0
                    laid = Text(run.x * scale, run.y * scale, text, font, run.size * scale, fill[0],
                                opacity=opacity * fill[1], rtl=False)  # fmt: skip
                    matrix = multiply(state.matrix, scaling(1 / scale, 1 / scale))
                    yield Letters(laid, matrix, state.fill_role), state
            else:
                outline = fonts.outlines(font, text, run.size, run.x, run.y, rtl=False)
                for shape in shapes(outline, state, gradients, box):
                    yield shape, state

    # ---- setting -----------------------------------------------------------------------------

    def set(self, faces: Typefaces, flaws: dict[str, Flaw]) -> None:
        """Give each stretch of letters its font and its place. Raises ValueError, Undrawable."""
        x = y = 0.0
        chunk: list[_Stretch] = []
        known: dict[int, _Look] = {}
        together = self.together()
        if len(together) > 1 and any(turned(letter.char) for letter in self.letters):
            raise Undrawable("text from right to left in several parts")
        for letters in together:
            first = letters[0]
            if id(first.state) not in known:
                known[id(first.state)] = _look(first.state.style, faces, flaws)
            look = known[id(first.state)]
            if first.moved.keys() & {"x", "y"}:
                if "x" not in first.moved and chunk and {_part(chunk[0].state), _part(first.state)} != {0.0}:
                    raise Undrawable("text whose lines hang on one another")
                _anchor(chunk)
                chunk = []
            x = first.moved.get("x", x) + first.moved.get("dx", 0)
            y = first.moved.get("y", y) + first.moved.get("dy", 0)
            text = "".join(letter.char for letter in letters)
            whole = fonts.width(look.font, text, look.size)
            if look.spacing < 0 and any(fonts.width(look.font, char, look.size) < 0 for char in set(text)):
                raise Undrawable("text whose letters go backwards")
            advance = whole - look.spacing
            chunk.append(_Stretch(text, first.state, look.font, look.size, x, y + look.lowered, advance))
            self.stretches.append(chunk[-1])
            x += whole + (look.word if text.endswith(" ") else 0)
            if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
                raise ValueError(f"text beyond {FARTHEST:,.0f}")
        _anchor(chunk)

    def together(self) -> list[list[_Letter]]:
        """Return the letters in stretches: while none is moved and the style stays; as words if word spacing is set."""
        found: list[list[_Letter]] = []
        for letter in self.letters:
            last = found[-1][-1] if found else None
            if last is None or letter.moved or letter.state is not last.state or (last.char == " " and _spaced(last)):
                found.append([])
            found[-1].append(letter)
        return found

    def box(self) -> Rectangle:
        """Return the box of all letters, from the top of their fonts to the bottom."""
        tops = [run.y - fonts.metrics(run.font).ascent * run.size for run in self.stretches]
        bottoms = [run.y + fonts.metrics(run.font).descent * run.size for run in self.stretches]
        left = min(run.x for run in self.stretches)
        right = max(run.x + run.advance for run in self.stretches)
        return left, min(tops), right - left, max(bottoms) - min(tops)


def _spaced(letter: _Letter) -> bool:
    return letter.state.style.get("word-spacing", "normal") != "normal"


def _look(style: Mapping[str, str], faces: Typefaces, flaws: dict[str, Flaw]) -> _Look:
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
    off: tuple[str, ...] = ("kern",) if style.get("font-kerning") == "none" else ()
    off += ("liga", "clig") if style.get("font-variant-ligatures") == "none" else ()
    tracking = spaces[0] / size if size > 0 else 0.0
    if not abs(tracking) <= MOST_TRACKING:
        raise ValueError(f"letters more than {MOST_TRACKING} ems apart")
    asked = [(tag, {"": "1", "on": "1", "off": "0"}.get(value, value))
             for tag, value in _FEATURE.findall(style.get("font-feature-settings", ""))]  # fmt: skip
    features = tuple(f"{tag}={value}" for tag, value in (*((tag, "0") for tag in off), *asked))
    font = replace(font, features=features, tracking=tracking)
    return _Look(font, size, spaces[0], spaces[1], lowered.get(baseline, 0.0) * size)


def size_of(style: Mapping[str, str], own: str | None = None) -> float:
    """Return the em of a style, or of a child with a `font-size` of its own. Raises ValueError."""
    around = float(style.get("font-size", MEDIUM))
    if own is None:
        return around
    return _NAMED[own] if own in _NAMED else length(own, around, around)


def _anchor(chunk: list[_Stretch]) -> None:
    """Move letters that follow one another to their anchor: their start, their middle or their end."""
    if not chunk:
        return
    part = _part(chunk[0].state)
    left, right = min(run.x for run in chunk), max(run.x + run.advance for run in chunk)
    if part:
        shift = part * (right - left) + left - chunk[0].x
        for run in chunk:
            run.x -= shift


def _part(state: State) -> float:
    """Return the part of its line before the anchor."""
    return {"middle": 0.5, "end": 1.0}.get(state.style.get("text-anchor", "start"), 0.0)
