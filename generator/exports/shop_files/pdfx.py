"""Converts our PDFs to PDF/X-1a:2003 or PDF/X-4: every colour in inks, the output condition named, and nothing that a
press cannot print.

Colours of pages, forms, gradients and pictures are converted in place; tags for screen readers, links and viewer hints
are removed. The same file gives the same bytes: the dates are those of our PDF.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from generator.exports.shop_files.flat import Inking
from specs.base.errors import bad

if TYPE_CHECKING:
    import pikepdf

Standard = Literal["x-1a", "x-4"]
VERSIONS: dict[Standard, tuple[str, str]] = {"x-1a": ("1.4", "PDF/X-1a:2003"), "x-4": ("1.6", "PDF/X-4")}
DATE = "D:20000101000000Z"
CONDITIONS = {  # the conditions of our profiles, by their names in the ICC's register
    "fogra39": ("FOGRA39", "Offset on coated paper, ISO 12647-2:2004 (FOGRA39L)"),
    "swop3": ("CGATS TR 003", "SWOP on coated paper of grade 3 (ANSI/CGATS/SWOP TR 003-2007)"),
}
_COLOUR = re.compile(rb"(?<!\S)([\d.]+) ([\d.]+) ([\d.]+) (rg|RG)(?!\S)")
_UNPRINTED = ("/StructTreeRoot", "/MarkInfo", "/ViewerPreferences", "/Outlines", "/PageMode", "/Metadata", "/Lang")
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>2000-01-01T00:00:00Z</xmp:CreateDate><xmp:ModifyDate>2000-01-01T00:00:00Z</xmp:ModifyDate>
<xmp:MetadataDate>2000-01-01T00:00:00Z</xmp:MetadataDate><xmp:CreatorTool>Tideline</xmp:CreatorTool>
<pdf:Trapped>False</pdf:Trapped><pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
<xmpMM:DocumentID>uuid:{id}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class Target(Struct, frozen=True):
    """What a file is made for: a standard, inks, and the condition's name if the profile is one of ours."""

    standard: Standard
    inking: Inking
    condition: str | None


def ready() -> None:
    """Check that PDFs can be converted here. Raises SpecError."""
    if find_spec("pikepdf") is None:
        found = "no pikepdf"
        raise bad("unavailable", "--shop", found, "pip install 'tideline-press[shops]', for a PDF that a shop takes")


def convert(source: Path, file: Path, target: Target) -> None:
    """Write a PDF of ours in the target's standard. Raises OSError."""
    import pikepdf

    with pikepdf.open(source) as pdf:
        _Conversion(pdf, target).run()
        four = target.standard == "x-4"
        version, _ = VERSIONS[target.standard]
        streams = pikepdf.ObjectStreamMode.generate if four else pikepdf.ObjectStreamMode.disable
        pdf.remove_unreferenced_resources()
        pdf.save(file, min_version=version, force_version=version, object_stream_mode=streams, deterministic_id=True)


def _without(found: Any, keys: Iterable[str]) -> None:
    for key in keys:
        if key in found:
            del found[key]


