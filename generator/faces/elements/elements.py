"""Elements to nodes: one small function for each kind of element a face can have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, assert_never

from msgspec import Struct
from msgspec.structs import replace

from generator.draw import codes
from generator.draw.fonts import fonts
from generator.draw.fonts.bidi import leftward
from generator.draw.geometry import geometry as geo
from generator.draw.paragraphs.lines import Line
from generator.draw.paragraphs.quotes import curled
from generator.draw.paragraphs.text import Block, Overflow, Setting, Spoken, lay_out_two
from generator.draw.scene import IDENTITY, Colour, Font, Gradient, Group, Node, Paint, Path, Segment, Shaded, Text
from generator.faces.elements import shapes
from generator.faces.elements.alt_text import named
from generator.faces.elements.context import MAX_NODES, Exhausted, Pen, TooMuch
from generator.faces.elements.large_print import grown
from generator.faces.elements.lookup import Look, Wrong
from generator.faces.elements.pictures import artwork, image
from generator.faces.pictures.artwork.drawing import Recolour
from generator.faces.pictures.fill import Fill
from generator.faces.proofing.proof import Flaw
from specs.base.errors import Fault, SpecError
from specs.base.unfit import KeyPath, Unfit
from specs.expand import expr
from specs.model import elements as el
from specs.model.shapes import boards

WHITE, BLACK = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)
Nodes = Sequence[Node]
LETTERS = 50  # of a text that do


def face(pen: Pen, elements: el.Face, path: KeyPath) -> list[Node]:
    """A list of elements, drawn one over the other. Raises SpecError with the faults of all that are wrong."""
    nodes: list[Node] = []
    faults: list[Fault] = []
    for index, each in enumerate(elements):
        try:
            nodes += element(pen, each, (*path, index))
        except Exhausted:
            raise
        except SpecError as error:
            faults += error.faults
    if faults:
        raise SpecError(faults)
    return nodes


def element(pen: Pen, element: el.AnyElement, path: KeyPath) -> Nodes:
    """One element, turned as it says; nothing where its `when` does not hold. Raises SpecError at `path`."""
    try:
        if element.when is not None and not expr.holds(element.when, pen.env):
            return ()
        pen.count(1, "draw")
        before = len(pen.said)
        nodes = turned(pen, element, _clipped(pen, element, _draw(pen, element, path), path))
        if element.alt is not None:
            del pen.said[before:]
            pen.say(element, pen.printed(element.alt, "alt"))
        if not isinstance(element, el.Composed):  # of these, what they hold was read
            place = next((key for key in ("box", "at", "points") if getattr(element, key, None) is not None), "draw")
            pen.proofread(nodes, (*path, place))
            if pen.trace is not None:
                pen.traced(element, nodes, path)
        return nodes
    except expr.ExprError as error:
        raise pen.unfit(path, error) from None
    except TooMuch as error:
        raise Exhausted(pen.unfit((*path, error.key), error).faults) from None
    except Wrong as error:
        raise pen.unfit((*path, error.key), error) from None


def _clipped(pen: Pen, element: el.AnyElement, nodes: Nodes, path: KeyPath) -> Nodes:
    """The nodes cut to what the element's `clip` says; images, and elements of elements, have seen to it themselves."""
    if isinstance(element, el.Marked | el.Image | el.Composed) or element.clip is None:
        return nodes
    match element:
        case el.Text():
            box = pen.frame(element.box)
        case el.Icon():
            (x, y), size = pen.point(element.at, "at"), pen.number(element.size, "size", 0)
            box = x - size / 2, y - size / 2, size, size
        case _:
            lines = (node.segments for node in nodes if isinstance(node, Path | Shaded))
            box = geo.bounds([segment for line in lines for segment in line]) or pen.box
    clip = shapes.cut(pen, element.clip, box, path)
    return (Group(tuple(nodes), clip=clip, edge=True),) if nodes else ()


