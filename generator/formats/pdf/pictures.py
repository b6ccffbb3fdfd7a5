"""Pictures in a PDF, written by reportlab, which is loaded only when there are any: few games have one."""

from hashlib import blake2b
from io import BytesIO
from pathlib import Path

from PIL import Image as Raster
from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfdoc import PDFDocument, PDFImageXObject

from generator.draw.scene import Image
from generator.formats.pdf.objects import Objects


class Pictures:
    """Writes each picture of a document once, named by its content; its path is not in the PDF."""

    def __init__(self, objects: Objects) -> None:
        rl_config.useA85 = 0  # binary streams: a fifth smaller than as text, and faster
        self.objects, self.document = objects, PDFDocument()
        self.names: dict[Path, str] = {}
        self.references: dict[str, str] = {}

    def read(self, node: Image) -> tuple[str, str]:
        """Return a picture's name and reference. Raises OSError."""
        name = self.names.get(node.file, "") if not node.data else ""
        if not name:
            content = node.data or node.file.read_bytes()
            name = blake2b(content, digest_size=16).hexdigest()
            if not node.data:
                self.names[node.file] = name
            if name not in self.references:
                self.references[name] = self._embedded(content)
        return name, self.references[name]

    def _embedded(self, content: bytes) -> str:
        """Add a picture, and its alpha, if any, as a picture of its own; return the reference."""
        with Raster.open(BytesIO(content)) as picture:
            if picture.format == "JPEG":  # embedded as it is: reportlab does not decode it
                return self._written(PDFImageXObject("", ImageReader(BytesIO(content))))
            alpha = picture.convert("RGBA").getchannel("A") if picture.has_transparency_data else None
            colours = PDFImageXObject("", ImageReader(picture.convert("L" if picture.mode in ("L", "LA") else "RGB")))
        if alpha is not None:
            colours.smask = self._written(PDFImageXObject("", ImageReader(alpha)))
        return self._written(colours)

    def _written(self, picture: PDFImageXObject) -> str:
        head, _, content = picture.format(self.document).strip(b"\n").partition(b"stream")
        return self.objects.keep(head, b"stream" + content)
