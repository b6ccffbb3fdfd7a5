"""Print shops: a YAML file for each says what the shop accepts, with sources. mm, or inches if the file says so."""

from collections.abc import Iterator
from datetime import date
from math import ceil
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta
from msgspec.structs import replace

from specs.base.errors import Fault, SpecError
from specs.model.values import Frozen
from specs.read.named_yaml import along, asked_for
from specs.read.typed import did_you_mean
from specs.read.yaml_nodes import Tree

FOLDER = Path(__file__).parent
ALIKE = 0.5  # mm by which a piece may differ from a size
RESIZED = 0.04  # part of its size by which a piece may be made larger or smaller for a shop
FILLED = 0.5  # part of a size's area that a piece must fill
PADDED = 30.0  # mm of a piece's edge that may be repeated around it
INCH = 25.4
FIGURES = ("sizes", "bleed", "safe", "form", "pixels", "order", "text", "standard", "condition", "ink", "black")
OF_A_PDF = FIGURES[5:]

CutShape = Literal["rectangle", "circle", "hexagon"]
Length = Annotated[float, Meta(gt=0, le=2000)]
Dots = Annotated[int, Meta(ge=1, le=20_000)]
Rim = Annotated[float, Meta(ge=0, le=50)]
Percent = Annotated[int, Meta(ge=0, le=100)]
SHAPES: dict[str, CutShape] = {
    "rectangle": "rectangle",
    "square": "rectangle",
    "circle": "circle",
    "hex-flat": "hexagon",
    "hex-pointy": "hexagon",
}


class Size(Frozen, frozen=True, kw_only=True):
    """A shop's size: its name, if any, and its trim size; `pixels` of a picture that follows no rule."""

    name: str
    size: tuple[Length, Length]
    shape: CutShape = "rectangle"
    pixels: tuple[Dots, Dots] | None = None

    def __str__(self) -> str:
        size = f"{self.size[0]:.4g} × {self.size[1]:.4g} mm"
        return f"{self.name} ({size})" if self.name else size


class Pixels(Frozen, frozen=True, kw_only=True):
    """The size of pictures: bleed included at `dpi` dots per inch, each side rounded up to a multiple of `step`."""

    dpi: Annotated[int, Meta(ge=72, le=1200)] = 300
    step: Annotated[int, Meta(ge=1, le=1000)] = 1


class Fit(NamedTuple):
    """A size of a shop that a piece is printed in: whether the piece is `turned` for it, and by what it is scaled."""

    size: Size
    turned: bool
    scale: float = 1.0

    def padding(self, size: tuple[float, float]) -> tuple[float, float]:
        """Return how far a piece of a size ends inside this one, across and down, mm; 0 if it is of this size."""
        across, down = self.size.size[::-1] if self.turned else self.size.size
        (left, top) = ((side - self.scale * own) / 2 for side, own in zip((across, down), size, strict=True))
        return (left if 2 * left > ALIKE else 0.0, top if 2 * top > ALIKE else 0.0)


class Source(Frozen, frozen=True, kw_only=True):
    """The source of some figures, and the day they were read."""

    figures: tuple[str, ...]
    url: str
    checked: str


