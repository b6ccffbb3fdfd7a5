"""Pages as PNG, rendered from their PDF."""

from contextlib import closing
from pathlib import Path as FilePath
from tempfile import TemporaryDirectory

from generator.draw.colour.vision import picture
from generator.draw.geometry.geometry import translate
from generator.draw.scene import Page, Scene, Use
from generator.formats.pdf import pages
from specs.base.files import replacing


def render(file: FilePath, number: int, dpi: float, out: FilePath, eyes: str | None = None) -> None:
    """Render one page of a PDF, counted from 0, as a PNG, as some eyes see it. Raises OSError."""
    import pypdfium2

    document = pypdfium2.PdfDocument(str(file))
    with closing(document), replacing(out) as beside:
        drawn = document[number].render(scale=dpi / 72).to_pil()
        (drawn if eyes is None else picture(drawn, eyes)).save(beside, format="PNG")


def render_page(page: Page, dpi: float, out: FilePath, eyes: str | None = None) -> None:
    """Render a page as a PNG, as some eyes see it (`vision.VISIONS`). Raises OSError."""
    with TemporaryDirectory() as folder:
        file = FilePath(folder) / "page.pdf"
        pages.write([page], pages.Meta("page"), file)
        render(file, 0, dpi, out, eyes)


def render_scene(scene: Scene, dpi: float, out: FilePath) -> None:
    """Render a drawing as a PNG. Raises OSError."""
    render_page(page_of(scene), dpi, out)


def page_of(scene: Scene) -> Page:
    """Return a page as large as a drawing's box, with the drawing on it."""
    x, y, wide, high = scene.box
    return Page.whole((wide, high), (Use(scene, translate(-x, -y)),), ("scene",))
