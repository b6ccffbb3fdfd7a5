"""PNG, JPEG and WebP files as every program shows them: upright, in sRGB, 8 bits deep, with their alpha; and pages of
PDFs as pixels.

A file that is like that already is drawn as it is; any other is replaced by a picture made from it.
"""

from __future__ import annotations

import warnings
from array import array
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from io import SEEK_CUR, BytesIO
from itertools import islice
from pathlib import Path
from struct import error
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Struct

from generator.draw.colour.vision import encoded
from generator.faces.pictures.profiles import GAMMAS, HIGH_RANGE, PRIMARIES, converted, is_screen, made
from specs.base import files
from specs.base.workers.pool import Bounds, run_bounded
from specs.read.beside import paged

if TYPE_CHECKING:
    from PIL.Image import Image as Picture
    from PIL.ImageFile import ImageFile

# Pixels decoded for a PDF take about 15 bytes each: A3 at 300 dpi stays below 300 MiB. A JPEG is embedded as it is.
MOST_PIXELS = {"PNG": 18_000_000, "WEBP": 18_000_000, "JPEG": 40_000_000}
MOST_PARTS = 100_000  # of a file: chunks or segments, and filler bytes between them
MOST_NOTES = 20_000_000  # bytes before a JPEG's pixels: Pillow copies all EXIF data for each part of it
MOST_BYTES = 150_000_000  # of a file: 18 million pixels of 16 bits and four channels
PDF_DPI = 300
PDF_BOUNDS = Bounds(seconds=20.0, megabytes=1024)
EXPECTED = "a whole PNG, JPEG, WebP or SVG file"
_ENDINGS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
_SCREEN_GAMMA = 45_455  # the gamma of a picture in sRGB, in hundred thousandths
_KEPT_QUALITY = 95  # of a JPEG that is rotated or converted to sRGB
_TURNS = (None, None, 0, 3, 1, 5, 4, 6, 2)  # EXIF's orientations as Pillow's transpositions


class Unusable(Exception):
    """A picture that cannot be drawn: what was found, and what was expected."""

    def __init__(self, found: str, expected: str = EXPECTED) -> None:
        super().__init__(found)
        self.found, self.expected = found, expected


class Raster(Struct, frozen=True):
    """A picture's size in pixels, upright; `data` is a PNG or JPEG that replaces the file, if that is not plain."""

    width: float
    height: float
    data: bytes = b""


class _Head(Struct, frozen=True):
    """A file's sample format: `key` is a transparent colour, `plain` whether it is drawn as it is if its profile, if
    any, is that of a screen."""

    plain: bool
    depth: int = 8
    key: tuple[int, ...] = ()
    gamma: int = _SCREEN_GAMMA
    profile: bytes = b""


def read(file: Path) -> Raster:
    """Read a whole picture, so that a truncated one is found here; from a PDF the page after `#`. Raises Unusable."""
    if paged(file.name)[1]:
        return _page(file)
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with files.regular(file, MOST_BYTES).open("rb") as data:
                countable(data)
            with Image.open(file) as picture:
                if picture.format not in MOST_PIXELS:
                    raise Unusable(f", which is {picture.format} inside")
                most, pixels = MOST_PIXELS[picture.format], picture.width * picture.height
                if pixels > most:
                    found = f" of {picture.width:,} × {picture.height:,} pixels"
                    raise Unusable(found, f"at most {most:,} in all, which is more than a printer shows")
                misnamed = _ENDINGS.get(file.suffix.lower()) != picture.format
                return _drawn(picture, _head(picture, file), file.read_bytes() if misnamed else b"")
    except Unusable as wrong:
        raise Unusable(f"'{file.name}'{wrong.found}", wrong.expected) from None
    except files.TooLarge as large:
        raise Unusable(f"'{file.name}' of {large.strerror}", large.expected) from None
    except (OSError, ValueError, SyntaxError, ArithmeticError, LookupError, MemoryError, error):
        # Pillow's own text may hold the file's full path
        raise Unusable(f"'{file.name}', which cannot be read (damaged, or no picture)") from None
    except Image.DecompressionBombError:
        raise Unusable(f"'{file.name}' of too many pixels", f"at most {MOST_PIXELS['JPEG']:,}") from None


def whole(file: Path) -> Path:
    """Return the file of a picture: for a page, its PDF."""
    return file.with_name(paged(file.name)[0])


def _page(file: Path) -> Raster:
    """Return a page of a PDF, 300 dots to the inch, or fewer if that would be too many. Raises Unusable."""
    name, number = paged(file.name)
    try:
        with files.regular(whole(file), MOST_BYTES).open("rb") as data:
            found = run_bounded(partial(_drawn_page, data.read(), number), PDF_BOUNDS)
    except files.TooLarge as large:
        raise Unusable(f"'{name}' of {large.strerror}", large.expected) from None
    except (TimeoutError, MemoryError):
        raise Unusable(f"page {number} of '{name}', which takes too long or too much memory") from None
    except OSError:
        raise Unusable(f"'{name}', which cannot be read") from None
    if isinstance(found, Raster):
        return found
    raise Unusable(f"page {number} of '{name}', which {found}", "a PDF without a password, and a page of it")


