"""One scene, three formats, the same picture; PDFs in chunks, and read back with other people's tools."""

import gc
import random
import re
from pathlib import Path

import numpy as np
import pikepdf
import pypdf
import pytest
from cases import cases, data
from hypothesis import given, strategies as st
from msgspec import convert
from PIL import Image as Picture, ImageFilter
from seen import by_pdfium, by_resvg, printed

from generator import build
from generator.draw.colour.ink import InkMode
from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Font, Group, Image, Node, Page, Paint, Path as Outline, Scene, Tag, Text, Use
from generator.formats import svg
from generator.formats.pdf import pages as pdf
from generator.formats.pdf.objects import number
from generator.formats.png import render, render_page

FONT = Font("Cinzel-Bold", fonts.bundled()["Cinzel-Bold"])
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
    blank = page(Use(Scene((0, 0, 100, 80), ()), geo.translate(0, 0)))
    assert by_pdfium(printed(tmp_path, blank)).min() == 255


def test_numbers_have_about_six_digits() -> None:
    given = (0.0, 1e-9, 0.5, -0.5, 63.5, 1234.56789, 100.0, 1_234_567.4, 0.1234567)
    assert list(map(number, given)) == ["0", "0", ".5", "-0.5", "63.5", "1234.568", "100", "1234567", ".123457"]


def test_pdf_and_svg_show_the_same(sink: Page, tmp_path: Path) -> None:
    theirs = by_pdfium(printed(tmp_path, sink))
    ours = by_resvg(sink, theirs)
    difference = np.abs(theirs - ours).max(axis=-1)
    # two rasterisers smooth edges differently: 2 % of the pixels may differ by more than a quarter
    assert (difference > 64).mean() < 0.02
    assert difference.mean() < 4


PAINTS = {name: convert(paint, Paint) for name, paint in data(__file__)["PAINTS"].items()}


