"""Pages and contact sheets as PNG, rendered from their PDF."""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import ceil, sqrt
from pathlib import Path as FilePath
from tempfile import TemporaryDirectory

from generator import geometry as geo
from generator import pdf
from generator.scene import Group, Node, Page, Paint, Path, Scene, Segment, Use

DESK = (0.80, 0.77, 0.72)
SHADOW = (0.66, 0.63, 0.58)


def render(file: FilePath, number: int, dpi: float, out: FilePath) -> None:
    """One page of a PDF, counted from 0, as a PNG. Raises OSError."""
    import pypdfium2

    document = pypdfium2.PdfDocument(str(file))
    beside = out.with_name(f".{out.name}.{os.getpid()}.new")
    try:
        bitmap = document[number].render(scale=dpi / 72)
        bitmap.to_pil().save(beside, format="PNG")
        os.replace(beside, out)
    finally:
        beside.unlink(missing_ok=True)
        document.close()


def render_page(page: Page, dpi: float, out: FilePath) -> None:
    """A page as a PNG. Raises OSError."""
    with TemporaryDirectory() as folder:
        file = FilePath(folder) / "page.pdf"
        pdf.write([page], pdf.Meta("page"), file)
        render(file, 0, dpi, out)


def contact_sheet(
    faces: Sequence[tuple[Scene, tuple[Segment, ...]]], *, across: float = 280.0, gap: float = 5.0
) -> Page:
    """Faces, each clipped to its trim path, in rows on a desk; sizes are true to each other. mm."""
    boxes = [geo.bounds(trim) or scene.box for scene, trim in faces]
    area = sum((box[2] + gap) * (box[3] + gap) for box in boxes)
    widest = max((box[2] for box in boxes), default=across)
    width = max(across, widest + 2 * gap, sqrt(area) * 1.1)
    nodes: list[Node] = []
    x, y, row = gap, gap, 0.0
    for (scene, trim), box in zip(faces, boxes, strict=True):
        if x > gap and x + box[2] + gap > width:
            x, y, row = gap, y + row + gap, 0.0
        place = geo.translate(x - box[0], y - box[1])
        nodes.append(Path(geo.transform(trim, geo.translate(x - box[0] + 0.8, y - box[1] + 0.8)), Paint(fill=SHADOW)))
        nodes.append(Group((Use(scene),), place, trim))
        x, row = x + box[2] + gap, max(row, box[3])
    height = ceil(y + row + gap)
    back = Path(geo.rectangle(0, 0, width, height), Paint(fill=DESK))
    full = (0.0, 0.0, width, float(height))
    return Page(width, float(height), (back, *nodes), full, full, "preview")
