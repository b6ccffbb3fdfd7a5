"""An SVG file written anew, with nothing in it that reads anything else: what a renderer of others is given.

The renderer would read pictures from wherever a file says. So only what is known to draw goes over, references lead
into the file alone, and pictures are those that the file itself holds.
"""

from __future__ import annotations

import base64
import binascii
import io
import re
from collections.abc import Callable, Iterable
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from generator.faces.pictures.artwork.cascade import SVG
from generator.faces.pictures.artwork.viewport import Viewport

_DRAWN = {
    "a", "circle", "clipPath", "defs", "ellipse", "filter", "g", "image", "line", "linearGradient", "marker", "mask",
    "path", "pattern", "polygon", "polyline", "radialGradient", "rect", "stop", "style", "svg", "switch", "symbol",
    "text", "textPath", "tspan", "use",
    "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
    "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR",
    "feGaussianBlur", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting",
    "feSpotLight", "feTile", "feTurbulence",
}  # fmt: skip
_SILENT = {
    "animate", "animateMotion", "animateTransform", "cursor", "desc", "metadata", "script", "set", "title", "view",
}  # fmt: skip
_OWN = {"x", "y", "width", "height", "viewBox", "preserveAspectRatio"}  # of the root, which is given its own
_NAMED = {"http://www.w3.org/1999/xlink href": "href", "http://www.w3.org/XML/1998/namespace space": "xml:space"}
_PICTURE = re.compile(r"data:image/(png|jpe?g);base64,")
_FAMILY = re.compile(r"(font-family\s*:\s*)([^;}]+)")
_FONT = re.compile(r"(\bfont\s*:\s*(?:[a-z-]+\s+){0,5}[\d.]+[a-z%]*(?:\s*/\s*[\w.%]+)?\s+)([^;}]+)", re.I)  # all in one
_ALPHA = re.compile(r"((?:rgb|hsl)a?\([^(),]*,[^(),]*,[^(),]*,\s*)([\d.]{1,9})%\s*\)", re.I)
_SPACED = re.compile(r"\b(rgb|hsl)a?\(\s*([^\s(),/]+)\s+([^\s(),/]+)\s+([^\s(),/]+)\s*(?:/\s*([^\s(),/]+)\s*)?\)", re.I)
_CURRENT = re.compile(r"\bcurrentcolor\b", re.I)
_ELSEWHERE = re.compile(r"@import|url\((?!\s*+['\"]?\s*+#)", re.I)
MOST_PIXELS = 18_000_000  # of a picture that the file holds
MOST_DEEP = 200  # elements in elements


class Harmless:
    """A file's text; what it says of fonts goes through `fonts`, which gives the family to use in place of another."""

    def __init__(self, data: bytes, view: Viewport, fonts: Callable[[str], str]) -> None:
        """Raises ValueError for what can neither be drawn nor left out."""
        self.view, self.parts, self.fonts = view, list[str](), fonts
        self.hidden, self.deep, self.css = 0, 0, False
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text, parser.buffer_size = True, max(len(data), 1)  # a style sheet in one piece
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        try:
            parser.Parse(data, True)
        except (expat.ExpatError, LookupError) as error:
            raise ValueError(f"not SVG: {error}") from None
        self.text = "".join(self.parts)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        if self.hidden or space not in ("", SVG) or name in _SILENT:
            self.hidden += 1
            return
        if name not in _DRAWN:
            raise ValueError(f"<{name[:30]}>, which cannot be drawn, even as pixels")
        self.deep, self.css = self.deep + 1, name == "style"
        if self.deep > MOST_DEEP:
            raise ValueError(f"elements more than {MOST_DEEP} deep")
        kept = {_NAMED.get(key, key): value for key, value in self._attributes(name, attributes)}
        if self.deep == 1:
            kept = self._root(kept)
        if "font-family" in kept:
            kept["font-family"] = self.fonts(kept["font-family"])
        for key in ("style", "fill", "stroke", "stop-color", "color"):
            if key in kept:
                kept[key] = self._css(kept[key])
        self.parts.append("<" + name + "".join(f" {key}={quoteattr(value)}" for key, value in kept.items()) + ">")

    def _root(self, given: dict[str, str]) -> dict[str, str]:
        """The root's attributes; where its viewBox is not all of the picture, it becomes the one part of another."""
        kept = {key: value for key, value in given.items() if key not in _OWN}
        if self.view.fitted:
            x, y, width, height = self.view.view
            whole = {"viewBox": f"{x:.9g} {y:.9g} {width:.9g} {height:.9g}", "preserveAspectRatio": "none"}
            return kept | {"xmlns": SVG} | whole
        width, height = self.view.box[2:]
        self.parts.append(f'<svg xmlns="{SVG}" viewBox="0 0 {width:.9g} {height:.9g}" preserveAspectRatio="none">')
        fitted = {key: value for key, value in given.items() if key in ("viewBox", "preserveAspectRatio")}
        return kept | fitted | {"width": f"{width:.9g}", "height": f"{height:.9g}"}

    def _attributes(self, name: str, attributes: dict[str, str]) -> Iterable[tuple[str, str]]:
        for key, value in attributes.items():
            known = _NAMED.get(key, key)
            if known == "href":
                if name == "a":
                    continue  # where a click would lead
                if not value.startswith("#"):
                    _picture(name, value)
            elif " " in known or known == "xml:base":
                continue  # a drawing program's own notes
            elif _ELSEWHERE.search(value):
                raise ValueError(f"{known} '{value[:30]}', which leads out of the file")
            yield key, value

    def _end(self, tag: str) -> None:
        if self.hidden:
            self.hidden -= 1
            return
        self.deep, self.css = self.deep - 1, False
        self.parts.append(f"</{tag.rpartition(' ')[2]}>")
        if self.deep == 0 and not self.view.fitted:
            self.parts.append("</svg>")

    def _characters(self, text: str) -> None:
        if self.hidden:
            return
        if _ELSEWHERE.search(text):
            raise ValueError(f"text '{text.strip()[:30]}', which leads out of the file")
        self.parts.append(escape(self._css(text) if self.css else text))

    def _css(self, css: str) -> str:
        """CSS with fonts that are there, and with colours in words that the renderer knows."""
        css = _CURRENT.sub("currentColor", _SPACED.sub(_commas, css))
        css = _ALPHA.sub(lambda found: f"{found[1]}{float(found[2]) / 100:g})", css)
        css = _FAMILY.sub(lambda found: f"{found[1]}'{self.fonts(found[2])}'", css)
        return _FONT.sub(lambda found: f"{found[1]}'{self.fonts(found[2])}'", css)


def _commas(found: re.Match[str]) -> str:
    """A colour of parts between spaces, with commas between them."""
    parts = [part for part in found.groups()[1:] if part]
    return f"{found[1]}{'a' if len(parts) == 4 else ''}({', '.join(parts)})"


def _picture(name: str, href: str) -> None:
    """Refuse what is no whole picture inside the file. Raises ValueError."""
    from PIL import Image

    found = _PICTURE.match(href)
    if name != "image" or found is None:
        raise ValueError(f"<{name}> of '{href[:30]}', which is no PNG or JPEG inside the file")
    try:
        data = base64.b64decode("".join(href[found.end() :].split()), validate=True)
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as picture:
            width, height = picture.size
    except (binascii.Error, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise ValueError("<image> of a picture that cannot be read") from None
    if width * height > MOST_PIXELS:
        raise ValueError(f"<image> of {width:,} × {height:,} pixels, more than {MOST_PIXELS:,} in all")
