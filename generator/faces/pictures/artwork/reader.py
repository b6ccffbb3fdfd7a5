"""SVG files as drawings: the named icons and a user's pictures.

It reads path, rect, circle, ellipse, line, polyline, polygon, g, text, tspan, linear and radial gradients, transform,
viewBox, clip paths of one shape, and the properties of fill, stroke and opacity, from attributes, `style` and style
sheets of plain selectors. Anything not known to be drawn as the standard says (`properties`) is left to pixels or
refused, never left out.
"""

from collections.abc import Callable, Sequence
from pathlib import Path as FilePath

from msgspec.structs import replace

from generator.draw.fonts import fonts
from generator.draw.geometry.geometry import FARTHEST, multiply
from generator.faces.pictures.artwork.cascade import INHERITED, PROPAGATED, Styled, sheet_of, styled
from generator.faces.pictures.artwork.drawing import Drawing, Letters, Shape, refuse_overlap, viewport
from generator.faces.pictures.artwork.gradients import Gradients
from generator.faces.pictures.artwork.lettering import MOST_LETTERS, Lettering, Typefaces, plain, size_of
from generator.faces.pictures.artwork.painting import MOST_NESTED, SHAPES, Clips, State, outline, shapes
from generator.faces.pictures.artwork.tree import Element, Tree, Undrawable, fraction, reference, transform
from generator.faces.preflight import Flaw
from specs.base import files

_GROUPS = {"svg", "g", "a"}
_SPANS = {"text", "tspan"}
_UNPAINTED = {"defs", "desc", "metadata", "script", "style", "symbol", "title"}
_UNPAINTED |= {"clipPath", "filter", "linearGradient", "marker", "mask", "pattern", "radialGradient"}
_MOVING = {"animate", "animateColor", "animateMotion", "animateTransform", "set"}
_KEPT = INHERITED | {"class", *PROPAGATED}
MAX_BYTES = 8_000_000
MAX_SHAPES = 50_000
MAX_SEGMENTS = 300_000


def read(file: FilePath, faces: Callable[[], Typefaces] = plain) -> Drawing:
    """Read an SVG file, as pixels if necessary. Raises ValueError, one line, for what cannot be drawn; OSError."""
    tree = Tree(files.read(file, MAX_BYTES))
    try:
        return _drawing(tree, faces)
    except Undrawable as error:
        from generator.faces.pictures.artwork import pixels

        if not pixels.possible():
            raise
        return _as_pixels(tree, error, faces)


def parse(data: bytes, faces: Callable[[], Typefaces] = plain) -> Drawing:
    """Parse SVG text; `faces` gives the fonts its text may be set in, if it has any.

    Raises ValueError, which names the line and column; Undrawable, which is one, for what pixels could still show.
    """
    return _drawing(Tree(data), faces)


def _drawing(tree: Tree, faces: Callable[[], Typefaces]) -> Drawing:
    with tree.placing():
        return _Reader(tree, faces).drawing()


def _as_pixels(tree: Tree, why: Undrawable, faces: Callable[[], Typefaces]) -> Drawing:
    """Return a drawing that shapes cannot show, ready to be drawn as pixels. Raises ValueError."""
    from generator.faces.pictures.artwork.pixels import Harmless

    flaws = {"": Flaw("unsupported-artwork", f"{why.where}{why.what}, drawn as pixels", "shapes, gradients and text")}

    def family(names: str) -> str:
        font, flaw = faces().find(names, False, False)
        if flaw is not None:
            flaws.setdefault(flaw.found, flaw)
        return fonts.family(font)

    view = viewport(tree.root)
    text = Harmless(tree.root, view, family).text  # reading it also finds flaws
    return Drawing(view.box, (), tuple(flaws.values()), text)


