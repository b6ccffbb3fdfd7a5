"""Writes pages and pieces to SVG, in mm. Text becomes outlines unless asked otherwise, so that every program shows the
same."""

import base64
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from io import StringIO
from typing import NamedTuple, assert_never

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.container import Group as SvgGroup, Use as SvgUse
from svgwrite.gradients import LinearGradient, RadialGradient

from generator.draw import scene as sc
from generator.draw.fonts import fonts
from generator.draw.fonts.fonts import Line
from generator.draw.fonts.shaping import feature
from generator.draw.geometry.finite import finite_digits, require_finite

JPEG = b"\xff\xd8"  # the first bytes of every JPEG
MITER = 4.0  # SVG's default
MOST_LETTERS = 10_000  # kept for all fonts and sizes
MOST_ARTWORK = 500  # kept while a face is edited


def page_svg(page: sc.Page, *, text: bool = False, language: str = "") -> str:
    """Return a page as an SVG document whose user unit is 1 mm; `text` keeps text as text, `language` is that of its
    words."""
    return _document((0.0, 0.0, page.width, page.height), page.nodes, text=text, language=language)


def scene_svg(scene: sc.Scene, *, clip: sc.Segments = (), text: bool = False, language: str = "") -> str:
    """Return a scene as an SVG document; its view box is the scene's box, clipped to `clip` if given."""
    nodes: tuple[sc.Node, ...] = (sc.Group(scene.nodes, clip=clip),) if clip else scene.nodes
    return _document(scene.box, nodes, text=text, alt=scene.alt, language=language)


class Fragment(NamedTuple):
    """SVG elements without a document around them: their text, and the elements they refer to, by id."""

    body: str
    definitions: Mapping[str, str]


def fragment(
    nodes: Iterable[sc.Node], named: Callable[[str], str], face: Callable[[sc.Scene], str] | None = None
) -> Fragment:
    """Return nodes for a drawing that is assembled elsewhere; text stays text. `named` makes an element's id of its
    text without one; `face` gives the id of a used scene, if that is written separately."""
    return _Fragments(named, face).fragment(nodes)


def _document(
    box: tuple[float, float, float, float], nodes: Iterable[sc.Node], *, text: bool, alt: str = "", language: str = ""
) -> str:
    x, y, width, height = box
    drawing = svgwrite.Drawing(
        size=(f"{_number(width)}mm", f"{_number(height)}mm"),
        viewBox=f"{_number(x)} {_number(y)} {_number(width)} {_number(height)}",
        debug=False,
        **({"lang": language.replace("_", "-")} if language else {}),
        **_labelled(alt),
    )
    writer = _Writer(drawing, text)
    writer.nodes(nodes, drawing)
    return document_text(drawing)


def _labelled(alt: str) -> dict[str, object]:
    """Return the attributes that tell a screen reader what something says; none if it has no text."""
    return {"role": "img", "aria_label": alt} if alt else {}


def document_text(drawing: svgwrite.Drawing) -> str:
    """Return an svgwrite drawing as text."""
    out = StringIO()
    drawing.write(out)
    return out.getvalue() + "\n"


# a segment's format by its length; numbers are shortened later in the whole text, for there are hundreds of thousands
_SEGMENT = {1: "%s", 3: "%s%.3f %.3f ", 7: "%s%.3f %.3f %.3f %.3f %.3f %.3f "}
_SHORT = [("00 ", " "), ("0 ", " "), (". ", " "), ("-0 ", "0 "), *((f" {letter}", letter) for letter in "MLCZ")]


def _number(value: float) -> str:
    return finite_digits(_digits(value))


