"""One scene, three formats, the same picture; and PDFs read back with other people's tools."""

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pikepdf
import pypdf
import pypdfium2
import pytest
import resvg_py
from PIL import Image as Picture
from PIL import ImageFilter

from generator.draw.colour.ink import InkMode
from generator.draw.fonts.fonts import bundled
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Font, Group, Image, Node, Page, Paint, Scene, Text, Use
from generator.draw.scene import Path as Outline
from generator.formats import svg
from generator.formats.pdf import pages as pdf
from generator.formats.pdf.objects import number
from generator.formats.png import render, render_page

FONT = Font("Cinzel-Bold", bundled()["Cinzel-Bold"])
RED, BLUE, INK = (0.8, 0.1, 0.1), (0.1, 0.2, 0.8), (0.1, 0.1, 0.1)


def page(*nodes: Node, size: tuple[float, float] = (100, 80), bookmarks: tuple[str, ...] = ()) -> Page:
    return Page(*size, nodes, (10, 10, 80, 60), (8, 8, 84, 64), ("c",), "front", bookmarks)


@pytest.fixture
def sink(tmp_path: Path) -> Page:
    """Everything a backend must draw, on one page."""
    pixels = Picture.new("RGBA", (40, 20), (0, 120, 60, 255))
    pixels.paste((255, 200, 0, 128), (20, 0, 40, 20))
    pixels.save(tmp_path / "picture.png")
    star = Scene((0, 0, 20, 20), (Outline(geo.polyline(geo.star(10, 10, 10, 4, 5), closed=True), Paint(fill=RED)),))
    ring = geo.ellipse(80, 20, 12, 12) + geo.ellipse(80, 20, 6, 6)
    return page(
        Outline(geo.rectangle(5, 5, 25, 15, 4), Paint(fill=BLUE, stroke=INK, width=1)),
        Outline(ring, Paint(fill=RED, even_odd=True)),
        Outline((("M", 40, 10), ("C", 45, 0, 55, 25, 62, 10)), Paint(stroke=INK, width=1.5, dash=(3, 2), cap="round")),
        Use(star, geo.translate(5, 25)),
        Use(star, geo.multiply(geo.translate(30, 30), geo.rotation(30))),
        Group(
            (Outline(geo.rectangle(0, 0, 30, 30), Paint(fill=BLUE, opacity=0.5)),),
            geo.translate(55, 25),
            geo.ellipse(12, 12, 10, 10),
        ),
        Outline(geo.rectangle(70, 40, 20, 10), Paint(fill=RED, stroke=INK, width=2, opacity=0.4, join="round")),
        Image(5, 52, 30, 15, tmp_path / "picture.png"),
        Text(40, 65, "Żółw 7", FONT, 9, BLUE, "start", RED, 0.6),
        Text(90, 74, "end", FONT, 6, INK, "end"),
        Text(50, 76, "half", FONT, 6, INK, "middle", opacity=0.5),
        size=(100, 80),
    )


def test_a_form_on_which_nothing_is_drawn_shows_nothing(tmp_path: Path) -> None:
    pdf.write([page(Use(Scene((0, 0, 100, 80), ()), geo.translate(0, 0)))], pdf.Meta("blank"), tmp_path / "blank.pdf")
    assert rendered(tmp_path / "blank.pdf").min() == 255


def test_numbers_have_about_six_digits() -> None:
    given = (0.0, 1e-9, 0.5, -0.5, 63.5, 1234.56789, 100.0, 1_234_567.4, 0.1234567)
    assert list(map(number, given)) == ["0", "0", ".5", "-0.5", "63.5", "1234.568", "100", "1234567", ".123457"]


def rendered(file: Path, dpi: int = 100) -> np.ndarray:
    document = pypdfium2.PdfDocument(str(file))
    try:
        return np.asarray(document[0].render(scale=dpi / 72).to_pil().convert("RGB"), dtype=float)
    finally:
        document.close()


def test_pdf_and_svg_show_the_same(sink: Page, tmp_path: Path) -> None:
    pdf.write([sink], pdf.Meta("sink"), tmp_path / "sink.pdf")
    theirs = rendered(tmp_path / "sink.pdf")
    png = resvg_py.svg_to_bytes(
        svg_string=svg.page_svg(sink), dpi=96, width=theirs.shape[1], height=theirs.shape[0], background="white"
    )
    ours = np.asarray(Picture.open(io.BytesIO(bytes(png))).convert("RGB"), dtype=float)
    difference = np.abs(theirs - ours).max(axis=-1)
    # two rasterisers smooth edges differently: 2 % of the pixels may differ by more than a quarter
    assert (difference > 64).mean() < 0.02
    assert difference.mean() < 4


