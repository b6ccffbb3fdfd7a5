"""A picture. Its samples, a byte each, stay in JavaScript."""

import zlib
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import IO, Any, Self

import pictures
from pyodide.ffi import JsException, to_js

from PIL import UnidentifiedImageError

DecompressionBombError = UnidentifiedImageError


class Image:
    is_animated = False

    def __init__(self, found: Any) -> None:
        self.found, self.mode, self.format = found, found.mode, found.format
        self.size = self.width, self.height = found.width, found.height
        self.info: dict[str, object] = {}
        self.tile, self.layer = [("", (), 0, (found.raw,))], [(name,) for name in found.names or ()]
        self.has_transparency_data = found.mode in ("LA", "RGBA") or bool(found.alpha)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def draft(self, *_: object) -> None: ...

    def getexif(self) -> dict[int, int]:
        return {}

    def load(self) -> Any:
        """Unpack a file's samples. Raises OSError for a truncated one."""
        try:
            if not self.found.data:
                packed = self.found.packed.to_bytes()
                pictures.unpack(self.found, to_js(zlib.decompress(packed) if self.format == "PNG" else packed))
        except (JsException, zlib.error):
            raise OSError("a damaged picture") from None
        return self.found

    def tobytes(self) -> bytes:
        return self.load().data.to_bytes()

    def convert(self, mode: str) -> "Image":
        return Image(pictures.converted(self.load(), mode))

    def getchannel(self, band: str) -> "Image":
        return Image(pictures.band(self.load(), self.mode.index(band)))

    def getextrema(self) -> list[list[int]]:
        return pictures.extremes(self.load()).to_py()

    def crop(self, box: Sequence[int]) -> "Image":
        return Image(pictures.cropped(self.load(), *box))

    def save(self, file: IO[bytes], kind: str, quality: int = 75, compress_level: int = 6, **_: object) -> None:
        if kind == "JPEG":
            file.write(pictures.jpeg(self.load(), quality).to_bytes())
            return
        rows = zlib.compress(pictures.filtered(self.load(), compress_level > 1).to_bytes(), compress_level)
        file.write(b"\x89PNG\r\n\x1a\n")
        for name, data in (b"IHDR", pictures.header(self.found).to_bytes()), (b"IDAT", rows), (b"IEND", b""):
            file.write(len(data).to_bytes(4) + name + data + zlib.crc32(name + data).to_bytes(4))


def open(file: Path | IO[bytes], formats: Collection[str] = ()) -> Image:
    content = file.read_bytes() if isinstance(file, Path) else file.read()
    found = pictures.head(to_js(content))
    if found is None:
        raise UnidentifiedImageError("no plain PNG or JPEG")
    return Image(found)


def frombuffer(_: str, size: tuple[int, int], data: Any, __: str, raw: str, stride: int, ___: int) -> Image:
    return Image(pictures.rendered(to_js(bytes(data)), *size, len(raw), stride))
