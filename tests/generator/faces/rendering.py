"""Artwork as pixels three ways: by resvg from the file itself, and from our PDF and our SVG of it."""

import io
from pathlib import Path

import numpy as np
import pypdfium2
import resvg_py
from PIL import Image

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Page
from generator.faces.pictures.artwork.drawing import Drawing, draw
from generator.formats.pdf import pages

SIDE = 300


def page(drawing: Drawing) -> Page:
    """A drawing on a page of 100 mm a side, or as wide."""
    x, y, width, height = drawing.box
    scale = 100 / width
    nodes = (Group(draw(drawing, {}), (scale, 0, 0, scale, -x * scale, -y * scale)),)
    box = (0.0, 0.0, 100.0, height * scale)
    return Page(100, height * scale, (Group(nodes, clip=geo.rectangle(*box)),), box, box, ("art",))


def by_resvg(data: str, height: int = SIDE) -> np.ndarray:
    png = resvg_py.svg_to_bytes(svg_string=data, width=SIDE, height=height, dpi=96, background="white")
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB"), dtype=float)


def by_pdfium(drawing: Drawing, file: Path) -> np.ndarray:
    sheet = page(drawing)
    pages.write([sheet], pages.Meta("art"), file)
    size = SIDE, round(SIDE * sheet.height / 100)
    document = pypdfium2.PdfDocument(str(file))
    try:
        drawn = document[0].render(scale=SIDE / 100 / 72 * 25.4).to_pil().convert("RGB")
    finally:
        document.close()
    return np.asarray(drawn.resize(size) if drawn.size != size else drawn, dtype=float)


def far(one: np.ndarray, other: np.ndarray) -> tuple[float, float]:
    """The mean difference of two pictures, and the part of pixels that differ by more than an eighth: edges apart."""
    apart = np.abs(one - other).max(axis=-1)
    return float(apart.mean()), float((apart > 32).mean())
