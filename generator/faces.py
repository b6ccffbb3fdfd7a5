"""Spec elements and one piece's data to a `Scene`. No file format is known here.

Pieces whose faces come out the same share one `Scene` object, so that a backend draws it once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import ceil
from pathlib import Path as FilePath
from typing import Any, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from generator import fonts as font_files
from generator import geometry as geo
from generator import icons, markers, textlayout
from generator.scene import IDENTITY, Font, Group, Image, Matrix, Node, Paint, Path, Scene, Segment, Text, Use
from generator.svg_reader import Drawing, draw, read
from specs import expr
from specs import schema as el
from specs.document import Document, KeyPath, Piece
from specs.errors import Fault, SpecError
from specs.explain import did_you_mean
from specs.fields import face_fields
from specs.names import Colour, colour
from specs.pieces import inside
from specs.sizes import size_mm

DEFAULT_FONT = "AlegreyaSans-Regular"
DEFAULT_SIZE = 4.0
LEADING = 1.2
STROKE = 0.25
MAX_CACHED_FACES = 2000  # a deck of more distinct faces than this is streamed, not kept
MAX_NODES = 50_000

Env = dict[str, object]
Side = str  # "front" or "back"


class _Wrong(Exception):
    """A fault of an element, before its place is known."""

    def __init__(self, key: str, found: str, expected: str, hint: str = "") -> None:
        super().__init__(found)
        self.key, self.found, self.expected, self.hint = key, found, expected, hint


class _Look(Struct, frozen=True):
    """What an element's `style` gives it where it says nothing itself."""

    font: str = DEFAULT_FONT
    size: el.Num = DEFAULT_SIZE
    align: str = "left"
    valign: str = "top"
    leading: float = LEADING
    fill: str | None = None
    stroke: str | None = None
    stroke_width: el.Num = STROKE
    dash: tuple[float, ...] = ()