def _drawn_page(data: bytes, number: int) -> Raster | str:
    """Return a page as a PNG that is transparent where nothing is drawn; or what is wrong."""
    import pypdfium2

    try:
        with closing(pypdfium2.PdfDocument(data)) as document:
            if number > len(document):
                return f"has {len(document)}"
            with closing(document[number - 1]) as page:
                width, height = page.get_size()
                scale = min(PDF_DPI / 72, (MOST_PIXELS["PNG"] / (width * height)) ** 0.5 * 0.999)
                picture = page.render(scale=scale, fill_color=(255, 255, 255, 0)).to_pil()
    except pypdfium2.PdfiumError:
        return "cannot be read (damaged, or locked)"
    out = BytesIO()
    picture.save(out, "PNG")
    return Raster(picture.width, picture.height, out.getvalue())


def countable(data: BinaryIO) -> None:
    """Refuse a file with so many parts, or so much filler between them, that reading it takes longer than drawing it.
    Other faults are found later. Raises Unusable, OSError."""
    start = data.read(12)
    if start[:4] == b"RIFF" and start[8:] == b"WEBP":  # a few parts with stated lengths
        return
    png = start[:8] == b"\x89PNG\r\n\x1a\n"
    data.seek(8 if png else 2)
    parts = _chunks(data) if png else _segments(data)
    count = sum(1 for _ in islice(parts, MOST_PARTS + 1))
    if not png and data.tell() > MOST_NOTES:
        raise Unusable(f" with more than {MOST_NOTES:,} bytes before its pixels", "one without such long notes")
    if count > MOST_PARTS or (not png and _fillers(data) > MOST_PARTS):
        raise Unusable(f" of more than {MOST_PARTS:,} parts", "one that a drawing program saved")


def _chunks(data: BinaryIO) -> Iterator[bytes]:
    """Yield the kinds of a PNG's chunks."""
    while len(head := data.read(8)) == 8:
        yield head[4:]
        data.seek(4 + int.from_bytes(head[:4]), SEEK_CUR)


def _segments(data: BinaryIO) -> Iterator[int]:
    """Yield the markers of a JPEG up to its pixels, and each byte between that belongs to none."""
    while (mark := data.read(2))[:1] == b"\xff" and mark[1:] != b"\xda" and len(mark) == 2:
        yield mark[1]
        if mark[1] == 0xFF:  # a filler byte
            data.seek(-1, SEEK_CUR)
        elif not 0xD0 <= mark[1] <= 0xD9 and mark[1] != 1:
            data.seek(max(0, int.from_bytes(data.read(2)) - 2), SEEK_CUR)
    while mark[1:] != b"\xda" and (mark := data.read(1)):
        yield mark[0]


def _fillers(data: BinaryIO) -> int:
    """Count the filler pairs in the rest of a JPEG: with very many, Pillow copies all that it has read again
    and again."""
    return sum(block.count(b"\xff\xff") for block in iter(partial(data.read, 1 << 20), b""))


def _drawn(picture: Picture, head: _Head, misnamed: bytes) -> Raster:
    if picture.format == "PNG":
        picture.load()  # also reads the metadata after the pixels
    turn = _turn(picture)
    profile = head.profile
    if profile and is_screen(profile):
        profile = b""
    if head.plain and turn is None and not profile:
        width, height = picture.size
        if picture.format == "JPEG":
            picture.draft("RGB", (1, 1))  # read whole, decoded small
            picture.load()
        return Raster(width, height, misnamed)
    if picture.format == "JPEG" and not head.plain and picture.width * picture.height > MOST_PIXELS["PNG"]:
        found = f" of {picture.width:,} × {picture.height:,} pixels in other than plain colours"
        raise Unusable(found, f"at most {MOST_PIXELS['PNG']:,} of these, or a JPEG in sRGB")
    upright = _screen(picture, head, profile)
    if turn is not None:
        upright = upright.transpose(turn)
    out = BytesIO()
    if picture.format == "JPEG":
        upright.save(out, "JPEG", quality=_KEPT_QUALITY, subsampling=0)
    else:
        upright.save(out, "PNG")
    return Raster(*upright.size, out.getvalue())


def _turn(picture: Picture) -> Picture.Transpose | None:  # type: ignore[name-defined]
    """Return the rotation of a picture by its EXIF orientation; None for none."""
    from PIL import Image

    try:
        number = _TURNS[int(picture.getexif().get(0x0112, 1))]
    except Exception:  # unreadable metadata is ignored
        return None
    return None if number is None else Image.Transpose(number)


