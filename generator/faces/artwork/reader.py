"""SVG files as drawings: the named icons and a user's pictures.

Read are path, rect, circle, ellipse, line, polyline, polygon, g, text, tspan, linear and radial gradients, transform,
viewBox, clip paths of one shape, and the presentation attributes of fill, stroke and opacity, also from `style`
attributes and from style sheets of plain selectors. What would paint and cannot be read (images, masks, filters) is
left to pixels or refused, never left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path as FilePath
from xml.parsers import expat

from msgspec.structs import replace

from generator.draw import fonts
from generator.draw.geometry import FARTHEST, Rectangle, multiply
from generator.draw.scene import Segment
from generator.faces.artwork.clips import MOST_NESTED, Clips, Cut
from generator.faces.artwork.drawing import Drawing, Letters, Shape, Undrawable
from generator.faces.artwork.gradients import Gradients
from generator.faces.artwork.lengths import fraction, transform, view_box
from generator.faces.artwork.lettering import INHERITED, MOST_LETTERS, Lettering, size_of
from generator.faces.artwork.outlines import SHAPES, outline
from generator.faces.artwork.painting import State, shapes
from generator.faces.artwork.styles import Sheet, reference
from generator.faces.artwork.typefaces import Typefaces, plain
from generator.faces.proof import Flaw
from specs.ground import files

_SVG = "http://www.w3.org/2000/svg"
_GROUPS = {"svg", "g", "a"}
_SPANS = {"text", "tspan"}
_SERVERS = {"linearGradient", "radialGradient", "stop", "pattern", "meshgradient", "hatch", "solidcolor"}
_UNPAINTED = {"defs", "desc", "metadata", "script", "style", "symbol", "title"}
_UNPAINTED |= {"clipPath", "filter", "linearGradient", "marker", "mask", "pattern", "radialGradient"}
_INHERITED = {
    "class", "color", "fill", "fill-opacity", "fill-rule", "paint-order", "stroke", "stroke-dasharray",
    "stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width", "visibility", *INHERITED,
}  # fmt: skip
_REFUSED = ("filter", "marker-end", "marker-mid", "marker-start", "mask", "mix-blend-mode", "vector-effect")
_NOWHERE: Rectangle = (0, 0, 100, 100)
MAX_BYTES = 8_000_000
MAX_SHAPES = 50_000

_Path = tuple[tuple[Segment, ...], State]  # a path whose gradient may be defined further down in the file


def read(file: FilePath, faces: Callable[[], Typefaces] = plain) -> Drawing:
    """Read an SVG file, as pixels where it has to be. Raises ValueError, one line, for what is not drawn; OSError."""
    data = files.read(file, MAX_BYTES)
    try:
        return parse(data, faces)
    except Undrawable as error:
        from generator.faces.artwork import pixels

        if error.box is None or not pixels.possible():
            raise
        return _as_pixels(data, error.box, error.what, faces)


def _as_pixels(data: bytes, box: Rectangle, why: str, faces: Callable[[], Typefaces]) -> Drawing:
    """What shapes cannot show, ready to be drawn as pixels. Raises ValueError."""
    from generator.faces.artwork.harmless import Harmless

    flaws = {"": Flaw("pixels", f"{why}, drawn as pixels", "shapes, gradients and text")}

    def family(names: str) -> str:
        font, flaw = faces().find(names, False, False)
        if flaw is not None:
            flaws.setdefault(flaw.found, flaw)
        return fonts.family(font)

    text = Harmless(data, box, family).text
    return Drawing(box, (), tuple(flaws.values()), text)


def parse(data: bytes, faces: Callable[[], Typefaces] = plain) -> Drawing:
    """Read SVG text; `faces` gives the fonts its text may be set in, if it has any.

    Raises ValueError; Undrawable, which is one, for what pixels could still show.
    """
    builder = _Builder(faces)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.StartDoctypeDeclHandler = _doctype
    try:
        parser.Parse(data, True)
        return builder.drawing()
    except Undrawable as error:
        error.box = builder.box
        raise
    except (expat.ExpatError, LookupError) as error:  # LookupError: an encoding nobody knows
        raise ValueError(f"not SVG: {error}") from None


def _doctype(name: str, system: str | None, public: str | None, internal: int) -> None:
    # entities could read files or grow without end; the plain DOCTYPE old programs write names only the standard
    if internal:
        raise ValueError("a DOCTYPE with entities, which is not read")


class _Builder:
    """Collects shapes as the parser meets them."""

    def __init__(self, faces: Callable[[], Typefaces]) -> None:
        self.faces = faces
        self.box: Rectangle | None = None
        self.found: list[Shape | Letters | _Path | Lettering] = []
        self.stack = [State()]
        self.hidden = 0  # how deep inside something that does not paint
        self.sheet = Sheet()
        self.css: list[str] | None = None
        self.gradients, self.clips = Gradients(), Clips()
        self.text: Lettering | None = None  # what is being read
        self.letters = 0

    def drawing(self) -> Drawing:
        """What was collected, once the whole file is read."""
        if self.box is None:
            raise ValueError("no <svg> with a viewBox or a width and height")
        drawn: list[Shape | Letters] = []
        flaws: dict[str, Flaw] = {}
        for each in self.found:
            match each:
                case Shape() | Letters():
                    drawn.append(each)
                case Lettering():
                    drawn += self.cut(each.drawn(self.faces(), self.gradients, flaws), each.cuts)
                case segments, state:
                    drawn += self.cut(shapes(segments, state, self.gradients, self.box), state.cuts)
        return Drawing(self.box, tuple(drawn), tuple(flaws.values()))

    def cut(self, found: Iterable[Shape | Letters], cuts: Sequence[Cut]) -> Iterable[Shape | Letters]:
        """Shapes and letters as clip paths leave them."""
        paths = tuple(self.clips.path(cut, self.box or _NOWHERE) for cut in cuts)
        return (replace(each, cuts=paths) for each in found) if paths else found

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        ours = space in ("", _SVG)
        if name == "style" and ours:
            self.css = []  # in <defs> too, where drawing programs put it
        if name in _SERVERS and ours:
            self.gradients.start(name, self.sheet.style(name, attributes), self.stack[-1].style)
        if ours and (name == "clipPath" or self.clips.open is not None):
            self.clips.start(name, self.sheet.style(name, attributes))
        elif ours and name in SHAPES and "id" in attributes:
            self.clips.named.setdefault(attributes["id"], (name, attributes))
        if self.hidden or name in _UNPAINTED or not ours:
            self.hidden += 1
            return
        own = self.sheet.style(name, attributes)
        if own.get("display") == "none":
            self.hidden = 1
            return
        for key in _REFUSED:
            if own.get(key, "none") not in ("none", "normal"):
                raise Undrawable(f"{key} on <{name}>")
        state = self.inside(name, own)
        self.stack.append(state)
        if name == "svg":
            if len(self.stack) > 2:
                raise Undrawable("an <svg> inside another")
            self.box = view_box(own)
        elif name in _SPANS or self.text is not None:
            self.span(name, own)
        elif name not in _GROUPS:
            segments = outline(name, own, self.box or _NOWHERE)
            if segments and state.style.get("visibility", "visible") == "visible":
                if state.shaded or state.cuts:
                    self.add((segments, state))
                else:
                    self.add(*shapes(segments, state, self.gradients, self.box or _NOWHERE))

    def span(self, name: str, own: dict[str, str]) -> None:
        """A text begins, or a span of one."""
        if (name == "text") == (self.text is not None) or name not in (*_SPANS, "a"):
            raise Undrawable(f"<{name}> in text" if self.text is not None else f"<{name}> outside text")
        if self.text is None:
            self.text = Lettering(self.box or _NOWHERE, self.stack[-1].cuts)
            self.add(self.text)
        self.text.open(own, size_of(self.stack[-1].style))

    def add(self, *found: Shape | Letters | _Path | Lettering) -> None:
        if len(self.found) + len(found) > MAX_SHAPES:
            raise ValueError(f"more than {MAX_SHAPES:,} shapes")
        self.found += found

    def inside(self, name: str, own: dict[str, str]) -> State:
        """What holds inside an element that is styled so."""
        state = self.stack[-1]
        cuts = state.cuts
        matrix = multiply(state.matrix, transform(own["transform"])) if "transform" in own else state.matrix
        if not all(abs(number) <= FARTHEST for number in matrix):
            raise ValueError(f"transforms that reach beyond {FARTHEST:,.0f}")
        opacity = state.opacity * fraction(own.get("opacity", "1"))
        kept = {key: value for key, value in own.items() if key in _INHERITED and value != "inherit"}
        if "font-size" in kept:
            kept["font-size"] = repr(size_of(state.style, kept["font-size"]))
        if own.get("clip-path", "none") != "none":
            found = reference(own["clip-path"])
            if found is None or len(cuts) >= MOST_NESTED:
                raise Undrawable(f"clip-path on <{name}>")
            cuts = (*cuts, (found[0], matrix))
        return State({**state.style, **kept}, matrix, opacity, cuts)

    def end(self, tag: str) -> None:
        if self.css is not None:
            self.sheet.add("".join(self.css))
            self.css = None
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
        if self.css is not None:
            self.css.append(text)
        elif self.text is not None and not self.hidden:
            self.letters += len(text)
            if self.letters > MOST_LETTERS:
                raise ValueError(f"more than {MOST_LETTERS:,} letters")
            self.text.add(text, self.stack[-1])