class _Conversion:
    """A PDF during conversion to a standard."""

    def __init__(self, pdf: pikepdf.Pdf, target: Target) -> None:
        self.pdf, self.target, self.inking = pdf, target, target.inking
        self.done: set[tuple[int, int]] = set()  # functions, which gradients share

    def run(self) -> None:
        from pikepdf import Dictionary, Name, Stream

        _without(self.pdf.Root, _UNPRINTED)
        for page in self.pdf.pages:
            _without(page.obj, ("/Trans", "/StructParents", "/Tabs", "/Annots", "/Group"))
            page.obj.Contents = self.pdf.make_stream(self._content(page.obj.Contents))
            if self.target.standard == "x-4":
                page.obj.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK, I=True)
        convert = {"/Form": self._form, "/Image": self._picture}
        for each in list(self.pdf.objects):
            if isinstance(each, Stream) and (kind := str(each.get("/Subtype"))) in convert:
                convert[kind](each)
        self._intent()
        self._about()

    def _form(self, form: Any) -> None:
        from pikepdf import Name

        form.write(self._content(form))
        if "/Pattern" in form.get("/Resources", {}):
            for shading in (pattern.Shading for pattern in form.Resources.Pattern.values()):
                if shading.ColorSpace == "/DeviceRGB":
                    shading.ColorSpace = Name.DeviceCMYK
                    self._ramp(shading.Function)
        if "/Group" in form and self.target.standard == "x-1a":
            del form.Group  # groups of letters with a gradient; no transparency is left here
        elif "/Group" in form and "/CS" not in form.Group:
            form.Group.CS = Name.DeviceCMYK

    # ---- colours -----------------------------------------------------------------------------

    def _content(self, stream: Any) -> bytes:
        """Return a page's or form's content with its colours in inks. Its text is in hexadecimal, so that no letters
        are taken for colours."""
        return _COLOUR.sub(self._inked, stream.read_bytes())

    def _inked(self, found: re.Match[bytes]) -> bytes:
        fills = found[4] == b"rg"
        inks = self.inking.inks((float(found[1]), float(found[2]), float(found[3])), area=fills)
        return b"%.4g %.4g %.4g %.4g %s" % (*inks, b"k" if fills else b"K")

    def _ramp(self, function: Any) -> None:
        from pikepdf import Array

        if function.is_indirect:
            if function.objgen in self.done:
                return
            self.done.add(function.objgen)
        for piece in function.get("/Functions", ()):
            self._ramp(piece)
        for end in ("/C0", "/C1"):
            if end in function:
                red, green, blue = map(float, function[end])
                function[end] = Array([round(ink, 4) for ink in self.inking.inks((red, green, blue))])

    def _picture(self, image: Any) -> None:
        from pikepdf import Name, PdfImage

        if image.get("/ColorSpace") == "/DeviceGray" or "/ColorSpace" not in image:
            return
        inked = self.inking.picture(PdfImage(image).as_pil_image())
        image.write(zlib.compress(inked.tobytes(), 6), filter=Name.FlateDecode)
        image.ColorSpace, image.BitsPerComponent = Name.DeviceCMYK, 8
        _without(image, ("/Decode", "/DecodeParms", "/Intent", "/Interpolate"))

    # ---- what the file says of itself --------------------------------------------------------

    def _intent(self) -> None:
        """Write the output intent: by the condition's name in the ICC's register, or the profile itself."""
        from pikepdf import Array, Dictionary, Name

        condition = self.target.condition
        identifier, info = CONDITIONS[condition] if condition is not None else ("Custom", self.inking.name)
        intent = Dictionary(Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=identifier)
        intent.OutputCondition = intent.Info = info
        if condition is not None:
            intent.RegistryName = "http://www.color.org"
        if condition is None or self.target.standard == "x-4":
            profile = self.pdf.make_stream(self.inking.profile)
            profile.N, profile.Alternate = 4, Name.DeviceCMYK
            intent.DestOutputProfile = profile
        self.pdf.Root.OutputIntents = Array([self.pdf.make_indirect(intent)])

    def _about(self) -> None:
        from html import escape
        from uuid import NAMESPACE_URL, uuid5

        from pikepdf import Name

        info = self.pdf.docinfo
        info["/CreationDate"] = info["/ModDate"] = DATE
        info.Trapped = Name("/False")
        info.GTS_PDFXVersion = VERSIONS[self.target.standard][1]
        if self.target.standard == "x-4":
            title = str(info.get("/Title", ""))
            text = _XMP.format(title=escape(title), id=uuid5(NAMESPACE_URL, title))
            self.pdf.Root.Metadata = self.pdf.make_stream(text.encode(), Type=Name.Metadata, Subtype=Name.XML)
