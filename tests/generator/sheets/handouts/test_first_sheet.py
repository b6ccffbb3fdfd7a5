"""One language on every sheet: page one says which pages are printed on what, and is right; a cut is solid, a fold
dashed, what glue goes on is grey and says so; what a build advises is true."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from cases import cases, data, put
from command import PROJECT
from copied import texts
from drawn import document_of, faces_of
from hypothesis import given, strategies as st
from pieces import edges, gap, printable, within
from pypdf import PdfReader

from generator import build
from generator.building.build import Built
from generator.draw.colour.ink import DARK, InkMode
from generator.draw.fonts.fonts import own
from generator.draw.geometry import geometry as geo
from generator.draw.line_styles import GLUE, HAIR, RULE
from generator.draw.scene import Colour, Group, Node, Page, Paint, Path as Outline, Scene, Text, Use
from generator.draw.walk import walk
from generator.faces import faces
from generator.faces.faces import Faces
from generator.sheets import marks
from generator.sheets.area import Area
from generator.sheets.cuts import Labour, labour
from generator.sheets.handouts.contents import Contents
from generator.sheets.handouts.first_sheet import Facts, first_sheet
from generator.sheets.handouts.handout import PATTERN, Handout, waves
from generator.sheets.imposition.sections import Batch, Line
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Foot, SheetOptions
from specs.load import bundled, load

RICH = (PROJECT / "tests" / "generator" / "rich.yaml").read_text(encoding="utf-8")
DEALT = RICH[: RICH.index("setup:")] + data(__file__)["SETUP"]
PAGES = re.compile(r"^ *(\d+)(?:–(\d+))? {2,}([A-Z]\S*(?: \S+)*?)(?:  .*| \d+ sheets.*)?$")
Printing = Callable[..., Built]


@pytest.fixture(scope="module")
def printing(tmp_path_factory: pytest.TempPathFactory) -> Printing:
    """Builds cards, tokens, figures and a board of several sheets, and a deal of the cards; the same only once."""

    @cache
    def built(text: str = DEALT, **options: Any) -> Built:
        folder = tmp_path_factory.mktemp("rich")
        return build(put(folder / "rich.yaml", text), folder / "out", formats="pdf", pack=False, **options)

    return built


def pdfs(done: Built) -> dict[str, Path]:
    """The PDFs of a build, by what is behind the game's name."""
    files = [done.folder / name for name in done.files if name.endswith(".pdf")]
    return {file.stem.removeprefix("rich"): file for file in files}


def plan(file: Path) -> list[tuple[int, int, str]]:
    """The lines of the first sheet's plan: from which page to which is what."""
    text = PdfReader(file).pages[0].extract_text(extraction_mode="layout").partition("Sheet plan")[2]
    lines = [PAGES.match(line) for line in text.splitlines()]
    return [(int(found[1]), int(found[2] or found[1]), found[3]) for found in lines if found]


WAYS = data(__file__)["WAYS"]


@pytest.mark.parametrize("way", WAYS)
def test_each_line_of_the_plan_is_where_the_pdf_has_it(way: str, printing: Printing) -> None:
    file = pdfs(printing(**WAYS[way]))[""]
    lines, pages = plan(file), texts(file)
    assert lines[0][::2] == (1, "This sheet")
    assert [first for first, _, _ in lines[1:]] == [last + 1 for _, last, _ in lines[:-1]], "every page once"
    assert lines[-1][1] == len(pages)
    for first, _, what in lines[1:]:
        assert what.partition(":")[0].partition(",")[0] in pages[first - 1], f"page {first}: {what}"


def test_card_and_paper_are_files_of_their_own(printing: Printing) -> None:
    said = {name: texts(file) for name, file in pdfs(printing(split_stock=True, seed=4, players=3)).items()}
    assert set(said) == {"-card", "-paper", "-rules", "-setup"}
    assert "Sheet plan" in said["-paper"][0]
    assert not any("Sheet plan" in text for text in (*said["-card"], *said["-rules"], *said["-setup"]))
    assert any("Cards" in text for text in said["-card"])
    assert any("two" in text for text in said["-rules"])
    assert "Player 1: 1 card" in said["-setup"][0]
    assert said["-paper"][-2:] == said["-setup"], "what the seed deals, once more"


