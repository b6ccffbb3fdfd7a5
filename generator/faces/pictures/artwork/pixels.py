"""SVG artwork as pixels, when shapes, gradients and letters cannot show it: filters, masks, patterns, blending.

resvg draws it in a process of its own, since a file can ask for unlimited time or memory. resvg would read pictures
from any path in a file, so it gets a rewritten text: only elements known to be drawn are kept, references stay inside
the file, and pictures are those embedded in it.
"""

import base64
import binascii
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from math import ceil, sqrt
from xml.sax.saxutils import escape, quoteattr

from generator.faces.pictures.artwork.cascade import UNDERSTOOD
from generator.faces.pictures.artwork.drawing import Viewport
from generator.faces.pictures.artwork.tree import SVG, Element
from specs.base.workers.pool import Bounds, run_bounded

DPI = 300.0
MOST_PIXELS = 18_000_000  # the same limit as for a PNG beside the spec, or a picture within a file
BOUNDS = Bounds(seconds=5.0, megabytes=512)
_FAMILY = "Alegreya Sans"
_OWN = {"x", "y", "width", "height", "viewBox", "preserveAspectRatio"}  # attributes of the root that are rewritten
_NAMED = {"http://www.w3.org/1999/xlink href": "href", "http://www.w3.org/XML/1998/namespace space": "xml:space"}
_PICTURE = re.compile(r"data:image/(png|jpe?g);base64,")
_FAMILIES = re.compile(r"(font-family\s*:\s*)([^;}]+)")
_FONT = re.compile(r"(\bfont\s*:\s*(?:[a-z-]+\s+){0,5}[\d.]+[a-z%]*(?:\s*/\s*[\w.%]+)?\s+)([^;}]+)", re.I)  # all in one
_ALPHA = re.compile(r"((?:rgb|hsl)a?\([^(),]*,[^(),]*,[^(),]*,\s*)([\d.]{1,9})%\s*\)", re.I)
_SPACED = re.compile(r"\b(rgb|hsl)a?\(\s*([^\s(),/]+)\s+([^\s(),/]+)\s+([^\s(),/]+)\s*(?:/\s*([^\s(),/]+)\s*)?\)", re.I)
_CURRENT = re.compile(r"\bcurrentcolor\b", re.I)
_ELSEWHERE = re.compile(r"@import|url\((?!\s*+['\"]?\s*+#)", re.I)


def possible() -> bool:
    """Return whether the renderer is installed."""
    return find_spec("resvg_py") is not None


def size(width: float, height: float) -> tuple[int, int]:
    """Return the size in pixels of a picture of `width` × `height` mm: 300 to the inch, up to a limit."""
    across, down = max(1.0, width / 25.4 * DPI), max(1.0, height / 25.4 * DPI)
    less = min(1.0, sqrt(MOST_PIXELS / (across * down)))
    return min(MOST_PIXELS, ceil(across * less)), min(MOST_PIXELS, ceil(down * less))


def png(svg: str, width: int, height: int, fonts: Sequence[str]) -> bytes:
    """Render a safe SVG text as a PNG of `width` × `height` pixels. Raises ValueError."""
    sized = svg.replace("<svg", f'<svg width="{width}" height="{height}"', 1)
    try:
        return run_bounded(partial(_draw, sized, list(fonts)), BOUNDS)
    except TimeoutError:
        raise ValueError(f"more than {BOUNDS.seconds:.0f} s of drawing as pixels") from None
    except MemoryError:
        raise ValueError("not drawn as pixels (too much memory)") from None
    except Exception as error:
        raise ValueError(f"not drawn as pixels ({type(error).__name__}: {error})"[:110]) from None


def _draw(svg: str, fonts: list[str]) -> bytes:
    import resvg_py  # only needed for such artwork; it may be missing

    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        dpi=96,
        skip_system_fonts=True,
        languages=["en"],
        font_files=fonts,
        font_family=_FAMILY,
        serif_family=_FAMILY,
        sans_serif_family=_FAMILY,
        cursive_family=_FAMILY,
        fantasy_family=_FAMILY,
        monospace_family=_FAMILY,
    )
    return bytes(drawn)


