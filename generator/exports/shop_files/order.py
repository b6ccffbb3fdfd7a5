"""Writes a game as a print shop takes it: a PDF for each component, or its pictures, and what to do with them. mm.

It also checks a game against what a shop takes, without writing: a line for each finding, with its component's place.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import IDENTITY, Colour, Group, Node, Page, Path as Drawn, Scene, Text, Use
from generator.draw.walk import texts, walk
from generator.exports.pictures import INCH, MOST_PIXELS, Face, Form, Side, pictures, sides
from generator.exports.shop_files.description import OrderLine, figure_lines, left_out, line_text, mixed, order_lines
from generator.exports.shop_files.flat import BLACK, GREY, Flat, Inking, inking, shines
from generator.exports.shop_files.pdfx import Target, convert, ready
from generator.faces.outline import corners, cut_along, cut_line
from generator.plan.drawer import Drawer, drawer_of
from generator.plan.manifest import PageCounts, Printed
from generator.plan.print_shops.shop import Shop
from generator.plan.runs import Request
from specs.base.errors import Fault, SpecError, bad, in_order
from specs.base.files import csv_text, replace_text
from specs.base.languages import say_many
from specs.base.workers.pool import WorkerPool
from specs.model.document import Document
from specs.model.shapes.outlines import Outline

Size = tuple[float, float]
LAP = 0.1  # overlap of the repeated edge under a face, so that no seam shows
EDGE = 0.2  # of a face, stretched beyond it, at least
STRETCHED = 8  # times at most: readers of PDF have no room for pictures that are much larger
UNMOVED = (1.0, 0.0)
MOST_PAGES = 20_000  # of a file
SOME_PICTURES = 50  # made by one process at a time


def write(drawer: Drawer, shop: Shop, folder: Path, request: Request) -> Printed:
    """Write a build's order for a shop into a folder; the pages of each PDF are counted from 1.

    Pieces of a size that the shop lacks are left out, and named. Raises SpecError if all are, if faces are faulty, and
    OSError.
    """
    found, wrong = order_lines(drawer, shop)
    if not found:
        raise SpecError(wrong)
    if shop.form == "pdf":
        ready()
    pages = PageCounts()
    remarks = [*(line_text(line, shop) for line in found), *left_out(drawer, found, shop)]
    printed = Printed({"": pages}, remarks=remarks)
    printed.faces.prints = drawer.fingerprints()
    made_for = None if shop.form == "pictures" else target(drawer, shop)
    works: list[Callable[[], None]] = []
    for line in found:
        _bounded(shop, line)
        if made_for is None:
            (folder / line.component).mkdir()
            every = list(sides(line.faces))
            some = (every[start : start + SOME_PICTURES] for start in range(0, len(every), SOME_PICTURES))
            works += (partial(_pictures, shop, line, each, folder / line.component) for each in some)
        else:
            works.append(partial(_pdf, drawer, shop, line, made_for, folder / f"{line.component}.pdf"))
            pages.pages[line.component] = list(range(1, line.pages + 1))
            pages.count += line.pages
        printed.faces.pictures[line.component] = line.pictures
    request.progress(shop.title)
    with WorkerPool(works, request.jobs - 1) as pool:
        pool.finish()
    _list(shop, found, folder / "list.csv")
    about = [f"{drawer.selection.spec.title}: {shop.title}", "", *printed.remarks, ""]
    about += [*filter(None, (shop.upload, shop.note)), "", *figure_lines(shop)]
    replace_text(folder / "README.txt", "\n".join(about) + "\n")
    return printed


def _bounded(shop: Shop, line: OrderLine) -> None:
    """Check that a component has not too many pages, and that its pictures fit in memory. Raises SpecError."""
    if shop.form == "pdf" and line.pages > MOST_PAGES:
        expected = f"at most {MOST_PAGES:,}; --count prints fewer"
        raise bad("wrong-count", "--shop", f"{line.pages:,} pages of {line.title}", expected)
    across, down = shop.picture(line.size)
    if shop.form == "pictures" and across * down > MOST_PIXELS:
        found = f"{line.title} of {across:,} × {down:,} pixels"
        raise bad("over-limit", "--shop", found, f"at most {MOST_PIXELS:,} in all")


# ---- a PDF -----------------------------------------------------------------------------------------


def target(drawer: Drawer, shop: Shop) -> Target:
    """Return what a shop's PDFs are made for. Raises SpecError for an unusable profile."""
    given = drawer.selection.settings.given.profile
    assert shop.standard is not None, "a shop's file says it for each PDF"
    inks = inking(str(shop.condition), given, shop.ink, shop.black)
    return Target(shop.standard, inks, shop.condition if given is None else None)