def turned(pen: Pen, element: el.AnyElement, nodes: Nodes) -> Nodes:
    """The nodes turned by `rotate` about the element's own middle (a group or template about its `at`)."""
    if element.rotate == 0 or not nodes or isinstance(element, el.Group | el.Use):
        return nodes
    angle = pen.number(element.rotate, "rotate")
    return nodes if angle == 0 else (Group(tuple(nodes), geo.rotation(angle, *shapes.middle(pen, element))),)


def _draw(pen: Pen, element: el.AnyElement, path: KeyPath) -> Nodes:
    match element:
        case el.Line():
            return pen.paint(element, stroke="black").over(shapes.points(pen, element, closed=False))
        case el.Rect() | el.Circle() | el.Ellipse() | el.Polygon() | el.Star() | el.Hex() | el.PathData():
            return pen.paint(element).over(shapes.outline(pen, element))
        case el.Text():
            return _text(pen, element)
        case el.Icon():
            return _icon(pen, element)
        case el.Image():
            return image(pen, element, path)
        case el.Grid():
            return _grid(pen, element)
        case el.HexGrid():
            return _hexgrid(pen, element)
        case el.QR():
            return _qr(pen, element)
        case el.Fiducial():
            return _fiducial(pen, element)
        case el.Group() | el.Use():
            return _group(pen, element, path)
        case el.Repeat():
            return _repeat(pen, element, path)
        case el.Cells():
            return _cells(pen, element, path)
        case _:
            assert_never(element)


# ---- grids ---------------------------------------------------------------------------------------


def _grid(pen: Pen, element: el.Grid) -> Nodes:
    x, y, width, height = pen.frame(element.box)
    columns, rows = pen.whole(element.columns, "columns", 1), pen.whole(element.rows, "rows", 1)
    pen.count(columns + rows, "columns")
    lines = geo.rectangle(x, y, width, height)
    for i in range(1, columns):
        lines += (("M", x + width * i / columns, y), ("L", x + width * i / columns, y + height))
    for i in range(1, rows):
        lines += (("M", x, y + height * i / rows), ("L", x + width, y + height * i / rows))
    return pen.paint(element, stroke="black").over(lines)


def _hexgrid(pen: Pen, element: el.HexGrid) -> Nodes:
    x, y = pen.point(element.at, "at")
    size = pen.number(element.size, "size", 0.1)
    columns, rows = pen.whole(element.columns, "columns", 1), pen.whole(element.rows, "rows", 1)
    pen.count(columns * rows, "columns")
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
                label = el.Text(
                    text=element.label,
                    box=(cx - size * 0.4, cy - size * 0.2, size * 0.8, size * 0.4),
                    size=size / 4,
                    fit=True,
                    align="center",
                    valign="middle",
                    font=pen.lookup.look(element.style).font,
                )
                labels += _text(pen.within({"column": column + 1, "row": row + 1}, pen.alpha(element)), label, "label")
    return (*pen.paint(element, stroke="black").over(tuple(segments)), *labels)


# ---- text ----------------------------------------------------------------------------------------


