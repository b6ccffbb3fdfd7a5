"""The distinct faces of a build, each once, in the spec's order: every export begins with them. mm, y downward.

As pictures, each side is drawn at a resolution, with its bleed or cut to its shape. All go through one PDF, drawn page
by page, so that one picture at a time is in memory, however many there are.

A folder of faces has each distinct one as a picture file in sRGB, and `faces.csv`, which counts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache, partial
from operator import itemgetter
from pathlib import Path as FilePath
from struct import pack
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Page, Paint, Path, Scene, Segments, Use
from generator.faces.distinct import distinct
from generator.plan.drawer import Drawer
from generator.plan.manifest import FaceCounts
from generator.plan.options import Crop, Picture
from generator.sheets.printable import Item, enlarged
from specs.base.errors import bad
from specs.base.files import csv_text, file_stem, replace_text, replacing
from specs.model.component import PagedText

if TYPE_CHECKING:
    from PIL.Image import Image


Side = Literal["front", "back"]


class Face(Struct, frozen=True):
    """A front and its back, and the pieces that have both: `count` of them, an id as often as it is printed.

    `front_name` and `back_name` are file names without extension: they sort in the component's order, and equal
    pictures share a name; `back_name` is "" if there is no back. `width` and `height` are of the trim box, `outline` is
    its cut path from that box's top left corner, `safe` the distance text keeps from it. One that `folds` is a standee:
    above and below it is folded, not cut. A page of a text is a face too, with the next page as its back. `item` draws
    it: a large deck's faces are not kept, so ask for it once. Raises SpecError.
    """

    component: str
    number: int
    front_name: str
    back_name: str
    pieces: tuple[str, ...]
    width: float
    height: float
    bleed: float
    safe: float
    outline: Segments
    folds: bool
    item: Callable[[], Item]

    @property
    def count(self) -> int:
        return len(self.pieces)

    @property
    def front(self) -> Scene:
        return self.item().front

    @property
    def back(self) -> Scene | None:
        """Return the back, as seen from behind; None if there is none."""
        return self.item().back

    def resized(self, scale: float) -> Face:
        """Return the same face at another size."""
        width, height, bleed, safe = (scale * mm for mm in (self.width, self.height, self.bleed, self.safe))
        outline, item = geo.transform(self.outline, geo.scaling(scale, scale)), partial(_resized, self.item, scale)
        return replace(self, width=width, height=height, bleed=bleed, safe=safe, outline=outline, item=item)

    def side(self, side: Side) -> Scene:
        """Return an existing side."""
        scene = self.front if side == "front" else self.back
        assert scene is not None, "only sides that there are"
        return scene

    def named(self, side: Side) -> str:
        return self.front_name if side == "front" else self.back_name


def _resized(item: Callable[[], Item], scale: float) -> Item:
    return item().mapped(partial(enlarged, scale=scale))


def faces(drawer: Drawer) -> list[Face]:
    """Return the distinct faces of the pieces that a build prints, in its ink and size. Raises SpecError."""
    unfolded = _unfolded(drawer)
    return [face for name in unfolded.selection.components for face in _of(unfolded, name)]


def sides(found: Iterable[Face]) -> Iterator[tuple[Face, Side]]:
    """Yield every distinct picture of some faces once, with the first face that has it."""
    done: set[str] = set()
    both: tuple[Side, ...] = ("front", "back")
    for face in found:
        for side in both:
            name = face.named(side)
            if name and name not in done:
                done.add(name)
                yield face, side


def _of(drawer: Drawer, name: str) -> Iterator[Face]:
    printable = drawer.printable(name, drawer.selection.pieces[name])
    items = ((number, printable.item(number)) for number in range(printable.count))
    drawn = [(number, item.piece, _looks(drawer, item)) for number, item in items]
    found = distinct(drawn, itemgetter(2))
    names: dict[tuple[Side, str], str] = {}
    for place, alike in enumerate(found, 1):
        number, piece, (front, back, _) = alike[0]
        stem = f"{name}_{place:0{len(str(len(found)))}}_{file_stem(piece)}"
        yield Face(
            component=name,
            number=place,
            front_name=names.setdefault(("front", front), f"{stem}-front"),
            back_name=names.setdefault(("back", back), f"{stem}-back") if back else "",
            pieces=tuple(piece for _, piece, _ in alike),
            width=printable.width,
            height=printable.height,
            bleed=printable.bleed,
            safe=printable.scale * drawer.selection.document.spec.components[name].print.safe,
            outline=printable.trim,
            folds=printable.folds,
            item=partial(printable.item, number),
        )


def _looks(drawer: Drawer, item: Item) -> tuple[str, str, str]:
    """Return the fingerprints of a piece's front, back and flap."""
    scenes = (item.front, item.back, item.flap)
    front, back, flap = ("" if scene is None else drawer.prints.of((scene,), b"") for scene in scenes)
    return front, back, flap


