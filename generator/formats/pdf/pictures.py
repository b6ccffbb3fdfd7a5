"""Pictures in a PDF, as reportlab reads them: few games have any, and the others start without it."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfdoc import NoEncryption, PDFImageXObject

from generator.draw.scene import Image
from generator.formats.pdf.objects import Objects

_PLAIN = SimpleNamespace(encrypt=NoEncryption(), defaultStreamFilters=None)  # as much of a document as a picture needs


@lru_cache(maxsize=8)
def _picture(data: bytes) -> Any:
    """A picture that is in no file; kept for a while, for the same is drawn on many faces."""
    return ImageReader(BytesIO(data))


class Pictures:
    """Writes each picture of a document once, called by its content: where its file lies has no place in a PDF."""

    def __init__(self, objects: Objects) -> None:
        rl_config.useA85 = 0  # streams as bytes: a fifth smaller than as letters, and faster
        self.objects = objects
        self.names: dict[Path, str] = {}
        self.known: dict[str, str] = {}

    def read(self, node: Image) -> tuple[str, str]:
        """A picture's name and reference. Raises OSError."""
        source: Any = str(node.file)
        if node.data:
            source = _picture(node.data)
            mask = source.getRGBData(), b"auto" if source._dataA is None else source._dataA.getRGBData()
            name = _called(b"".join(mask))
        else:
            if node.file not in self.names:
                with node.file.open("rb") as content:
                    self.names[node.file] = hashlib.file_digest(content, "blake2b").hexdigest()
            name = _called(f"{self.names[node.file]}auto".encode())
        if name not in self.known:
            self.known[name] = self._written(PDFImageXObject(name, source, mask="auto"))
        return name, self.known[name]

    def _written(self, picture: Any) -> str:
        soft = getattr(picture, "_smask", None)
        if soft:  # how opaque it is
            if soft.name not in self.known:
                self.known[soft.name] = self._written(soft)
            picture.smask = self.known[soft.name]
        head, _, content = picture.format(_PLAIN).strip(b"\n").partition(b"stream")
        return self.objects.keep(head, b"stream" + content)


def _called(content: bytes) -> str:
    return hashlib.md5(content, usedforsecurity=False).hexdigest()
