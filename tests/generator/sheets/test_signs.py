"""One language on every sheet, read out of the PDF's own operators by another library: a cut is solid, a fold dashed,
what glue goes on is grey and says so."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pikepdf
import pytest
from cases import data
from command import generator
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.colour.ink import DARK, InkMode
from generator.draw.geometry import geometry as geo
from generator.draw.line_styles import GLUE, HAIR, RULE
from generator.draw.scene import Colour, Group, Node, Paint, Scene, Text, Use
from generator.draw.scene import Path as Outline
from generator.faces.faces import Faces
from generator.sheets import marks
from generator.sheets.area import Area
from generator.sheets.handouts.handout import PATTERN, waves
from specs.load import load
from specs.model.shapes.nets import Net, net, tuckbox

MM = 72 / 25.4
SPEC = data(__file__)["SPEC"]


def strokes(file: Path) -> Iterator[tuple[float, tuple[float, ...]]]:
    """Every stroked path of a PDF: its width and its dashes in mm."""
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            yield from _strokes(page.obj, page, 1.0)


def _strokes(place: pikepdf.Object, stream: object, scale: float) -> Iterator[tuple[float, tuple[float, ...]]]:
    state, kept = (scale, 1.0, ()), []
    for operands, operator in pikepdf.parse_content_stream(stream):
        match str(operator):
            case "q":
                kept.append(state)
            case "Q":
                state = kept.pop()
            case "cm":
                a, b = float(operands[0]), float(operands[1])
                state = (state[0] * (a * a + b * b) ** 0.5, *state[1:])
            case "w":
                state = (state[0], float(operands[0]), state[2])
            case "d":
                state = (*state[:2], tuple(float(part) for part in operands[0]))
            case "S" | "s" | "B" | "b" | "B*" | "b*":
                yield state[0] * state[1] / MM, tuple(state[0] * part / MM for part in state[2])
            case "Do":
                form = place.Resources.XObject[str(operands[0])]
                yield from _strokes(form, form, state[0])
            case _:
                pass


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit")
    (folder / "kit.yaml").write_text(SPEC, encoding="utf-8")
    ran = generator("build", "kit.yaml", "--format", "pdf", "--out", "out", cwd=folder)
    assert ran.status == 0, ran.err
    return folder / "out" / "kit" / "kit.pdf"


def test_no_cut_line_of_a_pdf_is_dashed_and_every_dashed_line_is_a_fold(kit: Path) -> None:
    found = Counter((round(width, 3), bool(dashes)) for width, dashes in strokes(kit))
    assert found[HAIR, False] > 7, "crop marks, corners, contours"
    assert found[HAIR, True] == 0, "a cut is solid"
    dashed = {width for width, is_dashed in found if is_dashed}
    assert dashed == {RULE}, "a fold is a dashed rule"
    # a standee's three, and a die's and a box's as one path each
    assert found[RULE, True] == 3 + 1 + 1


def nodes_of(nodes: tuple[Node, ...] | list[Node]) -> Iterator[Node]:
    for node in nodes:
        match node:
            case Group(children):
                yield from nodes_of(children)
            case Use(scene):
                yield from nodes_of(scene.nodes)
            case _:
                yield node


def test_every_tab_is_grey_and_says_glue(tmp_path: Path) -> None:
    (tmp_path / "kit.yaml").write_text(SPEC, encoding="utf-8")
    document = load(tmp_path / "kit.yaml")
    faces = Faces(document)
    for name, tabs in {"die": 7, "box": 4}.items():
        drawn = list(nodes_of(faces.front(document.pieces[name][0]).nodes))
        assert sum(isinstance(node, Outline) and node.paint.fill == GLUE for node in drawn) == tabs, name
        assert sum(isinstance(node, Text) and node.text == "glue" for node in drawn) == tabs, name


def area(points: tuple[tuple[float, float], ...]) -> float:
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True))) / 2


sides = st.floats(8, 120)


@given(sides, sides, sides)
def test_what_of_a_block_is_no_side_is_a_tab(width: float, height: float, depth: float) -> None:
    flat = net(width, height, depth)
    whole = sum(side.box[2] * side.box[3] for side in flat.sides) + sum(map(area, flat.tabs))
    assert area(flat.outline) == pytest.approx(whole)


@pytest.mark.parametrize("flat", [net(17, 17, 17), tuckbox(60, 90, 20)])
def test_a_tab_hangs_on_a_fold(flat: Net) -> None:
    folds: Mapping[object, int] = Counter(frozenset(fold) for fold in flat.folds)
    assert flat.tabs
    assert all(folds[frozenset((tab[0], tab[3]))] for tab in flat.tabs)


# ---- corners of hexagons ---------------------------------------------------------------------------


@given(st.floats(0.6, 6), st.floats(10, 80), st.booleans())
def test_a_hexagons_marks_lie_off_the_piece_and_off_its_neighbours(bleed: float, size: float, pointy: bool) -> None:
    corners = geo.hexagon(0, 0, size, pointy=pointy)
    _, drawn = marks.corner_marks(geo.polyline(corners, closed=True), bleed)
    assert isinstance(drawn, Outline)
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


def test_a_hexagon_without_bleed_has_its_cut_line() -> None:
    outline = geo.polyline(geo.hexagon(0, 0, 30, pointy=True), closed=True)
    assert marks.corner_marks(outline, 0.0) == marks.contour(outline)


# ---- lines alone -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paint", "strokes_"),
    [
        (Paint(fill=(0.1, 0.2, 0.2)), [DARK]),
        (Paint(stroke=(0.3, 0.5, 0.3), width=3), [DARK, (1.0, 1.0, 1.0)]),
        (Paint(stroke=(0.1, 0.15, 0.2), width=3), [DARK]),
        (Paint(stroke=(0.3, 0.5, 0.3), width=0.4), [DARK]),
    ],
    ids=["an area is white with an edge", "a broad line is two edges", "an edge under it stays", "a line is a line"],
)
def test_outline_ink_leaves_lines_alone(paint: Paint, strokes_: list[tuple[float, ...]]) -> None:
    scene = Scene((0, 0, 20, 20), (Outline(geo.rectangle(2, 2, 15, 15), paint),))
    drawn = [node.paint for node in nodes_of(InkMode("outline")(scene).nodes) if isinstance(node, Outline)]
    assert [each.stroke for each in drawn] == strokes_
    assert all(each.fill in (None, (1.0, 1.0, 1.0)) for each in drawn)


def test_outline_ink_keeps_an_eye_dark_and_a_code_as_it_is() -> None:
    eye = Outline(geo.ellipse(5, 5, 0.6, 0.6), Paint(fill=(0.1, 0.1, 0.1)))
    code = Outline(geo.rectangle(0, 0, 9, 9), Paint(fill=(0, 0, 0), exact=True))
    inked = InkMode("outline")(Scene((0, 0, 20, 20), (eye, code)))
    assert [node.paint.fill for node in inked.nodes if isinstance(node, Outline)] == [DARK, (0, 0, 0)]


@pytest.mark.parametrize(("edge", "left"), [((0.4, 0.7, 0.3), (1.0, 1.0, 1.0)), ((0.1, 0.1, 0.3), (0.2, 0.2, 0.2))])
def test_what_stays_black_in_lines_alone_has_no_coloured_edge(edge: Colour, left: Colour) -> None:
    leaf = Outline(geo.ellipse(5, 5, 0.6, 0.4), Paint(fill=(0.1, 0.1, 0.1), stroke=edge, width=0.2))
    (inked,) = InkMode("outline")(Scene((0, 0, 20, 20), (leaf,))).nodes
    assert isinstance(inked, Outline)
    assert (inked.paint.fill, inked.paint.stroke) == ((0.2, 0.2, 0.2), left)


def test_a_setup_sheet_has_no_colour_in_outline_ink(tmp_path: Path) -> None:
    words = ("build", "escape", "--only", "summit", "--seed", "3", "--ink", "outline", "--format", "svg")
    ran = generator(*words, "--out", "out", cwd=tmp_path)
    assert ran.status == 0, ran.err
    sheets = sorted((tmp_path / "out").rglob("sheets/*setup*front.svg"))
    assert len(sheets) == 2
    found = {colour for file in sheets for colour in _colours(file.read_text(encoding="utf-8"))}
    pattern = "#" + "".join(f"{round(255 * part):02x}" for part in PATTERN)
    assert all(colour == pattern or colour[1:3] == colour[3:5] == colour[5:7] for colour in found), found


def _colours(svg: str) -> set[str]:
    return set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', svg))


# ---- sealed ----------------------------------------------------------------------------------------


def test_a_sealed_sheets_pattern_covers_its_area_evenly_and_is_the_same_for_a_seed() -> None:
    area_ = Area(5, 5, 120, 80)
    assert waves(area_, 7) == waves(area_, 7)
    assert waves(area_, 7) != waves(area_, 8)
    box = geo.bounds(waves(area_, 7).clip)
    assert box == pytest.approx((5, 5, 120, 80))
    rings = [child for child in waves(area_, 7).children if isinstance(child, Use)]
    assert len({id(use.scene) for use in rings}) == 3, "drawn once, and used"
    assert not any(isinstance(node, Text) for node in nodes_of([waves(area_, 7)])), "no letters that look like a fault"