def _pdf(drawer: Drawer, shop: Shop, line: OrderLine, made_for: Target, file: Path) -> None:
    from generator.formats.pdf import pages as pdf

    spec = drawer.selection.spec
    with TemporaryDirectory() as folder:
        flat = Flat(Path(folder), outlines=shop.text == "outlines", transparent=shop.standard == "x-4")
        meta = pdf.Meta(f"{spec.title}: {line.title}", spec.credits.designer, language=spec.language or "en")
        screen = Path(folder) / "screen.pdf"
        pdf.write(pages(shop, line, flat), meta, screen)
        convert(screen, file, made_for)


def pages(shop: Shop, line: OrderLine, flat: Flat) -> Iterator[Page]:
    """Yield a page for each side, each as often as its piece is printed; blank if a piece has no back and
    others have."""
    for face in line.faces:
        item = face.item()
        both = [page(shop, line, face, flat, item.front, "front")]
        if line.backed:
            both.append(page(shop, line, face, flat, item.back or Scene(item.front.box, ()), "back"))
        yield from (both if shop.order == "front first" else both[::-1]) * face.count


def page(shop: Shop, line: OrderLine, face: Face, flat: Flat, drawn: Scene, side: Side) -> Page:
    """Return a page with a side in the middle of the shop's size, with its bleed around it. A back is turned the other
    way than its front."""
    width, height = (length + 2 * shop.bleed for length in line.size.size)
    turn = 0 if not line.turned else 90 if side == "front" else 270
    middle = geo.multiply(geo.translate(width / 2, height / 2), geo.rotation(turn))
    across, down = (height, width) if line.turned else (width, height)
    scene, size = flat.scene(drawn), (face.width, face.height)
    whole = _bled(scene, flat.edge(scene), size, face.bleed, (across, down))
    nodes = (Group(whole, geo.multiply(middle, geo.translate(-face.width / 2, -face.height / 2))),)
    trim = (shop.bleed, shop.bleed, *line.size.size)
    return Page(width, height, nodes, trim, (0.0, 0.0, width, height), (line.component,))


def _bled(scene: Scene, edge: Scene, size: Size, bleed: float, whole: Size) -> tuple[Node, ...]:
    """Return a face extended to the size `whole`: where its own bleed ends, its edge is drawn on to the outside."""
    ends = [(-bleed, own + bleed, (wanted - own) / 2 - bleed) for own, wanted in zip(size, whole, strict=True)]
    if max(further for _, _, further in ends) < 1e-6:
        return (Use(scene),)
    nodes = []
    for (x, left, right), (y, top, bottom) in product(*(_strips(*each) for each in ends)):
        clip = geo.rectangle(left, top, right - left, bottom - top)
        drawn, matrix = (scene, IDENTITY) if x == y == UNMOVED else (edge, (x[0], 0.0, 0.0, y[0], x[1], y[1]))
        nodes.append(Group((Use(drawn, matrix),), clip=clip))
    return tuple(nodes)


def _strips(low: float, high: float, further: float) -> Iterator[tuple[tuple[float, float], float, float]]:
    """Yield parts of an extended face along one axis: how much its picture is stretched and moved, from where to
    where."""
    if further > 0:
        edge = max(EDGE, (further + LAP) / STRETCHED)
        stretched = (further + LAP) / edge
        yield (stretched, (low + LAP) - stretched * (low + edge)), low - further, low + LAP
        yield (stretched, (high - LAP) - stretched * (high - edge)), high - LAP, high + further
    yield UNMOVED, low, high


# ---- pictures --------------------------------------------------------------------------------------


def _pictures(shop: Shop, line: OrderLine, some: Sequence[tuple[Face, Side]], folder: Path) -> None:
    from PIL.Image import Transpose

    from generator.exports.pictures import save

    dpi = 300 if shop.pixels is None else shop.pixels.dpi
    across, down = shop.picture(line.size)
    if line.turned:
        across, down = down, across
    first, files = line.faces[0], _files(line)
    around = ((across * INCH / dpi - first.width) / 2, (down * INCH / dpi - first.height) / 2)
    for (face, side), picture in zip(some, pictures(some, Form(dpi, "bleed", around)), strict=True):
        if line.turned:
            picture = picture.transpose(Transpose.ROTATE_270 if side == "front" else Transpose.ROTATE_90)
        save(picture, folder / files[face.named(side)], dpi)


def _files(line: OrderLine) -> dict[str, str]:
    """Return each picture's file by name, with how often it is printed."""
    copies = Counter(name for face in line.faces for name in (face.front_name, face.back_name) for _ in face.pieces)
    return {name: f"{name}-x{count}.png" for name, count in copies.items() if name}


def _list(shop: Shop, found: Sequence[OrderLine], file: Path) -> None:
    """Write a table of all faces: in which file each is, and how often. Raises OSError."""
    rows: list[Sequence[object]] = [("component", "size", "front", "back", "count", "pieces")]
    for line in found:
        names = _files(line)
        files = {name: f"{line.component}{'.pdf' if shop.form == 'pdf' else f'/{names[name]}'}" for name in names}
        for face in line.faces:
            both = (files.get(name, "") for name in (face.front_name, face.back_name))
            rows.append((line.component, line.size, *both, face.count, " ".join(face.pieces)))
    replace_text(file, csv_text(rows))


