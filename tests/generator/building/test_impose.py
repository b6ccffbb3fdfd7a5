"""Cards of another program's PDF or pictures on sheets: each once, at its size, its own back behind it."""

from pathlib import Path

import cv2
import pypdfium2
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from generator.building.card_files import CardCut
from generator.building.impose import impose
from generator.plan.runs import Request
from specs.base.errors import SpecError

MM = 72 / 25.4
DOTS = 8  # a mm of what is looked at; pdfium draws pictures up to a dot further
SIZE, BLEED = (63.0, 88.0), 3.0
CUT = CardCut(SIZE, BLEED)


def deck(file: Path, pages: list[list[tuple[float, float, float, float]]], paper: tuple[float, float]) -> Path:
    """A PDF whose pages have cards of plain colours: each by its cut's left and top, mm, its red and its blue. A dark
    square stands in each card's top left corner."""
    canvas = Canvas(str(file), pagesize=(paper[0] * MM, paper[1] * MM))
    for page in pages:
        for x, y, red, blue in page:
            canvas.setFillColorRGB(red, 0.5, blue)
            low = paper[1] - y - SIZE[1]
            canvas.rect((x - BLEED) * MM, (low - BLEED) * MM, (SIZE[0] + 6) * MM, (SIZE[1] + 6) * MM, 0, 1)
            canvas.setFillColorRGB(0, 0, 0)
            canvas.rect(x * MM, (low + SIZE[1] - 10) * MM, 10 * MM, 10 * MM, 0, 1)
        canvas.showPage()
    canvas.save()
    return file


def corners(file: Path) -> list[list[tuple[float, float]]]:
    """The dark squares on each page by their middles, mm."""
    found = []
    for page in pypdfium2.PdfDocument(str(file)):
        pixels = page.render(scale=DOTS / MM).to_numpy()[:, :, :3].astype(int)
        count, _, boxes, middles = cv2.connectedComponentsWithStats((pixels.max(2) < 40).astype("uint8"))
        squares = [n for n in range(1, count) if abs(boxes[n][4] - (10 * DOTS) ** 2) < 40 * DOTS]
        found.append([tuple((middles[n] + 0.5) / DOTS) for n in squares])
    return found


def test_backs_lie_behind_the_fronts_of_somebodys_pdf(tmp_path: Path) -> None:
    paper = (SIZE[0] + 2 * BLEED, SIZE[1] + 2 * BLEED)
    fronts = deck(tmp_path / "My deck.pdf", [[(BLEED, BLEED, n / 8, 0.2)] for n in range(5)], paper)
    backs = deck(tmp_path / "backs.pdf", [[(BLEED, BLEED, 0.1, n / 8)] for n in range(5)], paper)
    document, _, built = impose(fronts, backs, CUT, Request(out=tmp_path), {"marks": "none"})
    assert (document.spec.title, built.warnings, len(document.pieces["cards"])) == ("My deck", (), 5)
    front, back = corners(tmp_path / "my-deck" / "my-deck.pdf")
    assert len(front) == len(back) == 5
    # a back's left corner lies behind its front's right one, 53 mm further along the card's shorter side
    behind = sorted((210 - x, y) for x, y in back)
    for (x, y), (across, down) in zip(sorted(front), behind, strict=True):
        assert sorted((abs(x - across), abs(y - down))) == pytest.approx([0, SIZE[0] - 10], abs=0.3)


def test_a_grid_on_a_page_is_taken_apart_and_what_is_blank_is_no_card(tmp_path: Path) -> None:
    places = [(10.5 + 63 * column, 16.5 + 88 * row) for row in range(3) for column in range(3)]
    fronts = [(x, y, 0.9, n / 12) for n, (x, y) in enumerate(places)][:7]
    backs = [(x, y, 0.1, n / 12) for n, (x, y) in enumerate(places) if n not in (6, 7)]
    file = deck(tmp_path / "sheet.pdf", [fronts, backs], (210, 297))
    cut = CardCut(SIZE, grid=(3, 3))
    document, _, _ = impose(file, None, cut, Request(out=tmp_path), {}, alternating=True, mirrored=True)
    rows = [piece.row for piece in document.pieces["cards"]]
    assert [row["front"] for row in rows] == [f"front/sheet-1-{n}.png" for n in range(1, 8)]
    assert [row["back"] for row in rows] == [f"front/sheet-2-{n}.png" for n in (3, 2, 1, 6, 5, 4, 9)]


def test_pictures_are_counted_as_a_person_counts_and_one_back_serves_all(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    for name in ("c10.png", "c9.png", "c1.png", "back.png"):
        Image.new("RGB", (745, 1040)).save(folder / name)
    back = (folder / "back.png").rename(tmp_path / "back.png")
    document, _, built = impose(folder, back, CardCut(SIZE), Request(out=tmp_path), {})
    found = [(piece.row["front"], piece.row["back"]) for piece in document.pieces["cards"]]
    assert found == [(f"front/c{n}.png", "back/back.png") for n in (1, 9, 10)]
    assert "cards.pdf" in built.files


def test_what_cannot_be_cards_is_told_at_its_file(tmp_path: Path) -> None:
    five = deck(tmp_path / "five.pdf", [[(3, 3, 0, 0)]] * 5, (69, 94))
    two = deck(tmp_path / "two.pdf", [[(3, 3, 0, 0)]] * 2, (69, 94))
    torn = tmp_path / "torn.pdf"
    torn.write_bytes(five.read_bytes()[:300])
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"\x89PNG")
    large = deck(tmp_path / "large.pdf", [[]], (210, 297))
    for fronts, backs, grid, found in (
        (five, two, (1, 1), "two.pdf: 2 backs; expected 1 back for all, or 5"),
        (torn, None, (1, 1), "torn.pdf: a PDF that cannot be read"),
        (broken, None, (1, 1), "broken.png: 'broken.png', which cannot be read"),
        (broken, None, (2, 2), "broken.png: no PNG, JPEG or WebP"),
        (tmp_path / "none.pdf", None, (1, 1), "none.pdf: No such file"),
        (large, None, (4, 4), "large.pdf, page 1: a page of 210 × 297 mm; expected room for 4 × 4 cards"),
        (large, None, (3, 3), "large.pdf: no cards"),
    ):
        with pytest.raises(SpecError) as refused:
            impose(fronts, backs, CardCut(SIZE, grid=grid), Request(out=tmp_path / "out"), {})
        assert found in str(refused.value)
    assert not list((tmp_path / "out").iterdir())