class Faces:
    """Draws the faces of a document's pieces. `options` are the print options that are on."""

    def __init__(self, document: Document, options: frozenset[str] = frozenset()) -> None:
        self.document, self.spec = document, document.spec
        self.base: Env = {"game.id": self.spec.game, "game.title": self.spec.title}
        self.base |= {f"option.{name}": name in options for name in self.spec.options}
        self._fields: dict[tuple[str, Side], tuple[str, ...]] = {}
        self._cache: dict[tuple[object, ...], Scene] = {}
        self._looks: dict[str | None, _Look] = {}
        self._icons: dict[tuple[object, ...], Scene] = {}
        self._drawings: dict[FilePath, Drawing] = {}
        self._colours: dict[str, Colour | None] = {"none": None}
        self._markers: dict[int, tuple[int, ...]] = {}
        self._same: dict[Scene, Scene] = {}

    def front(self, piece: Piece) -> Scene:
        """The front of a piece, (0, 0) at its trim box's top left. Raises SpecError naming the piece."""
        return self._face(piece, "front", self.spec.components[piece.component].front)

    def back(self, piece: Piece) -> Scene | None:
        """The back of a piece, as seen from behind, or None where it has none. Raises SpecError."""
        face = self.spec.components[piece.component].back
        return None if face is None else self._face(piece, "back", face)

    def markers(self, scene: Scene) -> tuple[int, ...]:
        """The ids of the fiducials on a face, in their order there (of a face that is kept: see `reusable`)."""
        return self._markers.get(id(scene), ())

    def _face(self, piece: Piece, side: Side, face: el.Face) -> Scene:
        component = self.spec.components[piece.component]
        width, height = size_mm(component)
        env: Env = {**self.base, **piece.row, "id": piece.id, "n": piece.n, "w": width, "h": height}
        fields = self._fields.get((piece.component, side))
        if fields is None:
            fields = tuple(sorted(face_fields(self.spec, face)))
            self._fields[piece.component, side] = fields
        key = (piece.component, side, *[env.get(name) for name in fields])
        scene = self._cache.get(key)
        if scene is None:
            bleed = component.bleed
            box = (-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
            pen = _Pen(self, piece.id, env, box)
            keep = len(self._cache) < MAX_CACHED_FACES
            scene = Scene(box, tuple(pen.face(face, ("components", piece.component, side))), reusable=keep)
            pen.check_extent(scene, face, ("components", piece.component, side))
            if keep:
                # a field may be named and yet make no difference, as where `when` leaves its element out
                scene = self._same.setdefault(scene, scene)
                self._cache[key] = scene
                if pen.markers:
                    self._markers[id(scene)] = tuple(pen.markers)
        return scene

    # ---- names, resolved once ----------------------------------------------------------------

    def look(self, name: str | None) -> _Look:
        """A style with all it extends."""
        look = self._looks.get(name)
        if look is None:
            look = _Look()
            if name is not None:
                style = self.spec.styles[name]
                look = self.look(style.extends)
                given = {key: getattr(style, key) for key in look.__struct_fields__ if getattr(style, key) is not None}
                look = replace(look, **given)
            self._looks[name] = look
        return look

    def colour(self, name: str) -> Colour | None:
        if name not in self._colours:
            try:
                self._colours[name] = colour(self.spec.palette, name)
            except KeyError:
                hint = did_you_mean(name, self.spec.palette)
                raise _Wrong(
                    "fill", f"unknown colour '{name}'", "a palette name, #rrggbb or a CSS colour", hint
                ) from None
        return self._colours[name]

    def font(self, name: str) -> Font:
        stem = self.spec.fonts.get(name, name)
        bundled = self._bundled
        if stem in bundled:
            return Font(stem, bundled[stem])
        if name in self.spec.fonts:
            try:
                file = inside(self.document.folder, stem)
            except ValueError:
                raise _Wrong("font", f"font '{stem}'", "a font file beside the spec") from None
            return Font(FilePath(stem).stem, file)
        known = {*self.spec.fonts, *bundled}
        raise _Wrong("font", f"unknown font '{name}'", f"one of {', '.join(sorted(known))}", did_you_mean(name, known))

    @cached_property
    def _bundled(self) -> Mapping[str, FilePath]:
        return font_files.bundled()

    def family(self, name: str) -> textlayout.Fonts:
        """A font with its bold and italic: the spec's `NAME-bold`, or the file's sibling, or itself."""
        regular = self.font(name)

        def sibling(kind: str) -> Font:
            stem = regular.name.removesuffix("-Regular") + f"-{kind.title()}"
            if f"{name}-{kind}" in self.spec.fonts:
                return self.font(f"{name}-{kind}")
            return Font(stem, self._bundled[stem]) if stem in self._bundled else regular

        return textlayout.Fonts(regular, sibling("bold"), sibling("italic"))

    def drawing(self, file: FilePath) -> Drawing:
        if file not in self._drawings:
            try:
                self._drawings[file] = read(file)
            except (ValueError, OSError) as error:
                raise _Wrong("image", f"'{file.name}': {error}", "an SVG file of plain shapes") from None
        return self._drawings[file]

    def icon(self, name: str, colours: Mapping[str, Colour], opacity: float) -> Scene:
        """An icon as a scene in its own 0 to 100 units, the same object each time."""
        key = (name, tuple(sorted(colours.items())), opacity)
        if key not in self._icons:
            file = self._icon_files.get(name)
            if file is None:
                hint = did_you_mean(name, self._icon_files)
                raise _Wrong("icon", f"unknown icon '{name}'", "an icon's name", hint)
            drawing = self.drawing(file)
            paths: tuple[Node, ...] = draw(drawing, IDENTITY, colours, opacity)
            x, y, width, height = drawing.box
            if any(
                left < x or top < y or left + w > x + width or top + h > y + height
                for _, (left, top, w, h) in geo.paint_box(paths)
            ):
                paths = (Group(paths, clip=geo.rectangle(*drawing.box)),)  # a view box clips
            self._icons[key] = Scene(drawing.box, paths)
        return self._icons[key]

    @cached_property
    def _icon_files(self) -> Mapping[str, FilePath]:
        return icons.files(self.document)


class _Pen(Struct):
    """Draws one face: elements to nodes, with the piece's fields at hand."""

    faces: Faces
    piece: str
    env: Env
    box: geo.Rectangle
    opacity: float = 1.0
    count: list[int] = field(default_factory=lambda: [0])
    markers: list[int] = field(default_factory=list)

    def face(self, face: el.Face, path: KeyPath) -> list[Node]:
        nodes: list[Node] = []
        for index, element in enumerate(face):
            nodes += self.element(element, (*path, index))
        return nodes

    def element(self, element: el.AnyElement, path: KeyPath) -> Sequence[Node]:
        try:
            if element.when is not None and not expr.holds(element.when, self.env):
                return ()
            self.count[0] += 1
            if self.count[0] > MAX_NODES:
                raise _Wrong("draw", f"more than {MAX_NODES:,} elements on a face", "fewer repeats")
            nodes = self.draw(element, path)
            return self.turned(element, nodes)
        except expr.ExprError as error:
            raise self.fault(path, error.found, error.expected) from None
        except _Wrong as error:
            raise self.fault((*path, error.key), error.found, error.expected, error.hint) from None

    def fault(self, path: KeyPath, found: str, expected: str, hint: str = "") -> SpecError:
        document = self.faces.document
        about = f"piece {self.piece}: {found}"
        return SpecError([Fault(str(document.file), *document.mark(path), about, expected, hint)])

    def check_extent(self, scene: Scene, face: el.Face, path: KeyPath) -> None:
        """Nothing may reach beyond the bleed, where it would lie on another piece."""
        x, y, width, height = self.box
        slack = 0.6  # half a heavy line along the bleed's edge is cut away by the sheet's clip
        for node, (left, top, w, h) in geo.paint_box(scene.nodes):
            right, bottom = left + w, top + h
            if left < x - slack or top < y - slack or right > x + width + slack or bottom > y + height + slack:
                index = next((i for i, element in enumerate(face) if self.draws(element, (*path, i), node)), 0)
                found = f"an element from {left:.1f}, {top:.1f} to {right:.1f}, {bottom:.1f} mm"
                expected = f"within the piece and its bleed, {x:g}, {y:g} to {x + width:g}, {y + height:g} mm"
                raise self.fault((*path, index), found, expected)

    def draws(self, element: el.AnyElement, path: KeyPath, node: Node) -> bool:
        return any(leaf == node for leaf, _ in geo.paint_box(self.element(element, path)))

    # ---- values ------------------------------------------------------------------------------

    def number(self, value: object, key: str = "draw", minimum: float | None = None) -> float:
        if type(value) is str:
            try:
                value = expr.number(value, self.env)
            except expr.ExprError as error:
                raise _Wrong(key, f"{key}: {error.found}", error.expected) from None
        number = float(value)  # type: ignore[arg-type]
        if minimum is not None and number < minimum:
            raise _Wrong(key, f"{key}: {number:g}", f"at least {minimum:g}")
        return number

    def numbers(self, values: Sequence[object], key: str) -> list[float]:
        return [self.number(value, key) for value in values]

    def frame(self, box: el.Box) -> geo.Rectangle:
        x, y, width, height = self.numbers(box, "box")
        if width <= 0 or height <= 0:
            raise _Wrong("box", f"a box of {width:g} × {height:g} mm", "a width and a height above 0")
        return x, y, width, height

    def text(self, template: str) -> str:
        return expr.render(template, self.env)

    def colour(self, name: str | None) -> Colour | None:
        return None if name is None else self.faces.colour(self.text(name))

    def paint(self, element: el.Painted, *, stroke: str | None = None) -> Paint:
        look = self.faces.look(element.style)
        outline = element.stroke or look.stroke or stroke
        width = element.stroke_width if element.stroke_width is not None else look.stroke_width
        return Paint(
            fill=self.colour(element.fill or look.fill),
            stroke=self.colour(outline),
            width=self.number(width, "stroke_width", 0),
            dash=element.dash or look.dash,
            opacity=self.alpha(element),
        )

    def alpha(self, element: el.Element) -> float:
        if element.opacity == 1:
            return self.opacity
        opacity = self.number(element.opacity, "opacity")
        if not 0 <= opacity <= 1:
            raise _Wrong("opacity", f"opacity: {opacity:g}", "0 to 1")
        return self.opacity * opacity

    def turned(self, element: el.AnyElement, nodes: Sequence[Node]) -> Sequence[Node]:
        """The nodes turned by `rotate` about the element's own middle (a group or template about its `at`)."""
        if element.rotate == 0 or isinstance(element, el.Group | el.Use):
            return nodes
        angle = self.number(element.rotate, "rotate")
        if angle == 0 or not nodes:
            return nodes
        return (Group(tuple(nodes), geo.rotation(angle, *self.middle(element))),)

    def middle(self, element: el.AnyElement) -> tuple[float, float]:
        box = getattr(element, "box", None)
        if box is not None:
            x, y, width, height = self.frame(box)
            return x + width / 2, y + height / 2
        points = element.points if isinstance(element, el.Polygon | el.Line) else ()
        if points:
            flat = [self.numbers(point, "points") for point in points]
            xs, ys = [p[0] for p in flat], [p[1] for p in flat]
            return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        at = getattr(element, "at", None)
        if at is not None:
            x, y = self.numbers(at, "at")
            return x, y
        x, y, width, height = self.box
        return x + width / 2, y + height / 2

    def with_env(self, extra: Mapping[str, object], opacity: float) -> _Pen:
        return _Pen(self.faces, self.piece, {**self.env, **extra}, self.box, opacity, self.count, self.markers)

    # ---- elements ----------------------------------------------------------------------------

    def draw(self, element: el.AnyElement, path: KeyPath) -> Sequence[Node]:
        match element:
            case el.Rect():
                box = self.box if element.box is None else self.frame(element.box)
                radius = self.number(element.radius, "radius", 0)
                return self.path(geo.rectangle(*box, radius), self.paint(element))
            case el.Circle():
                x, y, r = *self.numbers(element.at, "at"), self.number(element.r, "r", 0)
                return self.path(geo.ellipse(x, y, r, r), self.paint(element))
            case el.Ellipse():
                return self.path(
                    geo.ellipse(*self.numbers(element.at, "at"), *self.numbers(element.r, "r")), self.paint(element)
                )
            case el.Polygon() | el.Line():
                points = [(x, y) for x, y in (self.numbers(point, "points") for point in element.points)]
                closed = isinstance(element, el.Polygon)
                return self.path(
                    geo.polyline(points, closed=closed), self.paint(element, stroke=None if closed else "black")
                )
            case el.Star():
                x, y = self.numbers(element.at, "at")
                tips = int(self.number(element.points, "points", 2))
                corners = geo.star(x, y, self.number(element.r, "r", 0), self.number(element.inner, "inner", 0), tips)
                return self.path(geo.polyline(corners, closed=True), self.paint(element))
            case el.Hex():
                x, y = self.numbers(element.at, "at")
                corners = geo.hexagon(x, y, self.number(element.size, "size", 0), pointy=element.pointy)
                return self.path(geo.polyline(corners, closed=True), self.paint(element))
            case el.PathData():
                return self.path(self.path_data(element), self.paint(element))
            case el.Text():
                return self.text_block(element)
            case el.Icon():
                return self.icon(element)
            case el.Image():
                return self.image(element)
            case el.Grid():
                return self.grid(element)
            case el.HexGrid():
                return self.hexgrid(element)
            case el.QR():
                return self.qr(element)
            case el.Fiducial():
                return self.fiducial(element)
            case el.Group() | el.Use():
                return self.group(element, path)
            case el.Repeat():
                return self.repeat(element, path)
            case _:
                assert_never(element)

    @staticmethod
    def path(segments: tuple[Segment, ...], paint: Paint) -> Sequence[Node]:
        if paint.fill is None and paint.stroke is None:
            return ()
        return (Path(segments, paint),)

    def path_data(self, element: el.PathData) -> tuple[Segment, ...]:
        try:
            segments = geo.parse_path(self.text(element.d))
        except ValueError as error:
            raise _Wrong("d", str(error), "SVG path data such as 'M0 0 L10 5 Z'") from None
        scale = self.number(element.scale, "scale", 0)
        x, y = self.numbers(element.at, "at")
        return geo.transform(segments, (scale, 0, 0, scale, x, y))

    def text_block(self, element: el.Text) -> Sequence[Node]:
        look = self.faces.look(element.style)
        text = self.text(element.text)
        if not text.strip():
            return ()
        x, y, width, height = self.frame(element.box)
        family = self.faces.family(self.text(element.font or look.font))
        size = self.number(element.size if element.size is not None else look.size, "size", 0.1)
        try:
            block = textlayout.lay_out(
                text,
                family,
                size,
                (width, height),
                leading=element.leading or look.leading,
                wrap=element.wrap,
                fit=element.fit,
                markup=element.markup,
            )
        except textlayout.Overflow as error:
            raise _Wrong("box", error.found, error.expected) from None
        except OSError as error:
            raise _Wrong("font", f"font file: {error}", "a TrueType font") from None
        valign, align = element.valign or look.valign, element.align or look.align
        last = block.lines[-1].y
        first = {
            "top": y + block.top,
            "middle": y + (height + block.top - last) / 2,
            "bottom": y + height - block.bottom - last,
        }[valign]
        fill = self.colour(element.fill or look.fill or "black") or (0, 0, 0)
        outline = self.colour(element.outline)
        stroke = self.number(element.outline_width, "outline_width", 0) if outline else 0
        alpha = self.alpha(element)
        nodes: list[Node] = []
        for line in block.lines:
            slack = width - line.indent - line.width
            left = x + line.indent + {"left": 0, "center": slack / 2, "right": slack}[align]
            for run in line.runs:
                baseline = first + line.y
                if run.icon:
                    scene = self.faces.icon(run.icon, {}, alpha)
                    scale = run.width / scene.box[2]
                    middle = baseline - font_files.metrics(run.font).cap_height * run.size / 2
                    nodes.append(Use(scene, (scale, 0, 0, scale, left + run.x, middle - run.width / 2)))
                else:
                    nodes.append(
                        Text(
                            left + run.x, baseline, run.text, run.font, run.size, fill, "start", outline, stroke, alpha
                        )
                    )
        return nodes

    def icon(self, element: el.Icon) -> Sequence[Node]:
        x, y = self.numbers(element.at, "at")
        size = self.number(element.size, "size", 0)
        given = {"main": element.fill, "accent": element.accent, "line": element.line}
        colours = {role: value for role, name in given.items() if (value := self.colour(name)) is not None}
        scene = self.faces.icon(self.text(element.icon), colours, self.alpha(element))
        return (Use(scene, self.fitted(scene.box, (x - size / 2, y - size / 2, size, size), min)),)

    @staticmethod
    def fitted(inner: geo.Rectangle, outer: geo.Rectangle, choose: Callable[[float, float], float]) -> Matrix:
        """The matrix that puts a box into another, centred, at the smaller (contain) or larger (cover) scale."""
        ix, iy, iw, ih = inner
        x, y, w, h = outer
        scale = choose(w / iw, h / ih)
        return scale, 0, 0, scale, x + (w - iw * scale) / 2 - ix * scale, y + (h - ih * scale) / 2 - iy * scale

    def image(self, element: el.Image) -> Sequence[Node]:
        box = self.frame(element.box)
        name = self.text(element.image)
        try:
            file = inside(self.faces.document.folder, name)
        except ValueError:
            raise _Wrong("image", f"'{name}' leads out of the spec's folder", "a file beside the spec") from None
        if not file.is_file():
            raise _Wrong("image", f"no file '{name}'", "a PNG, JPEG or SVG file beside the spec")
        vector = file.suffix.lower() == ".svg"
        drawing = self.faces.drawing(file) if vector else None
        natural = drawing.box if drawing else (0.0, 0.0, *_pixels(file))
        if element.fit == "stretch":
            sx, sy = box[2] / natural[2], box[3] / natural[3]
            matrix: Matrix = (sx, 0, 0, sy, box[0] - natural[0] * sx, box[1] - natural[1] * sy)
        else:
            matrix = self.fitted(natural, box, min if element.fit == "contain" else max)
        nodes: tuple[Node, ...]
        if drawing:
            nodes = draw(drawing, matrix, {}, self.alpha(element))
        else:
            x, y = geo.apply(matrix, natural[0], natural[1])
            nodes = (Image(x, y, natural[2] * matrix[0], natural[3] * matrix[3], file),)
        return (Group(nodes, clip=geo.rectangle(*box)),) if element.fit == "cover" or drawing else nodes

    def grid(self, element: el.Grid) -> Sequence[Node]:
        x, y, width, height = self.frame(element.box)
        columns, rows = (
            int(self.number(value, key, 1)) for key, value in (("columns", element.columns), ("rows", element.rows))
        )
        if columns * rows > MAX_NODES:
            raise _Wrong("columns", f"a grid of {columns * rows:,} cells", f"at most {MAX_NODES:,}")
        paint = self.paint(element, stroke="black")
        lines = geo.rectangle(x, y, width, height)
        for i in range(1, columns):
            lines += (("M", x + width * i / columns, y), ("L", x + width * i / columns, y + height))
        for i in range(1, rows):
            lines += (("M", x, y + height * i / rows), ("L", x + width, y + height * i / rows))
        return self.path(lines, paint)

    def hexgrid(self, element: el.HexGrid) -> Sequence[Node]:
        x, y = self.numbers(element.at, "at")
        size = self.number(element.size, "size", 0.1)
        columns, rows = (
            int(self.number(value, key, 1)) for key, value in (("columns", element.columns), ("rows", element.rows))
        )
        if columns * rows > MAX_NODES:
            raise _Wrong("columns", f"a grid of {columns * rows:,} hexes", f"at most {MAX_NODES:,}")
        paint = self.paint(element, stroke="black")
        step = size * 3**0.5 / 2
        segments: list[Segment] = []
        labels: list[Node] = []
        for row in range(rows):
            for column in range(columns):
                if element.pointy:
                    cx, cy = x + (column + row % 2 / 2) * size, y + row * step
                else:
                    cx, cy = x + column * step, y + (row + column % 2 / 2) * size
                segments += geo.polyline(geo.hexagon(cx, cy, size, pointy=element.pointy), closed=True)
                if element.label is not None:
                    pen = self.with_env({"column": column + 1, "row": row + 1}, self.opacity)
                    box = (cx - size * 0.4, cy - size * 0.2, size * 0.8, size * 0.4)
                    look = self.faces.look(element.style)
                    text = el.Text(
                        text=element.label,
                        box=box,
                        size=size / 4,
                        fit=True,
                        align="center",
                        valign="middle",
                        font=look.font,
                    )
                    labels += pen.text_block(text)
        return (*self.path(tuple(segments), paint), *labels)

    def qr(self, element: el.QR) -> Sequence[Node]:
        x, y, width, height = self.frame(element.box)
        try:
            matrix = markers.qr(self.text(element.text))
        except ValueError as error:
            raise _Wrong("text", str(error), "a shorter text") from None
        side = min(width, height)
        module = side / (len(matrix) + 2 * markers.QUIET_ZONE)
        rim = markers.QUIET_ZONE * module
        dark = self.colour(element.fill or "black")
        left, top = x + (width - side) / 2, y + (height - side) / 2
        return (
            Path(geo.rectangle(left, top, side, side), Paint(fill=(1, 1, 1))),
            Path(markers.modules(matrix, left + rim, top + rim, side - 2 * rim), Paint(fill=dark)),
        )

    def fiducial(self, element: el.Fiducial) -> Sequence[Node]:
        marker = self.number(element.marker, "marker")
        if marker != int(marker) or not 0 <= marker < markers.MARKS:
            raise _Wrong("marker", f"marker {marker:g}", f"a whole number from 0 to {markers.MARKS - 1}")
        self.markers.append(int(marker))
        x, y = self.numbers(element.at, "at")
        size = self.number(element.size, "size", 1)
        left, top, rim = x - size / 2, y - size / 2, size / 10
        return (
            Path(geo.rectangle(left - rim, top - rim, size + 2 * rim, size + 2 * rim), Paint(fill=(1, 1, 1))),
            Path(markers.modules(markers.aruco(int(marker)), left, top, size), Paint(fill=(0, 0, 0))),
        )

    def group(self, element: el.Group | el.Use, path: KeyPath) -> Sequence[Node]:
        x, y = self.numbers(element.at, "at")
        scale = self.number(element.scale, "scale", 0)
        matrix = geo.translate(x, y)
        if element.rotate != 0:
            matrix = geo.multiply(matrix, geo.rotation(self.number(element.rotate, "rotate")))
        if scale != 1:
            matrix = geo.multiply(matrix, geo.scaling(scale, scale))
        alpha = self.alpha(element)
        if isinstance(element, el.Use):
            bound = {name: expr.evaluate(value, self.env) for name, value in element.with_.items()}
            pen = self.with_env(bound, alpha)
            nodes = pen.face(self.faces.spec.templates[element.template], ("templates", element.template))
        else:
            pen = self.with_env({}, alpha)
            nodes = pen.face(element.items, (*path, "items"))
        if matrix == IDENTITY:
            return nodes
        return (Group(tuple(nodes), matrix),) if nodes else ()

    def repeat(self, element: el.Repeat, path: KeyPath) -> Sequence[Node]:
        step, row_step = self.numbers(element.step, "step"), self.numbers(element.row_step, "row_step")
        turn, about = self.number(element.turn, "turn"), self.numbers(element.about, "about")
        alpha = self.alpha(element)
        nodes: list[Node] = []
        for i, bound in enumerate(self.over(element)):
            column, row = (i % element.columns, i // element.columns) if element.columns else (i, 0)
            dx, dy = column * step[0] + row * row_step[0], column * step[1] + row * row_step[1]
            matrix = geo.translate(dx, dy)
            if turn:
                matrix = geo.multiply(matrix, geo.rotation(turn * i, *about))
            drawn = self.with_env({**bound, "i": i}, alpha).face(element.items, (*path, "items"))
            if matrix == IDENTITY:
                nodes += drawn
            elif drawn:
                nodes.append(Group(tuple(drawn), matrix))
        return nodes

    def over(self, element: el.Repeat) -> Sequence[Mapping[str, Any]]:
        """What each turn of a `repeat` binds."""
        over: object = element.over
        if isinstance(over, str) and over in self.faces.spec.tables:
            return self.faces.spec.tables[over]
        value = expr.evaluate(over, self.env)
        if isinstance(value, float | int) and not isinstance(value, bool) and 0 <= value <= MAX_NODES:
            return [{element.each: i} for i in range(ceil(value))]
        if isinstance(value, tuple):
            return [{element.each: item} for item in value]
        raise _Wrong("over", f"over: '{expr.show(value)}'", "a list, a count from 0 or a table's name")


def _pixels(file: FilePath) -> tuple[float, float]:
    from PIL import Image as Picture
    from PIL import UnidentifiedImageError

    try:
        with Picture.open(file) as picture:
            return float(picture.width), float(picture.height)
    except (UnidentifiedImageError, OSError, ValueError, Picture.DecompressionBombError):
        raise _Wrong("image", f"'{file.name}', which is no picture", "a PNG, JPEG or SVG file") from None
