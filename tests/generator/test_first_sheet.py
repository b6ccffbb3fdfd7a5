"""Page one says which pages are printed on what, and is right; another seed is printed on paper alone; what a build
advises is true. Pages are read back by another library."""

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from cases import cases, data
from drawn import document_of, faces_of
from pypdf import PdfReader

from generator import build, load
from generator.draw.fonts.fonts import own
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Node, Page, Text
from generator.faces import faces
from generator.faces.faces import Faces
from generator.sheets.area import Area
from generator.sheets.cuts import Labour, labour
from generator.sheets.handouts.contents import Contents
from generator.sheets.handouts.first_sheet import Facts, first_sheet
from generator.sheets.handouts.handout import Handout
from generator.sheets.imposition.sections import Batch, Line
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Foot, Printable, SheetOptions

RICH = Path(__file__).parent / "rich.yaml"
SETUP = data(__file__)["SETUP"]
PAGES = re.compile(r"^ *(\d+)(?:–(\d+))? +([A-Z]\S*(?: \S+)*?)(?:  .*| \d+ sheets.*)?$")


def rich(folder: Path) -> Path:
    """Cards, tokens, figures and a board of several sheets, and a deal of the cards."""
    spec = folder / "rich.yaml"
    text = RICH.read_text(encoding="utf-8")
    spec.write_text(text[: text.index("setup:")] + SETUP, encoding="utf-8")
    return spec


def printed(folder: Path, **options: Any) -> dict[str, PdfReader]:
    """The PDFs of a build, by what is behind the game's name."""
    done = build(rich(folder), folder / "out", formats="pdf", pack=False, **options)
    assert done.manifest is not None
    files = [name for name in done.files if name.endswith(".pdf")]
    return {name.removeprefix("rich").removesuffix(".pdf"): PdfReader(done.folder / name) for name in files}


def plan(pdf: PdfReader) -> list[tuple[int, int, str]]:
    """The lines of the first sheet's plan: from which page to which is what."""
    text = pdf.pages[0].extract_text(extraction_mode="layout").partition("Sheet plan")[2]
    lines = [PAGES.match(line) for line in text.splitlines()]
    return [(int(found[1]), int(found[2] or found[1]), found[3]) for found in lines if found]


WAYS = data(__file__)["WAYS"]


@pytest.mark.parametrize("way", WAYS)
def test_each_line_of_the_plan_is_where_the_pdf_has_it(way: str, tmp_path: Path) -> None:
    pdf = printed(tmp_path, **WAYS[way])[""]
    lines = plan(pdf)
    assert lines[0][::2] == (1, "This sheet")
    assert [first for first, _, _ in lines[1:]] == [last + 1 for _, last, _ in lines[:-1]], "every page once"
    assert lines[-1][1] == len(pdf.pages)
    for first, _, what in lines[1:]:
        said = pdf.pages[first - 1].extract_text()
        assert what.partition(":")[0].partition(",")[0] in said, f"page {first}: {what}"


def test_card_and_paper_are_files_of_their_own(tmp_path: Path) -> None:
    files = printed(tmp_path, split_stock=True, seed=4, players=3)
    assert set(files) == {"-card", "-paper", "-rules", "-setup"}
    said = {name: [page.extract_text() for page in pdf.pages] for name, pdf in files.items()}
    assert "Sheet plan" in said["-paper"][0]
    assert not any("Sheet plan" in text for text in (*said["-card"], *said["-rules"], *said["-setup"]))
    assert any("Cards" in text for text in said["-card"])
    assert any("two" in text for text in said["-rules"])
    assert "Player 1: 1 card" in said["-setup"][0]
    assert said["-paper"][-2:] == said["-setup"], "what the seed deals, once more"


def test_another_seed_is_printed_on_paper_alone(tmp_path: Path) -> None:
    cards = set()
    for seed in (1, 2):
        build(rich(tmp_path), tmp_path / str(seed), formats="pdf", split_stock=True, seed=seed, players=3)
        cards.add((tmp_path / str(seed) / "rich" / "rich-card.pdf").read_bytes())
    assert len(cards) == 1, "the same bytes: no slip and no seed on a sheet of pieces"
    one, two = (PdfReader(tmp_path / seed / "rich" / "rich-setup.pdf").pages[0].extract_text() for seed in "12")
    assert one != two


def test_slips_that_have_no_room_below_the_setup_lie_on_paper_of_their_own(tmp_path: Path) -> None:
    files = printed(tmp_path, split_stock=True, seed=4, players=3, paper="150x150mm")
    slips = [page.extract_text() for page in files["-setup"].pages if "Take these" in page.extract_text()]
    assert slips
    assert not any("companion" in text for text in slips), "not on the sheet of the track"


