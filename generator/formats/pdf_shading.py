"""Gradients in a PDF: a shading for the colours, and a mask of light and dark where not all are equally opaque.

Each shaded path is a form of its own: what a pattern or a mask is measured from is the form, whatever is around it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFStream, PDFZCompress, xObjectName

from generator.draw.finite import written
from generator.draw.geometry import Rectangle, bounds
from generator.draw.scene import Gradient, Shaded

_Ramp = tuple[tuple[float, ...], ...]  # a place from 0 to 1, then the colour or grey there


class Shadings:
    """Writes each shaded path of a document once."""

    def __init__(self, document: Any) -> None:
        self.document = document  # reportlab's
        self.forms: dict[int, tuple[Shaded, str]] = {}  # keeps the ids from being given to others
        self.ramps: dict[_Ramp, Any] = {}

    def form(self, node: Shaded, code: str) -> str:
        """The name of the form that draws a shaded path; `code` is the path and how it is painted, as in a PDF."""
        known = self.forms.get(id(node))
        if known is None:
            known = self.forms[id(node)] = node, f"shade{len(self.forms)}"
            self.document.Reference(self.drawn(node, code), xObjectName(known[1]))
        return known[1]

    def drawn(self, node: Shaded, code: str) -> PDFStream:
        paint, gradient, box = node.paint, node.gradient, _reach(node)
        opacities = {stop.opacity for stop in gradient.stops}
        opacity = _words(paint.opacity * (opacities.pop() if len(opacities) == 1 else 1))
        state: dict[str, object] = {"ca": opacity, "CA": opacity}
        if opacities:
            mask = self.stream(box, f"/Pattern cs /P scn {_words(*box)} re f\n", self.pattern(gradient, "DeviceGray"))
            mask.dictionary["Group"] = "<</S /Transparency /CS /DeviceGray>>"
            group = self.document.Reference(mask)
            state["SMask"] = PDFDictionary({"Type": "/Mask", "S": "/Luminosity", "G": group})
        select = "/Pattern CS /P SCN" if paint.fill is None else "/Pattern cs /P scn"
        return self.stream(box, f"/S gs {select}\n{code}\n", self.pattern(gradient, "DeviceRGB"), state)

    def stream(
        self, box: Rectangle, code: str, pattern: PDFDictionary, state: dict[str, object] | None = None
    ) -> PDFStream:
        x, y, width, height = box
        resources = {"Pattern": PDFDictionary({"P": pattern})}
        if state is not None:
            resources["ExtGState"] = PDFDictionary({"S": PDFDictionary(state)})
        form = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": f"[{_words(x, y, x + width, y + height)}]",
            "Resources": PDFDictionary(resources),
        }
        return PDFStream(PDFDictionary(form), code, [PDFZCompress])

    def pattern(self, gradient: Gradient, space: str) -> PDFDictionary:
        """A gradient's colours as a pattern, or its opacities as greys."""
        grey = space == "DeviceGray"
        ramp = tuple((stop.at, stop.opacity) if grey else (stop.at, *stop.colour) for stop in gradient.stops)
        if ramp not in self.ramps:
            self.ramps[ramp] = self.document.Reference(_function(ramp))
        shading = {
            "ShadingType": 2 if len(gradient.ends) == 4 else 3,
            "ColorSpace": f"/{space}",
            "Coords": f"[{_words(*gradient.ends)}]",
            "Extend": "[true true]",
            "Function": self.ramps[ramp],
        }
        matrix = f"[{_words(*gradient.matrix)}]"
        return PDFDictionary({"PatternType": 2, "Matrix": matrix, "Shading": PDFDictionary(shading)})


def _function(ramp: _Ramp) -> PDFDictionary:
    """A ramp as a function from 0 to 1; two stops at one place are an edge between what is on either side."""
    pieces: list[PDFDictionary] = []
    bounds: list[float] = []
    for (start, *low), (end, *high) in pairwise(ramp):
        if end > start:
            bounds.append(end)
            colours = {"C0": f"[{_words(*low)}]", "C1": f"[{_words(*high)}]"}
            pieces.append(PDFDictionary({"FunctionType": 2, "Domain": "[0 1]", "N": 1, **colours}))
    if len(pieces) == 1:
        return pieces[0]
    return PDFDictionary(
        {
            "FunctionType": 3,
            "Domain": "[0 1]",
            "Functions": PDFArray(pieces),
            "Bounds": f"[{_words(*bounds[:-1])}]",
            "Encode": "[" + "0 1 " * len(pieces) + "]",
        }
    )


def _reach(node: Shaded) -> Rectangle:
    """A box around all that is painted."""
    x, y, width, height = bounds(node.segments) or (0.0, 0.0, 0.0, 0.0)
    paint = node.paint
    over = 0.0 if paint.stroke is None else paint.width / 2 * (max(2.0, paint.miter) if paint.join == "miter" else 2)
    return x - over, y - over, width + 2 * over, height + 2 * over


def _words(*numbers: float) -> str:
    return written(" ".join([f"{number:.6f}".rstrip("0").rstrip(".") for number in numbers]))