def test_another_seed_is_printed_on_paper_alone(printing: Printing) -> None:
    one, two = (pdfs(printing(split_stock=True, seed=seed, players=3)) for seed in (4, 2))
    assert one["-card"].read_bytes() == two["-card"].read_bytes(), "no slip and no seed on a sheet of pieces"
    assert texts(one["-setup"])[0] != texts(two["-setup"])[0]


def test_slips_that_have_no_room_below_the_setup_lie_on_paper_of_their_own(printing: Printing) -> None:
    said = texts(pdfs(printing(split_stock=True, seed=4, players=3, paper="150x150mm"))["-setup"])
    slips = [text for text in said if "Take these" in text]
    assert slips
    assert not any("companion" in text for text in slips), "not on the sheet of the track"


@cases
def test_a_part_of_a_game_and_a_shops_sheet_have_no_first_sheet(options: dict[str, Any], printing: Printing) -> None:
    text = RICH[: RICH.index("  tokens:")] if "sheets" in options else RICH
    (file,) = pdfs(printing(text, **options)).values()
    assert "Sheet plan" not in texts(file)[0]


def test_the_first_sheet_is_in_the_pdf_and_not_among_the_svg_sheets(printing: Printing, tmp_path: Path) -> None:
    done = build(put(tmp_path / "rich.yaml", DEALT), tmp_path / "out", formats="svg", pack=False)
    sheets = [name for name in done.files if name.startswith("sheets/")]
    assert len(texts(pdfs(printing())[""])) == len(sheets) + 2, "itself, and its blank back"


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
    free = edges((area.x, area.y, area.width, area.height))
    assert all(within(edges(box), free, 1) for _, box in geo.paint_box(page.nodes))
    words = [(node, edges(geo.text_box(node))) for node in flat(page.nodes) if node.text != "1"]
    for (one, a), (two, b) in combinations(words, 2):
        assert gap(a, b) >= -0.01, f"'{one.text}' and '{two.text}'"
    return [node for node, _ in words]


LYING = (297.0, 210.0), (279.4, 215.9)
PRINTED = [(game, size if n % 2 else size[::-1]) for n, game in enumerate(bundled()) for size in LYING]


@pytest.mark.parametrize(("game", "paper"), PRINTED, ids=str)
def test_nothing_of_the_first_sheet_leaves_its_paper_or_lies_on_words(game: str, paper: tuple[float, float]) -> None:
    document = document_of(game)
    sheet, kinds = SheetOptions(paper=paper), [f"Kind {n}" for n in range(12)]
    lines = tuple(Line(kind, 3 + 2 * n, 4 + 2 * n, 1) for n, kind in enumerate(kinds))
    batches = (Batch("paper", False, (Line("This sheet", 1, 2, 1),)), Batch("card", False, lines))
    needs = ("a knife and a ruler", "if you like, 105 sleeves of 44 × 68 mm for the Movement cards")
    facts = Facts("for 2 to 4 players", "At **actual size**, on both sides.", batches, 1, needs, "2 hours.")
    handout = Handout(sheet, Foot(document.spec.title, "credit"))
    fonts = (handout.bold, handout.plain)
    pieces = {name: each for name, each in document.pieces.items() if document.spec.components[name].when is None}
    page = first_sheet(document.spec.title, facts, Contents(document, pieces, faces_of(game), fonts), handout)
    words = kept_apart(page, sheet.area)
    shown = {node.text for node in words}
    titles = {document.spec.components[name].title for name in pieces}
    assert titles <= {text.strip() for text in shown}, "every kind of piece is named"
    pictures = [node for node in page.nodes if isinstance(node, Group)]
    assert pictures, "and seen"


MANY = data(__file__)["MANY"]


