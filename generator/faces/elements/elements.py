"""From elements to nodes of a scene, one function for each kind of element."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, assert_never

from msgspec.structs import replace

from generator.draw import codes
from generator.draw.geometry import geometry as geo
from generator.draw.scene import IDENTITY, Colour, Group, Node, Paint, Path, Segments, Shaded
from generator.faces.elements import shapes
from generator.faces.elements.alt_text import named
from generator.faces.elements.context import MAX_NODES, DrawContext, Env, Exhausted, TooMuch
from generator.faces.elements.resources import BadValue
from generator.faces.elements.shadows import shadow
from generator.faces.elements.shapes import artwork, image
from generator.faces.elements.text import text_nodes
from generator.faces.pictures.artwork.drawing import Recolour
from generator.faces.pictures.fill import Fill
from specs.base.errors import Fault, KeyPath, SpecError, Unfit
from specs.expand import expr
from specs.model import elements as el
from specs.model.shapes import boards
from specs.model.values import Scalar, spanned
from specs.read.typed import did_you_mean

WHITE, BLACK = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)
Nodes = Sequence[Node]


def flows(elements: el.Face) -> Iterator[tuple[int, el.Face]]:
    """Yield the elements of a face one at a time, each with its index. Those that depend on the place of others come as
    one group: from the first named element to the last that names one."""
    low = [index for index, each in enumerate(elements) if isinstance(each, el.Drawn) and _leans(each)]
    named = (index for index, each in enumerate(elements) if isinstance(each, el.Drawn) and each.id is not None)
    first, last = min(next(named, 0), low[0]) if low else 0, low[-1] if low else 0
    for index, each in enumerate(elements):
        if not first < index <= last:
            yield index, elements[first : last + 1] if low and index == first else (each,)


def _leans(each: el.Drawn) -> bool:
    return each.below is not None or (isinstance(each, el.Text) and bool(each.around))


def face(ctx: DrawContext, elements: el.Face, path: KeyPath, first: int = 0) -> list[Node]:
    """Draw a list of elements over one another, the `first` at its place in the list that `path` leads to. Raises
    SpecError with the faults of all that are wrong."""
    nodes: list[Node] = []
    faults: list[Fault] = []
    named: dict[str, tuple[float, Nodes]] = {}
    for index, each in enumerate(elements, first):
        try:
            nodes += _flowing(ctx, each, (*path, index), named)
        except Exhausted:
            raise
        except SpecError as error:
            faults += error.faults
    if faults:
        raise SpecError(faults)
    return nodes


def _flowing(ctx: DrawContext, each: el.AnyElement, path: KeyPath, named: dict[str, tuple[float, Nodes]]) -> Nodes:
    """Draw an element, moved below the one that it names, or flowing around others; if it has a name, note its outline
    and where it ends. Raises SpecError."""
    if not isinstance(each, el.Drawn) or (each.id is None and not _leans(each)):
        return element(ctx, each, path)

    def known(name: str, key: str) -> tuple[float, Nodes]:
        if name not in named:
            found, expected = f"no element '{name}' before this one", "the name of an earlier one of this list"
            raise ctx.fault("unknown-name", (*path, key), found, expected, did_you_mean(name, named))
        return named[name]

    start = known(each.below, "below")[0] if each.below is not None else 0.0
    around: Nodes = ()
    if isinstance(each, el.Text):
        names = (each.around,) if isinstance(each.around, str) else each.around
        beside = [node for name in names for node in known(name, "around")[1]]
        around = (Group(tuple(beside), geo.translate(0, -start)),) if beside else ()
    matrix = geo.translate(0, start)
    nodes = element(replace(ctx.within({}, ctx.opacity, matrix=matrix), around=around), each, path)
    if start and nodes:
        nodes = (Group(tuple(nodes), matrix),)
    if each.id is not None:
        boxes = [box for _, box in geo.paint_box(nodes, IDENTITY)]
        named[each.id] = max((y + height for _, y, _, height in boxes), default=start), nodes
    return nodes


def element(ctx: DrawContext, element: el.AnyElement, path: KeyPath) -> Nodes:
    """Draw one element, rotated; empty if its `when` does not hold. Raises SpecError at `path`."""
    try:
        if element.when is not None and not _asked("when", expr.holds, element.when, ctx.env):
            return ()
        ctx.count(1, "draw")
        before, inner = len(ctx.alt_parts), len(ctx.trace or ())
        nodes = turned(ctx, element, _clipped(ctx, element, _draw(ctx, element, path), path))
        if element.alt is not None:
            del ctx.alt_parts[before:]
            ctx.add_alt(element, ctx.printed(element.alt, "alt"))
        if not isinstance(element, el.Composed):  # the elements in these were checked one by one
            place = next((key for key in ("box", "at", "points") if getattr(element, key, None) is not None), "draw")
            ctx.proofread(nodes, (*path, place))
        drawn = nodes
        if isinstance(element, el.Drawn) and element.blend and nodes:
            drawn = (Group(tuple(nodes), blend=element.blend),)
        if isinstance(element, el.Drawn) and element.shadow is not None:
            drawn = (*shadow(ctx, element.shadow, drawn), *drawn)  # it may extend beyond the bleed, where it is cut off
        return ctx.traced(element, nodes, path, drawn, inner)
    except expr.ExprError as error:
        raise ctx.unfit(path, error) from None
    except TooMuch as error:
        raise Exhausted(ctx.unfit((*path, error.key), error).faults) from None
    except BadValue as error:
        raise ctx.unfit((*path, error.key), error) from None


def _clipped(ctx: DrawContext, element: el.AnyElement, nodes: Nodes, path: KeyPath) -> Nodes:
    """Cut the nodes to the element's `clip`; images, and elements of elements, do this themselves."""
    if isinstance(element, el.Marked | el.Image | el.Composed) or element.clip is None:
        return nodes
    match element:
        case el.Text():
            box = ctx.frame(element.box)
        case el.Icon():
            (x, y), size = ctx.point(element.at, "at"), ctx.number(element.size, "size", 0)
            box = x - size / 2, y - size / 2, size, size
        case _:
            lines = (node.segments for node in nodes if isinstance(node, Path | Shaded))
            box = geo.bounds([segment for line in lines for segment in line]) or ctx.box
    clip = shapes.cut(ctx, element.clip, box, path)  # faults are reported also if nothing is drawn
    return (Group(tuple(nodes), clip=clip, edge=True),) if nodes else ()


