"""Pages to a PDF. The only module that knows points.

A page's content is written in mm: one matrix at its start turns mm, y downward, into points, y upward.
Each reusable scene becomes one form XObject, referenced wherever it is used; one that nothing else looks like is drawn
where it lies, which is smaller and faster.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from io import BytesIO
from itertools import islice
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, assert_never
from zlib import compress

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfdoc import PDFResourceDictionary
from reportlab.pdfbase.pdfdoc import format as formatted
from reportlab.pdfgen.canvas import Canvas

from generator.draw import fonts
from generator.draw.finite import finite, written
from generator.draw.fonts import Line
from generator.draw.scene import (
    IDENTITY,
    Font,
    Group,
    Image,
    Matrix,
    Node,
    Page,
    Paint,
    Path,
    Scene,
    Segment,
    Shaded,
    Text,
    Use,
)
from generator.draw.shaping import Word
from generator.formats import pdf_code as op
from generator.formats.pdf_chunk import TOGETHER, Chunk
from generator.formats.pdf_file import File, Meta
from generator.formats.pdf_fonts import Embedded, named
from generator.formats.pdf_reading import Reading
from generator.formats.pdf_tags import Tree, told
from specs.ground.files import replacing

if TYPE_CHECKING:
    from generator.formats.pdf_shading import Shadings

__all__ = ["File", "Meta", "Writer", "drawn", "write", "writing"]
POINTS = 72 / 25.4  # points in a mm
MOST_CODES = 512  # of paths and texts that are kept


def write(pages: Iterable[Page], meta: Meta, path: FilePath) -> int:
    """Write pages as they come, beside `path` and renamed onto it; returns how many there were.

    The same pages give the same bytes. Raises OSError, and ValueError for a font or image that cannot be embedded.
    """
    with writing(meta, path) as file:
        coming = iter(pages)
        while some := list(islice(coming, TOGETHER)):
            file.add(drawn(some))
    return file.pages


@contextmanager
def writing(meta: Meta, path: FilePath) -> Iterator[File]:
    """What chunks of pages can be written to, one by one; the file is there at the end. Raises as `write` does."""
    with replacing(path) as beside, beside.open("wb") as sink:
        file = File(sink, meta)
        yield file
        file.end()


def drawn(pages: Iterable[Page], section: str = "") -> Chunk:
    """Pages as a part of a PDF, behind those of a section. Raises as `write` does."""
    writer = Writer(section)
    for page in pages:
        writer.page(page)
    return writer.chunk()


class _Canvas(Canvas):  # type: ignore[misc]
    """A canvas that does not ask for Helvetica, which could not be embedded, before each page."""

    def _make_preamble(self) -> None:
        self._preamble = ""


@lru_cache(maxsize=8)
def _picture(data: bytes) -> Any:
    """A picture that is in no file; kept for a while, for the same is drawn on many faces."""
    return ImageReader(BytesIO(data))


class Named(str):
    """A picture's file for reportlab, which names it in the PDF by its `str`: where it lies has no place there."""

    __slots__ = ("name",)
    name: str

    def __str__(self) -> str:
        return self.name