def painted(paint: Paint, tmp_path: Path) -> tuple[np.ndarray, np.ndarray]:
    """A star, a thorn and a ring of one paint: from the PDF by pdfium, from the SVG by resvg."""
    star = geo.polyline(geo.star(10, 10, 8, 3, 5), closed=True)
    thorn = geo.polyline([(10, 40), (12.5, 25), (15, 40)], closed=False)
    ring = geo.ellipse(30, 14, 8, 8) + geo.ellipse(30, 14, 4, 4)
    drawn = page(*(Outline(shape, paint) for shape in (star, thorn, ring)), size=(42, 42))
    theirs = by_pdfium(printed(tmp_path, drawn), 127)
    return theirs, by_resvg(drawn, theirs)


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
    picture = by_pdfium(printed(tmp_path, sink), 254)  # 10 pixels a mm
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
    with pikepdf.open(printed(tmp_path, *pages)) as document:
        forms = [o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert len(forms) == 1
    document = svg.page_svg(pages[0])
    assert document.count("<use") == 3
    assert document.count('id="face') == 2


def test_boxes_fonts_text_bookmarks_and_metadata_read_back(tmp_path: Path) -> None:
    file = tmp_path / "meta.pdf"
    texts = {"Cards": "Łódź 7", "Tiles": "two"}
    pages = [page(Text(10, 20, text, FONT, 8, INK), bookmarks=(mark,)) for mark, text in texts.items()]
    meta = pdf.Meta("A game", "Ann Author", "for personal use", "cards", "long-edge")
    assert pdf.write(pages, meta, file) == 2
    reader = pypdf.PdfReader(file)
    assert [entry.title for entry in reader.outline] == ["Cards", "Tiles"]
    told = reader.metadata
    assert (told.title, told.author, told.subject) == ("A game", "Ann Author", "for personal use")
    assert "Łódź 7" in reader.pages[0].extract_text()
    first = reader.pages[0]
    boxes = {(0, 0, 100, 80): first.mediabox, (10, 10, 90, 70): first.trimbox, (8, 8, 92, 72): first.bleedbox}
    for mm, box in boxes.items():
        assert [float(side) * 25.4 / 72 for side in box] == pytest.approx(mm, abs=0.004)
    with pikepdf.open(file) as document:
        fonts = [o for o in document.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
        assert {str(font.BaseFont)[7:] for font in fonts} == {"+Cinzel-Bold"}, "text is text, of a subset"
        inner = [each for font in fonts for each in font.get("/DescendantFonts", ())]
        assert all("/FontFile2" in each.FontDescriptor for each in inner), "embedded"
        shown = document.Root.ViewerPreferences
        assert (shown.PrintScaling, shown.Duplex) == ("/None", "/DuplexFlipLongEdge")


def test_an_svg_is_in_mm_and_keeps_text_when_asked(sink: Page) -> None:
    outlined, texts = svg.page_svg(sink), svg.page_svg(sink, text=True)
    for said in ('width="100mm"', 'height="80mm"', 'viewBox="0 0 100 80"'):
        assert said in outlined
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
    render(printed(tmp_path, sink), 0, 127, tmp_path / "b.png")
    with Picture.open(tmp_path / "b.png") as picture:
        assert picture.size == pytest.approx((500, 400), abs=1)


def test_low_ink_is_paler_and_outline_ink_is_white(sink: Page, tmp_path: Path) -> None:
    whole = Scene((0, 0, 100, 80), sink.nodes)
    scenes = [InkMode(mode)(whole) for mode in ("outline", "low", "normal")]  # type: ignore[arg-type]
    outline, low, normal = ((255 - by_pdfium(printed(tmp_path, page(*scene.nodes)))).mean() for scene in scenes)
    assert outline < low < normal
    mode = InkMode("low")
    assert mode(whole) is mode(whole)


# ---- a PDF from chunks of pages --------------------------------------------------------------------

BOX = (0.0, 0.0, 100.0, 80.0)


def numbered(number: int, *more: Text | Image | Use | Group) -> Page:
    text = Text(10, 10, f"numbered {number} €{chr(65 + number)}", fonts.own("AlegreyaSans-Regular"), 5, (0.0, 0.0, 0.0))
    said = Group((text,), tag=Tag((("Sect", "Cards"), ("Figure", 0)), f"card {number} (12 0 R)"))
    return Page(100, 80, (said, *more), BOX, BOX, ("c",), bookmarks=(f"Part {number}",) if number % 3 == 0 else ())


def in_chunks(folder: Path, pages: list[Page], together: int, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(pdf, "TOGETHER", together)
    file = folder / f"{together}.pdf"
    assert pdf.write(pages, pdf.Meta("Several (parts)", language="de_AT"), file) == len(pages)
    return file


def test_pages_drawn_by_twos_say_what_pages_drawn_at_once_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [numbered(number) for number in range(7)]
    told = []
    for together in (256, 2):
        with pikepdf.open(in_chunks(tmp_path, pages, together, monkeypatch)) as file:
            contents = [each.Contents.read_bytes() for each in file.pages]
            tree = file.Root.StructTreeRoot
            entries = [each for part in tree.ParentTree.Kids for each in part.Nums]
            assert entries[::2] == list(range(7))
            assert [each.StructParents for each in file.pages] == list(range(7))
            said = [str(entry[0].Alt) for entry in entries[1::2]]
            assert [entry[0].Pg.objgen for entry in entries[1::2]] == [each.obj.objgen for each in file.pages]
            with file.open_outline() as outline:
                marks = [(mark.title, mark.destination[0].objgen) for mark in outline.root]
            assert [place for _, place in marks] == [file.pages[n].obj.objgen for n in (0, 3, 6)]
            titles = [title for title, _ in marks]
            told.append((len(contents), said, titles, str(file.Root.Lang), str(file.docinfo.Title)))
    assert told[0] == told[1]
    assert told[0][1] == [f"card {number} (12 0 R)" for number in range(7)]


def test_what_was_drawn_of_a_chunk_is_let_go_of_at_once() -> None:
    """What is left to the garbage collector waits for a million others, and a deck has many chunks."""

    pdf.drawn([numbered(number) for number in range(3)])  # what is loaded at the first time aside
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        pdf.drawn([numbered(number) for number in range(3)])
        assert gc.collect() == 0
    finally:
        gc.enable()
        gc.unfreeze()


def test_a_picture_on_pages_of_several_chunks_is_there_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noise = random.Random(1).randbytes(80 * 80 * 4)
    Picture.frombytes("RGBA", (80, 80), noise).save(tmp_path / "noise.png")
    face = Scene(BOX, (Image(0, 0, 50, 50, tmp_path / "noise.png"),))
    pages = [numbered(number, Use(face)) for number in range(4)]
    one, many = (in_chunks(tmp_path, pages, together, monkeypatch) for together in (256, 1))
    assert many.stat().st_size < one.stat().st_size + 4 * 12_000  # letters alone are there for each
    with pikepdf.open(many) as file:
        streams = (each for each in file.objects if isinstance(each, pikepdf.Stream))
        assert sum(each.get("/Subtype") == "/Image" for each in streams) == 2


# ---- letters in an SVG -----------------------------------------------------------------------------

NEAR = 0.001 + 1e-9  # half a thousandth for where a letter begins, half for each of its points
places = st.floats(-300, 300, allow_nan=False)


def absolute(data: str) -> list[tuple[str, list[float]]]:
    """Path data as verbs and absolute points, as the standard reads it."""
    found: list[tuple[str, list[float]]] = []
    here = begun = [0.0, 0.0]
    for verb, numbers in re.findall(r"([MmlcZz])([^MmlcZz]*)", data):
        points = [float(number) for number in numbers.split()]
        if verb.islower():
            points = [number + here[n % 2] for n, number in enumerate(points)]
        here = points[-2:] or begun
        begun = here if verb in "Mm" else begun
        found.append((verb.upper(), points))
    return found


@given(st.text("Aagß% ŁẵΩЖ", max_size=8), st.sampled_from(sorted(fonts.bundled())), st.floats(0.3, 60), places, places)
def test_no_point_of_a_letter_is_off_its_outline(text: str, name: str, size: float, x: float, y: float) -> None:
    font = fonts.own(name)
    drawn = absolute("".join(data for _, data in svg.letters(fonts.line(font, text), size, x, y)))
    outline = fonts.outlines(font, text, size, x, y)
    assert [verb for verb, _ in drawn] == [verb for verb, *_ in outline]
    for (_, points), (_, *expected) in zip(drawn, outline, strict=True):
        assert all(abs(one - other) <= NEAR for one, other in zip(points, expected, strict=True))


def test_a_letter_that_comes_again_has_the_same_words_behind_where_it_begins() -> None:
    ((_, data),) = svg.letters(fonts.line(fonts.own("Cinzel-Bold"), "ABBA"), 7, 10, 20)
    first, second, third, fourth = re.findall(r"M[-\d.]+ [-\d.]+([^M]+)", data)
    assert (first, second) == (fourth, third)
    assert first != second


def test_text_that_stays_text_says_how_it_is_set() -> None:
    plain = fonts.own("AlegreyaSans-Regular")
    font = Font(plain.name, plain.file, features=("smcp", "liga=0"), tracking=0.1)
    words = svg.page_svg(page(Text(5, 20, "Abc", font, 8, INK)), text=True)
    assert "font-feature-settings: 'smcp' 1, 'liga' 0" in words
    assert 'letter-spacing="0.8"' in words


# ---- which faces a PDF holds once and refers to ----------------------------------------------------


@cases
def test_of_distinct_faces_only_the_back_is_a_form(
    count: int, options: dict[str, int], forms: int, tmp_path: Path
) -> None:
    (tmp_path / "deck.yaml").write_text(data(__file__)["SPEC"].format(count=count))
    done = build(tmp_path / "deck.yaml", tmp_path, formats="pdf", **options)
    (file,) = done.folder.glob("*.pdf")
    assert file.read_bytes().count(b"/Subtype /Form") == forms
