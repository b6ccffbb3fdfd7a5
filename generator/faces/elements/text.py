"""The text of faces: its size, its lines and its letters; in large print as large as there is room. mm."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.fonts import fonts
from generator.draw.fonts.bidi import leftward
from generator.draw.geometry import geometry as geo
from generator.draw.paragraphs.around import Around
from generator.draw.paragraphs.hyphens import curled
from generator.draw.paragraphs.lines import Line
from generator.draw.paragraphs.markup import Fonts, emphasis, looks
from generator.draw.paragraphs.text import Block, Overflow, Setting, Spoken, lay_out, lay_out_two
from generator.draw.scene import Colour, Font, Gradient, Node, Paint, Text
from generator.faces.elements.context import DrawContext
from generator.faces.elements.resources import BadValue, ResolvedStyle
from generator.faces.elements.shadows import covered
from generator.faces.elements.shapes import artwork
from generator.faces.pictures.artwork.drawing import Recolour
from generator.faces.preflight import Flaw
from specs.model import elements as el

LETTERS = 50  # letters of a text that count as one part
SIZES_TRIED = 6  # steps of the search for a size that fits
POINT = 25.4 / 72


def text_nodes(ctx: DrawContext, element: el.Text, key: str = "text") -> list[Node]:
    style = ctx.resources.style(element.style)
    text, second = (_plain(each) for each in ctx.both(element.text, key))
    filling = ctx.filled(element.fill or style.fill or "black", "fill", Paint(opacity=ctx.alpha(element)))
    fill = filling.paint.fill
    named = element.stroke or style.stroke
    outline = None if named is None else ctx.colour(named, "stroke")
    width = style.stroke_width if element.stroke_width is None else element.stroke_width
    stroke = ctx.number(width, "stroke_width", 0) if outline is not None else 0.0
    if not text.strip() or (fill is None and not stroke):
        return []
    ctx.count(len(text) // LETTERS, key)
    ctx.add_alt(element, text, markup=element.markup)
    x, y, width, height = ctx.frame(element.box)
    valign, align = element.valign or style.valign, element.align or style.align
    if ctx.around and valign != "top":
        raise BadValue("not-applicable", "around", f"around: with valign: {valign}", "valign: top")
    block = _block(ctx, element, text, second, (x, y, width, height))
    last = block.lines[-1].y
    first = {
        "top": y + block.top,
        "middle": y + (height + block.top - last) / 2,
        "bottom": y + max(block.top, height - block.bottom - last),
    }[valign]
    lefts: list[float] = []
    for line in block.lines:
        lefts.append(x + line.left + (0.0 if line.rtl else line.indent) + aligned(line, align, line.room))
    start, end = min(lefts), max(left + line.width for left, line in zip(lefts, block.lines, strict=True))
    gradient = filling.gradient(geo.rectangle(start, first - block.top, end - start, block.height))
    letters = Letters(fill, outline, stroke, filling.paint.opacity, gradient, _colours(ctx, element, text, second))
    nodes: list[Node] = []
    for left, line in zip(lefts, block.lines, strict=True):
        nodes += written(ctx, line, left, first + line.y, key, letters)
    return nodes


def aligned(line: Line, align: str, room: float) -> float:
    """Return how far from the left a line begins: by `align`, or by its direction."""
    side = align if align in ("left", "center", "right") else "right" if line.rtl else "left"
    return {"left": 0.0, "center": (room - line.width) / 2, "right": room - line.width}[side]


class Letters(Struct, frozen=True):
    """How a text's letters are painted; `stroke` is the width of their outline, a `gradient` covers all of them except
    those whose look has a colour."""

    fill: Colour | None
    outline: Colour | None = None
    stroke: float = 0.0
    opacity: float = 1.0
    gradient: Gradient | None = None
    looks: Mapping[str, Colour | None] = {}


def written(ctx: DrawContext, line: Line, x: float, baseline: float, key: str, letters: Letters) -> list[Node]:
    """Draw a line that begins at x, with its icons. Raises BadValue for unknown icons and for letters that no
    font has."""
    nodes: list[Node] = []
    for run in line.runs:
        if run.icon:
            middle = baseline - fonts.metrics(run.font).cap_height * run.size / 2
            room = (x + run.x, middle - run.width / 2, run.width, run.width)
            colour = letters.looks.get(run.look)
            recolours = {} if colour is None else {"main": Recolour(colour)}
            nodes.append(artwork(ctx, ctx.resources.icon(run.icon), room, min, recolours, letters.opacity, key))
            continue
        _spell(ctx, run.font, run.text, key)
        at, edge = (x + run.x, baseline, run.text, run.font, run.size), (letters.outline, letters.stroke)
        own = run.look in letters.looks
        fill, gradient = (letters.looks[run.look], None) if own else (letters.fill, letters.gradient)
        nodes.append(Text(*at, fill, "start", *edge, letters.opacity, run.rtl, gradient))
    return nodes


def _colours(ctx: DrawContext, element: el.Text, *texts: str) -> Mapping[str, Colour | None]:
    """Return the colours of the looks that an element's text names: a style's, or colours by name."""
    if not element.markup:
        return {}
    styles = ctx.resources.spec.styles
    found = {
        look: ctx.resources.own(look).get("fill") if look in styles else look for text in texts for look in looks(text)
    }
    return {look: ctx.colour(fill, "text") for look, fill in found.items() if fill is not None}


def _spell(ctx: DrawContext, font: Font, text: str, key: str) -> None:
    """Refuse letters that no font has; note if a bundled font stands in for one of the spec. Raises BadValue."""
    if lacking := fonts.missing(font, text):
        expected = "letters that the font has, or one behind it"
        hint = fonts.undrawn(font)
        raise BadValue("missing-letter", key, f"'{lacking}', which font {font.name} lacks", expected, hint)
    for other, letters in fonts.borrowed(font, text).items():
        if ctx.resources.stands_in(other, font):
            found = f"'{letters}', which font {font.name} lacks, in {other.name}"
            expected = "letters that the font has, or a font behind it under fonts:"
            ctx.flaws.append(Flaw("missing-letter", found, expected))


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")


def _block(ctx: DrawContext, element: el.Text, text: str, second: str, frame: geo.Rectangle) -> Block:
    """Return the text in lines, with the same in a second language if it is printed in two. Raises BadValue."""
    style, box = ctx.resources.style(element.style), frame[2:]
    size = ctx.number(element.size if element.size is not None else style.size, "size", 0.1)
    around = _around(ctx, frame)
    spoken = _spoken(ctx, element, style, text, around)
    try:
        if second and second != text:
            other = replace(style, language=ctx.resources.document.second_language or None)
            return lay_out_two(spoken, _spoken(ctx, element, other, second, around), ctx.em(size), box)
        return large_print(ctx, spoken, size, box, fit=element.shrink)
    except Overflow as error:
        raise BadValue(error.code, "box", error.found, error.expected) from None


def _around(ctx: DrawContext, frame: geo.Rectangle) -> Around | None:
    """Return what a text flows around, in the coordinates of its box; None for nothing."""
    found = Around(frame[2])
    for outline in covered(ctx.around, lines=True):
        for line in geo.flatten(geo.transform(outline, geo.translate(-frame[0], -frame[1]))):
            found.add(line)
    return found if found.rows else None


def _spoken(ctx: DrawContext, element: el.Text, style: ResolvedStyle, text: str, around: Around | None) -> Spoken:
    name = ctx.text(element.font or style.font, "font")
    family = ctx.resources.typeset(name, style, element.font_features, element.spacing)
    if element.markup:
        family = _looking(ctx, element, replace(style, font=name), family, text)
        bold, italic = emphasis(text)
        unshown(ctx, family, bold=bold, italic=italic)
    justify = (element.align or style.align) == "justify"
    wrap = element.wrap or around is not None
    parted = ctx.resources.hyphenate(style, element.hyphens, justified=justify) if wrap else None
    rtl = leftward(style.language)
    setting = Setting(element.leading or style.leading, wrap, element.markup, justify, parted, rtl, around)
    return Spoken(curled(text, family.regular), family, setting)


def _looking(ctx: DrawContext, element: el.Text, style: ResolvedStyle, family: Fonts, text: str) -> Fonts:
    """Return a family with those of the looks that are styles: in their own font, features and tracking, if they set
    them."""
    named = [look for look in looks(text) if look in ctx.resources.spec.styles]
    if not named:
        return family
    found = []
    for look in named:
        own = ctx.resources.own(look)
        its = replace(style, **{key: own[key] for key in ("font", "font_features", "spacing") if key in own})
        features = None if "font_features" in own else element.font_features
        tracking = None if "spacing" in own else element.spacing
        found.append((look, ctx.resources.typeset(ctx.text(its.font, "font"), its, features, tracking)))
    return replace(family, looks=tuple(found))


def unshown(ctx: DrawContext, family: Fonts, *, bold: bool, italic: bool) -> None:
    """Note emphasis that a family has no font for."""
    asked = {"bold": bold and family.bold == family.regular, "italic": italic and family.italic == family.regular}
    if kinds := " and ".join([kind for kind, lost in asked.items() if lost]):
        found = f"{kinds} text, which font {family.regular.name} cannot show"
        expected = "such a font of its family beside it, or NAME-bold or NAME-italic under fonts:"
        ctx.flaws.append(Flaw("missing-emphasis", found, expected))


def large_print(ctx: DrawContext, spoken: Spoken, em: float, box: tuple[float, float], *, fit: bool) -> Block:
    """Lay out text for its box as large as this edition wants it; if there is no room for that, which is a flaw, as
    large as possible. Raises Overflow for text that does not fit at its normal size."""
    wanted = ctx.em(em)

    def laid(size: float, *, fit: bool = False) -> Block:
        return lay_out(spoken.text, spoken.fonts, size, box, spoken.setting, fit=fit)

    if wanted <= em:
        return laid(em, fit=fit)
    try:
        return laid(wanted)
    except Overflow as error:
        found = error.found
    low, high, block = em, wanted, laid(em, fit=fit)
    for _ in range(SIZES_TRIED):
        middle = (low + high) / 2
        try:
            low, block = middle, laid(middle)
        except Overflow:
            high = middle
    printed, points = (size * ctx.scale / POINT for size in (block.lines[0].size, wanted))
    room = f"{box[0]:.1f} × {box[1]:.1f} mm"
    found = f"{found} in large print, printed at {printed:.1f} pt"
    ctx.flaws.append(Flaw("large-print", found, f"at most {room}, for {points:.1f} pt"))
    return block
