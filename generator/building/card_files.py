"""Extracts cards from other programs' files: each page of a PDF, each picture, or each cell of a grid on them becomes a
picture. mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from io import BytesIO
from itertools import product
from pathlib import Path
from re import split
from typing import TYPE_CHECKING, NamedTuple
from zlib import compress

from msgspec import Struct

from generator.faces.pictures import rasters
from specs.base.errors import bad
from specs.base.files import read, reading

if TYPE_CHECKING:
    from PIL.Image import Image as Picture
    from pypdfium2 import PdfPage

MOST_CARDS = 2_000
MOST_PIXELS = 40_000_000  # pixels of a page
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg")
_EXPECTED = "a PDF, a PNG, JPEG, WebP or SVG file, or a folder of pictures"
_CLOSE = 0.5  # mm by which a page may be smaller than a card
_QUALITY = 95
MM = 72 / 25.4  # points in a mm


class CardFace(NamedTuple):
    """A side of a card by its picture's name, and whether it is a cell of one colour, which holds no card."""

    file: str
    blank: bool = False


Page = list[CardFace]  # row by row


class CardCut(Struct, frozen=True):
    """How cards lie in files: their size, the bleed around them, how many are side by side and below one another with
    what gap, and the resolution at which a PDF is drawn."""

    size: tuple[float, float]
    bleed: float = 0.0
    grid: tuple[int, int] = (1, 1)
    gap: float = 0.0
    dpi: int = 300

    @property
    def bled(self) -> tuple[float, float]:
        return self.size[0] + 2 * self.bleed, self.size[1] + 2 * self.bleed

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield columns and rows, row by row."""
        return ((column, row) for row, column in product(range(self.grid[1]), range(self.grid[0])))


def pages(source: Path, cut: CardCut, folder: Path) -> list[Page]:
    """Write each card of a file, or of a folder's files, into a new folder; return them by page. Raises SpecError,
    OSError."""
    folder.mkdir()
    found: list[Page] = []
    for file in _files(source):
        found += _of_pdf(file, cut, folder) if file.suffix.lower() == ".pdf" else [_of_picture(file, cut, folder)]
        if sum(map(len, found)) > MOST_CARDS:
            raise bad("over-limit", str(source), f"more than {MOST_CARDS:,} cards", "fewer at a time")
    return found


def _files(source: Path) -> Sequence[Path]:
    """Return a file, or those of a folder in natural order. Raises SpecError for one of another kind, or without
    pictures."""
    if not source.is_dir():
        if source.suffix.lower() not in (".pdf", *ENDINGS):
            kind = "another kind of file" if source.exists() else "no such file"
            raise bad("wrong-file", str(source), kind, _EXPECTED)
        return (source,)
    found = [file for file in source.iterdir() if file.suffix.lower() in ENDINGS and not file.name.startswith(".")]
    if not found:
        raise bad("empty", str(source), "a folder without pictures", _EXPECTED)
    return sorted(found, key=lambda file: [(part.isdigit(), part.zfill(9)) for part in split(r"(\d+)", file.name)])


# ---- pictures ------------------------------------------------------------------------------------


def _of_picture(file: Path, cut: CardCut, folder: Path) -> Page:
    """Write a picture as it is, or its cells, all of one size; return them. Raises SpecError for what is not a
    picture."""
    with reading(str(file)):
        data = read(file, rasters.MOST_BYTES)
    if cut.grid == (1, 1):
        (folder / file.name).write_bytes(data)
        return [CardFace(file.name)]
    from PIL import Image, UnidentifiedImageError

    try:
        rasters.read(file)
        picture = Image.open(BytesIO(data)).convert("RGB")
    except (rasters.Unusable, UnidentifiedImageError):
        raise bad("wrong-file", str(file), "no PNG, JPEG or WebP", "one with a grid of cards on it") from None
    wide, high = picture.width / cut.grid[0], picture.height / cut.grid[1]
    boxes = [(c * wide, r * high, (c + 1) * wide, (r + 1) * high) for c, r in cut.cells()]
    return _written(picture, boxes, file.stem, folder)


def _written(picture: Picture, boxes: Sequence[tuple[float, float, float, float]], stem: str, folder: Path) -> Page:
    """Write parts of a picture, each to a file of its own; return them."""
    found: Page = []
    for number, box in enumerate(boxes, 1):
        part = picture.crop([round(edge) for edge in box])  # type: ignore[arg-type]
        suffix, made = _packed(part)
        name = f"{stem}-{number}{suffix}" if len(boxes) > 1 else f"{stem}{suffix}"
        (folder / name).write_bytes(made)
        found.append(CardFace(name, len(boxes) > 1 and _blank(part)))
    return found


def _packed(picture: Picture) -> tuple[str, bytes]:
    """Return a picture's suffix and file: JPEG if that is smaller than its samples are in a PDF, else PNG. What takes
    less than a bit a pixel has flat colours, which JPEG would blur."""
    png, jpeg, samples = BytesIO(), BytesIO(), len(compress(picture.tobytes()))
    if 8 * samples > picture.width * picture.height:
        picture.save(jpeg, "JPEG", quality=_QUALITY, subsampling=0)
        if jpeg.tell() < samples:
            return ".jpg", jpeg.getvalue()
    picture.save(png, "PNG", compress_level=1)  # it is read once, when the PDF is written
    return ".png", png.getvalue()


def _blank(picture: Picture) -> bool:
    """Return whether a picture has one colour, except its rim: neighbours may reach into that."""
    wide, high = picture.size
    inside = picture.crop((wide // 20, high // 20, wide - wide // 20, high - high // 20))
    return all(low == high for low, high in inside.getextrema())  # type: ignore[misc]


# ---- PDF -----------------------------------------------------------------------------------------


def _of_pdf(file: Path, cut: CardCut, folder: Path) -> Iterator[Page]:
    import pypdfium2

    with reading(str(file)):
        data = read(file, rasters.MOST_BYTES)
    try:
        with closing(pypdfium2.PdfDocument(data)) as document:
            if len(document) > MOST_CARDS:
                raise bad("over-limit", str(file), f"{len(document):,} pages", f"at most {MOST_CARDS:,}")
            for number in range(len(document)):
                with closing(document[number]) as page:
                    yield _of_page(page, f"{file}, page {number + 1}", f"{file.stem}-{number + 1}", cut, folder)
    except pypdfium2.PdfiumError:
        expected = "a PDF that opens without a password"
        raise bad("wrong-file", str(file), "a PDF that cannot be read (damaged, or locked)", expected) from None


def _of_page(page: PdfPage, place: str, stem: str, cut: CardCut, folder: Path) -> Page:
    """Write the cards of a page, which lie in the middle of its trim box, if it has one; return them. A page smaller
    than a card is one card. Raises SpecError for a page that is too large, or without room for the cards."""
    scale, dots = cut.dpi / 72, cut.dpi / 25.4
    width, height = page.get_size()
    if width * height * scale**2 > MOST_PIXELS:
        raise bad("over-limit", place, f"{width / MM:.0f} × {height / MM:.0f} mm", "a lower --dpi")
    picture = page.render(scale=scale).to_pil().convert("RGB")
    (columns, rows), (across, down), (wide, high) = cut.grid, cut.size, cut.bled
    all_wide, all_high = wide + (columns - 1) * (across + cut.gap), high + (rows - 1) * (down + cut.gap)
    if min(width / MM - all_wide, height / MM - all_high) < -_CLOSE:
        if width / MM > 1.5 * wide or height / MM > 1.5 * high:  # more than one card
            expected = f"room for {columns} × {rows} cards, {all_wide:g} × {all_high:g} mm"
            raise bad("out-of-range", place, f"a page of {width / MM:.4g} × {height / MM:.4g} mm", expected)
        return _written(picture, [(0, 0, *picture.size)], stem, folder)
    x, y = _middle(page)
    left, top = x * scale - all_wide * dots / 2, y * scale - all_high * dots / 2
    corners = [(left + c * (across + cut.gap) * dots, top + r * (down + cut.gap) * dots) for c, r in cut.cells()]
    boxes = [(a, b, a + wide * dots, b + high * dots) for a, b in corners]
    return _written(picture, boxes, stem, folder)


def _middle(page: PdfPage) -> tuple[float, float]:
    """Return the middle of a page's trim box, in points from the left and the top of what is drawn."""
    width, height = page.get_size()
    if page.get_rotation():
        return width / 2, height / 2
    left, _, _, top = page.get_cropbox()
    x1, y1, x2, y2 = page.get_trimbox()
    return (x1 + x2) / 2 - left, top - (y1 + y2) / 2
