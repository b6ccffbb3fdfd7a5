"""Checks what a spec's values mean: names exist, sizes are possible, files are there.

Structure is checked before (`typed.py`), and rows while they expand (`pieces.py`). This walks the elements of all faces
and templates, once each, and knows which fields can reach them.
"""

from collections.abc import Collection, Iterator
from itertools import islice

from specs.base.errors import Fault, KeyPath
from specs.check.reporter import BUILT_IN, Reporter
from specs.check.setup import page_faults, setup_faults
from specs.check.table import table_faults
from specs.expand import expr
from specs.expand.fields import HOLDERS, MOST_EXTENDED, FieldsOf, strings
from specs.model import elements as el
from specs.model.component import SIDES, Box, Component, FoldedBox, PagedText, Stand
from specs.model.document import Document
from specs.model.shapes.sizes import NAMED_SIZES
from specs.model.values import Frozen, composed, keyed, spanned
from specs.read.beside import IMAGES, own_files, paged
from specs.read.guessed import numbers_instead
from specs.read.named_yaml import templates, used
from specs.read.typed import MOST_FAULTS, did_you_mean, shown, too_many

MAX_MM = 2000.0
MOST_REPEATED = 10_000  # iterations of a repeat
ONE_NUMBER = ("square", "circle", "hex-flat", "hex-pointy")  # shapes as wide as high, or across their flats
_NO_OUTLINE = (
    "when", "alt", "style", "opacity", "clip", "fill", "stroke", "stroke_width", "dash", "texture", "shadow",
    "blend", "id", "below",
)  # fmt: skip
_LENGTHS = ("size", "across", "scale", "radius", "stroke_width")
_COLOURS = ("fill", "stroke", "accent")
_TEXTS = ("alt", "text", "image", "icon", "path", "font", "font_features")
_WORDS = (*_COLOURS, *_TEXTS, "over", "align", "valign", "fit", "blend", "id", "below", "around")
_NOT_READ = ("when", "where", "items", "with_", "template", "style", "as_", "clip")  # not rendered, or checked apart
_FONT_FILES = (".ttf", ".otf", ".ttc", ".woff", ".woff2")  # the last three are files that a font is not read from


def check(document: Document, *, icons: Collection[str] | None, fonts: Collection[str] | None) -> list[Fault]:
    """Return all faults of meaning. Icons and fonts are checked only if their names are given."""
    found = list(islice(_Check(document, icons, fonts).run(), MOST_FAULTS + 1))
    return found if len(found) <= MOST_FAULTS else [*found, too_many(str(document.file))]


def own_icons(document: Document) -> list[str]:
    """Return the names of the icons in the spec's own folder, if it has one."""
    if document.spec.icons is None:
        return []
    try:
        return [composed(file.stem) for file in own_files(document.folder, document.spec.icons)]
    except ValueError:
        return []  # a folder elsewhere is reported where it is named