PAINTS = {
    "filled": Paint(fill=RED),
    "lined": Paint(stroke=INK, width=1.2),
    "faint fill": Paint(fill=RED, opacity=0.3),
    "faint line": Paint(stroke=BLUE, width=3, opacity=0.3),
    "both faint": Paint(fill=RED, stroke=BLUE, width=3, opacity=0.3),
    "holes": Paint(fill=RED, even_odd=True),
    "holes faint": Paint(fill=BLUE, even_odd=True, opacity=0.6),
    "dashes": Paint(stroke=INK, width=1, dash=(4, 2)),
    "dashes later": Paint(stroke=INK, width=1, dash=(4, 2), phase=3),
    "round ends": Paint(stroke=INK, width=2, dash=(3, 4), cap="round"),
    "square ends": Paint(stroke=INK, width=2, dash=(3, 4), cap="square"),
    "cut-off corners": Paint(stroke=INK, width=2.5, miter=1.2),
    "long corners": Paint(stroke=INK, width=2.5, miter=30),
    "round corners": Paint(stroke=INK, width=2.5, join="round"),
    "bevelled corners": Paint(stroke=INK, width=2.5, join="bevel"),
}


def painted(paint: Paint, tmp_path: Path) -> tuple[np.ndarray, np.ndarray]:
    """A star, a thorn and a ring of one paint: from the PDF by pdfium, from the SVG by resvg."""
    star = geo.polyline(geo.star(10, 10, 8, 3, 5), closed=True)
    thorn = geo.polyline([(10, 40), (12.5, 25), (15, 40)], closed=False)
    ring = geo.ellipse(30, 14, 8, 8) + geo.ellipse(30, 14, 4, 4)
    drawn = page(*(Outline(shape, paint) for shape in (star, thorn, ring)), size=(42, 42))
    pdf.write([drawn], pdf.Meta("paint"), tmp_path / "paint.pdf")
    theirs = rendered(tmp_path / "paint.pdf", 127)
    png = resvg_py.svg_to_bytes(
        svg_string=svg.page_svg(drawn), dpi=96, width=theirs.shape[1], height=theirs.shape[0], background="white"
    )
    return theirs, np.asarray(Picture.open(io.BytesIO(bytes(png))).convert("RGB"), dtype=float)


def apart(one: np.ndarray, other: np.ndarray) -> int:
    """How many pixels differ much, and all around them too: edges may differ by one."""
    differs = Picture.fromarray(np.abs(one - other).max(axis=-1) > 70).convert("L")
    return int((np.asarray(differs.filter(ImageFilter.MinFilter(3))) > 0).sum())


@pytest.mark.parametrize("name", PAINTS)
def test_a_paint_shows_the_same_in_pdf_and_svg(name: str, tmp_path: Path) -> None:
    theirs, ours = painted(PAINTS[name], tmp_path)
    assert apart(theirs, ours) < 20
    plain = Paint(fill=PAINTS[name].fill, stroke=PAINTS[name].stroke, width=PAINTS[name].width)
    assert plain == PAINTS[name] or apart(theirs, painted(plain, tmp_path)[0]) > 60, "nobody sees this paint"


def test_every_part_of_the_sink_is_there(sink: Page, tmp_path: Path) -> None:
    pdf.write([sink], pdf.Meta("sink"), tmp_path / "sink.pdf")
    picture = rendered(tmp_path / "sink.pdf", 254)  # 10 pixels a mm
    spots = {
        (17, 12): BLUE,
        (72, 20): RED,
        (80, 20): (1, 1, 1),
        (15, 35): RED,
        (67, 37): tuple(0.5 + 0.5 * c for c in BLUE),
        (12, 60): (0, 120 / 255, 60 / 255),
        (27, 60): (1, 0.893, 0.498),
        (80, 45): tuple(0.6 + 0.4 * c for c in RED),
    }
    for (x, y), colour in spots.items():
        found = picture[y * 10, x * 10] / 255
        assert np.abs(found - np.array(colour)).max() < 0.04, (x, y, found)