def _unfolded(drawer: Drawer) -> Drawer:
    """Return the same, with the pages of texts one by one and not as they are folded; it keeps its own counts."""
    selection = drawer.selection
    document, spec = selection.document, selection.document.spec
    components = {
        name: replace(part, pages=replace(part.pages, lay="none")) if isinstance(part, PagedText) else part
        for name, part in spec.components.items()
    }
    unfolded = replace(document, spec=replace(spec, components=components))
    selection = replace(selection, document=unfolded)
    return replace(drawer, selection=selection, counts=FaceCounts())


# ---- pictures of them ----------------------------------------------------------------------------


INCH, POINTS = 25.4, 72.0
MOST_PIXELS = 40_000_000  # pixels of a picture: A2 at 300 dpi, 160 MiB while it is drawn
BAND = 4_000_000  # pixels drawn at once
Box = tuple[int, int]


class Form(Struct, frozen=True):
    """How faces become pictures. `crop` is with the bleed around the trim box, at that box, or along the outline with
    transparency beyond it.

    `bleed` is how much of it is included, across and down; None for as much as each face has. Missing bleed is made of
    the outermost pixels.
    """

    dpi: float = 300.0
    crop: Crop = "bleed"
    bleed: tuple[float, float] | None = None

    def around(self, face: Face) -> tuple[float, float]:
        if self.crop != "bleed":
            return 0.0, 0.0
        return (face.bleed, face.bleed) if self.bleed is None else self.bleed

    def px(self, face: Face) -> Box:
        """Return the width and height in pixels of a face's pictures."""
        return self._px(face, self.around(face))

    def drawn(self, face: Face) -> tuple[Box, tuple[float, float]]:
        """Return how much of that is drawn: its pixels, and mm around the trim box."""
        across, down = (min(mm, face.bleed) for mm in self.around(face))
        return self._px(face, (across, down)), (across, down)

    def _px(self, face: Face, around: tuple[float, float]) -> Box:
        across, down = (
            max(1, round((side + 2 * mm) / INCH * self.dpi))
            for side, mm in zip((face.width, face.height), around, strict=True)
        )
        return across, down


def held(found: Iterable[Face], form: Form) -> None:
    """Check that all pictures can be held in memory. Raises SpecError with the finest possible resolution."""
    for face in found:
        across, down = form.px(face)
        if across * down > MOST_PIXELS:
            most = int(form.dpi * (MOST_PIXELS / (across * down)) ** 0.5)
            fault = f"{form.dpi:g}, at which {face.component} is {across:,} × {down:,} pixels"
            expected = f"at most {MOST_PIXELS:,} pixels a picture: {most} dpi, or --only the others"
            raise bad("over-limit", "--dpi", fault, expected)


def pictures(sides: Iterable[tuple[Face, Side]], form: Form) -> Iterator[Image]:
    """Yield each side as a picture, in order: RGB, or RGBA if it is cut `round` and is not a plain rectangle.

    Raises SpecError as faces do, OSError, and ValueError for a font or image that cannot be embedded.
    """
    import pypdfium2
    from PIL import ImageOps

    from generator.formats.pdf import pages as pdf

    # for each page: its pixels; those of the whole picture, None for a cut along an outline; whether it is cut
    plans: list[tuple[Box, Box | None, bool]] = []

    def pages() -> Iterator[Page]:
        before: Segments = ()
        for face, side in sides:
            size, (drawn, around) = (face.width, face.height), form.drawn(face)
            plain = face.outline == geo.rectangle(0.0, 0.0, *size)
            outline = face.outline if form.crop == "round" and not plain else ()
            if outline and outline != before:
                plans.append((drawn, None, False))
                shape = Scene((0.0, 0.0, *size), (Path(outline, Paint(fill=(0.0, 0.0, 0.0))),))
                yield _page(shape, size, drawn, around, form.dpi)
            before = outline
            plans.append((drawn, form.px(face), bool(outline)))
            yield _page(face.side(side), size, drawn, around, form.dpi)

    with TemporaryDirectory() as folder:
        file = FilePath(folder) / "faces.pdf"
        if not pdf.write(pages(), pdf.Meta("faces"), file):
            return
        with closing(pypdfium2.PdfDocument(str(file))) as document:
            alpha: Image | None = None
            for number, (drawn, whole, cut) in enumerate(plans):
                if whole is None:
                    alpha = ImageOps.invert(_pixels(document, number, form.dpi, drawn).convert("L"))
                    continue
                # no picture is kept while the next is drawn
                yield _clear(_extended(_pixels(document, number, form.dpi, drawn), whole), alpha if cut else None)


def _page(scene: Scene, size: tuple[float, float], drawn: Box, around: tuple[float, float], dpi: float) -> Page:
    """Return a side on a page of whole pixels, to which it is stretched by less than half of one."""
    width, height = (pixels * INCH / dpi for pixels in drawn)
    across, down = width / (size[0] + 2 * around[0]), height / (size[1] + 2 * around[1])
    whole = (0.0, 0.0, width, height)
    matrix = (across, 0.0, 0.0, down, across * around[0], down * around[1])
    return Page(width, height, (Group((Use(scene, matrix),), clip=geo.rectangle(*whole)),), whole, whole, ("faces",))


