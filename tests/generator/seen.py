"""Pages as others see them: a PDF drawn by pdfium, the same page's SVG by resvg."""

import io
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import resvg_py
from PIL import Image

from generator.draw.scene import Group, Page, Scene
from generator.formats import svg
from generator.formats.pdf import pages as pdf
from generator.formats.png import render_page


def printed(folder: Path, *pages: Page) -> Path:
    """Pages as a PDF, which is sound."""
    file = folder / "x.pdf"
    pdf.write(pages, pdf.Meta("x"), file)
    with pikepdf.open(file) as opened:
        assert opened.check_pdf_syntax() == []
    return file


def by_pdfium(file: Path, dpi: float = 100) -> np.ndarray:
    """A PDF's first page as RGB, 0 to 255."""
    with pypdfium2.PdfDocument(file) as document:
        return np.asarray(document[0].render(scale=dpi / 72).to_pil().convert("RGB"), dtype=float)


def by_resvg(page: Page, like: np.ndarray) -> np.ndarray:
    """A page's SVG in as many pixels as another picture of it has."""
    high, wide, _ = like.shape
    drawn = resvg_py.svg_to_bytes(svg_string=svg.page_svg(page), dpi=96, width=wide, height=high, background="white")
    return np.asarray(Image.open(io.BytesIO(bytes(drawn))).convert("RGB").resize((wide, high)), dtype=float)


def face(scene: Scene, folder: Path, dpi: float) -> np.ndarray:
    """A face within its bleed as it is printed, RGB, 0 to 255."""
    x, y, width, height = scene.box
    box = (0.0, 0.0, width, height)
    moved = Group(scene.nodes, (1, 0, 0, 1, -x, -y))
    render_page(Page(width, height, (moved,), box, box, ("face",)), dpi, folder / "face.png")
    with Image.open(folder / "face.png") as picture:
        return np.asarray(picture.convert("RGB"), dtype=float)