@cases
def test_a_part_of_a_game_and_a_shops_sheet_have_no_first_sheet(options: dict[str, object], tmp_path: Path) -> None:
    spec = tmp_path / "rich.yaml"
    text = RICH.read_text(encoding="utf-8")
    spec.write_text(text[: text.index("  tokens:")] if "sheets" in options else text, encoding="utf-8")
    done = build(spec, tmp_path / "out", formats="pdf", **options)
    (file,) = (name for name in done.files if name.endswith(".pdf"))
    assert "Sheet plan" not in PdfReader(done.folder / file).pages[0].extract_text()


def test_the_first_sheet_is_in_the_pdf_and_not_among_the_svg_sheets(tmp_path: Path) -> None:
    done = build(rich(tmp_path), tmp_path / "out", formats="pdf,svg", pack=False)
    sheets = [name for name in done.files if name.startswith("sheets/")]
    with pikepdf.open(done.folder / "rich.pdf") as pdf:
        assert len(pdf.pages) == len(sheets) + 2, "itself, and its blank back"


# ---- how it looks --------------------------------------------------------------------------------------


def flat(nodes: tuple[Node, ...]) -> list[Text]:
    """The texts that are the sheet's own, none of a piece's."""
    found: list[Text] = []
    for node in nodes:
        match node:
            case Text():
                found.append(node)
            case Group(children, (1.0, 0.0, 0.0, 1.0, _, _)):
                found += flat(children)
            case _:
                pass
    return found


def kept_apart(page: Page, area: Area) -> list[Text]:
    """The page's words: none leaves the area, none lies on another."""
    for _, (x, y, wide, tall) in geo.paint_box(page.nodes):
        assert area.x - 1 <= x
        assert x + wide <= area.x + area.width + 1
        assert area.y - 1 <= y
        assert y + tall <= area.y + area.height + 1
    words = [(node, geo.text_box(node)) for node in flat(page.nodes) if node.text != "1"]
    for (one, a), (two, b) in combinations(words, 2):
        apart = a[0] + a[2] <= b[0] + 0.01 or b[0] + b[2] <= a[0] + 0.01 or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]
        assert apart, f"'{one.text}' and '{two.text}'"
    return [node for node, _ in words]


@pytest.mark.parametrize("paper", [(210.0, 297.0), (297.0, 210.0), (215.9, 279.4), (279.4, 215.9)], ids=str)
@pytest.mark.parametrize("game", ["atlantis", "escape", "gods", "circles"])
def test_nothing_of_the_first_sheet_leaves_its_paper_or_lies_on_its_words(
    game: str, paper: tuple[float, float]
) -> None:
    document = document_of(game)
    sheet, kinds = SheetOptions(paper=paper), [f"Kind {n}" for n in range(12)]
    lines = tuple(Line(kind, 3 + 2 * n, 4 + 2 * n, 1) for n, kind in enumerate(kinds))
    batches = (Batch("paper", False, (Line("This sheet", 1, 2, 1),)), Batch("card", False, lines))
    needs = ("a knife and a ruler", "if you like, 105 sleeves of 44 × 68 mm for the Movement cards")
    facts = Facts(
        "for 2 to 4 players", "At **actual size**, on both sides.", batches, "seed 1", needs, "About 2 hours."
    )
    handout = Handout(sheet, Foot(document.spec.title, "credit"))
    fonts = (handout.bold, handout.plain)
    pieces = {name: each for name, each in document.pieces.items() if document.spec.components[name].when is None}
    page = first_sheet(document.spec.title, facts, Contents(document, pieces, faces_of(game), fonts), handout)
    words = kept_apart(page, sheet.area)
    shown = {node.text for node in words}
    assert {document.spec.components[name].title for name in pieces} <= shown, "every kind of piece is named"
    pictures = [node for node in page.nodes if isinstance(node, Group)]
    assert pictures, "and seen"


MANY = data(__file__)["MANY"]


