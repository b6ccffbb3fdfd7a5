"""The resources of a document: styles, colours, fonts, icons and pictures by name, each resolved once.

Names may come from a piece's row, so every cache is bounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.fonts import fonts as font_files
from generator.draw.geometry import geometry as geo
from generator.draw.paragraphs import hyphens
from generator.draw.paragraphs.hyphens import Hyphenate
from generator.draw.paragraphs.markup import Fonts
from generator.draw.scene import Artwork, Font, Group, Node, Path, Scene, Shaded
from generator.faces.elements.alt_text import named
from generator.faces.pictures import frames, icons, rasters
from generator.faces.pictures.artwork.drawing import Drawing, Recolour, Shape, box_of, draw
from generator.faces.pictures.artwork.lettering import Typefaces, bundled
from generator.faces.pictures.artwork.tree import Undrawable
from generator.faces.preflight import in_file
from specs.base import files
from specs.base.unfit import Code, Unfit
from specs.expand.fields import MOST_EXTENDED
from specs.model.colours import CSS, Colour, colour
from specs.model.document import Document
from specs.model.elements import Face, Gradient, Style
from specs.model.values import Num
from specs.read.beside import inside
from specs.read.typed import did_you_mean

DEFAULT_FONT = "AlegreyaSans-Regular"
DEFAULT_SIZE = 4.0
LEADING = 1.2
STROKE = 0.25
RENDERER = "pip install resvg-py draws it as pixels"
MAX_RASTERED = 500_000_000  # bytes of pictures that have no file
MAX_KEPT = 1000  # names, drawings or pictures kept at a time

Key = TypeVar("Key")
Value = TypeVar("Value")


class BadValue(Unfit):
    """A bad value of an element; `key` is the faulty key."""

    def __init__(self, code: Code, key: str, found: str, expected: str, hint: str = "", name: str = "") -> None:
        super().__init__(code, found, expected, hint, name)
        self.key = key


class ResolvedStyle(Struct, frozen=True):
    """What an element's `style` gives it for keys that it does not set."""

    font: str = DEFAULT_FONT
    size: Num = DEFAULT_SIZE
    align: str = ""  # default: left, or right for text from right to left
    valign: str = "top"
    leading: float = LEADING
    language: str | None = None
    hyphens: bool | None = None
    font_features: tuple[str, ...] = ()
    spacing: float = 0.0
    fill: str | Gradient | None = None
    stroke: str | None = None
    stroke_width: Num = STROKE
    dash: tuple[float, ...] = ()