def turned(ctx: DrawContext, element: el.AnyElement, nodes: Nodes) -> Nodes:
    """Turn the nodes by `rotate` about the element's own middle (a group or template about its `at`)."""
    if element.rotate == 0 or not nodes or isinstance(element, el.Group | el.Use):
        return nodes
    angle = ctx.number(element.rotate, "rotate")
    return nodes if angle == 0 else (Group(tuple(nodes), geo.rotation(angle, *shapes.middle(ctx, element))),)


def _draw(ctx: DrawContext, element: el.AnyElement, path: KeyPath) -> Nodes:
    match element:
        case el.Line():
            return ctx.paint(element, stroke="black").nodes(shapes.points(ctx, element, closed=False))
        case el.Rect() | el.Circle() | el.Ellipse() | el.Polygon() | el.Star() | el.Hex() | el.PathData():
            return _area(ctx, element)
        case el.Text():
            return text_nodes(ctx, element)
        case el.Icon():
            return _icon(ctx, element)
        case el.Image():
            return image(ctx, element, path)
        case el.QR():
            return _qr(ctx, element)
        case el.Fiducial():
            return _fiducial(ctx, element)
        case el.Group() | el.Use():
            return _group(ctx, element, path)
        case el.Repeat():
            return _repeat(ctx, element, path)
        case _:
            assert_never(element)


def _area(ctx: DrawContext, element: el.Shape) -> Nodes:
    """Draw a shape's fill, its texture, then the line around it."""
    painted, outline = ctx.paint(element), shapes.outline(ctx, element)
    texture = element.texture
    if texture is None or not outline:
        return painted.nodes(outline)
    line = replace(painted, paint=replace(painted.paint, fill=None), stops=())
    filled = replace(painted, paint=replace(painted.paint, stroke=None))
    return (*filled.nodes(outline), *shapes.textured(ctx, texture, outline), *line.nodes(outline))


# ---- pictures ------------------------------------------------------------------------------------


def _icon(ctx: DrawContext, element: el.Icon) -> Nodes:
    x, y = ctx.point(element.at, "at")
    size = ctx.number(element.size, "size", 0)
    given = {"main": (element.fill, "fill"), "accent": (element.accent, "accent"), "line": (element.stroke, "stroke")}
    file, alpha = ctx.resources.icon(ctx.text(element.icon, "icon")), ctx.alpha(element)
    recolours: dict[str, Recolour] = {}
    for role, (fill, key) in given.items():
        if fill is not None:
            filling = ctx.filled(fill, key, Paint())
            over = geo.rectangle(*ctx.resources.drawing(file, "icon").box) if filling.stops else ()
            recolours[role] = Recolour(filling.paint.fill, filling.gradient(over))
    drawn = artwork(ctx, file, (x - size / 2, y - size / 2, size, size), min, recolours, alpha, "icon")
    if not size:
        return ()
    ctx.add_alt(element, named(file.stem), size=round(size, 3), picture=True)
    return (drawn,)