def _text(pen: Pen, element: el.Text, key: str = "text") -> Nodes:
    look = pen.lookup.look(element.style)
    text, second = (_plain(each) for each in pen.both(element.text, key))
    coat = pen.filled(element.fill or look.fill or "black", "fill", Paint(opacity=pen.alpha(element)))
    fill = coat.paint.fill
    outline = pen.colour(element.outline, "outline")
    stroke = pen.number(element.outline_width, "outline_width", 0) if outline is not None else 0.0
    if not text.strip() or (fill is None and not stroke):
        return ()
    pen.count(len(text) // LETTERS, key)
    pen.say(element, text, markup=element.markup)
    x, y, width, height = pen.frame(element.box)
    block = _block(pen, element, text, second, (width, height))
    valign, align = element.valign or look.valign, element.align or look.align
    last = block.lines[-1].y
    first = {
        "top": y + block.top,
        "middle": y + (height + block.top - last) / 2,
        "bottom": y + max(block.top, height - block.bottom - last),
    }[valign]
    lefts: list[float] = []
    for line in block.lines:
        slack = width - line.indent - line.width
        side = align if align in ("left", "center", "right") else "right" if line.rtl else "left"
        lefts.append(x + (0.0 if line.rtl else line.indent) + {"left": 0.0, "center": slack / 2, "right": slack}[side])
    start, end = min(lefts), max(left + line.width for left, line in zip(lefts, block.lines, strict=True))
    gradient = coat.across(geo.rectangle(start, first - block.top, end - start, block.height))
    letters = Letters(fill, outline, stroke, coat.paint.opacity, gradient)
    nodes: list[Node] = []
    for left, line in zip(lefts, block.lines, strict=True):
        nodes += written(pen, line, left, first + line.y, key, letters)
    return nodes


class Letters(Struct, frozen=True):
    """How a text's letters are painted; `stroke` is the width of their outline, a `gradient` goes over all of them."""

    fill: Colour | None
    outline: Colour | None = None
    stroke: float = 0.0
    opacity: float = 1.0
    gradient: Gradient | None = None


def written(pen: Pen, line: Line, x: float, baseline: float, key: str, letters: Letters) -> list[Node]:
    """A line that begins at x, its icons too. Raises Wrong for icons that are none, and letters no font has."""
    nodes: list[Node] = []
    for run in line.runs:
        if run.icon:
            middle = baseline - fonts.metrics(run.font).cap_height * run.size / 2
            room = (x + run.x, middle - run.width / 2, run.width, run.width)
            nodes.append(artwork(pen, pen.lookup.icon(run.icon), room, min, {}, letters.opacity, key))
            continue
        _spell(pen, run.font, run.text, key)
        at, way = (x + run.x, baseline, run.text, run.font, run.size), letters.fill
        edge = letters.outline, letters.stroke, letters.opacity
        nodes.append(Text(*at, way, "start", *edge, run.rtl, letters.gradient))
    return nodes


def _spell(pen: Pen, font: Font, text: str, key: str) -> None:
    """Letters that a font lacks are taken from those behind it; that a bundled one stands in is told."""
    if lacking := fonts.missing(font, text):
        expected = "letters that the font has, or one behind it"
        hint = fonts.undrawn(font)
        raise Wrong("missing-letter", key, f"'{lacking}', which font {font.name} lacks", expected, hint)
    for other, letters in fonts.borrowed(font, text).items():
        if pen.lookup.stands_in(other, font):
            found = f"'{letters}', which font {font.name} lacks, in {other.name}"
            pen.flaws.append(
                Flaw("missing-letter", found, "letters that the font has, or a font behind it under fonts:")
            )


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")


def _block(pen: Pen, element: el.Text, text: str, second: str, box: tuple[float, float]) -> Block:
    """The text in lines, with the same in a second language, if it is printed in two."""
    look = pen.lookup.look(element.style)
    size = pen.number(element.size if element.size is not None else look.size, "size", 0.1)
    spoken = _spoken(pen, element, look, text)
    try:
        if second and second != text:
            other = replace(look, language=pen.lookup.document.second_language or None)
            return lay_out_two(spoken, _spoken(pen, element, other, second), pen.em(size), box)
        return grown(pen, spoken, size, box, fit=element.fit)
    except Overflow as error:
        raise Wrong(error.code, "box", error.found, error.expected) from None


def _spoken(pen: Pen, element: el.Text, look: Look, text: str) -> Spoken:
    name = pen.text(element.font or look.font, "font")
    family = pen.lookup.typeset(name, look, element.font_features, element.tracking)
    justify = (element.align or look.align) == "justify"
    parted = pen.lookup.hyphenate(look, element.hyphens, justified=justify) if element.wrap else None
    rtl = leftward(look.language)
    setting = Setting(element.leading or look.leading, element.wrap, element.markup, justify, parted, rtl)
    return Spoken(curled(text, family.regular), family, setting)


# ---- pictures ------------------------------------------------------------------------------------


def _icon(pen: Pen, element: el.Icon) -> Nodes:
    x, y = pen.point(element.at, "at")
    size = pen.number(element.size, "size", 0)
    given = {"main": (element.fill, "fill"), "accent": (element.accent, "accent"), "line": (element.line, "line")}
    file, alpha = pen.lookup.icon(pen.text(element.icon, "icon")), pen.alpha(element)
    recolours: dict[str, Recolour] = {}
    for role, (fill, key) in given.items():
        if fill is not None:
            coat = pen.filled(fill, key, Paint())
            over = geo.rectangle(*pen.lookup.drawing(file, "icon").box) if coat.stops else ()
            recolours[role] = Recolour(coat.paint.fill, coat.across(over))
    drawn = artwork(pen, file, (x - size / 2, y - size / 2, size, size), min, recolours, alpha, "icon")
    if not size:
        return ()
    pen.say(element, named(file.stem), size=round(size, 3), picture=True)
    return (drawn,)


# ---- marks ---------------------------------------------------------------------------------------


def _qr(pen: Pen, element: el.QR) -> Nodes:
    x, y, width, height = pen.frame(element.box)
    try:
        text = pen.text(element.text, "text")
        matrix = codes.qr(text)
    except ValueError as error:
        raise Wrong("over-limit", "text", str(error), "a shorter text") from None
    pen.say(element, text)
    side = min(width, height)
    rim = codes.QUIET_ZONE * side / (len(matrix) + 2 * codes.QUIET_ZONE)
    left, top, alpha = x + (width - side) / 2, y + (height - side) / 2, pen.alpha(element)
    dark = Fill(Paint(fill=pen.colour(element.fill or "black", "fill"), opacity=alpha, exact=True))
    return (
        Path(geo.rectangle(left, top, side, side), Paint(fill=WHITE, opacity=alpha, exact=True)),
        *dark.over(codes.modules(matrix, left + rim, top + rim, side - 2 * rim)),
    )


def _fiducial(pen: Pen, element: el.Fiducial) -> Nodes:
    marker = pen.number(element.marker, "marker")
    if marker != int(marker) or not 0 <= marker < codes.MARKS:
        raise Wrong("out-of-range", "marker", f"marker {marker:g}", f"a whole number from 0 to {codes.MARKS - 1}")
    pen.markers.append(int(marker))
    x, y = pen.point(element.at, "at")
    size, alpha = pen.number(element.size, "size", 1), pen.alpha(element)
    left, top, rim = x - size / 2, y - size / 2, size / 10
    return (
        Path(
            geo.rectangle(left - rim, top - rim, size + 2 * rim, size + 2 * rim),
            Paint(fill=WHITE, opacity=alpha, exact=True),
        ),
        Path(codes.modules(codes.aruco(int(marker)), left, top, size), Paint(fill=BLACK, opacity=alpha, exact=True)),
    )


# ---- elements of elements ------------------------------------------------------------------------


def _group(pen: Pen, element: el.Group | el.Use, path: KeyPath) -> Nodes:
    matrix = geo.translate(*pen.point(element.at, "at"))
    if element.rotate != 0:
        matrix = geo.multiply(matrix, geo.rotation(pen.number(element.rotate, "rotate")))
    scale = pen.number(element.scale, "scale", 0)
    if scale != 1:
        matrix = geo.multiply(matrix, geo.scaling(scale, scale))
    alpha = pen.alpha(element)
    clip = _clip(pen, element, path)
    if isinstance(element, el.Use):
        bound = {name: pen.bound(value, (*path, "with", name)) for name, value in element.with_.items()}
        template = pen.lookup.template(element.template)
        inner = pen.within(bound, alpha, used=path, matrix=matrix, clip=clip)
        nodes = face(inner, template, ("templates", element.template))
    else:
        nodes = face(pen.within({}, alpha, matrix=matrix, clip=clip), element.items, (*path, "items"))
    if matrix == IDENTITY and not clip:
        return nodes
    return (Group(tuple(nodes), matrix, clip, edge=bool(clip)),) if nodes else ()


def _repeat(pen: Pen, element: el.Repeat, path: KeyPath) -> Nodes:
    (step_x, step_y), (row_x, row_y) = pen.point(element.step, "step"), pen.point(element.row_step, "row_step")
    turn, about = pen.number(element.turn, "turn"), pen.point(element.about, "about")
    alpha, clip = pen.alpha(element), _clip(pen, element, path)
    around = pen.within({}, alpha, clip=clip) if clip else pen
    nodes: list[Node] = []
    for i, bound in enumerate(_over(pen, element)):
        column, row = (i % element.columns, i // element.columns) if element.columns else (i, 0)
        matrix = geo.translate(column * step_x + row * row_x, column * step_y + row * row_y)
        if turn:
            matrix = geo.multiply(matrix, geo.rotation(turn * i, *about))
        drawn = face(around.within({**bound, "i": i}, alpha, matrix=matrix), element.items, (*path, "items"))
        if matrix == IDENTITY:
            nodes += drawn
        elif drawn:
            nodes.append(Group(tuple(drawn), matrix))
    return (Group(tuple(nodes), clip=clip, edge=True),) if clip and nodes else nodes


def _cells(pen: Pen, element: el.Cells, path: KeyPath) -> Nodes:
    board = pen.lookup.spec.setup.boards.get(element.board)
    try:
        found = () if board is None else boards.cells(board)
    except Unfit as error:
        raise Wrong(error.code, "board", f"board '{element.board}': {error.found}", error.expected) from None
    if board is None or any(cell.symbol not in board.legend for cell in found):
        raise Wrong(
            "wrong-map", "board", f"board '{element.board}'", "a board of this spec whose legend has all its cells"
        )
    left, top = pen.point(element.at, "at")
    size, alpha, clip = pen.number(element.size, "size", 0.1), pen.alpha(element), _clip(pen, element, path)
    around = pen.within({}, alpha, clip=clip) if clip else pen
    nodes: list[Node] = []
    for cell in found:
        ground = board.legend[cell.symbol].name
        bound = {"cell": cell.name, "row": cell.row, "column": cell.column, "symbol": cell.symbol, "ground": ground}
        x, y = boards.middle(cell, size)
        matrix = geo.translate(left + x, top + y)
        here = around.within(bound, alpha, matrix=matrix)
        if (element.where is None or expr.holds(element.where, here.env)) and (
            drawn := face(here, element.items, (*path, "items"))
        ):
            nodes.append(Group(tuple(drawn), matrix))
    return (Group(tuple(nodes), clip=clip, edge=True),) if clip and nodes else nodes


def _clip(pen: Pen, element: el.Composed, path: KeyPath) -> tuple[Segment, ...]:
    return () if element.clip is None else shapes.cut(pen, element.clip, None, path)


def _over(pen: Pen, element: el.Repeat) -> Sequence[Mapping[str, Any]]:
    """What each turn of a `repeat` binds."""
    over: object = element.over
    if isinstance(over, str) and over in pen.lookup.spec.tables:
        return pen.lookup.spec.tables[over]
    value: object = expr.evaluate(over, pen.env)
    if isinstance(value, float | int) and not isinstance(value, bool) and 0 <= value <= MAX_NODES:
        return [{element.each: i} for i in range(ceil(value))]
    if isinstance(value, tuple):
        return [item if isinstance(item, Mapping) else {element.each: item} for item in value]
    raise Wrong("wrong-type", "over", f"over: '{expr.show(value)}'", "a list, a count from 0 or a table's name")
