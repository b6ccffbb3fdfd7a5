"""Each distinct face of a build once, with the pieces that have it; and each as pixels."""

from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
import resvg_py
from cases import data
from PIL import Image, ImageChops, ImageStat

from generator.building.files import piece_svg
from generator.building.loading import asked
from generator.exports.pictures import Face, Form, faces, held, pictures, sides
from generator.plan.drawer import drawer_of
from specs.base.errors import SpecError

SPEC = data(__file__)["SPEC"]


def found(folder: Path, spec: str = SPEC, /, **words: object) -> list[Face]:
    (folder / "coins.yaml").write_text(spec, encoding="utf-8")
    return faces(drawer_of(*asked(folder / "coins.yaml", words)))


def test_pieces_that_look_alike_are_one_face_in_the_order_of_the_spec(tmp_path: Path) -> None:
    told = [(face.front_name, face.back_name, face.count) for face in found(tmp_path)]
    assert told == [
        ("coins_1_red_1-front", "coins_1_red_1-back", 4),
        ("coins_2_blue_1-front", "coins_1_red_1-back", 2),
        ("mats_1_mats-front", "", 1),
    ]


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
    coin = found(tmp_path, SPEC.replace("shape: circle", "shape: circle\n    large: true"), large=True)[0]
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
    assert (red.mode, red.size, red.getpixel((0, 0))[3], red.getpixel((25, 25))) == (
        "RGBA",
        (50, 50),
        0,
        (255, 0, 0, 255),
    )
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
