"""Drawings as pixels three ways: by resvg from an SVG file, and from our PDF and our SVG."""

import io
from functools import cache
from pathlib import Path

import numpy as np
import pypdfium2
import resvg_py
from PIL import Image

from generator.draw.fonts.fonts import bundled
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Node, Page, Scene, Use
from generator.faces.pictures.artwork.drawing import Drawing, draw
from generator.faces.pictures.artwork.reader import parse
from generator.formats.pdf import pages

SIDE = 300
NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def artwork(body: str, root: str = 'viewBox="0 0 100 100"') -> str:
    """An SVG file."""
    return f'<svg {NS} {root} width="{SIDE}" height="{SIDE}">{body}</svg>'


def read(body: str, root: str = 'viewBox="0 0 100 100"') -> Drawing:
    return parse(artwork(body, root).encode())


def on_page(node: Node, width: float = 100, height: float = 100) -> Page:
    """A page of a drawing, cut to it."""
    return Page.whole((width, height), (Group((node,), clip=geo.rectangle(0, 0, width, height)),), ("c",))


def page(drawn: Drawing | Scene) -> Page:
    """A face on a page of 100 mm a side, or a drawing as wide."""
    if isinstance(drawn, Scene):
        return on_page(Use(drawn))
    x, y, width, height = drawn.box
    scale = 100 / width
    return on_page(Group(draw(drawn, {}), (scale, 0, 0, scale, -x * scale, -y * scale)), 100, height * scale)


@cache
def fonts() -> list[str]:
    return [str(file) for file in bundled().values()]


def by_resvg(svg: str, width: int = SIDE, height: int = SIDE) -> np.ndarray:
    png = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, height=height, dpi=96, background="white", skip_system_fonts=True,
        font_files=fonts(),
    )  # fmt: skip
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB"), dtype=float)


def by_pdfium(sheet: Page, file: Path, width: int = SIDE) -> np.ndarray:
    """A page as its PDF shows it, so many pixels wide; the PDF is kept."""
    pages.write([sheet], pages.Meta("art"), file)
    with pypdfium2.PdfDocument(file) as document:
        drawn = document[0].render(scale=width / sheet.width / 72 * 25.4).to_pil().convert("RGB")
    size = width, round(width * sheet.height / sheet.width)
    return np.asarray(drawn.resize(size) if drawn.size != size else drawn, dtype=float)


def far(one: np.ndarray, other: np.ndarray, much: float = 32) -> tuple[float, float]:
    """The mean difference of two pictures, and the part of pixels that differ by more than an eighth: edges apart."""
    apart = np.abs(one - other).max(axis=-1)
    return float(apart.mean()), float((apart > much).mean())