@pytest.mark.parametrize(("paper", "fewest"), [((210.0, 148.0), 5), ((120.0, 160.0), 1)], ids=["a5", "small"])
def test_of_too_many_kinds_to_be_told_the_first_are_shown_and_the_others_counted(
    paper: tuple[float, float], fewest: int, tmp_path: Path
) -> None:
    one = "  kind-{0}: {{title: Kind of piece number {0}, size: [{1}, {2}], front: [{{draw: rect, fill: red}}]}}\n"
    file = put(tmp_path / "many.yaml", MANY + "".join(one.format(n, 10 + 3 * n, 10 + 7 * n % 60) for n in range(45)))
    document, sheet = load(file), SheetOptions(paper=paper)
    handout = Handout(sheet, Foot("Many", "credit"))
    every = Line(", ".join(f"Kind of piece number {n}" for n in range(45)), 2, 3, 1)
    facts = Facts("for 2", "Print.", (Batch("card", False, (every,)),), None, ("a knife",), "An hour.")
    picture = Contents(document, document.pieces, Faces(document), (handout.bold, handout.plain))
    words = [node.text for node in kept_apart(first_sheet("Many", facts, picture, handout), sheet.area)]
    shown = sum(f"Kind of piece number {n}" in words for n in range(45))
    assert fewest <= shown < 45
    assert f"and {45 - shown} more kinds" in words
    (listed,) = (node for node in flat(first_sheet("Many", facts, picture, handout).nodes) if node.text.endswith(" …"))
    assert listed.size > 2.5, "what a line has no room for is left out, not made small"


def test_what_is_shown_of_a_kind_is_the_same_if_no_faces_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "many.yaml"
    words = '[{draw: text, text: "{k}", box: [1, 1, 48, 20]}]'
    file.write_text(f"{MANY}  cards:\n    title: Cards\n    size: [50, 80]\n    rows: {{from: "
                    f"{{k: 1..90}}}}\n    front: {words}\n", encoding="utf-8")  # fmt: skip
    document, fonts = load(file), (own("Cinzel-Bold"), own("AlegreyaSans-Regular"))
    shown = []
    for kept in (2000, 0):
        monkeypatch.setattr(faces, "MAX_KEPT_FACES", kept)
        contents = Contents(document, document.pieces, Faces(document), fonts)
        shown.append([piece.id for piece in contents.shown["cards"]])
    assert shown[0] == shown[1]
    assert len(shown[0]) > 2


# ---- how long it takes, and what would save sheets -------------------------------------------------------


def test_cuts_are_counted_as_they_are_made() -> None:
    (touching,) = pack([printable(45, 45, 24, 0, backs=False)], SheetOptions(outer=True, bleed=2))
    assert labour([touching]) == Labour(cuts=5 + 7, sheets=1), "4 by 6 that touch"
    (more,) = pack([printable(45, 45, 30, 0, backs=False)], SheetOptions(outer=True, bleed=2))
    assert labour([more]) == Labour(cuts=5 + 7 + 5 + 3, sheets=2), "and 4 and 2"
    (apart,) = pack([printable(40, 40, 24, 2, backs=False)], SheetOptions())
    assert labour([apart]) == Labour(cuts=8 + 12, sheets=1), "each of them has its own four"


def test_a_minute_is_four_cuts_two_sheets_two_tabs_or_ten_folds() -> None:
    each = (Labour(cuts=4), Labour(sheets=2), Labour(glued=2), Labour(folds=10))
    assert [labour.minutes for labour in each] == [1] * 4


POKER = data(__file__)["POKER"]


def test_what_a_build_advises_saves_as_many_sheets_as_it_says(tmp_path: Path) -> None:
    (tmp_path / "deck.yaml").write_text(POKER, encoding="utf-8")
    plain = build(tmp_path / "deck.yaml", tmp_path / "plain", formats="pdf", marks="lines")
    (advice,) = plain.remarks
    found = re.fullmatch(r"A smaller bleed, `--bleed ([\d.]+)`, saves (\d+) sheets?\.", advice)
    assert found
    followed = build(tmp_path / "deck.yaml", tmp_path / "followed", formats="pdf", marks="lines", bleed=found[1])
    assert plain.manifest.sheets - followed.manifest.sheets == int(found[2]) > 0
    assert followed.remarks == (), "who has chosen is told nothing"


