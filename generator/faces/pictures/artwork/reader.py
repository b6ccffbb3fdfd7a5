"""SVG files as drawings: the named icons and a user's pictures.

Read are path, rect, circle, ellipse, line, polyline, polygon, g, text, tspan, linear and radial gradients, transform,
viewBox, clip paths of one shape, and the properties of fill, stroke and opacity, from attributes, `style` and style
sheets of plain selectors. What is not known to be drawn as the standard has it (`properties`) is left to pixels or
refused, never left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path as FilePath
from typing import Any
from xml.parsers import expat

from msgspec.structs import replace

from generator.draw.fonts import fonts
from generator.draw.geometry.geometry import FARTHEST, Rectangle, multiply
from generator.draw.scene import Segment
from generator.faces.pictures.artwork.cascade import SVG, Sheet, no_entities, sheet_of
from generator.faces.pictures.artwork.clips import MOST_NESTED, Clips, Cut
from generator.faces.pictures.artwork.colours import reference
from generator.faces.pictures.artwork.drawing import Drawing, Letters, Shape, refuse_overlap
from generator.faces.pictures.artwork.gradients import Gradients
from generator.faces.pictures.artwork.lengths import fraction, transform
from generator.faces.pictures.artwork.lettering import MOST_LETTERS, Lettering, size_of
from generator.faces.pictures.artwork.outlines import SHAPES, outline
from generator.faces.pictures.artwork.painting import State, shapes
from generator.faces.pictures.artwork.properties import INHERITED, PROPAGATED, Styled, styled
from generator.faces.pictures.artwork.typefaces import Typefaces, plain
from generator.faces.pictures.artwork.view_box import viewport
from generator.faces.pictures.artwork.viewport import Undrawable, Viewport
from generator.faces.preflight import Flaw
from specs.base import files

_GROUPS = {"svg", "g", "a"}
_SPANS = {"text", "tspan"}
_SERVERS = {"linearGradient", "radialGradient", "stop", "pattern", "meshgradient", "hatch", "solidcolor"}
_UNPAINTED = {"defs", "desc", "metadata", "script", "style", "symbol", "title"}
_UNPAINTED |= {"clipPath", "filter", "linearGradient", "marker", "mask", "pattern", "radialGradient"}
_MOVING = {"animate", "animateColor", "animateMotion", "animateTransform", "set"}
_KEPT = INHERITED | {"class", *PROPAGATED}
MAX_BYTES = 8_000_000
MAX_SHAPES = 50_000


def read(file: FilePath, faces: Callable[[], Typefaces] = plain) -> Drawing:
    """Read an SVG file, as pixels where it has to be. Raises ValueError, one line, for what is not drawn; OSError."""
    data = files.read(file, MAX_BYTES)
    try:
        return parse(data, faces)
    except Undrawable as error:
        from generator.faces.pictures.artwork import pixels

        if error.view is None or not pixels.possible():
            raise
        return _as_pixels(data, error, error.view, faces)


def _as_pixels(data: bytes, why: Undrawable, view: Viewport, faces: Callable[[], Typefaces]) -> Drawing:
    """What shapes cannot show, ready to be drawn as pixels. Raises ValueError."""
    from generator.faces.pictures.artwork.harmless import Harmless

    flaws = {"": Flaw("unsupported-artwork", f"{why.where}{why.what}, drawn as pixels", "shapes, gradients and text")}

    def family(names: str) -> str:
        font, flaw = faces().find(names, False, False)
        if flaw is not None:
            flaws.setdefault(flaw.found, flaw)
        return fonts.family(font)

    text = Harmless(data, view, family).text
    return Drawing(view.box, (), tuple(flaws.values()), text)


def parse(data: bytes, faces: Callable[[], Typefaces] = plain) -> Drawing:
    """Read SVG text; `faces` gives the fonts its text may be set in, if it has any.

    Raises ValueError, which names the line and column; Undrawable, which is one, for what pixels could still show.
    """
    try:
        try:
            sheet, early = sheet_of(data), None
        except Undrawable as error:
            sheet, early = Sheet(), error
        parser = expat.ParserCreate(namespace_separator=" ")
        builder = _Builder(faces, sheet, parser, early)
        parser.StartElementHandler = builder.start
        parser.EndElementHandler = builder.end
        parser.CharacterDataHandler = builder.characters
        parser.StartDoctypeDeclHandler = no_entities
        try:
            parser.Parse(data, True)
            return builder.drawing()
        except Undrawable as error:
            error.where, error.view = builder.place, builder.view
            raise
        except expat.ExpatError:
            raise
        except ValueError as error:
            raise ValueError(f"{builder.place}{error}") from None
    except (expat.ExpatError, LookupError) as error:  # LookupError: an unknown encoding
        raise ValueError(f"not SVG: {error}") from None


class _Builder:
    """Collects shapes as the parser meets them, each with what holds for it; `place` is where it is."""

    def __init__(
        self, faces: Callable[[], Typefaces], sheet: Sheet, parser: Any, early: Undrawable | None = None
    ) -> None:
        self.faces, self.sheet, self.parser, self.early = faces, sheet, parser, early
        self.view: Viewport | None = None
        self.place = ""
        self.found: list[tuple[tuple[Segment, ...] | Lettering, State]] = []
        self.stack = [State()]
        self.hidden = 0  # how deep inside something that does not paint
        self.gradients, self.clips = Gradients(), Clips()
        self.text: Lettering | None = None  # what is being read
        self.letters = self.faded = 0

    @property
    def whole(self) -> Rectangle:
        """What 100 % of a length is."""
        return (0, 0, 100, 100) if self.view is None else self.view.view

    def drawing(self) -> Drawing:
        """What was collected, once the whole file is read."""
        if self.view is None:
            self.place = ""
            raise ValueError("no <svg> with a viewBox or a width and height")
        drawn: list[Shape | Letters] = []
        flaws: dict[str, Flaw] = {}
        fading: dict[int, list[Shape | Letters]] = {}
        for each, state in self.found:
            self.place = state.place
            if isinstance(each, Lettering):
                painted = list(each.drawn(self.faces(), self.gradients, flaws))
            else:
                painted = [(shape, state) for shape in shapes(each, state, self.gradients, self.whole)]
            drawn += self.cut([shape for shape, _ in painted], state.cuts)
            for shape, inner in painted:
                for name in inner.fading:
                    fading.setdefault(name, []).append(shape)
        self.place = ""
        refuse_overlap(fading.values())
        return Drawing(self.view.box, tuple(drawn), tuple(flaws.values()))

    def cut(self, found: Iterable[Shape | Letters], cuts: Sequence[Cut]) -> Iterable[Shape | Letters]:
        """Shapes and letters as clip paths leave them."""
        paths = tuple(self.clips.path(cut, self.whole) for cut in cuts)
        return (replace(each, cuts=paths) for each in found) if paths else found

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.place = f"{self.parser.CurrentLineNumber}:{self.parser.CurrentColumnNumber + 1}: "
        space, _, name = tag.rpartition(" ")
        ours = space in ("", SVG)
        around = self.stack[-1]
        if ours:
            if name in _SERVERS:
                self.gradients.start(name, attributes, self.sheet, around.style)
            if name == "clipPath" or self.clips.open is not None:
                self.clips.start(name, attributes, self.sheet, around.style)
            elif name in SHAPES and "id" in attributes:
                self.clips.name(name, attributes, self.sheet)
        if ours and self.view is None and name == "svg":
            self.root(attributes)
        if self.hidden or name in _UNPAINTED or not ours or (around.leaf and name not in _MOVING):
            self.hidden += 1
            return
        if name not in _GROUPS and name not in _SPANS and name not in SHAPES:
            raise Undrawable(f"<{name[:30]}>" + (" in text" if self.text is not None else ""))
        if name == "svg" and len(self.stack) > 1:
            raise Undrawable("an <svg> inside another")
        own = styled(name, attributes, self.sheet)
        if own.style.get("display") == "none":
            self.hidden = 1
            return
        state = self.inside(own)
        self.stack.append(state)
        if name in _SPANS or self.text is not None:
            self.span(own)
        elif name in SHAPES:
            segments = outline(name, attributes, self.whole)
            if segments and state.style.get("visibility", "visible") == "visible":
                self.add(segments, state)

    def root(self, attributes: dict[str, str]) -> None:
        """The outermost element begins."""
        self.view = viewport(attributes)
        if self.view is not None:
            self.stack[0] = replace(self.stack[0], matrix=self.view.matrix)
        if self.early is not None:
            raise self.early

    def span(self, own: Styled) -> None:
        """A text begins, or a span of one."""
        name, state = own.name, self.stack[-1]
        if name != "text" and ("transform" in own.attributes or own.style.keys() & {"opacity", "clip-path"}):
            raise Undrawable(f"transform, opacity or clip-path on a <{name}> of text")
        if (name == "text") == (self.text is not None) or name not in (*_SPANS, "a"):
            raise Undrawable(f"<{name}> in text" if self.text is not None else f"<{name}> outside text")
        if self.text is None:
            self.text = Lettering(self.whole)
            self.add(self.text, state)
        given = {key: value for key, value in own.style.items() if value != "inherit" or key not in INHERITED}
        self.text.open(own.attributes, state.style | given, size_of(state.style))

    def add(self, found: tuple[Segment, ...] | Lettering, state: State) -> None:
        if len(self.found) >= MAX_SHAPES:
            raise ValueError(f"more than {MAX_SHAPES:,} shapes")
        self.found.append((found, state))

    def inside(self, own: Styled) -> State:
        """What holds inside an element that is styled so."""
        state, style, attributes = self.stack[-1], own.style, own.attributes
        cuts, fading = state.cuts, state.fading
        matrix = (
            multiply(state.matrix, transform(attributes["transform"])) if "transform" in attributes else state.matrix
        )
        if not all(abs(number) <= FARTHEST for number in matrix):
            raise ValueError(f"transforms that reach beyond {FARTHEST:,.0f}")
        opacity = fraction(style.get("opacity", "1"))
        if opacity < 1:
            self.faded += 1
            fading = (*fading, self.faded)
        kept = {key: value for key, value in style.items() if key in _KEPT and value != "inherit"}
        if "class" in attributes:
            kept["class"] = attributes["class"]
        if "font-size" in kept:
            kept["font-size"] = repr(size_of(state.style, kept["font-size"]))
        if style.get("clip-path", "none") != "none":
            found = reference(style["clip-path"])
            if found is None or found[1] or len(cuts) >= MOST_NESTED:
                raise Undrawable(f"clip-path on <{own.name}>")
            cuts = (*cuts, (found[0], matrix))
        leaf = own.name in SHAPES
        return State({**state.style, **kept}, matrix, state.opacity * opacity, cuts, fading, self.place, leaf)

    def end(self, tag: str) -> None:
        if tag.endswith("clipPath"):
            self.clips.end()
        if tag.endswith("Gradient"):
            self.gradients.end(tag.rpartition(" ")[2])
        if self.hidden:
            self.hidden -= 1
            return
        self.stack.pop()
        if self.text is not None:
            self.text.close()
            if not self.text.frames:
                self.text = None

    def characters(self, text: str) -> None:
        if self.text is not None and not self.hidden:
            self.letters += len(text)
            if self.letters > MOST_LETTERS:
                raise ValueError(f"more than {MOST_LETTERS:,} letters")
            self.text.add(text, self.stack[-1])