# ---- marks ---------------------------------------------------------------------------------------


def _qr(ctx: DrawContext, element: el.QR) -> Nodes:
    x, y, width, height = ctx.frame(element.box)
    try:
        text = ctx.text(element.text, "text")
        matrix = codes.qr(text)
    except ValueError as error:
        raise BadValue("over-limit", "text", str(error), "a shorter text") from None
    ctx.add_alt(element, text)
    side = min(width, height)
    quiet = codes.QUIET_ZONE * side / (len(matrix) + 2 * codes.QUIET_ZONE)
    left, top = x + (width - side) / 2, y + (height - side) / 2
    modules = codes.modules(matrix, left + quiet, top + quiet, side - 2 * quiet)
    return _code(ctx, element, (left, top, side, side), modules, ctx.colour(element.fill or "black", "fill"))


def _fiducial(ctx: DrawContext, element: el.Fiducial) -> Nodes:
    marker = ctx.number(element.id, "id")
    if marker != int(marker) or not 0 <= marker < codes.MARKS:
        raise BadValue("out-of-range", "id", f"id {marker:g}", f"a whole number from 0 to {codes.MARKS - 1}")
    ctx.markers.append(int(marker))
    (x, y), size = ctx.point(element.at, "at"), ctx.number(element.size, "size", 1)
    left, top, rim = x - size / 2, y - size / 2, size / 10
    ground = left - rim, top - rim, size + 2 * rim, size + 2 * rim
    return _code(ctx, element, ground, codes.modules(codes.aruco(int(marker)), left, top, size), BLACK)


def _code(ctx: DrawContext, element: el.Element, box: geo.Rectangle, modules: Segments, dark: Colour | None) -> Nodes:
    """Draw the dark modules of a code on white, unchanged by ink modes."""
    ground = Paint(fill=WHITE, opacity=ctx.alpha(element), exact=True)
    return Path(geo.rectangle(*box), ground), *Fill(replace(ground, fill=dark)).nodes(modules)


# ---- elements of elements ------------------------------------------------------------------------


def _group(ctx: DrawContext, element: el.Group | el.Use, path: KeyPath) -> Nodes:
    matrix = geo.translate(*ctx.point(element.at, "at"))
    if element.rotate != 0:
        matrix = geo.multiply(matrix, geo.rotation(ctx.number(element.rotate, "rotate")))
    scale = ctx.number(element.scale, "scale", 0)
    if scale != 1:
        matrix = geo.multiply(matrix, geo.scaling(scale, scale))
    alpha = ctx.alpha(element)
    clip = _clip(ctx, element, path)
    if isinstance(element, el.Use):
        bound = {name: ctx.bound(value, (*path, "with", name)) for name, value in element.with_.items()}
        template = ctx.resources.template(element.template)
        inner = ctx.within(bound, alpha, used=path, matrix=matrix, clip=clip)
        nodes = face(inner, template, ("templates", element.template))
    else:
        nodes = face(ctx.within({}, alpha, matrix=matrix, clip=clip), element.items, (*path, "items"))
    if matrix == IDENTITY and not clip:
        return nodes
    return (Group(tuple(nodes), matrix, clip, edge=bool(clip)),) if nodes else ()


def _repeat(ctx: DrawContext, element: el.Repeat, path: KeyPath) -> Nodes:
    """Draw the items of an element once for each iteration, with its fields and under its matrix."""
    turn, about = ctx.number(element.rotate_step, "rotate_step"), ctx.point(element.about, "about")
    alpha, clip = ctx.alpha(element), _clip(ctx, element, path)
    rotate = ctx.number(element.rotate, "rotate")
    whole = geo.rotation(rotate, *ctx.point(element.at, "at")) if rotate else IDENTITY  # as `turned` turns the result
    around = ctx.within({}, alpha, matrix=whole, clip=clip)
    nodes: list[Node] = []
    for i, (bound, place) in enumerate(_places(ctx, element)):
        matrix = geo.translate(*place)
        matrix = geo.multiply(matrix, geo.rotation(turn * i, *about)) if turn else matrix
        drawn = face(around.within({**bound, "i": i}, alpha, matrix=matrix), element.items, (*path, "items"))
        if matrix == IDENTITY:
            nodes += drawn
        elif drawn:
            nodes.append(Group(tuple(drawn), matrix))
    return (Group(tuple(nodes), clip=clip, edge=True),) if clip and nodes else nodes


