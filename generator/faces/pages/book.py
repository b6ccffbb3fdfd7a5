"""A text file's pages: set, laid in columns, drawn over their ground. mm."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from generator.draw.paragraphs.columns import Laid, TooTall, fill
from generator.draw.scene import UNREAD, Group, Node, Scene, Way
from generator.faces.elements.context import DrawContext
from generator.faces.elements.resources import BadValue
from generator.faces.pages.illustrations import FaceOf
from generator.faces.pages.markdown import AnyBlock, Contents, Source, read, read_fields
from generator.faces.pages.typesetting import NARROWEST, Entry, Part, Typesetter
from specs.base.errors import an
from specs.base.files import TooLarge
from specs.base.unfit import KeyPath
from specs.model.component import Pages
from specs.read.beside import inside

LISTED = (2, 3)  # levels of headings in the contents
LARGER = 3  # times as many pages that large print may take
PASSES = 4  # passes until the page numbers in the contents are stable

_Read = TypeVar("_Read")
Ground = Callable[[int, int], Scene]  # draws what lies under a page, by its number and their total


def book(
    ctx: DrawContext, pages: Pages, size: tuple[float, float], path: KeyPath, ground: Ground, face: FaceOf
) -> list[Scene]:
    """Return all pages of a text, one at least. Raises SpecError with places in the spec and in the Markdown file."""
    left, top, right, bottom = pages.margins
    across, height = size[0] - left - right, size[1] - top - bottom
    room = (across - pages.gap * (pages.columns - 1)) / pages.columns
    if room < NARROWEST:
        raise ctx.fault("out-of-range", (*path, "margin"), f"columns of {room:.1f} mm", f"{NARROWEST:g} mm or more")
    blocks, setter = opened(ctx, pages, path, face)
    source = setter.source
    way: Way = (("Sect", ctx.resources.spec.components[str(path[1])].title),)
    parts, laid = _laid(setter, blocks, source, room, across, height, way)
    count = max((each.page for each in laid), default=0) + 1
    most = pages.max if ctx.larger == 1 else LARGER * pages.max
    if count > most:
        raise ctx.fault("text-overflow", (*path, "max"), f"{count} pages of text", f"at most {most}")
    found: list[list[Node]] = [[] for _ in range(count)]
    for each in laid:
        wide = parts[each.slab].slab.wide
        back = setter.body.rtl and not wide  # the first column is on the right
        x = left + (pages.columns - 1 - each.column if back else each.column) * (room + pages.gap)
        found[each.page] += parts[each.slab].draw(each.first, each.last, x, top + each.y)
    scenes: list[Scene] = []
    for number, nodes in enumerate(found, 1):
        ctx.proofread(nodes, path)
        under = ground(number, count)
        # drawn in place, since its tags belong to one place
        scenes.append(Scene(under.box, (Group(under.nodes, tag=UNREAD), *nodes), single=True))
    return scenes


def opened(ctx: DrawContext, pages: Pages, path: KeyPath, face: FaceOf) -> tuple[tuple[AnyBlock, ...], Typesetter]:
    """Return a text's blocks, and what sets them. Raises SpecError."""
    blocks, source = _read(ctx, pages.from_, "from", "Markdown", read, path)
    by_aside = {} if pages.fields is None else _read(ctx, pages.fields, "fields", "YAML", read_fields, path)
    try:
        return blocks, Typesetter(ctx, pages, source, face, by_aside)
    except BadValue as error:
        raise ctx.unfit((*path, error.key), error) from None


def _read(ctx: DrawContext, name: str, key: str, kind: str, read: Callable[[Path], _Read], path: KeyPath) -> _Read:
    """Read a file of the spec's folder; raises a fault of the key that names it."""
    try:
        return read(inside(ctx.resources.document.folder, name))
    except ValueError:
        found = f"'{name}' leads out of the spec's folder"
        raise ctx.fault("outside-folder", (*path, key), found, "a file beside it") from None
    except TooLarge as error:
        raise ctx.fault("over-limit", (*path, key), f"'{name}' of {error.strerror}", error.expected) from None
    except OSError as error:
        why = error.strerror or error
        found = f"'{name}' that cannot be read ({why})"
        raise ctx.fault("unreadable-file", (*path, key), found, f"{an(kind)} file") from None


def _laid(
    setter: Typesetter,
    blocks: Sequence[AnyBlock],
    source: Source,
    room: float,
    across: float,
    height: float,
    way: Way,
) -> tuple[list[Part], list[Laid]]:
    """Return all parts and their places; with a table of contents, set again until its page numbers are right."""
    entries: list[Entry] = []
    passes = PASSES if any(isinstance(block, Contents) for block in blocks) else 1
    parts: list[Part] = []
    laid: list[Laid] = []
    for _ in range(passes):
        parts, used = [], 0.0
        for part in setter.parts(blocks, room, across, entries, way):
            parts.append(part)
            used += part.slab.height / (1 if part.slab.wide else setter.pages.columns)
            if used > (2 * setter.pages.max + PASSES) * height:  # far too much: the rest is not set
                found = f"more than {setter.pages.max} pages of text up to here"
                raise source.fault("text-overflow", part.line, found, "fewer, or smaller letters")
        source.judge()
        try:
            laid = list(fill([part.slab for part in parts], height, setter.pages.columns))
        except TooTall as error:
            part = parts[error.slab]
            found = f"something {part.slab.height:.1f} mm high that is not cut"
            expected = f"at most {height:.1f} mm, the height of a column"
            raise source.fault("text-overflow", part.line, found, expected) from None
        pages = {each.slab: each.page + 1 for each in laid}
        found_ = [Entry(part.level, part.title, pages[n]) for n, part in enumerate(parts) if part.level in LISTED]
        if found_ == entries:
            break
        entries = found_
    return parts, laid