def test_a_scene_used_twice_is_one_form(tmp_path: Path) -> None:
    face = Scene((0, 0, 20, 20), (Outline(geo.rectangle(0, 0, 20, 20), Paint(fill=RED)),))
    once = Scene((0, 0, 20, 20), (Outline(geo.rectangle(0, 0, 20, 20), Paint(fill=BLUE)),), reusable=False)
    pages = [page(Use(face), Use(face, geo.translate(30, 0)), Use(once, geo.translate(60, 0))), page(Use(face))]
    pdf.write(pages, pdf.Meta("forms"), tmp_path / "forms.pdf")
    with pikepdf.open(tmp_path / "forms.pdf") as document:
        forms = [o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert len(forms) == 1
    document = svg.page_svg(pages[0])
    assert document.count("<use") == 3
    assert document.count('id="face') == 2


def test_boxes_fonts_text_bookmarks_and_metadata_read_back(tmp_path: Path) -> None:
    file = tmp_path / "meta.pdf"
    pages = [
        page(Text(10, 20, "Łódź 7", FONT, 8, INK), bookmarks=("Cards",)),
        page(Text(10, 20, "two", FONT, 8, INK), bookmarks=("Tiles",)),
    ]
    meta = pdf.Meta("A game", "Ann Author", "for personal use", "cards", "long-edge")
    assert pdf.write(pages, meta, file) == 2
    reader = pypdf.PdfReader(file)
    assert [entry.title for entry in reader.outline] == ["Cards", "Tiles"]
    assert (reader.metadata.title, reader.metadata.author, reader.metadata.subject) == (
        "A game",
        "Ann Author",
        "for personal use",
    )
    assert "Łódź 7" in reader.pages[0].extract_text()
    mm = 72 / 25.4
    first = reader.pages[0]
    assert [float(n) for n in first.mediabox] == pytest.approx([0, 0, 100 * mm, 80 * mm], abs=0.01)
    assert [float(n) for n in first.trimbox] == pytest.approx([10 * mm, 10 * mm, 90 * mm, 70 * mm], abs=0.01)
    assert [float(n) for n in first.bleedbox] == pytest.approx([8 * mm, 8 * mm, 92 * mm, 72 * mm], abs=0.01)
    with pikepdf.open(file) as document:
        fonts = [o for o in document.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
        assert fonts, "text is text"
        for font in fonts:
            assert "Cinzel" in str(font.BaseFont)
            assert str(font.BaseFont)[7] == "+", "a subset"
            for inner in font.get("/DescendantFonts", ()):
                assert "/FontFile2" in inner.FontDescriptor, "embedded"
        assert str(document.Root.ViewerPreferences.PrintScaling) == "/None"
        assert str(document.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"


def test_the_same_pages_are_the_same_bytes_in_any_process(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from generator.formats import svg
from generator.formats.pdf import pages as pdf
from generator.faces.faces import Faces
from generator.draw.scene import Page, Use
from specs.load import load

document = load("atlantis")
faces = Faces(document)
nodes = tuple(
    Use(faces.front(piece), (1.0, 0.0, 0.0, 1.0, 45.0 * (i % 4), 45.0 * (i // 4)))
    for i, piece in enumerate(document.pieces["path-tiles"][:12])
)
page = Page(210, 297, nodes, (0, 0, 210, 297), (0, 0, 210, 297), ("c",))
pdf.write([page], pdf.Meta("x"), Path(sys.argv[1] + ".pdf"))
Path(sys.argv[1] + ".svg").write_text(svg.page_svg(page))
"""
    for seed in ("1", "77"):
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / seed)], env=os.environ | {"PYTHONHASHSEED": seed}, check=True
        )
    for ending in ("pdf", "svg"):
        assert (tmp_path / f"1.{ending}").read_bytes() == (tmp_path / f"77.{ending}").read_bytes()


def test_an_svg_is_in_mm_and_keeps_text_when_asked(sink: Page) -> None:
    outlined, texts = svg.page_svg(sink), svg.page_svg(sink, text=True)
    assert 'width="100mm"' in outlined
    assert 'height="80mm"' in outlined
    assert 'viewBox="0 0 100 80"' in outlined
    assert "<text" not in outlined
    assert "Żółw 7</text>" in texts


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "out.pdf"
    file.write_bytes(b"old")
    bad = Font("broken", tmp_path / "broken.ttf")
    # its letters have widths and no outlines
    bad.file.write_bytes(FONT.file.read_bytes().replace(b"glyf", b"none", 1).replace(b"loca", b"nona", 1))
    with pytest.raises(ValueError, match="font 'broken' cannot be embedded"):
        pdf.write([page(Text(1, 9, "x", bad, 5, INK))], pdf.Meta("x"), file)
    assert file.read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.ttf", "out.pdf"]


def test_png_sizes_follow_the_dpi(sink: Page, tmp_path: Path) -> None:
    render_page(sink, 254, tmp_path / "a.png")
    with Picture.open(tmp_path / "a.png") as picture:
        assert picture.size == pytest.approx((1000, 800), abs=1)
    pdf.write([sink], pdf.Meta("x"), tmp_path / "a.pdf")
    render(tmp_path / "a.pdf", 0, 127, tmp_path / "b.png")
    with Picture.open(tmp_path / "b.png") as picture:
        assert picture.size == pytest.approx((500, 400), abs=1)


def test_low_ink_is_paler_and_outline_ink_is_white(sink: Page, tmp_path: Path) -> None:
    whole = Scene((0, 0, 100, 80), sink.nodes)
    darkness = {}
    for mode in ("normal", "low", "outline"):
        scene = InkMode(mode)(whole)
        file = tmp_path / f"{mode}.pdf"
        pdf.write([page(*scene.nodes)], pdf.Meta(mode), file)
        darkness[mode] = float((255 - rendered(file)).mean())
    assert darkness["outline"] < darkness["low"] < darkness["normal"]
    mode = InkMode("low")
    assert mode(whole) is mode(whole)