def _places(ctx: DrawContext, element: el.Repeat) -> Iterator[tuple[Env, tuple[float, float]]]:
    """Yield what each iteration of a `repeat` binds, and its position, for those for which `where` holds."""
    (left, top), step = ctx.point(element.at, "at"), ctx.point(element.step, "step")

    def kept(bound: Env) -> bool:
        return element.where is None or bool(_asked("where", expr.holds, element.where, {**ctx.env, **bound}))

    if isinstance(element.over, el.Lattice):
        for bound, (x, y) in _lattice(ctx, element, element.over, step):
            if kept(bound):
                yield bound, (left + x, top + y)
        return
    for i, bound in enumerate(filter(kept, _listed(ctx, element, element.over))):
        column, row = (i % element.columns, i // element.columns) if element.columns else (i, i)
        yield bound, (left + column * step[0], top + row * step[1])


def _lattice(
    ctx: DrawContext, element: el.Repeat, over: el.Lattice, step: tuple[float, float]
) -> Iterator[tuple[Env, tuple[float, float]]]:
    """Yield the places of a board, of hexes or of a grid, from the board's corner or the first one's place."""
    across = ctx.number(element.across, "across", 0.1)
    if over.board is not None:
        yield from _cells(ctx, over.board, across)
        return
    columns, rows = (ctx.whole(each, "over", 1) for each in over.hexes or over.grid or (1, 1))
    ctx.count(columns * rows, "over")
    near = across * 3**0.5 / 2
    for row, column in product(range(rows), range(columns)):
        bound = {"column": column + 1, "row": row + 1}
        if over.hexes is None:
            yield bound, (column * step[0], row * step[1])
        elif element.pointy:
            yield bound, ((column + row % 2 / 2) * across, row * near)
        else:
            yield bound, (column * near, (row + column % 2 / 2) * across)


def _cells(ctx: DrawContext, name: str, across: float) -> Iterator[tuple[Env, tuple[float, float]]]:
    """Yield the cells of a board under `setup:`, from its upper left corner. Raises BadValue."""
    board = ctx.resources.spec.setup.boards.get(name)
    try:
        found = () if board is None else boards.cells(board)
    except Unfit as error:
        raise BadValue(error.code, "over", f"board '{name}': {error.found}", error.expected) from None
    if board is None or any(cell.symbol not in board.legend for cell in found):
        raise BadValue("wrong-map", "over", f"board '{name}'", "a board of this spec whose legend has all its cells")
    for cell in found:
        ground = board.legend[cell.symbol].title
        bound = {"cell": cell.name, "row": cell.row, "column": cell.column, "symbol": cell.symbol, "ground": ground}
        yield bound, boards.middle(cell, across)


def _clip(ctx: DrawContext, element: el.Composed, path: KeyPath) -> Segments:
    return () if element.clip is None else shapes.cut(ctx, element.clip, None, path)


def _asked(key: str, ask: Callable[[Any, Env], object], said: object, env: Env) -> object:
    """Evaluate an expression of a key. Raises BadValue."""
    try:
        return ask(said, env)
    except expr.ExprError as error:
        raise BadValue(error.code, key, error.found, error.expected, error.hint, error.name) from None


def _listed(ctx: DrawContext, element: el.Repeat, over: tuple[Scalar, ...] | str) -> Sequence[Mapping[str, Any]]:
    """Return what each iteration of a `repeat` over rows, numbers or a list binds. Raises BadValue."""
    if isinstance(over, str) and over in ctx.resources.spec.data:
        return ctx.resources.spec.data[over]
    value = _asked("over", expr.evaluate, over, ctx.env)
    if isinstance(value, str) and (numbers := spanned(value)) is not None and len(numbers) <= MAX_NODES:
        return [{element.as_: number} for number in numbers]
    if isinstance(value, tuple):
        return [item if isinstance(item, Mapping) else {element.as_: item} for item in value]
    raise BadValue(
        "wrong-type", "over", f"over: '{expr.show(value)}'", "a list, numbers such as 1..4, or a name under data:"
    )
