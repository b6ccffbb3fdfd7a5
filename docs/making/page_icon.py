"""Makes the icon of the table's page for home screens that take no SVG, from the page's own drawing: a square that
fills its corners, since home screens cut them themselves. `make icon` writes it."""

import io
from pathlib import Path

from PIL import Image

from generator.faces.pictures.artwork.pixels import png

STATIC = Path(__file__).parents[2] / "companion" / "page" / "static"
SIDE = 180  # px


def icon() -> bytes:
    """Return the PNG."""
    square = (STATIC / "icon.svg").read_text(encoding="utf-8").replace(' rx="6"', "")
    drawn = Image.open(io.BytesIO(png(square, SIDE, SIDE, ()))).convert("RGB").quantize(32)
    out = io.BytesIO()
    drawn.save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    (STATIC / "icon.png").write_bytes(icon())
