"""Faces as pictures: each distinct one once, with the pieces that have it; a folder that other programs open at its
size and in its colours; and what a knife that is off by a little cuts off."""

import csv
import json
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from math import cos, hypot, radians, sin
from pathlib import Path

import pytest
import resvg_py
from cases import data, put
from command import tree
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageCms, ImageStat

from generator import build
from generator.building.files import piece_svg
from generator.building.loading import asked
from generator.draw.fonts import fonts
from generator.draw.geometry.geometry import ellipse, rectangle
from generator.draw.scene import Colour, Node, Paint, Path as Outline, Scene, Text
from generator.exports.miscut import Slip, harms, slips
from generator.exports.pictures import Face, Form, faces, held, pictures, sides, srgb
from generator.plan.drawer import drawer_of
from generator.sheets.printable import Item
from specs.base.errors import SpecError

SPEC = data(__file__)["SPEC"]


def found(folder: Path, spec: str = SPEC, /, **words: object) -> list[Face]:
    return faces(drawer_of(*asked(put(folder / "coins.yaml", spec), words)))


def test_pieces_that_look_alike_are_one_face_in_the_order_of_the_spec(tmp_path: Path) -> None:
    red = "coins_1_red_1-back"
    told = [(face.front_name, face.back_name, face.count) for face in found(tmp_path)]
    assert told == [("coins_1_red_1-front", red, 4), ("coins_2_blue_1-front", red, 2), ("mats_1_mats-front", "", 1)]


def test_a_face_says_how_it_is_cut(tmp_path: Path) -> None:
    coin, _, mat = found(tmp_path)
    assert coin.pieces == ("red/1", "red/2", "red/3", "red-too/1")
    assert (coin.width, coin.height, coin.bleed, coin.safe) == (25.4, 25.4, 2.54, 3)
    assert [segment[0] for segment in coin.outline] == ["M", "C", "C", "C", "C", "Z"]
    assert (mat.width, mat.height, mat.bleed, mat.back) == (50.8, 25.4, 0, None)


def test_a_choice_of_pieces_is_counted_as_it_is_printed(tmp_path: Path) -> None:
    assert [face.count for face in found(tmp_path, where="n == 2")] == [1, 1]
    assert [face.count for face in found(tmp_path, count=5, only="coins")] == [10, 5]


