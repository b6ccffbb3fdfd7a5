"""A game as a shop takes it: a PDF for each component, or its pictures, and what to do with them. mm."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Node, Page, Scene, Use
from generator.exports.faces import Face, Side, sides
from generator.exports.pictures import MOST_PIXELS, Form, pictures
from generator.exports.shop_files.description import OrderLine, figure_lines, line_text, order_lines
from generator.exports.shop_files.flat import Flat
from generator.exports.shop_files.inking import inking
from generator.exports.shop_files.pdfx import Target, convert, ready
from generator.plan.drawer import Drawer
from generator.plan.manifest import PageCounts, Printed
from generator.plan.print_shops.shop import Shop
from generator.plan.runs import Request
from specs.base.errors import SpecError, bad, hints
from specs.base.files import replace_text
from specs.base.workers.pool import WorkerPool

INCH = 25.4
LAP = 0.1  # how far what is drawn once more lies under a face, so that no seam shows
MOST_PAGES = 20_000  # of a file
SOME_PICTURES = 50  # that one process makes at a time


def write(drawer: Drawer, shop: Shop, folder: Path, request: Request) -> Printed:
    """Write all that a shop takes of a build into a folder; the pages of each PDF are counted from 1.

    Raises SpecError where a component is of no size that the shop has, where faces are faulty, and OSError.
    """
    found, wrong = order_lines(drawer, shop)
    if wrong:
        only = f"--only {','.join(line.component for line in found)} prints what is" if found else ""
        raise SpecError([replace(fault, hints=hints(only)) for fault in wrong[:1]] + wrong[1:])
    if shop.form == "pdf":
        ready()
    pages = PageCounts()
    printed = Printed({"": pages}, remarks=[line_text(line, shop) for line in found])
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
    told = [f"{drawer.selection.spec.title}: {shop.title}", "", *printed.remarks, ""]
    told += [*filter(None, (shop.upload, shop.note)), "", *figure_lines(shop)]
    replace_text(folder / "README.txt", "\n".join(told) + "\n")
    return printed


def _bounded(shop: Shop, line: OrderLine) -> None:
    """See that a component comes to no more than can be held. Raises SpecError."""
    if shop.form == "pdf" and line.pages > MOST_PAGES:
        expected = f"at most {MOST_PAGES:,}; --count prints fewer"
        raise bad("wrong-count", "--shop", f"{line.pages:,} pages of {line.title}", expected)
    across, down = shop.picture(line.size)
    if shop.form == "pictures" and across * down > MOST_PIXELS:
        found = f"{line.title} of {across:,} × {down:,} pixels"
        raise bad("over-limit", "--shop", found, f"at most {MOST_PIXELS:,} in all")


# ---- a PDF -----------------------------------------------------------------------------------------


def target(drawer: Drawer, shop: Shop) -> Target:
    """What a shop's PDFs are made for. Raises SpecError for a profile that cannot be used."""
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
    """A page a side, each as often as its piece is printed; blank where a piece has no back and others have."""
    for face in line.faces:
        item = face.item()
        both = [page(shop, line, face, flat, item.front, "front")]
        if line.backed:
            both.append(page(shop, line, face, flat, item.back or Scene(item.front.box, ()), "back"))
        yield from (both if shop.order == "front first" else both[::-1]) * face.count


def page(shop: Shop, line: OrderLine, face: Face, flat: Flat, drawn: Scene, side: Side) -> Page:
    """A side in the middle of the shop's size, its bleed around it. A back is turned the other way than its front."""
    width, height = (length + 2 * shop.bleed for length in line.size.size)
    turn = 0 if not line.turned else 90 if side == "front" else 270
    middle = geo.multiply(geo.translate(width / 2, height / 2), geo.rotation(turn))
    across, down = (height, width) if line.turned else (width, height)
    scene, size = flat.scene(drawn), (face.width, face.height)
    whole = _bled(scene, flat.edge(scene), size, face.bleed, (across, down))
    nodes = (Group(whole, geo.multiply(middle, geo.translate(-face.width / 2, -face.height / 2))),)
    trim = (shop.bleed, shop.bleed, *line.size.size)
    return Page(width, height, nodes, trim, (0.0, 0.0, width, height), (line.component,))


def _bled(
    scene: Scene, edge: Scene, size: tuple[float, float], bleed: float, whole: tuple[float, float]
) -> tuple[Node, ...]:
    """A face that reaches so far: where its own bleed ends, its edge is drawn once more, farther out."""
    width, height = size
    own = (width + 2 * bleed, height + 2 * bleed)
    larger = max(1.0, whole[0] / own[0]), max(1.0, whole[1] / own[1])
    if max(larger) < 1 + 1e-6:
        return (Use(scene),)
    middle = geo.translate(width / 2, height / 2)
    farther = geo.multiply(middle, geo.multiply(geo.scaling(*larger), geo.translate(-width / 2, -height / 2)))
    around = geo.rectangle(-bleed - whole[0], -bleed - whole[1], own[0] + 2 * whole[0], own[1] + 2 * whole[1])
    near, right, bottom = LAP - bleed, width + bleed - LAP, height + bleed - LAP
    hole = geo.polyline(((near, near), (near, bottom), (right, bottom), (right, near)), closed=True)
    inside = geo.rectangle(-bleed, -bleed, *own)
    return Group((Use(edge, farther),), clip=(*around, *hole)), Group((Use(scene),), clip=inside)


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
    """Each picture's file by its name: with how often it is printed."""
    copies = Counter(name for face in line.faces for name in (face.front_name, face.back_name) for _ in face.pieces)
    return {name: f"{name}-x{count}.png" for name, count in copies.items() if name}


def _list(shop: Shop, found: Sequence[OrderLine], file: Path) -> None:
    """A table of all faces: in which file each is, and how often."""
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("component", "size", "front", "back", "count", "pieces"))
    for line in found:
        names = _files(line)
        files = {name: f"{line.component}{'.pdf' if shop.form == 'pdf' else f'/{names[name]}'}" for name in names}
        for face in line.faces:
            both = (files.get(name, "") for name in (face.front_name, face.back_name))
            table.writerow((line.component, line.size, *both, face.count, " ".join(face.pieces)))
    replace_text(file, text.getvalue())
