"""Gradients in a PDF: a shading for the colours, and a mask of light and dark where not all are equally opaque.

Each shaded path is a form of its own: what a pattern or a mask is measured from is the form, whatever is around it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFObjectReference, PDFStream, PDFZCompress, xObjectName

from generator.draw.finite import written
from generator.draw.geometry import Rectangle, bounds
from generator.draw.scene import Gradient, Shaded, Text

_Ramp = tuple[tuple[float, ...], ...]  # a place from 0 to 1, then the colour or grey there


class Shadings:
    """Writes each shaded path or text of a document once."""

    def __init__(self, document: Any) -> None:
        self.document = document  # reportlab's
        self.forms: dict[int, tuple[Shaded | Text, str]] = {}  # keeps the ids from being given to others
        self.ramps: dict[_Ramp, Any] = {}

    def path(self, node: Shaded, code: str) -> str:
        """The name of the form that draws a shaded path; `code` is the path and how it is painted, as in a PDF."""
        stroked = node.paint.fill is None
        return self.form(node, node.gradient, node.paint.opacity, code, _reach(node), stroked=stroked)

    def text(self, node: Text, gradient: Gradient, code: str, box: Rectangle) -> str:
        """The same of a text, whose letters lie in the box."""
        return self.form(node, gradient, node.opacity, code, box, fonts=PDFObjectReference("BasicFonts"))

    def form(
        self,
        node: Shaded | Text,
        gradient: Gradient,
        opacity: float,
        code: str,
        box: Rectangle,
        *,
        stroked: bool = False,
        fonts: object = None,
    ) -> str:
        known = self.forms.get(id(node))
        if known is None:
            known = self.forms[id(node)] = node, f"shade{len(self.forms)}"
            colours = self.pattern(gradient, "DeviceRGB")
            more = {"ExtGState": PDFDictionary({"S": PDFDictionary(self.state(gradient, opacity, box))})}
            code = f"{'/Pattern CS /P SCN' if stroked else '/Pattern cs /P scn'}\n{code}\n"
            if fonts is not None:  # letters are a group by themselves: some readers would let them fade twice
                letters = self.stream(box, code, colours, {"Font": fonts})
                letters.dictionary["Group"] = "<</S /Transparency>>"
                more["XObject"], code = PDFDictionary({"T": self.document.Reference(letters)}), "/T Do\n"
            self.document.Reference(self.stream(box, f"/S gs {code}", colours, more), xObjectName(known[1]))
        return known[1]

    def state(self, gradient: Gradient, opacity: float, box: Rectangle) -> dict[str, object]:
        """How opaque all of it is, and where that differs by place, a mask of it."""
        opacities = {stop.opacity for stop in gradient.stops}
        alike = _words(opacity * (opacities.pop() if len(opacities) == 1 else 1))
        state: dict[str, object] = {"ca": alike, "CA": alike}
        if opacities:
            light = self.pattern(gradient, "DeviceGray")
            mask = self.stream(box, f"/Pattern cs /P scn {_words(*box)} re f\n", light, {})
            mask.dictionary["Group"] = "<</S /Transparency /CS /DeviceGray>>"
            group = self.document.Reference(mask)
            state["SMask"] = PDFDictionary({"Type": "/Mask", "S": "/Luminosity", "G": group})
        return state

    def stream(self, box: Rectangle, code: str, pattern: PDFDictionary, more: dict[str, object]) -> PDFStream:
        x, y, width, height = box
        form = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": f"[{_words(x, y, x + width, y + height)}]",
            "Resources": PDFDictionary({"Pattern": PDFDictionary({"P": pattern}), **more}),
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
