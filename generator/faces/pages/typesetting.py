"""From blocks of a Markdown file to parts of a page: the heights of their rows, and their drawing. mm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from itertools import count, groupby
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.fonts.bidi import reads_rtl
from generator.draw.fonts.fonts import width
from generator.draw.geometry import geometry as geo
from generator.draw.paragraphs.columns import Slab, fill
from generator.draw.paragraphs.lines import Line
from generator.draw.paragraphs.markup import Span
from generator.draw.paragraphs.text import BULLET, Setting, paragraph
from generator.draw.scene import UNREAD, Group, Node, Paint, Path, Tag, Text, Use, Way
from generator.faces.elements.context import DrawContext
from generator.faces.elements.resources import BadValue
from generator.faces.elements.text import Letters, aligned, unshown, written
from generator.faces.pages import markdown as md
from generator.faces.pages.illustrations import FaceOf, Illustration, Illustrator
from generator.faces.pages.type_style import TypeStyle, spans_of, type_style
from generator.faces.pictures.fill import Fill
from specs.model import elements as el
from specs.model.component import Pages
from specs.read.typed import did_you_mean

GROWS = (1.9, 1.5, 1.25, 1.1)  # sizes of headings without a style of their own, relative to the text's em
OVER, UNDER = 0.55, 0.12  # gaps above and below a heading, in ems of the heading
ITEM = 0.14  # gap between items of a list, in ems
INDENT = 1.15  # of a list's items, in ems
PAD = 2.4  # mm within an aside
APART = 3.0  # mm between pictures side by side
ENDLESS = 1e5  # mm: a panel is as high as its content
NARROWEST = 8.0  # mm of a column of blocks
CELL = 0.35  # ems above and below a table's row
LEADERS = " ."

Draw = Callable[[int, int, float, float], list[Node]]  # draws the rows from one to before another, at x, y


class Part(Struct, frozen=True):
    """A slab and its drawing; for a heading, its level and words too."""

    slab: Slab
    draw: Draw
    line: int
    level: int = 0
    title: str = ""
    rtl: bool = False  # whether it begins with words read from right to left


class Entry(Struct, frozen=True):
    """A line of the contents."""

    level: int
    title: str
    page: int


class Typesetter:
    """Sets the blocks of one file. Raises SpecError with the place in that file."""

    def __init__(self, ctx: DrawContext, pages: Pages, source: md.Source, face_of: FaceOf, fields: md.Fields) -> None:
        self.ctx, self.pages, self.source, self.fields = ctx, pages, source, fields
        self.fills = False  # whether braces in the words are fields
        self.body = type_style(ctx, pages.style)
        self.heads = [
            type_style(ctx, pages.headings[n])
            if n < len(pages.headings)
            else type_style(ctx, pages.style, bold=True, grows=grows)
            for n, grows in enumerate(GROWS)
        ]
        self.caption = type_style(ctx, pages.caption or pages.style, grows=1.0 if pages.caption else 0.85)
        self.panel = ctx.paint(el.Rect(style=pages.aside)) if pages.aside else Fill(Paint(fill=(0.94, 0.94, 0.94)))
        self.known: dict[tuple[tuple[md.Inline, ...], TypeStyle, float], list[Line]] = {}
        self.shown = Illustrator(ctx, source, face_of)
        self.numbers, self.level = count(1), 0

    def parts(
        self, blocks: Sequence[md.AnyBlock], room: float, all_: float, entries: Sequence[Entry], way: Way
    ) -> Iterator[Part]:
        """Yield the parts of blocks in columns `room` wide, or `all_` if they span all of them; `way` is their place
        in the reading order."""
        before = 0.0
        for block in blocks:
            if room < NARROWEST:
                found = f"a column of {room:.1f} mm"
                raise self.source.fault("out-of-range", block.line, found, f"{NARROWEST:g} mm or more")
            wide = block.wide or (isinstance(block, md.Heading) and block.level == 1)
            own: list[Part] = []
            with self.source.gathering():
                own += self.block(block, all_ if wide else room, entries, way)
            for n, part in enumerate(own):
                slab = replace(part.slab, wide=wide, start=block.start if n == 0 else "")
                gap = max(before, slab.before) if n == 0 else slab.before
                yield replace(part, slab=replace(slab, before=gap))
            before = UNDER * self.head(block).size if isinstance(block, md.Heading) else self.gap
            if isinstance(block, md.Heading):
                before -= self.gap  # the next block has its own gap, and a heading needs less

    @property
    def gap(self) -> float:
        return self.pages.spacing * self.body.size

    def styled(self, block: md.AnyBlock) -> TypeStyle | None:
        """Return the type of a block's own style; None if it has none."""
        if not block.style:
            return None
        with self.placed(block.line - 1, block.style):
            return type_style(self.ctx, block.style)
        return None

    def head(self, heading: md.Heading) -> TypeStyle:
        return self.styled(heading) or self.heads[min(heading.level, len(self.heads)) - 1]

    def under(self, way: Way, role: str) -> Way:
        """Return a way that continues another, to a child of its own there."""
        return (*way, (role, next(self.numbers)))

    def block(self, block: md.AnyBlock, room: float, entries: Sequence[Entry], way: Way) -> Iterator[Part]:
        block = self.said(block)
        match block:
            case md.Heading():
                type_ = self.head(block)
                words = "".join(inline.text for inline in block.inlines)
                over = OVER * type_.size if block.level > 1 else self.gap
                self.level = min(block.level, self.level + 1)  # listeners navigate by headings: none may be skipped
                part = self.words(block.inlines, type_, room, block.line, over, self.under(way, f"H{self.level}"))
                rows = (sum(part.slab.rows),)  # a heading is never split
                slab = replace(part.slab, rows=rows, keeps=True)
                yield replace(part, slab=slab, draw=_whole(part), level=block.level, title=words)
            case md.Words():
                type_ = self.styled(block) or self.body
                yield self.words(block.inlines, type_, room, block.line, self.gap, self.under(way, "P"))
            case md.Listing():
                yield from self.listing(block, room, entries, self.under(way, "L" if block.first is None else "OL"))
            case md.Pictures():
                yield self.pictures(block, room, way)
            case md.Table():
                yield self.table(block, room, self.under(way, "Table"))
            case md.Aside():
                yield self.aside(block, room, entries, self.under(way, "Div"))
            case md.Contents():
                yield from self.contents(entries, room, block.line, self.under(way, "TOC"))
            case _:
                assert_never(block)

    def said(self, block: md.AnyBlock) -> md.AnyBlock:
        """Return a block with the fields of its aside in its words."""
        if not self.fills:
            return block

        def fill(inline: md.Inline) -> md.Inline:
            with self.placed(block.line, inline.text[inline.text.find("{") :].partition("}")[0]):
                return replace(inline, text=self.ctx.text(inline.text, "pages"))

        return md.filled(block, fill)

    def named(self, block: md.Aside) -> Typesetter:
        """Return a setter for what is in an aside: if its name has fields, its words and pictures may use them."""
        if not (block.name and self.fields):
            return self
        if block.name not in self.fields:
            hint = did_you_mean(block.name, self.fields)
            expected = f"a name in {self.pages.fields}"
            found = f"[!{block.name}]"
            raise self.source.fault("unknown-template", block.line, found, expected, hint, at=f"[!{block.name}]")
        inner = copy(self)
        inner.ctx, inner.fills = self.ctx.within(self.fields[block.name], 1.0), True
        inner.shown = Illustrator(inner.ctx, self.source, self.shown.face_of)
        return inner

    # ---- words -------------------------------------------------------------------------------

    def lines(self, inlines: Sequence[md.Inline], type_: TypeStyle, room: float) -> list[Line]:
        key = tuple(inlines), type_, room
        if key not in self.known:  # a text with contents is set again until their pages are stable
            if type_ == self.body:
                italic = any(each.italic for each in inlines)
                unshown(self.ctx, type_.fonts, bold=any(each.bold for each in inlines), italic=italic)
            justify = type_.align == "justify"
            setting = Setting(type_.leading, wrap=True, justify=justify, hyphenate=type_.hyphenate, rtl=type_.rtl)
            self.known[key] = paragraph(spans_of(inlines, type_.fonts), type_.size, room, setting)
        return self.known[key]

    def words(
        self, inlines: Sequence[md.Inline], type_: TypeStyle, room: float, line: int, before: float, way: Way
    ) -> Part:
        """Set a paragraph."""
        for icon in inlines:
            if icon.icon:
                with self.placed(line, f"[[{icon.icon}]]"):
                    self.ctx.resources.icon(icon.icon)
        lines = self.lines(inlines, type_, room)
        for laid in lines:
            if laid.width > room + 0.01:
                words = "".join(run.text for run in laid.runs)
                found = f"'{words[:40]}' of {laid.width:.1f} mm"
                expected = f"words that fit a column of {room:.1f} mm"
                raise self.source.fault("text-overflow", line, found, expected, at=words[:20])

        def draw(first: int, last: int, x: float, y: float) -> list[Node]:
            nodes: list[Node] = []
            for n, laid in enumerate(lines[first:last]):
                left = x + aligned(laid, type_.align, room)
                with self.placed(line):
                    nodes += self.written(laid, left, y + n * type_.row + type_.baseline, type_)
            return list(_read(nodes, way))

        return Part(Slab((type_.row,) * len(lines), before), draw, line, rtl=lines[0].rtl)

    def written(self, line: Line, x: float, baseline: float, type_: TypeStyle) -> list[Node]:
        self.ctx.count(len(line.runs), "pages")
        return written(self.ctx, line, x, baseline, "pages", Letters(type_.fill))

    @contextmanager
    def placed(self, line: int, at: str = "") -> Iterator[None]:
        """Turn bad values within a `with` block into faults of that line."""
        try:
            yield
        except BadValue as error:
            raise self.source.fault(error.code, line, error.found, error.expected, error.hint, at=at) from None

    def listing(self, block: md.Listing, room: float, entries: Sequence[Entry], way: Way) -> Iterator[Part]:
        em = self.body.size
        last = len(block.items) - 1 + (block.first or 0)
        figure = width(self.body.fonts.bold, f"{last}", em) + 0.6 * em
        indent = INDENT * em if block.first is None else max(INDENT * em, figure)
        loose = any(len([b for b in item if not isinstance(b, md.Listing)]) > 1 for item in block.items)
        for number, item in enumerate(block.items):
            own = self.under(way, "LI")
            label, body = self.under(own, "Lbl"), self.under(own, "LBody")
            rtl = False
            for n, part in enumerate(self.parts(item, room - indent, room - indent, entries, body)):
                mark = BULLET if block.first is None else f"{block.first + number}"
                rtl = rtl or (n == 0 and part.rtl)
                first = mark if n == 0 else ""
                draw = self.marked(part, first, room, indent, label, bold=block.first is not None, rtl=rtl)
                apart = self.gap if loose or number == 0 else ITEM * em
                slab = replace(part.slab, before=apart) if n == 0 else part.slab
                yield replace(part, slab=slab, draw=draw, rtl=rtl)

    def marked(self, part: Part, mark: str, room: float, indent: float, way: Way, *, bold: bool, rtl: bool) -> Draw:
        """Return how to draw an item beside its mark, which stands where its lines begin."""
        body = self.body
        font = body.fonts.bold if bold else body.fonts.regular

        def draw(first: int, last: int, x: float, y: float) -> list[Node]:
            nodes: list[Node] = []
            if mark and first == 0:
                (line,) = paragraph([Span(mark, font)], body.size, indent, Setting())
                left = x + _from(0.0 if bold else 0.3 * body.size, line.width, room, rtl=rtl)
                nodes += _read(self.written(line, left, y + body.baseline, body), way)
            return nodes + part.draw(first, last, x if rtl else x + indent, y)

        return draw

    def contents(self, entries: Sequence[Entry], room: float, at: int, way: Way) -> Iterator[Part]:
        """Yield a line for each heading, its page at the end."""
        top = min((entry.level for entry in entries), default=1)
        for number, entry in enumerate(entries):
            indent = (entry.level - top) * INDENT * self.body.size
            gap = self.gap if number == 0 else ITEM * self.body.size
            yield self.entry(entry, indent, room, gap, at, self.under(way, "TOCI"))

    def entry(self, entry: Entry, indent: float, room: float, gap: float, at: int, way: Way) -> Part:
        """Set a heading's words, dots and its page."""
        body, font = self.body, self.body.fonts.regular
        (figures,) = paragraph([Span(f"{entry.page}", font)], body.size, room, Setting())
        words = self.lines((md.Inline(entry.title),), body, room - indent - figures.width - 4 * body.size)
        free = room - indent - words[-1].width - figures.width - body.size * 0.3
        leaders = LEADERS * int(free / width(font, LEADERS, body.size))
        (dots,) = paragraph([Span(leaders, font)], body.size, room, Setting())

        def draw(first: int, last: int, x: float, y: float) -> list[Node]:
            nodes: list[Node] = []
            rtl, low, end = words[0].rtl, y + body.baseline, room - figures.width
            for n, line in enumerate(words):
                low = y + n * body.row + body.baseline
                nodes += _read(self.written(line, x + _from(indent, line.width, room, rtl=rtl), low, body), way)
            left = x + _from(end - dots.width - body.size * 0.2, dots.width, room, rtl=rtl)
            nodes.append(Group(tuple(self.written(dots, left, low, body)), tag=UNREAD))
            left = x + _from(end, figures.width, room, rtl=rtl)
            return [*nodes, *_read(self.written(figures, left, low, body), way)]

        return Part(Slab((body.row * len(words),), gap), draw, at)

    # ---- pictures, tables, asides ------------------------------------------------------------

    def pictures(self, block: md.Pictures, room: float, way: Way) -> Part:
        """Set pictures side by side, each with its caption below, in the middle of its share of the width."""
        share = (room - APART * (len(block.drawn) - 1)) / len(block.drawn)
        shown: list[Illustration] = [self.shown.picture(drawn, share, block.line) for drawn in block.drawn]
        ways = [(self.under(way, "Figure"), self.under(way, "P")) for _ in shown]
        captions = [
            self.words(drawn.caption, replace(self.caption, align="center"), share, block.line, 0.0, below)
            if drawn.caption
            else None
            for drawn, (_, below) in zip(block.drawn, ways, strict=True)
        ]
        tallest = max(picture.height for picture in shown)
        below = max((part.slab.height for part in captions if part is not None), default=0.0)
        gap = 0.3 * self.caption.size if below else 0.0

        def draw(first: int, last: int, x: float, y: float) -> list[Node]:
            nodes: list[Node] = []
            for n, (picture, caption) in enumerate(zip(shown, captions, strict=True)):
                left = x + _from(n * (share + APART), share, room, rtl=bool(self.body.rtl))
                there = picture.at(left + (share - picture.width) / 2, y + (tallest - picture.height) / 2)
                nodes.append(Group(tuple(there), tag=Tag(ways[n][0], picture.alt)))
                if caption is not None:
                    nodes += caption.draw(0, len(caption.slab.rows), left, y + tallest + gap)
            return nodes

        return Part(Slab((tallest + gap + below,), self.gap), draw, block.line)

    def table(self, block: md.Table, room: float, way: Way) -> Part:
        """Set rows between hairlines; a column is as wide as its longest line, as far as there is room."""
        rtl = self.body.rtl or reads_rtl("".join([inline.text for cell in block.rows[0] for inline in cell]))
        body, pad = replace(self.body, rtl=rtl or None), CELL * self.body.size
        bold = replace(body, fonts=replace(body.fonts, regular=body.fonts.bold))
        types = [bold if n == 0 else body for n in range(len(block.rows))]
        wanted = [
            max(self.longest(row[n], types[r]) for r, row in enumerate(block.rows) if n < len(row)) + 2 * pad
            for n in range(len(block.aligned))
        ]
        widths = _shared(wanted, room)
        cells: list[list[Part]] = []
        for r, row in enumerate(block.rows):
            own, role, kind = self.under(way, "TR"), "TD" if r else "TH", types[r]
            columns = zip(row, block.aligned, widths, strict=False)
            cells.append(
                [
                    self.words(cell, replace(kind, align=align), wide - 2 * pad, block.line, 0.0, self.under(own, role))
                    for cell, align, wide in columns
                ]
            )
        heights = tuple(max((cell.slab.height for cell in row), default=0.0) + 2 * pad for row in cells)

        def draw(first: int, last: int, x: float, y: float) -> list[Node]:
            line = Paint(stroke=body.fill or (0.0, 0.0, 0.0), width=0.2)
            nodes: list[Node] = []
            for n in range(first, last):
                at = 0.0
                for cell, wide in zip(cells[n], widths, strict=False):
                    nodes += cell.draw(0, len(cell.slab.rows), x + _from(at, wide, room, rtl=rtl) + pad, y + pad)
                    at += wide
                y += heights[n]
                start = x + _from(0.0, sum(widths), room, rtl=rtl)
                nodes.append(Path((("M", start, y), ("L", start + sum(widths), y)), line))
            return nodes

        return Part(Slab(heights, self.gap, head=2, tail=1), draw, block.line)

    def longest(self, inlines: Sequence[md.Inline], type_: TypeStyle) -> float:
        return max(line.width for line in self.lines(inlines, replace(type_, align="left", hyphenate=None), 1e6))

    def aside(self, block: md.Aside, room: float, entries: Sequence[Entry], way: Way) -> Part:
        """Set blocks on a panel, which is never split; one over all columns has columns of its own."""
        panel = self.panel
        if block.style:
            with self.placed(block.line - 1, block.style):
                panel = self.ctx.paint(el.Rect(style=block.style))
        pad = PAD if panel.visible else 0.0
        columns = self.pages.columns if block.wide else 1
        within = room - 2 * pad
        column = (within - self.pages.gap * (columns - 1)) / columns
        inner = list(self.named(block).parts(block.blocks, column, within, entries, way))
        slabs = [replace(part.slab, before=part.slab.before if n else 0.0) for n, part in enumerate(inner)]
        laid = list(fill(slabs, ENDLESS, columns))
        high = 2 * pad + max((each.y + sum(slabs[each.slab].rows[each.first : each.last]) for each in laid), default=0)

        def draw(first: int, last: int, x: float, y: float) -> list[Node]:
            nodes: list[Node] = []
            nodes += panel.nodes(geo.rectangle(x, y, room, high, 2.0))
            for each in laid:
                wide = within if slabs[each.slab].wide else column
                left = x + pad + _from(each.column * (column + self.pages.gap), wide, within, rtl=bool(self.body.rtl))
                nodes += inner[each.slab].draw(each.first, each.last, left, y + pad + each.y)
            return nodes

        # without a visible panel, it begins as it would by itself
        before = inner[0].slab.before if inner and not panel.visible else 0.0
        return Part(Slab((high,), max(self.gap, before)), draw, block.line)