@pytest.mark.parametrize(("feet", "coin"), [("", True), (", flap: [{draw: rect, fill: teal}]", False)])
def test_a_coin_is_for_figures_that_have_no_feet_of_their_own(feet: str, coin: bool, printing: Printing) -> None:
    """Grey flaps are glued to something; flaps that the spec draws are feet."""
    file = pdfs(printing(DEALT.replace("{depth: 8}", f"{{depth: 8{feet}}}")))[""]
    assert ("a coin" in texts(file)[0]) == coin


# ---- one language on every sheet -------------------------------------------------------------------

SPEC = data(__file__)["SPEC"]


def test_no_cut_line_is_dashed_and_every_dashed_line_is_a_fold(tmp_path: Path) -> None:
    done = build(put(tmp_path / "kit.yaml", SPEC), tmp_path, formats="svg")
    drawn = "".join((done.folder / name).read_text() for name in done.files if name.startswith("sheets/"))
    lines = re.findall(r'<path [^>]*?( stroke-dasharray="[^"]+")? stroke-width="([\d.]+)"', drawn)
    found = Counter((float(width), bool(dashes)) for dashes, width in lines)
    assert found[HAIR, False] > 7, "crop marks, corners, contours"
    assert {width for width, dashed in found if dashed} == {RULE}, "a cut is solid, a fold a dashed rule"
    # a standee's three, and a die's and a box's as one path each
    assert found[RULE, True] == 3 + 1 + 1


def test_every_tab_is_grey_and_says_glue(tmp_path: Path) -> None:
    document = load(put(tmp_path / "kit.yaml", SPEC))
    for name, tabs in {"die": 7, "box": 4}.items():
        drawn = [node for node, _ in geo.paint_box(Faces(document).front(document.pieces[name][0]).nodes)]
        assert sum(isinstance(node, Outline) and node.paint.fill == GLUE for node in drawn) == tabs, name
        assert sum(isinstance(node, Text) and node.text == "glue" for node in drawn) == tabs, name


# ---- corners of hexagons ---------------------------------------------------------------------------


@given(st.floats(0.6, 6), st.floats(10, 80), st.booleans())
def test_a_hexagons_marks_lie_off_the_piece_and_off_its_neighbours(bleed: float, size: float, pointy: bool) -> None:
    corners = geo.hexagon(0, 0, size, pointy=pointy)
    _, drawn = marks.corner_marks(geo.polyline(corners, closed=True), marks.between_hexagons(bleed))
    assert drawn.paint.dash == ()
    points = [(x, y) for _, x, y in drawn.segments]
    assert len(points) == 6 * 2 * 2, "two ticks at each corner"
    step = size + 2 * bleed
    lattice = [(0.0, 0.0), *(tuple(step / size * 2 * part for part in mid) for mid in _middles(corners))]
    for x, y in points:
        for middle in lattice:
            across = max((x - middle[0]) * nx + (y - middle[1]) * ny for nx, ny in _normals(corners))
            assert across > size / 2 + 1e-6, "off every piece"