@pytest.mark.parametrize("game", ["atlantis", "docs/examples/gallery/leaflet.yaml"])
def test_every_piece_is_on_one_face_and_every_page_of_a_text(game: str) -> None:
    drawer = drawer_of(*asked(game, {}))
    counted: Counter[str] = Counter(piece for face in faces(drawer) for piece in face.pieces)
    for name, pieces in drawer.selection.pieces.items():
        pages = drawer.selection.document.spec.components[name].pages is not None
        for piece in pieces:
            assert counted[piece.id] == (-(-len(drawer.faces.pages(piece)) // 2) if pages else 1), piece.id


def test_large_print_is_as_large_as_on_its_sheet(tmp_path: Path) -> None:
    coin = found(tmp_path, SPEC.replace("{bleed: 2.54}", "{bleed: 2.54, large: true}"), large=True)[0]
    assert (coin.width, coin.bleed, coin.safe) == pytest.approx((35.56, 3.556, 4.2))
    assert coin.front.box == pytest.approx((-3.556, -3.556, 42.672, 42.672))


def test_a_picture_has_the_pixels_of_its_size_and_the_colours_of_its_face(tmp_path: Path) -> None:
    coins, form = found(tmp_path), Form(dpi=50)
    drawn = list(pictures(sides(coins), form))
    assert [(picture.mode, picture.size) for picture in drawn] == [("RGB", (60, 60))] * 3 + [("RGB", (100, 50))]
    assert [picture.getpixel((0, 0)) for picture in drawn] == [(255, 0, 0), (255, 215, 0), (0, 0, 255), (0, 255, 0)]
    assert drawn[3].getpixel((49, 49)) == (0, 255, 0)
    assert drawn[3].getpixel((50, 49)) == (0, 0, 255)


def test_a_piece_of_a_millimetre_has_a_pixel_at_least(tmp_path: Path) -> None:
    mat = found(tmp_path, SPEC.replace("[50.8, 25.4]", "[1, 1]").replace("[0, 0, 25.4, 25.4]", "[0, 0, 1, 1]").replace(
        "      - {draw: rect, box: [25.4, 0, 25.4, 25.4], fill: blue}\n", ""), only="mats")  # fmt: skip
    assert [Form(dpi).px(mat[0]) for dpi in (5, 50, 1200)] == [(1, 1), (2, 2), (47, 47)]
    (picture,) = pictures(sides(mat), Form(dpi=5))
    assert picture.getcolors() == [(1, (0, 255, 0))]


def test_what_a_face_lacks_of_bleed_goes_on_from_its_edge(tmp_path: Path) -> None:
    mat = found(tmp_path, only="mats")
    (picture,) = pictures(sides(mat), Form(dpi=50, bleed=(5.08, 2.54)))
    assert picture.size == (120, 60)
    assert [picture.getpixel(at) for at in ((0, 0), (59, 59))] == [(0, 255, 0)] * 2
    assert [picture.getpixel(at) for at in ((60, 0), (119, 59))] == [(0, 0, 255)] * 2


def test_a_large_picture_is_drawn_in_bands_that_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    card = list(sides(faces(drawer_of(*asked("atlantis", {"pieces": "card-C-01"})))))
    whole = list(pictures(card, Form(dpi=100)))
    monkeypatch.setattr("generator.exports.pictures.BAND", 7 * whole[0].width)
    for one, other in zip(whole, pictures(card, Form(dpi=100)), strict=True):
        differing = ImageChops.difference(one, other).convert("L").point(lambda level: level > 2 and 255)
        assert ImageStat.Stat(differing).mean[0] / 255 < 0.001  # where a curve ends at a band's edge


def test_cut_round_a_circle_is_clear_beyond_its_rim_and_has_no_other_colour_along_it(tmp_path: Path) -> None:
    red = next(pictures(sides(found(tmp_path)), Form(dpi=50, crop="round")))
    assert (red.mode, red.size) == ("RGBA", (50, 50))
    assert (red.getpixel((0, 0))[3], red.getpixel((25, 25))) == (0, (255, 0, 0, 255))
    assert red.convert("RGB").getcolors() == [(2500, (255, 0, 0))]
    share = ImageStat.Stat(red.getchannel("A")).mean[0] / 255
    assert share == pytest.approx(3.14159 / 4, abs=0.003)


def test_a_picture_too_large_to_hold_is_a_fault_that_says_how_fine_it_may_be(tmp_path: Path) -> None:
    vast = found(tmp_path, SPEC.replace("[50.8, 25.4]", "[2000, 1500]"), only="mats")
    with pytest.raises(SpecError, match=r"--dpi: 1200, at which mats is 94,488 × 70,866 pixels; .* 92 dpi") as raised:
        held(vast, Form(dpi=1200))
    assert len(raised.value.faults) == 1
    held(vast, Form(dpi=92))


@pytest.mark.parametrize(("game", "piece"), [("atlantis", "card-C-01"), ("docs/examples/gallery/artwork.yaml", "")])
def test_a_picture_looks_as_another_program_draws_the_same_face_from_its_svg(game: str, piece: str) -> None:
    document, settings = asked(game, {"pieces": piece} if piece else {})
    face = faces(drawer_of(document, settings))[0]
    (ours,) = pictures([(face, "front")], Form(dpi=254, crop="square"))
    svg = piece_svg(document, face.component, face.front)
    svg = svg.replace(f'width="{face.width:g}mm"', f'width="{ours.width}"')
    svg = svg.replace(f'height="{face.height:g}mm"', f'height="{ours.height}"')
    drawn = resvg_py.svg_to_bytes(svg_string=svg, background="white")
    theirs = Image.open(BytesIO(bytes(drawn))).convert("RGB")
    assert theirs.size == ours.size
    # corners are cut in the SVG; and no two programs smooth an edge alike
    inner = tuple(round(part * side) for part, side in zip((0.1, 0.1, 0.9, 0.9), ours.size * 2, strict=True))
    apart = ImageChops.difference(theirs.crop(inner), ours.crop(inner))
    assert max(ImageStat.Stat(apart).mean) < 1.0


# ---- `--format faces` ------------------------------------------------------------------------------

ODD = data(__file__)["ODD"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faces")
    build(put(folder / "odd.yaml", ODD), folder / "out", formats="faces", dpi=150)
    return folder / "out" / "odd"


def listed(folder: Path) -> Iterator[dict[str, str]]:
    with (folder / "faces" / "faces.csv").open(newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file)


def test_the_list_counts_as_the_manifest_does_and_names_every_picture_there_is(built: Path) -> None:
    manifest = json.loads((built / "manifest.json").read_text())
    counted = {name: sum(int(row["count"]) for row in listed(built) if row["component"] == name) for name in ("chips",)}
    assert counted == {"chips": manifest["components"]["chips"]["count"]} == {"chips": 5}
    with Image.open(built / "faces" / "standing_1_standing-back.png") as back:
        assert back.getcolors() == [(back.width * back.height, (0, 0, 255))], "a standee has two sides"
    named = {row[side] for row in listed(built) for side in ("front", "back") if row[side]}
    assert named == {file.name for file in (built / "faces").glob("*.png")}


def test_a_picture_is_called_for_its_component_and_first_piece_whatever_that_is_called(built: Path) -> None:
    assert [(row["front"], row["back"], row["pieces"]) for row in listed(built)] == [
        ("chips_1_.._.._out-front.png", "", '../../out; a/b-01; a/b-02; =1+1; x, "y"; ..'),
        ("standing_1_standing-front.png", "standing_1_standing-back.png", "standing"),
        ("dice_1_dice-front.png", "", "dice"),
    ]


def test_a_picture_says_its_size_and_that_its_colours_are_srgb(built: Path) -> None:
    for row in listed(built):
        with Image.open(built / "faces" / row["front"]) as picture:
            assert picture.size == (int(row["width_px"]), int(row["height_px"]))
            across, down = (float(row[f"{side}_mm"]) + 2 * float(row["bleed_mm"]) for side in ("width", "height"))
            assert picture.size == pytest.approx((across / 25.4 * 150, down / 25.4 * 150), abs=0.5)
            assert picture.info["dpi"] == pytest.approx((150, 150), abs=0.013)  # pixels a metre
            profile = ImageCms.ImageCmsProfile(BytesIO(picture.info["icc_profile"]))
            assert "sRGB" in ImageCms.getProfileDescription(profile)


def test_the_files_are_the_same_bytes_by_however_many_they_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"formats": "faces", "dpi": 60, "only": "cards"}
    build("atlantis", tmp_path / "one", jobs=1, **options)
    monkeypatch.setattr("generator.exports.pictures.LEAST_FACES", 2)
    srgb.cache_clear()
    build("atlantis", tmp_path / "two", jobs=2, **options)
    one, two = tree(tmp_path / "one"), tree(tmp_path / "two")
    assert one == two
    assert sum(name.endswith(".png") for name in one) == 8


def test_a_jpeg_says_the_same_and_has_nothing_clear(tmp_path: Path) -> None:
    build("atlantis", tmp_path, formats="faces", dpi=60, only="aid", faces="square", picture="jpeg")
    with Image.open(next(tmp_path.rglob("*-front.jpg"))) as picture:
        assert (picture.format, picture.mode, picture.info["dpi"]) == ("JPEG", "RGB", (60, 60))
        assert len(picture.info["icc_profile"]) > 100
    with pytest.raises(SpecError, match=r"--picture: jpeg, in which nothing is clear.*; expected --picture png"):
        build("atlantis", tmp_path, formats="faces", faces="round", picture="jpeg")


# ---- `preview --miscut` ----------------------------------------------------------------------------

WIDTH, HEIGHT = 50.0, 30.0
RED, BLACK = (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)
FONT = fonts.label("AlegreyaSans-Bold")


def ground(colour: Colour = RED, bleed: float = 3.0) -> Node:
    return Outline(rectangle(-bleed, -bleed, WIDTH + 2 * bleed, HEIGHT + 2 * bleed), Paint(fill=colour))


def word(x: float, y: float, text: str = "I") -> Text:
    """A word whose capitals reach from y to 2 mm above it, and which begins at x."""
    return Text(x, y, text, FONT, 2 / fonts.metrics(FONT).cap_height, BLACK)


def face_of(*nodes: Node, bleed: float = 3.0, safe: float = 3.0, folds: bool = False, name: str = "a") -> Face:
    box = (-bleed, -bleed, WIDTH + 2 * bleed, HEIGHT + 2 * bleed)
    item = Item(name, Scene(box, nodes), None)
    outline = rectangle(0, 0, WIDTH, HEIGHT)
    return Face("some", 1, f"{name}-front", "", (name,), WIDTH, HEIGHT, bleed, safe, outline, folds, lambda: item)


def slip(*nodes: Node, off: float = 1.0, **how: float | bool) -> Slip:
    (found,) = slips([face_of(*nodes, **how)], off)  # type: ignore[arg-type]
    return found


def left_by_hand(x: float, y: float, off: float) -> float:
    """How far a point of a rectangle is from its cut when that lies off worst."""
    found = []
    for right, down, turn in ((r, d, t) for r in (-off, 0, off) for d in (-off, 0, off) for t in (-0.5, 0, 0.5)):
        u, v = x - right - WIDTH / 2, y - down - HEIGHT / 2
        across = u * cos(radians(turn)) + v * sin(radians(turn)) + WIDTH / 2
        below = -u * sin(radians(turn)) + v * cos(radians(turn)) + HEIGHT / 2
        over = max(0, -across, across - WIDTH), max(0, -below, below - HEIGHT)
        found.append(-hypot(*over) if any(over) else min(across, below, WIDTH - across, HEIGHT - below))
    return min(found)


@settings(max_examples=12)
@given(x=st.floats(0.5, 40), y=st.floats(2.5, 29.5), off=st.sampled_from([1.0, 1.6, 3.2]))
def test_text_is_left_as_far_from_the_cut_as_the_worst_of_its_corners(x: float, y: float, off: float) -> None:
    wide = fonts.width(FONT, "Io", word(0, 0).size)
    by_hand = min(left_by_hand(at, level, off) for at in (x, x + wide) for level in (y - 2, y))
    hits = slip(ground(), word(x, y, "Io"), off=off).hits
    assert [hit.text for hit in hits] == (["Io"] if by_hand < 3 else [])
    assert [hit.left_mm for hit in hits] == pytest.approx([by_hand] if by_hand < 3 else [], abs=1e-6)


def test_paper_shows_only_where_there_is_too_little_bleed_and_only_beside_a_colour() -> None:
    assert (slip(ground()).paper, slip(ground()).changed) == (0, 0)
    bare = slip(ground(bleed=0), bleed=0)
    assert bare.paper == pytest.approx(0.5, abs=0.05)  # off both ways at once: two of the four sides
    assert slip(ground((1.0, 1.0, 1.0), bleed=0), bleed=0).paper == 0
    assert slip(ground(bleed=1), bleed=1, off=0.5).paper == 0


def test_a_frame_along_the_edge_shows_how_far_the_cut_is_off() -> None:
    frame = Outline(rectangle(0.25, 0.25, WIDTH - 0.5, HEIGHT - 0.5), Paint(stroke=BLACK, width=0.5))
    assert slip(ground(), frame).changed > 0.9  # none of it is left, or all of it lies inside
    inner = Outline(rectangle(4, 4, WIDTH - 8, HEIGHT - 8), Paint(stroke=BLACK, width=0.5))
    assert slip(ground(), inner).changed == 0


def test_the_worst_comes_first() -> None:
    lost = face_of(ground(), word(0.5, 15), name="lost")
    bare = face_of(ground(bleed=0), bleed=0, name="bare")
    near = face_of(ground(), word(2.5, 15), name="near")
    fine = face_of(ground(), word(20, 15), name="fine")
    assert [each.face.pieces[0] for each in slips([fine, near, bare, lost], 1)] == ["lost", "bare", "near", "fine"]


def test_a_standee_is_not_cut_at_its_folds() -> None:
    assert slip(ground(), word(20, HEIGHT - 0.5), folds=True).hits == ()
    assert slip(ground(), word(0.5, 15), folds=True).hits[0].left_mm < 0
    assert slip(ground(), word(20, HEIGHT - 0.5)).hits[0].left_mm < 0


@pytest.mark.parametrize(("x", "y"), [(1.5, 4), (7.434, 9.434)], ids=["beyond the rim", "within it"])
def test_what_is_round_is_measured_along_its_rim(x: float, y: float) -> None:
    item = Item("a", Scene((-3, -3, 36, 36), (ground(), word(x, y))), None)
    disc = Face("some", 1, "a", "", ("a",), 30, 30, 3, 3, ellipse(15, 15, 15, 15), False, lambda: item)
    (found,) = slips([disc], 1)  # off both ways at once
    assert found.hits[0].left_mm == pytest.approx(15 - hypot(15 - x, 15 - (y - 2)) - 2**0.5, abs=0.05)


def test_harms_are_told_in_words() -> None:
    found = harms(slip(ground(bleed=0), word(0.2, 15), word(0.9, 20, "J"), bleed=0))
    assert found[0].startswith("'I' is cut off by 0.")
    assert found[0].endswith(" mm (and 1 more)")
    assert found[1].startswith("paper shows along ")


@pytest.mark.parametrize("dpi", [70, 110, 203])
def test_a_picture_has_its_pixels_at_any_resolution(dpi: float) -> None:
    for width, height in ((12.0, 21.0), (34.0, 20.0), (9.0, 300.0)):
        face = replace(face_of(bleed=0), width=width, height=height)
        (ours,) = pictures([(face, "front")], Form(dpi=dpi, crop="square"))
        assert ours.size == Form(dpi=dpi, crop="square").px(face)