def _screen(picture: Picture, head: _Head, profile: bytes) -> Picture:
    """Return the colours for a screen, 8 bits deep, grey or RGB, with alpha if there is transparency."""
    from PIL import Image

    alpha = None
    if head.key:
        picture, alpha = _keyed(picture, head)
    elif picture.mode.startswith("I;16"):
        picture = _eight_bits(picture)
    elif picture.mode in ("P", "PA"):
        picture = picture.convert("RGBA" if "transparency" in picture.info or picture.mode == "PA" else "RGB")
    elif picture.mode == "1":
        picture = picture.convert("L")
    if picture.mode in ("LA", "RGBA"):
        alpha = picture.getchannel("A")
        picture = picture.convert(picture.mode[:-1])
    if profile:
        picture = converted(picture, profile)
    elif picture.mode not in ("L", "RGB"):
        picture = picture.convert("RGB")
    if head.gamma != _SCREEN_GAMMA:
        curve = [round(255 * encoded((level / 255) ** (100_000 / head.gamma))) for level in range(256)]
        picture = picture.point(curve * len(picture.getbands()))
    if alpha is not None:
        picture = Image.merge(picture.mode + "A", (*picture.split(), alpha))
    return picture


def _eight_bits(picture: Picture) -> Picture:
    from PIL import Image

    samples = picture.tobytes("raw", "I;16")
    return Image.frombytes("L", picture.size, samples[1::2])


def _keyed(picture: Picture, head: _Head) -> tuple[Picture, Picture]:
    """Return a picture and its alpha: 0 where it has its one transparent colour. Raises Unusable."""
    from PIL import Image

    if picture.mode.startswith("I;16"):
        samples = array("H", picture.tobytes("raw", "I;16N"))
        alpha = bytes([0 if sample == head.key[0] else 255 for sample in samples])
        return _eight_bits(picture), Image.frombytes("L", picture.size, alpha)
    if head.depth == 16:
        raise Unusable(" with a transparent colour of 16 bits", "an alpha channel, or 8 bits")
    scaled = tuple(key * 255 // ((1 << head.depth) - 1) for key in head.key)  # Pillow scales the samples, but not this
    picture.info["transparency"] = scaled if len(scaled) > 1 else scaled[0]
    with_alpha = picture.convert("RGBA")
    return with_alpha.convert("RGB"), with_alpha.getchannel("A")


# ---- what a file says of itself ------------------------------------------------------------------


def _head(picture: ImageFile, file: Path) -> _Head:
    """Read a picture's header. Raises LookupError for a file without a picture."""
    info, profile = picture.info, picture.info.get("icc_profile") or b""
    if picture.format == "JPEG":
        named_rgb = [layer[0] for layer in picture.layer] == [*b"RGB"]  # type: ignore[attr-defined]
        ycc = picture.mode == "RGB" and info.get("adobe_transform") != 0 and not named_rgb
        return _Head(picture.mode == "L" or ycc, profile=profile)
    if picture.format == "WEBP":
        return _Head(plain=False, profile=profile)
    raw = str(picture.tile[0][3])  # the sample format in the file, such as RGB;16B or L;2
    depth = 1 if raw == "1" else int("".join(filter(str.isdigit, raw)) or 8)
    key = info.get("transparency", ()) if picture.mode in ("1", "L", "RGB") or raw.startswith("I;16") else ()
    key = key if isinstance(key, tuple) else (min(key, (1 << depth) - 1),)
    stated = "srgb" in info or "icc_profile" in info
    gamma = round(info.get("gamma", 0) * 100_000) or _SCREEN_GAMMA
    gamma = _SCREEN_GAMMA if stated or abs(gamma - _SCREEN_GAMMA) < 100 else gamma
    if (code := _code(file)) is not None:
        gamma, profile = _SCREEN_GAMMA, made(PRIMARIES[code[0]], GAMMAS[code[1]])
    elif "chromaticity" in info and "gamma" in info and not stated:
        profile = made(info["chromaticity"], 100_000 / gamma)
        gamma = _SCREEN_GAMMA
    plain = depth != 16 and not key and gamma == _SCREEN_GAMMA and not getattr(picture, "is_animated", False)
    return _Head(plain, depth, key, gamma, profile)


def _code(file: Path) -> tuple[int, int] | None:
    """Return the numbers by which a PNG names its colours and their curve; None without known ones. Raises Unusable for
    more light than paper and a screen's colours have."""
    with file.open("rb") as data:
        data.seek(8)
        for kind in _chunks(data):
            if kind == b"IDAT":
                return None
            if kind == b"cICP":
                colours, curve, *_ = data.read(4)
                if curve in HIGH_RANGE:
                    found = f" of high dynamic range ({HIGH_RANGE[curve]})"
                    raise Unusable(found, "one of standard range, such as sRGB or Display P3")
                return (colours, curve) if colours in PRIMARIES and curve in GAMMAS else None
    return None