def _from(at: float, wide: float, room: float, *, rtl: bool) -> float:
    """Return the left edge of something `wide` mm wide, `at` mm from where reading begins."""
    return room - at - wide if rtl else at


def _whole(part: Part) -> Draw:
    rows = len(part.slab.rows)
    return lambda _first, _last, x, y: part.draw(0, rows, x, y)


def _read(nodes: Sequence[Node], way: Way) -> Iterator[Node]:
    """Yield written nodes with their place in the reading order, and icons in them as figures."""
    for is_text, some in groupby(nodes, lambda node: isinstance(node, Text)):
        if is_text:
            yield Group(tuple(some), tag=Tag(way))
        else:
            for node in some:
                alt = node.scene.alt if isinstance(node, Use) else ""
                yield Group((node,), tag=Tag((*way, ("Figure", 0)), alt) if alt else UNREAD)


def _shared(wanted: Sequence[float], room: float) -> list[float]:
    """Return the widths of columns: what each wants; if that is too much, narrow ones have it and the others share."""
    left, found = room, dict.fromkeys(range(len(wanted)), 0.0)
    for done, n in enumerate(sorted(found, key=lambda n: wanted[n])):
        found[n] = min(wanted[n], left / (len(wanted) - done))
        left -= found[n]
    return [found[n] for n in range(len(wanted))]
