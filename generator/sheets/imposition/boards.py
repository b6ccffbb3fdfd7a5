"""Boards larger than the paper, over several sheets to glue together, and how they meet. mm, y downward.

Sheets overlap by `OVERLAP`. A sheet with a neighbour to its right or below keeps the overlap there as a tab, grey and
named; its neighbour begins exactly at the tab's inner edge and is glued over it. Half a diamond on both sides of each
seam shows that the sheets lie right when the halves meet.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from generator.draw import scene as sc
from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.line_styles import GLUE, HAIR, RULE
from generator.sheets import marks
from generator.sheets.area import Area, Slot
from generator.sheets.layout.n_up import OVERLAP, Tiling, tiling
from generator.sheets.lettering import INK, fitting
from generator.sheets.printable import Item, Job, Printable, SheetOptions
from specs.base.languages import mark, say, word
from specs.model.component import panel_folds

DIAMOND = 1.5  # half a match mark's width
WASH: sc.Colour = (1.0, 1.0, 1.0)


def tiled(printable: Printable, options: SheetOptions) -> Iterator[sc.Page]:
    """Yield the sheets of a piece larger than the paper."""
    way, foot = tiling(printable, options), printable.footer
    total, columns, rows = way.sheets * printable.count, range(len(way.columns)), range(len(way.rows))
    tiles = product(range(printable.count), rows, columns)
    item = None
    for number, (piece, row, column) in enumerate(tiles, 1):
        if row == column == 0 or item is None:
            item = printable.item(piece)
        job = Job(printable, options, way.window(column, row), way.strip, (way.slot(column, row),))
        name = say(
            "{title}, sheet {n}: {across} across, {down} down",
            title=printable.title, n=way.number(column, row), across=column + 1, down=row + 1,
        )  # fmt: skip
        label = f"{foot.game} · {name} ({say('{n} of {total}', n=number, total=total)})"
        extra = (*_seams(way, column, row), *marks.footer(way.strip, (label, foot.credit), foot.others))
        yield _tile(job, item, "front", extra, (printable.title,) if number == 1 else ())
        if printable.has_back_page(options):
            lines = (say("{sheet}, back", sheet=label), foot.credit)
            strip = job.behind(way.strip)
            yield _tile(job, item, "back", marks.footer(strip, lines, foot.others) if item.back else (), ())


def poster(printable: Printable, scene: sc.Scene, bleed: float) -> sc.Page:
    """Return a board on one page of its own size: its trim box and the bleed around it."""
    width, height = printable.width + 2 * bleed, printable.height + 2 * bleed
    whole, trim = (0.0, 0.0, width, height), (bleed, bleed, printable.width, printable.height)
    matrix = geo.translate(bleed, bleed)
    tag = sc.Tag((("Sect", printable.title), ("Figure", 0)), scene.alt)
    node = sc.Group((sc.Use(scene, matrix),), clip=geo.rectangle(*whole), tag=tag)
    placements = (sc.Placement(printable.id, scene, matrix, trim),)
    return sc.Page(width, height, (node,), trim, whole, (printable.id,), "front", (printable.title,), placements)


# ---- how sheets meet -----------------------------------------------------------------------------


def _seams(way: Tiling, column: int, row: int) -> list[sc.Node]:
    """Draw cut lines where a sheet lies over its neighbour, tabs where its neighbour lies over it, diamonds on both.

    Cut lines lie in the waste, so that they do not show on the glued board.
    """
    free = way.window(column, row)
    left, top, right, bottom = free.x, free.y, free.x + free.width, free.y + free.height
    nodes: list[sc.Node] = []
    wash = sc.Paint(fill=GLUE, opacity=0.85)
    if column < len(way.columns) - 1:
        edge = right - OVERLAP
        nodes.append(sc.Path(geo.rectangle(edge, top, OVERLAP, free.height), wash))
        words = _label(say("glue under sheet {n}", n=way.number(column + 1, row)))
        nodes += [
            sc.Group((words,), geo.multiply(geo.translate(edge + 5.2, y), geo.rotation(-90)))
            for y in _parts(top, free.height, (0.25, 0.5, 0.75))
        ]
        nodes += [_half(edge, y, -1, 0) for y in _parts(top, free.height)]
    if row < len(way.rows) - 1:
        edge = bottom - OVERLAP
        wide = free.width - (OVERLAP if column < len(way.columns) - 1 else 0)
        nodes.append(sc.Path(geo.rectangle(left, edge, wide, OVERLAP), wash))
        words = _label(say("glue under sheet {n}", n=way.number(column, row + 1)))
        nodes += [sc.Group((words,), geo.translate(x, edge + 5.2)) for x in _parts(left, free.width, (0.25, 0.5, 0.75))]
        nodes += [_half(x, edge, 0, -1) for x in _parts(left, free.width)]
    if column > 0:
        nodes.append(_cut(left - HAIR / 2, top, left - HAIR / 2, bottom))
        nodes += [_half(left, y, 1, 0) for y in _parts(top, free.height)]
    if row > 0:
        nodes.append(_cut(left, top - HAIR / 2, right, top - HAIR / 2))
        nodes += [_half(x, top, 0, 1) for x in _parts(left, free.width)]
    return nodes


def _parts(start: float, length: float, shares: Sequence[float] = (0.2, 0.8)) -> list[float]:
    return [start + length * share for share in shares]


def _half(x: float, y: float, dx: int, dy: int) -> sc.Node:
    """Draw half a diamond whose long side lies on the seam, pointing into the sheet."""
    points = [
        (x - DIAMOND * dy, y - DIAMOND * dx),
        (x + DIAMOND * dx, y + DIAMOND * dy),
        (x + DIAMOND * dy, y + DIAMOND * dx),
    ]
    return sc.Path(geo.polyline(points, closed=True), sc.Paint(fill=WASH, stroke=INK, width=RULE))


def _cut(x1: float, y1: float, x2: float, y2: float) -> sc.Node:
    return sc.Path((("M", x1, y1), ("L", x2, y2)), sc.Paint(stroke=INK, width=HAIR))


def _label(words: str) -> sc.Text:
    return sc.Text(0, 0, words, fonts.label("AlegreyaSans-Regular"), 3.0, INK, "middle")


# ---- the diagram -----------------------------------------------------------------------------------


STEPS = (
    mark("Where another sheet lies left of a sheet or above it, cut that edge off along the picture."),
    mark("Keep the grey tabs. Glue sheet 2 over the tab of sheet 1, up to where the grey begins; go on in the row."),
    mark("Half diamonds meet at every seam: when they make whole diamonds, the sheets lie right."),
    mark("Glue the rows over each other in the same way. Then cut around it, and glue it to card if you like."),
)


FOLDING = (
    mark("It folds at the dashed lines: glue each panel to card of its own size."),
    mark("Cut one of the seams between four panels open, so that it folds both ways."),
)


def assembly(printable: Printable, options: SheetOptions) -> sc.Page:
    """Return a page to read: the board small, with its sheets in place, their numbers, and what to do."""
    way, foot = tiling(printable, options), printable.footer
    area, strip = marks.strips(options.area)[0]
    display, plain = (fonts.label(name, foot.others) for name in ("Cinzel-Bold", "AlegreyaSans-Regular"))
    folding = [step for step, most in zip(FOLDING, (max(printable.grid), min(printable.grid)), strict=True) if most > 1]
    made_of = say(
        "{n} sheets make it, {across} across and {down} down. Every sheet's number is in its footer.",
        n=way.sheets, across=len(way.columns), down=len(way.rows),
    )  # fmt: skip
    steps = (made_of, *(f"{n}  {word(step)}" for n, step in enumerate((*STEPS, *folding), start=1)))
    name = say("{title}: how to put it together", title=printable.title)
    nodes: list[sc.Node] = [sc.Text(area.x, area.y + 8, name, display, 6.5, INK)]
    size = min(fitting(plain, line, 3.8, area.width) for line in steps)
    nodes += [sc.Text(area.x, area.y + 15 + 5.2 * index, line, plain, size, INK) for index, line in enumerate(steps)]
    head = 15 + 5.2 * len(steps) + 4
    nodes += _diagram(printable, way, Area(area.x, area.y + head, area.width, area.height - head), display)
    title = say("{title}, assembly", title=printable.title)
    nodes.append(sc.Group(marks.footer(strip, (f"{foot.game} · {title}", foot.credit), foot.others), tag=sc.UNREAD))
    return sc.Page.whole(options.paper, tuple(nodes), (printable.id,), "front", (name,), spare_back=True, words=True)


def _diagram(printable: Printable, way: Tiling, area: Area, font: sc.Font) -> Iterator[sc.Node]:
    """Draw the board small, with the sheets that it is tiled over, each with its number."""
    free, first = way.free, way.slot(0, 0)
    wide, high = way.across + 2 * way.bleed, way.down + 2 * way.bleed
    scale = min(area.width / wide, area.height / high)
    left, top = area.x + (area.width - scale * wide) / 2, area.y
    moved = Slot(first.x - free.x, first.y - free.y, first.turn, first.bleeds)
    board = sc.Use(printable.item(0).front, printable.placed(moved, way.turn))
    matrix = geo.multiply(geo.translate(left, top), geo.scaling(scale, scale))
    yield sc.Group((sc.Group((board,), clip=geo.rectangle(0, 0, wide, high)),), matrix)
    edge = way.bleed
    for a, b in panel_folds(printable.grid if way.turn == 0 else printable.grid[::-1], way.across, way.down):
        ends = [(left + scale * (edge + x), top + scale * (edge + y)) for x, y in (a, b)]
        yield sc.Path(geo.polyline(ends, closed=False), sc.Paint(stroke=INK, width=1.0, dash=(3.0, 1.5)))
    for (row, (above, below)), (column, (start, end)) in product(enumerate(way.rows), enumerate(way.columns)):
        x, y, width, height = left + scale * start, top + scale * above, scale * (end - start), scale * (below - above)
        middle = (x + width / 2, y + height / 2)
        yield sc.Path(geo.rectangle(x, y, width, height), sc.Paint(stroke=INK, width=0.3))
        yield sc.Path(geo.ellipse(*middle, 6, 6), sc.Paint(fill=WASH, stroke=INK, width=0.3))
        yield sc.Text(middle[0], middle[1] + 2.3, str(way.number(column, row)), font, 6.5, INK, "middle")


def _tile(job: Job, item: Item, side: sc.PageSide, extra: Sequence[sc.Node], bookmarks: tuple[str, ...]) -> sc.Page:
    """Return a side of one of a board's sheets: what of it lies in the job's slot, and what is drawn beside it."""
    printable, options, (slot,) = job.printable, job.options, job.slots
    scene: sc.Scene | None = item.front
    turn, window = slot.turn, job.free
    if side == "back":
        scene, window, (slot, turn) = item.back, job.behind(job.free), job.slot_behind(slot)
    box = (window.x, window.y, window.width, window.height)
    nodes: tuple[sc.Node, ...] = ()
    placements: tuple[sc.Placement, ...] = ()
    if scene is not None:
        matrix = printable.placed(slot, turn)
        marked = options.marks != "none" and (side == "front" or options.marks_side == "both")
        cut = marks.contour(geo.transform(printable.trim, matrix)) if marked else ()
        # its sheets are one picture
        whole = sc.Tag((("Sect", printable.title), ("Figure", item.piece + side)), scene.alt)
        clip, tag = geo.rectangle(*box), whole if scene.alt else None
        nodes = (sc.Group((sc.Use(scene, matrix), *cut), clip=clip, tag=tag),)
        placements = (sc.Placement(item.piece, scene, matrix, box),)
    nodes = (*(options.shifted(nodes) if side == "back" else nodes), *extra)
    return sc.Page(*options.paper, nodes, box, box, (printable.id,), side, bookmarks, placements)