def _pixels(document: Any, number: int, dpi: float, drawn: Box) -> Image:
    """Return a page of a PDF as pixels, drawn in bands: as a whole it would be in memory twice."""
    from PIL import Image

    across, down = drawn
    rows = max(1, BAND // across)
    with closing(document[number]) as page:
        width, height = page.get_size()  # in points of four digits
        # slightly less than whole pixels, which are rounded up: never one more
        scale = min(dpi / POINTS, across / width, down / height) * (1 - 1e-6)
        if rows >= down:
            whole: Image.Image = page.render(scale=scale).to_pil()
        else:
            whole = Image.new("RGB", drawn)
            for top in range(0, down, rows):
                left_out = (max(0.0, pixels - 0.5) / scale for pixels in (0, down - top - rows, 0, top))
                whole.paste(page.render(scale=scale, crop=tuple(left_out)).to_pil(), (0, top))
    assert whole.size == drawn, f"{whole.size} pixels, not {drawn}"
    return whole


def _clear(picture: Image, alpha: Image | None) -> Image:
    if alpha is not None:
        picture.putalpha(alpha)
    return picture


def _extended(picture: Image, size: Box) -> Image:
    """Return a picture with its outermost pixels repeated around it, in the middle of an equal or larger size."""
    if picture.size == size:
        return picture
    from PIL import Image

    width, height = picture.size
    left, top = (size[0] - width) // 2, (size[1] - height) // 2
    found = Image.new(picture.mode, size)
    columns = ((0, 0, 1, left), (left, 0, width, width), (left + width, width - 1, width, size[0] - left - width))
    rows = ((0, 0, 1, top), (top, 0, height, height), (top + height, height - 1, height, size[1] - top - height))
    for x, west, east, across in columns:
        for y, north, south, down in rows:
            if across and down:
                found.paste(picture.crop((west, north, east, south)).resize((across, down)), (x, y))
    return found


ENDINGS: dict[Picture, str] = {"png": ".png", "jpeg": ".jpg"}
LEVEL = 4  # PNG compression: 6 takes a fifth longer for 2 % less, 1 is a quarter faster for 15 % more
QUALITY = 92  # JPEG quality
MOST_WORKS = 128  # tasks that the folder is divided into; and the least number of faces in each
LEAST_FACES = 16
MADE = pack(">6H", 2000, 1, 1, 0, 0, 0)  # the profile's creation date
HEAD = ("front", "back", "component", "count", "pieces", "width_mm", "height_mm", "bleed_mm", "width_px", "height_px")


def works(drawer: Drawer, folder: FilePath) -> Iterator[Callable[[], None]]:
    """Yield the tasks for a build's folder of faces, which can run in any order: every face is drawn first, in this
    process, so that each task has them.

    Raises SpecError as faces do, and if a picture would be too large to be held.
    """
    given = drawer.selection.settings.given
    form, found = Form(given.dpi, given.faces), faces(drawer)
    held(found, form)
    folder.mkdir()
    replace_text(folder / "faces.csv", listed(found, form, given.picture))
    todo = list(sides(found))
    size = max(LEAST_FACES, -(-len(todo) // MOST_WORKS))
    for start in range(0, len(todo), size):
        yield partial(_write, todo[start : start + size], form, given.picture, folder)


def listed(found: Sequence[Face], form: Form, kind: Picture) -> str:
    """Return the faces as CSV: a line for each, with its files, how many pieces have it, and which."""
    rows: list[Sequence[object]] = [HEAD]
    for face in found:
        names = (f"{name}{ENDINGS[kind]}" if name else "" for name in (face.front_name, face.back_name))
        size = (f"{mm:.10g}" for mm in (face.width, face.height, form.around(face)[0]))
        rows.append((*names, face.component, face.count, "; ".join(face.pieces), *size, *form.px(face)))
    return csv_text(rows)


def _write(todo: Sequence[tuple[Face, Side]], form: Form, kind: Picture, folder: FilePath) -> None:
    drawn = pictures(todo, form)
    for face, side in todo:
        save(next(drawn), folder / f"{face.named(side)}{ENDINGS[kind]}", form.dpi, kind)


def save(picture: Image, file: FilePath, dpi: float, kind: Picture = "png") -> None:
    """Save a picture to a file with its resolution and the sRGB profile. Raises OSError."""
    about = {"dpi": (dpi, dpi), "icc_profile": srgb(), "compress_level": LEVEL, "quality": QUALITY, "subsampling": 0}
    with replacing(file) as beside:
        picture.save(beside, format=kind, **about)  # each format ignores the other's options


@cache
def srgb() -> bytes:
    """Return the sRGB profile without a date: the same bytes in every build."""
    from PIL import ImageCms

    made = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return made[:24] + MADE + made[36:]