class Harmless:
    """A file's safe text; its font names go through `fonts`, which returns the family to use instead."""

    def __init__(self, root: Element, view: Viewport, fonts: Callable[[str], str]) -> None:
        """Raises ValueError for what can be neither drawn nor left out."""
        self.view, self.fonts = view, fonts
        self.text = "".join(self._written(root))

    def _written(self, element: Element) -> Iterator[str]:
        name = element.name
        if " " in name or name in UNDERSTOOD.silent:
            return
        if name not in UNDERSTOOD.pixels:
            raise ValueError(f"<{name[:30]}>, which cannot be drawn, even as pixels")
        kept = {_NAMED.get(key, key): value for key, value in self._attributes(name, element.attributes)}
        around = element.parent is None and not self.view.fitted
        if element.parent is None:
            kept = self._root(kept)
        if around:
            width, height = self.view.box[2:]
            yield f'<svg xmlns="{SVG}" viewBox="0 0 {width:.9g} {height:.9g}" preserveAspectRatio="none">'
        if "font-family" in kept:
            kept["font-family"] = self.fonts(kept["font-family"])
        for key in ("style", "fill", "stroke", "stop-color", "color"):
            if key in kept:
                kept[key] = self._css(kept[key])
        yield "<" + name + "".join(f" {key}={quoteattr(value)}" for key, value in kept.items()) + ">"
        for each in element.content:
            if isinstance(each, Element):
                yield from self._written(each)
                continue
            if _ELSEWHERE.search(each):
                raise ValueError(f"text '{each.strip()[:30]}', which leads out of the file")
            yield escape(self._css(each) if name == "style" else each)
        yield f"</{name}></svg>" if around else f"</{name}>"

    def _root(self, given: dict[str, str]) -> dict[str, str]:
        """Return the root's attributes; if its viewBox is not all of the picture, it becomes the only child
        of another."""
        kept = {key: value for key, value in given.items() if key not in _OWN}
        if self.view.fitted:
            x, y, width, height = self.view.view
            whole = {"viewBox": f"{x:.9g} {y:.9g} {width:.9g} {height:.9g}", "preserveAspectRatio": "none"}
            return kept | {"xmlns": SVG} | whole
        width, height = self.view.box[2:]
        fitted = {key: value for key, value in given.items() if key in ("viewBox", "preserveAspectRatio")}
        return kept | fitted | {"width": f"{width:.9g}", "height": f"{height:.9g}"}

    def _attributes(self, name: str, attributes: Mapping[str, str]) -> Iterable[tuple[str, str]]:
        for key, value in attributes.items():
            known = _NAMED.get(key, key)
            if known == "href":
                if name == "a":
                    continue  # the target of a link
                if not value.startswith("#"):
                    _picture(name, value)
            elif " " in known or known == "xml:base":
                continue  # a drawing program's own notes
            elif _ELSEWHERE.search(value):
                raise ValueError(f"{known} '{value[:30]}', which leads out of the file")
            yield key, value

    def _css(self, css: str) -> str:
        """Return CSS with fonts that exist, and with colours in the form that the renderer knows."""
        css = _CURRENT.sub("currentColor", _SPACED.sub(_commas, css))
        css = _ALPHA.sub(lambda found: f"{found[1]}{float(found[2]) / 100:g})", css)
        css = _FAMILIES.sub(lambda found: f"{found[1]}'{self.fonts(found[2])}'", css)
        return _FONT.sub(lambda found: f"{found[1]}'{self.fonts(found[2])}'", css)


def _commas(found: re.Match[str]) -> str:
    """Return a colour whose parts are separated by spaces, with commas between them."""
    parts = [part for part in found.groups()[1:] if part]
    return f"{found[1]}{'a' if len(parts) == 4 else ''}({', '.join(parts)})"


def _picture(name: str, href: str) -> None:
    """Refuse a picture that is not embedded whole in the file. Raises ValueError."""
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
