"""Describes what a shop makes of a build, line by line of the order, and each of its figures with its source. mm."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from msgspec import Struct

from generator.exports.pictures import Face, faces, sides
from generator.exports.shop_files.pdfx import CONDITIONS, VERSIONS
from generator.plan.drawer import Drawer
from generator.plan.print_shops.shop import Fit, Shop, Size, Source
from specs.base.errors import Fault
from specs.base.languages import say, say_many


class OrderLine(Struct, frozen=True):
    """A component as a shop makes it: how it fits one of its sizes, and its faces at the size they then have."""

    component: str
    title: str
    fit: Fit
    faces: tuple[Face, ...]

    @property
    def size(self) -> Size:
        return self.fit.size

    @property
    def turned(self) -> bool:
        return self.fit.turned

    def changes(self) -> Iterator[str]:
        """Say what is done to its pieces so that they fit."""
        face = self.faces[0]
        padding = self.fit._replace(scale=1.0).padding((face.width, face.height))
        if self.fit.scale != 1:
            yield say("printed at {percent} % of its size", percent=f"{100 * self.fit.scale:.1f}")
        if max(padding):
            yield say(
                "with {across} × {down} mm of its edge repeated around it",
                across=f"{padding[0]:.1f}",
                down=f"{padding[1]:.1f}",
            )

    @property
    def count(self) -> int:
        return sum(face.count for face in self.faces)

    @property
    def backed(self) -> bool:
        return any(face.back_name for face in self.faces)

    @property
    def pages(self) -> int:
        """Return how many pages a PDF has, in which each piece is as often as it is printed."""
        return self.count * (1 + self.backed)

    @property
    def pictures(self) -> int:
        return sum(1 for _ in sides(self.faces))


def order_lines(drawer: Drawer, shop: Shop) -> tuple[list[OrderLine], list[Fault]]:
    """Return the components that a shop makes, and what is wrong with the others."""
    found: list[OrderLine] = []
    wrong: list[Fault] = []
    for name, some in groupby(faces(drawer), attrgetter("component")):
        each = tuple(some)
        shape, size = drawer.selection.document.spec.components[name].shape, (each[0].width, each[0].height)
        title, path = drawer.selection.title(name), ("components", name, "size")
        if fit := shop.fit(size, shape, each[0].bleed):
            sized = each if fit.scale == 1 else tuple(face.resized(fit.scale) for face in each)
            found.append(OrderLine(name, title, fit, sized))
            continue
        nearest, expected = shop.nearest(size, shape), f"a flat piece that {shop.title} cuts"
        if nearest is not None:
            expected = f"a size that {shop.title} cuts, nearest {nearest}"
        what = f"{title} of {size[0]:g} × {size[1]:g} mm, {shape}"
        wrong.append(drawer.selection.document.fault("wrong-value", path, what, expected))
    return found, wrong


MOST_SIZES = 3  # sizes listed one by one


class Figure(NamedTuple):
    """A figure of a shop, in words; `source` is None if it is unverified."""

    name: str
    value: str
    source: Source | None


def figures(shop: Shop) -> list[Figure]:
    """Return every figure of a shop."""
    return [Figure(name, _value(shop, name), shop.source(name)) for name in shop.given()]


def unverified(shop: Shop) -> list[str]:
    """Return the names of the figures without a source."""
    return [name for name in shop.given() if shop.source(name) is None]


def _value(shop: Shop, name: str) -> str:
    match name:
        case "sizes" if len(shop.sizes) > MOST_SIZES:
            least, most = (pick(shop.sizes, key=lambda size: size.size[0] * size.size[1]) for pick in (min, max))
            return say("{n} sizes, from {least} to {most}", n=len(shop.sizes), least=least, most=most)
        case "sizes":
            return ", ".join(map(str, shop.sizes)) if shop.sizes else say("any size")
        case "bleed" | "safe":
            return f"{getattr(shop, name):.4g} mm"
        case "form" if shop.form == "pdf":
            return say("a PDF for each component, a side a page")
        case "form":
            return say("a picture for each side")
        case "pixels" if shop.pixels is not None and shop.pixels.step > 1:
            return say("{dpi} dpi, rounded up to a multiple of {step}", dpi=shop.pixels.dpi, step=shop.pixels.step)
        case "pixels" if shop.pixels is not None:
            return f"{shop.pixels.dpi} dpi"
        case "order":
            return say("front, then back") if shop.order == "front first" else say("back, then front")
        case "text":
            return say("as outlines") if shop.text == "outlines" else say("in fonts, embedded")
        case "standard":
            return VERSIONS[shop.standard][1] if shop.standard else ""
        case "condition":
            return CONDITIONS[shop.condition][0] if shop.condition else ""
        case "ink":
            return say("{percent} % at most", percent=shop.ink)
        case _:
            return mixed(shop.black) if shop.black else ""


def mixed(black: Sequence[int]) -> str:
    """Write a mix of black as printers do."""
    return " ".join(f"{ink}{percent}" for ink, percent in zip("CMYK", black, strict=True))


def figure_lines(shop: Shop) -> Iterator[str]:
    """Yield a line for each figure, with its source."""
    found = figures(shop)
    wide = max(len(figure.name) for figure in found)
    for name, value, source in found:
        read = say("{url}, read on {day}", url=source.url, day=source.checked) if source else say("unverified")
        yield f"{name:<{wide}}  {value}: {read}"


def line_text(line: OrderLine, shop: Shop) -> str:
    """Describe a component: how many, where, and what was done to it."""
    return ", ".join((_counted(line, shop), *line.changes()))


def left_out(drawer: Drawer, found: Sequence[OrderLine], shop: Shop) -> Iterator[str]:
    """Say what a shop does not make, and how else to get it."""
    made = {line.component for line in found}
    if names := [name for name in drawer.selection.components if name not in made]:
        titles = ", ".join(map(drawer.selection.title, names))
        yield say("{shop} does not make: {titles}", shop=shop.title, titles=titles)
        yield say("Print these yourself with --only {names}", names=",".join(names))


def _counted(line: OrderLine, shop: Shop) -> str:
    pieces = say_many("{n} piece", "{n} pieces", line.count)
    if shop.form == "pdf":
        pages = say_many("{n} page", "{n} pages", line.pages)
        return say(
            "{file}: {title}, {size}: {pieces} on {pages}",
            file=f"{line.component}.pdf", title=line.title, size=line.size, pieces=pieces, pages=pages,
        )  # fmt: skip
    pictures = say_many("{n} picture", "{n} pictures", line.pictures)
    return say(
        "{folder}: {title}, {size}: {pieces}, {pictures}",
        folder=f"{line.component}/", title=line.title, size=line.size, pieces=pieces, pictures=pictures,
    )  # fmt: skip