def _digits(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def path_data(segments: Iterable[sc.Segment]) -> str:
    """Return segments as SVG path data, in mm to a thousandth. Raises NotFinite."""
    text = finite_digits("".join([_SEGMENT[len(segment)] % segment for segment in segments]))
    for long, short in _SHORT:
        text = text.replace(long, short)
    return text.rstrip()


def forget() -> None:
    """Read every letter anew from its font: a file has changed."""
    _letter.cache_clear()


class _Letter(NamedTuple):
    """A glyph as path data relative to its first point, and where that is: thousandths of a mm."""

    x: int
    y: int
    data: str


@lru_cache(maxsize=MOST_LETTERS)
def _letter(font: sc.Font, number: int, size: float) -> _Letter | None:
    """Return a glyph at a size; None for a blank one. Its points are rounded before differences are taken, so that none
    drifts."""
    outline = [
        (str(verb), [round(n * size * 1000) for n in numbers])  # type: ignore[operator]
        for verb, *numbers in fonts.opened(font).outline(number)
    ]
    if not outline:
        return None
    first = outline[0][1]
    return _Letter(first[0], first[1], in_steps(outline[1:], (first[0], first[1])))


def in_steps(segments: Iterable[tuple[str, Sequence[int]]], begun: tuple[int, int] = (0, 0)) -> str:
    """Return path data in mm with distances from the point before, of segments with points in thousandths of a mm.

    >>> in_steps([("M", [10_000, 10_000]), ("L", [12_500, 10_000]), ("L", [12_500, 9_000]), ("Z", [])])
    'm10 10l2.5 0l0 -1z'
    """
    parts, here = list[str](), begun
    for verb, points in segments:
        steps = [_thousandths(n - here[i % 2]) for i, n in enumerate(points)]
        parts.append(verb.lower() + " ".join(steps))
        here = (points[-2], points[-1]) if points else begun
        if verb == "M":
            begun = here
    return "".join(parts)


@lru_cache(maxsize=1 << 16)
def _thousandths(number: int) -> str:
    return _digits(number / 1000)


def letters(line: Line, size: float, x: float, y: float) -> list[tuple[sc.Colour | None, str]]:
    """Return a line of text as SVG path data, its baseline begun at (x, y), mm: each letter's own outline, moved.
    Letters with a colour of their own are separate."""
    require_finite((size, x, y))
    found: list[tuple[sc.Colour | None, list[str]]] = []
    for glyph in fonts.placed(line, size, x, y):
        letter = _letter(glyph.font, glyph.number, size)
        if letter is not None:
            if not found or found[-1][0] != glyph.colour:
                found.append((glyph.colour, []))
            left, low = round(glyph.x * 1000) + letter.x, round(glyph.y * 1000) + letter.y
            found[-1][1].append(f"M{_digits(left / 1000)} {_digits(low / 1000)}{letter.data}")
    return [(colour, "".join(parts)) for colour, parts in found]


def _hex(colour: sc.Colour | None) -> str:
    return "none" if colour is None else "#" + "".join(f"{round(channel * 255):02x}" for channel in colour)


def _matrix(matrix: sc.Matrix) -> str:
    require_finite(matrix)
    a, b, c, d, e, f = matrix
    if (a, b, c, d) == (1, 0, 0, 1):
        return f"translate({_number(e)} {_number(f)})"
    turned = " ".join(f"{n:.6f}".rstrip("0").rstrip(".") for n in (a, b, c, d))
    return f"matrix({turned} {_number(e)} {_number(f)})"


class _Writer:
    """Writes nodes as svgwrite elements; shared ones are written once, among the drawing's definitions."""

    def __init__(self, drawing: svgwrite.Drawing, text: bool) -> None:
        self.drawing, self.keep_text = drawing, text
        self.symbols: dict[int, str] = {}
        self.kept: list[sc.Scene] = []  # keeps drawn scenes alive, so that their ids are not reused
        self.clips: dict[sc.Segments, str] = {}
        self.gradients: dict[sc.Gradient, str] = {}

    def nodes(self, nodes: Iterable[sc.Node], parent: BaseElement) -> None:
        for node in nodes:
            match node:
                case sc.Path():
                    parent.add(self.painted(path_data(node.segments), node.paint))
                case sc.Text():
                    if self.keep_text:
                        parent.add(self.text(node))
                    else:
                        self.letters(node, parent)
                case sc.Image():
                    parent.add(self.image(node))
                case sc.Group(children, matrix, (), tag=sc.Tag(alt=""), blend="") if matrix == sc.IDENTITY:
                    self.nodes(children, parent)
                case sc.Group():
                    parent.add(self.group(node))
                case sc.Use():
                    parent.add(self.use(node))
                case sc.Shaded():
                    drawn = self.painted(path_data(node.segments), node.paint)
                    drawn["stroke" if node.paint.fill is None else "fill"] = self.gradient(node.gradient)
                    parent.add(drawn)
                case _:
                    assert_never(node)

    def painted(self, data: str, paint: sc.Paint) -> BaseElement:
        """Return a path with a paint; only what differs from SVG's defaults is written."""
        path = self.drawing.path(d=data).fill(_hex(paint.fill), rule="evenodd" if paint.even_odd else None)
        if paint.stroke is not None:
            path.stroke(
                _hex(paint.stroke),
                _number(paint.width),
                linecap=None if paint.cap == "butt" else paint.cap,
                linejoin=None if paint.join == "miter" else paint.join,
                miterlimit=_number(paint.miter) if paint.join == "miter" and paint.miter != MITER else None,
            )
        if paint.stroke is not None and paint.dash:
            path.dasharray(" ".join(map(_number, paint.dash)), _number(paint.phase) if paint.phase else None)
        if paint.opacity < 1 and paint.fill is not None and paint.stroke is not None:
            path.fill(opacity=_number(paint.opacity)).stroke(opacity=_number(paint.opacity))
        elif paint.opacity < 1:
            path["opacity"] = _number(paint.opacity)
        return path

    def gradient(self, gradient: sc.Gradient) -> str:
        """Return the paint that refers to a gradient."""
        if gradient not in self.gradients:
            matrix = None if gradient.matrix == sc.IDENTITY else _matrix(gradient.matrix)
            extra = {"gradientUnits": "userSpaceOnUse", "gradientTransform": matrix, "debug": False}
            ends = [_number(n) for n in gradient.ends]
            if len(ends) == 4:
                defined = LinearGradient(ends[:2], ends[2:], **extra)
            else:
                focus = {"fr": ends[2]} if gradient.ends[2] > 0 else {}
                defined = RadialGradient(ends[3:5], ends[5], ends[:2], **focus, **extra)
            for stop in gradient.stops:
                opacity = None if stop.opacity == 1 else _number(stop.opacity)
                defined.add_stop_color(finite_digits(f"{stop.at:.6g}"), _hex(stop.colour), opacity)
            self.gradients[gradient] = f"url(#{self.define(f'shade{len(self.gradients)}', defined)})"
        return self.gradients[gradient]

    def text(self, node: sc.Text) -> BaseElement:
        """Write a line of text as text."""
        x = fonts.start(node, fonts.line(node.font, node.text, node.rtl))
        features = ", ".join(f"'{name}' {on}" for name, on in map(feature, node.font.features))
        text = self.drawing.text(
            node.text,
            insert=(_number(x), _number(node.y)),
            font_family=node.font.name,
            font_size=_number(node.size),
            opacity=_number(node.opacity) if node.opacity < 1 else None,
            style=f"font-feature-settings: {features}" if features else None,
            letter_spacing=_number(node.font.tracking * node.size) if node.font.tracking else None,
        ).fill(_hex(node.fill) if node.gradient is None else self.gradient(node.gradient))
        if node.outline is not None and node.outline_width > 0:
            text.stroke(_hex(node.outline), _number(2 * node.outline_width), linejoin="round")["paint-order"] = "stroke"
        return text

    def letters(self, node: sc.Text, parent: BaseElement) -> None:
        """Write a line of text as outlines."""
        line = fonts.line(node.font, node.text, node.rtl)
        shapes = letters(line, node.size, fonts.start(node, line), node.y)
        if shapes and node.outline is not None and node.outline_width > 0:
            under = sc.Paint(stroke=node.outline, width=2 * node.outline_width, join="round", opacity=node.opacity)
            parent.add(self.painted("".join([shape for _, shape in shapes]), under))
        for colour, shape in shapes if node.fill is not None else ():
            drawn = self.painted(shape, sc.Paint(fill=colour or node.fill, opacity=node.opacity))
            if colour is None and node.gradient is not None:
                drawn["fill"] = self.gradient(node.gradient)
            parent.add(drawn)

    def image(self, node: sc.Image) -> BaseElement:
        content = node.data or node.file.read_bytes()
        kind = "image/jpeg" if content.startswith(JPEG) else "image/png"
        return self.drawing.image(
            href=f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}",
            insert=(_number(node.x), _number(node.y)),
            size=(_number(node.width), _number(node.height)),
            preserveAspectRatio="none",
            opacity=_number(node.opacity) if node.opacity < 1 else None,
        )

    def group(self, node: sc.Group) -> BaseElement:
        group = SvgGroup(
            debug=False,
            transform=None if node.matrix == sc.IDENTITY else _matrix(node.matrix),
            clip_path=f"url(#{self.clip(node.clip)})" if node.clip else None,
            style=f"mix-blend-mode:{node.blend}" if node.blend else None,
            **(_labelled(node.tag.alt) if node.tag is not None else {}),
        )
        self.nodes(node.children, group)
        return group

    def clip(self, segments: sc.Segments) -> str:
        if segments not in self.clips:
            clip = self.drawing.clipPath()
            clip.add(self.drawing.path(d=path_data(segments)))
            self.clips[segments] = self.define(f"clip{len(self.clips)}", clip)
        return self.clips[segments]

    def define(self, name: str, element: BaseElement) -> str:
        """Keep an element that others refer to; return its id."""
        element["id"] = name
        self.drawing.defs.add(element)
        return name

    def use(self, node: sc.Use) -> BaseElement:
        key = id(node.scene)
        if key not in self.symbols:
            self.symbols[key] = name = f"face{len(self.symbols)}"
            self.kept.append(node.scene)
            group = SvgGroup(debug=False)
            self.nodes(node.scene.nodes, group)
            self.symbols[key] = self.define(name, group)
        transform = None if node.matrix == sc.IDENTITY else _matrix(node.matrix)
        return SvgUse(f"#{self.symbols[key]}", debug=False, transform=transform)