@pytest.mark.parametrize(("paper", "fewest"), [((210.0, 148.0), 5), ((120.0, 160.0), 1)], ids=["a5", "small"])
def test_of_too_many_kinds_to_be_told_the_first_are_shown_and_the_others_counted(
    paper: tuple[float, float], fewest: int, tmp_path: Path
) -> None:
    one = "  kind-{0}: {{title: Kind of piece number {0}, size: [{1}, {2}], front: [{{draw: rect, fill: red}}]}}\n"
    file = tmp_path / "many.yaml"
    file.write_text(MANY + "".join(one.format(n, 10 + 3 * n, 10 + 7 * n % 60) for n in range(45)), encoding="utf-8")
    document, sheet = load(file), SheetOptions(paper=paper)
    handout = Handout(sheet, Foot("Many", "credit"))
    every = Line(", ".join(f"Kind of piece number {n}" for n in range(45)), 2, 3, 1)
    facts = Facts("for 2", "Print.", (Batch("card", False, (every,)),), "", ("a knife",), "An hour.")
    picture = Contents(document, document.pieces, Faces(document), (handout.bold, handout.plain))
    words = [node.text for node in kept_apart(first_sheet("Many", facts, picture, handout), sheet.area)]
    shown = sum(f"Kind of piece number {n}" in words for n in range(45))
    assert fewest <= shown < 45
    assert f"and {45 - shown} more kinds" in words
    (listed,) = (node for node in flat(first_sheet("Many", facts, picture, handout).nodes) if node.text.endswith(" …"))
    assert listed.size > 2.5, "what a line has no room for is left out, not made small"


def test_what_is_shown_of_a_kind_does_not_hang_on_whether_faces_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "many.yaml"
    words = '[{draw: text, text: "{k}", box: [1, 1, 48, 20]}]'
    file.write_text(f"{MANY}  cards:\n    title: Cards\n    size: [50, 80]\n    rows: {{product: "
                    f"{{k: {{range: [1, 90]}}}}}}\n    front: {words}\n", encoding="utf-8")  # fmt: skip
    document, fonts = load(file), (own("Cinzel-Bold"), own("AlegreyaSans-Regular"))
    shown = []
    for kept in (2000, 0):
        monkeypatch.setattr(faces, "MAX_KEPT_FACES", kept)
        contents = Contents(document, document.pieces, Faces(document), fonts)
        shown.append([piece.id for piece in contents.shown["cards"]])
    assert shown[0] == shown[1]
    assert len(shown[0]) > 2


# ---- how long it takes, and what would save sheets -------------------------------------------------------


def tiles(width: float, height: float, count: int, bleed: float) -> Printable:
    shape = geo.rectangle(0, 0, width, height)
    return Printable("tiles", "Tiles", width, height, bleed, shape, "square", count, False)


def test_cuts_are_counted_as_they_are_made() -> None:
    (touching,) = pack([tiles(45, 45, 24, 0)], SheetOptions(outer=True, bleed=2))
    assert labour([touching]) == Labour(cuts=5 + 7, sheets=1), "4 by 6 that touch"
    (apart,) = pack([tiles(40, 40, 24, 2)], SheetOptions())
    assert labour([apart]) == Labour(cuts=8 + 12, sheets=1), "each of them has its own four"


def test_a_minute_is_four_cuts_two_sheets_or_two_tabs() -> None:
    assert (
        Labour(cuts=4).minutes == Labour(sheets=2).minutes == Labour(glued=2).minutes == Labour(folds=10).minutes == 1
    )


POKER = data(__file__)["POKER"]


def test_what_a_build_advises_saves_as_many_sheets_as_it_says(tmp_path: Path) -> None:
    (tmp_path / "deck.yaml").write_text(POKER, encoding="utf-8")
    plain = build(tmp_path / "deck.yaml", tmp_path / "plain", formats="pdf")
    (advice,) = plain.remarks
    found = re.fullmatch(r"A smaller bleed, `--bleed ([\d.]+)`, saves (\d+) sheets\.", advice)
    assert found
    followed = build(tmp_path / "deck.yaml", tmp_path / "followed", formats="pdf", bleed=found[1])
    assert plain.manifest is not None
    assert followed.manifest is not None
    assert plain.manifest.sheets - followed.manifest.sheets == int(found[2]) > 0
    assert followed.remarks == (), "who has chosen is told nothing"


def test_a_coin_is_for_figures_that_have_no_feet_of_their_own(tmp_path: Path) -> None:
    """Grey flaps are glued to something; flaps that the spec draws are feet."""
    for feet, coins in (("", True), ("    flap: [{draw: rect, fill: teal}]\n", False)):
        folder = tmp_path / str(coins)
        folder.mkdir()
        spec = rich(folder)
        text = spec.read_text(encoding="utf-8").replace("    base: 8\n", f"    base: 8\n{feet}")
        spec.write_text(text, encoding="utf-8")
        done = build(spec, folder / "out", formats="pdf", pack=False)
        said = PdfReader(done.folder / "rich.pdf").pages[0].extract_text()
        assert ("a coin" in said) == coins
