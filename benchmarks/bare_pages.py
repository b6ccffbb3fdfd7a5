"""Pages drawn bare: the drawing operators of a build's PDF, straight to a reportlab canvas.

`record` writes down what a build draws; run as a program, this draws it: each face as one form, as the build has it.
Gradients are drawn in their mean colour, nothing shines through, and letters stand as reportlab sets them: less work
than the build has.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

Op = tuple[Any, ...]


def record(spec: str, file: Path) -> None:
    """What a build of a spec's PDF draws: fonts, forms and pages as plain values."""
    from tempfile import TemporaryDirectory
    from unittest.mock import patch

    from generator.api import build
    from generator.formats.pdf.pages import Writer

    pages: list[Any] = []
    drawn = Writer.page

    def page(self: Writer, page: Any) -> None:
        pages.append(page)
        drawn(self, page)

    with TemporaryDirectory() as out, patch.object(Writer, "page", page):
        build(spec, out, formats="pdf")
    forms: dict[int, tuple[tuple[float, ...], list[Op]]] = {}
    fonts: dict[str, str] = {}
    drawings = [(page.width, page.height, list(_ops(page.nodes, forms, fonts))) for page in pages]
    file.write_text(json.dumps((fonts, forms, drawings)))


def _ops(nodes: Iterable[Any], forms: dict[int, Any], fonts: dict[str, str]) -> Iterable[Op]:
    for node in nodes:
        match type(node).__name__:
            case "Path" | "Shaded":
                paint = node.paint
                yield "path", node.segments, paint.fill, paint.stroke, paint.width, paint.dash
            case "Text" if node.fill is not None:
                fonts[node.font.name] = str(node.font.file)
                yield "text", node.x, node.y, node.text, node.font.name, node.size, node.fill, node.anchor
            case "Image":
                yield "image", str(node.file), node.x, node.y, node.width, node.height
            case "Group":
                yield "save", node.matrix, node.clip
                yield from _ops(node.children, forms, fonts)
                yield ("restore",)
            case "Use":
                scene = node.scene
                if id(scene) not in forms:
                    forms[id(scene)] = scene.box, list(_ops(scene.nodes, forms, fonts))
                yield "save", node.matrix, ()
                yield "form", id(scene)
                yield ("restore",)


def _path(canvas: Canvas, segments: Iterable[Op]) -> Any:
    path = canvas.beginPath()
    draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for verb, *numbers in segments:
        draw[verb](*numbers)
    return path


def _draw(canvas: Canvas, ops: Iterable[Op]) -> None:
    for kind, *given in ops:
        match kind:
            case "path":
                segments, fill, stroke, width, dash = given
                canvas.saveState()
                if fill is not None:
                    canvas.setFillColorRGB(*fill)
                if stroke is not None:
                    canvas.setStrokeColorRGB(*stroke)
                    canvas.setLineWidth(width)
                    canvas.setDash(dash)
                canvas.drawPath(_path(canvas, segments), fill=int(fill is not None), stroke=int(stroke is not None))
                canvas.restoreState()
            case "text":
                x, y, text, font, size, fill, anchor = given
                wide = pdfmetrics.stringWidth(text, font, size) if anchor != "start" else 0.0
                line = canvas.beginText()
                line.setFont(font, size)
                line.setFillColorRGB(*fill)
                line.setTextTransform(1, 0, 0, -1, x - wide * (0.5 if anchor == "middle" else 1.0), y)
                line.textOut(text)
                canvas.drawText(line)
            case "save":
                matrix, clip = given
                canvas.saveState()
                canvas.transform(*matrix)
                if clip:
                    canvas.clipPath(_path(canvas, clip), stroke=0, fill=0)
            case "restore":
                canvas.restoreState()
            case "form":
                canvas.doForm(str(given[0]))
            case "image":
                canvas.drawImage(*given)


def main(source: str, target: str) -> None:
    fonts, forms, pages = json.loads(Path(source).read_text())
    for name, file in fonts.items():
        pdfmetrics.registerFont(TTFont(name, file))
    canvas = Canvas(target, invariant=1, pageCompression=1)
    for name, ((x, y, width, height), ops) in forms.items():
        canvas.beginForm(name, x, y, x + width, y + height)
        _draw(canvas, ops)
        canvas.endForm()
    for width, height, ops in pages:
        canvas.setPageSize((width * mm, height * mm))
        canvas.transform(mm, 0, 0, -mm, 0, height * mm)
        _draw(canvas, ops)
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