class _Check:
    def __init__(self, document: Document, icons: Collection[str] | None, fonts: Collection[str] | None) -> None:
        self.document, self.spec = document, document.spec
        self.icons, self.fonts = None if icons is None else {*icons, *own_icons(document)}, fonts
        self.needs = FieldsOf(document.spec)
        self.reporter = reporter = Reporter(document)
        self.fault, self.unknown, self.fields = reporter.fault, reporter.unknown, reporter.fields

    def run(self) -> Iterator[Fault]:
        spec = self.spec
        if spec.players.min > spec.players.max:
            found = f"{spec.players.min} to {spec.players.max} players"
            yield self.fault("out-of-range", ("players",), found, "min at most max")
        colours = len(spec.players.colours)
        if 0 < colours < spec.players.max:
            found = f"{colours} colours for {spec.players.max} players"
            yield self.fault("wrong-count", ("players", "colours"), found, "one for each")
        for name, value in spec.palette.items():
            yield from self.reporter.colour(value, ("palette", name))
        for name in spec.styles:
            yield from self.style(name)
        for name, files in spec.fonts.items():
            if isinstance(files, str):
                yield from self.font_file(files, ("fonts", name))
                continue
            if not files:
                found = "a list of no fonts"
                yield self.fault("empty", ("fonts", name), found, "a font, and those for letters it lacks")
            for index, file in enumerate(files):
                yield from self.font_file(file, ("fonts", name, index))
        if spec.icons is not None:
            yield from self.reporter.file(("icons",), spec.icons, "a folder beside the spec", "folder")
        yield from self.recursion()
        for name, face in spec.templates.items():
            yield from self.face(face, ("templates", name), None)
        for name, component in spec.components.items():
            yield from self.component(name, component)
        yield from setup_faults(self.document)
        yield from table_faults(self.document)
        for name in {*spec.data} & {*spec.setup.layouts}:
            found = f"'{name}' under data: and under layouts:"
            yield self.fault("duplicate", ("data", name), found, "each name once, for rows")
        for name, rule in spec.rule_options.items():
            if rule.choices and rule.default not in rule.choices:
                expected = f"one of the choices {', '.join(map(expr.show, rule.choices))}"
                yield self.fault(
                    "wrong-value", ("rule_options", name, "default"), f"default {shown(rule.default)}", expected
                )

    # ---- names -------------------------------------------------------------------------------

    def style(self, name: str) -> Iterator[Fault]:
        style, seen = self.spec.styles[name], [name]
        for field in ("fill", "stroke"):
            yield from self.reporter.paint(getattr(style, field), ("styles", name, field))
        yield from self.font(style.font, ("styles", name, "font"))
        yield from self.lengths(style, ("styles", name))
        while style.style is not None:
            if style.style not in self.spec.styles:
                if len(seen) == 1:
                    yield self.unknown(("styles", name, "style"), "style", style.style, self.spec.styles)
                return
            if style.style in seen:
                found = f"style '{name}' that extends itself ({' > '.join((*seen, style.style))})"
                yield self.fault("endless", ("styles", name, "style"), found, "styles that end")
                return
            seen.append(style.style)
            if len(seen) > MOST_EXTENDED:
                found = f"more than {MOST_EXTENDED} styles in a row"
                yield self.fault("over-limit", ("styles", name, "style"), found, "fewer")
                return
            style = self.spec.styles[style.style]

    def font(self, name: str | None, path: KeyPath) -> Iterator[Fault]:
        if name is not None and "{" not in name and self.fonts is not None:
            known = {*self.spec.fonts, *self.fonts}
            yield from self.reporter.named(path, "font", name, known)

    def font_file(self, name: str, path: KeyPath) -> Iterator[Fault]:
        if name.lower().endswith(_FONT_FILES):
            yield from self.reporter.file(path, name, "a file beside the spec")
        elif self.fonts is not None and name not in self.fonts:
            yield self.unknown(path, "font", name, self.fonts)

    # ---- templates ---------------------------------------------------------------------------

    def recursion(self) -> Iterator[Fault]:
        """Report templates that use themselves, with the way. Each is visited once, however deep they nest."""
        done: set[str] = set()
        for start in self.spec.templates:
            way: dict[str, Iterator[str]] = {} if start in done else {start: used(self.spec.templates[start])}
            while way:
                at = next(reversed(way))
                inner = next(way[at], None)
                if inner is None:
                    done.add(at)
                    del way[at]
                elif inner in way:
                    names = list(way)
                    ring = names[names.index(inner) :]
                    for i, name in enumerate(ring):
                        found = f"a template that uses itself ({' > '.join((*ring[i:], *ring[:i], name))})"
                        yield self.fault("endless", ("templates", name), found, "templates that end")
                elif inner not in done and inner in self.spec.templates:
                    way[inner] = used(self.spec.templates[inner])

    # ---- components and faces ----------------------------------------------------------------

    def component(self, name: str, component: Component) -> Iterator[Fault]:
        path: KeyPath = ("components", name)
        yield from self.size(component, path)
        pieces = self.document.pieces.get(name, ())
        env = set(pieces[0].row) if pieces else None
        if pieces and isinstance(component.rows.from_, tuple):
            env = set().union(*(piece.row for piece in pieces))
        if env is not None:
            env |= {*component.face_fields}
        if isinstance(component, PagedText):
            yield from page_faults(self.reporter, component, path)
        if component.when is not None:
            yield from self.fields(component.when, (*path, "when"), (), condition=True)
        if component.alt is not None:
            yield from self.fields(component.alt, (*path, "alt"), env)
        for side, face in component.faces():
            yield from self.face(face, (*path, *SIDES[side]), env)

    def size(self, component: Component, path: KeyPath) -> Iterator[Fault]:
        if isinstance(component, FoldedBox) and component.made_to_fit:
            yield from self.holds(component, path)
            if not component.box.holds:
                found, expected = "size 'auto' of a box that holds nothing", "box: {holds: [COMPONENT, ...]}"
                yield self.fault("missing-key", (*path, "size"), found, expected)
            return
        unusable = self.unusable_size(component, (*path, "size"))
        if unusable is not None:
            yield unusable
            return
        yield from self.shape(component, path)
        yield from self.holds(component, path)
        shorter = min(component.size_mm)
        if 2 * component.radius > shorter:
            found, expected = f"radius {component.radius:g}", f"at most {shorter / 2:g}"
            yield self.fault("out-of-range", (*path, "radius"), found, expected)

    def unusable_size(self, component: Component, path: KeyPath) -> Fault | None:
        """Return the fault of a size; None if its shape can have it."""
        size = component.size
        if isinstance(size, str) and size not in NAMED_SIZES:
            known = f"mm or one of {', '.join(NAMED_SIZES)}"
            hint = numbers_instead(size, 2) or did_you_mean(size, NAMED_SIZES)
            return self.fault("unknown-name", path, f"unknown size '{size}'", known, hint)
        sides = () if isinstance(size, str) else size if isinstance(size, tuple) else (size,)
        if not all(0 < side <= MAX_MM for side in sides):
            return self.fault("out-of-range", path, f"size {_plain(size)}", f"mm above 0 and at most {MAX_MM:g}")
        if component.shape in ONE_NUMBER and not isinstance(size, float | int):
            width, height = component.size_mm
            if component.shape.startswith("hex") or width != height:
                found = f"size {_plain(size)} for a {component.shape}"
                return self.fault("wrong-type", path, found, "one number in mm")
        return None

    def shape(self, component: Component, path: KeyPath) -> Iterator[Fault]:
        """Report keys that the component's shape does not have, or lacks."""
        if (component.path is not None) != (component.shape == "path"):
            other = component.path is not None
            found = "'path' on another shape" if other else "shape 'path' without 'path'"
            yield self.fault("conflict", path, found, "shape: path together with 'path:' and SVG path data")
        if isinstance(component, FoldedBox) and component.back is not None:
            found, expected = f"a back of a {component.shape}", "a front alone: it is drawn on all six sides"
            yield self.fault("not-applicable", (*path, "back"), found, expected)
        box, lies = component.box, ("print", "lay")
        only_on: tuple[tuple[KeyPath, bool, tuple[str, ...]], ...] = (
            (("standee",), component.standee != Stand(), ("standee",)),
            (("box",), box != Box(), ("block", "tuckbox")),
            (("box", "holds"), bool(box.holds), ("tuckbox",)),
            (lies, component.print.lay == "any_turn", ("hex-pointy", "hex-flat")),
        )
        for keys, given, shapes in only_on:
            if given and component.shape not in shapes:
                found = f"'{keys[-1]}' on a {component.shape}"
                yield self.fault("not-applicable", (*path, *keys), found, f"shape: {' or '.join(shapes)}")

    def holds(self, component: Component, path: KeyPath) -> Iterator[Fault]:
        for key, name in keyed(component.box.holds):
            yield from self.reporter.named((*path, "box", "holds", key), "component", name, self.spec.components)

    def face(self, face: el.Face, path: KeyPath, env: Collection[str] | None) -> Iterator[Fault]:
        for place, element, bound in el.walk(face, path, self.spec.data):
            yield from self.element(element, place, None if env is None else {*env, *bound})

    def element(self, element: el.AnyElement, path: KeyPath, env: Collection[str] | None) -> Iterator[Fault]:
        if element.when is not None:
            yield from self.fields(element.when, (*path, "when"), env, condition=True)
        yield from self.reporter.named((*path, "style"), "style", element.style, self.spec.styles)
        for field in _COLOURS:
            yield from self.reporter.paint(getattr(element, field, None), (*path, field))
        yield from self.expressions(element, path, env)
        yield from self.lengths(element, path)
        if isinstance(element, el.Drawn) and element.clip is not None:
            yield from self.clip(element, element.clip, (*path, "clip"), env)
        if isinstance(element, el.Drawn) and element.shadow is not None:
            yield from self.reporter.colour(element.shadow.colour, (*path, "shadow", "colour"))
        if isinstance(element, el.Area) and element.texture is not None:
            yield from self.texture(element.texture, (*path, "texture"), env)
        match element:
            case el.Text():
                yield from self.font(element.font, (*path, "font"))
            case el.Icon() if self.icons is not None and "{" not in element.icon and element.icon not in self.icons:
                hint = did_you_mean(element.icon, self.icons)
                found = f"unknown icon '{element.icon}'"
                yield self.fault("unknown-icon", (*path, "icon"), found, "an icon's name", hint, element.icon)
            case el.Image():
                if "{" not in (last := element.files[-1]):
                    yield from self.image(last, (*path, "image"))
            case el.Polygon() if len(element.points) < 3:
                found = f"a polygon of {len(element.points)} points"
                yield self.fault("out-of-range", (*path, "points"), found, "3 points or more")
            case el.Line() if len(element.points) < 2:
                found = f"a line of {len(element.points)} points"
                yield self.fault("out-of-range", (*path, "points"), found, "2 points or more")
            case el.Fiducial() if isinstance(element.id, int | float) and not 0 <= element.id <= 249:
                found = f"id {element.id:g}"
                yield self.fault("out-of-range", (*path, "id"), found, "0 to 249 (dictionary 5×5_250)")
            case el.Use():
                yield from self.use(element, path, env)
            case el.Repeat():
                yield from self.repeat(element, path, env)
            case _:
                pass

    def clip(self, element: el.Drawn, clip: el.Clip, path: KeyPath, env: Collection[str] | None) -> Iterator[Fault]:
        """Check what an element is cut to: words with a number, or an outline-only shape."""
        if isinstance(clip, str):
            if isinstance(element, el.Composed):
                yield self.fault("not-applicable", path, f"clip: '{clip}' of what has no box of its own", el.CLIP_SHAPE)
            radius = clip.partition(" ")[2].strip()
            if "{" in radius or "}" in radius:
                yield from self.fields(radius, path, env)
            elif radius:
                try:
                    wrong = not 0 <= expr.number(radius, {}) <= MAX_MM * 10
                except expr.ExprError:
                    wrong = True
                if wrong:
                    found = f"clip: '{clip}'"
                    yield self.fault("out-of-range", path, found, "a radius of 0 or more, such as radius 3")
            return
        yield from self.outline(clip, "a clip", path, env)

    def outline(self, shape: el.Shape, what: str, path: KeyPath, env: Collection[str] | None) -> Iterator[Fault]:
        """Check a shape that may only be an outline."""
        for key in _NO_OUTLINE:
            if getattr(shape, key) not in (None, 1):
                found = f"'{key}' of {what}"
                yield self.fault("not-applicable", (*path, key), found, "its outline alone: it is not painted")
        yield from self.element(shape, path, env)

    def texture(self, texture: el.Texture, path: KeyPath, env: Collection[str] | None) -> Iterator[Fault]:
        for keys, colour in strings(texture.colour):
            yield from self.reporter.colour(colour, (*path, "colour", *keys))
        if texture.from_ is not None:
            yield from self.outline(texture.from_, "what rows go out from", (*path, "from"), env)

    def image(self, name: str, path: KeyPath) -> Iterator[Fault]:
        name, _ = paged(name)
        if not name.lower().endswith(IMAGES):
            yield self.fault("wrong-file", path, f"image '{name}'", f"a file that ends in {', '.join(IMAGES)}")
        else:
            yield from self.reporter.file(path, name, "a file beside the spec")

    def use(self, element: el.Use, path: KeyPath, env: Collection[str] | None) -> Iterator[Fault]:
        if element.template not in self.spec.templates:
            known = {*self.spec.templates, *templates()}
            yield self.unknown((*path, "template"), "template", element.template, known)
            return
        for value in element.with_.values():
            if isinstance(value, str):
                yield from self.fields(value, (*path, "with"), env)
        if env is not None:
            missing = self.needs.template(element.template) - set(env) - set(element.with_) - set(BUILT_IN)
            for name in sorted(missing):
                hint = did_you_mean(name, (*env, *element.with_))
                found = f"template '{element.template}' uses field '{name}', which is not there"
                expected = f"a field of the row or '{name}' under with:"
                place, used = self.needs.where(element.template, name)
                yield self.document.fault("unknown-field", place, found, expected, hint, name, (path, *used))

    def repeat(self, element: el.Repeat, path: KeyPath, env: Collection[str] | None) -> Iterator[Fault]:
        over = element.over
        match over:
            case el.Lattice():
                if len([key for key in over.__struct_fields__ if getattr(over, key) is not None]) != 1:
                    found = "over: several of board, hexes and grid, or none"
                    yield self.fault("conflict", (*path, "over"), found, "exactly one")
                yield from self.reporter.named((*path, "over"), "board", over.board, self.spec.setup.boards)
            case str() if "{" not in over and (numbers := spanned(over)) is not None:
                if not 1 <= len(numbers) <= MOST_REPEATED:
                    yield self.fault(
                        "out-of-range", (*path, "over"), f"over: {over}", f"1 to {MOST_REPEATED:,} numbers"
                    )
            case str() if "{" not in over:
                if over in self.spec.setup.boards:
                    yield self.fault("unknown-data", (*path, "over"), f"board '{over}'", f"over: {{board: {over}}}")
                else:
                    yield from self.reporter.named((*path, "over"), "data", over, self.spec.data)
        if element.where is not None:
            inner = None if env is None else {*env, *el.binds(element, self.spec.data)}
            yield from self.fields(element.where, (*path, "where"), inner, condition=True)

    def expressions(self, element: el.AnyElement, path: KeyPath, env: Collection[str] | None) -> Iterator[Fault]:
        for name in element.__struct_fields__:
            value = getattr(element, name)
            if not isinstance(value, HOLDERS) or name in _NOT_READ:
                continue
            for keys, text in strings(value):
                place = (*path, name, *keys)
                if "{" in text or "}" in text:
                    yield from self.fields(text, place, env)
                elif not {"board", "kind", "colour", "path"}.intersection(keys) and name not in _WORDS:
                    try:
                        expr.number(text, {})
                    except expr.ExprError:
                        found = f"{name}: '{text}'"
                        hint = numbers_instead(text, 1) or f'"{{{text}}}"' * text.isidentifier()
                        yield self.fault("wrong-type", place, found, "a number (9pt, 3.5mm) or an expression", hint)

    def lengths(self, element: Frozen, path: KeyPath) -> Iterator[Fault]:
        for name in _LENGTHS:
            value = getattr(element, name, None)
            for keys, number in _numbers(value, ()):
                if number < 0 or number > MAX_MM * 10:
                    yield self.fault("out-of-range", (*path, name, *keys), f"{name}: {number:g}", "0 or more")
        box = getattr(element, "box", None)
        if box is not None:
            for index in (2, 3):
                if isinstance(box[index], int | float) and box[index] <= 0:
                    side = "width" if index == 2 else "height"
                    found = f"a box of {side} {box[index]:g}"
                    yield self.fault("out-of-range", (*path, "box", index), found, "more than 0")


def _numbers(value: object, keys: KeyPath) -> Iterator[tuple[KeyPath, float]]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield keys, value
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _numbers(item, (*keys, index))


def _plain(size: object) -> str:
    return " × ".join(f"{side:g}" for side in size) if isinstance(size, tuple) else str(size)