class Shop(Frozen, frozen=True, kw_only=True):
    """A print shop as its file describes it. Figures without a source are unverified.

    Without `sizes` it accepts any. `form` is a PDF for each component with a side on each page, or a picture file for
    each side. A PDF has a piece's pages as often as it is printed; a picture is there once, with the count in the
    file's name. `condition` is what colours are made for: a profile of ours, unless --profile gives another; `ink` the
    maximum of all four, and `black` the mix of large black areas, in percent. `text: outlines` allows no fonts. A
    `note` is anything else an order should consider.
    """

    title: str
    unit: Literal["mm", "in"] = "mm"
    sizes: tuple[Size, ...] = ()
    bleed: Rim
    safe: Rim
    form: Literal["pdf", "pictures"]
    order: Literal["front first", "back first"] = "front first"
    pixels: Pixels | None = None
    text: Literal["fonts", "outlines"] = "fonts"
    standard: Literal["x-1a", "x-4"] | None = None
    condition: Literal["fogra39", "swop3"] | None = None
    ink: Annotated[int, Meta(ge=100, le=400)] | None = None
    black: tuple[Percent, Percent, Percent, Percent] | None = None
    upload: str = ""
    note: str = ""
    sources: tuple[Source, ...] = ()

    def source(self, figure: str) -> Source | None:
        """Return the source of a figure; None if it is unverified."""
        return next((source for source in self.sources if figure in source.figures), None)

    def given(self) -> tuple[str, ...]:
        """Return the figures that this shop has."""
        given = (name for name in FIGURES if getattr(self, name) is not None)
        return tuple(name for name in given if self.form == "pdf" or name not in OF_A_PDF)

    def fit(self, size: tuple[float, float], shape: str, bleed: float = 0.0) -> Fit | None:
        """Return the size that a piece has; else the one that it fills most of, at most 4 % larger or smaller. Pieces
        that are not rectangles must fill it with their bleed. None if there is none."""
        cut_shape = SHAPES.get(shape)
        if cut_shape is not None and not self.sizes:
            return Fit(Size(name="", size=size, shape=cut_shape), turned=False)
        ranked = self._ranked(size, shape)
        if ranked and ranked[0][0] <= ALIKE + 1e-9:
            return Fit(ranked[0][2], ranked[0][1])
        fits = [(fit, self._filled(fit, size)) for _, turned, each in ranked if (fit := _scaled(each, turned, size))]
        most = PADDED if cut_shape == "rectangle" else bleed
        fits = [(fit, part) for fit, part in fits if max(fit.padding(size)) <= most + 1e-9]
        best, part = max(fits, key=lambda each: each[1], default=(None, 0.0))
        return best if part >= FILLED else None

    @staticmethod
    def _filled(fit: Fit, size: tuple[float, float]) -> float:
        """Return how much of a size's area a piece fills."""
        return fit.scale**2 * size[0] * size[1] / (fit.size.size[0] * fit.size.size[1])

    def nearest(self, size: tuple[float, float], shape: str) -> Size | None:
        """Return the size that a piece could be made for; None for a shape that the shop does not offer."""
        return next((size for _, _, size in self._ranked(size, shape)), None)

    def _ranked(self, size: tuple[float, float], shape: str) -> list[tuple[float, bool, Size]]:
        """Rank the sizes of a piece's shape by their largest difference from it, upright or turned."""
        across, down = size
        found = [
            (max(abs(width - w), abs(height - h)), turned, each)
            for each in self.sizes
            if each.shape == SHAPES.get(shape)
            for w, h in (each.size,)
            for turned, width, height in ((False, across, down), (True, down, across))
        ]
        return sorted(found, key=lambda each: each[:2])

    def picture(self, size: Size) -> tuple[int, int]:
        """Return the width and height in pixels of a picture of a size."""
        if size.pixels is not None:
            return size.pixels
        rule = self.pixels or Pixels()
        across, down = (
            ceil(round((side + 2 * self.bleed) / INCH * rule.dpi / rule.step, 2)) * rule.step for side in size.size
        )
        return across, down


def _scaled(size: Size, turned: bool, piece: tuple[float, float]) -> Fit | None:
    """Return a piece in a size, as large as it may be there; None if it would be too small."""
    across, down = size.size[::-1] if turned else size.size
    scale = min(1 + RESIZED, across / piece[0], down / piece[1])
    return Fit(size, turned, scale) if scale >= 1 - RESIZED else None


def bundled() -> dict[str, Path]:
    """Return the files of the bundled shops, by name."""
    return along(FOLDER)


def load(name: str) -> Shop:
    """Load a bundled shop or a file, in mm. Raises SpecError with every fault of the file, and if there is none."""
    shop, tree, faults = asked_for(Shop, "shop", "--shop", name, bundled())
    if shop is not None:
        faults += _unsourced(shop, tree)
        if shop.form == "pdf" and shop.standard is None:
            faults.append(tree.fault("missing-key", ("form",), "no standard", "x-1a or x-4, as a PDF for print has"))
        elif shop.standard is not None and shop.condition is None:
            faults.append(tree.fault("missing-key", ("standard",), "no condition", "fogra39 or swop3"))
        if not faults:
            return _metric(shop) if shop.unit == "in" else shop
    raise SpecError(faults)


def _metric(shop: Shop) -> Shop:
    sizes = tuple(replace(each, size=(each.size[0] * INCH, each.size[1] * INCH)) for each in shop.sizes)
    return replace(shop, unit="mm", sizes=sizes, bleed=shop.bleed * INCH, safe=shop.safe * INCH)


def _unsourced(shop: Shop, tree: Tree) -> Iterator[Fault]:
    """Yield the faults of the sources: unknown figures, and impossible days."""
    for number, source in enumerate(shop.sources):
        path = ("sources", number)
        for figure in source.figures:
            if figure not in FIGURES:
                hint = did_you_mean(figure, FIGURES)
                yield tree.fault("wrong-value", (*path, "figures"), f"'{figure}'", ", ".join(FIGURES), hint)
        try:
            date.fromisoformat(source.checked)
        except ValueError:
            yield tree.fault("wrong-value", (*path, "checked"), f"'{source.checked}'", "a day such as 2026-11-22")
