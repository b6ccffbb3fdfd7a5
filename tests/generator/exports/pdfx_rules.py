"""What PDF/X-1a:2003 (ISO 15930-4) and PDF/X-4 (ISO 15930-7) ask of a file, as far as it shows: a rule a function.

Written from the rules and not from the writer: each takes an open PDF and yields what it finds broken.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf

Rule = Callable[[pikepdf.Pdf], Iterator[str]]
FORBIDDEN_FILTERS = {"/LZWDecode", "/JBIG2Decode", "/JPXDecode", "/Crypt"}
SCREEN = {"/DeviceRGB", "/CalRGB", "/Lab", "/ICCBased", "/CalGray"}


def dictionaries(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Every dictionary of a file, and those of streams, however deep they lie."""

    def within(value: Any) -> Iterator[Any]:
        if isinstance(value, pikepdf.Dictionary | pikepdf.Stream):
            yield value
            for _, each in value.items():
                if not each.is_indirect if isinstance(each, pikepdf.Object) else False:
                    yield from within(each)
        elif isinstance(value, pikepdf.Array):
            for each in value:
                if isinstance(each, pikepdf.Object) and not each.is_indirect:
                    yield from within(each)

    for each in pdf.objects:
        yield from within(each)
    yield from within(pdf.trailer)