class _Fragments(_Writer):
    """Elements with names of their own, outside any document."""

    def __init__(
        self, named: Callable[[str], str], face: Callable[[sc.Scene], str] | None, *, text: bool = True
    ) -> None:
        super().__init__(svgwrite.Drawing(debug=False), text)
        self.named, self.face = named, face
        self.defined: dict[str, str] = {}

    def define(self, name: str, element: BaseElement) -> str:
        element["id"] = name = self.named(element.tostring())
        self.defined[name] = element.tostring()
        return name

    def use(self, node: sc.Use) -> BaseElement:
        if self.face is not None:
            self.symbols[id(node.scene)] = self.face(node.scene)
        return super().use(node)

    def fragment(self, nodes: Iterable[sc.Node]) -> Fragment:
        parent = SvgGroup(debug=False)
        self.nodes(nodes, parent)
        return Fragment("".join([element.tostring() for element in parent.elements]), self.defined)


# ---- a face that is edited -------------------------------------------------------------------------


_Artwork = dict[int, tuple[sc.Scene, str, dict[str, str]]]  # by a scene's id: its name, and what defines that


class _Numbered(_Fragments):
    """Writes numbers at groups, by their ids; `artwork` is what was written already."""

    def __init__(self, numbers: Mapping[int, int], artwork: _Artwork) -> None:
        super().__init__(lambda text: f"d{blake2b(text.encode(), digest_size=10).hexdigest()}", None, text=False)
        self.numbers, self.artwork = numbers, artwork

    def use(self, node: sc.Use) -> BaseElement:
        key = id(node.scene)
        if key not in self.artwork:
            inner, group = _Numbered({}, self.artwork), SvgGroup(debug=False)
            inner.nodes(node.scene.nodes, group)
            self.artwork[key] = node.scene, inner.define("", group), inner.defined
        _, self.symbols[key], defined = self.artwork[key]
        self.defined |= defined
        return super().use(node)

    def nodes(self, nodes: Iterable[sc.Node], parent: BaseElement) -> None:
        for node in nodes:
            number = self.numbers.get(id(node))
            if number is not None and isinstance(node, sc.Group):
                group = SvgGroup(debug=False, data_element=number)
                self.nodes(node.children, group)
                parent.add(group)
            else:
                super().nodes((node,), parent)


