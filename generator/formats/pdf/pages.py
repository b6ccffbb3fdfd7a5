"""Writes pages to a PDF. The only module that knows points.

A page's content is written in mm: one matrix at its start turns mm, y downward, into points, y upward. Each reusable
scene becomes one form XObject, referenced wherever it is used; a unique one is drawn in place, which is smaller and
faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, assert_never
from zlib import compress

from generator.draw import scene as sc
from generator.draw.fonts import fonts
from generator.draw.fonts.fonts import Line
from generator.draw.fonts.shaping import Word
from generator.draw.geometry.finite import finite_digits, require_finite
from generator.draw.geometry.geometry import Rectangle, paint_box, union
from generator.draw.walk import blends, walk
from generator.formats.pdf import objects as op
from generator.formats.pdf.file import TOGETHER, Chunk, File, Meta
from generator.formats.pdf.fonts import Embedded, named
from generator.formats.pdf.objects import Content, Objects, array, number
from generator.formats.pdf.shading import Shadings
from generator.formats.pdf.tags import Reading, Tree, struct_elements
from specs.base.files import replacing

if TYPE_CHECKING:
    from generator.formats.pdf.pictures import Pictures

__all__ = ["File", "Meta", "Writer", "drawn", "write", "writing"]
POINTS = 72 / 25.4  # points in a mm
MOST_CODES = 512  # paths and texts kept as code


def write(pages: Iterable[sc.Page], meta: Meta, path: FilePath) -> int:
    """Write pages as they come, beside `path` and renamed onto it; return how many there were.

    The same pages give the same bytes. Raises OSError, and ValueError for a font or image that cannot be embedded.
    """
    with writing(meta, path) as file:
        coming = iter(pages)
        while some := list(islice(coming, TOGETHER)):
            file.add(drawn(some))
    return file.pages


@contextmanager
def writing(meta: Meta, path: FilePath) -> Iterator[File]:
    """Yield a file to write chunks of pages to; it is in place when the block ends. Raises as `write` does."""
    with replacing(path) as beside, beside.open("wb") as sink:
        file = File(sink, meta)
        yield file
        file.end()


def drawn(pages: Iterable[sc.Page], section: str = "") -> Chunk:
    """Return pages as a chunk of a PDF, after those of a section. Raises as `write` does."""
    writer = Writer(section)
    for page in pages:
        writer.page(page)
    return writer.chunk()


class Writer:
    """Draws pages: operators go to `here`, the current page or form."""

    def __init__(self, section: str = "") -> None:
        self.objects, self.here = Objects(), Content()
        self.shadings = Shadings(self.objects)
        self.pages: list[tuple[bytes, bytes]] = []
        self.bookmarks: list[tuple[str, int]] = []
        self.section = section  # for pages without bookmarks
        self.forms: dict[int, tuple[str, str]] = {}  # name and reference of each
        self.kept: list[sc.Scene] = []  # keeps drawn scenes alive, so that their ids are not reused
        self.fonts: dict[tuple[FilePath, int], Embedded] = {}
        self.layers = 0
        self.codes: dict[int, tuple[sc.Path | sc.Text, str]] = {}
        self.tree = Tree()

    def page(self, page: sc.Page) -> None:
        require_finite((page.width, page.height, *page.trim, *page.bleed))
        boxes = [f"/MediaBox[0 0 {page.width * POINTS:.4f} {page.height * POINTS:.4f}]"]
        for name, (x, y, width, height) in (("Trim", page.trim), ("Bleed", page.bleed)):
            edges = x, page.height - y - height, x + width, page.height - y
            boxes.append(f"/{name}Box[{' '.join([f'{edge * POINTS:.4f}' for edge in edges])}]")
        self.define(page.nodes)
        self.bookmarks += [(title, len(self.pages)) for title in page.bookmarks]
        self.here = Content()
        self.put(op.clean("%.6f 0 0 %.6f 0 %.4f cm" % (POINTS, -POINTS, page.height * POINTS)))
        self.put(f"{op.MITER:g} M")
        self.section = page.bookmarks[0] if page.bookmarks else self.section
        self.tree.page()
        reading = Reading(self, self.tree, self.section, words=page.words)
        reading.nodes(page.nodes)
        reading.close()
        head = f"{''.join(boxes)}/Resources{self.here.resources()}"
        self.pages.append((head.encode(), compress("\n".join(self.here.code).encode())))

    def put(self, code: str) -> None:
        """Add operators."""
        self.here.code.append(code)

    def chunk(self) -> Chunk:
        """Return all pages, and what they refer to."""
        for font in self.fonts.values():
            font.write(self.objects)
        elements = struct_elements(self.tree)
        marked = [[branch.number for branch in page] for page in self.tree.pages]
        return Chunk(self.pages, self.objects.all(), marked, elements, self.bookmarks)

    # ---- forms -------------------------------------------------------------------------------

    def define(self, nodes: Iterable[sc.Node]) -> None:
        """Write the form XObjects of all reusable scenes below, innermost first."""
        for scene in [leaf.node.scene for leaf in walk(nodes, into_uses=False) if isinstance(leaf.node, sc.Use)]:
            self.define(scene.nodes)
            if not scene.reusable or scene.single or id(scene) in self.forms:
                continue
            self.forms[id(scene)] = f"face{len(self.forms)}", self.form(scene.nodes, scene.box)
            self.kept.append(scene)

    def form(self, nodes: Iterable[sc.Node], box: Rectangle, **more: str) -> str:
        """Return the reference of nodes as a form, writing the forms in them."""
        require_finite(box)
        around, self.here = self.here, Content()
        self.nodes(nodes)
        here, self.here = self.here, around
        x, y, width, height = box
        entries = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "FormType": 1,
            "BBox": array(map(number, (x, y, x + width, y + height))),
            "Matrix": "[ 1 0 0 1 0 0 ]",
            "Resources": here.resources(),
            **more,
        }
        return self.objects.stream(entries, "\n".join(("", *here.code)).encode())

    # ---- nodes -------------------------------------------------------------------------------

    def nodes(self, nodes: Iterable[sc.Node]) -> None:
        for node in nodes:
            match node:
                case sc.Path():
                    self.path(node)
                case sc.Text():
                    self.text(node)
                case sc.Image():
                    self.image(node)
                case sc.Group():
                    self.group(node)
                case sc.Use():
                    self.use(node)
                case sc.Shaded():
                    self.shaded(node)
                case _:
                    assert_never(node)

    def path(self, node: sc.Path) -> None:
        paint = node.paint
        if paint.fill is None and paint.stroke is None:
            return
        code = self.coded(node)
        if code is None:
            code = self.code(node, op.inked(paint, f"{op.short(op.segments(node.segments))}\n{op.verb(paint)}\n"))
        self.painted(paint.opacity, code)

    def coded(self, node: sc.Path | sc.Text) -> str | None:
        """Return the code of what all faces or sheets share, which is one object: it is made once. None if it is not
        known yet."""
        known = self.codes.get(id(node))
        return known[1] if known is not None and known[0] is node else None

    def code(self, node: sc.Path | sc.Text, code: str) -> str:
        if len(self.codes) >= MOST_CODES:
            self.codes.clear()
        self.codes[id(node)] = node, code
        return code

    def painted(self, opacity: float, code: str) -> None:
        """Add code that paints; the graphics state is unchanged afterwards."""
        if opacity == 1:
            self.put(code)
            return
        require_finite((opacity,))
        self.put("q")
        self.here.opaque(opacity, "ca", "CA")
        self.put(f"{code}\nQ")

    def shaded(self, node: sc.Shaded) -> None:
        paint = node.paint
        pen = op.clean(finite_digits("%.3f w " % paint.width)) + op.pen(paint) if paint.fill is None else ""
        code = f"{pen}\n{op.clean(op.segments(node.segments) + chr(10))}{op.verb(paint)}"
        self.here.draw(*self.shadings.form(node, node.gradient, code))

    @cached_property
    def pictures(self) -> Pictures:
        from generator.formats.pdf.pictures import Pictures  # reportlab takes 60 ms to import, and few games need it

        return Pictures(self.objects)

    def text(self, node: sc.Text, *, spaced: bool = False) -> None:
        """Draw a line of text, with a space after it if it is `spaced`."""
        if not spaced and (code := self.coded(node)) is not None:
            self.put(code)
            return
        self.font(node.font)  # before its letters are read, so that the error names the file
        line = fonts.line(node.font, node.text, node.rtl)
        x = fonts.start(node, line)
        layers = list(_layers(line, node, x)) if line.layered else []
        if node.outline is not None and node.outline_width > 0:
            # the outline lies under the fill, so that it thickens the letters only outward
            under = sc.Paint(stroke=node.outline, width=2 * node.outline_width, join="round", opacity=node.opacity)
            self.painted(node.opacity, op.inked(under, self.show(node, line.runs, x, 1)))
            for layer in layers:
                self.path(sc.Path(layer.segments, under))
        runs = (*line.runs, *fonts.line(node.font, " ").runs) if spaced else line.runs
        if node.fill is not None and node.gradient is None:
            code = op.inked(sc.Paint(fill=node.fill), self.show(node, runs, x, 0))
            if not (spaced or layers or node.opacity < 1 or node.outline is not None):
                self.code(node, code)
            self.painted(node.opacity, code)
        elif node.fill is not None and node.gradient is not None:
            room = (x - node.size, node.y - 2 * node.size, (line.width + 2) * node.size, 3 * node.size)
            self.here.draw(*self.shadings.form(node, node.gradient, self.show(node, runs, x, 0), room))
        if node.fill is not None:
            self.nodes(layers)

    def show(self, node: sc.Text, runs: Sequence[tuple[sc.Font, Sequence[Word]]], x: float, mode: int) -> str:
        code = ["BT", "1 0 0 -1 " + op.short(finite_digits("%.3f %.3f Tm" % (x, node.y)))]
        size = op.short(finite_digits("%.3f " % node.size))
        if mode:
            code.append(f"{mode} Tr")
        for font, words in runs:
            embedded = self.font(font)
            code.append(f"/{embedded.resource} {size}Tf {embedded.shown(words, node.size, mode)}")
        if mode:
            code.append("0 Tr")
        return "\n".join((*code, "ET\n"))

    def font(self, font: sc.Font) -> Embedded:
        key = font.file, font.weight
        if key not in self.fonts:
            taken = {one.name for one in self.fonts.values()}
            try:
                self.fonts[key] = Embedded(named(font, taken), f"F{len(self.fonts)}", font)
            except (ValueError, OSError) as error:
                raise ValueError(f"font '{font.name}' cannot be embedded: {error}") from None
        return self.fonts[key]

    def image(self, node: sc.Image) -> None:
        require_finite((node.x, node.y, node.width, node.height, node.opacity))
        self.put("q")
        if node.opacity < 1:
            self.here.opaque(node.opacity, "ca")
        self.put(op.matrix((1, 0, 0, -1, 0, 2 * node.y + node.height)))
        self.put(f"q\n{' '.join(map(number, (node.width, 0, 0, node.height, node.x, node.y)))} cm")
        self.here.draw(*self.pictures.read(node))
        self.put("Q\nQ")

    def group(self, node: sc.Group) -> None:
        if node.matrix == sc.IDENTITY and not node.clip and not node.blend:
            self.nodes(node.children)
            return
        self.enter(node.matrix, node.clip)
        if node.blend or (node.clip and blends(node.children)):
            self.layer(node)
        else:
            self.nodes(node.children)
        self.leave()

    def layer(self, node: sc.Group) -> None:
        """Draw a group's children as one picture: it is blended as a whole, and blending inside it ends with it."""
        boxes = [box for _, box in paint_box(node.children)]
        if not boxes:
            return
        x, y, width, height = union(boxes)
        far = width + height  # letters and the corners of lines reach beyond these boxes
        box = x - far, y - far, width + 2 * far, height + 2 * far
        self.layers += 1
        form = self.form(node.children, box, Group="<</S /Transparency /I true>>")
        if node.blend:
            self.here.blended(f"/{node.blend.title()}")
        self.here.draw(f"layer{self.layers}", form)

    def use(self, node: sc.Use) -> None:
        self.enter(node.matrix)
        form = self.forms.get(id(node.scene))
        if form is None:
            self.nodes(node.scene.nodes)
        else:
            self.here.draw(*form)
        self.leave()

    def enter(self, matrix: sc.Matrix, clip: sc.Segments = ()) -> None:
        """Begin what is drawn under a transform and within a clip; `leave` ends it."""
        code = "q" if matrix == sc.IDENTITY else f"q\n{op.matrix(matrix)}"
        self.put(f"{code}\n{op.clip(clip)}W n" if clip else code)

    def leave(self) -> None:
        self.put("Q")


def _layers(line: Line, node: sc.Text, x: float) -> Iterator[sc.Path | sc.Shaded]:
    """Yield the layered glyphs of a line that begins at x, as paths: as text each layer would be copied."""
    for glyph in fonts.placed(line, node.size, x, node.y):
        if glyph.layer:
            outline = tuple(fonts.path(glyph, node.size))
            paint = sc.Paint(fill=glyph.colour or node.fill, opacity=node.opacity)
            shade = node.gradient if glyph.colour is None else None
            yield sc.Path(outline, paint) if shade is None else sc.Shaded(outline, paint, shade)
