"""Gradients in a PDF: a shading for the colours, and a luminosity mask if opacities differ.

Each shaded path is a form of its own: patterns and masks are measured from the form, whatever is around it.
"""

from collections.abc import Mapping
from itertools import pairwise

from generator.draw.geometry.finite import finite_digits
from generator.draw.geometry.geometry import Rectangle, bounds
from generator.draw.scene import Gradient, Shaded, Text
from generator.formats.pdf.objects import FONTS, Objects, array, dictionary

_Ramp = tuple[tuple[float, ...], ...]  # positions from 0 to 1, each with its colour or grey


class Shadings:
    """Writes each shaded path or text of a document once."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.forms: dict[int, tuple[Shaded | Text, str, str]] = {}  # keeps nodes alive, so that ids are not reused
        self.ramps: dict[_Ramp, str] = {}

    def form(self, node: Shaded | Text, gradient: Gradient, code: str, box: Rectangle | None = None) -> tuple[str, str]:
        """Return the form that draws a shaded path or text, by its name and reference. `code` is the path or text and
        how it is painted, in PDF syntax; `box` encloses all of it, and is measured if it is None."""
        known = self.forms.get(id(node))
        if known is None:
            stroked = isinstance(node, Shaded) and node.paint.fill is None
            opacity = node.paint.opacity if isinstance(node, Shaded) else node.opacity
            box = box or (_reach(node) if isinstance(node, Shaded) else (0.0, 0.0, 0.0, 0.0))
            colours = self.pattern(gradient, "DeviceRGB")
            more = {"ExtGState": dictionary({"S": dictionary(self.state(gradient, opacity, box))})}
            code = f"{'/Pattern CS /P SCN' if stroked else '/Pattern cs /P scn'}\n{code}\n"
            if isinstance(node, Text):  # letters are a group of their own: some readers would apply the opacity twice
                group = self.stream(box, code, colours, {"Font": FONTS}, "<</S /Transparency>>")
                more["XObject"], code = dictionary({"T": group}), "/T Do\n"
            form = self.stream(box, f"/S gs {code}", colours, more)
            known = self.forms[id(node)] = node, f"shade{len(self.forms)}", form
        return known[1:]

    def state(self, gradient: Gradient, opacity: float, box: Rectangle) -> dict[str, object]:
        """Return the opacity of all of it and, if that varies, a mask."""
        opacities = {stop.opacity for stop in gradient.stops}
        alike = _words(opacity * (opacities.pop() if len(opacities) == 1 else 1))
        state: dict[str, object] = {"ca": alike, "CA": alike}
        if opacities:
            light = self.pattern(gradient, "DeviceGray")
            code, group = f"/Pattern cs /P scn {_words(*box)} re f\n", "<</S /Transparency /CS /DeviceGray>>"
            mask = self.stream(box, code, light, {}, group)
            state["SMask"] = dictionary({"Type": "/Mask", "S": "/Luminosity", "G": mask})
        return state

    def stream(self, box: Rectangle, code: str, pattern: str, more: Mapping[str, str], group: str = "") -> str:
        x, y, width, height = box
        form = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": f"[{_words(x, y, x + width, y + height)}]",
            "Resources": dictionary({"Pattern": dictionary({"P": pattern}), **more}),
            **({"Group": group} if group else {}),
        }
        return self.objects.stream(form, code.encode())

    def pattern(self, gradient: Gradient, space: str) -> str:
        """Return a gradient's colours as a pattern, or its opacities as greys."""
        grey = space == "DeviceGray"
        ramp = tuple((stop.at, stop.opacity) if grey else (stop.at, *stop.colour) for stop in gradient.stops)
        if ramp not in self.ramps:
            self.ramps[ramp] = self.objects.add(_function(ramp))
        shading = {
            "ShadingType": 2 if len(gradient.ends) == 4 else 3,
            "ColorSpace": f"/{space}",
            "Coords": f"[{_words(*gradient.ends)}]",
            "Extend": "[true true]",
            "Function": self.ramps[ramp],
        }
        matrix = f"[{_words(*gradient.matrix)}]"
        return dictionary({"PatternType": 2, "Matrix": matrix, "Shading": dictionary(shading)})


def _function(ramp: _Ramp) -> dict[str, object]:
    """Return a ramp as a function from 0 to 1; two stops at one place are an edge between their sides."""
    pieces: list[dict[str, object]] = []
    bounds: list[float] = []
    for (start, *low), (end, *high) in pairwise(ramp):
        if end > start:
            bounds.append(end)
            colours = {"C0": f"[{_words(*low)}]", "C1": f"[{_words(*high)}]"}
            pieces.append({"FunctionType": 2, "Domain": "[0 1]", "N": 1, **colours})
    if len(pieces) == 1:
        return pieces[0]
    return {
        "FunctionType": 3,
        "Domain": "[0 1]",
        "Functions": array(map(dictionary, pieces)),
        "Bounds": f"[{_words(*bounds[:-1])}]",
        "Encode": "[" + "0 1 " * len(pieces) + "]",
    }


def _reach(node: Shaded) -> Rectangle:
    """Return a box around all that is painted."""
    x, y, width, height = bounds(node.segments) or (0.0, 0.0, 0.0, 0.0)
    paint = node.paint
    over = 0.0 if paint.stroke is None else paint.width / 2 * (max(2.0, paint.miter) if paint.join == "miter" else 2)
    return x - over, y - over, width + 2 * over, height + 2 * over


def _words(*numbers: float) -> str:
    return finite_digits(" ".join([f"{number:.6f}".rstrip("0").rstrip(".") for number in numbers]))