class NumberedWriter:
    """Writes one scene after another as an SVG document in which each of some groups has its number as `data-element`.
    What is unchanged since the scene before is not written again."""

    def __init__(self) -> None:
        self.kept: dict[tuple[int, int], tuple[sc.Node, Fragment]] = {}  # by a node's id, and its number
        self.artwork: _Artwork = {}

    def svg(self, scene: sc.Scene, groups: Iterable[sc.Group]) -> str:
        numbers = {id(each): number for number, each in enumerate(groups)}
        if len(self.artwork) > MOST_ARTWORK:
            self.artwork.clear()
        found = [((id(node), numbers.get(id(node), -1)), node) for node in scene.nodes]
        self.kept = {key: self._written(key, node, numbers) for key, node in found}
        parts = [self.kept[key][1] for key, _ in found]
        definitions = {name: text for each in parts for name, text in each.definitions.items()}
        box = " ".join(map(_number, scene.box))
        head = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{box}">'
        return "".join((head, "<defs>", *definitions.values(), "</defs>", *[each.body for each in parts], "</svg>"))

    def _written(self, key: tuple[int, int], node: sc.Node, numbers: Mapping[int, int]) -> tuple[sc.Node, Fragment]:
        if key in self.kept and key[1] >= 0:  # without a number of its own, those within may be others
            return self.kept[key]
        return node, _Numbered(numbers, self.artwork).fragment((node,))