# ---- a check of it -------------------------------------------------------------------------------


NEAR = 0.05  # tolerance of a safe zone, mm


def for_shop(document: Document, name: str | None, profile: str | None) -> tuple[list[Fault], list[str]]:
    """Return what a shop would refuse or spoil of a game, and what it would receive. Raises SpecError for faulty faces,
    and for an unusable shop's file or profile."""
    from generator.plan.settings import read

    settings = read({"shop": name, "profile": profile}, document)
    assert settings.shop is not None, "a profile without a shop is a fault"
    drawer, shop = drawer_of(document, settings), settings.shop
    found, wrong = order_lines(drawer, shop)
    warnings = [replace(fault, severity="warning") for fault in wrong]
    inks = None if shop.standard is None else target(drawer, shop).inking
    flat = Flat(Path(), transparent=True)  # makes no pictures
    for line in found:
        warnings += _warnings(drawer.selection.document, shop, line, inks)
    remarks = [remark for line in found for remark in _remarks(shop, line, flat)]
    return list(in_order(warnings)), [*remarks, *left_out(drawer, found, shop)]


def _remarks(shop: Shop, line: OrderLine, flat: Flat) -> Iterator[str]:
    """Yield what a shop would receive of a component, and what happens to its black areas and its transparency."""
    yield line_text(line, shop)
    scenes = [scene for _, scene in _drawn(line)]
    black = 0 if shop.black is None else sum(BLACK in _colours(flat.scene(scene).nodes) for scene in scenes)
    if shop.black is not None and black:
        yield say_many(
            "{title}: {n} side has an area of black, mixed as {mix}",
            "{title}: {n} sides have areas of black, mixed as {mix}",
            black, title=line.title, mix=mixed(shop.black),
        )  # fmt: skip
    if shop.standard == "x-1a" and (made := sum(any(map(shines, scene.nodes)) for scene in scenes)):
        yield say_many(
            "{title}: {n} side has transparent parts and becomes a picture",
            "{title}: {n} sides have transparent parts and become pictures",
            made, title=line.title,
        )  # fmt: skip


def _warnings(document: Document, shop: Shop, line: OrderLine, inks: Inking | None) -> Iterator[Fault]:
    place, face = ("components", line.component), line.faces[0]
    if face.bleed < shop.bleed - NEAR:
        found = f"{line.title} with a bleed of {face.bleed:.4g} mm"
        expected = f"{shop.bleed:.4g} mm; the edge is drawn once more beyond it"
        yield document.warning("narrow-margin", (*place, "print", "bleed"), found, expected)
    outline = document.spec.components[line.component].outline()
    depth, text, piece = min(
        ((*_nearest(face, outline, scene), face.pieces[0]) for face, scene in _drawn(line)), default=(inf, "", "")
    )
    if depth < shop.safe - NEAR:
        far = f"{depth:.2f} mm from the cut" if depth >= 0 else f"{-depth:.2f} mm beyond the cut"
        found = f"text '{text[:30]}' of {piece} {far}"
        yield document.warning("narrow-margin", place, found, f"{shop.safe:.4g} mm, as {shop.title} asks")
    if inks is not None and shop.ink is not None:
        every = {colour for _, scene in _drawn(line) for colour in _colours(scene.nodes)}
        colours = [colour for colour in every if max(colour) - min(colour) > GREY]
        most, colour = max(((sum(inks.unlimited(each)), each) for each in colours), default=(0.0, (1.0, 1.0, 1.0)))
        if most > shop.ink / 100 + 0.005:
            name = "#" + "".join(f"{round(255 * channel):02x}" for channel in colour)
            expected = f"at most {shop.ink} %; so much less of it is printed"
            found = f"{name} on {line.title}, of {100 * most:.0f} % ink"
            yield document.warning("too-much-ink", place, found, expected)


def _drawn(line: OrderLine) -> Iterator[tuple[Face, Scene]]:
    """Return each distinct side once, with its face."""
    return ((face, face.side(side)) for face, side in sides(line.faces))


def _nearest(face: Face, outline: Outline, scene: Scene) -> tuple[float, str]:
    """Return how far from the cut the closest text is, mm, and that text."""
    cut = cut_line(outline, face.outline) or cut_along(face.outline)
    return min(
        ((cut.nearest(corners(geo.text_box(text), matrix))[0], text.text) for text, matrix in texts(scene.nodes)),
        default=(inf, ""),
    )


def _colours(nodes: Iterable[Node]) -> Iterator[Colour]:
    """Yield the colours of text and paths, which are mixed of inks."""
    for node, _, _ in walk(nodes):
        if isinstance(node, Text | Drawn):
            found = (node.fill,) if isinstance(node, Text) else (node.paint.fill, node.paint.stroke)
            yield from (colour for colour in found if colour is not None)