class Writer:
    """Draws pages on a canvas."""

    def __init__(self, section: str = "") -> None:
        rl_config.useA85 = 0  # streams as bytes: a fifth smaller than as letters, and faster
        self.canvas: Any = _Canvas(BytesIO(), invariant=1, pageCompression=1)
        self.pages: list[tuple[bytes, bytes]] = []
        self.bookmarks: list[tuple[str, int]] = []
        self.section = section  # what pages without bookmarks belong to
        self.forms: dict[int, str] = {}
        self.kept: list[Scene] = []  # keeps the ids of drawn scenes from being given to others
        self.fonts: dict[FilePath, Embedded] = {}
        self.codes: dict[int, tuple[Path | Text, str]] = {}
        self.pictures: dict[FilePath, Named] = {}
        self.tree = Tree()

    def page(self, page: Page) -> None:
        canvas = self.canvas
        finite((page.width, page.height, *page.trim, *page.bleed))
        boxes = [f"/MediaBox[0 0 {page.width * POINTS:.4f} {page.height * POINTS:.4f}]"]
        for name, (x, y, width, height) in (("Trim", page.trim), ("Bleed", page.bleed)):
            edges = x, page.height - y - height, x + width, page.height - y
            boxes.append(f"/{name}Box[{' '.join([f'{edge * POINTS:.4f}' for edge in edges])}]")
        self.define(page.nodes)
        self.bookmarks += [(title, len(self.pages)) for title in page.bookmarks]
        canvas.addLiteral(op.clean("%.6f 0 0 %.6f 0 %.4f cm" % (POINTS, -POINTS, page.height * POINTS)))
        canvas.addLiteral(f"{op.MITER:g} M")
        self.section = page.bookmarks[0] if page.bookmarks else self.section
        self.tree.page()
        reading = Reading(self, self.tree, self.section, words=page.words)
        reading.nodes(page.nodes)
        reading.close()
        resources = formatted(self.resources(), canvas._doc)
        self.pages.append(
            ("".join(boxes).encode() + b"/Resources" + resources, compress("\n".join(canvas._code).encode()))
        )
        canvas._restartAccumulators()
        canvas.init_graphics_state()

    def chunk(self) -> Chunk:
        """All pages, and what they refer to."""
        document = self.canvas._doc
        for font in self.fonts.values():
            font.write(document)
        objects: list[tuple[int, bytes, bytes]] = []
        while len(objects) < document.objectcounter:  # grows, for what is formatted finds what it needs
            number = len(objects) + 1
            data = formatted(document.idToObject[document.numberToId[number]], document, toplevel=1).strip(b"\n")
            ends = data.index(b"stream") if data.endswith(b"endstream") else len(data)
            objects.append((number, data[:ends], data[ends:]))
        parts = told(self.tree)
        marked = [[part.number for part in page] for page in self.tree.pages]
        return Chunk(self.pages, objects, marked, parts, self.bookmarks)

    # ---- forms -------------------------------------------------------------------------------

    def define(self, nodes: Iterable[Node]) -> None:
        """Write the form XObjects of all reusable scenes below, innermost first."""
        for scene in list(_scenes(nodes)):
            self.define(scene.nodes)
            if not scene.reusable or scene.single or id(scene) in self.forms:
                continue
            name = f"face{len(self.forms)}"
            x, y, width, height = scene.box
            finite(scene.box)
            self.canvas.beginForm(name, x, y, x + width, y + height)
            self.nodes(scene.nodes)
            self.canvas.endForm(Resources=self.resources())
            self.forms[id(scene)] = name
            self.kept.append(scene)

    def resources(self) -> Any:
        """What the form just drawn refers to; reportlab itself leaves its graphics states (opacity) out."""
        canvas = self.canvas
        resources = PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        if canvas._formsinuse:
            resources.XObject = canvas._doc.xobjDict(canvas._formsinuse)
        if states := canvas._extgstate.getState():
            resources.ExtGState = states
        return resources

    # ---- nodes -------------------------------------------------------------------------------

    def nodes(self, nodes: Iterable[Node]) -> None:
        for node in nodes:
            match node:
                case Path():
                    self.path(node)
                case Text():
                    self.text(node)
                case Image():
                    self.image(node)
                case Group():
                    self.group(node)
                case Use():
                    self.use(node)
                case Shaded():
                    self.shaded(node)
                case _:
                    assert_never(node)

    def path(self, node: Path) -> None:
        paint = node.paint
        if paint.fill is None and paint.stroke is None:
            return
        code = self.coded(node)
        if code is None:
            code = self.code(
                node,
                op.inked(paint, f"{op.short(op.segments(node.segments))}\n{op.verb(paint)}\n"),
            )
        self.painted(paint.opacity, code)

    def coded(self, node: Path | Text) -> str | None:
        """The code of what all faces or sheets have in common, which is one object: it is put into words once."""
        known = self.codes.get(id(node))
        return known[1] if known is not None and known[0] is node else None

    def code(self, node: Path | Text, code: str) -> str:
        if len(self.codes) >= MOST_CODES:
            self.codes.clear()
        self.codes[id(node)] = node, code
        return code

    def painted(self, opacity: float, code: str) -> None:
        """Code that paints; the graphics state is left as it was."""
        if opacity == 1:
            self.canvas.addLiteral(code)
            return
        finite((opacity,))
        self.canvas.saveState()
        self.canvas.setFillAlpha(opacity)
        self.canvas.setStrokeAlpha(opacity)
        self.canvas.addLiteral(code)
        self.canvas.restoreState()

    def shaded(self, node: Shaded) -> None:
        paint = node.paint
        pen = op.clean(written("%.3f w " % paint.width)) + op.pen(paint) if paint.fill is None else ""
        code = f"{pen}\n{op.clean(op.segments(node.segments) + chr(10))}{op.verb(paint)}"
        self.canvas.doForm(self.shadings.path(node, code))

    @cached_property
    def shadings(self) -> Shadings:
        from generator.formats.pdf_shading import Shadings  # few documents have any

        return Shadings(self.canvas._doc)

    def text(self, node: Text, *, spaced: bool = False) -> None:
        """A line of text, with a space behind it where it is `spaced`."""
        if not spaced and (code := self.coded(node)) is not None:
            self.canvas.addLiteral(code)
            return
        self.font(node.font)  # before its letters are looked at: it is the file that is wrong, where it is none
        line = fonts.line(node.font, node.text, node.rtl)
        x = node.x
        if node.anchor != "start":
            width = line.width * node.size
            x -= width if node.anchor == "end" else width / 2
        layers = list(_layers(line, node, x)) if line.coloured else []
        if node.outline is not None and node.outline_width > 0:
            # the outline lies under the fill, so that it thickens the letters outward only
            under = Paint(stroke=node.outline, width=2 * node.outline_width, join="round", opacity=node.opacity)
            self.painted(node.opacity, op.inked(under, self.show(node, line.runs, x, 1)))
            for layer in layers:
                self.path(Path(layer.segments, under))
        runs = (*line.runs, *fonts.line(node.font, " ").runs) if spaced else line.runs
        if node.fill is not None and node.gradient is None:
            code = op.inked(Paint(fill=node.fill), self.show(node, runs, x, 0))
            if not (spaced or layers or node.opacity < 1 or node.outline is not None):
                self.code(node, code)
            self.painted(node.opacity, code)
        elif node.fill is not None and node.gradient is not None:
            room = (x - node.size, node.y - 2 * node.size, (line.width + 2) * node.size, 3 * node.size)
            self.canvas.doForm(self.shadings.text(node, node.gradient, self.show(node, runs, x, 0), room))
        if node.fill is not None:
            self.nodes(layers)

    def show(self, node: Text, runs: Sequence[tuple[Font, Sequence[Word]]], x: float, mode: int) -> str:
        code = ["BT", "1 0 0 -1 " + op.short(written("%.3f %.3f Tm" % (x, node.y)))]
        size = op.short(written("%.3f " % node.size))
        if mode:
            code.append(f"{mode} Tr")
        for font, words in runs:
            embedded = self.font(font)
            code.append(f"/{embedded.resource} {size}Tf {embedded.shown(words, node.size, mode)}")
        if mode:
            code.append("0 Tr")
        return "\n".join((*code, "ET\n"))

    def font(self, font: Font) -> Embedded:
        if font.file not in self.fonts:
            taken = {one.name for one in self.fonts.values()}
            try:
                self.fonts[font.file] = Embedded(named(font, taken), f"F{len(self.fonts)}", font)
            except (ValueError, OSError) as error:
                raise ValueError(f"font '{font.name}' cannot be embedded: {error}") from None
        return self.fonts[font.file]

    def image(self, node: Image) -> None:
        canvas = self.canvas
        finite((node.x, node.y, node.width, node.height, node.opacity))
        canvas.saveState()
        if node.opacity < 1:
            canvas.setFillAlpha(node.opacity)
        canvas.addLiteral(op.matrix((1, 0, 0, -1, 0, 2 * node.y + node.height)))
        drawn = _picture(node.data) if node.data else self.picture(node.file)
        canvas.drawImage(drawn, node.x, node.y, node.width, node.height, mask="auto")
        canvas.restoreState()

    def picture(self, file: FilePath) -> Named:
        """A picture's file, named by its content."""
        if file not in self.pictures:
            named = self.pictures[file] = Named(file)
            with file.open("rb") as content:
                named.name = hashlib.file_digest(content, "blake2b").hexdigest()
        return self.pictures[file]

    def group(self, node: Group) -> None:
        if node.matrix == IDENTITY and not node.clip:
            self.nodes(node.children)
            return
        self.enter(node.matrix, node.clip)
        self.nodes(node.children)
        self.leave()

    def use(self, node: Use) -> None:
        self.enter(node.matrix)
        name = self.forms.get(id(node.scene))
        if name is None:
            self.nodes(node.scene.nodes)
        else:
            self.canvas.doForm(name)
        self.leave()

    def enter(self, matrix: Matrix, clip: tuple[Segment, ...] = ()) -> None:
        """Begin what is drawn under a transform and within a clip; `leave` ends it. reportlab need not know: it keeps
        nothing but opacities, and these end where they began."""
        code = "q" if matrix == IDENTITY else f"q\n{op.matrix(matrix)}"
        self.canvas.addLiteral(f"{code}\n{op.clip(clip)}W n" if clip else code)

    def leave(self) -> None:
        self.canvas.addLiteral("Q")


def _layers(line: Line, node: Text, x: float) -> Iterator[Path | Shaded]:
    """What is drawn in layers of a line that begins at x, as paths: as text each layer would be copied out."""
    for font, words in line.runs:
        scale = node.size / fonts.face(font).em
        for glyph in (glyph for word in words for glyph in word.glyphs):
            for number, colour in glyph.layers:
                outline = fonts.outline(font, number)
                placed = tuple(fonts.moved(outline, node.size, x + glyph.x * scale, node.y - glyph.y * scale))
                paint = Paint(fill=colour or node.fill, opacity=node.opacity)
                shade = node.gradient if colour is None else None
                yield Path(placed, paint) if shade is None else Shaded(placed, paint, shade)
            x += glyph.advance * scale


def _scenes(nodes: Iterable[Node]) -> Iterator[Scene]:
    for node in nodes:
        match node:
            case Use(scene):
                yield scene
            case Group(children):
                yield from _scenes(children)
            case _:
                pass