class _Reader:
    """Paints the elements of a file in order, each with its inherited state. Raises ValueError, Undrawable."""

    def __init__(self, tree: Tree, faces: Callable[[], Typefaces]) -> None:
        self.tree, self.faces, self.view = tree, faces, viewport(tree.root)
        self.sheet = sheet = sheet_of(tree)
        self.gradients, self.clips = Gradients(tree, sheet, self.view.view), Clips(tree, sheet, self.view.view)
        self.drawn: list[Shape | Letters] = []
        self.flaws: dict[str, Flaw] = {}
        self.fading: dict[int, list[Shape | Letters]] = {}  # the shapes in each transparent element
        self.shapes = self.segments = self.letters = self.faded = 0

    def drawing(self) -> Drawing:
        """Return all that is painted. Raises ValueError, Undrawable."""
        self.paint(self.tree.root, State(matrix=self.view.matrix))
        self.tree.place = ""  # overlaps have no single place
        refuse_overlap(self.fading.values())
        return Drawing(self.view.box, tuple(self.drawn), tuple(self.flaws.values()))

    def paint(self, element: Element, around: State, text: Lettering | None = None) -> None:
        """Paint an element and its children, which may be part of a text."""
        name = element.name
        if name in _UNPAINTED or " " in name:
            return
        self.tree.place = element.place
        if name not in _GROUPS and name not in _SPANS and name not in SHAPES:
            raise Undrawable(f"<{name[:30]}>" + (" in text" if text is not None else ""))
        if name == "svg" and element.parent is not None:
            raise Undrawable("an <svg> inside another")
        own = styled(name, element.attributes, self.sheet)
        if own.style.get("display") == "none":
            return
        state = self.inside(own, around)
        if name in _SPANS or text is not None:
            self.span(element, own, state, text)
        elif name in SHAPES:
            self.shape(element, state)
        else:
            for child in element.children:
                self.paint(child, state)

    def shape(self, element: Element, state: State) -> None:
        segments = outline(element.name, element.attributes, self.view.view)
        self.segments += len(segments)
        if self.segments > MAX_SEGMENTS:
            raise ValueError(f"shapes of more than {MAX_SEGMENTS:,} parts")
        if segments and state.style.get("visibility", "visible") == "visible":
            found = shapes(segments, state, self.gradients)
            self.add([(each, state) for each in found], state)
        for child in element.children:
            if child.name in _MOVING:
                self.tree.place = child.place
                raise Undrawable(f"<{child.name}>")

    def span(self, element: Element, own: Styled, state: State, text: Lettering | None) -> None:
        """Paint a text, or add a span to the one it is in."""
        name, inside = element.name, text is not None
        if name != "text" and ("transform" in own.attributes or own.style.keys() & {"opacity", "clip-path"}):
            raise Undrawable(f"transform, opacity or clip-path on a <{name}> of text")
        if (name == "text") == inside or name not in (*_SPANS, "a"):
            raise Undrawable(f"<{name}> in text" if inside else f"<{name}> outside text")
        whole = Lettering(self.view.view) if text is None else text
        given = {key: value for key, value in own.style.items() if value != "inherit" or key not in INHERITED}
        whole.open(own.attributes, state.style | given, size_of(state.style))
        for each in element.content:
            if isinstance(each, Element):
                self.paint(each, state, whole)
                continue
            self.letters += len(each)
            if self.letters > MOST_LETTERS:
                raise ValueError(f"more than {MOST_LETTERS:,} letters")
            whole.add(each, state)
        whole.close()
        if not inside:
            self.tree.place = element.place
            self.add(list(whole.drawn(self.faces, self.gradients, self.flaws)), state)

    def add(self, found: Sequence[tuple[Shape | Letters, State]], state: State) -> None:
        """Add what an element paints, cut by its clip paths."""
        self.shapes += 1
        if self.shapes > MAX_SHAPES:
            raise ValueError(f"more than {MAX_SHAPES:,} shapes")
        cuts = tuple(self.clips.path(cut) for cut in state.cuts)
        for shape, inner in found:
            self.drawn.append(replace(shape, cuts=cuts) if cuts else shape)
            for name in inner.fading:
                self.fading.setdefault(name, []).append(shape)

    def inside(self, own: Styled, state: State) -> State:
        """Return the state inside an element with this style."""
        style, attributes = own.style, own.attributes
        cuts, fading = state.cuts, state.fading
        matrix = state.matrix
        if "transform" in attributes:
            matrix = multiply(matrix, transform(attributes["transform"]))
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
        return State({**state.style, **kept}, matrix, state.opacity * opacity, cuts, fading)