def contents(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Whatever is drawn by operators: pages and forms."""
    yield from (page.obj for page in pdf.pages)
    yield from (each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form")


def operators(pdf: pikepdf.Pdf) -> Iterator[tuple[str, Any]]:
    for drawn in contents(pdf):
        yield from ((str(operator), operands) for operands, operator in pikepdf.parse_content_stream(drawn))


# ---- both ------------------------------------------------------------------------------------------


def boxes(pdf: pikepdf.Pdf) -> Iterator[str]:
    for number, page in enumerate(pdf.pages, 1):
        if ("/TrimBox" in page.obj) == ("/ArtBox" in page.obj):
            yield f"page {number}: TrimBox or ArtBox, and not both"
            continue
        media, bleed, trim = ([float(v) for v in page.obj[name]] for name in ("/MediaBox", "/BleedBox", "/TrimBox"))
        for inner, outer in ((trim, bleed), (bleed, media)):
            if not (outer[0] <= inner[0] + 1e-2 < inner[2] <= outer[2] + 1e-2 and outer[1] <= inner[1] + 1e-2):
                yield f"page {number}: {inner} not within {outer}"
            if inner[3] > outer[3] + 1e-2:
                yield f"page {number}: {inner} not within {outer}"


def fonts(pdf: pikepdf.Pdf) -> Iterator[str]:
    for each in dictionaries(pdf):
        if each.get("/Type") == "/FontDescriptor" and not any(f"/FontFile{n}" in each for n in ("", "2", "3")):
            yield f"{each.get('/FontName')} is not embedded"
        simple = each.get("/Type") == "/Font" and each.get("/Subtype") in ("/Type1", "/TrueType")
        if simple and "/FontDescriptor" not in each:
            yield f"{each.get('/BaseFont')} is one of the readers' own"


def intents(pdf: pikepdf.Pdf) -> Iterator[str]:
    found = [each for each in pdf.Root.get("/OutputIntents", []) if each.S == "/GTS_PDFX"]
    if len(found) != 1:
        yield f"{len(found)} output intents"
        return
    (intent,) = found
    if not str(intent.get("/OutputConditionIdentifier", "")):
        yield "an intent without an identifier"
    profile = intent.get("/DestOutputProfile")
    if profile is None and str(intent.get("/RegistryName")) != "http://www.color.org":
        yield "an intent of no register, without a profile"
    if profile is not None:
        data = profile.read_bytes()
        if (data[12:16], data[16:20], data[36:40]) != (b"prtr", b"CMYK", b"acsp") or profile.N != 4:
            yield "a profile that is of no CMYK press"


def about(pdf: pikepdf.Pdf) -> Iterator[str]:
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if not str(pdf.docinfo.get(key, "")):
            yield f"no {key}"
    if pdf.docinfo.get("/Trapped") not in ("/True", "/False"):
        yield "no word whether it is trapped"
    if len(pdf.trailer.get("/ID", [])) != 2 or not all(bytes(each) for each in pdf.trailer.ID):
        yield "no ID"
    if "/Encrypt" in pdf.trailer:
        yield "it is encrypted"


def inks(pdf: pikepdf.Pdf) -> Iterator[str]:
    for verb, operands in operators(pdf):
        if verb in ("rg", "RG"):
            yield f"a colour of a screen: {operands} {verb}"
        if verb in ("cs", "CS") and str(operands[0]) in SCREEN:
            yield f"a colour space of a screen: {operands[0]}"
    for each in dictionaries(pdf):
        space = each.get("/ColorSpace", each.get("/CS"))
        named = space[0] if isinstance(space, pikepdf.Array) else space
        if isinstance(named, pikepdf.Name) and str(named) in SCREEN:
            yield f"{each.get('/Type')} {each.get('/Subtype')} in {named}"


def nothing_else(pdf: pikepdf.Pdf) -> Iterator[str]:
    for each in dictionaries(pdf):
        for key in ("/TR", "/TR2", "/HTP", "/OPI", "/Alternates", "/AA", "/JS", "/EF", "/PS"):
            if key in each and str(each[key]) != "/Default":
                yield f"{key} in {each.get('/Type')}"
        if each.get("/Subtype") == "/PS" or each.get("/S") in ("/JavaScript", "/Launch", "/URI", "/GoTo"):
            yield f"{each.get('/Subtype')} {each.get('/S')}"
    for stream in (each for each in pdf.objects if isinstance(each, pikepdf.Stream)):
        filters = stream.get("/Filter", [])
        for name in filters if isinstance(filters, pikepdf.Array) else [filters]:
            if str(name) in FORBIDDEN_FILTERS:
                yield f"a stream packed as {name}"
    for key in ("/AcroForm", "/OpenAction", "/AA"):
        if key in pdf.Root:
            yield f"{key} in the catalog"
    if any("/Annots" in page.obj for page in pdf.pages):
        yield "annotations"


# ---- one of them -----------------------------------------------------------------------------------


def old_version(pdf: pikepdf.Pdf) -> Iterator[str]:
    if pdf.pdf_version > "1.4":
        yield f"version {pdf.pdf_version}"
    if any(each.get("/Type") in ("/ObjStm", "/XRef") for each in dictionaries(pdf)):
        yield "objects in streams"
    if pdf.docinfo.get("/GTS_PDFXVersion") != "PDF/X-1a:2003":
        yield "no word of which standard it keeps"


def opaque(pdf: pikepdf.Pdf) -> Iterator[str]:
    for each in dictionaries(pdf):
        if "/SMask" in each and str(each.SMask) != "/None":
            yield f"a soft mask in {each.get('/Type')} {each.get('/Subtype')}"
        if each.get("/S") == "/Transparency":
            yield "a transparency group"
        for key in ("/ca", "/CA"):
            if key in each and float(each[key]) != 1:
                yield f"{key} {each[key]}"
        if "/BM" in each and str(each.BM) not in ("/Normal", "/Compatible"):
            yield f"blending {each.BM}"


def newer(pdf: pikepdf.Pdf) -> Iterator[str]:
    if pdf.pdf_version > "1.6":
        yield f"version {pdf.pdf_version}"
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        for key, value in (("pdfxid:GTS_PDFXVersion", "PDF/X-4"), ("pdf:Trapped", "False")):
            if meta.get(key) != value:
                yield f"{key} {meta.get(key)}"
        for key in ("dc:title", "xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "xmpMM:DocumentID"):
            if not meta.get(key):
                yield f"no {key}"
    if "/DestOutputProfile" not in pdf.Root.OutputIntents[0]:
        yield "no profile in it"
    if any(str(page.obj.Group.CS) != "/DeviceCMYK" for page in pdf.pages):
        yield "a page whose colours are not blended as inks"


BOTH: tuple[Rule, ...] = (boxes, fonts, intents, about, inks, nothing_else)
RULES: dict[str, tuple[Rule, ...]] = {"x-1a": (*BOTH, old_version, opaque), "x-4": (*BOTH, newer)}


def broken(file: Path, standard: str) -> list[str]:
    """The rules that a file breaks, each with what was found."""
    with pikepdf.open(file) as pdf:
        return [f"{rule.__name__}: {what}" for rule in RULES[standard] for what in rule(pdf)]


def most_ink(file: Path) -> float:
    """The most of all four inks that any colour, gradient or pixel of a file takes, in percent."""
    with pikepdf.open(file) as pdf:
        found = [sum(map(float, operands)) for verb, operands in operators(pdf) if verb in ("k", "K")]
        for each in dictionaries(pdf):
            found += [sum(map(float, each[end])) for end in ("/C0", "/C1") if end in each and len(each[end]) == 4]
            if each.get("/Subtype") == "/Image" and each.get("/ColorSpace") == "/DeviceCMYK":
                pixels = each.read_bytes()
                found.append(max(map(sum, zip(*[iter(pixels)] * 4, strict=True))) / 255)
    return 100 * max(found, default=0.0)