class Resources:
    """Styles, colours, fonts, icons and pictures of one document by name. Every method raises BadValue for an unknown
    name. Pictures that `like` has read are not read again, if the result is the same."""

    def __init__(self, document: Document, like: Resources | None = None) -> None:
        self.document, self.spec = document, document.spec
        self._styles: dict[str | None, ResolvedStyle] = {None: ResolvedStyle(language=self.spec.language)}
        self._typeset: dict[tuple[str, tuple[str, ...], float, str], Fonts] = {}
        self._drawings: dict[FilePath, Drawing] = {}
        self._pictures: dict[tuple[object, ...], Scene] = {}
        self._read: dict[FilePath, rasters.Raster] = {}
        self._rasters: dict[tuple[object, ...], bytes] = {}
        self._rastered = 0
        if like is not None and (like.spec.fonts, like.document.folder) == (self.spec.fonts, document.folder):
            self._drawings, self._pictures, self._read = like._drawings, like._pictures, like._read
            self._rasters, self._rastered = like._rasters, like._rastered

    def style(self, name: str | None) -> ResolvedStyle:
        """Return a style with all it extends."""
        if name not in self._styles:
            self._styles[name] = replace(self._styles[None], **self.own(name))
        return self._styles[name]

    def own(self, name: str | None) -> dict[str, Any]:
        """Return the keys of a style and of all that it extends."""
        chain = list[Style]()
        while name is not None and len(chain) <= MOST_EXTENDED:
            if name not in self.spec.styles:
                found = f"unknown style '{name}'"
                raise BadValue("unknown-style", "style", found, "a style of this spec", name=name)
            chain.append(self.spec.styles[name])
            name = chain[-1].style
        keys = ResolvedStyle.__struct_fields__
        return {key: getattr(own, key) for own in reversed(chain) for key in keys if getattr(own, key) is not None}

    def colour(self, name: str, key: str = "fill") -> Colour | None:
        """Return the colour of a palette name, #hex or CSS name; None for `none`. `key` is the element's key that names
        it."""
        try:
            return None if name == "none" else colour(self.spec.palette, name)
        except KeyError:
            hint = did_you_mean(name, (*self.spec.palette, *CSS))
            expected = "a palette name, #rrggbb or a CSS colour"
            raise BadValue("unknown-colour", key, f"unknown colour '{name}'", expected, hint, name) from None

    def template(self, name: str) -> Face:
        """Return a template's elements."""
        if name not in self.spec.templates:
            found, expected = f"unknown template '{name}'", "a template of this spec"
            raise BadValue("unknown-template", "template", found, expected, name=name)
        return self.spec.templates[name]

    # ---- fonts -------------------------------------------------------------------------------

    def font(self, name: str) -> Font:
        """Return a font with its fallbacks for letters it lacks: its list's, then bundled ones."""
        listed = self.spec.fonts.get(name, name)
        if name not in self.spec.fonts and name not in font_files.bundled():
            known = {*self.spec.fonts, *font_files.bundled()}
            expected = f"one of {', '.join(sorted(known))}"
            raise BadValue("unknown-font", "font", f"unknown font '{name}'", expected, did_you_mean(name, known), name)
        if not listed:
            expected = "a font, and those for letters it lacks"
            raise BadValue("empty", "font", f"font '{name}', a list of none", expected, name=name)
        first, *rest = [self._font(file) for file in ((listed,) if isinstance(listed, str) else listed)]
        return font_files.backed(first, rest)

    def _font(self, stem: str) -> Font:
        if stem in font_files.bundled():
            return font_files.own(stem)
        try:
            font = Font(FilePath(stem).stem, inside(self.document.folder, stem))
        except ValueError:
            found = f"font '{stem}'"
            raise BadValue("outside-folder", "font", found, "a font file beside the spec", name=stem) from None
        try:
            font_files.opened(font)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            found = f"font file '{stem}' that cannot be printed ({why})"
            raise BadValue("wrong-file", "font", found, "a TrueType or OpenType font", name=stem) from None
        return font

    def family(self, name: str) -> Fonts:
        """Return a font with its bold and italic: the spec's `NAME-bold`, a file of the same family beside it, or
        itself."""
        regular = self.font(name)

        def sibling(kind: str) -> Font:
            stem = f"{regular.name.removesuffix('-Regular')}-{kind.title().replace('-', '')}"
            if f"{name}-{kind}" in self.spec.fonts:
                found = self.font(f"{name}-{kind}")
            elif stem in font_files.bundled():
                found = font_files.own(stem)
            else:
                found = font_files.relatives(regular).get(kind.replace("-", " "), regular)
            if (found.file, found.weight) == (regular.file, regular.weight):
                return regular
            return font_files.backed(found, (*found.others, *regular.others)) if regular.others else found

        both = sibling("bold-italic")
        return Fonts(regular, sibling("bold"), sibling("italic"), None if both == regular else both)

    def typeset(
        self, name: str, style: ResolvedStyle, features: tuple[str, ...] | None, tracking: float | None
    ) -> Fonts:
        """Return a family as a style, and the element's own keys, have it set."""
        wanted = features if features is not None else style.font_features
        apart = tracking if tracking is not None else style.spacing
        language = style.language or ""
        key = name, wanted, apart, language
        if key not in self._typeset:
            family = self.family(name)

            def as_set(font: Font) -> Font:
                plain = not wanted and not apart and not language
                return font if plain else replace(font, features=wanted, tracking=apart, language=language)

            both = None if family.both is None else as_set(family.both)
            found = Fonts(as_set(family.regular), as_set(family.bold), as_set(family.italic), both)
            _keep(self._typeset, key, found)
        return self._typeset[key]

    def hyphenate(self, style: ResolvedStyle, wanted: bool | None, *, justified: bool) -> Hyphenate | None:
        """Return the hyphenation of an element's words, if it or its style asks for it, or it is justified; else
        None."""
        wanted = wanted if wanted is not None else style.hyphens
        if wanted is None and (style.language is None or not justified):
            return None
        if wanted is False:
            return None
        if style.language is None:
            raise BadValue(
                "missing-key",
                "hyphens",
                "hyphens in no language",
                "language: en at the top of the spec, or in the style",
            )
        if wanted is None and self.document.words is not None and not hyphens.known(style.language):
            return None  # a language that the spec is translated into may have no patterns
        try:
            return hyphens.hyphenator(style.language, self.spec.hyphens)
        except KeyError:
            known = hyphens.languages()
            found, hint = f"no hyphens for language '{style.language}'", did_you_mean(style.language, known)
            expected = f"one of {', '.join(known)}, or hyphens: false"
            raise BadValue("unknown-name", "hyphens", found, expected, hint) from None

    def stands_in(self, other: Font, font: Font) -> bool:
        """Return whether a bundled font, not named in the spec, shows what a spec's own font lacks."""
        named = {name for files in self.spec.fonts.values() for name in ((files,) if isinstance(files, str) else files)}
        return font.name not in font_files.bundled() and other.name in font_files.bundled() and other.name not in named

    @cached_property
    def typefaces(self) -> Typefaces:
        """Return the fonts for text in artwork: the spec's fonts by the spec's name or their own, and the bundled."""
        families, own = dict(bundled()), self.spec.fonts
        for name in own:
            base = name.removesuffix("-bold").removesuffix("-italic")
            families[name] = family = self.family(name)
            if base == name or base not in own:
                families.setdefault(font_files.family(family.regular), family)
        return Typefaces(families)

    # ---- icons and pictures ------------------------------------------------------------------

    def icon(self, name: str) -> FilePath:
        """Return an icon's file."""
        file = self._icon_files.get(name)
        if file is None:
            hint = did_you_mean(name, self._icon_files)
            raise BadValue("unknown-icon", "icon", f"unknown icon '{name}'", "an icon's name", hint, name)
        return file

    def artwork(self, file: FilePath, recolours: Mapping[str, Recolour], opacity: float, key: str) -> Scene:
        """Return an SVG file as a scene in its own units, its roles recoloured; the same object each time."""
        made = (file, tuple(sorted(recolours.items())), opacity)
        scene = self._pictures.get(made)
        if scene is None:
            drawing = self.drawing(file, key)
            nodes: tuple[Node, ...] = draw(drawing, recolours, opacity)
            x, y, width, height = drawing.box
            letters = tuple(node for node in nodes if not isinstance(node, Path | Shaded))
            shapes = [box for shape in drawing.shapes if isinstance(shape, Shape) and (box := box_of(shape))]
            for left, top, w, h in (*shapes, *(found for _, found in geo.paint_box(letters))):
                if left < x or top < y or left + w > x + width or top + h > y + height:
                    nodes = (Group(nodes, clip=geo.rectangle(*drawing.box)),)  # a view box clips
                    break
            scene = _keep(self._pictures, made, Artwork(drawing.box, nodes, alt=named(file.stem)))
        return scene

    def raster(self, file: FilePath, svg: str, width: float, height: float, key: str) -> bytes:
        """Return an SVG file's text as a PNG of `width` × `height` mm; the same object each time."""
        from generator.faces.pictures.artwork import pixels

        across, down = pixels.size(width, height)
        made = (file, across, down)
        if made not in self._rasters:
            try:
                png = pixels.png(svg, across, down, self.typefaces.files() if "<text" in svg else ())
            except ValueError as error:
                raise BadValue("unsupported-artwork", key, f"'{file.name}': {error}", "a plainer SVG file") from None
            self._made(len(png), key)
            _keep(self._rasters, made, png)
        return self._rasters[made]

    def drawing(self, file: FilePath, key: str) -> Drawing:
        """Return an SVG file as it is read."""
        drawing = self._drawings.get(file)
        if drawing is None:
            from generator.faces.pictures.artwork.reader import read  # loads an XML parser

            try:
                drawing = _keep(self._drawings, file, read(file, lambda: self.typefaces))
            except (ValueError, OSError) as error:
                if isinstance(error, files.TooLarge):
                    raise BadValue("over-limit", key, f"'{file.name}' of {error.strerror}", error.expected) from None
                found, hint = in_file(file.name, str(error)), RENDERER if isinstance(error, Undrawable) else ""
                expected = "an SVG file of shapes, gradients and text"
                raise BadValue("unsupported-artwork", key, found, expected, hint) from None
        return drawing

    @cached_property
    def _icon_files(self) -> Mapping[str, FilePath]:
        return icons.files(self.document)

    def picture(self, file: FilePath) -> rasters.Raster:
        """Return a PNG, JPEG, WebP or page of a PDF. The whole file is read once, so that a truncated one is found
        here."""
        if file not in self._read:
            try:
                read = rasters.read(file)
            except rasters.Unusable as error:
                raise BadValue("wrong-file", "image", error.found, error.expected) from None
            self._made(len(read.data), "image")
            _keep(self._read, file, read)
        return self._read[file]

    def frame(self, file: FilePath, data: bytes, margins: frames.Margins, size: tuple[int, int]) -> bytes:
        """Return a picture as a frame of `size` pixels, as a PNG; the same object each time."""
        if not frames.possible():
            found, expected = f"'{file.name}' as a frame, in a browser", "an SVG file, or the installed program"
            raise BadValue("unsupported-artwork", "margin", found, expected)
        made = (file, data, margins, size)
        if made not in self._rasters:
            png = frames.picture(data or file.read_bytes(), margins, size)
            self._made(len(png), "image")
            _keep(self._rasters, made, png)
        return self._rasters[made]

    def pixels(self, file: FilePath) -> tuple[float, float]:
        """Return a PNG's or JPEG's size in pixels, upright."""
        read = self.picture(file)
        return read.width, read.height

    def _made(self, size: int, key: str) -> None:
        self._rastered += size
        if self._rastered > MAX_RASTERED:
            found = f"more than {MAX_RASTERED:,} bytes of pictures made from others"
            raise BadValue("over-limit", key, found, "fewer or smaller ones")


def _keep(cache: dict[Key, Value], key: Key, value: Value) -> Value:
    if len(cache) >= MAX_KEPT:
        del cache[next(iter(cache))]  # drops the oldest
    cache[key] = value
    return value