def _middles(corners: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    turned = corners[1:] + corners[:1]
    return [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(corners, turned, strict=True)]


def _normals(corners: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    return [(x / (x * x + y * y) ** 0.5, y / (x * x + y * y) ** 0.5) for x, y in _middles(corners)]


# ---- lines alone -----------------------------------------------------------------------------------


@cases
def test_outline_ink_leaves_lines_alone(paint: Paint, strokes_: list[str]) -> None:
    scene = Scene((0, 0, 20, 20), (Outline(geo.rectangle(2, 2, 15, 15), paint),))
    drawn = [leaf.node.paint for leaf in walk(InkMode("outline")(scene).nodes) if isinstance(leaf.node, Outline)]
    assert [each.stroke for each in drawn] == [{"DARK": DARK, "white": (1.0, 1.0, 1.0)}[name] for name in strokes_]
    assert all(each.fill in (None, (1.0, 1.0, 1.0)) for each in drawn)


def test_a_small_picture_of_a_piece_is_the_same_drawing_with_thinner_lines() -> None:
    face = Scene((0, 0, 20, 20), (Outline(geo.rectangle(2, 2, 15, 15), Paint(fill=(0, 0, 0))),))
    uses = Use(face), Use(face, (0.25, 0, 0, 0.25, 30, 0))
    for mode in ("low", "outline"):
        large, small = InkMode(mode)(Scene((0, 0, 40, 20), uses)).nodes
        assert len({id(node.scene) for node in (large, small) if isinstance(node, Use)}) == 1, mode


@pytest.mark.parametrize(("fill", "edge"), [((1.0, 0.9, 0.7), (1.0, 1.0, 1.0)), ((0.1, 0.2, 0.4), None)])
def test_light_letters_have_a_white_edge_in_outline_ink(fill: Colour, edge: Colour | None) -> None:
    (inked,) = InkMode("outline")(Scene((0, 0, 20, 20), (Text(1, 9, "Sea", own("Cinzel-Bold"), 5, fill),))).nodes
    assert (inked.fill, inked.outline) == (DARK, edge)


def test_outline_ink_keeps_an_eye_dark_and_a_code_as_it_is() -> None:
    eye = Outline(geo.ellipse(5, 5, 0.6, 0.6), Paint(fill=(0.1, 0.1, 0.1)))
    code = Outline(geo.rectangle(0, 0, 9, 9), Paint(fill=(0, 0, 0), exact=True))
    inked = InkMode("outline")(Scene((0, 0, 20, 20), (eye, code)))
    assert [node.paint.fill for node in inked.nodes if isinstance(node, Outline)] == [DARK, (0, 0, 0)]


@pytest.mark.parametrize(("edge", "left"), [((0.4, 0.7, 0.3), (1.0, 1.0, 1.0)), ((0.1, 0.1, 0.3), (0.2, 0.2, 0.2))])
def test_what_stays_black_in_lines_alone_has_no_coloured_edge(edge: Colour, left: Colour) -> None:
    leaf = Outline(geo.ellipse(5, 5, 0.6, 0.4), Paint(fill=(0.1, 0.1, 0.1), stroke=edge, width=0.2))
    (inked,) = InkMode("outline")(Scene((0, 0, 20, 20), (leaf,))).nodes
    assert (inked.paint.fill, inked.paint.stroke) == ((0.2, 0.2, 0.2), left)


def test_a_setup_sheet_has_no_colour_in_outline_ink(tmp_path: Path) -> None:
    built = build("escape", tmp_path, only="summit", seed=3, ink="outline", formats="svg").folder
    sheets = [file.read_text(encoding="utf-8") for file in sorted(built.glob("sheets/*setup*front.svg"))]
    assert len(sheets) == 2
    found = {colour for text in sheets for colour in re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', text)}
    pattern = "#" + "".join(f"{round(255 * part):02x}" for part in PATTERN)
    assert all(colour == pattern or colour[1:3] == colour[3:5] == colour[5:7] for colour in found), found


# ---- sealed ----------------------------------------------------------------------------------------


def test_a_sealed_sheets_pattern_covers_its_area_evenly_and_is_the_same_for_a_seed() -> None:
    area_ = Area(5, 5, 120, 80)
    assert waves(area_, 7) == waves(area_, 7)
    assert waves(area_, 7) != waves(area_, 8)
    box = geo.bounds(waves(area_, 7).clip)
    assert box == pytest.approx((5, 5, 120, 80))
    rings = [child for child in waves(area_, 7).children if isinstance(child, Use)]
    assert len({id(use.scene) for use in rings}) == 3, "drawn once, and used"
    assert not any(isinstance(node, Text) for node, _ in geo.paint_box((waves(area_, 7),))), "no letters, as by a fault"
